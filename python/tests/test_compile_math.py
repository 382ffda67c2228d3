"""Operations of math by both engines, compared with NumPy over edge values; names of the C library."""

from __future__ import annotations

import ctypes
import math
import random
from fractions import Fraction

import pytest

import tvmlike

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)

try:
    tvmlike.compile("llvm.func @f() { llvm.return }", engine="llvm")
    CLANG = ""
except Exception as error:
    CLANG = str(error)
ENGINES = ["cranelift", pytest.param("llvm", marks=pytest.mark.skipif(bool(CLANG), reason=CLANG or "-"))]
DTYPES = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
EDGES = [0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1.0, -1.0, 0.49999997, 1e-7, -1e-5, 3.0, 10.0, -20.0, 100.0]
EDGES += [
    6e4,
    -6e4,
    8388609.0,
    4503599627370497.0,
    1e30,
    -1e30,
    1e300,
    6e-8,
    1e-40,
    5e-324,
    0.99999,
    -0.99999,
]
EDGES += [float("inf"), float("-inf"), float("nan"), 7.25]


def rounded(x):
    size = np.abs(x)
    below = np.floor(size)
    return np.copysign(below + (size - below >= 0.5), x)


UNARY = {
    "absf": np.abs,
    "acos": np.arccos,
    "acosh": np.arccosh,
    "asin": np.arcsin,
    "asinh": np.arcsinh,
    "atan": np.arctan,
    "atanh": np.arctanh,
    "cbrt": np.cbrt,
    "ceil": np.ceil,
    "cos": np.cos,
    "cosh": np.cosh,
    "erf": np.vectorize(math.erf, [float]),
    "erfc": np.vectorize(math.erfc, [float]),
    "exp": np.exp,
    "exp2": np.exp2,
    "expm1": np.expm1,
    "floor": np.floor,
    "log": np.log,
    "log10": np.log10,
    "log1p": np.log1p,
    "log2": np.log2,
    "round": rounded,
    "roundeven": np.round,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "sin": np.sin,
    "sinh": np.sinh,
    "sqrt": np.sqrt,
    "tan": np.tan,
    "tanh": np.tanh,
    "trunc": np.trunc,
}
BINARY = {"atan2": np.arctan2, "copysign": np.copysign, "powf": np.power}
CLASSES = {
    "isnan": np.isnan,
    "isinf": np.isinf,
    "isfinite": np.isfinite,
    "isnormal": lambda x: np.isfinite(x) & (np.abs(x) >= np.finfo(x.dtype).tiny),
}


def kernel(name, ty, count, body, result):
    """A function that computes %r of %a and %b, which are vectors if there is a count."""
    memory, out = f"memref<?x{ty}>", f"memref<?x{result}>"
    vector = f"vector<{count}x{ty}>"
    if count:
        loads = [f"%{v} = vector.load %{m}[%i] : {memory}, {vector}" for v, m in ("ax", "by")]
        store = f"vector.store %r, %o[%i] : {out}, vector<{count}x{result}>"
    else:
        loads = [f"%{v} = memref.load %{m}[%i] : {memory}" for v, m in ("ax", "by")]
        store = f"memref.store %r, %o[%i] : {out}"
    return f"""
        func.func @k_{name}(%x: {memory}, %y: {memory}, %o: {out}) {{
          %c0 = arith.constant 0 : index
          %s = arith.constant {count or 1} : index
          %n = memref.dim %x, %c0 : {memory}
          scf.for %i = %c0 to %n step %s {{
            {loads[0]}
            {loads[1]}
            {body}
            {store}
          }}
          return
        }}"""


def is_near(made, wanted):
    info = np.finfo(made.dtype)
    a, b = made.astype(np.longdouble), wanted.astype(np.longdouble)
    same = (a == b) & ((np.signbit(a) == np.signbit(b)) | (b != 0))
    near = np.abs(a - b) <= np.maximum(np.abs(b) * 4 * float(info.eps), 4 * float(info.smallest_subnormal))
    return same | (np.isnan(a) & np.isnan(b)) | (near & np.isfinite(b) & (b != 0))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("ty", DTYPES)
@pytest.mark.parametrize("count", [0, 4, 5])
def test_operations_are_those_of_numpy(engine, ty, count):
    vector = f"vector<{count}x{ty}>" if count else ty
    bits, bytes_ = (f"vector<{count}xi1>", f"vector<{count}xi8>") if count else ("i1", "i8")
    text = [kernel(name, ty, count, f"%r = math.{name} %a : {vector}", ty) for name in UNARY]
    text += [kernel(name, ty, count, f"%r = math.{name} %a, %b : {vector}", ty) for name in BINARY]
    for name in CLASSES:
        body = f"%q = math.{name} %a : {vector}\n%r = arith.extui %q : {bits} to {bytes_}"
        text.append(kernel(name, ty, count, body, "i8"))
    text.append(kernel("sincos", ty, count, f"%p, %r = math.sincos %a : {vector}", ty))
    body = f"%k = math.absf %b : {vector}\n%m = arith.negf %k : {vector}\n"
    text.append(kernel("clampf", ty, count, body + f"%r = math.clampf %a to [%m, %k] : {vector}", ty))
    library = tvmlike.compile("\n".join(text), engine=engine)
    x = np.concatenate([np.array(EDGES).astype(DTYPES[ty])] * 5)
    y = np.random.default_rng(0).permutation(x)
    # NumPy computes some functions of 16-bit floats by others.
    wide = np.float32 if ty == "f16" else DTYPES[ty]
    a, b = x.astype(wide), y.astype(wide)
    wanted = {name: function(a) for name, function in UNARY.items()}
    wanted |= {name: function(a, b) for name, function in BINARY.items()}
    wanted |= {"sincos": np.cos(a), "clampf": np.maximum(np.minimum(a, np.abs(b)), -np.abs(b))}
    for name, values in wanted.items():
        made = np.zeros(len(x), DTYPES[ty])
        library[f"k_{name}"](x, y, made)
        if name == "clampf":
            # NumPy does not tell zeros of both signs apart.
            made, values = made + 0.0, values + 0.0
        fits = is_near(made, np.asarray(values).astype(DTYPES[ty]))
        assert fits.all(), (name, x[~fits], y[~fits], made[~fits])
    for name, function in CLASSES.items():
        made = np.zeros(len(x), np.int8)
        library[f"k_{name}"](x, y, made)
        assert np.array_equal(made, function(x)), name


def number(bits, mantissa):
    """The number that a float of 16 bits is; `None` if it is none."""
    width = 15 - mantissa
    exponent, rest = bits >> mantissa & (1 << width) - 1, bits & (1 << mantissa) - 1
    if exponent == (1 << width) - 1:
        return None
    least = 2 - (1 << (width - 1)) - mantissa
    if exponent:
        rest, least = rest | 1 << mantissa, least + exponent - 1
    return (-1) ** (bits >> 15) * rest * Fraction(2) ** least


def nearest(value, mantissa):
    """The bits of the float of 16 bits that is nearest to a number, the even one of two."""
    width = 15 - mantissa
    last = (1 << width) - 1 << mantissa
    low, high = 0, last
    size = abs(value)
    # Positive floats are ordered as their bits; infinity has the place of the number behind the last.
    limit = number(last - 1, mantissa) + Fraction(2) ** ((1 << (width - 1)) - 1 - mantissa)
    of = lambda bits: limit if bits == last else number(bits, mantissa)  # noqa: E731
    if size >= limit:
        return last | (0x8000 if value < 0 else 0)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if of(middle) <= size else (low, middle)
    below, above = size - of(low), of(high) - size
    chosen = low if below < above or (below == above and low % 2 == 0) else high
    return chosen | (0x8000 if value < 0 else 0)


@pytest.mark.parametrize(("ty", "mantissa"), [("f16", 10), ("bf16", 7)])
def test_fused_short_floats_are_rounded_once(ty, mantissa):
    vector = f"vector<8x{ty}>"
    library = tvmlike.compile(f"""
        llvm.func @f(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr, %o: !llvm.ptr) {{
          %a = llvm.load %p : !llvm.ptr -> {vector}
          %b = llvm.load %q : !llvm.ptr -> {vector}
          %c = llvm.load %r : !llvm.ptr -> {vector}
          %d = llvm.intr.fma(%a, %b, %c) : ({vector}, {vector}, {vector}) -> {vector}
          llvm.store %d, %o : {vector}, !llvm.ptr
          llvm.return
        }}""")
    kind = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 4)
    function = ctypes.cast(library.address("f"), kind)
    rng = random.Random(0)
    one = ((1 << (14 - mantissa)) - 1) << mantissa
    edges = [0, 1, 2, 0x8001, one, one + 1, one - 1, one + (1 << (mantissa - 1)), 1 << mantissa]

    def any_bits():
        kind = rng.randrange(3)
        if kind == 0:
            return rng.randrange(1 << 16)
        if kind == 1:
            return (one + rng.randrange(-(3 << mantissa), 4 << mantissa)) ^ rng.choice([0, 0x8000])
        return rng.choice(edges)

    for _ in range(600):
        inputs = [np.array([any_bits() for _ in range(8)], np.uint16) for _ in range(3)]
        made = np.zeros(8, np.uint16)
        function(*(each.ctypes.data for each in (*inputs, made)))
        for lane in range(8):
            bits = [int(each[lane]) for each in inputs]
            a, b, c = (number(each, mantissa) for each in bits)
            if None in (a, b, c):
                continue
            exact = a * b + c
            found = int(made[lane])
            if exact == 0:
                assert found & 0x7FFF == 0, bits
            else:
                assert found == nearest(exact, mantissa), [hex(each) for each in (*bits, found)]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("other", "operation"),
    [
        ("func.func @erf(%x: f64) -> f64 { return %x : f64 }", "math.erf %x : f64"),
        ("func.func private @erf(%x: f32) -> f64", "math.erf %x : f64"),
        ("memref.global @erf : memref<2xf64>", "math.erf %x : f64"),
    ],
)
def test_names_of_the_c_library_are_not_those_of_the_module(engine, other, operation):
    text = f"{other}\nfunc.func @g(%x: f64) -> f64 {{\n %0 = {operation}\n return %0 : f64 }}"
    with pytest.raises(Exception, match=r"-\":3:7: 'math.erf' op calls 'erf' of the C library"):
        tvmlike.compile(text, engine=engine)


def test_operations_have_names_of_functions_that_call_them():
    lowers = [("cbrt", "f32"), ("erff", "f64"), ("exp", "f64")]
    for name, ty in lowers:
        operation = name.removesuffix("f") if name == "erff" else name
        library = tvmlike.compile(
            f"func.func @{name}(%x: {ty}) -> {ty} {{ %0 = math.{operation} %x : {ty}\n return %0 : {ty} }}"
        )
        wanted = {"cbrt": 1.0, "erff": math.erf(1.0), "exp": math.e}[name]
        assert library[name](1.0) == pytest.approx(wanted)
    declared = tvmlike.compile("""
        func.func private @erf(f64) -> f64
        func.func @g(%x: f64) -> f64 { %0 = math.erf %x : f64
          return %0 : f64 }""")
    assert declared.g(1.0) == math.erf(1.0)


@pytest.mark.parametrize("engine", ENGINES)
def test_integer_powers(engine):
    lib = tvmlike.compile(
        """
        func.func @f(%x: i32, %y: i32) -> i32 {
          %0 = math.ipowi %x, %y : i32
          return %0 : i32
        }
        func.func @lanes(%x: memref<4xi64>) {
          %c0 = arith.constant 0 : index
          %0 = vector.load %x[%c0] : memref<4xi64>, vector<4xi64>
          %1 = arith.constant dense<[0, 1, 5, 9]> : vector<4xi64>
          %2 = math.ipowi %0, %1 : vector<4xi64>
          vector.store %2, %x[%c0] : memref<4xi64>, vector<4xi64>
          return
        }""",
        engine=engine,
    )
    for x, y in [(2, 10), (-3, 5), (7, 0), (0, 0), (0, 3), (1, -5), (-1, -3), (-1, -4), (9, -1), (46341, 2)]:
        wanted = x**y if y >= 0 else {1: 1, -1: 1 if y % 2 == 0 else -1}.get(x, 0)
        assert lib.f(x, y) == (wanted + 2**31) % 2**32 - 2**31, (x, y)
    x = np.array([-5, -5, -5, 3])
    lib.lanes(x)
    assert x.tolist() == [1, -5, -3125, 19683]
    if engine == "cranelift":
        with pytest.raises(ZeroDivisionError):
            lib.f(0, -1)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("exponent", ["i8", "i16", "i64"])
def test_powers_with_exponents_of_other_widths(engine, exponent):
    lib = tvmlike.compile(
        f"""
        func.func @f(%x: f64, %y: {exponent}) -> f64 {{
          %0 = math.fpowi %x, %y : f64, {exponent}
          return %0 : f64
        }}
        func.func @lanes(%x: memref<4xf32>, %y: memref<4x{exponent}>) {{
          %c0 = arith.constant 0 : index
          %0 = vector.load %x[%c0] : memref<4xf32>, vector<4xf32>
          %1 = vector.load %y[%c0] : memref<4x{exponent}>, vector<4x{exponent}>
          %2 = math.fpowi %0, %1 : vector<4xf32>, vector<4x{exponent}>
          vector.store %2, %x[%c0] : memref<4xf32>, vector<4xf32>
          return
        }}""",
        engine=engine,
    )
    for x in (2.0, -1.5, 0.5, 1.0, 0.0, -0.0, float("inf"), float("nan")):
        for y in (0, 1, -1, 7, -8, 127, -128):
            with np.errstate(all="ignore"):
                np.testing.assert_allclose(lib.f(x, y), np.float64(x) ** np.float64(y), rtol=1e-13)
    if exponent == "i64":
        assert lib.f(-1.0, 2**40 + 1) == -1.0
        assert lib.f(2.0, -(2**63)) == 0.0
    x, y = np.array([2, -2, 3, 0.5], np.float32), np.array([3, -3, 0, 7], exponent.replace("i", "int"))
    lib.lanes(x, y)
    assert x.tolist() == [8, -0.125, 1, 0.5**7]


def test_sines_with_cosines():
    text = """
        llvm.func @f(%a: f32, %p: i1) -> f32 {
          %0 = llvm.intr.sincos(%a) : (f32) -> !llvm.struct<(f32, f32)>
          %1 = llvm.extractvalue %0[0] : !llvm.struct<(f32, f32)>
          %2 = llvm.extractvalue %0[1] : !llvm.struct<(f32, f32)>
          %3 = llvm.select %p, %1, %2 : i1, f32
          llvm.return %3 : f32
        }
        llvm.func @g(%a: f64) -> f64 {
          %0 = llvm.mlir.poison : vector<4xf64>
          %1 = llvm.mlir.constant(2 : i32) : i32
          %2 = llvm.insertelement %a, %0[%1 : i32] : vector<4xf64>
          %3 = llvm.intr.sincos(%2) : (vector<4xf64>) -> !llvm.struct<(vector<4xf64>, vector<4xf64>)>
          %4 = llvm.extractvalue %3[1] : !llvm.struct<(vector<4xf64>, vector<4xf64>)>
          %5 = llvm.extractelement %4[%1 : i32] : vector<4xf64>
          llvm.return %5 : f64
        }"""
    lib = tvmlike.compile(text)
    for x in (0.0, 1.0, -2.5, 100.0):
        np.testing.assert_allclose([lib.f(x, True), lib.f(x, False)], [np.sin(x), np.cos(x)], rtol=1e-6)
        np.testing.assert_allclose(lib.g(x), np.cos(x), rtol=1e-14)
    assert "@llvm.sincos.v4f64(<4 x double>" in tvmlike.engine.translate(text)


def test_divisions_of_indices_beside_the_limits():
    lib = tvmlike.compile("""
        func.func @ceil(%a: index, %b: index) -> index {
          %0 = index.ceildivs %a, %b
          return %0 : index
        }
        func.func @floor(%a: index, %b: index) -> index {
          %0 = index.floordivs %a, %b
          return %0 : index
        }""")
    least, greatest = -(2**63), 2**63 - 1
    numbers = [least, least + 1, least + 2, -3, -2, -1, 0, 1, 2, 3, greatest - 1, greatest]
    for a in numbers:
        for b in numbers:
            if b == 0 or (a, b) == (least, -1):
                with pytest.raises(ZeroDivisionError if b == 0 else OverflowError):
                    lib.ceil(a, b)
                continue
            assert (lib.ceil(a, b), lib.floor(a, b)) == (-(-a // b), a // b), (a, b)
