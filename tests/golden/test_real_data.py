"""Figures of commands on published data sets are what they were; their texts are not kept here.

Written anew with `python -m tests.golden --write --data FOLDER`, where FOLDER holds the data sets.
"""

from pathlib import Path

import pytest

from tests.golden.inputs import Inputs
from tests.golden.real_data import REAL_CASES, RealCase, figures_of
from tests.golden.storing import compare

pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Inputs:
    """The home of a new user."""
    return Inputs(tmp_path_factory.mktemp("golden-real"))


@pytest.mark.shared
@pytest.mark.parametrize("case", REAL_CASES, ids=lambda case: case.id)
def test_figures_are_what_they_were(case: RealCase, shared: Path, inputs: Inputs, tmp_path: Path) -> None:
    difference = compare(f"real-data/{case.id}", figures_of(case, shared, inputs, tmp_path.resolve()))
    assert difference is None, difference
