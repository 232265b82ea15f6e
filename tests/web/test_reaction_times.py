"""Reaction times injected through the browser's own protocol come out as they went in, on an idle and on a busy page.

The key event bears the time at which it is said to have happened, as one of a real keyboard does. When the sentence was
on the screen is asked of the browser's Element Timing, which the page itself does not use.
"""

import random
import statistics
import time
from pathlib import Path

import pytest
from sqlalchemy import select

from anaphor.experiment import open_store
from anaphor.experiment.study.tables import ANSWERS
from anaphor.files import reading
from tests.experiment.specimens import design
from tests.looking import CHROMIUM
from tests.pace import in_time
from tests.web.served import served
from tests.web.visiting import Visit, patient_chromium

pytestmark = [
    pytest.mark.waiting,
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed: no reaction time was measured"),
]

BUSY = "setInterval(() => { const end = performance.now() + 40; while (performance.now() < end); }, 60);"
WATCH = """
window.painted = {};
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) window.painted[each.identifier] = each.renderTime || each.startTime;
}).observe({ type: "element", buffered: true });
new MutationObserver(() => {
  const sentence = document.querySelector(".sentence:not([elementtiming])");
  if (sentence) sentence.setAttribute("elementtiming", document.querySelector("h1").textContent.match(/\\d+/)[0]);
}).observe(document, { childList: true, subtree: true });
"""


@pytest.mark.parametrize(
    "busy", [pytest.param(False, id="idle", marks=pytest.mark.long), pytest.param(True, id="busy")]
)
def test_measured_times_are_the_injected_ones(tmp_path: Path, busy: bool) -> None:
    store = open_store(str(tmp_path / "s.db"), design(20))
    rng = random.Random(1)
    injected: dict[str, float] = {}
    with served(store) as address, patient_chromium(whole=True) as browser:
        context = browser.new_context()
        page = context.new_page()
        page.add_init_script(WATCH + (BUSY if busy else ""))
        visit = Visit(page, f"{address}/s/{store.design.name}").open().agree()
        protocol = context.new_cdp_session(page)
        origin = float(page.evaluate("performance.timeOrigin"))
        while visit.come_to_trial():
            number = visit.number()
            at = time.time() + rng.uniform(0.15, 0.4)
            time.sleep(max(0.0, at - time.time()))
            key = {"key": "f", "timestamp": at}
            protocol.send("Input.dispatchKeyEvent", {"type": "keyDown", "text": "f", **key})
            protocol.send("Input.dispatchKeyEvent", {"type": "keyUp", **key})
            injected[number] = at * 1000 - origin
            page.locator(f'main[data-ready="{number}"]').wait_for(state="detached")
        painted: dict[str, float] = page.evaluate("window.painted")
    with reading(store.engine) as connection:
        measured = connection.execute(select(ANSWERS.c.rt_ms).order_by(ANSWERS.c.onset_ms)).scalars().all()
    store.engine.dispose()
    errors = [rt - (injected[str(n)] - painted[str(n)]) for n, rt in enumerate(measured, 1) if painted.get(str(n))]
    assert len(errors) >= 15
    assert in_time(abs(statistics.mean(errors)), 20), errors
    assert in_time(statistics.stdev(errors), 30), errors
