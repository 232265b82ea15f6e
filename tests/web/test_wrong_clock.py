"""A server that starts under a wrong clock deletes nothing, and says so once."""

import asyncio
import json
import logging
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from anaphor.experiment import Newcomer, Store, keep_retention, open_store
from anaphor.experiment.study.tables import RECRUITS, count_rows
from anaphor.files import reading
from anaphor.web.serving import JsonLines
from anaphor.web.study import app as web_app
from tests.experiment.specimens import design
from tests.experiment.visiting import consent, start

pytestmark = pytest.mark.waiting

NOW = 1_800_000_000.0


def test_one_start_three_years_ahead_leaves_the_recruits_and_warns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = open_store(str(tmp_path / "s.db"), replace(design(), retention="2027-06-30"))
    place = start(store, Newcomer(person="ada"), NOW)
    consent(store, place.token, store.design.consent_hash, {"adult": True, "native": True}, NOW)
    # The machine's own clock is not ours to set: the app is told another.
    monkeypatch.setattr(web_app, "time", SimpleNamespace(time=lambda: NOW + 3 * 365 * 86_400))
    monkeypatch.setattr(web_app, "_LOOK_AGAIN_S", 0.001)
    cleaned = list[float]()

    def counted(kept: Store, now: float) -> object:
        done = keep_retention(kept, now)
        cleaned.append(now)
        return done

    monkeypatch.setattr(web_app, "keep_retention", counted)
    log = logging.getLogger("anaphor.web")
    monkeypatch.setattr(log, "propagate", False)
    log.addHandler(caplog.handler)

    async def live() -> None:
        app = web_app.create_app(store)
        async with web_app._living(app):
            for _ in range(6000):  # the identities are looked over three times
                if len(cleaned) > 2:
                    break
                await asyncio.sleep(0.01)

    try:
        asyncio.run(live())
    finally:
        log.removeHandler(caplog.handler)
    store = open_store(str(tmp_path / "s.db"))
    assert len(cleaned) > 2
    with reading(store.engine) as connection:
        assert count_rows(connection, RECRUITS) == 1
    store.engine.dispose()
    lines = [json.loads(JsonLines().format(record)) for record in caplog.records]
    warnings = [line for line in lines if line["event"] == "clock doubted"]
    assert len(warnings) == 1
    assert "nothing is deleted by date" in warnings[0]["why"]
