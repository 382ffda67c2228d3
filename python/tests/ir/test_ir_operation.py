"""Operations: create, members, attributes, clone, move, erase."""

import gc
import io

import pytest
from mlir_api import UPSTREAM, ir


@pytest.fixture(autouse=True)
def context():
    with ir.Context() as ctx, ir.Location.unknown():
        ctx.allow_unregistered_dialects = True
        yield ctx


def i32():
    return ir.IntegerType.get_signless(32)


def parse(text):
    return ir.Module.parse(text)


def test_create_with_everything():
    other = ir.Operation.create("test.other", results=[i32()])
    made = ir.Operation.create(
        "test.op",
        results=[i32(), ir.F32Type.get()],
        operands=[other.result],
        attributes={"a": ir.UnitAttr.get(), "b": ir.StringAttr.get("text")},
        regions=2,
        loc=ir.Location.name("here"),
    )
    assert made.name == "test.op"
    assert [str(ty) for ty in made.results.types] == ["i32", "f32"]
    assert made.operands[0] == other.result
    assert made.attributes["b"] == ir.StringAttr.get("text")
    assert len(made.regions) == 2
    assert made.location == ir.Location.name("here")
    with pytest.raises(ValueError, match="Detached operations have no parent"):
        made.parent
    assert made.attached is False


def test_create_of_lists():
    make = ir.Operation.create("test.make", results=[i32(), ir.F32Type.get()])
    use = ir.Operation.create("test.use", operands=make.results)
    assert list(use.operands) == list(make.results)
    assert list(ir.Operation.create("test.use", operands=use.operands).operands) == list(make.results)
    assert len(ir.Operation.create("test.use", operands=tuple(make.results)).operands) == 2
    outer = ir.Operation.create("test.outer", regions=1)
    block = ir.Block.create_at_start(outer.regions[0], make.results.types)
    assert list(ir.Operation.create("test.use", operands=block.arguments).operands) == list(block.arguments)


def test_create_without_a_location(context):
    made = ir.Operation.create("test.op")
    assert made.location == ir.Location.unknown()
    assert made.context is context


def test_create_of_an_unknown_operation(context):
    context.allow_unregistered_dialects = False
    assert ir.Operation.create("test.op").name == "test.op"


def test_create_wrong_arguments():
    with pytest.raises((ValueError, TypeError, RuntimeError)):
        ir.Operation.create("test.op", results=[None])
    with pytest.raises((ValueError, TypeError, RuntimeError)):
        ir.Operation.create("test.op", operands=[1])
    with pytest.raises((ValueError, TypeError, RuntimeError)):
        ir.Operation.create("test.op", attributes={"a": 1})
    with pytest.raises((ValueError, TypeError, RuntimeError)):
        ir.Operation.create("test.op", regions=-1)


def test_result_of_one():
    one = ir.Operation.create("test.op", results=[i32()])
    assert one.result == one.results[0]
    none = ir.Operation.create("test.op")
    with pytest.raises(ValueError, match=r"Cannot call .result on operation test.op which has 0 results"):
        none.result


def test_operands():
    module = parse(
        '%0:2 = "test.make"() : () -> (i32, f32)\n"test.use"(%0#0, %0#1, %0#0) : (i32, f32, i32) -> ()'
    )
    make, use = module.body.operations
    assert len(use.operands) == 3
    assert use.operands[0] == make.results[0]
    assert use.operands[-1] == make.results[0]
    assert [str(operand.type) for operand in use.operands] == ["i32", "f32", "i32"]
    if not UPSTREAM:  # upstream crashes
        assert list(use.operands[1:]) == [make.results[1], make.results[0]]
        assert use.operands + use.operands[:1] == [*use.operands, make.results[0]]
    with pytest.raises(IndexError):
        use.operands[3]
    use.operands[0] = make.results[1]
    assert use.operands[0] == make.results[1]
    use.operands[-1] = make.results[1]
    assert '"test.use"(%0#1, %0#1, %0#1) : (f32, f32, f32) -> ()' in str(module)


def test_op_operands():
    module = parse('%0:2 = "test.make"() : () -> (i32, f32)\n"test.use"(%0#0, %0#1) : (i32, f32) -> ()')
    use = module.body.operations[1]
    assert len(use.op_operands) == 2
    second = use.op_operands[1]
    assert isinstance(second, ir.OpOperand)
    assert second.operand_number == 1
    assert second.owner == use
    assert [one.operand_number for one in use.op_operands] == [0, 1]


def test_results():
    module = parse('%0:3 = "test.make"() : () -> (i32, f32, i1)')
    make = module.body.operations[0]
    results = make.results
    assert len(results) == 3
    assert [str(ty) for ty in results.types] == ["i32", "f32", "i1"]
    assert results.owner == make
    assert results[-1] == results[2]
    assert [one.result_number for one in results] == [0, 1, 2]
    tail = results[1:]
    assert len(tail) == 2
    assert [str(ty) for ty in tail.types] == ["f32", "i1"]
    assert isinstance(tail, ir.OpResultList)
    assert list(results[::2]) == [results[0], results[2]]
    assert list(results[::-1]) == [results[2], results[1], results[0]]
    assert results[:1] + results[2:] == [results[0], results[2]]
    with pytest.raises(IndexError):
        results[3]
    with pytest.raises((TypeError, ValueError)):
        results["0"]


def test_regions():
    module = parse('"test.op"() ({\n}, {\n^bb0(%a: i32):\n  "test.inner"() : () -> ()\n}) : () -> ()')
    op = module.body.operations[0]
    assert len(op.regions) == 2
    assert len(op.regions[0].blocks) == 0
    assert op.regions[-1].blocks[0].operations[-1].name == "test.inner"
    assert op.regions[0] != op.regions[1]
    assert op.regions[0] == op.regions[0]
    assert op.regions[1].owner == op
    assert [len(region.blocks) for region in op.regions] == [0, 1]
    assert len(op.regions[1:]) == 1
    assert [len(list(region)) for region in op.regions] == [0, 1]
    with pytest.raises(IndexError):
        op.regions[2]


def test_attributes():
    op = parse(
        '"test.op"() {some.attribute = 1 : i8, other.attribute = 3.0, dependent = "text"} : () -> ()'
    ).body.operations[0]
    attributes = op.attributes
    assert isinstance(attributes, ir.OpAttributeMap)
    assert len(attributes) == 3
    assert "some.attribute" in attributes
    assert "missing" not in attributes
    assert attributes["some.attribute"] == ir.IntegerAttr.get(ir.IntegerType.get_signless(8), 1)
    assert sorted(attributes) == ["dependent", "other.attribute", "some.attribute"]
    assert attributes[0].name == "dependent"
    assert attributes[2].attr == attributes["some.attribute"]
    assert attributes.get("missing") is None
    assert attributes.get("missing", 7) == 7
    assert attributes.get("dependent") == ir.StringAttr.get("text")
    assert sorted(attributes.keys()) == ["dependent", "other.attribute", "some.attribute"]
    assert attributes["dependent"] in list(attributes.values())
    assert ("dependent", ir.StringAttr.get("text")) in list(attributes.items())
    assert dict(attributes)["dependent"] == ir.StringAttr.get("text")
    with pytest.raises(KeyError):
        attributes["missing"]


def test_changing_attributes():
    op = ir.Operation.create("test.op")
    op.attributes["a"] = ir.UnitAttr.get()
    op.attributes["b"] = ir.StringAttr.get("x")
    op.attributes["a"] = ir.StringAttr.get("y")
    assert str(op) == '"test.op"() {a = "y", b = "x"} : () -> ()\n'
    del op.attributes["a"]
    assert "a" not in op.attributes
    with pytest.raises(KeyError):
        del op.attributes["a"]
    with pytest.raises((TypeError, RuntimeError)):
        op.attributes["c"] = 3


def test_location():
    op = ir.Operation.create("test.op")
    op.location = ir.Location.name("new")
    assert op.location == ir.Location.name("new")


def test_equality_and_hash():
    module = parse('"test.a"() : () -> ()\n"test.b"() : () -> ()')
    first, second = module.body.operations
    assert first == module.body.operations[0]
    assert first.operation == first
    assert first != second
    assert first != 1
    assert hash(first) == hash(module.body.operations[0])
    assert {first: 1}[module.body.operations[0]] == 1


def test_parents():
    module = parse('"test.outer"() ({ "test.inner"() : () -> () }) : () -> ()')
    outer = module.body.operations[0]
    inner = outer.regions[0].blocks[0].operations[0]
    assert inner.parent == outer
    assert inner.parent.parent == module.operation
    assert module.operation.parent is None
    assert inner.operation.block == outer.regions[0].blocks[0]
    assert inner.attached


def test_clone():
    module = parse('"test.outer"() ({ %0 = "test.inner"() : () -> i32 }) {a} : () -> ()')
    outer = module.body.operations[0]
    copy = outer.operation.clone()
    assert copy != outer
    assert str(copy) == str(outer) + "\n"
    assert copy.attached is False
    with ir.InsertionPoint(module.body):
        outer.clone()
    outer.clone(ip=ir.InsertionPoint.at_block_begin(module.body))
    assert len(module.body.operations) == 3


def test_detach_and_insert():
    module = parse('"test.a"() : () -> ()\n"test.b"() : () -> ()')
    first = module.body.operations[0]
    first.detach_from_parent()
    assert [op.name for op in module.body.operations] == ["test.b"]
    assert first.attached is False
    with pytest.raises(ValueError, match=r"Detached operation has no parent|already detached|no parent"):
        first.detach_from_parent()
    module.body.append(first)
    assert [op.name for op in module.body.operations] == ["test.b", "test.a"]
    assert first.attached is True


def test_move():
    module = parse('"test.a"() : () -> ()\n"test.b"() : () -> ()\n"test.c"() : () -> ()')
    first, second, third = module.body.operations
    first.move_after(second)
    assert [op.name for op in module.body.operations] == ["test.b", "test.a", "test.c"]
    third.move_before(second)
    assert [op.name for op in module.body.operations] == ["test.c", "test.b", "test.a"]
    assert third.operation.is_before_in_block(first)
    assert not first.is_before_in_block(third)


def test_erase():
    module = parse('"test.a"() : () -> ()\n"test.b"() : () -> ()')
    module.body.operations[0].operation.erase()
    assert [op.name for op in module.body.operations] == ["test.b"]


def test_structural_equality():
    module = parse(
        '%0 = "test.a"() {x} : () -> i32 loc("one")\n%1 = "test.a"() {x} : () -> i32 loc("two")\n'
        '%2 = "test.a"() {y} : () -> i32 loc("one")\n%3 = "test.b"() {x} : () -> i32 loc("one")'
    )
    a, b, c, d = module.body.operations
    flags = ir.OperationEquivalenceFlags
    assert a.is_structurally_equivalent(a)
    assert not a.is_structurally_equivalent(b)
    assert a.is_structurally_equivalent(b, flags.IGNORE_LOCATIONS)
    assert not a.is_structurally_equivalent(d, flags.IGNORE_LOCATIONS)
    assert a.is_structurally_equivalent(c, flags=flags.IGNORE_DISCARDABLE_ATTRS | flags.IGNORE_LOCATIONS)
    assert a.structural_hash(flags.IGNORE_LOCATIONS) == b.structural_hash(flags.IGNORE_LOCATIONS)
    assert isinstance(a.structural_hash(), int)
    assert flags.NONE == 0
    assert flags.IGNORE_PROPERTIES
    assert flags.IGNORE_COMMUTATIVITY


def test_verify():
    module = parse('"test.a"() : () -> ()')
    assert module.operation.verify() is True
    module.body.append(ir.Operation.create("builtin.module", regions=1))
    with pytest.raises(ir.MLIRError) as caught:
        module.operation.verify()
    assert caught.value.message == "Verification failed"
    (diagnostic,) = caught.value.error_diagnostics
    assert "failed to verify constraint: region with 1 blocks" in diagnostic.message


def test_invalid_ir_prints_in_generic_form():
    module = parse("")
    module.body.append(ir.Operation.create("builtin.module", regions=1))
    assert str(module).startswith('"builtin.module"() ({')


def test_replace_uses_of_with():
    module = parse('%0:2 = "test.make"() : () -> (i32, i32)\n"test.use"(%0#0, %0#0) : (i32, i32) -> ()')
    make, use = module.body.operations
    use.operation.replace_uses_of_with(make.results[0], make.results[1])
    assert list(use.operands) == [make.results[1]] * 2


def test_operation_and_opview():
    module = parse('"test.a"() : () -> ()')
    view = module.body.operations[0]
    assert isinstance(view, ir.OpView)
    assert isinstance(view.operation, ir.Operation)
    assert isinstance(view, ir._OperationBase)
    assert isinstance(view.operation, ir._OperationBase)
    assert isinstance(view.operation.opview, ir.OpView)
    assert view.operation.operation == view.operation
    assert view.opview == view


def test_print():
    module = parse('"test.a"() {x = dense<1> : tensor<20xi32>} : () -> () loc("here")')
    op = module.body.operations[0]
    out = io.StringIO()
    op.print(file=out)
    assert out.getvalue() == '"test.a"() {x = dense<1> : tensor<20xi32>} : () -> ()'
    binary = io.BytesIO()
    op.print(file=binary, binary=True)
    assert binary.getvalue() == out.getvalue().encode()
    assert op.get_asm(binary=True) == out.getvalue().encode()
    assert 'loc("here")' in op.get_asm(enable_debug_info=True, use_local_scope=True)
    assert '["here"]' in op.get_asm(enable_debug_info=True, pretty_debug_info=True) or '"here"' in op.get_asm(
        enable_debug_info=True, pretty_debug_info=True
    )
    assert module.operation.get_asm(print_generic_op_form=True).startswith('"builtin.module"() ({')
    assert module.operation.get_asm(skip_regions=True) == "module {...}\n"
    assert module.operation.get_asm(assume_verified=True) == str(module)


def test_print_to_standard_output(capsys):
    ir.Operation.create("test.a").print()
    assert capsys.readouterr().out == '"test.a"() : () -> ()\n'


def test_print_elides_large_elements():
    op = parse('"test.a"() {x = dense<[1, 2, 3, 4]> : tensor<4xi32>} : () -> ()').body.operations[0]
    assert "dense_resource<__elided__>" in op.get_asm(large_elements_limit=2)
    assert "dense<[1, 2, 3, 4]>" in op.get_asm(large_elements_limit=4)


def test_names_of_values():
    module = parse('%0:2 = "test.make"() : () -> (i32, f32)\n"test.op"() ({\n^bb0(%a: i32):\n}) : () -> ()')
    make, op = module.body.operations
    assert make.results[0].get_name() == "%0#0"
    assert make.results[1].get_name(use_local_scope=True) == "%0#1"
    assert op.regions[0].blocks[0].arguments[0].get_name() == "%arg0"
    state = ir.AsmState(module.operation)
    assert make.results[0].get_name(state) == "%0#0"
    assert ir.AsmState(make.results[0], use_local_scope=True)
    out = io.StringIO()
    make.print(state, file=out)
    assert out.getvalue() == '%0:2 = "test.make"() : () -> (i32, f32)\n' or "test.make" in out.getvalue()


def test_traits():
    with pytest.raises((TypeError, AttributeError)):
        parse("").operation.has_trait(int)


def test_detached_operation_is_freed():
    op = ir.Operation.create("test.op", regions=1)
    region = op.regions[0]
    del op
    gc.collect()
    assert region.owner.name == "test.op"


@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("test.a", "was not registered"),
        ("builtin.module", "does not support type inference"),
        ("builtin.unrealized_conversion_cast", "does not support type inference"),
    ],
)
def test_types_that_cannot_be_inferred(name, cause):
    with pytest.raises(ir.MLIRError, match=cause) as caught:
        ir.Operation.create(name, infer_type=True)
    assert caught.value.message == "Operation creation failed"
    assert caught.value.error_diagnostics[0].message.startswith(
        f"type inference was requested for the operation {name}"
    )


def test_result_types_are_inferred():
    with ir.InsertionPoint(ir.Module.create().body):
        i32 = ir.IntegerType.get_signless(32)
        one = ir.Operation.create(
            "arith.constant", attributes={"value": ir.IntegerAttr.get(i32, 1)}, infer_type=True
        )
        both = ir.Operation.create("arith.mulsi_extended", operands=[one.result, one.result], infer_type=True)
        assert [result.type for result in both.results] == [i32, i32]
        with pytest.raises(ValueError, match="pass either results or infer_type=True"):
            ir.Operation.create("arith.addi", [i32], [one.result, one.result], infer_type=True)
        with pytest.raises(
            ir.MLIRError, match=r"'arith\.addi' op infers result types from operand #0, but has 0"
        ):
            ir.Operation.create("arith.addi", infer_type=True)


def test_the_interface_that_infers_types():
    class AddOp(ir.OpView):
        OPERATION_NAME = "arith.addi"

    class AllocOp(ir.OpView):
        OPERATION_NAME = "memref.alloc"

    i32 = ir.IntegerType.get_signless(32)
    one = ir.Operation.create(
        "arith.constant", attributes={"value": ir.IntegerAttr.get(i32, 1)}, infer_type=True
    )
    add = ir.InferTypeOpInterface(AddOp)
    for operands in ([one, one.result], [[one.result], None, [one.result]]):
        assert add.inferReturnTypes(operands) == [i32]
    with pytest.raises(
        ValueError, match=r"Failed to infer result types: 'arith\.addi' op infers result types from"
    ):
        add.inferReturnTypes()
    with pytest.raises(TypeError, match="Cannot get an operation from a static interface"):
        add.operation
    constant = ir.InferTypeOpInterface(one)
    assert constant.operation == one
    assert constant.opview.operation == one
    i16 = ir.IntegerAttr.get(ir.IntegerType.get_signless(16), 1)
    for part in ("attributes", "properties"):
        assert constant.inferReturnTypes(**{part: ir.DictAttr.get({"value": i16})}) == [i16.type]
    with pytest.raises(ValueError, match="Failed to infer result types"):
        constant.inferReturnTypes(attributes=ir.DictAttr.get({}))
    with pytest.raises(ValueError, match="attributes must be a DictAttr"):
        constant.inferReturnTypes(attributes=i16)
    for absent in (AllocOp, ir.Operation.create("test.a")):
        with pytest.raises(ValueError, match="the operation does not implement InferTypeOpInterface"):
            ir.InferTypeOpInterface(absent)
    with pytest.raises(TypeError, match="expected an operation or a class with OPERATION_NAME, got 3"):
        ir.InferTypeOpInterface(3)


def test_a_state_names_values_in_its_operation():
    body = '%0 = "test.b"(%x) : (i32) -> i32\n  "test.c"(%0) : (i32) -> ()'
    text = f'"test.a"() ({{\n^bb0(%x: i32):\n  {body}\n}}) : () -> ()'
    outer = ir.Module.parse(text).body.operations[0]
    block = outer.regions[0].blocks[0]
    b, c = block.operations
    state = ir.AsmState(b)
    assert (b.result.get_name(state), block.arguments[0].get_name(state)) == ("%0", "<<UNKNOWN SSA VALUE>>")
    assert ir.AsmState(block.arguments[0]).__class__ is ir.AsmState
    out = io.StringIO()
    c.print(ir.AsmState(outer), file=out)
    c.print(state=state, file=out)
    assert out.getvalue() == '"test.c"(%0) : (i32) -> ()"test.c"(%0) : (i32) -> ()'


@pytest.mark.skipif(UPSTREAM, reason="undefined there")
def test_a_state_of_what_is_gone():
    module = ir.Module.parse('%0 = "test.a"() : () -> i32\n"test.b"(%0) : (i32) -> ()')
    a, b = module.body.operations
    state = ir.AsmState(b)
    b.erase()
    with pytest.raises(RuntimeError, match=r"operation `test.b` .*erased"):
        a.result.get_name(state)
    with pytest.raises(RuntimeError, match=r"operation `test.b` .*erased"):
        a.print(state)
    with pytest.raises(TypeError, match="an AsmState has the options"):
        a.print(ir.AsmState(a), skip_regions=True)
    with ir.Context() as other, ir.Location.unknown():
        other.allow_unregistered_dialects = True
        theirs = ir.AsmState(ir.Module.create().operation)
    with pytest.raises(ValueError, match="another context"):
        a.print(theirs)
