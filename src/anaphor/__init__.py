"""anaphor: write, audit and evaluate Winograd schemas, and the human judgements that validate them.

>>> import anaphor
>>> collection = anaphor.load("anaphor-fr")
>>> collection.language
'fr'
"""

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import lazy_loader

RESULTS_SHOWN_BY = "anaphor.report.results"
"""The module that shows results: named here, since no record knows of the report that shows it."""
_found, _names, __all__ = lazy_loader.attach_stub(__name__, __file__)
__all__ += ["__version__"]


def __getattr__(name: str) -> Any:
    """Public names are imported when they are first used, and the version is looked up when it is asked for."""
    if name == "__version__":
        from importlib.metadata import version

        globals()[name] = version("anaphor")
        return globals()[name]
    if name == "Signature":  # offered here by version 0.1
        return import_module("anaphor.provenance").Signature
    return _found(name)


def __dir__() -> list[str]:
    return [*_names(), "__version__"]


_MOVED = {
    "anaphor.agreement.labels": "anaphor.answers",
    "anaphor.challenge.rehearsal": "anaphor.challenge",
    "anaphor.collection.editing": "anaphor.collection.changes.editing",
    "anaphor.collection.format": "anaphor.collection.protocol",
    "anaphor.collection.format_native": "anaphor.collection.formats.native",
    "anaphor.corpus.cutting": "anaphor.corpus.sources.protocol",
    "anaphor.corpus.reader_format": "anaphor.corpus.sources.protocol",
    "anaphor.corpus.reading": "anaphor.corpus.sources.reading",
    "anaphor.corpus.text": "anaphor.corpus.sources.protocol",
    "anaphor.experiment.importing": "anaphor.answers",
    "anaphor.linguistics": "anaphor.language",
    "anaphor.linguistics.english": "anaphor.language.english.language",
    "anaphor.linguistics.french": "anaphor.language.french.language",
    "anaphor.linguistics.heads": "anaphor.language",
    "anaphor.linguistics.language": "anaphor.language.protocol",
    "anaphor.linguistics.pairs": "anaphor.language",
    "anaphor.linguistics.substitution": "anaphor.language.substitution",
    "anaphor.resolver.choosing": "anaphor.resolver.protocol",
    "anaphor.resolver.run_file": "anaphor.answers.run_file",
    "anaphor.resolver.stored": "anaphor.answers",
}
"""Where the modules are now that plug-ins written for version 0.1 import."""
_RENAMED = {"Tally": "ReadingTally"}
"""Names in them that have changed."""


class _Moved:
    """Finds modules under the names that they had in version 0.1.

    Plug-ins written then import sixteen of them. One table here is less to keep than sixteen files in their old folders
    that only hand names on.
    """

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The place of a module that has moved."""
        return ModuleSpec(fullname, self, is_package=fullname == "anaphor.linguistics") if fullname in _MOVED else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """A module that hands on what the moved one has."""
        moved = import_module(_MOVED[spec.name])
        found = ModuleType(spec.name, moved.__doc__)
        found.__getattr__ = lambda name: getattr(moved, _RENAMED.get(name, name))
        return found

    def exec_module(self, module: ModuleType) -> None:
        """Nothing more: everything is in the moved module."""


sys.meta_path.insert(0, _Moved())
