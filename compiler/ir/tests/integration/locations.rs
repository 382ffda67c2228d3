//! Locations through the public surface.

use tvmlike_ir::{AttributeKind, Context, Location, LocationKind};

#[test]
fn views_return_what_constructors_took() {
    let context = Context::new();
    let (file, name) = (context.identifier("f"), context.identifier("n"));
    let unknown = context.unknown_location();
    let place = context.file_line_col_location(file, 1, 2);
    assert_eq!(
        place.kind(&context),
        LocationKind::FileRange {
            file,
            start_line: 1,
            start_col: 2,
            end_line: 1,
            end_col: 2
        }
    );
    let named = context.name_location(name, place);
    assert_eq!(named.kind(&context), LocationKind::Name { name, child: place });
    let call = context.call_site_location(named, unknown);
    assert_eq!(
        call.kind(&context),
        LocationKind::CallSite {
            callee: named,
            caller: unknown
        }
    );
    let opaque = context.opaque_location(u64::MAX - 1, place);
    assert_eq!(
        opaque.kind(&context),
        LocationKind::Opaque {
            data: u64::MAX - 1,
            fallback: place
        }
    );
    let attribute = context.location_attribute(call);
    assert_eq!(attribute.kind(&context), AttributeKind::Location(call));
    assert_eq!(Location::from_attribute(&context, attribute), Some(call));
    assert_eq!(Location::from_attribute(&context, context.unit_attribute()), None);
}

#[test]
fn a_file_without_a_name_is_a_dash() {
    let context = Context::new();
    let dash = context.file_line_col_location(context.identifier("-"), 1, 2);
    assert_eq!(context.file_line_col_location(context.identifier(""), 1, 2), dash);
}

#[test]
fn fused_locations_are_flat_sets() {
    let context = Context::new();
    let [a, b, c] = ["a", "b", "c"]
        .map(|name| context.name_location(context.identifier(name), context.unknown_location()));
    let unknown = context.unknown_location();
    let (one, two) = (Some(context.i64_attribute(1)), Some(context.i64_attribute(2)));
    let parts = |location: Location| match location.kind(&context) {
        LocationKind::Fused { locations, .. } => locations.to_vec(),
        other => panic!("expected a fused location, got {other:?}"),
    };
    assert_eq!(context.fused_location(&[], None), unknown);
    assert_eq!(context.fused_location(&[unknown, unknown], None), unknown);
    assert_eq!(context.fused_location(&[a, unknown, a], None), a);
    assert_eq!(parts(context.fused_location(&[], one)), [unknown]);
    assert_eq!(parts(context.fused_location(&[a], one)), [a]);
    let ab = context.fused_location(&[a, b], None);
    assert_eq!(parts(context.fused_location(&[ab, c, b], None)), [a, b, c]);
    assert_eq!(parts(context.fused_location(&[ab, c], one)), [ab, c]);
    let ab = context.fused_location(&[a, b], one);
    assert_eq!(parts(context.fused_location(&[ab, c], one)), [a, b, c]);
    assert_eq!(parts(context.fused_location(&[ab, c], two)), [ab, c]);
    assert_eq!(parts(context.fused_location(&[ab, c], None)), [ab, c]);
}

#[test]
fn a_place_by_fewer_numbers_is_another_location() {
    let context = Context::new();
    let file = context.identifier("f");
    let places = [
        context.file_line_col_location(file, 1, 0),
        context.file_line_location(file, 1),
        context.file_columns_location(file, 1, 0, 0),
        context.file_range_location(file, [1, 0], [1, 0]),
    ];
    for (index, place) in places.iter().enumerate() {
        assert_eq!(place.kind(&context), places[0].kind(&context));
        assert!(!places[..index].contains(place));
    }
}
