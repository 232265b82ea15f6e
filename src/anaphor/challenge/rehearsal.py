"""A challenge that rehearses itself: two rounds, made-up people, and entries that show what happens to each kind.

The expert knows the answers and changed wordings of them, the cheat knows the answers by heart and nothing else, the
starter kit guesses by position. All of them are run as real programs by the real referee, without a sandbox.
"""

import json
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from anaphor.challenge.acts import announce, rerun, run_rounds, take
from anaphor.challenge.changed import changed_items
from anaphor.challenge.entry import EntryFile, read_entry, store_entry
from anaphor.challenge.judging.judging import Judgement
from anaphor.challenge.round import Act, Deposit
from anaphor.challenge.sandbox.sandbox import Backend
from anaphor.challenge.secret import Secrets, seed_of
from anaphor.challenge.starting import Start, start_challenge
from anaphor.challenge.store import Challenge, open_challenge
from anaphor.files import write_text
from anaphor.schema import Item, Mark

_MOST = 2**26
_BY_HEART = """import json
import sys

table = json.load(open("table.json", encoding="utf-8"))
for line in sys.stdin:
    question = json.loads(line)
    place = question["anaphor"]["start"] if question["anaphor"] else None
    right = table.get(f"{place} {question['text']} {question['prompt']}")
    choice = question["candidates"].index(right) if right in question["candidates"] else 0
    print(json.dumps({"id": question["id"], "choice": choice}), flush=True)
"""


def rehearse(folder: Path, collection: str, now: datetime, *, seed: int = 1, title: str = "Rehearsal") -> Judgement:
    """The final judgement of a rehearsal, which leaves a whole challenge in a folder; one seed, one set of verdicts."""
    secrets = Secrets(run=f"{seed:064x}", rerun=f"{seed + 1:064x}")
    start = Start(title=title, collection=collection, backend=Backend.NONE, seed=seed)
    start_challenge(folder, start, now, secrets)
    with open_challenge(folder, writing=True) as challenge:
        _enter_all(challenge)
        run_rounds(challenge)
        announce(challenge)
        paper = folder / "paper.txt"
        write_text(paper, "How it works.\n")
        for name in ("expert", "cheat"):
            take(challenge, name, Deposit.PAPER, paper)
        rerun(challenge)
        return announce(challenge, final=True)


def _enter_all(challenge: Challenge) -> None:
    asked = [item for drawn in challenge.rounds for item in drawn.items]
    seed = seed_of(challenge.need_secrets().rerun, "names")
    changed = [each.item for drawn in challenge.rounds for each in changed_items(drawn, seed)]
    _by_heart(challenge, "expert", [*asked, *changed])
    _by_heart(challenge, "cheat", asked)
    kit = challenge.folder / "starter-kit"
    store_entry(read_entry(kit), kit, challenge.path_of("starter-kit"), most=_MOST)
    store_entry(EntryFile(resolver="random,seed=1"), None, challenge.path_of("random"), most=_MOST)
    for name in ("expert", "cheat", "starter-kit", "random"):
        challenge.enter(name, challenge.begin(Act.ENTER))


def _by_heart(challenge: Challenge, name: str, items: Sequence[Item]) -> None:
    source = challenge.folder / "sources" / name
    source.mkdir(parents=True)
    write_text(source / "answer.py", _BY_HEART)
    write_text(source / "table.json", json.dumps({_known_by(item): item.answer for item in items}))
    entry = EntryFile(command=(sys.executable, "answer.py"), source_included=True, description="simulated")
    store_entry(entry, source, challenge.path_of(name), most=_MOST)


def _known_by(item: Item) -> str:
    question = item.question
    place = question.anaphor.start if isinstance(question.anaphor, Mark) else None
    return f"{place} {question.text} {question.prompt}"
