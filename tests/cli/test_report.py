"""`anaphor report` and the pages beside tables: what they show, in both languages, and what they refuse."""

import html
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from anaphor.challenge.starting import rehearse
from anaphor.cli.main import app
from anaphor.errors import InputError

pytestmark = pytest.mark.slow

CORPUS = "On aime lire un livre. Elle veut lire ce livre. Il faut rédiger un article. On va rédiger cet article.\n" * 4
SCHEMA = """anaphor: 1
name: mine
title: "Deux & deux"
language: fr
licence: CC0-1.0
schemas:
  - id: livre
    text: "Marc préfère le livre à l'article, car [il] est plus facile à {lire|rédiger}."
    question: "Qu'est-ce qui est facile à {lire|rédiger} ?"
    candidates: [le livre, l'article]
    answers: [le livre, l'article]
    domains: [physical]
"""


def run(*words: object) -> Result:
    return CliRunner().invoke(app, list(map(str, words)))


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(SCHEMA, "utf-8")
    return path


@pytest.mark.parametrize("ending", ["html", "md", "tex"])
def test_domains_have_french_names_in_french_reports(tmp_path: Path, collection: Path, ending: str) -> None:
    for interface, name in (("fr", "physique"), ("en", "physical")):
        done = run("report", collection, "--no-audit", "-o", tmp_path / f"r.{ending}", "--interface", interface)
        assert done.exit_code == 0, done.output
        assert name in (tmp_path / f"r.{ending}").read_text("utf-8")


def test_a_page_without_domains_has_no_heading_for_them_and_no_dangling_dot(tmp_path: Path, collection: Path) -> None:
    page = tmp_path / "r.html"
    assert run("report", collection, "--no-audit", "-o", page).exit_code == 0
    assert '<h2 class="caption">Domains (' in page.read_text("utf-8")
    collection.write_text(SCHEMA.replace("    domains: [physical]\n", ""), "utf-8")
    assert run("report", collection, "--no-audit", "-o", page).exit_code == 0
    assert "Domains" not in page.read_text("utf-8")
    assert re.search(r"</code> ·\s", page.read_text("utf-8")) is None


@pytest.mark.parametrize(("interface", "heading"), [("en", "Audit: Deux & deux"), ("fr", "Audit\u00a0: Deux & deux")])
def test_an_audits_page_says_what_it_is_and_shows_the_sentences(
    tmp_path: Path, collection: Path, interface: str, heading: str
) -> None:
    (tmp_path / "corpus.txt").write_text(CORPUS * 1300, "utf-8")
    assert run("corpus", "index", tmp_path / "corpus.txt", "-o", tmp_path / "idx", "--language", "fr").exit_code == 0
    done = run(
        "audit",
        collection,
        "--corpus",
        tmp_path / "idx",
        "--quick",
        "--html",
        tmp_path / "a.html",
        "--interface",
        interface,
    )
    assert done.exit_code == 0, done.output
    page = html.unescape((tmp_path / "a.html").read_text("utf-8"))
    assert f"<h1>{heading}</h1>" in page
    assert "livre–lire" in page
    assert page.count("On aime lire un livre") >= 1
    assert re.search(r"\d\u00a0%", page)


def test_a_challenge_with_results_has_its_section(tmp_path: Path) -> None:
    rehearse(tmp_path / "held", collection="anaphor-en", at=datetime(2026, 11, 2, 12, 0, tzinfo=UTC))
    done = run("report", "--challenge", tmp_path / "held", "-o", tmp_path / "r.md", "--interface", "fr")
    assert done.exit_code == 0, done.output
    text = (tmp_path / "r.md").read_text("utf-8")
    assert "## Défi" in text
    assert "| expert |" in text
    assert "SIMULÉ" in text


def test_a_challenge_without_results_is_refused_in_one_sentence(tmp_path: Path) -> None:
    assert run("challenge", "new", tmp_path / "fresh").exit_code == 0
    done = run("report", "--challenge", tmp_path / "fresh", "-o", tmp_path / "r.html")
    assert isinstance(done.exception, InputError)
    assert "announced no results" in str(done.exception)
    assert not (tmp_path / "r.html").exists()


def test_nothing_to_report_is_refused(tmp_path: Path) -> None:
    done = run("report", "-o", tmp_path / "r.html")
    assert isinstance(done.exception, InputError)
    assert not (tmp_path / "r.html").exists()


def test_a_run_that_is_not_finished_is_reported_as_its_refusal_advises(tmp_path: Path, collection: Path) -> None:
    path = tmp_path / "first.jsonl"
    assert run("resolve", collection, "--with", "first", "-o", path).exit_code == 0
    header, *answers = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text(header + answers[0], "utf-8")
    words = ("report", collection, "--no-audit", "--run", path, "-o", tmp_path / "r.html")
    refused = run(*words)
    assert isinstance(refused.exception, InputError)
    assert "--missing abstain" in refused.exception.sentence
    for missing in ("abstain", "skip"):
        done = run(*words, "--missing", missing)
        assert done.exit_code == 0, done.output
        assert f"missing:{missing}" in (tmp_path / "r.html").read_text("utf-8")


def test_several_runs_may_follow_one_option_as_a_pattern_gives_them(tmp_path: Path, collection: Path) -> None:
    runs = [tmp_path / f"{name}.jsonl" for name in ("first", "nearest", "random")]
    assert all(run("resolve", collection, "--with", path.stem, "-o", path).exit_code == 0 for path in runs)
    done = run("report", collection, "--no-audit", "--run", *runs, "-o", tmp_path / "r.html")
    assert done.exit_code == 0, done.output
    assert all(path.stem in (tmp_path / "r.html").read_text("utf-8") for path in runs)
    second = run("report", collection, runs[0], "-o", tmp_path / "r.html")
    assert "a report is about one collection" in str(second.exception)


def test_many_lines_become_points_and_signatures_stand_at_the_end(tmp_path: Path) -> None:
    runs = []
    for name in ("first", "random", "nearest"):
        path = tmp_path / f"{name}.jsonl"
        assert run("resolve", "anaphor-en", "--with", name, "-o", path).exit_code == 0
        runs.append(path)
    assert run("compare", *runs, "--html", tmp_path / "c.html").exit_code == 0
    page = (tmp_path / "c.html").read_text("utf-8")
    body, signatures = page.split('<p class="soft"><code>')
    assert '<ul class="plain">' in body
    assert "|resolver:first" not in body
    assert "|resolver:first" in signatures


def test_runs_without_a_collection_are_all_runs(tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.jsonl" for name in ("first", "nearest", "random")]
    for path in paths:
        assert run("resolve", "anaphor-en", "--with", path.stem, "-o", path).exit_code == 0
    done = run("report", "--run", *paths, "-o", tmp_path / "r.md")
    assert done.exit_code == 0, done.output
    text = (tmp_path / "r.md").read_text("utf-8")
    assert all("\n`collection:anaphor-en#" in text and f"|resolver:{path.stem}|" in text for path in paths)
    alone = run("report", paths[0], "-o", tmp_path / "s.md")
    assert str(alone.exception) == f"{paths[0]} is a run and no collection. Write: anaphor report --run {paths[0]}"


def test_a_report_advises_no_option_that_it_has_not(tmp_path: Path) -> None:
    (tmp_path / "odd.txt").write_text("what is this\n", "utf-8")
    said = str(run("report", tmp_path / "odd.txt", "-o", tmp_path / "r.md").exception)
    assert "anaphor collection convert" in said


@pytest.mark.parametrize(("interface", "title"), [("en", "Comparison"), ("fr", "Comparaison")])
def test_a_comparisons_page_has_a_title_and_one_signature_a_line(tmp_path: Path, interface: str, title: str) -> None:
    paths = [tmp_path / f"{name}.jsonl" for name in ("first", "nearest")]
    for path in paths:
        assert run("resolve", "anaphor-en", "--with", path.stem, "-o", path).exit_code == 0
    for name in ("c.html", "c.md"):
        assert run("compare", *paths, "--html", tmp_path / name, "--interface", interface).exit_code == 0
    page, text = ((tmp_path / name).read_text("utf-8") for name in ("c.html", "c.md"))
    assert f"<h1>{title}</h1>" in page
    assert page.count("<code>collection:anaphor-en#") == 3
    assert sum(line.startswith("`collection:anaphor-en#") for line in text.splitlines()) == 3
