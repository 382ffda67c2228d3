//! The forms of `linalg.generic` and `linalg.yield`.

use tvmlike_ir::{Attribute, AttributeKind, Context, NamedAttribute, Op};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, RegionStyle, Result};

use super::groups;
use crate::forms::iterators::{self, Iterators};
use crate::forms::lists;

/// What the first dictionary of `linalg.generic` shows.
const TRAITS: &[&str] = &["doc", "indexing_maps", iterators::NAME, "library_call"];
const ITERATORS: Iterators = Iterators {
    prefix: "#linalg.iterator_type<",
    words: &["parallel", "reduction", "window"],
};

/// `{…} ins(%a : type) outs(%b : type) attrs = {…} { … } -> type`.
pub(super) struct Generic;

impl OpSyntax for Generic {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let place = parser.place();
        let dictionary = parser.parse_attribute(None)?;
        let AttributeKind::Dictionary(entries) = dictionary.kind(context) else {
            return Err(parser.op_error(place, "invalid kind of attribute specified"));
        };
        parts.attributes.extend(entries.iter());
        let iterators = parts
            .attributes
            .iter_mut()
            .find(|entry| entry.name.bytes(context) == iterators::NAME.as_bytes());
        let array = iterators.as_ref().map(|entry| entry.value.kind(context));
        let (Some(entry), Some(AttributeKind::Array(array))) = (iterators, array) else {
            let message = "expected \"iterator_types\" array attribute";
            return Err(parser.op_error(place, message));
        };
        let all: std::result::Result<Vec<Attribute>, String> =
            array.iter().map(|one| iterator_type(context, one)).collect();
        entry.value = match all {
            Ok(all) => context.array_attribute(&all),
            Err(text) => {
                let message = format!("unexpected iterator_type ({text})");
                return Err(parser.op_error(parser.place(), message));
            }
        };
        groups::parse(parser, parts, true)?;
        if parser.take_word("attrs") {
            parser.parse_token(TokenKind::Equal, "expected '='")?;
            parser.parse_optional_attr_dict(&mut parts.attributes)?;
        }
        let region = parser.parse_region()?;
        parts.regions.push(region);
        parts.results = lists::optional_arrow_types(parser)?;
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some(([inputs, _], region)) = lists::segments(context, op).zip(op.region(context, 0)) else {
            return false;
        };
        if !lists::has_only_regions(context, op, 1) {
            return false;
        }
        let entries = lists::entries(context, op, &[lists::SEGMENTS]);
        let Some((shown, others)) = ITERATORS.split(context, entries, TRAITS) else {
            return false;
        };
        printer.write_attr_dict(&shown);
        groups::print(printer, op, inputs);
        if !others.is_empty() {
            // MLIR prints two spaces.
            printer.write(b" attrs = ");
            printer.write_attr_dict(&others);
        }
        printer.write(b" ");
        printer.print_region(region, RegionStyle::default());
        lists::print_optional_arrow_types(printer, op);
        true
    }
}

/// The attribute for `"parallel"`, or for itself; else the text that is no kind of loops.
fn iterator_type(context: &Context, attribute: Attribute) -> std::result::Result<Attribute, String> {
    let AttributeKind::String { bytes, .. } = attribute.kind(context) else {
        return Ok(attribute);
    };
    ITERATORS.of_word(context, bytes)
}

/// `%a, %b : type, type`.
pub(super) struct Yield;

impl OpSyntax for Yield {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let place = parser.place();
        let mut operands = Vec::new();
        parser.parse_operand_list(&mut operands)?;
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        if operands.is_empty() {
            return Ok(());
        }
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        let types = parser.parse_type_list()?;
        lists::resolve(parser, parts, &operands, &types, place)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        if op.num_results(context) > 0 || !lists::has_only_regions(context, op, 0) {
            return false;
        }
        let has_operands = op.num_operands(context) > 0;
        if has_operands {
            printer.write(b" ");
            lists::print_values(printer, op.operands(context));
        }
        let entries: Vec<NamedAttribute> = lists::entries(context, op, &[]);
        printer.write_attr_dict(&entries);
        if has_operands {
            printer.write(b" : ");
            lists::print_types(printer, op.operands(context).map(|value| value.ty(context)));
        }
        true
    }
}
