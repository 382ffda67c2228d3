"""`ir.infer.OPERATION`: registered functions that infer the types of results."""

from __future__ import annotations

import threading

import pytest
from test_defined_dialects import define, error_of, parse  # noqa: F401

import tvmlike
from tvmlike import ir

DEFINITION = """
dialect rows
constraint Row "tensor" tensor
constraint I64Attr "64-bit integer attribute" all(integer_attr,type[signless(64)]) value="i64"
operation repeat format="$row `times` $count attr-dict `:` type($row)"
  attribute count I64Attr default="2 : i64"
  operand row Row
  result repeated Row
operation split
  operand row Row
  result* parts Row
"""
USE = """
func.func @f(%x: tensor<3xf32>) {{
  %y = {}
  return
}}"""
FORM = USE.format("rows.repeat %x times 4 : tensor<3xf32>")


def repeat(types, attributes):
    count = attributes["count"].value
    return [ir.RankedTensorType.get([types[0].shape[0] * count], types[0].element_type)]


@pytest.fixture
def rows(define):  # noqa: F811
    def rows(infer, name="repeat"):
        if "ir.dialect.rows" not in tvmlike.list_global_func_names():
            define("ir.dialect.rows", lambda: DEFINITION)
        define(f"ir.infer.rows.{name}", infer)

    return rows


def test_text_builders_and_the_verifier_infer(rows):
    rows(repeat)
    module = parse(FORM)
    assert "rows.repeat %arg0 times 4 : tensor<3xf32>" in str(module)
    made = module.body.operations[0].regions[0].blocks[0].operations[0]
    assert str(made.result.type) == "tensor<12xf32>"

    def generic(properties, size):
        return USE.format(f'"rows.repeat"(%x) {properties} : (tensor<3xf32>) -> tensor<{size}xf32>')

    assert parse(generic("<{count = 5 : i64}>", 15))
    # A default value is there when types are inferred.
    assert parse(generic("", 6))
    assert (
        "'rows.repeat' op inferred type(s) 'tensor<6xf32>' are incompatible with return type(s) of operation "
        "'tensor<7xf32>'" in error_of(lambda: parse(generic("", 7)))
    )
    from tvmlike.dialects import rows as dialect

    with module.context, ir.Location.unknown(), ir.InsertionPoint(made):
        argument = made.operands[0]
        assert str(dialect.repeat(argument, count=3).type) == "tensor<9xf32>"
        assert str(dialect.RepeatOp(argument).result.type) == "tensor<6xf32>"
        assert str(ir.build("rows.repeat", {"row": argument}).result.type) == "tensor<6xf32>"
        inferred = ir.InferTypeOpInterface(dialect.RepeatOp).inferReturnTypes([argument])
        assert [str(ty) for ty in inferred] == ["tensor<6xf32>"]


def raises(*_):
    raise ValueError("no shape")


def other_context(*_):
    with ir.Context():
        return [ir.Type.parse("tensor<1xf32>")]


NONSENSE = {
    "raises": (raises, "no shape"),
    "None": (lambda *_: None, "Optional"),
    "a text": (lambda *_: "tensor<1xf32>", "str"),
    "a type alone": (lambda types, _: types[0], "RankedTensorType"),
    "not types": (lambda *_: [1], "int"),
    "too few": (lambda *_: [], "expected 1 types, got 0"),
    "too many": (lambda types, _: [*types, *types], "expected 1 types, got 2"),
    "of another context": (other_context, "another context"),
    "too few parameters": (lambda types: [], "argument"),
    "itself": (
        lambda types, attributes: tvmlike.get_global_func("ir.infer.rows.repeat")(types, attributes),
        "recursion",
    ),
}


@pytest.mark.parametrize("case", NONSENSE)
def test_nonsense(rows, case):
    infer, expected = NONSENSE[case]
    rows(infer)
    message = error_of(lambda: parse(FORM), ir.MLIRError)
    prefix = "'rows.repeat' op cannot infer result types: ir.infer.rows.repeat: "
    assert prefix in message
    if case != "None":
        assert expected in message.partition(prefix)[2]
    # The same where a program makes the operation.
    module = parse(USE.format('"t.t"(%x) : (tensor<3xf32>) -> tensor<3xf32>').replace("t.t", "tensor.cast"))
    block = module.body.operations[0].regions[0].blocks[0]
    with module.context, ir.Location.unknown(), ir.InsertionPoint.at_block_begin(block):
        made = error_of(
            lambda: ir.Operation.create("rows.repeat", operands=[block.arguments[0]], infer_type=True)
        )
    assert prefix in made
    assert [op.name for op in block.operations] == ["tensor.cast", "func.return"]


def test_the_ir_cannot_be_changed_meanwhile(rows):
    module = parse("func.func private @g()")
    messages = []

    def infer(types, attributes):
        with ir.Location.unknown(module.context):
            messages.append(error_of(lambda: module.body.operations[0].erase(), RuntimeError))
            messages.append(error_of(lambda: ir.Module.parse(FORM), RuntimeError))
        # Types and attributes can be made.
        return repeat(types, attributes)

    rows(infer)
    parse(FORM, module.context)
    assert all("context" in message for message in messages)
    assert [op.operation.name for op in module.body.operations] == ["func.func"]


def test_the_function_is_removed_while_it_runs(rows):
    def infer(types, attributes):
        tvmlike.remove_global_func("ir.infer.rows.repeat")
        return repeat(types, attributes)

    rows(infer)
    assert 'the function "ir.infer.rows.repeat" was removed' in error_of(lambda: parse(FORM * 2))


def test_the_dialect_is_withdrawn_while_it_runs(rows):
    def infer(types, attributes):
        if "ir.dialect.rows" in tvmlike.list_global_func_names():
            tvmlike.remove_global_func("ir.dialect.rows")
        return repeat(types, attributes)

    rows(infer)
    assert "dialect 'rows' was unloaded with what defined it" in error_of(lambda: parse(FORM))


def test_any_number_of_results(rows):
    rows(repeat)
    rows(lambda types, attributes: [*types, *types, *types], "split")
    module = parse(FORM)
    block = module.body.operations[0].regions[0].blocks[0]
    with module.context, ir.Location.unknown(), ir.InsertionPoint.at_block_begin(block):
        made = ir.Operation.create("rows.split", operands=[block.arguments[0]], infer_type=True)
    assert len(made.results) == 3


def test_threads(rows):
    rows(repeat)
    failures = []

    def work():
        try:
            for _ in range(20):
                assert "times 4" in str(parse(FORM))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
