from .documents import judgement_document as judgement_document
from .evidence import Evidence as Evidence
from .evidence import verify as verify
from .evidence import verify_file as verify_file
from .publication import EVIDENCE as EVIDENCE
from .publication import head_of as head_of
from .publication import journal_part as journal_part
from .publication import pieces as pieces
