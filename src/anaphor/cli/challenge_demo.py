"""The challenge's part of `anaphor demo`: a rehearsal of two rounds with its site, stamped *simulated*."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

from anaphor.challenge import open_challenge, rehearse, verdict_text
from anaphor.challenge.judging import Judgement
from anaphor.cli.challenge_publish import write_site
from anaphor.cli.output import progress
from anaphor.report import strings
from anaphor.report.systems import challenge_section
from anaphor.section import Section
from anaphor.text import typeset

_WHEN = datetime(2026, 11, 2, 12, 0, tzinfo=UTC)
"""The rehearsal's dates do not depend on the day on which it is held, so that its report can be compared."""
_TITLES = {"en": "Rehearsal", "fr": "Répétition"}


def _site(folder: str, interface: str) -> str:
    """Where the site lies, seen from the report."""
    return f"{folder}/site/{'fr/' if interface == 'fr' else ''}index.html"


def hold(folder: Path, collection: str, title: str) -> Judgement:
    """The judgement of a rehearsed challenge on an embedded collection, left in a folder whole."""
    with progress("holding a challenge") as bar:
        bar(0, 1)
        return rehearse(folder, collection, _WHEN, title=title)


def challenge(collection: str, output: Path, interface: str) -> tuple[Section, str]:
    """A rehearsed challenge on an embedded collection, and its verdicts in short; its site is left in `output`."""
    folder = output / "challenge"
    if (folder / "challenge.toml").is_file():  # what an earlier demo left
        shutil.rmtree(folder)
    found = hold(folder, collection, _TITLES[interface])
    with open_challenge(folder) as held:
        write_site(held, folder / "site")
    verdicts = ", ".join(f"{each.name} ({verdict_text(each.verdict.value, interface)})" for each in found.entries)
    words = typeset(strings(interface)["demo_challenge"], interface)
    said = words.format(verdicts=verdicts, path=_site(folder.name, interface))
    return challenge_section(found, interface), said
