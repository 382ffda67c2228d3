"""Functions of complex numbers, compiled by both engines and compared with NumPy."""

from __future__ import annotations

import itertools

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

UNARY = {
    "conj": np.conj,
    "cos": np.cos,
    "exp": np.exp,
    "expm1": np.expm1,
    "log": np.log,
    "log1p": np.log1p,
    "neg": np.negative,
    "rsqrt": lambda z: 1 / np.sqrt(z),
    "sign": lambda z: np.where(z == 0, 0, z / np.abs(z)),
    "sin": np.sin,
    "sqrt": np.sqrt,
    "tan": np.tan,
    "tanh": np.tanh,
}
BINARY = {"add": np.add, "div": np.divide, "mul": np.multiply, "pow": np.power, "sub": np.subtract}
PARTS = [0.0, -0.0, 0.5, -0.25, 1.0, -1.0, 2.5, -3.0, 1e-8]
FLOATS = {"f32": (np.float32, np.complex64, 2e-5), "f64": (np.float64, np.complex128, 1e-12)}


def each(name, part, operands):
    """A function that applies an operation to all elements."""
    ty = f"complex<{part}>"
    result = part if name in ("abs", "angle") else ty
    arguments = ", ".join(f"%m{i}: memref<?x{ty}>" for i in range(operands))
    loads = "\n".join(f"%x{i} = memref.load %m{i}[%i] : memref<?x{ty}>" for i in range(operands))
    return f"""
        func.func @f({arguments}, %r: memref<?x{result}>) {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %n = memref.dim %m0, %c0 : memref<?x{ty}>
          scf.for %i = %c0 to %n step %c1 {{
            {loads}
            %y = complex.{name} {", ".join(f"%x{i}" for i in range(operands))} : {ty}
            memref.store %y, %r[%i] : memref<?x{result}>
          }}
          return
        }}"""


def numbers(dtype, parts=PARTS):
    return np.array([complex(re, im) for re, im in itertools.product(parts, parts)], dtype)


def assert_close(got, wanted, tolerance):
    scale = np.maximum(1, np.abs(wanted))
    assert np.all(np.abs(got - wanted) <= tolerance * scale), (got, wanted)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("part", FLOATS)
@pytest.mark.parametrize("name", UNARY)
def test_unary(engine, part, name):
    _, dtype, tolerance = FLOATS[part]
    lib = tvmlike.compile(each(name, part, 1), engine=engine)
    values = numbers(dtype)
    if name in ("log", "rsqrt", "sqrt", "log1p"):
        # The sides of the branch cut are those of signed zeros, which the angle of the sum does not keep.
        values = values[(values != 0) & (values != -1)]
    if name == "log1p":
        # NumPy is less exact near zero and the branch point.
        values = values[np.minimum(np.abs(values), np.abs(values + 1)) > 0.1]
    result = np.zeros_like(values)
    with np.errstate(all="ignore"):
        wanted = UNARY[name](values.astype(np.clongdouble))
    lib.f(values, result)
    if name in ("sqrt", "rsqrt"):
        # MLIR drops the sign of a zero.
        above = values.imag != 0
        result, wanted = result[above], wanted[above]
    assert_close(result, wanted, tolerance)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("part", FLOATS)
@pytest.mark.parametrize("name", BINARY)
def test_binary(engine, part, name):
    _, dtype, tolerance = FLOATS[part]
    lib = tvmlike.compile(each(name, part, 2), engine=engine)
    values = numbers(dtype, [0.5, -0.25, 1.0, -1.5, 2.0])
    a, b = (np.ascontiguousarray(side.ravel()) for side in np.meshgrid(values, values))
    result = np.zeros_like(a)
    lib.f(a, b, result)
    wanted = BINARY[name](a.astype(np.complex128), b.astype(np.complex128))
    assert_close(result, wanted, 50 * tolerance if name == "pow" else tolerance)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("part", FLOATS)
@pytest.mark.parametrize("name", ["abs", "angle"])
def test_distances_and_angles(engine, part, name):
    real, dtype, tolerance = FLOATS[part]
    lib = tvmlike.compile(each(name, part, 1), engine=engine)
    large = float(np.finfo(real).max) / 2
    values = numbers(dtype, [*PARTS, np.inf, -np.inf, large])
    result = np.zeros(len(values), real)
    lib.f(values, result)
    wanted = {"abs": np.abs, "angle": np.angle}[name](values)
    np.testing.assert_allclose(result, wanted, tolerance)


@pytest.mark.parametrize("engine", ENGINES)
def test_infinities(engine):
    values = np.array([complex(np.inf, 0), complex(-np.inf, 2), complex(0, np.inf), complex(2, -np.inf)])
    lib = tvmlike.compile(each("sqrt", "f64", 1), engine=engine)
    result = np.zeros_like(values)
    lib.f(values, result)
    np.testing.assert_array_equal(result, np.sqrt(values))
