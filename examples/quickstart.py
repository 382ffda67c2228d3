"""A walk through tvmlike from Python, a line of output for each step.

    python examples/quickstart.py [PLUGIN] [--cpp-host LIBRARY]

PLUGIN is the library built from examples/plugin_rust; LIBRARY is examples/cpp_host built as a shared library.
"""

from __future__ import annotations

import argparse
import ctypes
import sys
import types
from pathlib import Path

import numpy as np

import tvmlike

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    suffix = "dylib" if sys.platform == "darwin" else "so"
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = ROOT / f"target/release/libtvmlike_plugin_rust.{suffix}"
    parser.add_argument("plugin", nargs="?", default=default, help="the Rust plugin")
    parser.add_argument("--cpp-host", metavar="LIBRARY", help="the C++ host as a shared library")
    options = parser.parse_args()

    list_names()
    bind_a_namespace()
    call_without_a_copy()
    pass_a_callback()
    catch_an_error()
    load_a_plugin(options.plugin)
    if options.cpp_host:
        call_from_cpp(options.cpp_host)
    else:
        print("C++ host: left out, no --cpp-host was given")


def list_names() -> None:
    names = tvmlike.list_global_func_names()
    under_tensor = tvmlike.list_global_func_names("tensor")
    print(f"names: {len(names)} functions are registered, under tensor: {', '.join(under_tensor)}")


def bind_a_namespace() -> None:
    # A module of one's own, here made on the spot, is filled with the functions under a prefix.
    module = types.ModuleType("my_tensor")
    sys.modules["my_tensor"] = module
    tvmlike._init_api("tensor", "my_tensor")
    print(f"namespace: module my_tensor now has {', '.join(n for n in dir(module) if not n.startswith('_'))}")


def call_without_a_copy() -> None:
    a = np.arange(6, dtype="float32").reshape(2, 3)
    address = tvmlike.tensor.data_ptr(a)
    same = address == a.ctypes.data
    print(f"no copy: Rust sees the array at {address:#x}, NumPy at {a.ctypes.data:#x}: same is {same}")
    assert same
    tvmlike.tensor.fill(a, 2.0)
    print(f"no copy: Rust filled the array in place, NumPy reads {a.tolist()}")
    total = tvmlike.tensor.add(a, a).numpy()
    print(f"no copy: tensor.add gave a new array of {total.dtype} {total.shape}: {total.tolist()}")


def pass_a_callback() -> None:
    squares = tvmlike.array.map(lambda x: x * x, [1, 2, 3])
    print(f"callback: array.map called a Python lambda from Rust: {list(squares)}")


def catch_an_error() -> None:
    try:
        tvmlike.tensor.add(np.zeros(2), "not a tensor")
    except TypeError as error:
        print(f"error: Rust raised a TypeError: {error}")


def load_a_plugin(path: str | Path) -> None:
    plugin = tvmlike.load_plugin(path)
    brought = ", ".join(plugin["functions"])
    print(f"plugin: {plugin['name']} {plugin['version']} was loaded and brought {brought}")
    module = tvmlike.plugin_rust
    a, b = np.array([1.0, 2.0, 3.0]), np.array([4.0, 5.0, 6.0])
    print(f"plugin: dot gave {module.dot(a, b)}, greet gave {module.greet('Ada')!r}")
    module.scale(a, 10.0)
    print(f"plugin: scale multiplied the array in place, NumPy reads {a.tolist()}")


def call_from_cpp(path: str) -> None:
    @tvmlike.register_func("quickstart.python_square")
    def python_square(x: int) -> int:
        return x * x

    host = ctypes.CDLL(path)
    host.cpp_host_run.argtypes = [ctypes.c_char_p]
    host.cpp_host_run.restype = ctypes.c_int
    sys.stdout.flush()
    status = host.cpp_host_run(b"quickstart.python_square")
    print(f"C++ host: it called the Python function by name and returned {status}")
    assert status == 0


if __name__ == "__main__":
    main()
