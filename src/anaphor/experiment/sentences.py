"""The analysis of a study in sentences, the flow of participants and answers first."""

from collections.abc import Sequence
from math import exp
from statistics import median

from anaphor.experiment.analysis.analysis import LOW, StudyAnalysis
from anaphor.experiment.analysis.screening import PersonRule, TrialReason
from anaphor.experiment.study.record import Study
from anaphor.experiment.wording import ends, noted, number, percent, points, signed, told
from anaphor.statistics import jeffreys


def sentences_of(study: Study, found: StudyAnalysis, interface: str = "en") -> tuple[str, ...]:
    """The whole analysis in sentences, the flow first; simulated people are told before anything else."""
    stamp = stamp_of(study, interface)
    return (*((stamp,) if stamp else ()), *told_of(study, found, interface))


def stamp_of(study: Study, interface: str = "en") -> str | None:
    """What must stand above the figures of a study with made-up participants; None where all are people."""
    made_up = sum(person.simulated for person in study.people)
    if made_up in {0, len(study.people)}:
        return told(interface, "simulated") if made_up else None
    return told(interface, "simulated_some", made_up=made_up, people=len(study.people))


def told_of(study: Study, found: StudyAnalysis, interface: str = "en") -> tuple[str, ...]:
    """The same without the stamp, for a page that has it in a frame."""
    lines = _people(found, interface)
    lines += _answers(found, interface) if found.screened.flow.analysed else []
    lines += _results(found, interface) if found.screened.flow.kept else []
    return (*lines, *(told(interface, "note", note=noted(note, interface)) for note in study.notes))


def _people(found: StudyAnalysis, interface: str) -> list[str]:
    flow = found.screened.flow
    if not flow.started:
        return [told(interface, "not_started")]
    if flow.started == flow.analysed:
        return [told(interface, "people_flow_all", started=flow.started)]
    name = "people_flow" if flow.analysed else "people_flow_none"
    return [
        told(
            interface,
            name,
            started=flow.started,
            out=flow.started - flow.analysed,
            analysed=flow.analysed,
            reasons=_counted(interface, "rules", flow.excluded),
        )
    ]


def _answers(found: StudyAnalysis, interface: str) -> list[str]:
    flow, items = found.screened.flow, found.item_flow
    name = "answers_flow" if flow.kept else "answers_flow_none"
    said = told(
        interface, name, kept=flow.kept, answers=flow.answers, reasons=_counted(interface, "reasons", flow.dropped)
    )
    return [
        said if flow.dropped else told(interface, "answers_flow_all", answers=flow.answers),
        told(
            interface,
            "items_flow" if flow.kept else "items_flow_none",
            asked=items.asked,
            high=items.high,
            low=items.low,
            unanswered=items.unanswered,
            without_key=items.without_key,
        ),
    ]


def _counted(interface: str, table: str, counts: Sequence[tuple[PersonRule | TrialReason, int]]) -> str:
    return ", ".join(
        f"{number(count, interface)} {told(interface, f'{table}.{rule.value}', count=count)}" for rule, count in counts
    )


def _results(found: StudyAnalysis, interface: str) -> list[str]:
    if found.mean is None or found.people_mean is None:
        return [told(interface, "no_key")]
    answers = int(median(each.answers for each in found.items if each.rate is not None))
    bound = percent(jeffreys(answers, answers).low, interface, 0)
    return [
        told(
            interface,
            "mean",
            mean=percent(found.mean.value, interface),
            ends=ends(found.mean.interval, interface),
            people=percent(found.people_mean.value, interface),
            people_ends=ends(found.people_mean.interval, interface),
        ),
        *_low(found, interface),
        *_model(found, interface),
        *_contrasts(found, interface),
        told(interface, "precise", answers=answers, bound=bound),
    ]


def _low(found: StudyAnalysis, interface: str) -> list[str]:
    low = found.item_flow.low
    if not low or found.low_by_chance is None:
        return []
    shrunken = sum(each.shrunken is not None and each.shrunken < LOW for each in found.items)
    said = told(
        interface,
        "chance" if found.model else "chance_alone",
        low=low,
        shrunken=shrunken,
        expected=number(found.low_by_chance, interface, 1),
    )
    if found.without_low is None:
        return [said]
    return [said, told(interface, "without", low=low, mean=percent(found.without_low, interface))]


def _model(found: StudyAnalysis, interface: str) -> list[str]:
    if found.model is None:
        return []
    people, items = (number(each, interface, 2) for each in (found.model.sd_people, found.model.sd_items))
    rate = percent(1 / (1 + exp(-found.model.intercept)), interface)
    return [told(interface, "model", people=people, items=items, rate=rate)]


def _contrasts(found: StudyAnalysis, interface: str) -> list[str]:
    return [
        told(
            interface,
            each.name,
            gap=points(each.difference, interface),
            people=each.people,
            ends=f"{signed(each.interval.low, interface)} … {signed(each.interval.high, interface)}",
        )
        for each in found.contrasts
        if each.difference is not None and each.interval is not None
    ]
