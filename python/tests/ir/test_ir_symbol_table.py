"""Symbol tables."""

import pytest
from mlir_api import UPSTREAM, ir

TEXT = """\
module {
  module @a {}
  "builtin.module"() <{sym_name = "b", sym_visibility = "private"}> ({
  ^bb0:
  }) : () -> ()
  "test.use"() {callee = @a} : () -> ()
}
"""


@pytest.fixture
def module():
    with ir.Context() as ctx, ir.Location.unknown():
        ctx.allow_unregistered_dialects = True
        yield ir.Module.parse(TEXT)


def test_look_up(module):
    table = ir.SymbolTable(module.operation)
    assert table["a"] == module.body.operations[0]
    assert "b" in table
    assert "c" not in table
    with pytest.raises(KeyError, match="Symbol 'c' not in the symbol table"):
        table["c"]


def test_insert_renames_if_the_name_is_taken(module):
    table = ir.SymbolTable(module.operation)
    copy = module.body.operations[0].operation.clone()
    assert table.insert(copy) == ir.StringAttr.get("a_0")
    assert copy.attributes["sym_name"] == ir.StringAttr.get("a_0")
    assert "a_0" in table
    if not UPSTREAM:  # upstream takes the inserted operation for a detached one
        assert copy.parent == module.operation


def test_erase(module):
    table = ir.SymbolTable(module.operation)
    table.erase(table["b"])
    assert "b" not in table
    del table["a"]
    assert "a" not in table
    assert [op.name for op in module.body.operations] == ["test.use"]
    with pytest.raises(KeyError, match="Symbol 'a' not in the symbol table"):
        del table["a"]


def test_names_and_visibility(module):
    first, second, use = module.body.operations
    assert ir.SymbolTable.get_symbol_name(first).value == "a"
    assert ir.SymbolTable.get_visibility(second).value == "private"
    ir.SymbolTable.set_symbol_name(first, "renamed")
    assert first.attributes["sym_name"].value == "renamed"
    ir.SymbolTable.set_visibility(second, "nested")
    assert second.attributes["sym_visibility"].value == "nested"
    with pytest.raises(ValueError, match="Expected visibility to be 'public', 'private' or 'nested'"):
        ir.SymbolTable.set_visibility(second, "secret")
    with pytest.raises(ValueError, match=r"Expected operation to have a symbol name."):
        ir.SymbolTable.get_symbol_name(use)
    with pytest.raises(ValueError, match=r"Expected operation to have a symbol visibility."):
        ir.SymbolTable.get_visibility(first)


def test_replace_uses(module):
    ir.SymbolTable.replace_all_symbol_uses("a", "z", module.operation)
    assert module.body.operations[2].attributes["callee"] == ir.FlatSymbolRefAttr.get("z")


def test_walk_of_tables(module):
    seen = []
    ir.SymbolTable.walk_symbol_tables(
        module.operation, True, lambda op, visible: seen.append((op.operation.name, visible))
    )
    assert [name for name, _ in seen] == ["builtin.module"] * 3
    assert [visible for _, visible in seen][-1] is True


def test_wrong_operations(module):
    with pytest.raises(TypeError, match=r"Operation is not a Symbol Table.|not a Symbol Table"):
        ir.SymbolTable(module.body.operations[2])
