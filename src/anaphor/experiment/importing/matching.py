"""What a file calls an item, found in a collection: by its id, or by its text whatever the spaces and marks."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from anaphor.schema import Collection, Item, Neither, Question, question_of

_TAG = re.compile(r"<[^>]{0,200}>")


def plain_text(text: str) -> str:
    """The text without HTML tags and with single spaces.

    >>> plain_text("because <b> she </b>&nbsp;left .")
    'because she left .'
    """
    return " ".join(_TAG.sub(" ", text).replace("&nbsp;", " ").replace("&amp;", "&").split())


def letters(text: str) -> str:
    """Only the letters and digits of a text, small: what stays the same when it is typeset otherwise.

    >>> letters("The <i>suitcase</i>, it's 2 small .")
    'thesuitcaseits2small'
    """
    folded = unicodedata.normalize("NFKC", plain_text(text)).casefold()
    return "".join(each for each in folded if each.isalnum())


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """An item of the collection."""

    question: Question
    """The question."""
    schema: str
    """Its schema or problem."""
    key: int | None
    """Its key; None where it has none."""


class Matcher:
    """Items of a collection by id and by text; a text that two items share finds nobody."""

    def __init__(self, collection: Collection) -> None:
        parts = [(schema.id, entry) for schema in collection.schemas for entry in schema.variants]
        parts += [(problem.id, problem.item) for problem in collection.problems]
        self._by_id: dict[str, Match] = {}
        self._by_text: dict[str, Match | None] = {}
        for schema, entry in parts:
            question = question_of(entry)
            key = entry.key if isinstance(entry, Item) and not isinstance(entry.key, Neither) else None
            match = Match(question=question, schema=schema, key=key)
            self._by_id[question.id] = match
            text = letters(question.text)
            self._by_text[text] = None if text in self._by_text else match

    def find(self, name: str, text: str | None) -> Match | None:
        """The item of that text; of that id only where the file has no text, for other files count otherwise."""
        if text is not None:
            return self._by_text.get(letters(text))
        return self._by_id.get(name) or self._by_text.get(letters(name))


def places_of(candidates: Sequence[str], wanted: Sequence[str]) -> tuple[int, ...] | None:
    """For each candidate of a file its number among the collection's; None where one of them is not found.

    >>> places_of(["the suitcase", "the trophy"], ["the trophy", "the suitcase"])
    (1, 0)
    """
    known = [letters(each) for each in wanted]
    found = [known.index(name) if (name := letters(each)) in known else None for each in candidates]
    places = tuple(each for each in found if each is not None)
    return places if len(places) == len(candidates) == len(set(places)) else None
