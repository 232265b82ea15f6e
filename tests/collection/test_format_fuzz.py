"""Whatever the bytes, a reader loads or raises an AnaphorError, in time and in bounded memory."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.collection import Format, Source
from anaphor.collection.formats.bug import BUG
from anaphor.collection.formats.dpr import DPR
from anaphor.collection.formats.fwsc285 import FWSC285
from anaphor.collection.formats.gap import GAP
from anaphor.collection.formats.knowref import KNOWREF
from anaphor.collection.formats.superglue_wsc import SUPERGLUE_WSC
from anaphor.collection.formats.wino_x import WINO_X
from anaphor.collection.formats.winobias import WINOBIAS
from anaphor.collection.formats.winogender import WINOGENDER, WINOPRON
from anaphor.collection.formats.winogrande import WINOGRANDE, WINOGRANDE_CSV
from anaphor.collection.formats.winogrande_fr_deepl import WINOGRANDE_FR_DEEPL
from anaphor.collection.formats.winowhat import WINOWHAT
from anaphor.collection.formats.wsc_en import PDP, WSC_EN
from anaphor.collection.formats.wsc_fr import WSC_FR
from anaphor.collection.formats.wsc_plus import WSC_PLUS
from anaphor.collection.formats.xwinograd import XWINOGRAD
from anaphor.collection.protocol import ReadSettings
from anaphor.errors import AnaphorError
from tests.pace import in_time, weighed

pytestmark = pytest.mark.slow

SPECIMENS = Path(__file__).parent / "specimens"
READERS: dict[str, Format] = {
    "bug.csv": BUG,
    "dpr.txt": DPR,
    "fwsc285.json": FWSC285,
    "gap.tsv": GAP,
    "knowref.json": KNOWREF,
    "pdp.xml": PDP,
    "superglue-wsc.jsonl": SUPERGLUE_WSC,
    "wino-x.jsonl": WINO_X,
    "winobias.txt": WINOBIAS,
    "winogender.tsv": WINOGENDER,
    "winogender-templates.tsv": WINOGENDER,
    "winogrande.jsonl": WINOGRANDE,
    "winogrande-csv.csv": WINOGRANDE_CSV,
    "winogrande-fr-deepl.txt": WINOGRANDE_FR_DEEPL,
    "winopron.tsv": WINOPRON,
    "winowhat.csv": WINOWHAT,
    "wsc-en.xml": WSC_EN,
    "wsc-fr.xml": WSC_FR,
    "wsc-plus.csv": WSC_PLUS,
    "xwinograd.tsv": XWINOGRAD,
}
SECONDS = 20
BOMB = b'<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>'
OUTSIDE = b'<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
SEEDS = (
    b"\x00",
    b"\xff",
    b"\xc3",
    b"\r",
    b"\n",
    b"\n\n",
    b"\t",
    b'"',
    b"'",
    b"\\",
    b"[",
    b"]",
    b"[]",
    b"{",
    b"}",
    b"_",
    b"<",
    b">",
    b"&",
    b"&a;",
    b"&#0;",
    b"<![CDATA[",
    b"<!--",
    b"<?xml version='1.0' encoding='utf-7'?>",
    b"\\ud800",
    b"-1",
    b"99999999999999999999",
    b"1e999",
    b"NaN",
    b"null",
    b"true",
    b"\xe2\x80\xa8",
    b"\xf0\x9f\x98\x80",
    "é".encode(),
    "İ".encode(),
    BOMB,
    OUTSIDE,
)


@pytest.fixture(scope="module", autouse=True)
def word_lists() -> None:
    """Load the French word lists, which are read once per process and are no part of any file."""
    WSC_FR.read(Source(name="w", stem="w", data=(SPECIMENS / "wsc-fr.xml").read_bytes()), ReadSettings())


def outcome(reader: Format, data: bytes) -> None:
    """Read, within the limits of issue 2: 50 MB and ten times the file, and no hang."""
    source = Source(name="fuzz", stem="fuzz", data=data)
    said = "loaded"
    start = time.process_time()
    with weighed() as memory:
        try:
            reader.recognises(source)
            reader.read(source, ReadSettings())
        except AnaphorError as error:
            said = str(error)
    assert said
    assert memory.peak <= 50 * 10**6 + 10 * len(data)
    assert in_time(time.process_time() - start, SECONDS)


@st.composite
def mutated(draw: st.DrawFn, data: bytes) -> bytes:
    """A file after one to four accidents."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + draw(st.sampled_from([1, 8, 80, 800])))))
        before, piece, after = data[:start], data[start:end], data[end:]
        data = draw(
            st.sampled_from(
                [
                    before,
                    before + after,
                    before + draw(st.sampled_from(SEEDS)) + data[start:],
                    before + draw(st.binary(min_size=1, max_size=8)) + after,
                    before + piece * draw(st.sampled_from([2, 3, 50])) + after,
                    before + piece[::-1] + after,
                    before + bytes(byte ^ 1 for byte in piece) + after,
                    before + b"x" * 100_000 + after,
                    before + draw(st.sampled_from([b"<a>", b"[", b'{"a":', b"[[],", b"("])) * 3_000 + after,
                    data.decode("utf-8", "replace").encode("latin-1", "replace"),
                    data.decode("utf-8", "replace").encode("utf-16"),
                    draw(st.sampled_from([BOMB, OUTSIDE])) + data,
                ]
            )
        )
    return data


@pytest.mark.parametrize("name", READERS)
@given(data=st.data())
def test_a_damaged_file_loads_or_is_refused(name: str, data: st.DataObject) -> None:
    outcome(READERS[name], data.draw(mutated((SPECIMENS / name).read_bytes())))


@pytest.mark.parametrize("name", READERS)
@given(data=st.binary(max_size=400))
def test_random_bytes_are_refused(name: str, data: bytes) -> None:
    outcome(READERS[name], data)


HOSTILE: dict[str, Callable[[bytes], bytes]] = {
    "the file many times over": lambda data: data * (2_000_000 // len(data)),
    "one line": lambda data: data.replace(b"\n", b" ") * (2_000_000 // len(data)),
    "empty lines": lambda data: data[:60] + b"\n" * 500_000,
    "deep lists": lambda data: b"[" * 1_000_000,
    "deep objects": lambda data: b'{"a":' * 400_000,
    "wide lists": lambda data: b'[{"a":[' + b"[]," * 600_000,
    "deep elements": lambda data: b"<collection>" + b"<schema>" * 200_000,
    "wide elements": lambda data: b"<collection>" + b"<schema/>" * 200_000,
    "many attributes": lambda data: b"<collection " + b" ".join(b'a%d=""' % number for number in range(200_000)),
    "a long word": lambda data: data[:200] + b"x" * 2_000_000 + data[200:],
    "crumbs": lambda data: b"a b\nb\nc,d\nc\n\n" * 100_000,
    "tabs": lambda data: data.split(b"\n")[0] + b"\n" + b"\t" * 2_000_000,
    "an entity bomb": lambda data: BOMB + b"<collection>&c;</collection>",
}


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("name", READERS)
def test_a_hostile_file_neither_hangs_nor_fills_the_memory(name: str, kind: str) -> None:
    outcome(READERS[name], HOSTILE[kind]((SPECIMENS / name).read_bytes()))
