"""Visitors by name, a printer of outlines, and statistics over a module with nested attributes and types."""

from collections import Counter

from mlir.ir import ArrayAttr, Context, DictAttr, FunctionType, Module, ShapedType, TupleType, TypeAttr

TEXT = """
module @stats attributes {v.config = {level = 2 : i8, kinds = [i32, tensor<4xf32>, "x"]}} {
  %0 = "v.make"() {table = dense<[1, 2]> : tensor<2xi8>} : () -> tensor<4x?xf32>
  %1:2 = "v.call"(%0) {callee = @f, type = (i32, tuple<f32, vector<2xi1>>) -> ()} : (tensor<4x?xf32>) -> (i1, memref<2xi1>)
  "v.body"() ({
  ^bb0(%x: complex<f64>):
    "v.yield"(%x, %1#0) : (complex<f64>, i1) -> ()
  }) {nested = [[[unit]], {a = [1.5]}]} : () -> ()
}
"""


class Visitor:
    def visit(self, op):
        method = getattr(self, "visit_" + op.name.replace(".", "_"), self.generic)
        return method(op)

    def generic(self, op):
        for region in op.regions:
            for block in region:
                for inner in block:
                    self.visit(inner)


class Outline(Visitor):
    def __init__(self):
        self.depth = 0

    def generic(self, op):
        print(
            "  " * self.depth + op.name, [str(one) for one in op.results.types], sorted(op.attributes.keys())
        )
        self.depth += 1
        super().generic(op)
        self.depth -= 1

    def visit_v_call(self, op):
        print("  " * self.depth + f"call of {op.attributes['callee'].value} with {len(op.operands)} operands")


def elements(attribute):
    yield attribute
    if isinstance(attribute, ArrayAttr):
        for one in attribute:
            yield from elements(one)
    elif isinstance(attribute, DictAttr):
        for at in range(len(attribute)):
            yield from elements(attribute[at].attr)
    elif isinstance(attribute, TypeAttr):
        yield from type_elements(attribute.value)


def type_elements(ty):
    yield ty
    if isinstance(ty, ShapedType):
        yield from type_elements(ty.element_type)
    elif isinstance(ty, TupleType):
        for at in range(ty.num_types):
            yield from type_elements(ty.get_type(at))
    elif isinstance(ty, FunctionType):
        for one in [*ty.inputs, *ty.results]:
            yield from type_elements(one)


with Context() as ctx:
    ctx.allow_unregistered_dialects = True
    module = Module.parse(TEXT)
    Outline().visit(module.operation)
    found = Counter()
    stack = [module.operation]
    while stack:
        op = stack.pop()
        for name in op.attributes:
            for one in elements(op.attributes[name]):
                found[str(one)] += 1
        for value in op.results:
            for ty in type_elements(value.type):
                found[str(ty)] += 1
        stack.extend(inner for region in op.regions for block in region.blocks for inner in block.operations)
    for text, count in sorted(found.items()):
        print(count, text)
