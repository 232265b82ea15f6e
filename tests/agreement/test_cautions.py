"""What makes a number misleading stands before it in comparisons and plans, too, and in what an adaptive study says."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from anaphor import agreement, experiment, load, report
from anaphor.cli.main import app
from anaphor.section import Figure, Text
from anaphor.text import speaking


def rows_of(votes: list[list[str]], people: list[list[str]] | None = None) -> list[dict[str, str]]:
    """A long table; who voted is drawn beforehand, or stands by place."""
    return [
        {"item": f"i{item}", "annotator": people[item][place] if people else f"p{place}", "label": label}
        for item, said in enumerate(votes)
        for place, label in enumerate(said)
    ]


def divided(seed: int, *, third: bool) -> list[dict[str, str]]:
    """A hundred items, two in five hard; two votes and a third where they differ, or three throughout."""
    rng = np.random.default_rng(seed)
    drawn = [["ab"[int(rng.random() < share)] for _ in range(3)] for share in rng.choice([0.0, 0.5, 1.0], 100)]
    return rows_of([said if not third or said[0] != said[1] else said[:2] for said in drawn])


def uneven() -> list[dict[str, str]]:
    """Forty people, four of whom guess, on 90 items with three votes each."""
    rng = np.random.default_rng(3)
    who = [rng.permutation(40)[:3].tolist() for _ in range(90)]
    said = [
        ["abcd"[rng.integers(4) if each < 4 or rng.random() < 0.08 else item % 4] for each in some]
        for item, some in enumerate(who)
    ]
    return rows_of(said, [[f"w{each}" for each in some] for some in who])


def written(path: Path, rows: list[dict[str, str]]) -> str:
    lines = [",".join(rows[0]), *(",".join(row.values()) for row in rows)]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return str(path)


@pytest.mark.slow
def test_a_study_whose_votes_depend_on_votes_is_not_compared_without_a_word() -> None:
    fixed, adaptive = divided(1, third=False), divided(2, third=True)
    found = agreement.compare(fixed, adaptive, names=["fixed", "adaptive"], times=100)
    assert len(found.cautions) == 1
    assert "adaptive" in str(found.cautions[0])
    assert repr(found).count("number of votes") == 1
    assert found.to_dict()["cautions"] == [str(found.cautions[0])] == found.to_dict()["sentences"][:1]
    page = found._repr_html_()
    assert page.index("number of votes") < page.index("items p = ")
    assert agreement.compare(fixed, divided(3, third=False), times=100).cautions == ()


@pytest.mark.slow
def test_uneven_people_of_a_pilot_stand_before_the_plan_of_a_comparison(tmp_path: Path) -> None:
    pilot = written(tmp_path / "pilot.csv", uneven())
    plain, data = (
        CliRunner().invoke(app, ["agreement", "plan", "--difference", "0.1", "--pilot", pilot, *more])
        for more in ([], ["--json"])
    )
    assert plain.stdout.startswith("The annotators are not alike")
    document = json.loads(data.stdout)
    assert document["cautions"] == document["sentences"][:1]
    assert "not alike" in document["cautions"][0]
    assert "not alike" in repr(agreement.plan_comparison(0.1, pilot=pilot))


@pytest.mark.slow
@pytest.mark.parametrize("target", [0.5, 0.0001])
def test_a_plan_says_that_people_differ_whether_a_panel_will_do_or_none(target: float) -> None:
    found = agreement.plan(target=target, pilot=uneven())
    assert (found.chosen is None) is (target < 0.001)
    assert "annotators who are alike, and they are not" in repr(found)


def test_weights_of_the_consensus_are_not_called_probabilities_in_files_and_keys(tmp_path: Path) -> None:
    found = agreement.consensus(uneven(), output=tmp_path / "one.csv")
    table = (tmp_path / "one.csv").read_text("utf-8")
    assert not re.search(r"probab|posterior|p\(", table + json.dumps(found.to_dict()))


def test_the_rate_that_a_queue_expects_stands_below_why_it_may_be_off() -> None:
    calm = agreement.next_labels(divided(1, third=False), budget=5)
    assert not calm.cautions
    for rows, why in ((divided(1, third=True), "number of votes"), (uneven(), "not alike")):
        found = agreement.next_labels(rows, budget=5)
        page = found._repr_html_()
        assert why in str(found.cautions[0])
        assert page.index("several points off") < page.index("are expected to differ")
        assert repr(found).index("several points off") < repr(found).index("expected to differ from")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_figure_and_no_brief_line_stands_before_what_makes_its_rates_misleading(
    language: str, tmp_path: Path
) -> None:
    short = {"en": "annotators who are alike, and they are not", "fr": "annotateurs qui se valent, ce qui n’est pas"}
    with speaking(language):
        rows = uneven()
        measured = agreement.measure(rows)
        found = [
            agreement.reproduce(rows),
            agreement.plan(pilot=rows, target=0.2),
            agreement.plan_comparison(0.1, pilot=rows),
            agreement.compare(divided(1, third=False), divided(2, third=True), times=100),
        ]
        for each in (measured, *found[:2]):
            line = repr(each)
            assert line.index(short[language]) < line.index("%")
        for each in found:
            document, parts = each.to_dict(), each.section.parts
            assert isinstance(parts[0], Text)
            assert parts[0].lines[0][:80] == document["cautions"][0][:80]
            (figure,) = (part for part in parts if isinstance(part, Figure))
            drawing = figure.draw()
            assert drawing is not None
            why = short[language] if each is not found[-1] else {"en": "depends on the votes", "fr": "dépend des"}
            assert (why if isinstance(why, str) else why[language]) in drawing.title
        calm = agreement.plan(0.05, kappa=0.7)
        assert isinstance(calm.section.parts[0], Figure)
        for number, each in enumerate((*found[:2], measured, agreement.next_labels(rows))):
            written = report.write(tmp_path / f"{language}{number}.tex", each).read_text("utf-8")
            tables = written.split(r"\begin{table}")[1:]
            rates = [table for table in tables if "\\%" in table]
            assert rates
            for table in rates:
                assert re.search("alike|se valent", table)


@pytest.mark.slow
def test_a_study_says_why_coefficients_mislead_before_it_shows_them(tmp_path: Path) -> None:
    few = load("anaphor-en")
    few = replace(few, schemas=few.schemas[:12], problems=())
    made = experiment.new(few, trials=6, extras=False, quota=60, adaptive=True, output=tmp_path / "d.json")
    experiment.simulate(made, participants=30, accuracy=0.8, seed=1, database=tmp_path / "a.db")
    page = experiment.analyse(tmp_path / "a.db")._repr_html_()
    assert page.index("cannot be told from these votes") < page.index("Krippendorff")
