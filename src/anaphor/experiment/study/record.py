"""What people answered as the analysis sees it, wherever it was collected."""

from dataclasses import dataclass, field

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice
from anaphor.errors import ContentError
from anaphor.experiment.design.design import Counting, Exclusion, Trial, TrialKind

_STRICT = {"extra": "forbid"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What was asked in a trial, as far as it is known."""

    __pydantic_config__ = _STRICT
    trial: str
    """Id of the trial."""
    kind: TrialKind = TrialKind.ITEM
    """What the trial was for."""
    item: str | None = None
    """Id of the collection's question."""
    schema: str | None = None
    """Schema or problem of the item."""
    text: str | None = None
    """The sentence."""
    prompt: str | None = None
    """The question."""
    candidates: tuple[str, ...] = ()
    """The possible answers, in the order of the numbers that stand for them; empty: not known."""
    key: int | None = None
    """Index of the right candidate; None where there is none."""


def asked_of(trial: Trial) -> Asked:
    """A trial of a design as something asked."""
    return Asked(
        trial=trial.id,
        kind=trial.kind,
        item=trial.item,
        schema=trial.schema,
        text=trial.text,
        prompt=trial.prompt,
        candidates=trial.candidates,
        key=trial.key,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """One person's answer to one trial."""

    __pydantic_config__ = _STRICT
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
    key_side: int | None = None
    """Place on the screen of the key, from 0."""
    rt_ms: float | None = None
    """Reaction time in milliseconds."""
    hidden_ms: float = 0.0
    """How long the page was hidden meanwhile."""
    focus_losses: int = 0
    """How often the page lost the focus meanwhile."""
    again: bool = False
    """True: the same person had answered the same item before."""
    comment: str | None = None
    """What the person remarked."""
    at: float | None = None
    """When the answer arrived, in seconds since 1970."""

    @property
    def right(self) -> bool | None:
        """Whether the key was chosen; None where there is no key or no choice."""
        return None if self.key is None or self.choice is None else self.choice == self.key

    @property
    def name(self) -> str:
        """What was asked: the item where there is one, else the trial."""
        return self.item or self.trial

    def answer(self) -> Answer:
        """The same as an answer that agreement and scoring read."""
        reply = Abstention(reason=AbstentionReason.DECLINED) if self.choice is None else Choice(candidate=self.choice)
        seconds = None if self.rt_ms is None or self.rt_ms < 0 else self.rt_ms / 1000
        return Answer(respondent=self.person, question=self.name, reply=reply, seconds=seconds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """One person who started."""

    __pydantic_config__ = _STRICT
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
    restarts: int = 0
    """How often they came back and began again."""
    simulated: bool = False
    """True for simulated participants."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """Everything that was collected."""

    __pydantic_config__ = _STRICT
    name: str
    """Name of the study."""
    people: tuple[Person, ...]
    """Everybody who started."""
    responses: tuple[Response, ...]
    """Every answer."""
    asked: tuple[Asked, ...] = ()
    """Everything that could be asked, whether or not anybody answered it."""
    fingerprint: str | None = None
    """Fingerprint of the design, where there was one."""
    collection: str | None = None
    """Name of the collection."""
    collection_fingerprint: str | None = None
    """What exactly was asked."""
    exclusion: Exclusion = field(default_factory=Exclusion)
    """Who is left out, as declared beforehand."""
    counting: Counting | None = None
    """Whose answers count for paper 4's rule; None: not declared beforehand."""
    source: str | None = None
    """Where the answers come from, if not from a study of this program."""
    notes: tuple[str, ...] = ()
    """What was left out or guessed when the answers were read."""

    def __post_init__(self) -> None:
        known = {person.name for person in self.people}
        if len(known) < len(self.people):
            raise ContentError("experiment-two-people-study-same-name")
        stranger = next((each.person for each in self.responses if each.person not in known), None)
        if stranger is not None:
            raise ContentError("experiment-stranger", stranger=stranger)

    @property
    def simulated(self) -> bool:
        """Whether simulated participants are among the people; one is enough to make it a rehearsal."""
        return any(person.simulated for person in self.people)
