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
from .resampling import PermutationTest as PermutationTest
from .resampling import bootstrap_sums as bootstrap_sums
from .resampling import sign_flip as sign_flip
from .solving import lowest as lowest

# isort: split
# For the other packages of anaphor: not in the reference for users.
from .products import along_columns as along_columns
from .products import along_rows as along_rows
from .products import crossed_products as crossed_products
from .products import gram as gram
from .products import narrow as narrow
from .products import only_rounding as only_rounding
from .resampling import bootstrap_weights as bootstrap_weights
from .resampling import delta_error as delta_error
from .resampling import group_error as group_error
from .resampling import groups as groups
from .resampling import jackknife_error as jackknife_error
from .resampling import subsets as subsets
