"""A challenge as a static site: standing, questions, rules and evidence, in French and English.

Pages are whole in themselves: no script, no request to anybody, readable from a file, on a phone and on paper. Nothing
is computed here; provisional and final results do not look alike.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Template
from markupsafe import Markup, escape

from anaphor import __version__
from anaphor.challenge import Challenge, Rules, percent, percents, rule_texts, word
from anaphor.challenge.evidence import EVIDENCE, Publication, publish, write_files
from anaphor.challenge.judging import DomainScore, EntryVerdict, Judgement, RoundResult, Row, Verdict
from anaphor.report.page import new_environment, template_named
from anaphor.report.systems.scoring import label_name
from anaphor.scoring.items import Result
from anaphor.text import Interface, interface, number, probability, speaking, text, typeset, visible, words

PAGES = {"index": "standing", "items": "items", "rules": "rules"}
"""Files of a language, and what they show."""
_SHOWN = 10
"""Entries whose domains are shown, the best first."""
_POWERS = (0.85, 0.9)
"""True shares of right answers whose chance to pass is told in a sentence."""
_CHANCE = re.compile("p ([=<]) ")
_MARKS = {Result.RIGHT: '<td class="r">✓', Result.WRONG: '<td class="w">✗', Result.ABSTAINED: '<td class="a">–'}


def site_files(shown: Publication) -> dict[str, bytes]:
    """Every file of a challenge's site by its path, the pages and the evidence beside them."""
    pages = {path: page.encode("utf-8", "surrogatepass") for path, page in site_of(shown).items()}
    return pages | {f"{EVIDENCE}/{each.path}": each.data for each in shown.pieces}


def write_site(challenge: Challenge, output: Path, *, traces: bool = False, questions: bool = False) -> list[str]:
    """Write the site of a challenge as it may be published now; the paths of its files."""
    files = site_files(publish(challenge, traces=traces, questions=questions))
    write_files(files, output)
    return list(files)


def site_of(shown: Publication) -> dict[str, str]:
    """Every page by its path: English in the site's own folder, French in `fr/`."""
    pages = {}
    found = shown.judgement
    entries = found.entries if found else ()
    out = frozenset(each.name for each in entries if each.verdict is Verdict.DISQUALIFIED)
    for language in Interface:
        folder = "" if language is Interface.EN else f"{language.value}/"
        with speaking(language):
            rounds = [_round(each, found.rules, out) for each in found.rounds] if found else []
            for name in PAGES:
                pages[f"{folder}{name}.html"] = _page(shown, name, rounds)
    return pages


@cache
def _template() -> Template:
    return template_named(new_environment(), "challenge.html.jinja")


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
        look=looks.get(shown.phase, "before"),
        stamps=[name for name, true in stamps.items() if true],
        version=__version__,
        other=f"../{name}.html" if french else f"fr/{name}.html",
        headline=_headline(found) if found else "",
        verdicts=[
            (each.name, each.round_name or "–", each.verdict.words, _why(each))
            for each in (found.entries if found else ())
        ],
        broken=broken_rules(found) if found else [],
        not_held=[
            text("challenge-page-not-held", name=each.name)
            for each in (found.rules.rounds[len(found.rounds) :] if found else ())
        ],
        texts=[(rule.heading, told) for rule, told in rule_texts(shown.rules).items()],
        downloads=[
            (f"{up}{EVIDENCE}/{each.path}", text(f"challenge-page-{each.kind.replace('_', '-')}", name=each.about))
            for each in shown.pieces
        ],
        heads=[(name, Markup("<code>{}</code>").format(head)) for name, head in shown.heads],
        signature=str(found.signature) if found else "",
    )
    return page


def _headline(found: Judgement) -> str:
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


def _round(found: RoundResult, rules: Rules, out: frozenset[str]) -> dict[str, Any]:
    said, entries = words("challenge-page-"), len(found.rows)
    twins = any(row.twins for row in found.rows)
    names = ["entry", "rank", "right", "score", "interval", "success", "quality", "answered", "people_gap"]
    names += ["twins", "sealed", "state"] if twins else ["sealed", "state"]
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
    people_row = [text("challenge-page-people"), "–", "–", score, ends, score, *["–"] * (6 if twins else 5)]
    return {
        "title": title,
        "lines": bar_lines(found, rules),
        "head": [said[name] for name in names],
        "rows": [people_row, *(_row(row, out, twins) for row in found.rows)] if found.rows else [],
        "note": text("challenge-page-ranks", tests=found.paired.tests),
        "pairs": [
            (f"{each.first} / {each.second}", each.better, each.worse, probability(each.p), probability(each.adjusted))
            for each in found.paired.pairs
        ],
        "domain_head": [said["domain"], "n", said["people"], *(_named(row.entry, out) for row in found.rows[:_SHOWN])],
        "domains": domains,
        "first_shown": many,
        "grid": _grid(found, title),
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
    lines = [
        text("challenge-page-bar", needed=found.needed, questions=count, threshold=percent(found.threshold)),
        text("challenge-page-agreements", **agreed, **needed, chosen=word(rules.threshold.agreement.value)),
        text("challenge-page-power", questions=count, systems=", ".join(systems)),
    ]
    return lines if found.rows else [*lines, text("challenge-page-nobody")]


def _row(row: Row, out: frozenset[str], twins: bool) -> list[object]:
    found, (gap, ends) = row.measures, row.beside_people
    low, high, beside = (number(100 * share, "+.1f") for share in (ends.low, ends.high, gap))
    both = percent(row.twins.share) if row.twins else "–"
    return [
        _named(row.entry, out),
        row.rank,
        Markup('<b class="yes">{} ✓</b>').format(row.right) if row.passes else row.right,
        percent(row.score),
        percents(row.interval.low, row.interval.high),
        percent(found.reussite),
        "–" if found.qualite is None else percent(found.qualite),
        percent(found.answered),
        f"{beside} ({low} … {high})",
        *((both,) if twins else ()),
        text("challenge-page-yes" if row.heard.sealed else "challenge-page-no"),
        str(word(row.heard.state.value)),
    ]


def _domain_cell(score: DomainScore, *, people: bool = False) -> Markup:
    return Markup(
        '{} <span class="soft">{}</span><span class="bar{}"><span style="width:{:.1f}%"></span></span>'
    ).format(
        percent(score.score),
        percents(score.interval.low, score.interval.high),
        " p" if people else "",
        100 * score.score,
    )


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
