"""`anaphor audit`: do simple statistics give the answers of a collection away?"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from anaphor.audit import (
    INTERFACES,
    THRESHOLDS,
    Audit,
    AuditSettings,
    Confrontation,
    Criteria,
    Hint,
    ItemScore,
    PairSource,
    VerdictKind,
    cases_of,
    confront,
    decided,
    doubtful_pairs,
    hints,
    language_of,
    no_shape,
    sentences,
    signature,
    suspects,
    variations,
    word,
    words_of,
)
from anaphor.audit import audit as run_audit
from anaphor.audit.shortcuts import Shortcut, beyond_chance, embedding_shortcut, read_embeddings, shortcuts
from anaphor.cli.audit_output import Report, document, pair_lines
from anaphor.cli.audit_page import print_report
from anaphor.cli.corpus_counts import counts_for
from anaphor.cli.output import Json, print_json, progress, say
from anaphor.cli.reporting import Html, check_ending
from anaphor.collection import load
from anaphor.collection.checks import other_language
from anaphor.corpus import WITHINS, Counts, Unit, Within, shipped_for_authors, write_counts
from anaphor.corpus.index import pooled
from anaphor.corpus.sources import Lines, ReadingSettings
from anaphor.errors import InputError, Place
from anaphor.language import candidate_lemmas
from anaphor.report.sections import audit_section, shortcuts_section
from anaphor.schema import Collection
from anaphor.section import Section


def audit(
    collection: Annotated[str, typer.Argument(metavar="PATH_OR_NAME")],
    corpus: Annotated[
        list[Path] | None,
        typer.Option("--corpus"),
    ] = None,
    stream: Annotated[
        list[str] | None,
        typer.Option("--stream"),
    ] = None,
    measure: Annotated[str, typer.Option("--measure")] = "mi",
    smoothing: Annotated[float, typer.Option("--smoothing")] = 0.0,
    window: Annotated[int | None, typer.Option("--window", min=1)] = None,
    pairs: Annotated[PairSource, typer.Option("--pairs")] = PairSource.AUTO,
    continuous: Annotated[bool, typer.Option("--continuous")] = False,
    margin: Annotated[float, typer.Option("--margin")] = Criteria().margin,
    level: Annotated[float, typer.Option("--level")] = Criteria().level,
    leak: Annotated[float, typer.Option("--leak")] = Criteria().leak,
    lines: Annotated[int, typer.Option("--lines", min=0, max=100)] = 5,
    embeddings: Annotated[Path | None, typer.Option("--embeddings")] = None,
    quick: Annotated[bool, typer.Option("--quick")] = False,
    save_counts: Annotated[Path | None, typer.Option("--save-counts")] = None,
    figure: Annotated[Path | None, typer.Option("--figure")] = None,
    fail_on_leak: Annotated[
        bool,
        typer.Option(
            "--fail-on-leak",
        ),
    ] = False,
    format: Annotated[str | None, typer.Option("--format")] = None,
    language: Annotated[str | None, typer.Option("--language")] = None,
    seed: Annotated[int, typer.Option("--seed", min=0)] = 0,
    column: Annotated[str | None, typer.Option("--column")] = None,
    field: Annotated[str | None, typer.Option("--field")] = None,
    newlines: Annotated[
        Lines | None,
        typer.Option("--newlines"),
    ] = None,
    interface: Annotated[str, typer.Option("--interface")] = "en",
    html: Html = None,
    json: Json = False,
) -> None:
    """Say whether simple counts give the answers away. Chooses by association, as paper 1 did.

    Without a corpus the counts that the package carries are used.
    """
    if interface not in INTERFACES:
        raise InputError(f"the verdict has no language {interface!r}", todo="Write --interface fr or en.")
    if html:
        check_ending(html)
    settings = AuditSettings(
        measure=measure,
        smoothing=smoothing,
        within=Within(words=window),
        pairs=pairs,
        thresholds=None if continuous else THRESHOLDS,
        seed=seed,
        criteria=Criteria(margin=margin, level=level, leak=leak),
    )
    asked = load(collection, format=format, language=language)
    if looks := other_language(asked):
        say(word("doubtful_language", interface, language=asked.language, looks=looks))
    reading = ReadingSettings(column=column, field=field, lines=newlines)
    counts = _counts(asked, corpus or [], stream or [], reading, settings)
    fit, unfit = confront(asked, pairs)
    with progress(f"auditing {asked.name}") as bar:
        found = run_audit(asked, counts, settings) if fit else None
        bar(1, 3)
        varied = variations(fit, counts, settings) if fit and not quick else ()
        bar(2, 3)
        other = () if quick else _shortcuts(asked, found.items if found else (), counts, embeddings, seed)
        bar(3, 3)
    looked = _hints(asked, found) if found and not corpus and not stream else ()
    said = (*_said(found, len(unfit), interface), *beyond_chance(other, level, interface))
    signed = str(signature(asked, counts, settings))
    if save_counts:
        _save(save_counts, counts, fit, interface)
    if figure:
        _draw(found, figure, interface)
    if html:
        behind = pair_lines(found, counts, lines, settings.within) if found else ()
        section = (
            audit_section(found, shortcuts=other, lines=behind, hints=looked, interface=interface)
            if found
            else shortcuts_section(asked.name, said, shortcuts=other, signature=signed, interface=interface)
        )
        _write_page(section, html, asked.title or asked.name, interface)
    report = Report(
        collection=asked.name,
        corpus=counts.name,
        words=counts.words,
        audit=found,
        unfit=unfit,
        variations=varied,
        shortcuts=other,
        suspects=suspects(found.items, interface) if found else (),
        decided=decided(found.items) if found else 0,
        doubts=doubtful_pairs(asked, interface),
        sentences=said,
        lines=lines,
        within=settings.within,
        criteria=settings.criteria,
        interface=interface,
        signature=signed,
        hints=looked,
    )
    if json:
        print_json(document(report, counts))
    else:
        print_report(report, counts)
    if fail_on_leak and found and found.verdict.kind is VerdictKind.LEAKS:
        raise typer.Exit(1)


def _hints(collection: Collection, found: Audit) -> tuple[Hint, ...]:
    """What the table of pairs that the package carries would clearly solve."""
    return hints(collection, found.items, shipped_for_authors(collection.language))


def _write_page(section: Section, path: Path, collection: str, interface: str) -> None:
    from anaphor.cli.reporting import write_report
    from anaphor.report import titled
    from anaphor.section import Report as Page

    title = titled("audit_of", collection, interface)
    write_report(Page(title=title, interface=interface, sections=(section,)), path, made="anaphor audit")


def _said(found: Audit | None, items: int, interface: str) -> tuple[str, ...]:
    """The verdict in words."""
    if found is None:
        return (no_shape(items, interface),)
    return sentences(found.verdict, found.growth, interface, found.verdict_without_names)


def _counts(
    collection: Collection, corpora: list[Path], inputs: list[str], reading: ReadingSettings, settings: AuditSettings
) -> Counts:
    """The counts to ask: the named corpora together, a stream counted now, or what the package carries."""
    if corpora and inputs:
        raise InputError("--corpus and --stream cannot be combined", todo="Name one of them.")
    if not inputs and reading != ReadingSettings():
        raise InputError("--column, --field and --newlines say how a stream is read", todo="Name one with --stream.")
    if inputs and collection.language != "mul":
        return _streamed(collection, inputs, reading, settings)
    return counts_for(collection, corpora)


def _streamed(collection: Collection, inputs: list[str], reading: ReadingSettings, settings: AuditSettings) -> Counts:
    """The counts of the collection's own words, in one pass over each input: what an index of each would give."""
    from anaphor.corpus import WINDOWS, count_targets
    from anaphor.corpus.sources import open_corpus

    _refuse_twice(inputs)
    lemmas, forms = _words(collection, settings.pairs)
    near = settings.within.words
    windows = WINDOWS if near is None or near in WINDOWS else (*WINDOWS, near)
    counted: list[Counts] = []
    for given in inputs:
        source = open_corpus([given], reading)
        with progress(f"counting {Path(given).name}") as bar:
            counted.append(
                count_targets(
                    source,
                    lemmas,
                    forms=forms,
                    language=collection.language,
                    windows=windows,
                    name=Path(given).name,
                    watch=partial(_moved, bar, source.bytes),
                )
            )
    return pooled(counted)


def _refuse_twice(inputs: list[str]) -> None:
    """Refuse a file that two inputs lead to: a folder, say, and a file in it."""
    from anaphor.corpus.sources import files_of

    seen: dict[Path, str] = {}
    for given in inputs:
        for file in files_of([given]):
            if Path(file).resolve() in seen:
                raise InputError(
                    "this text is named twice, so its counts would be doubled",
                    where=Place(file=file),
                    todo="Name each file once.",
                )
            seen[Path(file).resolve()] = given


def _words(collection: Collection, pairs: PairSource) -> tuple[list[str], list[str]]:
    """The lemmas and the forms that the audit will ask for: those of the pairs, and the heads of all candidates."""
    fit, _ = confront(collection, pairs)
    asked = {unit: words_of([each for each in fit if each.unit is unit]) for unit in Unit}
    heads = (
        lemma
        for case in cases_of(collection)
        if (language := language_of(case.question)) is not None
        for lemma in candidate_lemmas(language, case.question)
    )
    countable = (word for word in heads if any(map(str.isalnum, word)))
    return list(dict.fromkeys([*asked[Unit.LEMMA], *countable])), list(asked[Unit.FORM])


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


def _save(path: Path, counts: Counts, confrontations: Sequence[Confrontation], interface: str) -> None:
    if not confrontations:
        say(word("no_counts", interface))
        return
    asked = [(*pair, each.unit) for each in confrontations for pair in each.pairs]
    number = write_counts(path, counts, asked, WITHINS)
    say(f"{number:,} pairs are in {path}; it holds figures and no text.")


def _draw(found: Audit | None, path: Path, interface: str) -> None:
    if found is None:
        say(word("no_figure", interface))
        return
    from anaphor.report import save
    from anaphor.report.figures import audit_figure

    save(audit_figure(found, interface=interface), path)
    say(f"figure drawn in {path}")
