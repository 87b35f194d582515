"""The conformance tester: plays against another implementation, follows the standard or breaks it, and says what came.

A case is a function that gets a ``Stage``. Nothing outside this package imports it, but for its command.
"""
