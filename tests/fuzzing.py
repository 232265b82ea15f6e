"""Every reader of foreign files, specimens of what it reads, and accidents that happen to them.

`python -m tests.fuzzing SEED ROUNDS` reads each specimen after as many different accidents, each in a forked process
with limits on processor time and memory. What comes out may be a result or an error of ours; everything else is printed
with the file kept beside, and makes the exit code 1.
"""

import inspect
import io
import json
import os
import random
import resource
import signal
import sys
import tempfile
import traceback
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"
SECONDS, MEMORY = 30, 3 << 30
"""Of the processor and of memory, for one file: far more than any needs, so that a slow machine fails none."""
LARGEST = 1 << 16
"""Bytes of a real file from which specimens are made."""


# --- readers ----------------------------------------------------------------------------------------------------------


def read_collection(path: Path) -> object:
    from anaphor.collection import load

    return load(path, hear=lambda *_: None)


def read_labels(path: Path) -> object:
    from anaphor.answers import LabelSettings, open_labels

    return open_labels(path, LabelSettings())


def read_runs(path: Path) -> object:
    from anaphor.answers import is_run, logged_format, logged_runs, read_run, read_stored
    from anaphor.collection import load

    if is_run(path):
        return read_run(path)
    if (kind := logged_format(path)) is not None:
        return logged_runs(path, load("anaphor-en"), kind)
    return read_stored(path)


def read_study_answers(path: Path) -> object:
    from anaphor.answers import ImportSettings, read_study_file
    from anaphor.experiment.assembling import assemble

    settings = ImportSettings(columns={})
    return assemble(read_study_file(path, settings), "study", settings)


def read_corpus(path: Path) -> object:
    from anaphor.corpus import open_corpus

    return list(open_corpus([str(path)]).blocks())


def read_gold(path: Path) -> object:
    from anaphor.authoring.gold import gold_documents
    from anaphor.authoring.works import work_of

    return work_of(str(path), path.name), list(gold_documents(str(path)) or ())


def read_design(path: Path) -> object:
    from anaphor.experiment import load_design

    return load_design(path)


def read_words(path: Path) -> object:
    from anaphor.experiment.design.making import read_extras

    return read_extras(path, "en")


def read_rules(path: Path) -> object:
    from anaphor.challenge.rulebook import parsed_toml, rules_from

    return rules_from(parsed_toml(path.read_bytes(), path.name), path.name)


def read_mapping(path: Path) -> object:
    from anaphor.collection import column_mapping

    return column_mapping(path)


def read_archive(path: Path) -> object:
    from anaphor.challenge.archive import unpack
    from anaphor.files import sheet_texts, zip_members

    zip_members(path.read_bytes(), file=path.name, most=1 << 26) if path.read_bytes()[:2] == b"PK" else None
    sheet_texts(path.read_bytes(), file=path.name)
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        unpack(path, Path(folder) / "out", most=1 << 26)
    return None


def read_json_object(path: Path) -> object:
    from anaphor.files import read_object

    return read_object(path, 1 << 26, "files-json-no-number")


READERS: dict[str, Callable[[Path], object]] = {
    "collection": read_collection,
    "labels": read_labels,
    "runs": read_runs,
    "answers": read_study_answers,
    "corpus": read_corpus,
    "gold": read_gold,
    "design": read_design,
    "words": read_words,
    "rules": read_rules,
    "mapping": read_mapping,
    "archive": read_archive,
    "json": read_json_object,
}


# --- specimens --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Specimen:
    """A file that is sound, and who reads it."""

    reader: str
    name: str
    data: bytes


@cache
def specimens(real: bool = False) -> tuple[Specimen, ...]:
    """Of every format of collections, labels, answers, runs, corpora, designs and archives; `real` ones besides."""
    made = [*_collections(), *_labels(), *_runs(), *_corpora(), *_settings(), *_archives()]
    return (*made, *_real()) if real else tuple(made)


def _collections() -> Iterator[Specimen]:
    from tests.collection.test_fuzz import specimen

    for path in sorted((Path(__file__).parent / "collection" / "specimens").iterdir()):
        yield Specimen("collection", path.name, path.read_bytes())
    yield Specimen("collection", "native.yaml", specimen("native"))
    yield Specimen("collection", "native.jsonl", specimen("jsonl"))
    rows = [{"text": "Ann saw Bea because [she] left.", "candidates": ["Ann", "Bea"], "answer": "Bea"}] * 3
    yield Specimen("collection", "table.json", json.dumps(rows).encode())
    table = "id,text,candidates,answer\n" + "a,Ann saw Bea because [she] left.,\"['Ann', 'Bea']\",Bea\n" * 3
    yield Specimen("collection", "table.csv", table.encode())


_NO_EXPORTS = ("panel", "alpha", "text_of", "table", "lines")


def _labels() -> Iterator[Specimen]:
    from tests.agreement import exports

    labels = exports.panel(["yes", "no"], ["ann", "bob", "eve"], items=12)
    for name, make in vars(exports).items():
        if (
            not inspect.isfunction(make)
            or name.startswith("_")
            or name in ("panel", "alpha", "text_of", "table", "lines")
        ):
            continue
        with suppress(TypeError, KeyError, ValueError, AttributeError, IndexError):  # those that need more than labels
            made = make(labels)
            data = made if isinstance(made, bytes) else made.encode() if isinstance(made, str) else b""
            if data:
                yield Specimen("labels", f"{name}{'.zip' if data[:2] == b'PK' else '.csv'}", data)
    for path in sorted((Path(__file__).parent / "agreement" / "programs").iterdir()):
        if path.name != "truth.json":
            yield Specimen("labels", path.name, path.read_bytes())


def _runs() -> Iterator[Specimen]:
    from anaphor import resolver
    from anaphor.collection import load

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.jsonl"
        resolver.resolve("anaphor-en", "first", output=path, limit=6)
        yield Specimen("runs", "run.jsonl", path.read_bytes())
    items = load("anaphor-en").questions[:6]
    plain = "".join(f"{each.id},{each.candidates[0].text}\n" for each in items)
    yield Specimen("runs", "answers.csv", f"id,answer\n{plain}".encode())
    rows = [{"id": each.id, "choice": 1, "score_1": 0.5, "score_2": -1e-3} for each in items]
    yield Specimen("runs", "answers.jsonl", "".join(json.dumps(row) + "\n" for row in rows).encode())
    harness = [
        {
            "doc_id": n,
            "doc": {"text": each.text, "options": ["a", "b"]},
            "target": "0",
            "filtered_resps": [["-1.5", "False"]],
        }
        for n, each in enumerate(items)
    ]
    yield Specimen("runs", "samples_task.jsonl", "".join(json.dumps(row) + "\n" for row in harness).encode())
    log = {
        "version": 2,
        "status": "success",
        "eval": {"model": "m"},
        "samples": [{"id": items[0].id, "input": items[0].text}],
    }
    yield Specimen("runs", "log.json", json.dumps(log, indent=1).encode())
    answers = "participant,item,answer,rt\n" + "".join(f"p{n % 3},i{n % 4},yes,{500 + n}\n" for n in range(12))
    yield Specimen("answers", "answers.csv", answers.encode())
    jspsych = [
        {
            "trial_type": "html-button-response",
            "participant": f"p{n}",
            "item": "i1",
            "response": 0,
            "rt": 412.5,
            "choices": ["a", "b"],
        }
        for n in range(4)
    ]
    yield Specimen("answers", "data.json", json.dumps(jspsych).encode())
    pcibex = (
        "# Results on Mon, 01 Jan 2024\n# Columns below this comment are as follows:\n# 1. Results reception time.\n"
        "# 2. MD5 hash of participant's IP address.\n# 3. Controller name.\n# 4. Order number of item.\n# 5. Label.\n"
        "# 6. PennElementType.\n# 7. PennElementName.\n# 8. Parameter.\n# 9. Value.\n# 10. EventTime.\n"
        "1704067200,abc,PennController,1,trial,Selector,choice,Selection,left,1704067200123\n"
    )
    yield Specimen("answers", "results.csv", pcibex.encode())


def _corpora() -> Iterator[Specimen]:
    from tests.corpus import written

    for name, write in written.FORMATS.items():
        yield Specimen("corpus", f"source.{name}", write(written.SENTENCES))
    for name, pack in written.PACKERS.items():
        yield Specimen("corpus", f"source.{name}", pack(written.text(written.SENTENCES)))
    yield Specimen("corpus", "source.tar", written.archived({"a.txt": written.text(written.SENTENCES)}))
    entity = "1\tAnn\tann\tPROPN\t_\t_\t0\troot\t_\tEntity=(e1-person-1-)\n2\tsaw\tsee\tVERB\t_\t_\t0\t_\t_\t_\n\n"
    yield Specimen("gold", "doc.conllu", f"# newdoc id = a\n{entity}".encode())
    yield Specimen("gold", "doc.v4_gold_conll", b"#begin document (a); part 0\na\t0\t0\tAnn\tNNP\t(0)\n#end document\n")
    header = "<titleStmt><title>A</title><author>B</author></titleStmt><licence>C</licence>"
    yield Specimen("gold", "work.xml", f"<TEI><teiHeader>{header}</teiHeader></TEI>".encode())


def _settings() -> Iterator[Specimen]:
    from importlib.resources import files

    from anaphor.experiment.design.design import design_text
    from tests.experiment.specimens import design

    yield Specimen("design", "design.json", design_text(design()).encode())
    data = files("anaphor") / "data"
    for path in sorted(Path(str(data / "experiment")).glob("*.toml")):
        yield Specimen("words", path.name, path.read_bytes()[:LARGEST])
    for path in sorted(Path(str(data / "challenge")).glob("*.toml")):
        yield Specimen("rules", path.name, path.read_bytes()[:LARGEST])
    yield Specimen("mapping", "columns.toml", b'text = "sentence"\ncandidates = ["a", "b"]\ncount_from = 1\n')
    yield Specimen("json", "object.json", b'{"a": [1, 2.5, "x", null, {"b": true}]}')


def _archives() -> Iterator[Specimen]:
    from tests.files.test_sheets import ROWS, workbook

    yield Specimen("archive", "sheet.xlsx", workbook(ROWS))
    yield Specimen(
        "labels", "sheet.xlsx", workbook([["item", "ann", "bob"], *([f"i{n}", n % 2, n % 3 % 2] for n in range(12))])
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("entry/run.py", "print()\n")
        archive.writestr("entry/notes.txt", "x" * 500)
    yield Specimen("archive", "entry.zip", packed.getvalue())


def _real() -> Iterator[Specimen]:
    """The beginnings of files that nobody here wrote."""
    kinds = {"corpus-en": "corpus", "corpus-fr": "corpus", "litbank": "gold", "fr-litbank": "gold"}
    labels = ("chaosnli", "crowd", "dawid-skene", "iaa-bregeon", "irr-classic", "lewidi2023", "multipico", "varierr")
    for folder in sorted(SHARED.iterdir()) if SHARED.is_dir() else ():
        reader = kinds.get(folder.name, "labels" if folder.name in labels else "collection")
        reader = "answers" if folder.name.startswith("human-") else reader
        for path in [path for path in sorted(folder.rglob("*")) if path.is_file()][:4] if folder.is_dir() else ():
            with path.open("rb") as file:
                yield Specimen(reader, path.name, file.read(LARGEST))


# --- accidents --------------------------------------------------------------------------------------------------------

LURES = (
    b"\x00", b"\xff", b"\xc3", b"\r", b"\n", b"\n" * 40, b"\t", b'"', b"'", b"\\", b"[", b"]", b"{", b"}", b"<", b">",
    b"&", b"&a;", b"&#0;", b"<![CDATA[", b"<!--", b"-1", b"9" * 400, b"9" * 5000, b"0" * 5000, b"1e999", b"-1e999",
    b"NaN",
    b"Infinity", b"null", b"true", b"\\ud800", b"\\u0000", b"\xe2\x80\xa8", b"\xed\xa0\x80", b"\xf0\x9f\x98\x80",
    "İ".encode(), "²".encode(), "٣".encode(), b"[" * 3000, b'{"a":' * 3000, b"- " * 3000, b"<a>" * 3000, b"(" * 3000,
    b"x" * 100_000, b" " * 20_000, b"\\'" * 20_000, b"','" * 5_000, b";" * 20_000, b"," * 20_000, b"a-" * 10_000,
    b"<!DOCTYPE a [<!ENTITY a SYSTEM \"file:///etc/hostname\">]>", b"!!python/object:os.system ", b"&a [*a]",
    b"%YAML 9.9\n",
    b"=cmd|' /C calc'!A0", b"\x1f\x8b\x08", b"PK\x03\x04", b"PAR1", b"BZh91AY&SY", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd",
)  # fmt: skip
LETTERS = "wordséà 0123456789.,;:-_/\\'\"[]{}()<>|=+*#%&@!?\n\t"


def damaged(data: bytes, draw: random.Random) -> bytes:  # noqa: PLR0912  # a case for each kind of accident
    """A file after one to four accidents."""
    for _ in range(draw.randint(1, 4)):
        start = draw.randint(0, len(data))
        end = min(len(data), start + draw.choice((1, 4, 30, 400)))
        before, piece, after = data[:start], data[start:end], data[end:]
        lure = draw.choice(LURES)
        kind = draw.randrange(14)
        if kind == 0:
            data = before
        elif kind == 1:
            data = before + after
        elif kind in (2, 3, 4):
            data = before + lure + data[start:]
        elif kind == 5:
            data = before + lure + after
        elif kind == 6:
            data = before + draw.randbytes(draw.randint(1, 8)) + after
        elif kind == 7:
            data = before + piece * draw.choice((2, 50, 2000)) + after
        elif kind == 8:
            data = before + piece[::-1] + after
        elif kind == 9:
            data = before + bytes(byte ^ (1 << draw.randrange(8)) for byte in piece) + after
        elif kind == 10:  # a number that says how many
            digits = [place for place, byte in enumerate(data) if 48 <= byte < 58]
            if digits:
                place = draw.choice(digits)
                data = (
                    data[:place] + draw.choice((b"9" * 9, b"9" * 400, b"-1", b"4294967295", b"1e9")) + data[place + 1 :]
                )
        elif kind == 11:
            data = data.decode("utf-8", "replace").encode(draw.choice(("latin-1", "utf-16", "cp1252")), "replace")
        elif kind == 12:
            lines = data.split(b"\n")
            draw.shuffle(lines)
            data = b"\n".join(lines)
        else:
            word = "".join(draw.choices(LETTERS, k=draw.randint(1, 5))).encode()
            data = before + word * draw.choice((3, 300, 10_000)) + after
        data = data[: 4 << 20]
    return data


def tampered(data: bytes, draw: random.Random) -> bytes:
    """An archive one of whose members had accidents, so that its check sums are right."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [(each.filename, archive.read(each)) for each in archive.infolist()]
    except Exception:  # it was no sound archive: then it has accidents as it is
        return damaged(data, draw)
    chosen = draw.randrange(len(members))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (name, content) in enumerate(members):
            written = damaged(content, draw) if number == chosen else content
            archive.writestr(
                draw.choice((name, name, name, "!", "/", "../x", "a" * 300)) if number == chosen else name, written
            )
    return nameless(packed.getvalue())


def nameless(data: bytes) -> bytes:
    """The archive with no name for a member called `!`: its one letter becomes a field that says nothing."""
    parts = []
    for mark, name, extra, header in ((b"PK\x03\x04", 26, 28, 30), (b"PK\x01\x02", 28, 30, 46)):
        place = data.find(mark)
        while place >= 0:
            if data[place + name : place + name + 2] == b"\1\0" and data[place + header : place + header + 1] == b"!":
                parts.append((place + name, place + extra))
            place = data.find(mark, place + 1)
    changed = bytearray(data)
    for name, extra in parts:
        changed[name], changed[extra] = 0, changed[extra] + 1
    return bytes(changed)


def accident(specimen: Specimen, draw: random.Random) -> bytes:
    """What became of a specimen."""
    chance = draw.random()
    if chance < 0.02:
        return draw.randbytes(draw.randint(0, 3000))
    if chance < 0.04:
        return "".join(draw.choices(LETTERS, k=draw.randint(0, 3000))).encode()
    if specimen.data[:2] == b"PK" and chance < 0.7:
        return tampered(specimen.data, draw)
    return damaged(specimen.data, draw)


# --- limits -----------------------------------------------------------------------------------------------------------


def outcome(reader: str, path: Path) -> str:
    """What reading a file in a forked process with limits gives: `read`, `refused`, or what went wrong."""
    from anaphor.errors import AnaphorError

    source, sink = os.pipe()
    child = os.fork()
    if child == 0:  # whatever happens here ends here
        os.close(source)
        said = "read"
        try:
            used = resource.getrusage(resource.RUSAGE_SELF)
            seconds = int(used.ru_utime + used.ru_stime) + SECONDS
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            sys.stderr = open(os.devnull, "w")  # noqa: SIM115  # until the process ends
            READERS[reader](path)
        except AnaphorError as error:
            said = f"refused {error}" if str(error) else "an error that says nothing"
        except BaseException:
            said = traceback.format_exc()[-6000:]
        os.write(sink, said.encode("utf-8", "replace")[:8000])
        os._exit(0)
    os.close(sink)
    with os.fdopen(source, "rb") as pipe:
        said = pipe.read().decode("utf-8", "replace")
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return f"ended by {signal.Signals(os.WTERMSIG(status)).name}"
    return said.partition(" ")[0] if said.startswith("refused ") else said


def fuzz(
    seed: int, rounds: int, *, real: bool = False, readers: tuple[str, ...] = (), keep: Path | None = None
) -> dict[str, Any]:
    """How often files were read and refused, by reader, and what went wrong: the name, the seed and what was said."""
    counts: dict[str, dict[str, int]] = {}
    wrong: list[tuple[str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        for number, specimen in enumerate(specimens(real)):
            if readers and specimen.reader not in readers:
                continue
            for turn in range(rounds):
                path = Path(folder) / specimen.name
                path.write_bytes(accident(specimen, random.Random(f"{seed} {number} {turn}")))
                said = outcome(specimen.reader, path)
                found = counts.setdefault(specimen.reader, {"read": 0, "refused": 0, "wrong": 0})
                if said in ("read", "refused"):
                    found[said] += 1
                    continue
                found["wrong"] += 1
                wrong.append((f"{specimen.reader} {specimen.name} {seed} {number} {turn}", said))
                if keep is not None:
                    (keep / f"{specimen.reader}-{seed}-{number}-{turn}-{specimen.name}").write_bytes(path.read_bytes())
    return {"counts": counts, "wrong": wrong}


def main(seed: str, rounds: str, real: str = "", readers: str = "", keep: str = "") -> int:
    chosen = tuple(filter(None, readers.split(",")))
    done = fuzz(int(seed), int(rounds), real=bool(real), readers=chosen, keep=Path(keep) if keep else None)
    print(json.dumps(done["counts"]))
    for name, said in done["wrong"]:
        print(f"--- {name}\n{said}")
    return 1 if done["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
