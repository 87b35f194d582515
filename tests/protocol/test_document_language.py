"""The language of the standard: its key words, the length of its sentences, and one word for one thing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from mandala_protocol.requirements import REQUIREMENTS

STANDARD: Final = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
LONGEST_SENTENCE: Final = 35
KEY_WORDS: Final = re.compile(r"\b(MUST|SHOULD|SHALL|MAY|REQUIRED|RECOMMENDED|OPTIONAL)\b")

OTHER_WORDS: Final = {
    "line": r"\b(?:the|no|new|this|any|another|older|newer|lost) lines?\b",
    "link": r"\blinks?\b",
    "person": r"\bpersons?'s\b|\bits person\b",
    "pass over": r"\bpass(?:es|ed)? over\b",
    "say": r"\b(?:has|have|be|is|are) said\b",
    "go on with": r"\bgo(?:es|ne)? on with\b",
    "for good": r"\bas ever\b|\banew\b",
    "somebody": r"\bsomebody\b|\bnobody\b|\beverybody\b",
    "false signature": r"\bfalse (?:signature|authentication)",
}
"""Words for what has another word in the standard."""


def prose() -> Iterator[str]:
    """The lines of the document without code, names of vectors, tables and generated parts."""
    text = re.sub(r"<!-- generated: .*?<!-- end of .*?-->", "", STANDARD, flags=re.DOTALL)
    text = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^Vectors: .*$|`[a-z-]+\.json`", "", text, flags=re.MULTILINE)
    for line in text.splitlines():
        if line and not line.startswith(("|", "#")):
            yield line


def sentences() -> Iterator[str]:
    for line in prose():
        text = re.sub(r"^\*\*[A-Z]{2}[0-9]+\. .*?\*\* ", "", line)
        text = re.sub(r"^(?:- |[0-9]+\. )", "", text)
        yield from re.split(r"(?<=[a-zℓ0-9\])`*][.!?]) +(?=[A-Z`*ℓ])", text)


def words(sentence: str) -> int:
    """How many words a sentence has; a formula, or a list of numbers, counts as one."""
    plain = re.sub(r"`[^`]*`", "code", sentence)
    plain = re.sub(r"(?:[A-Z]{2}[0-9]+, )+[A-Z]{2}[0-9]+", "numbers", plain)
    plain = re.sub(r"\w+\([^()]*(?:\([^()]*\)[^()]*)*\)", "formula", plain)
    return len([word for word in plain.split() if re.search(r"\w", word)])


def test_sentences_are_found() -> None:
    assert len(list(sentences())) > 500
    assert words("One `two words` challenge(a, b) four.") == 4


def test_no_sentence_is_longer_than_the_guide_allows() -> None:
    long = [(words(sentence), sentence) for sentence in sentences() if words(sentence) > LONGEST_SENTENCE]
    assert long == [], long


def test_key_words_are_in_requirements_alone() -> None:
    required = "\n".join(requirement.text for requirement in REQUIREMENTS.values())
    outside = [line for line in prose() if KEY_WORDS.search(line)]
    outside = [line for line in outside if re.sub(r"^\*\*.*?\*\* ", "", line) not in required]
    assert [line for line in outside if not line.startswith("The key words MUST")] == []


def test_key_words_are_in_capitals() -> None:
    untitled = [re.sub(r"^\*\*.*?\*\* ", "", line) for line in prose()]
    assert [line for line in untitled if re.search(r"\b(?:must|should|shall|may)\b", line)] == []


def test_most_requirements_have_a_key_word() -> None:
    """Those that define a term or a value need none."""
    without = [number for number, requirement in REQUIREMENTS.items() if not KEY_WORDS.search(requirement.text)]
    assert set(without) == {"CV6", "CV7", "CV8", "OP6", "TR10"}


@pytest.mark.parametrize("word", OTHER_WORDS)
def test_one_thing_has_one_word(word: str) -> None:
    lines = [re.sub(r"`[^`]*`", "code", line) for line in prose()]
    assert [line for line in lines if re.search(OTHER_WORDS[word], line, re.IGNORECASE)] == []
