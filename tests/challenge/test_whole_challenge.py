"""A whole challenge of two rounds, from `challenge.toml` to the published site, with entries of every character."""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

from anaphor.challenge import Challenge, Judgement, Verdict, hand_in, open_challenge
from anaphor.challenge import publish as publish_site
from anaphor.challenge.acts import announce, run_again, run_rounds
from anaphor.challenge.evidence.evidence import verify
from anaphor.challenge.judging.standing import ranked_without, round_result
from anaphor.challenge.judging.verdict import Repetition
from anaphor.challenge.round import Act, Hearing, Phase
from anaphor.challenge.transcript.trace import read_trace
from anaphor.challenge.validation import RuleName, rule_texts
from anaphor.experiment import agreements
from tests.challenge.rounds import Character, add_entry, lucky_salt, made, reopened, verdict_of
from tests.challenge.times import AFTER_CLOSING

pytestmark = pytest.mark.waiting


@dataclass(frozen=True)
class Held:
    """A challenge that was held, with its results on the way."""

    folder: Path
    provisional: Judgement
    final: Judgement
    before: str
    """The first page before results were announced."""
    on_the_way: str
    """The first page with provisional results."""
    at_the_end: str
    """The first page with final results."""


def needed(challenge: Challenge) -> tuple[int, int]:
    """Right answers that each round asks for."""
    found = [challenge.rules.threshold.needed(agreements(each.votes), len(each.items))[1] for each in challenge.rounds]
    return found[0], found[1]


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Held:
    """The challenge, run once for all tests of this file."""
    place = tmp_path_factory.mktemp("held")
    folder = made(place / "challenge")
    with open_challenge(folder, writing=True) as challenge:
        lucky = lucky_salt(challenge.rounds, needed(challenge), 14)
        characters = {
            "honest": Character(wrong=2, wrong_by="text", salt="honest"),
            "lucky": Character(wrong=14, wrong_by="text", salt=lucky),
            "cheating": Character(knows_changed=False),
            "unsteady": Character(wrong=3, wrong_by="id", salt="unsteady 2"),
            "late": Character(),
        }
        for name, character in characters.items():
            add_entry(challenge, name, character, place / "sources")
            at = AFTER_CLOSING if name == "late" else None
            challenge.enter(name, challenge.begin(Act.ENTER, at))
        run_rounds(challenge)
        publish_site(challenge, output=place / "site-before")
        provisional = announce(challenge)
        publish_site(challenge, output=place / "site-provisional")
        paper = place / "paper.pdf"
        paper.write_bytes(b"%PDF how it works")
        for name in ("honest", "unsteady", "cheating"):
            assert not hand_in(challenge, name, paper=paper).late
        run_again(challenge)
        final = announce(challenge, final=True)
        publish_site(challenge, output=place / "site-final", traces=True)
    pages = [(place / f"site-{name}" / "index.html").read_text("utf-8") for name in ("before", "provisional", "final")]
    return Held(
        folder=folder, provisional=provisional, final=final, before=pages[0], on_the_way=pages[1], at_the_end=pages[2]
    )


def test_both_rounds_are_held_with_sixty_questions_each(held: Held) -> None:
    assert [(each.rules.name, len(each.targets)) for each in held.final.rounds] == [("problems", 60), ("schemas", 60)]


def test_an_honest_entry_wins(held: Held) -> None:
    found = verdict_of(held.final, "honest")
    assert found.verdict is Verdict.PRIZE
    assert verdict_of(held.provisional, "honest").verdict is Verdict.CANDIDATE
    assert found.again.worst_repeat is not None
    assert found.again.worst_repeat.statement is Repetition.EXACT
    assert found.again.worst_changes is not None
    assert found.again.worst_changes.holds


def test_a_lucky_entry_passes_the_first_round_and_not_the_second(held: Held) -> None:
    found = verdict_of(held.final, "lucky")
    assert found.verdict is Verdict.BELOW
    assert "lucky" in held.final.rounds[0].passed
    assert "lucky" not in held.final.rounds[1].passed


def test_a_cheat_passes_both_rounds_and_is_caught_by_changed_wordings(held: Held) -> None:
    assert verdict_of(held.provisional, "cheating").verdict is Verdict.CANDIDATE
    found = verdict_of(held.final, "cheating")
    assert found.verdict is Verdict.DISQUALIFIED
    assert found.again.worst_repeat is not None
    assert found.again.worst_repeat.statement is Repetition.EXACT
    assert found.again.worst_changes is not None
    assert not found.again.worst_changes.holds
    assert found.again.worst_changes.drop > Fraction(1, 5)
    assert found.again.worst_changes.p < 0.001
    assert rule_texts(held.final.rules)[RuleName.RERUN] in found.reasons[0].text(held.final.rules)


def test_an_unsteady_entry_stays_within_tolerance_and_wins(held: Held) -> None:
    found = verdict_of(held.final, "unsteady")
    assert found.again.worst_repeat is not None
    assert found.again.worst_repeat.statement is Repetition.WITHIN
    assert 0 < found.again.worst_repeat.discordant <= 6
    assert 0.5 < found.again.worst_repeat.stays <= 1
    assert found.verdict is Verdict.PRIZE


def test_a_late_entry_is_listed_and_never_run(held: Held) -> None:
    found = verdict_of(held.final, "late")
    assert (found.verdict, found.state, found.row) == (Verdict.LATE, "refused", None)
    assert "2026-11-16 08:00 UTC" in found.reasons[0].text(held.final.rules)
    assert not any(name == "late" for name, _, _ in reopened(held.folder).course.runs)


def test_the_second_round_is_only_for_those_who_passed(held: Held) -> None:
    runs = reopened(held.folder).course.runs
    second = {name for name, round_name, which in runs if round_name == "schemas" and which is Hearing.RUN}
    assert second == set(held.final.rounds[0].passed) == {"honest", "lucky", "cheating", "unsteady"}


def test_no_key_and_no_twin_is_in_what_an_entry_was_sent(held: Held) -> None:
    challenge = reopened(held.folder)
    records = read_trace(held.folder / "traces/schemas/honest.run.jsonl")
    lines = [each["line"] for record in records if record["kind"] == "asked" for each in record["questions"]]
    assert len(lines) == 60
    assert not any('"key"' in line for line in lines)
    asked = {item.id for item in challenge.rounds[1].items}
    schemas = {schema.id for schema in challenge.rounds[1].collection.schemas}
    assert len(asked) == len(schemas) == 60


def test_the_second_run_comes_at_the_hour_that_was_drawn_and_in_another_order(held: Held) -> None:
    challenge = reopened(held.folder)
    run = challenge.course.run("honest", "schemas", Hearing.RERUN)
    dates = challenge.rules.dates
    assert run.began is not None
    assert dates.provisional <= run.began < dates.rerun
    orders = []
    for which in ("run", "rerun"):
        records = read_trace(held.folder / f"traces/schemas/honest.{which}.jsonl")
        orders.append(
            [each["question"] for record in records if record["kind"] == "asked" for each in record["questions"]]
        )
    assert sorted(orders[0]) == sorted(orders[1])
    assert orders[0] != orders[1]


def test_the_evidence_of_a_whole_challenge_holds_together(held: Held) -> None:
    assert [each for each in verify(reopened(held.folder)) if not each.ok] == []


def test_the_phases_are_passed_through_in_order(held: Held) -> None:
    assert (held.provisional.phase, held.final.phase) == (Phase.PROVISIONAL, Phase.FINAL)


def test_scores_are_not_published_before_they_are_announced(held: Held) -> None:
    assert "honest" not in held.before
    assert "honest" in held.on_the_way


def test_provisional_and_final_results_do_not_look_alike(held: Held) -> None:
    assert '<body class="provisional flawed">' in held.on_the_way
    assert "PROVISIONAL" in held.on_the_way
    assert '<body class="final flawed">' in held.at_the_end
    assert "PROVISIONAL" not in held.at_the_end


def test_what_is_wrong_stands_above_the_state_of_the_results(held: Held) -> None:
    page = held.at_the_end
    assert page.index("NOT SEALED") < page.index('<span class="state">')


def test_a_rehearsal_is_stamped_on_every_page(held: Held) -> None:
    site = held.folder.parent / "site-final"
    pages = sorted(site.rglob("*.html"))
    assert len(pages) == 6
    for page in pages:
        text = page.read_text("utf-8")
        assert all(
            stamp in text
            for stamp in (
                ("REHEARSAL", "SIMULATED", "NOT SEALED")
                if "/fr/" not in str(page)
                else ("RÉPÉTITION", "SIMULÉ", "HORS SCELLÉS")
            )
        )


def test_a_published_trace_can_be_verified_by_anybody(held: Held) -> None:
    site = held.folder.parent / "site-final"
    published = sorted((site / "evidence" / "traces").rglob("*.jsonl"))
    assert len(published) == 8 + 3 * 2 * 2  # and twice again, in two rounds, for three candidates
    assert all(read_trace(path)[-1]["kind"] == "end" for path in published)


def test_judging_again_gives_the_same_standing(held: Held) -> None:
    challenge = reopened(held.folder)
    again = round_result(challenge.sheets[0], [row.heard for row in held.final.rounds[0].rows], challenge.rules)
    out = {each.name for each in held.final.entries if each.verdict is Verdict.DISQUALIFIED}
    assert ranked_without(again, out) == held.final.rounds[0]
    assert {row.entry for row in held.final.rounds[0].rows if row.rank is None} == out
