"""A run: a whole collection asked, every answer kept as it comes, and taken up again where it stopped."""

import re
import tempfile
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from anaphor.answer import Answer, Respondent, RespondentKind, checked_share
from anaphor.answers import Run, RunHeader, RunWriter, run_header
from anaphor.answers import StoredRun as StoredRun  # handed on: where version 0.1 had them
from anaphor.answers import is_run as is_run
from anaphor.answers import read_run as read_run
from anaphor.collection import LoadSettings, column_mapping, load
from anaphor.document import fields_of
from anaphor.errors import InputError, OutputError, whole_numbers
from anaphor.files import MemoryTable, digest, is_path
from anaphor.parameters import act, group_of
from anaphor.progress import progress
from anaphor.provenance import written_path
from anaphor.resolver.asking.asking import ask, finds_by_id, in_asking_order
from anaphor.resolver.asking.functions import Answering, as_resolver
from anaphor.resolver.protocol import BoundResolver, PreparedResolver, Resolver, has_failed
from anaphor.resolver.settings import ResolveSettings
from anaphor.result import Result
from anaphor.schema import Collection
from anaphor.text import text

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """How a run is made, besides the resolver."""

    source: str
    """The collection as given: a path or a name."""
    given: Mapping[str, str] = field(default_factory=dict)
    """What else was given on the command line, for the header: `with` is the resolver, then how the file is read."""
    limit: int | None = None
    """Ask only the first so many questions of the collection; the rest can follow later."""
    again: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class FinishedRun(Run, Result):
    """Where a run stands when it ends: in a frame, one row per item."""

    asked: int
    """How many questions were asked now; the others had their answers from an earlier start."""

    def to_dict(self) -> dict[str, Any]:
        """The document that `resolve --json` prints."""
        header, abstentions = self.header, self.abstentions
        return {
            "run": self.path and str(self.path),
            **fields_of(header, "collection", "fingerprint"),
            "respondent": header.respondent.name,
            **fields_of(header, "signature", "questions"),
            "answers": len(self.answers),
            **fields_of(self, "asked", "missing"),
            "choices": len(self.answers) - sum(abstentions.values()),
            "abstentions": abstentions,
            "replies": fields_of(self.replies, "answered", "failed", "declined"),
            **fields_of(self, "most_failed", "trusted"),
            "tokens": {str(tokens): count for tokens, count in self.tokens.items()},
            "usage": self.usage,
        }


@act(ResolveSettings)
def resolve(
    collection: str | Path | Collection | MemoryTable,
    resolver: str | Resolver | Answering,
    settings: ResolveSettings,
) -> FinishedRun:
    """A collection put to a resolver: the run with its answers, which `score` judges.

    The collection is a path, a name of the catalogue, a `Collection` or a table in memory; `reading` says how it is
    read, as `load` takes it. The resolver is a spec such as `"ngram"` or `"causal:PATH,score=full"` (`available` lists
    them), a `Resolver`, or a function of one parameter. A function gets a question, or a list of questions where its
    parameter is annotated so or `batch` is given (True: all at once; a number: at most so many in a call). To each it
    answers with a candidate, its text or its index, with one score per candidate (a list, or a mapping from their
    texts), or with None, which abstains. It never sees a key, and ids and the order of candidates tell nothing.
    `name` is what the function is called in tables. `version` says in your words what could change its answers, such as
    a model; it then stands for the code, a digest of which otherwise keeps an edited function from going on with a run.

    The run is in memory, unless `output` names its file, or `folder` a folder in which it has a file of its own: with
    these, the same call goes on where an earlier one was stopped. Whatever stops a run in memory, the answers so far
    are written to a file, which a note of the exception names. `limit` asks only the first so many questions, `again`
    asks once more what failed or timed out. Where a larger share than `most_failed` failed, the run is kept, and says
    that it is not `trusted`.

    >>> def longest(question):
    ...     return max(question.candidates, key=lambda candidate: len(candidate.text))
    >>> len(resolve("anaphor-fr", longest, limit=10).answers)
    10
    """
    limit, batch, output, folder = settings.limit, settings.batch, settings.output, settings.folder
    whole_numbers(limit=limit, batch=batch)
    checked_share(settings.most_failed)
    for setting, value in (("limit", limit), ("batch", batch)):
        if value is not None and value is not False and value < 1:
            raise InputError("resolve-no-number", setting=setting, value=str(value))
    asked = load(collection, **group_of(LoadSettings, settings))
    machine = as_resolver(resolver, name=settings.name, batch=batch, version=settings.version)
    path = Path(output) if output else default_path(asked, machine, folder) if folder else None
    source = written_path(str(collection)) if is_path(collection) else asked.name
    pairs = [f"{ours}={theirs}" for ours, theirs in column_mapping(settings.columns).items()]
    more = {"split": settings.split, "count_from": settings.count_from}
    pairs += [f"{each}={value}" for each, value in more.items() if value is not None]
    read = {"format": settings.format, "language": settings.language, "columns": " ".join(pairs)}
    kept = {each: value for each, value in {"with": resolver, **read}.items() if isinstance(value, str) and value}
    how = RunSettings(source=source, given=kept, limit=limit, again=settings.again)
    with progress(text("resolve-progress", resolver=machine.name, collection=asked.name)) as bar:
        return replace(run_collection(asked, machine, path, how, bar), most_failed=settings.most_failed)


def default_path(collection: Collection, resolver: Resolver, folder: str | Path = "runs") -> Path:
    """A file of its own for each collection, resolver and setting, in a folder."""
    name = "-".join(re.sub(r"[^\w.=-]+", "-", part).strip("-.")[:60] for part in (collection.name, resolver.name))
    return Path(folder) / f"{name}-{digest(f'{collection.fingerprint}|{resolver.signature}', 6)}.jsonl"


def run_collection(
    collection: Collection,
    resolver: Resolver,
    path: Path | None,
    settings: RunSettings,
    show: Progress = lambda done, total: None,
) -> FinishedRun:
    """Ask all questions of a collection that the run in `path` has no answer to, and write the answers there; without a
    path they are in memory, and where the work is stopped in a file that a note of the exception names."""
    if isinstance(resolver, BoundResolver):
        resolver.refuse_other(collection.name, collection.fingerprint)
    wanted = collection.questions[: settings.limit]
    if isinstance(resolver, PreparedResolver):
        resolver = resolver.prepared_for(collection.questions)
    said = resolver.notes if isinstance(resolver, PreparedResolver) else ()
    header, fresh = header_of(collection, resolver, settings), dict[str, Answer]()
    with RunWriter(path, header) if path else nullcontext() as writer:
        known = {answer.question: answer for answer in (writer.kept if writer else ())}
        again = {name for name, answer in known.items() if settings.again and has_failed(answer)}
        still_open = [question for question in wanted if question.id not in known or question.id in again]
        show(len(wanted) - len(still_open), len(wanted))
        in_order = in_asking_order(resolver, still_open, salt=collection.fingerprint)
        try:
            for answer in ask(resolver, in_order, salt=collection.fingerprint, promptly=True):
                fresh[answer.question] = answer if answer.at else replace(answer, at=datetime.now(UTC))
                if writer:
                    writer.append(fresh[answer.question])
                show(len(wanted) - len(still_open) + len(fresh), len(wanted))
        except BaseException as error:
            if fresh or known:
                kept = path or _rescued(default_path(collection, resolver), header, fresh)
                error.add_note(text("resolve-stopped" if path else "resolve-kept", path=str(kept)))
            raise
    known |= fresh
    return FinishedRun(
        path=path,
        collection=collection,
        header=writer.header if writer else header,
        answers=tuple(known[question.id] for question in collection.questions if question.id in known),
        asked=len(still_open),
        dropped=writer.dropped if writer else False,
        said=said,
    )


def _rescued(path: Path, header: RunHeader, answers: Mapping[str, Answer]) -> Path:
    """The file in which the answers of a run in memory are kept when it is stopped."""
    try:
        writer = RunWriter(path, header)
    except OutputError:  # a folder where nothing can be written
        path = Path(tempfile.mkdtemp(prefix="anaphor-")) / path.name
        writer = RunWriter(path, header)
    with writer:
        for answer in answers.values():
            writer.append(answer)
    return path


def header_of(collection: Collection, resolver: Resolver, settings: RunSettings) -> RunHeader:
    kind = RespondentKind(getattr(resolver, "kind", RespondentKind.MACHINE))
    return run_header(
        collection,
        Respondent(name=resolver.name, kind=kind),
        resolver.signature,
        source=settings.source,
        given=settings.given,
        blind=not finds_by_id(resolver),
    )
