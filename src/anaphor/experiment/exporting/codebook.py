"""What each column of an exported answer means, made from the trials that a design really has."""

from collections import Counter
from collections.abc import Sequence

from anaphor.experiment.design.design import Design
from anaphor.experiment.study.reading_out import AnswerRow
from anaphor.provenance import plain
from anaphor.text import choice, speaking, text


def codebook(design: Design) -> str:
    """What the files of a study hold, as Markdown in the language of its page."""
    with speaking(design.interface):
        kinds = Counter(trial.kind for trial in design.trials)
        trials = [
            (f"`{kind.value}`", str(count), _said("kinds", kind), _sizes(design, kind.value))
            for kind, count in kinds.items()
        ]
        rules = [(f"`{name}`", str(value)) for name, value in plain(design.exclusion).items()]
        columns = [(f"`{name}`", _said("columns", name)) for name in AnswerRow._fields]
        head, meaning = text("experiment-codebook-column"), text("experiment-codebook-meaning")
        heads = (text("experiment-codebook-kind"), text("experiment-codebook-number"), meaning)
        parts = [
            f"# {text('experiment-codebook-title', study=design.name)}",
            text("experiment-codebook-lines"),
            _table((head, meaning), columns),
            _table((*heads, text("experiment-codebook-answers")), trials),
            f"{text('experiment-codebook-rules')}:",
            _table((text("experiment-codebook-rule"), text("experiment-codebook-value")), rules),
        ]
    return "\n\n".join(parts) + "\n"


def _said(family: str, name: str) -> str:
    return str(choice(f"experiment-codebook-{family}", name))


def _sizes(design: Design, kind: str) -> str:
    """How many answers the trials of a kind have to choose from."""
    sizes = sorted({len(trial.candidates) for trial in design.trials if trial.kind.value == kind})
    return str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]}–{sizes[-1]}"


def _table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
