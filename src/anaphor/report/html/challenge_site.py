"""A challenge as a static site: standing, questions, rules and evidence, in French and English.

Pages are whole in themselves: no script, no request to anybody, readable from a file, on a phone and on paper. Nothing
is computed here; provisional and final results do not look alike.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from anaphor import __version__
from anaphor.challenge import (
    EVIDENCE,
    DomainScore,
    EntryVerdict,
    Judgement,
    Metric,
    Publication,
    RoundResult,
    Row,
    Rules,
    Verdict,
    change_text,
    local_moment,
    milestones,
    percent,
    percents,
    rule_texts,
    word,
)
from anaphor.provenance import CRATE, ro_crate
from anaphor.report.html.environment import new_environment
from anaphor.report.sections.scoring import label_name
from anaphor.schema import Item, Mark
from anaphor.scoring import OutcomeKind
from anaphor.text import Interface, interface, number, probability, speaking, text, typeset, visible, words

if TYPE_CHECKING:
    from jinja2 import Template

PAGES = {"index": "standing", "items": "items", "rules": "rules"}
"""Files of a language, and what they show."""
_SHOWN = 10
"""Entries whose domains are shown, the best first."""
_POWERS = (0.85, 0.9)
"""True shares of right answers whose chance to pass is told in a sentence."""
_PLACES = {Metric.PAIRS: "twins", Metric.ADJUSTED: "success"}
"""The columns in which the metrics stand where they decide nothing."""
_CHANCE = re.compile("p ([=<]) ")
_MARKS = {
    OutcomeKind.RIGHT: '<td class="r">✓',
    OutcomeKind.WRONG: '<td class="w">✗',
    OutcomeKind.ABSTAINED: '<td class="a">–',
}


def site_files(shown: Publication) -> dict[str, bytes]:
    """Every file of a challenge's site by its path, the pages and the evidence beside them."""
    pages = {path: page.encode("utf-8", "surrogatepass") for path, page in site_of(shown).items()}
    files = pages | {f"{EVIDENCE}/{each.path}": each.data for each in shown.pieces}
    with speaking("en"):
        about = {f"{EVIDENCE}/{each.path}": _piece_name(each.kind, each.about) for each in shown.pieces}
        crate = ro_crate(
            shown.rules.title,
            text("challenge-page-crate"),
            {path: (len(data), about.get(path) or text("challenge-page-crate-page")) for path, data in files.items()},
            day=(shown.at or datetime.now(UTC)).date().isoformat(),
            licence=text("challenge-page-crate-licence"),
            version=f"anaphor {__version__}, rules {shown.rules.fingerprint}",
        )
    return files | {CRATE: crate.encode("utf-8", "surrogatepass")}


def _piece_name(kind: str, about: str) -> str:
    return text(f"challenge-page-{kind.replace('_', '-')}", name=about)


def site_of(shown: Publication) -> dict[str, str]:
    """Every page by its path: English in the site's own folder, French in `fr/`."""
    pages = {}
    found = shown.judgement
    entries = found.entries if found else ()
    out = frozenset(each.name for each in entries if each.verdict is Verdict.DISQUALIFIED)
    for language in Interface:
        folder = "" if language is Interface.EN else f"{language.value}/"
        with speaking(language):
            rounds = [_round(each, found.rules, out, shown.items) for each in found.rounds] if found else []
            for name in PAGES:
                pages[f"{folder}{name}.html"] = _page(shown, name, rounds)
    return pages


@cache
def _template() -> "Template":
    return new_environment().get_template("challenge.html.jinja")


def _page(shown: Publication, name: str, rounds: list[dict[str, Any]]) -> str:
    found, french = shown.judgement, interface() is Interface.FR
    up = "../" if french else ""
    looks = {"final": "final", "provisional": "provisional", "verification": "provisional"}
    stamps = {
        "rehearsal": shown.rules.rehearsal,
        "simulated": found is not None and found.simulated,
        "unsealed": found is not None and not found.sealed,
    }
    page: str = _template().render(
        shown=shown,
        page=PAGES[name],
        page_file=name,
        rounds=rounds,
        interface=interface(),
        s=words("challenge-page-"),
        # What is wrong comes first: no green above an alarm.
        look=looks.get(shown.phase, "before") + (" flawed" if any(stamps.values()) else ""),
        stamps=[name for name, true in stamps.items() if true],
        version=__version__,
        other=f"../{name}.html" if french else f"fr/{name}.html",
        headline=headline(found) if found else "",
        changes=[str(change_text(each, shown.rules)) for each in shown.changes],
        verdicts=[
            (each.name, each.round_name or "–", each.verdict.words, _why(each))
            for each in (found.entries if found else ())
        ],
        about=[
            (name, ", ".join(map(visible, each.authors)), visible(each.description or ""))
            for name, each in shown.about.items()
            if each.authors or each.description
        ],
        dates=[
            (text(f"challenge-status-date-{name.replace('_', '-')}"), local_moment(when))
            for name, when in milestones(shown.rules.calendar).items()
        ],
        papers=[
            (each.about, f"{up}{EVIDENCE}/{each.path}") for each in shown.pieces if each.path.startswith("papers/")
        ],
        broken=broken_rules(found) if found else [],
        not_held=[
            text("challenge-page-not-held", name=each.name)
            for each in (found.rules.rounds[len(found.rounds) :] if found else ())
        ],
        texts=[(rule.heading, told) for rule, told in rule_texts(shown.rules).items()],
        downloads=[(f"{up}{EVIDENCE}/{each.path}", _piece_name(each.kind, each.about)) for each in shown.pieces],
        heads=[(name, Markup("<code>{}</code>").format(head)) for name, head in shown.heads],
        signature=str(found.signature) if found else "",
    )
    return page


def headline(found: Judgement) -> str:
    """Who has won, or may: the outcome in a sentence."""
    final = found.phase == "final"
    able = [each.name for each in found.entries if each.verdict is Verdict.CANDIDATE]
    names = found.winners if final else able
    if not names:
        return text("challenge-page-no-winner" if final else "challenge-page-no-candidate")
    return text("challenge-page-winners" if final else "challenge-page-candidates", names=", ".join(names))


def _why(each: EntryVerdict) -> Markup:
    """The reasons, each on a line of its own."""
    said = [typeset(visible(reason.short()), interface()) for reason in each.reasons]
    return Markup("<br>").join(_CHANCE.sub("p\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}", line) for line in said)


def broken_rules(found: Judgement) -> list[str]:
    """The rules that verdicts refer to by name, each once with its text."""
    broken = {reason.rule for each in found.entries for reason in each.reasons}
    return [
        text("challenge-page-rule-quoted", name=rule.heading, text=told)
        for rule, told in rule_texts(found.rules).items()
        if rule in broken
    ]


def _named(entry: str, out: frozenset[str]) -> str | Markup:
    """The name of an entry, struck out where it was disqualified."""
    return Markup("<s>{}</s>").format(visible(entry)) if entry in out else entry


def _round(found: RoundResult, rules: Rules, out: frozenset[str], items: Mapping[str, Item]) -> dict[str, Any]:
    said, entries = words("challenge-page-"), len(found.rows)
    twins = any(row.twins for row in found.rows)
    names = ["entry", "rank", "right", "score", "interval", "success", "quality", "answered", "people_gap"]
    names += ["twins", "sealed", "state"] if twins else ["sealed", "state"]
    if found.metric is not Metric.RIGHT:
        # What the bar is held against takes the place of exactitude, and exactitude that which it had.
        names[names.index("score")] = counted_name(found.metric)
        names[names.index(_PLACES[found.metric])] = "score"
    title = text("challenge-page-round-title", name=found.rules.name, questions=len(found.targets))
    many = text("challenge-page-first-shown", shown=_SHOWN, entries=entries) if entries > _SHOWN else ""
    domains = []
    for place, people in enumerate(found.people_domains):
        name = label_name("domain", people.label)
        scores = [_domain_cell(row.domains[place]) for row in found.rows[:_SHOWN]]
        label = f"{name} *" if people.small else name
        domains.append([label, people.questions, _domain_cell(people, people=True), *scores])
    estimate = found.people.reussite
    ends, score = percents(estimate.interval.low, estimate.interval.high), percent(estimate.value)
    shown = {"entry": text("challenge-page-people"), "score": score, "success": score, "by_adjusted": score}
    shown["interval"] = "–" if found.metric is Metric.PAIRS else ends
    people_row = [shown.get(name, "–") for name in names]
    return {
        "title": title,
        "lines": bar_lines(found, rules),
        "head": [said[name] for name in names],
        "rows": [people_row, *(_row(row, out, names) for row in found.rows)] if found.rows else [],
        "note": text("challenge-page-ranks", tests=found.paired.tests),
        "pair_head": [said[name] for name in ("pair", *pair_names(found.metric))],
        "pairs": [
            (f"{each.first} / {each.second}", each.better, each.worse, probability(each.p), probability(each.adjusted))
            for each in found.paired.pairs
        ],
        "domain_head": [said["domain"], "n", said["people"], *(_named(row.entry, out) for row in found.rows[:_SHOWN])],
        "domains": domains,
        "first_shown": many,
        "grid": _grid(found, title),
        "questions": [_question(items[each.item], found) for each in found.targets if each.item in items],
    }


def bar_lines(found: RoundResult, rules: Rules) -> list[str]:
    """What a round asks for and what that means, in sentences."""
    count, kinds = len(found.targets), ("accuracy", "pairwise", "unanimous")
    agreed = {kind: percent(getattr(found.agreements, kind)) for kind in kinds}
    needed = {f"by_{kind}": found.needed_by[kind] for kind in kinds}
    systems = [
        text(
            "challenge-page-power-other" if place else "challenge-page-power-system",
            true=percent(each.true),
            passes=percent(each.passes),
        )
        for place, each in enumerate(each for each in found.power if each.true in _POWERS)
    ]
    bar = text("challenge-page-bar", needed=found.needed, questions=count, threshold=percent(found.threshold))
    if found.metric is not Metric.RIGHT:
        reach, share = round(float(found.reach), 2), percent(found.threshold)
        bar = text(f"challenge-page-bar-{found.metric}", needed=reach, units=found.units, threshold=share)
    lines = [
        bar,
        text("challenge-page-agreements", **agreed, **needed, chosen=word(rules.threshold.agreement.value)),
        text("challenge-page-power", questions=count, systems=", ".join(systems)),
    ]
    return lines if found.rows else [*lines, text("challenge-page-nobody")]


def counted_name(metric: Metric) -> str:
    """The name of the column of what the bar is held against; right answers have theirs."""
    return "right" if metric is Metric.RIGHT else f"by_{metric}"


def pair_names(metric: Metric) -> tuple[str, str]:
    return ("better", "worse") if metric is Metric.RIGHT else ("ahead", "behind")


def _row(row: Row, out: frozenset[str], names: Sequence[str]) -> list[object]:
    found, (gap, ends) = row.measures, row.beside_people
    low, high, beside = (number(100 * share, "+.1f") for share in (ends.low, ends.high, gap))
    counted = next((name for name in names if name.startswith("by_")), "right")
    cells: dict[str, object] = {
        "entry": _named(row.entry, out),
        "rank": row.rank or "–",
        "right": row.right,
        "score": percent(found.exactitude),
        "interval": percents(row.interval.low, row.interval.high),
        "success": percent(found.reussite),
        "quality": "–" if found.qualite is None else percent(found.qualite),
        "answered": percent(found.answered),
        "people_gap": f"{beside} ({low} … {high})",
        "twins": percent(row.twins.share) if row.twins else "–",
        "sealed": text("challenge-page-yes" if row.heard.sealed else "challenge-page-no"),
        "state": str(word(row.heard.state.value)),
        **({} if counted == "right" else {counted: percent(row.score)}),
    }
    if row.passes:
        cells[counted] = Markup('<b class="yes">{} ✓</b>').format(cells[counted])
    return [cells[name] for name in names]


def _domain_cell(score: DomainScore, *, people: bool = False) -> Markup:
    return Markup(
        '{} <span class="soft">{}</span><span class="bar{}"><span style="width:{:.1f}%"></span></span>'
    ).format(
        percent(score.score),
        percents(score.interval.low, score.interval.high),
        " p" if people else "",
        100 * score.score,
    )


def _question(item: Item, found: RoundResult) -> tuple[object, ...]:
    """A question as it was asked: the anaphor marked, the right candidate in bold, how many people were right."""
    asked, mark = item.question, item.question.anaphor
    told = escape(visible(asked.text))
    if isinstance(mark, Mark):
        before, marked, after = asked.text[: mark.start], asked.text[mark.start : mark.end], asked.text[mark.end :]
        told = Markup("{}<u>{}</u>{}").format(visible(before), visible(marked), visible(after))
    if asked.prompt:
        told = Markup("{}<br>{}").format(told, visible(asked.prompt))
    names = [
        Markup("<b>{}</b>" if place == item.key else "{}").format(visible(each.text))
        for place, each in enumerate(asked.candidates)
    ]
    right = percent(found.people.credits[item.id])
    return visible(item.id), told, Markup("<br>").join(names), right


def _grid(found: RoundResult, title: str) -> Markup:
    """All entries and people, question by question; written at once, since a thousand entries make many cells."""
    head = "".join(f'<th scope="col">{escape(visible(target.item))}</th>' for target in found.targets)
    earned = "".join(f"<td>{100 * float(found.people.credits[target.item]):.0f}" for target in found.targets)
    rows = [f'<tr><th scope="row">{escape(text("challenge-page-people"))} (%)</th>{earned}</tr>']
    for row in found.rows:
        cells = "".join(_MARKS[each.result] for each in row.heard.outcomes)
        rows.append(f'<tr><th scope="row">{escape(visible(row.entry))}</th>{cells}</tr>')
    table = f'<table class="grid"><thead><tr><td></td>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
    return Markup(f'<div class="wide" tabindex="0" role="region" aria-label="{escape(visible(title))}">{table}</div>')
