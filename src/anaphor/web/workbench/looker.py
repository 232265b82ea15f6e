"""Everything there is to say about a draft, quickly enough to be said at every pause of the typing.

Domains are suggested by the words that a draft's own words go with in the corpora. Each domain has a dozen words
(`data/web/workbench_domains.toml`). A word of the draft has one vote, which it divides over the domains by the square
of its mean positive mutual information with their words.
"""

import re
import threading
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from anaphor import authoring
from anaphor.collection import (
    CATALOGUE,
    Severity,
    TextIndex,
    domain_name,
    domains,
    findings_in,
    load,
    parse_marks,
    worst_first,
)
from anaphor.corpus import Counts, PairTable, shipped_for_authors, shipped_languages, shipped_table
from anaphor.errors import AnaphorError, FormatError
from anaphor.language import NoReading, read_all
from anaphor.schema import Collection, Entry, Item, Problem, Schema, question_of
from anaphor.web.workbench import wire
from anaphor.web.workbench.counting import MARKS, SPECS, Counted, count_part, score_entry, sentence, usable, whole
from anaphor.web.workbench.file import part_of, parts_of, text_of

_WARM_UP = {
    "fr": "Le voisin a remercié le facteur parce qu'[il] avait {apporté|reçu} le colis.",
    "en": "The neighbour thanked the postman because [he] had {brought|received} the parcel.",
}
_WARM_CANDIDATES = {"fr": ["le voisin", "le facteur"], "en": ["the neighbour", "the postman"]}
ALTERNATES = 9
"""Suggested words: as many as there are keys for them."""
_BRACES = re.compile(r"(?<!\\)\{((?:\\.|[^][{}|\\])*)(?:\|(?:\\.|[^][{}|\\])*)?\}")
"""A special word, with an alternate or without, and no anaphor in it."""
NEAR = 0.45
"""Share of word pairs from which on a text is shown as similar."""
_LARGEST = 5_000
"""Items of a collection that drafts are compared with: larger ones would keep the author waiting."""
SUGGESTED = 3
"""Domains that are suggested."""
LEAST_VOTES = 0.82
"""Votes that the first domain must have before any is suggested: more than one common word (*be*, *être*) has."""
_OFTEN = 3
"""Sentences in which words must meet to go together."""
_ITSELF = 8.0
"""Bits that a word has with itself."""
_REMEMBERED = 4096
_REMEMBERED_MARKS = 50_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """The author's own file, to compare a draft with."""

    collection: Collection | None = None
    """What the file says; None: there is no file."""
    fingerprint: str = ""
    """Of the file."""
    was: str | None = None
    """Id of the entry that is being changed, which is no copy of itself."""


class Looker:
    """Looks at drafts in one language; what it needs is read once, in the background."""

    def __init__(self, language: str, *, corpus: Counts | None = None, models: dict[str, str] | None = None) -> None:
        self.language = language
        self.counts = corpus or (shipped_for_authors(language) if language in shipped_languages() else None)
        self.models = dict(SPECS) if models is None else models
        self.shelf: Texts | None = None
        self.topics: Topics | None = None
        self.warm = False
        self._lock = threading.Lock()
        self._own: tuple[str, Texts] | None = None
        self._warming: threading.Thread | None = None
        self._leaving = threading.Event()

    def start(self) -> threading.Thread:
        """Read the models and collections in a thread, so that the first pause of the author is answered quickly."""
        if self._warming is None:
            # No daemon: a program that ends while a model is being read would be aborted by the model's library.
            self._warming = threading.Thread(target=self._warm_up, name=f"warm-{self.language}")
            self._warming.start()
        return self._warming

    def leave(self) -> None:
        """Read no more, and wait until what is being read is read."""
        self._leaving.set()
        if self._warming is not None:
            self._warming.join()

    def _warm_up(self) -> None:
        draft = wire.Draft(
            text=_WARM_UP.get(self.language, _WARM_UP["en"]),
            keys=[1, 0],
            candidates=_WARM_CANDIDATES.get(self.language, _WARM_CANDIDATES["en"]),
        )
        self.models = usable(self.models)
        for models in ({}, *({name: spec} for name, spec in self.models.items())):
            if self._leaving.is_set():
                return
            self._look(draft, Beside(), self._leaving.is_set, models)
        if not self._leaving.is_set():
            table = shipped_table(self.language)
            self.topics = Topics(table) if table else None
            self.shelf = Texts(_on_this_machine(self.language))
            self.warm = True
            self.alternates(draft)

    def look(
        self,
        draft: wire.Draft,
        beside: Beside | None = None,
        *,
        stale: Callable[[], bool] = lambda: False,
    ) -> wire.LookReply | None:
        """What there is to say; None where the question has become stale meanwhile."""
        return self._look(draft, beside or Beside(), stale, self.models if self.warm else {})

    def _look(
        self, draft: wire.Draft, beside: Beside, stale: Callable[[], bool], models: dict[str, str]
    ) -> wire.LookReply | None:
        lacks = lacking(draft)
        part = _part(draft, self.language, lacks)
        with self._lock:  # one look at a time: those that wait are mostly stale when their turn comes
            if stale():
                return None
            if part is None:
                return wire.LookReply(number=0, file=beside.fingerprint, lacks=lacks, warming=not self.warm)
            counted, known = count_part(part, self.counts), domains()
            words = "\n".join(question_of(entry).text for entry in _entries(part))
            names = self.topics.domains(words) if self.topics else ()
            suggested = [
                wire.SuggestedDomain(name, known[name].covers, domain_name(name))
                for name in names
                if name not in part.domains
            ]
            text = text_of(part)
            found = [self.shelf.nearest(text) if self.shelf else None]
            if beside.collection is not None:
                if self._own is None or self._own[0] != beside.fingerprint:
                    self._own = (beside.fingerprint, Texts([("", beside.collection)]))
                found.append(self._own[1].nearest(text, frozenset({beside.was} if beside.was else ())))
            findings = _findings(part, self.language)
            return wire.LookReply(
                number=0,
                file=beside.fingerprint,
                lacks=lacks,
                whole=verdict(findings, whole(counted)),
                cooccurrence=whole(counted),
                variants=[
                    _variant(entry, each, models) for entry, each in zip(_entries(part), counted.twins, strict=True)
                ],
                findings=findings,
                near=[each for each in found if each],
                domains=suggested,
                corpus=self.counts.name if self.counts else None,
                warming=not self.warm,
            )

    def alternates(self, draft: wire.Draft) -> list[wire.ShownAlternate]:
        """Words that may flip the answer of a draft's special word; none while the draft does not say enough."""
        text, groups = _BRACES.subn(r"{\1}", draft.text)  # its first half alone: the other one is what is looked for
        if draft.raw or draft.kind != "schema" or groups != 1 or not draft.keys:
            return []
        try:
            part = part_of(msgspec.structs.replace(draft, text=text, question="", keys=draft.keys[:1]), self.language)
            found = authoring.suggest(_alone(part, self.language), most=ALTERNATES).suggestions
        except AnaphorError:
            return []
        question = question_of(part.entries[0])
        cue, length = question.cues[0], len(question.text)
        return [
            wire.ShownAlternate(
                word=each.word,
                alternate=each.text[cue.start : cue.end + len(each.text) - length],
                answer=each.answer,
                readings=list(each.readings),
                opposite=each.opposite,
                towards=each.towards,
                likely=each.likely,
            )
            for each in found
        ]

    def audit(self, draft: wire.Draft) -> wire.AuditReply:
        """What co-occurrence counts alone say of a draft."""
        lacks = lacking(draft)
        part = _part(draft, self.language, lacks)
        name = self.counts.name if self.counts else None
        if part is None:
            return wire.AuditReply(whole=None, variants=[], corpus=name, lacks=lacks)
        counted = count_part(part, self.counts, lines=0)
        entries = zip(_entries(part), counted.twins, strict=True)
        variants = [_variant(entry, each, {}, readings=False) for entry, each in entries]
        return wire.AuditReply(whole=whole(counted), variants=variants, corpus=name, lacks=lacks)


def lacking(draft: wire.Draft) -> list[wire.Lack]:
    """What a draft still needs before anything else can be said, in the author's language."""
    if draft.raw:
        return []
    if not draft.text.strip():
        return [wire.Lack("text", sentence("lack-text"))]
    try:
        found = parse_marks(draft.text)
        plains = [found.expand(number) for number in range(found.variants)]
    except FormatError as error:
        name = MARKS.get(error.code or "")
        what = sentence(name) if name else sentence("mark-widths")
        return [wire.Lack("text", what)]
    anaphors = [len(plain.anaphors) for plain in plains]
    given = [number for number, each in enumerate(draft.candidates) if each.strip()]
    unkeyed = "key:" not in draft.more and [key in given for key in draft.keys] != [True] * found.variants
    tests = (
        ("text", "lack_anaphor", 0 in anaphors and "anaphor:" not in draft.more),
        ("text", "mark_many", max(anaphors) > 1),
        ("text", "lack_special", draft.kind == "schema" and found.variants < 2 and not plains[0].cues),
        ("text", "lack_one_text", draft.kind == "problem" and found.variants > 1),
        ("candidates", "lack_candidates", len(given) < 2),
        ("keys", "lack_keys", len(given) > 1 and unkeyed),
    )
    return [wire.Lack(field, sentence(name)) for field, name, fails in tests if fails]


def _part(draft: wire.Draft, language: str, lacks: list[wire.Lack]) -> Schema | Problem | None:
    """The record, or None with the reason added to the lacks.

    The reason is said in words of this page where it is about marks.
    """
    if any(lack.field == "text" for lack in lacks) and not draft.text.strip():
        return None
    try:
        return part_of(draft, language)
    except AnaphorError as error:
        if not lacks:
            field = (error.where.field if error.where else None) or ("more" if draft.raw else "text")
            said = f"{error.what}. {error.todo}" if error.todo else error.what
            what = sentence(MARKS[error.code]) if error.code in MARKS else sentence("not-readable", what=said)
            lacks.append(wire.Lack(field.partition("[")[0], what))
        return None


def _entries(part: Schema | Problem) -> tuple[Entry, ...]:
    return part.variants if isinstance(part, Schema) else (part.item,)


def verdict(findings: list[wire.FoundFlaw], counts: wire.Said | None) -> wire.Said | None:
    """The one verdict on a draft, the worst first: what is wrong with it, that it leaks, what is doubtful, the rest."""
    worst: dict[str, str] = {}
    for each in findings:
        worst.setdefault(each.severity, each.message)
    if Severity.ERROR in worst:
        return wire.Said("leak", sentence("whole-error", what=worst[Severity.ERROR]))
    if Severity.WARNING in worst and (counts is None or counts.tone != "leak"):
        return wire.Said("warn", sentence("whole-warning", what=worst[Severity.WARNING]))
    return counts


@lru_cache(_REMEMBERED_MARKS)
def mark_of(part: Schema | Problem, language: str) -> str:
    """How bad the worst finding of an entry is; `fine` where there is none."""
    found = _findings(part, language)
    return found[0].severity if found else "fine"


def _alone(part: Schema | Problem, language: str) -> Collection:
    """A collection of one draft."""
    if isinstance(part, Schema):
        return Collection(name="draft", language=language, schemas=(part,))
    return Collection(name="draft", language=language, problems=(part,))


def _findings(part: Schema | Problem, language: str) -> list[wire.FoundFlaw]:
    found: dict[str, wire.FoundFlaw] = {}
    for each in worst_first(findings_in(_alone(part, language))):
        message = str(each.message)
        # What holds of both twins is said once.
        found.setdefault(message, wire.FoundFlaw(each.severity.value, each.code, each.place, message))
    return list(found.values())


def _variant(entry: Entry, counted: Counted, models: dict[str, str], *, readings: bool = True) -> wire.VariantReply:
    question = question_of(entry)
    key = entry.key if isinstance(entry, Item) else None
    shown = []
    for place, (candidate, found) in enumerate(
        zip(question.candidates, read_all(question) if readings else (), strict=False)
    ):
        right = None if key is None else place == key
        if isinstance(found, NoReading):
            shown.append(wire.ShownReading(candidate.text, right, why=sentence(f"reading-{found.reason.value}")))
        else:
            slot, sureness = found.slot, found.sureness.value
            shown.append(wire.ShownReading(candidate.text, right, found.text, slot.start, slot.end, sureness))
    return wire.VariantReply(
        id=question.id,
        text=question.text,
        cue=" … ".join(cue.of(question.text) for cue in question.cues),
        answer=entry.answer if isinstance(entry, Item) else None,
        verdict=counted.verdict,
        readings=shown,
        pairs=list(counted.pairs),
        models=score_entry(entry, models),
    )


class Texts:
    """The texts of collections by name, with an index; a name is the collection's prefix and an entry's id."""

    def __init__(self, collections: Iterable[tuple[str, Collection]]) -> None:
        named = ((f"{prefix}{part.id}", text_of(part)) for prefix, each in collections for part in parts_of(each))
        self._texts = dict(named)
        self._index = TextIndex(self._texts.items())

    def nearest(self, text: str, skip: frozenset[str] = frozenset()) -> wire.Near | None:
        """The text that resembles most, if one does."""
        found = self._index.nearest(text, at_least=NEAR, skip=skip)
        return wire.Near(name=found.name, share=found.share, text=self._texts[found.name]) if found else None


def _on_this_machine(language: str) -> Iterable[tuple[str, Collection]]:
    """The collections of one language that are here, each with its name and a `#`."""
    for listing in CATALOGUE:
        fits = listing.language in (language, "mul") and (listing.items or 0) <= _LARGEST
        if fits and CATALOGUE.file_of(listing).exists():
            try:
                found = load(listing.name, language=language)
                yield f"{found.name}#", found
            except AnaphorError:
                continue  # a damaged download is not the author's trouble now


@cache
def domain_words() -> dict[str, dict[str, str]]:
    """The words of each domain, by language."""
    return tomllib.loads(files("anaphor").joinpath("data/web/workbench_domains.toml").read_text("utf-8"))


class Topics:
    """Which domains go with which words of one language."""

    def __init__(self, table: PairTable) -> None:
        self._table = table
        self._domains = tuple(domain_words())
        found = [table.numbers(words.get(table.language, "")) for words in domain_words().values()]
        self._signs = np.array([number for numbers in found for number in numbers], np.int64)
        self._owners = np.repeat(np.arange(len(found)), [len(numbers) for numbers in found])
        # How strongly each word goes with the domains' words that are rarer than it.
        rows = [table.row(int(number)) for number in self._signs]
        bits = [self._bits(int(number), *row) for number, row in zip(self._signs, rows, strict=True)]
        columns = np.repeat(np.arange(len(rows)), [row[0].size for row in rows])
        places = (np.concatenate([row[0] for row in rows]), columns)
        self._behind = csr_array((np.concatenate(bits), places), shape=(len(table.words), len(rows)))
        self._votes = lru_cache(_REMEMBERED)(self._count_votes)

    def _bits(self, number: int, met: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.float64]:
        """Mutual information of a word with those that it meets; 0 where it is less, or rests on stray sentences."""
        chance = self._table.sizes[met] * int(self._table.sizes[number]) / self._table.sentences
        return np.where(counts >= _OFTEN, np.maximum(0.0, np.log2(counts / chance)), 0.0)

    def _count_votes(self, number: int) -> NDArray[np.float64]:
        """What a word has for each domain, 1 in all, or nothing."""
        start, end = self._behind.indptr[number], self._behind.indptr[number + 1]
        bits = np.zeros(self._signs.size)
        bits[self._behind.indices[start:end]] = self._behind.data[start:end]
        met, counts = self._table.row(number)
        at = np.searchsorted(met, self._signs)
        inside = np.flatnonzero(at < met.size)
        inside = inside[met[at[inside]] == self._signs[inside]]
        bits[inside] = self._bits(number, met, counts)[at[inside]]
        bits[self._signs == number] = _ITSELF
        mean = np.bincount(self._owners, bits, len(self._domains)) / np.bincount(self._owners, None, len(self._domains))
        return mean**2 / total if (total := float((mean**2).sum())) else mean

    def domains(self, text: str) -> tuple[str, ...]:
        """The domains that have most votes, first those that have most; none where even the first has too few."""
        votes = sum((self._votes(number) for number in self._table.numbers(text)), np.zeros(len(self._domains)))
        best = np.argsort(-votes, kind="stable")[:SUGGESTED]
        if votes[best[0]] < LEAST_VOTES:
            return ()
        return tuple(self._domains[number] for number in best if votes[number] > 0)
