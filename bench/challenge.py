"""A thousand entries of sixty questions: judged and published; traces, journal and entries are real files."""

import json
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from anaphor.challenge import Challenge, judge_rounds, open_challenge
from anaphor.challenge import publish as publish_site
from anaphor.challenge.drawing import new_secrets, seed_of
from anaphor.challenge.entry import EntryFile, stored_entry, write_entry
from anaphor.challenge.round import Act
from anaphor.challenge.sandbox.sandbox import Backend
from anaphor.challenge.starting import Start, start_challenge
from anaphor.challenge.transcript.record import asked_record, shuffle
from anaphor.challenge.transcript.trace import END, TraceFile
from anaphor.schema import Item
from bench.table import Row

ENTRIES = 1000
PROMISED_S = 60.0
SEED = 7


def _trace(path: Path, name: str, items: tuple[Item, ...], right: list[bool], seed: int) -> str:
    """A trace as the referee writes it; its last hash."""
    with TraceFile(path) as log:
        log.add("run", {"format": "anaphor-trace 1", "respondent": name, "sealed": True, "backend": "process"})
        keys = {item.id: item.key for item in items}
        places = {item.id: number for number, item in enumerate(items)}
        for each in shuffle([item.question for item in items], seed):
            log.add("asked", asked_record([each]))
            key = keys[each.original]
            chosen = int(key) if right[places[each.original]] else (int(key) + 1) % len(each.shown.candidates)
            reply = {"kind": "choice", "candidate": chosen}
            line = json.dumps({"id": each.shown.id, "choice": 0})
            log.add(
                "answer",
                {
                    "question": each.original,
                    "respondent": name,
                    "reply": reply,
                    "seconds": 0.01,
                    "clock": 0.01,
                    "line": line,
                },
            )
        log.add(END, {"answers": len(items), "abstentions": 0, "facts": 0, "starts": 1})
        return log.head


def _held(folder: Path, entries: int) -> None:
    """A challenge in which so many entries were run in the first round, and none of them passed."""
    secrets = new_secrets()
    start_challenge(
        folder, Start(title="Bench", collection="anaphor-fr", backend=Backend.NONE), datetime.now(UTC), secrets
    )
    rng = np.random.default_rng(SEED)
    with open_challenge(folder, writing=True) as challenge:
        when = challenge.begin(Act.ENTER)
        seed = seed_of(challenge.reveal("run", when), "order")
        for number, skill in enumerate(rng.beta(6, 4, entries) * 0.85):  # nobody passes: there is one round
            _entry(challenge, f"entry-{number:04d}", (rng.random(60) < skill).tolist(), seed)


def _entry(challenge: Challenge, name: str, right: list[bool], seed: int) -> None:
    drawn = challenge.rounds[0]
    path = challenge.path_of(name)
    path.mkdir(parents=True)
    write_entry(EntryFile(url=f"https://{name}.example/"), path)
    dates = challenge.rules.dates
    challenge.add("entered", dates.opens, entry=name, digest=stored_entry(path).digest, late=False)
    folder = challenge.folder / "traces" / drawn.rules.name
    folder.mkdir(parents=True, exist_ok=True)
    trace = f"traces/{drawn.rules.name}/{name}.run.jsonl"
    label = {"entry": name, "round": drawn.rules.name, "which": "run"}
    challenge.add("started", dates.held, **label, attempt=1, trace=trace)
    head = _trace(challenge.folder / trace, name, drawn.items, right, seed)
    challenge.add("ended", dates.held, **label, state="finished", head=head, reason=None)


def run(entries: int = ENTRIES) -> list[Row]:
    """Judging and publishing, apart and together."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "challenge"
        _held(folder, entries)
        began, cpu = time.perf_counter(), time.process_time()
        with open_challenge(folder, writing=True) as challenge:
            found = judge_rounds(challenge, challenge.rules.dates.held + timedelta(hours=1))
            judged, judged_cpu = time.perf_counter() - began, time.process_time() - cpu
            challenge.add("announced", challenge.rules.dates.held, entries="")
            pages = publish_site(challenge, output=Path(place) / "site").files
        seconds, used = time.perf_counter() - began, time.process_time() - cpu
        size = sum(path.stat().st_size for path in (Path(place) / "site").rglob("*.*") if path.is_file())
    tests = found.rounds[0].paired.tests
    return [
        {
            "work": f"{entries} entries × 60 questions judged ({tests:,} exact paired tests)",
            "ours": f"{judged:.1f} s ({judged_cpu:.1f} s of processor time)",
        },
        {
            "work": f"judged, and judged again and published ({len(pages)} files, {size / 1e6:.1f} MB)",
            "ours": f"{seconds:.1f} s ({used:.1f} s of processor time)",
            "peer": f"promised: {PROMISED_S:.0f} s",
            "ratio": PROMISED_S / seconds,
            "wanted": 1,
        },
    ]
