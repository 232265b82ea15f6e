from .parts import audit_part as audit_part
from .parts import challenge_part as challenge_part
from .parts import collection_part as collection_part
from .parts import labels_part as labels_part
from .parts import runs_parts as runs_parts
from .parts import study_part as study_part
