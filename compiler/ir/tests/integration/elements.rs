//! Dense, sparse and resource elements through the public surface.

use std::sync::LazyLock;

use tvmlike_ir::{
    Attribute, AttributeKind, Context, DYNAMIC, DenseElements, Element, FloatKind, Resource, Signedness, Type,
};

fn tensor(context: &Context, shape: &[i64], element: Type) -> Type {
    context.ranked_tensor_type(shape, element, None).unwrap()
}

fn dense(context: &Context, attribute: Attribute) -> DenseElements<'_> {
    match attribute.kind(context) {
        AttributeKind::DenseElements(elements) => elements,
        other => panic!("expected dense elements, got {other:?}"),
    }
}

fn integers(context: &Context, elements: impl Iterator<Item = Element<'static>>) -> Vec<i64> {
    let _ = context;
    elements
        .map(|element| match element {
            Element::Integer(value) => value.to_i64().unwrap(),
            other => panic!("expected an integer, got {other:?}"),
        })
        .collect()
}

fn stored(context: &'static Context, attribute: Attribute) -> Vec<i64> {
    integers(context, dense(context, attribute).stored(context))
}

fn context() -> &'static Context {
    static CONTEXT: LazyLock<Context> = LazyLock::new(Context::default);
    &CONTEXT
}

#[test]
fn elements_are_read_as_they_were_written() {
    let context = context();
    let ty = tensor(context, &[2, 2], context.i32());
    let bytes: Vec<u8> = [1i32, -2, 3, 4]
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect();
    let attribute = context.dense_elements_attribute(ty, &bytes).unwrap();
    let elements = dense(context, attribute);
    assert_eq!(
        (elements.len(), elements.is_splat(), elements.ty()),
        (4, false, ty)
    );
    assert_eq!(stored(context, attribute), [1, -2, 3, 4]);
    assert!(matches!(elements.get(context, 1), Some(Element::Integer(value)) if value.to_i64() == Some(-2)));
    assert_eq!(elements.get(context, 4), None);
    let i5 = context.integer_type(5, Signedness::Signless).unwrap();
    let narrow = context
        .dense_elements_attribute(tensor(context, &[2], i5), &[0xFF, 2])
        .unwrap();
    assert_eq!(stored(context, narrow), [-1, 2]);
    let complex = context.complex_type(context.f32()).unwrap();
    let bytes: Vec<u8> = [1.0f32, 2.0, 3.0, 4.0]
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect();
    let attribute = context
        .dense_elements_attribute(tensor(context, &[2], complex), &bytes)
        .unwrap();
    let Some(Element::ComplexFloat(parts)) = dense(context, attribute).get(context, 1) else {
        panic!("expected a complex number");
    };
    assert_eq!(parts.map(|part| part.to_f64()), [3.0, 4.0]);
    let f80 = context.float_type(FloatKind::F80);
    let attribute = context
        .dense_elements_attribute(tensor(context, &[1], f80), &[0; 10])
        .unwrap();
    assert!(
        matches!(dense(context, attribute).get(context, 0), Some(Element::Float(value)) if value.bits() == 0)
    );
}

#[test]
fn equal_elements_are_a_splat() {
    let context = context();
    let ty = tensor(context, &[3], context.i64());
    let one = context.dense_elements_attribute(ty, &7i64.to_le_bytes()).unwrap();
    let three = context
        .dense_elements_attribute(ty, &7i64.to_le_bytes().repeat(3))
        .unwrap();
    assert_eq!(one, three);
    assert!(dense(context, one).is_splat());
    assert_eq!(stored(context, one), [7]);
    assert!(
        matches!(dense(context, one).get(context, 2), Some(Element::Integer(value)) if value.to_i64() == Some(7))
    );
    let empty = tensor(context, &[0], context.i64());
    let nothing = context.dense_elements_attribute(empty, &[]).unwrap();
    let splat = context
        .dense_elements_attribute(empty, &7i64.to_le_bytes())
        .unwrap();
    assert!(nothing != splat && !dense(context, nothing).is_splat() && dense(context, splat).is_splat());
    assert_eq!(stored(context, splat), [7]);
    assert_eq!(dense(context, splat).get(context, 0), None);
}

#[test]
fn bits_are_packed() {
    let context = context();
    let ty = tensor(context, &[9], context.i1());
    let mixed = context.dense_elements_attribute(ty, &[0x0D, 0x01]).unwrap();
    assert_eq!(stored(context, mixed), [-1, 0, -1, -1, 0, 0, 0, 0, -1]);
    let all = context.dense_elements_attribute(ty, &[0xFF]).unwrap();
    assert_eq!(context.dense_elements_attribute(ty, &[0xFF, 0x01]), Ok(all));
    assert!(dense(context, all).is_splat());
    assert!(context.dense_elements_attribute(ty, &[0x01]).is_err());
    let single = tensor(context, &[1], context.i1());
    assert_eq!(
        context.dense_elements_attribute(single, &[0x01]),
        context.dense_elements_attribute(single, &[0xFF])
    );
    assert_eq!(
        context.dense_elements_attribute(single, &[0x80]),
        context.dense_elements_attribute(single, &[0xFF])
    );
    // Bits behind the last one are kept.
    let others = context.dense_elements_attribute(ty, &[0xFF, 0x03]).unwrap();
    assert_eq!(dense(context, others).bytes(), [0xFF, 0x03]);
    assert_eq!(stored(context, others), [-1; 9]);
}

#[test]
fn elements_of_wrong_types_and_sizes_are_refused() {
    let context = context();
    let message = |ty, bytes: &[u8]| {
        context
            .dense_elements_attribute(ty, bytes)
            .unwrap_err()
            .message()
            .to_owned()
    };
    let dynamic = tensor(context, &[DYNAMIC], context.i32());
    assert_eq!(
        message(dynamic, &[]),
        "elements literal type must have static shape"
    );
    let unranked = context.unranked_tensor_type(context.i32()).unwrap();
    assert_eq!(
        message(unranked, &[]),
        "elements literal type must have static shape"
    );
    assert_eq!(
        message(context.i32(), &[]),
        "elements literal must be a shaped type"
    );
    let vectors = tensor(
        context,
        &[2],
        context.vector_type(&[2], context.i32(), &[]).unwrap(),
    );
    assert_eq!(
        message(vectors, &[]),
        "expected floating-point, integer, or complex element type"
    );
    let pair = tensor(context, &[2], context.i32());
    assert_eq!(
        message(pair, &[0; 5]),
        "elements data size is invalid for provided type: expected 8 bytes, or 4 for a splat, got 5"
    );
    let vast = tensor(context, &[i64::MAX, 4], context.i32());
    assert_eq!(
        message(vast, &[0; 4]),
        "elements literal type has too many elements"
    );
}

#[test]
fn strings_are_elements_of_any_type() {
    let context = context();
    let foo = context.opaque_type(context.identifier("foo"), "bar").unwrap();
    let ty = tensor(context, &[2], foo);
    let attribute = context.dense_strings_attribute(ty, &[b"a", b"bc"]).unwrap();
    let AttributeKind::DenseStrings(strings) = attribute.kind(context) else {
        panic!("expected strings");
    };
    assert_eq!(strings.stored().collect::<Vec<_>>(), [&b"a"[..], b"bc"]);
    assert_eq!((strings.get(1), strings.get(2)), (Some(&b"bc"[..]), None));
    let equal = context.dense_strings_attribute(ty, &[b"a", b"a"]).unwrap();
    assert_eq!(context.dense_strings_attribute(ty, &[b"a"]), Ok(equal));
    assert!(context.dense_strings_attribute(ty, &[&b"a"[..]; 3]).is_err());
    assert!(
        context
            .dense_strings_attribute(tensor(context, &[0], foo), &[])
            .is_ok()
    );
}

#[test]
fn dense_arrays_have_whole_bytes() {
    let context = context();
    let AttributeKind::DenseArray(array) = context.dense_i16_array(&[1, -2]).kind(context) else {
        panic!("expected a dense array");
    };
    assert_eq!((array.len(), array.element_type()), (2, context.i16()));
    assert_eq!(integers(context, array.iter(context)), [1, -2]);
    assert!(
        matches!(context.dense_bool_array(&[true]).kind(context), AttributeKind::DenseArray(array) if array.bytes() == [1])
    );
    assert_eq!(
        context.dense_array_attribute(context.f32(), 1, &1.5f32.to_le_bytes()),
        Ok(context.dense_f32_array(&[1.5]))
    );
    let message = |ty, len, bytes: &[u8]| {
        context
            .dense_array_attribute(ty, len, bytes)
            .unwrap_err()
            .message()
            .to_owned()
    };
    let i4 = context.integer_type(4, Signedness::Signless).unwrap();
    assert_eq!(
        message(i4, 1, &[1]),
        "element type bitwidth must be a multiple of 8"
    );
    assert_eq!(
        message(context.index_type(), 1, &[1; 8]),
        "expected integer or floating point element type"
    );
    assert_eq!(
        message(context.i32(), 2, &[0; 5]),
        "expected data size (2 elements, 4 bytes each) does not match: 5 bytes"
    );
}

#[test]
fn resources_have_names_of_their_own() {
    let context = context();
    let builtin = context.identifier("builtin");
    let first = context.declare_resource(builtin, "blob");
    let second = context.declare_resource(builtin, "blob");
    assert_eq!(second.text(context), "blob_1");
    assert_eq!(context.resource(builtin, first), None);
    let resource = Resource {
        bytes: vec![1, 2, 3],
        alignment: 4,
    };
    context.set_resource(builtin, first, resource.clone());
    assert_eq!(context.resource(builtin, first).as_deref(), Some(&resource));
    let attribute = context
        .dense_resource_attribute(first, tensor(context, &[3], context.i8()))
        .unwrap();
    assert!(matches!(attribute.kind(context), AttributeKind::DenseResource { key, .. } if key == first));
    let error = context.dense_resource_attribute(first, context.i8()).unwrap_err();
    assert_eq!(error.message(), "`dense_resource` expected a shaped type");
}

#[test]
fn sparse_indices_are_inside_the_shape() {
    let context = context();
    let ty = tensor(context, &[3, 4], context.i32());
    let longs = |shape: &[i64], values: &[i64]| {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        context
            .dense_elements_attribute(tensor(context, shape, context.i64()), &bytes)
            .unwrap()
    };
    let values = |count: i64| {
        let ty = tensor(context, &[count], context.i32());
        context.dense_elements_attribute(ty, &1i32.to_le_bytes()).unwrap()
    };
    let message = |indices, values| {
        context
            .sparse_elements_attribute(ty, indices, values)
            .unwrap_err()
            .message()
            .to_owned()
    };
    let attribute = context
        .sparse_elements_attribute(ty, longs(&[2, 2], &[0, 0, 1, 2]), values(2))
        .unwrap();
    assert!(matches!(attribute.kind(context), AttributeKind::Sparse { ty: found, .. } if found == ty));
    assert_eq!(
        message(longs(&[2, 2], &[0, 0, 3, 2]), values(2)),
        "sparse index #1 is not contained within the value shape, with index=[3, 2]"
    );
    assert_eq!(
        message(longs(&[2, 3], &[0, 0, 1, 1, 2, 1]), values(2)),
        "expected shape ([3, 4]); inferred shape of indices literal ([2, 3]); \
         inferred shape of values literal ([2])"
    );
    assert!(message(longs(&[2, 2], &[5]), values(2)).starts_with("sparse index #0"));
    assert_eq!(
        message(values(2), values(2)),
        "sparse elements: expected indices of type i64"
    );
    assert!(
        context
            .sparse_elements_attribute(ty, longs(&[0, 2], &[]), values(0))
            .is_ok()
    );
}

#[test]
fn elements_become_attributes_and_back() {
    let context = context();
    let complex = context.complex_type(context.i8()).unwrap();
    let parts = [1, -1].map(|value| context.integer_attribute(context.i8(), value).unwrap());
    let f80 = context.float_type(FloatKind::F80);
    for (element, values) in [
        (
            context.i32(),
            [context.i32_attribute(1), context.i32_attribute(-2)],
        ),
        (
            context.index_type(),
            [context.index_attribute(1), context.index_attribute(-2)],
        ),
        (
            context.i1(),
            [context.bool_attribute(true), context.bool_attribute(false)],
        ),
        (
            f80,
            [0.5, -2.0].map(|value| context.float_attribute(f80, value).unwrap()),
        ),
        (
            complex,
            [[0, 1], [1, 0]].map(|order| context.array_attribute(&order.map(|at| parts[at]))),
        ),
    ] {
        let ty = tensor(context, &[2], element);
        let attribute = context.dense_elements_from_attributes(ty, &values).unwrap();
        let read = dense(context, attribute).stored(context);
        let read: Vec<Attribute> = read
            .map(|value| value.to_attribute(context, element).unwrap())
            .collect();
        assert_eq!(read, values);
        let splat = context.dense_elements_from_attributes(ty, &values[..1]).unwrap();
        assert!(dense(context, splat).is_splat());
        let message = context
            .dense_elements_from_attributes(ty, &[context.unit_attribute()])
            .unwrap_err();
        assert_eq!(message.message(), "expected attribute value to have element type");
        assert!(
            context
                .dense_elements_from_attributes(ty, &[values[0], values[1], values[0]])
                .is_err()
        );
    }
    let foo = context.opaque_type(context.identifier("foo"), "bar").unwrap();
    let text = context.string_attribute("a");
    let strings = context.dense_elements_from_attributes(tensor(context, &[3], foo), &[text]);
    assert_eq!(
        strings,
        context.dense_strings_attribute(tensor(context, &[3], foo), &[b"a"])
    );
}

#[test]
fn bools_are_packed() {
    let context = context();
    let ty = tensor(context, &[9], context.i1());
    let values = [true, false, true, true, false, false, false, false, true];
    let attribute = context.dense_bool_elements_attribute(ty, &values);
    assert_eq!(attribute, context.dense_elements_attribute(ty, &[0x0D, 0x01]));
    let all = context.dense_bool_elements_attribute(ty, &[true]).unwrap();
    assert_eq!(context.dense_bool_elements_attribute(ty, &[true; 9]), Ok(all));
    assert!(context.dense_bool_elements_attribute(ty, &[true; 10]).is_err());
    let bytes = tensor(context, &[9], context.i8());
    assert!(context.dense_bool_elements_attribute(bytes, &[true; 9]).is_err());
    let bit = context.integer_type(1, Signedness::Unsigned).unwrap();
    let ty = tensor(context, &[2], bit);
    let values = [1, 0].map(|value| context.integer_attribute(bit, value).unwrap());
    let attribute = context.dense_elements_from_attributes(ty, &values);
    assert_eq!(
        attribute,
        context.dense_bool_elements_attribute(ty, &[true, false])
    );
}
