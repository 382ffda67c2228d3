"""Classes of operations that a program defines itself, with segments, regions and properties of Python."""

from mlir.ir import (
    Context,
    InsertionPoint,
    IntegerAttr,
    IntegerType,
    Location,
    MLIRError,
    Module,
    Operation,
    OpView,
    get_ops_of_type,
    get_parent_of_type,
)


class ConstantOp(OpView):
    OPERATION_NAME = "v.constant"
    _ODS_REGIONS = (0, True)

    def __init__(self, value, *, loc=None, ip=None):
        i32 = IntegerType.get_signless(32)
        attributes = {"value": IntegerAttr.get(i32, value)}
        super().__init__(
            self.build_generic(results=[i32], operands=[], attributes=attributes, loc=loc, ip=ip)
        )

    @property
    def value(self):
        return self.operation.attributes["value"].value


class CallOp(OpView):
    OPERATION_NAME = "v.call"
    _ODS_OPERAND_SEGMENTS = [1, -1, 0]
    _ODS_RESULT_SEGMENTS = [-1]


class RegionOp(OpView):
    OPERATION_NAME = "v.region"
    _ODS_REGIONS = (1, False)


class PlainOp(OpView):
    OPERATION_NAME = "v.plain"


def attempt(function):
    try:
        print(function())
    except (ValueError, TypeError, MLIRError) as error:
        print(type(error).__name__, str(error).split("\n")[0].replace("3operand", "3 operand"))


with Context() as ctx, Location.unknown():
    ctx.allow_unregistered_dialects = True
    module = Module.create()
    i32 = IntegerType.get_signless(32)
    with InsertionPoint(module.body):
        two = ConstantOp(2)
        three = ConstantOp(3)
        call = CallOp.build_generic(results=[[i32, i32]], operands=[two, [three, two], None])
        whole = CallOp.build_generic(results=[[]], operands=[two.result, [], three])
        region = RegionOp.build_generic(results=[], operands=[], regions=2)
        plain = PlainOp.build_generic(results=[i32], operands=[three.result])
    print(module)
    print(
        two.value,
        two.result,
        type(two).__name__,
        isinstance(two, ConstantOp),
        two.operation == module.body.operations[0],
    )
    print(len(call.operands), len(call.results), len(region.regions), plain.operation.result.type)
    attempt(lambda: CallOp.build_generic(results=[[]], operands=[two, []]))
    attempt(lambda: CallOp.build_generic(results=[[]], operands=[None, [], None]))
    attempt(lambda: RegionOp.build_generic(results=[], operands=[], regions=0))
    attempt(lambda: PlainOp.build_generic(results=[], operands=[], regions=1))
    attempt(lambda: ConstantOp.parse('"v.other"() : () -> ()'))
    attempt(lambda: type(ConstantOp.parse('%0 = "v.constant"() {value = 7 : i32} : () -> i32')).__name__)
    view = ConstantOp.__new__(ConstantOp)
    OpView.__init__(view, module.body.operations[1])
    print(view.value, view == three, isinstance(view.operation, Operation), view.opview is not None)
    print(OpView(two.operation).name, PlainOp(plain.operation).operation == plain.operation)
    print([op.operation.name for op in get_ops_of_type(module)], len(get_ops_of_type(module.operation)))
    print(get_parent_of_type(module.operation, RegionOp), OpView._ODS_REGIONS, PlainOp._ODS_REGIONS)
