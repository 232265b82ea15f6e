"""What verdicts and pages tell: no rank for who is out, time-outs, one language, the questions after the end."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from anaphor.challenge import disqualify, hand_in, open_challenge, publication_of
from anaphor.challenge import publish as publish_site
from anaphor.challenge.acts import announce, run_again, run_rounds
from anaphor.challenge.entry import EntryFile, store_entry
from anaphor.challenge.evidence.evidence import verify_path
from anaphor.challenge.round import Act
from anaphor.challenge.rulebook import rules_of
from anaphor.challenge.validation import RuleName, rule_texts
from anaphor.errors import FormatError
from anaphor.report.html.challenge_site import site_of
from anaphor.text import speaking
from tests.challenge.entries import PYTHON
from tests.challenge.rounds import Character, add_entry, begun, made, reopened, verdict_of

pytestmark = pytest.mark.slow

SLEEPS = """
import json, sys, time
for number, line in enumerate(sys.stdin):
    if number == 40:  # one question of a round: more of them, and it would have no rank
        time.sleep(3)
    print(json.dumps({"id": json.loads(line)["id"], "choice": 0}), flush=True)
"""


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A challenge that is over: the best was disqualified, one was slow, one could not be started."""
    place, folder, paper = begun()
    rules = folder / "challenge.toml"
    rules.write_text(rules.read_text("utf-8").replace("question = 60 ", "question = 2 "), "utf-8")
    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "best", Character(), place)
        add_entry(challenge, "good", Character(wrong=4, wrong_by="text", salt="a"), place)
        source = place / "sleeper"
        source.mkdir()
        (source / "answer.py").write_text(SLEEPS)
        store_entry(EntryFile(command=(PYTHON, "answer.py")), source, challenge.path_of("sleeper"), most=2**20)
        store_entry(EntryFile(command=("no-such-program",)), None, challenge.path_of("absent"), most=1)
        run_rounds(challenge)
        announce(challenge)
        disqualify(challenge, "best", rule="access", because="It phoned home.")
        for name in ("good",):
            hand_in(challenge, name, paper=paper)
        run_again(challenge)
        announce(challenge, final=True)
    return folder


def test_who_is_disqualified_has_no_rank_and_stands_in_nobodys_way(ended: Path) -> None:
    with open_challenge(ended) as challenge:
        found = publication_of(challenge).judgement
    assert found is not None
    best, good = verdict_of(found, "best"), verdict_of(found, "good")
    assert best.row is not None
    assert best.row.rank is None
    assert good.row is not None
    assert good.row.rank == 1
    for result in found.rounds:
        assert {row.entry: row.rank for row in result.rows}["best"] is None
        assert result.rows[-1].entry == "best"


def test_time_outs_stand_in_the_verdict(ended: Path) -> None:
    with open_challenge(ended) as challenge:
        found = publication_of(challenge).judgement
    assert found is not None
    said = [reason.text(found.rules) for reason in verdict_of(found, "sleeper").reasons]
    assert any(re.search(r"\d+ questions? (was|were) not answered in time", each) for each in said), said
    assert any("not answered in time" in reason.short() for reason in verdict_of(found, "sleeper").why)


def test_the_french_pages_speak_french_and_the_evidence_english(ended: Path, tmp_path: Path) -> None:
    with open_challenge(ended) as challenge:
        publish_site(challenge, output=tmp_path)
    assert all(each.ok for each in verify_path(tmp_path))
    french = "".join((tmp_path / "fr" / f"{name}.html").read_text("utf-8") for name in ("index", "rules"))
    words = re.sub(r"<style>.*?</style>|<code>.*?</code>|<[^>]*>", " ", french, flags=re.DOTALL)
    words = words.replace("A Winograd schema challenge", "").replace("It phoned home", "")
    for english in (
        "cannot be",
        "the command",
        "not answered",
        "could not",
        "failed",
        "finished",
        "timed out",
        " the ",
    ):
        assert english not in words, english
    assert "ne peut pas être lancée" in words or "absent" in words
    told = json.loads((tmp_path / "evidence" / "judgement.json").read_text("utf-8"))
    absent = next(each for each in told["entries"] if each["name"] == "absent")
    assert "cannot be started" in absent["reasons"][0]


def test_the_questions_are_read_after_the_end_and_not_before(ended: Path) -> None:
    with open_challenge(ended) as challenge:
        text = challenge.rounds[0].items[0].question.text
        pages = site_of(publication_of(challenge))
        assert "candidates (the right one in bold)" in pages["items.html"]
        assert "candidats (le bon en gras)" in pages["fr/items.html"]
        first = max(re.split(r"[«»'’<>&\"]", text), key=len).strip()
        assert first in re.sub(r"</?u>", "", pages["items.html"])
        challenge.rules = replace(challenge.rules, rehearsal=False)
        kept = site_of(publication_of(challenge))["items.html"]
        assert "The texts are not published." in kept
        assert first not in kept


def test_rules_of_its_own_are_declared_and_shown_without_a_stamp(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    path = folder / "challenge.toml"
    written = path.read_text("utf-8").replace("questions = 60", "questions = 20").replace("least = 0.9", "least = 0.6")
    written = written.replace("[dates]  ", "[dates]\nfinal_days = 15\npaper_days = 9\nrerun_days = 8  ")
    path.write_text(written, "utf-8")
    wrong = {each.rule for each in reopened(folder).check() if not each.holds}
    assert wrong == {RuleName.QUESTIONS, RuleName.THRESHOLD, RuleName.DATES}
    own = 'own = ["questions", "threshold", "dates"]\n'
    path.write_text(written.replace("lent = []", f"lent = []\n{own}"), "utf-8")
    challenge = reopened(folder)
    assert [each for each in challenge.check() if not each.holds] == []
    for language, said in (("en", "of this challenge's own"), ("fr", "ropres? à ce défi")):
        with speaking(language):
            shown = rule_texts(challenge.rules)
        assert sum(bool(re.search(said, each)) for each in shown.values()) == 3
    with pytest.raises(FormatError, match="What it can declare"):
        rules_of(written.replace("lent = []", 'lent = []\nown = ["sealed"]'))
    with pytest.raises(FormatError, match="no such rule"):
        rules_of(written.replace("lent = []", "lent = []\npostponed = 3"))


def test_rules_without_own_ones_have_the_fingerprint_that_they_had(tmp_path: Path) -> None:
    with open_challenge(made(tmp_path / "challenge"), writing=True) as challenge:
        challenge.begin(Act.ENTER)
        opened = challenge.events()[0]
    assert not {"own", "hosts", "postponed"} & set(opened["rules"])
