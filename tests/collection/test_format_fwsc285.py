"""FWSC285: marks, pairs in the candidates' order, flags, and the joins with the French and the English set."""

from collections import Counter
from pathlib import Path

import pytest

from anaphor.collection import Source
from anaphor.collection.formats.fwsc285 import FWSC285
from anaphor.collection.formats.wsc_en import WSC_EN
from anaphor.collection.protocol import ReadSettings
from anaphor.errors import FormatError
from anaphor.schema import Associative, Collection, Item, Mark, Unmarked, UnmarkedReason, question_of

SPECIMEN = Path(__file__).parent / "specimens" / "fwsc285.json"


def read(data: bytes) -> Collection:
    return FWSC285.read(Source(name="fwsc.json", stem="fwsc", data=data), ReadSettings())


def item(collection: Collection, name: str) -> Item:
    return next(item for item in collection.items if item.id == name)


def test_twins_share_the_order_of_their_candidates_and_their_pairs_follow_it() -> None:
    collection = read(SPECIMEN.read_bytes())
    first, second = item(collection, "13"), item(collection, "14")
    assert [c.text for c in first.question.candidates] == [c.text for c in second.question.candidates]
    assert (first.key, second.key) == (0, 1)
    assert second.annotations.pairs == (("boulanger", "livrer"), ("meunier", "livrer"))
    assert (first.annotations.pairs_usable, second.annotations.pairs_usable) == (True, False)


def test_flags_are_read_and_a_switched_text_only_where_it_is_switchable() -> None:
    first, second = item(read(SPECIMEN.read_bytes()), "13"), item(read(SPECIMEN.read_bytes()), "14")
    assert (first.annotations.associative, second.annotations.associative) == (Associative.YES, Associative.NEGATIVELY)
    assert first.annotations.switched is not None
    assert second.annotations.switched is None
    assert (first.annotations.negatable, second.annotations.negatable) == (False, True)


def test_a_bracket_around_half_of_an_elided_form_takes_the_apostrophe() -> None:
    question = item(read(SPECIMEN.read_bytes()), "21").question
    assert (question.text, question.anaphor_form) == ("Zoé a relu la lettre de Lise avant de l'envoyer.", "l'")


def test_an_item_without_brackets_is_implicit_and_what_is_empty_is_unsaid() -> None:
    last = item(read(SPECIMEN.read_bytes()), "30")
    assert last.question.anaphor == Unmarked(reason=UnmarkedReason.IMPLICIT)
    assert (last.annotations.pairs, last.annotations.pairs_usable) == ((), None)


def test_schemas_are_joined_by_french_id_and_linked_by_english_position() -> None:
    schemas = read(SPECIMEN.read_bytes()).schemas
    assert [schema.id for schema in schemas] == ["4", "new-21", "new-30"]
    assert [schema.source for schema in schemas] == ["wsc-en#13", "wsc-en#21", "wsc-en#30"]


def test_a_broken_row_is_an_error_that_names_line_and_field() -> None:
    with pytest.raises(FormatError, match=r"fwsc\.json:21, field associative"):
        read(SPECIMEN.read_bytes().replace(b'"associative": 2', b'"associative": 7'))
    with pytest.raises(FormatError, match="field pair_correct"):
        read(SPECIMEN.read_bytes().replace(b"livrer|meunier", b"livrer meunier"))


@pytest.mark.shared
def test_the_published_file_loads_with_its_annotations(shared: Path) -> None:
    """Figures from data/README.md."""
    items = read((shared / "fwsc285" / "wsc_285_v3.json").read_bytes()).items
    notes = [item.annotations for item in items]
    assert len(items) == 285
    assert Counter(note.associative for note in notes) == {"no": 245, "yes": 37, "negatively": 3}
    assert sum(note.switchable is True for note in notes) == 141
    assert sum(note.negatable is True for note in notes) == 38
    assert (sum(bool(note.pairs) for note in notes), sum(note.pairs_usable is True for note in notes)) == (202, 180)
    assert [item.id for item in items if not isinstance(item.question.anaphor, Mark)] == ["117", "118"]
    assert not any(set("[]") & set(item.question.text) for item in items)


@pytest.mark.shared
def test_its_schemas_are_those_of_the_english_set(shared: Path) -> None:
    french = read((shared / "fwsc285" / "wsc_285_v3.json").read_bytes())
    data = (shared / "wsc-en" / "WSCollection-285.xml").read_bytes()
    english = WSC_EN.read(Source(name="wsc", stem="wsc", data=data), ReadSettings())
    members = {f"wsc-en#{s.id}": [question_of(v).id for v in s.variants] for s in english.schemas}
    assert {s.source: [question_of(v).id for v in s.variants] for s in french.schemas} == members
    assert sum(not schema.id.startswith("new-") for schema in french.schemas) == 101
