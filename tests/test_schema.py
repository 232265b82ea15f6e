"""The records refuse what cannot be, and say what is asked without saying what is right."""

from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace

import pytest

from anaphor import schema
from anaphor.errors import ContentError
from anaphor.schema import (
    NEITHER,
    Annotations,
    Candidate,
    Collection,
    HumanCount,
    Item,
    Mark,
    Problem,
    Question,
    Schema,
    Span,
    Status,
    Unmarked,
    UnmarkedReason,
    Version,
    question_of,
)

TEXT = "Le chat suit le chien car il a faim."


def question(name: str = "q", text: str = TEXT) -> Question:
    return Question(
        id=name,
        language="fr",
        text=text,
        anaphor=Mark(start=text.index("il"), end=text.index("il") + 2),
        candidates=(Candidate(text="le chat"), Candidate(text="le chien")),
    )


def item(name: str = "q", key: int = 0) -> Item:
    return Item(question=question(name), key=key)


def twins(name: str) -> Schema:
    return Schema(id=name, variants=(item(f"{name}.1", 0), item(f"{name}.2", 1)))


RECORDS = [each for each in vars(schema).values() if isinstance(each, type) and is_dataclass(each)]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_every_record_is_frozen_and_takes_only_named_fields(record: type) -> None:
    assert record.__dataclass_params__.frozen  # type: ignore[attr-defined]  # is_dataclass has told
    assert all(field.kw_only for field in fields(record))


@pytest.mark.parametrize("record", [each for each in RECORDS if each is not Collection], ids=lambda each: each.__name__)
def test_every_record_but_the_collection_is_slotted(record: type) -> None:
    assert hasattr(record, "__slots__")


def test_a_question_has_no_key_and_cannot_be_given_one() -> None:
    assert not hasattr(question(), "key")
    with pytest.raises((AttributeError, FrozenInstanceError, TypeError)):
        question().key = 0  # type: ignore[attr-defined]  # that is the point


def test_a_span_covers_its_characters() -> None:
    assert Span(start=3, end=7).of(TEXT) == "chat"


def test_the_form_of_the_anaphor_is_its_word() -> None:
    assert question().anaphor_form == "il"
    assert replace(question(), text="a _ b", anaphor=Mark(start=2, end=3, blank=True)).anaphor_form is None
    unmarked = Unmarked(reason=UnmarkedReason.AMBIGUOUS, form="elle")
    assert replace(question(), anaphor=unmarked).anaphor_form == "elle"


def test_the_answer_is_the_text_of_the_right_candidate() -> None:
    assert item(key=1).answer == "le chien"
    assert Item(question=question(), key=NEITHER).answer is None


@pytest.mark.parametrize("key", [-1, 2, True])
def test_a_key_that_is_no_candidate_cannot_be_built(key: int) -> None:
    with pytest.raises(ContentError, match="none of its 2 candidates"):
        item(key=key)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": " "}, "has no id"),
        ({"text": "\n "}, "has no text"),
        ({"candidates": ()}, "has no candidates"),
        ({"candidates": (Candidate(text=" "),)}, "empty candidate"),
        ({"readings": ("un seul",)}, "a reading \\(or None\\) for each candidate"),
        ({"prompt": ""}, "Question.prompt is empty"),
        ({"readings": ("", None)}, "Question.readings is empty"),
        ({"language": ""}, "Question.language is empty"),
        ({"anaphor": Mark(start=30, end=99)}, "beyond the end"),
        ({"anaphor": Mark(start=3, end=2)}, "cannot go from 3 to 2"),
        ({"anaphor": Mark(start=3, end=7, blank=True)}, "a gap is written _"),
        ({"anaphor": Mark(start=3, end=3)}, "a gap is written _"),
        ({"cues": (Span(start=0, end=99),)}, "beyond the end"),
        ({"cues": (Span(start=0, end=5), Span(start=3, end=8))}, "one after the other"),
        ({"candidates": (Candidate(text="x", span=Span(start=0, end=99)),)}, "beyond the end"),
    ],
)
def test_an_impossible_question_cannot_be_built(change: dict[str, object], message: str) -> None:
    with pytest.raises(ContentError, match=message):
        replace(question(), **change)  # type: ignore[arg-type]  # the values are the fields' own types


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 2)])
def test_a_span_that_runs_backwards_cannot_be_built(start: int, end: int) -> None:
    with pytest.raises(ContentError, match="a span cannot go"):
        Span(start=start, end=end)


@pytest.mark.parametrize(("right", "asked"), [(5, 3), (-1, 3)])
def test_more_right_answers_than_people_cannot_be_built(right: int, asked: int) -> None:
    with pytest.raises(ContentError, match="impossible"):
        HumanCount(right=right, asked=asked)


def test_pairs_are_one_per_candidate() -> None:
    with pytest.raises(ContentError, match="one pair per candidate"):
        Item(question=question(), key=0, annotations=Annotations(pairs=(("chat", "faim"),)))


def test_what_is_absent_is_none_and_never_an_empty_text() -> None:
    empties: list[Callable[[], object]] = [
        lambda: Version(author="A", text=" "),
        lambda: Annotations(switched=""),
        lambda: replace(twins("s"), notes=""),
        lambda: replace(twins("s"), domains=("spatial", "")),
        lambda: Collection(name="c", language="fr", title="\t"),
        lambda: Unmarked(reason=UnmarkedReason.UNSAID, form=""),
    ]
    for build in empties:
        with pytest.raises(ContentError, match="is empty"):
            build()


def test_a_schema_has_an_item() -> None:
    with pytest.raises(ContentError, match="has no item"):
        Schema(id="s", variants=())


def test_a_problem_is_called_as_its_item() -> None:
    with pytest.raises(ContentError, match="an item called 'q'"):
        Problem(id="p", item=item("q"))


def test_two_items_cannot_have_one_id() -> None:
    with pytest.raises(ContentError, match=r"two items are called 's\.1'"):
        Collection(name="c", language="fr", schemas=(twins("s"),), problems=(Problem(id="s.1", item=question("s.1")),))


def test_two_schemas_cannot_have_one_id() -> None:
    other = Schema(id="s", variants=(item("other"),))
    with pytest.raises(ContentError, match="two entries are called 's'"):
        Collection(name="c", language="fr", schemas=(twins("s"), other))


def test_excluded_parts_are_kept_and_do_not_count() -> None:
    out = replace(twins("out"), status=Status.EXCLUDED, reason="doubtful")
    problem = Problem(id="p", item=item("p"), status=Status.EXCLUDED)
    collection = Collection(name="c", language="fr", schemas=(twins("in"), out), problems=(problem,))
    assert [each.id for each in collection.items] == ["in.1", "in.2"]
    assert [each.id for each in collection.schemas] == ["in", "out"]


def test_questions_without_a_key_are_entries_and_no_items() -> None:
    problems = (Problem(id="p", item=question("p")), Problem(id="q", item=item("q")))
    collection = Collection(name="c", language="fr", problems=problems)
    assert [question_of(entry).id for entry in collection.entries] == ["p", "q"]
    assert [each.id for each in collection.items] == ["q"]
    assert [each.id for each in collection.questions] == ["p", "q"]
