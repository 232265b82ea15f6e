"""The audit on an open index: a whole published collection, and one schema while it is being typed.

Twenty-five schemas of each language that no counts were made for are asked about over HTTP, as an author's page does.
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import msgspec

from anaphor.audit import confront_schema
from anaphor.audit.association.suspects import audit_schema
from anaphor.audit.auditing import association_test
from anaphor.collection import load
from anaphor.corpus import open_index, shipped_table
from anaphor.text import speaking
from anaphor.web import Looker
from anaphor.web.workbench.file import draft_of
from anaphor.web.workbench.wire import Interface
from bench.corpus import build_here, french, is_there
from bench.table import Row, rounds
from tests.conftest import SHARED
from tests.web.benches import SECRET
from tests.web.benches import bench as served_workbench
from tests.web.test_workbench_new_sentences import drafts as new_drafts

_WORDS = rounds(8_000_000, 2_000_000)
_ROUNDS = rounds(7, 3)
_DRAFTS = 40
_LANGUAGES: tuple[Interface, Interface] = ("fr", "en")


def run() -> list[Row]:
    """The 180 items of wsc-fr, with their pairs known and not; every schema by itself."""
    if not is_there():
        return []
    collection = load(SHARED / "wsc-fr" / "French_Wino_Schemas.xml")
    with french(_WORDS) as folder:
        build_here(folder, "index")
        index = open_index(folder / "index")
        association_test(collection, index)
        known = _milliseconds(lambda: association_test(collection, index))
        found = _milliseconds(lambda: association_test(collection, index), confront_schema.cache_clear)
        typed = _milliseconds(lambda: [audit_schema(each, index) for each in collection.schemas]) / len(
            collection.schemas
        )
        fresh = _milliseconds(
            lambda: [audit_schema(each, index) for each in collection.schemas], confront_schema.cache_clear
        ) / len(collection.schemas)
    looker = Looker("fr")
    looker.start().join()
    drafts = [draft_of(schema, "fr") for schema in load("anaphor-fr").schemas[:_DRAFTS]]
    with speaking("fr"):
        looked = _milliseconds(lambda: [looker.look(draft) for draft in drafts]) / len(drafts)
    return [
        {"work": "audit of wsc-fr's 180 items, open index, warm", "ours": f"{known:.0f} ms (wanted: ≤ 50)"},
        {"work": "the same, its pairs found in the sentences first", "ours": f"{found:.0f} ms"},
        {"work": "audit of one schema, warm", "ours": f"{typed:.2f} ms; with new pairs {fresh:.2f} (wanted: < 10)"},
        {"work": "all that the workbench says of a draft, warm", "ours": f"{looked:.0f} ms (wanted: < 150)"},
        *(_new_sentences(language) for language in _LANGUAGES),
        *(_pairs(language) for language in _LANGUAGES),
    ]


def _new_sentences(language: Interface) -> Row:
    """How long the author of a new sentence waits for an answer to a pause."""
    looker = Looker(language)
    looker.start().join()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "new.yaml"
        with served_workbench(path, looker) as address, httpx.Client(timeout=60) as client:
            taken = []
            for number, draft in enumerate(new_drafts(language)):
                body = msgspec.json.encode({"draft": draft, "number": number, "tab": "t", "interface": "fr"})
                start = time.perf_counter()
                reply = client.post(f"{address}/api/look", content=body, headers={"x-check": SECRET})
                taken.append(1e3 * (time.perf_counter() - start))
                assert reply.json()["variants"]
    taken.sort()
    middle, most = taken[len(taken) // 2], taken[int(0.95 * len(taken))]
    return {
        "work": f"a new sentence in the workbench, over HTTP ({language}, {len(taken)} drafts)",
        "ours": f"median {middle:.0f} ms, 95 % below {most:.0f} (wanted: < 150)",
    }


def _pairs(language: str) -> Row:
    table = shipped_table(language)
    assert table is not None
    asked = list(zip(table.words[1:4000:8], table.words[8000::16], strict=False))
    each = _milliseconds(lambda: [table.find(one, other) for one, other in asked]) / len(asked)
    return {"work": f"a pair found in the shipped table ({language})", "ours": f"{1000 * each:.0f} µs (wanted: < 200)"}


def _milliseconds(work: Callable[[], object], before: Callable[[], object] = lambda: None) -> float:
    """The least time by the clock of several rounds (processor time would count threads that only wait)."""
    spent = []
    for _ in range(_ROUNDS):
        before()
        start = time.perf_counter()
        work()
        spent.append(time.perf_counter() - start)
    return min(spent) * 1e3
