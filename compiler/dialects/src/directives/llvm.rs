//! What formats of `llvm` show in a way of their own: indices, masks, cases, bundles of operands.

use tvmlike_define::{Directive, DirectiveParser, DirectiveParts};
use tvmlike_ir::{Attribute, AttributeKind, Context, Element, Type, TypeKind, Value};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{Delimiter, OperationPrinter, Result};

use super::always;
use super::index_list::numbers;
use crate::llvm::{bundles, element_at, keywords};

/// The number that stands for an operand in the indices of `llvm.getelementptr`.
pub(crate) const DYNAMIC_INDEX: i64 = i32::MIN as i64;

/// `custom<GEPIndices>($operands, $numbers)`: `%0, 1`.
pub(super) const INDICES: Directive = Directive {
    parse: |parser| parse_indices(parser).map(|()| true),
    print: |parts, printer| {
        let mut operands = parts.operands(0).into_iter();
        for (index, number) in numbers(parts.context(), parts.attribute(1))
            .into_iter()
            .enumerate()
        {
            if index > 0 {
                printer.write(b", ");
            }
            match operands.next_if_dynamic(number) {
                Some(operand) => printer.write_value(operand),
                None => printer.write(number.to_string().as_bytes()),
            }
        }
    },
    fits: |parts| {
        let numbers = numbers(parts.context(), parts.attribute(1));
        let dynamic = numbers.iter().filter(|number| **number == DYNAMIC_INDEX).count();
        !numbers.is_empty() && dynamic == parts.operands(0).len()
    },
};

/// Taking an operand for a dynamic index.
trait NextIfDynamic: Iterator {
    fn next_if_dynamic(&mut self, number: i64) -> Option<Self::Item>;
}

impl<T: Iterator> NextIfDynamic for T {
    fn next_if_dynamic(&mut self, number: i64) -> Option<Self::Item> {
        if number == DYNAMIC_INDEX {
            self.next()
        } else {
            None
        }
    }
}

fn parse_indices(parser: &mut DirectiveParser<'_, '_, '_, '_, '_>) -> Result<()> {
    let (mut operands, mut numbers) = (Vec::new(), Vec::new());
    loop {
        let place = parser.place();
        if matches!(parser.token().kind, TokenKind::Integer | TokenKind::Minus) {
            let number = parser.parse_optional_integer()?;
            let number = number.and_then(|number| i32::try_from(number).ok());
            let Some(number) = number else {
                return Err(parser.op_error(place, "integer value too large"));
            };
            numbers.push(number);
        } else {
            numbers.push(i32::MIN);
            operands.push(parser.parse_operand()?);
        }
        if !parser.take(TokenKind::Comma) {
            break;
        }
    }
    parser.set_operands(0, &operands);
    let numbers = parser.context().dense_i32_array(&numbers);
    parser.set_attribute(1, numbers);
    Ok(())
}

/// `custom<InsertExtractValueElementType>(type($value), ref(type($container)), ref($position))`: the type at the position.
pub(super) const ELEMENT_TYPE: Directive = Directive {
    parse: |parser| {
        let context = parser.context();
        let position = numbers(context, parser.attribute(2));
        let container = parser.types(1).first().copied();
        let place = parser.start();
        if let Some(container) = container {
            let found = element_at(context, container, &position);
            let found = found.map_err(|message| parser.op_error(place, message))?;
            parser.set_types(0, &[found]);
        }
        Ok(true)
    },
    print: |_, _| {},
    fits: |parts| {
        let context = parts.context();
        let position = numbers(context, parts.attribute(2));
        match (parts.types(0).as_slice(), parts.types(1).as_slice()) {
            ([ty], [container]) => element_at(context, *container, &position).as_ref() == Ok(ty),
            _ => false,
        }
    },
};

/// `custom<ShuffleType>(ref(type($vector)), type($result), ref($mask))`: a vector with an element for each number.
pub(super) const SHUFFLE_TYPE: Directive = Directive {
    parse: |parser| {
        let context = parser.context();
        let length = numbers(context, parser.attribute(2)).len();
        let place = parser.start();
        let vector = parser.types(0).first().copied();
        let Some(result) = vector.and_then(|vector| shuffled(context, vector, length)) else {
            let message = "expected an LLVM compatible vector type";
            return Err(parser.op_error(place, message));
        };
        parser.set_types(1, &[result]);
        Ok(true)
    },
    print: |_, _| {},
    fits: |parts| {
        let context = parts.context();
        let length = numbers(context, parts.attribute(2)).len();
        match (parts.types(0).as_slice(), parts.types(1).as_slice()) {
            ([vector], [result]) => shuffled(context, *vector, length) == Some(*result),
            _ => false,
        }
    },
};

fn shuffled(context: &Context, vector: Type, length: usize) -> Option<Type> {
    let TypeKind::Vector {
        shape,
        element,
        scalable,
    } = vector.kind(context)
    else {
        return None;
    };
    if shape.len() != 1 {
        return None;
    }
    context
        .vector_type(&[length as i64], element, &[scalable.any()])
        .ok()
}

/// `custom<SwitchOpCases>(ref(type($value)), $numbers, $blocks, $operands, type($operands))`: `[ 1: ^bb1(%0 : i32), … ]`.
pub(super) const CASES: Directive = Directive {
    parse: |parser| parse_cases(parser).map(|()| true),
    print: print_cases,
    fits: |parts| {
        let context = parts.context();
        let sizes = numbers(context, parts.group_sizes(3));
        let blocks = parts.successors(2).len();
        case_values(context, parts.attribute(1)).is_some_and(|values| values.len() == blocks)
            && groups_fit(parts, &sizes, blocks, 3)
    },
};

/// Whether there is a group of operands for each block.
fn groups_fit(parts: &DirectiveParts<'_>, sizes: &[i64], blocks: usize, argument: usize) -> bool {
    sizes.len() == blocks
        && sizes.iter().all(|size| *size >= 0)
        && sizes.iter().sum::<i64>() == parts.operands(argument).len() as i64
}

/// The decimal numbers of an elements attribute; none for an absent one.
fn case_values(context: &Context, values: Option<Attribute>) -> Option<Vec<String>> {
    let Some(values) = values else {
        return Some(Vec::new());
    };
    let AttributeKind::DenseElements(values) = values.kind(context) else {
        return None;
    };
    let number = |index| match values.get(context, index) {
        Some(Element::Integer(value)) => Some(value.to_decimal(true)),
        _ => None,
    };
    (0..values.len()).map(number).collect()
}

/// Reads `^bb1(%0 : i32)`, and adds its operands to lists. Returns how many there are.
fn parse_target(
    parser: &mut DirectiveParser<'_, '_, '_, '_, '_>,
    blocks: usize,
    operands: &mut Vec<tvmlike_text::UnresolvedOperand>,
    types: &mut Vec<Type>,
) -> Result<i32> {
    let block = parser.parse_successor()?;
    parser.add_successor(blocks, block);
    let first = operands.len();
    if parser.take(TokenKind::LeftParen) {
        parser.parse_operand_list(operands)?;
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        types.extend(parser.parse_type_list()?);
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
    }
    Ok((operands.len() - first) as i32)
}

fn parse_cases(parser: &mut DirectiveParser<'_, '_, '_, '_, '_>) -> Result<()> {
    let (mut operands, mut types, mut sizes, mut values) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let context = parser.context();
    let ty = parser.types(0).first().copied();
    let start = parser.start();
    parser.parse_token(TokenKind::LeftBracket, "expected '['")?;
    let mut more = !parser.take(TokenKind::RightBracket);
    while more {
        let place = parser.place();
        let Some(value) = parser.parse_optional_integer()? else {
            return Err(parser.op_error(place, "expected integer value"));
        };
        let Ok(value) = i64::try_from(value) else {
            return Err(parser.op_error(place, "integer value too large"));
        };
        if let Some(ty) = ty {
            let unused = ty
                .bit_width(context)
                .map_or(0, |width| 64_u32.saturating_sub(width));
            let value = context.integer_attribute(ty, value << unused >> unused);
            values.push(value.map_err(|error| parser.op_error(place, error.message()))?);
        }
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        sizes.push(parse_target(parser, 2, &mut operands, &mut types)?);
        more = parser.take(TokenKind::Comma);
        if !more {
            parser.parse_token(TokenKind::RightBracket, "expected ']'")?;
        }
    }
    if let (false, Some(ty)) = (values.is_empty(), ty) {
        let made = context
            .vector_type(&[values.len() as i64], ty, &[false])
            .and_then(|shape| context.dense_elements_from_attributes(shape, &values));
        let value = made.map_err(|error| parser.op_error(start, error.message()))?;
        parser.set_attribute(1, value);
    }
    parser.set_operand_groups(3, &operands, &sizes);
    parser.set_types(4, &types);
    Ok(())
}

fn print_target(
    printer: &mut OperationPrinter<'_>,
    block: tvmlike_ir::Block,
    size: i64,
    rest: &mut impl Iterator<Item = Value>,
) {
    let context = printer.context();
    printer.write_block_name(block);
    let operands: Vec<Value> = rest.take(usize::try_from(size).unwrap_or(0)).collect();
    if operands.is_empty() {
        return;
    }
    for (index, operand) in operands.iter().enumerate() {
        printer.write(if index == 0 { b"(".as_slice() } else { b", " });
        printer.write_value(*operand);
    }
    for (index, operand) in operands.iter().enumerate() {
        printer.write(if index == 0 { b" : ".as_slice() } else { b", " });
        printer.write_type(operand.ty(context));
    }
    printer.write(b")");
}

fn print_cases(parts: &DirectiveParts<'_>, printer: &mut OperationPrinter<'_>) {
    let context = parts.context();
    let values = case_values(context, parts.attribute(1)).unwrap_or_default();
    let sizes = numbers(context, parts.group_sizes(3));
    let mut rest = parts.operands(3).into_iter();
    printer.write(b"[");
    for (index, ((value, block), size)) in values.iter().zip(parts.successors(2)).zip(sizes).enumerate() {
        if index > 0 {
            printer.write(b",");
        }
        printer.write_newline();
        printer.write(b"  ");
        printer.write(value.as_bytes());
        printer.write(b": ");
        print_target(printer, block, size, &mut rest);
    }
    printer.write_newline();
    printer.write(b"]");
}

/// `custom<IndirectBrOpSucessors>(ref(type($address)), $blocks, $operands, type($operands))`: `[ ^bb1(%0 : i32), ^bb2 ]`.
pub(super) const INDIRECT_TARGETS: Directive = Directive {
    parse: |parser| {
        let (mut operands, mut types, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
        const PLACE: &str = "successor blocks";
        let mut more = parser.open_list(Delimiter::Square, PLACE)?;
        while more {
            sizes.push(parse_target(parser, 1, &mut operands, &mut types)?);
            more = parser.next_in_list(Delimiter::Square, PLACE)?;
        }
        parser.set_operand_groups(2, &operands, &sizes);
        parser.set_types(3, &types);
        Ok(true)
    },
    print: |parts, printer| {
        let mut rest = parts.operands(2).into_iter();
        let sizes = numbers(parts.context(), parts.group_sizes(2));
        if parts.successors(1).is_empty() {
            return printer.write(b"[]");
        }
        printer.write(b"[");
        for (index, (block, size)) in parts.successors(1).into_iter().zip(sizes).enumerate() {
            if index > 0 {
                printer.write(b",");
            }
            printer.write_newline();
            print_target(printer, block, size, &mut rest);
        }
        printer.write_newline();
        printer.write(b"]");
    },
    fits: |parts| {
        let sizes = numbers(parts.context(), parts.group_sizes(2));
        groups_fit(parts, &sizes, parts.successors(1).len(), 2)
    },
};

/// `custom<OpBundles>($operands, type($operands), $tags)`: `["tag"(%0 : i32)]`.
pub(super) const BUNDLES: Directive = Directive {
    parse: |parser| {
        let Some(found) = bundles::Bundles::parse(parser)? else {
            parser.set_operand_groups(0, &[], &[]);
            return Ok(false);
        };
        parser.set_operand_groups(0, &found.operands, &found.sizes);
        parser.set_types(1, &found.types);
        if let Some(tags) = found.tags(parser.context()) {
            parser.set_attribute(2, tags);
        }
        Ok(true)
    },
    print: |parts, printer| {
        let sizes = numbers(parts.context(), parts.group_sizes(0));
        bundles::print(printer, &parts.operands(0), &sizes, parts.attribute(2));
    },
    fits: |parts| {
        let operands = parts.operands(0).len();
        bundles::fits(
            parts.context(),
            operands,
            parts.group_sizes(0),
            parts.attribute(2),
        )
    },
};

/// `custom<LLVMLinkage>($linkage)`: `internal`, and nothing stands for `external`.
pub(super) const LINKAGE: Directive = Directive {
    parse: |parser| {
        let value = keywords::LINKAGE.parse_value(parser);
        parser.set_attribute(0, value);
        Ok(true)
    },
    print: |parts, printer| {
        let keyword = parts
            .attribute(0)
            .and_then(|value| keywords::LINKAGE.keyword(parts.context(), value));
        printer.write(keyword.unwrap_or_default().as_bytes());
    },
    fits: always,
};
