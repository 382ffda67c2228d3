//! The custom forms of `vector.contract` and `vector.outerproduct`.

use tvmlike_ir::{Attribute, AttributeKind, Context, NamedAttribute, Op, Type, TypeKind};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::super::iterators::{self, Iterators};
use super::{find, lists};

/// `{indexing_maps = […], iterator_types = ["parallel"], kind = …} %a, %b, %c {…} : type, type into type`.
pub(super) struct Contract;

/// `%a, %b, %c {…} : type, type`.
pub(super) struct OuterProduct;

/// What the first dictionary of a contraction shows.
const TRAITS: [&str; 3] = ["indexing_maps", iterators::NAME, KIND];
const KIND: &str = "kind";
const LOOPS: Iterators = Iterators {
    prefix: "#vector.iterator_type<",
    words: &["parallel", "reduction"],
};

/// Sets the kind of combination to addition if it is not set.
fn set_default_kind(context: &Context, parts: &mut OpParts) {
    if find(context, &parts.attributes, KIND).is_none() {
        let value = tvmlike_text::parse_defined_attribute(context, "#vector.kind<add>")
            .expect("an attribute of the dialect");
        let name = context.identifier(KIND);
        parts.properties.push(NamedAttribute { name, value });
    }
}

/// The kinds of loops that are named, or the text that names none.
fn kinds_of_loops(context: &Context, array: Attribute) -> std::result::Result<Option<Attribute>, String> {
    let AttributeKind::Array(array) = array.kind(context) else {
        return Ok(None);
    };
    let mut found = Vec::new();
    for one in array.iter() {
        let AttributeKind::String { bytes, .. } = one.kind(context) else {
            return Err(tvmlike_text::quote_attribute(context, one));
        };
        found.push(LOOPS.of_word(context, bytes)?);
    }
    Ok(Some(context.array_attribute(&found)))
}

/// A vector of truth values with the sizes of a vector.
fn mask_type(context: &Context, ty: Type) -> Option<Type> {
    let TypeKind::Vector { shape, scalable, .. } = ty.kind(context) else {
        return None;
    };
    let flags: Vec<bool> = (0..shape.len()).map(|index| scalable.get(index)).collect();
    context.vector_type(&shape.to_vec(), context.i1(), &flags).ok()
}

impl OpSyntax for Contract {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let place = parser.place();
        let dictionary = parser.parse_attribute(None)?;
        let AttributeKind::Dictionary(entries) = dictionary.kind(context) else {
            return Err(parser.op_error(place, "invalid kind of attribute specified"));
        };
        let mut operands = vec![parser.parse_operand()?];
        for _ in 0..2 {
            parser.parse_token(TokenKind::Comma, "expected ','")?;
            operands.push(parser.parse_operand()?);
        }
        if parser.take(TokenKind::Comma) {
            parser.parse_operand_list(&mut operands)?;
        }
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        let types = parser.parse_type_list()?;
        parser.parse_keyword("into")?;
        let result = parser.parse_type()?;
        let &[lhs, rhs, ..] = types.as_slice() else {
            return Err(parser.op_error(parser.op_place(), "expected the types of two operands"));
        };
        for (operand, ty) in operands.iter().zip([lhs, rhs, result]) {
            parts.operands.push(parser.resolve_operand(*operand, ty)?);
        }
        parts.results.push(result);
        parts.attributes.extend(entries.iter());
        let named =
            find(context, &parts.attributes, iterators::NAME).map(|array| kinds_of_loops(context, array));
        let loops = match named {
            Some(Ok(Some(loops))) => loops,
            Some(Err(word)) => {
                return Err(parser.op_error(place, format!("unexpected iterator_type ({word})")));
            }
            _ => {
                let message = "expected \"iterator_types\" array attribute";
                return Err(parser.op_error(place, message));
            }
        };
        for entry in &mut parts.attributes {
            if entry.name.bytes(context) == iterators::NAME.as_bytes() {
                entry.value = loops;
            }
        }
        set_default_kind(context, parts);
        let masks = &operands[3..];
        if masks.is_empty() {
            return parser.refuse_duplicates(parts);
        }
        let types = mask_type(context, lhs).zip(mask_type(context, rhs));
        let (Some(types), true) = (types, masks.len() == 2) else {
            let message = "expected zero or exactly 2 vector mask operands";
            return Err(parser.op_error(parser.op_place(), message));
        };
        for (mask, ty) in masks.iter().zip([types.0, types.1]) {
            parts.operands.push(parser.resolve_operand(*mask, ty)?);
        }
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let fits = op.num_operands(context) >= 3 && op.num_results(context) == 1;
        if !fits || !lists::has_only_regions(context, op, 0) {
            return false;
        }
        let Some((shown, others)) = LOOPS.split(context, lists::entries(context, op, &[]), &TRAITS) else {
            return false;
        };
        let Ok(shown) = context.dictionary_attribute(&shown) else {
            return false;
        };
        printer.write(b" ");
        printer.write_attribute(shown);
        printer.write(b" ");
        lists::print_values(printer, op.operands(context).take(3));
        printer.write_attr_dict(&others);
        printer.write(b" : ");
        lists::print_types(
            printer,
            op.operands(context).take(2).map(|value| value.ty(context)),
        );
        printer.write(b" into ");
        lists::print_types(printer, op.results(context).map(|value| value.ty(context)));
        true
    }
}

/// The sizes of the result of an outer product, and which of them are scalable: the first dimensions of the operands.
fn outer_dims(context: &Context, ty: Type) -> Option<(i64, bool)> {
    match ty.kind(context) {
        TypeKind::Vector { shape, scalable, .. } => Some((shape.iter().next()?, scalable.get(0))),
        _ => None,
    }
}

impl OpSyntax for OuterProduct {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let mut operands = Vec::new();
        parser.parse_operand_list(&mut operands)?;
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        let lhs = parser.parse_colon_type()?;
        parser.parse_token(TokenKind::Comma, "expected ','")?;
        let rhs = parser.parse_type()?;
        let refused = |message: &str| Err(parser.op_error(parser.op_place(), message));
        if operands.len() < 2 {
            return refused("expected at least 2 operands");
        }
        let (Some(rows), Some(element)) = (outer_dims(context, lhs), lhs.element_type(context)) else {
            return refused("expected vector type for operand #1");
        };
        let dims: Vec<(i64, bool)> = std::iter::once(rows).chain(outer_dims(context, rhs)).collect();
        let (sizes, flags): (Vec<i64>, Vec<bool>) = dims.into_iter().unzip();
        let result = match context.vector_type(&sizes, element, &flags) {
            Ok(result) => result,
            Err(error) => return refused(error.message()),
        };
        set_default_kind(context, parts);
        for (operand, ty) in operands.iter().zip([lhs, rhs, result]) {
            parts.operands.push(parser.resolve_operand(*operand, ty)?);
        }
        parts.results.push(result);
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let fits = matches!(op.num_operands(context), 2 | 3) && op.num_results(context) == 1;
        if !fits || !lists::has_only_regions(context, op, 0) {
            return false;
        }
        printer.write(b" ");
        lists::print_values(printer, op.operands(context));
        if op.num_operands(context) == 3 {
            printer.write_attr_dict(&lists::entries(context, op, &[]));
        }
        printer.write(b" : ");
        lists::print_types(
            printer,
            op.operands(context).take(2).map(|value| value.ty(context)),
        );
        true
    }
}
