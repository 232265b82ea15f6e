from .figures.drawing import save as save
from .writing import section as section
from .writing import write as write

# isort: split
# For the other packages of anaphor: not in the reference for users.
from .figures.agreement import curve_figure as curve_figure
from .figures.agreement import paper_figures as paper_figures
from .figures.audit import audit_figure as audit_figure
from .figures.experiment import items_figure as items_figure
from .figures.scoring import calibration_figure as calibration_figure
from .figures.scoring import risk_figure as risk_figure
from .figures.scoring import scores_figure as scores_figure
from .html.environment import new_environment as new_environment
from .html.page import section_piece as section_piece
from .project import audit_part as audit_part
from .project import collection_part as collection_part
from .project import labels_part as labels_part
from .project import runs_parts as runs_parts
from .project import study_part as study_part
from .sections.scale import wright_map as wright_map
from .sections.scoring import scores_report as scores_report
from .sections.scoring import scoring_section as scoring_section
from .terminal import print_section as print_section
from .writing import check_ending as check_ending
from .writing import write_report as write_report
