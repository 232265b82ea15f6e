"""How entries run, as sections: which isolation layers hold on this machine, and what came of a try."""

from collections import Counter

from anaphor.answer import Abstention, Choice
from anaphor.challenge import Trial, backend_text, percent
from anaphor.challenge.sandbox import Seal
from anaphor.section import Cell, Section, Table, Text
from anaphor.text import choice, joined, text

_LAST_LINES = 3
"""Lines of standard error that a terminal shows."""


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
    layers = [
        {"name": layer.name, "required": layer.required, "ok": layer.ok, "reason": layer.reason}
        for layer in seal.layers
    ]
    return Section(
        id="sandbox",
        title=text("challenge-sandbox-title"),
        parts=(Table(columns=columns, rows=rows), Text(lines=(verdict,), talk=True)),
        data={"sealed": seal.sealed, "backend": seal.backend.value, "layers": layers},
    )


def trial_section(trial: Trial) -> Section:
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
    unsealed = text("challenge-entry-trial-unsealed", backend=backend_text(found.backend.value))
    shown: dict[str, Cell] = {
        "state": str(choice("challenge-words", document["state"])),
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
