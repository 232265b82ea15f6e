"""The place of files that can be had again."""

import os
from pathlib import Path


def cache_folder(part: str) -> Path:
    """Where files are kept that can be had again: in `ANAPHOR_CACHE`, or the user's cache folder."""
    from platformdirs import user_cache_path

    chosen = os.environ.get("ANAPHOR_CACHE")
    return (Path(chosen) if chosen else user_cache_path("anaphor")) / part
