"""Values, functions and errors that are passed between tvmlike and tvm-ffi."""

from __future__ import annotations

import ctypes
import gc
import os
import subprocess
import sys
import textwrap
import threading
import weakref

import numpy as np
import pytest

import tvmlike

tvm_ffi = pytest.importorskip("tvm_ffi")

import tvmlike.tvm_ffi as neighbour  # noqa: E402
from tvmlike.tvm_ffi import from_tvm_ffi, to_tvm_ffi  # noqa: E402


@pytest.fixture(autouse=True, scope="module")
def joined(testing):
    neighbour.join()


@pytest.fixture
def their_echo():
    """An identity function of tvm-ffi, and the same function converted to ours."""
    function = tvm_ffi.convert(lambda x: x)
    return function, from_tvm_ffi(function)


@pytest.fixture
def our_echo(testing):
    """An identity function of ours, and the same converted to tvm-ffi's."""
    return testing.echo, to_tvm_ffi(testing.echo)


def references(handle):
    return ctypes.c_uint32.from_address(handle).value


PLAIN = [
    None,
    True,
    0,
    -(2**63),
    2**63 - 1,
    1.5,
    "",
    "seven.",
    "longer than seven",
    "with\0in it, and longer",
    "ü" * 20,
    b"",
    b"short",
    b"longer than seven",
]


@pytest.mark.parametrize("value", PLAIN, ids=repr)
def test_plain_values_both_ways(value, their_echo, our_echo):
    for echo in (their_echo[1], our_echo[1]):
        given = echo(value)
        assert given == value
        assert type(given) is type(value) or isinstance(given, type(value))


def test_data_types_and_devices(their_echo, our_echo):
    for name in ("float32", "bfloat16", "int8x4", "bool"):
        assert their_echo[1](tvmlike.DataType(name)) == name
        assert our_echo[1](tvm_ffi.dtype(name)) == name
    assert their_echo[1](tvmlike.device("cuda", 1)) == tvmlike.device("cuda", 1)
    assert our_echo[1](tvm_ffi.device("cuda", 1)) == tvm_ffi.device("cuda", 1)


def test_tensors_are_the_same_object(their_echo, our_echo):
    ours = tvmlike.from_dlpack(np.arange(6.0).reshape(2, 3))
    theirs = to_tvm_ffi(ours)
    assert isinstance(theirs, tvm_ffi.Tensor)
    assert theirs.__chandle__() == ours._handle
    assert from_tvm_ffi(theirs) is ours
    assert their_echo[0](ours).__chandle__() == ours._handle
    assert their_echo[1](ours) is ours
    assert np.from_dlpack(theirs).tolist() == [[0, 1, 2], [3, 4, 5]]

    array = np.zeros(3, dtype="float32")
    theirs = tvm_ffi.from_dlpack(array)
    ours = from_tvm_ffi(theirs)
    assert isinstance(ours, tvmlike.Tensor)
    assert (ours._handle, ours.data_ptr) == (theirs.__chandle__(), array.ctypes.data)
    assert our_echo[0](theirs)._handle == theirs.__chandle__()
    assert our_echo[1](theirs).same_as(theirs)
    tvmlike.tensor.fill(theirs, 2.0)
    assert array.tolist() == [2.0] * 3


def test_read_only_memory_is_refused(testing, their_echo, our_echo):
    frozen = np.frombuffer(bytes(range(16)), "float32")
    ours = tvmlike.from_dlpack(frozen)
    refused = pytest.raises(BufferError, match="cannot be marked read-only; if it is only read, pass a copy")
    for value in (frozen, ours, [1, frozen], {"key": ours}):
        with refused:
            their_echo[1](value)
    for value in (ours, tvmlike.convert([ours]), tvmlike.convert({"key": [ours]})):
        with refused:
            to_tvm_ffi(value)
        with pytest.raises(BufferError):
            their_echo[0](value)
    with pytest.raises(RuntimeError, match="the result, converted to tvm-ffi: expected a writable tensor"):
        to_tvm_ffi(tvmlike.PackedFunc(lambda: ours))()
    assert their_echo[1](frozen.copy()).numpy().tobytes() == bytes(range(16))
    assert testing.echo(frozen).read_only  # on this side the tensor says so itself


def test_read_only_tensors_are_refused_without_join():
    program = """
        import numpy as np, tvm_ffi, tvmlike
        memory = bytes(range(16))
        tensor = tvmlike.from_dlpack(np.frombuffer(memory, "float32").reshape(2, 2))
        echo = tvm_ffi.convert(lambda x: x)
        for value in (tensor, tensor[1], tensor[:1], tvmlike.from_dlpack(tensor)):
            for use in (tvm_ffi.from_dlpack, echo, lambda x: echo([x]), lambda x: echo({"key": (1, x)})):
                try:
                    print("accepted", use(value))
                except BufferError:
                    print("refused")
        print(tvm_ffi.from_dlpack(tvmlike.from_dlpack(np.ones(2))).shape)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout.splitlines() == ["refused"] * 16 + ["(2,)"], done.stdout + done.stderr


def test_a_tensor_outlives_its_first_owner():
    array = np.arange(3.0)
    gone = weakref.ref(array)
    ours = from_tvm_ffi(tvm_ffi.from_dlpack(array))
    del array
    gc.collect()
    assert gone() is not None
    assert np.from_dlpack(ours).tolist() == [0, 1, 2]
    del ours
    gc.collect()
    assert gone() is None


def test_arrays_keep_their_identity_if_all_items_do(testing):
    tensor = tvmlike.from_dlpack(np.arange(3.0))
    ours = tvmlike.convert([1, "longer than seven", tensor, [2, None]])
    theirs = to_tvm_ffi(ours)
    assert isinstance(theirs, tvm_ffi.Array)
    assert theirs.__chandle__() == ours._handle
    assert (theirs[0], theirs[1], list(theirs[3])) == (1, "longer than seven", [2, None])
    assert from_tvm_ffi(theirs) is ours

    theirs = tvm_ffi.convert([1, [2, "longer than seven"]])
    ours = from_tvm_ffi(theirs)
    assert (ours._handle, ours[1][1]) == (theirs.__chandle__(), "longer than seven")


def test_arrays_with_functions_are_looked_through(testing, their_echo):
    theirs = to_tvm_ffi(tvmlike.convert([testing.add3, [testing.nop]]))
    assert theirs[0](1, 2, 3) == 6
    with pytest.raises(TypeError, match=r"testing.add3"):
        theirs[0]("1", 2, 3)
    assert from_tvm_ffi(theirs)[1][0] is testing.nop
    ours = from_tvm_ffi(tvm_ffi.convert([their_echo[0]]))
    assert ours[0](5) == 5
    assert to_tvm_ffi(ours)[0].same_as(their_echo[0])


@pytest.mark.skipif(not hasattr(tvm_ffi, "List"), reason="this version of tvm-ffi has no lists")
def test_lists_of_tvm_ffi(testing):
    theirs = tvm_ffi.List([1, "longer than seven"])
    assert list(testing.echo(theirs)) == [1, "longer than seven"]
    theirs.append(theirs)
    with pytest.raises(ValueError, match="nested more than 64 deep, or one contains itself"):
        testing.echo(theirs)
    theirs.clear()


def test_shapes(their_echo, our_echo):
    assert tuple(their_echo[1](tvmlike.Shape((2, 3)))) == (2, 3)
    assert isinstance(their_echo[0](tvmlike.Shape((2, 3))), tvm_ffi.Shape)
    assert isinstance(our_echo[0](tvm_ffi.Shape((4, 5))), tvmlike.Shape)
    assert tuple(our_echo[1](tvm_ffi.Shape((4, 5)))) == (4, 5)


def test_maps_are_copied(testing, their_echo):
    theirs = to_tvm_ffi(tvmlike.convert({"one": 1, 2: [testing.nop], "longer than seven": {}}))
    assert isinstance(theirs, tvm_ffi.Map)
    assert (theirs["one"], len(theirs["longer than seven"])) == (1, 0)
    assert theirs[2][0]() is None
    # The first supported version has no dicts.
    for made in (tvm_ffi.Map, getattr(tvm_ffi, "Dict", tvm_ffi.Map)):
        ours = from_tvm_ffi(made({"f": their_echo[0], 3: {"deep": [1]}}))
        assert isinstance(ours, tvmlike.Map)
        assert (ours["f"](1), ours[3]["deep"][0], len(ours)) == (1, 1, 2)
        assert len(from_tvm_ffi(made({}))) == 0


def test_functions_are_unwrapped_on_the_way_back(testing, their_echo):
    theirs, ours = their_echo
    assert to_tvm_ffi(ours).same_as(theirs)
    assert from_tvm_ffi(to_tvm_ffi(testing.add3)) is testing.add3
    assert ours(testing.add3) is testing.add3
    assert testing.echo(theirs) is not theirs

    def function(x):
        return x + 1

    assert ours(function) is function


def test_callbacks_through_both(testing):
    """tvmlike calls tvm-ffi, which calls tvmlike, which calls Python."""
    call = from_tvm_ffi(tvm_ffi.convert(lambda f, *args: f(*args)))
    assert call(testing.add3, 1, 2, 3) == 6
    assert call(lambda x: x * 2, 21) == 42
    assert call(call, call, lambda: "deep") == "deep"


def test_objects_of_types_that_one_side_knows(testing, their_echo, our_echo):
    point = testing.Point(1.0, 2.0)
    boxed = to_tvm_ffi(point)
    assert type(boxed).__name__ == "Object"
    assert from_tvm_ffi(boxed) is point
    assert their_echo[1](point) is point

    import tvm_ffi.testing

    pair = tvm_ffi.testing.create_object("testing.TestIntPair", a=1, b=2)
    kept = testing.echo(pair)
    assert kept.type_key == "tvm_ffi.Object"
    assert tvmlike.tvm_ffi.type_key(kept) == "testing.TestIntPair"
    with pytest.raises(TypeError, match=r"tvm_ffi\.type_key: expected an object of tvm-ffi.*testing\.Point"):
        tvmlike.tvm_ffi.type_key(point)
    assert to_tvm_ffi(kept).same_as(pair)
    assert our_echo[1](pair).same_as(pair)
    with pytest.raises(TypeError, match=r"expected testing\.Point"):
        testing.Point.distance(point, pair)


BEYOND = [2**63, -(2**63) - 1, 2**64, 2**70]


@pytest.mark.parametrize("value", BEYOND)
def test_integers_beyond_64_bits(value, testing, our_echo, their_echo):
    try:
        tvm_ffi.convert(lambda x: x)(value)
    except OverflowError:
        pytest.skip("this version of tvm-ffi has no integers beyond 64 bits")
    assert our_echo[1](value) == value  # to tvmlike an object, which can be passed back
    with pytest.raises(TypeError, match=r"testing.add3: argument 1 `a`: expected i64, got tvm_ffi.Object"):
        to_tvm_ffi(testing.add3)(value, 2, 3)
    with pytest.raises(OverflowError, match=f"argument 1: {value} is out of range for a 64-bit integer"):
        their_echo[1](value)


def test_python_objects_keep_their_identity(their_echo, our_echo):
    class Anything:
        pass

    value = Anything()
    for echo in (their_echo[1], our_echo[1]):
        assert echo(value) is value


@pytest.mark.parametrize("kind", ["ValueError", "KeyError", "TypeError", "IndexError"])
def test_their_errors_here(kind):
    import builtins

    def raises():
        raise getattr(builtins, kind)("what it says")

    with pytest.raises(getattr(builtins, kind), match="what it says") as caught:
        from_tvm_ffi(tvm_ffi.convert(raises))()
    assert type(caught.value) is getattr(builtins, kind)
    assert "in raises" in caught.value.backtrace


def test_our_errors_there(testing):
    with pytest.raises(TypeError, match=r"testing.add3: argument 1 `a`: expected i64, got str"):
        to_tvm_ffi(testing.add3)("x", 2, 3)
    with pytest.raises(RuntimeError, match="the outer one") as caught:
        to_tvm_ffi(testing.raise_with_cause)()
    error = caught.value.__tvm_ffi_error__
    assert (error.kind, error.message) == ("RuntimeError", "the outer one")
    assert "testing.raise_with_cause" in error.backtrace
    # It is the same error object, with its cause.
    ours = from_tvm_ffi(error)
    assert isinstance(ours.__cause__, ValueError)
    assert str(ours.__cause__) == "the inner one"


def test_a_python_exception_keeps_its_identity():
    class Mine(Exception):
        pass

    raised = Mine("mine")

    def raises():
        raise raised

    call = from_tvm_ffi(tvm_ffi.convert(lambda f: f()))
    with pytest.raises(Mine) as caught:
        call(raises)
    assert caught.value is raised
    with pytest.raises(Mine) as caught:
        call(lambda: call(raises))
    assert caught.value is raised


def test_nothing_is_left_raised(testing):
    call = from_tvm_ffi(tvm_ffi.convert(lambda f: f()))
    for _ in range(3):
        with pytest.raises(KeyError):
            call(lambda: {}["key"])
        with pytest.raises(TypeError):
            to_tvm_ffi(testing.add3)("x", 2, 3)
    raised = ctypes.c_void_p()
    ctypes.CDLL(tvmlike.library_path()).TVMLikeErrorMoveFromRaised(ctypes.byref(raised))
    assert not raised.value
    ctypes.CDLL(str(neighbour.join()["library"])).TVMFFIErrorMoveFromRaised(ctypes.byref(raised))
    assert not raised.value


def test_unsupported_values_are_errors(testing, their_echo):
    take = tvmlike.get_global_func("tvm_ffi.take")
    with pytest.raises(ValueError, match=r"tvm_ffi\.take: the object's address is NULL"):
        take(ctypes.c_void_p(0))
    with pytest.raises(TypeError, match=r"tvm_ffi\.take: argument 1 `address`: expected ptr, got int"):
        take(1)
    with pytest.raises(TypeError, match=r"to_tvm_ffi: argument 1 `value`: expected tvmlike\.Object, got int"):
        to_tvm_ffi(3)
    with pytest.raises(
        TypeError, match=r"from_tvm_ffi: argument 1 `value`: expected tvm_ffi\.Object, got int"
    ):
        from_tvm_ffi(3)
    freed = tvmlike.convert([1])
    freed._free()
    with pytest.raises(ValueError, match="was freed"):
        their_echo[0](freed)
    with pytest.raises(TypeError, match="expected 1 argument, an object's address, got 2"):
        neighbour._giver(tvm_ffi)(1, 2)


def test_reference_counts_agree(testing, their_echo, our_echo):
    tensor = tvmlike.from_dlpack(np.arange(3.0))
    array = tvmlike.convert([1, tensor])
    theirs = tvm_ffi.from_dlpack(np.arange(3.0))
    their_array = tvm_ffi.convert([1, "longer than seven"])
    pair = tvmlike.convert({"x": tensor})
    function = testing.add3
    ours = [tensor, array, function, pair]
    before = [references(value._handle) for value in ours]
    before_theirs = [references(value.__chandle__()) for value in (theirs, their_array, their_echo[0])]
    for _ in range(50):
        for value in ours:
            to_tvm_ffi(value)
            their_echo[1](value)
            their_echo[0](value)
            with pytest.raises(TypeError):
                to_tvm_ffi(testing.add3)(value, value, value)
        for value in (theirs, their_array):
            from_tvm_ffi(value)
            our_echo[0](value)
            our_echo[1](value)
            with pytest.raises(TypeError):
                testing.add3(value, value, value)
        from_tvm_ffi(their_echo[0])
        testing.echo(tvm_ffi.convert([their_echo[0]]))
    gc.collect()
    assert [references(value._handle) for value in ours] == before
    after = [references(value.__chandle__()) for value in (theirs, their_array, their_echo[0])]
    assert after == before_theirs


def test_wrapped_callables_are_released():
    class Callable:
        def __call__(self, x):
            return x

    ours, theirs = Callable(), Callable()
    gone = weakref.ref(ours), weakref.ref(theirs)
    wrapped = to_tvm_ffi(tvmlike.PackedFunc(ours)), from_tvm_ffi(tvm_ffi.convert(theirs))
    del ours, theirs
    assert [function(4) for function in wrapped] == [4, 4]
    del wrapped
    gc.collect()
    assert [reference() for reference in gone] == [None, None]


def test_from_many_threads(testing, their_echo):
    call = from_tvm_ffi(tvm_ffi.convert(lambda f, *args: f(*args)))
    add3 = to_tvm_ffi(testing.add3)
    failed = []

    def work(number):
        try:
            for position in range(300):
                assert call(testing.add3, number, position, 1) == number + position + 1
                assert add3(number, position, 2) == number + position + 2
                with pytest.raises(TypeError, match=f"got {'str' if position % 2 else 'Array'}"):
                    add3(number, str(position) if position % 2 else [position], 2)
                with pytest.raises(ValueError, match=f"^{number} {position}$"):
                    call(fails, f"{number} {position}")
        except BaseException as error:
            failed.append(error)

    def fails(text):
        raise ValueError(text)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed, failed[0]
