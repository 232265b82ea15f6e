"""Text as LaTeX prints it: nothing in it is a command, and no letter stops the run."""

import re
import unicodedata
from itertools import zip_longest

from anaphor.report.safe_text import visible

_WRITTEN = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "`": r"\textasciigrave{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "[": "{[}",
    "*": "{*}",
    "\n": " ",
    "\t": " ",
    "–": "--",
    "—": "---",
    "−": "$-$",
    "✓": r"\checkmark{}",
    "✗": r"$\times$",
    "○": r"$\circ$",
    "→": r"$\rightarrow$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "≠": r"$\neq$",
    "≈": r"$\approx$",
    "∞": r"$\infty$",
    "α": r"$\alpha$",
    "β": r"$\beta$",
    "γ": r"$\gamma$",
    "δ": r"$\delta$",
    "θ": r"$\theta$",
    "κ": r"$\kappa$",
    "λ": r"$\lambda$",
    "μ": r"$\mu$",
    "ρ": r"$\rho$",
    "σ": r"$\sigma$",
    "τ": r"$\tau$",
    "χ": r"$\chi$",
    "Δ": r"$\Delta$",
    "\u202f": r"\,",
    "\u2009": r"\,",
    "\u00a0": "~",
    "…": r"\dots{}",
    "\ufffd": r"\textquestiondown{}",
}
_PRINTED = re.compile(
    r"[ -~\u00a1-\u00b7\u00b9-\u0125\u0128-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u0165"
    r"\u0168-\u017e\u0218-\u021b\u1e9e\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2030\u2039\u203a"
    r"\u20ac\u2122]"
)
"""What pdfLaTeX prints with the T1 fonts, without another package."""
_JOINING = "-,'"
"""Letters that LaTeX would join with the same one: two hyphens become a dash, two commas a quotation mark."""
_BEFORE_STOP = re.compile("\u202f(?=[;:!?])")
"""The narrow space of French, which babel makes by itself out of a plain one that does not break."""


def latex_text(text: str) -> str:
    r"""The text as LaTeX prints it; a [ or * that began a row would belong to the end of the row before.

    >>> latex_text("50 % of --all"), latex_text("模")
    ('50 \\% of -{}-all', '\\otherletter{模}{6A21}')
    """
    seen = _BEFORE_STOP.sub("\u00a0", visible(unicodedata.normalize("NFC", text)))
    return "".join(_letter(each, following) for each, following in zip_longest(seen, seen[1:], fillvalue=""))


def _letter(each: str, following: str) -> str:
    if each in _JOINING and each == following:
        return each + "{}"
    if each in _WRITTEN:
        return _WRITTEN[each]
    return each if _PRINTED.fullmatch(each) else rf"\otherletter{{{each}}}{{{ord(each):04X}}}"
