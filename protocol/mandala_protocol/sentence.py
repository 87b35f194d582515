"""Sentences for people that can be translated later, by the code that shows them."""

from __future__ import annotations


class Sentence(str):
    """An English sentence that remembers what it was made of.

    ``template`` is the sentence with names in braces, ``values`` their values; as text it is the whole English
    sentence. What is shown to a person is looked up by the template (``mandala_client.text.language.said``).
    """

    __slots__ = ("template", "values")

    template: str
    values: dict[str, object]

    def __new__(cls, template: str, /, **values: object) -> Sentence:
        """``Sentence("Port {port} is in use.", port=28108)``."""
        sentence = super().__new__(cls, template.format(**values))
        sentence.template, sentence.values = template, values
        return sentence

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        """Return the parts of the sentence, to be sent to another process."""
        return (self.template,), self.values


def N_(template: str) -> str:  # noqa: N802  (the usual name of gettext)
    """The template itself, marked to be found for the catalogues where it is made into a sentence elsewhere."""
    return template


def sentence_of(error: BaseException) -> str:
    """The text of an error, as a ``Sentence`` if it was made of one: ``str(error)`` would always be English."""
    said = error.args[0] if error.args else None
    return said if isinstance(said, Sentence) else str(error)
