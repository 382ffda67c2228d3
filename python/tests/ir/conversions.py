"""A conversion of operations of `test` to operations of `new`, for the tests of conversions."""

from __future__ import annotations

import pytest

from tvmlike import ir
from tvmlike.dialects import func
from tvmlike.rewrite import ConversionTarget, RewritePatternSet, TypeConverter

TEXT = """
func.func @f(%a: i32) {
  %0 = "test.make"(%a) : (i32) -> index
  "test.use"(%0) : (index) -> ()
  return
}
"""


def body(module):
    return module.body.operations[0].regions[0].blocks[0].operations


def to_i64(ty):
    return ir.IntegerType.get_signless(64) if isinstance(ty, ir.IndexType) else None


def itself(ty):
    return ty


def cast(rewriter, ty, inputs, loc):
    with rewriter.ip:
        return ir.Operation.create("test.cast", results=[ty], operands=inputs, loc=loc).result


def converter(source=True, target=True):
    made = TypeConverter()
    made.add_conversion(itself)
    made.add_conversion(to_i64)
    if source:
        made.add_source_materialization(cast)
    if target:
        made.add_target_materialization(cast)
    return made


def rename(op, adaptor, type_converter, rewriter):
    """`test.NAME` becomes `new.NAME`, with converted types."""
    types = [type_converter.convert_type(result.type) for result in op.results]
    with rewriter.ip:
        new = ir.Operation.create(op.name.replace("test.", "new."), types, adaptor.operands)
    rewriter.replace_op(op, new)


def patterns(type_converter, **functions):
    made = RewritePatternSet()
    for name, function in functions.items():
        made.add_conversion(f"test.{name}", function, type_converter)
    return made.freeze()


def target(*illegal):
    made = ConversionTarget()
    made.add_illegal_op(*(f"test.{name}" for name in illegal))
    made.add_legal_dialect("new", "builtin", func._Dialect)
    return made


def unchanged(module, run, error, match):
    """Checks that a conversion fails and changes nothing."""
    text, hash_ = str(module), module.operation.structural_hash()
    operations = list(body(module))
    with pytest.raises(error, match=match):
        run()
    assert str(module) == text
    assert module.operation.structural_hash() == hash_
    assert [op.name for op in operations] == [op.name for op in body(module)]
    assert module.operation.verify()
