//! Parts of the operations of `gpu`: dependencies, launches, reductions.

use tvmlike_define::{Directive, DirectiveParser, DirectiveParts};
use tvmlike_ir::{Attribute, Context, Type};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{Delimiter, Result};

use super::always;
use super::values::operands_in;

/// `custom<AsyncDependencies>(type($asyncToken), $asyncDependencies)`: `async [%0, %1]`.
pub(super) const ASYNC_DEPENDENCIES: Directive = Directive {
    parse: |parser| {
        let place = parser.place();
        if parser.take_word("async") {
            if parser.num_named_results() == 0 {
                return Err(parser.op_error(place, "needs to be named when marked 'async'"));
            }
            let token = token(parser)?;
            parser.set_types(0, &[token]);
        }
        let mut operands = Vec::new();
        if parser.is_at(TokenKind::LeftBracket) {
            operands_in(parser, Delimiter::Square, &mut operands)?;
        }
        parser.set_operands(1, &operands);
        Ok(true)
    },
    print: |parts, printer| {
        let is_async = !parts.types(0).is_empty();
        if is_async {
            printer.write(b"async");
        }
        for (index, operand) in parts.operands(1).into_iter().enumerate() {
            printer.write(match (index, is_async) {
                (0, true) => b" [",
                (0, false) => b"[",
                _ => b", ",
            });
            printer.write_value(operand);
        }
        if !parts.operands(1).is_empty() {
            printer.write(b"]");
        }
    },
    fits: always,
};

fn token(parser: &DirectiveParser<'_, '_, '_, '_, '_>) -> Result<Type> {
    let token = tvmlike_text::parse_defined_type(parser.context(), "!gpu.async.token");
    token.map_err(|error| parser.op_error(parser.place(), error.message()))
}

/// `custom<LaunchDimType>(type($gridSizeX), ref($clusterSizeX), type($clusterSizeX), …)`: the type of all sizes, if it is not
/// `index`.
pub(super) const LAUNCH_DIM_TYPE: Directive = Directive {
    parse: |parser| {
        let ty = match parser.take(TokenKind::Colon) {
            true => parser.parse_type()?,
            false => parser.context().index_type(),
        };
        parser.set_types(0, &[ty]);
        if parser.num_operands(1) > 0 {
            for argument in 2..5 {
                parser.set_types(argument, &[ty]);
            }
        }
        Ok(true)
    },
    print: |parts, printer| {
        let index = parts.context().index_type();
        if let Some(ty) = parts.types(0).first().filter(|ty| **ty != index) {
            printer.write(b": ");
            printer.write_type(*ty);
        }
    },
    fits: always,
};

/// `custom<LaunchFuncOperands>($operands, type($operands))`: `args(%0 : i32, %1 : f32)`.
pub(super) const LAUNCH_FUNC_OPERANDS: Directive = Directive {
    parse: |parser| {
        let (mut operands, mut types) = (Vec::new(), Vec::new());
        if parser.take_word("args") {
            const PLACE: &str = " in argument list";
            let mut more = parser.open_list(Delimiter::Paren, PLACE)?;
            while more {
                operands.push(parser.parse_operand()?);
                types.push(parser.parse_colon_type()?);
                more = parser.next_in_list(Delimiter::Paren, PLACE)?;
            }
        }
        parser.set_operands(0, &operands);
        parser.set_types(1, &types);
        Ok(true)
    },
    print: |parts, printer| {
        let operands = parts.operands(0);
        for (index, operand) in operands.iter().enumerate() {
            printer.write(if index == 0 { b"args(" } else { b", " });
            printer.write_value(*operand);
            printer.write(b" : ");
            printer.write_type(operand.ty(parts.context()));
        }
        if !operands.is_empty() {
            printer.write(b")");
        }
    },
    fits: always,
};

const REDUCTIONS: &[&str] = &[
    "add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor", "minimumf",
    "maximumf",
];

/// `custom<AllReduceOperation>($op)`: a keyword, if the reduction has no region.
pub(super) const ALL_REDUCE_OPERATION: Directive = Directive {
    parse: |parser| {
        if let Some(word) = parser.parse_optional_keyword() {
            let place = parser.span();
            if !REDUCTIONS.contains(&word) {
                return Err(parser.op_error(place, "invalid op kind"));
            }
            let text = format!("#gpu<all_reduce_op {word}>");
            let value = tvmlike_text::parse_defined_attribute(parser.context(), text);
            let value = value.map_err(|error| parser.op_error(place, error.message()))?;
            parser.set_attribute(0, value);
        }
        Ok(true)
    },
    print: |parts, printer| {
        if let Some(word) = reduction(parts) {
            printer.write(b" ");
            printer.write(word.as_bytes());
        }
    },
    fits: |parts| parts.attribute(0).is_none() || reduction(parts).is_some(),
};

/// The keyword of a reduction.
fn reduction(parts: &DirectiveParts<'_>) -> Option<String> {
    let context: &Context = parts.context();
    let text = tvmlike_text::quote_attribute(context, parts.attribute(0)?);
    let word = text.strip_prefix("#gpu<all_reduce_op ")?.strip_suffix('>')?;
    Some(word.to_owned())
}

const NO_SELECTION: &str = "#gpu.select_object";

/// `custom<OffloadingHandler>($offloadingHandler)`: `<#gpu.select_object<1>>`; nothing for `#gpu.select_object`.
pub(super) const OFFLOADING_HANDLER: Directive = Directive {
    parse: |parser| {
        let value = match parser.take(TokenKind::Less) {
            true => {
                let value = parser.parse_attribute(None)?;
                parser.parse_token(TokenKind::Greater, "expected '>'")?;
                value
            }
            false => {
                let value = tvmlike_text::parse_defined_attribute(parser.context(), NO_SELECTION);
                value.map_err(|error| parser.op_error(parser.place(), error.message()))?
            }
        };
        parser.set_attribute(0, value);
        Ok(true)
    },
    print: |parts, printer| {
        let value = parts.attribute(0);
        let is_shown =
            |value: &Attribute| tvmlike_text::quote_attribute(parts.context(), *value) != NO_SELECTION;
        if let Some(value) = value.filter(is_shown) {
            printer.write(b"<");
            printer.write_attribute(value);
            printer.write(b">");
        }
    },
    fits: |parts| parts.attribute(0).is_some(),
};
