//! `{…} ins(%a, %b : type, type) outs(%c : type)`: the operands of structured operations.

use tvmlike_ir::{AttributeKind, Op, Type, TypeKind};
use tvmlike_syntax::{Span, TokenKind};
use tvmlike_text::{OpParts, OperationParser, OperationPrinter, Result, UnresolvedOperand};

use crate::forms::lists;

/// What was read of one group.
struct Group {
    operands: Vec<UnresolvedOperand>,
    types: Vec<Type>,
    place: Span,
}

/// The types of the operands.
pub(super) struct Types {
    pub(super) inputs: Vec<Type>,
    pub(super) outputs: Vec<Type>,
}

fn group(parser: &mut OperationParser<'_, '_, '_>, word: &str) -> Result<Group> {
    let mut group = Group {
        operands: Vec::new(),
        types: Vec::new(),
        place: parser.place(),
    };
    if parser.take_word(word) {
        group.place = parser.place();
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        if word == "ins" {
            group.place = parser.place();
        }
        parser.parse_operand_list(&mut group.operands)?;
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        group.types = parser.parse_type_list()?;
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
    }
    Ok(group)
}

/// Reads the attributes and operands. The operation has their numbers as a property if `with_segments`.
pub(super) fn parse(
    parser: &mut OperationParser<'_, '_, '_>,
    parts: &mut OpParts,
    with_segments: bool,
) -> Result<Types> {
    let context = parser.context();
    let has_properties = parser.take(TokenKind::Less);
    if has_properties {
        let place = parser.place();
        let properties = parser.parse_attribute(None)?;
        let AttributeKind::Dictionary(entries) = properties.kind(context) else {
            return Err(parser.op_error(place, "expected a dictionary of properties"));
        };
        parts.properties.extend(entries.iter());
        parser.parse_token(TokenKind::Greater, "expected '>'")?;
    }
    let attributes_place = parser.place();
    parser.parse_optional_attr_dict(&mut parts.attributes)?;
    let inputs = group(parser, "ins")?;
    let outputs = group(parser, "outs")?;
    for group in [&inputs, &outputs] {
        lists::resolve(parser, parts, &group.operands, &group.types, group.place)?;
    }
    if with_segments {
        lists::set_segments(context, parts, &[inputs.operands.len(), outputs.operands.len()]);
    }
    if !has_properties {
        parser.check_inherent_attributes(attributes_place, &parts.attributes)?;
    }
    Ok(Types {
        inputs: inputs.types,
        outputs: outputs.types,
    })
}

/// Prints the operands, of which the first are inputs.
pub(super) fn print(printer: &mut OperationPrinter<'_>, op: Op, inputs: usize) {
    let context = printer.context();
    let count = op.num_operands(context);
    for (word, range) in [(b" ins(".as_slice(), 0..inputs), (b" outs(", inputs..count)] {
        if range.is_empty() {
            continue;
        }
        let values = || range.clone().filter_map(|index| op.operand(context, index));
        printer.write(word);
        lists::print_values(printer, values());
        printer.write(b" : ");
        lists::print_types(printer, values().map(|value| value.ty(context)));
        printer.write(b")");
    }
}

/// The type of the argument of the body for an operand.
pub(super) fn argument_type(context: &tvmlike_ir::Context, ty: Type) -> Type {
    match ty.kind(context) {
        TypeKind::RankedTensor { element, .. } | TypeKind::MemRef { element, .. } => element,
        _ => ty,
    }
}
