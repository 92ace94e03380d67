"""The compiled core, in the build that fits this machine. What it has is told in `_core.pyi`."""

import sys
from importlib import import_module

core = import_module("quincunx._core_any")
sys.modules[__name__] = import_module("quincunx._core_avx2") if core.has_avx2 else core
