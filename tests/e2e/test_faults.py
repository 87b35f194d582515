"""Whatever happens between two messages of a game, it goes on to the very record that it would have had anyway."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from mandala_protocol.record import verification
from tests.e2e.faults import Fault, Rig, copy_homes, make_homes
from tests.limits import SECONDS

SOAK_SECONDS = 3600


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """Two homes, and the record of the game that is played in them when nothing happens."""
    homes = make_homes(tmp_path_factory.mktemp("homes"))

    async def play() -> bytes:
        with trio.fail_after(SECONDS):
            return await Rig(copy_homes(homes, tmp_path_factory.mktemp("game") / "undisturbed")).play()

    return homes, trio.run(play)


def sample(count: int, start: int) -> set[int]:
    """Two entries, others each time: one of the first and one of the last, or of the opening and in the middle."""
    return {start, count - 1 - start} if start % 2 == 0 else {5 + start, count // 2 + start}


async def test_a_game_that_is_cut_in_every_way_goes_on_to_the_same_record(
    undisturbed: tuple[Path, bytes], tmp_path: Path
) -> None:
    homes, expected = undisturbed
    count = len(verification.read_messages(expected))
    chosen = {entry: fault for start, fault in enumerate(Fault) for entry in sample(count, start)}
    assert len(chosen) == 2 * len(Fault)
    rig = Rig(copy_homes(homes, tmp_path / "homes"), chosen.get, impatient=True)
    with trio.fail_after(SECONDS):
        assert await rig.play() == expected
    assert {cut.entry: fault for cut, fault in rig.cuts.items()} == chosen


@pytest.mark.soak
@pytest.mark.parametrize("fault", Fault, ids=lambda fault: fault.value)
async def test_every_boundary_of_a_whole_game_on_both_sides(
    fault: Fault, undisturbed: tuple[Path, bytes], tmp_path: Path
) -> None:
    homes, expected = undisturbed
    entries = len(verification.read_messages(expected))
    rig = Rig(copy_homes(homes, tmp_path / "homes"), lambda _: fault, fault is Fault.SILENCE)
    with trio.fail_after(SOAK_SECONDS):
        assert await rig.play() == expected
    for side in ("host", "guest"):
        assert {cut.entry for cut in rig.cuts if cut.side == side} == set(range(entries))
    print(f"\n{fault.value}: {len(rig.cuts)} cuts in a game of {entries} entries, the same record each time")
