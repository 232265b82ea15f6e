"""An audit as a section of a report: verdict, table, figure, the schemas to look at, every item's scores."""

from collections.abc import Sequence
from dataclasses import dataclass

from anaphor.audit import (
    Audit,
    Hint,
    ItemScore,
    Row,
    Suspect,
    decimal,
    hint_figures,
    hint_sentence,
    sentences,
    suspects,
    whole,
    word,
)
from anaphor.audit.shortcuts import Shortcut, beyond_chance, shortcut_name
from anaphor.corpus import Concordance
from anaphor.report.cells import share_of
from anaphor.report.figures.audit import audit_figure, row_columns, row_of
from anaphor.section import Cell, Part, Section, Table, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class PairLines:
    """Sentences in which the words of a pair stand."""

    item: str
    """The item whose pair it is."""
    pair: str
    """The two words."""
    lines: tuple[Concordance, ...]
    """The sentences."""


_WORDS = {
    "title": {
        "en": "Do simple statistics give the answers away? ({collection})",
        "fr": "De simples statistiques donnent-elles les réponses ? ({collection})",
    },
    "table": {
        "en": "The table of Amsili & Seminck (2017), in its own words",
        "fr": "Le tableau d’Amsili & Seminck (2017), dans ses termes",
    },
    "items": {"en": "items", "fr": "items"},
    "right": {"en": "right", "fr": "justes"},
    "look": {"en": "Schemas that simple statistics solve", "fr": "Schémas que de simples statistiques résolvent"},
    "schema": {"en": "schema", "fr": "schéma"},
    "how": {"en": "how", "fr": "par"},
    "lead": {"en": "lead", "fr": "avance"},
    "counts": {"en": "counts", "fr": "comptages"},
    "lines": {
        "en": "The sentences behind: where both words of a pair stand",
        "fr": "Les phrases derrière ces chiffres : où les deux mots d’une paire se trouvent",
    },
    "pair": {"en": "pair", "fr": "paire"},
    "sentence": {"en": "sentence", "fr": "phrase"},
    "source": {"en": "source", "fr": "source"},
    "all": {"en": "Every item with its scores", "fr": "Tous les items et leurs scores"},
    "item": {"en": "item", "fr": "item"},
    "pairs": {"en": "pairs (right one first marked *)", "fr": "paires (la bonne est marquée *)"},
    "other": {"en": "Other shortcuts", "fr": "Autres raccourcis"},
    "shortcut": {"en": "shortcut", "fr": "raccourci"},
    "answered": {"en": "answered", "fr": "avec réponse"},
    "rate": {"en": "rate", "fr": "taux"},
}


def audit_section(
    found: Audit,
    *,
    shortcuts: Sequence[Shortcut] = (),
    lines: Sequence[PairLines] = (),
    hints: Sequence[Hint] = (),
    interface: str = "en",
) -> Section:
    """The section of one collection's audit; `lines` are sentences of the corpus, `hints` those of a table of pairs."""
    judged = sentences(found.verdict, found.growth, interface, found.verdict_without_names)
    said = (*judged, *beyond_chance(shortcuts, found.verdict.criteria.level, interface))
    looked = suspects(found.items, interface)
    scored = any(each.lead is not None for each in found.items)
    rates: list[Part] = [_rows(found.rows, interface), audit_figure(found, interface=interface)] if scored else []
    parts: list[Part] = [
        Text(lines=said, points=True),
        *rates,
        *([_look(looked, interface)] if looked else []),
        *([_hints(hints, interface)] if hints else []),
        *([_lines(lines, interface)] if lines else []),
        *([_shortcuts(shortcuts, interface)] if shortcuts else []),
        _items(found.items, interface),
    ]
    return _section(found.collection, parts, str(found.signature), interface)


def shortcuts_section(
    collection: str, said: Sequence[str], *, shortcuts: Sequence[Shortcut], signature: str, interface: str = "en"
) -> Section:
    """The section of a collection none of whose items has the shape of the test: what is said, the other shortcuts."""
    parts: list[Part] = [
        Text(lines=tuple(said), points=True),
        *([_shortcuts(shortcuts, interface)] if shortcuts else []),
    ]
    return _section(collection, parts, signature, interface)


def _section(collection: str, parts: Sequence[Part], signature: str, interface: str) -> Section:
    title = _word("title", interface).format(collection=collection)
    return Section(id=f"audit-{collection}", title=title, parts=tuple(parts), signature=signature)


def _word(name: str, interface: str) -> str:
    return _WORDS[name][interface]


def _rows(rows: Sequence[Row], interface: str) -> Table:
    cells = tuple(row_of(row, interface) for row in rows)
    return Table(columns=row_columns(interface), rows=cells, caption=_word("table", interface))


def _look(looked: Sequence[Suspect], interface: str) -> Table:
    columns = tuple(_word(name, interface) for name in ("schema", "how", "lead", "counts"))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (each.schema, word(each.by, interface), each.lead, " · ".join(each.figures)) for each in looked
    )
    return Table(columns=columns, rows=rows, caption=_word("look", interface), digits=2)


def _hints(found: Sequence[Hint], interface: str) -> Table:
    columns = tuple(_word(name, interface) for name in ("item", "counts"))
    rows = tuple((each.item, hint_figures(each, interface)) for each in found)
    return Table(columns=columns, rows=rows, caption=hint_sentence(found, interface))


def _lines(found: Sequence[PairLines], interface: str) -> Table:
    columns = tuple(_word(name, interface) for name in ("item", "pair", "sentence", "source"))
    rows = tuple((each.item, each.pair, line.text, line.source) for each in found for line in each.lines)
    return Table(columns=columns, rows=rows, caption=_word("lines", interface), folded=True)


def _shortcuts(found: Sequence[Shortcut], interface: str) -> Table:
    columns = (*(_word(name, interface) for name in ("shortcut", "items", "answered", "right", "rate")), "p")
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            shortcut_name(each.name, interface),
            each.items,
            each.answered,
            each.right,
            share_of(each.rate),
            each.p if each.answered else None,
        )
        for each in found
    )
    return Table(columns=columns, rows=rows, caption=_word("other", interface))


def _items(items: Sequence[ItemScore], interface: str) -> Table:
    columns = (_word("item", interface), _word("pairs", interface), _word("lead", interface), _word("right", interface))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (each.confrontation.item, _pairs(each, interface), each.lead, each.right) for each in items
    )
    return Table(columns=columns, rows=rows, caption=_word("all", interface), folded=True, digits=2)


def _pairs(item: ItemScore, interface: str) -> str:
    shown = []
    for number, pair in enumerate(item.pairs):
        mark = "*" if number == item.confrontation.key else ""
        met = "–" if pair.count is None else whole(pair.count.both, interface)
        score = "–" if pair.score is None else decimal(pair.score, 2, interface)
        shown.append(f"{mark}{pair.candidate}–{pair.cue} {met} ({score})")
    return ", ".join(shown)
