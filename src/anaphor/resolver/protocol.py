"""The small protocol behind every machine that answers: questions without keys in, one answer each in order, which may
not depend on the other questions of the call, the twin above all. What a resolver is, exactly, is its signature."""

import inspect
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from anaphor.answer import TIE as TIE  # handed on to plug-ins, as version 0.1 offered it
from anaphor.answer import TRACED_TOKENS as TRACED_TOKENS
from anaphor.answer import Abstention, AbstentionReason, Answer, RespondentKind
from anaphor.answer import TracedAnswer as TracedAnswer
from anaphor.answer import choose as choose
from anaphor.answers import WORTH_ASKING_AGAIN
from anaphor.errors import AnaphorError, InputError
from anaphor.provenance import Signature
from anaphor.registry import Registry
from anaphor.result import Result
from anaphor.schema import Question
from anaphor.text import Message, is_known, joined, text

LONGEST_WAIT_S = 7 * 24 * 3600.0
"""The longest time that any setting may ask to wait; clocks and system calls refuse times without measure."""


class Resolver(Protocol):
    """A machine that answers questions, or abstains and says why."""

    @property
    def name(self) -> str:
        """Name in tables: short, the same for the same settings."""

    @property
    def signature(self) -> Signature:
        """Everything that could change an answer: model, settings, seed, versions."""

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """One answer for each question, in their order."""


@runtime_checkable
class PromptResolver(Protocol):
    """The ability of a resolver to hand over each answer as soon as it is there: a run loses none that was finished."""

    def as_they_come(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """One answer for each question, the same as those of `resolve`, in any order."""


@runtime_checkable
class BoundResolver(Protocol):
    """The ability of a resolver to say that it holds answers to one collection only."""

    def refuse_other(self, name: str, fingerprint: str, /) -> None:
        """Raise where the collection of that name and fingerprint is another one."""


@runtime_checkable
class PreparedResolver(Protocol):
    """The ability of a resolver to look at a whole collection first, and to say what it took for granted."""

    @property
    def notes(self) -> tuple[Message, ...]:
        """One sentence each, for the user."""

    def prepared_for(self, questions: Sequence[Question], /) -> Resolver:
        """The same resolver, for these questions: all of a collection, of which it may be asked some."""


@runtime_checkable
class MixedResolver(Protocol):
    """The ability of a resolver that asks other ones to hide from them what a run hides from a resolver."""

    def salted(self, salt: str, /) -> Resolver:
        """The same resolver, whose members see questions under names made with this salt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """What stands behind `--with`: NAME[:ARGUMENT][,key=value]…"""

    name: str
    argument: str | None = None
    """What it runs on: a model, an index, a file, a command."""
    settings: Mapping[str, str] = field(default_factory=dict)

    def needed(self, what: str | Message) -> str:
        """The argument; where there is none, a sentence says what it should be."""
        if self.argument is None:
            raise InputError("resolver-argument-missing", name=self.name, needed=what)
        return self.argument

    def takes_no_argument(self) -> None:
        """Refuse an argument: the resolver runs on nothing."""
        if self.argument is not None:
            raise InputError("resolver-argument-unwanted", name=self.name, argument=self.argument)

    def setting(self, name: str, default: str, allowed: Sequence[str] = ()) -> str:
        """The value of a setting; a value outside the allowed ones is refused."""
        value = self.settings.get(name, default)
        if allowed and value not in allowed:
            choices = joined(allowed, text("text-or"))
            raise InputError("resolver-setting-value", name=self.name, setting=name, value=value, allowed=choices)
        return value

    def number(
        self, name: str, default: float, *, at_least: float | None = None, at_most: float | None = None
    ) -> float:
        """The value of a setting that is a number."""
        written = self.settings.get(name)
        if written is None:
            return default
        try:
            value = float(written)
        except ValueError:
            raise InputError("resolver-no-number", name=self.name, setting=name, value=written) from None
        code, limit = "", 0.0
        if at_least is not None and not at_least <= value < math.inf:
            code, limit = "resolver-number-low", at_least
        elif not math.isfinite(value):
            code = "resolver-number-not-finite"
        elif at_most is not None and value > at_most:
            code, limit = "resolver-number-high", at_most
        if code:
            raise InputError(code, name=self.name, setting=name, value=written, limit=limit)
        return value

    def whole(self, name: str, default: int, *, at_least: int | None = None, at_most: int | None = None) -> int:
        """The value of a setting that is a whole number."""
        self.number(name, default, at_least=at_least, at_most=at_most)
        written = self.settings.get(name, str(default))
        try:
            return int(written)  # not through a float, which would round a long seed
        except ValueError:
            raise InputError("resolver-no-whole-number", name=self.name, setting=name, value=written) from None

    def flag(self, name: str, default: bool) -> bool:
        """The value of a setting that is yes or no."""
        return self.setting(name, "yes" if default else "no", ("yes", "no")) == "yes"

    def allow(self, *names: str) -> None:
        """Refuse settings that the resolver does not have."""
        unknown = sorted(set(self.settings) - set(names))
        if unknown:
            known = joined(names) if names else text("text-none")
            raise InputError("resolver-setting-unknown", name=self.name, setting=unknown[0], known=known)


_SETTING = re.compile(r"[^\W\d]\w*")
"""What the name of a setting looks like; `load_in_8bit` is one."""


def read_spec(written: str) -> Spec:
    """The spec written as NAME[:ARGUMENT][,key=value]…; an argument may hold commas and colons.

    >>> read_spec("causal:models/gpt,score=full").settings
    {'score': 'full'}
    >>> read_spec("causal:x,load_in_8bit=yes").settings
    {'load_in_8bit': 'yes'}
    >>> read_spec("command:python answer.py --a=1, 2").argument
    'python answer.py --a=1, 2'
    """
    head, *rest = written.split(",")
    settings: dict[str, str] = {}
    while rest:
        name, equals, value = rest[-1].partition("=")
        if not equals or not _SETTING.fullmatch(name.strip()):
            break  # a comma of the argument's own
        rest.pop()
        settings = {name.strip(): value.strip(), **settings}
    name, _, argument = ",".join([head, *rest]).partition(":")
    if not name.strip():
        raise InputError("resolver-no-name", written=written)
    return Spec(name=name.strip(), argument=argument.strip() or None, settings=settings)


Factory = Callable[[Spec], Resolver]
RESOLVERS: Registry[Factory] = Registry("resolver", "anaphor.resolvers")
"""What makes each resolver, by name: ours and those of other packages."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ResolverList(Result):
    """The resolvers that can be used."""

    resolvers: Mapping[str, Factory]
    """What makes each, by name."""
    broken: tuple[str, ...]
    """What is wrong with those that cannot."""

    def to_dict(self) -> dict[str, Any]:
        """The document that `resolver list --json` prints; what is not ours describes itself."""
        rows = []
        for name, part in self.resolvers.items():
            code = f"resolver-about-{name.replace('_', '-')}"
            what = text(code) if is_known(code) else (inspect.getdoc(part) or "").partition("\n")[0]
            rows.append({"name": name, "what": what})
        return {"resolvers": rows, "broken": list(self.broken)}


def available() -> ResolverList:
    """The resolvers that a spec can name, ours and those of other packages, with what each does.

    >>> "nearest" in available().resolvers
    True
    """
    usable, broken = RESOLVERS.usable()
    return ResolverList(resolvers=usable, broken=tuple(broken))


def make(written: str) -> Resolver:
    """The resolver that a spec describes."""
    spec = read_spec(written)
    try:
        made = RESOLVERS.get(spec.name)(spec)
        name: object = made.name
        signature: object = made.signature
        RespondentKind(getattr(made, "kind", RespondentKind.MACHINE))
        if isinstance(name, str) and isinstance(signature, Signature):
            return made
        raise TypeError("a resolver has a name and a Signature")
    except (AnaphorError, MemoryError):
        raise
    # A plug-in is other people's code: whatever it raises is one sentence for the user.
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {error}"
        raise AnaphorError("resolver-not-made", name=spec.name, reason=reason) from error


def answer_from_scores(
    respondent: str, question: Question, scores: Sequence[float], *, margin: float = 0.0, tie: float = TIE, **more: Any
) -> Answer:
    """The answer that follows from one score per candidate; `seconds` and traces (`TracedAnswer`) can go with it."""
    kind = TracedAnswer if "candidate_traces" in more else Answer
    given = {"scores": tuple(scores), **more}
    return kind(respondent=respondent, question=question.id, reply=choose(scores, margin=margin, tie=tie), **given)


def has_failed(answer: Answer) -> bool:
    """True for an answer that may come when the question is asked again."""
    return isinstance(answer.reply, Abstention) and answer.reply.reason in WORTH_ASKING_AGAIN


def abstain(
    respondent: str, question: Question, reason: AbstentionReason | Abstention, detail: str | None = None
) -> Answer:
    """An answer without a choice, and why."""
    reply = reason if isinstance(reason, Abstention) else Abstention(reason=reason, detail=detail)
    return Answer(respondent=respondent, question=question.id, reply=reply)
