"""Counting as one would by hand, from sentences as lists of words: slow, and plain enough to be believed."""

import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from anaphor.corpus import Index, PairCount, Unit, Within, analysis_of, open_corpus
from anaphor.corpus.index.making import HereEngine, IndexOrder, make_index
from anaphor.corpus.kernel.analysis import LONGEST_SENTENCE, AnalysedWord
from anaphor.corpus.kernel.analysis_scan import PlainScan, RawWord, SentenceEnd

Sentences = Sequence[Sequence[AnalysedWord]]


def sentences_of(text: str, language: str = "fr") -> list[tuple[AnalysedWord, ...]]:
    """The sentences of a text, word by word: the definition in plain Python."""
    analysis, found = analysis_of(language), list[list[AnalysedWord]]([[]])
    for each in PlainScan(analysis.profile).feed(unicodedata.normalize("NFC", text) + "\n"):
        for word in analysis.types.words(each) if isinstance(each, RawWord) else ():
            if len(found[-1]) == LONGEST_SENTENCE:
                found.append([])
            found[-1].append(word)
        if isinstance(each, SentenceEnd):
            found.append([])
    return [tuple(sentence) for sentence in found if sentence]


def places(sentence: Sequence[AnalysedWord], wanted: Sequence[str], unit: Unit) -> list[int]:
    names = [word.lemma if unit is Unit.LEMMA else word.form for word in sentence]
    size = len(wanted)
    return [at for at in range(len(names) - size + 1) if names[at : at + size] == list(wanted)]


def naive_pair(
    sentences: Sentences, a: Sequence[str], b: Sequence[str], within: Within, unit: Unit = Unit.LEMMA
) -> PairCount:
    if within.words is None:
        has = [(bool(places(each, a, unit)), bool(places(each, b, unit))) for each in sentences]
        return PairCount(
            total=len(has),
            a=sum(one for one, _ in has),
            b=sum(two for _, two in has),
            both=sum(one and two for one, two in has),
        )
    total = size_a = size_b = both = 0
    for sentence in sentences:
        length = len(sentence)
        ordered = [(i, j) for i in range(length) for j in range(i + 1, min(length, i + within.words + 1))]
        total += len(ordered) * (1 if within.directed else 2)
        at_a, at_b = places(sentence, a, unit), places(sentence, b, unit)
        for at in at_a:
            behind, before = min(within.words, length - at - len(a)), min(within.words, at)
            size_a += behind if within.directed else before + behind
        for at in at_b:
            behind, before = min(within.words, length - at - len(b)), min(within.words, at)
            size_b += before if within.directed else before + behind
        for one in at_a:
            for two in at_b:
                after = two - (one + len(a) - 1)
                earlier = one - (two + len(b) - 1)
                both += 1 <= after <= within.words
                both += not within.directed and 1 <= earlier <= within.words
    return PairCount(total=total, a=size_a, b=size_b, both=both)


def write_corpus(folder: Path, text: str, *, files: int = 1) -> tuple[str, ...]:
    """The lines of a text, dealt out to files; their paths."""
    lines = text.splitlines(keepends=True)
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for number in range(files):
        path = folder / f"text{number}.txt"
        path.write_text("".join(lines[number::files]), "utf-8")
        paths.append(str(path))
    return tuple(paths)


def index_of(inputs: tuple[str, ...], folder: Path, *, language: str = "fr", **options: object) -> Index:
    """An index built in this process."""
    given: dict[str, Any] = {"name": "test", "language": language, **options}
    return make_index(IndexOrder(inputs=inputs, corpus=open_corpus(inputs), folder=folder, **given), HereEngine())
