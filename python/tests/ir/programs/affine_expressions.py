"""Builds affine expressions, walks them by class, and evaluates them."""

from mlir.ir import (
    AffineAddExpr,
    AffineBinaryExpr,
    AffineCeilDivExpr,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineFloorDivExpr,
    AffineMap,
    AffineModExpr,
    AffineMulExpr,
    AffineSymbolExpr,
    Context,
)


def evaluate(expr, dims, symbols):
    expr = expr.maybe_downcast()
    if isinstance(expr, AffineDimExpr):
        return dims[expr.position]
    if isinstance(expr, AffineSymbolExpr):
        return symbols[expr.position]
    if isinstance(expr, AffineConstantExpr):
        return expr.value
    assert isinstance(expr, AffineBinaryExpr)
    left, right = evaluate(expr.lhs, dims, symbols), evaluate(expr.rhs, dims, symbols)
    if isinstance(expr, AffineAddExpr):
        return left + right
    if isinstance(expr, AffineMulExpr):
        return left * right
    if isinstance(expr, AffineModExpr):
        return left % right
    if isinstance(expr, AffineFloorDivExpr):
        return left // right
    assert isinstance(expr, AffineCeilDivExpr)
    return -(-left // right)


with Context():
    d0, d1, s0 = AffineExpr.get_dim(0), AffineExpr.get_dim(1), AffineExpr.get_symbol(0)
    made = [
        d0 + d1,
        d0 + 1,
        2 * d1,
        d0 * s0,
        d0 % 8,
        d0 - d1,
        AffineExpr.get_floor_div(d0, AffineExpr.get_constant(4)),
        AffineExpr.get_ceil_div(d1, AffineExpr.get_constant(4)),
        AffineExpr.get_mod(d0 + s0, AffineConstantExpr.get(3)),
        AffineExpr.get_add(d0, s0) * 3 + AffineExpr.get_mul(d1, AffineConstantExpr.get(5)),
        (d0 * 4 + 3) % 4,
        AffineAddExpr.get(d0, d0),
        AffineMulExpr.get(AffineConstantExpr.get(6), AffineConstantExpr.get(7)),
        AffineModExpr.get(d1, AffineConstantExpr.get(16)),
        AffineFloorDivExpr.get(d1 * 8, AffineConstantExpr.get(8)),
        AffineCeilDivExpr.get(d1, AffineConstantExpr.get(1)),
        AffineSymbolExpr.get(2) + AffineDimExpr.get(3),
    ]
    for expr in made:
        print(f"{expr!s:40} {type(expr.maybe_downcast()).__name__:20} {expr!r}")
    for expr in made[:-1]:
        print(evaluate(expr, [21, 10], [5]), end=" ")
    print()
    print(
        d0 == AffineExpr.get_dim(0), d0 == d1, hash(d0) == hash(AffineDimExpr.get(0)), len({d0, d1, s0, d0})
    )
    print((d0 + d1).compose(AffineMap.get(2, 1, [d1 * 2, s0])))
    print((d0 + d1 * s0).shift_dims(2, 3), (d0 + s0).shift_symbols(1, 4), d1.shift_dims(2, 1, 1))
    print(AffineExpr.simplify_affine_expr((d0 * 4 + d1 % 2) - d0 * 4, 2, 0))
