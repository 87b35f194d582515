"""Cases of chapter 3: hello, messages that are ignored, messages that end a connection, and how much may come."""

from __future__ import annotations

from attrs import evolve

from mandala_conformance.case import ANY_GAME, NO_GAME, CaseBook, Extent
from mandala_conformance.case_stage import Stage
from mandala_conformance.cases.message_form_cases import LATER_KIND, later_message, nested
from mandala_conformance.expectations import Refusal, expect_alive, expect_end, expect_message
from mandala_conformance.findings import Unmet
from mandala_conformance.probe_line import ProbeLine, answer_text, packed_message
from mandala_conformance.puppet import at
from mandala_net.link.handshake import Role
from mandala_net.trust.identity import Identity
from mandala_protocol.errors import Code
from mandala_protocol.wire.messages import (
    Busy,
    Bye,
    Chat,
    Commit,
    EntryMessage,
    Hello,
    Message,
    Move,
    Ping,
    encode,
)

MESSAGES = CaseBook()

# Hello.


async def _refused_at_hello(stage: Stage, data: bytes, what: str, *refusals: Refusal) -> None:
    line = await stage.open_link()
    stage.note(what)
    await line.send_raw(data)
    await stage.expect_refusal(line, *refusals, passing=(Hello, EntryMessage))


async def _refused_before_hello(stage: Stage, message: Message) -> None:
    """Say this and then hello, so that a peer which ignores it goes on, and is not taken for one that has failed."""
    data = encode(message) + encode(stage.hello())
    await _refused_at_hello(stage, data, f"{answer_text(message)}, then hello", Refusal(Code.OUT_OF_TURN, "MS8"))


@MESSAGES.case("MS8/ping-before-hello", "A ping before hello", games=NO_GAME, extent=Extent.QUICK)
async def ping_before_hello(stage: Stage) -> None:
    await _refused_before_hello(stage, Ping())


@MESSAGES.case("MS8/chat-before-hello", "A chat before hello", games=NO_GAME)
async def chat_before_hello(stage: Stage) -> None:
    await _refused_before_hello(stage, Chat("hi"))


@MESSAGES.case("MS8/second-hello", "A second hello", games=NO_GAME, extent=Extent.QUICK)
async def second_hello(stage: Stage) -> None:
    line = await stage.greet()
    stage.note("hello once more")
    await line.send(stage.hello())
    await stage.expect_refusal(line, Refusal(Code.OUT_OF_TURN, "MS8"), passing=(EntryMessage,))


@MESSAGES.case("MS10/version-2", "A hello of version 2", games=NO_GAME, extent=Extent.QUICK)
async def version_2(stage: Stage) -> None:
    data = encode(evolve(stage.hello(), version=2))
    await _refused_at_hello(stage, data, "hello of version 2", Refusal(Code.VERSION, "MS10"))


@MESSAGES.case("MS10/version-0", "A hello of version 0", games=NO_GAME)
async def version_0(stage: Stage) -> None:
    data = encode(evolve(stage.hello(), version=0))
    await _refused_at_hello(stage, data, "hello of version 0", Refusal(Code.VERSION, "MS10"))


@MESSAGES.case("MS6/version-true", "A hello whose version is a truth value", games=NO_GAME)
async def version_true(stage: Stage) -> None:
    fields = {"version": True, "software": "tester", "name": stage.name, "game": b"", "seat": None}
    await _refused_at_hello(stage, packed_message(0, fields), "hello of version true", Refusal(Code.MALFORMED, "MS6"))


@MESSAGES.case("MS6/short-game", "A hello about a game of 31 bytes", games=NO_GAME)
async def short_game(stage: Stage) -> None:
    fields = {"version": 1, "software": "tester", "name": stage.name, "game": bytes(31), "seat": 1}
    await _refused_at_hello(stage, packed_message(0, fields), "a game of 31 bytes", Refusal(Code.MALFORMED, "MS6"))


@MESSAGES.case("MS6/seat-2", "A hello at seat 2", games=NO_GAME)
async def seat_2(stage: Stage) -> None:
    fields = {"version": 1, "software": "tester", "name": stage.name, "game": bytes(32), "seat": 2}
    await _refused_at_hello(stage, packed_message(0, fields), "seat 2", Refusal(Code.MALFORMED, "MS6"))


@MESSAGES.case("MS12/hello-unasked", "Hello comes without waiting for ours", games=NO_GAME, extent=Extent.QUICK)
async def hello_unasked(stage: Stage) -> None:
    line = await stage.open_link()
    stage.note("nothing after the handshake")
    stage.note_expectation("hello")
    stage.got = answer_text(await expect_message(line, Hello))


# What is ignored, and what ends a connection.


async def _ignored(stage: Stage, line: ProbeLine, data: bytes, what: str) -> None:
    stage.note(what)
    stage.note_expectation("the message ignored: a pong, and no error")
    await line.send_raw(data)
    stage.got = await expect_alive(line)


@MESSAGES.case("MS11/odd-kind-before-hello", "A message of a later kind before hello", games=NO_GAME)
async def odd_kind_before_hello(stage: Stage) -> None:
    line = await stage.open_link()
    await line.send_raw(packed_message(LATER_KIND, {"later": [1, None, b"x"]}))
    await line.send(stage.hello())
    stage.note("a message of kind 201, then hello")
    stage.note_expectation("hello, and no error")
    stage.got = answer_text(await expect_message(line, Hello))
    heard = await line.next(1)
    if not isinstance(heard, EntryMessage | None):
        raise Unmet(stage.expected, answer_text(heard))


_IGNORED: list[tuple[str, str, bytes]] = [
    ("MS11/odd-kind-map", "A message of a later kind with a map", packed_message(LATER_KIND, {"later": 1})),
    ("MS11/odd-kind-nil", "A message of a later kind with nil", packed_message(LATER_KIND, None)),
    ("MS11/odd-kind-float", "A message of a later kind with a float", later_message(b"\xca\x3f\x80\x00\x00")),
    ("MS11/odd-kind-long-form", "A message of a later kind in a long form", later_message(b"\xd1\x00\x01")),
    ("MS11/kind-65535", "A message of kind 65,535", packed_message(65_535, {})),
    ("MS11/eight-deep", "A message of a later kind, eight deep", packed_message(LATER_KIND, nested(7))),
    ("MS11/large", "A message of a later kind with 2,900 bytes", packed_message(LATER_KIND, bytes(2_900))),
]


def _add_ignored(name: str, title: str, data: bytes) -> None:
    @MESSAGES.case(name, title, games=ANY_GAME, extent=Extent.QUICK if "map" in name else Extent.STANDARD)
    async def ignored(stage: Stage) -> None:
        game = await stage.play_to(at(Commit))
        await _ignored(stage, game.line, data, title)
        await game.say_next()
        await game.hear_entry()
        stage.got += "; the game goes on"


for _passed in _IGNORED:
    _add_ignored(*_passed)


@MESSAGES.case("MS9/after-bye", "A ping after a bye", extent=Extent.QUICK)
async def after_bye(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    stage.note("bye and a ping in one frame, in the middle of a game")
    stage.note_expectation("no answer, and the connection closed")
    game.spoilt = True
    await game.line.send_bytes(encode(Bye("")) + encode(Ping()))
    heard = await game.line.next(10, without=(Ping, Chat))
    if answer_text(heard) != "the connection closed":
        raise Unmet(stage.expected, answer_text(heard, 10))
    stage.got = answer_text(heard)
    await stage.resume(game)


@MESSAGES.case("MS14/second-guest", "Another guest during a game", also=("LK12",), roles=(Role.GUEST,))
async def second_guest(stage: Stage) -> None:
    await stage.play_to(at(Move))
    other = await stage.open_link(Identity.generate())
    stage.note("hello of somebody else during the game")
    stage.note_expectation("hello, busy, and the connection closed")
    await other.send(stage.hello(f"{stage.name} 2"))
    await expect_message(other, Hello)
    busy = await expect_message(other, Busy)
    await expect_end(other)
    stage.got = answer_text(busy)


@MESSAGES.case("MS17/chat-at-any-time", "Chat at the beginning and between entries", also=("CV13",))
async def chat_at_any_time(stage: Stage) -> None:
    game = await stage.begin()
    lines = ("hello", "\x1b[31mred\x1b[0m\r\n\x07", "‮evil", "é" * 500, "\U0001f600" * 500, "\ufeffmark", "")
    stage.note(f"{len(lines)} lines of chat, with control characters, 500 emoji, a byte order mark; twice each")
    stage.note_expectation("the chat shown or ignored, and the game goes on")
    await game.line.send(*map(Chat, lines))
    await game.go_to(at(Commit))
    await game.line.send(*map(Chat, lines))
    await game.say_next()
    await game.hear_entry()
    stage.got = "the game goes on"


# How much.


def _chats(weight: int) -> bytes:
    """Lines of chat that weigh at most ``weight``, frames not counted."""
    line = encode(Chat("x" * 100))
    return line * (weight // (len(line) - 2 + 250))


@MESSAGES.case("MS19/stranger-burst", "As much as a stranger may send, at once", games=ANY_GAME)
async def stranger_burst(stage: Stage) -> None:
    game = await stage.begin()
    await _ignored(stage, game.line, _chats(10_500), "chat of the weight 10,500")


@MESSAGES.case(
    "MS19/stranger-flood",
    "More than a stranger may send",
    games=NO_GAME,
    roles=(Role.HOST,),  # a host has said an entry soon, and the two are players then
    extent=Extent.QUICK,
)
async def stranger_flood(stage: Stage) -> None:
    line = await stage.greet()
    stage.note("chat of the weight 40,000")
    await line.send_bytes(_chats(40_000))
    await stage.expect_refusal(line, Refusal(Code.FLOOD, "MS19"), passing=(EntryMessage,))


@MESSAGES.case("MS19/player-burst", "As much as a player may send, at once", games=ANY_GAME)
async def player_burst(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    await _ignored(stage, game.line, _chats(115_000), "chat of the weight 115,000")


@MESSAGES.case("MS19/player-flood", "More than a player may send", games=ANY_GAME)
async def player_flood(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    stage.note("chat of the weight 400,000")
    game.spoilt = True
    await game.line.send_bytes(_chats(400_000))
    await stage.expect_refusal(game.line, Refusal(Code.FLOOD, "MS19"))


@MESSAGES.case("MS19/ping-flood", "A flood of pings", games=ANY_GAME)
async def ping_flood(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    stage.note("2,000 pings at once")
    game.spoilt = True
    await game.line.send_bytes(encode(Ping()) * 2_000)
    await stage.expect_refusal(game.line, Refusal(Code.FLOOD, "MS19"))
