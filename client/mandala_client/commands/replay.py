"""``mandala-lan replay``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mandala_client.commands.kept_values import GameId
from mandala_client.commands.options import linear_option
from mandala_client.commands.printing import Printer, before_a_screen, prints_or_draws
from mandala_client.text.language import Language, _, speak
from mandala_client.text.sorry import Sorry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mandala_client.records.replay import RecordedReplay, Replay
    from mandala_client.settings.settings import Settings
    from mandala_protocol.seats import Seat

SEATS = ("host", "guest")


@click.command(
    "replay",
    epilog=_("Example:  mandala-lan replay Anna-Ben-1f2e3d4c.mandala --at 12"),
    help=_(
        "Step through a game, forward and back.\n\n"
        "Give a record file, or the first characters of a game's ID, as history lists it. Every "
        "entry is checked on the way. If you finished the game on this computer, its proofs were checked then: "
        "only verify checks them again. After the end you see both hands; in an unfinished game, "
        "only your own.\n\n"
        "With --json the document has these fields: format, version, game, id, date, players "
        "(seat, name, fingerprint, key), first (the seat that began), start (entry, position, digest), "
        "steps (number, entry, event, seat, notation, position, digest, hands, told), result (scores, "
        "winner, by_cup, reason, cups, slots), complete, fault. docs/replay-json.md describes them one by one.\n\n"
        "The exit code is 1 if an entry of the record is wrong, and otherwise 0."
    ),
)
@click.argument("game", type=GameId(or_file=True), metavar=_("ID|FILE"))
@click.option("--at", type=click.IntRange(min=1), default=None, help=_("Start at this step."))
@click.option("--from", "seen_from", type=click.Choice(SEATS), default=None, help=_("The seat to watch from."))
@click.option("--text", "as_text", is_flag=True, help=_("Write plain sentences (also the default without a terminal)."))
@click.option("--json", "as_json", is_flag=True, help=_("Write one JSON document, for other programs."))
@click.option(
    "--svg",
    type=click.IntRange(min=1),
    metavar=_("STEP"),
    help=_("Write the table after this step to a file in the current folder, as a picture."),
)
@click.option("--force", is_flag=True, help=_("Replace the file if it exists."))
@linear_option
@prints_or_draws
def command(
    game: str,
    at: int | None,
    seen_from: str | None,
    as_text: bool,
    as_json: bool,
    svg: int | None,
    force: bool,
    linear: bool,
    printer: Printer,
) -> None:
    """Check the record, then show it at the terminal, in sentences, as JSON, or one step of it as a picture."""
    from mandala_client.records.finding import find, looked_up
    from mandala_client.records.replay_document import document_of
    from mandala_protocol.seats import Seat

    if as_json and (as_text or at is not None or seen_from is not None or svg is not None):
        raise click.UsageError(_("--json gives the whole game. Leave out --text, --at, --from and --svg."))
    if svg is not None and (as_text or at is not None):
        raise click.UsageError(_("--svg gives one step. Leave out --text and --at."))
    if as_json:
        speak(Language.ENGLISH)  # what goes to other programs is never translated
    with before_a_screen(as_text, linear, as_json, svg) as on_screen:
        found, replay = looked_up(find, game, may_be_empty=as_json)
    steps = len(replay.frames)
    wanted = at or svg or 1
    if wanted > steps and not as_json:
        raise Sorry(_("There is no step {number}. The last one is {last}.").format(number=wanted, last=steps))
    near = found.near if seen_from is None else Seat(SEATS.index(seen_from))
    if as_json:
        printer.document(document_of(replay, found.date))
    elif svg is not None:
        _write_picture(replay, near, svg, printer, force=force)
    elif on_screen:
        _show(replay, near, printer.settings, first=at or 1)
    else:
        printer.say_all(_sentences(replay, at or 1))
    if replay.is_faulty:
        raise Sorry(replay.standing)


def show_stored(digits: str, settings: Settings) -> None:
    """Step through the game in the store that these digits mean, at the terminal, by these settings.

    Raises as ``own_home``, ``KeyboardInterrupt`` if the person leaves while the record is checked, and ``Sorry``, also
    if an entry of it is wrong: once the person has seen the rest.
    """
    import trio

    from mandala_client.records.finding import Found, in_store, replay_of
    from mandala_client.screens.table.screen_frontend import ScreenFrontend
    from mandala_client.screens.table.stage import run_on_screen

    async def check(frontend: ScreenFrontend) -> tuple[Found, RecordedReplay]:
        def tell(done: int, total: int) -> None:
            trio.from_thread.run_sync(frontend.progress, _("Checking the record of the game …"), done, total)

        def checked() -> tuple[Found, RecordedReplay]:
            found = in_store(digits)
            return found, replay_of(found, tell)

        return await trio.to_thread.run_sync(checked, abandon_on_cancel=True)

    found, replay = run_on_screen(check, settings=settings, from_lobby=True)
    _show(replay, found.near, settings)
    if replay.is_faulty:
        raise Sorry(replay.standing)


def tell_stored(digits: str, settings: Settings) -> None:
    """Tell the game in the store that these digits mean, step by step, in sentences. Raises as ``own_home``."""
    from mandala_client.records.finding import in_store, looked_up

    _found, replay = looked_up(in_store, digits)
    Printer(settings).say_all(_sentences(replay, 1))


def _show(replay: Replay, near: Seat, settings: Settings, first: int = 1) -> None:
    """Step through a replay at the terminal, from the step with this number on."""
    from mandala_client.screens.replay.replay_model import ReplayModel, at_frame
    from mandala_client.screens.replay.replay_screen import run_replay

    run_replay(at_frame(ReplayModel(replay, near=near), first - 1), settings=settings)


def _write_picture(replay: RecordedReplay, near: Seat, step: int, printer: Printer, *, force: bool) -> None:
    """Write the table after a step as a picture, and tell where it is. Raises ``Sorry``."""
    from pathlib import Path

    from mandala_client.records.written import write_file
    from mandala_client.screens.replay.replay_model import ReplayModel
    from mandala_client.screens.replay.replay_pages import table_alone
    from mandala_client.ui.form_sizes import WIDE
    from mandala_client.ui.style import FULL_LOOK, SHADED_LOOK, Depth
    from mandala_client.ui.svg_picture import svg_of
    from mandala_client.ui.themes import has_shades
    from mandala_net.player.profile import record_name

    theme = printer.settings.theme
    look = SHADED_LOOK if has_shades(theme, Depth.TRUE) else FULL_LOOK
    shown = table_alone(ReplayModel(replay, at=step - 1, near=near), look)
    file = Path(f"{record_name(replay.names, replay.game_id)}-{step}.svg")
    picture = svg_of(shown.rows, WIDE, theme, replay.ui.table.styles)
    write_file(file, picture.encode(), replace=force)
    printer.say(_("The table after step {step} is in {file}.").format(step=step, file=file))


def _sentences(replay: RecordedReplay, first: int) -> Iterator[str]:
    """The players, every step from number ``first`` on with its numbers, and what the record proves."""
    from mandala_client.records.verdict import is_key

    for name, identity in zip(replay.names, replay.identities, strict=True):
        yield is_key(name, identity)
    yield _("Each line begins with the number of its step, then that of its entry in the record.")
    for frame in replay.frames[first - 1 :]:
        for sentence in frame.sentences:
            yield f"{frame.number:4} {frame.entry:5} {sentence}"
    yield from replay.closing
