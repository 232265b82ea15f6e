"""Which corpus a resolver counts in: the user's index or file of counts, or what the package carries."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from anaphor.answer import AbstentionReason, Answer
from anaphor.corpus import Counts, PairCount, is_counts_file, read_counts, shipped, shipped_languages
from anaphor.errors import InputError
from anaphor.provenance import fingerprint
from anaphor.resolver.choosing import abstain
from anaphor.resolver.protocol import Spec
from anaphor.schema import Question

Number = TypeVar("Number", int, PairCount)
_ANY_WORD = "a"


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusChoice:
    """Which counts answer for a question: one corpus, or what the package carries for each language."""

    own: Counts | None
    """The user's corpus; None: the package's counts."""

    def of(self, question: Question) -> Counts | None:
        """The counts in the question's language; None where there are none."""
        if self.own is not None:
            return self.own if self.own.language == question.language else None
        return shipped(question.language) if question.language in shipped_languages() else None

    @property
    def label(self) -> str:
        """Name of the corpus in tables."""
        return self.own.name if self.own else "shipped"

    @property
    def parts(self) -> dict[str, str]:
        """What was counted, for the signature."""
        if self.own is not None:
            return {"corpus": str(self.own.signature)}
        # The package's counts come from several corpora: their digits stand for the list, which the counts file holds.
        signatures = {code: str(shipped(code).signature) for code in shipped_languages()}
        return {f"corpus_{code}": f"shipped#{fingerprint(signature)}" for code, signature in signatures.items()}


def corpus_of(spec: Spec) -> CorpusChoice:
    """The counts that a spec names: an index, a file of counts, or nothing for what the package carries."""
    if spec.argument is None:
        return CorpusChoice(own=None)
    path = Path(spec.argument)
    if is_counts_file(path):
        return CorpusChoice(own=read_counts(path))
    from anaphor.corpus.index import open_index

    index = open_index(path)
    index.frequency(_ANY_WORD)  # an index that cannot be asked at all says so here, not at every question
    return CorpusChoice(own=index)


def counted(ask: Callable[[], Number | None]) -> Number | str:
    """What was counted; where it was not, or cannot be, why not: an emoji is no word, some indexes keep no text."""
    try:
        found = ask()
    except InputError as error:
        return error.what
    return "not counted in this corpus" if found is None else found


def without_counts(name: str, question: Question) -> Answer:
    """The abstention where the question's language has no counts."""
    detail = f"There are no counts for the language {question.language[:20]!r}."
    return abstain(name, question, AbstentionReason.UNKNOWN_WORDS, detail)
