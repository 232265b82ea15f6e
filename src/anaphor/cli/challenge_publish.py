"""The static site of a challenge, written into a folder."""

from pathlib import Path

from anaphor.challenge import Challenge, make_folder
from anaphor.files import atomic_file
from anaphor.report.systems import site_files


def write_site(challenge: Challenge, output: Path, *, traces: bool = False, questions: bool = False) -> list[str]:
    """Write the site of a challenge; the paths of its files."""
    files = site_files(challenge, traces=traces, questions=questions)
    for name, data in files.items():
        make_folder((output / name).parent)
        with atomic_file(output / name) as file:
            file.write(data)
    return list(files)
