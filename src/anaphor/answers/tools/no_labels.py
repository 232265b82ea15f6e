"""Files that look like labels and are none: logs of programs that evaluate models, and our own table of consensus."""

from collections.abc import Iterable, Mapping

from anaphor.answers import vocabulary
from anaphor.answers.labelling import LabelSettings
from anaphor.answers.opening import LabelFile

_LOGS: Mapping[str, tuple[frozenset[str], ...]] = {
    "lm-evaluation-harness": (frozenset({"doc_id", "doc"}),),
    "Inspect": (frozenset({"version", "status", "eval"}),),
    "Every Eval Ever": (frozenset({"evaluation_id", "sample_id", "answer_attribution"}),),
    "HELM": (frozenset({"instance_id", "predicted_text"}), frozenset({"instance_id", "stats"})),
}
"""By program, what the first record of its log has; `anaphor score` and `anaphor compare --outcomes` read these."""
_PROMPTFOO = (frozenset({"evalId", "results"}), frozenset({"promptIdx", "testIdx"}))
"""Keys of promptfoo's results, whole or line by line; no command reads them."""
_CONSENSUS = frozenset({"majority", "dawid_skene"})
"""Columns of what `agreement consensus` writes."""


def refuse_no_labels(file: LabelFile, names: Iterable[str], settings: LabelSettings) -> None:
    """Refuse a file whose first record or columns say that it has no annotators' labels, unless columns are named."""
    if settings.names_columns or settings.layout is not None:
        return
    known = set(names)
    if known >= _CONSENSUS:
        raise file.error("labels-consensus")
    figure = next((name for name in known if vocabulary.says_coefficient(name)), None)
    if figure is not None and not known & {"alpha", "beta"}:  # letters of the alphabet may be names
        raise file.error("labels-figures", name=figure)
    if any(known >= each for each in _PROMPTFOO):
        raise file.error("labels-unread-log", program="promptfoo")
    program = next((name for name, marks in _LOGS.items() if any(known >= each for each in marks)), None)
    if program is not None:
        raise file.error("labels-log", program=program)
