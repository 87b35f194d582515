"""The title of the terminal's window, for someone who looks at another one; the title before comes back."""

from __future__ import annotations

from typing import Final

from prompt_toolkit.output import Output
from prompt_toolkit.output.vt100 import Vt100_Output

from mandala_client.text.characters import encodes_all, only_ascii
from mandala_protocol.names import clean_line

MOST_CHARACTERS: Final = 80

_KEEP: Final = "\x1b[22;2t"
_TAKE_BACK: Final = "\x1b[23;2t"
"""Put the title of the window on the terminal's pile of titles, and take it from there (xterm, XTWINOPS 22 and 23)."""


class WindowTitle:
    """The title of one terminal, as it was again after ``restore``, as far as the terminal can remember it."""

    def __init__(self, terminal: Output) -> None:
        self._terminal = terminal
        self._shown: str | None = None

    def show(self, title: str) -> None:
        """Show a title: one short line without control characters, whatever it is made of."""
        title = clean_line(title)[:MOST_CHARACTERS]
        if not encodes_all(self._terminal.encoding()):
            title = only_ascii(title)
        if title == self._shown:
            return
        if self._shown is None:
            self._send(_KEEP)
        self._shown = title
        self._terminal.set_title(title)
        self._terminal.flush()

    def restore(self) -> None:
        """Give the window back the title that it had."""
        if self._shown is not None:
            self._shown = None
            self._terminal.clear_title()
            self._send(_TAKE_BACK)
            self._terminal.flush()

    def _send(self, sequence: str) -> None:
        if isinstance(self._terminal, Vt100_Output):  # a console of Windows would print it
            self._terminal.write_raw(sequence)
