"""The help: the keys by what one wants to do, in one column or two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from mandala_client.games.forecast_text import has_chances
from mandala_client.play.frontend import Opponent
from mandala_client.sentences import status_text
from mandala_client.sentences.offer_text import OFFER_TEXTS
from mandala_client.table.function_keys import key_of
from mandala_client.table.table_model import Ended, Helping, Playing, Preparing, TableModel
from mandala_client.text.language import _
from mandala_client.text.numbers import duration
from mandala_client.text.typed_words import TypedWord, spoken_word
from mandala_client.ui.blocks.block_rows import topic_rows
from mandala_client.ui.blocks.values import Topic
from mandala_client.ui.page_frame import help_page, paragraph
from mandala_client.ui.rows import BLANK, Row, Screen, flow, in_two_panes, row
from mandala_client.ui.style import Look

_TWO_COLUMNS: Final = 78
"""From this many columns on the keys stand in two columns."""

_WIDEST: Final = 60
"""A column is not wider than this, so that keys and texts stay together."""

_BETWEEN: Final = 2


def help_screen(model: TableModel, helping: Helping, look: Look, columns: int, lines: int) -> Screen:
    """The words to compare, the signs of the game, then all keys; scrolled down where there is no room for all."""
    signs = flow(model.game.table.legend(look), columns - 1, between="  ")
    head = [*_words(model, columns), *(row(" ", line) for line in signs)]
    match model.phase:
        case Preparing():
            head += [BLANK, *paragraph(_what_will_be(model), columns)]
            leaving = _("back to the lobby") if model.from_lobby else _("leave")
            topics = [Topic(_("While you wait"), (("Ctrl-C", leaving),)), Topic(_("Look it up"), _books())]
        case Playing():
            topics = _topics(look, model)
        case Ended() as ended:
            topics = _topics_of_the_end(model, ended, look)
        case _:
            assert_never(model.phase)
    rows = [*head, *_keys(topics, columns, airy=True)]
    if len(rows) > lines - 2:
        dense = [*head, *_keys(topics, columns, airy=False)]
        rows = dense if len(dense) <= lines - 2 else rows
    return help_page(rows, helping.scrolled, columns, lines, model.game.title)


def _words(model: TableModel, columns: int) -> list[Row]:
    words = model.snapshot.words if model.snapshot is not None else None
    if words is None or model.opponent is not Opponent.PERSON:
        return []
    if model.snapshot is not None and (tested := status_text.test_game(model.snapshot)) is not None:
        return paragraph(tested, columns)
    return paragraph(_("Authentication words, the same for both: {words}").format(words=words), columns)


def _keys(topics: Sequence[Topic], columns: int, *, airy: bool) -> list[Row]:
    """All keys; with an empty row above each topic if it is to be airy."""
    gap = [BLANK] if airy else []
    if columns < _TWO_COLUMNS:
        return [line for rows in topic_rows(topics, columns, margin=1) for line in (*gap, *rows)]
    width = min((columns - _BETWEEN) // 2, _WIDEST)
    left, right = _halves([[*gap, *rows] for rows in topic_rows(topics, width, margin=1)])
    return in_two_panes(left, right, width, _BETWEEN, max(len(left), len(right)))


def _halves(blocks: Sequence[list[Row]]) -> tuple[list[Row], list[Row]]:
    """The blocks in order in two columns, as equally high as can be."""

    def height(split: int) -> int:
        return max(sum(map(len, blocks[:split])), sum(map(len, blocks[split:])))

    split = min(range(len(blocks) + 1), key=height)
    return [line for block in blocks[:split] for line in block], [line for block in blocks[split:] for line in block]


def _topics(look: Look, model: TableModel) -> list[Topic]:
    table = model.game.table
    helpers = [
        (_word(TypedWord.HINT), _("a hint, against a bot")),
        (_word(TypedWord.UNDO), _("undo, in practice")),
    ]
    signs = [Topic(_("On the table"), meanings)] if (meanings := table.help_signs(look)) else []
    if has_chances(model.game.rules):
        helpers.append((_word(TypedWord.CHANCE), _("win chance, in practice")))
    chat = [(_("/hello"), _("say hello")), (_word(TypedWord.MUTE), _("hide or show the chat"))]
    resign = (_word(TypedWord.RESIGN), _("resign"))
    if model.away is not None and model.away.graces:
        resign = (f"{key_of(TypedWord.RESIGN)} :{spoken_word(TypedWord.ABANDON)}", _("call the game abandoned"))
    stop = [
        *((_word(offer.word), _(offer.help)) for offer in OFFER_TEXTS.values()),
        resign,
        ("Ctrl-C", _leaving(model)),
    ]
    if model.opponent is Opponent.PRACTICE:
        stop = [(_word(TypedWord.END), _("end it now")), resign, ("Ctrl-C q", _("leave; nothing is kept"))]
    return [
        *table.help_topics(look),
        *signs,
        Topic(
            _("Look it up"),
            (
                (f"{key_of(TypedWord.HELP)} ? :{spoken_word(TypedWord.HELP)}", _("this help")),
                (_word(TypedWord.RULES), _("the rules")),
                (_word(TypedWord.AID), _("the player aid")),
                (_word(TypedWord.LOG), _("the log")),
                (_("PgUp PgDn"), _("scroll the log")),
            ),
        ),
        Topic(_("Helpers and chat"), (*helpers, *chat))
        if model.opponent is Opponent.PERSON
        else Topic(_("Helpers"), tuple(helpers)),
        Topic(_("Stop"), tuple(stop)),
    ]


def _leaving(model: TableModel) -> str:
    """Return the sentences about a game that is left; it is kept, but perhaps not for ever."""
    if model.snapshot is not None and model.snapshot.grace:
        return _("leave; may count as abandoned after {time}").format(time=duration(model.snapshot.grace))
    return _("leave; you can resume later")


def _what_will_be(model: TableModel) -> str:
    """Return the sentence about what one waits for, and when there is more to be done."""
    if not model.game.rules.faces:
        return _("When both players are there, the game begins. F1 then shows all keys of the table.")
    return _("When both players are there, the cards are shuffled and dealt. F1 then shows all keys of the table.")


def _books() -> tuple[tuple[str, str], ...]:
    """Return the pages that can be read at any time, and their keys."""
    return (("F1 ?", _("this help")), ("F2", _("the rules")), ("F3", _("the player aid")))


def _topics_of_the_end(model: TableModel, ended: Ended, look: Look) -> list[Topic]:
    """Return the keys when the game is over."""
    counted = [("s", _("statistics of the game"))] if model.counted else []
    laid = [("t", _("the final table"))] if model.laid else []
    again = [("r", _("play again"))] if ended.rematch and not ended.awaiting else []
    again = [("r", _("try again"))] if ended.end.can_try_again else again
    if ended.practised is not None and not ended.awaiting:
        again.append(("w", _("same set-up, seats swapped")))
    review = [("v", _("what each move gave away"))] if ended.reviewable and not ended.awaiting else []
    chat = ((_("/hello"), _("say hello")), ("F6", _("hide or show the chat")))
    topics = [
        Topic(_("What comes next"), (*again, ("q", _("leave")), ("Ctrl-C", _("leave")))),
        Topic(
            _("Look back"),
            (
                *review,
                *counted,
                *laid,
                ("l F7", _("the log")),
                ("↑ ↓" if look.writes_all else _("up down"), _("scroll a long page")),
                ("Esc Enter", _("back to the result")),
            ),
        ),
        Topic(_("Chat"), chat) if model.can_talk_on else None,
        Topic(_("Look it up"), _books()),
    ]
    return [topic for topic in topics if topic is not None]


def _word(word: TypedWord) -> str:
    """The key, and the word after a colon that does the same."""
    return f"{key_of(word)} :{spoken_word(word)}"
