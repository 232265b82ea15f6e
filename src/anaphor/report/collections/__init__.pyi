from .audit import audit_section as audit_section
from .collection import findings_section as findings_section
from .collection import reading_section as reading_section
from .collection import readings_section as readings_section
from .collection import selection_section as selection_section
from .figures import audit_figure as audit_figure
