"""Plain sentences for the person in front of the program: one place for every form of the client.

Each sentence stands here whole, once for "you" and once for the other player, so that it can be translated as a whole.
What is said about the game itself is among its words; how it ended is told by ``outcomes``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from mandala_client.games.catalogue import title_of, ui_of
from mandala_client.games.game_words import GameWords
from mandala_client.sentences.bot_names import opponent_name
from mandala_client.sentences.offer_text import OFFER_TEXTS, theirs_in_short
from mandala_client.sentences.outcomes import SIMPLY_LEFT, fact, with_reason
from mandala_client.text.language import _, ngettext, pgettext
from mandala_client.text.numbers import duration, moves
from mandala_client.text.player_names import player_name
from mandala_client.text.quoting import quoted
from mandala_client.text.typed_words import TypedWord, spoken_word
from mandala_net.discovery.listing import Listing
from mandala_net.match.admission import PeerInfo
from mandala_net.match.news import (
    News,
    NoRematch,
    OfferDeclined,
    OfferMade,
    PeerAway,
    PeerBack,
    PeerHeard,
    PeerQuiet,
    RematchWanted,
    SavingGoesOn,
    SavingWaits,
    Talked,
)
from mandala_net.match.terms import OtherGame, ShortGrace, Unusual
from mandala_net.store.store import State, StoredGame
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.test_games.test_game_names import is_test_game
from mandala_protocol.names import clean_name
from mandala_protocol.record.order import Due, Occasion
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import MAX_CHAT, Mix

# The status.


def whose_turn(snapshot: Snapshot) -> str:
    """The one line that says whose turn it is and what is to be done."""
    due = snapshot.due
    if due is None:
        return _game_over(snapshot) or _("The game is over.")
    name = player_name(snapshot.seat.other, snapshot.names)
    if not snapshot.connected and snapshot.result is None:
        if snapshot.names is None:
            return _("Waiting for the other player to come back.")
        return _("Waiting for {name} to come back.").format(name=name)
    offer = _offer(snapshot, name)
    return _what_is_due(snapshot, due) if offer is None else f"{whose_turn_briefly(snapshot)} {offer}"


def _offer(snapshot: Snapshot, name: str) -> str | None:
    """Return the other player's offer that we have not declined, if there is one."""
    theirs = snapshot.their_offer
    if theirs is None or theirs.declined:
        return None
    return theirs_in_short(theirs.kind, name)


def whose_turn_briefly(snapshot: Snapshot) -> str:
    """Return whose turn it is, and no more of what can be done in it: what is beside it must be read to its end."""
    due = snapshot.due
    assert due is not None, "something is due"
    if due.occasion is not Occasion.TURN:
        return _what_is_due(snapshot, due)
    if due.speaker is not snapshot.seat:
        return _("{name} is thinking.").format(name=player_name(due.speaker, snapshot.names))
    return _("Your turn.") if snapshot.pending is Pending.MOVE else _what_is_due(snapshot, due)


def _what_is_due(snapshot: Snapshot, due: Due) -> str:
    ours = due.speaker is snapshot.seat
    name = player_name(due.speaker, snapshot.names)
    match due.occasion:
        case Occasion.START:
            return _("Agreeing on the game …")
        case Occasion.OPENING:
            return _("Agreeing on a key that neither of you holds alone …")
        case Occasion.SHUFFLE:
            half = int(due.speaker) + 1
            if ours:
                return _("Shuffling, {half} of 2: you shuffle the cards.").format(half=half)
            return _("Shuffling, {half} of 2: {name} shuffles the cards.").format(half=half, name=name)
        case Occasion.DEAL:
            return _how_cards_come(snapshot, due, name, ours)
        case Occasion.TURN:
            return _whose_move(snapshot, name, ours)
        case Occasion.END:
            return _("The game is over; revealing all cards …")
        case Occasion.RESULT:
            return _game_over(snapshot) or _("The game is over; both sign the result …")


def _words(snapshot: Snapshot) -> GameWords[Any] | None:
    """The game's own sentence; None before there is anything to be seen of it."""
    return None if snapshot.game is None or snapshot.view is None else ui_of(snapshot.game).words


def _game_over(snapshot: Snapshot) -> str | None:
    words = _words(snapshot)
    return None if words is None else words.game_over(snapshot)


def _how_cards_come(snapshot: Snapshot, due: Due, name: str, ours: bool) -> str:
    """Return the verb for cards: they are dealt once, at the beginning, and after that drawn."""
    words, view = _words(snapshot), snapshot.view
    if due.kind is Mix and words is not None and view is not None and words.is_laid(view.state):
        if ours:
            return _("You put the new cards into your hand …")
        return _("{name} puts the new cards into their hand …").format(name=name)
    text = None if words is None else words.dealing(snapshot)
    return text or _("Dealing the cards …")


def _whose_move(snapshot: Snapshot, name: str, ours: bool) -> str:
    words = _words(snapshot)
    text = None if words is None else words.turn(snapshot, name, ours=ours)
    if text is not None:
        return text
    if not ours:
        return _("{name} is thinking.").format(name=name)
    return _("Your turn.") if snapshot.pending is Pending.MOVE else _("The game is being ended …")


# What is told besides.


def to_type(word: TypedWord) -> str:
    """Say that a word of text mode is to be typed, as it stands within a sentence."""
    return _("type “{word}”").format(word=spoken_word(word))


def news(news: News, other: str | None = None, key_of: Callable[[TypedWord], str] | None = None) -> str:
    """Something that happened beside the game; ``other`` is the other player's name, if it is known.

    ``key_of`` names the key that does what a word asks for, where there are keys.
    """
    known = other is not None and other != player_name(Seat.HOST, None)
    name = _("The other player") if other is None else other
    match news:
        case Talked(text=text):
            return _("{name} says: {text}").format(name=name, text=quoted(text[:MAX_CHAT]))
        case OfferMade(kind=kind, replaces=replaces, repeats=repeats):
            about, yes = OFFER_TEXTS[kind], TypedWord.YES
            key = None if key_of is None else key_of(about.word)
            if repeats:
                again = to_type(about.word) if key is None else _("press {key}").format(key=key)
                return _(about.again).format(name=name, how=again)
            press_or_type = _("press {key} or type “{word}”")
            how = to_type(yes) if key is None else press_or_type.format(key=key, word=spoken_word(yes))
            offer = _(about.news).format(name=name, how=how, decline=to_type(TypedWord.NO))
            return " ".join((offer, _("This replaces the earlier offer."))) if replaces else offer
        case OfferDeclined():
            return _("{name} declines, but may still agree until the next move.").format(name=name)
        case PeerAway(reason=reason) if reason == SIMPLY_LEFT:
            left = _("{name} has left.").format(name=name)
            return f"{left} {_waiting(news)}"
        case PeerAway(reason=reason, returning=True):
            sought = _("You are back at the game. {name} has not been reached yet.")
            told = with_reason(reason, sought, _("{name} has not been reached yet: {reason}."), name)
            return f"{told} {_waiting(news)}"
        case PeerAway(reason=reason):
            told = with_reason(reason, _("{name} is away."), _("{name} is away: {reason}."), name)
            return f"{told} {_waiting(news)}"
        case PeerBack(returning=True):
            return _("{name} is there too. The game continues where it was.").format(name=name)
        case PeerBack():
            return _("{name} is back. The game continues where it was.").format(name=name)
        case PeerQuiet(seconds=seconds) if known:
            quiet = ngettext(
                "No word from {name} for {count} second; waiting.",
                "No word from {name} for {count} seconds; waiting.",
                seconds,
            )
            return quiet.format(name=name, count=seconds)
        case PeerQuiet(seconds=seconds):
            quiet = ngettext(
                "No word from the other player for {count} second; waiting.",
                "No word from the other player for {count} seconds; waiting.",
                seconds,
            )
            return quiet.format(count=seconds)
        case PeerHeard():
            return _("{name} is back.").format(name=name)
        case RematchWanted():
            return _("{name} wants to play again.").format(name=name)
        case SavingWaits():
            return _("Another program keeps the store of games busy, so your game waits.")
        case SavingGoesOn():
            return _("The store of games is free again. Your game goes on.")
        case NoRematch(reason=""):
            return _("{name} will not play another game.").format(name=name)
        case NoRematch(reason=reason):
            return _("There will be no other game: {reason}.").format(reason=fact(reason).rstrip("."))


def own_talk(text: str) -> str:
    """The sentence about our own chat."""
    return _("You say: {text}").format(text=quoted(text))


def no_talk() -> str:
    """The sentence about why a bot cannot chat."""
    return _("The bot does not talk.")


def not_adjourned() -> str:
    """Say that a practice game cannot be adjourned."""
    return _("A practice game is not kept, so it can't be adjourned.")


def _waiting(away: PeerAway) -> str:
    """The fate of the game meanwhile: with a grace either player may end it, but only one who has waited."""
    if away.grace is not None:
        waiting = _("Trying to reconnect. In {time} you may call the game abandoned.")
        return waiting.format(time=clock(away.grace))
    if away.agreed:
        open_here = _(
            "Trying to reconnect. The game stays open here, but the other program may abandon it after {time}."
        )
        return open_here.format(time=duration(away.agreed))
    return _("Trying to reconnect. The game stays open even if you leave.")


def away(away: PeerAway, other: str) -> str:
    """The time that the other player has been away, in few words."""
    if away.reason == SIMPLY_LEFT:
        gone = _("{name} has left ({time})").format(name=other, time=clock(away.seconds))
    elif away.returning:
        gone = _("Looking for {name} ({time})").format(name=other, time=clock(away.seconds))
    else:
        gone = _("{name} is away, reconnecting ({time})").format(name=other, time=clock(away.seconds))
    if away.grace is None or away.graces:
        return gone
    return _("{told}, can be abandoned in {grace}").format(told=gone, grace=clock(away.grace))


def too_long_away(name: str, grace: int) -> str:
    """Ask whether to call the game abandoned, as the other player is away for longer than the ``grace`` in seconds."""
    asked = _("{name} has been away for more than {time}. Call the game abandoned?")
    return asked.format(name=name, time=duration(grace))


def probably_abandoned(name: str) -> str:
    """Ask whether to leave, as the other player of this name has probably called the game abandoned meanwhile."""
    return _("This game has probably been abandoned by {name}. Leave?").format(name=name)


def not_overdue(snapshot: Snapshot, name: str) -> str:
    """Say why the game cannot be called abandoned now."""
    if not snapshot.grace:
        return _("This game has no time limit, so it can't be called abandoned.")
    text = _("You can't call the game abandoned yet. {name} must be away for {time} after you were both connected.")
    return text.format(name=name, time=duration(snapshot.grace))


def clock(seconds: int) -> str:
    """A duration such as "1:20" or "2:05:00"."""
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def agreed(snapshot: Snapshot) -> list[str]:
    """The terms that both have agreed on, as they are announced when the cards are dealt."""
    sentences = [] if snapshot.words is None else [test_game(snapshot) or words(snapshot.words)]
    if snapshot.grace:
        abandoned = _("Time limit for absences: {time}. After that, the other player may call the game abandoned.")
        sentences.append(abandoned.format(time=duration(snapshot.grace)))
    return sentences


def test_game(snapshot: Snapshot) -> str | None:
    """The sentence that a test game is one, in place of authentication words; None for any other game."""
    if not is_test_game(snapshot.game):
        return None
    return _(
        "This is a test game: its cards follow from its name, and nothing is secret. "
        "It has the same authentication words for everyone, so they prove nothing."
    )


def words(words: str) -> str:
    """The authentication words, and what they are for."""
    return _("Authentication words: {words}. Read them to each other; both of you must see the same words.").format(
        words=words
    )


def wants_to_play(peer: PeerInfo) -> str:
    """The sentence about who wants to play."""
    return _("{name} wants to play.").format(name=clean_name(peer.name))


def met_before(peer: PeerInfo) -> str:
    """Say whether our person has met a player before, and under which name."""
    if peer.known_as is None:
        return _("You have not met before.")
    if not peer.confirmed:
        unasked = _("{name} played here before, when everyone was let in.")
        return unasked.format(name=clean_name(peer.known_as))
    return _("You have met before, as {name}.").format(name=clean_name(peer.known_as))


def key_of_peer(peer: PeerInfo) -> str:
    """The sentence about the key of a player at the door."""
    return _("Their key is {key}.").format(key=peer.fingerprint)


def unusual_terms(terms: Sequence[Unusual]) -> list[str]:
    """The unusual terms of a host, a sentence or two each."""
    return [_unusual(term) for term in terms]


def _unusual(term: Unusual) -> str:
    match term:
        case OtherGame(announced=announced, proposed=proposed):
            text = _("The host announced {announced}, but proposes {proposed}.")
            return text.format(announced=title_of(announced), proposed=title_of(proposed))
        case ShortGrace(seconds=seconds):
            text = _(
                "If you lose the connection for {time}, the host may call the game abandoned. That time is very short."
            )
            return text.format(time=duration(seconds))


def by_these_terms() -> str:
    """Ask whether to play by the host's terms."""
    return _("Play on these terms?")


def listing(listing: Listing) -> str:
    """An open game."""
    announced = listing.announcement
    return _("{name} on {machine} plays {game} (key {fingerprint})").format(
        name=announced.player_name,
        machine=announced.host_name,
        game=title_of(announced.game),
        fingerprint=announced.fingerprint,
    )


def which_game(games: Sequence[Listing | StoredGame]) -> str:
    """The question which of several games is meant."""
    if isinstance(games[0], StoredGame):
        return _("You have several open games. Which one do you want to resume?")
    if len(games) == 1:
        return _("There is one open game. Join it?")
    return _("There are several open games. Which one do you want to join?")


def game_to_choose(game: Listing | StoredGame) -> str:
    """One of several games, in a line."""
    return stored_game(game) if isinstance(game, StoredGame) else listing(game)


def stored_game(game: StoredGame) -> str:
    """A game that is kept here: with whom, since when, how far."""
    match game.state:
        case State.ADJOURNED:
            text = _("{game}  {title} with {name}, since {date}, {moves}, adjourned")
        case State.FINISHED if not game.settled:
            text = _(
                "{game}  {title} with {name}, since {date}, {moves}, finished here, but the other program may not know"
            )
        case State.ABANDONED if not game.settled:
            text = _(
                "{game}  {title} with {name}, since {date}, {moves}, abandoned, but the other program may not know"
            )
        case _:
            text = _("{game}  {title} with {name}, since {date}, {moves}")
    return text.format(
        game=game_digits(game),
        title=title_of(game.game or ""),
        name=_opponent(game),
        date=datetime.fromtimestamp(game.begun).strftime("%Y-%m-%d %H:%M"),
        moves=moves(game.moves) if game.moves else _("no move yet"),
    )


def perhaps_abandoned(game: StoredGame, now: float) -> str | None:
    """Say that the other player may have called an open game abandoned by ``now``, in Unix seconds; None if not."""
    if game.state is not State.OPEN or not game.grace or game.latest is None or now - game.latest < game.grace:
        return None
    meanwhile = _("Its time limit of {time} has passed since its last move here: {name} may have called it abandoned.")
    return meanwhile.format(time=duration(game.grace), name=_opponent(game))


def _opponent(game: StoredGame) -> str:
    return opponent_name(game) or pgettext("played with", "someone")


def game_digits(game: StoredGame, count: int = 8) -> str:
    """The digits by which a person names a game, as many as are wanted."""
    return (game.game_id or game.proposal or b"").hex()[:count]


def long_thought(minutes: int) -> str:
    """The reminder of an own turn that takes long."""
    text = ngettext(
        "It is your turn, and has been for {count} minute. Take the time that you need.",
        "It is your turn, and has been for {count} minutes. Take the time that you need.",
        minutes,
    )
    return text.format(count=minutes)
