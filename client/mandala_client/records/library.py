"""The games of this player, as a person names them: by the first digits of their id, or by a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from mandala_client.sentences import status_text
from mandala_client.sentences.bot_names import opponent_name
from mandala_client.text.language import _, ngettext, said
from mandala_client.text.own_command import program
from mandala_client.text.sorry import Sorry
from mandala_net.files import TooLarge, read_file
from mandala_net.os_errors import reason_of
from mandala_net.player.profile import Profile
from mandala_net.store.store import FEWEST_DIGITS, State, StoredGame
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.record.transcript import read
from mandala_protocol.record.verification import MAX_RECORD_BYTES
from mandala_protocol.seats import Seat

_HEXADECIMAL: Final = re.compile(r"[0-9a-f]*")


def record_file(named: str) -> Path | None:
    """The file that a person means; None if it is missing and the text can be the digits of a game.

    Raises ``Sorry`` for a folder, and for a file that is not there and cannot be the digits of a game.
    """
    path, may_be_digits = Path(named), _are_digits(named)
    with reading(named):
        try:
            found = bool(named) and path.exists()
            folder = found and path.is_dir()
        except ValueError:
            found = folder = False  # a path with a null character, which no file has
    if found and not folder:
        return path
    if may_be_digits:
        return None
    if folder:
        raise Sorry(_("{folder} is a folder. Name a file in it.").format(folder=named))
    if path.suffix or len(path.parts) > 1:
        raise Sorry(_("There is no file {file}.").format(file=named))
    raise Sorry(
        _("There is no file or game {name}. To list your games: {program} history").format(
            name=named, program=program()
        )
    )


def file_content(path: Path) -> bytes:
    """The contents of a record file, which may be a pipe with a writer. Raises ``Sorry``."""
    with reading(path, _("the file is too large for the record of a game")):
        return read_file(path, MAX_RECORD_BYTES, pipes=True)


@contextmanager
def reading(file: Path | str, too_large: str | None = None) -> Iterator[None]:
    """Read this file within the block. Raises ``Sorry`` with the reason why it cannot be read.

    ``too_large``: the reason if it holds too much, where that has one of its own.
    """
    try:
        yield
    except OSError as error:
        if too_large is not None and isinstance(error, TooLarge):
            raise Sorry(_("{file}: {reason}.").format(file=file, reason=too_large)) from error
        reason = said(reason_of(error))
        raise Sorry(_("{file} cannot be read: {reason}.").format(file=file, reason=reason)) from error


def _are_digits(named: str) -> bool:
    return _HEXADECIMAL.fullmatch(named.strip().lower()) is not None


def stored_game(profile: Profile, digits: str) -> StoredGame:
    """The one game that these digits mean. Raises as ``one_game``."""
    return one_game(profile.store.find, digits)


def one_game(find: Callable[[str], list[StoredGame]], digits: str) -> StoredGame:
    """The one game that these digits mean; ``find`` finds all whose ID begins with some.

    Raises ``Sorry`` if they are too few, or mean no game, or several; and what ``find`` raises.
    """
    if _are_digits(digits) and len(digits.strip()) < FEWEST_DIGITS:
        raise Sorry(
            _("Type at least the first {count} characters of the game's ID. To list the IDs: {program} history").format(
                count=FEWEST_DIGITS, program=program()
            )
        )
    found = find(digits.strip().lower())
    if not found:
        raise Sorry(
            _("There is no game {id} here. To list your games: {program} history").format(id=digits, program=program())
        )
    if len({game.game_id or game.proposal for game in found}) > 1:
        named = ", ".join(status_text.game_digits(game, 16) for game in found)
        raise Sorry(_("{id} can mean several games. Type more characters: {ids}").format(id=digits, ids=named))
    return found[0]


def open_games(profile: Profile) -> list[StoredGame]:
    """The games to resume, the newest first; one side of those against oneself.

    Not those that were proposed, but that no one took up; nor those against a bot in which no one has moved; nor those
    that were abandoned, in which there is no result to bring to the other player.
    """
    return one_side_each(
        game
        for game in profile.store.resumable()
        if game.was_taken_up and not is_untouched(game) and game.state is not State.ABANDONED
    )


def is_untouched(game: StoredGame) -> bool:
    """Return whether it was begun against a bot and left before anyone moved: no one misses it."""
    return game.bot is not None and game.moves == 0 and goes_on(game)


def one_side_each(games: Iterable[StoredGame]) -> list[StoredGame]:
    """The games, each once: if both sides of one are kept here, as of two windows of a player, that of the host."""
    games = list(games)
    hosted = {game.proposal for game in games if game.seat is Seat.HOST}
    return [game for game in games if game.seat is Seat.HOST or game.proposal not in hosted]


def goes_on(game: StoredGame) -> bool:
    """Return whether there is more to come in a game: it is open, or adjourned."""
    return game.state in (State.OPEN, State.ADJOURNED)


def open_game_hint(profile: Profile) -> str:
    """The hint for a person who finds no game to join but has one to resume; otherwise nothing.

    It begins with a space. Raises ``StoreError``.
    """
    match open_games(profile):
        case []:
            return ""
        case [game]:
            who = profile.players.name_of(game.peer) or opponent_name(game)
            if who is None:
                return " " + _("You have an open game: {program} resume").format(program=program())
            return " " + _("You have an open game with {name}: {program} resume").format(name=who, program=program())
        case games:
            text = ngettext(
                "You have {count} open game: {program} resume",
                "You have {count} open games: {program} resume",
                len(games),
            )
            return " " + text.format(count=len(games), program=program())


def take_back(profile: Profile, digits: str) -> StoredGame | None:
    """Open a game again that was put away; None if it was not.

    Raises as ``stored_game``, and ``Sorry`` if this program cannot read the game.
    """
    game = stored_game(profile, digits)
    if game.state is not State.DROPPED:
        return None
    saved = profile.store.take_up(game.row)
    try:
        for message in saved.messages():
            read(message)
    except RemoteProtocolError as error:
        text = _("Another version of this program wrote the game {id}, so it cannot be resumed.")
        raise Sorry(text.format(id=digits)) from error
    saved.mark(State.OPEN)
    return profile.store.game(game.row)


def resumable_game(profile: Profile, digits: str) -> StoredGame:
    """The game to resume. Raises ``Sorry`` even if it is over, put away, or broken off and stays so."""
    game = stored_game(profile, digits)
    if game.state is State.BROKEN:
        from mandala_net.match.setup import judge_again  # slow to import

        if not judge_again(profile, game):
            raise Sorry(why_closed(game, digits))
        game = profile.store.game(game.row)
    if game.state is State.DROPPED or not game.resumable:
        raise Sorry(why_closed(game, digits))
    return game


def why_closed(game: StoredGame, digits: str) -> str:
    """The sentence about a game in which no one moves any more, and what can still be done with it."""
    match game.state:
        case State.BROKEN:
            text = _("The game {id} is broken off. To see why: {program} verify {id}")
        case State.DROPPED:
            text = _("The game {id} is put away. To resume it: {program} resume {id}")
        case _:
            text = _("The game {id} is over. To look at it: {program} replay {id}")
    return text.format(id=digits, program=program())
