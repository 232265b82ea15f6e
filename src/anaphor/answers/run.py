"""A run: what one respondent answered to a collection, and what its user should know of it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from anaphor import __version__
from anaphor.answer import (
    FAILURES,
    MOST_FAILED,
    Abstention,
    AbstentionReason,
    Answer,
    ReplyCounts,
    Respondent,
    count_replies,
)
from anaphor.answers.run_file import RunHeader, RunWriter, decided_tokens, totals
from anaphor.files import whole_number
from anaphor.provenance import Signature, writable
from anaphor.schema import Collection
from anaphor.text import Message, joined, message, number

WORTH_ASKING_AGAIN = frozenset({AbstentionReason.FAILED, AbstentionReason.TIMEOUT})
"""Reasons that lie with the machine or the network, not with the question."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Run:
    """The answers of one respondent to the questions of a collection, whoever gave them and wherever they stood."""

    path: Path | None
    """Its file; None where it is in memory only, until it is saved."""
    collection: Collection
    """What was asked."""
    header: RunHeader
    answers: tuple[Answer, ...]
    """All answers, those of earlier starts included, in the collection's order."""
    dropped: bool = False
    """Whether a half-written last line of an earlier start was dropped."""
    said: tuple[Message, ...] = ()
    """What is to be said of how it was read: which columns were taken for what, what a resolver read."""
    most_failed: float = MOST_FAILED
    """Largest share of failures with which the run counts as done, and is ranked."""

    @property
    def replies(self) -> ReplyCounts:
        """How many questions were answered, failed, or were declined."""
        reasons = [each.reply.reason for each in self.answers if isinstance(each.reply, Abstention)]
        return count_replies(reasons, answered=len(self.answers) - len(reasons))

    @property
    def trusted(self) -> bool:
        """Whether failures are few enough for the answers to tell of the system."""
        return self.replies.unranked(self.most_failed) != "failed"

    @property
    def abstentions(self) -> dict[str, int]:
        reasons = Counter(each.reply.reason.value for each in self.answers if isinstance(each.reply, Abstention))
        return dict(sorted(reasons.items()))

    @property
    def missing(self) -> int:
        return self.header.questions - len(self.answers)

    @property
    def usage(self) -> dict[str, float]:
        return totals(self.answers)

    @property
    def tokens(self) -> dict[int, int]:
        """How many choices rest on how many tokens, where the answers say it."""
        return decided_tokens(self.answers)

    def save(self, path: str | Path) -> Path:
        """Write the run to a file of its own, which `score` reads and `resolve(…, output=path)` goes on with."""
        with RunWriter(Path(path), self.header) as writer:
            for answer in self.answers:
                writer.append(answer)
        return Path(path)

    @property
    def notes(self) -> tuple[Message, ...]:
        """What the user should know: a line that was dropped, questions that can be asked again or otherwise."""
        found = list(self.said)
        if self.dropped:
            found.append(message("resolve-line-dropped", path=str(self.path)))
        if failed := sum(self.abstentions.get(reason, 0) for reason in WORTH_ASKING_AGAIN):
            found.append(message("resolve-failed", path=str(self.path or "–"), count=failed))
        silent = self.abstentions.get(AbstentionReason.SEVERAL_SENTENCES, 0)
        if silent and "sentences:abstain" in self.header.signature.split("|"):
            found.append(message("resolve-several-sentences", count=silent, answers=len(self.answers)))
        replies = [each.reply for each in self.answers if isinstance(each.reply, Abstention)]
        unread = [each.detail or "" for each in replies if each.reason is AbstentionReason.UNREADABLE]
        if unread:
            found.append(message("resolve-unreadable", count=len(unread), first=unread[0]))
        cut = self.abstentions.get(AbstentionReason.CUT_OFF, 0)
        if cut:
            found.append(message("resolve-cut-off", count=cut))
        if self.replies.unranked(self.most_failed) == "silent":
            found.append(message("resolve-silent", answers=len(self.answers)))
        if not self.trusted:
            counts = self.replies
            told = [f"{reason} {number(count)}" for reason, count in self.abstentions.items() if reason in FAILURES]
            found.append(
                message(
                    "resolve-untrusted",
                    failed=counts.failed,
                    answers=counts.asked,
                    share=number(100 * counts.share(counts.failed), 2),
                    most=number(100 * self.most_failed, ".4g"),
                    reasons=joined(told),
                    kept="yes" if self.path else "no",
                    path=str(self.path or ""),
                )
            )
        return tuple(found)


def run_header(  # noqa: PLR0913  # what a header says
    collection: Collection,
    respondent: Respondent,
    signature: Signature,
    *,
    source: str,
    given: Mapping[str, str],
    blind: bool,
) -> RunHeader:
    """The header of a run that begins now; `source` is the collection as given, `given` what else was asked for."""
    return RunHeader(
        collection=writable(collection.name),
        fingerprint=collection.fingerprint,
        source=source,
        questions=len(collection.questions),
        respondent=replace(respondent, name=writable(respondent.name)),
        signature=writable(str(signature)),
        settings=writable(given),
        seed=whole_number(dict(signature.parts).get("seed", "")),
        blind=blind,
        started=datetime.now(UTC),
        anaphor=__version__,
        sums=True,
    )
