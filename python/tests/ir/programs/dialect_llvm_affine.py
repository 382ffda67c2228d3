"""Operations of llvm, affine and linalg by class, and views of those that text has."""

from mlir import ir
from mlir.dialects import affine, arith, func, linalg, llvm

TEXT = """
func.func @views(%a: i32, %p: !llvm.ptr, %m: memref<8xf32>, %t: tensor<4x4xf32>) {
  %0 = llvm.mul %a, %a : i32
  %1 = llvm.icmp "slt" %0, %a : i32
  %2 = llvm.load %p : !llvm.ptr -> i32
  llvm.store %2, %p : i32, !llvm.ptr
  affine.for %i = 0 to 8 {
    %3 = affine.load %m[%i] : memref<8xf32>
    affine.store %3, %m[7 - %i] : memref<8xf32>
  }
  %4 = linalg.matmul ins(%t, %t : tensor<4x4xf32>, tensor<4x4xf32>) outs(%t : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}
"""

with ir.Context(), ir.Location.unknown():
    module = ir.Module.create()
    i32, i64, index, f32 = (
        ir.IntegerType.get_signless(32),
        ir.IntegerType.get_signless(64),
        ir.IndexType.get(),
        ir.F32Type.get(),
    )
    pointer = ir.Type.parse("!llvm.ptr")
    with ir.InsertionPoint(module.body):

        @func.FuncOp.from_py_func(i32, i64, pointer)
        def low_level(a, b, p):
            total = llvm.and_(a, a)
            print(total.type, total.owner.name, total.owner.opview.lhs == a)
            wide = llvm.ZExtOp(i64, total)
            print(wide.arg == total, wide.res.type)
            print(llvm.sext(i64, a).type, llvm.bitcast(f32, a).type)
            less = llvm.ICmpOp(llvm.ICmpPredicate.ult, a, total)
            print(less.predicate, less.res.type)
            chosen = llvm.select(less, a, total)
            loaded = llvm.LoadOp(i32, p, alignment=4, volatile_=True)
            print(loaded.addr == p, loaded.alignment, loaded.volatile_, chosen.type)
            llvm.StoreOp(loaded, p)
            print(llvm.mlir_undef(pointer).type, llvm.mlir_zero(i64).type, llvm.ptrtoint(i64, p).type)
            return llvm.xor(loaded.res, chosen)

        @func.FuncOp.from_py_func(index, ir.MemRefType.get([8, 8], f32), ir.RankedTensorType.get([4, 4], f32))
        def loops(i, memory, tensor):
            d0, s0 = ir.AffineDimExpr.get(0), ir.AffineSymbolExpr.get(0)
            twice = ir.AffineMapAttr.get(ir.AffineMap.get(1, 1, [d0 * 2 + s0]))
            applied = affine.min(twice, [i, i])
            print(applied.owner.opview.map, len(applied.owner.operands), applied.type)
            both = ir.AffineMapAttr.get(ir.AffineMap.get(1, 0, [d0, ir.AffineConstantExpr.get(7)]))
            print(affine.min(both, [applied]).type, affine.max(both, [i]).type)
            value = affine.load(f32, memory, [i, applied], ir.AffineMapAttr.get(ir.AffineMap.get_identity(2)))
            affine.store(value, memory, [i, i], ir.AffineMapAttr.get(ir.AffineMap.get_identity(2)))
            print(value.type, arith.negf(value).type)
            print(tensor.type)

    print(module.operation.get_asm(print_generic_op_form=True))
    print(module.operation.verify())
    parsed = ir.Module.parse(TEXT)

    def show(op):
        view = op.opview
        print(op.name, type(view).__name__, [str(one.type) for one in op.operands], len(op.regions))
        return ir.WalkResult.ADVANCE

    parsed.operation.walk(show, ir.WalkOrder.PRE_ORDER)
    entry = parsed.body.operations[0].entry_block.operations
    print(isinstance(entry[1], llvm.ICmpOp), isinstance(entry[4], affine.AffineForOp), len(entry))
    print(isinstance(entry[5], linalg.MatmulOp), len(entry[5].inputs), len(entry[5].outputs))
    print(entry[0].lhs == entry[0].rhs, entry[2].addr.type, entry[3].value.type)
