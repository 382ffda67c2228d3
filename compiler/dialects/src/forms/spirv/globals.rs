//! Modules of `spirv` and what they declare.

use tvmlike_ir::{Attribute, AttributeKind, Context, NamedAttribute, Op};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, RegionStyle, Result};

use super::super::lists;
use super::constants::parse_reference;
use super::{enums, parse_kind, parse_name, parse_number, shows_all};

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

/// `"GLCompute" @f, @a, @b`; of a graph, `@g, @a, @b`.
pub(super) struct EntryPoint {
    pub(super) is_graph: bool,
}

impl OpSyntax for EntryPoint {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        if !self.is_graph {
            enums::parse_string(parser, parts, "execution_model")?;
        }
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
        let (Some(function), Some(AttributeKind::Array(interface))) = (
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
        if !self.is_graph {
            let Some(model) = enums::text_of(context, op, "execution_model") else {
                return false;
            };
            printer.write(format!(" \"{model}\"").as_bytes());
        }
        printer.write(b" ");
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

/// Reads `bind(2, 1)` or `built_in("…")`, and a dictionary of attributes.
pub(super) fn parse_decorations(
    parser: &mut OperationParser<'_, '_, '_>,
    entries: &mut Vec<NamedAttribute>,
    dictionary: &mut Vec<NamedAttribute>,
) -> Result<()> {
    let context = parser.context();
    let mut set = |name: &str, value| {
        let name = context.identifier(name);
        entries.push(NamedAttribute { name, value });
    };
    if parser.take_word("bind") {
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        set("descriptor_set", parse_number(parser)?);
        parser.parse_token(TokenKind::Comma, "expected ','")?;
        set("binding", parse_number(parser)?);
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
    } else if parser.take_word("built_in") {
        let is = |kind: AttributeKind<'_>| matches!(kind, AttributeKind::String { .. });
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        set("built_in", parse_kind(parser, None, is)?);
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
    }
    parser.parse_optional_attr_dict(dictionary)
}

/// What [`parse_decorations`] reads but for the dictionary.
pub(super) struct Decorations {
    binding: Option<(i64, i64)>,
    built_in: Option<Attribute>,
}

impl Decorations {
    /// The names of the attributes.
    pub(super) const NAMES: [&'static str; 3] = ["descriptor_set", "binding", "built_in"];

    /// Those of an operation; `None` if its text cannot show them: one of the two numbers, or the numbers and a built-in.
    pub(super) fn of(context: &Context, op: Op) -> Option<Self> {
        let attribute = |name: &str| op.attribute(context, context.identifier(name));
        let number = |name: &str| attribute(name).and_then(|value| lists::number(context, value));
        let [set, binding, built_in] = Self::NAMES;
        let both = number(set).zip(number(binding));
        let fits = [set, binding]
            .iter()
            .all(|name| attribute(name).is_some() == both.is_some());
        let built_in = attribute(built_in);
        (fits && (both.is_none() || built_in.is_none())).then_some(Self {
            binding: both,
            built_in,
        })
    }

    pub(super) fn print(&self, printer: &mut OperationPrinter<'_>) {
        if let Some((set, binding)) = self.binding {
            printer.write(format!(" bind({set}, {binding})").as_bytes());
        }
        if let Some(name) = self.built_in {
            printer.write(b" built_in(");
            printer.write_attribute(name);
            printer.write(b")");
        }
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
        let mut dictionary = Vec::new();
        parse_decorations(parser, &mut parts.properties, &mut dictionary)?;
        parts.attributes.extend(dictionary);
        let place = parser.place();
        let ty = parser.parse_colon_type()?;
        if !crate::spirv::is(context, ty, "ptr") {
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
        let fits = op.num_operands(context) == 0
            && op.num_results(context) == 0
            && lists::has_only_regions(context, op, 0);
        let Some(decorations) = Decorations::of(context, op).filter(|_| fits) else {
            return false;
        };
        printer.write(b" ");
        printer.write_symbol_name(bytes);
        if let Some(value) = property("initializer") {
            printer.write(b" initializer(");
            printer.write_attribute(value);
            printer.write(b")");
        }
        decorations.print(printer);
        printer.write_attr_dict(&lists::entries(context, op, SHOWN));
        printer.write(b" : ");
        printer.write_attribute(ty);
        true
    }
}

/// `@f "LocalSize", 1, 2, 3`.
pub(super) struct ExecutionMode;

impl OpSyntax for ExecutionMode {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let function = parse_reference(parser)?;
        enums::parse_string(parser, parts, "execution_mode")?;
        let mut values = Vec::new();
        while parser.take(TokenKind::Comma) {
            values.push(parse_number(parser)?);
        }
        for (name, value) in [("fn", function), ("values", context.array_attribute(&values))] {
            let name = context.identifier(name);
            parts.properties.push(NamedAttribute { name, value });
        }
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let property = |name: &str| op.property(context, context.identifier(name));
        let (Some(function), Some(mode), Some(AttributeKind::Array(values))) = (
            property("fn"),
            enums::text_of(context, op, "execution_mode"),
            property("values").map(|value| value.kind(context)),
        ) else {
            return false;
        };
        let values: Option<Vec<i64>> = values.iter().map(|value| lists::number(context, value)).collect();
        let fits = op.num_operands(context) == 0
            && op.num_results(context) == 0
            && lists::has_only_regions(context, op, 0)
            && shows_all(context, op, &[]);
        let Some(values) = values.filter(|_| fits) else {
            return false;
        };
        printer.write(b" ");
        printer.write_attribute(function);
        printer.write(format!(" \"{mode}\"").as_bytes());
        for value in values {
            printer.write(format!(", {value}").as_bytes());
        }
        true
    }
}
