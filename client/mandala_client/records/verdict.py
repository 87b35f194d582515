"""A verified record in sentences: the game as both players saw it in the end, and the verdict."""

from __future__ import annotations

from typing import Final

from mandala_client.games.catalogue import GAMES, ui_of
from mandala_client.games.table_events import event_sentences
from mandala_client.records.happening import Happening, events_of
from mandala_client.sentences.bot_names import name_in_record, names_in_record
from mandala_client.text.language import _, ngettext, said
from mandala_client.text.numbers import duration
from mandala_client.text.player_names import Names
from mandala_client.ui.blocks.block_sentences import sentences_of
from mandala_net.trust.identity import fingerprint
from mandala_protocol.conversation.evidence import EvidenceJudgement, ProvenBreach, ProvenFork, Unproven
from mandala_protocol.games.game import BadNotation
from mandala_protocol.games.test_games.test_game_names import is_test_game, played_in
from mandala_protocol.names import clean_name
from mandala_protocol.record.key_exposure import exposures
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.verification import RecordFault, Verdict
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import N_
from mandala_protocol.wire.messages import (
    Accept,
    Body,
    Commit,
    End,
    Key,
    Mix,
    Move,
    Open,
    Propose,
    ResultBody,
    Share,
    Shuffle,
    name_of_kind,
)

_WAS_TO: Final[dict[type[Body], str]] = {
    Propose: N_("to propose a game"),
    Accept: N_("to accept the game"),
    Commit: N_("to commit to a key"),
    Open: N_("to open the commitment"),
    Shuffle: N_("to shuffle"),
    Share: N_("to give a share of the cards dealt"),
    Mix: N_("to mix the hand"),
    Move: N_("to move"),
    Key: N_("to open the key"),
    ResultBody: N_("to sign the result"),
}
"""The step that was due where a record stops, as it follows "Anna was …", "Anna is …"."""


def told_game(verdict: Verdict) -> list[str]:
    """The players, and all that happened up to the first fault."""
    referee = verdict.referee
    if len(referee.players) < len(Seat):
        return []
    names = names_of(verdict.referee)
    lines = [is_key(name, player.identity) for name, player in zip(names, referee.players, strict=True)]
    if referee.players[Seat.HOST].identity == referee.players[Seat.GUEST].identity:
        lines.append(_("Both seats were played with one key: by one person, or on one computer."))
    lines.append(_("Each line begins with the number of its entry in the record."))
    for happening in _happenings(referee):
        sentences = event_sentences(events_of(ui_of(referee.rules.name), happening), None, names)
        lines += [f"{happening.number:4} {sentence}" for sentence in sentences]
    return lines


def is_key(name: str, identity: bytes) -> str:
    """The sentence about whose key (32 bytes) it is."""
    return _("{name} is {fingerprint}.").format(name=name, fingerprint=fingerprint(identity))


def _happenings(referee: Referee) -> list[Happening]:
    """All that happened at the table, in order."""
    happenings: list[Happening] = [*referee.steps, *referee.adjourned]
    if referee.abandoned is not None:
        happenings.append(referee.abandoned)
    return sorted(happenings, key=lambda happening: happening.number)


def verdict_lines(
    verdict: Verdict, *, going_on: bool = False, score: bool = True, proofs_checked: bool = False
) -> list[str]:
    """The lines that say that all is proven, or the first entry that is wrong and why.

    ``going_on``: the game is known not to be over, so that nothing is missing from the record. ``score``: tell that of
    a game that is proven, too. ``proofs_checked``: its proofs were checked during the game, and not now. A test game is
    said to be one before.
    """
    proven = _proven(verdict, going_on=going_on, score=score, proofs_checked=proofs_checked)
    return [*_test_game(verdict.referee.game), *proven]


def exposure_lines(verdict: Verdict) -> list[str]:
    """The sentences that say from which entry on a player's key was no secret; none if both were kept.

    In a test game nothing is secret anyway.
    """
    if is_test_game(verdict.referee.game):
        return []
    lines = []
    for exposure in exposures(verdict.referee):
        text = _("NOT SECRET: from entry {entry} on, anyone could compute the key that {name} used in this game.")
        if exposure.earlier is None:
            why = _("The random number in entry {entry} is so small that anyone can find it by trying.")
        else:
            why = _("The entries {earlier} and {entry} use the same random number.")
        name = _speaker(verdict, exposure.seat)
        lines.append(f"{text} {why}".format(entry=exposure.number, earlier=exposure.earlier, name=name))
    return lines


def _test_game(game: str | None) -> list[str]:
    """The sentence that a test game was one; nothing for any other game. ``game`` is its name on the wire."""
    if not is_test_game(game):
        return []
    tested = _("This is the test game {game}: its cards follow from its name, and nothing was secret.")
    return [tested.format(game=game)]


def _proven(verdict: Verdict, *, going_on: bool, score: bool, proofs_checked: bool) -> list[str]:
    referee = verdict.referee
    checked = referee.transcript.length
    if verdict.fault is not None:
        return _wrong(verdict.fault, checked)
    if going_on and not verdict.complete and referee.abandoned is None:
        return [_going_on(verdict)]
    if not verdict.complete:
        return [*_broken_off(verdict), *_unseen(verdict)]
    valid = _valid(referee.moves_made, has_cards=bool(referee.rules.faces), proofs_checked=proofs_checked)
    points = ui_of(referee.rules.name).words.onlooker_score(referee.state, names_of(referee)) if score else []
    return [*sentences_of(points), valid.format(entries=checked, count=referee.moves_made)]


def _valid(moves: int, *, has_cards: bool, proofs_checked: bool) -> str:
    """The sentence that all is proven, with the number of moves still to be put in."""
    if not has_cards:
        return ngettext(
            "VALID: {entries} entries, {count} move; every signature, the set-up and every move are correct.",
            "VALID: {entries} entries, {count} moves; every signature, the set-up and every move are correct.",
            moves,
        )
    if proofs_checked:
        return ngettext(
            "VALID: {entries} entries, {count} move; every signature and the move are correct. Your program checked "
            "the proofs of the cards during the game.",
            "VALID: {entries} entries, {count} moves; every signature and every move are correct. Your program checked "
            "the proofs of the cards during the game.",
            moves,
        )
    return ngettext(
        "VALID: {entries} entries, {count} move; every signature, proof, card and move is correct.",
        "VALID: {entries} entries, {count} moves; every signature, proof, card and move is correct.",
        moves,
    )


def _wrong(fault: RecordFault, checked: int) -> list[str]:
    error = fault.error
    text = _("NOT VALID: entry {entry} is wrong: {detail} (code {code}, requirement {requirement}).")
    wrong = text.format(
        entry=fault.number, detail=said(error.detail), code=int(error.code), requirement=error.requirement
    )
    if not checked:
        return [wrong]
    right = ngettext("The {count} entry before it is correct.", "The {count} entries before it are correct.", checked)
    return [wrong, right.format(count=checked)]


def _broken_off(verdict: Verdict) -> list[str]:
    """The reason for no result, and what the record still proves."""
    referee = verdict.referee
    count = referee.transcript.length
    hold = ngettext(
        "The {count} entry in the file is consistent.", "The {count} entries in the file are consistent.", count
    ).format(count=count)
    if referee.abandoned is None:
        return [f"{_stopped(verdict)} {hold}"]
    names = names_of(verdict.referee)
    waited, gone = names[referee.abandoned.waited], names[referee.abandoned.waited.other]
    abandoned = _("ABANDONED: {waited}'s computer says that it waited {time} for {gone}, as both had agreed.")
    alone = _("Only {waited}'s computer says that {gone} did not come back. No record can prove it.")
    text = abandoned.format(waited=waited, gone=gone, time=duration(referee.grace))
    return [f"{text} {hold}", alone.format(waited=waited, gone=gone)]


def _going_on(verdict: Verdict) -> str:
    """The sentence about who must speak next in an unfinished game."""
    count = verdict.referee.transcript.length
    right = ngettext("The {count} entry so far is correct.", "The {count} entries so far are correct.", count)
    due = verdict.referee.due
    if due is None:
        text = _("The game is not over.")
    else:
        if _is_adjourned(verdict):
            text = _("The game is adjourned. Next: {name} is {deed}.")
        else:
            text = _("The game is not over. Next: {name} is {deed}.")
        text = text.format(name=_speaker(verdict, due.speaker), deed=_(_WAS_TO[due.kind]))
    return f"{text} {right.format(count=count)}"


def _unseen(verdict: Verdict) -> list[str]:
    count = verdict.unseen_plays
    if not count:
        return []
    text = ngettext(
        "{count} move played cards that cannot be opened, as the keys were never shown.",
        "{count} moves played cards that cannot be opened, as the keys were never shown.",
        count,
    )
    return [text.format(count=count)]


def _stopped(verdict: Verdict) -> str:
    """The place where an unfinished record stops, and who had to speak."""
    due = verdict.referee.due
    if due is None:
        return _("NOT COMPLETE: it stops before the result.")
    if _is_adjourned(verdict):
        text = _("NOT COMPLETE: both adjourned the game when {name} was {deed}.")
    else:
        text = _("NOT COMPLETE: it stops when {name} was {deed}.")
    return text.format(name=_speaker(verdict, due.speaker), deed=_(_WAS_TO[due.kind]))


def _is_adjourned(verdict: Verdict) -> bool:
    """Return whether the last entry adjourns the game."""
    referee = verdict.referee
    return bool(referee.adjourned) and referee.adjourned[-1].number == referee.transcript.length - 1


def _speaker(verdict: Verdict, seat: Seat) -> str:
    """The player by name, if the record has it."""
    players = verdict.referee.players
    if len(players) < len(Seat):
        return name_in_record(players[seat].name) if seat < len(players) else _(_SEATS[seat])
    return names_of(verdict.referee)[seat]


_SEATS: Final = {Seat.HOST: N_("the host"), Seat.GUEST: N_("the guest")}


def names_of(referee: Referee) -> Names:
    """The names of both players of the game in a record, fit to be shown and told apart."""
    host, guest = referee.players
    return names_in_record(host.name, guest.name)


# Evidence.


def judgement_lines(judgement: EvidenceJudgement) -> list[str]:
    """The sentences about what a file of evidence proves, or why it proves nothing."""
    match judgement:
        case ProvenBreach():
            return _breach_lines(judgement)
        case ProvenFork():
            return _fork_lines(judgement)
        case Unproven(doubt=doubt, error=error):
            if error is None:
                return [_("NOT PROVEN: {doubt}.").format(doubt=_(doubt.value))]
            text = _("NOT PROVEN: {doubt}: {detail} (requirement {requirement}).")
            return [text.format(doubt=_(doubt.value), detail=said(error.detail), requirement=error.requirement)]


def _breach_lines(breach: ProvenBreach) -> list[str]:
    player, error = breach.players[breach.seat], breach.error
    name = name_in_record(player.name)
    proven = _("WRONG ENTRY PROVEN: {name} ({seat}) signed entry {number}, which breaks requirement {requirement}.")
    lines = [
        is_key(name, player.identity),
        proven.format(name=name, seat=_(_SEATS[breach.seat]), number=breach.number, requirement=error.requirement),
        _("What is wrong: {detail} (code {code}).").format(detail=said(error.detail), code=int(error.code)),
    ]
    if breach.said is not None:
        lines.append(_("The entry says: {entry}").format(entry=_said(breach.said, breach.game)))
    right = ngettext(
        "The {count} entry before it is correct.", "The {count} entries before it are correct.", breach.number
    )
    return [*lines, right.format(count=breach.number), _proves_a_key(name)]


def _proves_a_key(name: str) -> str:
    return _("This proves what the key of {name} signed. A program error looks the same as a cheat.").format(name=name)


def _fork_lines(fork: ProvenFork) -> list[str]:
    player = fork.players[fork.seat]
    name, seat = name_in_record(player.name), _(_SEATS[fork.seat])
    if fork.requirement == "EN18":
        proven = _(
            "PROVEN: {name} ({seat}) signed that the game is abandoned at entry {number}, and also entry {later}."
        )
        text = proven.format(name=name, seat=seat, number=fork.number, later=fork.said_number)
        return [is_key(name, player.identity), text, _proves_a_key(name)]
    proven = _("TWO ENTRIES PROVEN: {name} ({seat}) signed two different entries with the number {number} in one game.")
    both = ngettext(
        "Both follow the same {count} entry, which is correct. No one but {name} can have signed both.",
        "Both follow the same {count} entries, which are correct. No one but {name} can have signed both.",
        fork.number,
    )
    return [
        is_key(name, player.identity),
        proven.format(name=name, seat=seat, number=fork.number),
        *_both_said(
            *(_("something unreadable") if each is None else _said(each, fork.game) for each in (fork.said, fork.other))
        ),
        both.format(count=fork.number, name=name),
        _proves_a_key(name),
    ]


def _both_said(one: str, other: str) -> list[str]:
    first = _("One entry:   {entry}").format(entry=one)
    if other == one:
        second = _("Other entry: {entry}, with other content").format(entry=other)
    else:
        second = _("Other entry: {entry}").format(entry=other)
    return [f"  {first}", f"  {second}"]


def _said(body: Body | None, game: str | None) -> str:
    """The contents of an entry in a few words."""
    match body:
        case None:
            return _("something unreadable")
        case Move(move=move):
            return _("move {move}").format(move=_for_people(move, game))
        case End(reason=reason):
            return _("end, {reason}").format(reason=reason)
        case ResultBody(scores=(host, guest), reason=reason):
            return _("result, {host} to {guest}, {reason}").format(host=host, guest=guest, reason=clean_name(reason))
        case _:
            return name_of_kind(type(body))


def _for_people(move: str, game: str | None) -> str:
    """A move as people write it; as it was said if it is none."""
    if game is None or played_in(game) not in GAMES:
        return clean_name(move)
    ui = ui_of(game)
    try:
        return ui.words.notation(ui.rules.parse_move(move))
    except BadNotation:
        return clean_name(move)
