"""Integer sets and their constraints."""

from mlir.ir import AffineConstantExpr, AffineExpr, Attribute, Context, IntegerSet, IntegerSetAttr

with Context() as ctx:
    d0, d1 = AffineExpr.get_dim(0), AffineExpr.get_dim(1)
    s0 = AffineExpr.get_symbol(0)
    triangle = IntegerSet.get(2, 1, [d0 - d1, s0 - d0, d0 - 4], [False, False, True])
    print(triangle, repr(triangle))
    print(
        triangle.n_dims, triangle.n_symbols, triangle.n_inputs, triangle.n_equalities, triangle.n_inequalities
    )
    print(len(triangle.constraints), triangle.context is ctx)
    for constraint in triangle.constraints:
        print(" ", constraint.expr, "==" if constraint.is_eq else ">=", 0)
    empty = IntegerSet.get_empty(3, 2)
    print(empty, empty.is_canonical_empty, triangle.is_canonical_empty, len(empty.constraints))
    replaced = triangle.get_replaced([d0 + 1, AffineConstantExpr.get(2)], [s0 * 2], 1, 1)
    print(replaced)
    attribute = IntegerSetAttr.get(triangle)
    print(attribute, attribute == IntegerSetAttr.get(triangle), hash(triangle) == hash(triangle))
    print(isinstance(Attribute.parse("affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 mod 2 == 0)>"), IntegerSetAttr))
    print(
        triangle == IntegerSet.get(2, 1, [d0 - d1, s0 - d0, d0 - 4], [False, False, True]), triangle == empty
    )
    both = triangle.constraints + triangle.constraints
    print(len(both), len(triangle.constraints[1:]), triangle.constraints[-1].is_eq)
    for dims, exprs, equal in ((1, [], []), (1, [d0], [True, False]), (2, [d0, d1], [False])):
        try:
            print(IntegerSet.get(dims, 0, exprs, equal))
        except ValueError as error:
            print(error)
    try:
        triangle.get_replaced([d0], [s0], 1, 1)
    except ValueError as error:
        print(error)
    try:
        triangle.constraints[3]
    except IndexError:
        print("no fourth constraint")
