from .crossed import CrossedFit as CrossedFit
from .crossed import CrossedTable as CrossedTable
from .crossed import fit_crossed as fit_crossed
from .crossed import one_thread as one_thread
from .intervals import Interval as Interval
from .intervals import jeffreys as jeffreys
from .intervals import percentile as percentile
from .intervals import score_ends as score_ends
from .intervals import student as student
from .intervals import wilson as wilson
from .resampling.drawing import PermutationTest as PermutationTest
from .resampling.drawing import bootstrap_sums as bootstrap_sums
from .resampling.drawing import sign_flip as sign_flip
from .solving import lowest as lowest

# isort: split
# For the other packages of anaphor: not in the reference for users.
from .resampling.drawing import bootstrap_weights as bootstrap_weights
from .resampling.drawing import delta_error as delta_error
from .resampling.drawing import group_error as group_error
from .resampling.drawing import groups as groups
from .resampling.drawing import jackknife_error as jackknife_error
from .resampling.drawing import subsets as subsets
from .resampling.products import along_columns as along_columns
from .resampling.products import along_rows as along_rows
from .resampling.products import crossed_products as crossed_products
from .resampling.products import gram as gram
from .resampling.products import narrow as narrow
from .resampling.products import only_rounding as only_rounding
