"""A third language is one file and one entry point: Spanish comes in through a distribution of its own."""

from pathlib import Path

import pytest

from anaphor.errors import UnknownNameError
from anaphor.language import (
    LANGUAGES,
    AnaphorKind,
    Animacy,
    FoundBy,
    Gender,
    Language,
    NoReading,
    NoReadingReason,
    Number,
    targets,
)
from anaphor.registry import Registry
from anaphor.schema import Span

_METADATA = "Metadata-Version: 2.1\nName: anaphor-spanish\nVersion: 1.0\n"
_ENTRY_POINT = "[anaphor.languages]\nes = anaphor_spanish:SPANISH\n"


@pytest.fixture
def spanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Language:
    """The Spanish language, found as an installed distribution is found: by its entry point."""
    source = Path(__file__).with_name("spanish.py").read_text("utf-8")
    (tmp_path / "anaphor_spanish.py").write_text(source, "utf-8")
    information = tmp_path / "anaphor_spanish-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(_METADATA)
    (information / "entry_points.txt").write_text(_ENTRY_POINT)
    monkeypatch.syspath_prepend(str(tmp_path))
    return languages().get("es")


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
