"""A challenge as a static site: standing, questions, rules and evidence, in French and English.

Pages are whole in themselves: no script, no request to anybody, readable from a file, on a phone and on paper. Nothing
is computed here; provisional and final results do not look alike.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Template
from markupsafe import Markup, escape

from anaphor import __version__
from anaphor.challenge import Phase, Rules, chance, percent, percents, rule_name, rule_texts, verdict_text, word
from anaphor.challenge.judging import DomainScore, EntryVerdict, Judgement, RoundResult, Row, Verdict
from anaphor.report.page import new_environment, template_named
from anaphor.report.systems.scoring import label_name
from anaphor.scoring.items import Result
from anaphor.text import number as written
from anaphor.text import speaking, typeset, visible

INTERFACES = ("en", "fr")
PAGES = {"index": "standing", "items": "items", "rules": "rules"}
"""Files of a language, and what they show."""
_SHOWN = 10
"""Entries whose domains are shown, the best first."""
_CHANCE = re.compile("p ([=<]) ")
_MARKS = {Result.RIGHT: '<td class="r">✓', Result.WRONG: '<td class="w">✗', Result.ABSTAINED: '<td class="a">–'}


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What is published."""

    rules: Rules
    """The rules."""
    phase: Phase
    """Where the challenge stands."""
    judgement: Judgement | None
    """The results; None as long as none were announced."""
    head: str = ""
    """The journal's last hash: whoever has it can tell whether the journal was cut or written anew."""
    heads: tuple[tuple[str, str], ...] = ()
    """The last hash of the journal and of every trace."""
    downloads: tuple[tuple[str, str, str], ...] = ()
    """Files beside the pages: path, which words, and the name that they speak of."""


@cache
def words(interface: str) -> dict[str, str]:
    """The words of the pages in one language."""
    text = files("anaphor").joinpath("data/report/challenge.toml").read_text("utf-8")
    return {name: each[interface] for name, each in tomllib.loads(text).items()}


def site_of(shown: Shown) -> dict[str, str]:
    """Every page by its path: English in the site's own folder, French in `fr/`."""
    pages = {}
    for interface in INTERFACES:
        folder = "" if interface == "en" else "fr/"
        rounds = _rounds(shown.judgement, interface) if shown.judgement else []
        for name in PAGES:
            pages[f"{folder}{name}.html"] = _page(shown, name, rounds, interface)
    return pages


@cache
def _template() -> Template:
    return template_named(new_environment(), "challenge.html.jinja")


def _page(shown: Shown, name: str, rounds: list[dict[str, Any]], interface: str) -> str:
    said, found = words(interface), shown.judgement
    up = "" if interface == "en" else "../"
    page: str = _template().render(
        shown=shown,
        page=PAGES[name],
        page_file=name,
        rounds=rounds,
        interface=interface,
        s=said,
        look=_look(shown.phase),
        stamps=_stamps(shown),
        version=__version__,
        other=f"../{name}.html" if interface == "fr" else f"fr/{name}.html",
        headline=_headline(found, interface) if found else "",
        verdicts=_verdicts(found, interface) if found else [],
        broken=broken_rules(found, interface) if found else [],
        not_held=_not_held(found, interface) if found else [],
        texts=_rules(shown.rules, interface),
        downloads=[(f"{up}{path}", said[kind].format(name=about)) for path, kind, about in shown.downloads],
        heads=[(name, Markup("<code>{}</code>").format(head)) for name, head in shown.heads],
        signature=str(found.signature) if found else "",
    )
    return page


def _look(phase: Phase) -> str:
    if phase is Phase.FINAL:
        return "final"
    return "provisional" if phase in (Phase.PROVISIONAL, Phase.VERIFICATION) else "before"


def _stamps(shown: Shown) -> list[str]:
    found = shown.judgement
    stamps = {
        "rehearsal": shown.rules.rehearsal,
        "simulated": found is not None and found.simulated,
        "unsealed": found is not None and not found.sealed,
    }
    return [name for name, true in stamps.items() if true]


def _headline(found: Judgement, interface: str) -> str:
    said = words(interface)
    if found.phase is Phase.FINAL:
        return said["winners"].format(names=", ".join(found.winners)) if found.winners else said["no_winner"]
    able = [each.name for each in found.entries if each.verdict is Verdict.CANDIDATE]
    return said["candidates"].format(names=", ".join(able)) if able else said["no_candidate"]


def _verdicts(found: Judgement, interface: str) -> list[tuple[str, ...]]:
    return [
        (each.name, each.round_name or "–", verdict_text(each.verdict.value, interface), _why(each, interface))
        for each in found.entries
    ]


def _why(each: EntryVerdict, interface: str) -> Markup:
    """The reasons, each on a line of its own."""
    said = [typeset(visible(reason.short(interface)), interface) for reason in each.reasons]
    return Markup("<br>").join(_CHANCE.sub("p\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}", text) for text in said)


def _rules(rules: Rules, interface: str) -> list[tuple[str, str]]:
    return [(rule_name(name, interface), text) for name, text in rule_texts(rules, interface).items()]


def broken_rules(found: Judgement, interface: str) -> list[str]:
    """The rules that verdicts refer to by name, each once with its text."""
    broken = {reason.rule for each in found.entries for reason in each.reasons}
    said = words(interface)["rule_quoted"]
    return [
        said.format(name=rule_name(name, interface), text=text)
        for name, text in rule_texts(found.rules, interface).items()
        if name in broken
    ]


def _not_held(found: Judgement, interface: str) -> list[str]:
    missing = found.rules.rounds[len(found.rounds) :]
    return [words(interface)["not_held"].format(name=each.name) for each in missing]


def _rounds(found: Judgement, interface: str) -> list[dict[str, Any]]:
    out = frozenset(each.name for each in found.entries if each.verdict is Verdict.DISQUALIFIED)
    return [_round(each, found.rules, out, interface) for each in found.rounds]


def _named(entry: str, out: frozenset[str]) -> str | Markup:
    """The name of an entry, struck out where it was disqualified."""
    return Markup("<s>{}</s>").format(visible(entry)) if entry in out else entry


def _round(found: RoundResult, rules: Rules, out: frozenset[str], interface: str) -> dict[str, Any]:
    said = words(interface)
    twins = any(row.twins for row in found.rows)
    names = ["entry", "rank", "right", "score", "interval", "success", "quality", "answered", "people_gap"]
    names += ["twins"] if twins else []
    title = said["round_title"].format(name=found.rules.name, questions=len(found.targets))
    first = said["first_shown"].format(shown=min(_SHOWN, len(found.rows)), entries=len(found.rows))
    return {
        "title": title,
        "lines": bar_lines(found, rules, interface),
        "head": [*(said[name] for name in names), said["sealed"], said["state"]],
        "rows": [_people_row(found, twins, interface), *(_row(row, out, twins, interface) for row in found.rows)]
        if found.rows
        else [],
        "note": said["ranks"].format(tests=written(found.paired.tests, None, interface)),
        "pairs": [
            (
                f"{each.first} / {each.second}",
                each.better,
                each.worse,
                chance(each.p, interface),
                chance(each.adjusted, interface),
            )
            for each in found.paired.pairs
        ],
        "domain_head": [said["domain"], "n", said["people"], *(_named(row.entry, out) for row in found.rows[:_SHOWN])],
        "domains": _domains(found, interface),
        "first_shown": first if len(found.rows) > _SHOWN else "",
        "grid": _grid(found, title, interface),
    }


def bar_lines(found: RoundResult, rules: Rules, interface: str) -> list[str]:
    """What a round asks for and what that means, in sentences."""
    said, agreed, by = words(interface), found.agreements, found.needed_by
    count = len(found.targets)
    lines = [
        said["bar"].format(needed=found.needed, questions=count, threshold=percent(found.threshold, interface)),
        said["agreements"].format(
            accuracy=percent(agreed.accuracy, interface),
            pairwise=percent(agreed.pairwise, interface),
            unanimous=percent(agreed.unanimous, interface),
            by_accuracy=by["accuracy"],
            by_pairwise=by["pairwise"],
            by_unanimous=by["unanimous"],
            chosen=word(rules.threshold.agreement.value, interface),
        ),
    ]
    shares = [
        (percent(each.true, interface), percent(each.passes, interface))
        for each in found.power
        if each.true in (0.85, 0.9)
    ]
    systems = [
        said["power_other" if place else "power_system"].format(true=true, passes=passes)
        for place, (true, passes) in enumerate(shares)
    ]
    lines.append(said["power"].format(questions=count, systems=", ".join(systems)))
    return lines if found.rows else [*lines, said["nobody"]]


def _row(row: Row, out: frozenset[str], twins: bool, interface: str) -> list[object]:
    said, found = words(interface), row.measures
    gap, ends, _ = row.beside_people
    beside = f"{_signed(gap, interface)} ({_signed(ends.low, interface)} … {_signed(ends.high, interface)})"
    right = Markup('<b class="yes">{} ✓</b>').format(row.right) if row.passes else row.right
    cells: list[object] = [
        _named(row.entry, out),
        row.rank,
        right,
        percent(row.score, interface),
        percents(row.interval.low, row.interval.high, interface),
        percent(found.reussite, interface),
        "–" if found.qualite is None else percent(found.qualite, interface),
        percent(found.answered, interface),
        beside,
    ]
    if twins:
        cells.append(percent(row.twins.share, interface) if row.twins else "–")
    return [*cells, said["yes"] if row.heard.sealed else said["no"], word(row.state.value, interface)]


def _signed(share: float, interface: str) -> str:
    written = f"{100 * share:+.1f}".replace("-", "−")
    return written.replace(".", ",") if interface == "fr" else written


def _people_row(found: RoundResult, twins: bool, interface: str) -> list[object]:
    said, estimate = words(interface), found.people.reussite
    ends = percents(estimate.interval.low, estimate.interval.high, interface)
    score = percent(estimate.value, interface)
    return [said["people"], "–", "–", score, ends, score, "–", "–", "–", *(["–"] if twins else []), "–", "–"]


def _domains(found: RoundResult, interface: str) -> list[list[object]]:
    table = []
    for place, people in enumerate(found.people_domains):
        with speaking(interface):
            name = label_name("domain", people.label)
        label = f"{name} *" if people.small else name
        scores = [_domain_cell(row.domains[place], interface) for row in found.rows[:_SHOWN]]
        table.append([label, people.questions, _domain_cell(people, interface, people=True), *scores])
    return table


def _domain_cell(score: DomainScore, interface: str, *, people: bool = False) -> Markup:
    ends = percents(score.interval.low, score.interval.high, interface)
    return Markup(
        '{} <span class="soft">{}</span><span class="bar{}"><span style="width:{:.1f}%"></span></span>'
    ).format(percent(score.score, interface), ends, " p" if people else "", 100 * score.score)


def _grid(found: RoundResult, title: str, interface: str) -> Markup:
    """All entries and people, question by question; written at once, since a thousand entries make many cells."""
    said = words(interface)
    head = "".join(f'<th scope="col">{escape(visible(target.item))}</th>' for target in found.targets)
    earned = "".join(f"<td>{100 * float(found.people.credits[target.item]):.0f}" for target in found.targets)
    rows = [f'<tr><th scope="row">{escape(said["people"])} (%)</th>{earned}</tr>']
    for row in found.rows:
        cells = "".join(_MARKS[each.result] for each in row.heard.outcomes)
        rows.append(f'<tr><th scope="row">{escape(visible(row.entry))}</th>{cells}</tr>')
    table = f'<table class="grid"><thead><tr><td></td>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
    return Markup(f'<div class="wide" tabindex="0" role="region" aria-label="{escape(visible(title))}">{table}</div>')
