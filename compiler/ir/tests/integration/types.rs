//! Types through the public surface.

use tvmlike_ir::{AffineOp, Context, DYNAMIC, Error, FloatKind, Signedness, Type, TypeKind};

#[test]
fn equal_types_have_one_id() {
    let context = Context::new();
    let i32 = context.integer_type(32, Signedness::Signless).unwrap();
    assert_eq!(i32, context.i32());
    assert_ne!(i32, context.integer_type(32, Signedness::Signed).unwrap());
    assert_eq!(
        context.ranked_tensor_type(&[2, DYNAMIC], i32, None),
        context.ranked_tensor_type(&[2, DYNAMIC], i32, None)
    );
}

#[test]
fn views_return_what_constructors_took() {
    let context = Context::new();
    let (i1, f32) = (context.i1(), context.f32());
    let TypeKind::Function { inputs, results } = context.function_type(&[i1, f32, i1], &[f32]).kind(&context)
    else {
        panic!("expected a function type");
    };
    assert_eq!(inputs.to_vec(), [i1, f32, i1]);
    assert_eq!(results.to_vec(), [f32]);
    let vector = context.vector_type(&[4, 8], f32, &[false, true]).unwrap();
    let TypeKind::Vector {
        shape,
        scalable,
        element,
    } = vector.kind(&context)
    else {
        panic!("expected a vector type");
    };
    assert_eq!((shape.to_vec(), element), (vec![4, 8], f32));
    assert!(!scalable.get(0) && scalable.get(1));
    assert_eq!(
        context.tuple_type(&[i1]).kind(&context),
        TypeKind::Tuple(results_of(&context, i1))
    );
    for kind in FloatKind::ALL {
        assert_eq!(context.float_type(kind).kind(&context), TypeKind::Float(kind));
        assert_eq!(FloatKind::from_name(kind.name()), Some(kind));
    }
}

fn results_of(context: &Context, ty: tvmlike_ir::Type) -> tvmlike_ir::Types<'_> {
    match context.function_type(&[], &[ty]).kind(context) {
        TypeKind::Function { results, .. } => results,
        _ => unreachable!("a function type"),
    }
}

#[test]
fn invalid_types_are_refused_in_the_words_of_mlir() {
    let context = Context::new();
    let (i32, none) = (context.i32(), context.none_type());
    let function = context.function_type(&[], &[]);
    let check = |ty: Result<Type, Error>, expected: &str| assert_eq!(ty.unwrap_err().message(), expected);
    check(
        context.integer_type(16_777_216, Signedness::Signless),
        "integer bitwidth is limited to 16777215 bits",
    );
    for element in [none, function, context.tuple_type(&[])] {
        check(
            context.ranked_tensor_type(&[2], element, None),
            "invalid tensor element type",
        );
        check(
            context.unranked_tensor_type(element),
            "invalid tensor element type",
        );
        check(
            context.memref_type(&[2], element, None, None),
            "invalid memref element type",
        );
        check(
            context.unranked_memref_type(element, None),
            "invalid memref element type",
        );
        check(context.complex_type(element), "invalid element type for complex");
        check(
            context.vector_type(&[2], element, &[]),
            "failed to verify 'elementType': VectorElementTypeInterface instance",
        );
    }
    check(
        context.vector_type(&[2, 0], i32, &[]),
        "vector types must have positive constant sizes but got 2, 0",
    );
    check(
        context.vector_type(&[2], i32, &[true, false]),
        "number of dims must match, got 2 and 1",
    );
    check(
        context.ranked_tensor_type(&[-1], i32, None),
        "invalid tensor dimension size",
    );
    check(context.memref_type(&[-1], i32, None, None), "invalid memref size");
    check(
        context.memref_type(&[2], i32, None, Some(context.type_attribute(i32))),
        "unsupported memory space Attribute",
    );
    let map = context.affine_map_attribute(context.affine_identity_map(2));
    check(
        context.memref_type(&[2], i32, Some(map), None),
        "memref layout mismatch between rank and affine map: 1 != 2",
    );
    let strided = context.strided_layout_attribute(0, &[1]);
    check(
        context.memref_type(&[2, 3], i32, Some(strided), None),
        "expected the number of strides to match the rank",
    );
    check(
        context.opaque_type(context.identifier("a b"), ""),
        "invalid dialect namespace '\"a b\"'",
    );
}

#[test]
fn text_of_unknown_dialects_can_be_read_again() {
    let context = Context::new();
    for text in ["a>", "<", "(]", "\"", "\"\n\"", "\"\\x\"", "a b-", "<a>-", "\0"] {
        let error = context.opaque_type(context.identifier("a"), text).unwrap_err();
        assert!(
            error.message().contains("must have balanced brackets"),
            "{text:?}: {error}"
        );
        let attribute = context.opaque_attribute(context.identifier("a"), text, context.i32());
        assert!(attribute.is_err(), "{text:?}");
    }
    for text in [
        "",
        "a-",
        "-",
        "a->b",
        "a-<b>",
        "\">\\\"\\7f\0\"",
        "[(<{}>)]",
        "\u{e9} x",
    ] {
        assert!(
            context.opaque_type(context.identifier("a"), text).is_ok(),
            "{text:?}"
        );
    }
}

#[test]
fn the_default_layout_and_space_of_a_memref_are_left_out() {
    let context = Context::new();
    let plain = context.memref_type(&[2], context.f32(), None, None).unwrap();
    let identity = context.affine_map_attribute(context.affine_identity_map(1));
    let zero = context.index_attribute(0);
    assert_eq!(
        context.memref_type(&[2], context.f32(), Some(identity), Some(zero)),
        Ok(plain)
    );
    let three = Some(context.i64_attribute(3));
    let spaced = context.memref_type(&[2], context.f32(), None, three).unwrap();
    let TypeKind::MemRef { layout, space, .. } = spaced.kind(&context) else {
        panic!("expected a memref");
    };
    assert_eq!((layout, space), (identity, three));
}

#[test]
fn strides_follow_from_layouts() {
    let context = Context::new();
    let strides = |shape: &[i64], layout| {
        let ty = context.memref_type(shape, context.f32(), layout, None).unwrap();
        ty.strides_and_offset(&context)
    };
    assert_eq!(strides(&[2, 3, 4], None), Some((vec![12, 4, 1], 0)));
    assert_eq!(strides(&[], None), Some((vec![], 0)));
    assert_eq!(
        strides(&[DYNAMIC, 3, DYNAMIC, 4], None),
        Some((vec![DYNAMIC, DYNAMIC, 4, 1], 0))
    );
    assert_eq!(strides(&[2, 0, 3], None), Some((vec![DYNAMIC, 3, 1], 0)));
    let strided = context.strided_layout_attribute(DYNAMIC, &[DYNAMIC, 1]);
    assert_eq!(strides(&[2, 3], Some(strided)), Some((vec![DYNAMIC, 1], DYNAMIC)));
    let [d0, d1] = [0, 1].map(|dim| context.affine_dim(dim));
    let s0 = context.affine_symbol(0);
    let make = |op, lhs, rhs| context.affine_binary(op, lhs, rhs).unwrap();
    let number = |value| context.affine_constant(value);
    let layout = |expr| {
        let map = context.affine_map(2, 1, &[expr]).unwrap();
        Some(context.affine_map_attribute(map))
    };
    let sum = make(AffineOp::Add, make(AffineOp::Mul, d0, number(3)), d1);
    assert_eq!(
        strides(&[2, 3], layout(make(AffineOp::Add, sum, number(5)))),
        Some((vec![3, 1], 5))
    );
    let scaled = make(AffineOp::Mul, sum, s0);
    assert_eq!(
        strides(&[2, 3], layout(make(AffineOp::Add, scaled, s0))),
        Some((vec![DYNAMIC, DYNAMIC], DYNAMIC))
    );
    assert_eq!(
        strides(&[2, 3], layout(make(AffineOp::FloorDiv, d0, number(2)))),
        None
    );
    assert_eq!(context.f32().strides_and_offset(&context), None);
}

#[test]
fn shapes_are_measured() {
    let context = Context::new();
    let tensor = |shape: &[i64]| context.ranked_tensor_type(shape, context.f32(), None).unwrap();
    assert_eq!(tensor(&[2, 3]).num_elements(&context), Some(6));
    assert_eq!(tensor(&[]).num_elements(&context), Some(1));
    assert_eq!(tensor(&[i64::MAX, 2]).num_elements(&context), None);
    assert_eq!(tensor(&[i64::MAX, 2, 0]).num_elements(&context), Some(0));
    assert_eq!(tensor(&[DYNAMIC, 0]).num_elements(&context), None);
    assert!(!tensor(&[DYNAMIC]).has_static_shape(&context));
    let unranked = context.unranked_tensor_type(context.f32()).unwrap();
    assert_eq!(
        (unranked.rank(&context), unranked.element_type(&context)),
        (None, Some(context.f32()))
    );
    assert_eq!(context.float_type(FloatKind::TF32).bit_width(&context), Some(19));
}

#[test]
fn threads_that_make_the_same_things_get_the_same_ids() {
    let context = Context::new();
    let make = || -> Vec<u32> {
        (0..2000u32)
            .flat_map(|index| {
                let ty = context
                    .integer_type(index % 500 + 1, Signedness::Signless)
                    .unwrap();
                let name = context.identifier(format!("name{}", index % 300));
                let string = context.string_attribute(format!("text{index}"));
                let place = context.file_line_col_location(name, index, 1);
                let function = context.function_type(&[ty], &[context.tuple_type(&[ty, ty])]);
                [ty.raw(), name.raw(), string.raw(), place.raw(), function.raw()]
            })
            .collect()
    };
    let ids: Vec<Vec<u32>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(make)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(ids.iter().all(|other| *other == ids[0]));
}
