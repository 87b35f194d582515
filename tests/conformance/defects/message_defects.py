"""Defects of messages: their form, their bounds, which may come when, and how many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import trio
from attrs import evolve

from mandala_conformance.findings import CaseVerdict
from mandala_net.link.secure_link import SecureLink
from mandala_net.match import host, reconnect
from mandala_net.match.session_runner import SessionRunner
from mandala_protocol.conversation import events, greeting, session
from mandala_protocol.conversation.connection import ConnectionMachine
from mandala_protocol.conversation.greeting import Greeting
from mandala_protocol.conversation.session import Session
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.names import clean_line
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire import codec, messages
from mandala_protocol.wire.messages import Bye, Chat, Hello, Message, Ping
from mandala_protocol.wire.rate_limit import Allowance
from tests.conformance.defects.defect import DefectBook, nothing, replace

MESSAGES = DefectBook()


# The form.


@MESSAGES.defect("takes-long-messages", "Takes messages of any length", case="MS1/too-long", seen="nothing within")
def takes_long_messages() -> None:
    replace(messages, "MAX_MESSAGE_BYTES", 65_535)


@MESSAGES.defect("takes-keys-twice", "Takes a map that has a key twice", case="MS3/key-twice", seen="nothing within")
def takes_keys_twice() -> None:
    replace(codec, "_map_without_duplicates", dict)


@MESSAGES.defect("takes-deep-values", "Takes arrays of any depth", case="MS3/too-deep", seen="nothing within")
def takes_deep_values() -> None:
    replace(codec, "MAX_DEPTH", 100)


@MESSAGES.defect("takes-any-encoding", "Takes any encoding of a value", case="MS4/long-map", seen="nothing within")
def takes_any_encoding() -> None:
    replace(codec, "require_one_encoding", nothing)


@MESSAGES.defect(
    "takes-more-fields", "Ignores fields that it does not know", case="MS5/unknown-field", seen="nothing within"
)
def takes_more_fields() -> None:
    structure = codec.structure

    def structure_known(fields: Any, kind: type[Any], evidence: bytes) -> Any:
        known = {field.name for field in attrs.fields(kind)}
        chosen = (
            {name: value for name, value in fields.items() if name in known} if isinstance(fields, dict) else fields
        )
        return structure(chosen, kind, evidence)

    replace(codec, "structure", structure_known)
    replace(codec, "require_one_encoding", nothing)


@MESSAGES.defect(
    "has-no-bounds", "Checks no bounds of fields", case="MS6/long-chat", seen="nothing within", command="join"
)
def has_no_bounds() -> None:
    attrs.validators.set_disabled(True)


@MESSAGES.defect(
    "takes-longer-arrays", "Takes no notice of what follows the body", case="MS2/three-items", seen="nothing within"
)
def takes_longer_arrays() -> None:
    decode = messages.decode

    def decode_two_items(packed: bytes) -> Any:
        items = codec.unpack(packed)
        return decode(codec.pack(items[:2]) if isinstance(items, list) else packed)

    replace(messages, "decode", decode_two_items)


@MESSAGES.defect("passes-even-kinds", "Ignores unknown even kinds", case="MS7/kind-14", seen="nothing within")
def passes_even_kinds() -> None:
    decode = messages.decode

    def decode_or_pass(packed: bytes) -> Any:
        try:
            return decode(packed)
        except RemoteProtocolError as error:
            if error.requirement == "MS7":
                return None
            raise

    replace(messages, "decode", decode_or_pass)


@MESSAGES.defect(
    "fails-at-odd-kinds", "Fails at unknown odd kinds", case="MS11/odd-kind-map", seen='code=4 requirement="MS7"'
)
def fails_at_odd_kinds() -> None:
    decode = messages.decode

    def decode_all(packed: bytes) -> Any:
        message = decode(packed)
        if message is None:
            raise RemoteProtocolError(Code.UNKNOWN_MESSAGE, "MS7", Sentence("unknown message kind"))
        return message

    replace(messages, "decode", decode_all)


@MESSAGES.defect(
    "reads-odd-kinds", "Knows only maps in unknown kinds", case="MS11/odd-kind-nil", seen='code=2 requirement="MS6"'
)
def reads_odd_kinds() -> None:
    decode = messages.decode

    def decode_maps(packed: bytes) -> Any:
        message = decode(packed)
        if message is None and not isinstance(codec.unpack(packed)[1], dict):  # type: ignore[index]
            raise RemoteProtocolError(Code.MALFORMED, "MS6", Sentence("a map is expected"))
        return message

    replace(messages, "decode", decode_maps)


# What may come when.


@MESSAGES.defect(
    "waits-for-hello",
    "Says hello after the other",
    case="MS12/hello-unasked",
    seen="the connection closed|nothing within",
)
def waits_for_hello() -> None:
    send, receive = SecureLink.send, SecureLink.receive
    waiting: dict[SecureLink, bytes] = {}
    heard: set[SecureLink] = set()

    async def send_later(self: SecureLink, data: bytes) -> None:
        if self in heard:
            await send(self, data)
        else:
            waiting[self] = data

    async def receive_first(self: SecureLink) -> bytes:
        data = await receive(self)
        heard.add(self)
        await send(self, waiting.pop(self, b""))
        return data

    replace(SecureLink, "send", send_later)
    replace(SecureLink, "receive", receive_first)


@MESSAGES.defect(
    "hears-before-hello", "Takes messages before hello", case="MS8/ping-before-hello", seen="nothing within"
)
def hears_before_hello() -> None:
    replace(greeting, "UnknownMessage", (messages.UnknownMessage, Ping))  # so it is passed over


@MESSAGES.defect("hears-hello-again", "Ignores a second hello", case="MS8/second-hello", seen="nothing within")
def hears_hello_again() -> None:
    takes = ConnectionMachine.takes

    def takes_no_hello(self: ConnectionMachine, kind: type[Message]) -> bool:
        return kind is not Hello and takes(self, kind)

    replace(ConnectionMachine, "takes", takes_no_hello)


@MESSAGES.defect(
    "plays-any-version", "Takes a hello of any version", case="MS10/version-2", seen="nothing within", command="join"
)
def plays_any_version() -> None:
    decode = messages.decode

    def decode_as_ours(packed: bytes) -> Any:
        message = decode(packed)
        return attrs.evolve(message, version=1) if isinstance(message, Hello) else message

    replace(messages, "decode", decode_as_ours)


@MESSAGES.defect("hears-after-bye", "Goes on after a bye", case="MS9/after-bye", seen="pong")
def hears_after_bye() -> None:
    hear = Session._hear_link_message

    def hear_no_bye(self: Session, message: Any) -> Any:
        return events.PassedOver() if isinstance(message, Bye) else hear(self, message)

    replace(Session, "_hear_link_message", hear_no_bye)


@MESSAGES.defect(
    "hangs-up-on-others", "Turns others away without a word", case="MS14/second-guest", seen="the connection closed"
)
def hangs_up_on_others() -> None:
    async def say_nothing(*_: Any) -> None:
        await trio.lowlevel.checkpoint()

    replace(host, "turn_away", say_nothing)
    for module in (host, reconnect):
        replace(module, "answer", say_nothing)


@MESSAGES.defect(
    "shows-raw-chat", "Fails at control characters in chat", case="MS17/chat-at-any-time", seen="the connection closed"
)
def shows_raw_chat() -> None:

    def clean_ascii(text: str) -> str:
        text.encode("ascii")
        return clean_line(text)

    replace(session, "clean_line", clean_ascii)


# Errors.


@MESSAGES.defect(
    "closes-without-a-word",
    "Closes without an error",
    case="PL1/no-move",
    seen="the connection closed without an error",
    verdict=CaseVerdict.NON_STRICT,
)
def closes_without_a_word() -> None:
    replace(Session, "complaint", lambda _: b"")


@MESSAGES.defect(
    "names-another-requirement",
    "Says another requirement",
    case="PL1/no-move",
    seen='requirement="CV3"',
    command="join",
    verdict=CaseVerdict.NON_STRICT,
)
def names_another_requirement() -> None:
    replace(
        greeting,
        "complaint",
        lambda error: messages.encode(messages.Error(int(error.code), "CV3", "something is wrong")),
    )


@MESSAGES.defect(
    "says-another-code", "Says one code for all errors", case="PL6/other-digest", seen='code=2 requirement="PL6"'
)
def says_another_code() -> None:
    replace(
        greeting,
        "complaint",
        lambda error: messages.encode(messages.Error(int(Code.MALFORMED), error.requirement, str(error.detail))),
    )


@MESSAGES.defect("stays-after-an-error", "Stays after an error", case="PL6/other-digest", seen="then nothing within")
def stays_after_an_error() -> None:
    object_to = SessionRunner._object

    async def object_and_stay(self: SessionRunner, error: Any) -> None:
        await self._link.send(self._session.complaint())
        with trio.CancelScope(shield=True):
            await trio.sleep(12)
        await object_to(self, error)

    replace(SessionRunner, "_object", object_and_stay)


# How much.


@MESSAGES.defect("bears-any-flood", "Limits no messages", case="MS19/ping-flood", seen="nothing within")
def bears_any_flood() -> None:
    replace(Allowance, "require", nothing)


MESSAGES.in_the_other_role("bears-any-flood")


@MESSAGES.defect("limits-too-early", "Limits players as strangers", case="MS19/player-burst", seen='requirement="MS19"')
def limits_too_early() -> None:
    replace(Allowance, "widen", nothing)


@MESSAGES.defect(
    "chats-on-and-on", "Sends much chat behind each entry", case="MS18/whole-game", seen="more than that in"
)
def chats_on_and_on() -> None:
    send = SessionRunner._send
    chat = messages.encode(Chat("x" * 500)) * 50

    async def send_and_chat(self: SessionRunner, data: bytes, *, weighs: bool) -> None:
        await send(self, data + (chat if data.startswith(b"\x92\x02", messages.LENGTH_BYTES) else b""), weighs=weighs)

    replace(SessionRunner, "_send", send_and_chat)


# Hello.


@MESSAGES.defect("says-hello-twice", "Sends its hello twice", case="LK13/pong", seen="a second hello", game="mandala")
def says_hello_twice() -> None:
    hello = Greeting.hello

    def twice(self: Greeting) -> bytes:
        return hello(self) * 2

    replace(Greeting, "hello", twice)


@MESSAGES.defect(
    "writes-lengths-little-endian",
    "Has the bytes of a message's length in the other order",
    case="LK13/pong",
    seen="after the length",
    command="join",
)
def writes_lengths_little_endian() -> None:
    encode = messages.encode

    def turned(message: Message) -> bytes:
        data = encode(message)
        return data[1::-1] + data[messages.LENGTH_BYTES :]

    replace(messages, "encode", turned)


MESSAGES.in_the_other_role("writes-lengths-little-endian")


@MESSAGES.defect("says-version-2", "Says hello with version 2", case="LK13/pong", seen="hello with version 2")
def says_version_2() -> None:
    _say_other_hello(version=2)


@MESSAGES.defect(
    "says-version-2-as-guest",
    "Says hello with version 2, and joins",
    case="LK13/pong",
    seen="hello with version 2",
    command="join",
)
def says_version_2_as_guest() -> None:
    _say_other_hello(version=2)


@MESSAGES.defect(
    "chats-before-hello", "Sends a line of chat before its hello", case="LK13/pong", seen="chat .*, before hello"
)
def chats_before_hello() -> None:
    hello = Greeting.hello

    def after_chat(self: Greeting) -> bytes:
        return messages.encode(Chat("hi")) + hello(self)

    replace(Greeting, "hello", after_chat)


@MESSAGES.defect("says-no-game-as-nil", "Says nil for no game in hello", case="LK13/pong", seen="MS6", command="join")
def says_no_game_as_nil() -> None:
    hello = Greeting.hello

    def with_nil(self: Greeting) -> bytes:
        whole: Any = codec.unpack(hello(self)[2:])
        packed = codec.pack([whole[0], {**whole[1], "game": None}])
        return len(packed).to_bytes(2, "big") + packed

    replace(Greeting, "hello", with_nil)


@MESSAGES.defect(
    "says-another-name-in-hello",
    "Says another name in hello than in its proposal",
    case="MS9/after-bye",
    seen="OR7: it names",
)
def says_another_name_in_hello() -> None:
    _say_other_hello(name="Somebody")


def _say_other_hello(**changes: Any) -> None:
    """Let the program say these things in hello."""
    begin: Callable[..., None] = Greeting.__init__

    def begin_otherwise(self: Greeting, *given: Any, **named: Any) -> None:
        begin(self, *given, **named)
        self._hello = evolve(self._hello, **changes)

    replace(Greeting, "__init__", begin_otherwise)


# Texts.


@MESSAGES.defect(
    "counts-utf-16-units",
    "Counts the length of a text in UTF-16 units",
    case="MS17/chat-at-any-time",
    seen="error|closed",
)
def counts_utf_16_units() -> None:
    begin: Callable[..., None] = Chat.__init__

    def begin_if_short(self: Chat, text: str) -> None:
        begin(self, text)
        if len(text.encode("utf-16-le")) > 2 * messages.MAX_CHAT:
            raise ValueError("too long")

    replace(Chat, "__init__", begin_if_short)


@MESSAGES.defect(
    "drops-a-byte-order-mark",
    "Drops a byte order mark at the beginning of a text, so that its encoding is another one",
    case="MS17/chat-at-any-time",
    seen="error|closed",
)
def drops_a_byte_order_mark() -> None:
    begin: Callable[..., None] = Chat.__init__

    def begin_without_mark(self: Chat, text: str) -> None:
        begin(self, text.removeprefix("\ufeff"))

    replace(Chat, "__init__", begin_without_mark)


MESSAGES.in_the_other_role(
    "takes-long-messages",
    "takes-keys-twice",
    "takes-any-encoding",
    "takes-more-fields",
    "has-no-bounds",
    "takes-longer-arrays",
    "passes-even-kinds",
    "fails-at-odd-kinds",
    "hears-before-hello",
    "hears-hello-again",
    "hears-after-bye",
    "closes-without-a-word",
    "says-another-code",
    "stays-after-an-error",
    "limits-too-early",
    "counts-utf-16-units",
    "says-another-name-in-hello",
)
