"""What the checker can say: every code with its severity; the sentences are `collection-finding-CODE`."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from anaphor.text import Message, Value, message


class Severity(StrEnum):
    """How much a finding matters."""

    ERROR = "error"
    """The item does not do its work: mend it or drop it."""
    WARNING = "warning"
    """Probably a flaw: look at it."""
    NOTE = "note"
    """Worth knowing."""


_CODES = {
    Severity.ERROR: """
        anaphor-impersonal anaphor-in-candidate anaphor-reflexive candidates-alike concord-gender concord-number
        hidden-character mixed-scripts mojibake reference-anaphor-differs reference-key-differs
        reference-question-differs twins-do-not-flip
    """,
    Severity.WARNING: """
        anaphor-ambiguous anaphor-rival anaphor-unknown animacy-differs candidate-not-in-text
        candidates-of-different-gender concord-name domain-unknown final-clause language-unknown near-duplicate
        not-normalised position-unbalanced prompt-does-not-follow prompt-names-candidate prompt-not-a-question
        prompt-unrelated same-text status-without-reason too-long twins-differ-outside-the-marks
    """,
    Severity.NOTE: """
        anaphor-unfamiliar candidate-in-candidate candidate-only-by-head candidate-without-determiner concord-collective
        concord-unknown keys-missing known-text language-doubtful lone-candidate many-on-one-text many-words
        mixed-apostrophes no-twin prompt-missing spacing twin-candidates-differ twins-differ-much
    """,
}
CODES: Mapping[str, Severity] = {code: severity for severity, codes in _CODES.items() for code in codes.split()}
"""Every kind of finding with how much it matters; codes are stable."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something that the checker noticed at a place of a collection."""

    code: str
    """Its kind, one of `CODES`."""
    place: str
    """Id of the schema, problem or item; the collection's name for what concerns it as a whole."""
    details: Mapping[str, Value]
    """What the sentence needs to be concrete."""

    @property
    def severity(self) -> Severity:
        """How much it matters."""
        return CODES[self.code]

    @property
    def message(self) -> Message:
        """What is wrong and what to do, in one sentence or two."""
        return message(f"collection-finding-{self.code}", **self.details)


def finding(code: str, place: str, /, **details: Value) -> Finding:
    """A finding at a place."""
    return Finding(code=code, place=place, details=details)
