"""Targets of the fuzzer: code that takes bytes from outside, and the law that must hold for any bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import frozen


class Escape(Exception):
    """A law was broken; the text says how. Any other exception that leaves a target is an escape as well."""


def require(holds: bool, otherwise: str) -> None:
    """Raise ``Escape``, saying what is the case ``otherwise``, if something that must hold does not."""
    if not holds:
        raise Escape(otherwise)


def no_seeds() -> Mapping[str, bytes]:
    """Return no inputs: there are none to begin with."""
    return {}


def no_sweep() -> Sequence[bytes]:
    """Return no inputs: nothing is gone through in order."""
    return ()


@frozen
class Target:
    """One thing to be fuzzed.

    ``law`` is one sentence: what holds whatever the input. ``run`` takes an input and raises ``Escape``, or anything
    else, where it is not valid. ``seeds`` are interesting inputs by name. ``sweep`` are inputs that are to be gone
    through one by one, in order, beside whatever chance brings. ``longest`` is in bytes. ``share`` is its part of the
    time, and ``quick`` its part of the short form, in inputs.
    """

    name: str
    law: str
    run: Callable[[bytes], None]
    seeds: Callable[[], Mapping[str, bytes]] = no_seeds
    sweep: Callable[[], Sequence[bytes]] = no_sweep
    longest: int = 4096
    share: float = 1
    quick: int = 20
