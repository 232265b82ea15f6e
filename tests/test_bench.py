"""The page of measurements is remade table by table."""

import re
import sys
from pathlib import Path

import pytest

import bench.__main__ as running
import bench.scoring
from bench.__main__ import PAGE, kept
from bench.scale_calibration import named_cases
from bench.table import Row, table_of

TEXTS = {path.stem: path.read_text("utf-8") for path in Path(running.__file__).parent.glob("[a-z]*.py")}
"""The benchmarks and what serves them."""


def test_a_table_takes_the_place_of_the_one_before() -> None:
    page = kept(kept("# P\n\ntext", "a", "| 1 |"), "b", "| 2 |")
    again = kept(page, "a", r"| \1 |")
    assert r"| \1 |" in again
    assert "| 1 |" not in again
    assert "| 2 |" in again
    assert again.startswith("# P\n\ntext\n")


def test_a_table_names_the_machine_and_what_was_promised() -> None:
    text = table_of("x", [{"work": "w", "ours": "1 s", "peer": "p 2 s", "ratio": 2.0, "wanted": 1.5}])
    assert "cores" in text
    assert "| w | 1 s | p 2 s | 2.00 × | ≥ 1.5 × |" in text


def test_every_bench_that_measures_is_on_the_page_and_no_other() -> None:
    named = re.findall(r"^\|.*`python -m bench (\w+)`", PAGE.read_text("utf-8"), re.MULTILINE)
    assert sorted(name for name, text in TEXTS.items() if _measures(text)) == sorted(named)


def test_the_page_shows_every_scale_that_is_simulated_however_it_comes_out() -> None:
    table = PAGE.read_text("utf-8").partition("<!-- bench scale_calibration -->")[2].partition("<!-- end -->")[0]
    shown = re.findall(r"^\| 95 % intervals, (.*?) \|", table, re.MULTILINE)
    assert shown == [name for name, _ in named_cases()]


def test_a_bench_is_run_with_the_others_or_serves_one_or_has_its_own_command_on_the_page() -> None:
    page = PAGE.read_text("utf-8")
    idle = [
        name
        for name in TEXTS
        if not _measures(TEXTS[name])
        and not any(re.search(rf"bench\.{name}\b", text) for other, text in TEXTS.items() if other != name)
        and f"python -m bench.{name}" not in page
    ]
    assert idle == []


def _measures(text: str) -> bool:
    return re.search(r"^def run\(", text, re.MULTILINE) is not None


@pytest.mark.parametrize("rows", [pytest.param(None, id="it fails"), pytest.param([], id="there is no data")])
def test_a_bench_without_a_table_keeps_the_old_one_and_is_named(
    rows: list[Row] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run() -> list[Row]:
        if rows is None:
            raise RuntimeError("broken")
        return rows

    page = tmp_path / "page.md"
    page.write_text(kept("# P", "scoring", "| old |"), "utf-8")
    monkeypatch.setattr(bench.scoring, "run", run)
    monkeypatch.setattr(running, "PAGE", page)
    monkeypatch.setattr(sys, "argv", ["bench", "--write", "scoring"])
    with pytest.raises(SystemExit, match="no table from: scoring"):
        running.main()
    assert "| old |" in page.read_text("utf-8")


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["scoring", "--help"]])
def test_help_is_printed_and_nothing_is_run(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(running, "_ran", _never_run)
    monkeypatch.setattr(sys, "argv", ["bench", *words])
    running.main()
    printed = capsys.readouterr().out
    assert printed.startswith("python -m bench")
    assert "audit_nulls" in printed


@pytest.mark.parametrize("words", [["--hepl"], ["audit_null"], ["scoring", "--wirte"], ["table"]])
def test_an_unknown_name_or_option_is_refused_in_a_sentence_and_nothing_is_run(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_ran", _never_run)
    monkeypatch.setattr(sys, "argv", ["bench", *words])
    with pytest.raises(SystemExit, match=f"^{words[-1]} is neither a table nor an option"):
        running.main()


def _never_run(name: str, *, write: bool) -> bool:
    raise AssertionError(f"{name} was run")
