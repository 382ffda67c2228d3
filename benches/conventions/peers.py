"""The peers, each with the code that its user writes for a call after all possible preparation.

A case is the same work for each peer: `axpy` adds `a * x` to `y`, arrays of four f32; `add3` adds three i32;
`nested` takes a dict that contains a list, and returns an int and the same data.
"""

from __future__ import annotations

import ctypes
import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
from case import Code

TITLES = {
    "tvmlike": "tvmlike",
    "ctypes": "ctypes, descriptors prebuilt",
    "np_to_memref": "MLIR's np_to_memref",
    "iree": "IREE's invoker",
}
LENGTH = 4
AXPY = "(memref<?xf32>, memref<?xf32>, f32) -> ()"
NESTED = {"a": 1, "b": [2, 3]}
_SLOTS = '["sdict",["a","i32"],["b",["slist","i32","i32"]]]'
RECORD = f'{{"a":[{_SLOTS}],"r":["i32",{_SLOTS}]}}'
RECORD_IN = f'{{"a":[{_SLOTS}],"r":["i32"]}}'


def arrays() -> tuple[Any, Any]:
    return np.ones(LENGTH, np.float32), np.zeros(LENGTH, np.float32)


def right(case: str, result: Any) -> bool:
    """Whether the result of a call is right."""
    if case == "add3":
        return bool(result == 6)
    if case == "bind":
        return callable(result)
    if case == "nested_in":
        return bool(result == 3)
    if case == "nested":
        return bool(result == (3, NESTED))
    # IREE returns a new array; the others write into their argument.
    return result is None or bool(np.all(np.asarray(result) == 2.0))


def all_code(
    library: Path, plugin: Path, np_to_memref: Path | None
) -> tuple[dict[str, dict[str, Code]], list[str]]:
    """Returns the timed code by peer and case, and the reasons why peers are missing."""
    found: dict[str, dict[str, Code]] = {"tvmlike": tvmlike(library, plugin), "ctypes": prebuilt(library)}
    skipped = []
    if np_to_memref is None:
        skipped.append(f"{TITLES['np_to_memref']}: its package could not be installed")
    else:
        found["np_to_memref"] = descriptors(library, np_to_memref)
    try:
        found["iree"] = iree()
    except ImportError as error:
        skipped.append(f"{TITLES['iree']}: {error}")
    return found, skipped


def tvmlike(library: Path, plugin: Path) -> dict[str, Code]:
    import tvmlike

    tvmlike.load_plugin(str(plugin))
    get = tvmlike.get_global_func

    native = tvmlike.native.open(str(library))
    axpy = native.bind("axpy", AXPY)
    add3 = native.bind("add3", "i32(i32, i32, i32)")
    # The counterparts of IREE's functions, which run in its virtual machine: packed functions that take the
    # same lists.
    same = tvmlike.abi.attach(get("bench.nested"), RECORD)
    first = tvmlike.abi.attach(get("bench.nested_in"), RECORD_IN)
    x, y = arrays()
    return {
        "axpy": Code("f(x, y, 2.0)", {"f": axpy, "x": x, "y": y}),
        "add3": Code("f(1, 2, 3)", {"f": add3}),
        "nested_in": Code("f(data)", {"f": first, "data": NESTED}),
        "nested": Code("f(data)", {"f": same, "data": NESTED}),
        "bind": Code("library.bind(symbol, type)", {"library": native, "symbol": "axpy", "type": AXPY}),
    }


class Descriptor(ctypes.Structure):
    """MLIR's descriptor of a 1-d memref, as its users write it by hand."""

    _fields_ = [
        ("allocated", ctypes.c_void_p),
        ("aligned", ctypes.c_void_p),
        ("offset", ctypes.c_int64),
        ("sizes", ctypes.c_int64 * 1),
        ("strides", ctypes.c_int64 * 1),
    ]


def prebuilt(library: Path) -> dict[str, Code]:
    native = ctypes.CDLL(str(library))
    x, y = arrays()
    made = [Descriptor(a.ctypes.data, a.ctypes.data, 0, (LENGTH,), (1,)) for a in (x, y)]
    axpy = native._mlir_ciface_axpy
    axpy.argtypes, axpy.restype = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_float), None
    add3 = native.add3
    add3.argtypes, add3.restype = (ctypes.c_int32,) * 3, ctypes.c_int32
    places = [ctypes.addressof(descriptor) for descriptor in made]
    names = {"f": axpy, "p": places[0], "q": places[1], "kept": (x, y, made)}
    return {"axpy": Code("f(p, q, 2.0)", names), "add3": Code("f(1, 2, 3)", {"f": add3})}


def descriptors(library: Path, np_to_memref: Path) -> dict[str, Code]:
    """Creates a descriptor of each array for each call, as MLIR's examples do."""
    spec = importlib.util.spec_from_file_location("np_to_memref", np_to_memref)
    assert spec is not None
    assert spec.loader is not None
    mlir = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(mlir)
    native = ctypes.CDLL(str(library))
    x, y = arrays()
    axpy = native._mlir_ciface_axpy
    axpy.restype = None

    def call(x: Any, y: Any, a: float) -> None:
        first, second = mlir.get_ranked_memref_descriptor(x), mlir.get_ranked_memref_descriptor(y)
        axpy(ctypes.byref(first), ctypes.byref(second), ctypes.c_float(a))

    return {"axpy": Code("f(x, y, 2.0)", {"f": call, "x": x, "y": y})}


_MODULE = """
func.func @add3(%a: i32, %b: i32, %c: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %0, %c : i32
  return %1 : i32
}
func.func @axpy(%x: tensor<?xf32>, %y: tensor<?xf32>, %a: f32) -> tensor<?xf32> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?xf32>
  %room = tensor.empty(%n) : tensor<?xf32>
  %sum = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
    iterator_types = ["parallel"]
  } ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%room : tensor<?xf32>) {
  ^bb0(%xi: f32, %yi: f32, %out: f32):
    %product = arith.mulf %a, %xi : f32
    %one = arith.addf %product, %yi : f32
    linalg.yield %one : f32
  } -> tensor<?xf32>
  return %sum : tensor<?xf32>
}
"""
_NESTED_MODULE = """
func.func @nested(%data: !util.list<?>) -> (i32, !util.list<?>)
    attributes {{iree.abi.stub, iree.reflection = {{"iree.abi" = "{record}"}}}} {{
  %three = arith.constant 3 : i32
  return %three, %data : i32, !util.list<?>
}}
func.func @nested_in(%data: !util.list<?>) -> i32
    attributes {{iree.abi.stub, iree.reflection = {{"iree.abi" = "{record_in}"}}}} {{
  %three = arith.constant 3 : i32
  return %three : i32
}}
"""


def iree() -> dict[str, Code]:
    import iree.compiler as compiler
    import iree.runtime as runtime

    options = {"target_backends": ["llvm-cpu"], "extra_args": ["--iree-llvmcpu-target-cpu=host"]}
    kernels = runtime.load_vm_flatbuffer(compiler.compile_str(_MODULE, **options), driver="local-sync")
    quoted = {"record": RECORD.replace('"', "\\22"), "record_in": RECORD_IN.replace('"', "\\22")}
    text = _NESTED_MODULE.format(**quoted)
    nested = runtime.load_vm_flatbuffer(compiler.compile_str(text, **options), driver="local-sync")
    x, y = arrays()
    return {
        "axpy": Code("f(x, y, 2.0)", {"f": kernels.axpy, "x": x, "y": y}),
        "add3": Code("f(1, 2, 3)", {"f": kernels.add3}),
        "nested_in": Code("f(data)", {"f": nested.nested_in, "data": NESTED}),
        "nested": Code("f(data)", {"f": nested.nested, "data": NESTED}),
    }


def versions() -> list[str]:
    """Returns the versions of what was measured."""
    from importlib.metadata import PackageNotFoundError, version

    lines = []
    for package in ("tvmlike", "numpy", "iree-base-runtime", "pennylane-catalyst"):
        try:
            lines.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return lines
