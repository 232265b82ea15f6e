"""English anaphors: their kind, what they ask, and where they stand. The anaphor is marked with `[…]`."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.language import AnaphorAnalysis, AnaphorKind, Gender, Number
from anaphor.language.english.language import ENGLISH
from anaphor.schema import Span

M, F, N, S, P = Gender.MASCULINE, Gender.FEMININE, Gender.NEUTER, Number.SINGULAR, Number.PLURAL
K = AnaphorKind
PIECES = (
    "it",
    "her",
    "that",
    "this",
    "them",
    "is",
    "rains",
    "to",
    "see",
    "the",
    "dog",
    ".",
    ",",
    "'s",
    "there",
    "hard",
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=9).map(" ".join)


def analysed(marked: str) -> AnaphorAnalysis | None:
    """The analysis of the form between brackets."""
    found = re.search(r"\[(.*?)\]", marked)
    if found is None:
        raise ValueError(f"no mark in {marked!r}")
    text = marked[: found.start()] + found.group(1) + marked[found.end() :]
    return ENGLISH.analyse(text, Span(start=found.start(), end=found.start() + len(found.group(1))))


@pytest.mark.parametrize(
    ("marked", "kind", "gender", "number"),
    [
        ("Tom left because [he] was tired.", K.SUBJECT, M, S),
        ("The kettle broke when [it] fell.", K.SUBJECT, N, S),
        ("Tom took the kettle and washed [it].", K.OBJECT, N, S),
        ("Tom sat on [it].", K.OBJECT, N, S),
        ("[They] left.", K.SUBJECT, None, None),
        ("Ann saw [him].", K.OBJECT, M, S),
        ("Ann sat near [him].", K.DISJUNCTIVE, M, S),
        ("Tom thanked [her].", K.OBJECT, F, S),
        ("Tom thanked [her] brother.", K.POSSESSIVE, F, S),
        ("Tom lost [his] hat.", K.POSSESSIVE, M, S),
        ("The dog lost [its] bone.", K.POSSESSIVE, N, S),
        ("The hat is [hers].", K.POSSESSIVE, F, S),
        ("Ann saw [herself].", K.REFLEXIVE, F, S),
        ("[That] was a mistake.", K.DEMONSTRATIVE, None, S),
        ("[These] are old.", K.DEMONSTRATIVE, None, P),
        ("Tom slept [there].", K.LOCATIVE, None, None),
        ("Tom met Ann, but [the latter] left.", K.NOUN, None, None),
        ("The wolf chased [_] away.", K.BLANK, None, None),
    ],
)
def test_a_form_asks_what_its_place_makes_it_ask(
    marked: str, kind: AnaphorKind, gender: Gender | None, number: Number | None
) -> None:
    assert analysed(marked) == AnaphorAnalysis(kind=kind, gender=gender, number=number)


@pytest.mark.parametrize(
    "marked",
    [
        "[It] rained all day.",
        "[It] is snowing.",
        "[It] will rain tomorrow.",
        "[It] is cold outside.",
        "[It] is clear that Tom lied.",
        "[It] was hard to see the road.",
        "[It] is time to leave.",
        "[It] seems that Tom lied.",
        "[There] is a goat in the yard.",
    ],
)
def test_the_it_that_stands_for_nothing_is_impersonal(marked: str) -> None:
    analysis = analysed(marked)
    assert analysis is not None
    assert analysis.kind is K.IMPERSONAL


@pytest.mark.parametrize(
    "marked",
    [
        "[It] was hot.",
        "[It] is too hard to open.",
        "[It] is red.",
        "[It] seems broken.",
        "[It] took the bone.",
        "[It] is able to lift the box.",
        "[It] was careful to close the door.",
    ],
)
def test_the_it_that_may_stand_for_something_is_a_subject(marked: str) -> None:
    analysis = analysed(marked)
    assert analysis is not None
    assert analysis.kind is K.SUBJECT


@pytest.mark.parametrize("marked", ["Tom said [that] Ann left.", "[This] goat is old.", "The dog [that] barked left."])
def test_determiners_and_clause_openers_are_no_anaphors(marked: str) -> None:
    assert analysed(marked) is None


def test_the_places_of_anaphors_are_listed_in_order() -> None:
    text = "It rained, so Tom gave Ann his coat and she thanked him for it."
    assert [span.of(text) for span in ENGLISH.anaphors(text)] == ["his", "she", "him", "it"]


@given(st.one_of(st.text(), TEXTS))
def test_the_places_lie_within_any_text_and_never_overlap(text: str) -> None:
    spans = ENGLISH.anaphors(text)
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(before.end <= after.start for before, after in pairwise(spans))


@given(st.one_of(st.text(min_size=1), TEXTS), st.data())
def test_any_place_of_any_text_can_be_analysed(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    analysis = ENGLISH.analyse(text, Span(start=start, end=end))
    assert analysis is None or isinstance(analysis.kind, AnaphorKind)


@pytest.mark.shared
@pytest.mark.parametrize(("folder", "name"), [("wsc-en", "WSCollection-285.xml"), ("pdp", "PDPChallenge2016.xml")])
def test_every_marked_pronoun_is_a_place_and_none_is_impersonal(shared: Path, folder: str, name: str) -> None:
    missed = []
    for number, schema in enumerate(ET.fromstring((shared / folder / name).read_bytes()).iter("schema"), start=1):
        before, pronoun, after = (_text(schema, part) for part in ("txt1", "pron", "txt2"))
        text = f"{before} {pronoun} {after}".strip()
        start = len(before) + 1 if before else 0
        if start not in [span.start for span in ENGLISH.anaphors(text)]:
            missed.append(number)
    assert missed == []


def _text(schema: "ET.Element[str]", part: str) -> str:
    found = schema.find(f"text/{part}")
    return "" if found is None else " ".join("".join(found.itertext()).split())
