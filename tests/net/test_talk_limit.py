"""The limit on announced absences: a connection that comes and goes fills no log."""

from __future__ import annotations

from trio.testing import MockClock

from mandala_net.match.talk_limit import MOST_ABSENCES_A_MINUTE, AbsenceLimit

LOST, LEFT = "The connection was lost.", "left"


async def test_the_first_absences_of_a_minute_are_told_aloud_and_so_is_the_end_of_each(
    autojump_clock: MockClock,
) -> None:
    limit = AbsenceLimit()
    for told in [True] * MOST_ABSENCES_A_MINUTE + [False] * 100:
        assert [limit.allows(LOST) for _ in range(3)] == [told] * 3
        assert limit.ends() is told


async def test_after_a_minute_there_is_room_again(mock_clock: MockClock) -> None:
    limit = AbsenceLimit()
    for _ in range(MOST_ABSENCES_A_MINUTE):
        limit.allows(LOST)
        limit.ends()
    mock_clock.jump(59)
    assert not limit.allows(LOST)
    mock_clock.jump(1)
    assert limit.allows(LOST), "an absence that lasts is told then"
    assert limit.ends()


async def test_another_reason_is_another_thing_to_tell(mock_clock: MockClock) -> None:
    limit = AbsenceLimit()
    reasons = [LOST, LEFT] * MOST_ABSENCES_A_MINUTE
    assert sum(map(limit.allows, reasons)) == MOST_ABSENCES_A_MINUTE


async def test_what_was_told_aloud_stays_so_while_it_lasts(mock_clock: MockClock) -> None:
    limit = AbsenceLimit()
    for _ in range(MOST_ABSENCES_A_MINUTE - 1):
        limit.allows(LOST)
        limit.ends()
    for _ in range(600):
        mock_clock.jump(1)
        assert limit.allows(LOST)
