"""The table as it lies, in rows: piles, players, rivers and both mandalas, seen from one seat.

Each mandala is a grid: one column for each colour, one row for each field and the mountain. As a colour lies in at
most one of the three (rule G1), a column with nothing in it is a colour that the mandala still needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from mandala_client.games.badges import Badge
from mandala_client.games.card_piles import AnyPlace, CardMark, CardPile, FreePlace, Outline, PlainWords
from mandala_client.games.colour_signs import Part, cards_of, sign_of, style_of, with_coloured_signs
from mandala_client.games.colour_words import letter_of
from mandala_client.games.game_table import TableScene, Viewer
from mandala_client.games.mandala.events import END_TRIGGER, LAST_MANDALA, on_top
from mandala_client.text.language import _, ngettext
from mandala_client.text.player_names import player_name
from mandala_client.ui.clicks import Click
from mandala_client.ui.rows import Fragment, Row, as_label, kept_drawn, shortened, text_row, width_of
from mandala_client.ui.style import Look
from mandala_protocol.games.counts import union
from mandala_protocol.games.game import HAND, Counts
from mandala_protocol.games.mandala import COLOURS, MandalaMove
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.legality import mover
from mandala_protocol.games.mandala.scoring import seat_score
from mandala_protocol.games.mandala.state import (
    EMPTY_MANDALA,
    Claiming,
    GameOver,
    Mandala,
    MandalaState,
    Revealing,
    missing_colours,
)
from mandala_protocol.seats import Seat

Cells: TypeAlias = frozenset[tuple[int, int, int]]
"""Cells of the mandalas: mandala, area (a seat, or ``MOUNTAIN``) and colour; of a river: ``RIVER``, seat and colour."""

MOUNTAIN: Final = -1
"""The row of a mandala that is no seat's."""

RIVER: Final = -1
"""Stands where a cell is in no mandala, but in a river."""

ON_TOP: Final = "^"
"""The sign before the cards on top of a pile."""

_TOP: Final = "\1"
"""Stands for the colours on top of a pile until they are written; nothing else has it."""

_ENDLESS: Final = 1000
"""A width that is more than any sentence has."""

_NOTHING: Final = PlainWords()

BRIEF_NAME: Final = 12
"""The columns of a name in a sentence at the table."""


class Board:
    """The parts of the table, for one scene."""

    def __init__(self, scene: TableScene[MandalaMove], look: Look) -> None:
        state: MandalaState = scene.state
        self.look, self.state, self.near, self.you = look, state, scene.near, scene.you
        self.is_played = scene.viewer is Viewer.PLAYER
        top = on_top(scene.steps)
        # Where all cards are on top, marks would tell nothing.
        self.on_top = NO_CARDS if top == state.discard else top
        self._names = tuple(player_name(seat, scene.names) for seat in Seat)
        self._held, self._fresh, self._scored = scene.held, fresh_cells(scene), scene.scored
        self._opened = state.phase if isinstance(state.phase, GameOver) else None
        self._claimed = state.phase.mandala if isinstance(state.phase, Claiming) else None
        self._missing = [missing_colours(mandala) for mandala in state.mandalas]

    @property
    def ends_soon(self) -> bool:
        """Return whether the end has been triggered, and is still to come."""
        return self.state.triggered and not isinstance(self.state.phase, (Revealing, GameOver))

    def warning_rows(self) -> list[Row]:
        """The warning above the table by which mandala the end will come, as long as it is still to come."""
        warning = _(LAST_MANDALA) if isinstance(self.state.phase, Claiming) else _(END_TRIGGER)
        return [text_row(f" {warning}", "loud")] if self.ends_soon else []

    @property
    def knows_a_hand(self) -> bool:
        """Return whether the hand of any player is known here."""
        return any(held is not None for held in self._held)

    # Piles and players.

    def short(self, name: str, width: int) -> str:
        """The name in at most ``width`` columns."""
        return shortened(name, width, self.look.ellipsis)

    def short_name(self, seat: Seat) -> str:
        """The name of the player there, without "(you)"."""
        return self._names[seat]

    def badge(self, seat: Seat) -> Badge:
        """The player there, as the table names them."""
        return Badge(self.short_name(seat), self.look, is_you=seat is self.you, moves=mover(self.state) is seat)

    def cards_in_cup(self, seat: Seat) -> int:
        """All cards in the cup of a player."""
        player = self.state.players[seat]
        return sum(player.claimed) + player.sealed

    def cards_in_hand(self, seat: Seat) -> Counts | None:
        """The hand of a player, if it is known here."""
        held = self._held[seat]
        return None if held is None else held.get(HAND, NO_CARDS)

    def hidden_in_cup(self, seat: Seat) -> Counts | None:
        """The starting cards in the cup of a player, if they are known here."""
        if self._opened is not None:
            return self._opened.cups[seat]
        held = self._held[seat]
        return None if held is None else held.get("cup", NO_CARDS)

    def points(self, seat: Seat) -> int | None:
        """The points of the cards known to be in the cup; None if they are not to be shown."""
        if not self._scored:
            return None
        player = self.state.players[seat]
        return seat_score(player.river, union(player.claimed, self.hidden_in_cup(seat) or NO_CARDS)).total

    def open_points(self, seat: Seat) -> int | None:
        """The points of the cards in the cup that both players know; None if they are not to be shown."""
        if not self._scored:
            return None
        player = self.state.players[seat]
        return seat_score(player.river, player.claimed).total

    # The places for cards.

    def hand_place(self, colour: int, count: int) -> AnyPlace:
        """The cards of one colour in hand."""
        return CardPile(colour, (cards_of(self.look, colour, count),), count) if count else _NOTHING

    def discarded(self, colour: int) -> AnyPlace:
        """The discarded cards of one colour: no face, as they are no cards of a hand."""
        if not self.state.discard[colour]:
            return _NOTHING
        text = cards_of(self.look, colour, self.state.discard[colour])
        return PlainWords((Fragment(text, style_of(Part.OUTLINE, colour)),))

    def discard_text(self) -> Row:
        """The number of discarded cards."""
        return text_row(_("discard pile {count}").format(count=sum(self.state.discard)), "label")

    def counts_text(self, width: int) -> Row:
        """The counts of both piles, and the colours on top of the discard pile, in at most ``width`` columns."""
        counts = {"draw": self.state.draw_pile, "discard": sum(self.state.discard)}
        text = _("draw {draw}, discard {discard}").format(**counts)
        with_top = _("draw {draw}, discard {discard}, newest {colours}").format(**counts, colours=_TOP)
        return as_label(with_coloured_signs(self._with_top(text, with_top, width)))

    def counts_and_end(self) -> Row:
        """The counts of both piles, and the warning that the end is in sight."""
        text = _("draw {draw}, discard {discard}, LAST mandala!")
        return text_row(f" {text.format(draw=self.state.draw_pile, discard=sum(self.state.discard))}", "loud")

    def top_text(self, width: int) -> Row:
        """The colours on top of the discard pile, in at most ``width`` columns; nothing where that tells nothing."""
        return as_label(with_coloured_signs(self._with_top("", _("newest {colours}").format(colours=_TOP), width)))

    def _with_top(self, text: str, with_top: str, width: int) -> str:
        """The second text with the colours on top of the discard pile; the first if there are none, or has no room."""
        colours = [colour for colour in COLOURS if self.on_top[colour]]
        signs = " ".join(sign_of(self.look, colour) for colour in colours)
        letters = "".join(letter_of(colour) for colour in colours)
        texts = (with_top.replace(_TOP, colours) for colours in (signs, letters) if colours)
        return next((fitting for fitting in texts if width_of(fitting) <= width), text)

    def discard_place(self) -> Click | None:
        """The target of a click on the piles."""
        return None

    def river_slot(self, seat: Seat, slot: int) -> CardPile | None:
        """The card in a slot, counted from 0, and how many of its colour are known to be in the cup; None if free."""
        player = self.state.players[seat]
        if slot >= len(player.river):
            return None
        colour = player.river[slot]
        count = player.claimed[colour] + (self.hidden_in_cup(seat) or NO_CARDS)[colour]
        letter, sign = letter_of(colour), sign_of(self.look, colour)
        # Without shades "2r×3" would not tell the value of the slot from the count.
        texts = f"{letter}×{count}" if self.look.has_shades else f"{sign.rjust(2)}{count}", f"{letter}{count}"
        if (RIVER, seat, colour) not in self._fresh:
            return CardPile(colour, texts, count)
        return CardPile(colour, (f"{letter}{count}{self.look.fresh}", *texts), count, CardMark.FRESH)

    def cell(self, number: int, area: int, colour: int) -> AnyPlace:
        """The cards of one colour in a mandala: in a field, or in the mountain, where they may be missing."""
        mandala = self.state.mandalas[number]
        count = (mandala.mountain if area == MOUNTAIN else mandala.fields[area])[colour]
        if count:
            is_fresh = (number, area, colour) in self._fresh
            return _lying(colour, cards_of(self.look, colour, count), count, self.look.fresh if is_fresh else "")
        if area == MOUNTAIN and colour in self._missing[number] and number != self._claimed:
            return _missing(colour, sign_of(self.look, colour))
        return _NOTHING

    def place(self, number: int, area: int) -> Click | None:
        """The target of a click on an area, where no cards are."""
        return None

    def below_mountain(self, number: int, colour: int) -> tuple[Fragment, ...]:
        """The points that a colour of a shared mountain would bring: texts of a few columns."""
        return ()

    def area_cell(self, number: int, area: int, colour: int) -> AnyPlace:
        """A place in an area; in the near field what a colour would bring, while the mountain is shared out."""
        below = self.below_mountain(number, colour) if area == self.near and self.claimed_from(number) else ()
        return PlainWords(below) if below else self.cell(number, area, colour)

    def offered_briefly(self) -> list[Row]:
        """The row of what can be chosen, below the compact form; none where no one plays."""
        return []

    # The mandalas.

    def area_name(self, number: int, area: int) -> str | None:
        """The label of an area that is not named after its player: the mountain, or points that could be scored."""
        if area == MOUNTAIN:
            return _("mountain")
        if area == self.near and any(self.below_mountain(number, colour) for colour in COLOURS):
            return _("points")
        return None

    def foreseen(self, number: int) -> Mandala:
        """The mandala with the cards that are about to be played."""
        return self.state.mandalas[number]

    def hand_labels(self, seat: Seat, width: int) -> tuple[str, ...]:
        """The owner of a hand, in at most ``width`` columns; ever shorter."""
        name = self.badge(seat).owner_name(width)
        return _("your hand") if seat is self.you else _("{name}'s hand").format(name=name), name

    def field_labels(self, number: int, seat: Seat, width: int) -> tuple[str, ...]:
        """The owner of a field and the count of its cards, before and after the chosen move; ever shorter."""
        name, counts = self.badge(seat).owner_name(width), self._field_counts(number, seat)
        field = _("your field") if seat is self.you else _("{name}'s field").format(name=name)
        if not counts:
            return field, name
        text = ngettext("{name}: {counts} card", "{name}: {counts} cards", sum(self.foreseen(number).fields[seat]))
        in_words, brief = (text.format(name=owner, counts=counts) for owner in (field, name))
        return in_words, f"{field}: {counts}", brief, f"{name} {counts}", name

    def _field_counts(self, number: int, seat: Seat) -> str:
        """The cards in a field, before and after the chosen move; nothing if there are none then."""
        before, after = (sum(mandala.fields[seat]) for mandala in (self.state.mandalas[number], self.foreseen(number)))
        if not after:
            return ""
        return str(after) if before == after else f"{before}{self.look.becomes}{after}"

    def first_choice(self, number: int, width: int) -> str:
        """The player who would choose first if it were completed now, and why (K2); or who chooses now.

        In as many words as there is room for.
        """
        sentence = ""
        for sentence in self._first_choices(number):
            if width_of(sentence) <= width:
                return sentence
        return self.short(sentence, width)

    def _first_choices(self, number: int) -> Iterator[str]:
        """The texts on who would choose first, shorter and shorter; empty as long as nothing was played there."""
        foreseen = self.foreseen(number)
        if foreseen == EMPTY_MANDALA:
            yield ""
            return
        if self.claimed_from(number):
            yield self._chooses()
            return
        near, far = (sum(foreseen.fields[seat]) for seat in (self.near, self.near.other))
        leader = self.near if near >= far else self.near.other
        if not near and not far:
            texts = [_("both fields empty"), _("both empty")]
        elif near == far:
            texts = [_("tie {tally}, who completes it chooses second"), _("{tally}, who completes it chooses second")]
            texts += [_("tie: who completes chooses 2nd"), _("{tally}, completer is second")]
            texts += [_("{tally}, completer 2nd"), _("tie, completer 2nd"), _("completer 2nd")]
        elif leader is self.you:
            texts = [_("you {more}, {other} {fewer}: you choose first")]
            texts += [_("you {tally}: you choose first"), _("you {tally}: you first"), _("you {tally}")]
        else:
            other_is_you = leader.other is self.you
            texts = [_("{name} {more}, you {fewer}: {name} chooses first")] if other_is_you else []
            texts += [_("{name} {tally}, chooses first"), _("{name} {tally}, first"), _("{name} {tally}")]
        leads = self.badge(leader)
        names = leads.name_at_table(_ENDLESS), *[leads.name_at_table(BRIEF_NAME)] * (len(texts) - 1)
        other = self.short(self.short_name(leader.other), BRIEF_NAME)
        tallies = self._tallies(number, leader)
        for text, name in zip(texts, names, strict=True):
            for more, fewer in tallies:
                yield text.format(name=name, other=other, tally=f"{more}:{fewer}", more=more, fewer=fewer)

    def _tallies(self, number: int, first: Seat) -> list[tuple[str, str]]:
        """The cards in both fields, those of ``first`` first: before and after the chosen move, or only after it."""
        mandalas = self.state.mandalas[number], self.foreseen(number)
        before, after = ([sum(mandala.fields[seat]) for seat in (first, first.other)] for mandala in mandalas)
        more, fewer = map(str, after)
        if before == after:
            return [(more, fewer)]
        becomes, both = self.look.becomes, zip(before, after, strict=True)
        first_now, other_now = (str(new) if old == new else f"{old}{becomes}{new}" for old, new in both)
        return [(first_now, other_now), (f"{becomes}{more}", fewer)]

    def _chooses(self) -> str:
        assert isinstance(self.state.phase, Claiming)
        chooser = self.state.phase.chooser
        text = _("you choose now") if chooser is self.you else _("{name} chooses now")
        return text.format(name=self.badge(chooser).name_at_table(_ENDLESS))

    def claimed_from(self, number: int) -> bool:
        """Return whether the mountain of this mandala is being shared out."""
        return number == self._claimed

    def needed(self, number: int) -> tuple[str, ...]:
        """The colours that a mandala still needs; at last by their letters alone, where there is less room.

        It says so, or a mark stands before them, if the chosen move changes them.
        """
        if self.claimed_from(number):
            return (_("complete"),)
        missing = missing_colours(self.foreseen(number))
        changes = missing != self._missing[number]
        mark = f"{self.look.becomes} " if changes else ""
        if not missing:
            return (mark + _("complete"),)
        signs = [sign_of(self.look, colour) for colour in missing]
        letters = "".join(letter_of(colour) for colour in missing)
        text = mark + _("needs {colours}")
        in_words = [_("would need {colours}").format(colours=" ".join(signs))] if changes else []
        return *in_words, *(text.format(colours=colours) for colours in (" ".join(signs), "".join(signs), letters))

    def present(self, number: int) -> tuple[bool, ...]:
        """The colours that a mandala has after the chosen move: True for each that it has."""
        missing = missing_colours(self.foreseen(number))
        return tuple(colour not in missing for colour in COLOURS)

    def outlook(self, number: int, width: int) -> tuple[str, str]:
        """The needed colours of a mandala and who would choose first, together in ``width`` columns."""
        firsts, needed = tuple(self._first_choices(number)), self.needed(number)
        *with_signs, letters = needed
        pairs = [(need, first) for first in firsts for need in with_signs or needed]
        for need, first in (*pairs, *((letters, first) for first in firsts)):
            if width_of(need) + width_of(first) <= width:
                return need, first
        return letters, self.short(firsts[-1], max(width - width_of(letters), 0))


@kept_drawn
def _lying(colour: int, text: str, count: int, fresh: str) -> CardPile:
    """Cards in a mandala; ``fresh``: the mark behind their number if they have just changed, else nothing."""
    if not fresh:
        return CardPile(colour, (text,), count)
    # The number stays in the middle where there is room.
    return CardPile(colour, (f" {text}{fresh}", f"{text}{fresh}", text), count, CardMark.FRESH)


@kept_drawn
def _missing(colour: int, sign: str) -> FreePlace:
    """The place in a mountain of a colour that its mandala still needs."""
    return FreePlace(colour, Outline.NEEDED, (" ".join(sign), sign))


def fresh_cells(scene: TableScene[MandalaMove]) -> Cells:
    """The cells that the latest steps have changed."""
    return _changed_cells(scene.latest[0].before, scene.latest[-1].after) if scene.latest else frozenset()


def _changed_cells(before: MandalaState, after: MandalaState) -> Cells:
    """The cells of the mandalas and the rivers that differ."""
    rivers = frozenset(
        (RIVER, int(seat), int(colour))
        for seat in Seat
        for colour in after.players[seat].river
        if colour not in before.players[seat].river
        or after.players[seat].claimed[colour] != before.players[seat].claimed[colour]
    )
    return rivers | frozenset(
        (number, area, colour)
        for number in range(len(after.mandalas))
        for area, old, new in (
            (MOUNTAIN, before.mandalas[number].mountain, after.mandalas[number].mountain),
            *((int(seat), before.mandalas[number].fields[seat], after.mandalas[number].fields[seat]) for seat in Seat),
        )
        for colour in COLOURS
        if old[colour] != new[colour]
    )
