"""Which kernel builds a shard: the compiled one where numba is installed (the extra `build`), else the plain one.

Both give the same numbers.
"""

from importlib.util import find_spec

from anaphor.corpus.kernel.kernel import Kernel
from anaphor.corpus.kernel.plain import PlainKernel


def is_compiled() -> bool:
    """Whether the extra `build` is installed."""
    return find_spec("numba") is not None


def kernel(*, compiled: bool | None = None) -> Kernel:
    """The kernel that this installation has; or the one that is asked for."""
    if compiled is False or (compiled is None and not is_compiled()):
        return PlainKernel()
    from anaphor.corpus.kernel.compiled import CompiledKernel

    return CompiledKernel()
