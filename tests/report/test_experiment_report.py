"""The section of a study shows what its analysis says, in both languages, and every figure carries its table."""

import pytest

from anaphor.experiment import AnalysedStudy, Study, analyse_study
from anaphor.experiment.analysis.difficulty import Classed, Difficulty
from anaphor.experiment.analysis.screening import TrialRule
from anaphor.report import items_figure
from anaphor.report.figures.drawing import svg_of
from anaphor.report.figures.experiment import flow_figure, flow_rows, times_figure
from anaphor.report.html.page import html_of
from anaphor.report.latex import latex_of
from anaphor.report.markdown import markdown_of
from anaphor.report.sections import experiment as sections
from anaphor.section import Drawing, Report, Section, Table
from anaphor.text import speaking
from tests.experiment.specimens import random_votes, study

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def made() -> Study:
    return study(random_votes(12, 15, 0.8))


def shown(made: Study) -> AnalysedStudy:
    found = analyse_study(made)
    others = tuple(
        analyse_study(made, trial_rule=rule, model=False) for rule in TrialRule if rule is not TrialRule.ANTICIPATIONS
    )
    classes = {found.low_items[0].item: Classed(why=Difficulty.AMBIGUOUS)}
    return AnalysedStudy(study=made, analysis=found, others=others, classes=classes)


@pytest.mark.parametrize("interface", ["en", "fr"])
def test_the_section_is_written_in_every_form(made: Study, interface: str) -> None:
    section = experiment_section(shown(made), interface)
    report = Report(title="x", interface=interface, sections=(section,))
    page = html_of(report, version="1", made="a test")
    assert page.count("<svg") == 3
    assert "Sentence 3." in page
    for text in (markdown_of(report), latex_of(report)):
        assert "i3" in text
    assert section.signature is not None
    assert "trials:anticipations" in section.signature


def experiment_section(shown: AnalysedStudy, interface: str = "en") -> Section:
    """The section in a language."""
    with speaking(interface):
        return sections.experiment_section(shown)


def tables(section: Section) -> list[Table]:
    """The tables of a page."""
    return [part for part in section.parts if isinstance(part, Table)]


def test_all_rules_stand_side_by_side_and_every_item_is_there(made: Study) -> None:
    section = experiment_section(shown(made))
    found = tables(section)
    assert len(found[0].rows) == 3
    low, classed, everything, people = found[1:]
    assert len(low.rows) == len(analyse_study(made).low_items)
    assert ("ambiguous", 1) in classed.rows
    assert (len(everything.rows), len(people.rows)) == (12, 15)


def test_many_low_items_are_folded_after_the_first_twenty_and_printed_all_the_same() -> None:
    many = study(random_votes(40, 8, 0.5))
    shown = tables(experiment_section(AnalysedStudy(study=many, analysis=analyse_study(many, model=False)), "fr"))[1]
    low = analyse_study(many, model=False).low_items
    assert [row[0] for row in shown.rows] == [each.item for each in low]
    assert (shown.first, shown.detail, shown.printed) == (20, False, True)
    page = html_of(
        Report(
            title="t",
            interface="fr",
            sections=(experiment_section(AnalysedStudy(study=many, analysis=analyse_study(many, model=False)), "fr"),),
        ),
        version="0",
        made="x",
    )
    assert page.count('<details class="printed">') == 1
    assert f"… et {len(low) - 20} autres" in page


def test_two_languages_differ_in_words_and_agree_in_numbers(made: Study) -> None:
    english, french = (experiment_section(shown(made), each) for each in ("en", "fr"))
    assert english.title != french.title
    assert [len(part.rows) for part in tables(english)] == [len(part.rows) for part in tables(french)]


def test_the_histogram_has_the_table_behind_it(made: Study) -> None:
    drawing = items_figure(analyse_study(made))
    assert sum(int(row[2] or 0) for row in drawing.rows) == 12
    assert "<svg" in svg_of(drawing)


def test_reaction_times_are_drawn_before_any_rule_and_only_where_there_are_some(made: Study) -> None:
    drawing = times_figure(made, analyse_study(made))
    assert isinstance(drawing, Drawing)
    assert sum(int(row[2] or 0) + int(row[3] or 0) for row in drawing.rows) == 12 * 15
    silent = study(random_votes(3, 4, 0.5), rt=None)
    assert times_figure(silent, analyse_study(silent)) is None


def test_the_flow_is_drawn_with_numbers_that_add_up(made: Study) -> None:
    found = analyse_study(made, trial_rule=TrialRule.PAPER_1)
    with speaking("fr"):
        assert flow_figure(found).rows == flow_rows(found)
    counts = [count for _, count in flow_rows(found)]
    assert counts[0] == counts[1] == 15
    assert counts[-1] == 12 * 15


def test_a_study_that_nobody_finished_can_still_be_shown() -> None:
    from dataclasses import replace

    empty = study([[True, True]])
    gone = replace(empty, people=tuple(replace(person, finished=False) for person in empty.people))
    section = experiment_section(AnalysedStudy(study=gone, analysis=analyse_study(gone)))
    assert html_of(Report(title="x", interface="en", sections=(section,)), version="1", made="a test")
