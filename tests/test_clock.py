"""A clock that has jumped is doubted until it has gone on for days; one that goes on is trusted."""

from hypothesis import given
from hypothesis import strategies as st

from anaphor.clock import PLAUSIBLE_S, SURE_DAYS, ClockRecord, far_after

DAY = 86_400.0
NOW = 1_800_000_000.0
AHEAD = NOW + 3 * 365 * DAY


def test_a_clock_that_goes_on_is_trusted() -> None:
    record = ClockRecord(trusted=NOW)
    for number in range(400):
        record = record.looked(NOW + number * DAY)
        assert record.doubted is None
    assert record.trusted == NOW + 399 * DAY


def test_a_clock_years_ahead_is_doubted_however_often_one_looks_on_a_day() -> None:
    record = ClockRecord(trusted=NOW)
    for number in range(500):
        record = record.looked(AHEAD + number)
        assert (record.doubted, record.trusted) == (AHEAD + number, NOW)


def test_put_right_again_it_is_trusted_at_once() -> None:
    record = ClockRecord(trusted=NOW).looked(AHEAD).looked(NOW + DAY)
    assert (record.trusted, record.doubted, record.days) == (NOW + DAY, None, 0)


def test_a_doubted_clock_that_has_gone_on_for_days_is_trusted() -> None:
    record = ClockRecord(trusted=NOW)
    for number in range(SURE_DAYS - 1):
        record = record.looked(AHEAD + number * DAY)
        assert record.doubted is not None
    assert record.looked(AHEAD + SURE_DAYS * DAY).doubted is None


def test_a_clock_that_jumps_again_and_again_is_never_trusted() -> None:
    record = ClockRecord(trusted=NOW)
    for number in range(1, 50):
        record = record.looked(NOW + number * 2 * PLAUSIBLE_S)
        assert record.doubted is not None


def test_a_clock_that_was_put_back_changes_nothing() -> None:
    record = ClockRecord(trusted=NOW).looked(NOW - 1000 * DAY)
    assert (record.trusted, record.doubted) == (NOW, None)


@given(st.lists(st.floats(0, 4e9), max_size=30))
def test_what_is_trusted_never_jumps_without_days_of_doubt(looks: list[float]) -> None:
    record = ClockRecord(trusted=NOW)
    for now in looks:
        after = record.looked(now)
        assert after.trusted >= min(record.trusted, now)
        assert record.trusted - after.trusted <= PLAUSIBLE_S
        assert after.trusted - record.trusted <= PLAUSIBLE_S or record.days >= SURE_DAYS - 1
        record = ClockRecord.read(after.text())
        assert record == after


def test_starts_somewhat_ahead_do_not_add_up() -> None:
    """A machine whose clock is put right in between has gone nowhere; one that is far behind says nothing."""
    record = ClockRecord(trusted=NOW)
    for ahead in (25, 50, 75):
        after = record.looked(NOW + ahead * DAY)
        assert (after.doubted is None) == (ahead <= 30)
        record = after.looked(NOW)
        assert (record.trusted, record.doubted) == (NOW, None)
    assert ClockRecord(trusted=NOW + 25 * DAY).looked(NOW).looked(NOW + 31 * DAY).doubted == NOW + 31 * DAY
    assert record.looked(0.0).looked(NOW + DAY).doubted is None


def test_only_what_was_recorded_before_counts() -> None:
    assert far_after(NOW, []) is None
    assert far_after(NOW, [AHEAD]) is None
    assert far_after(NOW, [NOW - DAY, AHEAD]) is None
    assert far_after(NOW, [NOW - 2 * PLAUSIBLE_S, AHEAD]) == NOW - 2 * PLAUSIBLE_S
