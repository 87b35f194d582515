"""Defects of the end of a game: ends, wishes, keys and results that are taken."""

from __future__ import annotations

from functools import partial
from typing import Any

from attrs import evolve

from mandala_protocol.conversation import offers
from mandala_protocol.conversation.offers import Offers
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.record import referee
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.transcript import Entry
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import RESIGN, Adjourn, Body, Key, Offer, ResultBody
from tests.conformance.defects.defect import DefectBook, nothing, replace

END = DefectBook()


@END.defect("ends-without-consent", "Takes an end to which it did not agree", case="EN3/agreed-alone", seen="entry")
def ends_without_consent() -> None:
    take_end = Referee._take_end

    def take_alone(self: Referee, body: Any, speaker: Any, entry: Any) -> None:
        try:
            take_end(self, body, speaker, entry)
        except RemoteProtocolError:
            replace(referee, "require_offer", nothing)
            take_end(self, evolve(body, statement=bytes(64)), speaker, entry)

    replace(Referee, "_take_end", take_alone)


END.in_the_other_role("ends-without-consent", seen="nothing within")


@END.defect("asks-for-no-statement", "Checks no statement of an end", case="EN2/agreed-false", seen="key")
def asks_for_no_statement() -> None:
    replace(referee, "require_offer", nothing)


END.in_the_other_role("asks-for-no-statement", seen="nothing within")


@END.defect("takes-ends-of-any-turn", "Takes an end of another turn", case="EN1/later-turn", seen="key")
def takes_ends_of_any_turn() -> None:
    replace(referee, "require_turn", nothing)


END.in_the_other_role("takes-ends-of-any-turn", seen="nothing within")


@END.defect("takes-any-wish", "Checks no signature of a wish", case="EN6/changed-bit", seen="nothing within")
def takes_any_wish() -> None:
    replace(offers, "verify", lambda *_: True)


END.in_the_other_role("takes-any-wish", game="mandala")


@END.defect("hears-no-resignation", "Ignores resignations", case="EN9/resigned-by-wish", seen="share", game="mandala")
def hears_no_resignation() -> None:
    hear = Offers.hear

    def hear_others(self: Offers, offer: Offer) -> Any:
        return None if offer.wish == RESIGN else hear(self, offer)

    replace(Offers, "hear", hear_others)


@END.defect("takes-any-key", "Checks no key at the end", case="EN4/another-key", seen="entry", command="join")
def takes_any_key() -> None:
    replace(referee, "check_secret", nothing)


END.in_the_other_role("takes-any-key")


@END.defect("takes-early-keys", "Takes a key at any time", case="EN10/key-in-play", seen='requirement="EN4"')
def takes_early_keys() -> None:
    require_due = Referee._require_due

    def require_due_or_key(self: Referee, entry: Entry, speaker: Seat) -> Any:
        return self.due if isinstance(entry.body, Key) else require_due(self, entry, speaker)

    replace(Referee, "_require_due", require_due_or_key)


END.in_the_other_role("takes-early-keys")


@END.defect(
    "adjourns-at-any-time",
    "Takes an adjournment in the opening for one that is possible",
    case="EN7/adjourn-in-opening",
    seen='requirement="EN2"',
)
def adjourns_at_any_time() -> None:
    may_interrupt = Referee._may_interrupt

    def may_always_adjourn(self: Referee, body: Body) -> bool:
        return isinstance(body, Adjourn) or may_interrupt(self, body)

    replace(Referee, "_may_interrupt", may_always_adjourn)


END.in_the_other_role("adjourns-at-any-time", case="EN7/adjourn-at-key")


@END.defect("signs-any-result", "Computes no result", case="EN5/other-winner", seen="entry", command="join")
def signs_any_result() -> None:
    replace(Referee, "_take_result", nothing)


END.in_the_other_role("signs-any-result", seen="pong|bye")


def compare_results_without(field: str) -> None:
    """Compare all of a result but this field."""
    take_result = Referee._take_result

    def take_with_ours(self: Referee, body: ResultBody, entry: Entry) -> None:
        ours: dict[str, Any] = {field: getattr(self.result_body(), field)}
        take_result(self, evolve(body, **ours), entry)

    replace(Referee, "_take_result", take_with_ours)


for _field, _case, _command in (
    ("scores", "EN5/points", "join"),
    ("winner", "EN5/draw", "host"),
    ("reason", "EN5/reason", "join"),
    ("digest", "EN5/digest", "host"),
):
    END.defect(
        f"compares-results-without-{_field}",
        f"Compares all of a result but the field {_field}",
        case=_case,
        seen="entry" if _command == "join" else "pong|bye",
        command=_command,
    )(partial(compare_results_without, _field))
    END.in_the_other_role(f"compares-results-without-{_field}", seen="pong|bye" if _command == "join" else "entry")


END.in_the_other_role("hears-no-resignation", seen="shuffle")
