"""A challenge with a metric of its own: it decides who passes and who ranks first, is shown, and verifies."""

import json
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from anaphor.answer import Abstention, AbstentionReason, Choice
from anaphor.challenge import Challenge, Judgement, Metric, Verdict, hand_in, open_challenge
from anaphor.challenge import publish as publish_site
from anaphor.challenge.acts import announce, run_again, run_rounds
from anaphor.challenge.entry import EntryFile, store_entry
from anaphor.challenge.evidence.evidence import verify_path
from anaphor.challenge.judging.standing import chance_to_pass, paired, points_of, units_of
from anaphor.challenge.rulebook import document, rules_of
from anaphor.challenge.sandbox.sandbox import Backend
from anaphor.challenge.starting import Start, start_challenge
from anaphor.challenge.validation import RuleName, rule_texts
from anaphor.cli.challenge import app
from anaphor.errors import ContentError, FormatError, InputError
from anaphor.report.sections.challenge import challenge_section
from anaphor.schema import Item
from anaphor.scoring import Outcome, Target, measure, twins
from anaphor.scoring.items.outcomes import outcome_of_reply
from anaphor.scoring.systems.comparison import compare_outcomes
from anaphor.section import Table
from anaphor.text import speaking
from tests.challenge.entries import PYTHON
from tests.challenge.rounds import SECRETS, keys, made, place_of, reopened, verdict_of
from tests.challenge.test_other_entries import real
from tests.challenge.times import NOW

pytestmark = pytest.mark.slow

SAYS = """
import json, sys
table = json.load(open("table.json", encoding="utf-8"))
for line in sys.stdin:
    q = json.loads(line)
    said = table[q["text"] + "|" + (q["prompt"] or "") + "|" + str((q["anaphor"] or {}).get("start"))]
    if said == "!":
        print("garbage", flush=True)
        continue
    reply = {"choice": q["candidates"].index(said)} if said else {"abstain": "declined"}
    print(json.dumps({"id": q["id"], **reply}), flush=True)
"""
STEADY, SCATTERED, MODEST, GARBLED = "steady", "scattered", "modest", "garbled"
PASSES = {
    Metric.RIGHT: {STEADY, SCATTERED},
    Metric.PAIRS: {STEADY},
    Metric.ADJUSTED: {STEADY, SCATTERED, MODEST},
}
SCORES = {
    Metric.RIGHT: (Fraction(18, 20), Fraction(17, 20), Fraction(14, 20)),
    Metric.PAIRS: (Fraction(9, 10), Fraction(7, 10), Fraction(4, 10)),
    Metric.ADJUSTED: (Fraction(18, 20), Fraction(17, 20), Fraction(17, 20)),
}


def started(folder: Path, metric: Metric) -> Path:
    """A rehearsal of twenty questions in each round, schemas whole, with a bar of four fifths."""
    start = Start(
        title="Essai",
        collection="anaphor-fr",
        backend=Backend.NONE,
        questions=20,
        metric=metric,
        both_halves=True,
    )
    start_challenge(folder, start, NOW, SECRETS)
    path = folder / "challenge.toml"
    written = path.read_text("utf-8").replace("least = 0.9", "least = 0.8").replace("below = 0.03", "below = 1")
    path.write_text(written.replace('own = ["questions"]', 'own = ["questions", "threshold"]'), "utf-8")
    return folder


def other(item: Item) -> str:
    """A candidate that is not the right one."""
    return next(each.text for each in item.question.candidates if each.text != item.answer)


def add(challenge: Challenge, place: Path, name: str) -> None:
    """An entry that knows all problems, and errs or abstains on schemas in its own way."""
    table = keys(challenge.rounds, changed=True)
    schemas = [
        [item for item in part.variants if isinstance(item, Item)] for part in challenge.rounds[1].collection.schemas
    ]
    halves = [pair[0] for pair in schemas]
    if name == STEADY:
        table |= {place_of(item): other(item) for item in schemas[0]}
    elif name == SCATTERED:
        table |= {place_of(item): other(item) for item in halves[:3]}
    else:
        table |= {place_of(item): "!" if name == GARBLED else "" for item in halves[:6]}
    source = place / name
    source.mkdir()
    (source / "answer.py").write_text(SAYS, "utf-8")
    (source / "table.json").write_text(json.dumps(table), "utf-8")
    entry = EntryFile(command=(PYTHON, "answer.py"), source_included=True)
    store_entry(entry, source, challenge.path_of(name), most=2**24)


def faults(site: Path) -> list[str]:
    """What is wrong with a published site."""
    return [each.fault or "" for each in verify_path(site) if not each.ok]


def ranks(found: Judgement) -> list[str]:
    """Entries in the order in which they stand."""
    return [each.name for each in found.entries]


@pytest.mark.parametrize("metric", list(Metric))
def test_the_metric_decides_who_passes_and_the_publication_verifies(tmp_path: Path, metric: Metric) -> None:
    folder, paper = started(tmp_path / "challenge", metric), tmp_path / "paper.txt"
    paper.write_text("How it works.", "utf-8")
    with open_challenge(folder, writing=True) as challenge:
        assert [each for each in challenge.check() if not each.holds] == []
        for name in (STEADY, SCATTERED, MODEST):
            add(challenge, tmp_path, name)
        run_rounds(challenge)
        announce(challenge)
        publish_site(challenge, output=tmp_path / "early")
        for name in PASSES[metric]:
            hand_in(challenge, name, paper=paper)
        run_again(challenge)
        found = announce(challenge, final=True)
        publish_site(challenge, output=tmp_path / "site")
    assert {each.name for each in found.entries if each.verdict is Verdict.PRIZE} == PASSES[metric]
    rows = [verdict_of(found, name).row for name in (STEADY, SCATTERED, MODEST)]
    assert tuple(row.score for row in rows if row) == SCORES[metric]
    assert all(row.interval.low <= row.score <= row.interval.high for row in rows if row)
    assert ranks(found)[0] == STEADY
    assert faults(tmp_path / "early") == []
    assert faults(tmp_path / "site") == []
    unseen = " ".join(each.unseen or "" for each in verify_path(tmp_path / "early"))
    assert ("own metric" in unseen) is (metric is not Metric.RIGHT)

    said = {
        Metric.RIGHT: ("17 of 20 right, 16 needed", "17 réponses justes sur 20, 16 nécessaires"),
        Metric.PAIRS: ("both twins right in 7 of 10 schemas, 8 needed", "justes pour 7 schémas sur 10, 8 nécessaires"),
        Metric.ADJUSTED: ("17 of 20 points, 16 needed", "17 points sur 20, 16 nécessaires"),
    }
    scores = {
        Metric.RIGHT: ("accuracy", "exactitude"),
        Metric.ADJUSTED: ("guess-adjusted accuracy", "réussite"),
    }.get(metric, ("", ""))
    heads = [f'{each}</th><th scope="col">{score}' for each, score in zip(("right", "justes"), scores, strict=True)]
    if metric is Metric.PAIRS:
        heads = ['<th scope="col">both twins right</th>', '<th scope="col">deux jumeaux justes</th>']
    own = ("A metric of this challenge&#39;s own", "Mesure propre à ce défi")
    for place, language in enumerate(("", "fr/")):
        page = (tmp_path / f"site/{language}index.html").read_text("utf-8")
        plain = re.sub("[\u00a0\u202f]", " ", page)
        assert said[metric][place] in plain
        assert heads[place] in plain
        rules = (tmp_path / f"site/{language}rules.html").read_text("utf-8").replace("’", "&#39;").replace("'", "&#39;")
        assert (own[place] in rules) is (metric is not Metric.RIGHT)
    shown = next(part for part in challenge_section(found).parts if isinstance(part, Table))
    column = {Metric.RIGHT: "right", Metric.PAIRS: "both twins right", Metric.ADJUSTED: "guess-adjusted accuracy"}[
        metric
    ]
    assert shown.columns[3] == column

    path = tmp_path / "site/evidence/judgement.json"
    whole = path.read_text("utf-8")
    for key in ("score", "points") if metric is not Metric.RIGHT else ("score",):
        told = json.loads(whole)
        next(each for each in told["entries"] if each["name"] == SCATTERED)[key] = 0.75
        path.write_text(json.dumps(told), "utf-8")
        assert faults(tmp_path / "site") != []
    path.write_text(whole, "utf-8")
    early = tmp_path / "early/evidence/judgement.json"
    told = json.loads(early.read_text("utf-8"))
    modest = next(each for each in told["entries"] if each["name"] == MODEST)
    modest["verdict"] = "below" if modest["verdict"] == "candidate" else "candidate"
    early.write_text(json.dumps(told), "utf-8")
    assert faults(tmp_path / "early") != []


_MOST_FAILED = re.compile(r"^most_failed = .*\n", re.MULTILINE)


@pytest.mark.parametrize("most_failed", [None, "", "most_failed = 1\n"])
def test_failures_carry_nobody_over_the_bar_unless_the_rules_allow_them(
    tmp_path: Path, most_failed: str | None
) -> None:
    folder = started(tmp_path / "challenge", Metric.ADJUSTED)
    path = folder / "challenge.toml"
    if most_failed is not None:  # else as `challenge new` writes them
        path.write_text(_MOST_FAILED.sub(most_failed, path.read_text("utf-8")), "utf-8")
    allowed = most_failed is not None
    with open_challenge(folder, writing=True) as challenge:
        for name in (STEADY, MODEST, GARBLED):
            add(challenge, tmp_path, name)
        run_rounds(challenge)
        found = announce(challenge)
        publish_site(challenge, output=tmp_path / "site")
    declined, failed = (verdict_of(found, name) for name in (MODEST, GARBLED))
    assert declined.row
    assert failed.row
    assert declined.row.score == failed.row.score  # a failure would count as a guess, as an abstention does
    assert declined.row.rank is not None
    assert (failed.row.rank is not None) is allowed
    assert failed.row.passes is allowed
    assert allowed or [each.name for each in found.entries][-1] == GARBLED  # below all who have a rank
    told = " ".join(str(each.said) for each in failed.reasons)
    assert ("no rank, since 6 of 20 questions failed" in told) is not allowed
    assert faults(tmp_path / "site") == []


def test_rules_that_name_no_limit_on_failures_have_none_and_the_fingerprint_that_they_had(tmp_path: Path) -> None:
    written = (made(tmp_path / "challenge") / "challenge.toml").read_text("utf-8")
    new, older = rules_of(written), rules_of(_MOST_FAILED.sub("", written))
    assert (new.most_failed, older.most_failed) == (Fraction(1, 20), Fraction(1))
    assert document(new) == {**document(older), "most_failed": "1/20"}
    assert "most_failed" not in document(older)
    for language, said in (("en", "fails on more than 5 %"), ("fr", "échoue à plus de 5")):
        with speaking(language):
            assert said in rule_texts(new)[RuleName.THRESHOLD]
            assert said not in rule_texts(older)[RuleName.THRESHOLD]


def test_rules_without_a_metric_have_the_fingerprint_that_they_had(tmp_path: Path) -> None:
    path = made(tmp_path / "challenge") / "challenge.toml"
    written = path.read_text("utf-8")
    usual, named = rules_of(written), rules_of(f'metric = "right"\n{written}')
    assert "metric" not in document(usual)
    assert usual.fingerprint == named.fingerprint
    adjusted = rules_of(f'metric = "adjusted"\n{written}')
    assert document(adjusted)["metric"] == "adjusted"
    assert adjusted.fingerprint != usual.fingerprint
    with pytest.raises(FormatError, match="metric"):
        rules_of(f'metric = "moon"\n{written}')
    for language, said in (("en", "counts as much as a guess"), ("fr", "compte autant qu")):
        with speaking(language):
            assert said in rule_texts(adjusted)[RuleName.THRESHOLD]


def test_pairs_need_both_halves_of_schemas(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    path = folder / "challenge.toml"
    written = path.read_text("utf-8")
    path.write_text(f'metric = "pairs"\n{written}', "utf-8")
    problems = {each.rule: each.problem for each in reopened(folder).check() if not each.holds}
    assert set(problems) == {RuleName.THRESHOLD}
    assert "both halves" in str(problems[RuleName.THRESHOLD])
    first, *rest = re.split(r"(?=\[\[rounds\]\])|(?=\[dates\])", written)
    path.write_text('metric = "pairs"\n' + first + rest[0] + rest[-1], "utf-8")
    problems = {each.rule: each.problem for each in reopened(folder).check() if not each.holds}
    assert "a round of schemas" in str(problems[RuleName.THRESHOLD])


def answered(skills: tuple[float, ...], silent: float) -> dict[str, list[Outcome]]:
    """Entries of such skills on twenty whole schemas; each abstains so often."""
    rng = np.random.default_rng(7)
    asked = [
        Target(item=f"i{number}", key=0, candidates=("a", "b"), schema=f"s{number // 2}", twin=True)
        for number in range(40)
    ]
    return {
        f"e{number}": [
            outcome_of_reply(
                each,
                Abstention(reason=AbstentionReason.DECLINED)
                if rng.random() < silent
                else Choice(candidate=0 if rng.random() < skill else 1),
            )
            for each in asked
        ]
        for number, skill in enumerate(skills)
    }


def test_points_and_tests_are_those_of_the_scoring_room() -> None:
    given = answered((0.95, 0.9, 0.6, 0.3), silent=0.2)
    for each in given.values():
        found = twins(each)
        assert found is not None
        assert sum(points_of(each, Metric.PAIRS)) == found.both_right
        assert float(sum(points_of(each, Metric.ADJUSTED)) / 40) == pytest.approx(measure(each).reussite)
        assert sum(points_of(each, Metric.RIGHT)) == measure(each).h
    slow = {(each.first, each.second): each for each in compare_outcomes(given)}
    fast = paired(list(given), list(given.values()), Metric.ADJUSTED)
    for pair in fast.pairs:
        assert pair.p == pytest.approx(slow[pair.first, pair.second].p, rel=1e-9)
        assert pair.adjusted == pytest.approx(slow[pair.first, pair.second].adjusted, rel=1e-9)


def test_whole_schemas_are_harder_to_get_than_single_questions() -> None:
    sizes = [len(each) for each in units_of([each.target for each in answered((1.0,), 0.0)["e0"]], Metric.PAIRS)]
    assert sizes == [2] * 20
    assert chance_to_pass(20, 18, 0.95, sizes) == pytest.approx(chance_to_pass(20, 18, 0.95**2))
    assert chance_to_pass(20, 18, 0.95, sizes) < chance_to_pass(20, 18, 0.95)


def test_new_makes_few_questions_of_both_kinds_and_no_rehearsal(tmp_path: Path) -> None:
    real(made(tmp_path / "source"), 0.5)
    people, own, folder = tmp_path / "source/people.jsonl", tmp_path / "source/own.yaml", tmp_path / "challenge"
    words = ["new", str(folder), "--collection", str(own), "--questions", "20", "--metric", "pairs", "--real"]
    alone = CliRunner().invoke(app, words)
    assert isinstance(alone.exception, InputError)
    assert not folder.exists()
    done = CliRunner().invoke(app, [*words, "--people", str(people)])
    assert done.exception is None, done.exception
    challenge = reopened(folder)
    assert [(each.name, each.questions) for each in challenge.rules.rounds] == [("problems", 20), ("schemas", 20)]
    assert [each for each in challenge.check() if not each.holds] == []
    assert (challenge.rules.rehearsal, challenge.rules.own, challenge.rules.metric) == (False, ("questions",), "pairs")
    assert list((folder / "entries").iterdir()) == []
    publish_site(challenge, output=tmp_path / "site")
    page = (tmp_path / "site/index.html").read_text("utf-8")
    assert "rehearsal" not in re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL).lower()
    many = CliRunner().invoke(app, ["new", str(tmp_path / "x"), "--questions", "100000", "--metric", "pairs"])
    assert isinstance(many.exception, ContentError)
    assert "--questions" in str(many.exception.todo)
