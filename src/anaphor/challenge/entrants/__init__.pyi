from .teams import BoardRow as BoardRow
from .teams import TeamBook as TeamBook
