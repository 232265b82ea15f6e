"""oTree from the package index, in an environment of its own: the same question put to as many participants."""

import os
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import PathDistribution
from pathlib import Path

from bench.experiment_load import Load, drive, get, post_form

_ROUNDS = 60
_SETTINGS = """
SESSION_CONFIGS = [dict(name="bench", app_sequence=["ask"], num_demo_participants=1)]
SESSION_CONFIG_DEFAULTS = dict(real_world_currency_per_point=1.0, participation_fee=0.0)
PARTICIPANT_FIELDS = []
SESSION_FIELDS = []
LANGUAGE_CODE = "en"
REAL_WORLD_CURRENCY_CODE = "EUR"
USE_POINTS = True
ADMIN_USERNAME = "admin"
ADMIN_PASSWORD = "bench"
SECRET_KEY = "bench"
"""
_APP = f"""
from otree.api import *


class C(BaseConstants):
    NAME_IN_URL = "ask"
    PLAYERS_PER_GROUP = None
    NUM_ROUNDS = {_ROUNDS}


class Subsession(BaseSubsession):
    pass


class Group(BaseGroup):
    pass


class Player(BasePlayer):
    choice = models.IntegerField(choices=[0, 1])
    rt = models.FloatField()


class Ask(Page):
    form_model = "player"
    form_fields = ["choice", "rt"]


page_sequence = [Ask]
"""


def otree_load(folder: Path, people: int, seconds: float) -> tuple[str, Load, float]:
    """oTree's version, what the load generator saw of its answers, and the seconds that the server computed.

    An answer is a POST; the page that follows must be fetched before the next one, as a participant's browser does.
    """
    binaries = _installed(folder)
    project = _project(folder)
    environment = {**os.environ, "PATH": f"{binaries}:{os.environ['PATH']}", "OTREE_PRODUCTION": "1"}
    for words in (("resetdb", "--noinput"), ("create_session", "bench", str(people))):
        subprocess.run(["otree", *words], cwd=project, env=environment, check=True, capture_output=True, timeout=300)
    connection = sqlite3.connect(project / "db.sqlite3")
    codes = [row[0] for row in connection.execute("SELECT code FROM otree_participant")]
    connection.close()
    with _serving(project, environment) as (port, number):
        drive(port, [[get(f"/InitializeParticipant/{code}"), get(f"/p/{code}/ask/Ask/1")] for code in codes])
        lines = [[request for n in range(1, _ROUNDS) for request in _answer(code, n)] for code in codes]
        before = computed(number)
        load, _ = drive(port, lines, seconds)
        spent = computed(number) - before
    # Every second request was the page after an answer.
    answers = Load(
        seconds=load.seconds,
        times=[a + b for a, b in zip(load.times[::2], load.times[1::2], strict=False)],
        errors=load.errors,
    )
    return _version(binaries), answers, spent


def _answer(code: str, number: int) -> tuple[bytes, bytes]:
    form = post_form(f"/p/{code}/ask/Ask/{number}", "choice=1&rt=1234.5")
    return form, get(f"/p/{code}/ask/Ask/{number + 1}")


def computed(process: int) -> float:
    """Seconds of processor time that a process has taken so far."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _installed(folder: Path) -> Path:
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True, capture_output=True)
    pip = [str(folder / "venv/bin/pip"), "install", "--quiet", "--disable-pip-version-check", "otree"]
    subprocess.run(pip, check=True, capture_output=True, timeout=600)
    return folder / "venv" / "bin"


def _version(binaries: Path) -> str:
    found = next((binaries.parent / "lib").glob("python*/site-packages/otree-*.dist-info"))
    return PathDistribution(found).version


def _project(folder: Path) -> Path:
    project = folder / "project"
    for name in ("ask", "_static", "_templates"):
        (project / name).mkdir(parents=True)
    (project / "settings.py").write_text(_SETTINGS, "utf-8")
    (project / "ask" / "__init__.py").write_text(_APP, "utf-8")
    page = "{{ block content }}{{ formfields }}{{ next_button }}{{ endblock }}"
    (project / "ask" / "Ask.html").write_text(page, "utf-8")
    (project / "requirements.txt").touch()
    return project


@contextmanager
def _serving(project: Path, environment: dict[str, str]) -> Iterator[tuple[int, int]]:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = int(found.getsockname()[1])
    command = ["otree", "prodserver1of2", str(port)]
    with (project / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=project, env=environment, stdout=log, stderr=log)
    try:
        for _ in range(600):
            with suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5).close()
                break
            time.sleep(0.1)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(30)
