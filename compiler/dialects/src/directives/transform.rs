//! The directives of `transform`: types of handles and results, positions, matchers and the operands of sequences.

use tvmlike_define::{Directive, DirectiveParser, DirectiveParts};
use tvmlike_ir::{Attribute, AttributeKind, Type, TypeKind};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OperationPrinter, Result};

use super::always;
use super::index_list::{self, numbers};

/// `custom<SemiFunctionType>(type($operand), type($results)[, "false"])`: `!t`, `(!t) -> !r` or `(!t) -> (!r, !s)`. With the
/// third argument there is one result, which is there.
pub(super) const SEMI_FUNCTION_TYPE: Directive = Directive {
    parse: |parser| {
        let is_single = parser.text(2).is_some();
        let in_parens = parser.take(TokenKind::LeftParen);
        if is_single && !in_parens {
            return Err(parser.wrong_token("expected '('"));
        }
        let operand = parser.parse_type()?;
        parser.set_types(0, &[operand]);
        let mut results = Vec::new();
        if in_parens {
            parser.parse_token(TokenKind::RightParen, "expected ')'")?;
            parser.parse_token(TokenKind::Arrow, "expected '->'")?;
            if !is_single && parser.take(TokenKind::LeftParen) {
                types(parser, &mut results)?;
                parser.parse_token(TokenKind::RightParen, "expected ')'")?;
            } else {
                results.push(parser.parse_type()?);
            }
        }
        parser.set_types(1, &results);
        Ok(true)
    },
    print: |parts, printer| {
        let (operand, results) = (parts.types(0), parts.types(1));
        let has_results = !results.is_empty();
        printer.write(if has_results { b"(" } else { b"" });
        write_types(printer, &operand);
        if has_results {
            printer.write(b") -> ");
            let is_list = results.len() > 1;
            printer.write(if is_list { b"(" } else { b"" });
            write_types(printer, &results);
            printer.write(if is_list { b")" } else { b"" });
        }
    },
    fits: always,
};

/// Reads types with commas.
fn types(parser: &mut DirectiveParser<'_, '_, '_, '_, '_>, out: &mut Vec<Type>) -> Result<()> {
    loop {
        out.push(parser.parse_type()?);
        if !parser.take(TokenKind::Comma) {
            return Ok(());
        }
    }
}

fn write_types(printer: &mut OperationPrinter<'_>, types: &[Type]) {
    for (index, ty) in types.iter().enumerate() {
        printer.write(if index > 0 { b", " } else { b"" });
        printer.write_type(*ty);
    }
}

/// `custom<TransformMatchDims>($positions, $is_inverted, $is_all)`: `all`, `0, 1` or `except(0, 1)`.
pub(super) const MATCH_DIMS: Directive = Directive {
    parse: |parser| {
        let unit = parser.context().unit_attribute();
        let mut positions = Vec::new();
        if parser.take_word("all") {
            parser.set_attribute(2, unit);
        } else {
            let is_inverted = parser.take_word("except");
            if is_inverted {
                parser.set_attribute(1, unit);
                parser.parse_token(TokenKind::LeftParen, "expected '('")?;
            }
            loop {
                let place = parser.place();
                let Some(position) = parser.parse_optional_integer()? else {
                    return Err(parser.op_error(place, "expected integer value"));
                };
                let Ok(position) = i64::try_from(position) else {
                    return Err(parser.op_error(place, "integer value too large"));
                };
                positions.push(position);
                if !parser.take(TokenKind::Comma) {
                    break;
                }
            }
            if is_inverted {
                parser.parse_token(TokenKind::RightParen, "expected ')'")?;
            }
        }
        let positions = parser.context().dense_i64_array(&positions);
        parser.set_attribute(0, positions);
        Ok(true)
    },
    print: |parts, printer| {
        if parts.attribute(2).is_some() {
            printer.write(b"all");
            return;
        }
        let is_inverted = parts.attribute(1).is_some();
        printer.write(if is_inverted { b"except(" } else { b"" });
        let positions = numbers(parts.context(), parts.attribute(0));
        let positions: Vec<String> = positions.iter().map(i64::to_string).collect();
        printer.write(positions.join(", ").as_bytes());
        printer.write(if is_inverted { b")" } else { b"" });
    },
    fits: |parts| {
        let is_empty = numbers(parts.context(), parts.attribute(0)).is_empty();
        match parts.attribute(2) {
            Some(_) => is_empty && parts.attribute(1).is_none(),
            None => !is_empty,
        }
    },
};

/// `custom<PackedOrDynamicIndexList>($packed, $operands, $numbers)`: `*(%0)`, or a list as of `DynamicIndexList`.
pub(super) const PACKED: Directive = Directive {
    parse: |parser| {
        if !parser.take(TokenKind::Star) {
            return index_list::parse_from(parser, 1).map(|()| true);
        }
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        let packed = parser.parse_operand()?;
        parser.set_operands(0, &[packed]);
        let no_numbers = parser.context().dense_i64_array(&[]);
        parser.set_attribute(2, no_numbers);
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        Ok(true)
    },
    print: |parts, printer| match parts.operands(0).as_slice() {
        [packed, ..] => {
            printer.write(b"*(");
            printer.write_value(*packed);
            printer.write(b")");
        }
        [] => index_list::print_from(parts, printer, 1),
    },
    fits: |parts| match parts.operands(0).is_empty() {
        true => index_list::fits_from(parts, 1),
        false => parts.operands(1).is_empty() && numbers(parts.context(), parts.attribute(2)).is_empty(),
    },
};

/// `custom<ContinuousTileSizeTypes>(type($target), type($a), type($b))`, and `MultitileSizesTypes`, with one more: all
/// results have one type.
pub(super) const SIZE_TYPES: Directive = Directive {
    parse: |parser| {
        let place = parser.place();
        let ty = parser.parse_type()?;
        let context = parser.context();
        let TypeKind::Function { inputs, results } = ty.kind(context) else {
            let found = tvmlike_text::quote_type(context, ty);
            let message =
                format!("invalid kind of type specified: expected builtin.function, but found '{found}'");
            return Err(parser.op_error(place, message));
        };
        let (Some(target), Some(result), 1, 1) = (inputs.get(0), results.get(0), inputs.len(), results.len())
        else {
            let message = "expects a trailing functional type with one argument and one result";
            return Err(parser.op_error(place, message));
        };
        parser.set_types(0, &[target]);
        for argument in 1..parser.num_arguments() {
            parser.set_types(argument, &[result]);
        }
        Ok(true)
    },
    print: |parts, printer| {
        let context = parts.context();
        let ty = context.function_type(&parts.types(0), &parts.types(1));
        printer.write_type(ty);
    },
    fits: |parts| (2..parts.num_arguments()).all(|argument| parts.types(argument) == parts.types(1)),
};

/// `custom<SequenceOpOperands>($root, type($root), $bindings, type($bindings))`: `%0, %1 : (!a, !b)`, `%0 : !a` or nothing.
pub(super) const SEQUENCE_OPERANDS: Directive = Directive {
    parse: |parser| {
        if !parser.is_at(TokenKind::PercentId) {
            return Ok(true);
        }
        let root = parser.parse_operand()?;
        parser.set_operands(0, &[root]);
        let mut bindings = Vec::new();
        if parser.take(TokenKind::Comma) {
            parser.parse_operand_list(&mut bindings)?;
        }
        parser.set_operands(2, &bindings);
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        parser.take(TokenKind::LeftParen);
        let ty = parser.parse_type()?;
        parser.set_types(1, &[ty]);
        let mut others = Vec::new();
        if !bindings.is_empty() && parser.take(TokenKind::Comma) {
            types(parser, &mut others)?;
        }
        if others.len() != bindings.len() {
            let message = "expected types to be provided for all operands";
            return Err(parser.op_error(parser.op_place(), message));
        }
        parser.set_types(3, &others);
        parser.take(TokenKind::RightParen);
        Ok(true)
    },
    print: |parts, printer| {
        let (root, bindings) = (parts.operands(0), parts.operands(2));
        if root.is_empty() {
            return;
        }
        for (index, value) in root.iter().chain(&bindings).enumerate() {
            printer.write(if index > 0 { b", " } else { b"" });
            printer.write_value(*value);
        }
        printer.write(b" : ");
        printer.write(if bindings.is_empty() { b"" } else { b"(" });
        write_types(printer, &[parts.types(1), parts.types(3)].concat());
        printer.write(if bindings.is_empty() { b"" } else { b")" });
    },
    fits: |parts| !parts.operands(0).is_empty() || parts.operands(2).is_empty(),
};

/// `custom<ForeachMatchSymbols>($matchers, $actions)`: `@matcher -> @action`, each on its own line.
pub(super) const MATCH_SYMBOLS: Directive = Directive {
    parse: |parser| {
        let (mut matchers, mut actions) = (Vec::new(), Vec::new());
        loop {
            for (index, list) in [&mut matchers, &mut actions].into_iter().enumerate() {
                if index == 1 {
                    parser.parse_token(TokenKind::Arrow, "expected '->'")?;
                }
                let Some(symbol) = parser.parse_optional_symbol_name() else {
                    let message = "expected valid '@'-identifier for symbol name";
                    return Err(parser.op_error(parser.place(), message));
                };
                let context = parser.context();
                list.push(context.symbol_ref_attribute(symbol, &[]));
            }
            if !parser.take(TokenKind::Comma) {
                break;
            }
        }
        for (argument, list) in [matchers, actions].iter().enumerate() {
            let list = parser.context().array_attribute(list);
            parser.set_attribute(argument, list);
        }
        Ok(true)
    },
    print: |parts, printer| {
        let (matchers, actions) = (symbols(parts, 0), symbols(parts, 1));
        let last = matchers.len().saturating_sub(1);
        for (index, (matcher, action)) in matchers.into_iter().zip(actions).enumerate() {
            printer.write_newline();
            printer.write(b"    ");
            printer.write_attribute(matcher);
            printer.write(b" -> ");
            printer.write_attribute(action);
            printer.write(if index < last { b", " } else { b"" });
        }
    },
    fits: |parts| {
        let (matchers, actions) = (symbols(parts, 0), symbols(parts, 1));
        !matchers.is_empty() && matchers.len() == actions.len()
    },
};

/// The elements of an array of symbols.
fn symbols(parts: &DirectiveParts<'_>, argument: usize) -> Vec<Attribute> {
    match parts.attribute(argument).map(|list| list.kind(parts.context())) {
        Some(AttributeKind::Array(symbols)) => symbols.to_vec(),
        _ => Vec::new(),
    }
}

/// `custom<AlternativesOpSelectedRegion>($index, $param)`: `1` or `%0`.
pub(super) const SELECTED_REGION: Directive = Directive {
    parse: |parser| {
        if parser.is_at(TokenKind::PercentId) {
            let param = parser.parse_operand()?;
            parser.set_operands(1, &[param]);
            return Ok(true);
        }
        let place = parser.place();
        let Some(number) = parser.parse_optional_integer()? else {
            let message = "expected either an integer attribute or a transform.param operand";
            return Err(parser.op_error(place, message));
        };
        let Ok(number) = i64::try_from(number) else {
            return Err(parser.op_error(place, "integer value too large"));
        };
        let context = parser.context();
        let value = context.integer_attribute(context.index_type(), number);
        let value = value.map_err(|error| parser.op_error(place, error.message()))?;
        parser.set_attribute(0, value);
        Ok(true)
    },
    print: |parts, printer| match (parts.attribute(0), parts.operands(1).as_slice()) {
        (Some(value), _) => printer.write_attribute_without_type(value),
        (None, [param, ..]) => printer.write_value(*param),
        (None, []) => {}
    },
    fits: |parts| {
        let index = parts.context().index_type();
        let is_index = |value: Attribute| value.ty(parts.context()) == index;
        parts.attribute(0).is_none_or(is_index)
            && (parts.attribute(0).is_none() || parts.operands(1).is_empty())
    },
};
