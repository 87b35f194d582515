"""The maker of the test vectors in ``protocol/mandala_protocol/vectors``, and of their schema.

``python -m mandala_conformance.vectors.making.maker`` writes all of them again, with ``deck messages`` after it those
named. The same code always writes the same bytes. Version 1 of the protocol is frozen: cases can be added, and a change
of one that there is raises the version, or is an erratum (chapter 18 of the standard).
"""
