//! The custom form of operations with a mode, whose keyword stands in the dictionary of attributes:
//! `%0, %1 {axis = 1 : i32, nan_mode = IGNORE} : (i32, i32) -> i32`.

use tvmlike_define::SymbolDefinition;
use tvmlike_ir::{Attribute, AttributeKind, Context, NamedAttribute, Op};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{
    Delimiter, OpParts, OpSyntax, OperationParser, OperationPrinter, Result, parse_defined_attribute,
};

use super::super::lists;

/// The attribute of an operation that is a mode.
pub(super) struct Mode {
    name: &'static str,
    /// The name of its definition in `tosa`.
    symbol: &'static str,
    /// What messages call it.
    word: &'static str,
    /// The keyword of the value that is not shown.
    default: Option<&'static str>,
}

pub(super) const NAN: Mode = Mode {
    name: "nan_mode",
    symbol: "nan_mode",
    word: "nan_mode",
    default: Some("PROPAGATE"),
};
pub(super) const ROUNDING: Mode = Mode {
    name: "rounding_mode",
    symbol: "rounding_mode",
    word: "rounding_mode",
    default: None,
};
pub(super) const RESIZE: Mode = Mode {
    name: "mode",
    symbol: "resize_mode",
    word: "resize mode",
    default: None,
};
pub(super) const BLOCK_SIZE: Mode = Mode {
    name: "block_size",
    symbol: "block_size",
    word: "block_size",
    default: None,
};

impl Mode {
    fn parse_entry(&self, parser: &mut OperationParser<'_, '_, '_>) -> Result<NamedAttribute> {
        let context = parser.context();
        let name = parser.word().to_owned();
        if name.is_empty() {
            return Err(parser.wrong_token("expected attribute name"));
        }
        parser.advance();
        parser.parse_token(TokenKind::Equal, "expected '='")?;
        let word = parser.word().to_owned();
        let value = if name == self.name && !word.is_empty() {
            parser.advance();
            self.value(context, &word).ok_or_else(|| {
                parser.op_error(parser.place(), format!("invalid {} value: {word}", self.word))
            })?
        } else {
            parser.parse_attribute(None)?
        };
        let name = context.identifier(&*name);
        Ok(NamedAttribute { name, value })
    }

    fn value(&self, context: &Context, keyword: &str) -> Option<Attribute> {
        parse_defined_attribute(context, format!("#tosa.{}<{keyword}>", self.symbol)).ok()
    }

    /// The keyword of a value.
    fn keyword<'c>(&self, context: &'c Context, value: Attribute) -> Option<&'c str> {
        let (info, parameters) = value.symbol(context)?;
        let AttributeKind::Integer { value, .. } = parameters.get(0)?.kind(context) else {
            return None;
        };
        let value = value.to_u64()?;
        let definition = info.extensions().get::<SymbolDefinition>()?;
        let mut enums = definition.dialect().enums.iter();
        let cases = enums.find(|one| one.attribute.as_deref() == Some(self.symbol))?;
        let case = cases.cases.iter().find(|case| case.value == value)?;
        Some(&case.keyword)
    }
}

impl OpSyntax for Mode {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let mut operands = vec![parser.parse_operand()?];
        while parser.take(TokenKind::Comma) {
            operands.push(parser.parse_operand()?);
        }
        if parser.is_at(TokenKind::LeftBrace) {
            let mut more = parser.open_list(Delimiter::Brace, "")?;
            while more {
                let entry = self.parse_entry(parser)?;
                parts.attributes.push(entry);
                more = parser.next_in_list(Delimiter::Brace, "")?;
            }
        }
        let context = parser.context();
        let name = context.identifier(self.name);
        if !parts.attributes.iter().any(|entry| entry.name == name)
            && let Some(value) = self.default.and_then(|keyword| self.value(context, keyword))
        {
            parts.properties.push(NamedAttribute { name, value });
        }
        let place = parser.place();
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        let (types, results) = lists::function_type(parser, place)?;
        lists::resolve(parser, parts, &operands, &types, parser.span())?;
        parts.results = results;
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let mut entries = lists::entries(context, op, &[]);
        let name = context.identifier(self.name);
        let mode = entries.iter().find(|entry| entry.name == name);
        let keyword = mode.and_then(|entry| self.keyword(context, entry.value));
        if mode.is_some() != keyword.is_some() || !lists::has_only_regions(context, op, 0) {
            return false;
        }
        if keyword == self.default {
            entries.retain(|entry| entry.name != name);
        }
        printer.write(b" ");
        lists::print_values(printer, op.operands(context));
        for (index, entry) in entries.iter().enumerate() {
            printer.write(if index == 0 { b" {" } else { b", " });
            printer.write(entry.name.bytes(context));
            printer.write(b" = ");
            match keyword {
                Some(keyword) if entry.name == name => printer.write(keyword.as_bytes()),
                _ => printer.write_attribute(entry.value),
            }
        }
        printer.write(if entries.is_empty() { b" : (" } else { b"} : (" });
        lists::print_types(printer, op.operands(context).map(|operand| operand.ty(context)));
        printer.write(b") -> ");
        lists::print_result_types(printer, op);
        true
    }
}
