"""A line that is being typed, with a cursor in it, and the keys that edit it: everywhere the same."""

from __future__ import annotations

from attrs import frozen

from mandala_client.text.width import columns_of
from mandala_client.ui.rows import cut, cut_left, in_look
from mandala_client.ui.style import Look


@frozen
class TypedLine:
    """The text, and how many characters of it are ``behind`` the cursor."""

    text: str = ""
    behind: int = 0

    @property
    def split(self) -> tuple[str, str]:
        """The texts before and behind the cursor."""
        at = max(len(self.text) - self.behind, 0)
        return self.text[:at], self.text[at:]

    def typed(self, text: str, most: int) -> TypedLine:
        """The line with this typed at the cursor, as far as a line of ``most`` characters has room for it."""
        before, rest = self.split
        return TypedLine(before + text[: max(most - len(self.text), 0)] + rest, len(rest))


def edited(key: str, line: TypedLine) -> TypedLine | None:
    """The line after this key, by its name; None for a key that does not edit. Accents stay with their letters."""
    before, rest = line.split
    match key:
        case "backspace":
            return TypedLine(before[: _last_of(before)] + rest, len(rest))
        case "delete":
            rest = rest[_first_of(rest) :]
            return TypedLine(before + rest, len(rest))
        case "c-u":
            return TypedLine(rest, len(rest))
        case "c-k":
            return TypedLine(before)
        case "c-w":
            return TypedLine(before[: _word_before(before)] + rest, len(rest))
        case "left":
            return TypedLine(line.text, len(line.text) - _last_of(before))
        case "right":
            return TypedLine(line.text, len(rest) - _first_of(rest))
        case "home" | "c-a":
            return TypedLine(line.text, len(line.text))
        case "end" | "c-e":
            return TypedLine(line.text)
        case "a-b" | "c-left":
            return TypedLine(line.text, len(line.text) - _word_before(before))
        case "a-f" | "c-right":
            word = rest.lstrip().partition(" ")[0]
            return TypedLine(line.text, len(rest.lstrip()) - len(word))
        case _:
            return None


def shown_line(line: TypedLine, width: int, look: Look) -> tuple[str, int]:
    """The typed line as far as it fits with its cursor, and the number of its characters before the cursor."""
    before, rest = (in_look(part, look) for part in line.split)
    beyond = cut(rest, max(width - columns_of(before), width // 3))
    seen = cut_left(before, width - columns_of(beyond))
    return seen + beyond, len(seen)


def _word_before(text: str) -> int:
    """The place where the last word begins."""
    return text.rstrip().rfind(" ") + 1


def _last_of(text: str) -> int:
    """The place where the last character begins, with all the marks that belong to it."""
    at = max(len(text) - 1, 0)
    while at and columns_of(text[at]) == 0:
        at -= 1
    return at


def _first_of(text: str) -> int:
    """The place where the first character ends, with all the marks that belong to it."""
    at = min(len(text), 1)
    while at < len(text) and columns_of(text[at]) == 0:
        at += 1
    return at
