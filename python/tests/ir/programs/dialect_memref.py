"""Allocation, access, casts, views and globals of memref."""

from mlir.dialects import arith, func, memref
from mlir.ir import *

with Context(), Location.unknown():
    module = Module.create()
    index, f32, i8 = IndexType.get(), F32Type.get(), IntegerType.get_signless(8)
    dynamic = ShapedType.get_dynamic_size()
    with InsertionPoint(module.body):
        square = MemRefType.get([4, 4], f32)
        stored = memref.GlobalOp(
            "table",
            TypeAttr.get(MemRefType.get([4], f32)),
            sym_visibility="private",
            initial_value=DenseElementsAttr.get_splat(Type.parse("tensor<4xf32>"), FloatAttr.get(f32, 1.5)),
            constant=True,
        )
        print(stored.sym_name, stored.type_)
        print(stored.constant, stored.initial_value, stored.alignment)

        @func.FuncOp.from_py_func(index, index, f32)
        def memory(i, size, value):
            flat = memref.AllocOp(MemRefType.get([dynamic, 4], f32), [size], [], alignment=64)
            print(
                flat.memref.type, list(flat.dynamicSizes)[0] == size, len(flat.symbolOperands), flat.alignment
            )
            stack = memref.alloca(square, [], [])
            memref.StoreOp(value, stack, [i, i])
            load = memref.LoadOp(stack, [i, i], nontemporal=True)
            print(
                load.memref == stack, [one == i for one in load.indices], load.nontemporal, load.result.type
            )
            load.nontemporal = None
            flat.alignment = None
            cast = memref.CastOp(MemRefType.get([dynamic, dynamic], f32), stack)
            unranked = memref.cast(UnrankedMemRefType.get(f32, None), cast)
            print(cast.source == stack, cast.dest.type, unranked.type, memref.rank(unranked).type)
            print(memref.DimOp(flat, i).result.type, memref.dim(cast, i).owner.opview.index == i)
            memref.CopyOp(stack, cast)
            table = memref.GetGlobalOp(MemRefType.get([4], f32), "table")
            print(table.name, table.result.type)
            part = memref.subview(stack, [1, i], [2, 2], [1, 2])
            print(part.type, part.owner.opview.static_offsets, len(part.owner.opview.offsets))
            print([str(one.type) for one in memref.ExtractStridedMetadataOp(part).results])
            collapsed = memref.CollapseShapeOp(MemRefType.get([16], f32), stack, [[0, 1]])
            print(collapsed.src == stack, collapsed.reassociation, collapsed.result.type)
            bytes_ = memref.alloc(MemRefType.get([64], i8), [], [])
            print(memref.view(square, bytes_, i, []).type)
            layout = Type.parse("memref<4x4xf32, strided<[1, 4]>>")
            print(memref.transpose(layout, stack, AffineMap.get_permutation([1, 0])).owner.opview.permutation)
            old = memref.atomic_rmw(arith.AtomicRMWKind.addf, value, stack, [i, i])
            print(old.type, old.owner.opview.kind)
            memref.assume_alignment(stack, 16)
            memref.prefetch(stack, [i, i], False, 3, True)
            memref.dealloc(flat)
            return load

    print(module)
    print(module.operation.verify())
    with InsertionPoint.at_block_begin(module.body.operations[1].entry_block):
        alloc = memref.alloc(square, [], [])
        wrong = memref.CastOp(MemRefType.get([4, 4], i8), alloc)
    try:
        module.operation.verify()
    except MLIRError as error:
        print(error.error_diagnostics[0].message)
    wrong.operation.erase()
    print(str(Module.parse(str(module))) == str(module))
