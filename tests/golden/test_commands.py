"""What users see of every command is what it was when the golden files were written.

Written anew with `python -m tests.golden --write`, for all cases or for those whose names begin as said:
`python -m tests.golden --write score/ collection/check`. Read the difference in git before it is kept.
"""

import traceback
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.golden.cases import COMMANDS
from tests.golden.storing import FILES, compare
from tests.golden.workshop import PIECES, Piece, Workshop
from tests.memory import in_memory
from tests.once import demonstration

REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "commands.md"


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workshop]:
    """The folder in which all cases of this process are run, with their inputs."""
    with in_memory(tmp_path_factory) as factory:
        yield Workshop(factory.mktemp("golden").resolve())


def grouped() -> dict[str, list[Piece]]:
    """The golden files of each group of commands."""
    groups = defaultdict(list)
    for piece in PIECES:
        groups[piece.name.partition("/")[0]].append(piece)
    return dict(groups)


GROUPS = grouped()
"""There is one test for each, so that a call and its inputs are made once."""
QUICK = {"account", "compare", "error", "help", "read", "resolver"}
"""Groups whose commands are over in a moment."""


def marks_of(group: str) -> list[pytest.MarkDecorator]:
    """When a group is tried; a browser looks at the demonstration too, and it is made once."""
    if group == "demo":
        return [pytest.mark.waiting]
    return [] if group in QUICK else [pytest.mark.slow]


@pytest.mark.parametrize("group", [pytest.param(group, marks=marks_of(group)) for group in GROUPS])
def test_output_is_what_it_was(group: str, workshop: Workshop, tmp_path_factory: pytest.TempPathFactory) -> None:
    if group == "demo":
        workshop.done[("demo/en", ())] = demonstration(tmp_path_factory, "en")
    changes = [change for piece in GROUPS[group] if (change := change_of(piece, workshop))]
    names = ", ".join(name for name, _ in changes)
    assert not changes, "\n\n".join(
        [f"{len(changes)} of {len(GROUPS[group])} differ: {names}", *dict(changes).values()]
    )


def change_of(piece: Piece, workshop: Workshop) -> tuple[str, str] | None:
    """The name of a golden file and what differs from it; a case that cannot be run does not hide the others."""
    try:
        difference = compare(piece.name, workshop.content_of(piece))
    except Exception:
        difference = f"{piece.name} could not be made:\n{traceback.format_exc()}"
    return None if difference is None else (piece.name, difference)


def test_every_command_of_the_reference_has_cases() -> None:
    listed = [
        line.removeprefix("## anaphor ") for line in REFERENCE.read_text("utf-8").splitlines() if line[:3] == "## "
    ]
    assert sorted(listed) == sorted(COMMANDS)


def test_every_golden_file_belongs_to_a_case() -> None:
    names = {piece.name for piece in PIECES}
    found = {
        str(path.relative_to(FILES).with_suffix("")) for path in FILES.rglob("*.*") if "real-data" not in path.parts
    }
    assert found == names
