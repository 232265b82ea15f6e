"""What is shown of runs, of resolvers and of models."""

import inspect
import json
from collections.abc import Mapping, Sequence
from typing import Any

from anaphor.provenance import plain
from anaphor.report.cells import fields_of
from anaphor.resolver import CheckResult, FinishedRun
from anaphor.resolver.words import ModelCard
from anaphor.section import Section, Table, Text
from anaphor.text import choice, is_known, joined, number, text


def run_section(run: FinishedRun) -> Section:
    """A run as it stands when it ends."""
    header, abstentions = run.header, run.abstentions
    data = {
        "run": str(run.path),
        **fields_of(header, "collection", "fingerprint"),
        "respondent": header.respondent.name,
        **fields_of(header, "signature", "questions"),
        "answers": len(run.answers),
        **fields_of(run, "asked", "missing"),
        "choices": len(run.answers) - sum(abstentions.values()),
        "abstentions": abstentions,
        "usage": run.usage,
    }
    shown: dict[str, Any] = {
        name: data[name] for name in ("run", "respondent", "signature", "questions", "asked", "choices")
    }
    listed = joined(f"{reason} {number(count)}" for reason, count in abstentions.items())
    shown |= {"abstentions": str(listed) if abstentions else text("text-none"), "missing": run.missing}
    if run.usage:
        shown["usage"] = ", ".join(f"{name} {number(value, ',.6g')}" for name, value in run.usage.items())
    rows = tuple((text(f"resolve-row-{name}"), value) for name, value in shown.items())
    title = text("resolve-title", respondent=header.respondent.name, collection=header.collection)
    return Section(id="run", title=title, parts=(Table(columns=("", ""), rows=rows),), data=data)


def resolvers_section(parts: Mapping[str, object], broken: Sequence[str]) -> Section:
    """All resolvers that can be used, with what they do, and what is wrong with the others.

    Ours are described in the catalogue, those of other packages in the docstring of what makes them.
    """
    rows: list[tuple[str, str]] = []
    for name, part in parts.items():
        code = f"resolver-about-{name.replace('_', '-')}"
        rows.append((name, text(code) if is_known(code) else (inspect.getdoc(part) or "").partition("\n")[0]))
    columns = (text("resolver-column-name"), text("resolver-column-what"))
    shown = Table(columns=columns, rows=tuple(rows))
    talk = (Text(lines=tuple(broken), talk=True),) if broken else ()
    data = {"resolvers": [{"name": name, "what": what} for name, what in rows], "broken": list(broken)}
    return Section(id="resolvers", title=text("resolver-list-title"), parts=(shown, *talk), data=data)


def conformance_section(resolver: str, results: Sequence[CheckResult]) -> Section:
    """What became of each check of a resolver."""
    checks = [
        {
            "name": each.name,
            "result": "skipped" if each.skipped else "passed" if each.passed else "failed",
            "why": each.problem or each.skipped,
        }
        for each in results
    ]
    columns = tuple(text(f"resolver-column-{name}") for name in ("check", "result", "why"))
    rows = tuple(
        (str(each["name"]), str(choice("resolver-result", each["result"])), each["why"] or "") for each in checks
    )
    return Section(
        id="resolver",
        title=text("resolver-test-title", resolver=resolver),
        parts=(Table(columns=columns, rows=rows),),
        data={"resolver": resolver, "passed": all(each.passed for each in results), "checks": checks},
    )


def model_section(name: str, card: ModelCard) -> Section:
    """What one model says of itself."""
    data = _model_data(name, card)
    rows = tuple((key, _cell(value)) for key, value in data.items())
    table = Table(columns=(text("model-column-field"), text("model-column-value")), rows=rows)
    return Section(id="model", title=text("model-title", model=name), parts=(table,), data=data)


def models_section(cards: Mapping[str, ModelCard]) -> Section:
    """Several models beside each other."""
    columns = tuple(
        text(f"model-column-{name}") for name in ("model", "language", "words", "tokens", "perplexity", "text")
    )
    rows = tuple(
        (
            name,
            card.language,
            card.words,
            card.text.tokens,
            (card.result and card.result.perplexity) or None,
            card.text.name,
        )
        for name, card in cards.items()
    )
    data = {"models": [_model_data(name, card) for name, card in cards.items()]}
    return Section(
        id="models", title=text("model-list-title"), parts=(Table(columns=columns, rows=rows, digits=1),), data=data
    )


def _model_data(name: str, card: ModelCard) -> dict[str, Any]:
    return {"model": name, **plain(card), "signature": str(card.signature)}


def _cell(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_cell(part)}" for key, part in value.items())
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list) else str(value)
