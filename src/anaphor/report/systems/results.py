"""How results about systems and challenges are shown in a notebook, as a document and in a report."""

from collections.abc import Mapping
from typing import Any

from anaphor.report.cells import line_of
from anaphor.report.page import renderer
from anaphor.report.systems import challenge as challenges
from anaphor.report.systems import scoring_document as scored
from anaphor.report.systems.challenge_pages import headline, site_files
from anaphor.report.systems.figures import calibration_figure, percent_text, risk_figure, scores_figure
from anaphor.report.systems.resolver import RESOLVER as RESOLVER  # apart, to be loaded without these
from anaphor.report.systems.scale import scale_document, scale_section, wright_map
from anaphor.report.systems.scoring import comparison_line, counts_section, scores_line, scores_page
from anaphor.result import Renderer, Result
from anaphor.section import Text
from anaphor.text import text


def _first_sentence(found: Result) -> str:
    """What a section says first, for one line."""
    said = next(part for part in found.section.parts if isinstance(part, Text))
    return said.lines[0].rstrip(".")


CHALLENGE: Mapping[str, Renderer] = {
    "ChallengeRun": renderer(
        challenges.entries_section,
        line=lambda found: text(
            "challenge-line-run", entries=len(found.document["entries"]), lost=len(found.lost), name=found.folder.name
        ),
        table="entries",
    ),
    "ChallengeStatus": renderer(challenges.status_section, line=_first_sentence, table="entries"),
    "EntryReceipt": renderer(challenges.receipt_section, line=_first_sentence),
    "EntryTrial": renderer(
        challenges.trial_section,
        line=line_of("challenge-line-trial", "right", questions="transcript.answers"),
    ),
    "Judgement": renderer(
        challenges.judgement_section,
        line=lambda found: headline(found).rstrip("."),
        table="entries",
        document=lambda found: challenges.challenge_section(found).data or {},  # without drawing anything
    ),
    "NewChallenge": renderer(challenges.made_section, line=_first_sentence),
    "Publication": renderer(
        challenges.publication_section, line=lambda found: text(f"challenge-page-{found.phase}"), files=site_files
    ),
    "PublishedSite": renderer(challenges.site_section, line=_first_sentence),
    "Seal": renderer(challenges.seal_section, line=_first_sentence, table="layers"),
    "ChallengeValidation": renderer(challenges.rules_section, line=_first_sentence, table="rules"),
    "Verification": renderer(challenges.evidence_section, line=_first_sentence, table="evidence"),
}
"""Results of `anaphor.challenge`."""
_SCORES: dict[str, Any] = {
    "rows": {"scores": scored.score_rows, "items": scored.item_rows, "groups": scored.group_rows},
    "figures": {
        "scores": lambda found: scores_figure(found.cards, found.published),
        "risk": lambda found: risk_figure(found.cards),
        "calibration": lambda found: calibration_figure(found.cards),
    },
}
SCORING: Mapping[str, Renderer] = {
    "Scores": renderer(scores_page, document=scored.scores_document, line=scores_line, table="scores", **_SCORES),
    "ComparedRuns": renderer(
        scores_page, document=scored.comparison_document, line=comparison_line, table="pairs", **_SCORES
    ),
    "JointScale": renderer(
        scale_section,
        document=scale_document,
        line=lambda found: text(
            "scale-line",
            people=found.people,
            machines=found.machines,
            items=len(found.items),
            suspects=sum(each.broken >= 0.5 for each in found.items),
        ),
        table="respondents",
        figures={"map": wright_map},
    ),
    "CountedMeasures": renderer(
        counts_section,
        line=lambda found: text(
            "scoring-line-counts", reussite=percent_text(found.measures.reussite), n=found.measures.n
        ),
        table="runs",
    ),
}
"""Results of `anaphor.scoring`."""
