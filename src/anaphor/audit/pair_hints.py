"""Schemas that a table of frequent pairs would clearly solve, among those whose words the exact counts do not hold.

They are named to be looked at. No rate is taken from them: a table leaves pairs out by their count.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from anaphor.audit.choosing import Chosen, bounds_of, chosen, is_clear
from anaphor.audit.plurals import fill
from anaphor.audit.scores import ItemScore, score_item
from anaphor.audit.wording_tables import decimal
from anaphor.corpus import Counts, mutual_information
from anaphor.schema import Collection

_WORDS = {
    "look": {
        "en": "Look at these: the table of pairs that comes along would solve {schemas} {schemas:?schema|schemas} "
        "whose words the exact counts do not hold (no rate is taken from it: docs/audit.md).",
        "fr": "À regarder : la table de paires fournie résoudrait {schemas} {schemas:?schéma|schémas} dont les mots "
        "sont absents des comptes exacts (aucun taux n'en est tiré : docs/audit.md).",
    },
    "known": {"en": "right {right} bits, wrong {wrong}", "fr": "bonne réponse : {right} bits ; mauvaise : {wrong}"},
    "bounded": {
        "en": "right {right} bits, wrong {wrong} at most",
        "fr": "bonne réponse : {right} bits ; mauvaise : {wrong} au plus",
    },
    "alone": {
        "en": "right {right} bits, wrong never met",
        "fr": "bonne réponse : {right} bits ; la mauvaise ne s'y rencontre jamais",
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """An item of a schema that the table would clearly solve."""

    item: str
    """The item's id."""
    schema: str
    """The schema's id."""
    pair: str
    """The right candidate's word and the cue."""
    right_bits: float
    """Mutual information of that pair."""
    wrong_bits: float | None
    """The highest of the wrong candidates; None where only a bound of it is known, or it never meets the cue."""
    bound: float | None
    """Bits that the wrong candidate has at most, where that is all that is known of it."""


def hints(collection: Collection, exact: Sequence[ItemScore], table: Counts) -> tuple[Hint, ...]:
    """The items of schemas (and lone problems) all of whose items the table clearly solves.

    `exact` are the collection's items as exact counts score them; a schema whose words those hold is left to them.
    """
    sizes = {schema.id: len(schema.variants) for schema in collection.schemas}
    schemas: dict[str, list[ItemScore]] = {}
    for each in exact:
        schemas.setdefault(each.confrontation.schema, []).append(each)
    found: list[Hint] = []
    for name, items in schemas.items():
        if any(pair.count is None for each in items for pair in each.pairs):
            solved = [hint for each in items if (hint := _hint(each, table)) is not None]
            found += solved if len(solved) == sizes.get(name, 1) else []
    return tuple(found)


def _hint(item: ItemScore, table: Counts) -> Hint | None:
    """What the table says of an item that it clearly solves; None where it does not."""
    scored = score_item(item.confrontation, table, mutual_information)
    choice = chosen(scored, bounds_of(scored, table))
    key = item.confrontation.key
    right = scored.pairs[key]
    if choice is None or choice.candidate != key or right.score is None or not is_clear(scored, choice):
        return None
    return Hint(
        item=item.confrontation.item,
        schema=item.confrontation.schema,
        pair=f"{right.candidate}–{right.cue}",
        right_bits=right.score,
        wrong_bits=_wrong(scored, choice),
        bound=choice.bound,
    )


def _wrong(scored: ItemScore, choice: Chosen) -> float | None:
    known = [pair.score for place, pair in enumerate(scored.pairs) if place != choice.candidate]
    return max((score for score in known if score is not None), default=None)


def hint_sentence(found: Sequence[Hint], interface: str) -> str:
    """The sentence before the list."""
    return fill(_WORDS["look"][interface], interface, schemas=len({each.schema for each in found}))


def hint_figures(hint: Hint, interface: str) -> str:
    """The figures of an item in words."""
    wrong = hint.bound if hint.wrong_bits is None else hint.wrong_bits
    name = "alone" if wrong is None else "known" if hint.bound is None else "bounded"
    shown = {"right": decimal(hint.right_bits, 1, interface), "wrong": decimal(wrong or 0.0, 1, interface)}
    return f"{hint.pair} ({fill(_WORDS[name][interface], interface, **shown)})"
