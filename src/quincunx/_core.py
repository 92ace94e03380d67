"""The compiled core, in the build that fits this machine. `_core.pyi` documents what is in it.

Wheels carry two builds on x86-64. A checkout (`make run`) has only the one that its machine uses.
"""

import sys
from importlib import import_module
from importlib.util import find_spec

if find_spec("quincunx._core_any") is None:
    core = import_module("quincunx._core_avx2")
else:
    core = import_module("quincunx._core_any")
    if core.has_avx2 and find_spec("quincunx._core_avx2"):
        core = import_module("quincunx._core_avx2")
sys.modules[__name__] = core
