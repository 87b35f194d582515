"""Write the table of ``settings.md`` from the settings: run it after changing one. A test keeps them equal."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from mandala_client.settings.setting import OptionOf, Setting, Written, written
from mandala_client.settings.settings import SETTINGS
from mandala_client.text.language import label

PAGE: Final = Path(__file__).with_name("settings.md")


_BEGIN: Final = "<!-- generated: settings -->\n"
_END: Final = "<!-- end of settings -->"

_HEADS: Final = ("key", "value", "usual", "what it does", "option")


def render(page: str) -> str:
    """The page with the table made anew; raises ``ValueError`` if the table has no place in it."""
    before, rest = page.split(_BEGIN)
    _, after = rest.split(_END)
    return f"{before}{_BEGIN}{_table()}{_END}{after}"


def _table() -> str:
    rows = [
        (f"`{setting.key}`", _values(setting), _usual(setting), label(setting.help), _option(setting))
        for setting in SETTINGS
        if not setting.is_hidden()
    ]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (_HEADS, ["---"] * len(_HEADS), *rows))


def _values(setting: Setting) -> str:
    return "text" if setting.typed else ", ".join(map(_in_toml, setting.choices()))


def _usual(setting: Setting) -> str:
    usual = written(setting.default)
    return label(setting.values()[None]) if usual is None else _in_toml(usual)


def _in_toml(value: Written) -> str:
    return f"`{str(value).lower()}`" if isinstance(value, bool) else f'`"{value}"`'


def _option(setting: Setting) -> str:
    if setting.option is OptionOf.NONE:
        return ""
    name = setting.key.replace("_", "-")
    return f"`--{name}`, `--no-{name}`" if setting.is_switch else f"`--{name}`"


if __name__ == "__main__":
    PAGE.write_text(render(PAGE.read_text()))
