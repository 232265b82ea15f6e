"""How bytes become text. No library is loaded for these settings."""

from enum import StrEnum


class Errors(StrEnum):
    """What is done with bytes that are no text in the file's encoding."""

    STRICT = "strict"
    REPLACE = "replace"
