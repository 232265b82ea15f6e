"""How the fixtures in `files` were made, by version 0.1.0.

Kept as a record. It must not be run again by a newer version: the fixtures are worth something only because an old
version wrote them. It refuses to run with any other version, and where fixtures are already.

    python -m tests.kept.make
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

import anaphor
from tests.kept.commands import ASKED, RESOLVED
from tests.kept.written import COLLECTION, DOUBTER, EXPERT, corpus, labels, questions

FILES = Path(__file__).parent / "files"
ELSEWHERE = Path("/tmp/anaphor-kept")
"""Where indexes are made: their plan holds the whole path of what was read."""
MADE_BY = "0.1.0"
PASSWORD = "a long enough password"
SINGLE_FORMATS = ("csv", "jsonl", "parquet", "jspsych", "answers", "study")


def call(*words: str, said: str | None = None, allowed: Sequence[int] = (0,), cwd: Path = FILES) -> str:
    """What the command prints, run in the folder of the fixtures so that no file holds the path of a machine."""
    done = subprocess.run(
        [sys.executable, "-m", "anaphor", *words],
        cwd=cwd,
        input=said,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(FILES.parents[2] / "src")},
    )
    if done.returncode not in allowed:
        raise SystemExit(f"{' '.join(words)} ended with {done.returncode}: {done.stdout}")
    return done.stdout


def write(name: str, content: str) -> None:
    """A file that was written by hand."""
    path = FILES / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, "utf-8")


def make_inputs() -> None:
    """What everything else is made from."""
    write("collection.yaml", COLLECTION)
    write("questions.yaml", questions())
    write("labels.csv", labels())
    for number in range(4):
        write(f"corpus/{number}.txt", corpus(number))
    call("collection", "convert", "collection.yaml", "-o", "collection.jsonl", "--to", "jsonl")
    call("collection", "perturb", "collection.yaml", "--how", "names", "-o", "names.yaml", "--seed", "1")


def make_corpora() -> None:
    """Indexes, counts, pairs and models of the same text."""
    card = ("--name", "gardé", "--source", "written for tests", "--licence", "CC0-1.0", "--language", "fr")
    shutil.copytree(FILES / "corpus", ELSEWHERE / "corpus")
    call("corpus", "index", "corpus", "-o", "index", "--parts", "3", "--processes", "1", *card, cwd=ELSEWHERE)
    call("corpus", "index", "corpus/0.txt", "-o", "counts-only", "--counts-only", "--processes", "1", cwd=ELSEWHERE)
    for name in ("index", "counts-only"):
        shutil.move(ELSEWHERE / name, FILES / name)
    shutil.rmtree(ELSEWHERE)
    call("corpus", "pairs", "index", "-o", "table.pairs", "--frequency", "1", "--ratio", "0", "--common", "0")
    audit = call("audit", "collection.yaml", "--corpus", "index", "--save-counts", "counts.json.gz", "--json")
    write("audit.json", audit)
    call("model", "train", "ngram", "--order", "2", "--corpus", "corpus", "-o", "ngram.arpa")
    call("model", "train", "ngram", "--order", "2", "--corpus", "corpus", "-o", "ngram.xz")
    network = ("--preset", "tiny", "--epochs", "1", "--vocabulary", "60", "--corpus", "corpus", "--device", "cpu")
    call("model", "train", "lstm", *network, "-o", "lstm")
    call("model", "train", "context2vec", *network, "-o", "context2vec")
    call("model", "export", "lstm", "-o", "lstm.onnx")


def make_study() -> None:
    """A study that people of a rehearsal have answered, its copy and exports; a study for the invited; accounts."""
    call(
        "experiment",
        "new",
        "collection.yaml",
        "--lists",
        "2",
        "--quota",
        "12",
        "--interface",
        "fr",
        "--seed",
        "4",
        "--counting",
        "first-3",
        "--code",
        "FINI",
        "-o",
        "study.json",
    )
    call(
        "experiment",
        "simulate",
        "study.json",
        "--participants",
        "12",
        "--seed",
        "2",
        "--dropout",
        "0.2",
        "--careless",
        "0.1",
        "--database",
        "study.db",
    )
    call("experiment", "backup", "study.json", "-o", "backup.db")
    call("experiment", "export", "study.json", "-o", "export", *(w for each in SINGLE_FORMATS for w in ("--to", each)))
    write(
        "foreign.csv",
        "person,item,choice\n"
        + "".join(
            f"w{person},{item},{choice}\n"
            for person in range(6)
            for item, choice in (
                ("chien.1", "le chien"),
                ("jardin.1", "Zoé" if person else "Léa"),
                ("auberge", "le patron"),
            )
        ),
    )
    call(
        "experiment",
        "import",
        "foreign.csv",
        "--collection",
        "collection.yaml",
        "-o",
        "imported.jsonl",
        "--name",
        "imported",
    )
    call(
        "experiment",
        "new",
        "collection.yaml",
        "--recruiter",
        "tokens",
        "--quota",
        "4",
        "--name",
        "invited",
        "--retention",
        "2099-12-31",
        "-o",
        "invited.json",
    )
    write("invitations.json", call("experiment", "invite", "invited.json", "--count", "3", "--json"))
    call("account", "add", "marie", "--accounts", "accounts.db", said=PASSWORD)
    write("account-key.json", call("account", "key", "marie", "--accounts", "accounts.db", "--json"))


def make_runs() -> None:
    """Runs of several resolvers; one that was stopped, one on changed wordings."""
    for name, resolver in RESOLVED.items():
        call("resolve", "collection.yaml", "--with", resolver, "-o", f"runs/{name}.jsonl")
    call("resolve", "collection.yaml", "--with", "first", "-o", "runs/part.jsonl", "--limit", "5")
    call("resolve", "names.yaml", "--with", "first", "-o", "runs/first-names.jsonl")


def make_challenge() -> None:
    """A rehearsal that was held to its end: a winner, two below the bar, one too late; and its published site."""
    call(
        "challenge", "new", "challenge", "--title", "Défi gardé", "--collection", "questions.yaml", "--backend", "none"
    )
    path = FILES / "challenge" / "challenge.toml"
    rules = re.sub(r'(?m)^statement = ".*"$', 'statement = "Any machine."', path.read_text("utf-8"))
    path.write_text(rules, "utf-8")
    found = re.search(r"(?m)^closes = (\S+)", rules)
    late = datetime.fromisoformat(found[1] if found else "") + timedelta(hours=1)
    for name, program in (("expert", EXPERT), ("doubter", DOUBTER)):
        write(f"{name}/answer.py", program)
        call(
            "challenge", "enter", "challenge", name, "--folder", name, "--source-included", "--", "python3", "answer.py"
        )
        shutil.rmtree(FILES / name)
    call("challenge", "enter", "challenge", "too-late", "--resolver", "nearest", "--at", late.isoformat(), allowed=(1,))
    call("challenge", "run", "challenge")
    call("challenge", "judge", "challenge")
    write("paper.txt", "How the expert works.\n")
    call("challenge", "enter", "challenge", "expert", "--paper", "paper.txt")
    (FILES / "paper.txt").unlink()
    call("challenge", "rerun", "challenge")
    call("challenge", "judge", "challenge", "--final")
    call("challenge", "publish", "challenge", "-o", "published", "--questions", "--traces")


def make_reports() -> None:
    """Pages and tables of what is there."""
    given = (
        "collection.yaml",
        "--corpus",
        "index",
        "--study",
        "study.json",
        "--labels",
        "labels.csv",
        "--run",
        "runs/first.jsonl",
        "--run",
        "runs/lstm.jsonl",
        "--challenge",
        "challenge",
    )
    call("report", *given, "-o", "report.md", "--title", "Rapport gardé")
    call("report", "collection.yaml", "--no-audit", "--run", "runs/first.jsonl", "-o", "report.html")
    call("score", "runs/first.jsonl", "--html", "score.tex", "--figure", "score.svg", "--interface", "fr")


def record() -> None:
    """What every command says of the fixtures, with its exit code."""
    for name, words in ASKED.items():
        done = subprocess.run(
            [sys.executable, "-m", "anaphor", *words, "--json"], cwd=FILES, capture_output=True, text=True, check=False
        )
        if done.returncode not in (0, 1):
            raise SystemExit(f"{name}: {done.stdout} {done.stderr}")
        document = {"code": done.returncode, "printed": json.loads(done.stdout)}
        write(f"recorded/{name}.json", json.dumps(document, ensure_ascii=False) + "\n")


def pack() -> None:
    """The challenge and its site as one archive: Git does not keep who may read a secret or write to an entry."""
    with tarfile.open(FILES / "challenge.tar.xz", "w:xz") as archive:
        for name in ("challenge", "published"):
            archive.add(FILES / name, arcname=name, filter=_anybody)
            shutil.rmtree(FILES / name)


def _anybody(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def main() -> None:
    """Make them all, once."""
    if anaphor.__version__ != MADE_BY:
        raise SystemExit(f"The fixtures were made by version {MADE_BY}: another version must not make them again.")
    if FILES.exists():
        raise SystemExit(f"{FILES} is there already.")
    FILES.mkdir()
    for step in (make_inputs, make_corpora, make_study, make_runs, make_challenge, make_reports, record, pack):
        print(step.__name__, flush=True)
        step()


if __name__ == "__main__":
    main()
