"""Bulk access: `find` and `table`."""

import pytest
from mlir_api import UPSTREAM, ir

pytestmark = pytest.mark.skipif(UPSTREAM, reason="not in upstream")

TEXT = """\
%0 = "test.make"() {n = 1 : i32, f = 1.5} : () -> i32
"test.outer"() ({
  %1 = "test.make"() {n = 2 : i32} : () -> i32
  "test.use"(%0, %1) {n = "three"} : (i32, i32) -> ()
}) : () -> ()
"test.use"(%0, %0) {m = 4 : i8} : (i32, i32) -> ()
"""


@pytest.fixture
def module():
    with ir.Context() as ctx:
        ctx.allow_unregistered_dialects = True
        yield ir.Module.parse(TEXT)


def test_find(module):
    assert [op.name for op in module.find(name="test.use")] == ["test.use"] * 2
    assert [op.name for op in module.find(attribute="n")] == ["test.make", "test.make", "test.use"]
    assert [str(op.attributes["n"]) for op in module.find(name="test.make", attribute="n")] == [
        "1 : i32",
        "2 : i32",
    ]
    assert len(module.find()) == 6
    assert module.find(name="nobody") == []
    assert all(type(op) is ir.Operation for op in module.find())


def test_table(module):
    np = pytest.importorskip("numpy")
    table = module.table(["m", "n", "f"])
    assert table["names"] == ["builtin.module", "test.make", "test.outer", "test.use"]
    assert [table["names"][number] for number in table["name"]] == [
        "builtin.module",
        "test.make",
        "test.outer",
        "test.make",
        "test.use",
        "test.use",
    ]
    assert table["parent"].tolist() == [-1, 0, 0, 2, 2, 0]
    assert table["depth"].tolist() == [0, 1, 1, 2, 2, 1]
    assert table["operands"].tolist() == [0, 0, 0, 0, 2, 2]
    assert table["results"].tolist() == [0, 1, 0, 1, 0, 0]
    assert table["regions"].tolist() == [1, 0, 1, 0, 0, 0]
    assert table["m"].tolist() == [0, 0, 0, 0, 0, 4]
    assert table["has:m"].tolist() == [0, 0, 0, 0, 0, 1]
    assert table["f"][1] == 1.5
    assert np.isnan(table["f"][0])
    # Values that are not all numbers are numbered.
    assert [str(one) for one in table["values:n"]] == ["1 : i32", "2 : i32", '"three"']
    assert table["n"].tolist() == [-1, 0, -1, 1, 2, -1]
    assert "values:m" not in table


def test_table_of_regions_with_several_blocks():
    pytest.importorskip("numpy")
    text = """
    "t.a"() ({
      "t.b"() ({}, { "t.c"() : () -> () }, {}) : () -> ()
      "t.b"() ({ ^bb0: }, {
      ^bb0:
        "t.c"()[^bb1] : () -> ()
      ^bb1:
        "t.h"() ({ "t.e"() : () -> () }) : () -> ()
      }) : () -> ()
    }, { "t.f"() : () -> () }) : () -> ()
    "t.g"() : () -> ()
    """
    with ir.Context() as ctx:
        ctx.allow_unregistered_dialects = True
        module = ir.Module.parse(text)
        table = module.table()
        found = []

        def visit(op):
            found.append((op.name, op.parent.name if op.attached else None))
            return ir.WalkResult.ADVANCE

        module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    names = [table["names"][number] for number in table["name"]]
    assert [(name, names[row] if row >= 0 else None) for name, row in zip(names, table["parent"])] == found
    assert table["depth"].tolist() == [0, 1, 2, 3, 2, 3, 3, 4, 2, 1]


def test_table_of_an_empty_module():
    pytest.importorskip("numpy")
    with ir.Context(), ir.Location.unknown():
        table = ir.Module.create().table()
    assert table["name"].tolist() == [0]
    assert table["names"] == ["builtin.module"]
