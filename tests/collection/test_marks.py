"""The inline marks: what stands between brackets and braces, and what a backslash protects."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.collection import parse_marks
from anaphor.collection.native.marks import Plain, all_variants, escape, write_marks
from anaphor.errors import FormatError
from anaphor.schema import Mark, Span

MARKS = "[]{}|\\"
texts = st.text(st.one_of(st.sampled_from(MARKS + " ab_"), st.characters(exclude_categories=["Cs"])), max_size=30)


def plain(marked: str, variant: int = 0) -> Plain:
    return parse_marks(marked).expand(variant)


def test_brackets_mark_the_anaphor_and_leave_the_text() -> None:
    found = plain("Il dit qu'[elle] dort.")
    assert found.text == "Il dit qu'elle dort."
    assert found.anaphors == (Mark(start=10, end=14),)


def test_braces_give_one_variant_per_alternative_and_mark_the_cue() -> None:
    marked = parse_marks("[Il] est {grand|petit|mort}.")
    assert marked.variants == 3
    assert [marked.expand(number).text for number in range(3)] == ["Il est grand.", "Il est petit.", "Il est mort."]
    assert [marked.expand(number).cues[0].end for number in range(3)] == [12, 12, 11]


def test_every_pair_of_braces_switches_at_once() -> None:
    marked = parse_marks("{A|B} voit {C|D}")
    assert (marked.expand(0).text, marked.expand(1).text) == ("A voit C", "B voit D")


def test_a_brace_without_alternatives_is_the_same_in_all_variants() -> None:
    assert plain("{x} {a|b}", 1).text == "x b"
    assert plain("{x}").cues == (Span(start=0, end=1),)


def test_an_alternative_may_be_empty() -> None:
    marked = parse_marks("Il {ne |}dort")
    assert (marked.expand(0).text, marked.expand(1).text) == ("Il ne dort", "Il dort")
    assert marked.expand(1).cues == (Span(start=3, end=3),)


def test_the_anaphor_may_stand_inside_an_alternative_and_differ_between_them() -> None:
    marked = parse_marks("car {[il] dort|on [le] voit}")
    assert (marked.expand(0).anaphors, marked.expand(1).anaphors) == (
        (Mark(start=4, end=6),),
        (Mark(start=7, end=9),),
    )


@pytest.mark.parametrize("gap", ["[_]", "[]"])
def test_a_gap_is_an_anaphor_without_a_word(gap: str) -> None:
    assert plain(f"car {gap} dort").anaphors[0].blank


def test_a_backslash_makes_a_mark_part_of_the_text() -> None:
    assert plain(r"\[sic\] \{a\|b\} \\ [il]").text == r"[sic] {a|b} \ il"


def test_a_backslash_before_another_character_is_itself() -> None:
    assert plain("C:\\temp \\").text == "C:\\temp \\"


def test_a_bar_outside_braces_is_itself() -> None:
    assert plain("a|b").text == "a|b"


@pytest.mark.parametrize(
    ("marked", "message"),
    [
        ("a [b", r"a \[ is never closed\. Write \\\["),
        ("a b]", r"a \] has no \[ before it"),
        ("[a [b]]", r"a \[ stands inside another"),
        ("a {b", r"a \{ is never closed"),
        ("a b}", r"a \} has no \{ before it"),
        ("{a {b}}", r"a \{ stands inside another"),
        ("{a|b} {a|b|c}", "braces with 2 and 3 alternatives"),
        ("{a|[b}", r"a \[ is never closed"),
    ],
)
def test_marks_that_do_not_pair_up_are_refused_with_advice(marked: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        all_variants(marked)


def test_a_brace_with_hundreds_of_alternatives_is_refused() -> None:
    with pytest.raises(FormatError, match="more than 20 alternatives"):
        parse_marks("{" + "a|" * 500 + "}")


@given(texts)
def test_an_escaped_text_reads_back_as_itself(text: str) -> None:
    assert plain(escape(text)) == Plain(text=text, anaphors=(), cues=())


@given(texts)
def test_any_text_is_parsed_or_refused(text: str) -> None:
    with suppress(FormatError):
        assert all_variants(text)


@st.composite
def plains(draw: st.DrawFn) -> Plain:
    """A text with an anaphor anywhere and cues one after the other; either may be empty."""
    text = draw(texts)
    place = st.integers(0, len(text))
    edges = sorted(draw(st.lists(place, max_size=6).filter(lambda found: len(found) % 2 == 0)))
    cues = tuple(Span(start=start, end=end) for start, end in zip(edges[::2], edges[1::2], strict=True))
    start, end = sorted((draw(place), draw(place)))
    mark = Mark(start=start, end=end, blank=text[start:end] in ("", "_"))
    return Plain(text=text, anaphors=(mark,), cues=cues)


@given(plains())
def test_a_text_written_with_its_marks_reads_back_the_same(expected: Plain) -> None:
    assert plain(write_marks(expected)) == expected
