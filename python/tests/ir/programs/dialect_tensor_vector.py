"""Tensors by tensor, and vectors by vector: elements, parts, shapes, reductions."""

from mlir.dialects import arith, func, tensor, vector
from mlir.ir import *

with Context(), Location.unknown():
    module = Module.create()
    index, f32, i1 = IndexType.get(), F32Type.get(), IntegerType.get_signless(1)
    dynamic = ShapedType.get_dynamic_size()
    with InsertionPoint(module.body):
        matrix = RankedTensorType.get([4, 6], f32)

        @func.FuncOp.from_py_func(matrix, index, f32)
        def tensors(m, i, x):
            read = tensor.ExtractOp(m, [i, i])
            print(read.tensor == m, [one == i for one in read.indices], read.result.type)
            written = tensor.insert(x, m, [i, i])
            print(written.type, written.owner.opview.scalar == x, written.owner.opview.dest == m)
            print(tensor.dim(m, i).type, tensor.DimOp(m, i).source == m, tensor.rank(m).type)
            cast = tensor.CastOp(RankedTensorType.get([dynamic, 6], f32), m)
            print(cast.source == m, cast.dest.type, tensor.cast(UnrankedTensorType.get(f32), cast).type)
            filled = tensor.splat(RankedTensorType.get([2, 2], f32), x, [])
            print(filled.type, tensor.from_elements(RankedTensorType.get([2], f32), [x, x]).type)
            flat = tensor.CollapseShapeOp(RankedTensorType.get([24], f32), m, [[0, 1]])
            print(flat.src == m, flat.reassociation)
            wide = tensor.expand_shape(matrix, flat, [[0, 1]], [], [4, 6])
            print(wide.type, wide.owner.opview.static_output_shape)
            part = tensor.extract_slice(
                RankedTensorType.get([2, 3], f32), m, [i], [], [], [1, dynamic], [2, 3], [1, 1]
            )
            print(part.owner.opview.static_offsets, len(part.owner.opview.offsets), part.type)
            generated = tensor.GenerateOp(RankedTensorType.get([dynamic, 3], f32), [i])
            block = generated.body.blocks.append(index, index)
            with InsertionPoint(block):
                tensor.yield_(x)
            print(len(generated.dynamicExtents), generated.result.type, len(block.arguments))
            sizes = tensor.empty([i, 3], f32), tensor.EmptyOp([2, i], f32).result
            print([str(one.type) for one in sizes], len(sizes[0].owner.operands))
            return tensor.concat(RankedTensorType.get([8, 6], f32), 0, [m, wide])

        v4, v24 = VectorType.get([4], f32), VectorType.get([2, 4], f32)

        @func.FuncOp.from_py_func(v4, v24, f32, MemRefType.get([8, 8], f32), index)
        def vectors(v, w, x, memory, i):
            many = vector.BroadcastOp(v24, v)
            print(many.source == v, many.vector.type)
            row = vector.ExtractOp(w, [], [1])
            print(row.source == w, row.static_position, row.result.type)
            put = vector.insert(row, many, [], [0])
            print(put.type, put.owner.opview.static_position)
            total = vector.ReductionOp(f32, vector.CombiningKind.ADD, v)
            print(total.kind, total.vector == v, total.dest.type, total.acc)
            print(vector.reduction(f32, vector.CombiningKind.MAXIMUMF, v, acc=x).type)
            sums = vector.multi_reduction(vector.CombiningKind.ADD, w, v, [0])
            print(sums.type, sums.owner.opview.reduction_dims)
            print(vector.shape_cast(VectorType.get([8], f32), w).type, vector.bitcast(v4, v).type)
            mixed = vector.ShuffleOp(v, v, [0, 4, 2, 6])
            print(mixed.mask, mixed.vector.type, vector.fma(v, v, row).type)
            print(vector.transpose(VectorType.get([4, 2], f32), w, [1, 0]).type)
            outer = vector.outerproduct(VectorType.get([4, 4], f32), v, v)
            print(outer.type, outer.owner.opview.kind)
            mask = vector.create_mask(VectorType.get([4], i1), [i])
            print(vector.constant_mask(VectorType.get([4], i1), [2]).type, mask.type)
            loaded = vector.LoadOp(v4, memory, [i, i])
            print(loaded.base == memory, len(loaded.indices), loaded.nontemporal)
            vector.store(loaded, memory, [i, i])
            identity = AffineMapAttr.get(AffineMap.get_minor_identity(2, 1))
            bounds = ArrayAttr.get([Attribute.parse("true")])
            moved = vector.TransferReadOp(v4, memory, [i, i], identity, x, bounds)
            print(moved.permutation_map, moved.in_bounds, moved.padding == x, moved.mask)
            vector.TransferWriteOp(None, moved, memory, [i, i], identity, bounds)
            vector.print_(source=v, punctuation=Attribute.parse("#vector.punctuation<newline>"))
            step = vector.StepOp(VectorType.get([4], index))
            print(step.result.type, vector.extract(v, [i], [dynamic]).type)
            return vector.insert_strided_slice(v, w, [1, 0], [1])

    print(module.operation.get_asm(print_generic_op_form=True))
    print(module.operation.verify())
    ones = DenseElementsAttr.get_splat(v4, FloatAttr.get(f32, 1.0))
    with InsertionPoint.at_block_begin(module.body.operations[1].entry_block):
        made = arith.constant(v4, ones)
        wrong = vector.ReductionOp(f32, vector.CombiningKind.AND, made)
    try:
        module.operation.verify()
    except MLIRError as error:
        print(error.error_diagnostics[0].message)
    wrong.operation.erase()
    print(str(Module.parse(str(module))) == str(module))
    print([case.name for case in vector.CombiningKind][:4], str(vector.CombiningKind.MINUI))
