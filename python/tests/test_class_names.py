"""Errors of native functions name the class of a Python object that does not fit."""

from __future__ import annotations

import pathlib
import threading

import pytest

import tvmlike

NAME = "python.class_name"


class Point:
    pass


def test_an_error_of_the_host_names_the_class():
    with pytest.raises(TypeError, match=r"registry\.info: argument 1 `name`: expected str, got Point$"):
        tvmlike.get_global_func("registry.info")(Point())


def test_an_error_of_a_plugin_names_the_class(testing):
    with pytest.raises(TypeError, match=r"got PurePosixPath$"):
        testing.sum_values(pathlib.PurePosixPath("a"))
    with pytest.raises(TypeError, match=r'key "a": expected i64, got Point$'):
        testing.sum_values({"a": Point()})


C_PLUGIN = """
#include <tvmlike/plugin.h>

static int twice(const TVMLikeCall *call) {
  int64_t number;
  if (tvmlike_arity(call, 1) || tvmlike_arg_int(call, 0, &number)) return -1;
  return tvmlike_return_int(call, 2 * number);
}

static const TVMLikePluginFunction functions[] = {
    {"c_names.twice", twice, NULL, "", 0},
    {"c_names.twice_with_gil", twice, NULL, "", TVMLIKE_REGISTER_KEEPS_GIL},
};

TVMLIKE_PLUGIN("c_names", "1.0", functions)
"""


def test_an_error_of_a_c_plugin_names_the_class(compiled):
    class Unnamed(type):
        @property
        def __name__(cls):
            raise RuntimeError("no name")

    class Odd(metaclass=Unnamed):
        pass

    tvmlike.load_plugin(compiled("c_names", C_PLUGIN, "-I", tvmlike.include_dir()))
    try:
        for twice in (tvmlike.c_names.twice, tvmlike.c_names.twice_with_gil):
            assert twice(21) == 42
            with pytest.raises(TypeError, match=r"argument 1: expected i64, got Point$"):
                twice(Point())
            with pytest.raises(TypeError, match=r"argument 1: expected i64, got PurePosixPath$"):
                twice(pathlib.PurePosixPath("a"))
            with pytest.raises(TypeError, match=r"argument 1: expected i64, got a Python object$"):
                twice(Odd())
            assert twice(21) == 42
    finally:
        tvmlike.unload_plugin("c_names")


def test_threads_that_release_the_gil_name_the_class(testing):
    errors = []

    def call():
        with pytest.raises(TypeError) as caught:
            testing.sum_values(Point())
        errors.append(str(caught.value))

    threads = [threading.Thread(target=call) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(errors) == 4
    assert all(error.endswith("got Point") for error in errors)


def test_a_class_whose_name_cannot_be_read_is_a_python_object():
    class Unnamed(type):
        @property
        def __name__(cls):
            raise RuntimeError("no name")

    class Odd(metaclass=Unnamed):
        pass

    with pytest.raises(TypeError, match=r"got a Python object$"):
        tvmlike.get_global_func("registry.info")(Odd())


def test_without_the_function_it_is_a_python_object():
    call = tvmlike.get_global_func("registry.info")
    with pytest.raises(TypeError, match=r"got Point$"):
        call(Point())
    function = tvmlike.get_global_func(NAME)
    tvmlike.remove_global_func(NAME)
    try:
        with pytest.raises(TypeError, match=r"got a Python object$"):
            call(Point())
    finally:
        tvmlike.register_func(NAME, function)
