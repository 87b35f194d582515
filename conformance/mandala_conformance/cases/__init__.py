"""The cases of the tester, a module for each chapter of the standard and for what goes across them.

Each module makes a ``CaseBook``; ``catalogue`` beside this folder joins them.
"""
