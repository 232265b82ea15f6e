"""Every notebook of the documentation runs, and shows what its page shows."""

import copy
from pathlib import Path
from typing import Any

import pytest
from docs import notebooks
from docs.notebooks import nbformat

pytestmark = pytest.mark.waiting

v4 = nbformat.v4


@pytest.mark.parametrize("name", notebooks.paths())
def test_a_notebook_shows_what_its_page_shows(name: str) -> None:
    path = notebooks.paths()[name]
    stored = nbformat.read(path, as_version=4)
    now = notebooks.executed(path)
    assert notebooks.faults(now) == []
    assert notebooks.differences(stored, now) == [], f"look at it, then: python -m docs.notebooks {name}"


@pytest.mark.parametrize("name", notebooks.paths())
def test_a_notebook_is_stored_as_the_runner_writes_it(name: str) -> None:
    path = notebooks.paths()[name]
    stored = nbformat.read(path, as_version=4)
    cleaned = copy.deepcopy(stored)
    notebooks.clean(cleaned)
    assert cleaned == stored
    assert path.stat().st_size <= notebooks.MOST_BYTES
    assert notebooks.faults(stored) == []
    counts = [cell.execution_count for cell in stored.cells if cell.cell_type == "code"]
    assert counts == list(range(1, len(counts) + 1)), "run from top to bottom"


def _shown(*texts: str) -> Any:
    outputs = [v4.new_output("stream", text=each) for each in texts]
    return v4.new_notebook(cells=[v4.new_code_cell("…", outputs=outputs)])


def test_a_changed_word_a_changed_number_and_a_lost_output_are_found() -> None:
    stored = _shown("kappa 0.670 of 3 items", "agreed")
    assert notebooks.differences(stored, _shown("kappa  0.671 of 3 items", "agreed")) == []
    assert notebooks.differences(stored, _shown("kappa 0.690 of 3 items", "agreed"))
    assert notebooks.differences(stored, _shown("kappa 0.670 of 4 items", "agreed"))
    assert notebooks.differences(stored, _shown("alpha 0.670 of 3 items", "agreed"))
    assert notebooks.differences(stored, _shown("kappa 0.670 of 3 items"))
    assert notebooks.differences(_shown("a"), _shown("a", "b"))


def test_a_bar_that_came_and_went_leaves_no_trace() -> None:
    """On a slow machine a bar stands between two lines that are printed."""
    bar = v4.new_output("display_data", data={"text/html": ""})
    printed = [v4.new_output("stream", text=each) for each in ("one\n", "two\n")]
    slow = v4.new_notebook(cells=[v4.new_code_cell("…", outputs=[printed[0], bar, printed[1]])])
    notebooks.clean(slow)
    assert notebooks.differences(_shown("one\ntwo\n"), slow) == []


def test_warnings_and_addresses_in_memory_are_refused() -> None:
    warned = v4.new_notebook(
        cells=[v4.new_code_cell("…", outputs=[v4.new_output("stream", name="stderr", text="slow!")])]
    )
    assert any("slow!" in each for each in notebooks.faults(warned))
    assert any("address" in each for each in notebooks.faults(_shown("<Thing at 0x7f00aa11bb22>")))
    assert "no figure" in notebooks.faults(_shown("3"))


def test_a_notebook_runs_offline_in_an_empty_folder(tmp_path: Path) -> None:
    source = (
        "import os, urllib.request\n"
        "print(os.listdir(), os.environ['LC_ALL'])\n"
        "try:\n    urllib.request.urlopen('http://example.org', timeout=5)\n"
        "except OSError as error:\n    print(type(error).__name__)"
    )
    path = tmp_path / "tried.ipynb"
    nbformat.write(v4.new_notebook(cells=[v4.new_code_cell(source)]), path)
    assert notebooks.executed(path).cells[0].outputs[0].text == "[] C.UTF-8\nURLError\n"
