"""Write what follows from the code or from the standard: run it after changing either.

That is the parts of ``protocol.md``, ``api.md`` and ``match.md`` between ``<!-- generated: NAME -->`` and
``<!-- end of NAME -->``, and the requirements of the standard as data. Tests keep all of it up to date.
"""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import attrs

import mandala_protocol
from mandala_net.match.states import MATCH_STATES, MatchCause, MatchState
from mandala_protocol.conversation.connection import STATES, Cause, ConnectionState, StateRules
from mandala_protocol.errors import Code
from mandala_protocol.poker.hashing import tagged_hash
from mandala_protocol.record import verification
from mandala_protocol.record.order import ABANDONABLE, BEFORE_PLAY, ORDER, PLAYING, Occasion, OrderRow, When
from mandala_protocol.record.transcript import Entry, read
from mandala_protocol.requirements import REQUIREMENTS_FILE, Requirement
from mandala_protocol.seats import Seat
from mandala_protocol.wire import codec, messages, rate_limit
from mandala_protocol.wire.messages import ENTRY_KINDS, MESSAGE_KINDS, name_of_kind

STANDARD: Final = Path(__file__).with_name("protocol.md")
API: Final = Path(__file__).with_name("api.md")
MATCH: Final = Path(__file__).with_name("match.md")
STUB: Final = Path(mandala_protocol.__file__).with_suffix(".pyi")
"""The public names of the protocol, each under what it is for."""

SHOWN_ENTRY: Final = 2
"""The entry of the worked exchange that is shown in bytes."""

CONVERSATION: Final = Path(mandala_protocol.__file__).parent / "vectors" / "conversation.json"

REQUIREMENT: Final = re.compile(
    r"^\*\*([A-Z]{2}[1-9][0-9]?)\. ([^*\n]+)\.\*\* (.*(?:\n(?!\*\*[A-Z]{2}[0-9]|#|\||<!--).+)*)", re.MULTILINE
)
"""A numbered requirement: number, title and text, up to the next empty line or the next requirement."""

REST: Final = re.compile(r"\n\n((?:\|.*\n)+|```\n(?:.+\n)*?```\n|(?:(?:-|[0-9]+\.) .*\n)+)")
"""A table, a formula or a list right behind the text of a requirement, which belongs to it."""

CODE_NAMES: Final = frozenset(code.wire_name for code in Code)

SECTION: Final = re.compile(r"^(###?) ([0-9.]+ .*)$", re.MULTILINE)
"""The heading of a chapter or of a section: its marks, and its number and title."""


def requirements(text: str) -> list[Requirement]:
    """Every requirement of the standard, in order."""
    found = []
    headings = list(SECTION.finditer(text))
    for match in REQUIREMENT.finditer(text):
        section = [heading[2] for heading in headings if heading.end() <= match.start()][-1]
        codes, rest = _codes(match[3]), REST.match(text, match.end())
        found.append(
            Requirement(
                match[1],
                match[2],
                section,
                match[3],
                "" if rest is None else rest[1].rstrip(),
                codes[0] if codes else None,
                tuple(codes[1:]),
            )
        )
    return found


def _codes(wording: str) -> list[str]:
    """The codes that a receiver fails with, in order; not those of local errors, which are never sent."""
    return _named_codes(line for line in wording.splitlines() if "MUST fail" in line)


def _local_codes(wording: str) -> list[str]:
    """The codes of the local errors of a requirement."""
    return _named_codes(line for line in wording.splitlines() if line.startswith("Local error:"))


def _named_codes(lines: Iterable[str]) -> list[str]:
    named = [name for line in lines for name in re.findall(r"`([a-z-]+)`", line) if name in CODE_NAMES]
    return list(dict.fromkeys(named))


def requirements_as_json(text: str) -> str:
    """The requirements of the standard as the data file of ``mandala_protocol.requirements``."""
    return (
        json.dumps([attrs.asdict(requirement) for requirement in requirements(text)], ensure_ascii=False, indent=1)
        + "\n"
    )


# The parts.


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def _summary(kind: type[object]) -> str:
    return (inspect.getdoc(kind) or "").partition("\n")[0].replace("``", "`")


def message_kinds(_: str) -> str:
    rows = [(number, f"`{name_of_kind(kind)}`", _summary(kind)) for number, kind in sorted(MESSAGE_KINDS.items())]
    return _table(("kind", "message", "purpose"), rows)


def entry_kinds(_: str) -> str:
    rows = [(number, f"`{name_of_kind(kind)}`", _summary(kind)) for number, kind in sorted(ENTRY_KINDS.items())]
    return _table(("kind", "entry", "purpose"), rows)


_AFTER: Final[Mapping[Occasion, str]] = {
    Occasion.START: "the beginning",
    Occasion.OPENING: "`accept`",
    Occasion.SHUFFLE: "whenever the game expects a shuffle",
    Occasion.DEAL: "whenever the game expects a deal",
    Occasion.TURN: "whenever the game expects a move",
    Occasion.END: "the game expects the reveal",
    Occasion.RESULT: "both keys",
}


def order_table(_: str) -> str:
    rows = []
    for occasion, entries in ORDER.items():
        for place, row in enumerate(entries, start=1):
            instead = _instead(occasion)
            kind = f"`{name_of_kind(row.kind)}` ({row.kind.kind_number})"
            after = _AFTER[occasion] if place == 1 else ""
            rows.append((occasion.value, after, place, kind, _seat(row.speaker), row.when.value, instead))
    return _table(("occasion", "comes after", "place", "entry", "speaker", "sent", "or instead"), rows)


def _instead(occasion: Occasion) -> str:
    """The entries that are allowed in place of what is due; only an `end` with the reason abandoned by either seat."""
    if occasion in PLAYING:
        return "`end`, `adjourn`"
    return "`end`: abandoned" if occasion in ABANDONABLE else ""


def _seat(seat: Seat) -> str:
    return f"{seat.name.lower()} ({seat:d})"


def _node(occasion: Occasion, row: OrderRow) -> str:
    return f"{occasion.value}_{name_of_kind(row.kind)}_{row.speaker:d}"


def _edges(occasion: Occasion, rows: Sequence[OrderRow]) -> Iterable[str]:
    """The edges from each place of an occasion to every place that can come next, past those that need not apply."""
    nodes = ["[*]", *(_node(occasion, row) for row in rows), "[*]"]
    skippable = [False, *(row.when is not When.ALWAYS for row in rows), False]
    for start in range(len(nodes) - 1):
        for stop in range(start + 1, len(nodes)):
            nothing_said = start == 0 and stop == len(nodes) - 1
            if not nothing_said and not (occasion is Occasion.TURN and 0 < start < stop < len(nodes) - 1):
                yield f"        {nodes[start]} --> {nodes[stop]}"
            if not skippable[stop]:
                break


def order_diagram(_: str) -> str:
    lines = ["```mermaid", "stateDiagram-v2"]
    for occasion, rows in ORDER.items():
        lines.append(f'    state "{occasion.value}" as {_state(occasion)} {{')
        lines += [
            f"        {_node(occasion, row)} : {name_of_kind(row.kind)} by the {row.speaker.name.lower()}"
            for row in rows
        ]
        lines += [*_edges(occasion, rows), "    }"]
    first, *later = map(_state, BEFORE_PLAY)
    lines += ["    state expects <<choice>>", f"    [*] --> {first}"]
    for before, after in zip((first, *later), (*later, "expects"), strict=True):
        lines.append(f"    {before} --> {after}")
    end, result = _state(Occasion.END), _state(Occasion.RESULT)
    for occasion in ORDER:
        if occasion in PLAYING:
            state = _state(occasion)
            lines += [f"    expects --> {state}", f"    {state} --> expects"]
            lines += [f"    {state} --> {end} : resigned or agreed", f"    {state} --> {state} : adjourned"]
        if occasion in ABANDONABLE:
            lines.append(f"    {_state(occasion)} --> [*] : abandoned")
    lines += [f"    expects --> {end} : the game has ended", f"    {end} --> {result}", f"    {result} --> [*]", "```"]
    return "\n".join(lines)


def connection_table(_: str) -> str:
    rows = []
    for state, rules in STATES.items():
        leads = "; ".join(f"{cause.value}: *{after.value}*" for cause, after in rules.leads.items() if cause in _STEPS)
        rows.append((state.value, rules.meaning, _fails(rules), _passes(rules), leads or "—"))
    return _table(("state", "meaning", "a receiver fails at", "ignores", "leads to"), rows)


_STEPS: Final = [cause for cause in Cause if cause not in (Cause.CLOSED, Cause.FAILED, Cause.LOST)]
"""The causes that lead on; the others end a connection from wherever it is."""


def _fails(rules: StateRules) -> str:
    allowed = [kind for kind in MESSAGE_KINDS.values() if kind not in rules.fails]
    if len(allowed) == 1:
        (requirement,) = set(rules.fails.values())
        return f"all but `{name_of_kind(allowed[0])}` ({requirement})"
    return ", ".join(f"`{name_of_kind(kind)}` ({number})" for kind, number in rules.fails.items()) or "—"


def _passes(rules: StateRules) -> str:
    if rules.passes == set(MESSAGE_KINDS.values()):
        return "everything"
    names = [name_of_kind(kind) for kind in MESSAGE_KINDS.values() if kind in rules.passes]
    return ", ".join(f"`{name}`" for name in names) or "—"


def connection_diagram(_: str) -> str:
    """All states, those in which a connection can still go on drawn together, as they end alike."""
    endings = {cause: STATES[ConnectionState.OPEN].leads[cause] for cause in (Cause.CLOSED, Cause.FAILED, Cause.LOST)}
    together = [state for state, rules in STATES.items() if endings.items() <= rules.leads.items()]
    lines = ["```mermaid", "stateDiagram-v2"]
    lines += [f'    state "{state.value}" as {_connection(state)}' for state in STATES if " " in state.value]
    lines += ['    state "can go on" as going {']
    inner = [line for state in together for line in _moves(state, within=together)]
    lines += [f"    {line}" for line in inner] + ["    }"]
    lines += [f"    going --> {_connection(after)} : {cause.value}" for cause, after in endings.items()]
    lines += [line for state in together for line in _moves(state, outside=[*together, *endings.values()])]
    lines += [line for state in STATES if state not in together for line in _moves(state)]
    lines += [f"    [*] --> {_connection(ConnectionState.NONE)}", "```"]
    return "\n".join(lines)


def _moves(
    state: ConnectionState,
    within: Iterable[ConnectionState] | None = None,
    outside: Iterable[ConnectionState] = (),
) -> Iterable[str]:
    """Lines of the diagram for what leads from this state to one ``within`` some, and not among those ``outside``."""
    wanted, unwanted = None if within is None else set(within), set(outside)
    for cause, after in STATES[state].leads.items():
        if (wanted is None or after in wanted) and after not in unwanted:
            yield f"    {_connection(state)} --> {_connection(after)} : {cause.value}"


def _connection(state: ConnectionState) -> str:
    return state.value.replace(" ", "_")


def _state(occasion: Occasion) -> str:
    """A name of its own, as "end" is a word of the diagram's language."""
    return f"{occasion.value}_occasion"


def error_codes(text: str) -> str:
    codes = {requirement.number: _codes(requirement.text) for requirement in requirements(text)}

    def breaking(code: Code) -> str:
        return " ".join(number for number, named in codes.items() if code.wire_name in named) or "—"

    rows = [(int(code), f"`{code.wire_name}`", code.sentence, breaking(code)) for code in Code]
    return _table(("code", "name", "what it tells a player", "requirements"), rows)


def limits(_: str) -> str:
    rows = [
        ("a message, after its length", f"{messages.MAX_MESSAGE_BYTES:,} bytes"),
        ("a byte string", f"{codec.MAX_BINARY_BYTES:,} bytes"),
        ("a text", f"{codec.MAX_TEXT_BYTES:,} bytes in UTF-8"),
        ("an array", f"{codec.MAX_ITEMS} items"),
        ("a map", f"{codec.MAX_FIELDS} fields"),
        ("arrays and maps in each other", f"{codec.MAX_DEPTH} deep"),
        ("a name, of a player or of software", f"{messages.MAX_NAME} characters"),
        ("a line of chat", f"{messages.MAX_CHAT} characters"),
        ("a reason, or the detail of an error", f"{messages.MAX_REASON} characters"),
        ("the grace of a game", f"{messages.MAX_GRACE:,} seconds"),
        ("the cards of one entry", f"{messages.MAX_CARDS}"),
        ("the entries of a record", f"{messages.MAX_ENTRIES:,}"),
        ("a record file, or one of evidence", f"{verification.MAX_RECORD_BYTES:,} bytes"),
        *(
            (f"the weight that {who} send at once, and each second", f"{pace.at_once:,} and {pace.a_second:,}")
            for who, pace in (("strangers", rate_limit.STRANGER), ("players", rate_limit.PLAYER))
        ),
        *(
            (f"the weight of {who} that a receiver accepts at once", f"{pace.borne:,}")
            for who, pace in (("strangers", rate_limit.STRANGER), ("players", rate_limit.PLAYER))
        ),
    ]
    return _table(("what", "at most"), rows)


def published_case() -> dict[str, Any]:
    """The vector of the conversation that the standard goes through."""
    case: dict[str, Any] = json.loads(CONVERSATION.read_text(encoding="utf-8"))["groups"][0]["cases"][0]
    return case


def worked_exchange(_: str) -> str:
    game = published_case()["expected"]["games"][0]
    rows = []
    for entry in game["entries"]:
        position = f"`{entry['position']}`" if entry["position"] else ""
        size = len(entry["payload"]) // 2
        speaker = _seat(Seat(entry["seat"]))
        what = f"`{entry['kind']}`" + (f" {entry['says']}" if entry["says"] else "")
        rows.append((entry["number"], speaker, what, size, f"`{entry['head'][:8]}…`", position))
    heads = ("no.", "speaker", "entry", "payload, bytes", "head after it", "position after it")
    facts = [
        ("proposal", f"`{game['proposal']}`"),
        ("game id", f"`{game['game_id']}`"),
        ("joint key", f"`{game['joint_key']}`"),
        ("seed", f"`{game['seed']}`"),
        ("words", game["words"]),
        ("first player", _seat(Seat(game["first_player"]))),
    ]
    return _table(heads, rows) + "\n\n" + _table(("derived", "value"), facts)


def entry_in_bytes(_: str) -> str:
    """One whole entry of the worked exchange: payload, the input of the signature, signature and head."""
    game = published_case()["expected"]["games"][0]
    entries = [_entry_of(shown) for shown in game["entries"][: SHOWN_ENTRY + 1]]
    proposal, entry = entries[0], entries[-1]
    assert isinstance(proposal.body, messages.Propose)
    assert isinstance(entry.body, messages.Commit)
    payload, signature = entry.payload, entry.signature
    parts = [
        ("94", "array of 4"),
        (f"{entry.number:02x}", f"number {entry.number}"),
        ("c420" + entry.previous.hex(), "the head before it, 32 bytes"),
        (f"{entry.body.kind_number:02x}", "kind 2, commit"),
        ("81", "map of 1"),
        ("aa" + b"commitment".hex(), '"commitment"'),
        ("c440" + entry.body.commitment.hex(), "the commitment, 64 bytes"),
    ]
    assert "".join(data for data, _ in parts) == payload.hex()
    blocks = block_of(b"mandala-lan/1/entry"), block_of(payload)
    return "\n\n".join(
        [
            f"The payload has {len(payload)} bytes:",
            _hex_block(parts),
            'The input of SHA-512 for the signature, `tagged_hash("entry", payload)`, '
            f"has {sum(map(len, blocks))} bytes:",
            _hex_block([(blocks[0].hex(), 'block("mandala-lan/1/entry")'), (blocks[1][:4].hex(), "length of payload")])
            + "\n\nand then the payload. Its result is what is signed, 64 bytes:",
            _hex_block([(tagged_hash("entry", payload).hex(), "")]),
            f"The signature, by the identity `{proposal.body.identity.hex()}`:",
            _hex_block([(signature.hex(), "")]),
            'The head after the entry, the first 32 bytes of `tagged_hash("chain", payload, signature)`:',
            _hex_block([(entry.head.hex(), "")]),
            "On the wire, a message `entry` with its length in front:",
            _hex_block([(messages.encode(entry.message()).hex(), "")]),
        ]
    )


def _entry_of(shown: Mapping[str, str]) -> Entry:
    return read(messages.EntryMessage(bytes.fromhex(shown["payload"]), bytes.fromhex(shown["signature"])))


def block_of(data: bytes) -> bytes:
    """A byte string behind its length, as it is hashed (CV6)."""
    return len(data).to_bytes(4, "big") + data


BYTES_IN_LINE: Final = 32


def _hex_block(parts: Iterable[tuple[str, str]]) -> str:
    """Hexadecimal lines, each part with what it is behind its first line."""
    lines = []
    for data, meaning in parts:
        for start in range(0, len(data), 2 * BYTES_IN_LINE):
            piece = data[start : start + 2 * BYTES_IN_LINE]
            lines.append(f"{piece:{2 * BYTES_IN_LINE}}  {meaning if start == 0 else ''}".rstrip())
    return "\n".join(["```", *lines, "```"])


def _anchor(title: str) -> str:
    """The fragment with which a link leads to the heading of this title."""
    return "#" + re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")


def contents(text: str) -> str:
    lines = [f"{'  ' * (len(marks) - 2)}- [{title}]({_anchor(title)})" for marks, title in SECTION.findall(text)]
    return "\n".join(lines)


def index(text: str) -> str:
    """All requirements, those with the same letters together and by their numbers."""
    found = requirements(text)
    parts = list(dict.fromkeys(requirement.number[:2] for requirement in found))
    rows = []
    for requirement in sorted(found, key=lambda found: (parts.index(found.number[:2]), int(found.number[2:]))):
        sent, local = _codes(requirement.text), _local_codes(requirement.text)
        codes = [*(f"`{code}`" for code in sent), *(f"(`{code}`)" for code in local if code not in sent)]
        section = f"[{requirement.section.partition(' ')[0].rstrip('.')}]({_anchor(requirement.section)})"
        rows.append((requirement.number, requirement.title, section, ", ".join(codes) or "—"))
    return _table(("number", "title", "section", "code"), rows)


PARTS: Final[Mapping[str, Callable[[str], str]]] = {
    "message kinds": message_kinds,
    "entry kinds": entry_kinds,
    "order table": order_table,
    "order diagram": order_diagram,
    "connection table": connection_table,
    "connection diagram": connection_diagram,
    "error codes": error_codes,
    "limits": limits,
    "worked exchange": worked_exchange,
    "entry in bytes": entry_in_bytes,
    "index": index,
    "contents": contents,
}


_NO_DOCSTRING: Final[Mapping[str, str]] = {
    "Command": "Every command to a session.",
    "GAMES": "The games by their names on the wire.",
    "PROTOCOL_VERSION": "The version of the standard.",
    "STATES": "The rules of each state of a connection.",
    "SessionEvent": "Every event of a session.",
    "Trace": "A receiver of the lines of a trace.",
}


def exported_names(_: str) -> str:
    tables = []
    for group in STUB.read_text(encoding="utf-8").split("\n\n# ")[2:]:
        title, _, lines = group.partition("\n")
        names = re.findall(r"^(?:from .* as )?(\w+)(?: = .*)?$", lines, re.MULTILINE)
        tables.append(
            f"## {title}\n\n" + _table(("name", "what it is"), [(f"`{name}`", _about(name)) for name in names])
        )
    return "\n\n".join(tables)


def _about(name: str) -> str:
    return _NO_DOCSTRING.get(name) or _summary(getattr(mandala_protocol, name))


API_PARTS: Final[Mapping[str, Callable[[str], str]]] = {"exported names": exported_names}


def match_table(_: str) -> str:
    rows = []
    for state, rules in MATCH_STATES.items():
        by_next: dict[MatchState, list[str]] = {}
        for cause, after in rules.leads.items():
            if cause not in _ALWAYS_OVER and after is not state:
                by_next.setdefault(after, []).append(cause.value)
        leads = "; ".join(f"{', or '.join(causes)}: *{after.value}*" for after, causes in by_next.items())
        rows.append((state.value, rules.meaning, leads or "—"))
    return _table(("state", "meaning", "leads to"), rows)


_ALWAYS_OVER: Final = [
    cause
    for cause in MatchCause
    if all(rules.leads.get(cause) is MatchState.OVER for state, rules in MATCH_STATES.items() if rules.leads)
]
"""The causes that end a match in every state."""


def match_endings(_: str) -> str:
    return "\n".join(f"- {cause.value}" for cause in _ALWAYS_OVER)


def match_diagram(_: str) -> str:
    lines = ["```mermaid", "stateDiagram-v2"]
    lines += [f'    state "{state.value}" as {_match_state(state)}' for state in MatchState if " " in state.value]
    for state, rules in MATCH_STATES.items():
        for cause, after in rules.leads.items():
            if cause not in _ALWAYS_OVER and MatchState.LEAVING not in (state, after) and after is not state:
                lines.append(f"    {_match_state(state)} --> {_match_state(after)} : {cause.value}")
    first = (MatchState.SEEKING, MatchState.ASKING, MatchState.BETWEEN_GAMES)
    lines += [f"    [*] --> {_match_state(state)}" for state in first]
    return "\n".join([*lines, f"    {_match_state(MatchState.OVER)} --> [*]", "```"])


def _match_state(state: MatchState) -> str:
    return state.value.replace(" ", "_")


MATCH_PARTS: Final[Mapping[str, Callable[[str], str]]] = {
    "match table": match_table,
    "match endings": match_endings,
    "match diagram": match_diagram,
}


def render(text: str, parts: Mapping[str, Callable[[str], str]] = PARTS) -> str:
    """The document with every generated part made anew; raises ``ValueError`` if one of them has no place in it."""
    for name, make in parts.items():
        begin, end = f"<!-- generated: {name} -->\n", f"<!-- end of {name} -->"
        if text.count(begin) != 1 or text.count(end) != 1:
            raise ValueError(f"the part {name!r} must have exactly one place in the document")
        before, rest = text.split(begin)
        _, after = rest.split(end)
        text = f"{before}{begin}{make(text)}\n{end}{after}"
    return text


if __name__ == "__main__":
    STANDARD.write_text(render(STANDARD.read_text()))
    REQUIREMENTS_FILE.write_text(requirements_as_json(STANDARD.read_text()), "utf-8")
    for other in ("generate_requirements.py", "generate_schema.py"):
        # A process of its own: what it reads has just been written.
        subprocess.run([sys.executable, Path(__file__).with_name(other)], check=True)  # noqa: S603 - our own scripts
    API.write_text(render(API.read_text(), API_PARTS))
    MATCH.write_text(render(MATCH.read_text(), MATCH_PARTS))
