"""`anaphor.audit.run` against `anaphor audit --json`: the same settings, the same numbers; tables, rules, bad input."""

import inspect
import json
import math
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import anaphor
from anaphor import audit, corpus
from anaphor.audit import Audit, AuditRunSettings, AuditVerdict, Criteria, PairSource, VerdictKind
from anaphor.audit.association.confrontation import confront
from anaphor.corpus import Counts, PairCount
from anaphor.errors import AnaphorError, InputError, UnknownNameError
from anaphor.schema import Item, Mark, Question
from tests.audit.items import told
from tests.audit.test_command import TEXT, counts_file, document
from tests.corpus.naive import index_of, write_corpus

pytestmark = pytest.mark.slow


def as_document(found: Audit) -> dict[str, Any]:
    """What it becomes, as it would be printed."""
    made: dict[str, Any] = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    return made


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("saved") / "told.yaml"
    anaphor.save(told(14), path)
    return path


@pytest.fixture(scope="module")
def leaky(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return counts_file(tmp_path_factory.mktemp("counts") / "leaky.json.gz", told(14), 9, 1)


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("text") / "text.txt"
    path.write_text(TEXT, "utf-8")
    return path


@pytest.fixture(scope="module")
def quick() -> Audit:
    return audit.run("anaphor-fr", quick=True)


@pytest.mark.parametrize(
    ("options", "settings"),
    [
        ((), {}),
        (("--quick",), {"quick": True}),
        (("--measure", "llr", "--smoothing", "0.5"), {"measure": "llr", "smoothing": 0.5}),
        (("--window", "5", "--pairs", "linguistics"), {"window": 5, "pairs": "linguistics"}),
        (("--continuous", "--quick", "--lines", "0"), {"continuous": True, "quick": True, "lines": 0}),
        (
            ("--margin", "0.7", "--level", "0.9", "--leak", "0.2", "--seed", "3", "--quick"),
            {"margin": 0.7, "level": 0.9, "leak": 0.2, "seed": 3, "quick": True},
        ),
    ],
)
def test_settings_give_what_options_give(
    options: tuple[str, ...], settings: dict[str, Any], saved: Path, leaky: Path
) -> None:
    found = audit.run(saved, corpus=leaky, **settings)
    assert as_document(found) == document(saved, "--corpus", leaky, *options)


def test_the_counts_of_the_package_are_asked_alike(quick: Audit) -> None:
    assert as_document(quick) == document("anaphor-fr", "--quick")


def test_several_corpora_opened_or_not_give_what_the_command_gives(saved: Path, tmp_path: Path) -> None:
    pairs = [pair for each in confront(told(14))[0] for pair in each.pairs]
    text = "".join(f"Le {word} de {cue}.\n" for word, cue in pairs)
    first, second = (index_of(write_corpus(tmp_path / name, text), tmp_path / f"{name}.idx") for name in ("one", "two"))
    printed = document(saved, "--corpus", first.folder, "--corpus", second.folder)
    assert as_document(audit.run(saved, corpus=[first, second])) == printed
    assert as_document(audit.run(saved, corpus=[str(first.folder), second.folder])) == printed
    assert any(pair["lines"] for item in printed["items"] for pair in item["pairs"])
    with pytest.raises(InputError, match="twice"):
        audit.run(saved, corpus=[first, first.folder])


def test_a_stream_gives_what_the_command_gives_and_may_be_in_memory(text: Path) -> None:
    found = audit.run("anaphor-fr", stream=text, newlines="line", quick=True)
    assert as_document(found) == document("anaphor-fr", "--stream", text, "--newlines", "line", "--quick")
    memory = audit.run("anaphor-fr", stream=iter(TEXT.splitlines()), quick=True)
    assert memory.to_dict()["table"] == found.to_dict()["table"]
    assert memory.counts.words == found.counts.words


def test_every_option_is_a_setting_with_the_same_default() -> None:
    settings = inspect.signature(audit.run).parameters
    for field in fields(AuditRunSettings):
        assert settings[field.name].kind is inspect.Parameter.KEYWORD_ONLY
        if field.default is not MISSING:
            assert settings[field.name].default == field.default, field.name
    usual = Criteria()
    assert [settings[name].default for name in ("margin", "level", "leak")] == [usual.margin, usual.level, usual.leak]


def test_counts_that_were_saved_repeat_the_audit(saved: Path, leaky: Path, tmp_path: Path) -> None:
    found = audit.run(saved, corpus=leaky, quick=True)
    assert found.save_counts(tmp_path / "kept.json.gz") == 28 * 2
    again = audit.run(saved, corpus=corpus.read_counts(tmp_path / "kept.json.gz"), quick=True)
    assert again.to_dict()["table"] == found.to_dict()["table"]


def wino() -> list[dict[str, str]]:
    """The embedded French schemas in the shape of WinoGrande."""
    rows = []
    for schema in anaphor.load("anaphor-fr").schemas:
        for number, item in enumerate(schema.variants, 1):
            assert isinstance(item, Item)
            question, key = item.question, item.key
            if len(question.candidates) != 2 or not isinstance(key, int) or not isinstance(question.anaphor, Mark):
                continue
            text = question.text[: question.anaphor.start] + "_" + question.text[question.anaphor.end :]
            one, two = (each.text for each in question.candidates)
            named = {"qID": f"{schema.id}-{number}", "sentence": text}
            rows.append({**named, "option1": one, "option2": two, "answer": str(key + 1)})
    return rows


def test_a_table_in_memory_is_audited_like_its_file(tmp_path: Path) -> None:
    rows = wino()
    assert len(rows) >= 100
    path = tmp_path / "winogrande-table.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    printed = document(path, "--language", "fr", "--quick")
    for table in (pd.DataFrame(rows), pl.DataFrame(rows), rows):
        made = as_document(audit.run(table, language="fr", quick=True))
        assert {name: made[name] for name in ("table", "items", "unfit")} == {
            name: printed[name] for name in ("table", "items", "unfit")
        }


def test_columns_are_named_as_load_names_them() -> None:
    rows = pd.DataFrame(wino()).rename(columns={"sentence": "phrase", "answer": "juste"})
    rows["paire"] = rows["qID"].str.rpartition("-")[0]
    named = {"text": "phrase", "candidates": ["option1", "option2"], "answer": "juste", "schema": "paire", "id": "qID"}
    found = audit.run(rows, language="fr", quick=True, columns=named)
    known = audit.run(wino(), language="fr", quick=True)
    assert found.test is not None
    assert known.test is not None
    assert len(found.test.items) == len(known.test.items) > 100


def first_letter(question: Question) -> list[float]:
    return [-float(ord(each.text[0])) for each in question.candidates]


def test_a_rule_of_ones_own_is_tested_like_the_others() -> None:
    def longest(question: Question) -> list[int]:
        return [len(each.text) for each in question.candidates]

    found = audit.run("anaphor-fr", shortcuts={"mine": longest, "letter": first_letter}, robustness=False)
    *_, mine, letter = found.shortcuts
    shipped = next(each for each in found.shortcuts if each.name == "longer_candidate")
    assert (mine.items, mine.answered, mine.right, mine.rate, mine.interval, mine.p) == (
        shipped.items,
        shipped.answered,
        shipped.right,
        shipped.rate,
        shipped.interval,
        shipped.p,
    )
    assert letter.name == "letter"
    assert found.to_dict()["shortcuts"][-1]["name"] == "letter"
    assert "letter" in found._repr_html_()
    assert "shortcuts:mine letter" in str(found.signature)


def test_a_rule_gives_an_index_scores_or_nothing_and_never_sees_a_key() -> None:
    seen: list[object] = []

    def second(question: Question) -> int | None:
        seen.append(question)
        return None if "?" in question.text else 1

    found = audit.run("anaphor-fr", shortcuts=[second], quick=True)
    (only,) = found.shortcuts
    assert only.name == "second"
    assert 0 < only.answered <= only.items
    assert all(isinstance(each, Question) and not hasattr(each, "key") for each in seen)
    half = audit.run(
        "anaphor-fr", shortcuts=[lambda question: np.array([math.nan for _ in question.candidates])], quick=True
    )
    assert half.shortcuts[0].answered == 0


def test_a_rule_that_knows_the_answers_is_found_out() -> None:
    keys = {item.id: item.key for item in anaphor.load("anaphor-fr").items}
    found = audit.run("anaphor-fr", shortcuts={"cheat": lambda question: keys[question.id]}, quick=True)  # type: ignore[dict-item,return-value]  # wrong on purpose
    assert found.shortcuts[0].rate == 1
    assert "shortcuts" in found.concerns


@pytest.mark.parametrize("given", [2, -1, "Odile", True, [1.0], [1, 2, 3]])
def test_a_rule_that_gives_something_else_is_named_with_its_item(given: Any) -> None:
    def strange(question: Question) -> Any:
        return given

    with pytest.raises(InputError, match=r"strange gave .* for the item plafond\.1"):
        audit.run("anaphor-fr", shortcuts=[strange], quick=True)


def test_names_of_rules_are_their_own() -> None:
    with pytest.raises(InputError, match="listed_first already"):
        audit.run("anaphor-fr", shortcuts={"listed_first": first_letter})
    with pytest.raises(InputError, match="<lambda> already"):
        audit.run("anaphor-fr", shortcuts=[lambda question: 0, lambda question: 1])
    with pytest.raises(InputError, match="function of a question"):
        audit.run("anaphor-fr", shortcuts=[3])  # type: ignore[list-item]  # what a user may do


def test_a_measure_of_ones_own_is_used_and_named(saved: Path, leaky: Path) -> None:
    def bits(count: PairCount) -> float:
        return math.log2(count.both * count.total / (count.a * count.b))

    own, shipped = (audit.run(saved, corpus=leaky, measure=each, quick=True) for each in (bits, "mi"))
    assert own.to_dict()["table"] == shipped.to_dict()["table"]
    assert "measure:bits" in str(own.signature)
    undefined = audit.run("anaphor-fr", measure=bits, quick=True).to_dict()["items"]
    assert sum(each["choice"] is None for each in undefined) > 0  # a logarithm of 0 is no score, and no error
    with pytest.raises(InputError, match="gave 'much'"):
        audit.run(saved, corpus=leaky, measure=lambda count: "much", quick=True)  # type: ignore[arg-type,return-value]  # wrong on purpose


@pytest.mark.parametrize(
    ("settings", "kind", "said"),
    [
        ({"pairs": "guess"}, InputError, "'guess'.*'auto'.*'hand'"),
        ({"measure": "mu"}, UnknownNameError, "mi"),
        ({"margin": 2}, InputError, "margin of 2"),
        ({"corpus": 3}, (InputError, TypeError), "int"),
        ({"corpus": "nowhere.idx"}, InputError, "nowhere"),
        ({"corpus": "x", "stream": "y"}, InputError, "combined"),
        ({"column": "2"}, InputError, "stream"),
        ({"embeddings": np.zeros((2, 2))}, InputError, "embeddings"),
        ({"smoothing": -1}, InputError, "smoothed by -1"),
    ],
)
def test_bad_settings_get_one_sentence(settings: dict[str, Any], kind: type[Exception], said: str) -> None:
    with pytest.raises(kind, match=said) as caught:
        audit.run("anaphor-fr", **settings)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("column", ["sentence", "option2"])
def test_a_bad_table_is_told_with_the_name_of_its_column(column: str) -> None:
    rows: list[dict[str, Any]] = [{**row} for row in wino()[:20]]
    rows[3][column] = 7
    with pytest.raises(AnaphorError, match=column):
        audit.run(pd.DataFrame(rows), language="fr", quick=True)


def test_embeddings_may_be_in_memory(saved: Path, leaky: Path, tmp_path: Path) -> None:
    numbers = np.random.default_rng(1).normal(size=(28, 4))
    np.save(tmp_path / "e.npy", numbers)
    here, there = (
        audit.run(saved, corpus=leaky, embeddings=each, robustness=False) for each in (numbers, tmp_path / "e.npy")
    )
    assert here.to_dict()["shortcuts"] == there.to_dict()["shortcuts"]


def test_it_shows_itself(quick: Audit) -> None:
    assert quick.test is not None
    verdict: AuditVerdict = quick.test.verdict
    assert repr(quick).startswith("<Audit: anaphor-fr: undecided; ")
    assert len(repr(quick)) < 160
    assert verdict.kind is VerdictKind.UNDECIDED
    page = quick._repr_html_()
    assert "<table" in page
    assert "<svg" in page
    assert quick.tables[0] == "items"
    assert len(quick.to_frame()) == verdict.items
    assert list(quick.to_frame("table")["threshold"]) == [row.threshold for row in quick.test.rows]
    figure = quick.figure()
    assert len(figure.axes) == 2
    with pytest.raises(InputError):
        quick.figure(2)


def test_a_doubtful_language_is_a_note_of_the_result() -> None:
    found = audit.run(wino(), language="en", quick=True)
    assert [each.code for each in found.notes] == ["audit-doubtful-language"]
    assert "fr" in str(found.notes[0])
    assert "say `language` fr" in found._repr_html_()


def test_enumerations_are_their_plain_words(saved: Path, leaky: Path) -> None:
    one, two = (
        audit.run(saved, corpus=leaky, pairs=each, quick=True) for each in (PairSource.LINGUISTICS, "linguistics")
    )
    assert one.to_dict() == two.to_dict()
    counts: Counts = one.counts
    assert repr(counts).startswith("<CountsFile: ")
