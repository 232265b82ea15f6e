"""How a collection is audited; what decides is set before looking, and stands in the signature."""

from dataclasses import dataclass, field
from pathlib import Path

from anaphor.audit.association_choice import THRESHOLDS
from anaphor.audit.confrontation import PairSource
from anaphor.corpus import SENTENCE, Within
from anaphor.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class Criteria:
    """What decides, set before looking."""

    margin: float = 0.60
    """A réussite below this is as good as chance; 0.60 is ten points above a coin."""
    level: float = 0.95
    """One less the risk of calling a collection leaky, or Google-proof, by chance."""
    least_share: float = 0.5
    """Share of the items that must be scored before a collection can be called Google-proof."""
    leak: float = 0.08
    """The leak, in right answers over answered ones, whose power is told."""
    least_power: float = 0.5
    """Chance of seeing that leak below which a collection cannot be called Google-proof."""

    def __post_init__(self) -> None:
        if not 0.5 < self.margin < 1:
            raise InputError("audit-bad-margin", margin=f"{self.margin:g}")
        if not 0.5 < self.level < 1:
            raise InputError("audit-bad-level", level=f"{self.level:g}")
        if not 0 < self.leak <= 0.5:
            raise InputError("audit-bad-leak", leak=f"{self.leak:g}")


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditSettings:
    """How a collection is audited."""

    measure: str = "mi"
    """Name of the measure of association; paper 1's is mutual information."""
    smoothing: float = 0.0
    """Added to each cell of the counts; paper 1 added nothing."""
    within: Within = SENTENCE
    """How near words must stand."""
    thresholds: tuple[float, ...] | None = THRESHOLDS
    """Leads at which the table has a row, the first of them 0; None: every lead that occurs."""
    pairs: PairSource = PairSource.AUTO
    """Where the pairs of words come from."""
    criteria: Criteria = field(default_factory=Criteria)
    """What decides the verdict."""
    seed: int = 0
    """Seed of whatever is drawn."""
    shortcuts: bool = True
    """Whether other shortcuts are looked for."""
    robustness: bool = True
    """Whether the test is repeated with another window, another measure and parts of the corpus."""
    embeddings: Path | None = None
    """A .npy file of the items' embeddings, for the adversarial filter."""
    lines: int = 5
    """Sentences of the corpus that are kept for each pair of a schema that simple statistics solve."""
    all_lines: bool = False
    """True: sentences are kept for the pairs of every item."""

    def __post_init__(self) -> None:
        levels = self.thresholds
        if levels is not None and (not levels or levels[0] != 0 or list(levels) != sorted(set(levels))):
            raise InputError("audit-bad-thresholds")
        if self.seed < 0:
            raise InputError("audit-bad-seed", seed=self.seed)
