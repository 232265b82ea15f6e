"""Imported by the process that workers are forked from, so that each need not load numba, kernels and tables itself."""

import numpy as np

from anaphor.corpus.kernel.analysis_scan import Profile
from anaphor.corpus.kernel.compiled import CompiledKernel
from anaphor.corpus.kernel.kernel import Expansion, is_compiled

if is_compiled():  # workers have the plain kernel otherwise
    _kernel = CompiledKernel()
    _words, _none = np.arange(2, dtype=np.uint32), np.zeros(1, np.int32)
    _stream = _kernel.scanner(Profile(language="")).feed(b"a b\n")
    _text = _kernel.expand([_stream], Expansion(single=_words.astype(np.int32), starts=_none, types=_none), 9)
    _, _sizes = _kernel.frequencies(_text, _words, 2)
    _kernel.pack(_kernel.postings(_text, _words, _sizes), _sizes)
    _kernel.neighbours(_text, _words, 2, 1)
    _kernel.tables(_text, _words, 2, 0, 1)
