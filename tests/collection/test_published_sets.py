"""Golden: the published sets load with the counts that their publishers and data notes give."""

import json
import math
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from anaphor.collection import Source, load
from anaphor.collection.protocol import FORMATS, ReadSettings, WritableFormat
from anaphor.schema import Collection
from tests.pace import in_time, often, slowness

pytestmark = pytest.mark.slow

# (path, language, schemas, problems, items): counts of the publishers, as the data notes beside the files give them.
SETS = [
    ("wsc-fr/French_Wino_Schemas.xml", None, 107, 0, 214),
    ("fwsc285/wsc_285_v3.json", None, 142, 0, 285),
    ("xwinograd/dataset.tsv.xz", "fr", 42, 0, 83),
    ("wsc-en/WSCollection-279.xml", None, 139, 0, 279),
    ("wsc-en/WSCollection-283-indented.xml", None, 141, 0, 283),
    ("wsc-en/WSCollection-285.xml", None, 142, 0, 285),
    ("pdp/PDPChallenge2016.xml", None, 0, 60, 60),
    ("superglue-wsc/train.jsonl", None, 0, 554, 554),
    ("superglue-wsc/val.jsonl", None, 0, 104, 104),
    ("superglue-wsc/test.jsonl", None, 0, 146, 146),
    ("winogrande/train_xs.jsonl", None, 80, 0, 160),
    ("winogrande/train_s.jsonl", None, 320, 0, 640),
    ("winogrande/train_m.jsonl", None, 1279, 0, 2558),
    ("winogrande/train-debiased.jsonl.xz", None, 7237, 0, 9248),
    ("winogrande-fr-deepl/winogrande_xs_with_ids.txt", None, 80, 0, 160),
    ("winogrande-fr-deepl/winogrande_debiased_with_ids.txt.xz", None, 7237, 0, 9248),
    ("dpr/train.c.txt", None, 661, 0, 1322),
    ("dpr/test.c.txt", None, 282, 0, 564),
    ("winobias/pro_stereotyped_type1.txt.dev", None, 198, 0, 396),
    ("winogender/all_sentences.tsv", None, 360, 0, 720),
    ("gap/gap-development.tsv", None, 0, 2000, 2000),
    ("gap/gap-validation.tsv", None, 0, 454, 454),
    ("gap/gap-test.tsv", None, 0, 2000, 2000),
    ("knowref/knowref_test.json", None, 0, 1269, 1269),
]


def _through(name: str, collection: Collection) -> Collection:
    """The collection written in a format and read again."""
    chosen = FORMATS.get(name)
    assert isinstance(chosen, WritableFormat)
    return FORMATS.get(name).read(Source(name="x", stem="x", data=b"".join(chosen.write(collection))), ReadSettings())


def _thinned(collection: Collection) -> Collection:
    """Some hundreds of entries of a large set, from all over it."""
    most = often(400, long=10**6, why="a set is written entry by entry, each as the one before")
    step = math.ceil(len(collection.entries) / most)
    return replace(collection, schemas=collection.schemas[::step], problems=collection.problems[::step])


@pytest.mark.shared
@pytest.mark.parametrize(("path", "language", "schemas", "problems", "items"), SETS, ids=[row[0] for row in SETS])
def test_a_published_set_has_its_counts_and_survives_native_and_jsonl(
    shared: Path, path: str, language: str | None, schemas: int, problems: int, items: int
) -> None:
    collection = load(shared / path, language=language)
    assert (len(collection.schemas), len(collection.problems), len(collection.entries)) == (schemas, problems, items)
    written = _thinned(collection)
    native = _through("native", written)
    exchanged = _through("jsonl", native)
    again = _through("native", exchanged)
    assert written == native == exchanged == again
    assert again.fingerprint == written.fingerprint


@pytest.mark.shared
def test_wsc_en_has_139_twin_pairs_and_three_odd_schemas(shared: Path) -> None:
    collection = load(shared / "wsc-en/WSCollection-285.xml")
    sizes = sorted(len(schema.variants) for schema in collection.schemas)
    assert sizes.count(2) >= 139, "Elazar et al. pair 139 of the 142 schemas"
    assert sum(sizes) == 285


@pytest.mark.shared
def test_loading_every_set_takes_under_ten_seconds_and_500_mb(shared: Path) -> None:
    code = """
import pathlib, re, resource, sys, time
from anaphor.collection.loading import load
items = sum(len(load(path).entries) for path in sys.argv[1:])
status = pathlib.Path("/proc/self/status")  # getrusage would count the process that forked this one
peak = int(re.search(r"VmHWM:\\s+(\\d+)", status.read_text())[1]) // 1024 if status.exists() else 0
print(items, peak or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024**2, time.process_time())
"""
    paths = [str(shared / row[0]) for row in SETS]
    done = subprocess.run([sys.executable, "-c", code, *paths], capture_output=True, text=True, check=True)
    items, megabytes, seconds = map(float, done.stdout.split())
    assert items > 30_000
    assert in_time(seconds / slowness(), 10), f"{items:.0f} items took {seconds:.1f} s"
    assert megabytes < 500


@pytest.mark.shared
def test_show_prints_the_fixed_keys(shared: Path) -> None:
    command = [sys.executable, "-m", "anaphor", "collection", "show", str(shared / SETS[0][0]), "--json"]
    card = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert (card["name"], card["language"], card["schemas"], card["problems"], card["items"]) == (
        "wsc-fr",
        "fr",
        107,
        0,
        214,
    )
    assert card["licence"] == "CC-BY-SA-4.0"
    assert len(card["fingerprint"]) == 16
