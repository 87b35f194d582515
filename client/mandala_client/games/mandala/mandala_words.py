"""Sentences about Mandala: its moves, refusals, the position, and what changed; the writing of moves for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from mandala_client.games.colour_words import colour_name, letters_of_colours
from mandala_client.games.game_words import GameWords, Hint, Standing, listed_moves, refusal_sentence, view_of
from mandala_client.games.mandala import events, score_text
from mandala_client.games.mandala.notation import as_notation, for_people, of_colour, side, slip_in, written
from mandala_client.games.mandala.preview import brief_preview, preview_sentences, question_before
from mandala_client.games.table_events import TableEvent, event_sentences
from mandala_client.text.language import _, ngettext, pgettext
from mandala_client.text.numbers import cards, list_of
from mandala_client.text.player_names import Names, player_name
from mandala_client.text.typed_words import TypedWord
from mandala_client.ui.blocks.values import Blocks
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.game import HAND, Counts, IllegalMove, View
from mandala_protocol.games.mandala import COLOURS, MANDALA, Build, Claim, Discard, Grow, MandalaMove
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.moves import HAND_LIMIT
from mandala_protocol.games.mandala.state import (
    Claiming,
    Dealing,
    Drawing,
    GameOver,
    Mandala,
    MandalaState,
    Refilling,
    Revealing,
    Shuffling,
    missing_colours,
)
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import N_

MandalaView: TypeAlias = View[MandalaState]


class MandalaWords(GameWords[MandalaMove]):
    """The functions are documented at ``GameWords``; what is left out there has its usual answer."""

    rules = MANDALA

    # Moves, as they are written for people.

    def typed(self, text: str) -> MandalaMove | None:
        notation = as_notation(text)
        return None if notation is None else MANDALA.parse_move(notation)

    notation = staticmethod(written)

    def examples(self) -> str:
        return ", ".join(map(for_people, ("A0o", "B1r2", "Ck1", "Kg")))

    def slip(self, text: str, view: View[Any] | None = None) -> str | None:
        one = self.typed(f"{text}1")
        if one is None:
            return slip_in(text)
        try:
            if view is not None:
                MANDALA.check(view, one)
        except IllegalMove as error:
            return refusal(error, view, one)
        return _("How many? Type the number too, such as {move}.").format(move=f"{text}2")

    def how_to_type(self) -> list[str]:
        return [
            _("ALo: one orange card to the left mountain, then draw."),
            _("BRr2: two red cards to your right field."),
            _("Ck1: discard one black card, then draw as many."),
            _("Kg: take green from a completed mandala."),
            letters_of_colours(),
        ]

    # What happens.

    def events(self, step: Step) -> tuple[TableEvent, ...]:
        return events.events(step)

    def drawn(self, snapshot: Snapshot, step: int) -> tuple[TableEvent, ...]:
        return events.drawn(snapshot, step)

    def noticed(self, before: Snapshot, after: Snapshot) -> list[str]:
        """A sentence for each mandala that changed so, then one for each hand; none at the end."""
        earlier: MandalaState = view_of(before).state
        now: MandalaState = view_of(after).state
        if isinstance(now.phase, Revealing | GameOver):
            return []
        seat, name = after.seat, player_name(after.seat.other, after.names)
        sentences = [
            _needs_or_leads(earlier.mandalas[number], mandala, number, seat, name)
            for number, mandala in enumerate(now.mandalas)
            if not (isinstance(now.phase, Claiming) and now.phase.mandala == number)
        ]
        sentences.append(_holds(earlier.players[seat].hand, now.players[seat].hand))
        sentences.append(_drew(earlier.players[seat.other].hand, now.players[seat.other].hand, name))
        return [sentence for sentence in sentences if sentence is not None]

    # Whose turn it is.

    def is_laid(self, state: MandalaState) -> bool:
        return not isinstance(state.phase, Shuffling | Dealing)

    def began(self, state: MandalaState) -> Seat | None:
        return state.first

    def turn(self, snapshot: Snapshot, mover: str, *, ours: bool) -> str | None:
        phase = None if snapshot.view is None else snapshot.view.state.phase
        if isinstance(phase, Claiming):
            if ours:
                text = _("You choose: take a colour from the {mandala} mountain.")
                return text.format(mandala=side(phase.mandala))
            chooses = _("{name} chooses a colour from the {mandala} mountain.")
            return chooses.format(name=mover, mandala=side(phase.mandala))
        if ours and snapshot.pending is Pending.MOVE:
            return _("Your turn: build a mountain (A), grow a field (B) or discard (C).")
        return None

    def dealing(self, snapshot: Snapshot) -> str | None:
        match None if snapshot.view is None else snapshot.view.state.phase:
            case Drawing(seat=seat) if seat is snapshot.seat:
                return _("You draw cards …")
            case Drawing(seat=seat):
                return _("{name} draws cards …").format(name=player_name(seat, snapshot.names))
            case Refilling(mandala=number):
                return _("The {mandala} mandala gets its new mountain …").format(mandala=side(number))
            case _:
                return None

    # A move before it is made.

    def refusal(self, error: IllegalMove, view: View[Any] | None = None, move: MandalaMove | None = None) -> str:
        return refusal(error, view, move)

    def preview(self, snapshot: Snapshot, move: MandalaMove, other: str, *, brief: bool = False) -> list[str]:
        view = view_of(snapshot)
        hand, cup = (view.holdings.get(pile, NO_CARDS) for pile in (HAND, "cup"))
        wording = brief_preview if brief else preview_sentences
        return wording(view.state, snapshot.seat, hand, move, other, cup)

    regretted = staticmethod(question_before)

    def hint(self, snapshot: Snapshot) -> Hint[MandalaMove] | None:
        from mandala_client.games.mandala.hint import hint  # brings the bots along

        return hint(snapshot)

    # The position.

    def table(self, snapshot: Snapshot) -> list[str]:
        state: MandalaState = view_of(snapshot).state
        seat, other = snapshot.seat, player_name(snapshot.seat.other, snapshot.names)
        lines = [line for number in range(len(state.mandalas)) for line in _mandala(state, number, seat, other)]
        river, cup = _river_and_cup(state, seat)
        lines.append(_("Your river: {river}. Your cup: {cup}.").format(river=river, cup=cup))
        river, cup = _river_and_cup(state, seat.other)
        lines.append(_("{name}'s river: {river}. {name}'s cup: {cup}.").format(name=other, river=river, cup=cup))
        counts = _("{count} in the draw pile. Discard pile: {discarded}. {name} holds {held}.")
        lines.append(
            counts.format(
                count=cards(state.draw_pile),
                discarded=_pile(state.discard),
                name=other,
                held=cards(state.players[seat.other].hand),
            )
        )
        top = events.on_top(snapshot.steps)
        if any(top):
            lines.append(_("On top of the discard pile: {cards}.").format(cards=_pile(top)))
        if state.triggered and not isinstance(state.phase, (Revealing, GameOver)):
            lines.append(_(events.LAST_MANDALA) if isinstance(state.phase, Claiming) else _(events.END_TRIGGER))
        assert snapshot.names is not None, "whoever plays has a name"
        lines += event_sentences(events.filled_rivers(state), seat, snapshot.names)
        return [*lines, *self.hand(snapshot)]

    def parts(self) -> tuple[TypedWord, ...]:
        return TypedWord.LEFT, TypedWord.RIGHT

    def part(self, snapshot: Snapshot, word: TypedWord, which: str) -> list[str]:
        other = player_name(snapshot.seat.other, snapshot.names)
        return _mandala(view_of(snapshot).state, self.parts().index(word), snapshot.seat, other)

    def hand(self, snapshot: Snapshot) -> list[str]:
        return [
            _own_cards(name == HAND).format(count=cards(sum(counts)), cards=_pile(counts))
            for name, counts in view_of(snapshot).holdings.items()
        ]

    def about_hand(self) -> str:
        return _("show your hand and cup")

    def choices(self, snapshot: Snapshot) -> list[str]:
        view = view_of(snapshot)
        return listed_moves(self, snapshot, MANDALA.legal_moves(view)) if isinstance(view.state.phase, Claiming) else []

    # How it stands, and how it ended.

    why_over = staticmethod(score_text.why_over)
    score = staticmethod(score_text.score)
    points_now = staticmethod(score_text.points_now)

    def who_won(self, state: MandalaState, names: Names | None, seat: Seat | None) -> str:
        return score_text.won_by_cup(state, names, seat) or super().who_won(state, names, seat)

    def onlooker_score(self, state: MandalaState, names: Names) -> Blocks:
        return [score_text.onlooker_score(state, names), *super().onlooker_score(state, names)]

    def standing(self, snapshot: Snapshot) -> Standing:
        return score_text.standing(view_of(snapshot))

    def statistics(self, snapshot: Snapshot) -> Blocks:
        return score_text.statistics(snapshot, player_name(snapshot.seat.other, snapshot.names))


# The position.


def _own_cards(in_hand: bool) -> str:
    return _("Your hand, {count}: {cards}.") if in_hand else _("Your starting cards in the cup: {cards}.")


def _pile(counts: Counts) -> str:
    """A pile in words: "2 red, 1 green", or "empty"."""
    held = [of_colour(count, colour) for colour, count in zip(COLOURS, counts, strict=True) if count]
    return ", ".join(held) or pgettext("a pile of cards", "empty")


def _mandala(state: MandalaState, number: int, seat: Seat, other: str) -> list[str]:
    """All that is in a mandala, and what it still needs."""
    return [_areas(number, state.mandalas[number], seat, other), _outlook(state, number, seat, other)]


def _areas(number: int, mandala: Mandala, seat: Seat, other: str) -> str:
    own, theirs = mandala.fields[seat], mandala.fields[seat.other]
    lies = _("The {mandala} mandala: mountain {mountain}; your field {own}; {name}'s field {theirs}.")
    return lies.format(
        mandala=side(number), mountain=_pile(mandala.mountain), own=_pile(own), name=other, theirs=_pile(theirs)
    )


def _outlook(state: MandalaState, number: int, seat: Seat, other: str) -> str:
    """The sentence about what a mandala still needs, and who would choose first now (K2)."""
    mandala = state.mandalas[number]
    missing = missing_colours(mandala)
    if isinstance(state.phase, Claiming) and state.phase.mandala == number:
        return _("The {mandala} mandala is complete; its mountain is being shared out.").format(mandala=side(number))
    own, theirs = sum(mandala.fields[seat]), sum(mandala.fields[seat.other])
    if own == theirs:
        text = _("The {mandala} mandala still needs {colours}. In a tie, the player who completes it chooses second.")
    elif own > theirs:
        text = _("The {mandala} mandala still needs {colours}; you would choose first.")
    else:
        text = _("The {mandala} mandala still needs {colours}; {name} would choose first.")
    return text.format(mandala=side(number), colours=", ".join(map(colour_name, missing)), name=other)


def _river_and_cup(state: MandalaState, seat: Seat) -> tuple[str, str]:
    player = state.players[seat]
    slots = [
        _("slot {slot} {colour}").format(slot=slot, colour=colour_name(colour))
        for slot, colour in enumerate(player.river, start=1)
    ]
    cup = [_pile(player.claimed)] if any(player.claimed) else []
    if player.sealed:
        cup.append(_("{cards} face down").format(cards=cards(player.sealed)))
    river = ", ".join(slots) or pgettext("a river", "empty")
    return river, list_of(cup) or pgettext("a cup", "empty")


# The changes between two turns that one sees at a glance.


def _needs_or_leads(before: Mandala, after: Mandala, number: int, seat: Seat, name: str) -> str | None:
    """Return the sentence about a mandala that now needs one colour, or in which someone else leads now."""
    own, theirs = sum(after.fields[seat]), sum(after.fields[seat.other])
    other_leads = any(map(any, after.fields)) and _leader(before) is not _leader(after)
    missing = missing_colours(after)
    if len(missing) == 1 and (other_leads or len(missing_colours(before)) > 1):
        if own > theirs:
            text = _("The {mandala} mandala needs only {colour}; you lead {more} to {fewer}.")
        elif own < theirs:
            text = _("The {mandala} mandala needs only {colour}; {name} leads {more} to {fewer}.")
        else:
            text = _("The {mandala} mandala needs only {colour}; it is tied {more} to {fewer}.")
    elif not other_leads:
        return None
    elif own > theirs:
        text = _("You lead {more} to {fewer} in the {mandala} mandala.")
    elif own < theirs:
        text = _("{name} leads {more} to {fewer} in the {mandala} mandala.")
    else:
        text = _("The {mandala} mandala is tied {more} to {fewer}.")
    fewer, more = sorted((own, theirs))
    colour = colour_name(missing[0]) if missing else ""
    return text.format(mandala=side(number), colour=colour, name=name, more=more, fewer=fewer)


def _leader(mandala: Mandala) -> Seat | None:
    """The player with more cards in the field; None in a tie."""
    host, guest = map(sum, mandala.fields)
    if host == guest:
        return None
    return Seat.HOST if host > guest else Seat.GUEST


def _holds(before: int, after: int) -> str | None:
    """Return the sentence about our hand if its size has changed; a full one, as after most draws, needs none."""
    return None if after in (before, HAND_LIMIT) else _("You now hold {cards}.").format(cards=cards(after))


def _drew(before: int, after: int, name: str) -> str | None:
    """Return the sentence about a hand that has grown but is not full, as it is after most draws."""
    if not before < after < HAND_LIMIT:
        return None
    return _("{name} now holds {cards}.").format(name=name, cards=cards(after))


# Refusals: a sentence for every point of the rules.


def refusal(error: IllegalMove, view: MandalaView | None = None, move: MandalaMove | None = None) -> str:
    """The reason why a move is not possible, in one sentence that ends with the point of the rules.

    ``view`` and ``move``, where they are known, let it name the colour and the place.
    """
    about_it = None if view is None or move is None else _about_this_move(error.point, view, move)
    if about_it is None and error.point in _IN_GENERAL:
        about_it = _(_IN_GENERAL[error.point])
    return refusal_sentence(error, about_it)


def _about_this_move(point: str, view: MandalaView, move: MandalaMove) -> str | None:
    """The sentence that names the cards and places of this move; None if that of the point alone says it all."""
    if point == "A4" and not isinstance(view.state.phase, Shuffling | Dealing):
        return _("Cards are being drawn. Wait for them before you move (rule A4).")
    match move:
        case Build() if point == "A1":
            text = _("You have no {colour} card in your hand to build with (rule A1).")
            return text.format(colour=colour_name(move.colour))
        case Build() | Grow() if point in ("G2", "G3"):
            return _no_place(view, move)
        case Grow() | Discard() if point in ("B1", "C1"):
            return _too_few(view, move)
        case _ if point == "K3":
            return _wrong_claim(view, move)
        case _:
            return None


def _no_place(view: MandalaView, move: Build | Grow) -> str:
    mandala = view.state.mandalas[move.mandala]
    match move:
        case Build() if mandala.fields[view.seat][move.colour]:
            text = _(
                "{colour} is already in your {mandala} field, so it can't go into that "
                "mountain: in one mandala, each colour is in one place only (rule G2)."
            )
        case Build():
            text = _(
                "{colour} is already in the other player's {mandala} field, so it can't go "
                "into that mountain: in one mandala, each colour is in one place only (rule "
                "G2)."
            )
        case Grow() if mandala.mountain[move.colour]:
            text = _(
                "{colour} is already in the {mandala} mountain, so it can't go into your "
                "field there: in one mandala, each colour is in one place only (rule G3)."
            )
        case _:
            text = _(
                "{colour} is already in the other player's {mandala} field, so it can't go "
                "into yours: in one mandala, each colour is in one place only (rule G3)."
            )
    return text.format(colour=colour_name(move.colour), mandala=side(move.mandala))


def _too_few(view: MandalaView, move: Grow | Discard) -> str:
    held = view.holdings[HAND][move.colour]
    match move:
        case Grow() if not held:
            text = _("You have no {colour} card in your hand for your field (rule B1).")
        case Grow():
            text = ngettext(
                "You hold only {count} {colour} card, so your field cannot grow by {wanted} (rule B1).",
                "You hold only {count} {colour} cards, so your field cannot grow by {wanted} (rule B1).",
                held,
            )
        case Discard() if not held:
            text = _("You have no {colour} card in your hand to discard (rule C1).")
        case _:
            text = ngettext(
                "You hold only {count} {colour} card, so you cannot discard {wanted} (rule C1).",
                "You hold only {count} {colour} cards, so you cannot discard {wanted} (rule C1).",
                held,
            )
    return text.format(count=held, colour=colour_name(move.colour), wanted=move.count)


def _wrong_claim(view: MandalaView, move: MandalaMove) -> str | None:
    phase = view.state.phase
    if not isinstance(phase, Claiming):
        return None
    mountain = view.state.mandalas[phase.mandala].mountain
    left = list_of([colour_name(colour) for colour in COLOURS if mountain[colour]])
    if isinstance(move, Claim):
        text = _(
            "There is no {colour} in the {mandala} mountain: you can take only what is "
            "still there, which is {left} (rule K3)."
        )
        return text.format(colour=colour_name(move.colour), mandala=side(phase.mandala), left=left)
    text = _("First the {mandala} mountain must be shared out: take one of the colours there, {left} (rule K3).")
    return text.format(mandala=side(phase.mandala), left=left)


_IN_GENERAL: Final[Mapping[str, str]] = {
    "A1": N_("You do not have this card in your hand to build with (rule A1)."),
    "A4": N_("Cards are still being dealt. Wait for them before you move (rule A4)."),
    "A6": N_(
        "This is your last card, and nothing is left to draw. No one may end a turn with an empty hand (rule A6)."
    ),
    "B1": N_("You do not have these cards in your hand for your field (rule B1)."),
    "B2": N_("At least one card must stay in your hand, so you can't put all of them into a field (rule B2)."),
    "B3": N_("You can't grow a field with your last card: one card must always stay in your hand (rule B3)."),
    "C1": N_("You do not have these cards in your hand to discard (rule C1)."),
    "C5": N_("It is the other player's turn (rule C5)."),
    "E3": N_("The game has ended, so there are no more moves (rule E3)."),
    "G2": N_(
        "This colour is already in a field of that mandala, so it can't go into its mountain: in "
        "one mandala, each colour is in one place only (rule G2)."
    ),
    "G3": N_(
        "This colour is already elsewhere in that mandala, so it can't go into your field there: "
        "in one mandala, each colour is in one place only (rule G3)."
    ),
    "K1": N_(
        "No mandala is complete, so there is nothing to take. A mandala is complete when it has "
        "all six colours (rule K1)."
    ),
    "K3": N_("While a mountain is being shared out, you must take a colour from it (rule K3)."),
}
"""The sense of each point, for any move that breaks it."""
