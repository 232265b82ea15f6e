"""What each column of an exported answer means, made from the trials that a design really has."""

import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from anaphor.experiment.design.design import Design
from anaphor.experiment.study.reading_out import AnswerRow
from anaphor.provenance import plain


@cache
def _texts() -> dict[str, Any]:
    return tomllib.loads(files("anaphor").joinpath("data/experiment/codebook.toml").read_text("utf-8"))


def columns(interface: str) -> dict[str, str]:
    """The columns of the long table in order, with one sentence each."""
    return {name: _texts()["columns"][name][interface] for name in AnswerRow._fields}


def codebook(design: Design) -> str:
    """What the files of a study hold, as Markdown in the language of its page."""
    interface = design.interface
    words = {name: text[interface] for name, text in _texts().items() if interface in text}
    kinds = Counter(trial.kind for trial in design.trials)
    trials = [
        (f"`{kind.value}`", str(count), _texts()["kinds"][kind.value][interface], _sizes(design, kind.value))
        for kind, count in kinds.items()
    ]
    rules = [(f"`{name}`", str(value)) for name, value in plain(design.exclusion).items()]
    parts = [
        f"# {words['title'].format(study=design.name)}",
        words["lines"],
        _table((words["column"], words["meaning"]), [(f"`{name}`", said) for name, said in columns(interface).items()]),
        _table((words["kind"], words["number"], words["meaning"], words["answers"]), trials),
        f"{words['rules']}:",
        _table((words["rule"], words["value"]), rules),
    ]
    return "\n\n".join(parts) + "\n"


def _sizes(design: Design, kind: str) -> str:
    """How many answers the trials of a kind have to choose from."""
    sizes = sorted({len(trial.candidates) for trial in design.trials if trial.kind.value == kind})
    return str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]}–{sizes[-1]}"


def _table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
