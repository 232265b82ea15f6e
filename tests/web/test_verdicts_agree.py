"""Whoever is asked whether a schema leaks says the same: audit, workbench, checks and repairs, by the same counts."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from anaphor import audit, authoring
from anaphor.collection import findings_in, load
from anaphor.corpus import shipped
from anaphor.schema import Collection, Schema
from anaphor.text import speaking
from anaphor.web import Looker
from anaphor.web.workbench.counting import count_part, whole
from anaphor.web.workbench.file import draft_of
from tests.audit.items import schema
from tests.audit.naive import FixedCounts
from tests.web.benches import small_index, spoken

TONES = {"leak": "leaks", "fine": "resists", "open": "cannot-tell", None: "cannot-tell"}
"""What the colour of a schema in the workbench says; one of which nothing is known has none."""
REAL = {
    "wsc-fr": ("wsc-fr/French_Wino_Schemas.xml", None),
    "fwsc285": ("fwsc285/wsc_285_v3.json", None),
    "wsc-en": ("wsc-en/WSCollection-285.xml", None),
    "winogrande-xs": ("winogrande/train_xs.jsonl", None),
    "dpr": ("dpr/test.c.txt", 60),
}
"""Collections that nobody here wrote, or so many of their schemas."""


def in_the_workbench(collection: Collection, looker: Looker) -> dict[str, str]:
    """By schema what the colour of its verdict on counts says, asked as the page does."""
    found = {}
    for each in collection.schemas:
        reply = looker.audit(draft_of(each, collection.language))
        found[each.id] = TONES[reply.whole.tone if reply.whole else None]
    return found


def in_the_audit(found: audit.Audit) -> dict[str, str]:
    return {each.schema: each.outcome.value for each in found.schemas}


def compare(collection: Collection) -> Counter[str]:
    """Ask everybody, and tell how often each outcome was agreed on."""
    audited = audit.run(collection, quick=True)
    verdicts = in_the_audit(audited)
    assert in_the_workbench(collection, Looker(collection.language, models={})) == verdicts
    warnings = {each.place: each for each in findings_in(collection) if each.code == "association-betrays"}
    warned = set(warnings)
    leaking = {name for name, outcome in verdicts.items() if outcome == "leaks"}
    repairs = authoring.repair(collection, most=1)
    assert set(repairs.leaking) == leaking
    # The checker warns of every leak, and besides of suspicions: of none that is said to resist.
    assert leaking <= warned <= leaking | set(repairs.suspected)
    with speaking("en"):  # … and calls a leak no suspicion
        called = {name for name, each in warnings.items() if "suspicion, not the audit" in str(each.message)}
    assert called == warned - leaking
    assert {verdicts[name] for name in repairs.suspected} <= {"cannot-tell"}
    # What the audit lists as solved by the higher score, be it by a hair, is never said to resist.
    assert {each.outcome.value for each in audited.suspects} <= {"leaks", "cannot-tell"}
    assert {each.schema for each in audited.hints} <= leaking
    return Counter(verdicts.values())


@pytest.mark.parametrize("name", ["anaphor-fr", "anaphor-en"])
def test_everybody_agrees_on_every_schema_of_the_embedded_collections(name: str) -> None:
    found = compare(load(name))
    assert found["resists"] > 0
    assert found["cannot-tell"] > found["resists"]


@pytest.mark.parametrize("name", REAL)
def test_everybody_agrees_on_every_schema_of_collections_of_others(name: str, shared: Path) -> None:
    path, most = REAL[name]
    whole_set = load(shared / path)
    compare(Collection(name=name, language=whole_set.language, schemas=whole_set.schemas[:most]))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_everybody_agrees_on_new_sentences_some_of_which_leak(language: str) -> None:
    collection = load(Path(__file__).parent / f"new_schemas_{language}.yaml")
    assert compare(collection)["resists"] > 0


def test_the_audit_on_the_package_s_counts_is_the_same_whether_they_are_named_or_not() -> None:
    collection = load("anaphor-fr")
    unnamed, named = audit.run(collection, quick=True), audit.run(collection, corpus=shipped("fr"), quick=True)
    assert in_the_audit(unnamed) == in_the_audit(named)
    assert unnamed.hints == named.hints


def test_with_a_corpus_of_ones_own_audit_and_workbench_go_by_it_and_name_it(tmp_path: Path) -> None:
    index = small_index(tmp_path)
    text = "Le loup regarde le lapin parce qu'[il] a {}."
    made = schema("wolf", text, ("faim", "peur"), ("le loup", "le lapin"), prompt="Qui a {} ?")
    collection = Collection(name="c", language="fr", schemas=(made,))
    looker = Looker("fr", corpus=index, models={})
    found = audit.run(collection, corpus=index, quick=True)
    assert in_the_audit(found) == in_the_workbench(collection, looker) == {"wolf": "leaks"}
    assert looker.audit(draft_of(made, "fr")).corpus == found.schema_counts == index.name


def one(right: int, wrong: int, other_right: int, other_wrong: int) -> tuple[Schema, FixedCounts]:
    """A schema with pairs that meet so often, all words being equally frequent."""
    made = schema("s", "Le mot a0 suit b0 car [il] est {}.", ("x0", "y0"), ("a0", "b0"), pairs=True)
    both = {("a0", "x0"): right, ("b0", "x0"): wrong, ("b0", "y0"): other_right, ("a0", "y0"): other_wrong}
    return made, FixedCounts(both, dict.fromkeys(("a0", "b0", "x0", "y0"), 1000))


@pytest.mark.parametrize(
    ("meetings", "outcome"),
    [
        ((40, 1, 40, 1), "leaks"),
        ((1, 40, 40, 1), "resists"),
        ((1, 40, 1, 40), "resists"),
        ((41, 40, 40, 1), "cannot-tell"),  # level, with many; but the higher count is right in both halves
        ((40, 40, 40, 1), "resists"),  # surely no two bits, and no choice
        ((39, 40, 40, 1), "resists"),
        ((1, 0, 1, 0), "cannot-tell"),
        ((0, 1, 0, 1), "cannot-tell"),
        ((0, 1, 40, 1), "cannot-tell"),
        ((4, 0, 4, 0), "cannot-tell"),
        ((0, 4, 0, 4), "cannot-tell"),
        ((5, 1, 5, 1), "cannot-tell"),  # six sentences in all: five to one is not beyond chance
        ((0, 0, 0, 0), "cannot-tell"),
        ((40, 1, 0, 0), "cannot-tell"),
    ],
    ids=str,
)
def test_to_resist_takes_as_much_evidence_as_to_leak(meetings: tuple[int, int, int, int], outcome: str) -> None:
    made, counts = one(*meetings)
    assert audit.judge_schema(made, counts).outcome == outcome
    said = spoken("en", whole, count_part(made, counts))
    assert TONES[said.tone if said else None] == outcome


def test_a_schema_whose_halves_lead_by_little_is_not_called_solved_however_many_sentences_there_are() -> None:
    made, counts = one(900, 800, 900, 800)
    verdict = audit.judge_schema(made, counts)
    assert verdict.outcome == "cannot-tell"
    assert all(half.low is not None and half.low < 0.2 for half in verdict.halves)


def test_the_limits_of_a_lead_hold_the_true_one_nineteen_times_of_twenty() -> None:
    """Counts drawn about a true lead of two bits: the lower limit is above it in one of twenty draws, or fewer."""
    rng = np.random.default_rng(0)
    above = 0
    for _ in range(400):
        made, counts = one(int(rng.poisson(40)), int(rng.poisson(10)), 1, 1)
        half = audit.judge_schema(made, counts).halves[0]
        assert half.low is not None
        above += half.low > 2
    assert above <= 32  # a binomial of 400 and 0.05 is above in one of 200
