"""The tables of a report really go through LaTeX, whatever stands in them."""

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from anaphor.collection import load, read_text
from anaphor.corpus import shipped
from anaphor.report import audit_part, collection_part, labels_part, scoring_section, study_part
from anaphor.report.latex import fit_of, latex_of, latex_text
from anaphor.scoring import scorecard
from anaphor.scoring.card import PAPER_2, published
from anaphor.scoring.systems.comparison import compare_outcomes
from anaphor.section import Report, Section, Table
from anaphor.text import speaking
from tests.agreement.tables import matrix_of, random_table
from tests.experiment.specimens import random_votes, study
from tests.scoring.specimens import drawn

pytestmark = pytest.mark.slow

ODD = (
    "R&D 50 % _x_ #1 ~ \\ {y} [z] <b> $5 ^2 -- ,, '' `q` \"w\" | * œuvre ß Ř ő « été » … κ ≥ − ?` "
    "模型 Ω е́ \u202eabc\x1b"
)
DOCUMENT = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[%s]{babel}
\usepackage{booktabs,longtable,lscape,amssymb,graphicx}
\begin{document}
\input{tables.tex}
\end{document}
"""
needs_latex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is missing: no table was compiled")


def odd_section() -> Section:
    """Tables of every shape, with odd words in every place."""
    short = Table(columns=("name", ODD), rows=((ODD, 1234), ("[b]", None), ("*c", 0.5)), caption=ODD)
    empty = Table(columns=("a", "b"), rows=())
    long = Table(columns=("name", ODD, "n"), rows=tuple((f"{n} {ODD}", ODD * 2, n) for n in range(50)), caption=ODD)
    wide = Table(
        columns=tuple(f"column {n}" for n in range(14)), rows=tuple((ODD[:9], *["97.5 %"] * 13) for _ in range(45))
    )
    return Section(id=ODD, title=ODD, parts=(short, empty, long, wide))


def sections(interface: str) -> tuple[Section, ...]:
    """One of each kind."""
    rng = np.random.default_rng(1)
    runs = {"a_b": drawn(rng, 25, 0.8), "c&d": drawn(rng, 25, 0.5, 0.2)}
    cards = [scorecard(name, made) for name, made in runs.items()]
    matrix = matrix_of(random_table(4, items=60, annotators=5, classes=3))
    with speaking(interface):
        audited = audit_part(load("anaphor-en"), shipped("en"))
        assert audited is not None
        return (
            audited,
            study_part(study(random_votes(45, 15, 0.8))),
            labels_part(matrix, size=3),
            scoring_section(cards, compare_outcomes(runs), published(PAPER_2)),
            odd_section(),
        )


@needs_latex
@pytest.mark.parametrize(("interface", "language"), [("en", "english"), ("fr", "french")])
def test_every_kind_of_report_compiles_and_fits_the_line(tmp_path: Path, interface: str, language: str) -> None:
    collection = read_text(
        "anaphor: 1\nname: mine\nlanguage: fr\nlicence: CC0-1.0\nschemas:\n  - id: panne_1\n"
        '    text: "Le maçon a vu la voisine parce qu\'[il] avait {faim|peur}."\n'
        '    question: "Qui avait {faim|peur} ?"\n    answers: [le maçon, la voisine]\n'
        '    domains: [causal, "a_b&c%"]\n'
    )
    with speaking(interface):
        first = collection_part(collection)
    text = latex_of(Report(title=ODD, interface=interface, sections=(first, *sections(interface))))
    (tmp_path / "tables.tex").write_text(text, "utf-8")
    (tmp_path / "document.tex").write_text(DOCUMENT % language, "utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "document.tex"]
    runs = [subprocess.run(command, cwd=tmp_path, capture_output=True, check=False) for _ in range(3)]
    done = runs[-1]  # longtable learns its widths from the runs before
    said = done.stdout.decode("utf-8", "replace")
    assert done.returncode == 0, said[-2000:]
    too_wide = [float(each) for each in re.findall(r"Overfull \\hbox \(([\d.]+)pt too wide\) in alignment", said)]
    assert max(too_wide, default=0) < 10  # points


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a--b", "a-{}-b"),
        ("a,,b", "a,{},b"),
        ("mot\u202f; 1\u202f234", r"mot~; 1\,234"),
        ("", ""),
        ("e\u0301", "é"),
        ("\u202ex", r"\textquestiondown{}x"),
        ("模", r"\otherletter{模}{6A21}"),
    ],
    ids=["hyphens", "commas", "narrow-space", "nothing", "composed", "turned", "beyond-latin"],
)
def test_letters_are_written_as_latex_prints_them(text: str, written: str) -> None:
    assert latex_text(text) == written


def test_a_wide_table_is_set_smaller_and_then_on_its_side() -> None:
    def fit(columns: int) -> tuple[str, bool]:
        row = ("name", *["10.0–20.0 %"] * (columns - 1))
        table = Table(columns=tuple(f"c{n}" for n in range(columns)), rows=(row,))
        found = fit_of(table, [row])
        assert found.places == "l" + "r" * (columns - 1)
        return found.size, found.turned

    assert fit(3) == ("", False)
    assert fit(7) == (r"\scriptsize", False)
    assert fit(9)[1]


def test_a_name_stays_whole_and_sentences_share_what_is_left() -> None:
    rows = tuple((f"item {n}", "word " * 30, "short words here and there") for n in range(3))
    table = Table(columns=("a", "b", "c"), rows=rows)
    found = fit_of(table, [[str(cell) for cell in row] for row in rows])
    widths = [float(each) for each in re.findall(r"p\{([\d.]+)", found.places)]
    assert found.places.startswith("l")
    assert len(widths) == 2
    assert widths[0] > widths[1]
    assert sum(widths) < 1


def test_each_table_can_be_referred_to() -> None:
    text = latex_of(Report(title="t", interface="en", sections=(odd_section(),)))
    assert re.findall(r"\\label\{(.*?)\}", text) == [f"tab:{re.sub('[^A-Za-z0-9]+', '-', ODD)}-{n}" for n in (1, 3)]
