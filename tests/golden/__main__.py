"""`python -m tests.golden --write`: write the golden files anew."""

from tests.golden.writing import main

main()
