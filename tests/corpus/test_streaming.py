"""One pass without an index gives the counts that an index gives."""

import itertools
from pathlib import Path

import pytest

from anaphor.corpus import SENTENCE, Counts, Unit, Within, count_targets, open_corpus
from anaphor.errors import InputError
from tests.corpus.conftest import invented
from tests.corpus.naive import index_of, write_corpus

WORDS = [
    "moulin",
    "lourd",
    "Claire",
    "clair",
    "le",
    "bus scolaire",
    "grand-mère",
    "absent",
    "vieille roue",
    "vieux",
    "=lourde|lourdes",
    "=vieille",
]
FORMS = ["lourde", "la", "vieille"]
WITHINS = [SENTENCE, Within(words=2), Within(words=5), Within(words=5, directed=True)]


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
def test_a_stream_counts_as_an_index_does(tmp_path: Path, processes: int) -> None:
    inputs = write_corpus(tmp_path / "in", invented(3000), files=3)
    index = index_of(inputs, tmp_path / "out")
    stream = count_targets(open_corpus(inputs), WORDS, language="fr", forms=FORMS, windows=(2, 5), processes=processes)
    assert (stream.words, stream.sentences) == (index.words, index.sentences)
    for within in WITHINS:
        for unit, words in ((Unit.LEMMA, WORDS), (Unit.FORM, FORMS)):
            for a, b in itertools.product(words, repeat=2):
                assert stream.pair(a, b, within=within, unit=unit) == index.pair(a, b, within=within, unit=unit), (a, b)
    assert stream.frequency("moulins") == index.frequency("moulin")


def test_lemmas_of_the_source_are_streamed_too(tmp_path: Path) -> None:
    path = tmp_path / "c.vrt"
    path.write_text("<s>\nLe\tDET\tle\nchat\tNOM\tchat\n.\tSENT\t.\n</s>\n<s>\nchats\tNOM\tchat\n</s>\n", "utf-8")
    stream = count_targets(open_corpus((str(path),)), ["chat", "le"], language="fr")
    assert (stream.words, stream.frequency("chat")) == (3, 2)


VERTICAL = (
    "<s>\nLa\tDET\tle\nporte\tNOM\tporte\nouverte\tADJ\touvert\n</s>\n"
    "<s>\nLes\tDET\tle\nportes\tNOM\tporte\nouvrent\tVER\touvrir\n.\tSENT\t.\n</s>\n"
)


@pytest.mark.parametrize(
    "texts", [(VERTICAL,), (VERTICAL, "La porte ouverte. Un bus scolaire.\n")], ids=["ready", "mixed"]
)
def test_a_stream_reads_a_question_as_an_index_does_where_the_source_has_lemmas(
    tmp_path: Path, texts: tuple[str, ...]
) -> None:
    """*ouvert* is a lemma of the source, which our analysis would turn into *ouvrir*."""
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.vrt").write_text(text, "utf-8")
    inputs = tuple(str(tmp_path / f"{number}.vrt") for number in range(len(texts)))
    index = index_of(inputs, tmp_path / "out")
    words = ["ouvert", "ouvrir", "porte", "portes", "le"]
    stream = count_targets(open_corpus(inputs), words, language="fr", windows=(2, 5))
    for within in WITHINS:
        for a, b in itertools.product(words, repeat=2):
            assert stream.pair(a, b, within=within) == index.pair(a, b, within=within), (a, b)
    assert stream.frequency("ouvert") == (1 if len(texts) == 1 else 2)


def test_what_was_not_counted_is_none_and_never_zero(tmp_path: Path) -> None:
    inputs = write_corpus(tmp_path / "in", invented(50))
    stream: Counts = count_targets(open_corpus(inputs), ["moulin", "lourd"], language="fr")
    assert stream.frequency("roue") is None
    assert stream.pair("moulin", "roue") is None
    assert stream.pair("moulin", "lourd", within=Within(words=7)) is None
    assert stream.concordance("moulin", "lourd") == ()
    assert stream.language == "fr"
    assert "streamed" in dict(stream.signature.parts)


def test_nothing_to_count_is_refused(tmp_path: Path) -> None:
    source = open_corpus(write_corpus(tmp_path / "in", "Il dort.\n"))
    with pytest.raises(InputError, match="no words"):
        count_targets(source, [], language="fr")
    with pytest.raises(InputError, match="no word in"):
        count_targets(source, ["!"], language="fr")
    with pytest.raises(InputError, match="window"):
        count_targets(source, ["dormir"], language="fr", windows=(0,))
