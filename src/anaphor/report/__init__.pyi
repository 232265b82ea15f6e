from .drawing import save as save
from .writing import section as section
from .writing import write as write
