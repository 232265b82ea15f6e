"""`anaphor demo`: the whole chain on what the package carries; and what `anaphor serve --demo` shows."""

import shutil
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import click

from anaphor import experiment, scoring, web
from anaphor.agreement import LabelMatrix, next_labels
from anaphor.agreement import compare as compare_studies
from anaphor.answer import Answer, Choice
from anaphor.answers import from_triples
from anaphor.challenge import publish, rehearse
from anaphor.cli.command import say
from anaphor.collection import CATALOGUE, check, load
from anaphor.corpus import shipped
from anaphor.errors import OutputError, Place
from anaphor.experiment import Crowd, DesignPlan, make_design, open_store, save_design, study_status
from anaphor.experiment import rehearse as rehearse_study
from anaphor.files import write_text
from anaphor.report import audit_part, collection_part, labels_part, scoring_section, study_part, write
from anaphor.resolver import make, resolve
from anaphor.result import Result
from anaphor.schema import Collection
from anaphor.scoring import compare_outcomes, outcomes_of, scorecard, targets_of
from anaphor.section import Numbers, Section, Text, VerdictBlock
from anaphor.text import number, speaking, text

_PEOPLE, _PANEL, _SEED, _EARLY = 40, 3, 2026, 8
_RESOLVERS = ("random,seed=1", "first", "cooccurrence", "ngram,sentences=last", "lstm,sentences=last")
_COMMANDS = {"next": "agreement next", "plan": "agreement plan", "scale": "scale", "compare": "agreement compare"}
_WHEN = datetime(2026, 11, 2, 12, 0, tzinfo=UTC)
"""The rehearsal's dates do not depend on the day on which it is held, so that its report can be compared."""
_SERVED, _FINISHING = "anaphor-fr", 12
"""What the served demonstration's study asks, and how many have answered it."""


def run_demo(output: Path) -> None:
    """Run the whole chain; the report and what belongs to it go into the folder."""
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError("demo-no-folder", why=str(error.strerror), where=Place(file=str(output))) from error
    collections = [load(listing.name) for listing in CATALOGUE if listing.embedded]
    points: list[str] = []
    shown = []
    for collection in collections:
        findings = check(collection)
        counts = {"items": len(collection.entries), "errors": len(findings.errors)}
        _tell(points, "demo-checked", name=collection.name, fingerprint=collection.fingerprint, **counts)
        shown.append(collection_part(collection, findings.found))
    sections: list[Section] = []
    for collection in collections:
        if section := audit_part(collection, shipped(collection.language)):
            _tell(points, "demo-audit", name=collection.name, said=_first_sentence(section))
            sections.append(section)
    asked, answers = _study(collections[0], points)
    sections += asked
    sections += [_scores(each, output, points, answers if each is collections[0] else []) for each in collections]
    sections += _decisions(collections[0], answers, output, points)
    sections.append(_challenge(collections[0], output, points))
    parts, path = [*shown, *sections], output / "report.html"
    write(path, *parts, title=text("demo-title"), lead=text("demo-lead"), points=points, made="anaphor demo")
    say(text("cli-report-written", path=str(path)))
    click.echo(path)


def _tell(points: list[str], code: str, **values: str | int) -> None:
    """Tell the user what a step has found, and keep it for the head of the report."""
    points.append(text(code, **values))
    say(points[-1])


def _first_sentence(section: Section) -> str:
    """The first sentence of a section, as a document shows it."""
    for part in section.parts:
        if isinstance(part, VerdictBlock):
            return part.sentence
        if isinstance(part, Text) and part.lines:
            return part.lines[0]
    return section.title


def _study(collection: Collection, points: list[str]) -> tuple[list[Section], list[Answer]]:
    """A rehearsed study with simulated participants and what their agreement means; and their answers."""
    design = experiment.new(collection, quota=_PEOPLE, seed=_SEED)
    found = experiment.simulate(design, participants=_PEOPLE, seed=_SEED).study
    asked = study_part(found)
    numbers = next(part for part in asked.parts if isinstance(part, Numbers))
    said = ", ".join(f"{figure} {words}" for figure, words in numbers.figures)
    _tell(points, "demo-study", name=collection.name, said=said)
    answers = [each.answer() for each in found.responses if each.item]
    agreed = labels_part(_labels(answers), size=_PANEL, stamp=text("demo-simulated"))
    _tell(points, "demo-agreement", said=_first_sentence(agreed))
    note = text("demo-agreement-note", people=_PEOPLE, collection=str(found.collection), seed=_SEED)
    return [asked, replace(agreed, parts=(Text(lines=(note,), soft=True), *agreed.parts))], answers


def _labels(answers: list[Answer]) -> LabelMatrix:
    """Answers as labels: A is an item's first candidate, B its second. Letters, since candidates have no order."""
    chosen = [(each, each.reply.candidate) for each in answers if isinstance(each.reply, Choice)]
    questions, people = [each.question for each, _ in chosen], [each.respondent for each, _ in chosen]
    return from_triples(questions, people, [ascii_uppercase[candidate] for _, candidate in chosen])


def _decisions(collection: Collection, answers: list[Answer], output: Path, points: list[str]) -> list[Section]:
    """What such answers and runs decide: whom to ask next, the size of a comparison, items to see, a second study."""
    from anaphor.library import plan_comparison  # it joins scoring and agreement, which take their time to load

    people = list(dict.fromkeys(each.respondent for each in answers))
    early, first, second = (
        [each for each in answers if each.respondent in some]
        for some in ({*people[:_EARLY]}, {*people[::2]}, {*people[1::2]})
    )
    runs = [output / "runs" / f"{collection.name}-{name}.jsonl" for name in ("ngram", "lstm")]
    pilot, halves = _labels(early), (text("demo-half-1"), text("demo-half-2"))
    found: dict[str, Result] = {
        "next": next_labels(pilot, budget=20),
        "plan": plan_comparison(0.05, collection=collection, pilot=pilot, people=(1, 3, 5), discordance=0.2),
        "scale": scoring.scale(*runs, people=first, collection=collection),
        "compare": compare_studies(_labels(first), _labels(second), names=halves, times=500),
    }
    sections = []
    for name, each in found.items():
        section = each.section
        # A scale begins with what its machines answered; what it says comes after.
        said = each.to_dict()["sentences"][0] if name == "scale" else _first_sentence(section)
        _tell(points, f"demo-{name}", said=said, early=_EARLY)
        note = Text(lines=(text("demo-made-up", command=_COMMANDS[name]),), soft=True)
        title = text("demo-plan-title") if name == "plan" else section.title  # which is the command's name
        sections.append(replace(section, id=f"decision-{name}", title=title, parts=(note, *section.parts)))
    return sections


def _scores(collection: Collection, output: Path, points: list[str], answers: list[Answer]) -> Section:
    """The resolvers of the base install on a collection, scored, compared, and beside people where some answered."""
    targets = targets_of(collection).items
    cards, results, shown, paths = [], {}, [], []
    for spec in _RESOLVERS:
        resolver = make(spec)
        path = output / "runs" / f"{collection.name}-{spec.partition(',')[0]}.jsonl"
        path.parent.mkdir(exist_ok=True)
        path.unlink(missing_ok=True)
        paths.append(path)
        state = resolve(collection, resolver, output=path)
        results[resolver.name] = outcomes_of(targets, state.answers)
        card = scorecard(resolver.name, results[resolver.name], signature=resolver.signature)
        ends = card.reussite.interval
        value, low, high = (number(100 * share, 2) for share in (card.measures.reussite, ends.low, ends.high))
        shown.append(f"{card.respondent} {value} ({low}–{high})")
        cards.append(card)
    chance = number(100 * cards[0].chance.chance, 2)
    _tell(points, "demo-scores", name=collection.name, said=", ".join(shown), chance=chance)
    pairs = compare_outcomes(results, made_from={card.respondent: card.signature for card in cards})
    how: Any = {"people": answers, "collection": collection, "soft": True, "times": 500}
    soft = scoring.score(*paths[-2:], **how).soft if answers else ()
    section = scoring_section(cards, pairs, soft=soft)
    return replace(section, id=f"scoring-{collection.name}", title=f"{section.title} ({collection.name})")


def _challenge(collection: Collection, output: Path, points: list[str]) -> Section:
    """A rehearsed challenge; its site is left in the folder."""
    folder = output / "challenge"
    if (folder / "challenge.toml").is_file():  # what an earlier demo left
        shutil.rmtree(folder)
    found = rehearse(folder, collection=collection.name, at=_WHEN, title=text("demo-rehearsal"))
    publish(folder)
    verdicts = ", ".join(f"{each.name} ({each.verdict.words})" for each in found.entries)
    _tell(points, "demo-challenge", verdicts=verdicts, path=f"{folder.name}/{text('demo-site')}")
    return found.section


def fill_site(root: str, database: str | None) -> None:
    """Put a demonstration into a site's folder: runs, labels, a study with simulated answers, reports, a challenge."""
    site = web.SiteFolder(root=Path(root), database=database)
    collection = load(site.collections / f"{_SERVED}.yaml")
    for spec in _RESOLVERS[1:3]:
        resolve(site.collections / f"{_SERVED}.yaml", spec, folder=site.place("runs"))
    # A study that some simulated participants have finished and that still takes others.
    design = make_design(collection, DesignPlan(lists=2, quota=_PEOPLE, seed=_SEED, name="demo"))
    if database:
        save_design(design, site.studies / "demo.json")
    store = site.open_study("demo") if database else open_store(site.database_of("demo"), design)
    if not study_status(store, time.time()).frozen:  # a database may have seen a demonstration before
        rehearse_study(store, Crowd(finishing=_FINISHING, seed=_SEED))
    found = experiment.simulate(design, participants=_FINISHING, seed=_SEED).study
    store.engine.dispose()
    save_design(design, site.studies / "demo.json")  # the site serves it from now on
    answers = [each.answer() for each in found.responses if each.item]
    rows = [(a.question, a.respondent, a.reply.candidate) for a in answers if isinstance(a.reply, Choice)]
    lines = [f"{item},{who},{ascii_uppercase[choice]}" for item, who, choice in rows]
    site.place("labels").mkdir(exist_ok=True)
    write_text(site.place("labels") / "demo.csv", "\n".join(("item,annotator,choice", *lines, "")))
    for language in ("fr", "en"):
        with speaking(language):
            section = audit_part(collection, shipped(collection.language))
            path, shown = site.reports / f"{collection.name}-audit-{language}.html", [section] if section else []
            write(path, collection, *shown, title=text("demo-audit-title"), made="anaphor serve --demo")
    rehearse(site.challenges / "demo", collection=_SERVED, at=_WHEN, title="Rehearsal / Répétition")
