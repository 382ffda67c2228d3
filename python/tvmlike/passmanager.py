"""Pipelines of passes, with the names of MLIR's Python bindings.

>>> manager = PassManager.parse("builtin.module(canonicalize,func.func(cse))")
>>> manager.run(module.operation)

`PassManager.add` takes a pipeline as text or a function, which is called with each operation as a pass. A
function registered as `ir.pass.NAME`, in any language, is the pass `NAME` of every pipeline; its parameters
behind the operation are the options.
"""

from __future__ import annotations

from .namespace import _init_api

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._functions.passmanager import *  # noqa: F403

_init_api("passmanager", __name__)
