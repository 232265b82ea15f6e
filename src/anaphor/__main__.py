"""`python -m anaphor` is `anaphor`."""

from anaphor.cli.main import main

main()
