"""`anaphor audit`: does simple statistics give the answers of a collection away?"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from anaphor.audit.auditing import Audit, AuditSettings
from anaphor.audit.auditing import audit as run_audit
from anaphor.audit.case import cases_of
from anaphor.audit.confrontation import Confrontation, PairSource, confront, words_of
from anaphor.audit.doubts import doubtful_pairs
from anaphor.audit.filtering import read_embeddings
from anaphor.audit.looking import decided, suspects
from anaphor.audit.pick import THRESHOLDS
from anaphor.audit.robustness import variations
from anaphor.audit.scores import ItemScore
from anaphor.audit.shortcut import Shortcut
from anaphor.audit.shortcuts import embedding_shortcut, shortcuts
from anaphor.audit.verdict import Criteria, VerdictKind
from anaphor.audit.wording import INTERFACES, no_shape, sentences
from anaphor.cli.audit_output import Report, document, print_report, print_without_test
from anaphor.cli.output import Json, print_json, progress, say
from anaphor.collection.loading import load
from anaphor.corpus.counts import Counts, Unit, Within
from anaphor.corpus.pool import pooled
from anaphor.corpus.shipped import WITHINS, is_counts_file, read_counts, shipped, write_counts
from anaphor.errors import InputError
from anaphor.schema import Collection


def audit(
    collection: Annotated[str, typer.Argument(help="A file, or a collection that the catalogue knows.")],
    corpus: Annotated[
        list[Path] | None,
        typer.Option("--corpus", help="An index, or a file of counts. May be repeated: the counts add."),
    ] = None,
    stream: Annotated[
        list[str] | None,
        typer.Option("--stream", help="Text to count in one pass, without an index. May be repeated."),
    ] = None,
    measure: Annotated[str, typer.Option("--measure", help="Measure of association.")] = "mi",
    smoothing: Annotated[
        float, typer.Option("--smoothing", help="Added to each count before measuring; paper 1 added nothing.")
    ] = 0.0,
    window: Annotated[
        int | None, typer.Option("--window", min=1, help="Count words that stand within so many of each other.")
    ] = None,
    pairs: Annotated[PairSource, typer.Option("--pairs", help="Where the pairs of words come from.")] = PairSource.AUTO,
    continuous: Annotated[
        bool, typer.Option("--continuous", help="A row for every lead that occurs, not only 0, 0.5 … 4.")
    ] = False,
    margin: Annotated[
        float, typer.Option("--margin", help="A réussite below this is as good as chance.")
    ] = Criteria().margin,
    level: Annotated[float, typer.Option("--level", help="Level of intervals and tests.")] = Criteria().level,
    leak: Annotated[float, typer.Option("--leak", help="The leak whose power is told.")] = Criteria().leak,
    lines: Annotated[int, typer.Option("--lines", min=0, max=100, help="Sentences shown for each pair.")] = 5,
    embeddings: Annotated[
        Path | None, typer.Option("--embeddings", help="A .npy file of items × dimensions for the adversarial filter.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Only the table and the verdict: no other shortcuts.")] = False,
    save_counts: Annotated[
        Path | None, typer.Option("--save-counts", help="Also write the counts, without text, to a .json.gz file.")
    ] = None,
    figure: Annotated[Path | None, typer.Option("--figure", help="Also draw the curve: .svg, .png or .pdf.")] = None,
    fail_on_leak: Annotated[
        bool, typer.Option("--fail-on-leak", help="Exit with 1 when the collection leaks.")
    ] = False,
    format: Annotated[str | None, typer.Option("--format", help="Format of the collection.")] = None,
    language: Annotated[str | None, typer.Option("--language", help="Only the items in this language.")] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Seed of whatever is drawn.")] = 0,
    interface: Annotated[str, typer.Option("--interface", help="Language of the verdict: en or fr.")] = "en",
    json: Json = False,
) -> None:
    """Choose by association, as paper 1 did, and say whether the collection leaks.

    Without a corpus the counts that the package carries are used.
    """
    if interface not in INTERFACES:
        raise InputError(f"the verdict has no language {interface!r}", todo="Write --interface fr or en.")
    settings = AuditSettings(
        measure=measure, smoothing=smoothing, within=Within(words=window), pairs=pairs,
        thresholds=None if continuous else THRESHOLDS, seed=seed,
        criteria=Criteria(margin=margin, level=level, leak=leak),
    )  # fmt: skip
    asked = load(collection, format=format, language=language)
    counts = _counts(asked, corpus or [], stream or [], settings)
    fit, unfit = confront(asked, pairs)
    if not fit:
        other = _shortcuts(asked, (), counts, embeddings, seed)
        print_without_test(asked.name, unfit, other, no_shape(len(unfit), interface), json=json)
        return
    with progress(f"auditing {asked.name}") as bar:
        found = run_audit(asked, counts, settings)
        bar(1, 3)
        varied = () if quick else variations(fit, counts, settings)
        bar(2, 3)
        other = () if quick else _shortcuts(asked, found.items, counts, embeddings, seed)
        bar(3, 3)
    if save_counts:
        _save(save_counts, counts, fit)
    if figure:
        _draw(found, figure, interface)
    report = Report(
        audit=found, variations=varied, shortcuts=other, suspects=suspects(found.items),
        decided=decided(found.items), doubts=doubtful_pairs(asked),
        sentences=sentences(found.verdict, found.growth, interface, found.verdict_without_names),
        lines=lines, within=settings.within,
        words=counts.words,
    )  # fmt: skip
    if json:
        print_json(document(report, counts))
    else:
        print_report(report, counts)
    if fail_on_leak and found.verdict.kind is VerdictKind.LEAKS:
        raise typer.Exit(1)


def _counts(collection: Collection, corpora: list[Path], inputs: list[str], settings: AuditSettings) -> Counts:
    """The counts to ask: the named corpora together, a stream counted now, or what the package carries."""
    if corpora and inputs:
        raise InputError("--corpus and --stream cannot be combined", todo="Name one of them.")
    if inputs:
        return _streamed(collection, inputs, settings)
    if corpora:
        if len({path.resolve() for path in corpora}) < len(corpora):
            raise InputError("a corpus is named twice, so its counts would be doubled", todo="Name each once.")
        return pooled([_opened(path) for path in corpora])
    if collection.language == "mul":
        raise InputError("the collection is in several languages", todo="Say which with --language, e.g. fr.")
    return shipped(collection.language)


def _opened(path: Path) -> Counts:
    if is_counts_file(path):
        return read_counts(path)
    from anaphor.corpus.index import open_index

    return open_index(path)


def _streamed(collection: Collection, inputs: list[str], settings: AuditSettings) -> Counts:
    """The counts of the collection's own words, in one pass over each input."""
    from anaphor.corpus.reading import open_corpus
    from anaphor.corpus.streaming import WINDOWS, count_targets

    fit, _ = confront(collection, settings.pairs)
    words = {unit: words_of([each for each in fit if each.unit is unit]) for unit in Unit}
    near = settings.within.words
    windows = WINDOWS if near is None or near in WINDOWS else (*WINDOWS, near)
    counted: list[Counts] = []
    for given in inputs:
        source = open_corpus([given])
        with progress(f"counting {Path(given).name}") as bar:
            counted.append(
                count_targets(
                    source, words[Unit.LEMMA], forms=words[Unit.FORM], language=collection.language, windows=windows,
                    name=Path(given).name, watch=partial(_moved, bar, source.bytes),
                )
            )  # fmt: skip
    return pooled(counted)


def _moved(bar: Callable[[int, int], None], total: int, done: int) -> None:
    bar(done, total)


def _shortcuts(
    collection: Collection, items: Sequence[ItemScore], counts: Counts, embeddings: Path | None, seed: int
) -> tuple[Shortcut, ...]:
    cases = cases_of(collection)
    made = shortcuts(cases, items, counts, seed)
    if embeddings is None:
        return made
    return (*made, embedding_shortcut(cases, read_embeddings(embeddings, cases), seed))


def _save(path: Path, counts: Counts, confrontations: Sequence[Confrontation]) -> None:
    asked = [(*pair, each.unit) for each in confrontations for pair in each.pairs]
    number = write_counts(path, counts, asked, WITHINS)
    say(f"{number:,} pairs are in {path}; it holds figures and no text.")


def _draw(found: Audit, path: Path, interface: str) -> None:
    from anaphor.report.audit_figures import audit_figure
    from anaphor.report.drawing import save

    save(audit_figure(found, interface=interface), path)
    say(f"figure drawn in {path}")
