//! Types through the public surface.

use tvmlike_ir::{Context, DYNAMIC, FloatKind, Signedness, TypeKind};

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
