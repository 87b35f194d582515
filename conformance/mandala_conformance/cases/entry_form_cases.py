"""Cases of chapter 4: the form of an entry."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from attrs import frozen

from mandala_conformance.case import ANY_GAME, CaseBook, Extent
from mandala_conformance.case_stage import Stage
from mandala_conformance.cheating import items_of, refused_without_place, signed_payload
from mandala_conformance.expectations import Refusal
from mandala_conformance.puppet import at
from mandala_protocol.errors import Code
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import Commit

ENTRY_FORM = CaseBook()

MALFORMED: Final = partial(Refusal, Code.MALFORMED)

Items = list[object]


# The form of a payload (TR1 to TR4, and MS3 to MS6, which hold for payloads too).


@frozen
class FormChange:
    """A change of the payload of a commitment.

    ``change`` makes it from its four items; ``keeps_place``: number and previous head can still be read (TR12).
    """

    name: str
    text: str
    change: Callable[[Items], bytes]
    refusal: Refusal
    keeps_place: bool = True
    extent: Extent = Extent.STANDARD


def _packed(change: Callable[[Items], object]) -> Callable[[Items], bytes]:
    return lambda items: codec.pack(change(items))


def _with_number(number: object) -> Callable[[Items], bytes]:
    return _packed(lambda items: [number, *items[1:]])


def _with_previous(previous: object) -> Callable[[Items], bytes]:
    return _packed(lambda items: [items[0], previous, *items[2:]])


def _with_kind(kind: object) -> Callable[[Items], bytes]:
    return _packed(lambda items: [*items[:2], kind, items[3]])


def _with_body(body: object) -> Callable[[Items], bytes]:
    return _packed(lambda items: [*items[:3], body])


def _number_in_two_bytes(items: Items) -> bytes:
    packed = codec.pack(items)
    return packed[:1] + b"\xcc" + packed[1:]


def _field_twice(items: Items) -> bytes:
    field = codec.pack("commitment") + codec.pack(bytes(64))
    return codec.pack([*items[:3], 0])[:-1] + b"\x82" + field + field


UNKNOWN_KIND: Final = Refusal(Code.UNKNOWN_MESSAGE, "TR4")

FORMS: Final = (
    FormChange("TR1/no-array", "a map", _packed(lambda _: {"number": 2}), MALFORMED("TR1"), keeps_place=False),
    FormChange("TR1/nil", "nil", _packed(lambda _: None), MALFORMED("TR1"), keeps_place=False, extent=Extent.ALL),
    FormChange("TR1/no-items", "an array of nothing", _packed(lambda _: []), MALFORMED("TR1"), keeps_place=False),
    FormChange("TR1/three-items", "an array of three items", _packed(lambda items: items[:3]), MALFORMED("TR1")),
    FormChange("TR1/five-items", "an array of five items", _packed(lambda items: [*items, 0]), MALFORMED("TR1")),
    FormChange("TR2/negative", "the number −1", _with_number(-1), MALFORMED("TR2"), keeps_place=False),
    FormChange("TR2/too-large", "the number 10,000", _with_number(10_000), MALFORMED("TR2"), keeps_place=False),
    FormChange("TR2/text", "a number in text", _with_number("2"), MALFORMED("TR2"), keeps_place=False),
    FormChange("TR2/truth-value", "true for a number", _with_number(True), MALFORMED("TR2"), keeps_place=False),
    FormChange(
        "TR2/nil", "nil for a number", _with_number(None), MALFORMED("TR2"), keeps_place=False, extent=Extent.ALL
    ),
    FormChange(
        "TR3/short", "a previous head of 31 bytes", _with_previous(bytes(31)), MALFORMED("TR3"), keeps_place=False
    ),
    FormChange(
        "TR3/long", "a previous head of 33 bytes", _with_previous(bytes(33)), MALFORMED("TR3"), keeps_place=False
    ),
    FormChange("TR3/text", "a previous head in text", _with_previous("0" * 32), MALFORMED("TR3"), keeps_place=False),
    FormChange("TR4/even", "an entry of kind 12", _with_kind(12), UNKNOWN_KIND),
    FormChange("TR4/odd", "an entry of kind 13", _with_kind(13), UNKNOWN_KIND, extent=Extent.QUICK),
    FormChange("TR4/negative", "an entry of kind −1", _with_kind(-1), UNKNOWN_KIND, extent=Extent.ALL),
    FormChange("TR4/text", "a kind in text", _with_kind("2"), UNKNOWN_KIND),
    FormChange("TR4/truth-value", "true for a kind", _with_kind(True), UNKNOWN_KIND, extent=Extent.ALL),
    FormChange(
        "MS3/entry-byte-after", "a byte after the payload", lambda items: codec.pack(items) + b"\0", MALFORMED("MS3")
    ),
    FormChange(
        "MS3/entry-cut", "a payload without its last byte", lambda items: codec.pack(items)[:-1], MALFORMED("MS3")
    ),
    FormChange("MS3/entry-field-twice", "a body with a field twice", _field_twice, MALFORMED("MS3")),
    FormChange("MS4/entry-number", "a number in two bytes", _number_in_two_bytes, MALFORMED("MS4")),
    FormChange("MS6/entry-no-map", "a body that is an array", _with_body([bytes(64)]), MALFORMED("MS6")),
    FormChange("MS5/entry-no-field", "a body without its field", _with_body({}), MALFORMED("MS5")),
    FormChange(
        "MS5/entry-more-fields",
        "a body with a field more",
        _with_body({"commitment": bytes(64), "more": 0}),
        MALFORMED("MS5"),
    ),
    FormChange("MS6/entry-text", "a commitment in text", _with_body({"commitment": "0" * 64}), MALFORMED("MS6")),
    FormChange("MS6/entry-short", "a commitment of 63 bytes", _with_body({"commitment": bytes(63)}), MALFORMED("MS6")),
    FormChange("MS6/entry-long", "a commitment of 65 bytes", _with_body({"commitment": bytes(65)}), MALFORMED("MS6")),
)


async def _change_form(stage: Stage, form: FormChange) -> None:
    game = await stage.play_to(at(Commit))
    payload = form.change(items_of(game, await game.next_body()))
    wrong = signed_payload(payload, stage.identity)
    if form.keeps_place:
        await stage.cheat(game, wrong, f"commit with {form.text}", form.refusal)
    else:
        await refused_without_place(stage, game, wrong, f"commit with {form.text}", form.refusal)


for _form in FORMS:
    ENTRY_FORM.case(
        _form.name,
        f"The payload of an entry: {_form.text}",
        also=("TR9",),
        games=ANY_GAME,
        extent=_form.extent,
    )(partial(_change_form, form=_form))
