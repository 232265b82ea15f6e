"""A challenge as sections: verdicts and bars, rules and evidence, which isolation layers hold, what came of a try."""

import re
import shlex
from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

from anaphor import challenge
from anaphor.answer import Abstention, Choice
from anaphor.challenge import (
    ChallengeStatus,
    EntryVerdict,
    Judgement,
    Publication,
    RoundResult,
    Rules,
    Verdict,
    change_text,
    judgement_document,
    moment,
    percent,
    percents,
    word,
)
from anaphor.document import fields_of, taken
from anaphor.report.cells import line_of, section_of
from anaphor.report.figures.drawing import COLOURS, MARKERS, named_shares, new_axes
from anaphor.report.figures.scoring import short_names
from anaphor.report.html.challenge_site import bar_lines, broken_rules, counted_name, headline, pair_names, site_files
from anaphor.result import Renderer, Result
from anaphor.section import Block, Cell, Drawing, Figure, Section, Table, Text, VerdictBlock, VerdictOutcome
from anaphor.text import choice, joined, number, probability, text

_COMMANDS = {"ENTER": "enter", "RUN": "run", "ANNOUNCE": "judge", "RERUN": "rerun", "CONCLUDE": "judge --final"}
_LAST_LINES = 3
"""Lines of standard error that a terminal shows."""


def challenge_section(found: Judgement) -> Section:
    """The verdicts, the bars, and what must be known to read them."""
    names = ("entry", "round", "rank", counted_name(found.rules.metric), "interval", "state", "verdict", "why")
    rows = tuple(_row(each) for each in found.entries)
    parts: list[Block] = [Table(columns=_columns(*names), rows=rows, caption=text("challenge-page-verdicts"))]
    parts += [Figure(draw=partial(standing_figure, each)) for each in found.rounds if each.rows]
    if broken := tuple(broken_rules(found)):
        parts.append(Text(lines=broken))
    for each in found.rounds:
        title = text("challenge-page-round-title", name=each.rules.name, questions=len(each.targets))
        parts += [_talk(title, *bar_lines(each, found.rules)), _pairs(each)]
    if changes := tuple(str(change_text(each, found.rules)) for each in found.changes):
        parts.append(Text(lines=changes))
    more: dict[str, Any] = {}
    if found.rerun is not None:
        done = text("challenge-rerun-done", names=", ".join(found.rerun)) if found.rerun else None
        parts.append(_talk(done or text("challenge-rerun-nobody")))
        more["rerun"] = list(found.rerun)
    if found.head:
        parts.append(_talk(text("challenge-act-head", head=found.head)))
        more["head"] = found.head
    stamps = {"rehearsal": found.rules.rehearsal, "simulated": found.simulated, "unsealed": not found.sealed}
    stamp = " · ".join(text(f"challenge-page-{name}") for name, true in stamps.items() if true) or None
    title, document = _title(found.rules), {**judgement_document(found), **more}
    return section_of("challenge", title, parts, document, stamp=stamp, signature=str(found.signature))


def _title(rules: Rules) -> str:
    return text("challenge-page-title", title=rules.title)


def _talk(*lines: str) -> Text:
    return Text(lines=lines, talk=True)


def _decided(holds: bool | None, sentence: str, *why: str) -> VerdictBlock:
    """What a check says; None: it cannot be told."""
    outcomes = {True: VerdictOutcome.HOLDS, False: VerdictOutcome.FAILS, None: VerdictOutcome.CANNOT_TELL}
    return VerdictBlock(outcome=outcomes[holds], sentence=sentence, why=why, talk=True)


def _columns(*names: str) -> tuple[str, ...]:
    return tuple(text(f"challenge-page-{name.replace('_', '-')}") if name else "" for name in names)


def _row(each: EntryVerdict) -> tuple[Cell, ...]:
    row, why = each.row, "\n".join(reason.short() for reason in each.reasons)
    score: tuple[Cell, ...] = ("–", "–", "–")
    if row is not None:
        points = f"{number(round(float(row.points), 2), 'g')}, {percent(row.score)}"
        score = row.rank or "–", points, percents(row.interval.low, row.interval.high)
    return each.name, each.round_name or "–", *score, str(word(each.state)), each.verdict.words, why


def _pairs(found: RoundResult) -> Table:
    rows = tuple(
        (f"{each.first} / {each.second}", each.better, each.worse, probability(each.p), probability(each.adjusted))
        for each in found.paired.pairs
    )
    columns = (*_columns("pair", *pair_names(found.metric)), "p", text("challenge-page-adjusted"))
    caption = f"{text('challenge-page-pairs')} ({found.rules.name})"
    return Table(columns=columns, rows=rows, caption=caption, detail=True)


def standing_figure(found: RoundResult) -> Drawing:
    """What each entry reached in a round with its interval, beside the bar and what people reach."""
    title = text("challenge-figure-standing", name=found.rules.name, questions=len(found.targets))
    size = (7.2, 1.9 + 0.28 * len(found.rows))
    figure, axes = new_axes(title, text("challenge-figure-share"), "", size=size)
    for place, row in enumerate(found.rows):
        score, ends = float(row.score), row.interval
        reach = [[score - ends.low], [ends.high - score]]
        colour, mark = (COLOURS[2], MARKERS[3]) if row.passes else (COLOURS[0], MARKERS[0])
        axes.errorbar([score], [place], xerr=reach, fmt=mark, color=colour, capsize=3)
    axes.axvline(float(found.threshold), color=COLOURS[1], linestyle="--", label=text("challenge-figure-bar"))
    people = found.people.reussite.value
    axes.axvline(people, color=COLOURS[6], linestyle=":", label=text("challenge-page-people"))
    named_shares(axes, short_names([row.entry for row in found.rows]))
    figure.legend(loc="outside lower center", ncols=2, fontsize=9, frameon=False)
    rows = tuple((row.entry, percent(row.score), percents(row.interval.low, row.interval.high)) for row in found.rows)
    columns = _columns("entry", counted_name(found.metric), "interval")
    return Drawing(figure=figure, title=title, columns=columns, rows=rows)


def entries_section(found: "challenge.ChallengeRun") -> Section:
    """Entries after a run; those that were lost have to be run again."""
    document, lost = found.document, found.lost
    rows: list[tuple[Cell, ...]] = []
    for each in document["entries"]:
        score = "–" if each["score"] is None else percent(each["score"])
        rows.append((each["name"], str(word(each["state"])), score, Verdict(each["verdict"]).words, each["why"]))
    state, score = text("challenge-entry-trial-state"), text("challenge-entry-trial-score")
    columns = (text("challenge-page-entry"), state, score, *_columns("verdict", "why"))
    said = [text("challenge-run-refused", name=each["name"], why=each["reason"]) for each in document["refused"]]
    if lost:
        said.append(text("challenge-run-lost", folder=shlex.quote(str(found.folder)), name=lost[0]))
    parts = (Table(columns=columns, rows=tuple(rows)), _talk(*said))
    return section_of("challenge", text("challenge-run-title"), parts, document)


def status_section(found: ChallengeStatus) -> Section:
    """Who entered and how far each has come, what is due, and every date."""
    rows: list[tuple[Cell, ...]] = []
    for each in found.entries:
        state = str(word("disqualified" if each.disqualified else each.state))
        handed_in = ", ".join(text(f"challenge-status-{what}") for what in each.handed_in) or "–"
        rows.append((each.entered.name, moment(each.entered.when), state, handed_in))
    heads = tuple(text(f"challenge-status-{name}") for name in ("entry", "came", "state", "handed-in"))
    due, names = found.due, {name: text(f"challenge-status-date-{name.replace('_', '-')}") for name in found.dates}
    said = [text("challenge-status-phase", phase=text(f"challenge-page-{found.phase.value}"), now=moment(found.now))]
    if due:
        until, since = moment(due.until) if due.until else "", moment(due.since)
        told = {"since": since, "until": until, "limited": "yes" if until else "no"}
        told["command"] = f"anaphor challenge {_COMMANDS[due.act.name]} {shlex.quote(str(found.folder))}"
        when = "overdue" if due.until and found.now >= due.until else "now" if found.now >= due.since else "later"
        said.append(text(f"challenge-status-{when}", act=choice("challenge-act", due.act.name), **told))
    if found.next:
        said.append(text("challenge-status-next", name=names[found.next], when=moment(found.dates[found.next])))
    said += [str(change_text(each, found.rules)) for each in found.changes]
    dates = tuple((names[name], moment(when)) for name, when in found.dates.items())
    left = "" if rows else text("challenge-folder-nobody")
    if found.lying:
        left = text("challenge-status-lying", names=", ".join(found.lying))
    parts: tuple[Block, ...] = (
        Text(lines=tuple(said)),
        *([Table(columns=heads, rows=tuple(rows))] if rows else []),
        *([Text(lines=(left,))] if left else []),
        Table(columns=(text("challenge-status-date"), "UTC"), rows=dates),
    )
    return section_of("challenge", _title(found.rules), parts, _status_document(found))


def _status_document(found: ChallengeStatus) -> dict[str, Any]:
    """Who entered, what is due and every date, for programs."""
    ends = {name: when.isoformat() for name, when in found.dates.items()}
    due: dict[str, Any] | None = None
    if found.due:
        until = found.due.until and found.due.until.isoformat()
        due = {"act": found.due.act.name.lower(), "since": found.due.since.isoformat(), "until": until}
    entries = []
    for each in found.entries:
        told = {**taken(each.entered, "name when late"), "when": each.entered.when.isoformat(), "state": each.state}
        entries.append({**told, "handed_in": list(each.handed_in), "disqualified": each.disqualified})
    return {
        "title": found.rules.title,
        "phase": found.phase.value,
        "now": found.now.isoformat(),
        "next": {"name": found.next, "when": ends[found.next]} if found.next else None,
        "due": due,
        "dates": ends,
        "entries": entries,
        "changes": [{"kind": each.kind.value, "when": each.when.isoformat()} for each in found.changes],
        "own_rules": list(found.rules.own),
        "metric": found.rules.metric.value,
    }


def rules_section(found: "challenge.ChallengeValidation") -> Section:
    """The rules and which of them are broken, and the entries whose runs would be lost on this machine."""
    checks, rules, valid = found.checks, found.rules, found.valid
    rows: list[tuple[Cell, ...]] = []
    for each in checks:
        kept = text("challenge-check-kept" if each.holds else "challenge-check-broken")
        rows.append((each.rule.value, kept, each.problem or each.text))
    state = "invalid" if not valid else "valid" if found.drawn else "valid-undrawn"
    verdict = text(f"challenge-check-{state}", fingerprint=rules.fingerprint)
    said = [text("challenge-check-obstacle", name=name, why=why) for name, why in found.obstacles.items()]
    columns = (text("challenge-check-rule"), "", text("challenge-check-text"))
    told = [fields_of(each, "rule", "holds", "text", "problem") for each in checks]
    data = {"valid": valid, **taken(rules, "fingerprint rehearsal"), "rules": told}
    parts = (Table(columns=columns, rows=tuple(rows)), _decided(valid, verdict, *said))
    return section_of("challenge", text("challenge-page-rules"), parts, data)


_PIECES = frozenset({"journal", "rules", "questions_and_people", "sheets", "replies", "traces", "judgement", "pages"})
_PIECES |= {"seed_of_the_run", "seed_of_the_rerun", "verdicts_announced", "verdicts_concluded"}
_PIECE_OF = re.compile(r"(entry|paper|source|trace) (?:of )?(.+)")


def _piece(name: str) -> str:
    """A piece of evidence in the reader's language; a file keeps its name."""
    found, whole = _PIECE_OF.fullmatch(name), name.replace(" ", "_")
    if found:
        return str(choice("challenge-piece", found[1], name=found[2]))
    return str(choice("challenge-piece", whole)) if whole in _PIECES else name


def evidence_section(verified: "challenge.Verification") -> Section:
    """The evidence, what is wrong with it, and what could not be looked at."""
    found, ok = verified.evidence, verified.ok
    unseen = sum(each.unseen is not None for each in found)
    rows: list[tuple[Cell, ...]] = []
    for each in found:
        state = choice("challenge-check", "unseen" if each.unseen else "holds" if each.ok else "broken")
        rows.append((_piece(each.name), str(state), each.fault or each.unseen or ""))
    verdict = "whole" if ok and not unseen else "part" if ok else "apart"
    columns = (text("challenge-check-evidence"), "", text("challenge-check-fault"))
    data = {"ok": ok, "evidence": [fields_of(each, "name", "ok", "fault", "unseen") for each in found]}
    said = _decided(
        None if ok and unseen else ok, str(choice("challenge-check", verdict, unseen=unseen, count=len(found)))
    )
    parts = (Table(columns=columns, rows=tuple(rows)), said)
    return section_of("challenge", text("challenge-page-evidence"), parts, data)


def made_section(made: "challenge.NewChallenge") -> Section:
    """A challenge that was just made, and what to do with it."""
    rules, folder = made.rules, str(made.folder)
    code = "challenge-start-made" if rules.rehearsal else "challenge-start-made-real"
    data = {"folder": folder, "title": rules.title, "rounds": [each.name for each in rules.rounds]}
    data |= {"backend": rules.backend.value, "fingerprint": rules.fingerprint}
    said = _talk(text(code, folder=folder, quoted=shlex.quote(folder)))
    return section_of("challenge", rules.title, [said], data)


def publication_section(found: Publication) -> Section:
    """What is published of a challenge now: its results, or as long as there are none that it has none."""
    if found.judgement is not None:
        return challenge_section(found.judgement)
    return section_of("challenge", _title(found.rules), [Text(lines=(text(f"challenge-page-{found.phase}"),))])


def site_section(found: "challenge.PublishedSite") -> Section:
    """Where a site was written, and what it tells that its organiser should know."""
    parts = (Text(lines=(str(found.site),)), *([Text(lines=found.notes, detail=True)] if found.notes else []))
    return section_of("challenge", found.title, parts, {"site": str(found.site), "files": list(found.files)})


def receipt_section(receipt: "challenge.EntryReceipt") -> Section:
    """What an entrant is told."""
    state = "late" if receipt.late else "received" if receipt.taken is not None else "registered"
    state = "withdrawn" if receipt.withdrawn else state
    said = [text(f"challenge-receipt-{state}", name=receipt.name)]
    told: dict[str, Any] = {"entry": receipt.name}
    if receipt.withdrawn:
        told["withdrawn"] = True
    elif receipt.entered is None:
        taken = (receipt.taken or {}).items()
        told["taken"] = [{"what": what, "in_time": in_time} for what, in_time in taken]
    else:
        entered = receipt.entered
        told |= {"digest": entered.digest, "late": entered.late, "when": entered.when.isoformat()}
        told |= {"image": entered.image} if entered.image else {}
        told["obstacle"] = receipt.obstacle
    if receipt.obstacle:
        said.append(text("challenge-receipt-obstacle", why=receipt.obstacle))
    return section_of("challenge", receipt.name, [_talk(*said)], told)


def seal_section(seal: "challenge.Seal") -> Section:
    """Every layer, whether it holds, and whether a run here is sealed."""
    columns = tuple(text(f"challenge-sandbox-column-{name}") for name in ("layer", "holds", "need", "tried"))
    names = {layer.name: choice("challenge-sandbox-layer", layer.name.replace(" ", "-")) for layer in seal.layers}
    rows: list[tuple[Cell, ...]] = []
    for layer in seal.layers:
        holds = text("challenge-sandbox-yes" if layer.ok else "challenge-sandbox-no")
        need = text("challenge-sandbox-required" if layer.required else "challenge-sandbox-welcome")
        rows.append((str(names[layer.name]), holds, need, layer.reason))
    missing = joined(names[layer.name] for layer in seal.missing)
    unsealed = text("challenge-sandbox-unsealed", names=missing, count=len(seal.missing))
    verdict = text("challenge-sandbox-sealed") if seal.sealed else unsealed
    layers = [fields_of(layer, "name", "required", "ok", "reason") for layer in seal.layers]
    data = {"sealed": seal.sealed, "backend": seal.backend.value, "layers": layers}
    parts = (Table(columns=columns, rows=tuple(rows)), _decided(seal.sealed, verdict))
    return section_of("sandbox", text("challenge-sandbox-title"), parts, data)


def trial_section(trial: "challenge.EntryTrial") -> Section:
    """What the referee noted about an entry that was tried."""
    found = trial.transcript
    answered = sum(isinstance(each.reply, Choice) for each in found.answers)
    facts = Counter(fact.kind.value for fact in found.facts)
    declined = [each.reply for each in found.answers if isinstance(each.reply, Abstention)]
    unanswered = Counter(
        f"{each.reason.value}: {each.detail}" if each.detail else each.reason.value for each in declined
    )
    document = {
        "state": "finished" if answered else "failed",
        "questions": len(found.answers),
        "answered": answered,
        "right": trial.right,
        "score": trial.right / len(found.answers),
        "sealed": found.sealed,
        "backend": found.backend.value,
        "facts": dict(facts.most_common()),
        "unanswered": dict(unanswered.most_common()),
        "stderr": trial.stderr,
        "signature": str(found.signature),
    }
    unsealed = text("challenge-entry-trial-unsealed", backend=word(found.backend.value, "challenge-words-backend"))
    shown: dict[str, Cell] = {
        "state": str(word(str(document["state"]))),
        "score": percent(trial.right / len(found.answers)),
        "questions": len(found.answers),
        "answered": answered,
        "sealed": text("challenge-sandbox-yes") if found.sealed else unsealed,
    }
    rows = tuple((text(f"challenge-entry-trial-{name}"), value) for name, value in shown.items())
    times = text("challenge-entry-trial-times")
    counts = [
        Table(columns=(text(f"challenge-entry-trial-{name}"), times), rows=tuple(counted.most_common()))
        for name, counted in (("facts", facts), ("unanswered", unanswered))
        if counted
    ]
    said = [
        text("challenge-entry-trial-stderr", line=line) for line in trial.stderr.strip().splitlines()[-_LAST_LINES:]
    ]
    parts: list[Block] = [Table(columns=("", ""), rows=rows), *counts, _talk(*said, text("challenge-entry-trial-end"))]
    return section_of("try", text("challenge-entry-trial-title"), parts, document)


def _first_sentence(found: Result) -> str:
    """What a section says first, for one line."""
    for part in found.section.parts:
        if isinstance(part, VerdictBlock):
            return part.sentence.rstrip(".")
        if isinstance(part, Text):
            return part.lines[0].rstrip(".")
    return found.section.title


RESULTS: Mapping[type, Renderer] = {
    challenge.ChallengeRun: Renderer(
        section=entries_section,
        line=lambda found: text(
            "challenge-line-run", entries=len(found.document["entries"]), lost=len(found.lost), name=found.folder.name
        ),
        table="entries",
    ),
    ChallengeStatus: Renderer(section=status_section, line=_first_sentence, table="entries"),
    challenge.EntryReceipt: Renderer(section=receipt_section, line=_first_sentence),
    challenge.EntryTrial: Renderer(
        section=trial_section,
        line=line_of("challenge-line-trial", "right", questions="transcript.answers"),
    ),
    Judgement: Renderer(
        section=challenge_section,
        line=lambda found: headline(found).rstrip("."),
        table="entries",
    ),
    challenge.NewChallenge: Renderer(section=made_section, line=_first_sentence),
    Publication: Renderer(
        section=publication_section, line=lambda found: text(f"challenge-page-{found.phase}"), files=site_files
    ),
    challenge.PublishedSite: Renderer(section=site_section, line=_first_sentence),
    challenge.Seal: Renderer(section=seal_section, line=_first_sentence, table="layers"),
    challenge.ChallengeValidation: Renderer(section=rules_section, line=_first_sentence, table="rules"),
    challenge.Verification: Renderer(section=evidence_section, line=_first_sentence, table="evidence"),
}
"""How the results of `anaphor.challenge` are shown."""
