from .agreement import curve_figure as curve_figure
from .agreement import paper_figures as paper_figures
from .audit import audit_figure as audit_figure
from .experiment import items_figure as items_figure
from .scoring import calibration_figure as calibration_figure
from .scoring import risk_figure as risk_figure
from .scoring import scores_figure as scores_figure
