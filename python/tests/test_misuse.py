"""Misuse by programs: it must not crash the process or leak."""

from __future__ import annotations

import functools
import gc
import os

import pytest

import tvmlike

native = pytest.mark.skipif(tvmlike.ffi_path() != "native", reason="of the accelerator only")


class Runs:
    """Runs a function while it is converted."""

    def __init__(self, run):
        self.run = run

    def __index__(self):
        self.run()
        return 1


class FailsAtItsEnd:
    """A callable whose destructor makes a failing native call."""

    ended = 0

    def __init__(self, testing):
        self.testing = testing

    def __call__(self):
        return None

    def __del__(self):
        type(self).ended += 1
        with pytest.raises(KeyError, match="at the end"):
            getattr(self.testing, "raise")("KeyError", "at the end")


def test_an_error_outlives_objects_that_its_call_frees(testing):
    callables = [FailsAtItsEnd(testing)]
    before = FailsAtItsEnd.ended
    with pytest.raises(TypeError, match="argument 1 `a`: expected i64, got Array"):
        testing.add3(callables, Runs(callables.clear), 1)
    assert FailsAtItsEnd.ended == before + 1


def test_a_conversion_error_outlives_objects_that_its_call_frees(testing):
    callables = [FailsAtItsEnd(testing)]
    before = FailsAtItsEnd.ended
    with pytest.raises(OverflowError, match="argument 3 `c`"):
        testing.add3(callables, Runs(callables.clear), 2**64)
    assert FailsAtItsEnd.ended == before + 1
    with pytest.raises(OverflowError, match="item 2: "):
        testing.echo([FailsAtItsEnd(testing), 1, 2**64])


def test_an_argument_is_freed_before_its_call(testing):
    point = testing.make_point(1.0, 2.0)
    kept = testing.call(lambda first, second: (first, second), point, Runs(point._free))
    with pytest.raises(ValueError, match="freed"):
        point.x
    assert kept[0].x == 1.0
    del point
    assert kept[0].x == 1.0


def test_a_part_of_an_argument_is_freed_before_its_call(testing):
    point = testing.make_point(1.0, 2.0)
    array = testing.echo([point, Runs(point._free)])
    del point
    assert array[0].x == 1.0


def test_an_argument_is_freed_by_the_function_that_is_called(testing):
    point = testing.make_point(1.0, 2.0)

    def free(given):
        assert given is point
        given._free()
        with pytest.raises(ValueError, match="freed"):
            given._free()
        return 7

    assert testing.call(free, point) == 7
    with pytest.raises(ValueError, match="freed"):
        testing.point_x(point)


def test_a_function_is_freed_by_what_it_calls():
    def free():
        function._free()
        return 7

    function = tvmlike.PackedFunc(free)
    assert function() == 7
    with pytest.raises(ValueError, match="freed"):
        function()


def test_no_memory_is_an_error(run_python):
    pytest.importorskip("resource")
    if not os.path.exists("/proc/self/statm"):
        pytest.skip("the address space in use is unknown")
    program = """
        import ctypes, resource
        octets, numbers = bytes(100 << 20), [0] * (8 << 20)
        text = "a" * (100 << 20)
        long = "a" * (160 << 20)
        page = os.sysconf("SC_PAGE_SIZE")
        with open("/proc/self/statm") as sizes:
            used = page * int(sizes.read().split()[0])
        resource.setrlimit(resource.RLIMIT_AS, (used + (150 << 20), resource.RLIM_INFINITY))
        library = ctypes.CDLL(tvmlike.library_path())

        def create():
            span = (ctypes.c_size_t * 2)(ctypes.addressof(ctypes.c_char(b"a")), 1 << 62)
            assert library.TVMLikeBytesCreate(span, (ctypes.c_int64 * 2)()) == -1
            from tvmlike._raised import take_raised
            raise take_raised()

        for use in (
            lambda: tvmlike.convert([octets, octets, octets]),
            lambda: tvmlike.convert({"a": text, "b": text, "c": text}),
            lambda: tvmlike.Array([numbers, numbers]),
            lambda: tvmlike.PackedFunc(len)([numbers, numbers]),
            create,
            # A parameter of Rust's String, which copies; and a copy for C.
            lambda: testing.Node(long) if "testing" in globals() else create(),
            lambda: tvmlike.native.open().bind("strlen", "size(cstr)")(long.encode()),
        ):
            try:
                use()
                print("no error")
            except MemoryError:
                print("MemoryError", tvmlike.convert([1, "goes on"]))
    """
    status, out, err = run_python(program)
    assert (status, err) == (0, "")
    assert out == "MemoryError Array([1, 'goes on'])\n" * 7


def test_callables_call_each_other_for_ever():
    ring = functools.partial(int)
    ring.__setstate__((tvmlike.PackedFunc(ring), (), {}, {}))
    with pytest.raises(RecursionError):
        ring()
    ring.__setstate__((int, (), {}, {}))


def test_an_exception_hides_its_class(testing):
    class Hidden(Exception):
        @property
        def __class__(self):
            raise ValueError("hidden")

    error = Hidden("found")

    def fail():
        raise error

    with pytest.raises(Hidden) as caught:
        testing.call(fail)
    assert caught.value is error
    assert testing.add3(1, 2, 3) == 6


def test_a_class_of_errors_replaces_itself(testing):
    def make(message):
        class Short(Exception):
            def __init__(self, message):
                tvmlike.register_error("misuse.Short", ValueError)
                super().__init__(message)

        tvmlike.register_error("misuse.Short", Short)

    make("")
    with pytest.raises(Exception, match="gone") as caught:
        getattr(testing, "raise")("misuse.Short", "gone")
    assert type(caught.value).__name__ == "Short"
    with pytest.raises(ValueError, match="now"):
        getattr(testing, "raise")("misuse.Short", "now")


@pytest.mark.parametrize("key", ["runtime.PackedFunc", "runtime.Tensor", "runtime.Array"])
def test_a_class_for_other_objects_is_refused(testing, key):
    class Other(tvmlike.Object):
        pass

    with pytest.raises(TypeError, match=f"Other must inherit from .*, the class of {key}"):
        tvmlike.register_object(key)(Other)
    assert tvmlike.get_global_func("testing.add3")(1, 2, 3) == 6


@native
def test_arguments_of_a_call_without_the_gil_are_not_traversed(testing):
    """Otherwise two passes of the garbage collector would see different references."""

    def item():
        return None

    array = testing.echo([item])
    assert item in gc.get_referents(array)
    # The GIL is released around a Python callable that is called as a native function.
    assert item not in tvmlike.PackedFunc(gc.get_referents)(array)
    assert item in gc.get_referents(array)


@native
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("adopt", (int, 0)),
        ("adopt", (1, 2)),
        ("adopt", (tvmlike.Object, "text")),
        ("construct", (1, 2, 3, 4)),
        ("construct", (1, 2, (), {})),
        ("new_member", (int, 0)),
        ("new_member", (1, 0)),
        ("new_member", (tvmlike.PackedFunc, "text")),
        ("set_hooks", ({},)),
        ("set_hooks", (1,)),
        ("wrap", ("text",)),
    ],
)
def test_the_accelerator_checks_its_arguments(name, arguments):
    from tvmlike import _native

    with pytest.raises(TypeError):
        getattr(_native, name)(*arguments)


@native
def test_a_function_object_without_a_native_one_is_an_error():
    empty = tvmlike.Object.__new__(tvmlike.PackedFunc)
    with pytest.raises(TypeError):
        empty()
    with pytest.raises(TypeError, match="not safe"):
        object.__new__(tvmlike.PackedFunc)


def test_the_package_is_imported_a_second_time(testing, run_python):
    program = """
    make_point, point = testing.make_point, testing.make_point(1.0, 2.0)
    for name in [name for name in sys.modules if name.partition(".")[0] == "tvmlike"]:
        del sys.modules[name]
    import tvmlike as second
    assert second is not tvmlike
    assert second.get_global_func("testing.add3")(1, 2, 3) == 6
    assert list(second.get_global_func("testing.echo")([1, 2])) == [1, 2]
    made = second.get_global_func("testing.make_point")(3.0, 4.0)
    assert second.get_global_func("testing.point_x")(made) == 3.0
    assert make_point(5.0, 6.0) is not None and point.x == 1.0
    """
    assert run_python(program) == (0, "", "")
