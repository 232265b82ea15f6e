"""What is shown of runs, of resolvers and of models."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from anaphor import resolver
from anaphor.answer import Choice, ReplyCounts
from anaphor.document import fields_of, taken
from anaphor.report.cells import line_of, section_of
from anaphor.result import Renderer
from anaphor.section import Section, Table, Text
from anaphor.text import choice, joined, message, number, text


def counts_lines(replies: Iterable[tuple[str, ReplyCounts]]) -> list[str]:
    """How many questions were answered, failed and were declined, by name; those with the same counts in one line."""
    alike: dict[ReplyCounts, list[str]] = {}
    for name, counts in replies:
        alike.setdefault(counts, []).append(name)
    lines = []
    for counts, names in alike.items():
        told: dict[str, Any] = {
            "name": joined(names),
            "asked": counts.asked,
            "missing": counts.missing - counts.gaps,
            "whole": counts.asked + counts.skipped,
            **fields_of(counts, "gaps", "skipped", "ties"),
        }
        for part in ("answered", "failed", "declined"):
            count = getattr(counts, part)
            told |= {part: count, f"{part}_share": number(100 * counts.share(count), 2)}
        lines.append(text("scoring-replies", **told))
    return lines


def run_section(run: "resolver.FinishedRun") -> Section:
    """A run as it stands when it ends."""
    header, abstentions = run.header, run.abstentions
    data = run.to_dict()
    shown: dict[str, Any] = {
        name: data[name] for name in ("run", "respondent", "signature", "questions", "asked", "choices")
    } | ({} if run.path else {"run": text("resolve-in-memory")})
    listed = joined(f"{reason} {number(count)}" for reason, count in abstentions.items())
    shown |= {"abstentions": str(listed) if abstentions else text("text-none"), "missing": run.missing}
    if data["tokens"]:
        shown["tokens"] = tokens_text(run.tokens)
    if run.usage:
        shown["usage"] = ", ".join(f"{name} {number(value, ',.6g')}" for name, value in run.usage.items())
    counts = counts_lines([(header.respondent.name, run.replies)])
    rows = tuple((text(f"resolve-row-{name}"), value) for name, value in shown.items())
    title = text("resolve-title", respondent=header.respondent.name, collection=header.collection)
    notes = (Text(lines=tuple(map(str, run.notes)), points=True, soft=True, detail=True),) if run.notes else ()
    return Section(id="run", title=title, parts=(Text(lines=tuple(counts)), Table(columns=("", ""), rows=rows), *notes))


def answer_rows(run: "resolver.FinishedRun") -> list[dict[str, Any]]:
    """One row per item that was asked."""
    questions = {question.id: question for question in run.collection.questions}
    rows: list[dict[str, Any]] = []
    for answer in run.answers:
        texts = [candidate.text for candidate in questions[answer.question].candidates]
        chosen = answer.reply.candidate if isinstance(answer.reply, Choice) else None
        rows.append(
            {
                "item": answer.question,
                "prediction": None if chosen is None else texts[chosen],
                "chosen": chosen,
                "reason": None if isinstance(answer.reply, Choice) else answer.reply.reason.value,
                "detail": None if isinstance(answer.reply, Choice) else answer.reply.detail,
                "candidates": texts,
                "scores": list(answer.scores) or None,
                "seconds": answer.seconds,
                "respondent": answer.respondent,
            }
        )
    return rows


def run_line(run: "resolver.FinishedRun") -> str:
    """A run in a line."""
    told = taken(run.header, "collection questions", respondent="respondent.name")
    return text("resolve-line", answers=len(run.answers), abstentions=sum(run.abstentions.values()), **told)


_TOKENS = (1, 2, 5, 10)
"""Where the groups of numbers of tokens begin."""


def tokens_text(counts: Mapping[int, int]) -> str:
    """How many choices rest on how many tokens, in a few groups: `1 token 3, 2–4 tokens 40, 10 tokens or more 12`."""
    said = []
    for first, after in zip(_TOKENS, (*_TOKENS[1:], 0), strict=True):
        number_of = sum(count for tokens, count in counts.items() if first <= tokens and (tokens < after or not after))
        last = str(after - 1) if after else "more"
        if number_of:
            said.append(message("resolve-tokens", first=first, last=last, count=number_of))
    return str(joined(said))


def resolvers_section(found: Any) -> Section:
    """All resolvers that can be used, with what they do, and what is wrong with the others.

    Ours are described in the catalogue, those of other packages in the docstring of what makes them.
    """
    rows = tuple((row["name"], row["what"]) for row in found.to_dict()["resolvers"])
    shown = Table(columns=(text("resolver-column-name"), text("resolver-column-what")), rows=rows)
    talk = (Text(lines=tuple(found.broken), talk=True),) if found.broken else ()
    return section_of("resolvers", text("resolver-list-title"), (shown, *talk))


def conformance_section(found: "resolver.Conformance") -> Section:
    """What became of each check of a resolver."""
    checks = found.to_dict()["checks"]
    columns = tuple(text(f"resolver-column-{name}") for name in ("check", "result", "why"))
    rows = tuple(
        (str(each["name"]), str(choice("resolver-result", each["result"])), each["why"] or "") for each in checks
    )
    title = text("resolver-test-title", resolver=found.resolver)
    return section_of("resolver", title, [Table(columns=columns, rows=rows)])


def model_section(found: "resolver.ModelDescription") -> Section:
    """What one model says of itself."""
    rows = tuple((key, _cell(value)) for key, value in found.to_dict().items())
    table = Table(columns=(text("model-column-field"), text("model-column-value")), rows=rows)
    return Section(id="model", title=text("model-title", model=found.model), parts=(table,))


def models_section(found: "resolver.ModelList") -> Section:
    """Several models beside each other."""
    names = ("model", "language", "words", "tokens", "perplexity", "text")
    rows = []
    for each in found.models:
        card, made = each.card, each.card.result
        perplexity = (made and made.perplexity) or None
        rows.append((each.model, card.language, card.words, card.text.tokens, perplexity, card.text.name))
    columns = tuple(text(f"model-column-{name}") for name in names)
    table = Table(columns=columns, rows=tuple(rows), digits=1)
    return section_of("models", text("model-list-title"), [table])


def _cell(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_cell(part)}" for key, part in value.items())
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list) else str(value)


RESULTS: Mapping[type, Renderer] = {
    resolver.FinishedRun: Renderer(section=run_section, line=run_line, table="items", rows={"items": answer_rows}),
    resolver.Conformance: Renderer(
        section=conformance_section,
        line=lambda found: text(
            "resolver-line-conformance",
            failed=sum(not each.passed for each in found.checks),
            checks=len(found.checks),
            resolver=found.resolver,
        ),
        table="checks",
    ),
    resolver.ResolverList: Renderer(
        section=resolvers_section, line=line_of("resolver-line-list", count="resolvers"), table="resolvers"
    ),
    resolver.ModelDescription: Renderer(
        section=model_section,
        line=line_of("model-line", "model", kind="card.kind.value", words="card.words", text="card.text.name"),
    ),
    resolver.ModelList: Renderer(
        section=models_section, line=line_of("model-line-list", count="models"), table="models"
    ),
}
"""How the results of `anaphor.resolver` are shown."""
