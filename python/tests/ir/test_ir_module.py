"""Modules: parse, create, print, compare."""

import gc
import pathlib

import pytest
from mlir_api import UPSTREAM, ir


@pytest.fixture
def context():
    with ir.Context() as ctx:
        ctx.allow_unregistered_dialects = True
        yield ctx


TEXT = """\
module {
  %0 = "test.make"() : () -> i32
  "test.use"(%0) {a = 1 : i32} : (i32) -> ()
}
"""


def test_parse_and_print(context):
    module = ir.Module.parse(TEXT)
    assert str(module) == TEXT
    assert str(module.operation) == TEXT
    assert module.operation.verify() is True
    assert module.context is context
    assert ir.Module.parse(TEXT.encode()).operation.name == "builtin.module"


def test_parse_makes_a_module_of_what_is_none(context):
    module = ir.Module.parse('"test.op"() : () -> ()')
    assert str(module) == 'module {\n  "test.op"() : () -> ()\n}\n'
    assert str(ir.Module.parse("")) == "module {\n}\n"


def test_parse_file(context, tmp_path: pathlib.Path):
    path = tmp_path / "a.mlir"
    path.write_text(TEXT)
    module = ir.Module.parseFile(str(path))
    assert str(module) == TEXT
    assert "a.mlir" in module.body.operations[0].get_asm(enable_debug_info=True)
    with pytest.raises(ir.MLIRError, match="Unable to parse module assembly"):
        ir.Module.parseFile(str(tmp_path / "missing.mlir"))


def test_create(context):
    with ir.Location.unknown():
        module = ir.Module.create()
    assert str(module) == "module {\n}\n"
    named = ir.Module.create(loc=ir.Location.name("here"))
    assert named.operation.location == ir.Location.name("here")


def test_body(context):
    module = ir.Module.parse(TEXT)
    assert isinstance(module.body, ir.Block)
    assert module.body == module.operation.regions[0].blocks[0]
    assert [op.name for op in module.body.operations] == ["test.make", "test.use"]


def test_syntax_errors(context):
    with pytest.raises(ir.MLIRError) as caught:
        ir.Module.parse('module {\n  "test.op"( : () -> ()\n}')
    assert str(caught.value).startswith('Unable to parse module assembly:\nerror: "-":2:13: ')
    assert caught.value.message == "Unable to parse module assembly"
    (diagnostic,) = caught.value.error_diagnostics
    assert diagnostic.severity == ir.DiagnosticSeverity.ERROR
    assert str(diagnostic.location) == 'loc("-":2:13)'
    assert diagnostic.notes == []


def test_errors_with_notes(context):
    with pytest.raises(ir.MLIRError) as caught:
        ir.Module.parse('%0 = "test.op"() : () -> i32\n%0 = "test.op"() : () -> i32')
    (diagnostic,) = caught.value.error_diagnostics
    assert diagnostic.message == "redefinition of SSA value '%0'"
    assert [note.message for note in diagnostic.notes] == ["previously defined here"]


def test_a_module_of_the_wrong_operation(context):
    with pytest.raises(ir.MLIRError):
        ir.Operation.parse('"test.op"() : (')
    operation = ir.Operation.parse('"test.op"() : () -> ()')
    assert operation.name == "test.op"
    assert ir.Operation.parse('"test.op"() : () -> ()', source_name="some.mlir").operation.name == "test.op"


@pytest.mark.skipif(UPSTREAM, reason="upstream crashes")
def test_operation_of_a_module_keeps_it_alive(context):
    operation = ir.Module.parse(TEXT).body.operations[1]
    gc.collect()
    assert operation.name == "test.use"
    assert operation.operands[0].owner.name == "test.make"
    assert str(operation.parent).startswith("module")


def test_equality(context):
    module = ir.Module.parse(TEXT)
    assert module == module
    assert module != ir.Module.parse(TEXT)
    assert module.operation == module.operation
    assert hash(module.operation) == hash(module.operation)


def test_dump_prints_to_stderr(context, capfd):
    ir.Module.parse("").dump()
    assert capfd.readouterr().err == "module {\n}\n"


def test_attributes_of_a_module(context):
    module = ir.Module.parse("module @name attributes {test.a = 1 : i32} {}")
    assert module.operation.attributes["sym_name"] == ir.StringAttr.get("name")
    assert str(module) == "module @name attributes {test.a = 1 : i32} {\n}\n"


def test_dialects_are_defined_in_irdl():
    with ir.Context(), ir.Location.unknown():
        definition = """
        irdl.dialect @d {
          irdl.type @pair {
            %0 = irdl.any
            %1 = irdl.any
            irdl.parameters(a: %0, b: %1)
          }
          irdl.operation @first {
            %0 = irdl.any
            %1 = irdl.any
            %2 = irdl.parametric @d::@pair<%0, %1>
            irdl.operands(pair: %2)
            irdl.results(first: %0)
          }
        }"""
        ir.load_irdl(ir.Module.parse(definition))
        text = '%0 = "d.first"(%x) : (!d.pair<i32, f32>) -> i32'
        module = "func.func @f(%x: !d.pair<i32, f32>) {{\n{}\nreturn\n}}"
        assert ir.Module.parse(module.format(text)).operation.verify()
        with pytest.raises(ir.MLIRError, match="expected 'i32' but got 'i64'"):
            ir.Module.parse(module.format(text.replace("-> i32", "-> i64")))
        with pytest.raises(
            ir.MLIRError, match="a dialect with namespace 'd' has already been registered"
        ) as caught:
            ir.load_irdl(ir.Module.parse(definition))
        assert caught.value.message == "failed to load the dialects of the module"
