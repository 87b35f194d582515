"""Nim, as the client needs a game."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import Final

from mandala_client.games.bot_texts import BotTexts
from mandala_client.text.book import BookFolder
from mandala_protocol.games.game import Game
from tests.nim.records import NimRecords
from tests.nim.rules import NIM, NimState, Take
from tests.nim.table import NimTable
from tests.nim.words import NimWords


class NimUI:
    """The parts are documented at ``GameUI``."""

    rules: Game[NimState, Take] = NIM
    title = NIM.title
    bots = MappingProxyType({"perfect": BotTexts("Perfect bot", "the perfect bot, which makes no mistake")})
    words = NimWords()
    table = NimTable()
    records = NimRecords()
    lesson = None
    books: BookFolder = BookFolder(Path(__file__).parent / "books", letters="", points="N[1-5]")


NIM_UI: Final = NimUI()
