"""All files of a challenge's site, the pages and the evidence beside them: for a folder, or for a server."""

from datetime import UTC, datetime

from anaphor.challenge import JOURNAL, Challenge, Hearing, phase
from anaphor.challenge.evidence import EVIDENCE, head_of, journal_part, pieces
from anaphor.challenge.judging import judge
from anaphor.report.systems.challenge_pages import Shown, site_of


def site_files(
    challenge: Challenge, *, now: datetime | None = None, traces: bool = False, questions: bool = False
) -> dict[str, bytes]:
    """Every file by its path; scores stay hidden until they were announced. Traces hold every question."""
    when = now or (challenge.course.last if challenge.rules.rehearsal else None) or datetime.now(UTC)
    found = judge(challenge, when) if challenge.course.announced or challenge.course.concluded else None
    evidence = list(pieces(challenge, found, traces=traces, questions=questions))
    shown = Shown(
        rules=challenge.rules,
        phase=phase(challenge.rules.dates, challenge.course, when),
        judgement=found,
        head=head_of(journal_part(challenge)),
        heads=_heads(challenge) if found else (),
        downloads=tuple((f"{EVIDENCE}/{each.path}", each.kind, each.about) for each in evidence),
    )
    pages = {path: text.encode("utf-8", "surrogatepass") for path, text in site_of(shown).items()}
    return pages | {f"{EVIDENCE}/{each.path}": each.data for each in evidence}


def _heads(challenge: Challenge) -> tuple[tuple[str, str], ...]:
    """The last hash of the journal and of every trace that it speaks of, as far as it may be published now."""
    final = bool(challenge.course.concluded)
    runs = [
        (run.trace or "", run.head or "")
        for (_, _, which), run in challenge.course.runs.items()
        if run.head and (final or which is Hearing.RUN)
    ]
    return (JOURNAL, head_of(journal_part(challenge))), *runs
