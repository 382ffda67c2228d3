"""Both engines on the operations of the llvm dialect: equal results to the bit, over edge values."""

from __future__ import annotations

import itertools
import math
import os
import random
import re
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

import tvmlike
from tvmlike import memref, native

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)

try:
    tvmlike.compile("llvm.func @f() { llvm.return }", engine="llvm")
    CLANG = ""
except Exception as error:
    CLANG = str(error)

WIDTHS = [8, 16, 32, 64]
FLOATS = {"f32": 24, "f64": 53}


def integers(width, count=4):
    """Edge values of a width, and some between."""
    rng = random.Random(width)
    low, high = -(1 << (width - 1)), (1 << (width - 1)) - 1
    edges = {0, 1, -1, 2, 7, low, low + 1, high, high - 1}
    return sorted(edges | {rng.randint(low, high) for _ in range(count)})


def floats(ty):
    """Edge values of a format."""
    tiny, huge = (1e-45, 3.4028234663852886e38) if ty == "f32" else (5e-324, 1.7976931348623157e308)
    edges = [0.0, 1.0, 1.5, 2.5, 0.1, math.pi, 1e10, tiny, huge, math.inf]
    values = [sign * value for value in edges for sign in (1, -1)]
    if ty == "f32":
        values = [struct.unpack("f", struct.pack("f", value))[0] for value in values]
    return [*values, math.nan]


def same(a, b):
    """Whether two results are equal to the bit; NaNs are equal."""
    if isinstance(a, (tuple, list)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, float):
        return (math.isnan(a) and math.isnan(b)) or struct.pack("d", a) == struct.pack("d", b)
    return a == b


class Program:
    """Functions, and the arguments with which they are called."""

    def __init__(self):
        self.text = []
        self.calls = []

    def add(self, params, result, body, arguments):
        """Adds a function whose body defines %r."""
        name = f"f{len(self.text)}"
        types = ", ".join(f"%{letter}: {ty}" for letter, ty in zip("abc", params))
        self.text.append(f"llvm.func @{name}({types}) -> {result} {{\n{body}\nllvm.return %r : {result}\n}}")
        self.calls.append((name, body, list(arguments)))


def integer_program():
    """Arithmetic, comparisons, casts, intrinsics of integers."""
    program = Program()
    for width in WIDTHS:
        ty, values = f"i{width}", integers(width)
        pairs = list(itertools.product(values, values))
        low = min(values)
        divisible = [(a, b) for a, b in pairs if b and not (a == low and b == -1)]
        for op in ("add", "sub", "mul", "and", "or", "xor"):
            program.add([ty, ty], ty, f"%r = llvm.{op} %a, %b : {ty}", pairs)
        for op in ("sdiv", "udiv", "srem", "urem"):
            program.add([ty, ty], ty, f"%r = llvm.{op} %a, %b : {ty}", divisible)
        for op in ("shl", "lshr", "ashr"):
            counts = [(a, b) for a in values for b in (0, 1, width // 2, width - 1)]
            program.add([ty, ty], ty, f"%r = llvm.{op} %a, %b : {ty}", counts)
        for predicate in ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"):
            program.add([ty, ty], "i1", f'%r = llvm.icmp "{predicate}" %a, %b : {ty}', pairs)
        for op in ("smax", "smin", "umax", "umin", "sadd.sat", "uadd.sat", "ssub.sat", "usub.sat"):
            program.add([ty, ty], ty, f"%r = llvm.intr.{op}(%a, %b) : ({ty}, {ty}) -> {ty}", pairs)
        for op in ("sadd", "uadd", "ssub", "usub", "smul", "umul"):
            pair = f"!llvm.struct<({ty}, i1)>"
            body = f'%s = "llvm.intr.{op}.with.overflow"(%a, %b) : ({ty}, {ty}) -> {pair}\n'
            program.add([ty, ty], ty, body + f"%r = llvm.extractvalue %s[0] : {pair}", pairs)
            program.add([ty, ty], "i1", body + f"%r = llvm.extractvalue %s[1] : {pair}", pairs)
        singles = [(value,) for value in values]
        for op in ("ctlz", "cttz"):
            body = f'%r = "llvm.intr.{op}"(%a) <{{is_zero_poison = false}}> : ({ty}) -> {ty}'
            program.add([ty], ty, body, singles)
        body = f'%r = "llvm.intr.abs"(%a) <{{is_int_min_poison = false}}> : ({ty}) -> {ty}'
        program.add([ty], ty, body, singles)
        program.add([ty], ty, f"%r = llvm.intr.ctpop(%a) : ({ty}) -> {ty}", singles)
        program.add([ty], ty, f"%r = llvm.intr.bitreverse(%a) : ({ty}) -> {ty}", singles)
        if width > 8:
            program.add([ty], ty, f"%r = llvm.intr.bswap(%a) : ({ty}) -> {ty}", singles)
        shifts = [
            (a, b, c) for a in values[::3] for b in values[::4] for c in (0, 1, width - 1, width, width + 3)
        ]
        for op in ("fshl", "fshr"):
            program.add([ty] * 3, ty, f"%r = llvm.intr.{op}(%a, %b, %c) : ({ty}, {ty}, {ty}) -> {ty}", shifts)
        for other in [1, *WIDTHS]:
            if other < width:
                program.add([ty], f"i{other}", f"%r = llvm.trunc %a : {ty} to i{other}", singles)
            if other > width:
                for op in ("zext", "sext"):
                    program.add([ty], f"i{other}", f"%r = llvm.{op} %a : {ty} to i{other}", singles)
        for float_type in FLOATS:
            for op in ("sitofp", "uitofp"):
                program.add([ty], float_type, f"%r = llvm.{op} %a : {ty} to {float_type}", singles)
        chosen = [(c, a, b) for c in (False, True) for a in values[:3] for b in values[-3:]]
        program.add(["i1", ty, ty], ty, f"%r = llvm.select %a, %b, %c : i1, {ty}", chosen)
    bits = [(a, b) for a in (False, True) for b in (False, True)]
    for op in ("add", "sub", "mul", "and", "or", "xor"):
        program.add(["i1", "i1"], "i1", f"%r = llvm.{op} %a, %b : i1", bits)
    for predicate in ("slt", "sle", "sgt", "sge", "ult", "uge", "eq"):
        program.add(["i1", "i1"], "i1", f'%r = llvm.icmp "{predicate}" %a, %b : i1', bits)
    for op in ("smax", "smin", "umax", "umin"):
        program.add(["i1", "i1"], "i1", f"%r = llvm.intr.{op}(%a, %b) : (i1, i1) -> i1", bits)
    for op in ("sadd.sat", "uadd.sat", "ssub.sat", "usub.sat"):
        program.add(["i1", "i1"], "i1", f"%r = llvm.intr.{op}(%a, %b) : (i1, i1) -> i1", bits)
    for op in ("sadd", "uadd", "ssub", "usub", "smul", "umul"):
        pair = "!llvm.struct<(i1, i1)>"
        body = f'%s = "llvm.intr.{op}.with.overflow"(%a, %b) : (i1, i1) -> {pair}\n'
        for part in (0, 1):
            program.add(["i1", "i1"], "i1", body + f"%r = llvm.extractvalue %s[{part}] : {pair}", bits)
    for op in ("fshl", "fshr"):
        body = f"%r = llvm.intr.{op}(%a, %b, %a) : (i1, i1, i1) -> i1"
        program.add(["i1", "i1"], "i1", body, bits)
    for op in ("zext", "sext"):
        program.add(["i1"], "i32", f"%r = llvm.{op} %a : i1 to i32", [(False,), (True,)])
    for op in ("sitofp", "uitofp"):
        program.add(["i1"], "f32", f"%r = llvm.{op} %a : i1 to f32", [(False,), (True,)])
    return program


def wide_program():
    """Numbers of 128 bits, from halves and to halves."""
    program = Program()
    values = integers(64)
    pairs = [(a, b) for a in values for b in values if b]
    for op in ("add", "sub", "mul", "and", "or", "xor", "sdiv", "udiv", "srem", "urem", "smax", "umin"):
        is_intrinsic = op in ("smax", "umin")
        text = (
            f"llvm.intr.{op}(%x, %y) : (i128, i128) -> i128" if is_intrinsic else f"llvm.{op} %x, %y : i128"
        )
        for shift in (0, 64):
            body = f"""
            %n = llvm.mlir.constant(64 : i128) : i128
            %k = llvm.mlir.constant({shift} : i128) : i128
            %p = llvm.sext %a : i64 to i128
            %q = llvm.sext %b : i64 to i128
            %u = llvm.shl %p, %n : i128
            %x = llvm.xor %u, %q : i128
            %y = llvm.add %q, %p : i128
            %z = llvm.mlir.constant(1 : i128) : i128
            %y1 = llvm.or %y, %z : i128
            %w = {text.replace("%y", "%y1")}
            %h = llvm.lshr %w, %k : i128
            %r = llvm.trunc %h : i128 to i64"""
            program.add(["i64", "i64"], "i64", body, pairs)
    for predicate in ("slt", "ult", "eq", "sge"):
        body = f"""
        %x = llvm.sext %a : i64 to i128
        %y = llvm.zext %b : i64 to i128
        %r = llvm.icmp "{predicate}" %x, %y : i128"""
        program.add(["i64", "i64"], "i1", body, pairs)
    for ty in FLOATS:
        body = f"""
        %x = llvm.sext %a : i64 to i128
        %y = llvm.mul %x, %x : i128
        %r = llvm.sitofp %y : i128 to {ty}"""
        program.add(["i64"], ty, body, [(value,) for value in values])
    return program


def float_program():
    """Arithmetic, comparisons, conversions, intrinsics of floats."""
    program = Program()
    for ty in FLOATS:
        values = floats(ty)
        pairs = list(itertools.product(values, values))
        singles = [(value,) for value in values]
        for op in ("fadd", "fsub", "fmul", "fdiv", "frem"):
            program.add([ty, ty], ty, f"%r = llvm.{op} %a, %b : {ty}", pairs)
        predicates = "_false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno _true".split()
        for predicate in predicates:
            program.add([ty, ty], "i1", f'%r = llvm.fcmp "{predicate}" %a, %b : {ty}', pairs)
        program.add([ty], ty, f"%r = llvm.fneg %a : {ty}", singles)
        positive = [(value,) for value in values if not value < 0]
        for op in ("fabs", "sqrt", "floor", "ceil", "trunc", "round", "roundeven", "rint", "nearbyint"):
            arguments = positive if op == "sqrt" else singles
            program.add([ty], ty, f"%r = llvm.intr.{op}(%a) : ({ty}) -> {ty}", arguments)
        for op in ("exp", "exp2", "log", "log2", "log10", "sin", "cos", "tanh"):
            small = [
                (value,) for value in values if abs(value) < 1e6 and not (op.startswith("log") and value < 0)
            ]
            program.add([ty], ty, f"%r = llvm.intr.{op}(%a) : ({ty}) -> {ty}", small)
        for op in ("copysign", "minimum", "maximum", "pow"):
            program.add([ty, ty], ty, f"%r = llvm.intr.{op}(%a, %b) : ({ty}, {ty}) -> {ty}", pairs)
        # Of zeros with different signs, either is allowed.
        ordered = [(a, b) for a, b in pairs if a or b]
        for op in ("minnum", "maxnum"):
            program.add([ty, ty], ty, f"%r = llvm.intr.{op}(%a, %b) : ({ty}, {ty}) -> {ty}", ordered)
        triples = [(a, b, c) for a in values[::3] for b in values[::4] for c in values[::5]]
        program.add([ty] * 3, ty, f"%r = llvm.intr.fma(%a, %b, %c) : ({ty}, {ty}, {ty}) -> {ty}", triples)
        for width in WIDTHS:
            limit = 1 << (width - 1)
            inside = [(value,) for value in values if -limit < value < limit]
            program.add([ty], f"i{width}", f"%r = llvm.fptosi %a : {ty} to i{width}", inside)
            inside = [(value,) for value in values if 0 <= value < limit]
            program.add([ty], f"i{width}", f"%r = llvm.fptoui %a : {ty} to i{width}", inside)
    program.add(["f32"], "f64", "%r = llvm.fpext %a : f32 to f64", [(value,) for value in floats("f32")])
    program.add(["f64"], "f32", "%r = llvm.fptrunc %a : f64 to f32", [(value,) for value in floats("f64")])
    return program


def short_program(ty):
    """16-bit floats: conversions of every pattern near edges, arithmetic."""
    program = Program()
    rng = random.Random(ty)
    values = [value for value in floats("f32") if not math.isnan(value)]
    values += [rng.uniform(-1, 1) * 2.0 ** rng.randint(-26, 17) for _ in range(300)]
    values += [65504.0, 65519.9, 65520.0, 2.0**-24, 2.0**-25, 1.5 * 2.0**-25, 2.0**-14]
    singles = [(value,) for value in values]
    program.add(
        ["f64"], "f64", f"%s = llvm.fptrunc %a : f64 to {ty}\n%r = llvm.fpext %s : {ty} to f64", singles
    )
    body = f"""
        %t = llvm.fptrunc %a : f64 to f32
        %s = llvm.fptrunc %t : f32 to {ty}
        %r = llvm.fpext %s : {ty} to f64"""
    program.add(["f64"], "f64", body, singles)
    pairs = list(zip(values, values[7:] + values[:7]))
    for op in ("fadd", "fsub", "fmul", "fdiv"):
        body = f"""
        %x = llvm.fptrunc %a : f64 to {ty}
        %y = llvm.fptrunc %b : f64 to {ty}
        %z = llvm.{op} %x, %y : {ty}
        %r = llvm.fpext %z : {ty} to f64"""
        program.add(["f64", "f64"], "f64", body, pairs)
    body = f"%x = llvm.fptrunc %a : f64 to {ty}\n%y = llvm.fneg %x : {ty}\n%r = llvm.bitcast %y : {ty} to i16"
    program.add(["f64"], "i16", body, singles)
    return program


def vector_program():
    """Vectors: lanes, reductions, shuffles."""
    program = Program()
    rng = random.Random(5)
    arguments = [(rng.randint(-1000, 1000), rng.randint(0, 3)) for _ in range(20)]
    for op in ("add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin"):
        body = f"""
        %k = llvm.mlir.constant(dense<[3, -5, 7, 11]> : vector<4xi32>) : vector<4xi32>
        %u = llvm.mlir.poison : vector<4xi32>
        %z = llvm.mlir.constant(0 : i32) : i32
        %v = llvm.insertelement %a, %k[%b : i32] : vector<4xi32>
        %w = llvm.shufflevector %v, %k [3, 0, 5, 6] : vector<4xi32>
        %s = llvm.mul %v, %w : vector<4xi32>
        %c = llvm.icmp "slt" %s, %k : vector<4xi32>
        %t = llvm.select %c, %s, %v : vector<4xi1>, vector<4xi32>
        %e = llvm.extractelement %t[%b : i32] : vector<4xi32>
        %q = "llvm.intr.vector.reduce.{op}"(%t) : (vector<4xi32>) -> i32
        %r = llvm.add %q, %e : i32"""
        program.add(["i32", "i32"], "i32", body, arguments)
    return program


def flow_program():
    """Switches, loops, phi nodes with several edges of one branch."""
    program = Program()
    body = """
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %c5 = llvm.mlir.constant(5 : i32) : i32
      llvm.switch %a : i32, ^other(%a : i32) [
        0: ^other(%c5 : i32), 3: ^zero, -4: ^other(%b : i32), 2147483647: ^zero
      ]
    ^other(%x: i32):
      %t = llvm.icmp "sgt" %x, %c1 : i32
      llvm.cond_br %t, ^loop(%x, %c1 : i32, i32), ^loop(%c5, %b : i32, i32)
    ^loop(%n: i32, %p: i32):
      %m = llvm.sub %n, %c1 : i32
      %q = llvm.mul %p, %c5 : i32
      %s = llvm.add %q, %n : i32
      %go = llvm.icmp "sgt" %m, %c1 : i32
      %few = llvm.icmp "slt" %n, %b : i32
      %both = llvm.and %go, %few : i1
      llvm.cond_br %both, ^loop(%m, %s : i32, i32), ^end(%s : i32)
    ^zero:
      llvm.br ^end(%c1 : i32)
    ^end(%r: i32):"""
    values = [0, 1, 2, 3, 4, -4, 40, 2147483647, -2147483648]
    program.add(["i32", "i32"], "i32", body, itertools.product(values, values))
    return program


PROGRAMS = {
    "integers": integer_program,
    "wide": wide_program,
    "floats": float_program,
    "f16": lambda: short_program("f16"),
    "bf16": lambda: short_program("bf16"),
    "vectors": vector_program,
    "flow": flow_program,
}

KERNELS = Path(__file__).resolve().parents[2] / "compiler" / "tests" / "engine" / "kernels.mlir"
PIPELINE = (
    "convert-scf-to-cf expand-strided-metadata lower-affine convert-complex-to-llvm convert-math-to-llvm"
    " convert-arith-to-llvm convert-index-to-llvm convert-vector-to-llvm finalize-memref-to-llvm"
    " convert-cf-to-llvm convert-func-to-llvm reconcile-unrealized-casts"
).split()


def tool(name):
    """The path of a program of LLVM 22; skips the test without it."""
    found = shutil.which(f"{name}-22")
    if found is None:
        pytest.skip(f"{name} of LLVM 22 is not installed")
    return found


@pytest.fixture(scope="module")
def mlir_kernels(tmp_path_factory):
    """The kernels, compiled by mlir-opt, mlir-translate and clang."""
    folder = tmp_path_factory.mktemp("kernels")
    opt, translate, clang = tool("mlir-opt"), tool("mlir-translate"), tool("clang")
    passes = [f"--{name}" for name in PIPELINE]
    lowered = subprocess.run([opt, *passes, KERNELS], capture_output=True, check=True).stdout
    text = subprocess.run(
        [translate, "--mlir-to-llvmir"], input=lowered, capture_output=True, check=True
    ).stdout
    library = folder / "libkernels.so"
    command = [
        clang,
        "-O2",
        "-ffp-contract=off",
        "-Wno-override-module",
        "-shared",
        "-fPIC",
        "-x",
        "ir",
        "-",
        "-lm",
    ]
    subprocess.run([*command, "-o", library], input=text, check=True)
    observe = memref.export(observed, "(index, memref<?xf32>) -> f32")
    return native.open(library, imports={"_mlir_ciface_observe": observe}, signatures=KERNELS)


def observed(i, x):
    return float(x.numpy()[i]) * 0.1


@pytest.mark.parametrize("engine", ["cranelift", "llvm"])
def test_kernels_agree_with_mlir(mlir_kernels, engine):
    np = pytest.importorskip("numpy")
    if engine == "llvm" and CLANG:
        pytest.skip(CLANG)
    tvmlike.register_func("observe", observed)
    try:
        ours = tvmlike.compile(KERNELS.read_text(), engine=engine)
    finally:
        tvmlike.remove_global_func("observe")
    rng = np.random.default_rng(7)

    def outputs(lib):
        made = []
        state = rng.bit_generator.state
        x, y = rng.standard_normal(101, np.float32), rng.standard_normal(101, np.float32)
        a, b = rng.standard_normal((13, 17), np.float32), rng.standard_normal((17, 11), np.float32)
        lib.saxpy(1.7, x, y)
        lib.saxpy_strided(0.3, a[::2, 3], b[6::-1, 4])
        made += [x, y, a, b]
        for name in ("matmul", "matmul_ikj"):
            c = rng.standard_normal((13, 11), np.float32)
            lib[name](a, b, c)
            made.append(c)
        blurred = np.zeros((13, 17), np.float32)
        lib.stencil(a, blurred)
        probabilities = np.zeros(101, np.float32)
        lib.softmax(x, probabilities)
        made += [blurred, probabilities, np.asarray(lib.new(5, 0.25))]
        made += [lib.sum(x), lib.sum_i64(rng.integers(-(2**62), 2**62, 50)), lib.divide(-1001, 7)]
        made += [lib.checked(np.arange(4.0), 2), lib.collatz(97), lib.each(x)]
        made.append(lib.halves(x.astype(np.float16), x.astype(np.float16).view(bfloat16())))
        rng.bit_generator.state = state
        return made

    for mine, theirs in zip(outputs(ours), outputs(mlir_kernels)):
        np.testing.assert_array_equal(mine, theirs)


def test_instructions_have_lines():
    text = tvmlike.engine.translate(
        """
        llvm.func @g(i32) loc("h.mlir":2:3)
        llvm.func @f(%a: i32, %b: i32) -> i32 {
          %0 = llvm.add %a, %b : i32 loc("dir/x.mlir":10:3)
          %1 = llvm.mul %0, %b : i32 loc(callsite("c.mlir":1:2 at "dir/x.mlir":11:3))
          llvm.call @g(%1) : (i32) -> () loc(unknown)
          %2 = llvm.sub %1, %b : i32 loc("name"("n\\22.mlir":8:99999))
          llvm.return %2 : i32 loc("dir/x.mlir":12:5)
        } loc("dir/x.mlir":9:1)
        llvm.func @unknown() {
          llvm.return
        } loc(unknown)""",
        debug=True,
    )
    nodes = dict(re.findall(r"^!(\d+) = (?:distinct )?(.*)$", text, re.M))

    def place(instruction):
        found = re.search(rf"{instruction}.*, !dbg !(\d+)$", text, re.M)
        return nodes[found[1]] if found else None

    def part(node, name):
        return nodes[re.search(rf"{name}: !(\d+)", node)[1]]

    assert place("= add").startswith("!DILocation(line: 10, column: 3, scope: ")
    subprogram = part(place("= add"), "scope")
    assert subprogram.startswith('!DISubprogram(name: "f", linkageName: "f"')
    assert part(subprogram, "file") == '!DIFile(filename: "x.mlir", directory: "dir")'
    inlined = place("= mul")
    assert inlined.startswith("!DILocation(line: 1, column: 2, scope: ")
    assert part(part(inlined, "scope"), "file") == '!DIFile(filename: "c.mlir", directory: "")'
    assert part(inlined, "inlinedAt").startswith("!DILocation(line: 11, column: 3, ")
    assert place("call void @g").startswith("!DILocation(line: 0, ")
    assert place("= sub").startswith("!DILocation(line: 8, column: 0, ")
    assert part(part(place("= sub"), "scope"), "file") == '!DIFile(filename: "n\\22.mlir", directory: "")'
    assert place("ret i32").startswith("!DILocation(line: 12, column: 5, ")
    assert place("ret void") is None
    done = subprocess.run(
        [tool("llvm-as"), "-o", os.devnull], input=text.encode(), capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(bool(CLANG), reason=CLANG or "-")
@pytest.mark.parametrize("optimize", [True, False])
def test_code_with_lines_runs(optimize):
    lib = tvmlike.compile(
        """
        func.func @f(%n: i64) -> i64 {
          %c0 = arith.constant 0 : i64
          %holds = arith.cmpi sgt, %n, %c0 : i64
          cf.assert %holds, "n must be positive"
          return %n : i64
        }""",
        engine="llvm",
        optimize=optimize,
        debug=True,
    )
    assert lib.f(3) == 3
    with pytest.raises(RuntimeError, match="n must be positive"):
        lib.f(0)


def bfloat16():
    return pytest.importorskip("ml_dtypes").bfloat16


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize("name", PROGRAMS)
def test_llvm_reads_what_is_translated(name, debug):
    program = PROGRAMS[name]()
    text = tvmlike.engine.translate("\n".join(program.text), debug=debug)
    assert ("!DISubprogram" in text) == debug
    done = subprocess.run([tool("llvm-as"), "-o", "-"], input=text.encode(), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()[:2000]
    assert done.stdout[:2] == b"BC"


@pytest.mark.skipif(bool(CLANG), reason=CLANG or "-")
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("optimize", [True, False])
def test_engines_agree(name, optimize):
    program = PROGRAMS[name]()
    text = "\n".join(program.text)
    ours = tvmlike.compile(text, optimize=optimize)
    theirs = tvmlike.compile(text, engine="llvm", optimize=False)
    assert len(ours) == len(program.text) == len(theirs)
    count, differences = 0, []
    for function, body, arguments in program.calls:
        first, second = ours[function], theirs[function]
        for values in arguments:
            a, b = first(*values), second(*values)
            count += 1
            if not same(a, b):
                differences.append(f"{body.strip()} of {values}: {a!r}, clang {b!r}")
                break
    assert count >= 9
    assert not differences, "\n".join(differences[:20])
