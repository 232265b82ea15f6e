from .container import ContainerSandbox as ContainerSandbox
from .container import try_container as try_container
from .engine import find_engine as find_engine
