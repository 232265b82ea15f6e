"""`anaphor corpus`: index, shard, count, pairs, info."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, TypeVar

from anaphor import corpus
from anaphor.cli.command import Argument, Group, Shown, say
from anaphor.corpus import BuildSettings, CountSettings, IndexSettings, Lines, PairTableSettings, ShardSettings
from anaphor.parameters import Parameter
from anaphor.section import Section
from anaphor.text import text

app = Group("corpus")

Wanted = TypeVar("Wanted", bound=IndexSettings)

Inputs = Annotated[list[str], Argument("INPUT")]
IndexFolder = Annotated[Path, Argument("INDEX")]
FormerNewlines = Annotated[Lines | None, Parameter(hidden=True)]
"""How `--newlines` was called."""


@app.command()
def index(*, inputs: Inputs, settings: BuildSettings, lines: FormerNewlines = None, json: bool = False) -> Section:
    """Index a corpus. Started again after an interruption, it goes on where it stopped."""
    made = corpus.build.with_settings(inputs, _heard(settings, lines))
    if json:
        say(*made.notes)
    return made.section


@app.command()
def shard(*, inputs: Inputs, settings: ShardSettings, lines: FormerNewlines = None) -> Section:
    """Build one part of an index. For a job array, GNU parallel or make; when all parts are built, it is an index."""
    return corpus.shard.with_settings(inputs, _heard(settings, lines)).section


def _heard(settings: Wanted, lines: Lines | None) -> Wanted:
    """The settings of an index of which the user hears what was assumed."""
    return replace(settings, newlines=settings.newlines or lines, hear=say)


@app.command()
def count(
    *,
    index: IndexFolder,
    a: Annotated[str, Argument("A")],
    b: Annotated[str | None, Argument("B")] = None,
    settings: CountSettings,
    literal: bool = False,
) -> Section:
    """Count a word, or how often two words meet. Also how much they attract each other."""
    return corpus.open(index, literal=literal).count(a, b, **vars(settings)).section


@app.command()
def pairs(
    *,
    indexes: Annotated[list[Path], Argument("INDEX")],
    settings: PairTableSettings,
    json: bool = False,
) -> Section:
    """Make a table of pairs for authors."""
    section = corpus.pair_table.with_settings(indexes, settings).section
    if json:
        say(text("corpus-pairs-made", **section.document))
    return section


@app.command()
def info(index: IndexFolder, verify: bool = False) -> Shown:
    """Say what an index holds. With --verify, also whether its bytes are those that were written."""
    found = corpus.open(index, literal=True).info(verify=verify)
    return Shown(section=found.section, code=int(bool(found.damaged)))
