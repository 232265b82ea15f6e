"""Tables of very many columns: read in proportion to their size, or refused in a sentence."""

import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from anaphor.answers import LabelSettings, open_labels
from anaphor.answers.grid import crossing_of
from anaphor.answers.tools.export import flattened, flattened_lines
from anaphor.errors import FormatError
from tests.pace import often

READ = """
import resource, sys
from pathlib import Path
from anaphor.answers.labelling import LabelSettings
from anaphor.answers.reading import open_labels
from anaphor.errors import AnaphorError
resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[2]), int(sys.argv[2])))
try:
    print(open_labels(Path(sys.argv[1]), LabelSettings()).size)
except AnaphorError as error:
    print("refused", str(error)[:200])
"""


def wide(columns: int, rows: int, cell: str = "{value}") -> str:
    """A table in which everybody says 0 or 1, or something of their own."""
    cells = [[cell.format(value=(n * 7 + row) % 2, n=n, row=row) for n in range(columns)] for row in range(rows)]
    head = ",".join(f"a{n}" for n in range(columns))
    return f"item,{head}\n" + "".join(f"i{row},{','.join(each)}\n" for row, each in enumerate(cells))


@pytest.mark.slow
@pytest.mark.parametrize("cell", ["{value}", "{n}", "w{n}", "w{n}x{row}", "{value}{n}"])
def test_thousands_of_columns_are_read_or_refused_within_the_processor_time_of_a_child(
    tmp_path: Path, cell: str
) -> None:
    columns = often(3000, long=8000, why="what grows with the square or faster shows at three thousand, too")
    seconds = often(20, long=60, why="a seventh of the work, and the start of the child")
    path = tmp_path / "wide.csv"
    path.write_text(wide(columns, 12, cell), "utf-8")
    command = [sys.executable, "-c", READ, str(path), str(seconds)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-500:]
    assert ran.stdout.startswith("refused") or int(ran.stdout) > 0


def test_more_columns_than_labels_can_have_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    path.write_text(wide(20_000, 1), "utf-8")
    with pytest.raises(FormatError, match="the table has 20,001 columns, and at most 20,000 are read"):
        open_labels(path, LabelSettings())


def bomb(lists: int, parts: int) -> dict[str, object]:
    """An object of a few hundred bytes whose lists are multiplied with each other."""
    return {f"k{n}": {"l": [{"annotator": 1}] * parts} for n in range(lists)}


BOMBS: dict[str, list[dict[str, object]]] = {
    "lists in inner objects": [bomb(9, 10)],
    "many objects, none of them large": [bomb(4, 10)] * 600,
    "in a list": [{"l": [bomb(4, 10)] * 600}],
    "fields beside them": [{**bomb(4, 9), **{f"f{n}": 1 for n in range(3_000)}}],
    "fields beside a list": [{**{f"f{n}": 1 for n in range(3_000)}, "l": [{"annotator": 1}] * 3_000}],
    "long names": [{"n" * 60_000: {f"f{n}": 1 for n in range(1_500)}}],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BOMBS)
def test_rows_out_of_all_proportion_to_their_objects_are_refused_before_they_are_made(name: str) -> None:
    with pytest.raises(FormatError, match="far more fields than they have"):
        flattened_lines(list(enumerate(BOMBS[name])))


def test_a_long_list_with_much_beside_it_is_read() -> None:
    beside = {f"f{n}": n for n in range(20)}
    rows = flattened({**beside, "labels": [{"annotator": n, "label": "yes"} for n in range(20_000)]})
    assert len(rows) == 20_000
    assert rows[-1] == {**beside, "labels.annotator": 19_999, "labels.label": "yes"}


@pytest.mark.parametrize("name", ["a_" * 10_000, "aB" * 10_000, "1a" * 10_000])
def test_memory_for_the_parts_of_a_long_name_does_not_take_the_square_of_its_length(name: str) -> None:
    tracemalloc.start()
    try:
        crossing_of([name, "item", "ann", "bob", "eve"])
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 20 * 2**20, "200 MB, were all its parts made"


def test_a_long_name_without_signs_is_not_cut_at_each_of_its_letters() -> None:
    tried = 0

    class Name(str):
        __slots__ = ()

        def startswith(self, *given: Any) -> bool:
            nonlocal tried
            tried += 1
            return super().startswith(*given)

    crossing_of([Name("x" * 5_000), *map(Name, ("ann", "bob", "eve", "tim"))])
    assert tried < 500
    assert crossing_of(["toxicann", "toxicbob", "ironyann", "ironybob"])
