"""A third language is one file and one entry point: Spanish comes in through a distribution of its own."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from anaphor.errors import UnknownNameError
from anaphor.language import (
    LANGUAGES,
    AnaphorKind,
    Animacy,
    FoundBy,
    Gender,
    Language,
    LanguageRules,
    NoReading,
    NoReadingReason,
    Number,
    WordLists,
    outline_of,
    ruled_out,
    rules_of,
    targets,
)
from anaphor.registry import Registry
from anaphor.schema import Span

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.slow

_METADATA = "Metadata-Version: 2.1\nName: anaphor-spanish\nVersion: 1.0\n"
PAGE = (ROOT / "docs" / "language.md").read_text("utf-8")
_ENTRY_POINT = re.findall(r"```toml\n(.*?)```", PAGE, re.S)[0].replace('"', "").replace("project.entry-points.", "")
"""As the page says it in `pyproject.toml`; what pip writes has no quotation marks."""


@pytest.fixture
def spanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Language:
    """The Spanish language, found as an installed distribution is found: by its entry point."""
    install(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return languages().get("es")


def install(folder: Path, entry_point: str = _ENTRY_POINT) -> None:
    """What `pip install` would write into a folder: the module, and a description with its entry point."""
    source = Path(__file__).with_name("spanish.py").read_text("utf-8")
    (folder / "anaphor_spanish.py").write_text(source, "utf-8")
    information = folder / "anaphor_spanish-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(_METADATA)
    (information / "entry_points.txt").write_text(entry_point)


def languages() -> Registry[Language]:
    """What a new process would know: registries look once, so each question needs its own."""
    return Registry("language", LANGUAGES.group)


def marked(sentence: str) -> tuple[str, Span]:
    """The text and the span of a sentence with its anaphor in brackets."""
    start, end = sentence.index("["), sentence.index("]")
    return sentence.replace("[", "").replace("]", ""), Span(start=start, end=end - 1)


def read(language: Language, sentence: str, candidate: str) -> str:
    """The best reading of a marked sentence."""
    found = language.readings(*marked(sentence), candidate)
    assert isinstance(found, tuple), found
    assert found[0].slot.of(found[0].text)
    return found[0].text


def test_spanish_is_unknown_until_its_distribution_is_there() -> None:
    with pytest.raises(UnknownNameError, match="no language is called 'es'"):
        languages().get("es")


def test_an_entry_point_is_all_it_takes(spanish: Language) -> None:
    assert {"en", "es", "fr"} <= set(languages().names())
    assert spanish.code == "es"


@pytest.mark.parametrize(
    ("sentence", "candidate", "expected"),
    [
        ("Ana llamó a Eva, pero [ella] no contestó.", "Eva", "Ana llamó a Eva, pero Eva no contestó."),
        (
            "El padre no alzó al niño porque [él] era débil.",
            "El padre",
            "El padre no alzó al niño porque el padre era débil.",
        ),
        ("[Él] está cansado.", "el niño", "El niño está cansado."),
        ("El niño gritó y el médico [lo] miró.", "el niño", "El niño gritó y el médico miró al niño."),
        ("Compró una mesa y ahora [la] ha vendido.", "la mesa", "Compró una mesa y ahora ha vendido la mesa."),
        ("Leyó el libro y [lo] quiere vender.", "el libro", "Leyó el libro y quiere vender el libro."),
        ("Juan habló de [él].", "el médico", "Juan habló del médico."),
        ("El hombre perdió [su] llave.", "el niño", "El hombre perdió la llave del niño."),
        ("El hombre perdió [sus] libros.", "Ana", "El hombre perdió los libros de Ana."),
        ("Juan fue con [ellas].", "las niñas", "Juan fue con las niñas."),
        ("Viajó de [él] a casa.", "El Salvador", "Viajó de El Salvador a casa."),
    ],
)
def test_spanish_reads_its_pronouns(spanish: Language, sentence: str, candidate: str, expected: str) -> None:
    assert read(spanish, sentence, candidate) == expected


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("Juan [se] lavó.", NoReadingReason.REFLEXIVE),
        ("Juan vio [la] mesa.", NoReadingReason.UNKNOWN_ANAPHOR),
        ("Juan vio [ayer] a Ana.", NoReadingReason.UNKNOWN_ANAPHOR),
    ],
)
def test_spanish_abstains_with_a_reason(spanish: Language, sentence: str, reason: NoReadingReason) -> None:
    refusal = spanish.readings(*marked(sentence), "Juan")
    assert isinstance(refusal, NoReading)
    assert refusal.reason is reason


def test_spanish_keeps_the_whole_protocol(spanish: Language) -> None:
    text = "La niña vio al médico. Él la saludó."
    assert [token.text for token in spanish.tokens("¿Quién? Ana.")] == ["¿", "Quién", "?", "Ana", "."]
    assert [span.of(text) for span in spanish.sentences(text)] == ["La niña vio al médico.", "Él la saludó."]
    assert (spanish.lemma("niñas"), spanish.lemma("Ana")) == ("niño", "Ana")
    assert spanish.head("del hermano de Ana").of("del hermano de Ana") == "hermano"
    concord = spanish.concord("las niñas")
    assert (concord.gender, concord.number, concord.animacy) == (Gender.FEMININE, Number.PLURAL, None)
    assert spanish.concord("el médico").animacy is Animacy.PERSON
    assert [span.of(text) for span in spanish.anaphors(text)] == ["Él", "la"]
    known = spanish.analyse(*marked("Ana [la] vio."))
    assert known is not None
    assert (known.kind, known.gender) == (AnaphorKind.OBJECT, Gender.FEMININE)
    assert [found.by for found in spanish.find("el médico", text)] == [FoundBy.CONTRACTION]


def test_what_is_written_for_all_languages_works_in_spanish(spanish: Language) -> None:
    assert targets(spanish, ("el hermano de Ana", "El Dr. Pérez")) == ("hermano", "Dr")
    assert targets(spanish, ("la casa antigua", "la casa nueva")) == ("antigua", "nueva")


# --- the whole chain, in processes that find the language as users' processes do ---

_COLLECTION = """
anaphor: 1
name: mesa
language: es
schemas:
  - id: mesa
    text: "La mesa no cabe en la habitación porque [ella] es {grande|pequeña}."
    question: "¿Qué es {grande|pequeña}?"
    answers: [la mesa, la habitación]
  - id: visita
    text: "El médico visitó al abogado porque [él] estaba {preocupado|enfermo}."
    question: "¿Quién estaba {preocupado|enfermo}?"
    answers: [el médico, el abogado]
  - id: carta
    text: "Ana llamó a Eva porque [ella] {quería|tenía} ayuda."
    question: "¿Quién {quería|tenía} ayuda?"
    answers: [Ana, Eva]
"""
_CORPUS = """
La mesa es muy grande. Una mesa grande está aquí. Otra mesa grande llegó. La mesa es pequeña. Una habitación grande.
La habitación es pequeña y fría. Una habitación pequeña cuesta poco. Esta habitación pequeña da al patio.
El Dr. Pérez llegó tarde. El médico estaba enfermo. El abogado estaba preocupado. El médico preocupado duerme.
"""


_DRIVER = """
import contextlib, io, json, sys
from anaphor.cli.main import main
for options in json.load(sys.stdin):
    sys.argv = ["anaphor", *options]
    said = [io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2)]
    with contextlib.redirect_stdout(said[0]), contextlib.redirect_stderr(said[1]):
        try:
            main()
        except SystemExit as end:
            code = end.code or 0
    print(json.dumps([code, *(each.buffer.getvalue().decode() for each in said)]))
"""
"""Commands one after the other in a process of their own, which finds the language as a user's does."""
_INDEX = "corpus index corpus.txt -o index --language es"
_SHOW = "collection show es.yaml --json"
_CHECK = "collection check es.yaml --json"
_READINGS = "collection readings es.yaml"
_READ = "read|El niño gritó y el médico [lo] miró.|el niño|--language|es|--json"
_REFLEXIVE = "read|Juan [se] lavó.|Juan|--language|es|--json"
_COUNT = "corpus count index mesa grande --json"
_RESOLVE = "resolve es.yaml --with cooccurrence:index,threshold=0 -o run.jsonl"
_SCORE = "score run.jsonl --json"
_AUDIT = "audit es.yaml --corpus index --quick --json"
_FIND = "collection find corpus.txt --language es -o found.yaml"
_SUGGEST = "collection suggest es.yaml"
_REPAIR = "collection repair es.yaml"
_NAMES = "collection perturb es.yaml --how names -o names.yaml"
_ORDER = "collection perturb es.yaml --how order -o order.yaml"
_NEW = "experiment new es.yaml --lists 2 -o design"
_CHAIN = (
    *(_INDEX, _SHOW, _CHECK, _READINGS, _READ, _REFLEXIVE, _COUNT, _RESOLVE, _SCORE, _AUDIT),
    *(_FIND, _SUGGEST, _REPAIR, _NAMES, _ORDER, _NEW),
)


class Ending(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """What it printed for programs."""
        assert self.code == 0, self.err
        return json.loads(self.out)


def chain(folder: Path, entry_point: str, commands: Sequence[str]) -> dict[str, Ending]:
    """What commands do in a folder with the distribution, a collection and a corpus in it."""
    install(folder, entry_point)
    (folder / "es.yaml").write_text(_COLLECTION.lstrip(), "utf-8")
    (folder / "corpus.txt").write_text(_CORPUS.strip() + "\n", "utf-8")
    options = [line.split("|" if "|" in line else " ") for line in commands]
    done = subprocess.run(
        [sys.executable, "-c", _DRIVER],
        input=json.dumps(options),
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return {line: Ending(*json.loads(said)) for line, said in zip(commands, done.stdout.splitlines(), strict=True)}


def environment(folder: Path) -> dict[str, str]:
    """That of a process which finds the distribution in a folder."""
    path = os.pathsep.join([str(folder), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the chain is run."""
    return tmp_path_factory.mktemp("spanish")


@pytest.fixture(scope="module")
def endings(folder: Path) -> dict[str, Ending]:
    """What the chain does with the bare language."""
    return chain(folder, _ENTRY_POINT, _CHAIN)


def test_a_collection_in_the_language_is_loaded_and_checked(endings: dict[str, Ending]) -> None:
    shown = endings[_SHOW].document
    assert (shown["language"], shown["items"], shown["anaphors"]) == ("es", 6, {"ella": 4, "él": 2})
    codes = {each["code"] for each in endings[_CHECK].document["findings"]}
    assert codes == {"concord-unknown"}  # the bare language knows no first names


def test_both_readings_of_every_item_are_made(endings: dict[str, Ending]) -> None:
    code, out, err = endings[_READINGS]
    assert code == 0
    assert "La mesa no cabe en la habitación porque la habitación es pequeña." in out
    assert "El médico visitó al abogado porque el abogado estaba enfermo." in out
    assert "12 readings of 12" in err


def test_one_sentence_is_read_or_abstained_from_with_the_reason(endings: dict[str, Ending]) -> None:
    read = endings[_READ].document
    assert (read["reading"], read["rules"]) == ("El niño gritó y el médico miró al niño.", ["object"])
    assert endings[_REFLEXIVE].document["abstention"] == "reflexive"


def test_its_words_are_counted_and_answer_for_its_items(endings: dict[str, Ending]) -> None:
    assert endings[_INDEX].code == 0, endings[_INDEX].err
    counted = endings[_COUNT].document
    assert (counted["a"], counted["b"], counted["both"]) == (4, 4, 3)
    assert endings[_RESOLVE].code == 0, endings[_RESOLVE].err
    (run,) = endings[_SCORE].document["runs"]
    assert (run["n"], run["h"], run["theta"]) == (6, 2, 3)  # items, right, without an answer


def test_its_items_are_audited_on_a_corpus(endings: dict[str, Ending]) -> None:
    audited = endings[_AUDIT].document
    assert len(audited["items"]) == 6
    assert {"mesa", "habitación"} <= set(json.dumps(audited["items"], ensure_ascii=False).split('"'))


@pytest.mark.parametrize(
    ("command", "code", "sentence"),
    [
        (_FIND, 2, "texts in the language “es” cannot be searched. There are rules for: en, fr."),
        (_SUGGEST, 0, "Nothing can be suggested for 6 items"),
        (_REPAIR, 0, "0 of 0 schemas"),
        (_NAMES, 2, "no names are known in 'es'"),
        (_ORDER, 0, "6"),
    ],
    ids=["find", "suggest", "repair", "names", "order"],
)
def test_what_the_language_does_not_offer_is_said_in_a_sentence(
    endings: dict[str, Ending], command: str, code: int, sentence: str
) -> None:
    ending = endings[command]
    assert ending.code == code, ending.err
    assert sentence in ending.out + ending.err
    assert "anaphor-bug" not in ending.err


def test_a_study_in_the_language_has_a_page_in_english(folder: Path, endings: dict[str, Ending]) -> None:
    assert endings[_NEW].code == 0, endings[_NEW].err
    serve = [sys.executable, "-m", "anaphor", "experiment", "serve", "design", "--port", "0"]
    with subprocess.Popen(serve, cwd=folder, env=environment(folder), stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        address = process.stderr.readline().rsplit(maxsplit=1)[-1]
        page = httpx.get(address, timeout=300, follow_redirects=True).text
        process.terminate()
        process.stderr.read()
    assert '<html lang="en"' in page


def test_what_a_class_offers_besides_is_used(tmp_path: Path) -> None:
    with_lists = _ENTRY_POINT.replace("SPANISH", "SPANISH_WITH_LISTS")
    endings = chain(tmp_path, with_lists, [_INDEX, _COUNT, _CHECK, _NAMES])
    assert endings[_COUNT].document["sentences"] == 12  # the stop of `Dr.` ends none
    assert not endings[_CHECK].document["findings"]
    assert endings[_NAMES].code == 0, endings[_NAMES].err
    renamed = (tmp_path / "names.yaml").read_text("utf-8")
    assert "carta" in renamed
    assert "Ana llamó a Eva" not in renamed


def test_the_page_names_everything_that_a_language_may_offer() -> None:
    section = PAGE.partition("## Another language")[2].partition("\n## ")[0]
    listed = re.findall(r"`(\w+)`", "\n".join(line.split("|")[1] for line in section.splitlines() if line[:3] == "| `"))
    assert sorted(listed) == sorted(field.name for field in fields(LanguageRules) if field.default is not MISSING)


def test_a_language_that_is_a_class_is_completed_once(spanish: Language) -> None:
    rules = rules_of(spanish)
    assert rules is rules_of(spanish)
    assert (rules.code, rules.outline, rules.word_lists) == ("es", None, WordLists())
    assert rules.tokens("Ana.") == spanish.tokens("Ana.")
    assert outline_of(spanish, "Ana vio a Eva.").asked == ()
    assert ruled_out(spanish, "Ana la vio.", Span(start=4, end=6), Span(start=0, end=3)) is None
