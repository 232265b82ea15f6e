"""The audit in one call: what is audited, the corpus or the stream that is asked, and rules of the user's own."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anaphor.audit.association.confrontation import (
    THRESHOLDS,
    AuditSettings,
    Criteria,
    PairSource,
    ShortcutRule,
    confront,
)
from anaphor.audit.auditing import Audit, Watch, audit_collection
from anaphor.audit.case import cases_of, language_of
from anaphor.audit.settings import AuditRunSettings
from anaphor.collection import LoadSettings, load, other_language
from anaphor.corpus import (
    Counts,
    ReadingSettings,
    TextInputs,
    TextReading,
    Unit,
    Within,
    files_of,
    pooled,
    settings_of,
    text_source,
)
from anaphor.errors import InputError, member_of, whole_numbers
from anaphor.files import MemoryTable
from anaphor.language import asked_as, candidate_lemmas
from anaphor.parameters import act, group_of
from anaphor.progress import progress
from anaphor.schema import Collection
from anaphor.text import choice, is_known, message, text

if TYPE_CHECKING:
    pass


@act(AuditRunSettings)
def run(collection: Collection | str | Path | MemoryTable, settings: AuditRunSettings) -> Audit:
    """Whether simple statistics give the answers of a collection away: the test, the verdict, what to look at.

    The collection is a path, a name of the catalogue, one that was loaded, or a table in memory; `format`, `language`,
    `columns` and the like are those of `load`. What is counted: a `corpus` (the path of an index or of a file of
    counts, or one that was opened; several are counted as one), or a `stream` of text that is read once (`column`,
    `field` and `newlines` say how); without either, what the package carries, and then its table of frequent pairs
    gives hints.

    `measure` is a measure of association by name or a function of a `PairCount`, `smoothing` is added to each cell,
    `window` has words stand within so many of each other, `pairs` says where the pairs of words come from, and
    `continuous` gives a row to every lead. Set before looking: Google-proof is a réussite below `margin`, at this
    `level`; the power is told for a `leak` of this size.

    `shortcuts` are rules of your own, functions of a `Question` (see `ShortcutRule`), tested with the others;
    `embeddings` are items × dimensions for the adversarial filter. `quick` leaves out all shortcuts but your own, and
    the test with other windows, measures and parts of the corpus, which `robustness` alone also governs. `lines` are
    kept for each pair, `seed` is that of everything drawn.

    >>> found = run("anaphor-fr", quick=True)
    >>> found.test.verdict.kind.value, found.leaks
    ('undecided', False)
    """
    corpus, stream, embeddings = settings.corpus, settings.stream, settings.embeddings
    whole_numbers(window=settings.window, lines=settings.lines, seed=settings.seed)
    how = AuditSettings(
        measure=settings.measure,
        smoothing=settings.smoothing,
        within=Within(words=settings.window),
        pairs=member_of(PairSource, settings.pairs, "pairs"),
        thresholds=None if settings.continuous else THRESHOLDS,
        seed=settings.seed,
        criteria=Criteria(margin=settings.margin, level=settings.level, leak=settings.leak),
        shortcuts=not settings.quick,
        own_shortcuts=rules_by_name(settings.shortcuts),
        robustness=settings.robustness and not settings.quick,
        embeddings=Path(embeddings) if isinstance(embeddings, str) else embeddings,
        lines=settings.lines,
    )
    asked = load(collection, **group_of(LoadSettings, settings))
    reading = settings_of(TextReading(column=settings.column, field=settings.field, newlines=settings.newlines))
    if corpus is not None and stream is not None:
        raise InputError("audit-corpus-and-stream")
    if stream is None and reading != ReadingSettings():
        raise InputError("audit-no-stream")
    counts = None
    if corpus is not None:
        from anaphor.corpus import counts_for  # with what reads an index

        counts = counts_for(asked.language, corpus)
    if stream is not None and asked.language != "mul":
        with progress(text("audit-progress-counting", name=asked.name)) as bar:
            counts = count_stream(asked, stream, reading, how, bar)
    looks = other_language(asked)
    doubt = [message("audit-doubtful-language", language=asked.language, looks=looks)] if looks else []
    with progress(text("audit-progress", name=asked.name)) as bar:
        return replace(audit_collection(asked, counts, how, bar), notes=tuple(doubt))


def rules_by_name(rules: Sequence[ShortcutRule] | Mapping[str, ShortcutRule]) -> Mapping[str, ShortcutRule]:
    """Shortcuts of one's own by their names, which are those of their functions unless said."""
    if isinstance(rules, Mapping):
        listed = [(str(name), rule) for name, rule in rules.items()]
    else:
        several: Any = rules  # users may give one rule, or something that is none
        given = list(rules) if isinstance(several, Sequence) and not isinstance(several, str) else [several]
        listed = [(str(getattr(rule, "__name__", type(rule).__name__)), rule) for rule in given]
    for place, (name, rule) in enumerate(listed):
        if not callable(rule):
            raise InputError("audit-shortcut-no-function", name=repr(rule))
        if name in [each for each, _ in listed[:place]] or is_known(choice("audit-shortcut", name).code):
            raise InputError("audit-shortcut-twice", name=name)
    return dict(listed)


def count_stream(
    collection: Collection, inputs: TextInputs, reading: ReadingSettings, how: AuditSettings, watch: Watch
) -> Counts:
    """The counts of the collection's own words, in one pass over each input: what an index of each would give."""
    from anaphor.corpus import (
        WINDOWS,
        count_targets,  # with what compiles them
    )

    apart = [inputs] if isinstance(inputs, str | PathLike) or not isinstance(inputs, list | tuple) else inputs
    seen: set[Path] = set()
    paths = [str(each) for each in apart if isinstance(each, str | PathLike)]
    for file in (Path(each) for given in paths for each in files_of([given])):  # a folder, and a file in it
        if file.resolve() in seen:
            raise InputError("audit-named-twice", where=file)
        seen.add(file.resolve())
    # Asked for are the words of the pairs, and the heads of all candidates.
    asked: dict[Unit, set[str]] = {unit: set() for unit in Unit}
    for each in confront(collection, how.pairs)[0]:
        asked[each.unit].update(word for pair in each.pairs for word in pair if each.refused is None)
    heads = (
        asked_as(language, lemma) or ""
        for case in cases_of(collection)
        if (language := language_of(case.question)) is not None
        for lemma in candidate_lemmas(language, case.question)
    )
    lemmas = dict.fromkeys([*sorted(asked[Unit.LEMMA]), *(word for word in heads if any(map(str.isalnum, word)))])
    near = how.within.words
    counted: list[Counts] = []
    for given in apart:
        name = Path(given).name if isinstance(given, str | PathLike) else "stream"
        with text_source(given, reading) as (_, source):
            looks = source.looks_like().code
            if looks not in (None, collection.language) and collection.language != "mul":
                told: dict[str, Any] = {"collection": collection.name, "language": collection.language, "corpus": name}
                raise InputError("audit-other-language", **told, other=str(looks))
            counted.append(
                count_targets(
                    source,
                    list(lemmas),
                    forms=sorted(asked[Unit.FORM]),
                    language=collection.language,
                    windows=WINDOWS if near is None or near in WINDOWS else (*WINDOWS, near),
                    name=name,
                    progress=watch,
                )
            )
    return pooled(counted)
