"""The ways of four results on the architecture page: each is made here, and the files named were on its way."""

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType

import httpx
import pytest
from click.testing import CliRunner

from anaphor.cli.main import app
from tests.experiment.specimens import design
from tests.web.served import Browser, served

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "anaphor"
LONGEST_WAY = 15


def ways() -> dict[str, list[str]]:
    """By the words in bold: the files of each way, as the page lists them."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    part = page.partition("## The way of a result")[2].partition("\n## ")[0]
    paragraphs = re.findall(r"^\*\*(.+?)\*\*: (.+?)(?=\n\n|\Z)", part.strip(), re.DOTALL | re.MULTILINE)
    return {name.strip("`"): re.findall(r"`([\w/]+\.py)`", text) for name, text in paragraphs}


@contextmanager
def watched() -> Iterator[set[str]]:
    """The files of the package in which a function runs meanwhile, in any thread that is begun meanwhile."""
    found: set[str] = set()
    codes: set[CodeType] = set()  # most calls are of a few functions: to look at each once is enough

    def look(frame: FrameType, event: str, value: object) -> None:
        if event == "call" and (code := frame.f_code) not in codes:
            codes.add(code)

    threading.setprofile(look)
    sys.setprofile(look)
    try:
        yield found
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        files = (Path(code.co_filename) for code in codes if code.co_name != "<module>")
        found |= {str(each.relative_to(PACKAGE)) for each in files if each.is_relative_to(PACKAGE)}


def typed(command: str) -> Callable[[Path], None]:
    """Somebody who types a command."""

    def run(folder: Path) -> None:
        (folder / "labels.csv").write_text("item,a,b,c\n1,x,x,y\n2,y,y,y\n3,x,y,x\n4,x,x,x\n5,y,y,y\n", "utf-8")
        shown = CliRunner().invoke(app, command.removeprefix("anaphor ").split())
        assert shown.exit_code in (0, 1), shown.output

    return run


def answered(folder: Path) -> None:
    """Somebody who answers a question of a study."""
    from anaphor.experiment import open_store

    store = open_store(str(folder / "study.db"), design(4, quota=50, bare=False))
    with served(store) as address, httpx.Client(timeout=300) as client:
        assert Browser(address, store.design, client).start("ada").answer(0)["fate"] == "saved"
    store.engine.dispose()


@pytest.mark.slow
@pytest.mark.parametrize("way", ways())
def test_the_files_of_a_way_are_those_that_the_page_lists(way: str, tmp_path: Path) -> None:
    listed = ways()[way]
    assert 5 <= len(listed) <= LONGEST_WAY
    # In a process of its own: what other tests of this one have loaded or left behind decides nothing.
    code = "import sys; from tests.test_paths import go; go(*sys.argv[1:])"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}
    done = subprocess.run(
        [sys.executable, "-c", code, way, str(tmp_path)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert set(listed) - set(json.loads(done.stdout.splitlines()[-1])) == set()


def go(way: str, folder: str) -> None:
    """Go a way in this process, and print the files that were on it."""
    with watched() as files:
        (typed(way) if way.startswith("anaphor ") else answered)(Path(folder))
    print("\n" + json.dumps(sorted(files)))


def test_there_are_four_ways() -> None:
    assert len(ways()) == 4
