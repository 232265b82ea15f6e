"""A challenge as sections: verdicts and bars, rules and evidence, which isolation layers hold, what came of a try."""

import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from anaphor.answer import Abstention, Choice
from anaphor.challenge import EntryReceipt, EntryTrial, RuleCheck, Rules, percent, percents, word
from anaphor.challenge.evidence import Evidence, judgement_document
from anaphor.challenge.judging import EntryVerdict, Judgement, RoundResult, Verdict
from anaphor.challenge.sandbox import Seal
from anaphor.report.cells import fields_of
from anaphor.report.systems.challenge_pages import bar_lines, broken_rules
from anaphor.section import Cell, Medium, Part, Section, Table, Text
from anaphor.text import choice, joined, probability, text

_LAST_LINES = 3
"""Lines of standard error that a terminal shows."""


def challenge_section(found: Judgement, said: Sequence[str] = (), more: Mapping[str, Any] | None = None) -> Section:
    """The verdicts, the bars, and what must be known to read them; `said` and `more` are what a command adds."""
    names = ("entry", "round", "rank", "right", "interval", "state", "verdict", "why")
    rows = tuple(_row(each) for each in found.entries)
    parts: list[Part] = [Table(columns=_columns(*names), rows=rows, caption=text("challenge-page-verdicts"))]
    if broken := tuple(broken_rules(found)):
        parts.append(Text(lines=broken))
    for each in found.rounds:
        title = text("challenge-page-round-title", name=each.rules.name, questions=len(each.targets))
        parts += [Text(lines=(title, *bar_lines(each, found.rules)), talk=True), _pairs(each)]
    if said:
        parts.append(Text(lines=tuple(said), talk=True))
    stamps = {"rehearsal": found.rules.rehearsal, "simulated": found.simulated, "unsealed": not found.sealed}
    return Section(
        id="challenge",
        title=text("challenge-page-title", title=found.rules.title),
        parts=tuple(parts),
        stamp=" · ".join(text(f"challenge-page-{name}") for name, true in stamps.items() if true) or None,
        signature=str(found.signature),
        data={**judgement_document(found), **(more or {})},
    )


def _columns(*names: str) -> tuple[str, ...]:
    return tuple(text(f"challenge-page-{name}") if name else "" for name in names)


def _row(each: EntryVerdict) -> tuple[Cell, ...]:
    row, why = each.row, "\n".join(reason.short() for reason in each.reasons)
    score: tuple[Cell, ...] = ("–", "–", "–")
    if row is not None:
        score = row.rank, f"{row.right}, {percent(row.score)}", percents(row.interval.low, row.interval.high)
    return each.name, each.round_name or "–", *score, str(word(each.state)), each.verdict.words, why


def _pairs(found: RoundResult) -> Table:
    rows = tuple(
        (f"{each.first} / {each.second}", each.better, each.worse, probability(each.p), probability(each.adjusted))
        for each in found.paired.pairs
    )
    return Table(
        columns=(*_columns("pair", "better", "worse"), "p", text("challenge-page-adjusted")),
        rows=rows,
        caption=f"{text('challenge-page-pairs')} ({found.rules.name})",
        folded=True,
        only=Medium.PAGE,
    )


def entries_section(document: Mapping[str, Any], lost: Sequence[str], folder: str) -> Section:
    """Entries after a run, from its document; those that were `lost` have to be run again in the challenge's folder."""
    rows = tuple(
        (
            each["name"],
            str(word(each["state"])),
            "–" if each["score"] is None else percent(each["score"]),
            Verdict(each["verdict"]).words,
            each["why"],
        )
        for each in document["entries"]
    )
    state, score = text("challenge-entry-trial-state"), text("challenge-entry-trial-score")
    columns = (text("challenge-page-entry"), state, score, *_columns("verdict", "why"))
    said = [text("challenge-run-refused", name=each["name"], why=each["reason"]) for each in document["refused"]]
    if lost:
        said.append(text("challenge-run-lost", folder=shlex.quote(folder), name=lost[0]))
    return Section(
        id="challenge",
        title=text("challenge-run-title"),
        parts=(Table(columns=columns, rows=rows), Text(lines=tuple(said), talk=True)),
        data=document,
    )


def rules_section(checks: Sequence[RuleCheck], rules: Rules, obstacles: Mapping[str, str]) -> Section:
    """The rules and which of them are broken, and the entries whose runs would be lost on this machine."""
    valid = all(each.holds for each in checks)
    rows = tuple(
        (
            each.rule.value,
            text("challenge-check-kept" if each.holds else "challenge-check-broken"),
            each.problem or each.text,
        )
        for each in checks
    )
    verdict = "challenge-check-valid" if valid else "challenge-check-invalid"
    said = [text("challenge-check-obstacle", name=name, why=why) for name, why in obstacles.items()]
    told = [fields_of(each, "rule", "holds", "text", "problem") for each in checks]
    return Section(
        id="challenge",
        title=text("challenge-page-rules"),
        parts=(
            Table(columns=(text("challenge-check-rule"), "", text("challenge-check-text")), rows=rows),
            Text(lines=(text(verdict, fingerprint=rules.fingerprint), *said), talk=True),
        ),
        data={"valid": valid, "fingerprint": rules.fingerprint, "rehearsal": rules.rehearsal, "rules": told},
    )


def evidence_section(found: Sequence[Evidence]) -> Section:
    """The evidence, what is wrong with it, and what could not be looked at."""
    ok, unseen = all(each.ok for each in found), sum(each.unseen is not None for each in found)
    states = {each.name: "unseen" if each.unseen else "holds" if each.ok else "broken" for each in found}
    rows = tuple(
        (each.name, str(choice("challenge-check", states[each.name])), each.fault or each.unseen or "")
        for each in found
    )
    verdict = "whole" if ok and not unseen else "part" if ok else "apart"
    told = [fields_of(each, "name", "ok", "fault", "unseen") for each in found]
    return Section(
        id="challenge",
        title=text("challenge-page-evidence"),
        parts=(
            Table(columns=(text("challenge-check-evidence"), "", text("challenge-check-fault")), rows=rows),
            Text(lines=(str(choice("challenge-check", verdict, unseen=unseen, count=len(found))),), talk=True),
        ),
        data={"ok": ok, "evidence": told},
    )


def receipt_section(receipt: EntryReceipt) -> Section:
    """What an entrant is told."""
    state = "late" if receipt.late else "received" if receipt.taken is not None else "registered"
    said = [text(f"challenge-receipt-{state}", name=receipt.name)]
    told: dict[str, Any] = {"entry": receipt.name}
    if receipt.entered is None:
        taken = (receipt.taken or {}).items()
        told["taken"] = [{"what": what, "in_time": in_time} for what, in_time in taken]
    else:
        entered = receipt.entered
        told |= {"digest": entered.digest, "late": entered.late, "when": entered.when.isoformat()}
        told["obstacle"] = receipt.obstacle
    if receipt.obstacle:
        said.append(text("challenge-receipt-obstacle", why=receipt.obstacle))
    return Section(id="challenge", title=receipt.name, parts=(Text(lines=tuple(said), talk=True),), data=told)


def seal_section(seal: Seal) -> Section:
    """Every layer, whether it holds, and whether a run here is sealed."""
    columns = tuple(text(f"challenge-sandbox-column-{name}") for name in ("layer", "holds", "need", "tried"))
    names = {layer.name: choice("challenge-sandbox-layer", layer.name.replace(" ", "-")) for layer in seal.layers}
    rows = tuple(
        (
            str(names[layer.name]),
            text("challenge-sandbox-yes" if layer.ok else "challenge-sandbox-no"),
            text("challenge-sandbox-required" if layer.required else "challenge-sandbox-welcome"),
            layer.reason,
        )
        for layer in seal.layers
    )
    missing = joined(names[layer.name] for layer in seal.missing)
    unsealed = text("challenge-sandbox-unsealed", names=missing, count=len(seal.missing))
    verdict = text("challenge-sandbox-sealed") if seal.sealed else unsealed
    layers = [fields_of(layer, "name", "required", "ok", "reason") for layer in seal.layers]
    return Section(
        id="sandbox",
        title=text("challenge-sandbox-title"),
        parts=(Table(columns=columns, rows=rows), Text(lines=(verdict,), talk=True)),
        data={"sealed": seal.sealed, "backend": seal.backend.value, "layers": layers},
    )


def trial_section(trial: EntryTrial) -> Section:
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
    talk = Text(lines=(*said, text("challenge-entry-trial-end")), talk=True)
    return Section(
        id="try",
        title=text("challenge-entry-trial-title"),
        parts=(Table(columns=("", ""), rows=rows), *counts, talk),
        data=document,
    )
