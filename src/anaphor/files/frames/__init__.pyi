from .columns import MemoryTable as MemoryTable
from .columns import frame_columns as frame_columns
from .columns import frame_levels as frame_levels
from .columns import frame_lines as frame_lines
from .columns import has_nested_cells as has_nested_cells
from .columns import is_path as is_path
from .columns import late_columns as late_columns
