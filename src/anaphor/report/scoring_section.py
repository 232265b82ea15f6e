"""The scores of systems as a section of a report: table, pairs, groups, items, and what must be known to read them."""

from collections.abc import Sequence

from anaphor.report.drawing import Cell
from anaphor.report.scoring_figures import risk_figure, scores_figure
from anaphor.report.section import Part, Section, Table, Text
from anaphor.scoring.comparison import Comparison
from anaphor.scoring.literature import Published
from anaphor.scoring.scorecard import Scorecard

_WORDS = {
    "title": {"en": "Systems", "fr": "Systèmes"},
    "respondent": {"en": "respondent", "fr": "système"},
    "low": {"en": "low", "fr": "bas"},
    "high": {"en": "high", "fr": "haut"},
    "answered": {"en": "answered", "fr": "répondus"},
    "twins": {"en": "both twins", "fr": "deux jumeaux"},
    "same": {"en": "same candidate", "fr": "même candidat"},
    "main": {"en": "Shares of items; low and high are the interval of réussite, by schema.",
             "fr": "Parts des items ; bas et haut : l'intervalle de la réussite, par schéma."},
    "f1": {"en": "F1 only for comparison with the literature: its two parts are not independent.",
           "fr": "F1 seulement pour comparer avec la littérature : ses deux termes ne sont pas indépendants."},
    "twin_note": {
        "en": "A system that always prefers one candidate gets half of the items and none of the pairs.",
        "fr": "Un système qui préfère toujours le même candidat a la moitié des items et aucune paire.",
    },
    "chance": {"en": "{name}: chance is {chance:.2%}, p = {p:.3g}; two such systems show a difference from "
                     "{points:.1f} points on.",
               "fr": "{name} : le hasard est à {chance:.2%}, p = {p:.3g} ; deux tels systèmes montrent une différence "
                     "à partir de {points:.1f} points."},
    "abstentions": {"en": "{name} abstained: {reasons}.", "fr": "{name} s'est abstenu : {reasons}."},
    "pairs": {"en": "Differences of réussite; p by exact swaps of whole schemas, corrected by Holm.",
              "fr": "Différences de réussite ; p par échanges exacts de schémas entiers, corrigé selon Holm."},
    "pair": {"en": "pair", "fr": "paire"},
    "difference": {"en": "difference", "fr": "différence"},
    "smallest": {"en": "smallest shown", "fr": "minimum visible"},
    "group": {"en": "{name} by {kind}", "fr": "{name} par {kind}"},
    "published": {"en": "Published results", "fr": "Résultats publiés"},
    "collection": {"en": "collection", "fr": "collection"},
    "items": {"en": "{name}, item by item", "fr": "{name}, item par item"},
    "item": {"en": "item", "fr": "item"},
    "result": {"en": "result", "fr": "résultat"},
    "chosen": {"en": "chosen", "fr": "choisi"},
    "key": {"en": "right answer", "fr": "bonne réponse"},
    "reason": {"en": "reason", "fr": "raison"},
    "right": {"en": "right", "fr": "juste"},
    "wrong": {"en": "wrong", "fr": "faux"},
    "abstained": {"en": "abstained", "fr": "abstention"},
}  # fmt: skip


def _word(name: str, interface: str) -> str:
    return _WORDS[name]["fr" if interface == "fr" else "en"]


def scoring_section(
    cards: Sequence[Scorecard], comparisons: Sequence[Comparison] = (), published: Sequence[Published] = (), *,
    interface: str = "en",
) -> Section:  # fmt: skip
    """The scores of one collection's runs: table, figure, pairs, groups, published results, items."""
    parts: list[Part] = [_table(cards, interface), Text(lines=_notes(cards, interface), points=True, soft=True),
                         scores_figure(cards, published, interface=interface)]  # fmt: skip
    if any(card.risk for card in cards):
        parts.append(risk_figure(cards, interface=interface))
    if comparisons:
        parts.append(_pairs(comparisons, interface))
    parts += [_group(card, kind, interface) for card in cards for kind in card.groups]
    if published:
        parts.append(_published(published, interface))
    parts += [_items(card, interface) for card in cards]
    signature = " ; ".join(str(card.signature) for card in cards)
    return Section(id="scoring", title=_word("title", interface), parts=tuple(parts), signature=signature)


def _columns(interface: str) -> tuple[str, ...]:
    return (_word("respondent", interface), "n", "h", "θ", "exactitude", "qualité", "F1*", "réussite",
            _word("low", interface), _word("high", interface), _word("answered", interface))  # fmt: skip


def _table(cards: Sequence[Scorecard], interface: str) -> Table:
    columns = (*_columns(interface), _word("twins", interface), _word("same", interface))
    return Table(columns=columns, rows=tuple(map(_row, cards)), caption=_word("main", interface), digits=4)


def _row(card: Scorecard) -> tuple[Cell, ...]:
    made, ends, twins = card.measures, card.reussite.interval, card.twins
    return (card.respondent, made.n, made.h, made.theta, made.exactitude, made.qualite, made.f1, made.reussite,
            ends.low, ends.high, made.answered, twins.share if twins else None,
            twins.same_share if twins else None)  # fmt: skip


def _notes(cards: Sequence[Scorecard], interface: str) -> tuple[str, ...]:
    lines = [_word("f1", interface), _word("twin_note", interface)]
    for card in cards:
        if card.smallest is not None:
            lines.append(_word("chance", interface).format(
                name=card.respondent, chance=card.chance.chance, p=card.chance.p, points=100 * card.smallest
            ))  # fmt: skip
        if card.abstentions:
            reasons = ", ".join(f"{why} {count}" for why, count in card.abstentions.items())
            lines.append(_word("abstentions", interface).format(name=card.respondent, reasons=reasons))
    return tuple(lines)


def _pairs(comparisons: Sequence[Comparison], interface: str) -> Table:
    names = ("pair", "difference", "low", "high")
    columns = (*(_word(name, interface) for name in names), "p", "p (Holm)", "McNemar", _word("smallest", interface))
    rows = tuple((f"{each.first} − {each.second}", each.difference, each.interval.low, each.interval.high, each.p,
                  each.adjusted, each.mcnemar, each.smallest) for each in comparisons)  # fmt: skip
    return Table(columns=columns, rows=rows, caption=_word("pairs", interface))


def _group(card: Scorecard, kind: str, interface: str) -> Table:
    rows = tuple(
        (each.label, each.measures.n, each.measures.h, each.measures.theta, each.measures.exactitude,
         each.measures.qualite, each.measures.reussite, each.reussite.interval.low, each.reussite.interval.high,
         each.chance.p)
        for each in card.groups[kind]
    )  # fmt: skip
    columns = (kind, "n", "h", "θ", "exactitude", "qualité", "réussite", _word("low", interface),
               _word("high", interface), "p")  # fmt: skip
    caption = _word("group", interface).format(name=card.respondent, kind=kind)
    return Table(columns=columns, rows=rows, caption=caption, folded=True)


def _published(published: Sequence[Published], interface: str) -> Table:
    rows = tuple((row.system, row.n, row.h, row.theta, row.measures.exactitude, row.measures.qualite, row.measures.f1,
                  row.measures.reussite, row.collection) for row in published)  # fmt: skip
    columns = (*_columns(interface)[:8], _word("collection", interface))
    return Table(columns=columns, rows=rows, caption=_word("published", interface), folded=True, digits=4)


def _items(card: Scorecard, interface: str) -> Table:
    rows = tuple(
        (each.item, _word(each.result.value, interface),
         None if each.chosen is None else each.target.candidates[each.chosen], each.target.candidates[each.target.key],
         each.reason.value if each.reason else None)
        for each in card.outcomes
    )  # fmt: skip
    columns = tuple(_word(name, interface) for name in ("item", "result", "chosen", "key", "reason"))
    caption = _word("items", interface).format(name=card.respondent)
    return Table(columns=columns, rows=rows, folded=True, caption=caption)
