"""From a path or a name to a collection: compression and format are found, and what cannot be is refused."""

import bz2
import gzip
import lzma
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from anaphor.collection import load
from anaphor.collection.loading import locate, read_source, recognise
from anaphor.collection.protocol import LARGEST_FILE
from anaphor.errors import AnaphorError, ContentError, FormatError, InputError, UnknownNameError

NATIVE = """\
anaphor: 1
name: mine
language: fr
problems:
  - {id: a, text: '[il] dort', candidates: [p, q], answer: p}
"""
SEVERAL = """\
anaphor: 1
name: several
language: mul
schemas:
  - {id: a, language: fr, text: '[il] {dort|part}', answers: [p, q]}
  - {id: b, language: en, text: '[it] {sleeps|goes}', answers: [p, q]}
  - id: c
    variants:
      - {language: fr, text: '[il]', candidates: [p], answer: p}
      - {language: en, text: '[it]', candidates: [p], answer: p}
problems:
  - {id: d, language: en, text: '[it]', candidates: [p], answer: p}
"""
PACKERS: dict[str, Callable[[bytes], bytes]] = {"xz": lzma.compress, "gz": gzip.compress, "bz2": bz2.compress}


@pytest.fixture
def native(tmp_path: Path) -> Path:
    path = tmp_path / "set.yaml"
    path.write_text(NATIVE, "utf-8")
    return path


def test_a_file_is_remembered_by_what_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(NATIVE, "utf-8")
    before, first = path.stat(), load(path)
    assert load(path) is first
    path.write_text(NATIVE.replace("answer: p", "answer: q"), "utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))  # as long and as old as before
    assert load(path).fingerprint != first.fingerprint
    assert load(path, language="fr") == load(path)


def test_the_format_is_found_from_the_content_whatever_the_ending(tmp_path: Path) -> None:
    path = tmp_path / "set.xml"
    path.write_text(NATIVE, "utf-8")
    assert load(path).name == "mine"
    assert load(str(path), format="native").name == "mine"


@pytest.mark.parametrize("ending", PACKERS)
def test_compression_is_found_from_the_content(tmp_path: Path, ending: str) -> None:
    for name in (f"set.yaml.{ending}", "set"):
        path = tmp_path / name
        path.write_bytes(PACKERS[ending](NATIVE.replace("name: mine\n", "").encode()))
        assert load(path).name == "set"


@pytest.mark.parametrize("ending", PACKERS)
def test_a_truncated_archive_is_one_sentence(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"set.yaml.{ending}"
    path.write_bytes(PACKERS[ending](NATIVE.encode() * 50)[:-20])
    with pytest.raises(FormatError, match="the file is cut off"):
        load(path)


@pytest.mark.slow
@pytest.mark.parametrize("ending", PACKERS)
def test_an_archive_that_unpacks_to_far_more_than_it_weighs_is_refused(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"bomb.{ending}"
    path.write_bytes(PACKERS[ending](bytes(64 * 2**20)))
    tracemalloc.start()
    with pytest.raises(FormatError, match="the file holds more than"):
        load(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 50e6 + 10 * path.stat().st_size


def test_a_file_larger_than_any_collection_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    with pytest.raises(FormatError, match=r"large: the file has 268,435,457 bytes\. A collection has at most"):
        load(path)


@pytest.mark.parametrize(
    ("data", "what"),
    [(b"PK\x03\x04abc", "a zip archive"), (b"\x28\xb5\x2f\xfdabc", "zstandard"), (b"%PDF-1.4", "a PDF")],
)
def test_a_file_of_another_kind_is_called_by_its_name(tmp_path: Path, data: bytes, what: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(data)
    with pytest.raises(FormatError, match=what):
        load(path)


@pytest.mark.parametrize("data", [b"\x00" * 100, b"hello\n", b"{}\n", bytes(range(256))])
def test_a_format_that_is_not_recognised_says_which_there_are(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x"
    path.write_bytes(data)
    with pytest.raises(FormatError, match=r"the format is not recognised\. Say which with `format`: .*native"):
        load(path)


def test_an_unknown_format_suggests_a_near_one(native: Path) -> None:
    with pytest.raises(UnknownNameError, match="Did you mean native"):
        load(native, format="nativ")


def test_a_file_that_is_not_there_is_told_from_a_name_that_is_not_known(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match=r"Did you mean anaphor-fr or .*Or give the path of a file"):
        load("anaphor-fe")
    with pytest.raises(InputError, match=r"nowhere\.yaml: there is no such file"):
        load(tmp_path / "nowhere.yaml")


def test_an_empty_file_and_a_native_file_without_its_first_line_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(b" \n")
    with pytest.raises(FormatError, match="the file is empty"):
        load(path)
    path.write_text("language: fr\nschemas: []\n", "utf-8")
    with pytest.raises(FormatError, match="begins with the line anaphor: 1"):
        load(path)


def test_a_name_of_the_catalogue_loads_its_collection() -> None:
    collection = load("anaphor-fr")
    assert (collection.name, collection.language, collection.licence) == ("anaphor-fr", "fr", "CC-BY-4.0")


def test_a_file_goes_before_a_collection_of_the_same_name(native: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(native.parent)
    native.rename(native.with_name("anaphor-fr"))
    assert load("anaphor-fr").name == "mine"


def test_a_published_collection_that_is_not_here_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANAPHOR_CACHE", str(tmp_path))
    with pytest.raises(InputError, match="Run: anaphor collection get knowref"):
        load("knowref")


def test_an_empty_folder_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(AnaphorError, match=str(tmp_path)):
        load(tmp_path)


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no /dev/zero here")
def test_a_device_that_never_ends_is_refused_unread() -> None:
    with pytest.raises(FormatError, match="no regular file"):
        read_source(Path("/dev/zero"))


@pytest.mark.parametrize("name", ["a" * 5000, "a\0b", ""])
def test_a_path_that_cannot_be_is_one_sentence(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AnaphorError) as caught:
        load(name)
    assert "\n" not in str(caught.value)


def test_a_file_that_may_not_be_read_is_one_sentence(native: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, mode: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(FormatError, match="Permission denied"):
        load(native)


def test_one_language_is_taken_out_of_several(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(SEVERAL, "utf-8")
    french, english = load(path, language="fr"), load(path, language="en")
    assert (french.language, [each.id for each in french.questions]) == ("fr", ["a.1", "a.2", "c.1"])
    assert (english.language, [each.id for each in english.questions]) == ("en", ["b.1", "b.2", "c.2", "d"])
    assert len(load(path).questions) == 7


def test_a_language_that_is_not_there_is_refused(native: Path) -> None:
    with pytest.raises(ContentError, match=r"nothing in the language 'pt'\. It is in 'fr'"):
        load(native, language="pt")
    assert load(native, language="fr") == load(native)


def test_half_a_character_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"anaphor": 1, "name": "\\ud83d", "language": "fr"}\n')
    with pytest.raises(FormatError):
        load(path)
    path.write_text('{"anaphor": 1, "name": "\\ud83d\\ude00", "language": "fr"}\n')
    assert load(path).name == "\U0001f600"


def test_locating_and_recognising_are_steps_of_their_own(native: Path) -> None:
    assert recognise(read_source(locate(str(native)))).name == "native"


WINOGRANDE = (
    b'{"qID": "a-1", "sentence": "Ann saw Eve and _ ran.", "option1": "Ann", "option2": "Eve", "answer": "1"}\n'
)
GAP = (
    b"ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
    b"g1\tAnn saw Eve and she ran.\tshe\t16\tAnn\t0\tTRUE\tEve\t8\tFALSE\thttp://x\n"
)


@pytest.mark.parametrize(("file", "data"), [("mine.jsonl", WINOGRANDE), ("mine.tsv", GAP)], ids=["winogrande", "gap"])
def test_a_file_of_ones_own_in_a_published_shape_is_not_given_the_publishers_licence(
    tmp_path: Path, file: str, data: bytes
) -> None:
    (tmp_path / file).write_bytes(data)
    found = load(tmp_path / file)
    assert (found.title, found.licence, found.citation) == ("mine", None, None)


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize(
    ("file", "title", "licence", "author"),
    [
        ("winogrande/train_xs.jsonl", "WinoGrande, training set xs", "CC-BY", "Sakaguchi"),
        ("winogrande/train-debiased.jsonl.xz", "WinoGrande, training set debiased", "CC-BY", "Sakaguchi"),
        ("gap/gap-validation.tsv", "GAP, validation", "Apache-2.0", "Webster"),
    ],
    ids=["winogrande-xs", "winogrande-debiased", "gap"],
)
def test_a_published_file_is_known_by_its_content(
    shared: Path, tmp_path: Path, file: str, title: str, licence: str, author: str
) -> None:
    renamed = tmp_path / f"other{Path(file).suffix}"
    renamed.write_bytes((shared / file).read_bytes())
    found = load(renamed)
    assert (found.title, found.licence) == (title, licence)
    assert author in (found.citation or "")


BLANK = """
import resource, sys
from pathlib import Path
from anaphor.collection.loading import load
from anaphor.errors import AnaphorError
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
try:
    load(Path(sys.argv[1]))
except AnaphorError as error:
    print(error)
"""


@pytest.mark.slow
@pytest.mark.parametrize("blank", [b"\n" * 40, b"\n" * 100_000, b" \n" * 50_000, b"#\n\n" * 30_000, b"\t" * 100_000])
def test_blank_lines_before_a_table_hold_nobody(tmp_path: Path, blank: bytes) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(blank + b"a,b\n1,2\n")
    # The limit is the child's. With the old pattern each line doubled the time: 29 took 12 seconds, and 40 take hours.
    ran = subprocess.run([sys.executable, "-c", BLANK, str(path)], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-500:]
    assert str(path) in ran.stdout


@pytest.mark.parametrize("before", ["", "# a comment\n", "\n\n", "  \n \n# a\n\n#b\n"])
def test_a_native_file_is_known_behind_comments_and_blank_lines(tmp_path: Path, before: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(before + NATIVE, "utf-8")
    assert load(path).name == "mine"


def test_a_number_without_end_in_a_mapping_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "columns.toml"
    for number in ("9" * 5000, "0x" + "f" * 5000):
        path.write_text(f"text = {number}\n", "utf-8")
        with pytest.raises(FormatError, match="TOML"):
            load([{"a": 1}], columns=path)
