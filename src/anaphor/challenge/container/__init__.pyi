from .container import ContainerSandbox as ContainerSandbox
from .container import try_container as try_container
from .engine import DIGESTED as DIGESTED
from .engine import fetch_image as fetch_image
from .engine import find_engine as find_engine
