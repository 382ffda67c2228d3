"""Exception classes that native code declares for its error types (`#[derive(Exception)]`)."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys

import pytest
from conftest import plugin_path

import tvmlike


def raised(function, *args):
    with pytest.raises(Exception) as caught:  # noqa: PT011
        function(*args)
    return caught.value


def test_the_class_is_caught_by_name(testing):
    assert testing.parse("12") == 12
    with pytest.raises(testing.ParseError, match='"1x" has no digit at 1'):
        testing.parse("1x")
    with pytest.raises(ValueError, match="has no digit"):
        testing.parse("x")


def test_attributes(testing):
    error = raised(testing.parse, "12z")
    assert type(error) is testing.ParseError
    assert (error.at, error.text, error.kind) == (2, "12z", "testing.ParseError")
    assert not hasattr(error, "_hidden")
    assert error.args == ('"12z" has no digit at 2',)
    assert "errors.rs" in error.backtrace


def test_the_class(testing):
    cls = testing.ParseError
    assert cls is testing.ParseError
    assert cls.__mro__[1] is ValueError
    assert (cls.__module__, cls.__qualname__) == ("tvmlike.testing", "ParseError")
    assert cls.__doc__.startswith("A text that is not a number.\n")
    assert "at: The position of the first character that is wrong." in cls.__doc__
    assert "ParseError" in dir(testing)
    assert cls("m").at is None
    assert cls("m", at=3).at == 3
    with pytest.raises(TypeError):
        cls("m", nothing=3)


def test_an_enum(testing):
    empty = raised(testing.sum_of_lines, "")
    assert type(empty) is testing.ReadError
    assert (empty.variant, empty.line) == ("Empty", None)
    error = raised(testing.sum_of_lines, "1\n2\nx")
    assert (error.variant, error.line, str(error)) == ("Line", 3, "line 3 is wrong")
    # It inherits from another declared class, and its source is its cause, of that class.
    assert issubclass(testing.ReadError, testing.ParseError)
    assert type(error.__cause__) is testing.ParseError
    assert error.__cause__.at == 0


def test_through_errors_of_other_crates(testing):
    for function in (testing.parse_anyhow, testing.parse_boxed, testing.parse_boxed_send):
        assert function("7") == 7
        error = raised(function, "7x")
        assert type(error) is testing.ParseError
        assert error.at == 1
    for function in (testing.parse_anyhow, testing.parse_boxed):
        error = raised(function, "")
        assert (type(error), str(error)) == (RuntimeError, "an empty text")
    error = raised(testing.parse_anyhow, "x", "cannot read the size")
    assert (type(error), str(error)) == (RuntimeError, "cannot read the size")
    assert type(error.__cause__) is testing.ParseError
    # An error of a packed function keeps its kind through `?` in both directions.
    error = raised(testing.parse_anyhow, "?")
    assert type(error) is raised(tvmlike.get_global_func, "testing.no_such_function").__class__
    assert "testing.no_such_function" in str(error)


def test_results_in_records(testing):
    assert str(testing.parse_anyhow.__signature__) == "(text: str, context: str | None = None) -> int"
    assert str(testing.parse_boxed.__signature__) == "(text: str) -> int"


def test_from_python_to_native(testing):
    def fail():
        raise testing.ParseError("not a digit", at=4)

    assert testing.swallow(fail) == "testing.ParseError: not a digit"
    error = raised(testing.call, fail)
    assert (type(error), error.at) == (testing.ParseError, 4)
    # The kind alone, as C and C++ raise it.
    error = raised(getattr(testing, "raise"), "testing.ParseError", "by kind")
    assert (type(error), str(error), error.at) == (testing.ParseError, "by kind", None)


def test_pickle_and_copy(testing, run_python, tmp_path):
    error = raised(testing.parse, "12z")
    error.__traceback__ = error.__cause__ = None
    for same in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert type(same) is testing.ParseError
        assert (same.args, same.at, same.text) == (error.args, 2, "12z")
    path = tmp_path / "pickled"
    path.write_bytes(pickle.dumps(error))
    inner = (
        "import pickle, pathlib;"
        f"error = pickle.loads(pathlib.Path({str(path)!r}).read_bytes());"
        "print(type(error).__module__, type(error).__name__, error.at, error)"
    )
    status, out, err = run_python(
        f"import subprocess; sys.exit(subprocess.run([sys.executable, '-c', {inner!r}]).returncode)"
    )
    assert (status, err) == (0, "")
    assert out == f"tvmlike.testing ParseError 2 {error}\n"


def test_a_registered_class_goes_first(run_python):
    status, out, err = run_python(
        """
        @tvmlike.register_error("testing.ParseError")
        class Mine(KeyError):
            pass

        try:
            testing.parse("x")
        except Mine as error:
            print("mine", error.at)
        """
    )
    assert (status, out, err) == (0, "mine 0\n", "")


def test_unloading_removes_the_class(run_python):
    status, out, err = run_python(
        """
        cls = testing.ParseError
        tvmlike.unload_plugin("testing")
        print(hasattr(testing, "ParseError"), issubclass(cls, ValueError))
        import copy
        assert copy.copy(cls("m", at=1)).at == 1
        from tvmlike import error
        print("testing.ParseError" in error._class_of_kind, cls in error._kind_of_class)
        print(tvmlike.plugin.info("testing")["state"])
        """
    )
    assert (status, err) == (0, "")
    assert out == "False True\nFalse False\nfinished\n"


def test_stubs_and_info(testing, tmp_path):
    def run(*arguments):
        command = [sys.executable, "-m", "tvmlike", "--plugin", str(plugin_path()), *arguments]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=120, env=env)
        assert done.returncode == 0, done.stderr
        return done.stdout

    lines = run("info", "testing.ParseError").splitlines()
    assert lines[0] == "exception testing.ParseError(ValueError)"
    assert lines[lines.index("at") + 1] == "    The position of the first character that is wrong."
    run("stubs", "testing", "-o", ".")
    text = (tmp_path / "testing.pyi").read_text(encoding="utf-8")
    assert "class ParseError(ValueError):" in text
    assert "class ReadError(ParseError):" in text
    assert "    at: Any\n" in text
    run("stubs", "--lang", "cpp", "testing", "-o", ".")
    assert "ParseError" not in (tmp_path / "testing.hpp").read_text(encoding="utf-8")
