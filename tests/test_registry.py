"""Another package adds a part by an entry point of its own; names that clash or break are one sentence."""

import subprocess
import sys
from pathlib import Path

import pytest

from anaphor.collection import Format, Source
from anaphor.collection.protocol import FORMATS, ReadSettings
from anaphor.errors import RegistryError, UnknownNameError
from anaphor.registry import Registry

pytestmark = pytest.mark.slow

LINES_FORMAT = '''
"""One problem per line: text, candidates, answer."""

from anaphor.collection.changes.editing import read_text


class Lines:
    name = "lines"
    title = "one problem per line"

    def recognises(self, source):
        return source.head.startswith("#lines")

    def read(self, source, settings):
        return read_text("anaphor: 1\\nlanguage: fr\\nname: from-lines\\n")


LINES = Lines()
'''


def install(folder: Path, distribution: str, entry_points: str, **modules: str) -> None:
    """Put a package on a folder as pip would: modules, and a dist-info with entry points."""
    information = folder / f"{distribution}-1.0.dist-info"
    information.mkdir(parents=True)
    name = distribution.replace("_", "-")
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(entry_points)
    for module, content in modules.items():
        (folder / f"{module}.py").write_text(content, "utf-8")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def formats() -> Registry[Format]:
    """What a new process would know: registries look once, so each question needs its own."""
    return Registry("format", FORMATS.group)


def test_a_package_registers_a_format_by_its_entry_point(site: Path) -> None:
    install(site, "lines_format", "[anaphor.formats]\nlines = lines_format:LINES\n", lines_format=LINES_FORMAT)
    assert "lines" in formats().names()
    found = formats().get("lines").read(Source(name="x", stem="x", data=b""), ReadSettings())
    assert found.name == "from-lines"


def test_the_command_recognises_and_reads_the_new_format(site: Path) -> None:
    install(site, "lines_format", "[anaphor.formats]\nlines = lines_format:LINES\n", lines_format=LINES_FORMAT)
    (site / "data.txt").write_text("#lines\n")
    code = "import sys; sys.path.insert(0, '.'); import anaphor; print(anaphor.load('data.txt').name)"
    printed = subprocess.run([sys.executable, "-c", code], cwd=site, capture_output=True, text=True, check=True)
    assert printed.stdout == "from-lines\n"


def test_the_house_registers_its_own_formats_by_the_same_door() -> None:
    assert {"native", "jsonl"} <= set(formats().names())
    assert formats().names() == tuple(sorted(formats().names()))


def test_an_unknown_name_suggests_a_near_one() -> None:
    with pytest.raises(UnknownNameError, match=r"no format is called 'nativ'\. Did you mean native"):
        formats().get("nativ")


def test_a_name_that_two_packages_claim_is_refused_and_the_others_work(site: Path) -> None:
    install(site, "impostor", "[anaphor.formats]\nnative = impostor:THING\n", impostor="THING = 1\n")
    with pytest.raises(RegistryError, match=r"2 packages register the format 'native': .*impostor:THING"):
        formats().get("native")
    assert formats().get("jsonl").name == "jsonl"
    parts, broken = formats().usable()
    assert "jsonl" in parts
    assert "native" not in parts
    assert [each.partition(":")[0] for each in broken] == ["2 packages register the format 'native'"]


@pytest.mark.parametrize(
    ("module", "content", "reason"),
    [
        ("broken_import", "import no_such_module_anywhere\nTHING = 1\n", "ModuleNotFoundError"),
        ("broken_name", "OTHER = 1\n", "AttributeError"),
        ("broken_grammar", "def broken(:\n", "SyntaxError"),
        ("broken_value", "raise ValueError('not today')\n", "not today"),
        ("broken_exit", "import sys\nsys.exit(4)\n", "SystemExit: 4"),
    ],
)
def test_a_broken_plug_in_is_one_sentence_that_names_it(site: Path, module: str, content: str, reason: str) -> None:
    install(site, "broken_part", f"[anaphor.formats]\nbroken = {module}:THING\n", **{module: content})
    with pytest.raises(RegistryError, match=reason) as caught:
        formats().get("broken")
    assert "\n" not in str(caught.value)
    assert f"the format 'broken' could not be loaded from {module}:THING" in str(caught.value)


def test_a_plug_in_is_imported_only_when_it_is_asked_for(site: Path) -> None:
    install(site, "lazy_part", "[anaphor.formats]\nlazy = lazy_part:THING\n", lazy_part="raise SystemExit\n")
    assert "lazy" in formats().names()
    assert "lazy_part" not in sys.modules
