"""A study as files that others read."""
