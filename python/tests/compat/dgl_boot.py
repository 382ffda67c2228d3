"""Loads only DGL's front end, `dgl._ffi` and the containers, because the package needs PyTorch.

`TVMLIKE_TEST_DGL` is the folder in which the wheel was unpacked; `DGL_LIBRARY_PATH` and `DGL_FFI` are
variables of DGL itself.
"""

from __future__ import annotations

import importlib
import os
import sys
import types
from pathlib import Path
from typing import Any

import pytest

WHEEL = Path(os.environ["TVMLIKE_TEST_DGL"])
FRONT_END = os.environ["DGL_FFI"]
#: The library that is tested is the one of the wheel: shows what of the suite is the original's behaviour.
THEIRS = os.environ.get("TVMLIKE_TEST_DGL_THEIRS") == "1"

package = types.ModuleType("dgl")
package.__path__ = [os.fspath(WHEEL / "dgl")]
sys.modules["dgl"] = package
package._api_internal = internal = importlib.import_module("dgl._api_internal")

base = importlib.import_module("dgl._ffi.base")
function = importlib.import_module("dgl._ffi.function")
ndarray = importlib.import_module("dgl._ffi.ndarray")
objects = importlib.import_module("dgl._ffi.object")
generic = importlib.import_module("dgl._ffi.object_generic")
ctypes_types = importlib.import_module("dgl._ffi.runtime_ctypes")
function._init_internal_api()
container = importlib.import_module("dgl.container")

VERSION = tuple(int(part) for part in importlib.import_module("dgl._ffi.libinfo").__version__.split(".")[:2])
LIB = base._LIB
if not THEIRS:
    assert Path(base._DIR_NAME).samefile(os.environ["DGL_LIBRARY_PATH"]), base._DIR_NAME
DGLError = base.DGLError
Function = function.Function
NDArrayBase = ndarray.NDArrayBase
func = function.convert_to_dgl_func
get = function.get_global_func
register = function.register_func
names = function.list_global_func_names
context = ndarray.context
#: The class of data types, which had another name once.
DataType = getattr(ctypes_types, "DGLDataType", None) or ctypes_types.DGLType
empty = ndarray.empty


class NDArray(NDArrayBase):  # type: ignore[misc, valid-type]
    """The subclass that `dgl.ndarray` defines."""


ndarray._set_class_ndarray(NDArray)

shared = types.ModuleType("dgl.ndarray")
sys.modules["dgl.ndarray"] = shared
function._init_api("dgl.ndarray")


def array(source: Any) -> NDArray:
    """Copies a NumPy array to memory of the library."""
    return empty(source.shape, source.dtype).copyfrom(source)


def ours(why: str) -> pytest.MarkDecorator:
    """Marks a test that DGL's own library fails; `why` describes its behavior."""
    return pytest.mark.skipif(THEIRS, reason=f"DGL's own library: {why}")


def cython_only(why: str) -> pytest.MarkDecorator:
    """Marks a test of features of the compiled front end."""
    return pytest.mark.skipif(FRONT_END == "ctypes", reason=f"DGL's ctypes front end: {why}")


#: Whether the front end passes on what a callback fails with outside of the Python function itself.
REPORTS = FRONT_END == "cython" and VERSION >= (1, 1)
