"""Plain storage that knows no schema: atomic files, JSON lines."""
