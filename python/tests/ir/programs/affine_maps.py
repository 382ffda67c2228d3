"""Permutations, submaps and compression of affine maps, as layouts of tensors."""

from mlir.ir import AffineConstantExpr, AffineExpr, AffineMap, AffineMapAttr, Context


def inverse(permutation):
    return [permutation.index(at) for at in range(len(permutation))]


def describe(name, affine_map):
    print(f"{name}: {affine_map}")
    print(f"  dims={affine_map.n_dims} symbols={affine_map.n_symbols} inputs={affine_map.n_inputs}", end=" ")
    print(f"results={len(affine_map.results)}", end=" ")
    print(f"permutation={affine_map.is_permutation} projected={affine_map.is_projected_permutation}")


with Context() as ctx:
    describe("identity", AffineMap.get_identity(3))
    describe("minor", AffineMap.get_minor_identity(4, 2))
    describe("empty", AffineMap.get_empty())
    describe("constant", AffineMap.get_constant(-7))
    order = [2, 0, 1]
    permutation = AffineMap.get_permutation(order)
    describe("permutation", permutation)
    describe("inverse", AffineMap.get_permutation(inverse(order)))
    d0, d1 = AffineExpr.get_dim(0), AffineExpr.get_dim(1)
    s0, s1 = AffineExpr.get_symbol(0), AffineExpr.get_symbol(1)
    tiled = AffineMap.get(2, 2, [AffineExpr.get_floor_div(d0, s0), d0 % s0, d1 + 3])
    describe("tiled", tiled)
    describe("sub", tiled.get_submap([2, 0, 2]))
    describe("major", tiled.get_major_submap(1))
    describe("minor", tiled.get_minor_submap(2))
    describe("replaced", tiled.replace(d0, d1 * 2, 2, 2))
    for result in tiled.results:
        print(" ", result)
    print(
        [str(one) for one in list(tiled.results)[::-1]],
        [str(one) for one in tiled.results + tiled.results][3],
    )
    used = AffineMap.get(1, 3, [d0 + AffineExpr.get_symbol(2)])
    for one in AffineMap.compress_unused_symbols([used, AffineMap.get(1, 3, [s1])], ctx):
        describe("compressed", one)
    attribute = AffineMapAttr.get(tiled)
    print(attribute, attribute.value == tiled, repr(attribute), attribute.type)
    print(
        AffineMap.get_identity(2) == AffineMap.get_permutation([0, 1]), hash(tiled) == hash(attribute.value)
    )
    print(AffineMap.get(0, 0, [AffineConstantExpr.get(1)]).results[0], tiled.context is ctx)
    for wrong in ([0, 0], [1, 2]):
        try:
            print(AffineMap.get_permutation(wrong))
        except RuntimeError as error:
            print("refused:", str(error).split(":")[0])
    try:
        tiled.results[3]
    except IndexError:
        print("no fourth result")
    try:
        tiled.get_submap([3])
    except ValueError as error:
        print("refused:", str(error).split(":")[0])
