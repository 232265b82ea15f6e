"""Paper 1's figure 1 as printed: the mutual-information test on FrWaC, 1.6 billion words, 180 items."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedRow:
    """One line of the printed table."""

    threshold: float
    """Least lead; 0 is none."""
    items: int
    """Items answered."""
    exactitude: float
    """Right over answered, to two digits."""
    couverture: float
    """Right over 180, to two digits."""

    @property
    def right(self) -> int:
        """Right answers that the printed exactitude stands for."""
        return round(self.exactitude * self.items)


ITEMS = 180
FIGURE_1 = tuple(
    PrintedRow(threshold=threshold, items=items, exactitude=exactitude, couverture=couverture)
    for threshold, items, exactitude, couverture in (
        (0.0, 131, 0.55, 0.40),
        (0.5, 95, 0.59, 0.31),
        (1.0, 73, 0.62, 0.25),
        (1.5, 59, 0.64, 0.21),
        (2.0, 38, 0.68, 0.14),
        (2.5, 30, 0.70, 0.12),
        (3.0, 25, 0.68, 0.09),
        (3.5, 18, 0.67, 0.07),
        (4.0, 15, 0.60, 0.05),
    )
)
