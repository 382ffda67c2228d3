"""Functions over vectors of the llvm dialect, and numbers to call them with, often at an edge."""

from __future__ import annotations

import random

import pytest

np = pytest.importorskip("numpy")

# Less than a vector of 128 bits, exactly one, several, and some lanes more.
COUNTS = [2, 3, 4, 6, 8, 16]
DTYPES = {
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "f32": np.float32,
    "f64": np.float64,
}
BITS = {"i8": 8, "i16": 16, "i32": 32, "i64": 64, "f32": 32, "f64": 64}
MOST = 16


class Program:
    """Functions that read vectors %a and %b, and write what their body defines."""

    def __init__(self, count):
        self.count = count
        self.text = []
        self.cases = []

    def add(self, ty, result, body, second=None, inputs=None):
        """A function on vectors of `ty` (%b: of `second`), whose body defines %r of the type `result`."""
        name = f"f{len(self.text)}"
        a = self.vector(ty)
        b = self.vector(second or ty)
        self.text.append(f"""
            llvm.func @{name}(%p: !llvm.ptr, %q: !llvm.ptr, %o: !llvm.ptr) {{
              %a = llvm.load %p {{alignment = 1 : i64}} : !llvm.ptr -> {a}
              %b = llvm.load %q {{alignment = 1 : i64}} : !llvm.ptr -> {b}
              {body}
              llvm.store %r, %o {{alignment = 1 : i64}} : {result}, !llvm.ptr
              llvm.return
            }}""")
        self.cases.append((name, body, ty, second or ty, result, inputs))

    def vector(self, ty):
        return f"vector<{self.count}x{ty}>"

    def mask(self, ty, compare, then="", result=None):
        """A function whose body defines a mask %m, and by default stores it as bytes."""
        bits = self.vector("i8")
        then = then or f"%r = llvm.zext %m : {self.vector('i1')} to {bits}"
        self.add(ty, result or bits, f"{compare}\n{then}")


def values(ty, seed):
    """Edge values of a type, in an order that depends on the seed."""
    rng = random.Random(seed)
    if ty[0] == "i":
        top = 1 << (BITS[ty] - 1)
        edges = [
            0,
            1,
            -1,
            2,
            7,
            -top,
            top - 1,
            -top + 1,
            top >> 1,
            *(rng.randrange(-top, top) for _ in range(9)),
        ]
    else:
        edges = [0.0, -0.0, 1.0, -1.5, 2.5, -2.5, 0.1, float("nan"), float("inf"), float("-inf"), 1e-45, 3e38]
        edges += [rng.uniform(-100, 100) for _ in range(8)]
    rng.shuffle(edges)
    return np.array(edges[:MOST], DTYPES[ty])


def small(ty, seed):
    """Numbers that a conversion keeps within any integer type."""
    return np.array([random.Random(seed * 100 + lane).uniform(0, 100) for lane in range(MOST)], DTYPES[ty])


def shifts(ty, seed):
    return np.array([random.Random(seed + lane).randrange(BITS[ty]) for lane in range(MOST)], DTYPES[ty])


INTEGER = ["add", "sub", "mul", "and", "or", "xor"]
INTRINSICS = ["smax", "smin", "umax", "umin", "sadd.sat", "uadd.sat", "ssub.sat", "usub.sat"]
PREDICATES = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]
FLOAT_PREDICATES = [
    "oeq",
    "ogt",
    "oge",
    "olt",
    "ole",
    "one",
    "ord",
    "ueq",
    "ugt",
    "uge",
    "ult",
    "ule",
    "une",
    "uno",
]
FLOAT_PREDICATES += ["_false", "_true"]
REDUCTIONS = ["add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin"]


def integer_functions(program, ty):
    v = program.vector(ty)
    for op in INTEGER:
        program.add(ty, v, f"%r = llvm.{op} %a, %b : {v}")
    for op in INTRINSICS:
        program.add(ty, v, f"%r = llvm.intr.{op}(%a, %b) : ({v}, {v}) -> {v}")
    for op in ("shl", "lshr", "ashr"):
        program.add(ty, v, f"%r = llvm.{op} %a, %b : {v}", inputs=(values, shifts))
        for count in (1, BITS[ty] - 1):
            constant = f"%k = llvm.mlir.constant(dense<{count}> : {v}) : {v}"
            program.add(ty, v, f"{constant}\n%r = llvm.{op} %a, %k : {v}")
    program.add(ty, v, f'%r = "llvm.intr.abs"(%a) <{{is_int_min_poison = false}}> : ({v}) -> {v}')
    program.add(ty, v, f"%r = llvm.intr.ctpop(%a) : ({v}) -> {v}")
    for kind in REDUCTIONS:
        program.add(ty, ty, f'%r = "llvm.intr.vector.reduce.{kind}"(%a) : ({v}) -> {ty}')
    for predicate in PREDICATES:
        compare = f'%m = llvm.icmp "{predicate}" %a, %b : {v}'
        program.mask(ty, compare)
        program.mask(ty, compare, f"%r = llvm.select %m, %a, %b : {program.vector('i1')}, {v}", v)
    for other in DTYPES:
        w = program.vector(other)
        if other[0] == "f":
            program.add(ty, w, f"%r = llvm.sitofp %a : {v} to {w}")
            program.add(ty, w, f"%r = llvm.uitofp %a : {v} to {w}")
        elif BITS[other] < BITS[ty]:
            program.add(ty, w, f"%r = llvm.trunc %a : {v} to {w}")
        elif BITS[other] > BITS[ty]:
            program.add(ty, w, f"%r = llvm.sext %a : {v} to {w}")
            program.add(ty, w, f"%r = llvm.zext %a : {v} to {w}")
    program.mask(ty, f"%m = llvm.trunc %a : {v} to {program.vector('i1')}")


def float_functions(program, ty):
    v = program.vector(ty)
    for op in ("fadd", "fsub", "fmul", "fdiv", "frem"):
        program.add(ty, v, f"%r = llvm.{op} %a, %b : {v}")
    program.add(ty, v, f"%r = llvm.fneg %a : {v}")
    for op in ("fabs", "sqrt", "floor", "ceil", "trunc", "roundeven", "rint", "nearbyint"):
        program.add(ty, v, f"%r = llvm.intr.{op}(%a) : ({v}) -> {v}")
    for op in ("copysign", "minimum", "maximum"):
        program.add(ty, v, f"%r = llvm.intr.{op}(%a, %b) : ({v}, {v}) -> {v}")
    program.add(ty, v, f"%r = llvm.intr.fma(%a, %b, %a) : ({v}, {v}, {v}) -> {v}")
    for kind in ("fmaximum", "fminimum"):
        program.add(ty, ty, f"%r = llvm.intr.vector.reduce.{kind}(%a) : ({v}) -> {ty}")
    for kind in ("fadd", "fmul"):
        body = f"%k = llvm.mlir.constant(1.0 : {ty}) : {ty}\n"
        body += f'%r = "llvm.intr.vector.reduce.{kind}"(%k, %a) : ({ty}, {v}) -> {ty}'
        program.add(ty, ty, body)
    for predicate in FLOAT_PREDICATES:
        compare = f'%m = llvm.fcmp "{predicate}" %a, %b : {v}'
        program.mask(ty, compare)
        program.mask(ty, compare, f"%r = llvm.select %m, %a, %b : {program.vector('i1')}, {v}", v)
    for other in DTYPES:
        w = program.vector(other)
        if other[0] == "i":
            for op in ("fptosi", "fptoui"):
                program.add(ty, w, f"%r = llvm.{op} %a : {v} to {w}", inputs=(small, small))
    if ty == "f32":
        program.add(ty, program.vector("f64"), f"%r = llvm.fpext %a : {v} to {program.vector('f64')}")
    else:
        program.add(ty, program.vector("f32"), f"%r = llvm.fptrunc %a : {v} to {program.vector('f32')}")


def lane_functions(program, ty):
    """Lanes that are moved, casts, and masks across widths."""
    count, v, rng = program.count, program.vector(ty), random.Random(program.count)
    for position in (0, count // 2, count - 1):
        index = f"%i = llvm.mlir.constant({position} : i64) : i64"
        program.add(ty, ty, f"{index}\n%r = llvm.extractelement %a[%i : i64] : {v}")
        body = f"{index}\n%e = llvm.extractelement %b[%i : i64] : {v}\n"
        program.add(ty, v, body + f"%r = llvm.insertelement %e, %a[%i : i64] : {v}")
        # A position that is not known.
        body = f"%j = llvm.load %q : !llvm.ptr -> i8\n%k = llvm.mlir.constant({position} : i8) : i8\n"
        body += "%z = llvm.xor %j, %j : i8\n%i = llvm.or %z, %k : i8\n"
        program.add(ty, ty, body + f"%r = llvm.extractelement %a[%i : i8] : {v}")
        body += f"%e = llvm.extractelement %b[%i : i8] : {v}\n"
        program.add(ty, v, body + f"%r = llvm.insertelement %e, %a[%i : i8] : {v}")
    masks = [[lane] * count for lane in (0, count - 1, count + 1)]
    masks += [list(range(count))[::-1], list(range(count, 2 * count))]
    masks += [[lane // 2 + count * (lane % 2) for lane in range(count)]]
    masks += [[rng.randrange(2 * count) for _ in range(size)] for size in (*COUNTS, count, count)]
    for mask in masks:
        body = f"%r = llvm.shufflevector %a, %b {mask} : {v}"
        program.add(ty, f"vector<{len(mask)}x{ty}>", body)
    splat = f"""
        %i = llvm.mlir.constant(0 : i64) : i64
        %e = llvm.extractelement %b[%i : i64] : {v}
        %u = llvm.mlir.poison : {v}
        %w = llvm.insertelement %e, %u[%i : i64] : {v}
        %s = llvm.shufflevector %w, %u {[0] * count} : {v}"""
    add = "fadd" if ty[0] == "f" else "add"
    program.add(ty, v, f"{splat}\n%r = llvm.{add} %s, %a : {v}")
    size = count * BITS[ty]
    for other, bits in BITS.items():
        if other != ty and size % bits == 0:
            w = f"vector<{size // bits}x{other}>"
            program.add(ty, w, f"%r = llvm.bitcast %a : {v} to {w}")
    if size in (8, 16, 32, 64, 128):
        program.add(ty, f"i{size}", f"%r = llvm.bitcast %a : {v} to i{size}")
    # Masks of one width choose among lanes of another.
    bits = program.vector("i1")
    for other in DTYPES:
        w = program.vector(other)
        compare = "fcmp" if ty[0] == "f" else "icmp"
        less = "olt" if ty[0] == "f" else "slt"
        zero = f'%z = llvm.mlir.zero : {w}\n%m = llvm.{compare} "{less}" %a, %z2 : {v}\n'
        body = f"%z2 = llvm.mlir.zero : {v}\n" + zero + f"%r = llvm.select %m, %b, %z : {bits}, {w}"
        program.add(ty, w, body, second=other)
        second = "fcmp" if other[0] == "f" else "icmp"
        lanes = ", ".join("true" if lane % 3 else "false" for lane in range(count))
        for op in ("and", "or", "xor"):
            body = f"""
                %z = llvm.mlir.zero : {v}
                %y = llvm.mlir.zero : {w}
                %m = llvm.{compare} "{less}" %a, %z : {v}
                %n = llvm.{second} "ult" %b, %y : {w}
                %k = llvm.mlir.constant(dense<[{lanes}]> : {bits}) : {bits}
                %x = llvm.{op} %m, %n : {bits}
                %l = llvm.xor %x, %k : {bits}"""
            for extend in ("sext", "zext"):
                body_of = f"{body}\n%r = llvm.{extend} %l : {bits} to {program.vector('i32')}"
                program.add(ty, program.vector("i32"), body_of, second=other)
        if count in (8, 16):
            body_of = f"{body}\n%r = llvm.bitcast %l : {bits} to i{count}"
            program.add(ty, f"i{count}", body_of, second=other)


def memory_functions(program, ty):
    """Masked accesses, blocks, calls, structs and arrays."""
    count, v, bits = program.count, program.vector(ty), program.vector("i1")
    lanes = ", ".join("false" if lane % 2 else "true" for lane in range(count))
    for mask in (f"dense<[{lanes}]>", "dense<true>", "dense<false>"):
        body = f"%m = llvm.mlir.constant({mask} : {bits}) : {bits}\n"
        load = (
            f"%r = llvm.intr.masked.load %q, %m, %a {{alignment = 1 : i32}} : (!llvm.ptr, {bits}, {v}) -> {v}"
        )
        program.add(ty, v, body + load)
    compare = ("fcmp", "ole") if ty[0] == "f" else ("icmp", "sle")
    body = f'%m = llvm.{compare[0]} "{compare[1]}" %a, %b : {v}\n'
    program.add(ty, v, body + load)
    same = f'%m = llvm.icmp "eq" %c, %c : {program.vector("i16")}\n'
    body_of = f"%c = llvm.mlir.zero : {program.vector('i16')}\n{same}"
    program.add(ty, v, body_of + load)
    for each in (body, body_of):
        store = f"llvm.intr.masked.store %a, %o, %m {{alignment = 1 : i32}} : {v}, {bits} into !llvm.ptr\n"
        program.add(ty, v, each + store + f"%r = llvm.load %o {{alignment = 1 : i64}} : !llvm.ptr -> {v}")
    op = "fadd" if ty[0] == "f" else "add"
    loop = f"""
        %zero = llvm.mlir.constant(0 : i64) : i64
        %one = llvm.mlir.constant(1 : i64) : i64
        %three = llvm.mlir.constant(3 : i64) : i64
        %no = llvm.mlir.constant(dense<false> : {bits}) : {bits}
        llvm.br ^head(%zero, %b, %no : i64, {v}, {bits})
      ^head(%i: i64, %s: {v}, %m: {bits}):
        %c = llvm.icmp "slt" %i, %three : i64
        llvm.cond_br %c, ^body, ^exit
      ^body:
        %t = llvm.{op} %s, %a : {v}
        %n = llvm.{compare[0]} "{compare[1]}" %t, %s : {v}
        %j = llvm.add %i, %one : i64
        llvm.br ^head(%j, %t, %n : i64, {v}, {bits})
      ^exit:
        %r = llvm.select %m, %s, %a : {bits}, {v}"""
    program.add(ty, v, loop)
    # An element that is read and written in each iteration.
    program.add(
        ty,
        v,
        loop.replace(
            f"%t = llvm.{op} %s, %a",
            f"""
        %x = llvm.load %o {{alignment = 1 : i64}} : !llvm.ptr -> {v}
        %y = llvm.{op} %x, %a : {v}
        llvm.store %y, %o {{alignment = 1 : i64}} : {v}, !llvm.ptr
        %t = llvm.{op} %s, %y""",
        ),
    )
    pair = f"!llvm.struct<({v}, i8, {v})>"
    callee = f"g{len(program.text)}"
    program.text.append(f"""
        llvm.func @{callee}(%a: {v}, %k: i8, %b: {v}) -> {pair} attributes {{no_inline}} {{
          %u = llvm.mlir.undef : {pair}
          %0 = llvm.insertvalue %b, %u[0] : {pair}
          %1 = llvm.insertvalue %k, %0[1] : {pair}
          %2 = llvm.insertvalue %a, %1[2] : {pair}
          llvm.return %2 : {pair}
        }}""")
    program.add(
        ty,
        v,
        f"""
        %k = llvm.mlir.constant(7 : i8) : i8
        %s = llvm.call @{callee}(%a, %k, %b) : ({v}, i8, {v}) -> {pair}
        %r = llvm.extractvalue %s[0] : {pair}""",
    )
    array = f"!llvm.array<2 x {v}>"
    program.add(
        ty,
        array,
        f"""
        %u = llvm.mlir.zero : {array}
        %0 = llvm.insertvalue %a, %u[1] : {array}
        %1 = llvm.extractvalue %0[1] : {array}
        %2 = llvm.{op} %1, %b : {v}
        %r = llvm.insertvalue %2, %0[0] : {array}""",
    )
    numbers = ", ".join(f"{lane}.5" if ty[0] == "f" else str(lane - 3) for lane in range(count))
    program.add(
        ty,
        v,
        f"""
        %k = llvm.mlir.constant(dense<[{numbers}]> : {v}) : {v}
        %r = llvm.{op} %a, %k : {v}""",
    )


def program_of(count):
    program = Program(count)
    for ty in DTYPES:
        (integer_functions if ty[0] == "i" else float_functions)(program, ty)
        lane_functions(program, ty)
        memory_functions(program, ty)
    return program
