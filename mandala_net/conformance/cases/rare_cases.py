"""Whole test games through rare phases. The implementation under test joins, and takes test games.

The tester knows the whole game before it begins, and so every move that the implementation must make.
"""

from __future__ import annotations

from typing import Any

import trio

from mandala_net.conformance.case import CaseBook, Extent
from mandala_net.conformance.case_stage import Stage
from mandala_net.conformance.findings import NotTried, Unmet
from mandala_net.conformance.probe_game import ProbeGame
from mandala_net.conformance.probe_line import told
from mandala_net.conformance.puppet import Puppet
from mandala_net.conformance.rare_games import RARE_GAMES, RareGame, played_out
from mandala_net.link.handshake import Role
from mandala_protocol.wire.messages import EntryMessage, Error, First, Move

RARE = CaseBook()


async def play_rare_game(stage: Stage, rare: RareGame) -> None:
    """Play a test game to its end, and compare each move with what it must be."""
    _, moves = await trio.to_thread.run_sync(played_out, rare)
    stage.note(f"the test game “{rare.name}”, in which the tester makes its moves by “{rare.policy.value}”")
    stage.note_expectation(f"{len(moves)} moves that follow from the name, and the same result")
    choose = rare.policy.chooser(rare.name)

    def chosen(puppet: Puppet, legal: tuple[Any, ...]) -> Any:
        return choose(puppet.table.rules, legal)

    game = await stage.begin(first=First.HOST, choose=chosen, game=rare.name)
    await _propose(stage, game)
    while not game.puppet.over:
        if game.puppet.is_to_speak:
            entry = await game.say_next()
        else:
            entry = await game.hear_entry()
        made = game.puppet.table.moves_made
        if isinstance(entry.body, Move) and entry.body.move != moves[made - 1]:
            raise Unmet(f"the move {moves[made - 1]} as move {made}", entry.body.move)
    result = game.puppet.table.result
    stage.got = f"{len(moves)} moves and the end {'' if result is None else result.reason}"


async def _propose(stage: Stage, game: ProbeGame) -> None:
    await game.say_next()
    heard = await game.line.next()
    if isinstance(heard, Error) and heard.requirement == "OR4":
        raise NotTried("the implementation takes no test games; ours does with --test-games")
    if not isinstance(heard, EntryMessage):
        raise Unmet(stage.expected, told(heard))
    game.puppet.hear(heard)


def _add(game: str, shows: list[str], rare: RareGame) -> None:
    requirement = "PL11" if game == "mandala" else "PL15"
    drawn = "TG5" if game == "mandala" else "TG3"

    @RARE.case(
        f"{requirement}/{rare.name}-{rare.policy.value}",
        f"A test game: {', '.join(shows)}",
        roles=(Role.HOST,),
        games=(game,),
        also=("TG1", drawn, "TG7"),
        extent=Extent.QUICK if "three turns" in shows else Extent.STANDARD,
    )
    async def play(stage: Stage) -> None:
        await play_rare_game(stage, rare)


for _game, _rows in RARE_GAMES.items():
    for _rare in dict.fromkeys(_rows.values()):
        _add(_game, [what for what, one in _rows.items() if one == _rare], _rare)
