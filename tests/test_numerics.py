"""Functions of scipy without its packages: they are scipy's own, and little is loaded with them."""

import subprocess
import sys
from pathlib import Path

import pytest

SAME = """
import sys
from anaphor.numerics import lapack, nnls, root, sparse, special

first = root(lambda x: x**3 - 5, 0.0, 4.0, 1e-3)
assert not {"scipy.special", "scipy.linalg", "scipy.optimize", "scipy.sparse"} & sys.modules.keys()
import scipy.linalg, scipy.optimize, scipy.sparse, scipy.special, scipy.stats

assert special.gammaln is scipy.special.gammaln
assert lapack.dpotrf is scipy.linalg.lapack.dpotrf
assert nnls is scipy.optimize.nnls
assert sparse.csr_matvec is scipy.sparse._compressed._sparsetools.csr_matvec
assert (scipy.sparse.csr_array([[1.0, 2.0]]) @ [3.0, 4.0]).tolist() == [11.0]
assert first == scipy.optimize.brentq(lambda x: x**3 - 5, 0.0, 4.0, xtol=1e-3)
assert scipy.stats.norm.ppf(0.975) == special.ndtri(0.975)
print("same")
"""
ELSEWHERE = """
import anaphor.numerics as numerics

numerics._PARTS["special"] = ("scipy.special", "_no_such_module", "scipy.special")
import scipy.special

assert numerics.special is scipy.special and numerics.root(lambda x: x - 1, 0.0, 3.0) == 1.0
print("same")
"""


@pytest.mark.slow
@pytest.mark.parametrize("code", [SAME, ELSEWHERE], ids=["same", "elsewhere"])
def test_what_is_taken_from_scipy_is_what_scipy_offers(code: str) -> None:
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.stdout == "same\n", run.stderr


@pytest.mark.slow
def test_everything_that_is_asked_of_the_special_functions_is_there() -> None:
    import re

    from scipy.special import _ufuncs

    asked = {
        name
        for path in Path(__file__).parents[1].joinpath("src").rglob("*.py")
        for name in re.findall(r"\bspecial\.(\w+)\(", path.read_text("utf-8"))
    }
    assert {name for name in asked if not hasattr(_ufuncs, name)} == set()
    assert len(asked) > 15
