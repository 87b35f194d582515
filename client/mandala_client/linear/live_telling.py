"""Sentences about a game that is being played, for someone who looks on; they end with the game."""

from __future__ import annotations

from collections.abc import Callable

from mandala_client.linear.typed_lines import TypedLines
from mandala_client.linear.voice import Voice
from mandala_client.play.stopping import run_until_stopped
from mandala_client.records.watch_sentences import beginning, points, standing
from mandala_client.records.watching import Watched, Watching, follow
from mandala_client.text.language import _
from mandala_client.text.typed_words import TypedWord, spoken_word, word_of
from mandala_client.ui.blocks.block_sentences import sentences_of


class LiveTelling:
    """Says what is new since the last time."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._frames_said: int | None = None
        self._standing = ""
        self._stood_still = False

    def show(self, watched: Watched) -> None:
        """Say what has happened, a line for each step.

        Say how it stands before the first move, when no one can move, and when someone can again.
        """
        if self._frames_said is None:
            self._voice.say_all(beginning(watched))
            self._say_standing(standing(watched))
        else:
            for frame in watched.frames[self._frames_said :]:
                self._voice.say(" ".join(frame.sentences))
        self._frames_said = len(watched.frames)
        if watched.has_result:
            self._voice.say_all([*sentences_of(points(watched)), standing(watched)])
        elif self._stood_still or _stands_still(watched) or not watched.moves:
            self._say_standing(standing(watched))
        else:
            self._standing = ""
        self._stood_still = _stands_still(watched)

    def _say_standing(self, text: str) -> None:
        """Say it unless it was said last."""
        if text != self._standing:
            self._voice.say(text)
        self._standing = text


def _stands_still(watched: Watched) -> bool:
    """Return whether no one can move, as the game is over or a player is not there."""
    return not watched.goes_on or not watched.is_played or watched.is_other_away


def tell_live(watching: Watching, lines: TypedLines, voice: Voice, is_heard: Callable[[], bool]) -> None:
    """Tell a game until it ends, or someone types that they want to leave, or no one ``is_heard`` to listen.

    Raises as ``Watching.look``, and ``SystemExit`` after a signal to end.
    """

    async def tell(stop: Callable[[], None]) -> None:
        lines.meanwhile(lambda line: _leaves(line, stop, voice))
        await follow(watching, LiveTelling(voice).show, lambda watched: not (watched.goes_on and is_heard()))

    try:
        run_until_stopped(tell)
    except KeyboardInterrupt:
        return


def _leaves(line: str, stop: Callable[[], None], voice: Voice) -> bool:
    """Stop if the line says so; to every other line, say that this is all that can be typed."""
    if word_of(line) is TypedWord.LEAVE:
        stop()
    elif line:
        voice.say(_("While you watch, you can type only “{word}”.").format(word=spoken_word(TypedWord.LEAVE)))
    return True
