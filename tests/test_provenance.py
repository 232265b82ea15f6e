"""Fingerprints change with what is asked or right and with nothing else; signatures say how a number was made."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest

from anaphor.provenance import Signature, canonical_json, fingerprint
from anaphor.schema import (
    NEITHER,
    Annotations,
    Candidate,
    Collection,
    Entry,
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
)

TEXT = "Le chat suit le chien car il a faim."


def question(name: str) -> Question:
    return Question(
        id=name,
        language="fr",
        text=TEXT,
        anaphor=Mark(start=26, end=28),
        candidates=(Candidate(text="le chat"), Candidate(text="le chien", span=Span(start=13, end=21))),
        prompt="Qui a faim ?",
        cues=(Span(start=31, end=35),),
        readings=("Le chat suit le chien car le chat a faim.", None),
    )


def collection() -> Collection:
    schema = Schema(id="s", variants=(Item(question=question("s.1"), key=0), Item(question=question("s.2"), key=1)))
    return Collection(
        name="c",
        language="fr",
        schemas=(schema,),
        problems=(Problem(id="p", item=Item(question=question("p"), key=0)),),
    )


PRINTED = "49d8f57a066c6aaf"
"""Of the collection above, from its canonical JSON written out by hand; a change breaks every printed signature."""


def test_the_fingerprint_of_a_known_collection_is_the_one_that_was_printed() -> None:
    assert collection().fingerprint == PRINTED


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["0", "1", "4242"])
def test_the_fingerprint_is_the_same_in_another_process_with_another_hash_seed(seed: str) -> None:
    code = "import runpy, sys; print(runpy.run_path(sys.argv[1])['collection']().fingerprint)"
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    printed = subprocess.run(
        [sys.executable, "-c", code, __file__], env=environment, capture_output=True, text=True, check=True
    )
    assert printed.stdout.strip() == PRINTED


def on_item(change: Callable[[Item], Entry]) -> Collection:
    """The collection with its problem's item changed."""
    whole = collection()
    problem = whole.problems[0]
    assert isinstance(problem.item, Item)
    return replace(whole, problems=(replace(problem, item=change(problem.item)),))


def on_question(**changes: object) -> Collection:
    """The collection with its problem's question changed."""
    return on_item(lambda item: replace(item, question=replace(item.question, **changes)))  # type: ignore[arg-type]  # own types


CHANGES: dict[str, Callable[[], Collection]] = {
    "text": lambda: on_question(text=TEXT + "!"),
    "prompt": lambda: on_question(prompt="Qui avait faim ?"),
    "no prompt": lambda: on_question(prompt=None),
    "language of the item": lambda: on_question(language="en"),
    "language": lambda: replace(collection(), language="en"),
    "anaphor": lambda: on_question(anaphor=Mark(start=0, end=2)),
    "unmarked anaphor": lambda: on_question(anaphor=Unmarked(reason=UnmarkedReason.IMPLICIT)),
    "candidate": lambda: on_question(candidates=(Candidate(text="le chat"), Candidate(text="le chien noir"))),
    "order of candidates": lambda: on_question(candidates=question("p").candidates[::-1]),
    "cues": lambda: on_question(cues=()),
    "readings": lambda: on_question(readings=()),
    "key": lambda: on_item(lambda item: replace(item, key=1)),
    "neither": lambda: on_item(lambda item: replace(item, key=NEITHER)),
    "key withheld": lambda: on_item(lambda item: item.question),
    "a schema less": lambda: replace(collection(), schemas=()),
    "twins in the other order": lambda: replace(
        collection(), schemas=(replace(collection().schemas[0], variants=collection().schemas[0].variants[::-1]),)
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_any_change_of_what_is_asked_or_right_changes_the_fingerprint(name: str) -> None:
    assert CHANGES[name]().fingerprint != collection().fingerprint


def test_all_those_changes_have_fingerprints_of_their_own() -> None:
    assert len({change().fingerprint for change in CHANGES.values()}) == len(CHANGES)


def test_notes_and_names_do_not_change_the_fingerprint() -> None:
    whole = collection()
    schema = replace(
        whole.schemas[0],
        domains=("spatial",),
        source="wsc-en#2",
        status=Status.PROPOSED,
        reason="new",
        notes="to discuss",
        versions=(Version(author="A", text="[Il] dort."),),
    )
    problem = replace(whole.problems[0], passage="x", genre="novel", notes="n", domains=("social",))
    changed = replace(
        whole,
        name="other",
        title="T",
        version="2",
        licence="MIT",
        authors=("A",),
        citation="C",
        notes="N",
        schemas=(schema,),
        problems=(problem,),
    )
    assert changed.fingerprint == whole.fingerprint


def test_excluded_parts_do_not_count_in_the_fingerprint() -> None:
    whole = collection()
    out = replace(whole.schemas[0], status=Status.EXCLUDED)
    assert replace(whole, schemas=(out,)).fingerprint == replace(whole, schemas=()).fingerprint
    gone = replace(whole.problems[0], status=Status.EXCLUDED)
    assert replace(whole, problems=(gone,)).fingerprint == replace(whole, problems=()).fingerprint


def test_annotations_of_an_item_count() -> None:
    noted = on_item(lambda item: replace(item, annotations=Annotations(switchable=True)))
    assert noted.fingerprint != collection().fingerprint


def test_canonical_json_sorts_keys_and_leaves_letters_and_out_what_is_empty() -> None:
    assert canonical_json({"b": (1, None), "a": "é"}) == '{"a":"é","b":[1,null]}'
    assert canonical_json(Unmarked(reason=UnmarkedReason.UNSAID)) == '{"reason":"unsaid"}'


def test_a_fingerprint_is_sixteen_hexadecimal_digits_even_of_broken_characters() -> None:
    assert len(fingerprint("\ud800")) == 16
    assert int(fingerprint({}), 16) >= 0


def test_a_signature_is_one_line_whatever_its_parts_hold() -> None:
    signature = Signature.of(a="x|y\nz", b=None, c=100, d="50%")
    assert str(signature) == "a:x%7Cy%0Az|c:100|d:50%25"


def test_signatures_compose() -> None:
    assert str(Signature.of(collection="c#1") | Signature.of(seed=1)) == "collection:c#1|seed:1"
