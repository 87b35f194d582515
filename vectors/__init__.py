"""The maker of the test vectors in ``protocol/mandala_protocol/vectors``, and of their schema.

``python -m vectors`` writes all of them again, ``python -m vectors deck messages`` those named. The same code always
writes the same bytes. A change of them that is meant raises the version of the protocol once version 1 is frozen.
"""
