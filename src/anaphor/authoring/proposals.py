"""Proposals: pronoun problems found in text, with their source and the reasons of their rank."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anaphor.language import AnaphorKind
from anaphor.result import Result
from anaphor.schema import Collection, Item, Problem, Span, question_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedProblem:
    """A problem that was found in a text, and why it stands where it stands."""

    problem: Problem
    """The problem, as the collection has it."""
    work: str
    """The file or document that it comes from."""
    kind: AnaphorKind
    """The work that its anaphor does."""
    usefulness: float
    """From 0 to 1; the first of a list are the most useful."""
    reasons: Mapping[str, float]
    """What each criterion gave, from 0 to 1, by its name."""
    places: tuple[Span, ...] = ()
    """Where each candidate stands last before the pronoun, in the passage."""
    chain: tuple[str, ...] = ()
    """With gold: the mentions of what the pronoun takes up, in the passage."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Proposals(Result):
    """What was found in some texts, the most useful first."""

    collection: Collection
    """The proposals as a collection: without keys where the texts have none."""
    proposals: tuple[ProposedProblem, ...]
    """In the order of the collection."""
    words: int
    """Words that were read."""
    anaphors: int
    """Third-person pronouns among them."""
    found: int
    """Problems before the best were chosen."""
    dropped: Mapping[str, int]
    """Problems that were dropped, by reason."""
    output: Path | None = None
    """The file that was written."""

    def to_dict(self) -> dict[str, Any]:
        """The document that `collection find --json` prints."""
        rows = []
        for proposal in self.proposals:
            item = proposal.problem.item
            question = question_of(item)
            rows.append(
                {
                    "id": proposal.problem.id,
                    "text": question.text,
                    "anaphor": question.anaphor_form,
                    "candidates": [candidate.text for candidate in question.candidates],
                    "kind": proposal.kind.value,
                    "answer": item.answer if isinstance(item, Item) else None,
                    "source": proposal.problem.source,
                    "usefulness": proposal.usefulness,
                    "reasons": dict(proposal.reasons),
                }
            )
        counts = {"words": self.words, "anaphors": self.anaphors, "found": self.found, "dropped": dict(self.dropped)}
        return {**counts, "output": str(self.output) if self.output else None, "proposals": rows}
