from .evidence import Evidence as Evidence
from .evidence import verify_path as verify_path
from .publication import EVIDENCE as EVIDENCE
from .publication import Publication as Publication
from .publication import judgement_document as judgement_document
from .publication import publish as publish
from .publication import run_document as run_document
from .publication import write_files as write_files
