"""Scripts of transform on structured operations and loops: tiling, fusion, padding, and finding operations."""

from mlir.dialects import transform
from mlir.dialects.transform import loop, structured
from mlir.ir import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    Context,
    InsertionPoint,
    IntegerAttr,
    IntegerType,
    Location,
    Module,
    StringAttr,
)


def show(op):
    print(op.operation.get_asm(print_generic_op_form=True))
    return op


with Context(), Location.unknown():
    module = Module.create()
    any_op = transform.AnyOpType.get()
    fill, matmul = (transform.OperationType.get(f"linalg.{name}") for name in ("fill", "matmul"))
    i64 = IntegerType.get_signless(64)
    four = IntegerAttr.get(i64, 4)
    with InsertionPoint(module.body):
        sequence = transform.SequenceOp(transform.FailurePropagationMode.Propagate, [], any_op)
    with InsertionPoint(sequence.body):
        target = sequence.bodyTarget
        show(structured.MatchOp.match_op_names(target, "linalg.matmul"))
        show(structured.MatchOp.match_op_names(matmul, target, ["linalg.matmul"]))
        match = structured.MatchOp.match_op_names(target, ["linalg.fill", "linalg.matmul"])
        show(structured.MatchOp(any_op, target, interface=structured.MatchInterfaceEnum.LinalgOp))
        print(match.ops, type(match).__name__, structured.MatchInterfaceEnum.TilingInterface)

        found = match.results_
        show(structured.BufferizeToAllocationOp(found))
        show(structured.BufferizeToAllocationOp(found, memory_space=3, memcpy_op="memref.copy"))
        named = structured.BufferizeToAllocationOp(
            found, memory_space='"local"', alloc_op="memref.alloca", bufferize_destination_only=True
        )
        print(named.memory_space, named.alloc_op, named.bufferize_destination_only, len(named.results))

        show(structured.DecomposeOp(found))
        show(structured.GeneralizeOp(found))
        show(structured.ScalarizeOp(found))
        show(structured.InterchangeOp(found, iterator_interchange=[1, 0]))
        show(structured.FuseIntoContainingOp(found, target))
        typed = show(structured.FuseIntoContainingOp(fill, matmul, found, target))
        print(typed.fused_op.type, typed.new_containing_op.type)

        fused = structured.FuseOp(found, tile_sizes=[4, 8], tile_interchange=[0, 1], apply_cleanup=True)
        print(len(fused.loops), fused.static_tile_interchange, fused.use_forall, fused.target == found)
        fused = structured.FuseOp([fill, matmul], found, tile_sizes=[four, 8])
        print([str(one.type) for one in fused.loops], fused.static_tile_sizes, fused.apply_cleanup)
        fused = structured.FuseOp(matmul, found, tile_sizes=[0, 4])
        print([str(one.type) for one in fused.loops], fused.transformed.type)
        print(len(structured.FuseOp(found, tile_sizes=[4, 8], use_forall=True).loops))

        show(structured.MapCopyToThreadsOp(found, total_num_threads=32, desired_bit_alignment=128))
        copy = structured.MapCopyToThreadsOp(
            fill, matmul, found, total_num_threads=four, desired_bit_alignment=64
        )
        print(copy.forall_op.type, copy.tiled_op.type, copy.total_num_threads)

        sizes = structured.MultiTileSizesOp(
            transform.ParamType.get(i64), found, dimension=1, target_size=42, divisor=2
        )
        show(sizes)
        print(sizes.low_size.type, sizes.dimension, sizes.divisor)

        show(structured.PadOp(found, copy_back_op="none"))
        padded = structured.PadOp(
            found,
            pad_to_multiple_of=[1, target],
            padding_values=[Attribute.parse("42.0 : f32")],
            padding_dimensions=ArrayAttr.get([IntegerAttr.get(i64, 1)]),
            nofold_flags=[0],
            transpose_paddings=[[1, 0], ArrayAttr.get([four])],
            copy_back_op="linalg.copy",
        )
        show(padded)
        print(padded.static_pad_to_multiple_of, padded.transpose_paddings, len(padded.pad_to_multiple_of))

        show(structured.SplitOp(found, dimension=1, chunk_sizes=42))
        split = structured.SplitOp(found, IntegerAttr.get(i64, 0), found)
        print(split.static_chunk_sizes, split.dynamic_chunk_sizes == found, split.dimension)

        for tiled in (
            structured.TileUsingForOp(found, sizes=[4, 0]),
            structured.TileUsingForOp(any_op, found, sizes=[4, 8]),
            structured.TileUsingForOp([fill, matmul], found, sizes=[4, four]),
            structured.TileUsingForOp(found, sizes=[target, 4, [2]]),
        ):
            print(
                [str(one.type) for one in tiled.loops],
                tiled.static_sizes,
                tiled.scalable_sizes,
                len(tiled.dynamic_sizes),
                tiled.tiled_linalg_op.type,
            )
        show(structured.TileUsingForallOp(found, num_threads=[2, target]))
        show(structured.TileUsingForallOp(found, tile_sizes=found))
        mapping = ArrayAttr.get([Attribute.parse("#gpu.thread<y>"), Attribute.parse("#gpu.thread<x>")])
        tiled = structured.TileUsingForallOp(fill, matmul, found, tile_sizes=[2, 3], mapping=mapping)
        show(tiled)
        print(tiled.mapping, tiled.tiled_op.type, tiled.forall_op.type)

        show(structured.VectorizeOp(found))
        show(structured.VectorizeOp(found, [16, 4]))
        vectors = structured.VectorizeOp(found, [16, [4], target], vectorize_nd_extract=True)
        print(vectors.static_vector_sizes, vectors.scalable_sizes, vectors.vectorize_nd_extract)
        vectors = structured.VectorizeOp(found, [], scalable_sizes=[True], static_vector_sizes=[8])
        print(vectors.static_vector_sizes, vectors.scalable_sizes, vectors.vectorize_nd_extract)
        show(structured.VectorizeChildrenAndApplyPatternsOp(found, vectorize_padding=True))

        for_ = transform.OperationType.get("scf.for")
        outlined = loop.LoopOutlineOp(any_op, any_op, found, func_name="body")
        show(outlined)
        print(
            outlined.func_name,
            loop.LoopOutlineOp(any_op, for_, target, func_name=StringAttr.get("f")).func_name,
        )
        show(loop.LoopPeelOp(any_op, for_, found, fail_if_already_divisible=BoolAttr.get(True)))
        print(loop.LoopPeelOp(any_op, any_op, found).peel_front)
        show(loop.LoopPipelineOp(any_op, found, iteration_interval=3))
        print(loop.LoopPipelineOp(for_, found).read_latency, loop.LoopUnrollOp(found, factor=4).factor)
        show(loop.LoopUnrollOp(found, factor=42))

        for wrong in (
            lambda: structured.VectorizeOp(found, [4], scalable_sizes=[True]),
            lambda: structured.FuseIntoContainingOp(fill, found, target),
            lambda: structured.TileUsingForallOp(fill, found),
            lambda: structured.MatchOp.match_op_names(target),
        ):
            try:
                wrong()
            except Exception as error:
                print(type(error).__name__)

        options = {
            "first": True,
            StringAttr.get("second"): [1, "two"],
            "third": Attribute.parse("3 : i8"),
            "fourth": transform.ParamConstantOp(transform.ParamType.get(i64), four),
        }
        show(transform.apply_registered_pass(any_op, target, "canonicalize", options=options).owner)
        plain = transform.ApplyRegisteredPassOp(any_op, target, "cse")
        print(plain.pass_name, plain.options, len(plain.dynamic_options))
        try:
            transform.apply_registered_pass(any_op, target, "cse", options={"x": 1.5})
        except TypeError as error:
            print(error)
        print(len(transform.apply_patterns(target).patterns.operations))
        print(transform.replicate(target, [found]).type, transform.merge_handles([target, found]).type)
        each = transform.foreach([any_op], [target])
        print(each.type, [str(one.type) for one in each.owner.opview.bodyTargets])
        nested = transform.sequence(transform.FailurePropagationMode.Suppress, [], target)
        print(type(nested).__name__, nested.failure_propagation_mode)
