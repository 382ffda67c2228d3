"""The modules of dialects: classes and functions of operations, enums, classes of views."""

import subprocess
import sys
from pathlib import Path

import pytest

from tvmlike import ir


@pytest.fixture
def module():
    with ir.Context(), ir.Location.unknown():
        made = ir.Module.create()
        with ir.InsertionPoint(made.body):
            yield made


def number(value, bits=32):
    return ir.IntegerAttr.get(ir.IntegerType.get_signless(bits), value)


def test_classes_and_functions(module):
    from tvmlike.dialects import arith

    one = arith.ConstantOp(number(1))
    total = arith.AddIOp(one, one.result)
    assert total.lhs == one.result
    assert total.OPERATION_NAME == "arith.addi"
    more = arith.addi(total, one, overflow_flags=arith.IntegerOverflowFlags.nsw)
    assert isinstance(more, ir.Value)
    assert str(more.owner) == "%1 = arith.addi %0, %c1_i32 overflow<nsw> : i32"
    assert str(total.overflowFlags) == "#arith.overflow<none>"
    compared = arith.cmpi(arith.CmpIPredicate.slt, more, one)
    assert str(compared.type) == "i1"
    assert compared.owner.predicate.value == 2
    assert module.operation.verify()


def test_calls_of_classes(module):
    from tvmlike.dialects import arith

    value = arith.constant(ir.IntegerType.get_signless(32), 1)

    class Doubled(arith.AddIOp):
        def __init__(self, value):
            super().__init__(value, value)

    assert type(arith.AddIOp(value, rhs=value)) is arith.AddIOp
    doubled = Doubled(value)
    assert type(doubled) is Doubled
    assert doubled.rhs == value
    empty = arith.AddIOp.__new__(arith.AddIOp)
    empty.__init__(value, value)
    assert empty.lhs == value
    with pytest.raises(TypeError, match=r"AddIOp\.__init__\(\) missing 1 required .*'rhs'"):
        arith.AddIOp(value)
    with pytest.raises(TypeError, match=r"operand 1: expected ir\.Value, got "):
        arith.AddIOp(value, 2)
    init = arith.SubIOp.__init__
    try:
        arith.SubIOp.__init__ = lambda self, only: init(self, only, only)
        assert arith.SubIOp(value).rhs == value
    finally:
        arith.SubIOp.__init__ = init
    assert arith.SubIOp(value, value).rhs == value
    assert len(module.body.operations) == 6


def test_views_have_the_class_of_their_operation(module):
    text = "%0 = arith.constant 1.0 : f32\n%1 = arith.negf %0 : f32"
    parsed = ir.Module.parse(text)
    before = parsed.body.operations[1]
    from tvmlike.dialects import arith

    assert isinstance(before, arith.NegFOp)
    assert not isinstance(before, arith.AddFOp)
    assert type(parsed.body.operations[1]) is arith.NegFOp
    assert before.operand == parsed.body.operations[0].result
    assert type(before.operation.opview) is arith.NegFOp


def test_the_module_of_a_dialect_is_imported_when_its_operation_is_met():
    code = (
        "import sys; from tvmlike import ir;"
        "context = ir.Context(); context.allow_unregistered_dialects = True;"
        "module = ir.Module.parse('%0 = arith.constant 1 : i8\\n\"my.op\"() : () -> ()', context);"
        "constant, other = module.operation.regions[0].blocks[0].operations;"
        "assert 'tvmlike.dialects.arith' in sys.modules; from tvmlike.dialects import arith;"
        "assert type(constant) is arith.ConstantOp;"
        "assert type(other) is ir.OpView and 'tvmlike.dialects.func' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_optional_and_variadic_parts(module):
    from tvmlike.dialects import memref, scf

    alloc = memref.AllocOp(ir.MemRefType.get([2], ir.F32Type.get()), [], [], alignment=16)
    assert alloc.alignment.value == 16
    assert len(alloc.dynamicSizes) == 0
    alloc.alignment = None
    assert alloc.alignment is None
    assert str(alloc) == "%alloc = memref.alloc() : memref<2xf32>"
    assert memref.AllocOp._ODS_OPERAND_SEGMENTS == [-1, -1]
    assert scf.IndexSwitchOp._ODS_REGIONS == (1, False)


def test_unknown_names_are_errors():
    import tvmlike.dialects

    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        tvmlike.dialects.nothing
    with pytest.raises(ModuleNotFoundError):
        __import__("tvmlike.dialects.nothing")
    from tvmlike.dialects import arith

    with pytest.raises(AttributeError, match=r"module 'tvmlike\.dialects\.arith' has no attribute 'AddOp'"):
        arith.AddOp
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'rhs'"):
        arith.AddIOp(None)


def test_importing_makes_no_class():
    code = (
        "import tvmlike.ir; from tvmlike.dialects import arith, llvm; from tvmlike.dialects import _module;"
        "assert set(_module._generated) <= {'arith.constant'};"
        "assert 'AddIOp' in dir(arith) and 'addi' in arith.__all__ and 'CmpIPredicate' in dir(arith)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_dialects_under_another_name():
    code = (
        "import tvmlike.ir; tvmlike.ir.install_as('their'); import their.dialects.func as func;"
        "import their.dialects.math; from their.dialects import arith; from their.ir import Context;"
        "from tvmlike.dialects import arith as own;"
        "import tvmlike.dialects.func; assert arith is own and func is tvmlike.dialects.func;"
        "assert func.__spec__.name == 'tvmlike.dialects.func' and their.dialects.math.SqrtOp"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_casters_and_operators():
    # Casters last as long as the process.
    program = Path(__file__).parent / "casters_program.py"
    subprocess.run([sys.executable, program], check=True)


def test_registration(module, tmp_path, monkeypatch):
    from tvmlike.dialects import _ods_common, append_dialect_search_prefix

    (tmp_path / "their_dialects").mkdir()
    (tmp_path / "their_dialects" / "theirs.py").write_text(
        "from tvmlike import ir\n"
        "from tvmlike.dialects._ods_common import _cext\n"
        "@_cext.register_dialect\n"
        "class _Dialect(ir.Dialect):\n"
        "    DIALECT_NAMESPACE = 'theirs'\n"
        "@_cext.register_operation(_Dialect)\n"
        "class MadeOp(ir.OpView):\n"
        "    OPERATION_NAME = 'theirs.made'\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    append_dialect_search_prefix("their_dialects")
    context = ir.Context()
    context.allow_unregistered_dialects = True
    view = ir.Module.parse('"theirs.made"() : () -> ()', context).body.operations[0]
    from tvmlike.dialects import theirs

    assert type(view) is theirs.MadeOp
    assert theirs._Dialect.MadeOp is theirs.MadeOp
    with pytest.raises(RuntimeError, match=r"Operation 'theirs\.made' is already registered"):
        _ods_common.register_operation(theirs._Dialect)(type("Other", (theirs.MadeOp,), {}))
    other = type("Other", (theirs.MadeOp,), {"__slots__": ()})
    _ods_common.register_operation(theirs._Dialect, replace=True)(other)
    view = ir.Module.parse('"theirs.made"() : () -> ()', context).body.operations[0]
    assert type(view) is other
    with pytest.raises(RuntimeError, match="Dialect namespace 'theirs' is already registered"):
        _ods_common.register_dialect(type("_Dialect", (ir.Dialect,), {"DIALECT_NAMESPACE": "theirs"}))


def test_the_builder_of_an_attribute():
    @ir.register_attribute_builder("AppAttr")
    def build(value, context):
        return ir.StringAttr.get(str(value), context=context)

    with ir.Context() as context:
        assert ir.AttrBuilder.get("AppAttr")(3, context).value == "3"
    with pytest.raises(RuntimeError, match="Attribute builder for 'AppAttr' is already registered"):
        ir.register_attribute_builder("AppAttr")(build)


def test_building_and_reading_by_the_names_of_parts():
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.parse("%x = arith.constant 1 : i32 %n = arith.constant 0 : index")
        x, n = (op.result for op in module.body.operations)
        with ir.InsertionPoint(module.body):
            made = ir.build("arith.addi", {"lhs": x, "rhs": x})
            loop = ir.build(
                "scf.for",
                {"lowerBound": n, "upperBound": n, "step": n, "initArgs": [x, x], "results": [x.type] * 2},
            )
        assert made.name == "arith.addi"
        assert (ir.part(made, "lhs"), ir.part(made, "result").type) == (x, x.type)
        assert str(ir.part(made, "overflowFlags")) == "#arith.overflow<none>"
        assert list(ir.part(loop, "initArgs")) == [x, x]
        assert len(ir.part(loop, "results")) == 2
        assert ir.part(loop, "unsignedCmp") is None
        assert len(ir.part(loop, "region").blocks) == 0
        for run, message in [
            (lambda: ir.part(made, "left"), "'arith.addi' has no part 'left'"),
            (lambda: ir.build("arith.addi", {"left": x}), "'arith.addi' has no part 'left'"),
            (lambda: ir.build("arith.adi", {}), "operation 'arith.adi' is not registered"),
            (lambda: ir.build("scf.for", {"region": 2}), "2 is no number of regions for 'region'"),
        ]:
            with pytest.raises(ValueError, match=message):
                run()


def test_llvm_types_and_constants(module):
    from tvmlike.dialects import llvm

    f32, pointer = ir.F32Type.get(), llvm.PointerType.get()
    assert str(pointer) == "!llvm.ptr"
    assert (pointer.address_space, llvm.PointerType.get(3).address_space) == (0, 3)
    assert str(llvm.ArrayType.get(pointer, 4)) == "!llvm.array<4 x ptr>"
    assert str(llvm.FunctionType.get(f32, [pointer], is_var_arg=True)) == "!llvm.func<f32 (ptr, ...)>"
    assert str(llvm.StructType.get_literal([f32, pointer], packed=True)) == "!llvm.struct<packed (f32, ptr)>"
    assert str(llvm.StructType.new_identified("pair", [f32, f32])) == '!llvm.struct<"pair", (f32, f32)>'
    assert str(llvm.StructType.get_opaque("hidden")) == '!llvm.struct<"hidden", opaque>'
    one = llvm.mlir_constant(number(1))
    assert str(one.owner) == "%0 = llvm.mlir.constant(1 : i32) : i32"
    slot = llvm.alloca(pointer, one, f32)
    assert isinstance(slot.type, llvm.PointerType)
    assert str(slot.owner) == "%1 = llvm.alloca %0 x f32 : (i32) -> !llvm.ptr"
    assert module.operation.verify()


def test_properties_that_are_no_attributes(module):
    """They are shown as one attribute, and set by several, like those of MLIR."""
    one = ir.Operation.create("llvm.mlir.constant", [number(1).type], attributes={"value": number(1)}).result
    for flags, text in [
        ("#llvm.overflow<nsw, nuw>", "overflow<nsw, nuw> "),
        ("1 : i64", "overflow<nsw> "),
        ("true", "overflow<nsw> "),
        ("4294967298 : i64", "overflow<nuw> "),
        ("0 : i8", ""),
    ]:
        wanted = f"llvm.add %0, %0 {text}: i32"
        value = ir.Attribute.parse(flags)
        made = ir.Operation.create("llvm.add", [one.type], [one, one], {"overflowFlags": value})
        built = ir.build("llvm.add", {"lhs": one, "rhs": one, "overflowFlags": value}).operation
        changed = ir.Operation.create("llvm.add", [one.type], [one, one])
        changed.attributes["overflowFlags"] = value
        generic = f'"llvm.add"(%0, %0) <{{overflowFlags = {flags}}}> : (i32, i32) -> i32'
        constant = "%0 = llvm.mlir.constant(1 : i32) : i32\n"
        read = list(ir.Module.parse(constant + "%1 = " + generic).body.operations)[1]
        for op in (made, built, changed, read):
            assert str(op).partition(" = ")[2] == wanted
            assert str(op.attributes["overflowFlags"]).endswith(" : i32")
    ordering = ir.Attribute.parse('"nsw"')
    wrong = ir.Operation.create("llvm.add", [one.type], [one, one], {"overflowFlags": ordering})
    with pytest.raises(ir.MLIRError, match="failed to satisfy constraint: LLVM integer overflow flags"):
        wrong.verify()
    with pytest.raises(ir.MLIRError, match="expected IntegerOverflowFlagsAttr or IntegerAttr storage"):
        ir.Module.parse(constant + generic.replace("0 : i8", '"nsw"'))


def test_a_switch_passes_any_of_several_results():
    text = """module {
  %0:2 = "app.source"() : () -> (i32, i32)
  cf.switch %0#0 : i32, [
    default: ^bb1(%0#1 : i32),
    4: ^bb1(%0#0 : i32)
  ]
^bb1(%1: i32):  // 2 preds: ^bb0, ^bb0
  "app.end"() : () -> ()
}
"""
    with ir.Context() as context:
        context.allow_unregistered_dialects = True
        wrapped = text.replace("module {", '"app.region"() ({').rstrip("}\n") + "}) : () -> ()\n"
        op = ir.Operation.parse(wrapped)
        assert "default: ^bb1(%0#1 : i32)," in str(op)
        assert "4: ^bb1(%0#0 : i32)" in str(op)
        assert str(ir.Operation.parse(str(op))) == str(op)
