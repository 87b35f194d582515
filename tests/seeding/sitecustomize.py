"""The first code in each program that a test starts: ``tests/surroundings.py`` puts this folder on its path."""

from absence_clock import replace_clock
from seeded_secrets import of_this_program, replace_secrets

replace_secrets(of_this_program())
replace_clock()
