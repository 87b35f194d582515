"""The lobby with all that it leads to, and a second screen, in each language: in text mode and on the full screen."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path

import pytest

from mandala_client.text.language import Language
from mandala_client.text.typed_words import TypedWord
from tests.e2e.programs import HOSTING, JOINING, SECONDS, Player, port_of, read_until
from tests.e2e.speakers import Sight, Tongue, speaker
from tests.e2e.watched import ENTER, RESIGN, room

TURN = "Your turn: build a mountain (A), grow a field (B) or discard (C)."
AGAIN = "You are back in the lobby. Type “{word}” for help."
VALID = "VALID: {entries} entries, {count} move; every signature and the move are correct. Your program checked the "
VALID += "proofs of the cards during the game."
END = "\x1b[F"
LANGUAGES = (Language.GERMAN, Language.DUTCH)


def in_each(first: Language) -> pytest.MarkDecorator:
    """The test in both languages: in the first always, in the other by ``make soak``."""
    cases = [pytest.param(one, marks=() if one is first else pytest.mark.soak, id=one.value) for one in LANGUAGES]
    return pytest.mark.parametrize("language", cases)


@in_each(Language.GERMAN)
def test_from_the_lobby_to_a_game_its_replay_and_its_review_everything_is_in_the_language(
    language: Language, tmp_path: Path
) -> None:
    sitting = room()
    with sitting.start(speaker(tmp_path / "anna", language), "lobby", "--local") as terminal:
        sight = Sight(sitting, terminal, Tongue(language))
        valid = sight.tongue.says(VALID).partition(":")[0]
        for _kept in (False, True):
            sight.see("Play alone", "Past games", "none yet")
            terminal.type("a")
            sight.see("Start the game")
            terminal.type("ps")  # for practice, and the next time not
            sitting.wait(lambda: sight.is_asked, "the first turn")
            sight.move()
            sitting.wait(lambda: sight.is_asked, "the second turn")
            sight.see(TURN)
            terminal.type(RESIGN)
            sight.agree("Resign? Then {name} wins. ({yes}/{no})")
            sight.see("game over", "You resigned; {name} wins.")
            terminal.type("q")
            sight.agree("Leave without another game?", "{name} wants to play again. Leave anyway?")
        sight.see("Play alone")
        terminal.type("p")
        sight.see("Past games", "{number} of {count}", "Enter replays it, step by step")
        terminal.type(ENTER)
        sight.see("Replay   {first} and {second}")
        terminal.type(END)
        sitting.wait(lambda: valid in terminal.flowing, "the verdict")
        sight.see()
        terminal.type("v")
        sight.see("Chances are estimates by {bot}, from what the player could see before the move.")
        terminal.type("q")
        sight.see("Replay   {first} and {second}")
        terminal.type("q")
        sight.see("Past games", "{number} of {count}")
        terminal.type("q")
        sight.see("Play alone")
        terminal.type("q")
        assert sitting.leave(terminal) == 0


@in_each(Language.DUTCH)
def test_what_is_typed_in_the_lobby_and_what_is_told_there_is_in_the_language(
    language: Language, tmp_path: Path
) -> None:
    player, tongue = speaker(tmp_path / "anna", language), Tongue(language)
    yes, no, start, resign, past, leave = map(
        tongue.word,
        (TypedWord.YES, TypedWord.NO, TypedWord.START, TypedWord.RESIGN, TypedWord.PAST, TypedWord.LEAVE),
    )
    alone, moves, review = map(tongue.word, (TypedWord.ALONE, TypedWord.MOVES, TypedWord.REVIEW))
    practice = tongue.says("practice", "typed word")
    told: list[str] = []
    with player.start("lobby", "--linear", "--local") as lobby:

        def write(*lines: str) -> None:
            lobby.stdin.write("".join(f"{line}\n" for line in lines))

        def hear(pattern: re.Pattern[str]) -> str:
            for line in lobby.stdout:
                told.append(line.rstrip())
                if pattern.match(line):
                    return line
            raise AssertionError(f"{pattern} was not said, but:\n" + "\n".join(told))

        write(alone, f"{practice} {yes}", start, resign, yes, no)
        write(alone, f"{practice} {no}", start)
        for message in ("You resigned; {name} wins.", AGAIN, TURN):
            hear(tongue.pattern(message))
        write(moves)
        write(hear(re.compile("A[LR][a-z][,:] "))[:3], resign, yes, no, past, f"{past} 1", f"{review} 1")
        write(tongue.word(TypedWord.STATISTICS), leave)
        for message in (
            *("You build {colour} in the {mandala} mountain and draw {count}.", "You resigned; {name} wins.", AGAIN),
            *("Chances are estimates by {bot}, from what the player could see before the move.", AGAIN),
        ):
            hear(tongue.pattern(message))
        told.extend(lobby.stdout.read().splitlines())
        assert lobby.wait(SECONDS) == 0
    (record,) = player.records
    tongue.says_all(told, f"mandala-lan verify {record}", "mandala-lan play --practice --against --seed")


@pytest.mark.parametrize("game", [pytest.param("mandala", marks=pytest.mark.soak), "patterns"])
def test_a_running_game_is_watched_in_both_forms_and_in_several_languages_at_once(game: str, tmp_path: Path) -> None:
    sitting = room()
    anna, ben = Player(tmp_path / "anna"), Player(tmp_path / "ben")
    with ExitStack() as until_the_end:
        host = until_the_end.enter_context(
            anna.start(*HOSTING, "--game", game, "--first", "host", "--player", "random")
        )
        guest = until_the_end.enter_context(ben.start(*JOINING, f"127.0.0.1:{port_of(host)}"))
        read_until(guest, "Your turn|Choose your start tile")
        tongues = list(map(Tongue, LANGUAGES))
        screens, texts = [], []
        for tongue in tongues:
            watching = ("--language", tongue.language.value, "watch")
            screens.append(Sight(sitting, until_the_end.enter_context(sitting.start(ben, *watching)), tongue))
            texts.append(until_the_end.enter_context(anna.start(*watching, "--linear")))
        for tongue, screen, text in zip(tongues, screens, texts, strict=True):
            screen.see("It is {name}'s turn.", "what happened")
            read_until(text, tongue.pattern("It is {name}'s turn.").pattern)
        guest.stdin.write("resign\nyes\nno\n")
        for tongue, screen, text in zip(tongues, screens, texts, strict=True):
            screen.see("{name} wins {points} to {other}.", "{name} resigned.")
            told = text.stdout.read()
            assert tongue.pattern("{name} wins {points} to {other}.").search(told)
            tongue.says_all(told.splitlines())
            screen.terminal.type("q")
            assert (sitting.leave(screen.terminal), text.wait(SECONDS)) == (0, 0)
        assert (host.wait(SECONDS), guest.wait(SECONDS)) == (0, 0)
