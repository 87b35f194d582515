"""``make fuzz``: hostile bytes for everything that reads bytes, millions of them, and the laws that must hold for any.

Each *target* (``fuzz.target``) is one way in from outside with one law, such as "parses to a message that encodes to
the same bytes, or is refused with an error that the standard has". The modules by what they reach:

- ``parsers``: messages, entries, values, hello, points, moves, positions, addresses, names, typed lines, listings
- ``link``: the handshake and the frames after it
- ``sessions``: a whole conversation with one message changed, signed again by whoever may sign it; and going on
- ``records``: records and evidence, read and verified
- ``files``: settings, known players, identity, rules logs
- ``stores``: the store of games, and the file that takes all to another machine

How to run it::

    make fuzz                           two minutes over all targets
    make fuzz SECONDS=3600              an hour, split between them by their shares
    make fuzz SECONDS=600 TARGET=store  one of them; several with commas
    make fuzz SECONDS=60 RESET=1        count from the beginning
    python -m fuzz replay FILE          run one input again: of build/fuzz/escapes, or of the corpus
    python -m fuzz corpus               make the seeds in fuzz/corpus again
    python -m fuzz laws                 say every target with its law

Each target runs in a process of its own, which may hold 200 MB. With atheris the code under test is instrumented, and
inputs that find new ways through it are built on (kept in build/fuzz/found); where there is no atheris the same
targets run on changes by chance (``mutate``). Large files are never inputs themselves: an input says how an honest one
is changed (``edits``, ``choices``).

The counts add up in build/fuzz/counts.json. An input that breaks a law, lets an exception through, ends the process or
does not come to an end is kept as build/fuzz/escapes/TARGET-HASH with its traceback beside it, and ``make fuzz`` exits
with 1. Once it is mended it goes into fuzz/corpus/TARGET under a name that begins with ``regression-``: ``make test``
runs the whole corpus, and some changes by chance.
"""
