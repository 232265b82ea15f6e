"""WinoGrande in French: two whole sentences, one of them right."""

import lzma
from pathlib import Path

import pytest

from anaphor.collection import Source
from anaphor.collection.formats.winogrande_fr_deepl import WINOGRANDE_FR_DEEPL
from anaphor.collection.protocol import ReadSettings
from anaphor.errors import FormatError
from anaphor.schema import Collection, Mark

SPECIMEN = Path(__file__).parent / "specimens" / "winogrande-fr-deepl.txt"


def read(data: bytes) -> Collection:
    return WINOGRANDE_FR_DEEPL.read(Source(name="w.txt", stem="w", data=data), ReadSettings())


def test_the_candidates_are_the_two_sentences_and_their_order_does_not_tell_which_is_right() -> None:
    (schema,) = read(SPECIMEN.read_bytes()).schemas
    first, second = read(SPECIMEN.read_bytes()).items
    assert len(schema.variants) == 2
    texts = [[candidate.text for candidate in item.question.candidates] for item in (first, second)]
    assert texts == [sorted(each) for each in texts]
    assert second.answer == "Mona a apporté de l'eau à Ruth parce que Mona est gentille."
    assert (first.question.text, first.question.anaphor) == ("_", Mark(start=0, end=1, blank=True))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"\n0\n", b"\n1\n", "w.txt:6, field label"),
        (b"\n0\n", b"\nno\n", "w.txt:6, field label"),
        (b"TEST1-2\n\nMona", b"TEST1-3\n\nMona", "field qID"),
    ],
)
def test_a_broken_block_is_an_error_that_names_line_and_field(old: bytes, new: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(SPECIMEN.read_bytes().replace(old, new, 1))


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize(("name", "count"), [("xs", 160), ("s", 640), ("m", 2558), ("debiased", 9248)])
def test_the_published_files_load(shared: Path, name: str, count: int) -> None:
    folder = shared / "winogrande-fr-deepl"
    path = next(folder.glob(f"winogrande_{name}_with_ids.txt*"))
    data = lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()
    assert len(read(data).items) == count
