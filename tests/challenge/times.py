"""Moments that the tests speak of."""

from datetime import UTC, datetime

NOW = datetime(2026, 11, 2, 12, 0, tzinfo=UTC)
"""When the test's challenge is made: it opens that day at 8:00 and closes on the 16th."""
AFTER_CLOSING = datetime(2026, 11, 16, 8, 0, tzinfo=UTC)
"""The very instant at which entries are late."""
