"""Cases of test_dgl.py: errors of others, which a callback of DGL passes on to others."""

from __future__ import annotations

import pytest
from dgl_boot import DGLError, func, get, ours, register

import tvmlike

pytestmark = ours("has no other front ends")


@pytest.fixture
def name(request):
    chosen = f"dgl_errors.{request.node.name}"
    yield chosen
    for one in tvmlike.list_global_func_names(chosen):
        tvmlike.remove_global_func(one)


def raising(error):
    def fails():
        raise error

    return fails


def frames_of(error):
    """The text that tvmlike has of the calls that an error passed."""
    return getattr(error, "backtrace", None) or ""


@pytest.mark.parametrize(
    "error",
    [
        ValueError("no good"),
        KeyError("a key"),
        KeyError("it's"),
        KeyError(""),
        IndexError("first\nsecond: third"),
        OSError("x: y"),
    ],
    ids=repr,
)
def test_an_error_of_python_keeps_its_class_and_text(name, error):
    tvmlike.register_func(name, raising(error))
    register(f"{name}.dgl", lambda: get(name)())
    with pytest.raises(type(error)) as caught:
        tvmlike.get_global_func(f"{name}.dgl")()
    assert type(caught.value) is type(error)
    assert caught.value.args == error.args
    frames = frames_of(caught.value)
    assert "DGLError: " not in frames
    assert frames.count("Traceback (most recent call last)") <= 1


def test_an_error_of_rust_keeps_its_class_and_text(name):
    tvmlike.register_func(name, lambda: 1)
    register(f"{name}.dgl", lambda: get("tensor.sum")("text"))
    with pytest.raises(TypeError) as caught:
        tvmlike.get_global_func(f"{name}.dgl")()
    assert str(caught.value).startswith("tensor.sum: argument 1 ")
    assert "DGLError: " not in str(caught.value) + frames_of(caught.value)


@pytest.mark.parametrize("depth", [1, 2, 4])
def test_an_error_through_several_callbacks(name, depth):
    tvmlike.register_func(name, raising(KeyError("deep")))
    call = get(name)
    for _ in range(depth):
        call = func(lambda call=call: call())
    register(f"{name}.dgl", call)
    with pytest.raises(KeyError) as caught:
        tvmlike.get_global_func(f"{name}.dgl")()
    assert caught.value.args == ("deep",)
    frames = frames_of(caught.value)
    assert "DGLError: " not in frames
    assert frames.count("Traceback (most recent call last)") <= 1


def test_an_error_of_a_callback_itself(name):
    tvmlike.register_func(name, lambda: 1)
    register(f"{name}.dgl", raising(KeyError("own")))
    with pytest.raises(KeyError) as caught:
        tvmlike.get_global_func(f"{name}.dgl")()
    assert caught.value.args == ("own",)
    register(f"{name}.dgl", raising(DGLError("of DGL: itself")), override=True)
    with pytest.raises(RuntimeError, match=r"^of DGL: itself$"):
        tvmlike.get_global_func(f"{name}.dgl")()


def test_dgl_itself_still_shows_everything(name):
    tvmlike.register_func(name, raising(KeyError("shown")))
    with pytest.raises(DGLError, match=r"KeyError: .*shown") as caught:
        func(lambda: get(name)())()
    assert "Traceback (most recent call last)" in str(caught.value)
