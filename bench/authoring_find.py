"""Problems found in running text, judged by the gold of coreference corpora: tuned on one half, measured on the other.

The gold is used for judging only: the texts are searched as plain ones. Halves are by the hash of the file's name.
`python -m bench.authoring_find SAMPLE.txt [SEED]` writes a random hundred of the measured half for a reader to judge.
"""

import hashlib
import random
import sys
import tarfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from anaphor import authoring
from anaphor.authoring import ProposedProblem
from anaphor.authoring.gold import GoldDocument, gold_documents
from anaphor.language import LANGUAGES, Gender
from anaphor.schema import Mark, Question, question_of
from anaphor.statistics import wilson
from bench.table import Row
from tests.conftest import SHARED

CORPORA = {
    "fr": (SHARED / "fr-litbank" / "coref-brat.tar.xz", "coref/*.txt"),
    "en": (SHARED / "litbank" / "coref-half.tar.xz", "litbank/conll/*.conll"),
}
NOVELS = {"fr": SHARED / "corpus-fr" / "eltec-fra.tar.xz", "en": SHARED / "corpus-en" / "eltec-eng.tar.xz"}
TUNED, MEASURED = 0, 1
_EVERYTHING = authoring.FindSettings(limit=100_000)
_GENDERS = {"il": Gender.MASCULINE, "ils": Gender.MASCULINE, "elle": Gender.FEMININE, "elles": Gender.FEMININE}
_GENDERS |= {"he": Gender.MASCULINE, "him": Gender.MASCULINE, "his": Gender.MASCULINE}
_GENDERS |= {"she": Gender.FEMININE, "her": Gender.FEMININE}


def run() -> list[Row]:
    """Both corpora, both halves; then the speed on novels."""
    if not all(path.is_file() for path, _ in CORPORA.values()):
        print("The coreference corpora are not beside the project: this benchmark did not run.")
        return []
    rows = [row for code in CORPORA for half in (TUNED, MEASURED) for row in _judged(code, half)]
    return rows + [_speed(code) for code in NOVELS]


def half_of(name: str) -> int:
    """Which half a text belongs to."""
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % 2


def proposals_of(code: str, half: int) -> Iterator[tuple[GoldDocument, ProposedProblem]]:
    """What is found in the texts of a half, read as plain text, each with the document that judges it."""
    archive, pattern = CORPORA[code]
    with TemporaryDirectory() as folder:
        with tarfile.open(archive) as packed:
            packed.extractall(folder, filter="data")
        paths = [path for path in sorted(Path(folder).glob(pattern)) if half_of(path.name) == half]
        documents = {each.name: each for path in paths for each in gold_documents(str(path)) or ()}
        plain = Path(folder, "plain")
        plain.mkdir()
        for name, document in documents.items():
            Path(plain, f"{name}.txt").write_text(document.text, "utf-8", newline="")
        found = authoring.find(plain, settings=_EVERYTHING, language=code, gold=False, models=False, newlines="line")
        for each in found.proposals:
            yield documents[Path(each.work).stem], each


def _judged(code: str, half: int) -> list[Row]:
    counts = Counter[str]()
    for document, proposal in proposals_of(code, half):
        question = question_of(proposal.problem.item)
        counts["all"] += 1
        start = document.text.find(question.text)
        own = _chain(document, question, start)
        sizes = Counter(document.mentions.values())
        if own is None or sizes[own] < 2:
            counts["unannotated"] += 1
            continue
        spans = proposal.places
        chains = [document.chain_of(start + span.start, start + span.end) for span in spans]
        if chains.count(own) > 1:  # two descriptions of one person, or a chain that the annotation runs together
            counts["one"] += 1
            continue
        counts["judged"] += 1
        counts["among"] += own in chains
        nearest = max(range(len(spans)), key=lambda number: spans[number].end)
        counts["nearest"] += chains[nearest] == own
        counts["first"] += chains[0] == own
        wanted = LANGUAGES.get(code).analyse(question.text, question.anaphor.span)  # type: ignore[union-attr]
        for chain in chains if wanted and wanted.gender else ():
            shown = {
                _GENDERS.get(document.text[a:b].lower()) for (a, b), each in document.mentions.items() if each == chain
            }
            genders = shown - {None} if chain else set()
            counts["gendered"] += len(genders) == 1
            counts["agreeing"] += genders == {wanted.gender} if wanted else False
    known = counts["judged"] + counts["one"]
    title = f"{code}, {'tuned' if half == TUNED else 'measured'} half"
    return [
        {"work": f"{title}: proposals", "ours": f"{counts['all']}, of which {counts['unannotated']} cannot be judged"},
        {"work": f"{title}: gold antecedent among the candidates", "ours": _share(counts["among"], counts["judged"])},
        {
            "work": f"{title}: candidates of the pronoun's gender, by gold",
            "ours": _share(counts["agreeing"], counts["gendered"]),
        },
        {"work": f"{title}: two candidates are the antecedent", "ours": _share(counts["one"], known)},
        {"work": f"{title}: the nearest candidate is right", "ours": _share(counts["nearest"], counts["judged"])},
        {"work": f"{title}: the first candidate is right", "ours": _share(counts["first"], counts["judged"])},
    ]


def _chain(document: GoldDocument, question: Question, start: int) -> str | None:
    mark = question.anaphor
    assert isinstance(mark, Mark)
    return document.mentions.get((start + mark.start, start + mark.end)) if start >= 0 else None


def _share(count: int, total: int) -> str:
    if not total:
        return "none"
    found = wilson(count, total)
    return f"{count}/{total} = {count / total:.1%} ({found.low:.1%} to {found.high:.1%})"


def _speed(code: str) -> Row:
    with TemporaryDirectory() as folder, tarfile.open(NOVELS[code]) as packed:
        largest = max((each for each in packed.getmembers() if each.isfile()), key=lambda each: each.size)
        packed.extract(largest, folder, filter="data")
        start = time.process_time()
        found = authoring.find(Path(folder, largest.name), language=code, models=False)
        seconds = time.process_time() - start
    words = f"{found.words / seconds:,.0f} words per second of one core (wanted: 20,000)"
    return {"work": f"{code}, a novel of {found.words:,} words, {seconds:.0f} s", "ours": words}


def sample(path: str, seed: int) -> None:
    """Write a random hundred of the measured half, with readings, for a reader; the file stays outside the project."""
    lines = []
    for code, count in (("fr", 65), ("en", 35)):
        found = [each for _, each in proposals_of(code, MEASURED)]
        for number, each in enumerate(random.Random(seed).sample(found, min(count, len(found))), 1):
            question = question_of(each.problem.item)
            mark = question.anaphor
            assert isinstance(mark, Mark)
            marked = f"{question.text[: mark.start]}[{mark.span.of(question.text)}]{question.text[mark.end :]}"
            lines.append(f"{code}{number} {each.kind.value}: {marked}")
            for candidate in question.candidates:
                made = LANGUAGES.get(code).readings(question.text, mark.span, candidate.text)
                text = made[0].text if isinstance(made, tuple) else "–"
                lines.append(f"    {candidate.text}: … {text[max(0, mark.start - 15) : mark.end + 60]} …")
    Path(path).write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    sample(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1)
