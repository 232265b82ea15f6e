"""A study as it is kept: its database, its records, its file, copies of it."""
