//! Locations in source texts.

use tvmlike_ir::{Context, LocationKind};

fn place(context: &Context, location: tvmlike_ir::Location) -> (String, u32, u32) {
    match location.kind(context) {
        LocationKind::FileRange {
            file,
            start_line,
            start_col,
            ..
        } => (file.text(context).into_owned(), start_line, start_col),
        other => panic!("{other:?}"),
    }
}

#[test]
fn places_of_texts_are_lines_and_columns() {
    let context = Context::new();
    let texts = ["ab\ncd\n", "", "x\n\ny"];
    let sources: Vec<_> = texts
        .iter()
        .enumerate()
        .map(|(n, text)| context.add_source(context.identifier(format!("f{n}")), text.as_bytes()))
        .collect();
    for (n, text) in texts.iter().enumerate() {
        let (mut line, mut column) = (1, 1);
        for (offset, byte) in text.bytes().chain([b' ']).enumerate() {
            let location = sources[n].location(&context, offset as u32);
            assert_eq!(place(&context, location), (format!("f{n}"), line, column));
            assert_eq!(
                location.canonical(&context),
                context.file_line_col_location(context.identifier(format!("f{n}")), line, column)
            );
            (line, column) = if byte == b'\n' {
                (line + 1, 1)
            } else {
                (line, column + 1)
            };
        }
    }
}

#[test]
fn lazy_locations_inside_others_become_attributes() {
    let context = Context::new();
    let source = context.add_source(context.identifier("f"), b"a\nb");
    let (a, b) = (source.location(&context, 0), source.location(&context, 2));
    let known = context.file_line_col_location(context.identifier("f"), 2, 1);
    assert_eq!(
        context.fused_location(&[a, b, known], None),
        context.fused_location(&[a, known], None)
    );
    assert_eq!(
        tvmlike_ir::Location::from_attribute(&context, context.location_attribute(b)),
        Some(known),
    );
}
