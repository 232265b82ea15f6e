"""Counting some words in one pass over a corpus: a passing index in which only they are told apart."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from weakref import finalize

from anaphor.corpus.counts import SENTENCE, Counts, PairCount, Unit, Within
from anaphor.corpus.index.counting import CorpusTarget, target_of
from anaphor.corpus.index.index import Index
from anaphor.corpus.index.making import EngineName, IndexOrder, Progress, engine_named, make_index
from anaphor.corpus.index.shard_writing import WantedWords
from anaphor.corpus.kernel.analysis import analysis_of
from anaphor.corpus.settings import WINDOWS as WINDOWS
from anaphor.corpus.sources.reading import CorpusSource
from anaphor.errors import InputError
from anaphor.language import forms_in
from anaphor.provenance import Signature


class StreamedCounts(Counts):
    """The counts of some words; asked for others, it says that it did not count them."""

    def __init__(self, index: Index, targets: Iterable[CorpusTarget], windows: Iterable[int]) -> None:
        self._index = index
        self._targets = frozenset(targets)
        self._windows = frozenset(windows)
        self.name, self.language = index.name, index.language
        self.words, self.sentences = index.words, index.sentences
        about = dict(index.signature.parts)
        self.signature = Signature.of(
            corpus=self.name,
            hash=about["hash"],
            analysis=about["analysis"],
            words=self.words,
            streamed=len(self._targets),
        )

    def counts_within(self, within: Within) -> bool:
        return within.words is None or within.words in self._windows

    def pair(self, a: str, b: str, /, *, within: Within = SENTENCE, unit: Unit = Unit.LEMMA) -> PairCount | None:
        """How often two words occur and meet; None when one of them, or the window, was not counted."""
        if not self.counts_within(within) or not {self._index.target(each, unit) for each in (a, b)} <= self._targets:
            return None
        return self._index.pair(a, b, within=within, unit=unit)


def count_targets(  # noqa: PLR0913  # a corpus, what to count in it, and how
    source: CorpusSource,
    lemmas: Iterable[str],
    *,
    language: str,
    forms: Iterable[str] = (),
    windows: Sequence[int] = WINDOWS,
    name: str = "stream",
    processes: int = 1,
    progress: Progress | None = None,
) -> StreamedCounts:
    """Count words and all their pairs in one pass over a corpus; the counts are those that an index would give."""
    analysis, words = analysis_of(language), tuple(lemmas)
    asked = [(text, Unit.LEMMA) for text in words] + [(text, Unit.FORM) for text in forms]
    # Where the source has lemmas of its own, a question may be one of them, which our analysis would change.
    literal = [CorpusTarget(Unit.LEMMA, (text,)) for text in words]
    targets = [*(target_of(analysis, text, unit) for text, unit in asked), *literal]
    if not targets:
        raise InputError("corpus-no-targets")
    if any(window < 1 for window in windows):
        raise InputError("corpus-empty-window")
    parts: dict[Unit, set[str]] = {unit: set() for unit in Unit}
    for target in targets:
        parts[target.unit].update(form for word in target.words for form in forms_in(word) or (word,))
    wanted = WantedWords(lemmas=frozenset(parts[Unit.LEMMA]), forms=frozenset(parts[Unit.FORM]))
    plain = not windows and not wanted.forms and all(len(target.words) == 1 for target in targets)
    engine = engine_named(EngineName.PROCESSES, processes)
    folder = mkdtemp(prefix="anaphor-")
    try:
        order = IndexOrder(
            inputs=(name,),
            corpus=source,
            folder=Path(folder, "index"),
            name=name,
            language=language,
            counts_only=plain,
            tables=False,
        )
        index = make_index(order, engine, progress, wanted=wanted)
        counted = StreamedCounts(index, targets, windows)
    except BaseException:
        rmtree(folder, ignore_errors=True)
        raise
    finalize(counted, rmtree, folder, ignore_errors=True)
    return counted
