"""Changed wordings of what was asked: other names, candidates exchanged in the text, the twins that were held back.

A program that looks answers up by their text meets questions that it has never seen; one that understands does about as
well as before.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from anaphor.challenge.questions import Drawn
from anaphor.collection.changes import Perturbed, exchange_candidates, exchange_names
from anaphor.errors import InputError
from anaphor.schema import Collection, Item


class ChangeKind(StrEnum):
    """How a question was changed."""

    NAMES = "names"
    """People bear other names."""
    EXCHANGE = "exchange"
    """The candidates change places in the text, and the answer follows them."""
    TWIN = "twin"
    """The other half of the schema."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedItem:
    """A changed item with the way back."""

    item: Item
    """What is asked."""
    original: str
    """Id of the item that was asked before."""
    kind: ChangeKind
    """How it was changed."""

    @property
    def name(self) -> str:
        """Id of the changed item."""
        return self.item.id


def changed_items(drawn: Drawn, seed: int) -> tuple[ChangedItem, ...]:
    """All changed wordings of what a round asked; what cannot be changed has none."""
    found = [
        *_perturbed(drawn.collection, ChangeKind.NAMES, lambda collection: exchange_names(collection, seed)),
        *_perturbed(drawn.collection, ChangeKind.EXCHANGE, exchange_candidates),
        *_twins(drawn),
    ]
    return tuple(found)


def _perturbed(
    collection: Collection, kind: ChangeKind, change: Callable[[Collection], Perturbed]
) -> list[ChangedItem]:
    try:
        made = change(collection)
    except InputError:  # nothing of this collection can be changed so
        return []
    return [ChangedItem(item=item, original=made.origins[item.id].item, kind=kind) for item in made.collection.items]


def _twins(drawn: Drawn) -> list[ChangedItem]:
    asked = {item.id for item in drawn.items}
    found = []
    for schema in drawn.whole.schemas:
        items = [entry for entry in schema.variants if isinstance(entry, Item)]
        before = next((item.id for item in items if item.id in asked), None)
        if before is not None:
            found += [
                ChangedItem(item=item, original=before, kind=ChangeKind.TWIN) for item in items if item.id not in asked
            ]
    return found
