"""Everything there is to say about a draft, quickly enough to be said at every pause of the typing."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from anaphor.collection import domain_name, domains
from anaphor.collection.checks import check, worst_first
from anaphor.collection.native import parse_marks
from anaphor.corpus import Counts, shipped_languages
from anaphor.corpus.pairs import shipped_for_authors, shipped_table
from anaphor.errors import AnaphorError, FormatError
from anaphor.language import NoReading, read_all
from anaphor.schema import Collection, Entry, Item, Problem, Schema, question_of
from anaphor.web.workbench.counting import Counted, count_part, whole
from anaphor.web.workbench.domains import Topics
from anaphor.web.workbench.draft import part_of
from anaphor.web.workbench.models import SPECS, score_entry, usable
from anaphor.web.workbench.shelf import Shelf, Similar, Texts, text_of, texts_of
from anaphor.web.workbench.wire import (
    AuditReply,
    Draft,
    FoundFlaw,
    Lack,
    LookReply,
    Near,
    ShownReading,
    SuggestedDomain,
    VariantReply,
)
from anaphor.web.workbench.words import MARKS, sentence

_WARM_UP = {
    "fr": "Le voisin a remercié le facteur parce qu'[il] avait {apporté|reçu} le colis.",
    "en": "The neighbour thanked the postman because [he] had {brought|received} the parcel.",
}
_WARM_CANDIDATES = {"fr": ["le voisin", "le facteur"], "en": ["the neighbour", "the postman"]}


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
        self.shelf = Shelf(language)
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
        draft = Draft(
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
            self.shelf.fill()
            self.warm = True

    def look(
        self,
        draft: Draft,
        beside: Beside | None = None,
        *,
        stale: Callable[[], bool] = lambda: False,
    ) -> LookReply | None:
        """What there is to say; None where the question has become stale meanwhile."""
        return self._look(draft, beside or Beside(), stale, self.models if self.warm else {})

    def _look(
        self, draft: Draft, beside: Beside, stale: Callable[[], bool], models: dict[str, str]
    ) -> LookReply | None:
        lacks = lacking(draft)
        part = _part(draft, self.language, lacks)
        with self._lock:  # one look at a time: those that wait are mostly stale when their turn comes
            if stale():
                return None
            if part is None:
                return LookReply(number=0, file=beside.fingerprint, lacks=lacks, warming=not self.warm)
            counted = count_part(part, self.counts)
            return LookReply(
                number=0,
                file=beside.fingerprint,
                lacks=lacks,
                whole=whole(counted),
                variants=[_variant(entry, each, models) for entry, each in zip(_entries(part), counted, strict=True)],
                findings=_findings(part, self.language),
                near=self._near(part, beside),
                domains=self._domains(part),
                corpus=self.counts.name if self.counts else None,
                warming=not self.warm,
            )

    def audit(self, draft: Draft) -> AuditReply:
        """What co-occurrence counts alone say of a draft."""
        lacks = lacking(draft)
        part = _part(draft, self.language, lacks)
        name = self.counts.name if self.counts else None
        if part is None:
            return AuditReply(whole=None, variants=[], corpus=name, lacks=lacks)
        counted = count_part(part, self.counts, lines=0)
        variants = [
            _variant(entry, each, {}, readings=False) for entry, each in zip(_entries(part), counted, strict=True)
        ]
        return AuditReply(whole=whole(counted), variants=variants, corpus=name, lacks=lacks)

    def _near(self, part: Schema | Problem, beside: Beside) -> list[Near]:
        text = text_of(part)
        found: list[Similar | None] = [self.shelf.nearest(text)]
        if beside.collection is not None:
            if self._own is None or self._own[0] != beside.fingerprint:
                self._own = (beside.fingerprint, Texts(texts_of(beside.collection)))
            found.append(self._own[1].nearest(text, frozenset({beside.was} if beside.was else ())))
        return [Near(name=each.name, share=each.share, text=each.text) for each in found if each]

    def _domains(self, part: Schema | Problem) -> list[SuggestedDomain]:
        known = domains()
        names = self.topics.domains(_whole_text(part)) if self.topics else ()
        return [
            SuggestedDomain(name, known[name].covers, domain_name(name)) for name in names if name not in part.domains
        ]


def _whole_text(part: Schema | Problem) -> str:
    return "\n".join(question_of(entry).text for entry in _entries(part))


def lacking(draft: Draft) -> list[Lack]:
    """What a draft still needs before anything else can be said, in the author's language."""
    if draft.raw:
        return []
    if not draft.text.strip():
        return [Lack("text", sentence("lack-text"))]
    try:
        found = parse_marks(draft.text)
        plains = [found.expand(number) for number in range(found.variants)]
    except FormatError as error:
        name = MARKS.get(error.code or "")
        what = sentence(name) if name else sentence("mark-widths")
        return [Lack("text", what)]
    names = _lacks(draft, found.variants, [len(plain.anaphors) for plain in plains], len(plains[0].cues))
    return [Lack(field, sentence(name)) for field, name in names]


def _lacks(draft: Draft, variants: int, anaphors: list[int], cues: int) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    if 0 in anaphors and "anaphor:" not in draft.more:
        found.append(("text", "lack_anaphor"))
    if max(anaphors) > 1:
        found.append(("text", "mark_many"))
    if draft.kind == "schema" and variants < 2 and not cues:
        found.append(("text", "lack_special"))
    if draft.kind == "problem" and variants > 1:
        found.append(("text", "lack_one_text"))
    given = [number for number, each in enumerate(draft.candidates) if each.strip()]
    if len(given) < 2:
        found.append(("candidates", "lack_candidates"))
    elif "key:" not in draft.more and [key in given for key in draft.keys] != [True] * variants:
        found.append(("keys", "lack_keys"))
    return found


def _part(draft: Draft, language: str, lacks: list[Lack]) -> Schema | Problem | None:
    """The record, or None with the reason added to the lacks."""
    if any(lack.field == "text" for lack in lacks) and not draft.text.strip():
        return None
    try:
        return part_of(draft, language)
    except AnaphorError as error:
        if not lacks:
            field = (error.where.field if error.where else None) or ("more" if draft.raw else "text")
            lacks.append(Lack(field.partition("[")[0], _refusal(error)))
        return None


def _refusal(error: AnaphorError) -> str:
    """What is wrong, in the author's language where it is about marks; the file's reader speaks English."""
    if error.code in MARKS:
        return sentence(MARKS[error.code])
    said = f"{error.what}. {error.todo}" if error.todo else error.what
    return sentence("not-readable", what=said)


def _entries(part: Schema | Problem) -> tuple[Entry, ...]:
    return part.variants if isinstance(part, Schema) else (part.item,)


def _findings(part: Schema | Problem, language: str) -> list[FoundFlaw]:
    alone = Collection(
        name="draft",
        language=language,
        schemas=(part,) if isinstance(part, Schema) else (),
        problems=(part,) if isinstance(part, Problem) else (),
    )
    found: dict[str, FoundFlaw] = {}
    for each in worst_first(check(alone)):
        message = str(each.message)
        # What holds of both twins is said once.
        found.setdefault(message, FoundFlaw(each.severity.value, each.code, each.place, message))
    return list(found.values())


def _variant(entry: Entry, counted: Counted, models: dict[str, str], *, readings: bool = True) -> VariantReply:
    question = question_of(entry)
    key = entry.key if isinstance(entry, Item) else None
    shown = []
    for place, (candidate, found) in enumerate(
        zip(question.candidates, read_all(question) if readings else (), strict=False)
    ):
        right = None if key is None else place == key
        if isinstance(found, NoReading):
            shown.append(ShownReading(candidate.text, right, why=sentence(f"reading-{found.reason.value}")))
        else:
            slot, sureness = found.slot, found.sureness.value
            shown.append(ShownReading(candidate.text, right, found.text, slot.start, slot.end, sureness))
    return VariantReply(
        id=question.id,
        text=question.text,
        cue=" … ".join(cue.of(question.text) for cue in question.cues),
        answer=entry.answer if isinstance(entry, Item) else None,
        verdict=counted.verdict,
        readings=shown,
        pairs=list(counted.pairs),
        models=score_entry(entry, models),
    )
