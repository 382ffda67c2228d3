"""Scripts of transform by handles with methods, and by functions as bodies."""

from mlir.dialects import scf, transform
from mlir.dialects.transform import structured
from mlir.dialects.transform.extras import (
    OpHandle,
    ParamHandle,
    ValueHandle,
    apply_patterns,
    constant_param,
    insert_transform_script,
    named_sequence,
    sequence,
)
from mlir.ir import Attribute, Context, InsertionPoint, Location, Module, UnitAttr

with Context(), Location.unknown():
    module = Module.create()

    def script(op):
        print(type(op).__name__, isinstance(op, OpHandle), op.parent, list(op.children))
        loops = op.match_ops(scf.ForOp)
        print(type(loops).__name__, loops.type, loops.parent is op, len(op.children))
        print(op.match_ops("linalg.fill").type, op.match_ops(["linalg.fill", scf.ForOp]).type)
        print(loops.match_ops(structured.MatchInterfaceEnum.TilingInterface).type)
        print(op.match_ops("LinalgOp").owner.attributes["interface"])
        print(op.print("it is") is op, loops.print().type)
        results = loops.get_result()
        print(isinstance(results, ValueHandle), results.type)
        print(loops.get_result([0, 1]).owner.attributes["raw_position_list"])
        print(isinstance(results.get_defining_op(), OpHandle), results.get_defining_op().type)
        number, text = constant_param(4), constant_param(Attribute.parse('"text"'))
        print(type(number).__name__, isinstance(number, ParamHandle), number.type, text.type)
        print(len(op.children))

    insert_transform_script(module.body, script)
    insert_transform_script(InsertionPoint(module.body), lambda op: None)
    print(module.operation.get_asm(print_generic_op_form=True))

    module = Module.create()
    module.operation.attributes["transform.with_named_sequence"] = UnitAttr.get()
    any_op = transform.AnyOpType.get()
    with InsertionPoint(module.body):

        @named_sequence("__transform_main", [any_op], [])
        def main(target: any_op):
            print(isinstance(target, OpHandle))

            @apply_patterns(target)
            def patterns():
                transform.ApplyCanonicalizationPatternsOp()

            print(patterns.name)

        print(type(main).__name__, main.name)

        @sequence([any_op], transform.FailurePropagationMode.Propagate, [])
        def run(target: any_op):
            return target.match_ops("scf.for").match_ops(["arith.addf"])

        print(type(run).__name__, run.type)

    print(module)
    print(module.operation.verify())
