"""`anaphor compare`: is one system better than another, or is it the items?"""

from pathlib import Path
from typing import Annotated, Any

import typer

from anaphor import __version__
from anaphor.cli import score_inputs as inputs
from anaphor.cli import score_json as as_json
from anaphor.cli import score_output as output
from anaphor.cli.collection import Column, Format, Language, columns_of
from anaphor.cli.output import Json, print_json
from anaphor.cli.reporting import Interface
from anaphor.cli.score_inputs import Origin, refuse_several, score_runs
from anaphor.cli.score_people import people_beside, rescored
from anaphor.errors import InputError
from anaphor.provenance import Signature
from anaphor.report.sections import Tongue
from anaphor.report.sections import scoring_rows as rows_of
from anaphor.scoring import Method, Missing, Sampling, scorecard, shared_ranks
from anaphor.scoring import compare as compare_outcomes


def compare(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN")],
    collection: inputs.Source = None,
    format: Format = None,
    language: Language = None,
    column: Column = None,
    people: inputs.PeopleOption = None,
    panel: inputs.PanelOption = None,
    missing: inputs.MissingOption = Missing.REFUSE,
    interval: inputs.IntervalOption = Method.AUTO,
    level: inputs.Level = 0.95,
    times: inputs.Times = 2000,
    seed: inputs.Seed = 0,
    interface: Interface = "en",
    json: Json = False,
) -> None:
    """Compare systems on the same items. Differences with intervals, exact tests by schema, shared ranks."""
    if len(runs) < 2:
        raise InputError("one run cannot be compared", todo="Give two runs of the same collection, or more.")
    tongue = Tongue(interface)
    sampling = Sampling(method=interval, level=level, times=times, seed=seed)
    origin = Origin(source=collection, format=format, language=language, columns=columns_of(column))
    scored = score_runs(runs, origin, missing)
    refuse_several(scored)
    cards = [scorecard(each.name, each.outcomes, sampling=sampling, signature=each.signature) for each in scored]
    base = Signature.of(collection=scored[0].asked, version=__version__)
    made_from = {each.name: each.signature for each in scored}
    pairs = compare_outcomes({each.name: each.outcomes for each in scored}, sampling, base, made_from)
    ranks = shared_ranks({card.respondent: card.measures.reussite for card in cards}, pairs, 1 - level)
    beside, again = people_beside(scored, people, sampling), rescored(scored, people, panel, sampling)
    if json:
        document: dict[str, Any] = {
            "runs": [
                as_json.card_json(card) | {"blind": run.run.header.blind}
                for run, card in zip(scored, cards, strict=True)
            ],
            "pairs": [as_json.comparison_json(each) for each in pairs],
            "ranks": ranks,
        }
        print_json(document | as_json.beside_json(beside, again))
        return
    by_name = {card.respondent: card for card in cards}
    rows = [[str(rank), *rows_of.card_row(by_name[name], tongue)] for name, rank in ranks.items()]
    headings = [tongue.column("rank"), *rows_of.measure_columns(tongue)]
    output.table(headings, rows, tongue.title("ranked", name=scored[0].asked))
    output.print_symbols(cards, tongue)
    output.print_comparisons(pairs, tongue.title("pairs"), tongue)
    if beside:
        output.print_comparisons(beside[1], tongue.title("people"), tongue)
    if again:
        output.print_rescoring(again, tongue)
    output.remark(tongue.sentence("ranks", alpha=tongue.chance(1 - level)))
    output.print_unblinded(scored, tongue)
    for signature in [*(card.signature for card in cards), *(pair.signature for pair in pairs)]:
        output.remark(str(signature))
