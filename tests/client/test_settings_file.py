"""The settings in a file: what is said about a broken one, and that nothing a person wrote is ever lost."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from mandala_client.settings.settings import SETTINGS, Clock, Colours, Settings, Theme
from mandala_client.settings.settings_file import (
    LARGEST_FILE,
    SettingsError,
    load_settings,
    save_settings,
    settings_to_take_along,
)
from mandala_client.text.language import Language
from mandala_net.player.paths import Paths
from mandala_protocol.names import MAX_SHOWN_NAME

ALL = """\
name = "Anna"
language = "nl"
theme = "colour-blind"
colours = "256"
ascii = true
confirm = false
bell = false
still = true
clock = "3"
live_score = true
live_chance = true
chat = false
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    paths = Paths.under(tmp_path).create()
    path = paths.settings
    assert path == tmp_path / "config" / "settings.toml"
    return path


def told_of(file: Path, text: str | bytes) -> tuple[str, ...]:
    """The mistakes in a file with this text, which must stay as it is, even when something is to be saved."""
    data = text if isinstance(text, bytes) else text.encode()
    file.write_bytes(data)
    loaded = load_settings(file)
    if loaded.mistakes:
        with pytest.raises(SettingsError) as refused:
            save_settings(file, loaded.settings, evolve(loaded.settings, bell=not loaded.settings.bell))
        assert loaded.mistakes[0] in refused.value.message
    assert file.read_bytes() == data
    return loaded.sentences


def test_without_a_file_the_usual_settings_hold_and_nothing_is_told(file: Path) -> None:
    loaded = load_settings(file)
    assert (loaded.settings, loaded.sentences) == (Settings(), ())
    assert not file.exists()


def test_every_setting_can_stand_in_the_file(file: Path) -> None:
    assert told_of(file, ALL) == ()
    chosen = Settings(
        name="Anna",
        language=Language.DUTCH,
        theme=Theme.COLOUR_BLIND,
        colours=Colours.MANY,
        only_ascii=True,
        confirm=False,
        bell=False,
        still=True,
        clock=Clock.THREE,
        live_score=True,
        live_chance=True,
        chat=False,
    )
    assert load_settings(file).settings == chosen


def test_what_was_saved_is_loaded_again(file: Path) -> None:
    chosen = Settings("Zoë '山'", Language.GERMAN, Theme.MONOCHROME, Colours.NONE, clock=Clock.SHOWN)
    switches: dict[str, Any] = {setting.attribute: not setting.default for setting in SETTINGS if setting.is_switch}
    chosen = evolve(chosen, **switches)
    save_settings(file, Settings(), chosen)
    assert load_settings(file).settings == chosen
    save_settings(file, chosen, Settings())
    assert load_settings(file).settings == Settings()


def test_a_new_file_is_only_for_its_owner(file: Path) -> None:
    save_settings(file, Settings(), Settings(bell=False))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(file.parent.iterdir()) == [file]


def test_only_the_changed_lines_change(file: Path) -> None:
    before = '# mine\nname = "Anna"  # me\n\nbell = true\nmine = [1, 2]\n\n[other]\n# kept\nx = 1\n'
    file.write_text(before)
    settings = load_settings(file).settings
    save_settings(file, settings, evolve(settings, bell=False))
    assert file.read_text() == before.replace("bell = true", "bell = false")


def test_what_was_only_wished_for_once_is_not_saved(file: Path) -> None:
    once = Settings(theme=Theme.MONOCHROME)
    save_settings(file, once, evolve(once, chat=False))
    assert load_settings(file).settings == Settings(chat=False)


@pytest.mark.parametrize(
    "text",
    ["[other]\nx = 1", 'name = "Anna"', "# nothing else", "a.b = 1\n", "[[a]]\nx=1\n[[a]]\n", '\ufeffname = "Anna"\n'],
)
def test_a_setting_is_added_to_any_file_and_all_else_is_kept(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    settings = load_settings(file).settings
    save_settings(file, settings, evolve(settings, theme=Theme.HIGH_CONTRAST))
    assert load_settings(file).settings == evolve(settings, theme=Theme.HIGH_CONTRAST)
    kept = file.read_text(encoding="utf-8")
    assert all(line in kept for line in text.splitlines())
    assert kept.startswith("\ufeff") == text.startswith("\ufeff")


def test_a_link_to_a_file_elsewhere_stays_a_link(file: Path, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.toml"
    real.write_text('name = "Anna"\n')
    file.symlink_to(real)
    save_settings(file, Settings(), Settings(bell=False))
    assert file.is_symlink()
    assert real.read_text() == 'name = "Anna"\nbell = false\n'


def test_unknown_keys_are_told_in_one_sentence(file: Path) -> None:
    (text,) = told_of(file, 'nmae = "Anna"\n[other]\nx = 1\n')
    assert str(file) in text
    assert "nmae, other" in text
    (text,) = told_of(file, "".join(f'"key\\u001b{number}" = 1\n' for number in range(100)))
    assert text.isprintable()
    assert len(text) < len(str(file)) + 120


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ('\n\ntheme = "blue"\n', 3, "theme"),
        ("theme = 3", 1, "theme"),
        ('# bell = true\n  "bell" = "yes"\n', 2, "bell"),
        ("live_score = 1", 1, "live_score"),
        ("colours = 17", 1, "colours"),
        ("colours = true", 1, "colours"),
        ("colours = [[1]]", 1, "colours"),
        ('language = "fr"', 1, "language"),
        ("language = {}", 1, "language"),
        ("name = 5", 1, "name"),
        ("bell = true\nname.first = 'Anna'", 2, "name"),
        ("# 1\n# 2\n[name]\nb = 2\n", 3, "name"),
        ('name = ""', 1, "name"),
        ('name = "\\u200b"', 1, "name"),
        (f'name = "{"x" * 500}"', 1, "name"),
        ('name = "\\u202eannA"', 1, "name"),
        ("bell = true\ntheme = \n", 2, "theme"),
        ('theme = "default\nbell = true\n', 1, "theme"),
        ("bell = true\nbell = true\n", 2, "bell"),
        (b'bell = true\nname = "\xff\xfe"\n', 2, "name"),
    ],
)
def test_a_mistake_is_told_in_one_sentence_that_names_file_line_and_key(
    file: Path, text: str | bytes, line: int, key: str
) -> None:
    (told,) = told_of(file, text)
    assert told.startswith(f"{file}, line {line}, {key}: ")
    assert "\n" not in told
    assert told.isprintable()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[[[", 1),
        ("{}", 1),
        ("bell = true\n???\n", 2),
        ("a = " + "1" * 8_000, 1),
        ('a = "' + '\\"' * 3_000, 1),
        (b"\n\x00\x01", 2),
        (b"\xff\xfen\x00", 1),
        ('a = """never closed\n\n', 1),
    ],
)
def test_what_is_no_toml_at_all_is_told_with_its_line(file: Path, text: str | bytes, line: int) -> None:
    (told,) = told_of(file, text)
    assert told.startswith(f"{file}, line {line}: ")
    assert load_settings(file).settings == Settings()


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("bell = true\nname = " + "[" * 18 + "]" * 18, "line 2, name"),
        ("\na = " + "{a = " * 18 + "1" + "}" * 18, "line 2, a"),
        (".".join(["a"] * 4_000) + " = 1", "line 1, a"),
        ("bell = true\na = " + "[" * 8_000, "line 2, a"),
        ("[" + ".".join(["a"] * 400) + "]", "line 1, a"),
        ("".join(f"{'a.' * 30}k{number} = 1\n" for number in range(100)), "line 1, a"),
    ],
)
def test_what_is_nested_too_deeply_is_told_with_its_line_and_key(file: Path, text: str, place: str) -> None:
    (told,) = told_of(file, text)
    assert told == f"{file}, {place}: this is nested too deeply. The usual settings are used."
    assert load_settings(file).settings == Settings()
    assert file.read_text() == text


HOSTILE = {
    "as many keys as fit": "".join(f"k{number} = 1\n" for number in range(700)),
    "as many tables as fit": "".join(f"[a.k{number}]\n" for number in range(700)),
    "a key again and again in a text": "a = '''\n" + "bell = true\n" * 600 + "'''\n",
    "tables in arrays in tables": "a.b.c = {d.e = [[1.5]]}\n[f.'g.h'.\"i.j\"]\n[[k]]\n[[k]]\n",
    "arrays in arrays": "a = " + "[" * 16 + "]" * 16 + "\n",
    "what looks like brackets": "a = '" + "[{" * 50 + "' # " + "[{" * 50 + "\n",
    "a long array": "a = [" + "1, " * 2_000 + "]\n",
    "a number that is none": "a = nan\nb = [inf, -nan]\n",
    "an array that looks like tables": "a = [\n[1],\n[2],\n]\n",
    "lines ended otherwise": "# mine\r\n\r\n[a]\r\nb = 1\r\n",
    "the keys in a table": '[a]\nbell = 1\nname = "Anna"\n',
    "a text that looks like a table": "a = '''\n[x]\n'''\n",
}


def assert_can_be_changed(file: Path) -> None:
    """Settings are put in, changed, and taken out again; all that a person wrote is kept."""
    before = file.read_bytes()
    chosen = Settings(name="Ben", theme=Theme.MONOCHROME)
    save_settings(file, Settings(), chosen)
    assert load_settings(file).settings == chosen
    changed = evolve(chosen, name="\\# '")
    save_settings(file, chosen, changed)
    assert load_settings(file).settings == changed
    save_settings(file, changed, evolve(changed, name=None))
    left = [line for line in file.read_bytes().split(b"\n") if line.strip() and not line.startswith(b"theme")]
    assert left == [line for line in before.split(b"\n") if line.strip()]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_whatever_else_is_in_the_file_settings_are_loaded_and_saved(file: Path, text: str) -> None:
    file.write_bytes(text.encode())
    assert not load_settings(file).mistakes
    assert_can_be_changed(file)


def test_a_file_never_grows_beyond_what_is_read(file: Path) -> None:
    text = "#" * (LARGEST_FILE - 5)
    file.write_text(text)
    with pytest.raises(SettingsError) as refused:
        save_settings(file, Settings(), Settings(bell=False))
    assert str(LARGEST_FILE) in refused.value.message
    assert file.read_text() == text
    assert load_settings(file).mistakes == ()


def test_each_mistake_is_told_and_what_is_right_holds(file: Path) -> None:
    sentences = told_of(file, 'theme = "blue"\nname = "Ben"\nbell = 0\nchat = false\n')
    assert [said.removeprefix(str(file)).split(":")[0].split(", ")[1:] for said in sentences] == [
        ["line 1", "theme"],
        ["line 3", "bell"],
    ]
    assert load_settings(file).settings == Settings(name="Ben", chat=False)


def test_of_a_name_that_is_too_long_the_beginning_is_used(file: Path) -> None:
    told_of(file, f'name = "{"x" * 500}"')
    assert load_settings(file).settings.name == "x" * MAX_SHOWN_NAME


def test_without_quotation_marks_a_number_of_colours_is_understood(file: Path) -> None:
    assert told_of(file, "colours = 256") == ()
    assert load_settings(file).settings.colours is Colours.MANY


def test_an_enormous_file_is_not_read(file: Path) -> None:
    (text,) = told_of(file, "#" * (LARGEST_FILE + 1))
    assert str(file) in text
    assert str(LARGEST_FILE) in text


def refusal_to_save(file: Path) -> str:
    with pytest.raises(SettingsError) as refused:
        save_settings(file, Settings(), Settings(bell=False))
    return refused.value.message


def test_a_folder_in_the_place_of_the_file_is_told_and_left(file: Path) -> None:
    file.mkdir()
    (sentence,) = load_settings(file).sentences
    assert str(file) in sentence
    assert str(file) in refusal_to_save(file)
    assert file.is_dir()


def test_a_device_is_not_read(file: Path) -> None:
    file.symlink_to("/dev/zero")
    (sentence,) = load_settings(file).sentences
    assert str(file) in sentence


def test_a_file_that_cannot_be_read_is_told_and_left(file: Path) -> None:
    file.symlink_to(file)
    (sentence,) = load_settings(file).sentences
    assert str(file) in sentence
    assert str(file) in refusal_to_save(file)
    assert file.is_symlink()


def test_what_cannot_be_written_is_told(file: Path) -> None:
    file.parent.rmdir()
    assert str(file) in refusal_to_save(file)


# For another machine.


def taken_along(tmp_path: Path, content: str | None) -> str:
    path = tmp_path / "settings.toml"
    if content is not None:
        path.write_bytes(content.encode())
    return settings_to_take_along(path, "Anna").decode()


def test_for_another_machine_the_name_is_written_down_where_it_was_that_of_the_account(tmp_path: Path) -> None:
    assert 'name = "Anna"\n' in taken_along(tmp_path, None)
    text = taken_along(tmp_path, '# mine\ntheme = "monochrome"\n')
    assert text.startswith('# mine\ntheme = "monochrome"\n')
    assert 'name = "Anna"\n' in text


@pytest.mark.parametrize("content", ['name = "Zoe"\n', "theme = 7\n", "this is not TOML\n"])
def test_what_names_somebody_or_has_a_mistake_in_it_is_taken_along_as_it_is(tmp_path: Path, content: str) -> None:
    assert taken_along(tmp_path, content) == content
