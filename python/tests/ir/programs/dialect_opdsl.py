"""Structured operations that Python functions define: loops, casts, attributes, reductions and scalars."""
# ruff: noqa: B008, E741

from mlir.dialects import func, linalg
from mlir.dialects.linalg.opdsl.lang import (
    TV,
    BinaryFn,
    BinaryFnAttrDef,
    Canonicalizer,
    ContractionOpInterface,
    D,
    IndexAttrDef,
    ReduceFn,
    S,
    ScalarDef,
    T,
    TensorDef,
    TypeFn,
    TypeFnAttrDef,
    U,
    UnaryFn,
    UnaryFnAttrDef,
    const,
    defines,
    domain,
    implements,
    index,
    linalg_structured_op,
)
from mlir.dialects.linalg.opdsl.ops import core_named_ops
from mlir.ir import (
    Context,
    F16Type,
    F32Type,
    InsertionPoint,
    IntegerType,
    Location,
    MemRefType,
    Module,
    RankedTensorType,
)

print(D.m is D.m, D.m is D.n, S.K is S.K, TV.X is TV.X, repr(D.m), repr(S.K), repr(T))


@linalg_structured_op
def product(
    A=TensorDef(T, S.M, S.K),
    B=TensorDef(TV.T2, S.K, S.N),
    C=TensorDef(U, S.M, S.N, output=True),
    cast=TypeFnAttrDef(default=TypeFn.cast_signed),
):
    domain(D.m, D.n, D.k)
    implements(ContractionOpInterface)
    defines(Canonicalizer)
    C[D.m, D.n] += cast(U, A[D.m, D.k]) * cast(U, B[D.k, D.n])


@linalg_structured_op(op_name="matmul", op_class_name="MatmulOp")
def own_matmul(A=TensorDef(T, S.M, S.K), B=TensorDef(T, S.K, S.N), C=TensorDef(U, S.M, S.N, output=True)):
    C[D.m, D.n] += TypeFn.cast_signed(U, A[D.m, D.k]) * TypeFn.cast_signed(U, B[D.k, D.n])


@linalg_structured_op
def strided(
    I=TensorDef(T, S.OH * S.SH + S.KH * S.DH, S.C),
    K=TensorDef(T, S.KH, index_dims=[D.kh]),
    O=TensorDef(T, S.OH, S.C, output=True),
    strides=IndexAttrDef(S.SH, default=[1]),
    dilations=IndexAttrDef(S.DH, default=[2]),
):
    domain(D.oh, D.c, D.kh)
    O[D.oh, D.c] = ReduceFn.max_signed[(D.kh,)](I[D.oh * S.SH + D.kh * S.DH, D.c])


@linalg_structured_op
def chosen(
    x=ScalarDef(T),
    A=TensorDef(T, S.M),
    O=TensorDef(T, S.M, output=True),
    first=UnaryFnAttrDef(default=UnaryFn.exp),
    second=BinaryFnAttrDef(default=BinaryFn.add),
):
    O[D.m] = second(first(A[D.m]), x)


@linalg_structured_op
def numbers(O=TensorDef(T, S.M, S.N, output=True)):
    domain(D.m, D.n)
    row = TypeFn.cast_signed(TV.I64, index(D.m))
    O[D.m, D.n] = TypeFn.cast_signed(T, row * const(3) + TypeFn.cast_unsigned(TV.I64, index(D.n)) - const(1))


@linalg_structured_op
def scaled(value=ScalarDef(T), A=TensorDef(T), O=TensorDef(U, output=True)):
    O[None] = TypeFn.cast_signed(U, value * A[None])


@linalg_structured_op
def summed(
    A=TensorDef(T, S.M, S.N), s=TensorDef(T, S.M, output=True), by=BinaryFnAttrDef(default=BinaryFn.mul)
):
    domain(D.m, D.n)
    s[D.m] = by[(D.n,)](A[D.m, D.n])


with Context(), Location.unknown():
    module = Module.create()
    f16, f32, i8, i32 = (
        F16Type.get(),
        F32Type.get(),
        IntegerType.get_signless(8),
        IntegerType.get_signless(32),
    )

    def tensor(*shape, element=f32):
        return RankedTensorType.get(shape, element)

    with InsertionPoint(module.body):

        @func.FuncOp.from_py_func(tensor(4, 8), tensor(8, 6), tensor(4, 6), tensor(4, 8, element=f16))
        def products(a, b, c, half):
            print(product(a, b, outs=[c]).type)
            print(product(half, b, outs=[c], cast=TypeFn.cast_unsigned).owner.name)
            print(
                own_matmul(a, b, outs=[c]).owner.name,
                own_matmul(a, b, outs=[c], emit_generic=True).owner.name,
            )
            print(core_named_ops.dot is not None, type(linalg.matmul(a, b, outs=[c])).__name__)

        @func.FuncOp.from_py_func(
            tensor(4, 8, element=i8), tensor(8, 6, element=i32), tensor(4, 6, element=i32)
        )
        def integers(a, b, c):
            print(product(a, b, outs=[c]).type)
            print(product(a, b, outs=[c], cast=TypeFn.cast_unsigned).type)

        @func.FuncOp.from_py_func(tensor(12, 3), tensor(4), tensor(5, 3), MemRefType.get([4, 6], f32))
        def others(image, window, out, memory):
            print(strided(image, window, outs=[out]).type)
            print(strided(image, window, outs=[out], strides=[2], dilations=[1]).type)
            print(len(numbers(outs=[memory])))
            print(numbers(outs=[out]).type)

        @func.FuncOp.from_py_func(f32, tensor(4), tensor(), tensor(4, 3), tensor(4, element=f16))
        def elements(x, v, zero, matrix, half):
            print(chosen(x, v, outs=[v]).type)
            print(chosen(x, v, outs=[v], first=UnaryFn.log, second=BinaryFn.max_signed).type)
            print(scaled(x, v, outs=[v]).type, scaled(x, zero, outs=[half]).type)
            print(summed(matrix, outs=[v]).type, summed(matrix, outs=[v], by=BinaryFn.add).type)
            for wrong in (
                lambda: product(v, outs=[v]),
                lambda: product(matrix, matrix, outs=[v, v]),
                lambda: strided(matrix, v, outs=[matrix], strides=[1, 2]),
                lambda: strided(matrix, v, outs=[matrix], strides=["a"]),
                lambda: chosen(x, v, outs=[v], first=BinaryFn.add),
                lambda: chosen(x, half, outs=[v]),
                lambda: chosen(x, v, outs=[v], emit_generic=1),
            ):
                try:
                    wrong()
                except ValueError:
                    print("refused")

    print(module.operation.get_asm(print_generic_op_form=True))
    print(module.operation.verify())


for make in (
    lambda: TensorDef(T, S.M, index_dims=[D.m, D.n]),
    lambda: TensorDef(T, S.M, index_dims=[S.M]),
    lambda: TensorDef("T", S.M),
    lambda: IndexAttrDef(S.M, default=[1, 2]),
    lambda: IndexAttrDef(D.m, default=[1]),
    lambda: UnaryFnAttrDef(default=BinaryFn.add),
    lambda: const("text"),
    lambda: domain(D.m),
    lambda: linalg_structured_op(lambda x: None),
    lambda: linalg_structured_op(lambda O=TensorDef(T, output=True), A=TensorDef(T): None),
    lambda: linalg_structured_op(lambda s=IndexAttrDef(S.A, default=[1]), O=TensorDef(T, output=True): None),
):
    try:
        make()
        print("made")
    except ValueError as error:
        print(str(error).partition(" but got")[0][:60])
