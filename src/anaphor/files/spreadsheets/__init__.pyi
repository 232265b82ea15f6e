from .safe_cells import bare_cell as bare_cell
from .safe_cells import iso_time as iso_time
from .safe_cells import safe_cell as safe_cell
from .safe_cells import safe_table as safe_table
from .safe_cells import write_safely as write_safely
