"""One answer of one person as the analysis sees it, wherever it was collected."""

from dataclasses import dataclass

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice
from anaphor.experiment.design import TrialKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """One person's answer to one trial."""

    person: str
    """Pseudonym."""
    trial: str
    """Id of the trial."""
    kind: TrialKind = TrialKind.ITEM
    """What the trial was for."""
    item: str | None = None
    """Id of the collection's question."""
    schema: str | None = None
    """Schema or problem of the item."""
    list_number: int | None = None
    """List of the person, from 1."""
    position: int | None = None
    """When in the study the trial was shown, from 1."""
    choice: int | None = None
    """Index of the chosen candidate; None: no answer."""
    key: int | None = None
    """Index of the right candidate; None where there is none."""
    side: int | None = None
    """Place on the screen of what was chosen, from 0."""
    rt_ms: float | None = None
    """Reaction time in milliseconds."""
    hidden_ms: float = 0.0
    """How long the page was hidden meanwhile."""
    focus_losses: int = 0
    """How often the page lost the focus meanwhile."""
    comment: str | None = None
    """What the person remarked."""
    at: float | None = None
    """When the answer arrived, in seconds since 1970."""

    @property
    def right(self) -> bool | None:
        """Whether the key was chosen; None where there is no key or no choice."""
        return None if self.key is None or self.choice is None else self.choice == self.key

    def answer(self) -> Answer:
        """The same as an answer that agreement and scoring read."""
        reply = Abstention(reason=AbstentionReason.DECLINED) if self.choice is None else Choice(candidate=self.choice)
        seconds = None if self.rt_ms is None or self.rt_ms < 0 else self.rt_ms / 1000
        return Answer(respondent=self.person, question=self.item or self.trial, reply=reply, seconds=seconds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """One person who started."""

    name: str
    """Pseudonym."""
    list_number: int | None = None
    """List, from 1."""
    finished: bool = True
    """Whether they ended the study."""
    withdrawn: bool = False
    """Whether they withdrew: their answers are gone."""
    consented: bool = True
    """Whether they agreed to take part."""
    adult: bool | None = None
    """What they said of their age."""
    native: bool | None = None
    """What they said of their language."""
    excluded: str | None = None
    """Why the organiser left them out by hand."""
    simulated: bool = False
    """True for made-up participants."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """Everything that was collected."""

    name: str
    """Name of the study."""
    people: tuple[Person, ...]
    """Everybody who started."""
    responses: tuple[Response, ...]
    """Every answer."""
    fingerprint: str | None = None
    """Fingerprint of the design, where there was one."""
    collection: str | None = None
    """Name of the collection."""
    collection_fingerprint: str | None = None
    """What exactly was asked."""

    @property
    def simulated(self) -> bool:
        """Whether nobody real took part."""
        return any(person.simulated for person in self.people)
