//! Aliases: names, order and place of their definitions, as `mlir-opt` 22 chooses them.

use tvmlike_ir::{Attribute, Context, Location};
use tvmlike_text::{AliasBuilder, Elision, PrintOptions, Printer, parse_attribute, parse_location};

fn attribute(context: &Context, text: &str) -> Attribute {
    parse_attribute(context, text, None).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn location(context: &Context, text: &str) -> Location {
    parse_location(context, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The definitions at the start, the attribute, and the definitions at the end.
fn print(context: &Context, builder: AliasBuilder<'_>, printed: Attribute) -> String {
    let mut printer = Printer::new(context, PrintOptions::default());
    printer.aliases = builder.finish();
    let mut out = Vec::new();
    printer.print_alias_definitions(&mut out, false);
    printer.print_attribute(&mut out, printed, Elision::Never);
    out.push(b'\n');
    printer.print_alias_definitions(&mut out, true);
    String::from_utf8(out).unwrap()
}

#[test]
fn maps_sets_locations_distinct_attributes_and_long_tuples_have_aliases() {
    let context = Context::new();
    let long = "tuple<i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14, i15, i16, i17>";
    let text = format!(
        "[affine_set<(d0) : (d0 == 0)>, memref<4xi32, affine_map<(d0) -> (d0 + 1)>>, affine_map<(d0) -> (d0)>, \
         distinct[5]<affine_map<() -> ()>>, loc(\"n\"(\"f\":1:2)), {long}, distinct[6]<>]"
    );
    let printed = attribute(&context, &text);
    let mut builder = AliasBuilder::new(&context);
    builder.visit_attribute(printed, true);
    assert_eq!(
        print(&context, builder, printed),
        format!(
            "!tuple = {long}\n\
             #loc = loc(\"f\":1:2)\n\
             #map = affine_map<(d0) -> (d0 + 1)>\n\
             #map1 = affine_map<(d0) -> (d0)>\n\
             #map2 = affine_map<() -> ()>\n\
             #set = affine_set<(d0) : (d0 == 0)>\n\
             #distinct = distinct[0]<#map2>\n\
             #loc1 = loc(\"n\"(#loc))\n\
             [#set, memref<4xi32, #map>, #map1, #distinct, #loc1, !tuple, distinct[1]<>]\n"
        )
    );
}

#[test]
fn locations_behind_operations_are_defined_at_the_end() {
    let context = Context::new();
    let printed = attribute(
        &context,
        "[loc(\"shared\"), affine_map<(d0) -> (d0)>, distinct[0]<1>]",
    );
    let mut builder = AliasBuilder::new(&context);
    for text in [
        "loc(\"first\")",
        "loc(fused<affine_map<() -> ()>>[\"a\", \"shared\"])",
        "loc(callsite(\"b\" at \"c\":3:4))",
    ] {
        builder.visit_location(location(&context, text), true);
    }
    // A block argument's location is needed at once, and so are its parts.
    builder.visit_location(location(&context, "loc(callsite(\"b\" at \"c\":3:4))"), false);
    builder.visit_attribute(printed, true);
    assert_eq!(
        print(&context, builder, printed),
        "#distinct = distinct[0]<1 : i64>\n\
         #loc2 = loc(\"shared\")\n\
         #loc3 = loc(\"b\")\n\
         #loc4 = loc(\"c\":3:4)\n\
         #map1 = affine_map<(d0) -> (d0)>\n\
         #loc6 = loc(callsite(#loc3 at #loc4))\n\
         [#loc2, #map1, #distinct]\n\
         #loc = loc(\"first\")\n\
         #loc1 = loc(\"a\")\n\
         #map = affine_map<() -> ()>\n\
         #loc5 = loc(fused<#map>[#loc1, #loc2])\n"
    );
}

#[test]
fn pretty_locations_have_a_form_for_people() {
    let context = Context::new();
    let cases = [
        ("loc(unknown)", "[unknown]"),
        ("loc(\"f\":1:2 to :5)", "f:1:2 to :5"),
        ("loc(\"n\"(\"f\":1:2))", "\"n\"(f:1:2)"),
        ("loc(callsite(\"n\" at \"f\":1:2))", "\"n\" at f:1:2"),
        ("loc(callsite(\"f\":1:2 at \"g\":3:4))", "f:1:2\n at g:3:4"),
        ("loc(fused<\"m\">[\"a\", \"f\":1:2])", "<\"m\">[\"a\", f:1:2]"),
    ];
    let options = PrintOptions {
        pretty_debug_info: true,
        ..PrintOptions::default()
    };
    for (text, expected) in cases {
        let mut out = Vec::new();
        Printer::new(&context, options.clone()).print_location(&mut out, location(&context, text), true);
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
