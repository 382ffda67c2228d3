"""Scripts of transform: sequences, handles and their types."""

from mlir.dialects import pdl, transform
from mlir.ir import Context, InsertionPoint, IntegerType, Location, Module, UnitAttr

with Context(), Location.unknown():
    module = Module.create()
    module.operation.attributes["transform.with_named_sequence"] = UnitAttr.get()
    any_op = transform.AnyOpType.get()
    funcs = transform.OperationType.get("func.func")
    param = transform.ParamType.get(IntegerType.get_signless(64))
    for kind in (any_op, funcs, param, transform.AnyValueType.get(), transform.AnyParamType.get()):
        print(kind, type(kind).__name__, isinstance(kind, transform.OperationType))
    print(funcs.operation_name, param.type, transform.any_op_t() == any_op)
    with InsertionPoint(module.body):
        sequence = transform.SequenceOp(transform.FailurePropagationMode.Propagate, [any_op], any_op)
        print(sequence.failure_propagation_mode, sequence.root, len(sequence.extra_bindings))
        with InsertionPoint(sequence.body):
            cast = transform.CastOp(funcs, sequence.bodyTarget)
            print(cast.input == sequence.bodyTarget, cast.output.type)
            parent = transform.GetParentOp(any_op, cast, isolated_from_above=True, nth_parent=2)
            print(parent.isolated_from_above, parent.nth_parent, parent.op_name, parent.deduplicate)
            merged = transform.MergeHandlesOp([parent, sequence.bodyTarget], deduplicate=True)
            print(len(merged.handles), merged.deduplicate, merged.result.type)
            copies = transform.ReplicateOp(parent, [cast])
            print(copies.pattern == parent.result, copies.replicated[0].type)
            patterns = transform.ApplyPatternsOp(parent, apply_cse=True, max_iterations=4)
            print(patterns.apply_cse, patterns.max_iterations, len(patterns.patterns.operations))
            nested = transform.SequenceOp(
                transform.FailurePropagationMode.Suppress, [], merged.result, [cast.result]
            )
            with InsertionPoint(nested.body):
                print(nested.bodyTarget.type, [str(one.type) for one in nested.bodyExtraArgs])
                transform.YieldOp()
            transform.yield_([transform.cast(any_op, cast)])
        typed = transform.SequenceOp(transform.FailurePropagationMode.Suppress, [], any_op, [any_op, funcs])
        with InsertionPoint(typed.body):
            print(len(typed.bodyExtraArgs), typed.failure_propagation_mode)
            transform.yield_()
        named = transform.NamedSequenceOp(
            "__transform_main", [any_op], [any_op], arg_attrs=[{"transform.consumed": UnitAttr.get()}]
        )
        print(named.sym_name, named.function_type, named.arg_attrs, named.sym_visibility)
        with InsertionPoint(named.body):
            loop = transform.ForeachOp([any_op], [named.bodyTarget])
            with InsertionPoint(loop.body):
                transform.yield_([transform.get_parent_op(any_op, loop.bodyTargets[0])])
            print(loop.with_zip_shortest, len(loop.targets), loop.results[0].type)
            transform.yield_(loop.results)
    print(module.operation.get_asm(print_generic_op_form=True))
    print(module.operation.verify())
    print([str(mode) for mode in transform.FailurePropagationMode], pdl.OperationType.get())
    print(str(Module.parse(str(module))) == str(module))
