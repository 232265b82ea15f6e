"""What `anaphor audit` prints for people: tables and sentences, in French and in English."""

from collections import Counter

from anaphor.audit import (
    ItemScore,
    Row,
    decimal,
    hint_figures,
    hint_sentence,
    label,
    lines_of,
    threshold_text,
    unfit_text,
    variation_name,
    whole,
    word,
)
from anaphor.audit.shortcuts import Shortcut, note_text, shortcut_name
from anaphor.cli.audit_output import Report
from anaphor.cli.output import print_table, stdout
from anaphor.corpus import Counts
from anaphor.statistics import Interval
from anaphor.text import visible

_MOST_SUSPECTS = 10
_MOST_HINTS = 20
_SHOWN_LINES = 2
"""Sentences shown per pair on a terminal: the shortest; the JSON document has all."""
_LONGEST_LINE = 140
_MOST_NAMES = 12


def print_report(report: Report, counts: Counts) -> None:
    """The table, the verdict, the schemas to look at, the other shortcuts."""
    found, interface = report.audit, report.interface
    if found:
        words = whole(report.words, interface)
        title = word(
            "title", interface, collection=report.collection, corpus=report.corpus, words=words, items=found.rows[0].n
        )
        if found.verdict.scored:
            _print_rows(title, found.rows, interface)
        else:
            _print(title)
        plain = found.rows_without_names
        if plain and plain[0].n < found.rows[0].n and plain[0].items:
            _print_rows(word("title_without_names", interface, items=plain[0].n), plain, interface)
    for sentence in report.sentences:
        _print(sentence)
    _print_suspects(report, counts)
    _print_hints(report)
    _print_shortcuts(report)
    _print_variations(report)
    _print_doubts(report)
    _print_unfit(report)
    stdout().print(visible(report.signature), style="dim", markup=False)


def _print(text: str) -> None:
    stdout().print(visible(text), markup=False)


def _print_rows(title: str, rows: tuple[Row, ...], interface: str) -> None:
    names = [word(name, interface) for name in ("threshold", "items", "right", "exactitude", "couverture", "reussite")]
    columns = [*names[:4], "", *names[4:], "", "p"]
    cells: list[list[object]] = [
        [
            threshold_text(row.threshold, interface),
            row.items,
            row.h,
            _rate(row.exactitude, interface),
            _shown(row.exactitude_interval, interface),
            _rate(row.couverture, interface),
            decimal(row.reussite, 3, interface),
            _shown(row.reussite_interval, interface),
            decimal(row.p, 3, interface),
        ]
        for row in rows
    ]
    print_table(columns, cells, title=title)
    stdout().print()


def _rate(value: float | None, interface: str) -> str:
    return "–" if value is None else decimal(value, 2, interface)


def _shown(interval: Interval | None, interface: str) -> str:
    if interval is None:
        return ""
    return f"{decimal(interval.low, 2, interface)}–{decimal(interval.high, 2, interface)}"


def _print_suspects(report: Report, counts: Counts) -> None:
    if not report.suspects or report.audit is None:
        return
    interface = report.interface
    chance = decimal(report.decided / 4, 1, interface)
    stdout().print()
    name = "solved" if report.audit.verdict.scored else "solved_unscored"
    _print(word(name, interface, solved=len(report.suspects), decided=report.decided, chance=chance))
    by_id = {each.confrontation.item: each for each in report.audit.items}
    for suspect in report.suspects[:_MOST_SUSPECTS]:
        lead = "" if suspect.lead is None else f", {word('lead', interface)} {decimal(suspect.lead, 2, interface)}"
        _print(f"  {suspect.schema} ({word(suspect.by, interface)}{lead})")
        for name, figures in zip(suspect.items, suspect.figures, strict=True):
            _print(f"    {label(name, interface)} {figures}")
            _print_lines(by_id[name], report, counts)
    if len(report.suspects) > _MOST_SUSPECTS:
        _print(word("more", interface, more=len(report.suspects) - _MOST_SUSPECTS))


def _print_lines(item: ItemScore, report: Report, counts: Counts) -> None:
    for pair, lines in zip(item.pairs, lines_of(item, counts, report.lines, report.within), strict=True):
        for line in sorted(lines, key=lambda each: len(each.text))[:_SHOWN_LINES]:
            text = line.text if len(line.text) <= _LONGEST_LINE else f"{line.text[:_LONGEST_LINE]}…"
            _print(f"      {label(f'{pair.candidate}–{pair.cue}', report.interface)} {text} [{line.source}]")


def _print_hints(report: Report) -> None:
    if not report.hints:
        return
    stdout().print()
    _print(hint_sentence(report.hints, report.interface))
    for each in report.hints[:_MOST_HINTS]:
        _print(f"  {label(each.item, report.interface)} {hint_figures(each, report.interface)}")
    if len(report.hints) > _MOST_HINTS:
        _print(word("more", report.interface, more=len(report.hints) - _MOST_HINTS))


def _print_shortcuts(report: Report) -> None:
    if not report.shortcuts:
        return
    interface = report.interface
    stdout().print()
    rows: list[list[object]] = [
        [
            shortcut_name(each.name, interface),
            each.items,
            each.answered,
            each.right,
            _rate(each.rate, interface),
            _shown(each.interval, interface),
            _chance(each, interface),
            note_text(each.note, interface),
        ]
        for each in report.shortcuts
    ]
    names = [word(name, interface) for name in ("shortcut", "items", "answered", "right", "rate")]
    print_table([*names, "", "p", word("remark", interface)], rows)


def _chance(found: Shortcut, interface: str) -> str:
    """The p of a shortcut; a dash where nothing was tested."""
    return decimal(found.p, 3, interface) if found.rate is not None or found.p < 1 else "–"


def _print_variations(report: Report) -> None:
    if not report.variations:
        return
    interface = report.interface
    stdout().print()
    rows: list[list[object]] = [
        [
            word(each.what, interface),
            variation_name(each.what, each.name, interface),
            whole(each.words, interface),
            each.items,
            each.h,
            _rate(each.exactitude, interface),
            decimal(each.reussite, 3, interface),
            decimal(each.p, 3, interface),
        ]
        for each in report.variations
    ]
    columns = ("changed", "into", "words", "items", "right", "exactitude", "reussite")
    print_table([*(word(name, interface) for name in columns), "p"], rows, right=(2,))


def _print_doubts(report: Report) -> None:
    if report.doubts:
        stdout().print()
        _print(word("doubts", report.interface, doubts=len(report.doubts)))
    for each in report.doubts:
        _print(f"  {label(each.place, report.interface)} {each.detail}")


def _print_unfit(report: Report) -> None:
    if not report.unfit:
        return
    stdout().print()
    _print(word("unfit", report.interface, unfit=len(report.unfit)))
    told = [(each.item, unfit_text(each, report.interface)) for each in report.unfit]
    for detail, count in Counter(detail for _, detail in told).most_common():
        names = [name for name, its in told if its == detail]
        shown = ", ".join(names[:_MOST_NAMES]) + (" …" if len(names) > _MOST_NAMES else "")
        _print(f"  {label(str(count), report.interface)} {detail} ({shown})")
