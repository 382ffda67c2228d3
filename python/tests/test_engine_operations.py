"""Each operation of arith, complex, index, math and vector, over edge values, three ways.

The default engine, the engine llvm, and what mlir-opt, mlir-translate and clang of LLVM 22 make of the same
functions give the same to the bit. Every operation of the dialects is compared, or is in `LEFT_OUT` with the
reason.
"""

from __future__ import annotations

import importlib
import itertools
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import tvmlike
from tvmlike import native

np = pytest.importorskip("numpy")

pytestmark = [
    pytest.mark.skipif(
        tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
    ),
    pytest.mark.skipif(tvmlike.ffi_path() == "ctypes", reason="it does not depend on the call path"),
]

ROOT = Path(__file__).resolve().parents[2]
INTEGERS = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "index": np.int64}
FLOATS = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
TYPES = {**INTEGERS, **FLOATS, "i1": np.bool_}
WIDTHS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "index": 64, "f16": 16, "f32": 32, "f64": 64}
INTEGER_PREDICATES = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]
FLOAT_PREDICATES = ["false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"]
FLOAT_PREDICATES += ["ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"]

# What is not compared, and why.
LEFT_OUT = {
    "arith.constant": "all functions have constants",
    "arith.scaling_extf": "floats of 8 bits have no lowering",
    "arith.scaling_truncf": "floats of 8 bits have no lowering",
    "complex.bitcast": "MLIR has no lowering, either",
    "complex.constant": "a constant",
    "vector.print": "its text is compared elsewhere",
    "vector.scalable.extract": "vectors of unknown size have no lowering",
    "vector.scalable.insert": "vectors of unknown size have no lowering",
    "vector.vscale": "vectors of unknown size have no lowering",
    "vector.yield": "the end of vector.mask",
    "index.bool.constant": "a constant",
    "index.constant": "a constant",
}
# What MLIR does not lower, or lowers to something else.
NOT_BY_MLIR = {
    "arith.addui_extended on index": "MLIR makes a struct of index",
    "complex.expm1": "by math.expm1, as below",
    "complex.log1p": "by math.log1p, as below",
    "complex.tan": "by math.expm1, as below",
    "complex.tanh": "by math.expm1, as below",
    "math.clampf": "MLIR has no lowering by default",
    "vector.scan": "MLIR has no lowering by default",
    "math.expm1": "MLIR subtracts 1 from the exponential",
    "math.isinf": "MLIR has no lowering",
    "math.isnormal": "MLIR has no lowering",
    "math.log1p": "MLIR takes the logarithm of a sum",
}
# Cranelift would round twice.
NOT_BY_CRANELIFT = {("math.fma", "f16")}
# What has an intrinsic gets it before arith is expanded, which loses signs of zeros.
PIPELINE = (
    "func.func(lower-vector-mask,lower-vector-multi-reduction) convert-vector-to-scf{full-unroll=true}"
    " convert-complex-to-standard convert-math-to-funcs{min-width-of-fpowi-exponent=33}"
    " convert-scf-to-cf expand-strided-metadata lower-affine convert-vector-to-llvm"
    " finalize-memref-to-llvm convert-complex-to-llvm convert-math-to-llvm convert-ub-to-llvm"
    " convert-math-to-libm convert-arith-to-llvm arith-expand convert-arith-to-llvm convert-index-to-llvm"
    " convert-cf-to-llvm convert-func-to-llvm reconcile-unrealized-casts"
).split()


def edges(ty):
    """Values at the edges of a type, and some between."""
    if ty == "i1":
        return [False, True]
    if ty in INTEGERS:
        low, high = -(1 << (WIDTHS[ty] - 1)), (1 << (WIDTHS[ty] - 1)) - 1
        some = [0, 1, -1, 2, -2, 3, 7, -8, 100, low, low + 1, high, high - 1, high // 3, low // 5]
        return sorted({max(low, min(high, value)) for value in some})
    info = np.finfo(FLOATS[ty])
    some = [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 0.1, 0.7, 10.0, 100.5, float(info.max), float(info.tiny)]
    some += [float(info.smallest_subnormal), float(info.eps), float("inf")]
    return [*some, *(-value for value in some), float("nan")]


class Functions:
    """Functions over arrays: each applies an operation to the elements of one to three of them."""

    def __init__(self):
        self.cases = []

    def add(self, operation, inputs, outputs, body, keep=None):
        """An operation on %a, %b, %c, %d of the types `inputs`, whose results %r (and %s) are of `outputs`.

        `keep` says with which values it is defined.
        """
        self.cases.append((f"f{len(self.cases)}", operation, inputs, outputs, body, keep))

    def text(self, cases):
        parts = []
        for name, _, inputs, outputs, body, _ in cases:
            operands, results = list(zip("abcd", inputs)), list(zip("rs", outputs))
            arrays = [f"%p{letter}: memref<?x{ty}>" for letter, ty in operands + results]
            loads = [f"%{letter} = memref.load %p{letter}[%i] : memref<?x{ty}>" for letter, ty in operands]
            stores = [f"memref.store %{letter}, %p{letter}[%i] : memref<?x{ty}>" for letter, ty in results]
            parts.append(f"""
                func.func @{name}({", ".join(arrays)}) attributes {{llvm.emit_c_interface}} {{
                  %zero = arith.constant 0 : index
                  %one = arith.constant 1 : index
                  %n = memref.dim %pa, %zero : memref<?x{inputs[0]}>
                  scf.for %i = %zero to %n step %one {{
                    {" ".join(line + chr(10) for line in loads)}
                    {body}
                    {" ".join(line + chr(10) for line in stores)}
                  }}
                  return
                }}""")
        return "\n".join(parts)


def divisible(ty, signed):
    low = min(edges(ty))
    return lambda a, b: b != 0 and not (signed and a == low and b == -1)


def arith():
    made = Functions()
    for ty in [*INTEGERS, "i1"]:
        width = WIDTHS[ty]
        for op in ("addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "maxui", "minsi", "minui"):
            made.add(f"arith.{op}", [ty, ty], [ty], f"%r = arith.{op} %a, %b : {ty}")
        for predicate in INTEGER_PREDICATES:
            made.add("arith.cmpi", [ty, ty], ["i1"], f"%r = arith.cmpi {predicate}, %a, %b : {ty}")
        made.add("arith.select", ["i1", ty, ty], [ty], f"%r = arith.select %a, %b, %c : {ty}")
        made.add(
            "arith.addui_extended", [ty, ty], [ty, "i1"], f"%r, %s = arith.addui_extended %a, %b : {ty}, i1"
        )
        if ty == "i1":
            continue
        for op in ("mulsi_extended", "mului_extended"):
            made.add(f"arith.{op}", [ty, ty], [ty, ty], f"%r, %s = arith.{op} %a, %b : {ty}")
        for op in ("divsi", "remsi", "ceildivsi", "floordivsi", "divui", "remui", "ceildivui"):
            keep = divisible(ty, "s" in op[-2:])
            made.add(f"arith.{op}", [ty, ty], [ty], f"%r = arith.{op} %a, %b : {ty}", keep)
        for op in ("shli", "shrsi", "shrui"):
            made.add(
                f"arith.{op}",
                [ty, ty],
                [ty],
                f"%r = arith.{op} %a, %b : {ty}",
                lambda a, b, w=width: 0 <= b < w,
            )
    plain = ["i1", "i8", "i16", "i32", "i64"]
    for narrow, wide in itertools.combinations(plain, 2):
        for op in ("extsi", "extui"):
            made.add(f"arith.{op}", [narrow], [wide], f"%r = arith.{op} %a : {narrow} to {wide}")
        made.add("arith.trunci", [wide], [narrow], f"%r = arith.trunci %a : {wide} to {narrow}")
    for ty in plain[1:]:
        for op in ("index_cast", "index_castui"):
            made.add(f"arith.{op}", [ty], ["index"], f"%r = arith.{op} %a : {ty} to index")
            made.add(f"arith.{op}", ["index"], [ty], f"%r = arith.{op} %a : index to {ty}")
    for ty in FLOATS:
        for op in ("addf", "subf", "mulf", "divf", "remf", "maximumf", "minimumf", "maxnumf", "minnumf"):
            # Which zero is the larger number is open.
            keep = (lambda a, b: not (a == 0 and b == 0)) if "num" in op else None
            made.add(f"arith.{op}", [ty, ty], [ty], f"%r = arith.{op} %a, %b : {ty}", keep)
        for predicate in FLOAT_PREDICATES:
            made.add("arith.cmpf", [ty, ty], ["i1"], f"%r = arith.cmpf {predicate}, %a, %b : {ty}")
        made.add("arith.negf", [ty], [ty], f"%r = arith.negf %a : {ty}")
        made.add("arith.select", ["i1", ty, ty], [ty], f"%r = arith.select %a, %b, %c : {ty}")
        bits = f"i{WIDTHS[ty]}"
        made.add("arith.bitcast", [bits], [ty], f"%r = arith.bitcast %a : {bits} to {ty}")
        made.add("arith.bitcast", [ty], [bits], f"%r = arith.bitcast %a : {ty} to {bits}", lambda a: a == a)
        for other in plain[1:]:
            width = WIDTHS[other]
            least, most = -(2.0 ** (width - 1)), 2.0 ** (width - 1)
            inside = lambda a, low=least, high=most: low <= a < high  # noqa: E731
            made.add("arith.fptosi", [ty], [other], f"%r = arith.fptosi %a : {ty} to {other}", inside)
            inside = lambda a, high=2.0**width: -1 < a < high  # noqa: E731
            made.add("arith.fptoui", [ty], [other], f"%r = arith.fptoui %a : {ty} to {other}", inside)
            for op in ("sitofp", "uitofp"):
                made.add(f"arith.{op}", [other], [ty], f"%r = arith.{op} %a : {other} to {ty}")
    for narrow, wide in itertools.combinations(FLOATS, 2):
        made.add("arith.extf", [narrow], [wide], f"%r = arith.extf %a : {narrow} to {wide}")
        made.add("arith.truncf", [wide], [narrow], f"%r = arith.truncf %a : {wide} to {narrow}")
    return made


def index():
    made = Functions()
    ty = "index"
    for op in ("add", "sub", "mul", "and", "or", "xor", "maxs", "maxu", "mins", "minu"):
        made.add(f"index.{op}", [ty, ty], [ty], f"%r = index.{op} %a, %b")
    for op in ("divs", "rems", "divu", "remu", "ceildivu"):
        made.add(f"index.{op}", [ty, ty], [ty], f"%r = index.{op} %a, %b", divisible(ty, op.endswith("s")))
    for op in ("ceildivs", "floordivs"):
        # What MLIR makes divides a neighbour, too, and takes the result of one division.
        keep = lambda a, b: b not in (0, -1) and a != -(2**63)  # noqa: E731
        made.add(f"index.{op}", [ty, ty], [ty], f"%r = index.{op} %a, %b", keep)
    for op in ("shl", "shrs", "shru"):
        made.add(f"index.{op}", [ty, ty], [ty], f"%r = index.{op} %a, %b", lambda a, b: 0 <= b < 64)
    for predicate in INTEGER_PREDICATES:
        made.add("index.cmp", [ty, ty], ["i1"], f"%r = index.cmp {predicate}(%a, %b)")
    for other in ("i8", "i32", "i64"):
        for op in ("casts", "castu"):
            made.add(f"index.{op}", [other], [ty], f"%r = index.{op} %a : {other} to index")
            made.add(f"index.{op}", [ty], [other], f"%r = index.{op} %a : index to {other}")
    made.add("index.sizeof", [ty], [ty], "%r = index.sizeof")
    return made


def math():
    made = Functions()
    unary = "absf acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 floor log log10"
    unary += " log1p log2 round roundeven rsqrt sin sinh sqrt tan tanh trunc"
    for ty in FLOATS:
        for op in unary.split():
            made.add(f"math.{op}", [ty], [ty], f"%r = math.{op} %a : {ty}")
        for op in ("atan2", "copysign", "powf"):
            made.add(f"math.{op}", [ty, ty], [ty], f"%r = math.{op} %a, %b : {ty}")
        for op in ("isfinite", "isinf", "isnan", "isnormal"):
            made.add(f"math.{op}", [ty], ["i1"], f"%r = math.{op} %a : {ty}")
        made.add("math.fma", [ty] * 3, [ty], f"%r = math.fma %a, %b, %c : {ty}")
        made.add("math.clampf", [ty] * 3, [ty], f"%r = math.clampf %a to [%b, %c] : {ty}")
        made.add("math.sincos", [ty], [ty, ty], f"%r, %s = math.sincos %a : {ty}")
        made.add(
            "math.fpowi", [ty, "i32"], [ty], f"%r = math.fpowi %a, %b : {ty}, i32", lambda a, b: abs(b) < 200
        )
        made.add("math.fpowi", [ty, "i64"], [ty], f"%r = math.fpowi %a, %b : {ty}, i64")
    for ty in ("i8", "i16", "i32", "i64"):
        for op in ("absi", "ctlz", "cttz", "ctpop"):
            made.add(f"math.{op}", [ty], [ty], f"%r = math.{op} %a : {ty}")
        # A negative power of zero is a division by zero.
        made.add(
            "math.ipowi", [ty, ty], [ty], f"%r = math.ipowi %a, %b : {ty}", lambda a, b: a != 0 or b >= 0
        )
    return made


def complex_numbers():
    """Of the parts of one number or two; the results are parts, too."""
    made = Functions()

    def add(op, inputs, outputs, lines, ty):
        number = f"complex<{ty}>"
        first = f"%x = complex.create %a, %b : {number}"
        second = f"%y = complex.create %c, %d : {number}" if len(inputs) == 4 else ""
        parts = f"%r = complex.re %z : {number}\n%s = complex.im %z : {number}" if len(outputs) == 2 else ""
        made.add(f"complex.{op}", inputs, outputs, "\n".join([first, second, lines, parts]))

    unary = "conj cos exp expm1 log log1p neg rsqrt sign sin sqrt tan tanh"
    for ty in ("f32", "f64"):
        number = f"complex<{ty}>"
        for op in unary.split():
            add(op, [ty] * 2, [ty] * 2, f"%z = complex.{op} %x : {number}", ty)
        for op in ("abs", "angle"):
            add(op, [ty] * 2, [ty], f"%r = complex.{op} %x : {number}", ty)
        for op in ("add", "sub", "mul", "div", "atan2", "pow"):
            add(op, [ty] * 4, [ty] * 2, f"%z = complex.{op} %x, %y : {number}", ty)
        lines = f"%k = arith.fptosi %c : {ty} to i32\n%z = complex.powi %x, %k : {number}, i32"
        made.add(
            "complex.powi",
            [ty] * 3,
            [ty] * 2,
            f"%x = complex.create %a, %b : {number}\n{lines}\n"
            f"%r = complex.re %z : {number}\n%s = complex.im %z : {number}",
            lambda a, b, c: abs(c) < 1000,
        )
        for op in ("eq", "neq"):
            add(op, [ty] * 4, ["i1"], f"%r = complex.{op} %x, %y : {number}", ty)
        add("create", [ty] * 2, [ty] * 2, f"%z = complex.create %b, %a : {number}", ty)
        for op in ("re", "im"):
            add(op, [ty] * 2, [ty], f"%r = complex.{op} %x : {number}", ty)
    return made


# Operations on vectors, in text.
VECTORS = ROOT / "compiler" / "tests" / "engine" / "vector_operations.txt"
# Floats whose products are exact.
EXACT = {0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 10.0, 100.5, float("inf")}


def vector():
    made = Functions()
    sections = re.split(r"^\[(\w+)\]$", VECTORS.read_text(), flags=re.MULTILINE)
    tables = dict(zip(sections[1::2], sections[2::2]))
    for ty in ("f32", "f64", "i32", "i64"):
        table = tables["all"] + tables[ty[0]]
        kind = "addf" if ty[0] == "f" else "addi"
        width = WIDTHS[ty]
        order = ", ".join(str(lane) for lane in range(7, -1, -1))
        start = f"""
            %i1 = arith.constant 1 : index
            %i3 = arith.constant 3 : index
            %i5 = arith.constant 5 : index
            %yes = arith.constant true
            %not = arith.constant false
            %k = vector.from_elements %yes, %not, %yes, %not : vector<4xi1>
            {"%four = arith.constant dense<4> : vector<4xT>" if ty[0] == "i" else ""}
            %v = vector.from_elements %a, %b, %b, %a : vector<4xT>
            %w = vector.from_elements %b, %b, %a, %a : vector<4xT>
            %m = memref.alloca() : memref<8xT>
            vector.store %w, %m[%zero] : memref<8xT>, vector<4xT>
            vector.store %v, %m[%four_more] : memref<8xT>, vector<4xT>
        """.replace("%four_more", "%i4").replace("%i1 =", "%i4 = arith.constant 4 : index\n%i1 =", 1)
        end = f"""
            %l1 = vector.extract %x[1] : T from vector<4xT>
            %l3 = vector.extract %x[3] : T from vector<4xT>
            %r = arith.{kind} %l1, %l3 : T
            %s = vector.extract %x[2] : T from vector<4xT>
        """
        for part in re.findall(r"^\w+:.*(?:\n .*)*", table, re.MULTILINE):
            op, _, lines = part.partition(":")
            body = (
                (start + lines + end)
                .replace("xT>", f"x{ty}>")
                .replace(" T", f" {ty}")
                .replace("xT>>", f"x{ty}>>")
            )
            body = body.replace("iW>", f"i{width}>").replace("vector<NxiH>", f"vector<8xi{width // 2}>")
            # Whether `fma` rounds once or twice is open.
            keep = (lambda a, b: {abs(a), abs(b)} <= EXACT) if op == "fma" else None
            made.add(f"vector.{op}", [ty] * 2, [ty] * 2, body.replace("ORDER", order), keep)
    return made


DIALECTS = {"arith": arith, "complex": complex_numbers, "index": index, "math": math, "vector": vector}


def arrays(case):
    """The values for a function: all combinations with which the operation is defined."""
    _, _, inputs, _, _, keep = case
    lists = [edges(ty) for ty in inputs]
    if len(inputs) > 2:
        count = 9 if len(inputs) == 3 else 6
        lists = [values[:: max(1, len(values) // count)] for values in lists]
    rows = [row for row in itertools.product(*lists) if keep is None or keep(*row)]
    columns = list(zip(*rows))
    with np.errstate(over="ignore"):
        return [np.array(column, TYPES[ty]) for column, ty in zip(columns, inputs)]


def run(function, case):
    given = arrays(case)
    results = [np.zeros(len(given[0]), TYPES[ty]) for ty in case[3]]
    function(*given, *results)
    return given, results


def same(a, b):
    """Whether arrays are equal to the bit; NaNs are equal."""
    if a.dtype.kind != "f":
        return a == b
    return (a.view(f"i{a.itemsize}") == b.view(f"i{a.itemsize}")) | (np.isnan(a) & np.isnan(b))


def compare(one, other, cases, names):
    wrong = []
    for case in cases:
        given, mine = run(one[case[0]], case)
        _, theirs = run(other[case[0]], case)
        for a, b in zip(mine, theirs):
            for at in np.flatnonzero(~same(a, b))[:3]:
                values = ", ".join(str(each[at]) for each in given)
                wrong.append(f"{case[4]} of {values}: {names[0]} {a[at]}, {names[1]} {b[at]}")
    assert not wrong, "\n".join([f"{len(wrong)} differ", *wrong[:40]])


def tool(name):
    found = shutil.which(f"{name}-22")
    if found is None:
        pytest.skip(f"{name} of LLVM 22 is not installed")
    return found


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_operation_is_here(dialect):
    module = importlib.import_module(f"tvmlike.dialects.{dialect}")
    classes = [getattr(module, name) for name in dir(module) if name.endswith("Op")]
    known = {each.OPERATION_NAME for each in classes if hasattr(each, "OPERATION_NAME")}
    compared = {case[1] for case in DIALECTS[dialect]().cases}
    left_out = {name for name in LEFT_OUT if name.startswith(f"{dialect}.")}
    assert not compared & left_out
    assert compared | left_out == known


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("optimize", [True, False])
def test_engines_agree(dialect, optimize):
    functions = DIALECTS[dialect]()
    cases = [case for case in functions.cases if (case[1], case[2][0]) not in NOT_BY_CRANELIFT]
    text = functions.text(cases)
    ours = tvmlike.compile(text, optimize=optimize)
    try:
        llvm = tvmlike.compile(text, engine="llvm", optimize=optimize)
    except tvmlike.ir.MLIRError as error:
        if "clang" not in str(error) or "refused" in str(error):
            raise
        pytest.skip(str(error))
    compare(ours, llvm, cases, ["cranelift", "llvm"])


@pytest.mark.parametrize("dialect", DIALECTS)
def test_mlir_agrees(dialect, tmp_path):
    opt, translate, clang = tool("mlir-opt"), tool("mlir-translate"), tool("clang")
    functions = DIALECTS[dialect]()
    unlike = {*NOT_BY_MLIR, *(f"{name} on {ty}" for name, ty in NOT_BY_CRANELIFT)}
    cases = [case for case in functions.cases if unlike.isdisjoint({case[1], f"{case[1]} on {case[2][0]}"})]
    file, library = tmp_path / "functions.mlir", tmp_path / "libfunctions.so"
    file.write_text(functions.text(cases))
    passes = [f"--pass-pipeline=builtin.module({','.join(PIPELINE)})"]
    lowered = subprocess.run([opt, *passes, file], capture_output=True, check=True).stdout
    lines = subprocess.run(
        [translate, "--mlir-to-llvmir"], input=lowered, capture_output=True, check=True
    ).stdout
    command = [clang, "-O1", "-ffp-contract=off", "-Wno-override-module", "-shared", "-fPIC", "-x", "ir", "-"]
    subprocess.run([*command, "-lm", "-o", library], input=lines, check=True)
    theirs = native.open(library, signatures=file)
    compare(tvmlike.compile(file.read_text()), theirs, cases, ["tvmlike", "MLIR"])
