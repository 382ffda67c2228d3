"""Bools have the type that the front end of the process expects, which the front end's module determines."""

from __future__ import annotations

from pathlib import Path

import pytest
from tvm_client import BOOL, INT, library_file

PROGRAM = """
import ctypes, types
sys.path.insert(0, {folder!r})
from tvm_client import FUNCTION, Client, Value
tvm = Client.load()

def front_end(package, **codes):
    module = types.ModuleType(package + "._ffi.runtime_ctypes")
    module.ArgTypeCode = type("ArgTypeCode", (), codes)
    sys.modules[module.__name__] = module

def lists_names():
    count, names = ctypes.c_int(), ctypes.POINTER(ctypes.c_char_p)()
    assert tvm.lib.TVMFuncListGlobalNames(ctypes.byref(count), ctypes.byref(names)) == 0

def code_of_result():
    function = tvm.get("test.bool.yes")
    value, code = Value(), ctypes.c_int(-1)
    arguments = None, None, 0, ctypes.byref(value), ctypes.byref(code)
    assert tvm.lib.TVMFuncCall(ctypes.c_void_p(function.address), *arguments) == 0
    assert value.v_int64 == 1
    return code.value

tvmlike.register_func("test.bool.yes", lambda: True)
"""

CASES = {
    "a client that is no front end": ("print(code_of_result())", BOOL),
    "one that lists names": ("lists_names(); print(code_of_result())", BOOL),
    "a front end that knows them": (
        "front_end('tvm', INT=0, BOOL=15); lists_names(); print(code_of_result())",
        BOOL,
    ),
    "a front end that does not": ("front_end('tvm', INT=0); lists_names(); print(code_of_result())", INT),
    "one in another package": ("front_end('a.b', INT=0); lists_names(); print(code_of_result())", INT),
    "two": (
        "front_end('a', INT=0, BOOL=15); front_end('b', INT=0); lists_names(); print(code_of_result())",
        INT,
    ),
    "one that is imported late": (
        "lists_names(); code_of_result(); front_end('tvm', INT=0); print(code_of_result())",
        INT,
    ),
}


@pytest.mark.parametrize(("program", "code"), CASES.values(), ids=CASES.keys())
def test_bools_have_the_type_of_the_front_end(run_python, program, code):
    library_file()
    folder = str(Path(__file__).parent)
    status, said, errors = run_python(PROGRAM.format(folder=folder) + program)
    assert status == 0, errors
    assert int(said) == code
