"""Shaped types: tensors, vectors and memrefs, with dynamic sizes, layouts and encodings."""

from mlir import ir
from mlir.ir import Attribute, Context, Location, MemRefType, RankedTensorType, ShapedType, Type, VectorType


def describe(ty):
    line = [f"{ty}", type(ty).__name__, f"element {ty.element_type}", f"ranked {ty.has_rank}"]
    if ty.has_rank:
        line += [f"shape {ty.shape}", f"rank {ty.rank}", f"static {ty.has_static_shape}"]
        line += [
            f"{'?' if ty.is_dynamic_dim(at) else ty.get_dim_size(at)}/{ty.is_static_dim(at)}"
            for at in range(ty.rank)
        ]
    print(*line, sep=", ")


with Context() as ctx, Location.unknown():
    f32, i1 = ir.F32Type.get(), ir.IntegerType.get_signless(1)
    dynamic = ShapedType.get_dynamic_size()
    print(dynamic == ShapedType.get_dynamic_stride_or_offset(), dynamic)
    print(ShapedType.is_dynamic_size(dynamic), ShapedType.is_dynamic_size(3), ShapedType.is_static_size(3))
    encoding = Attribute.parse('"dense"')
    types = [
        RankedTensorType.get([2, 3], f32),
        RankedTensorType.get([], i1),
        RankedTensorType.get([dynamic, 4], f32, encoding),
        ir.UnrankedTensorType.get(f32),
        VectorType.get([4], f32),
        VectorType.get([2, 8], i1, scalable=[False, True]),
        VectorType.get([2, 8], i1, scalable_dims=[0]),
        MemRefType.get([2, dynamic], f32),
        MemRefType.get([4, 5], f32, layout=ir.StridedLayoutAttr.get(3, [10, 1])),
        MemRefType.get(
            [4, 5],
            f32,
            ir.AffineMapAttr.get(ir.AffineMap.get_permutation([1, 0])),
            Attribute.parse("2 : i64"),
        ),
        ir.UnrankedMemRefType.get(f32, Attribute.parse('"fast"')),
        ir.UnrankedMemRefType.get(f32, None),
        ir.ComplexType.get(f32),
        ir.TupleType.get_tuple([f32, i1, ir.TupleType.get_tuple([])]),
        ir.FunctionType.get([f32, i1], [ir.IndexType.get()]),
        ir.FunctionType.get(inputs=[], results=[]),
        ir.OpaqueType.get("dialect", "body<3>"),
        ir.NoneType.get(),
    ]
    for ty in types:
        if isinstance(ty, ShapedType):
            describe(ty)
        else:
            print(ty, type(ty).__name__)
    print(types[2].encoding, types[0].encoding, types[5].scalable, types[5].scalable_dims, types[4].scalable)
    for at in (7, 8, 9):
        ty = types[at]
        print(ty.layout, ty.affine_map, ty.memory_space, ty.layout == ty.layout)
    print(
        types[8].get_strides_and_offset(),
        types[7].get_strides_and_offset(),
        types[10].memory_space,
        types[11].memory_space,
    )
    strided = types[8].layout
    print(strided.offset, strided.strides, ir.StridedLayoutAttr.get_fully_dynamic(2), strided)
    print(
        types[12].element_type,
        types[13].num_types,
        types[13].get_type(2),
        types[14].inputs,
        types[14].results,
    )
    print(
        types[16].dialect_namespace,
        types[16].data,
        types[7].is_dynamic_stride_or_offset(dynamic),
        types[7].is_static_stride_or_offset(1),
    )
    for text in (
        "tensor<-1xf32>",
        "vector<0xf32>",
        "vector<?xf32>",
        "memref<2xnone>",
        "complex<index>",
        "tuple<",
        "i0x",
    ):
        try:
            print(Type.parse(text))
        except ir.MLIRError as error:
            print(text, error.error_diagnostics[0].message)
    for make in (
        lambda: RankedTensorType.get([2], ir.FunctionType.get([], [])),
        lambda: VectorType.get([0], f32),
        lambda: ir.ComplexType.get(ir.IndexType.get()),
        lambda: MemRefType.get([1], ir.NoneType.get()),
        lambda: types[3].shape,
    ):
        try:
            print(make())
        except ir.MLIRError as error:
            print(error.message, error.error_diagnostics[0].message)
        except (ValueError, IndexError):
            print("refused")
