"""Whatever is in a file, reading it gives a collection or one clear error, soon and in little memory."""

import json
import time
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.collection import Format, Source, load
from anaphor.collection.formats.jsonl import JSONL
from anaphor.collection.formats.native import NATIVE
from anaphor.collection.protocol import ReadSettings
from anaphor.errors import AnaphorError
from tests.pace import in_time, weighed

SPARE = 50e6
SHARE = 10
SECONDS = 10.0
"""Far more than any of these files needs, so that a busy machine does not fail the test; a hang does."""

FORMATS: dict[str, Format] = {"native": NATIVE, "jsonl": JSONL}
HEAD = b"anaphor: 1\nlanguage: fr\n"
FULL = """\
anaphor: 1
name: all-keys
language: fr
authors: [A, B]
notes: |
  deux
  lignes
schemas:
  - id: s   # comment
    text: "Le chat suit le chien car [il] a {faim|peur}."
    question: 'Qui a {faim|peur} ?'
    candidates: [{text: Le chat, at: [0, 7]}, le chien]
    answers: [Le chat, le chien]
    readings: {le chien: "le chien a {faim|peur}"}
    annotations:
      - {associative: yes, switchable: true, pairs: [[chat, faim], null], human: {right: 3, asked: 4}}
      - {}
    versions:
      - {author: A, text: "[Il] \\\\[sic\\\\] {a|b}", answers: [x, y]}
    status: proposed
  - id: v
    variants:
      - {text: "[_] dort", candidates: [p, q], key: neither}
      - {text: "on dort", anaphor: implicit, form: on, candidates: [p, q], key: 2}
problems:
  - id: p
    text: "Léa tend le vase à Zoé. [Elle] [le] lâche."
    anaphors:
      - {question: "Qui ?", candidates: [Léa, Zoé], answer: Zoé}
      - {candidates: [le vase, le tour], answer: le vase, domains: spatial}
    origin: constructed
"""
LURES = [
    b"[",
    b"]",
    b"{",
    b"}",
    b"|",
    b"\\",
    b"'",
    b'"',
    b":",
    b": ",
    b"- ",
    b"? ",
    b"#",
    b" #",
    b"&a ",
    b"*a",
    b"!!python/x ",
    b"%YAML 2.0\n",
    b"---\n",
    b"...\n",
    b"~",
    b"null",
    b"\n",
    b"\r",
    b"\t",
    b"\x00",
    b"\x85",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\xed\xa0\x80",
    b"\xe2\x80\xa8",
    b"\xc3",
    b"9" * 5000,
    b"x" * 2000,
    b"<<: ",
    b"\\ud800",
    b"\\u0000",
    b"1e999",
    b"NaN",
    b"true",
    b"-1",
    b"[" * 300,
    b"{" * 300,
    b"[]," * 50,
    b">\n",
    b"|\n",
]


@cache
def specimen(name: str) -> bytes:
    """A file that uses every key of the format."""
    native = FULL.encode()
    if name == "native":
        return native
    return b"".join(JSONL.write(NATIVE.read(Source(name="x", stem="x", data=native), ReadSettings())))


def read(name: str, data: bytes) -> str:
    """Read a file within its time; what comes out in a word, or the error."""
    start = time.process_time()
    try:
        collection = FORMATS[name].read(Source(name="f", stem="f", data=data), ReadSettings())
    except AnaphorError as error:
        result = str(error)
    else:
        result = collection.fingerprint
    assert in_time(time.process_time() - start, SECONDS)
    assert result
    return result


def peak_of(action: Callable[[], object]) -> int:
    """The most memory that an action holds at once."""
    with weighed() as memory:
        action()
    return memory.peak


@st.composite
def mutations(draw: st.DrawFn, name: str) -> bytes:
    """A good file after a few accidents."""
    data = specimen(name)
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(data)))
        kind = draw(st.sampled_from(["truncate", "flip", "insert", "cut", "double", "encode"]))
        if kind == "truncate":
            data = data[:place]
        elif kind == "flip":
            data = data[:place] + draw(st.binary(min_size=1, max_size=1)) + data[place + 1 :]
        elif kind == "insert":
            data = data[:place] + draw(st.sampled_from(LURES)) + data[place:]
        elif kind == "cut":
            data = data[:place] + data[place + draw(st.integers(1, 60)) :]
        elif kind == "double":
            data = data[:place] + data[max(0, place - draw(st.integers(1, 200))) :]
        else:
            data = data.decode("utf-8", "replace").encode(
                draw(st.sampled_from(["latin-1", "utf-16", "cp1252"])), "replace"
            )
    return data


@pytest.mark.parametrize("name", FORMATS)
def test_the_specimen_is_good_so_that_its_mutations_mean_something(name: str) -> None:
    collection = FORMATS[name].read(Source(name="f", stem="f", data=specimen(name)), ReadSettings())
    assert (len(collection.schemas), len(collection.problems), len(collection.items)) == (2, 2, 6)


@given(mutations("native"))
def test_a_damaged_native_file_is_read_or_refused(data: bytes) -> None:
    read("native", data)


@given(mutations("jsonl"))
def test_a_damaged_json_lines_file_is_read_or_refused(data: bytes) -> None:
    read("jsonl", data)


@pytest.mark.parametrize("name", FORMATS)
@given(data=st.one_of(st.binary(max_size=300), st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))))
def test_noise_is_refused(name: str, data: bytes) -> None:
    assert read(name, data).startswith("f")


plain = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["id", "text", "s"])
)
values = st.recursive(plain, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner))


@pytest.mark.slow
@given(st.lists(st.sampled_from(["schema", "problem"]), max_size=3), st.data())
def test_any_json_value_in_the_place_of_any_other_is_read_or_refused(kinds: list[str], data: st.DataObject) -> None:
    lines = [json.loads(line) for line in specimen("jsonl").splitlines()]
    for _ in range(data.draw(st.integers(1, 3))):
        target: object = data.draw(st.sampled_from(lines))
        while isinstance(target, dict) and target:
            key = data.draw(st.sampled_from(sorted(target)))
            if not isinstance(target[key], dict) or data.draw(st.booleans()):
                target[key] = data.draw(values)
                break
            target = target[key]
    lines += [{kind: data.draw(values)} for kind in kinds]
    read("jsonl", "\n".join(json.dumps(line) for line in lines).encode())


SCHEMAS = HEAD + b"schemas:\n"
PROBLEM = b"  - {id: %d, text: '[il] dort', candidates: [p, q], answer: p}\n"
JSON_HEAD = b'{"anaphor": 1, "name": "x", "language": "fr"}\n'
JSON_PROBLEM = (
    b'{"problem": {"id": "%d", "item": {"id": "%d", "language": "fr", "text": "il dort", "anaphor": '
    b'{"start": 0, "end": 2}, "candidates": [{"text": "p"}]}}}\n'
)
BOMBS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "nested lists": ("native", lambda: HEAD + b"schemas: " + b"[" * 100_000),
    "nested mappings": ("native", lambda: HEAD + b"schemas: " + b"{a: " * 100_000),
    "nested blocks": ("native", lambda: HEAD + b"".join(b" " * depth + b"a:\n" for depth in range(1500))),
    "nested dashes": ("native", lambda: SCHEMAS + b"- " * 100_000),
    "aliases": (
        "native",
        lambda: (
            HEAD + b"a: &a [x]\n" + b"".join(b"b%d: &b%d [%s]\n" % (number, number, b"*a," * 9) for number in range(30))
        ),
    ),
    "merge keys": ("native", lambda: HEAD + b"<<: *a\n"),
    "a list of lists": ("native", lambda: HEAD + b"schemas: [" + b"[]," * 300_000 + b"]"),
    "a list of words": ("native", lambda: SCHEMAS + b"- a\n" * 300_000),
    "an unknown list": ("native", lambda: HEAD + b"x: [" + b"a," * 300_000 + b"]"),
    "a root that is a list": ("native", lambda: b"[" + b"a," * 300_000 + b"]"),
    "many authors": ("native", lambda: HEAD + b"authors: [" + b"a," * 300_000 + b"]"),
    "many keys": ("native", lambda: HEAD + b"".join(b"k%d: v\n" % number for number in range(100_000))),
    "a huge key over a long list": ("native", lambda: HEAD + b"? " + b"k" * 100_000 + b"\n: [" + b"a," * 50_000 + b"]"),
    "long keys over a long list": (
        "native",
        lambda: (
            HEAD
            + b"".join(b" " * depth + b"k" * 1000 + b":\n" for depth in range(30))
            + b" " * 30
            + b"z: ["
            + b"a," * 50_000
            + b"]"
        ),
    ),
    "a huge text": ("native", lambda: HEAD + b"notes: '" + b"x" * 5_000_000 + b"'\n"),
    "a huge number": (
        "native",
        lambda: HEAD + b"problems:\n  - {id: a, text: '[il]', candidates: [p], key: " + b"9" * 1_000_000 + b"}\n",
    ),
    "a huge text with many alternatives": (
        "native",
        lambda: (
            SCHEMAS + b"- id: a\n  text: '" + b"z" * 50_000 + b"[il] {" + b"a|" * 50_000 + b"}'\n  candidates: [p]\n"
        ),
    ),
    "many marks": (
        "native",
        lambda: SCHEMAS + b"- id: a\n  text: '" + b"[il] {a|b} " * 20_000 + b"'\n  answers: [p, q]\n",
    ),
    "many backslashes": (
        "native",
        lambda: SCHEMAS + b"- id: a\n  text: '" + b"\\" * 300_000 + b"[il]'\n  answers: [p]\n",
    ),
    "many candidates": (
        "native",
        lambda: SCHEMAS + b"- id: a\n  text: '[il]'\n  candidates: [" + b"p," * 100_000 + b"]\n  answers: [p]\n",
    ),
    "many problems": ("native", lambda: HEAD + b"problems:\n" + b"".join(PROBLEM % number for number in range(2_000))),
    "many lines": ("native", lambda: HEAD + b"\n" * 1_000_000),
    "many comments": ("native", lambda: HEAD + b"# x\n" * 300_000),
    "an unclosed quote": ("native", lambda: HEAD + b'title: "' + b"a b\n  " * 200_000),
    "tabs": ("native", lambda: HEAD + b"\t" * 200_000),
    "a JSON line of empty lists": ("jsonl", lambda: JSON_HEAD + b'{"schema": [' + b"[]," * 500_000 + b"[]]}"),
    "a JSON line of empty objects": ("jsonl", lambda: JSON_HEAD + b'{"schema": [' + b"{}," * 160_000 + b"{}]}"),
    "nested JSON": ("jsonl", lambda: JSON_HEAD + b'{"schema": ' + b"[" * 200_000),
    "nested JSON objects": ("jsonl", lambda: JSON_HEAD + b'{"schema": ' * 40_000),
    "a huge JSON number": ("jsonl", lambda: JSON_HEAD + b'{"schema": ' + b"9" * 400_000 + b"}"),
    "a huge JSON text": ("jsonl", lambda: JSON_HEAD + b'{"schema": {"id": "' + b"x" * 5_000_000 + b'"}}'),
    "many JSON lines": ("jsonl", lambda: JSON_HEAD + b"{}\n" * 500_000),
    "many blank lines": ("jsonl", lambda: JSON_HEAD + b"\n" * 500_000),
    "many JSON problems": ("jsonl", lambda: JSON_HEAD + b"".join(JSON_PROBLEM % (each, each) for each in range(5_000))),
    "the same JSON key": ("jsonl", lambda: JSON_HEAD + b"{" + b'"schema": {}, ' * 20_000 + b'"schema": {}}'),
}


@pytest.mark.slow
@pytest.mark.parametrize("bomb", BOMBS)
def test_a_file_made_to_hurt_is_read_or_refused_in_little_memory(bomb: str) -> None:
    name, make = BOMBS[bomb]
    data = make()
    assert peak_of(lambda: read(name, data)) <= SPARE + SHARE * len(data)


@pytest.mark.parametrize("name", FORMATS)
def test_a_real_collection_takes_little_memory(name: str) -> None:
    chosen = FORMATS[name]
    data = b"".join((NATIVE if name == "native" else JSONL).write(load("anaphor-fr")))
    # Without the spare megabytes: this is what the bound is about once files are large.
    peak = peak_of(lambda: chosen.read(Source(name="f", stem="f", data=data), ReadSettings()))
    assert peak <= SHARE * len(data)
