//! The custom forms of IRDL: definitions with a body, and lists of constraints with names.

use tvmlike_ir::{Attribute, AttributeKind, Context, NamedAttribute, Op, Type, Value};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{
    CustomForm, Delimiter, OpParts, OpSyntax, OperationParser, OperationPrinter, RegionStyle, Result,
};

use super::lists;

/// The form of an operation.
pub(super) fn form(name: &str) -> Option<CustomForm> {
    Some(match name {
        "irdl.dialect" | "irdl.type" | "irdl.attribute" | "irdl.operation" => CustomForm::new(Definition),
        "irdl.parameters" => CustomForm::new(Values::of("!irdl.attribute")),
        "irdl.regions" => CustomForm::new(Values::of("!irdl.region")),
        "irdl.operands" | "irdl.results" => CustomForm::new(Values {
            ty: "!irdl.attribute",
            has_variadicity: true,
        }),
        "irdl.attributes" => CustomForm::new(Attributes),
        "irdl.base" => CustomForm::new(Base),
        _ => return None,
    })
}

const NAME: &str = "sym_name";
const NAMES: &str = "names";
const ATTRIBUTE_NAMES: &str = "attributeValueNames";
const VARIADICITY: &str = "variadicity";

fn set(context: &Context, parts: &mut OpParts, name: &str, value: Attribute) {
    let name = context.identifier(name);
    parts.properties.push(NamedAttribute { name, value });
}

fn strings(context: &Context, op: Op, name: &str) -> Option<Vec<Vec<u8>>> {
    let value = op.property(context, context.identifier(name))?;
    let AttributeKind::Array(names) = value.kind(context) else {
        return None;
    };
    let string = |name: Attribute| match name.kind(context) {
        AttributeKind::String { bytes, .. } => Some(bytes.to_vec()),
        _ => None,
    };
    names.iter().map(string).collect()
}

/// `@name attributes {…} { … }`.
struct Definition;

impl OpSyntax for Definition {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let name = lists::symbol_name(parser)?;
        set(context, parts, NAME, name);
        if parser.take_word("attributes") {
            if !parser.is_at(TokenKind::LeftBrace) {
                return Err(parser.wrong_token("expected '{' in attribute dictionary"));
            }
            parser.parse_optional_attr_dict(&mut parts.attributes)?;
        }
        let region = match parser.is_at(TokenKind::LeftBrace) {
            true => parser.parse_region()?,
            false => parser.create_open_region(),
        };
        parser.ensure_block(region);
        parts.regions.push(region);
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let name = op.property(context, context.identifier(NAME));
        let (Some(AttributeKind::String { bytes, .. }), Some(region)) =
            (name.map(|name| name.kind(context)), op.region(context, 0))
        else {
            return false;
        };
        if op.num_operands(context) + op.num_results(context) > 0 || op.num_regions(context) != 1 {
            return false;
        }
        printer.write(b" ");
        printer.write_symbol_name(bytes);
        printer.write_attr_dict_with_keyword(&lists::entries(context, op, &[NAME]));
        printer.write(b" ");
        let is_empty = |block: tvmlike_ir::Block| block.first_op(context).is_none();
        if !region.first_block(context).is_none_or(is_empty) {
            printer.print_region(
                region,
                RegionStyle {
                    entry_arguments: true,
                    terminator: true,
                    empty_block: true,
                },
            );
        }
        true
    }
}

/// `(a: %0, b: variadic %1)`.
struct Values {
    ty: &'static str,
    has_variadicity: bool,
}

impl Values {
    const fn of(ty: &'static str) -> Self {
        Self {
            ty,
            has_variadicity: false,
        }
    }
}

fn handle(parser: &OperationParser<'_, '_, '_>, name: &str) -> Result<Type> {
    tvmlike_text::parse_defined_type(parser.context(), name)
        .map_err(|error| parser.op_error(parser.place(), error.message()))
}

impl OpSyntax for Values {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let ty = handle(parser, self.ty)?;
        let (mut names, mut kinds) = (Vec::new(), Vec::new());
        let mut more = parser.open_list(Delimiter::Paren, "")?;
        while more {
            let Some(name) = parser.parse_optional_keyword() else {
                return Err(parser.op_error(parser.place(), "expected valid keyword"));
            };
            names.push(context.string_attribute(name.as_bytes()));
            parser.parse_token(TokenKind::Colon, "expected ':'")?;
            if self.has_variadicity {
                let words = ["single", "optional", "variadic"];
                let word = words.into_iter().find(|word| parser.take_word(word));
                kinds.push(word.unwrap_or("single"));
            }
            let operand = parser.parse_operand()?;
            parts.operands.push(parser.resolve_operand(operand, ty)?);
            more = parser.next_in_list(Delimiter::Paren, "")?;
        }
        set(context, parts, NAMES, context.array_attribute(&names));
        if self.has_variadicity {
            let text = format!("#irdl<variadicity_array[{}]>", kinds.join(", "));
            let value = tvmlike_text::parse_defined_attribute(context, &text)
                .map_err(|error| parser.op_error(parser.place(), error.message()))?;
            set(context, parts, VARIADICITY, value);
        }
        parser.parse_optional_attr_dict(&mut parts.attributes)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some(names) = strings(context, op, NAMES).filter(|_| lists::has_only_regions(context, op, 0))
        else {
            return false;
        };
        let kinds = match self.has_variadicity {
            true => variadicity(context, op),
            false => vec![String::new(); names.len()],
        };
        if names.len() != op.num_operands(context) || kinds.len() != names.len() {
            return false;
        }
        printer.write(b"(");
        for (index, ((name, kind), operand)) in names.iter().zip(&kinds).zip(op.operands(context)).enumerate()
        {
            printer.write(if index > 0 { b", ".as_slice() } else { b"" });
            printer.write(name);
            printer.write(b": ");
            if matches!(&**kind, "optional" | "variadic") {
                printer.write(kind.as_bytes());
                printer.write(b" ");
            }
            printer.write_value(operand);
        }
        printer.write(b")");
        printer.write_attr_dict(&lists::entries(context, op, &[NAMES, VARIADICITY]));
        true
    }
}

/// The kinds of the operands or results that an operation lists: "single", "optional", "variadic".
pub(crate) fn variadicity(context: &Context, op: Op) -> Vec<String> {
    let value = op.property(context, context.identifier(VARIADICITY));
    let text = value.map(|value| tvmlike_text::quote_attribute(context, value));
    let text = text.unwrap_or_default();
    let list = text.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    let words = list.map(|(list, _)| list.split([',', ' '])).into_iter().flatten();
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// `{"a" = %0, "b" = %1}`.
struct Attributes;

impl OpSyntax for Attributes {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let ty = handle(parser, "!irdl.attribute")?;
        let mut names = Vec::new();
        if parser.take(TokenKind::LeftBrace) {
            loop {
                // The verifier refuses what is no string.
                names.push(parser.parse_attribute(None)?);
                parser.parse_token(TokenKind::Equal, "expected '='")?;
                let operand = parser.parse_operand()?;
                parts.operands.push(parser.resolve_operand(operand, ty)?);
                if !parser.take(TokenKind::Comma) {
                    break;
                }
            }
            parser.parse_token(TokenKind::RightBrace, "expected '}'")?;
        }
        set(context, parts, ATTRIBUTE_NAMES, context.array_attribute(&names));
        parser.parse_optional_attr_dict(&mut parts.attributes)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let names = op.property(context, context.identifier(ATTRIBUTE_NAMES));
        let Some(AttributeKind::Array(names)) = names.map(|names| names.kind(context)) else {
            return false;
        };
        let operands: Vec<Value> = op.operands(context).collect();
        if names.iter().len() != operands.len() || !lists::has_only_regions(context, op, 0) {
            return false;
        }
        let is_empty = operands.is_empty();
        printer.write(if is_empty { b" " } else { b" {" });
        for (index, (name, operand)) in names.iter().zip(operands).enumerate() {
            printer.write(if index > 0 { b", ".as_slice() } else { b"" });
            printer.write_attribute(name);
            printer.write(b" = ");
            printer.write_value(operand);
        }
        printer.write(if is_empty { b"" } else { b"}" });
        printer.write_attr_dict(&lists::entries(context, op, &[ATTRIBUTE_NAMES]));
        true
    }
}

/// `@dialect::@name` or `"!dialect.name"`.
struct Base;

const REFERENCE: &str = "base_ref";
const BASE_NAME: &str = "base_name";

impl OpSyntax for Base {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        if parser.is_at(TokenKind::AtId) {
            let reference = parser.parse_attribute(None)?;
            set(context, parts, REFERENCE, reference);
        }
        if let Some(name) = parser.parse_optional_string() {
            set(context, parts, BASE_NAME, context.string_attribute(&name));
        }
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        parts.results.push(handle(parser, "!irdl.attribute")?);
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        if op.num_operands(context) != 0
            || op.num_results(context) != 1
            || !lists::has_only_regions(context, op, 0)
        {
            return false;
        }
        let shown = [REFERENCE, BASE_NAME];
        for value in shown
            .map(|name| op.property(context, context.identifier(name)))
            .into_iter()
            .flatten()
        {
            printer.write(b" ");
            printer.write_attribute(value);
        }
        printer.write(b" ");
        printer.write_attr_dict(&lists::entries(context, op, &shown));
        true
    }
}
