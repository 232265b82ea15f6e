from .documents import check_ending as check_ending
from .documents import section_piece as section_piece
from .documents import write_report as write_report
from .environment import new_environment as new_environment
from .terminal import print_section as print_section
