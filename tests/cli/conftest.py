"""What the tests of commands share: the place for what they write."""

from collections.abc import Iterator

import pytest

from tests.memory import in_memory


@pytest.fixture(scope="session")
def tmp_path_factory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pytest.TempPathFactory]:
    """Folders in memory: runs, journals and studies are put on disk line by line."""
    with in_memory(tmp_path_factory) as found:
        yield found
