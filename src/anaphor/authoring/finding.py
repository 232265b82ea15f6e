"""Finding problems in text: from files to ranked proposals, a block of text at a time, in one process or several."""

import heapq
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from anaphor.authoring.gold import GoldDocument, gold_documents, is_spaced
from anaphor.authoring.passages import PassageDraft, drafts_in
from anaphor.authoring.proposals import Proposals, ProposedProblem
from anaphor.authoring.ranking import association_level, model_doubt, reasons_of, spread, usefulness_of
from anaphor.authoring.settings import FindOptions, FindSettings
from anaphor.authoring.works import Work, work_of, works_table
from anaphor.collection import save
from anaphor.corpus import (
    CorpusSource,
    FileReader,
    Part,
    ReadingSettings,
    SourceFile,
    TextBlock,
    TextInputs,
    files_of,
    settings_of,
    text_source,
)
from anaphor.errors import InputError, member_of
from anaphor.language import LANGUAGES, AnaphorKind, NoReading, Sureness, language_evidence, outline_of, rules_of
from anaphor.parameters import act
from anaphor.processes import WorkerPool, process_context
from anaphor.progress import Progress, progress
from anaphor.provenance import Signature, fingerprint
from anaphor.schema import Candidate, Collection, Item, Mark, Origin, Problem, Question, Span, Status, question_of
from anaphor.text import Message, joined, message, text

_PART = 1 << 24
"""Bytes of text that a process reads at a time."""
_LONGEST = 20_000
"""Characters of a paragraph; a file without line ends is cut behind a full stop."""
_KEPT = 8
"""Drafts kept for each proposal that is asked for, until their readings are made; of each of many parts two."""
_POOL = 40
"""Proposals of all parts kept for each that is asked for."""
_STOP = re.compile(r"(?<=[.!?…]) ")
_PLAIN = re.compile(r"[^\w.-]+")


class Paragraph(NamedTuple):
    """A paragraph, and where it comes from."""

    text: str
    start: int
    """Where it begins in its document."""
    number: int
    document: str
    work: Work
    gold: GoldDocument | None = None

    def chain(self, start: int, end: int) -> str | None:
        """What the annotation says a stretch of it speaks of."""
        return self.gold.chain_of(self.start + start, self.start + end) if self.gold else None


class _Kept(NamedTuple):
    """A draft that is among the best so far; compared by its usefulness, then its id."""

    usefulness: float
    id: str
    problem: Problem
    draft: PassageDraft
    reasons: dict[str, float]
    chain: tuple[str, ...]


@dataclass(kw_only=True)
class Harvest:
    """What was found in a part of the inputs."""

    language: str
    settings: FindSettings
    words: int = 0
    anaphors: int = 0
    found: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    proposals: list[ProposedProblem] = field(default_factory=list)
    licences: set[str] = field(default_factory=set)
    kept: int = 0
    """Drafts whose readings are made."""
    _best: list[_Kept] = field(default_factory=list)

    def look_at(self, paragraph: Paragraph) -> None:
        """Keep the drafts of a paragraph that are among the best so far."""
        rules, settings, gold = LANGUAGES.get(self.language), self.settings, paragraph.gold
        self.words += paragraph.text.count(" ") + bool(paragraph.text)
        outline = outline_of(rules, paragraph.text)
        self.anaphors += len(outline.places)
        entity_of = (lambda phrase: paragraph.chain(phrase.start, phrase.end)) if gold else None
        drafts = drafts_in(
            paragraph.text, rules, outline, entity_of, sentences=settings.sentences, things=settings.things
        )
        for draft in drafts:
            own = paragraph.chain(draft.place.start, draft.place.end)
            key = next((n for n, mention in enumerate(draft.candidates) if own and mention.entity == own), None)
            if why := self._unwanted(draft, key, gold):
                self.dropped[why] += 1
                continue
            self.found += 1
            self.licences.update(filter(None, [paragraph.work.licence]))
            reasons, start = reasons_of(draft, key), paragraph.start
            mentions = (
                gold.words_of(start + draft.passage.start, start + draft.passage.end, own) if gold and own else ()
            )
            problem = self._problem(draft, key, paragraph)
            heapq.heappush(self._best, _Kept(usefulness_of(reasons), problem.id, problem, draft, reasons, mentions))
            if len(self._best) > self.kept:
                heapq.heappop(self._best)

    def _unwanted(self, draft: PassageDraft, key: int | None, gold: GoldDocument | None) -> str:
        settings, words = self.settings, draft.text.count(" ") + 1
        checks = (
            ("kind", bool(settings.kinds) and draft.analysis.kind not in settings.kinds),
            ("length", not settings.shortest <= words <= settings.longest or "\t" in draft.text),
            ("candidates", len(draft.candidates) > settings.candidates),
            ("no-key", gold is not None and key is None),
            ("loose", draft.loose > 0),
            ("no-subject", not any(mention.was_subject for mention in draft.candidates)),
            ("heading", any(word.isupper() and len(word) > 3 for word in draft.text.split())),
        )
        return next((why for why, holds in checks if holds), "")

    def _problem(self, draft: PassageDraft, key: int | None, paragraph: Paragraph) -> Problem:
        name = f"{paragraph.document}-{paragraph.number}-{draft.place.start}"
        question = Question(
            id=_PLAIN.sub("-", name).strip("-"),
            language=self.language,
            text=draft.text,
            anaphor=Mark(start=draft.mark.start, end=draft.mark.end),
            candidates=tuple(Candidate(text=mention.phrase.text) for mention in draft.candidates),
        )
        return Problem(
            id=question.id,
            item=question if key is None else Item(question=question, key=key),
            source=paragraph.work.source(f"§ {paragraph.number}"),
            genre=paragraph.work.genre or None,
            origin=Origin.VERBATIM,
            status=Status.UNVALIDATED,
        )

    def word(self, work: str) -> None:
        """Make proposals of the best drafts: those whose candidates all have a grammatical reading."""
        rules = LANGUAGES.get(self.language)
        for best in sorted(self._best, key=lambda waiting: (-waiting.usefulness, waiting.id)):
            question, draft = question_of(best.problem.item), best.draft
            assert isinstance(question.anaphor, Mark)
            read = [
                rules.readings(question.text, question.anaphor.span, candidate.text)
                for candidate in question.candidates
            ]
            if any(isinstance(readings, NoReading) or readings[0].sureness is Sureness.DOUBTFUL for readings in read):
                self.dropped["reading"] += 1
                continue
            heads = [mention.phrase.head for mention in draft.candidates if not mention.concord.is_name]
            level = association_level(rules, question, heads, draft.mark.end) if len(heads) > 1 else None
            reasons = best.reasons if level is None else {**best.reasons, "level": level}
            places = [(mention.phrase.start - draft.passage.start, mention.phrase.end) for mention in draft.candidates]
            self.proposals.append(
                ProposedProblem(
                    problem=best.problem,
                    work=work,
                    kind=draft.analysis.kind,
                    usefulness=usefulness_of(reasons),
                    reasons=reasons,
                    chain=best.chain,
                    places=tuple(Span(start=start, end=end - draft.passage.start) for start, end in places),
                )
            )
        self._best.clear()
        self.proposals = list(spread(self.proposals, 2 * self.settings.limit))

    def add(self, other: "Harvest") -> None:
        """Take up what was found in another part: of the same passage once, of all the most useful."""
        self.words += other.words
        self.anaphors += other.anaphors
        self.found += other.found
        self.dropped += other.dropped
        self.licences |= other.licences
        pooled = {question_of(proposal.problem.item).text: proposal for proposal in (*other.proposals, *self.proposals)}
        best = heapq.nsmallest(
            _POOL * self.settings.limit, pooled.values(), lambda proposal: (-proposal.usefulness, proposal.problem.id)
        )
        self.proposals = best


@dataclass(frozen=True, slots=True, kw_only=True)
class _Job:
    """A part of a file, for a process."""

    file: SourceFile
    part: Part
    reading: ReadingSettings
    language: str
    settings: FindSettings
    works: Mapping[str, Work]
    said: Work
    gold: bool
    kept: int

    def run(self) -> Harvest:
        """What is found in it."""
        harvest = Harvest(language=self.language, settings=self.settings, kept=self.kept)
        for paragraph in self._paragraphs():
            harvest.look_at(paragraph)
        harvest.word(self.file.name)
        return harvest

    def _paragraphs(self) -> Iterator[Paragraph]:
        header = None if self.file.archive else work_of(self.file.path, self.file.name)
        documents = gold_documents(self.file.path) if self.gold else None
        for document in documents or ():
            work = self._work(document.name, header)
            for number, (start, line) in enumerate(_lines(document.text), 1):
                yield Paragraph(line, start, number, document.name, work, document)
        if documents is not None:
            return
        number, source = 0, ""
        for block in FileReader(self.reading).blocks(self.file.path, part=self.part, name=self.file.name):
            number, source, stem = number if block.source == source else 0, block.source, Path(block.source).stem
            name = f"{stem}-{self.part.index + 1}" if self.part.count > 1 else stem
            text = block.text.decode() if isinstance(block, TextBlock) else "\n".join(map(_typeset, block.sentences))
            for start, line in _lines(text):
                number += 1
                yield Paragraph(line, start, number, name, self._work(stem, header))

    def _work(self, stem: str, header: Work | None) -> Work:
        """What is said of a work: by the user, by the table, by its header; its name is its title failing that."""
        sources = (self.said, self.works.get(stem, Work()), header or Work(title=stem))
        return Work(*(next(filter(None, values), "") for values in zip(*sources, strict=True)))


def _typeset(sentence: Sequence[tuple[str, str | None]]) -> str:
    line = before = ""
    for form, _ in sentence:
        line += f" {form}" if before and is_spaced(before, form) else form
        before = form
    return line


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The paragraphs of a text, each with its place; one without end is cut behind full stops."""
    start = 0
    for line in text.split("\n"):
        if len(line) <= _LONGEST:
            yield start, line.rstrip("\r")
        else:
            held = 0
            for match in _STOP.finditer(line):
                if match.end() - held > _LONGEST // 4:
                    yield start + held, line[held : match.start()]
                    held = match.end()
            yield start + held, line[held:]
        start += len(line) + 1


@act(FindOptions)
def find(inputs: TextInputs, settings: FindOptions) -> Proposals:
    """Pronoun problems proposed from texts, the most useful first; with `output`, written as a native collection.

    `inputs` are files, folders or patterns in any source format, or running text in memory. Coreference corpora
    (CorefUD, CoNLL-2012, brat) give keys, unless `gold` is False; other texts give problems without keys, for people
    to answer. `works` is a table of works (`file`, `title`, `author`, `licence`, `genre`); `author`, `licence` and
    `genre` are said of all. With `models`, the shipped n-gram model is asked about the best.
    """
    output, works, language = settings.output, settings.works, settings.language
    wanted, read = settings.settings or FindSettings(), settings_of(settings)
    if output is not None:  # said before the search, which may be long
        path = Path(output)
        if path.suffix.lower() not in (".yaml", ".yml") or path.is_dir() or not path.resolve().parent.is_dir():
            raise InputError("authoring-output", path=str(path))
    with text_source(_without_standoff(inputs), read) as (_, source), progress(text("authoring-looking")) as move:
        code = language_of_texts(source, language, settings.gold, settings.hear)
        for kind in wanted.kinds:
            member_of(AnaphorKind, kind, "kind", rules_of(LANGUAGES.get(code)).outlined_kinds)
        job = _Job(
            file=source.files[0],
            part=Part(),
            reading=read,
            language=code,
            settings=wanted,
            works=works_table(Path(works)) if works else {},
            said=Work(author=settings.author, licence=settings.licence, genre=settings.genre),
            gold=settings.gold,
            kept=0,
        )
        jobs: list[_Job] = []
        for file in source.files:  # a small one, and one that cannot be divided, is read as one part
            count = 1 + file.weight // _PART if file.divisible or file.archive else 1
            jobs += [replace(job, file=file, part=Part(index=index, count=count)) for index in range(count)]
        most = wanted.limit * max(2, _KEPT // len(jobs))
        harvest = Harvest(language=code, settings=wanted)
        for part in _run([replace(job, kept=most) for job in jobs], settings.processes, move):
            harvest.add(part)
    best = list(spread(harvest.proposals, 2 * wanted.limit))
    doubts = (
        model_doubt([question_of(proposal.problem.item) for proposal in best])
        if settings.models and best
        else [None] * len(best)
    )
    best = [_with_doubt(one, doubt) for one, doubt in zip(best, doubts, strict=True)]
    chosen = spread((proposal for proposal in best if proposal.usefulness >= wanted.least), wanted.limit)
    signature = Signature.of(find=code, settings=fingerprint(wanted), gold=settings.gold, models=settings.models)
    collection = Collection(
        name=(Path(output).name.partition(".")[0] if output else "") or "proposals",
        language=code,
        licence=harvest.licences.pop() if len(harvest.licences) == 1 else None,
        problems=tuple(proposal.problem for proposal in chosen),
        notes=text("authoring-made-by", signature=str(signature)),
    )
    if output is not None:
        save(collection, Path(output))
    return Proposals(
        collection=collection,
        proposals=chosen,
        words=harvest.words,
        anaphors=harvest.anaphors,
        found=harvest.found,
        dropped=dict(harvest.dropped),
        output=None if output is None else Path(output),
    )


def _without_standoff(inputs: TextInputs) -> TextInputs:
    """The inputs without brat's annotations, which stand beside their texts."""
    if isinstance(inputs, str | PathLike):
        inputs = [inputs]
    if not isinstance(inputs, list | tuple):
        return inputs
    paths = files_of([str(path) for path in inputs])
    texts = {str(Path(path).with_suffix(".ann")) for path in paths if path.endswith(".txt")}
    return [path for path in paths if path not in texts]


def language_of_texts(source: CorpusSource, stated: str | None, gold: bool, hear: Callable[[Message], None]) -> str:
    """The language that is said, or that the texts look like; one without outlines is refused."""
    code = stated
    if code is None:
        document = next(gold_documents(source.files[0].path) or iter(()), None) if gold else None
        seen = language_evidence(document.text.split("\n")) if document else source.looks_like()
        code = seen.code or seen.texts[0][0] if seen.texts else None
        if code is None:
            raise InputError("authoring-language-unknown", known=", ".join(_outlined()))
        hear(message("authoring-language-found", language=code))
    if code not in _outlined():
        raise InputError("authoring-no-outline", language=code, known=", ".join(_outlined()))
    return code


def _outlined() -> list[str]:
    """The languages in whose texts problems can be found."""
    return [code for code, language in LANGUAGES.usable()[0].items() if rules_of(language).outline]


def _run(jobs: Sequence[_Job], processes: int, move: Progress) -> Iterator[Harvest]:
    if processes == 1 or len(jobs) == 1:
        harvests: Iterable[Harvest] = map(_Job.run, jobs)
        yield from _with_progress(harvests, len(jobs), move)
        return
    with WorkerPool(min(processes, len(jobs)), mp_context=process_context("anaphor.authoring.finding")) as pool:
        pending = deque(pool.submit(_Job.run, job) for job in jobs)
        yield from _with_progress((pending.popleft().result() for _ in jobs), len(jobs), move)


def _with_progress(made: Iterable[Harvest], total: int, move: Progress) -> Iterator[Harvest]:
    for done, harvest in enumerate(made, 1):
        move(done, total)
        yield harvest


def _with_doubt(proposal: ProposedProblem, doubt: float | None) -> ProposedProblem:
    """The proposal with what the model says, and the reasons of its rank written down for its author."""
    reasons = {**proposal.reasons, **({} if doubt is None else {"undecided": doubt})}
    listed = joined(text(f"authoring-reason-{name}", value=value) for name, value in reasons.items())
    notes = text("authoring-notes", usefulness=usefulness_of(reasons), reasons=listed)
    if proposal.chain:
        notes = f"{notes} {text('authoring-chain', mentions=joined(proposal.chain))}"
    why = text("authoring-from-gold" if isinstance(proposal.problem.item, Item) else "authoring-unvalidated")
    problem = replace(proposal.problem, notes=notes, reason=why)
    return replace(proposal, problem=problem, usefulness=usefulness_of(reasons), reasons=reasons)
