"""Calls of C functions: errors of the operating system, buffers, addresses, lists, names."""

from __future__ import annotations

import ctypes
import errno
import inspect
import os
import threading

import pytest

import tvmlike
from tvmlike import native

SOURCE = """
    #include <errno.h>
    #include <stddef.h>
    #include <string.h>
    int fails(int with) { errno = with; return -1; }
    int open_it(int folder, const char *path) { (void)folder; (void)path; errno = ENOENT; return -1; }
    int write_it(const char *path, const void *data, size_t size) {
        (void)path; (void)data; (void)size; errno = EACCES; return -1;
    }
    void fill(void *start, int with, size_t size) { memset(start, with, size); }
    long sum(const int *start, size_t count) {
        long total = 0;
        while (count--) total += *start++;
        return total;
    }
    size_t lengths(const char *const *texts) {
        size_t total = 0;
        while (*texts) total += strlen(*texts++);
        return total;
    }
    struct point { int x; double y; };
    double sum_of(const struct point *start, size_t count) {
        double total = 0;
        for (; count--; start++) total += start->x * start->y;
        return total;
    }
    void exchange(void **first, void **second) { void *kept = *first; *first = *second; *second = kept; }
    int split(const char *text, signed char *first, double *second, const char **rest) {
        *first = text[0];
        *second = 0.5 * text[1];
        *rest = text[2] ? text + 2 : NULL;
        errno = EINVAL;
        return *rest ? 2 : -1;
    }
    void swap(long *a, long *b) {
        if (a && b) { long kept = *a; *a = *b; *b = kept; }
    }
    void half(int x, struct point *result) { result->x = x / 2; result->y = x / 2.0; }
    long as_number(void *address) { return (long)address; }
"""


@pytest.fixture
def library(compiled):
    with native.open(compiled("calls", SOURCE)) as opened:
        yield opened


def test_errno_is_the_exception_of_the_operating_system(library):
    fails = library.bind("fails", "i32(i32) errno raise")
    for number, cls in ((errno.ENOENT, FileNotFoundError), (errno.EACCES, PermissionError)):
        with pytest.raises(cls) as caught:
            fails(number)
        error = caught.value
        assert (error.errno, error.strerror, error.filename) == (number, os.strerror(number), None)
        assert native.errno() == number
    with pytest.raises(OSError, match=r"Errno 18") as caught:
        fails(errno.EXDEV)
    assert type(caught.value) is OSError


def test_errno_with_a_file_name(library):
    open_it = library.bind("open_it", "i32(folder: i32, path: cstr) errno raise")
    with pytest.raises(FileNotFoundError) as caught:
        open_it(-100, "ä/b")
    assert (caught.value.errno, caught.value.filename) == (errno.ENOENT, "ä/b")
    assert str(caught.value) == "[Errno 2] No such file or directory: 'ä/b'"
    with pytest.raises(FileNotFoundError) as caught:
        open_it(-100, b"bytes")
    assert caught.value.filename == "bytes"
    with pytest.raises(PermissionError) as caught:
        library.bind("write_it", "i32(cstr, cstr, size) errno raise")("a", "data", 4)
    assert caught.value.filename == "a"
    with pytest.raises(FileNotFoundError) as caught:
        open_it(-100, None)
    assert caught.value.filename is None


def test_errno_passes_through_native_code(library):
    open_it = library.bind("open_it", "i32(folder: i32, path: cstr) errno raise")
    outer = tvmlike.PackedFunc(lambda: open_it(0, "x"))
    with pytest.raises(FileNotFoundError) as caught:
        outer()
    assert caught.value.filename == "x"


def test_a_registered_class_for_oserror_gets_the_message(library, run_python):
    program = """
        from tvmlike import native

        @tvmlike.register_error("OSError")
        class Mine(Exception): ...

        try:
            native.open().bind("chdir", "i32(cstr) errno raise")("/no/such/folder")
        except Mine as error:
            print(error)
    """
    status, out, err = run_python(program)
    assert (status, err) == (0, "")
    assert out == 'chdir: No such file or directory: "/no/such/folder" (errno 2)\n'


def test_writable_buffers_are_memory(library):
    fill = library.bind("fill", "void(start: ptr, i32, size)")
    typed = library.bind("fill", "void(start: *u8, i32, size)", name="typed")
    for call in (fill, typed):
        for size in (1, 7, 8, 1000):
            octets = bytearray(size)
            call(octets, 65, size)
            assert octets == b"A" * size
            call(memoryview(octets)[size // 2 :], 66, size - size // 2)
            assert octets == b"A" * (size // 2) + b"B" * (size - size // 2)
            octets.append(1)  # no longer lent
        call(bytearray(), 65, 0)
        for immutable in (b"some bytes", memoryview(b"some bytes")):
            with pytest.raises(TypeError, match=r"argument 1 `start`: bytes are immutable.*pass a bytearray"):
                call(immutable, 65, 1)
    with pytest.raises(TypeError, match=r"expected \*i32, got bytes"):
        library.bind("fill", "void(*i32, i32, size)", name="ints")(bytearray(8), 0, 8)
    array = (ctypes.c_int * 3)(1, 2, 3)
    fill(array, 0, 8)
    assert list(array) == [0, 0, 3]


def test_a_lent_buffer_does_not_move(library):
    octets = bytearray(16)

    @native.closure("void()")
    def grow():
        octets.extend(bytes(1 << 20))

    run = native.bind(grow.pointer, "void(...)", name="run")
    with pytest.raises(BufferError):
        run(octets)
    octets.extend(b"x")


def test_functions_of_other_languages_copy_writable_buffers():
    kept = []
    keep = tvmlike.PackedFunc(kept.append)
    octets = bytearray(b"some bytes")
    keep(octets)
    octets[:4] = b"SOME"
    assert kept == [b"some bytes"]
    assert list(tvmlike.convert([octets, memoryview(octets)])) == [b"SOME bytes"] * 2


def test_ints_are_addresses(library):
    number = library.bind("as_number", "i64(address: ptr)")
    assert [number(address) for address in (0, 4096, 2**62)] == [0, 4096, 2**62]
    assert library.bind("as_number", "i64(*const void)", name="constant")(4096) == 4096
    octets = (ctypes.c_char * 4)()
    library.bind("fill", "void(ptr, i32, size)")(ctypes.addressof(octets), 65, 4)
    assert octets.raw == b"AAAA"
    with pytest.raises(OverflowError, match="as_number: argument 1 `address`: -1 is out of range for ptr"):
        number(-1)
    with pytest.raises(TypeError, match="expected ptr, got bool"):
        number(True)


def test_lists_for_constant_pointers(library):
    total = library.bind("sum", "i64(numbers: *const i32, count: size)")
    assert total([1, 2, 3], 3) == 6
    assert total((4, 5), 2) == 9
    assert total([], 0) == 0
    assert total(list(range(1000)), 1000) == 499500
    with pytest.raises(OverflowError, match="argument 1 `numbers`: item 1: 2147483648 is out of range"):
        total([1, 2**31], 2)
    with pytest.raises(TypeError, match="item 0: expected i32, got str"):
        total(["1"], 1)
    with pytest.raises(TypeError, match="expected i32, got Array"):
        library.bind("sum", "i64(*i32, size)", name="written")([1], 1)
    lengths = library.bind("lengths", "size(*const cstr)")
    assert lengths(["one", b"three", "x" * 100]) == 108  # a NULL follows
    assert lengths([]) == 0
    points = library.bind("sum_of", "f64(*const {x: i32, y: f64}, size)")
    assert points([{"x": 2, "y": 0.5}, {"y": 1.5, "x": 4}], 2) == 7.0
    assert points({"x": 2, "y": 0.5}, 1) == points([2, 0.5], 1) == 1.0


def test_arrays_of_addresses(library):
    numpy = pytest.importorskip("numpy")
    first, second = numpy.array([10], numpy.uint64), numpy.array([20], numpy.int64)
    for kind in ("*ptr", "**i32", "*cstr"):
        library.bind("exchange", f"void({kind}, {kind})", name=kind)(first, second)
    assert (first[0], second[0]) == (20, 10)
    with pytest.raises(TypeError, match="expected a tensor of uint64, which holds addresses, got float64"):
        library.bind("exchange", "void(*ptr, *ptr)", name="f")(numpy.zeros(1), numpy.zeros(1))


def test_bound_functions_have_names(library):
    total = library.bind("sum", "i64(numbers: *const i32, count: size)")
    assert (total.__name__, total.__qualname__) == ("sum", "sum")
    assert repr(total) == f"<PackedFunc sum of {library.path}>"
    with pytest.raises(
        OverflowError, match=r"^sum: argument 2 `count`: 18446744073709551616 is out of range"
    ):
        total([], 2**64)
    with pytest.raises(TypeError, match=r"^sum\(\) got an unexpected keyword argument 'size'"):
        total([], size=1)
    named = native.bind(library.address("sum"), "i64(ptr, size)", name="total")
    with pytest.raises(OverflowError, match=r"^total: argument 2: "):
        named(None, 2**64)
    assert (named.__name__, repr(named)[:14]) == ("total", "<PackedFunc at")


def test_out_parameters_are_results(library):
    split = library.bind("split", "i32(text: cstr, first: out i8, second: out f64, rest: out cstr)")
    assert split("ABxyz") == split(text="ABxyz") == (2, 65, 33.0, "xyz")
    assert split("AB") == (-1, 65, 33.0, None)
    signature = str(inspect.signature(split))
    assert signature == "(text: str | None) -> tuple[int, int, float, str | None]"
    with pytest.raises(TypeError, match="split: expected 1 arguments, got 2"):
        split("AB", 1)
    with pytest.raises(TypeError, match="argument 1 `text`"):
        split(1)
    raising = library.bind("split", "i32(text: cstr, out i8, out f64, out cstr) errno raise", name="raising")
    assert raising("ABx")[0] == 2
    with pytest.raises(OSError, match="Invalid argument: 'AB'"):
        raising("AB")


def test_inout_parameters(library):
    swap = library.bind("swap", "void(a: inout i64, b: inout i64)")
    assert swap(1, 2) == swap(b=2, a=1) == (2, 1)
    assert swap(1, None) == (1, None)
    with pytest.raises(OverflowError, match="swap: argument 2 `b`: "):
        swap(1, 2**63)
    with pytest.raises(TypeError, match="swap: argument 1 `a`: expected i64, got float"):
        swap(1.5, 2)


def test_an_out_struct_alone_is_the_result(library):
    half = library.bind("half", "void(i32, out {x: i32, y: f64})")
    assert half(5) == {"x": 2, "y": 2.5}
    assert half(5)["y"] == 2.5


def test_registered_functions_with_out_parameters(compiled):
    signatures = {"split": "i32(cstr, out i8, out f64, out cstr)", "swap": "void(inout i64, inout i64)"}
    with native.open(compiled("registered", SOURCE), "ptouts", signatures=signatures):
        assert tvmlike.ptouts.swap(3, 4) == (4, 3)
        assert tvmlike.ptouts.split("ABC") == (2, 65, 33.0, "C")
        call = tvmlike.get_global_func("ptouts.swap")
        assert [call(at, 0) for at in range(3)] == [(0, 0), (0, 1), (0, 2)]


def test_out_parameters_on_many_threads(library):
    swap = library.bind("swap", "void(inout i64, inout i64)")
    wrong = []

    def work(number):
        for at in range(300):
            if swap(number, at) != (at, number):
                wrong.append((number, at))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


class Point(ctypes.Structure):
    _fields_ = (("x", ctypes.c_int), ("y", ctypes.c_double))


def test_ctypes_references_and_pointers(library):
    fill = library.bind("fill", "void(*i32, i32, size)", name="ints")
    number, real = ctypes.c_int(-1), ctypes.c_double(1.5)
    fill(ctypes.byref(number), 0, 4)
    assert number.value == 0
    fill(ctypes.pointer(number), 1, 4)
    assert number.value == 0x01010101
    with pytest.raises(TypeError, match="ints: argument 1: expected a tensor of int32, got float64"):
        fill(ctypes.byref(real), 0, 4)
    pair = (ctypes.c_int * 2)(5, 6)
    fill(ctypes.byref(pair, 4), 0, 4)
    assert list(pair) == [5, 0]
    first, second = ctypes.c_void_p(4096), ctypes.c_char_p(b"text")
    exchange = library.bind("exchange", "void(*ptr, *cstr)")
    before = ctypes.cast(second, ctypes.c_void_p).value
    exchange(ctypes.byref(first), ctypes.byref(second))
    assert (first.value, ctypes.cast(second, ctypes.c_void_p).value) == (before, 4096)
    as_number = library.bind("as_number", "i64(ptr)")
    assert as_number(ctypes.pointer(number)) == ctypes.addressof(number)
    assert as_number(ctypes.POINTER(ctypes.c_int)()) == 0


def test_structs_of_ctypes(library):
    half = library.bind("half", "void(i32, result: *{x: i32, y: f64})")
    point = Point()
    half(5, point)
    assert (point.x, point.y) == (2, 2.5)
    half(7, ctypes.byref(point))
    assert (point.x, point.y) == (3, 3.5)
    total = library.bind("sum_of", "f64(*const {x: i32, y: f64}, size)")
    assert total(point, 1) == 10.5
    assert total((Point * 2)(Point(1, 2.0), Point(3, 4.0)), 2) == 14.0

    class Other(ctypes.Structure):
        _fields_ = (("y", ctypes.c_double), ("x", ctypes.c_int))

    with pytest.raises(
        TypeError, match="half: argument 2 `result`: expected a struct of x, y, got Other with y, x"
    ):
        half(1, Other())

    class Short(ctypes.Structure):
        _fields_ = (("x", ctypes.c_int), ("y", ctypes.c_float))

    with pytest.raises(ValueError, match="expected structs of 16 bytes, got structs of 8 bytes"):
        half(1, Short())
    by_value = library.bind("sum_of", "f64({x: i32, y: f64}, size)", name="by_value")
    with pytest.raises(ValueError, match=r"by_value: argument 1: expected one \{x: i32, y: f64\}, got 2"):
        by_value((Point * 2)(), 0)
    assert tvmlike.PackedFunc(lambda value: value)(point) is point


def test_structured_arrays(library):
    numpy = pytest.importorskip("numpy")
    aligned = numpy.dtype([("x", "i4"), ("y", "f8")], align=True)
    points = numpy.zeros(3, aligned)
    half = library.bind("half", "void(i32, *{x: i32, y: f64})")
    half(5, points[1:])
    assert points.tolist() == [(0, 0.0), (2, 2.5), (0, 0.0)]
    total = library.bind("sum_of", "f64(*const {x: i32, y: f64}, size)")
    assert total(points, 3) == 5.0
    assert total(points[:0], 0) == 0.0
    points.flags.writeable = False
    assert total(points, 3) == 5.0
    with pytest.raises(ValueError, match="read-only"):
        half(5, points)
    with pytest.raises(
        ValueError, match=r"expected structs of 16 bytes, got structs of 12 bytes.*align=True"
    ):
        total(numpy.zeros(3, aligned.descr[:1] + [("y", "f8")]), 3)
    with pytest.raises(TypeError, match="expected a struct of x, y, got ndarray with x"):
        total(numpy.zeros(1, [("x", "i4")]), 1)
