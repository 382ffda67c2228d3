"""Affine expressions, maps and integer sets."""

import pytest
from mlir_api import ir


@pytest.fixture(autouse=True)
def context():
    with ir.Context() as ctx, ir.Location.unknown():
        yield ctx


def dims(count):
    return [ir.AffineExpr.get_dim(position) for position in range(count)]


def test_dimensions_symbols_constants():
    d0, s1, c3 = ir.AffineExpr.get_dim(0), ir.AffineExpr.get_symbol(1), ir.AffineExpr.get_constant(3)
    assert [str(one) for one in (d0, s1, c3)] == ["d0", "s1", "3"]
    assert isinstance(d0, ir.AffineDimExpr)
    assert d0.position == 0
    assert isinstance(s1, ir.AffineSymbolExpr)
    assert s1.position == 1
    assert isinstance(c3, ir.AffineConstantExpr)
    assert c3.value == 3
    assert ir.AffineDimExpr.get(0) == d0
    assert ir.AffineSymbolExpr.get(1) == s1
    assert ir.AffineConstantExpr.get(3) == c3
    assert repr(d0) == "AffineExpr(d0)"
    assert hash(d0) == hash(ir.AffineExpr.get_dim(0))
    assert d0 != s1
    assert d0 != 0


def test_binary_expressions():
    d0, d1 = dims(2)
    for made, text, cls in [
        (ir.AffineExpr.get_add(d0, d1), "d0 + d1", ir.AffineAddExpr),
        (ir.AffineExpr.get_add(d0, 42), "d0 + 42", ir.AffineAddExpr),
        (ir.AffineExpr.get_add(42, d0), "d0 + 42", ir.AffineAddExpr),
        (ir.AffineExpr.get_mul(d0, ir.AffineExpr.get_symbol(0)), "d0 * s0", ir.AffineMulExpr),
        (ir.AffineExpr.get_mul(d0, 4), "d0 * 4", ir.AffineMulExpr),
        (ir.AffineExpr.get_mod(d0, 4), "d0 mod 4", ir.AffineModExpr),
        (ir.AffineExpr.get_mod(d0, d1), "d0 mod d1", ir.AffineModExpr),
        (ir.AffineExpr.get_floor_div(d0, 4), "d0 floordiv 4", ir.AffineFloorDivExpr),
        (ir.AffineExpr.get_floor_div(4, d0), "4 floordiv d0", ir.AffineFloorDivExpr),
        (ir.AffineExpr.get_ceil_div(d0, 4), "d0 ceildiv 4", ir.AffineCeilDivExpr),
    ]:
        assert str(made) == text
        assert type(made) is cls
        assert isinstance(made, ir.AffineBinaryExpr)
    added = ir.AffineAddExpr.get(d0, d1)
    assert (added.lhs, added.rhs) == (d0, d1)
    assert ir.AffineMulExpr.get(d0, d1).lhs == d0
    assert str(ir.AffineModExpr.get(d0, d1)) == "d0 mod d1"
    assert str(ir.AffineFloorDivExpr.get(d0, d1)) == "d0 floordiv d1"
    assert str(ir.AffineCeilDivExpr.get(d0, d1)) == "d0 ceildiv d1"


def test_operators():
    d0, d1 = dims(2)
    assert str(d0 + d1) == "d0 + d1"
    assert str(d0 + 1) == "d0 + 1"
    assert str(1 + d0) == "d0 + 1"
    assert str(d0 * 2) == "d0 * 2"
    assert str(2 * d0) == "d0 * 2"
    assert str(d0 - d1) == "d0 - d1"
    assert str(d0 - 1) == "d0 - 1"
    assert str(1 - d0) == "-d0 + 1"
    assert str(d0 % 2) == "d0 mod 2"
    assert str(2 % d0) == "2 mod d0"
    assert str(ir.AffineExpr.get_floor_div(d0 * 4 + 8, 4)) == "d0 + 2"
    assert str((d0 + 1) + 2) == "d0 + 3"
    assert str(d0 + d0) == "d0 * 2"


def test_casts():
    d0, d1 = dims(2)
    assert ir.AffineAddExpr(d0 + d1) == d0 + d1
    assert type((d0 + d1).maybe_downcast()) is ir.AffineAddExpr
    with pytest.raises(ValueError, match="Cannot cast affine expression to AffineMulExpr"):
        ir.AffineMulExpr(d0 + d1)


def test_simplify_compose_shift():
    d0, d1 = dims(2)
    s0 = ir.AffineExpr.get_symbol(0)
    assert ir.AffineExpr.simplify_affine_expr(d0 + d1 - d1, 2, 0) == d0
    swap = ir.AffineMap.get(2, 0, [d1, d0])
    assert str((d0 + d1 * 2).compose(swap)) == "d1 + d0 * 2"
    assert str((d0 + d1).shift_dims(2, 3)) == "d3 + d4"
    assert str((d0 + d1).shift_dims(2, 3, offset=1)) == "d0 + d4"
    assert str((d0 + s0).shift_symbols(1, 2)) == "d0 + s2"


def test_map():
    d0, d1, d2 = dims(3)
    affine_map = ir.AffineMap.get(3, 1, [d0 + d1, d2, ir.AffineExpr.get_symbol(0)])
    assert str(affine_map) == "(d0, d1, d2)[s0] -> (d0 + d1, d2, s0)"
    assert repr(affine_map) == "AffineMap((d0, d1, d2)[s0] -> (d0 + d1, d2, s0))"
    assert (affine_map.n_dims, affine_map.n_symbols, affine_map.n_inputs) == (3, 1, 4)
    assert isinstance(affine_map.results, ir.AffineExprList)
    assert len(affine_map.results) == 3
    assert affine_map.results[1] == d2
    assert [str(one) for one in affine_map.results] == ["d0 + d1", "d2", "s0"]
    assert str(affine_map.get_submap([0, 2])) == "(d0, d1, d2)[s0] -> (d0 + d1, s0)"
    assert str(affine_map.get_major_submap(1)) == "(d0, d1, d2)[s0] -> (d0 + d1)"
    assert str(affine_map.get_minor_submap(2)) == "(d0, d1, d2)[s0] -> (d2, s0)"
    assert affine_map.is_permutation is False
    assert affine_map.is_projected_permutation is False
    assert str(affine_map.replace(d2, d0, 3, 1)) == "(d0, d1, d2)[s0] -> (d0 + d1, d0, s0)"
    with pytest.raises(ValueError, match="result position out of bounds"):
        affine_map.get_submap([3])
    with pytest.raises(ValueError, match="number of results out of bounds"):
        affine_map.get_major_submap(4)
    with pytest.raises(ValueError, match="number of results out of bounds"):
        affine_map.get_minor_submap(4)


def test_maps_by_name():
    assert str(ir.AffineMap.get_empty()) == "() -> ()"
    assert str(ir.AffineMap.get_constant(7)) == "() -> (7)"
    assert str(ir.AffineMap.get_identity(2)) == "(d0, d1) -> (d0, d1)"
    assert str(ir.AffineMap.get_minor_identity(3, 2)) == "(d0, d1, d2) -> (d1, d2)"
    permutation = ir.AffineMap.get_permutation([1, 2, 0])
    assert str(permutation) == "(d0, d1, d2) -> (d1, d2, d0)"
    assert permutation.is_permutation
    assert permutation.is_projected_permutation
    with pytest.raises(RuntimeError, match="Invalid permutation"):
        ir.AffineMap.get_permutation([1, 1, 2])
    assert ir.AffineMap.get_identity(2) == ir.AffineMap.get(2, 0, dims(2))
    assert hash(ir.AffineMap.get_identity(2)) == hash(ir.AffineMap.get_identity(2))
    assert ir.AffineMap.get_identity(2) != ir.AffineMap.get_identity(3)


def test_compress_symbols():
    s0, s2 = ir.AffineExpr.get_symbol(0), ir.AffineExpr.get_symbol(2)
    maps = [ir.AffineMap.get(1, 3, [s2]), ir.AffineMap.get(1, 3, [s0 + dims(1)[0]])]
    compressed = ir.AffineMap.compress_unused_symbols(maps, ir.Context.current)
    assert [str(one) for one in compressed] == ["(d0)[s0, s1] -> (s1)", "(d0)[s0, s1] -> (d0 + s0)"]


def test_lists_of_expressions():
    d0, d1 = dims(2)
    results = ir.AffineMap.get_identity(3).results
    assert [str(one) for one in results[1:]] == ["d1", "d2"]
    assert str(results[-1]) == "d2"
    assert results + ir.AffineMap.get_identity(1).results == [d0, d1, ir.AffineExpr.get_dim(2), d0]
    with pytest.raises(IndexError):
        results[3]


def test_map_attribute():
    affine_map = ir.AffineMap.get_identity(2)
    attribute = ir.AffineMapAttr.get(affine_map)
    assert str(attribute) == "affine_map<(d0, d1) -> (d0, d1)>"
    assert ir.Attribute.parse(str(attribute)) == attribute
    assert attribute.value == affine_map
    assert ir.AffineMapAttr.attr_name == "builtin.affine_map"


def test_wrong_arguments():
    with pytest.raises((RuntimeError, TypeError)):
        ir.AffineMap.get(1, 1, [1])
    with pytest.raises((RuntimeError, TypeError)):
        ir.AffineMap.get(1, 1, [None])


def test_integer_set():
    d0, d1 = dims(2)
    s0 = ir.AffineExpr.get_symbol(0)
    made = ir.IntegerSet.get(2, 1, [d0 - d1, d0 - s0 - 1], [True, False])
    assert str(made) == "(d0, d1)[s0] : (d0 - d1 == 0, d0 - s0 - 1 >= 0)"
    assert repr(made) == f"IntegerSet({made})"
    assert (made.n_dims, made.n_symbols, made.n_inputs) == (2, 1, 3)
    assert (made.n_equalities, made.n_inequalities) == (1, 1)
    assert len(made.constraints) == 2
    assert made.constraints[0].expr == d0 - d1
    assert made.constraints[0].is_eq is True
    assert [one.is_eq for one in made.constraints] == [True, False]
    assert made == ir.IntegerSet.get(2, 1, [d0 - d1, d0 - s0 - 1], [True, False])
    assert made.is_canonical_empty is False
    replaced = made.get_replaced([d1, d0], [ir.AffineExpr.get_constant(3)], 2, 0)
    assert str(replaced) == "(d0, d1) : (d1 - d0 == 0, d1 - 4 >= 0)"
    with pytest.raises(ValueError, match="Expected non-empty list of constraints"):
        ir.IntegerSet.get(1, 0, [], [])
    with pytest.raises(
        ValueError, match="Expected the number of constraints to match that of equality flags"
    ):
        ir.IntegerSet.get(1, 0, [d0], [])


def test_empty_set():
    empty = ir.IntegerSet.get_empty(2, 1)
    assert empty.is_canonical_empty is True
    assert str(empty) == "(d0, d1)[s0] : (1 == 0)"


def test_integer_set_attribute():
    made = ir.IntegerSet.get(1, 0, [dims(1)[0]], [False])
    attribute = ir.IntegerSetAttr.get(made)
    assert str(attribute) == "affine_set<(d0) : (d0 >= 0)>"


def test_dump_prints_to_stderr(capfd):
    dims(1)[0].dump()
    ir.AffineMap.get_identity(1).dump()
    assert capfd.readouterr().err == "d0\n(d0) -> (d0)\n"
