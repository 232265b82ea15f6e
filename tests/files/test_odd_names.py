"""Files whose names are no text, or hardly: what is made of them is written, read again, and nothing is lost."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

import anaphor
from anaphor.answer import Abstention, AbstentionReason
from anaphor.cli.main import app
from anaphor.errors import AnaphorError
from anaphor.provenance import read_path, written_path
from anaphor.resolver import read_run
from anaphor.schema import Question

NAMES = [b"caf\xe9", b"two\nlines", b"red\x1b[31m", b"\xff\xfe", b"l" * 240, "é\u202e".encode()]
SHIPPED = Path(anaphor.__file__).parent / "data" / "collections" / "anaphor-en.yaml"


def named(folder: Path, name: bytes, ending: bytes, data: bytes) -> str:
    """A file of that name."""
    path = os.path.join(os.fsencode(folder), name + ending)
    try:
        with open(path, "wb") as file:
            file.write(data)
    except OSError:  # a file system that takes names in UTF-8 only
        pytest.skip("this file system refuses such a name")
    return os.fsdecode(path)


@pytest.mark.parametrize("name", NAMES)
def test_a_run_on_a_collection_of_any_name_is_read_scored_and_continued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: bytes
) -> None:
    monkeypatch.chdir(tmp_path)
    path = named(tmp_path, name, b".yaml", SHIPPED.read_bytes())
    first = anaphor.resolve(path, "nearest", output="run.jsonl", limit=5)
    again = anaphor.resolve(path, "nearest", output="run.jsonl", limit=9)
    assert (first.asked, again.asked) == (5, 4)
    assert read_path(read_run("run.jsonl").header.source) == path
    assert anaphor.score("run.jsonl", missing="skip").cards[0].measures.n == 9
    Path("run.jsonl").read_text("utf-8")


def test_a_run_that_an_earlier_version_wrote_with_half_a_letter_opens(tmp_path: Path) -> None:
    path = named(tmp_path, b"caf\xe9", b".yaml", SHIPPED.read_bytes())
    run = tmp_path / "run.jsonl"
    anaphor.resolve(path, "nearest", output=run, limit=5)
    header, *rest = run.read_text("utf-8").splitlines(keepends=True)
    escaped = path.encode("ascii", "backslashreplace").decode()  # as json.dumps writes it
    old = header.replace(written_path(path), escaped).replace(',"sums":true', "")
    assert "\\udce9" in old
    run.write_text(old + "".join(rest), "utf-8")
    found = read_run(run)
    assert len(found.answers) == 5
    assert read_path(found.header.source) == path


@pytest.mark.parametrize("half", ["\ud800", "a\udce9b"])
def test_half_a_letter_that_a_system_says_does_not_make_its_run_unreadable(tmp_path: Path, half: str) -> None:
    def says(question: Question) -> Abstention:
        return Abstention(reason=AbstentionReason.UNREADABLE, detail=half)

    made = anaphor.resolve("anaphor-en", says, name=f"says {half}", output=tmp_path / "run.jsonl", limit=4, version="1")
    assert len(made.answers) == 4
    assert len(read_run(tmp_path / "run.jsonl").answers) == 4
    more = anaphor.resolve("anaphor-en", says, name=f"says {half}", output=tmp_path / "run.jsonl", limit=6, version="1")
    assert more.asked == 2


@pytest.mark.parametrize("name", NAMES)
def test_a_corpus_of_any_name_is_indexed(tmp_path: Path, name: bytes) -> None:
    path = named(tmp_path, name, b".txt", b"Le chat dort. La souris court.\n" * 20)
    made = anaphor.corpus.build(path, tmp_path / "index", language="fr", processes=1)
    assert made.words == 120
    assert anaphor.corpus.open(tmp_path / "index").words == 120


@pytest.mark.parametrize(
    ("file", "content", "says"),
    [
        ("list.json", "[]", "JSON"),
        ("text.json", '"Le chat dort."', "JSON"),
        ("numbers.json", "[1, 2, 3]", "JSON"),
        ("some.yaml", "a: 1\nb: [2, 3]\n", "YAML"),
        ("some.yml", "- Le chat dort.\n", "YAML"),
        ("blank.txt", " \n\n \n", "no word"),
    ],
)
def test_what_holds_no_text_is_not_indexed(tmp_path: Path, file: str, content: str, says: str) -> None:
    (tmp_path / file).write_text(content)
    for interface in ("en", "fr"):
        result = CliRunner().invoke(
            app, ["corpus", "index", str(tmp_path / file), "-o", str(tmp_path / "index"), "--interface", interface]
        )
        assert isinstance(result.exception, AnaphorError)
        assert not (tmp_path / "index" / "card.json").exists()
        if interface == "en":
            assert says in str(result.exception)


def test_a_collection_is_no_corpus(tmp_path: Path) -> None:
    with pytest.raises(AnaphorError, match="YAML"):
        anaphor.corpus.build(str(SHIPPED), tmp_path / "index")
    assert anaphor.corpus.build(str(SHIPPED), tmp_path / "index", format="text", language="en").words > 1000
