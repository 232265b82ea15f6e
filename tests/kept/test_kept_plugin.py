"""A plug-in written for version 0.1 is found and used as it is, and what its author was told to import is there."""

import json
import os
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

PLUGIN = Path(__file__).parent / "plugin"

OLD_PATHS: dict[str, tuple[str, ...]] = {
    # What every part shares.
    "anaphor.answer": (
        "Abstention",
        "AbstentionReason",
        "Answer",
        "Choice",
        "Reply",
        "Respondent",
        "RespondentKind",
    ),
    "anaphor.errors": (
        "AnaphorError",
        "ContentError",
        "FormatError",
        "InputError",
        "Place",
        "RegistryError",
        "UnknownNameError",
    ),
    "anaphor.provenance": ("Signature",),
    "anaphor.registry": ("Registry",),
    "anaphor.schema": (
        "NEITHER",
        "Annotations",
        "Associative",
        "Candidate",
        "Collection",
        "HumanCount",
        "Item",
        "Mark",
        "Origin",
        "Problem",
        "Question",
        "Schema",
        "Span",
        "Status",
        "Unmarked",
        "UnmarkedReason",
        "Version",
        "question_of",
    ),
    # A language.
    "anaphor.linguistics.language": (
        "LANGUAGES",
        "AnaphorAnalysis",
        "AnaphorKind",
        "Animacy",
        "Concord",
        "Found",
        "FoundBy",
        "Gender",
        "Language",
        "LanguageRules",
        "NoReading",
        "NoReadingReason",
        "Number",
        "Reading",
        "Sureness",
        "Token",
    ),
    "anaphor.linguistics.heads": ("targets",),
    "anaphor.linguistics.pairs": ("lemma_pairs",),
    "anaphor.linguistics.french": ("FRENCH",),
    "anaphor.linguistics.english": ("ENGLISH",),
    "anaphor.linguistics.substitution": ("read_candidate",),
    # A format.
    "anaphor.collection.format": ("FORMATS", "Format", "ReadSettings", "Source", "WritableFormat", "most_items"),
    "anaphor.collection.editing": ("put", "read_text"),
    "anaphor.collection.format_native": ("NATIVE",),
    "anaphor.collection.loading": ("load",),
    "anaphor.collection.saving": ("save",),
    # A resolver.
    "anaphor.resolver.protocol": (
        "RESOLVERS",
        "BoundResolver",
        "Factory",
        "MixedResolver",
        "PromptResolver",
        "Resolver",
        "Spec",
        "TracedAnswer",
        "make",
        "read_spec",
    ),
    "anaphor.resolver.choosing": ("abstain", "answer_from_scores", "choose"),
    "anaphor.resolver.ensemble": ("WordScorer",),
    "anaphor.resolver.running": ("read_run",),
    "anaphor.resolver.sentences": (),
    # A reader of corpora.
    "anaphor.corpus.reader_format": (
        "Certainty",
        "Head",
        "Lines",
        "Passage",
        "ReadingSettings",
        "SourceFormat",
        "Tally",
        "text_block",
    ),
    "anaphor.corpus.cutting": ("AT_BLANK_LINES", "AT_NEWLINES", "Chunk", "Cut"),
    "anaphor.corpus.text": ("WHOLE", "AnalysedBlock", "Block", "Part", "TextBlock"),
    "anaphor.corpus.reading": ("open_corpus",),
    "anaphor.corpus.counts": ("PairCount", "Unit", "Within"),
    # What the pages for Python show besides.
    "anaphor.audit.auditing": ("audit_schema",),
    "anaphor.challenge.acts": ("announce", "rerun", "run_rounds"),
    "anaphor.challenge.rehearsal": ("rehearse",),
    "anaphor.challenge.store": ("open_challenge",),
    "anaphor.cli.main": ("app", "main"),
}
"""Modules and names that version 0.1 told others to import: in its pages, or in what its tests show as an example."""

LINES = """#kept-lines
Petro vidis Karlon, ĉar [li] serĉis.|Petro|Karlo|1
Maria dankis Anjon, ĉar [ŝi] helpis.|Maria|Anjo|2
"""
DIARY = "=diary\n2026-01-01: Le chien dort.\n2026-01-02: Le chat dort.\nno date\n"


ASKING = """
import contextlib, io, json, sys
from anaphor.cli.main import main
heard = []
for words in json.load(sys.stdin):
    sys.argv, printed = ["anaphor", *words], io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
        main()
    heard.append(printed.getvalue())
print(json.dumps(heard))
"""


def ask(folder: Path, *commands: str) -> list[Any]:
    """The JSON of each command, in one process that has the plug-in on its path, as one that installed it has."""
    path = os.pathsep.join(filter(None, (str(PLUGIN), os.environ.get("PYTHONPATH"))))
    done = subprocess.run(
        [sys.executable, "-c", ASKING],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, "ANAPHOR_CACHE": str(folder / "cache")},
        input=json.dumps([[*shlex.split(each), *([] if " convert " in each else ["--json"])] for each in commands]),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    heard = json.loads(done.stdout)
    assert len(heard) == len(commands)
    return [json.loads(each) if each else None for each in heard]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files that only the plug-in can read."""
    (tmp_path / "eo.lines").write_text(LINES, "utf-8")
    (tmp_path / "diary.txt").write_text(DIARY, "utf-8")
    return tmp_path


@pytest.mark.parametrize("module", OLD_PATHS)
def test_what_authors_of_plug_ins_were_told_to_import_is_there(module: str) -> None:
    found = import_module(module)
    assert [name for name in OLD_PATHS[module] if not hasattr(found, name)] == []


def test_the_plug_in_imports_only_what_is_listed() -> None:
    for path in (PLUGIN / "kept_plugin").glob("*.py"):
        lines = path.read_text("utf-8").splitlines()
        assert {line.split()[1] for line in lines if line.startswith("from anaphor")} <= OLD_PATHS.keys()


def test_the_language_and_the_format_are_found_and_used(folder: Path) -> None:
    read, shown, checked, _ = ask(
        folder,
        "read 'Petro venis, ĉar [li] volis.' Karlo --language eo",
        "collection show eo.lines",
        "collection check eo.lines",
        "collection convert eo.lines --to kept-lines -o again.lines",
    )
    assert (read["reading"], read["rules"]) == ("Petro venis, ĉar Karlo volis.", ["subject"])
    assert (shown["language"], shown["items"], shown["anaphors"]) == ("eo", 2, {"li": 1, "ŝi": 1})
    assert {each["code"] for each in checked["findings"]} == {"concord-unknown", "prompt-missing"}
    assert (folder / "again.lines").read_text("utf-8") == LINES


def test_the_resolver_is_listed_runs_is_scored_and_keeps_the_rules(folder: Path) -> None:
    listed, run, scored, tested = ask(
        folder,
        "resolver list",
        "resolve eo.lines --with kept-longest,take=shortest -o run.jsonl",
        "score run.jsonl",
        "resolver test kept-longest",
    )
    told = {each["name"]: each["what"] for each in listed["resolvers"]}
    assert told["kept-longest"].startswith("The longest candidate")
    assert (run["respondent"], run["signature"]) == ("kept-shortest", "resolver:kept-longest|sign:-1")
    assert (run["choices"], run["abstentions"]) == (1, {"tie": 1})
    assert "letters" in json.loads((folder / "run.jsonl").read_text("utf-8").splitlines()[-1])["trace"]
    assert [(each["n"], each["h"], each["theta"]) for each in scored["runs"]] == [(2, 1, 1)]
    assert tested["passed"]


def test_the_reader_reads_a_corpus_and_the_language_analyses_one(folder: Path) -> None:
    (folder / "eo.txt").write_text("La hundoj dormas.\nLa hundon li vidis.\n", "utf-8")
    made, _, counted = ask(
        folder,
        "corpus index diary.txt -o diary --processes 1",
        "corpus index eo.txt -o eo --language eo --processes 1",
        "corpus count eo hundo",
    )
    assert (made["words"], made["sentences"], made["card"]["formats"]) == (6, 2, ["kept-diary"])
    assert made["notes"] == ["1 records left out: line without a date"]
    assert counted["a"] == 2
