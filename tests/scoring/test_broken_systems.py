"""Systems that are broken: their failures are counted apart from what they decline, and they are not ranked."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import anaphor
from anaphor.answer import Abstention, AbstentionReason
from anaphor.cli.main import app
from anaphor.errors import AnaphorError, InputError
from anaphor.report.sections.scoring import scores_sections
from anaphor.resolver import read_run
from anaphor.schema import Question
from anaphor.section import Figure

NAME = "anaphor-en"


def failing(share: float, reason: AbstentionReason = AbstentionReason.UNREADABLE) -> Any:
    """A function whose first so many answers in a hundred fail; the others take the longer candidate."""
    count = 0

    def answer(question: Question) -> Any:
        nonlocal count
        count += 1
        if count % 100 < 100 * share:
            return Abstention(reason=reason, detail="garbage")
        return max(range(len(question.candidates)), key=lambda place: len(question.candidates[place].text))

    answer.__name__ = f"failing_{round(100 * share)}"
    return answer


def run_of(share: float, reason: AbstentionReason = AbstentionReason.UNREADABLE) -> Any:
    return anaphor.resolve(NAME, failing(share, reason), version="1")


def test_answered_failed_and_declined_are_three_counts() -> None:
    for reason in ("unreadable", "timeout", "failed", "cut_off"):
        card = anaphor.score(run_of(0.35, AbstentionReason(reason))).cards[0]
        assert card.failed == card.abstentions[reason] > 0
        assert card.declined == 0
        assert card.answered + card.failed == len(card.outcomes)
    for reason in ("declined", "tie", "no_count", "unknown_words", "margin"):
        card = anaphor.score(run_of(0.35, AbstentionReason(reason))).cards[0]
        assert card.declined == card.abstentions[reason] > 0
        assert card.failed == 0


def test_a_run_with_too_many_failures_is_not_ranked_unless_asked_for() -> None:
    few, many = run_of(0.04), run_of(0.35)
    assert anaphor.score(few).cards[0].ranked
    found = anaphor.score(many)
    assert not found.cards[0].ranked
    assert "not ranked" in repr(found)
    assert anaphor.score(many, most_failed=1).cards[0].ranked


def test_a_run_that_never_chooses_is_not_ranked() -> None:
    found = anaphor.score(run_of(1, AbstentionReason.TIE))
    assert found.cards[0].failed == 0
    assert not found.cards[0].ranked


def test_where_nothing_is_ranked_no_figure_is_drawn() -> None:
    for share, drawn in ((0.5, False), (0.0, True)):
        (section,) = scores_sections(anaphor.score(run_of(share), collection=NAME))
        assert any(isinstance(part, Figure) for part in section.parts) is drawn, share


def test_the_best_of_several_is_never_a_broken_one() -> None:
    worse = anaphor.resolve(NAME, lambda question: 0, name="steady", version="1")
    found = anaphor.score(run_of(0.5), worse)
    assert "steady" in repr(found)
    rows = found.to_dict()["runs"]
    assert [row["ranked"] for row in rows] == [False, True]
    assert rows[0]["replies"]["failed"] == found.cards[0].failed
    assert rows[0]["unranked"] == "failed"


def test_broken_systems_have_no_rank_and_no_pair() -> None:
    others = [anaphor.resolve(NAME, name) for name in ("nearest", "first")]
    found = anaphor.compare(run_of(0.5), *others)
    assert set(found.ranks) == {"nearest", "first"}
    assert {name for pair in found.pairs for name in (pair.first, pair.second)} == {"nearest", "first"}
    whole = anaphor.compare(run_of(0.5), *others, most_failed=1)
    assert set(whole.ranks) == {"nearest", "first", "failing_50"}
    with pytest.raises(AnaphorError, match="most_failed=1"):
        anaphor.compare(run_of(0.5), others[0])


def test_a_broken_machine_has_no_place_on_the_scale() -> None:
    whole = anaphor.load(NAME)
    people = [
        {"item": item.id, "choice": item.question.candidates[item.key].text, "respondent": f"p{person}"}
        for person in range(3)
        for item in whole.items[:40]
        if isinstance(item.key, int)
    ]
    frame = {name: [row[name] for row in people] for name in ("item", "choice", "respondent")}
    found = anaphor.scale(run_of(0.5), anaphor.resolve(NAME, "nearest"), people=frame)
    assert [each.name for each in found.respondents if not each.person] == ["nearest"]
    assert any("failing_50" in str(note) for note in found.notes)
    asked = anaphor.scale(run_of(0.5), anaphor.resolve(NAME, "nearest"), people=frame, most_failed=1)
    assert {each.name for each in asked.respondents if not each.person} == {"nearest", "failing_50"}


def test_details_of_a_run_that_is_not_ranked_hold_no_test_against_chance() -> None:
    for share in (0.0, 0.35):
        found = anaphor.score(run_of(share))
        page = found._repr_html_()
        assert ("against chance (" in page) is found.cards[0].ranked is (not share)


def test_a_scale_that_lacks_respondents_because_one_failed_says_so() -> None:
    with pytest.raises(AnaphorError, match=r"only 1 of 2 machines can be placed.*failing_50: "):
        anaphor.scale(run_of(0.5), anaphor.resolve(NAME, "nearest"))
    with pytest.raises(AnaphorError, match=r"no machine can be placed.*failing_50: "):
        anaphor.scale(run_of(0.5))


def test_of_a_run_without_a_file_nothing_is_said_to_be_kept(tmp_path: Path) -> None:
    run = run_of(0.35)
    (told,) = (str(note) for note in run.notes if note.code == "resolve-untrusted")
    assert "kept" not in told
    assert "Mend the fault and run it again, or allow more" in told
    path = tmp_path / "run.jsonl"
    kept = anaphor.resolve(NAME, failing(0.35), version="1", output=path)
    # The same command goes on where it stopped, and asks nothing that was answered, readable or not.
    said = f"They are kept ({path}). Mend the fault and run it again into another file, or allow more"
    assert said in " ".join(map(str, kept.notes))
    assert anaphor.resolve(NAME, failing(0.35), version="1", output=path, again=True).asked == 0


@pytest.mark.parametrize("share", ["-0.1", "1.5", "nan"])
def test_a_share_outside_0_to_1_is_refused(share: str) -> None:
    with pytest.raises(InputError, match="most"):
        anaphor.score(run_of(0), most_failed=float(share))


def invoke(*arguments: str, interface: str = "en") -> Any:
    return CliRunner().invoke(app, [*arguments, "--interface", interface])


PROGRAM = """
import json, sys
for number, line in enumerate(sys.stdin):
    question = json.loads(line)
    BODY
    print(json.dumps({"id": question["id"], "choice": 0}), flush=True)
"""


def program(folder: Path, body: str) -> str:
    path = folder / "answer.py"
    path.write_text(PROGRAM.replace("BODY", body))
    return f"command:{sys.executable} -I -S {path}"


def test_resolve_says_no_where_too_much_failed_and_keeps_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    garbage = program(tmp_path, "print('garbage', flush=True); continue")
    for interface, words in (("en", "failed"), ("fr", "échoué")):
        result = invoke("resolve", NAME, "--with", garbage, "--limit", "20", "-o", "run.jsonl", interface=interface)
        assert result.exit_code == 1, result.output
        assert words in result.output
        assert len(read_run("run.jsonl").answers) == 20
    asked = invoke("resolve", NAME, "--with", garbage, "--limit", "20", "-o", "run.jsonl", "--most-failed", "1")
    assert asked.exit_code == 0
    shown = invoke("resolve", NAME, "--with", garbage, "--limit", "20", "-o", "run.jsonl", "--json")
    document = json.loads(shown.stdout)
    assert document["replies"] == {"answered": 0, "failed": 20, "declined": 0}


def test_the_first_line_of_score_says_what_was_answered_failed_and_declined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run_of(0.35).save("broken.jsonl")
    anaphor.resolve(NAME, "nearest", output="sound.jsonl")
    for interface, words in (("en", ("answered", "failed", "declined")), ("fr", ("répondu", "échoué", "abst"))):
        result = invoke("score", "broken.jsonl", "sound.jsonl", interface=interface)
        first, second, *_ = result.stdout.splitlines()
        assert "nearest" in first
        assert "failing_35" in second
        assert all(word in line for word in words for line in (first, second)), result.stdout
    broken = anaphor.score("broken.jsonl").cards[0]
    row = next(line for line in invoke("score", "broken.jsonl").stdout.splitlines() if line.startswith("failing_35  "))
    assert row.split()[2:5] == ["–"] * 3  # neither accuracy nor interval nor pairs
    assert f"{100 * broken.measures.answered:.2f}" in row
    for ending in ("html", "md"):
        assert invoke("score", "broken.jsonl", f"--{ending}", f"page.{ending}").exit_code == 0
        page = Path(f"page.{ending}").read_text("utf-8")
        assert "declined" in page
        assert "Not ranked" in page


def test_a_program_that_keeps_dying_is_stopped_and_its_last_words_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    dies = program(tmp_path, "if number == 2: sys.exit('out of memory')")
    result = invoke("resolve", NAME, "--with", dies, "-o", "run.jsonl")
    assert result.exit_code != 0
    assert "out of memory" in str(result.exception)
    kept = read_run("run.jsonl").answers
    assert 20 <= len(kept) < 40  # two from each process, as many processes as may be started
    more = invoke("resolve", NAME, "--with", f"{dies},restarts=1000", "-o", "more.jsonl")
    assert more.exit_code == 0


def crashed_after(count: int, path: str = "crashed.jsonl") -> Path:
    """The file of a run that ended early, with all questions of its collection in the header."""

    def crash(question: Question) -> Any:
        nonlocal count
        count -= 1
        if count < 0:
            raise KeyboardInterrupt
        return 0

    crash.__name__ = "crash"
    with pytest.raises(KeyboardInterrupt):
        anaphor.resolve(NAME, crash, version="1", output=path)
    return Path(path)


QUESTIONS = len(anaphor.load(NAME).items)


@pytest.mark.parametrize("missing", ["abstain", "skip"])
def test_answers_that_a_run_does_not_have_count_with_the_failures(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    crashed = crashed_after(60)
    found = anaphor.score(crashed, missing=missing)
    (card,), (row,) = found.cards, found.to_dict()["runs"]
    assert not card.ranked
    assert row["ranked"] is False
    assert row["unranked"] == "failed"
    assert "not ranked" in repr(found)
    assert f"{QUESTIONS - 60:,}" in repr(found)
    gone = QUESTIONS - 60
    if missing == "abstain":
        assert (card.answered, card.failed, card.declined) == (60, gone, 0)
        assert (row["replies"]["missing"], row["replies"]["skipped"]) == (gone, 0)
    else:
        assert (card.answered, card.failed, card.declined) == (60, 0, 0)
        assert (row["replies"]["missing"], row["replies"]["skipped"]) == (0, gone)
    assert anaphor.score(crashed, most_failed=1, missing=missing).cards[0].ranked
    for interface, words in (("en", "no answer"), ("fr", "sans réponse")):
        first, second, *_ = invoke("score", str(crashed), "--missing", missing, interface=interface).stdout.splitlines()
        assert str(gone) in first
        assert words in first
        assert ("Not ranked" if interface == "en" else "Non classé") in second
    result = invoke("report", NAME, "--no-audit", "--run", str(crashed), "--missing", missing, "-o", "report.md")
    assert result.exit_code == 0, result.output
    assert "Not ranked" in Path("report.md").read_text("utf-8")
    arguments = ("report", NAME, "--no-audit", "--run", str(crashed), "--missing", missing, "--most-failed", "1")
    assert invoke(*arguments, "-o", "all.md").exit_code == 0
    assert "Not ranked" not in Path("all.md").read_text("utf-8")


def test_a_few_answers_that_are_not_there_leave_a_run_its_rank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    nearly = crashed_after(QUESTIONS - 3)
    for missing in ("abstain", "skip"):
        found = anaphor.score(nearly, missing=missing)
        assert found.cards[0].ranked
        assert " 3 of " in invoke("score", str(nearly), "--missing", missing).stdout.splitlines()[0]
    skipping = anaphor.score(nearly, missing="skip")
    assert f"{QUESTIONS - 3} of {QUESTIONS}" in repr(skipping)


def test_a_run_that_ended_early_has_neither_rank_nor_pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    crashed, others = crashed_after(60), [anaphor.resolve(NAME, name) for name in ("nearest", "first")]
    for missing in ("abstain", "skip"):
        found = anaphor.compare(crashed, *others, missing=missing)
        assert set(found.ranks) == {"nearest", "first"}
    with pytest.raises(AnaphorError) as refused:
        anaphor.compare(crashed, others[0], missing="abstain")
    assert "`most_failed=1`" in str(refused.value)
    assert "--most-failed" not in str(refused.value)
    others[0].save("nearest.jsonl")
    result = invoke("compare", str(crashed), "nearest.jsonl", "--missing", "abstain")
    assert "--most-failed 1" in result.exception.sentence
    assert "most_failed" not in result.exception.sentence


def test_scale_counts_replies_and_says_who_is_not_placed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    crashed, silent = crashed_after(60), run_of(1, AbstentionReason.DECLINED).save("silent.jsonl")
    sound = [str(anaphor.resolve(NAME, name, output=f"{name}.jsonl").path) for name in ("nearest", "first")]
    found = anaphor.scale(crashed, silent, *sound)
    assert {each.name for each in found.respondents} == {"nearest", "first"}
    lines = invoke("scale", str(crashed), str(silent), *sound).output
    for name in ("crash", "failing_100", "nearest", "first"):
        assert any(name in line and "answered" in line for line in lines.splitlines()), lines
    for name in ("crash", "failing_100"):
        assert any(line.startswith(f"Not on the scale: {name}") for line in lines.splitlines()), lines
    document = found.to_dict()
    assert document["replies"]["crash"]["skipped"] == QUESTIONS - 60
    assert document["unplaced"] == {"crash": "failed", "failing_100": "silent"}


def test_a_gap_in_a_table_of_any_benchmark_is_no_failure() -> None:
    rows = {"item": list("abcdefgh"), "one": [1, 1, 0, 1, 1, 0, 1, 1], "two": [1, "", "", 0, 1, 1, 0, 1]}
    assert set(anaphor.compare(rows, outcomes=True, missing="abstain").ranks) == {"one", "two"}
    assert {each.name for each in anaphor.scale(rows, outcomes=True).respondents} == {"one", "two"}


def test_ties_are_counted_among_what_was_declined() -> None:
    found = anaphor.score(run_of(0.35, AbstentionReason.TIE))
    (row,) = found.to_dict()["runs"]
    assert row["replies"]["ties"] == row["replies"]["declined"] > 0
    with_ties, without = (
        str(anaphor.score(run_of(0.35, reason)).section) for reason in (AbstentionReason.TIE, AbstentionReason.DECLINED)
    )
    assert f"{row['replies']['ties']} of them ties" in with_ties
    assert "ties" not in without


def test_resolve_says_what_was_answered_failed_and_declined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    declines = program(tmp_path, "print(json.dumps({'id': question['id'], 'abstain': True}), flush=True); continue")
    for interface, words, remark in (("en", "answered 0 of 20", "chose no"), ("fr", "répondu à 0", "choisi aucun")):
        arguments = ("resolve", NAME, "--with", declines, "--limit", "20", "-o", f"{interface}.jsonl")
        result = invoke(*arguments, interface=interface)
        assert result.exit_code == 0, result.output
        assert words in result.stdout.splitlines()[0] + result.stdout.splitlines()[1], result.stdout
        assert remark in result.output.replace("\n", " "), result.output
