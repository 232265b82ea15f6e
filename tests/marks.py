"""Which files can hold a test that `-m` chooses, told by their text: reading a file is quicker than importing it."""

import re
from itertools import combinations

_MARK = re.compile(r"\bmark\.(\w+)")
_MARKS_OF_THE_FILE = re.compile(r"^pytestmark = (?:\[.*?^\]|.*?$)", re.MULTILINE | re.DOTALL)


def may_be_chosen(expression: str, text: str) -> bool:
    """Whether a file of this text can hold a test whose marks fit the expression."""
    certain = {mark for statement in _MARKS_OF_THE_FILE.findall(text) for mark in _MARK.findall(statement)}
    named = set(re.findall(r"\w+", expression)) - {"and", "or", "not"}
    undecided = sorted(named & set(_MARK.findall(text)) - certain)
    code = compile(expression, "-m", "eval")
    return any(
        eval(code, {}, {mark: mark in certain or mark in others for mark in named})
        for count in range(len(undecided) + 1)
        for others in combinations(undecided, count)
    )
