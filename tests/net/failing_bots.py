"""Makers of bots that fail; a process that plays deals finds them here by their names."""

from __future__ import annotations

import os

from mandala_net.bots.catalogue import make_bot
from mandala_net.bots.player import Bot

EXIT_CODE = 77


def that_ends_its_process(seed: int) -> Bot:
    """No bot: the process is gone from the third deal on."""
    if seed >= 2:
        os._exit(EXIT_CODE)
    return make_bot("patterns", "random", seed)


def that_raises(seed: int) -> Bot:
    """No bot: an error with a text."""
    raise ValueError(f"no bot for {seed}")
