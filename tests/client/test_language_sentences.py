"""Sentences from below are said in the spoken language, also after they were raised; names and values stay."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from mandala_client.sentences.failures import plain_sentences
from mandala_client.text.language import Language, error_text, language_of, said, speak
from mandala_client.text.sorry import Sorry
from mandala_net.link.address import BadAddress, parse_address
from mandala_net.os_errors import reason_of
from mandala_net.player.paths import Paths
from mandala_net.store.database import StoreError
from mandala_net.store.store import Store
from mandala_net.trust.known_players import KnownPlayers, KnownPlayersError
from mandala_protocol.errors import Code, LocalProtocolError, RemoteProtocolError
from mandala_protocol.poker.deck_errors import BadLength, DeckError, FailedProof, RelatedKeys
from mandala_protocol.poker.group import split_points
from mandala_protocol.sentence import Sentence, sentence_of
from mandala_protocol.wire import messages
from mandala_protocol.wire.codec import pack, unstructure
from tests.client.speaking import speaking_with

PORT = "Port {port} is in use."
TAKEN_PORT = "Der Port {port} ist belegt."


Speaker = Callable[[dict[str, str]], None]


@pytest.fixture
def german(tmp_path: Path) -> Iterator[Speaker]:
    """Speak German with these words alone."""
    with ExitStack() as spoken:
        yield lambda words: spoken.enter_context(speaking_with(tmp_path / "catalogues", words))


def test_a_sentence_is_english_text_that_knows_what_it_was_made_of() -> None:
    sentence = Sentence(PORT, port=28_108)
    assert sentence == "Port 28108 is in use."
    assert (sentence.template, sentence.values) == (PORT, {"port": 28_108})


def test_without_another_language_a_sentence_is_said_as_it_is() -> None:
    assert said(Sentence(PORT, port=28_108)) == "Port 28108 is in use."


def test_a_sentence_is_said_in_the_spoken_language_with_its_values(german: Speaker) -> None:
    german({PORT: TAKEN_PORT})
    assert said(Sentence(PORT, port=28_108)) == "Der Port 28108 ist belegt."


def test_a_plain_text_is_said_as_it_is_also_if_it_is_a_message(german: Speaker) -> None:
    german({"The guest has left.": "Der Gast ist fort."})
    assert said(Sentence("The guest has left.")) == "Der Gast ist fort."
    assert said("The guest has left.") == "The guest has left."
    assert said("") == ""


def test_a_sentence_within_a_sentence_is_said_too(german: Speaker) -> None:
    german({"{file} cannot be read: {reason}.": "{file} ist nicht lesbar: {reason}.", "Is a directory": "ein Ordner"})
    reason = reason_of(OSError(errno.EISDIR, os.strerror(errno.EISDIR)))
    assert said(Sentence("{file} cannot be read: {reason}.", file=Path("x"), reason=reason)) == (
        "x ist nicht lesbar: ein Ordner."
    )


def test_a_player_who_is_called_like_a_message_keeps_the_name(german: Speaker) -> None:
    german({"hand": "Hand", "{name} joins.": "{name} kommt dazu."})
    assert said(Sentence("{name} joins.", name="hand")) == "hand kommt dazu."


def test_a_name_with_braces_is_shown_as_it_is(german: Speaker) -> None:
    german({"{name} joins.": "{name} kommt dazu."})
    assert said(Sentence("{name} joins.", name="{port}")) == "{port} kommt dazu."


def test_a_sentence_survives_being_raised(german: Speaker) -> None:
    german({PORT: TAKEN_PORT})
    with pytest.raises(StoreError) as caught:
        raise StoreError(Sentence(PORT, port=1)) from OSError()
    assert error_text(caught.value) == "Der Port 1 ist belegt."
    assert str(caught.value) == "Port 1 is in use."


def test_a_sentence_survives_being_raised_again_as_another_error(tmp_path: Path, german: Speaker) -> None:
    message = "No known player is called {name}."
    german({message: "{name} ist hier niemand."})
    paths = Paths.under(tmp_path).create()
    with Store(paths.games) as store, pytest.raises(KnownPlayersError) as caught:
        KnownPlayers.load(store).forget("Ben")
    assert error_text(caught.value) == "Ben ist hier niemand."
    assert sentence_of(KnownPlayersError(sentence_of(caught.value))) is caught.value.args[0]


@pytest.mark.parametrize("error", [ValueError("plain"), ValueError("plain", 1), OSError(2, "plain"), ValueError()])
def test_any_other_error_says_what_it_always_says(error: Exception) -> None:
    assert error_text(error) == str(error)


def test_an_expected_error_is_shown_in_the_spoken_language(german: Speaker) -> None:
    german({"A port is a number from 1 to {largest}.": "Ein Port ist eine Zahl von 1 bis {largest}."})
    with pytest.raises(Sorry) as caught, plain_sentences():
        parse_address("host:0")
    assert caught.value.message == "Ein Port ist eine Zahl von 1 bis 65535."
    assert isinstance(caught.value.__cause__, BadAddress)


def test_a_broken_protocol_is_shown_in_the_spoken_language_with_its_detail(
    german: Speaker,
) -> None:
    german(
        {
            str(Code.TIMEOUT.sentence): "Keine Antwort.",
            "The handshake took more than {seconds} seconds.": "{seconds} s.",
        }
    )
    detail = Sentence("The handshake took more than {seconds} seconds.", seconds=10)
    with pytest.raises(Sorry) as caught, plain_sentences():
        raise RemoteProtocolError(Code.TIMEOUT, "LK7", detail)
    assert caught.value.message == "Keine Antwort. 10 s. (For a report: code 65, LK7.)"


@pytest.mark.parametrize("code", Code)
def test_every_code_has_a_sentence_that_can_be_said_in_other_languages(code: Code) -> None:
    assert isinstance(code.sentence, Sentence)


def too_few_points() -> BadLength:
    with pytest.raises(BadLength) as caught:
        split_points(b"", 2)
    return caught.value


@pytest.mark.parametrize(
    ("error", "german"),
    [
        (FailedProof("knowledge"), "der Beweis, den Schlüssel zu kennen, stimmt nicht"),
        (FailedProof("shuffle"), "der Beweis für das Mischen stimmt nicht"),
        (FailedProof("shares"), "der Beweis für die Anteile stimmt nicht"),
        (RelatedKeys("copy"), "der eine Schlüssel ist eine Kopie des anderen"),
        (RelatedKeys("negative"), "der eine Schlüssel ist das Negative des anderen"),
        (too_few_points(), "falsche Anzahl Punkte; erwartet: 2"),
    ],
)
def test_no_english_word_is_left_in_what_is_said_of_the_deck(error: DeckError, german: str) -> None:
    speak(Language.GERMAN)
    try:
        assert said(error.detail) == german
    finally:
        speak(Language.ENGLISH)


def test_the_other_program_is_always_told_in_english(german: Speaker) -> None:
    german({PORT: TAKEN_PORT})
    goodbye = messages.Bye(Sentence(PORT, port=1))
    assert pack(unstructure(goodbye)) == pack({"reason": "Port 1 is in use."})
    assert str(LocalProtocolError(Code.TIMEOUT, "LK7", Sentence(PORT, port=1))).startswith("Port 1 is in use. [")


@pytest.mark.parametrize("number", [errno.EACCES, errno.ENOSPC, errno.ENOENT, errno.EROFS])
def test_what_the_system_says_most_can_be_said_in_other_languages(number: int) -> None:
    reason = reason_of(OSError(number, os.strerror(number)))
    assert isinstance(reason, Sentence)
    assert reason == os.strerror(number)


def test_what_the_system_says_rarely_is_said_in_its_own_words() -> None:
    assert reason_of(OSError(errno.ENODATA, "No data available")) == "No data available"
    assert reason_of(FileExistsError(Path("x"))) == "FileExistsError"


# What the libraries are told.


def test_programs_started_from_here_speak_the_same_language(german: Speaker) -> None:
    german({})
    assert os.environ["LANGUAGE"] == "de"


def test_the_language_spoken_here_is_no_wish_of_the_person(german: Speaker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LANGUAGE", raising=False)
    monkeypatch.setenv("LC_ALL", "nl_NL.UTF-8")
    german({})
    assert language_of() is Language.DUTCH
    speak(Language.ENGLISH)
    assert language_of() is Language.DUTCH


def test_a_wish_of_the_person_holds_after_another_language_was_spoken(
    german: Speaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "nl:de")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    german({})
    speak(Language.ENGLISH)
    assert language_of() is Language.DUTCH
