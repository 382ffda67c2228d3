"""Sub-interpreters are rejected; free-threaded builds use ctypes, with a warning."""

from __future__ import annotations

import sys
import textwrap

import pytest

RUN = """
    try:
        import _interpreters as interpreters
    except ImportError:
        import _xxsubinterpreters as interpreters

    def create(shares_the_lock):
        if not shares_the_lock:
            return interpreters.create()
        try:
            return interpreters.create("legacy")
        except TypeError:
            return interpreters.create(isolated=False)

    TRY = '''
    import os, sys
    sys.path[:] = PATHS
    try:
        import tvmlike
        text = "imported"
    except ImportError as error:
        text = f"ImportError: {error}"
    os.write(1, (text + chr(10)).encode())
    '''
    import textwrap
    TRY = textwrap.dedent(TRY).replace("PATHS", repr(sys.path))
"""

pytestmark = pytest.mark.skipif(
    sys.implementation.name != "cpython", reason="CPython's private module makes them"
)


@pytest.mark.parametrize("shares_the_lock", [True, False])
def test_a_sub_interpreter_is_refused(run_python, testing, shares_the_lock):
    program = f"""
    assert testing.call(lambda x: x + 1, 1) == 2
    for _ in range(2):
        other = create({shares_the_lock})
        interpreters.run_string(other, TRY)
        interpreters.destroy(other)
    assert testing.call(lambda x: x + 1, 1) == 2
    """
    status, out, err = run_python(textwrap.dedent(RUN) + textwrap.dedent(program))
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == 2
    for line in lines:
        # Some versions cannot import ctypes there.
        refused = line.startswith("ImportError: tvmlike supports only the main interpreter")
        assert refused or line.startswith("ImportError: module _ctypes does not support loading in subinterp")


def test_a_free_threaded_build_takes_ctypes_with_a_warning(run_python, testing):
    program = """
    import subprocess
    code = "import sys; sys.abiflags = 't'; import tvmlike; print(tvmlike.ffi_path())"
    for path in ("auto", "native"):
        env = {**os.environ, "TVMLIKE_FFI": path}
        done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
        print(done.returncode, done.stdout.strip(), done.stderr.strip().replace(chr(10), " "))
    """
    status, out, err = run_python(textwrap.dedent(program))
    assert (status, err) == (0, "")
    auto, native = out.splitlines()
    assert auto.startswith("0 ctypes ")
    assert "RuntimeWarning: tvmlike uses the slower ctypes path" in auto
    assert "free-threaded" in auto
    assert native.startswith("1 ")
    assert "ImportError: TVMLIKE_FFI=native: " in native
