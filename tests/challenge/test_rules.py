"""The rules: read from TOML with their places, exact, fingerprinted, told in two languages, and kept or broken."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from anaphor.challenge import Verdict
from anaphor.challenge.calendar import rerun_hour
from anaphor.challenge.drawing import Secrets, commitment, draw, read_materials, seed_of
from anaphor.challenge.round import RunState
from anaphor.challenge.rulebook import (
    AgreementKind,
    Dates,
    Halves,
    Rules,
    Threshold,
    document,
    read_rules,
    rules_from,
    rules_of,
)
from anaphor.challenge.sandbox.sandbox import Backend
from anaphor.challenge.validation import Proposal, RuleName, broken, check_rules, rule_texts, word
from anaphor.cli.main import app
from anaphor.errors import FormatError, InputError
from anaphor.experiment import Agreements, QuestionVotes, apply_selection_rule
from anaphor.text import Interface, Message, speaking
from tests.challenge.rounds import SECRETS, made, reopened

pytestmark = pytest.mark.slow

VALUES = (
    "0",
    "-1",
    "1e400",
    "nan",
    "inf",
    "true",
    '""',
    "[]",
    "{}",
    "[1]",
    '"1/0"',
    '"é"',
    "2026-01-01",
    "12:00:00",
    "9999-12-31T23:59:59Z",
    "0001-01-01T00:00:00",
    "99999999999999999999",
    "0.1e-999",
)
"""Values that a file can hold and hardly any rule can use."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A rehearsal that nobody has entered."""
    return made(tmp_path_factory.mktemp("rules") / "challenge")


@pytest.fixture(scope="module")
def proposal(folder: Path) -> Proposal:
    """The same before it opens."""
    challenge = reopened(folder)
    return Proposal(rules=challenge.rules, rounds=challenge.rounds, secrets=challenge.secrets)


def test_what_new_writes_keeps_every_rule(proposal: Proposal) -> None:
    assert broken(check_rules(proposal)) == ()


def test_every_rule_is_told_in_both_languages(proposal: Proposal) -> None:
    english = rule_texts(proposal.rules)
    with speaking("fr"):
        french = rule_texts(proposal.rules)
    assert list(english) == list(french) == list(RuleName)
    assert all(english[name] != french[name] and "{" not in english[name] + french[name] for name in RuleName)


def test_every_verdict_and_state_has_its_words() -> None:
    for interface in Interface:
        with speaking(interface):
            assert all(verdict.words for verdict in Verdict)
            assert all(isinstance(word(state.value), Message) for state in RunState)


def test_a_share_is_exact_however_it_is_written(folder: Path) -> None:
    text = (folder / "challenge.toml").read_text("utf-8")
    for written in ("0.92", '"92 %"', '"23/25"', '"0.92"'):
        found = rules_of(text.replace("least = 0.9\n", f"least = {written}\n"))
        assert found.threshold.least == Fraction(23, 25)


def in_paris(folder: Path) -> str:
    """The rules of a challenge whose clocks change in March and October."""
    text = (folder / "challenge.toml").read_text("utf-8")
    assert 'time_zone = "UTC"' in text
    return text.replace('time_zone = "UTC"', 'time_zone = "Europe/Paris"')


def test_a_date_without_a_zone_is_meant_in_the_challenge_s_zone(folder: Path) -> None:
    text = in_paris(folder)
    line = next(line for line in text.splitlines() if line.startswith("opens"))
    local = rules_of(text.replace(line, "opens = 2026-07-01T09:00:00")).dates.opens
    other = rules_of(text.replace(line, "opens = 2026-07-01T07:00:00Z")).dates.opens
    assert local == other
    assert local.utcoffset() == timedelta(hours=2)


@pytest.mark.parametrize("hour", ["2026-03-29T02:30:00", "2026-10-25T02:30:00", "2026-10-25T02:30:00+01:00"])
def test_an_hour_that_the_clocks_skip_or_repeat_is_the_same_in_published_rules(folder: Path, hour: str) -> None:
    text = in_paris(folder)
    line = next(line for line in text.splitlines() if line.startswith("closes"))
    rules = rules_of(text.replace(line, f"closes = {hour}"))
    assert rules_from(document(rules), "rules.json").fingerprint == rules.fingerprint


def test_three_weeks_on_the_wall_clock_cross_the_end_of_summer_time(folder: Path) -> None:
    text = in_paris(folder)
    line = next(line for line in text.splitlines() if line.startswith("held"))
    dates = rules_of(text.replace(line, "held = 2026-10-12T18:00:00")).dates
    assert (dates.final.hour, dates.final.utcoffset()) == (18, timedelta(hours=1))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("title =", "titel =", "field titel: there is no such rule"),
        ("least = 0.9", 'least = "much"', "field threshold.least: 'much' is no share"),
        ("least = 0.9", 'least = "1e999999999"', "field threshold.least: '1e999999999' is no share"),
        ("least = 0.9", "least = 1e-400000", "field threshold.least"),
        ('kind = "problems"', 'kind = "riddles"', "field rounds.0.kind"),
        ("disk_gib = 64\n", "", "field hardware.disk_gib: this is missing"),
        ('time_zone = "UTC"', 'time_zone = "Mars/Olympus"', "no time zone is called 'Mars/Olympus'"),
        ("cpu = 3600 ", "cpu = -1 ", "the limit cpu is -1"),
        ("[dates]", "[dates", "line"),
        ("batch = 1 ", 'batch = "one" ', "field asking.batch"),
    ],
    ids=["unknown", "share", "endless-share", "tiny-share", "kind", "missing", "zone", "limit", "toml", "type"],
)
def test_a_rule_that_cannot_be_read_is_named_with_its_place(folder: Path, old: str, new: str, said: str) -> None:
    text = (folder / "challenge.toml").read_text("utf-8")
    assert old in text
    with pytest.raises(FormatError, match=r".*") as error:
        rules_of(text.replace(old, new))
    assert said in str(error.value)


@given(data=st.data())
def test_whatever_a_rules_file_holds_it_is_read_or_refused_in_a_sentence(folder: Path, data: st.DataObject) -> None:
    lines = (folder / "challenge.toml").read_text("utf-8").splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    name = lines[place].partition("=")[0]
    lines[place] = data.draw(
        st.one_of(st.text(max_size=30), st.sampled_from(VALUES).map(lambda value: f"{name}= {value}"))
    )
    try:
        rules = rules_of("\n".join(lines))
    except FormatError:
        return
    assert len(rules.fingerprint) == 16
    assert len(rule_texts(rules)) == len(RuleName)


def test_a_folder_without_rules_is_told_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="anaphor challenge new"):
        read_rules(tmp_path)


def test_the_fingerprint_changes_with_every_field_and_survives_the_journal(proposal: Proposal) -> None:
    rules = proposal.rules
    assert rules_from(document(rules), "journal").fingerprint == rules.fingerprint
    others = [
        replace(rules, same_text=2),
        replace(rules, sites=("https://a.example/",)),
        replace(rules, prize="a medal"),
        replace(rules, threshold=Threshold(agreement=AgreementKind.UNANIMOUS)),
        replace(rules, limits=replace(rules.limits, memory=2**30)),
    ]
    assert len({each.fingerprint for each in [rules, *others]}) == len(others) + 1


@pytest.mark.parametrize(
    ("accuracy", "questions", "needed"),
    [((1, 1), 60, 59), ((95, 100), 100, 92), ((93, 100), 60, 54), ((80, 100), 60, 54), ((57, 60), 60, 56)],
    ids=["all", "paper", "equal", "low", "fraction"],
)
def test_the_threshold_is_the_greater_of_ninety_and_agreement_less_three(
    accuracy: tuple[int, int], questions: int, needed: int
) -> None:
    found = Agreements(accuracy=Fraction(*accuracy), pairwise=Fraction(1, 2), unanimous=Fraction(1, 2))
    assert Threshold().needed(found, questions)[1] == needed


def dates(rules: Rules, **changes: object) -> Rules:
    """The rules with other dates."""
    return replace(rules, dates=replace(rules.dates, **changes))  # type: ignore[arg-type]  # a test's shorthand


def first_round(rules: Rules, **changes: object) -> Rules:
    """The rules with another first round."""
    first = replace(rules.rounds[0], **changes)  # type: ignore[arg-type]  # a test's shorthand
    return replace(rules, rounds=(first, *rules.rounds[1:]))


DAY = timedelta(days=1)
BREAKS: dict[str, tuple[RuleName, Callable[[Rules], Rules]]] = {
    "three rounds": (RuleName.ROUNDS, lambda rules: replace(rules, rounds=(*rules.rounds, rules.rounds[0]))),
    "schemas first": (RuleName.ROUNDS, lambda rules: replace(rules, rounds=rules.rounds[::-1])),
    "same name": (RuleName.ROUNDS, lambda rules: first_round(rules, name="schemas")),
    "path as name": (RuleName.ROUNDS, lambda rules: first_round(rules, name="../x")),
    "low bar": (RuleName.THRESHOLD, lambda rules: replace(rules, threshold=Threshold(least=Fraction(8, 10)))),
    "far below": (RuleName.THRESHOLD, lambda rules: replace(rules, threshold=Threshold(below=Fraction(1, 10)))),
    "no statement": (RuleName.HARDWARE, lambda rules: replace(rules, hardware=replace(rules.hardware, statement=" "))),
    "no disk": (RuleName.HARDWARE, lambda rules: replace(rules, hardware=replace(rules.hardware, disk_gib=0))),
    "no site": (RuleName.INTERNET, lambda rules: replace(rules, sites=("everything",), backend=Backend.PROCESS)),
    "sites uncaged": (RuleName.INTERNET, lambda rules: replace(rules, sites=("https://a.example/",))),
    "public": (RuleName.UNPUBLISHED, lambda rules: replace(rules, rehearsal=False)),
    "uncaged": (RuleName.SEALED, lambda rules: replace(rules, rehearsal=False)),
    "closes before": (RuleName.DATES, lambda rules: dates(rules, closes=rules.dates.opens - DAY)),
    "held before": (RuleName.DATES, lambda rules: dates(rules, held=rules.dates.closes - DAY)),
    "source late": (RuleName.DATES, lambda rules: dates(rules, source_or_trace=rules.dates.final + DAY)),
    "rerun late": (RuleName.RERUN, lambda rules: dates(rules, rerun_days=15, final_days=30)),
    "paper late": (RuleName.PAPER, lambda rules: dates(rules, paper_days=22, final_days=30)),
    "tolerance": (RuleName.RERUN, lambda rules: replace(rules, tolerance=replace(rules.tolerance, score=Fraction(2)))),
    "no text": (RuleName.SAME_TEXT, lambda rules: replace(rules, same_text=0)),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_challenge_that_breaks_its_own_rule_is_told_which(proposal: Proposal, name: str) -> None:
    rule, change = BREAKS[name]
    found = broken(check_rules(replace(proposal, rules=change(proposal.rules))))
    assert rule in {each.rule for each in found}
    assert all(each.problem for each in found)


def test_other_secrets_than_those_committed_to_are_refused(proposal: Proposal) -> None:
    found = broken(check_rules(replace(proposal, secrets=Secrets(run="33" * 32, rerun="22" * 32))))
    assert [each.rule for each in found] == [RuleName.SEEDS]


def test_too_few_people_break_the_rule_about_people(proposal: Proposal) -> None:
    first = proposal.rounds[0]
    few = tuple(replace(each, right=each.right[:2], choices=each.choices[:2]) for each in first.votes)
    found = broken(check_rules(replace(proposal, rounds=(replace(first, votes=few), proposal.rounds[1]))))
    assert [each.rule for each in found] == [RuleName.PEOPLE]
    assert "fewer than 3 people" in (found[0].problem or "")


def test_disagreement_among_people_breaks_the_rule_about_people(proposal: Proposal) -> None:
    first = proposal.rounds[0]
    doubtful = tuple(
        QuestionVotes(question=each.question, right=(True, True, False), choices=(0, 0, 1)) if number < 7 else each
        for number, each in enumerate(first.votes)
    )
    found = broken(check_rules(replace(proposal, rounds=(replace(first, votes=doubtful), proposal.rounds[1]))))
    assert [each.rule for each in found] == [RuleName.PEOPLE]


def test_fifty_nine_questions_are_too_few(folder: Path) -> None:
    challenge = reopened(folder)
    challenge.rules = first_round(challenge.rules, questions=59)
    assert [each.rule for each in broken(challenge.check())] == [RuleName.QUESTIONS]


def test_both_halves_are_asked_only_if_the_rules_say_so(folder: Path) -> None:
    challenge = reopened(folder)
    assert all(len(schema.variants) == 1 for schema in challenge.rounds[1].collection.schemas)
    both = reopened(folder)
    second = replace(both.rules.rounds[1], halves=Halves.BOTH)
    both.rules = replace(both.rules, rounds=(both.rules.rounds[0], second))
    assert all(len(schema.variants) == 2 for schema in both.rounds[1].collection.schemas)
    assert len(both.rounds[1].items) == 60


def test_questions_are_drawn_by_the_secret_and_by_nothing_else(folder: Path) -> None:
    names = [[item.id for item in reopened(folder).rounds[0].items] for _ in range(2)]
    assert names[0] == names[1]
    other = reopened(folder)
    other.__dict__["secrets"] = Secrets(run="44" * 32, rerun="22" * 32)
    assert [item.id for item in other.rounds[0].items] != names[0]


def test_whatever_is_drawn_keeps_the_rules(folder: Path) -> None:
    rules = reopened(folder).rules
    for material in read_materials(rules, folder):
        for seed in range(25):
            drawn = draw(material, seed, rules.same_text)
            assert len(drawn.items) == 60
            assert apply_selection_rule(drawn.votes).passes
            assert [each.question for each in drawn.votes] == [item.id for item in drawn.items]
            assert not drawn.collection.schemas or len(drawn.collection.schemas) == 60


def test_no_text_is_asked_about_more_often_than_allowed(folder: Path) -> None:
    challenge = reopened(folder)
    challenge.rules = first_round(replace(challenge.rules, same_text=1), questions=None)
    passages = [problem.passage for problem in challenge.rounds[0].collection.problems if problem.passage]
    assert passages
    assert len(passages) == len(set(passages))


def test_the_hour_of_the_second_run_lies_within_the_two_weeks_and_moves_with_the_secret(proposal: Proposal) -> None:
    found: Dates = proposal.rules.dates
    hours = {rerun_hour(f"{number:064x}", found) for number in range(50)}
    assert len(hours) == 50
    assert all(found.provisional <= hour < found.rerun - timedelta(hours=48) for hour in hours)
    assert max(hours) - min(hours) > timedelta(days=9)


def test_a_commitment_says_nothing_and_binds() -> None:
    assert commitment(SECRETS.run) != commitment(SECRETS.rerun)
    assert seed_of(SECRETS.run, "order") != seed_of(SECRETS.run, "questions")


def without_sum(study: Path) -> str:
    """A study as versions without checksums wrote it, so that somebody can change a line."""
    lines = study.read_text("utf-8").replace('"summed":true,', "").splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith('{"sum":'))


@pytest.mark.parametrize("said", ["null", "missing", "false", "true"])
def test_people_count_as_adults_only_where_they_are_said_to_be(tmp_path: Path, said: str) -> None:
    folder = made(tmp_path / "challenge")
    study = folder / "people.jsonl"
    written = without_sum(study)
    assert '"adult":true' in written
    old, new = ('"adult":true,', "") if said == "missing" else ('"adult":true', f'"adult":{said}')
    written = written.replace(old, new)
    study.write_text(written, "utf-8")
    result = CliRunner().invoke(app, ["challenge", "validate", str(folder)])
    told = " ".join(result.output.split())
    assert (result.exit_code == 0) is (said == "true"), told
    assert ("`adult` must be true" in told) is (said in ("null", "missing")), told


@pytest.mark.parametrize("said", ['"true"', '"yes"', "1"])
def test_a_study_whose_truths_are_no_truths_is_refused(tmp_path: Path, said: str) -> None:
    folder = made(tmp_path / "challenge")
    study = folder / "people.jsonl"
    study.write_text(without_sum(study).replace('"adult":true', f'"adult":{said}'), "utf-8")
    with pytest.raises(FormatError, match="adult"):
        read_materials(read_rules(folder), folder)


@pytest.mark.parametrize(
    ("rule", "loose"), [("rehearsal", '"false"'), ("rehearsal", "0"), ("same_text", '"3"'), ("disk_gib", "true")]
)
def test_a_truth_or_a_number_in_quotes_is_refused_with_its_field(folder: Path, rule: str, loose: str) -> None:
    written = (folder / "challenge.toml").read_text("utf-8")
    changed = re.sub(rf"(?m)^{rule} = \S+", f"{rule} = {loose}", written)
    assert changed != written
    with pytest.raises(FormatError, match="without quotes") as refused:
        rules_of(changed)
    assert rule in str(refused.value)
