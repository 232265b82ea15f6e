"""Somebody who has only the published site can verify the challenge, and finds in it nothing before its time."""

import json
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from anaphor.challenge import hand_in, open_challenge
from anaphor.challenge import publish as publish_site
from anaphor.challenge.acts import announce, run_again, run_rounds
from anaphor.challenge.entry import EntryFile, store_entry
from anaphor.challenge.evidence.evidence import Evidence, verify
from anaphor.challenge.evidence.publication import JUDGEMENT, OUTCOMES
from anaphor.challenge.judging.sheet import REPLIES_FILE as REPLIES
from anaphor.challenge.judging.sheet import SHEETS_FILE as SHEETS
from anaphor.challenge.judging.sheet import fingerprint_of
from anaphor.challenge.judging.standing import summary_of
from anaphor.challenge.rulebook import JOURNAL
from anaphor.challenge.transcript.trace import read_trace
from anaphor.cli.challenge import app
from anaphor.errors import InputError
from tests.challenge.rounds import SECRETS, Character, add_entry, begun, made, reopened
from tests.challenge.test_attacked import forged

pytestmark = pytest.mark.slow


@cache
def _sites() -> Path:
    """A challenge with the sites that it published on its way: provisional, under verification, final."""
    place, folder, paper = begun()
    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "expert", Character(), place / "sources")
        add_entry(challenge, "cheat", Character(knows_changed=False), place / "sources")
        add_entry(challenge, "poor", Character(wrong=128, wrong_by="text"), place / "sources")
        run_rounds(challenge)
        publish_site(challenge, output=place / "before")
        announce(challenge)
        publish_site(challenge, output=place / "provisional", traces=True)
        for name in ("expert", "cheat"):
            hand_in(challenge, name, paper=paper)
        run_again(challenge)
        publish_site(challenge, output=place / "verification", traces=True)
        announce(challenge, final=True)
        publish_site(challenge, output=place / "final")
        publish_site(challenge, output=place / "traced", traces=True)
        publish_site(challenge, output=place / "whole", traces=True, questions=True)
    return place


@pytest.fixture
def site(tmp_path: Path) -> Callable[[str], Path]:
    """A copy of a site, somewhere where the organiser's folder is not."""
    return lambda name: Path(shutil.copytree(_sites() / name, tmp_path / name))


def looked_at(site: Path, head: str | None = None) -> dict[str, Evidence]:
    """What an outsider finds."""
    return {each.name: each for each in verify(reopened(site / "evidence"), head)}


def faults(site: Path, head: str | None = None) -> dict[str, str]:
    """What does not hold."""
    return {name: each.fault for name, each in looked_at(site, head).items() if each.fault}


def test_a_final_site_holds_together_and_its_verdicts_follow_without_a_question(site: Callable[[str], Path]) -> None:
    found = looked_at(site("final"))
    assert all(each.ok for each in found.values())
    seen = {name for name, each in found.items() if each.unseen is None}
    assert {"journal", "rules", "sheets", "replies", "seed of the run", "seed of the rerun", "judgement"} <= seen
    assert {"verdicts announced", "verdicts concluded"} <= seen
    assert "has to be believed" in (found["questions and people"].unseen or "")
    assert "not published" in (found["entry expert"].unseen or "")


def test_with_traces_every_run_is_looked_at_second_runs_included(site: Callable[[str], Path]) -> None:
    found = looked_at(site("traced"))
    runs = {name: each for name, each in found.items() if name.startswith("traces/")}
    assert len(runs) == 2 * 2 * 3 + 1  # two candidates in two rounds, thrice each, and one that stayed below the bar
    assert all(each.ok and each.unseen is None for each in runs.values())


def test_with_the_questions_nothing_has_to_be_believed_but_the_entries_themselves(site: Callable[[str], Path]) -> None:
    found = looked_at(site("whole"))
    assert all(each.ok for each in found.values())
    unseen = {name for name, each in found.items() if each.unseen}
    assert unseen == {"entry expert", "entry cheat", "entry poor", "paper of expert", "paper of cheat"}


@pytest.mark.parametrize("name", ["provisional", "verification"])
def test_before_the_end_a_site_can_be_verified_as_far_as_it_goes(site: Callable[[str], Path], name: str) -> None:
    found = looked_at(site(name))
    assert all(each.ok for each in found.values())
    assert "announced" in (found["judgement"].unseen or "")
    for later in ("sheets", "replies", "verdicts announced"):
        assert "final results" in (found[later].unseen or "")


def test_the_command_takes_the_folder_of_a_site(site: Callable[[str], Path]) -> None:
    folder = site("final")
    done = CliRunner().invoke(app, ["verify", str(folder), "--json"])
    assert done.exit_code == 0
    document = json.loads(done.stdout)
    assert document["ok"]
    assert {"name", "ok", "fault", "unseen"} == set(document["evidence"][0])
    told = CliRunner().invoke(app, ["verify", str(folder)])
    assert "not seen" in told.stdout
    assert "Everything that is here holds together" in told.stderr
    assert next(each for each in document["evidence"] if each["name"] == "pages")["unseen"]


def test_whoever_publishes_traces_is_told_which_variables_they_tell(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    with open_challenge(folder, writing=True) as challenge:
        entry = EntryFile(command=("false",), environment={"MODEL_KEY": "hidden"}, source_included=True)
        store_entry(entry, None, challenge.path_of("keyed"), most=2**20)
        run_rounds(challenge)
        announce(challenge)
    assert "MODEL_KEY" not in CliRunner().invoke(app, ["publish", str(folder), "-o", str(tmp_path / "a")]).stderr
    told = CliRunner().invoke(app, ["publish", str(folder), "-o", str(tmp_path / "b"), "--traces"]).stderr
    assert "keyed" in told
    assert "MODEL_KEY" in told
    assert "hidden" not in told


def test_nothing_can_be_done_with_a_published_challenge_but_to_verify_it(site: Callable[[str], Path]) -> None:
    with pytest.raises(InputError, match="published"), open_challenge(site("final") / "evidence", writing=True):
        pass


def everything(folder: Path) -> bytes:
    """All bytes of a site."""
    return b"\n".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def test_the_secret_of_the_second_run_is_not_in_a_site_before_the_end() -> None:
    for name in ("before", "provisional", "verification"):
        assert SECRETS.rerun.encode() not in everything(_sites() / name)
    assert SECRETS.run.encode() not in everything(_sites() / "before")
    assert SECRETS.rerun.encode() in everything(_sites() / "final")


def test_keys_replies_and_second_runs_are_not_in_a_site_before_the_end() -> None:
    for name in ("before", "provisional", "verification"):
        evidence = _sites() / name / "evidence"
        assert not (evidence / SHEETS).exists()
        assert not (evidence / REPLIES).exists()
        assert not [*evidence.glob("traces/*/*.rerun.jsonl"), *evidence.glob("traces/*/*.changed.jsonl")]


def test_no_text_of_a_question_is_in_a_final_site_without_traces() -> None:
    challenge = reopened(_sites() / "challenge")
    published = everything(_sites() / "final").decode()
    questions = [item.question for drawn in challenge.rounds for item in drawn.items]
    questions += [
        each.item.question for label in ("problems", "schemas") for each in challenge.changed_questions[label]
    ]
    assert len(questions) > 200
    assert not [each.id for each in questions if each.text in published or json.dumps(each.text)[1:-1] in published]


def test_questions_are_not_published_before_the_end(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "good", Character(), tmp_path / "sources")
        run_rounds(challenge)
        announce(challenge)
        with pytest.raises(InputError, match="published with the final results"):
            publish_site(challenge, output=tmp_path / "site", questions=True)


def test_every_page_prints_the_head_and_later_journals_hold_it(site: Callable[[str], Path]) -> None:
    lines = (_sites() / "challenge" / JOURNAL).read_text("utf-8").splitlines()
    hashes = [json.loads(line)["hash"] for line in lines]
    printed: list[str] = []
    for name in ("before", "provisional", "verification", "final"):
        pages = [page.read_text("utf-8") for page in (_sites() / name).rglob("*.html")]
        heads = {next(each for each in hashes if each in page) for page in pages}
        assert (len(pages), len(heads)) == (6, 1)
        printed += heads
    assert [hashes.index(head) for head in printed] == sorted(hashes.index(head) for head in printed)
    assert not faults(site("final"), printed[0])


def test_a_journal_written_anew_with_its_traces_is_found_by_a_head_that_was_published_before(
    site: Callable[[str], Path],
) -> None:
    folder = site("final")
    before = json.loads((_sites() / "provisional" / "evidence" / JUDGEMENT).read_text("utf-8"))["journal"]["head"]
    head = forged(folder / "evidence" / JOURNAL, lambda records: [{**each, "at": each["at"]} for each in records])
    assert not faults(folder, before)  # nothing was changed, so the chain is the same
    forged(folder / "evidence" / JOURNAL, lambda records: [{**each, "more": 1} for each in records])
    assert "published" in faults(folder, before)["journal"]
    assert "published" in faults(folder, head)["journal"]


def changed_json(path: Path, change: Callable[[Any], Any]) -> None:
    """Write a JSON file anew after a change."""
    path.write_text(json.dumps(change(json.loads(path.read_text("utf-8")))), "utf-8")


def more_right(document: dict[str, Any]) -> dict[str, Any]:
    """A judgement in which the first entry has one right answer less."""
    document["entries"][0]["right"] -= 1
    return document


def other_key(sheets: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sheets in which the keys of ten questions are others."""
    for target in sheets[0]["targets"][:10]:
        target["key"] = 1 - min(1, target["key"])
    return sheets


def other_wording(sheets: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sheets in which a changed wording has another key."""
    target = sheets[1]["changed"][0]["target"]
    target["key"] = 1 - target["key"]
    return sheets


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document["entries"][0].update(high=0.5),
        lambda document: document.update(simulated=False),
        lambda document: document["entries"][1]["reasons"].pop(),
        lambda document: document["winners"].append("cheat"),
        lambda document: document["rounds"][0].update(tests=99),
        lambda document: document["entries"][0].pop("rank"),
    ],
    ids=["interval", "stamp", "reason", "winner", "tests", "rank"],
)
def test_nothing_in_a_final_judgement_can_be_changed(
    site: Callable[[str], Path], change: Callable[[dict[str, Any]], object]
) -> None:
    folder = site("final")

    def applied(document: dict[str, Any]) -> dict[str, Any]:
        change(document)
        return document

    changed_json(folder / "evidence" / JUDGEMENT, applied)
    assert "follow" in faults(folder)["judgement"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda document: document["entries"][0].update(score=0.1), "right answers"),
        (lambda document: document["entries"][0].update(score=None, right=0), "right answers"),
        (lambda document: document["entries"][-1].update(verdict="candidate"), "'candidate' here"),
        (lambda document: document["entries"][0].update(state="failed"), "another way"),
        (lambda document: document["entries"].pop(), "not those that the journal knows"),
        (lambda document: document.update(rehearsal=False), "what it says of itself"),
        (lambda document: document.update(phase="final"), "what it says of itself"),
        (lambda document: document.update(winners=["poor"]), "not final"),
    ],
    ids=["score", "no-score", "verdict", "state", "entry", "rehearsal", "phase", "winner"],
)
def test_before_the_end_nothing_can_be_said_against_journal_outcomes_and_bar(
    site: Callable[[str], Path], change: Callable[[dict[str, Any]], object], said: str
) -> None:
    folder = site("provisional")
    changed_json(folder / "evidence" / JUDGEMENT, lambda document: (change(document), document)[1])
    assert said in faults(folder)["judgement"]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("limits", {"memory": 2**50}, "other limits"),
        ("sandbox", {"network": {"sites": ["https://example.org:443/"]}}, "other sites"),
        ("sealed", True, "sealed"),
    ],
    ids=["limits", "sites", "sealed"],
)
def test_an_entry_that_was_given_more_than_the_rules_give_is_found(
    site: Callable[[str], Path], name: str, value: object, said: str
) -> None:
    evidence = site("traced") / "evidence"
    trace = "traces/problems/poor.run.jsonl"
    head = forged(evidence / trace, lambda records: [{**records[0], name: value}, *records[1:]])
    summary = fingerprint_of(summary_of(read_trace(evidence / trace)))

    def told(record: dict[str, Any]) -> dict[str, Any]:
        own = record["kind"] == "ended" and record["entry"] == "poor"
        return {**record, "head": head, "replies": summary} if own else record

    forged(evidence / JOURNAL, lambda records: [told(each) for each in records])
    (evidence / REPLIES).unlink()
    assert said in faults(evidence.parent)[trace]


def test_a_changed_score_outcome_key_or_reply_is_found(site: Callable[[str], Path]) -> None:
    folder = site("final")
    evidence = folder / "evidence"
    changed_json(evidence / JUDGEMENT, more_right)
    assert "right answers" in faults(folder)["judgement"]
    shutil.copy(_sites() / "final" / "evidence" / JUDGEMENT, evidence / JUDGEMENT)
    text = (evidence / OUTCOMES).read_text("utf-8")
    (evidence / OUTCOMES).write_text(text.replace(",wrong,", ",right,", 1), "utf-8")
    assert "judgement" in faults(folder)
    (evidence / OUTCOMES).write_text(text, "utf-8")
    (evidence / OUTCOMES).write_text(text.replace(",right,,", ",right,timeout,", 1), "utf-8")
    assert "does not follow" in faults(folder)["judgement"]
    (evidence / OUTCOMES).write_text(text, "utf-8")
    changed_json(evidence / SHEETS, other_key)
    assert "when the challenge opened" in faults(folder)["sheets"]
    changed_json(evidence / SHEETS, other_key)
    changed_json(evidence / SHEETS, other_wording)
    assert "announced with the final results" in faults(folder)["sheets"]
    shutil.copy(_sites() / "final" / "evidence" / SHEETS, evidence / SHEETS)
    lines = [json.loads(line) for line in (evidence / REPLIES).read_text("utf-8").splitlines()]
    (evidence / REPLIES).write_text("".join(json.dumps(line) + "\n" for line in lines[1:]), "utf-8")
    assert "there are none of the run of" in faults(folder)["replies"]
    first = next(iter(lines[0]["replies"]))
    lines[0]["replies"][first] = "timeout"
    (evidence / REPLIES).write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    assert "not those that the journal speaks of" in str(faults(folder))


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        (REPLIES, b"[1]\n", "no run of an entry"),
        (REPLIES, b"{", "no JSON"),
        (SHEETS, b"[1]", "no sheets"),
        (SHEETS, b'{"a": 1, "a": 2}', "stands twice"),
        (JUDGEMENT, b"{}", "no judgement"),
        (JUDGEMENT, b"[", "no JSON"),
        (OUTCOMES, b"a\nb\n", "no outcome"),
        ("rules.json", b"[]", "no rules"),
        ("rules.json", b"\xff", "no JSON"),
    ],
)
def test_published_files_that_are_none_are_one_sentence(
    site: Callable[[str], Path], name: str, data: bytes, said: str
) -> None:
    folder = site("final")
    (folder / "evidence" / name).write_bytes(data)
    done = CliRunner().invoke(app, ["verify", str(folder)])
    assert done.exit_code in (1, 2)
    assert done.exit_code == 1 or isinstance(done.exception, InputError)
    assert said in done.stdout + str(done.exception)


def test_whoever_gets_the_folder_without_secrets_verifies_the_same(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(_sites() / "challenge", tmp_path / "challenge"))
    (folder / "secret.json").unlink()
    found = verify(reopened(folder))
    assert all(each.ok and each.unseen is None for each in found)
