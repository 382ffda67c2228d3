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
fn places_of_a_part_are_those_of_its_file() {
    let context = Context::new();
    let file = context.identifier("f");
    let at = |begin, offset| {
        let part = context.add_source_part(file, b"ab\ncd", begin);
        place(&context, part.location(&context, offset))
    };
    for (begin, offset, line, column) in [
        ((1, 1), 1, 1, 2),
        ((5, 9), 0, 5, 9),
        ((5, 9), 2, 5, 11),
        ((5, 9), 3, 6, 1),
        ((u32::MAX, u32::MAX), 4, u32::MAX, 2),
    ] {
        assert_eq!(at(begin, offset), ("f".to_owned(), line, column));
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

#[test]
fn a_text_that_is_read_again_shares_its_places() {
    let context = Context::new();
    let file = context.identifier("f");
    let place = |text: &str, name| context.add_source(name, text.as_bytes()).location(&context, 2);
    let first = place("a\nb", file);
    assert_eq!(place("a\nb", file), first);
    // Only lengths of lines matter.
    assert_eq!(place("c\nd", file), first);
    let others = [
        place("ab\nc", file),
        place("a\nbc", file),
        place("a\nb", context.identifier("g")),
    ];
    assert!(!others.contains(&first));
    assert_eq!(place("a\nb", file), first);
}

#[test]
fn a_text_without_locations_can_be_forgotten() {
    let context = Context::new();
    let file = context.identifier("f");
    let kept = context.add_source(file, b"a\nb");
    let location = kept.location(&context, 2);
    for length in 1..100 {
        let failed = context.add_source(file, &vec![b'x'; length]);
        context.forget_source(&failed);
    }
    // Another text has these places too, so it stays.
    let again = context.add_source(file, b"c\nd");
    context.forget_source(&again);
    assert_eq!(place(&context, location), ("f".to_owned(), 2, 1));
    let next = context.add_source(file, b"x").location(&context, 0);
    assert_eq!(next.raw(), location.raw() + 2);
    assert_eq!(place(&context, next), ("f".to_owned(), 1, 1));
}
