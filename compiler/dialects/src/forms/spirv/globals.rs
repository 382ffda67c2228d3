//! Modules of `spirv` and what they declare.

use tvmlike_ir::{Attribute, AttributeKind, NamedAttribute, Op, Type};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, RegionStyle, Result, quote_type};

use super::super::lists;
use super::constants::parse_reference;
use super::{enums, parse_name, shows_all};

/// `@name Logical GLSL450 requires #spirv.vce<…> attributes {…} { … }`.
pub(super) struct Module;

impl OpSyntax for Module {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        if parser.is_at(TokenKind::AtId) {
            parse_name(parser, parts)?;
        }
        enums::parse_keyword(parser, parts, "addressing_model")?;
        enums::parse_keyword(parser, parts, "memory_model")?;
        if parser.take_word("requires") {
            let place = parser.place();
            let value = parser.parse_attribute(None)?;
            if !tvmlike_text::quote_attribute(context, value).starts_with("#spirv.vce<") {
                return Err(parser.op_error(place, "invalid kind of attribute specified"));
            }
            let name = context.identifier("vce_triple");
            parts.properties.push(NamedAttribute { name, value });
        }
        if parser.take_word("attributes") {
            parts.attributes.extend(parser.parse_attribute_dict()?);
        }
        let region = parser.parse_region()?;
        parser.ensure_block(region);
        parts.regions.push(region);
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        const SHOWN: &[&str] = &["addressing_model", "memory_model", "vce_triple", "sym_name"];
        let context = printer.context();
        let (Some(region), Some(addressing), Some(memory)) = (
            op.region(context, 0),
            enums::text_of(context, op, SHOWN[0]),
            enums::text_of(context, op, SHOWN[1]),
        ) else {
            return false;
        };
        let fits = op.num_operands(context) == 0
            && op.num_results(context) == 0
            && lists::has_only_regions(context, op, 1)
            && region
                .first_block(context)
                .is_none_or(|block| block.num_arguments(context) == 0);
        if !fits {
            return false;
        }
        let name = op.property(context, context.identifier("sym_name"));
        if let Some(AttributeKind::String { bytes, .. }) = name.map(|name| name.kind(context)) {
            printer.write(b" ");
            printer.write_symbol_name(bytes);
        }
        printer.write(format!(" {addressing} {memory}").as_bytes());
        if let Some(triple) = op.property(context, context.identifier("vce_triple")) {
            printer.write(b" requires ");
            printer.write_attribute(triple);
        }
        printer.write_attr_dict_with_keyword(&lists::entries(context, op, SHOWN));
        printer.write(b" ");
        printer.print_region(region, RegionStyle::default());
        true
    }
}

/// `"GLCompute" @f, @a, @b`.
pub(super) struct EntryPoint;

impl OpSyntax for EntryPoint {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        enums::parse_string(parser, parts, "execution_model")?;
        let function = parse_reference(parser)?;
        let mut interface = Vec::new();
        while parser.take(TokenKind::Comma) {
            interface.push(parse_reference(parser)?);
        }
        for (name, value) in [
            ("fn", function),
            ("interface", context.array_attribute(&interface)),
        ] {
            let name = context.identifier(name);
            parts.properties.push(NamedAttribute { name, value });
        }
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let property = |name: &str| op.property(context, context.identifier(name));
        let (Some(model), Some(function), Some(AttributeKind::Array(interface))) = (
            enums::text_of(context, op, "execution_model"),
            property("fn"),
            property("interface").map(|value| value.kind(context)),
        ) else {
            return false;
        };
        let fits = op.num_operands(context) == 0
            && op.num_results(context) == 0
            && lists::has_only_regions(context, op, 0)
            && shows_all(context, op, &[]);
        if !fits {
            return false;
        }
        printer.write(format!(" \"{model}\" ").as_bytes());
        printer.write_attribute(function);
        for variable in interface.iter() {
            printer.write(b", ");
            printer.write_attribute(variable);
        }
        true
    }
}

/// `@name initializer(@f) bind(2, 1) built_in("…") {…} : !spirv.ptr<f32, Input>`.
pub(super) struct Variable;

const SHOWN: &[&str] = &[
    "type",
    "sym_name",
    "initializer",
    "binding",
    "descriptor_set",
    "built_in",
];

/// Reads an attribute of a kind.
fn parse_kind(
    parser: &mut OperationParser<'_, '_, '_>,
    hint: Option<Type>,
    is: fn(AttributeKind<'_>) -> bool,
) -> Result<Attribute> {
    let context = parser.context();
    let place = parser.place();
    let value = parser.parse_attribute(hint)?;
    match is(value.kind(context)) {
        true => Ok(value),
        false => Err(parser.op_error(place, "invalid kind of attribute specified")),
    }
}

impl OpSyntax for Variable {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let mut set = |name: &str, value| {
            let name = context.identifier(name);
            parts.properties.push(NamedAttribute { name, value });
        };
        let place = parser.place();
        let Some(name) = parser.parse_optional_symbol_name() else {
            return Err(parser.op_error(place, "expected valid '@'-identifier for symbol name"));
        };
        set("sym_name", context.string_attribute(name.bytes(context)));
        if parser.take_word("initializer") {
            parser.parse_token(TokenKind::LeftParen, "expected '('")?;
            set("initializer", parse_reference(parser)?);
            parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        }
        if parser.take_word("bind") {
            let is = |kind: AttributeKind<'_>| matches!(kind, AttributeKind::Integer { .. });
            parser.parse_token(TokenKind::LeftParen, "expected '('")?;
            set("descriptor_set", parse_kind(parser, Some(context.i32()), is)?);
            parser.parse_token(TokenKind::Comma, "expected ','")?;
            set("binding", parse_kind(parser, Some(context.i32()), is)?);
            parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        } else if parser.take_word("built_in") {
            let is = |kind: AttributeKind<'_>| matches!(kind, AttributeKind::String { .. });
            parser.parse_token(TokenKind::LeftParen, "expected '('")?;
            set("built_in", parse_kind(parser, None, is)?);
            parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        }
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        let place = parser.place();
        let ty = parser.parse_colon_type()?;
        if !quote_type(context, ty).starts_with("!spirv.ptr<") {
            return Err(parser.op_error(place, "expected spirv.ptr type"));
        }
        parts.properties.push(NamedAttribute {
            name: context.identifier("type"),
            value: context.type_attribute(ty),
        });
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let property = |name: &str| op.property(context, context.identifier(name));
        let (Some(AttributeKind::String { bytes, .. }), Some(ty)) = (
            property("sym_name").map(|name| name.kind(context)),
            property("type"),
        ) else {
            return false;
        };
        let number = |name: &str| property(name).and_then(|value| lists::number(context, value));
        let binding = number("descriptor_set").zip(number("binding"));
        let fits = op.num_operands(context) == 0
            && op.num_results(context) == 0
            && lists::has_only_regions(context, op, 0)
            // One of the two, or one of them with a built-in, cannot be shown.
            && property("descriptor_set").is_some() == binding.is_some()
            && property("binding").is_some() == binding.is_some()
            && (binding.is_none() || property("built_in").is_none());
        if !fits {
            return false;
        }
        printer.write(b" ");
        printer.write_symbol_name(bytes);
        if let Some(value) = property("initializer") {
            printer.write(b" initializer(");
            printer.write_attribute(value);
            printer.write(b")");
        }
        if let Some((set, binding)) = binding {
            printer.write(format!(" bind({set}, {binding})").as_bytes());
        }
        if let Some(name) = property("built_in") {
            printer.write(b" built_in(");
            printer.write_attribute(name);
            printer.write(b")");
        }
        printer.write_attr_dict(&lists::entries(context, op, SHOWN));
        printer.write(b" : ");
        printer.write_attribute(ty);
        true
    }
}
