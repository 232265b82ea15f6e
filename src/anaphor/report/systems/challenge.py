"""A challenge as a section of a report: verdicts, the bars, and what must be known to read them."""

from anaphor.challenge import chance, percents, verdict_text
from anaphor.challenge.judging import EntryVerdict, Judgement, RoundResult
from anaphor.report.systems.challenge_pages import bar_lines, broken_rules, words
from anaphor.section import Cell, Part, Section, Table, Text

_TITLE = {"en": "Challenge: {title}", "fr": "Défi : {title}"}


def challenge_section(found: Judgement, interface: str = "en") -> Section:
    """The section of one challenge."""
    said = words(interface)
    columns = tuple(said[name] for name in ("entry", "round", "right", "interval", "verdict", "why"))
    rows = tuple(_row(each, interface) for each in found.entries)
    parts: list[Part] = [Table(columns=columns, rows=rows, caption=said["verdicts"])]
    broken = tuple(broken_rules(found, interface))
    parts += [Text(lines=broken)] if broken else []
    for each in found.rounds:
        title = said["round_title"].format(name=each.rules.name, questions=len(each.targets))
        parts += [Text(lines=(title, *bar_lines(each, found.rules, interface))), _pairs(each, interface)]
    stamps = {"rehearsal": found.rules.rehearsal, "simulated": found.simulated, "unsealed": not found.sealed}
    stamp = " · ".join(said[name] for name, true in stamps.items() if true) or None
    return Section(
        id="challenge",
        title=_TITLE[interface].format(title=found.rules.title),
        parts=tuple(parts),
        stamp=stamp,
        signature=str(found.signature),
    )


def _row(each: EntryVerdict, interface: str) -> tuple[Cell, ...]:
    row = each.row
    ends = None if row is None else percents(row.interval.low, row.interval.high, interface)
    why = "\n".join(reason.short(interface) for reason in each.reasons)
    right = None if row is None else row.right
    return each.name, each.round_name, right, ends, verdict_text(each.verdict.value, interface), why


def _pairs(found: RoundResult, interface: str) -> Table:
    said = words(interface)
    rows = tuple(
        (
            f"{each.first} / {each.second}",
            each.better,
            each.worse,
            chance(each.p, interface),
            chance(each.adjusted, interface),
        )
        for each in found.paired.pairs
    )
    columns = (said["pair"], said["better"], said["worse"], "p", said["adjusted"])
    return Table(columns=columns, rows=rows, caption=f"{said['pairs']} ({found.rules.name})", folded=True)
