"""Selects the implementation that the tests of this folder run against.

`TVMLIKE_TEST_IR=iree.compiler.ir` runs the tests that are written in upstream's manner against the MLIR
bindings of that wheel, which shows that they expect what upstream does.
"""

import importlib
import os

NAME = os.environ.get("TVMLIKE_TEST_IR", "tvmlike.ir")
ir = importlib.import_module(NAME)
UPSTREAM = NAME != "tvmlike.ir"

if not UPSTREAM and not hasattr(ir, "Context"):
    import pytest

    pytest.skip("the library was built without the compiler", allow_module_level=True)
