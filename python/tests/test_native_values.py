"""What Python passes to C functions and gets back: callables, complex numbers, large integers, any container.

Also the signatures of `.mlir` files, and arrays that a library frees itself.
"""

from __future__ import annotations

import collections
import gc
import traceback
import types
import typing
import weakref

import pytest

import tvmlike
from tvmlike import abi, native

SOURCE = """
    #include <complex.h>
    #include <stddef.h>
    #include <stdint.h>
    #include <string.h>
    static int (*kept)(int);
    int call(int (*function)(int), int x) { kept = function; return function ? function(x) : -1; }
    int again(int x) { return kept(x); }
    double complex times(double complex a, double complex b) { return a * b; }
    float complex turn(float complex x) { return x * I; }
    void split(double complex x, double complex *twice) { *twice = 2 * x; }
    struct signal { int id; double complex value; };
    struct signal doubled(struct signal x) { x.value *= 2; return x; }
    double complex total(const double complex *start, size_t count) {
        double complex sum = 0;
        while (count--) sum += *start++;
        return sum;
    }
    uint64_t echo(uint64_t x) { return x; }
    size_t longest(void) { return (size_t)-1; }
    struct wide { uint64_t first, others[2]; };
    void copy(struct wide *to, const struct wide *from) { *to = *from; }
    uint64_t last(const uint64_t *start, size_t count) { return start[count - 1]; }
    void increase(uint64_t *x) { *x += 1; }
    uint64_t ask(uint64_t (*function)(uint64_t), uint64_t x) { return function(x) + 1; }
    struct point { int x; double y; };
    double sum_of(const struct point *start, size_t count) {
        double total = 0;
        for (; count--; start++) total += start->x * start->y;
        return total;
    }
    double by_value(struct point p) { return p.x * p.y; }
    void clear(struct point *p) { memset(p, 0, sizeof *p); }
    double sum(const double *start, size_t count) {
        double total = 0;
        while (count--) total += *start++;
        return total;
    }
"""


@pytest.fixture
def library(compiled):
    with native.open(compiled("values", SOURCE)) as opened:
        yield opened


# ----- callables --------------------------------------------------------------------------------------------


def test_a_callable_is_a_function_pointer(library):
    call = library.bind("call", "i32(function: i32(i32), i32)")
    assert call(lambda x: x + 1, 1) == 2
    assert call(abs, -3) == 3
    assert call(int.__neg__, 3) == -3
    assert call(None, 1) == -1
    closure = native.closure(lambda x: x * 2, "i32(i32)")
    assert call(closure, 4) == 8
    assert call(closure.pointer, 5) == 10
    # A call in a call of the same function.
    assert call(lambda x: call(lambda y: y * 10, x) + 1, 2) == 21
    with pytest.raises(
        TypeError,
        match=r"^call: argument 1 `function`: expected a callable or .* for i32\(i32\), got int$",
    ):
        call(1, 2)


def test_qsort():
    qsort = native.open().bind("qsort", "void(*i32, size, size, compare: i32(*const i32, *const i32))")
    numbers = pytest.importorskip("numpy").array([2, 3, 1], "int32")
    qsort(numbers, 3, 4, lambda a, b: b - a)
    assert numbers.tolist() == [3, 2, 1]


def test_an_exception_in_a_callable_is_that_of_the_call(library):
    call = library.bind("call", "i32(i32(i32), i32)")
    error = LookupError("which?")

    def fails(x):
        raise error

    with pytest.raises(LookupError) as caught:
        call(fails, 1)
    assert caught.value is error
    with pytest.raises(OverflowError, match=r"result: 1099511627776 is out of range for i32"):
        call(lambda x: 1 << 40, 1)


def test_a_callable_is_released_after_the_call(library):
    call = library.bind("call", "i32(i32(i32), i32)")

    def double(x):
        return 2 * x

    gone = weakref.ref(double)
    assert call(double, 2) == 4
    del double
    gc.collect()
    assert gone() is None
    with pytest.raises(RuntimeError, match=r"after the call that it was made for; pass a native\.closure"):
        library.bind("again", "i32(i32)")(1)


# ----- complex numbers --------------------------------------------------------------------------------------


def test_complex_numbers(library):
    times = library.bind("times", "complex<f64>(a: complex<f64>, b: complex<f64>)")
    assert times(1 + 2j, 3 - 1j) == 5 + 5j
    assert times(2, b=1j) == 2j
    assert times([1, 2], 1) == 1 + 2j
    assert typing.get_type_hints(times) == {"a": complex, "b": complex, "return": complex}
    turn = library.bind("turn", "complex<f32>(complex<f32>)")
    assert turn(1.5) == 1.5j
    with pytest.raises(OverflowError, match="turn: argument 1: item 0: 1e300 is out of range for f32"):
        turn(1e300 + 1j)
    with pytest.raises(TypeError, match=r"expected complex<f64> \(a number, .*\), got str"):
        times("1j", 1)
    assert library.bind("split", "void(complex<f64>, out complex<f64>)")(1 + 3j) == 2 + 6j
    signal = "{id: i32, value: complex<f64>}"
    doubled = library.bind("doubled", f"{signal}({signal})")
    assert doubled({"id": 1, "value": 2 + 1j}) == {"id": 1, "value": 4 + 2j}
    assert doubled((1, 2 + 1j))["value"] == 4 + 2j
    total = library.bind("total", "complex<f64>(items: *const complex<f64>, count: size)")
    assert total([1j, 2, 3.5 + 1j], 3) == 5.5 + 2j
    assert total(1 + 1j, 1) == 1 + 1j
    assert native.signature(complex, complex) == "complex<f64>(complex<f64>)"


def test_complex_numbers_of_numpy(library):
    numpy = pytest.importorskip("numpy")
    turn = library.bind("turn", "complex<f32>(complex<f32>)")
    assert turn(numpy.complex64(2)) == 2j
    assert turn(numpy.complex128(2j)) == -2
    total = library.bind("total", "complex<f64>(items: *const complex<f64>, count: size)")
    assert total(numpy.array([1j, 2j]), 2) == 3j
    with pytest.raises(TypeError, match="expected a tensor of complex128, got float64"):
        total(numpy.array([1.0]), 1)


# ----- large unsigned integers ------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 2**63 - 1, 2**63, 2**64 - 1])
def test_all_unsigned_integers(library, number):
    echo = library.bind("echo", "u64(x: u64)")
    assert echo(number) == echo(x=number) == number
    assert library.bind("echo", "size(size)")(number) == number
    copy = library.bind(
        "copy", "void(out {first: u64, others: [2 x u64]}, *const {first: u64, others: [2 x u64]})"
    )
    wide = {"first": number, "others": [1, number]}
    copied = copy(wide)
    assert (copied["first"], [*copied["others"]]) == (number, [1, number])
    assert copy((number, (number, 2)))["first"] == number
    last = library.bind("last", "u64(*const u64, size)")
    assert last([1, 2, number], 3) == last(number, 1) == number
    assert library.bind("increase", "void(inout u64)")(number) == (number + 1) % 2**64
    ask = library.bind("ask", "u64(u64(u64), u64)")
    seen = []
    assert ask(lambda x: seen.append(x) or 5, number) == 6
    assert seen == [number]


def test_integers_that_no_unsigned_type_holds(library):
    echo = library.bind("echo", "u64(u64)")
    for number in (2**64, -(2**63) - 1, 2**200):
        with pytest.raises(OverflowError, match=r"echo: argument 1: .* is out of range for a 64-bit integer"):
            echo(number)
    with pytest.raises(OverflowError, match="echo: argument 1: -1 is out of range for u64"):
        echo(-1)
    # Only where the signature says that it is unsigned.
    with pytest.raises(OverflowError, match="echo: argument 1: 9223372036854775808 is out of range"):
        library.bind("echo", "i64(i64)")(2**63)
    with pytest.raises(OverflowError, match="9223372036854775808 is out of range"):
        library.bind("call", "i32(ptr, i32)")(2**63, 1)
    assert library.bind("longest", "size()")() == 2**64 - 1


def test_closures_return_large_integers(library):
    ask = library.bind("ask", "u64(ptr, u64)")
    assert ask(native.closure(lambda x: x, "u64(u64)"), 2**64 - 2) == 2**64 - 1


# ----- mappings and sequences -------------------------------------------------------------------------------

Pair = collections.namedtuple("Pair", "x y")
POINTS = [
    {"x": 2, "y": 1.5},
    collections.UserDict(x=2, y=1.5),
    types.MappingProxyType({"x": 2, "y": 1.5}),
    collections.ChainMap({"x": 2}, {"y": 1.5}),
    Pair(2, 1.5),
    collections.UserList([2, 1.5]),
    collections.deque([2, 1.5]),
]


@pytest.mark.parametrize("point", POINTS, ids=lambda point: type(point).__name__)
def test_structs_are_mappings_and_sequences(library, point):
    sum_of = library.bind("sum_of", "f64(*const {x: i32, y: f64}, size)")
    assert sum_of(point, 1) == 3.0
    assert sum_of([point, point], 2) == 6.0
    assert sum_of(collections.deque([point, point]), 2) == 6.0
    assert library.bind("by_value", "f64({x: i32, y: f64})")(point) == 3.0


def test_numbers_of_any_sequence(library):
    total = library.bind("sum", "f64(*const f64, size)")
    for numbers in ([1, 2.0], range(1, 3), collections.deque([1, 2]), collections.UserList([1, 2])):
        assert total(numbers, 2) == 3.0
    with pytest.raises(TypeError, match="sum: argument 1: expected f64, got set"):
        total({1, 2}, 2)

    class Broken(collections.UserList):
        def __iter__(self):
            raise LookupError("broken")

    with pytest.raises(LookupError, match="broken"):
        total(Broken(), 2)


RECORD = {
    "a": [
        ["named", "pair", ["sdict", ["x", "i32"], ["y", "f64"]]],
        ["named", "items", ["py_homogeneous_list", "i32"]],
        ["named", "two", ["stuple", "i32", "f64"]],
        ["named", "array", ["ndarray", "f32", 1, None]],
    ],
    "r": ["f64"],
}


def test_records_take_any_mapping_and_sequence():
    seen = []
    attached = abi.attach(
        lambda pair, items, two, array: (
            seen.append((list(pair), list(items), list(two), array.tolist())) or 0.0
        ),
        RECORD,
    )
    pairs = POINTS[:4]
    for pair in pairs:
        for make in (list, tuple, collections.deque, collections.UserList):
            attached(pair, make([1, 2]), make([3, 4.0]), make([5, 6]))
    attached(pairs[1], range(1, 3), Pair(3, 4.0), range(5, 7))
    assert seen == [([2, 1.5], [1, 2], [3, 4.0], [5.0, 6.0])] * len(seen)
    nested = abi.attach(
        lambda rows: float(sum(row[0] for row in rows)),
        {"a": [["py_homogeneous_list", ["sdict", ["x", "i32"]]]], "r": ["f64"]},
    )
    assert nested([collections.UserDict(x=1), {"x": 2}]) == 3.0
    with pytest.raises(TypeError, match="got set"):
        attached(pairs[0], {1, 2}, (3, 4.0), [5])


def test_arrays_are_converted_where_the_record_may_copy(library):
    numpy = pytest.importorskip("numpy")
    read = abi.attach(
        lambda array: float(sum(array.tolist())), {"a": [["ndarray", "f32", 1, None]], "r": ["f64"]}
    )
    swapped = numpy.array([1, 2, 3], ">f4")
    assert read(swapped) == 6.0
    assert read(numpy.arange(6, dtype="f4")[::2]) == 6.0
    contiguous = abi.attach(
        lambda array: float(sum(array.tolist())),
        {"a": [["contiguous", ["ndarray", "f32", 1, None]]], "r": ["f64"]},
    )
    assert contiguous(numpy.arange(6, dtype="f4")[::2]) == contiguous(swapped) == 6.0
    write = abi.attach(lambda array: None, {"a": [["writable", ["ndarray", "f32", 1, None]]], "r": []})
    with pytest.raises(TypeError, match="not in native byte order"):
        write(swapped)
    # Structs for C: copied where C only reads them.
    kind = numpy.dtype([("x", "i4"), ("y", "f8")], align=True)
    rows = numpy.array([(1, 2.0), (9, 9.0), (3, 4.0)], kind)
    sum_of = library.bind("sum_of", "f64(*const {x: i32, y: f64}, size)")
    assert sum_of(rows[::2], 2) == 14.0
    assert sum_of(rows.astype(kind.newbyteorder(">")), 3) == 95.0
    assert library.bind("sum", "f64(*const f64, size)")(numpy.array([1.0, 2.0], ">f8"), 2) == 3.0
    clear = library.bind("clear", "void(*{x: i32, y: f64})")
    clear(rows)
    assert rows[0].tolist() == (0, 0.0)
    for refused, said in (
        (rows[::2], "one after the other"),
        (rows.astype(kind.newbyteorder(">")), "byte order"),
    ):
        with pytest.raises(ValueError, match=said):
            clear(refused)


# ----- names ------------------------------------------------------------------------------------------------


def test_errors_repr_and_help_name_function_and_library(library):
    bound = library.bind("sum", "f64(start: *const f64, count: size)", name="total", doc="Adds up.")
    assert repr(bound) == f"<PackedFunc total of {library.path}>"
    with pytest.raises(TypeError, match=r"^total: argument 2 `count`: expected u64, got str$") as caught:
        bound([1.0], "1")
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert (frames[-1].filename, frames[-1].name) == (library.path, "total")
    with pytest.raises(ZeroDivisionError) as caught:
        library.bind("call", "i32(i32(i32), i32)")(lambda x: x // 0, 1)
    assert (library.path, "call") in [
        (frame.filename, frame.name) for frame in traceback.extract_tb(caught.value.__traceback__)
    ]
    assert bound.__doc__.startswith("Adds up.")
    assert f"A C function of {library.path}: f64(start: *const f64, count: size)" in bound.__doc__


# ----- signatures from MLIR ---------------------------------------------------------------------------------

KERNELS = """
    #include <stdint.h>
    struct array { float *allocated, *aligned; int64_t offset, size, stride; };
    float _mlir_ciface_sum(struct array *a, float start) {
        int64_t i;
        for (i = 0; i < a->size; ++i) start += a->aligned[a->offset + i * a->stride];
        return start;
    }
    int32_t next(int32_t x) { return x + 1; }
"""

MODULE = """
    module {
      func.func private @helper(i32) -> i32
      func.func @sum(%values: memref<?xf32, strided<[?], offset: ?>> {llvm.readonly}, %start: f32) -> f32
          attributes {llvm.emit_c_interface} {
        return %start : f32
      }
      func.func @next(%x: i32) -> i32 {
        %y = "other.op"(%x) : (i32) -> i32
        return %y : i32
      }
    }
"""


def test_signatures_of_an_mlir_file(compiled, tmp_path):
    numpy = pytest.importorskip("numpy")
    path = compiled("kernels", KERNELS)
    source = tmp_path / "kernels.mlir"
    source.write_text(MODULE)
    for given in (source, str(source)):
        with native.open(path, "pytest_mlir", signatures=given) as opened:
            assert list(opened) == ["sum", "next"]
            values = numpy.arange(8, dtype="f4")[::2]
            values.flags.writeable = False
            assert tvmlike.pytest_mlir.sum(values, 1.0) == 13.0
            assert opened.next(1) == 2
    opened = native.open(path)
    assert opened.bind("next", source)(5) == 6
    with pytest.raises(
        ValueError, match=r"kernels\.mlir has no public function `helper`; it has `sum`, `next`"
    ):
        opened.bind("helper", source)
    source.write_text("func.func @f(")
    with pytest.raises(ValueError, match=r"kernels\.mlir: "):
        native.open(path, signatures=source)
    source.write_text("module {}")
    with pytest.raises(ValueError, match=r"expected public functions .* got none"):
        native.open(path, signatures=source)


# ----- memory of the library's own --------------------------------------------------------------------------

OWN_MEMORY = """
    #include <stdint.h>
    #include <stdlib.h>
    static int living;
    %s
    int count(void) { return living; }
    struct array { float *allocated, *aligned; int64_t offset, size, stride; };
    void _mlir_ciface_make(struct array *result, int64_t size) {
        float *room = _mlir_memref_to_llvm_alloc(size * sizeof(float));
        int64_t i;
        for (i = 0; i < size; ++i) room[i] = i;
        *result = (struct array){room, room, 0, size, 1};
    }
"""
OWN_FUNCTIONS = """
    void *_mlir_memref_to_llvm_alloc(unsigned long size) { living++; return (char *)malloc(size + 64) + 64; }
    void _mlir_memref_to_llvm_free(void *start) { living--; free((char *)start - 64); }
"""


def test_a_library_frees_its_arrays_itself(compiled):
    pytest.importorskip("numpy")
    opened = native.open(compiled("own", OWN_MEMORY % OWN_FUNCTIONS))
    make, count = opened.bind("make", "(i64) -> memref<?xf32>"), opened.bind("count", "i32()")
    made = [make(3), make(1000)]
    assert count() == 2
    assert made[0].tolist() == [0.0, 1.0, 2.0]
    del made
    gc.collect()
    assert count() == 0
    # Without its own functions, C's are used, which tvmlike supplies.
    declared = "void *_mlir_memref_to_llvm_alloc(unsigned long);"
    plain = native.open(compiled("plain", OWN_MEMORY % declared))
    assert plain.bind("make", "(i64) -> memref<?xf32>")(2).tolist() == [0.0, 1.0]


def test_imports_allocate_and_free_arrays(compiled):
    pytest.importorskip("numpy")
    own = native.open(compiled("allocator", OWN_MEMORY % OWN_FUNCTIONS))
    names = ("_mlir_memref_to_llvm_alloc", "_mlir_memref_to_llvm_free")
    declared = "void *{}(unsigned long); void {}(void *); void *used = {};".format(*names, names[1])
    opened = native.open(
        compiled("imports", OWN_MEMORY % declared), imports={name: own.address(name) for name in names}
    )
    made = opened.bind("make", "(i64) -> memref<?xf32>")(2)
    count = own.bind("count", "i32()")
    assert count() == 1
    del made
    gc.collect()
    assert count() == 0
