"""Rule 10: ten changes as a newcomer makes them, each in a copy of the package; none touches more than three files.

The last lines of each change are what the newcomer then tries. A change here is as small as the real one would be, so
that this page also shows where to begin.
"""

import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "anaphor"
MOST_FILES = 3

CATALOGUES = ("data/text/en", "data/text/fr")


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a newcomer writes, and how it is tried."""

    edits: dict[str, tuple[str, str]]
    """By file: what stands there (nothing for a new file), and what stands there afterwards."""
    tried: str
    """Python that prints what the change brings."""
    printed: str
    """What that prints."""


FORMAT = Change(
    edits={
        "src/anaphor/collection/formats/arrows.py": (
            "",
            '''"""Sentences with the pronoun in brackets, the candidates and the answer behind arrows."""

from anaphor.collection.formats.foreign import ForeignFormat, collection_of, entry_of
from anaphor.collection.formats.tables import bracketed_mark, unbracketed
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.schema import Collection, Problem, UnmarkedReason


def read(source: Source, settings: ReadSettings) -> Collection:
    """One problem per line."""
    problems = []
    for number, line in enumerate(source.text.splitlines(), start=1):
        sentence, first, second, answer = (part.strip() for part in line.split("->"))
        text, spans = unbracketed(sentence)
        mark = bracketed_mark(text, spans, UnmarkedReason.UNSAID)
        entry = entry_of(str(number), "en", text, mark, [first, second], [first, second].index(answer))
        problems.append(Problem(id=str(number), item=entry))
    return collection_of(source, problems, name="arrows", language="en", title="Arrows")


ARROWS = ForeignFormat(name="arrows", title="Arrows", recognises=lambda source: "->" in source.head, read=read)
''',
        ),
        "pyproject.toml": (
            '[project.entry-points."anaphor.formats"]\n',
            '[project.entry-points."anaphor.formats"]\narrows = "anaphor.collection.formats.arrows:ARROWS"\n',
        ),
    },
    tried="""
import pathlib, anaphor
pathlib.Path("mine.txt").write_text("Ann thanked Sue because [she] had helped. -> Ann -> Sue -> Sue")
loaded = anaphor.load("mine.txt")
print(loaded.name, len(loaded.entries))
""",
    printed="arrows 1",
)

COEFFICIENT = Change(
    edits={
        "src/anaphor/agreement/coefficients/intervals.py": (
            """"gwet_ac1": Estimable(""",
            """"bennett_s": Estimable(measure=pooled.brennan_prediger, pooled=pooled.BRENNAN_PREDIGER),
        "gwet_ac1": Estimable(""",
        ),
        **{
            f"src/anaphor/{folder}/agreement.ftl": (
                "agreement-coefficient-scott-pi =",
                f"agreement-coefficient-bennett-s = {name}\nagreement-coefficient-scott-pi =",
            )
            for folder, name in zip(CATALOGUES, ("Bennett's S", "S de Bennett"), strict=True)
        },
    },
    tried="""
import pathlib
from click.testing import CliRunner
from anaphor.cli.main import app
pathlib.Path("labels.csv").write_text("item,a,b,c\\n1,x,x,y\\n2,y,y,y\\n3,x,y,x\\n4,x,x,x\\n")
shown = CliRunner().invoke(app, ["agreement", "measure", "labels.csv", "--all", "--interface", "fr"])
print([line for line in shown.stdout.splitlines() if "Bennett" in line][0].split("  ")[0])
""",
    printed="S de Bennett",
)

FRENCH_RULE = Change(
    edits={
        "src/anaphor/language/french/reading/locative.py": (
            '("dedans", "là-dedans"), "dans"',
            '("dedans", "là-dedans", "ci-inclus"), "dans"',
        ),
        "src/anaphor/language/french/pronouns.py": (
            '"là-dedans", "là-dessus"',
            '"là-dedans", "ci-inclus", "là-dessus"',
        ),
    },
    tried="""
from click.testing import CliRunner
from anaphor.cli.main import app
print(CliRunner().invoke(app, ["read", "Il a mis la lettre [ci-inclus].", "le dossier"]).stdout.split("  ")[0])
""",
    printed="Il a mis la lettre dans le dossier.",
)

EXPORT_COLUMN = Change(
    edits={
        "src/anaphor/experiment/study/reading_out.py": (
            "    simulated: int\n|        cast(PERSON.simulated, Integer),\n",
            "    simulated: int\n    nth: int\n|        cast(PERSON.simulated, Integer),\n        PERSON.nth,\n",
        ),
        **{
            f"src/anaphor/{folder}/experiment.ftl": (
                "experiment-codebook-columns-simulated =",
                f"experiment-codebook-columns-nth = {meaning}\nexperiment-codebook-columns-simulated =",
            )
            for folder, meaning in zip(
                CATALOGUES,
                ("Which participant of the list this is.", "De quel participant de la liste il s'agit."),
                strict=True,
            )
        },
    },
    tried="""
import csv, pathlib
from click.testing import CliRunner
from anaphor.cli.main import app
for line in ("new anaphor-en -o d.json --lists 2", "simulate d.json --participants 4 --seed 1 --database s.db",
             "export d.json --database s.db -o out"):
    ran = CliRunner().invoke(app, ["experiment", *line.split()])
    assert ran.exit_code == 0, ran.output
rows = list(csv.DictReader(pathlib.Path("out/answers.csv").open()))
print(sorted({row["nth"] for row in rows}), "of the list this is" in pathlib.Path("out/codebook.md").read_text())
""",
    printed="['0', '1'] True",
)

MESSAGE = Change(
    edits={
        "src/anaphor/collection/loading.py": (
            "def load(",
            "def refuse_empty_name(name: str) -> None:\n"
            '    """Stop at a name that is nothing."""\n'
            "    if not name.strip():\n"
            '        raise InputError("collection-nameless", name=repr(name))\n\n\n'
            "def load(",
        ),
        **{
            f"src/anaphor/{folder}/collection.ftl": (
                "collection-two-candidates =",
                f"collection-nameless = {sentence}\ncollection-two-candidates =",
            )
            for folder, sentence in zip(
                CATALOGUES,
                ("{ $name } is no name of a collection", "{ $name } n'est pas un nom de collection"),
                strict=True,
            )
        },
    },
    tried="""
from anaphor.collection.loading import refuse_empty_name
from anaphor.errors import InputError
from anaphor.text import speaking
for language in ("en", "fr"):
    try:
        refuse_empty_name(" ")
    except InputError as error:
        with speaking(language):
            print(error, end="; ")
""",
    printed="' ' is no name of a collection; ' ' n’est pas un nom de collection;",
)

SOURCE = Change(
    edits={
        "src/anaphor/corpus/sources/subtitles.py": (
            "",
            '''"""Subtitles: numbered blocks with times, whose other lines are text."""

import re
from collections.abc import Iterator

from anaphor.corpus.sources.protocol import AT_BLANK_LINES, Block, Certainty, Head, Passage, SourceFormat, text_block

_TIMES = re.compile(rb"^(?:\\d+|\\d\\d:\\d\\d:\\d\\d,\\d{3} --> .*)\\n", re.MULTILINE)


class _Subtitles(SourceFormat):
    """Subtitles."""

    name = "subtitles"
    at = AT_BLANK_LINES

    def certainty(self, head: Head, /) -> Certainty:
        """Sure by the first arrow between times."""
        return Certainty.CERTAIN if ",000 --> " in head.text[:200] else Certainty.NO

    def blocks(self, passage: Passage, /) -> Iterator[Block]:
        """The lines that are text."""
        for chunk in passage.chunks(AT_BLANK_LINES):
            yield text_block(passage, _TIMES.sub(b"", chunk.data))


SUBTITLES = _Subtitles()
''',
        ),
        "pyproject.toml": (
            '[project.entry-points."anaphor.readers"]\n',
            '[project.entry-points."anaphor.readers"]\nsubtitles = "anaphor.corpus.sources.subtitles:SUBTITLES"\n',
        ),
    },
    tried="""
import pathlib
from anaphor.corpus import open_corpus
first, second = "00:00:01,000 --> 00:00:02,000", "00:00:03,000 --> 00:00:04,000"
pathlib.Path("film.srt").write_text(f"1\\n{first}\\nBonjour.\\n\\n2\\n{second}\\nIl pleut.\\n")
corpus = open_corpus(["film.srt"])
print(corpus.files[0].format, b"".join(block.text for block in corpus.blocks()).split())
""",
    printed="subtitles [b'Bonjour.', b'Il', b'pleut.']",
)

RESOLVER = Change(
    edits={
        "src/anaphor/resolver/longest.py": (
            "",
            '''"""A resolver that chooses the candidate with most letters."""

from collections.abc import Iterator, Sequence

from anaphor.answer import Answer
from anaphor.provenance import Signature
from anaphor.resolver.choosing import answer_from_scores
from anaphor.resolver.protocol import Resolver, Spec
from anaphor.schema import Question


class LongestResolver:
    """Chooses the longest candidate."""

    name = "longest"
    signature = Signature.of(resolver="longest")

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """One answer for each question."""
        for question in questions:
            scores = [float(len(candidate.text)) for candidate in question.candidates]
            yield answer_from_scores(self.name, question, scores)


def make_longest(spec: Spec) -> Resolver:
    """The candidate with most letters."""
    spec.takes_no_argument()
    spec.allow()
    return LongestResolver()
''',
        ),
        "pyproject.toml": (
            '[project.entry-points."anaphor.resolvers"]\n',
            '[project.entry-points."anaphor.resolvers"]\nlongest = "anaphor.resolver.longest:make_longest"\n',
        ),
    },
    tried="""
import json
from click.testing import CliRunner
from anaphor.cli.main import app
ran = CliRunner().invoke(app, ["resolve", "anaphor-en", "--with", "longest", "-o", "run.jsonl", "--json"])
found = json.loads(ran.stdout)
print(found["respondent"], found["missing"], found["choices"] > 50)
""",
    printed="longest 0 True",
)

CHECK = Change(
    edits={
        "src/anaphor/collection/checks/item.py": (
            "anaphor-unfamiliar candidate-in-candidate |    if prompt is None:\n",
            "all-capitals anaphor-unfamiliar candidate-in-candidate |    if question.text.isupper():\n"
            '        yield finding("all-capitals", place)\n    if prompt is None:\n',
        ),
        **{
            f"src/anaphor/{folder}/collection.ftl": (
                "collection-finding-anaphor-ambiguous =",
                f"collection-finding-all-capitals = {sentence}\ncollection-finding-anaphor-ambiguous =",
            )
            for folder, sentence in zip(
                CATALOGUES,
                ("The text is in capitals throughout.", "Le texte est tout en capitales."),
                strict=True,
            )
        },
    },
    tried="""
import anaphor, pathlib
pathlib.Path("loud.yaml").write_text(
    "anaphor: 1\\nname: loud\\nlanguage: en\\nproblems:\\n"
    "  - id: p\\n    text: 'ANN THANKED SUE BECAUSE [SHE] HAD HELPED.'\\n"
    "    candidates: [ANN, SUE]\\n    answer: SUE\\n")
print([str(each.message) for each in anaphor.check(anaphor.load("loud.yaml")) if each.code == "all-capitals"])
""",
    printed="['The text is in capitals throughout.']",
)

OPTION = Change(
    edits={
        "src/anaphor/cli/collection.py": (
            "    batch: Path | None = None,\n) -> Section:\n|    if sentence is None or candidate is None:\n",
            '    batch: Path | None = None,\n    article: str = "",\n) -> Section:\n'
            '|    candidate = f"{article} {candidate}" if article and candidate else candidate\n'
            "    if sentence is None or candidate is None:\n",
        ),
        **{
            f"src/anaphor/{folder}/read.ftl": ("    .batch =", f"    .article = {sentence}\n    .batch =")
            for folder, sentence in zip(
                CATALOGUES, ("Stands before the candidate.", "Se met devant le candidat."), strict=True
            )
        },
    },
    tried="""
from click.testing import CliRunner
from anaphor.cli.main import app
run = lambda *words: CliRunner().invoke(app, ["read", *words]).stdout
print(run("Il [la] voit.", "mer", "--article", "la").split("  ")[0], "Stands before" in run("--help"))
""",
    printed="Il voit la mer. True",
)

ROW = Change(
    edits={
        "src/anaphor/report/sections/resolver.py": (
            '("run", "respondent", "signature", "questions", "asked", "choices")',
            '("run", "respondent", "signature", "fingerprint", "questions", "asked", "choices")',
        ),
        **{
            f"src/anaphor/{folder}/resolve.ftl": (
                "resolve-row-questions =",
                f"resolve-row-fingerprint = {name}\nresolve-row-questions =",
            )
            for folder, name in zip(CATALOGUES, ("fingerprint", "empreinte"), strict=True)
        },
    },
    tried="""
from click.testing import CliRunner
from anaphor.cli.main import app
words = ["resolve", "anaphor-en", "--with", "first", "-o", "run.jsonl", "--interface", "fr"]
print([line.split()[0] for line in CliRunner().invoke(app, words).stdout.splitlines() if "empreinte" in line])
""",
    printed="['empreinte']",
)

CHANGES = {
    "format": FORMAT,
    "source of a corpus": SOURCE,
    "resolver": RESOLVER,
    "coefficient": COEFFICIENT,
    "check": CHECK,
    "French rule": FRENCH_RULE,
    "export column": EXPORT_COLUMN,
    "message": MESSAGE,
    "option": OPTION,
    "row of a result": ROW,
}


@pytest.fixture(scope="session")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """Makes copies of the package: code and messages as files of their own, the large data by links."""

    def copy() -> Path:
        root = tmp_path_factory.mktemp("newcomer")
        package = root / "src" / "anaphor"
        for path in PACKAGE.rglob("*.py*"):
            if path.suffix in (".py", ".pyi", ".pyc") and "data" not in path.relative_to(PACKAGE).parts[:1]:
                place = package / path.relative_to(PACKAGE)
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, place)  # with its date: what is compiled already is not compiled anew
        (package / "data").mkdir()
        for path in (PACKAGE / "data").iterdir():
            if path.name == "text":
                shutil.copytree(path, package / "data" / "text")
            elif path.name != "__pycache__":
                (package / "data" / path.name).symlink_to(path)
        shutil.copyfile(ROOT / "pyproject.toml", root / "pyproject.toml")
        return root

    return copy


def install(root: Path) -> None:
    """What pip writes beside a package: its version and its entry points."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    folder = root / "src" / "anaphor-0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: anaphor\nVersion: 0\n")
    lines = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {place}" for name, place in entries.items())]
    (folder / "entry_points.txt").write_text("\n".join(lines) + "\n")


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_touches_at_most_three_files_and_works(
    name: str, copied: Callable[[], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change, root = CHANGES[name], copied()
    assert len(change.edits) <= MOST_FILES
    for file, (before, after) in change.edits.items():
        path = root / file
        if not before:
            path.write_text(after, "utf-8")
            continue
        text = path.read_text("utf-8")
        for old, new in zip(before.split("|"), after.split("|"), strict=True):
            assert text.count(old) == 1, f"{file} no longer has {old!r} once"
            text = text.replace(old, new)
        path.write_text(text, "utf-8")
    install(root)
    environment = {"PYTHONPATH": str(root / "src"), "PATH": "", "HOME": str(tmp_path), "ANAPHOR_INTERFACE": "en"}
    ran = subprocess.run(
        [sys.executable, "-c", change.tried], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip() == change.printed
    with capsys.disabled():
        print(f"\n{name}: {len(change.edits)} files", end="")
