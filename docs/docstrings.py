"""Examples in docstrings become blocks of code in the reference: to Markdown `>>>` would be a threefold quotation."""

import re
from typing import Any

import griffe

_EXAMPLES = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.M | re.S)


class Examples(griffe.Extension):
    """Sets the examples of every docstring apart."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite what an object says of itself, as soon as it is read."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """A docstring whose examples stand in blocks of code.

    >>> fenced("One.\\n\\n>>> 1 + 1\\n2\\n\\nTwo.").splitlines()
    ['One.', '', '```pycon', '>>> 1 + 1', '2', '```', '', 'Two.']
    """
    return _EXAMPLES.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```", text)
