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

    make fuzz                                two minutes over all targets
    make fuzz SECONDS=3600                   an hour, split between them by their shares
    make fuzz SECONDS=600 TARGET=store       one of them; several with commas
    python -m fuzz replay TARGET FILE        run one input again, or one that is kept by its name
    python -m fuzz keep TARGET NAME FILE     keep an input in fuzz/corpus, as regression-NAME
    python -m fuzz corpus                    list all inputs that are kept, with their sizes
    python -m fuzz seeds                     make the seeds in fuzz/corpus again
    python -m fuzz laws                      say every target with its law
    python -m fuzz guided TARGET OPTIONS     let libFuzzer do something else, such as

    python -m fuzz guided store -minimize_crash=1 -max_total_time=60 FILE       make an input smaller
    python -m fuzz guided store -merge=1 NEW build/fuzz/found/store             find the fewest inputs that do as much

Each target runs in a process of its own, which may hold 200 MB. With atheris the code under test is instrumented, and
libFuzzer builds on inputs that find new ways through it (kept in build/fuzz/found); where there is no atheris, seeds
are changed by chance (``chance``). Large files are never inputs themselves: an input says how an honest one is changed
(``edits``, ``choices``).

At an input that breaks a law, lets an exception through, ends the process or does not come to an end the target stops,
and ``make fuzz`` exits with 1. The input is in build/fuzz/escapes, and its traceback in build/fuzz/TARGET.log. (By
chance, an input at which the process dies is not kept; the same ``--seed`` leads to it again.) Once it is mended, keep
the input as a regression: ``make test`` runs the whole corpus, and some changes by chance.
"""
