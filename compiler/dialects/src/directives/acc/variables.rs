//! Variables of data clauses, and what loops have: `varPtr(%0 : memref<f32>) varType(f32)`, `control(%i : i32) = …`.

use tvmlike_define::{Directive, DirectiveParts, enum_attribute, enum_keyword};
use tvmlike_ir::{AttributeKind, Context, Type, TypeKind, Value};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OperationPrinter, RegionStyle, Result};

use crate::directives::always;
use crate::directives::values::{Parser, Typed, parse_list, symbol, write_list, write_typed};

/// What a pointer-like type points to. A pointer of `llvm` does not say it.
enum Pointee {
    Known(Type),
    Unknown,
}

/// What a type points to; `None` if it is no pointer-like type.
fn pointee(context: &Context, ty: Type) -> Option<Pointee> {
    match ty.kind(context) {
        TypeKind::MemRef { element, .. } | TypeKind::UnrankedMemRef { element, .. } => {
            Some(Pointee::Known(element))
        }
        _ if ty.is_symbol(context, "llvm", "ptr") => Some(Pointee::Unknown),
        _ => None,
    }
}

/// Reads a word of two and `(%0`.
fn parse_variable(
    parser: &mut Parser<'_, '_, '_, '_, '_>,
    [pointer, other]: [&str; 2],
) -> Result<tvmlike_text::UnresolvedOperand> {
    if !parser.take_word(pointer) {
        parser.parse_keyword(other)?;
    }
    parser.parse_token(TokenKind::LeftParen, "expected '('")?;
    parser.parse_operand()
}

/// Prints a word of two and `(`.
fn write_word(printer: &mut OperationPrinter<'_>, value: Value, [pointer, other]: [&str; 2]) {
    let context = printer.context();
    let is_pointer = pointee(context, value.ty(context)).is_some();
    printer.write(if is_pointer { pointer } else { other }.as_bytes());
    printer.write(b"(");
}

/// `custom<Var>($var)`: `varPtr(%0`, whose `)` is behind the type.
pub(super) const VARIABLE: Directive = Directive {
    parse: |parser| {
        let variable = parse_variable(parser, ["varPtr", "var"])?;
        parser.set_operands(0, &[variable]);
        Ok(true)
    },
    print: |parts, printer| {
        for variable in parts.operands(0) {
            write_word(printer, variable, ["varPtr", "var"]);
            printer.write_value(variable);
        }
    },
    fits: always,
};

/// `custom<AccVar>($accVar, type($accVar))`: `accPtr(%0 : memref<i32>)`.
pub(super) const DEVICE_VARIABLE: Directive = Directive {
    parse: |parser| {
        let mut variable = Typed::default();
        variable
            .operands
            .push(parse_variable(parser, ["accPtr", "accVar"])?);
        variable.types.push(parser.parse_colon_type()?);
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        variable.set(parser, 0);
        Ok(true)
    },
    print: |parts, printer| {
        for variable in parts.operands(0) {
            write_word(printer, variable, ["accPtr", "accVar"]);
            write_typed(printer, variable);
            printer.write(b")");
        }
    },
    fits: always,
};

/// `custom<VarPtrType>(type($var), $varType)`: `memref<i32>) varType(f32)`, without the last part if the variable's type says
/// it.
pub(super) const VARIABLE_TYPE: Directive = Directive {
    parse: |parser| {
        let ty = parser.parse_type()?;
        parser.set_types(0, &[ty]);
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        let place = parser.place();
        let target = if parser.take_word("varType") {
            parser.parse_token(TokenKind::LeftParen, "expected '('")?;
            let target = parser.parse_type()?;
            parser.parse_token(TokenKind::RightParen, "expected ')'")?;
            target
        } else {
            match pointee(parser.context(), ty) {
                Some(Pointee::Known(target)) => target,
                Some(Pointee::Unknown) => return Err(parser.op_error(place, "expected 'varType'")),
                None => ty,
            }
        };
        let target = parser.context().type_attribute(target);
        parser.set_attribute(1, target);
        Ok(true)
    },
    print: |parts, printer| {
        let context = parts.context();
        for ty in parts.types(0) {
            printer.write_type(ty);
            printer.write(b")");
            let shown = target(parts).filter(|target| match pointee(context, ty) {
                Some(Pointee::Known(known)) => known != *target,
                Some(Pointee::Unknown) => true,
                None => ty != *target,
            });
            if let Some(target) = shown {
                printer.write(b" varType(");
                printer.write_type(target);
                printer.write(b")");
            }
        }
    },
    fits: |parts| target(parts).is_some(),
};

fn target(parts: &DirectiveParts<'_>) -> Option<Type> {
    match parts.attribute(1)?.kind(parts.context()) {
        AttributeKind::Type(target) => Some(target),
        _ => None,
    }
}

/// `custom<RecipeSym>($recipe)`: `@recipe`.
pub(super) const RECIPE: Directive = Directive {
    parse: |parser| {
        let recipe = symbol(parser)?;
        parser.set_attribute(0, recipe);
        Ok(true)
    },
    print: |parts, printer| {
        if let Some(recipe) = parts.attribute(0) {
            printer.write_attribute(recipe);
        }
    },
    fits: always,
};

/// `custom<CombinedConstructsLoop>($combined)`: the construct that a loop is combined with.
pub(super) const COMBINED: Directive = Directive {
    parse: |parser| {
        for word in ["kernels", "parallel", "serial"] {
            if parser.take_word(word) {
                let case = format!("{word}_loop");
                let value = enum_attribute(parser.context(), "acc", "combined_constructs", &case);
                if let Some(value) = value {
                    parser.set_attribute(0, value);
                }
                return Ok(true);
            }
        }
        Err(parser.op_error(parser.place(), "expected compute construct name"))
    },
    print: |parts, printer| {
        let case = parts
            .attribute(0)
            .and_then(|value| enum_keyword(parts.context(), value));
        let word = case.and_then(|case| case.strip_suffix("_loop"));
        printer.write(word.unwrap_or_default().as_bytes());
    },
    fits: always,
};

/// `custom<LoopControl>($region, $lower, type($lower), $upper, type($upper), $step, type($step))`:
/// `control(%i : i32) = (%0 : i32) to (%1 : i32) step (%2 : i32) { … }`, or the region alone.
pub(super) const LOOP_CONTROL: Directive = Directive {
    parse: |parser| parse_control(parser).map(|()| true),
    print: |parts, printer| {
        let arguments = arguments(parts).unwrap_or_default();
        if !arguments.is_empty() {
            printer.write(b"control(");
            write_list(printer, arguments, write_typed);
            for (argument, prefix) in [(1, b") = (".as_slice()), (3, b") to ("), (5, b")  step (")] {
                printer.write(prefix);
                write_list(printer, parts.operands(argument), |printer, value| {
                    printer.write_value(value)
                });
                printer.write(b" : ");
                write_list(printer, parts.types(argument + 1), |printer, ty| {
                    printer.write_type(ty)
                });
            }
            printer.write(b") ");
        }
        let style = RegionStyle {
            entry_arguments: false,
            ..RegionStyle::default()
        };
        for region in parts.regions(0) {
            printer.print_region(region, style);
        }
    },
    fits: |parts| arguments(parts).is_some(),
};

/// The arguments of the loop's body, if it has a block.
fn arguments(parts: &DirectiveParts<'_>) -> Option<Vec<Value>> {
    let context = parts.context();
    let region = parts.regions(0).into_iter().next();
    let entry = region?.first_block(context)?;
    Some(entry.arguments(context).collect())
}

fn parse_control(parser: &mut Parser<'_, '_, '_, '_, '_>) -> Result<()> {
    let mut arguments = Vec::new();
    if parser.take_word("control") {
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        if parser.is_at(TokenKind::PercentId) {
            parse_list(parser, |parser| {
                arguments.push(parser.parse_typed_region_argument()?);
                Ok(())
            })?;
        }
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        parser.parse_token(TokenKind::Equal, "expected '='")?;
        for (argument, word) in [(1, ""), (3, "to"), (5, "step")] {
            if !word.is_empty() {
                parser.parse_keyword(word)?;
            }
            parse_bounds(parser, argument, arguments.len())?;
        }
    }
    let region = parser.parse_region_with_arguments(&arguments)?;
    parser.add_region(0, region);
    Ok(())
}

/// Reads `(%0, %1 : i32, i32)` with a number of operands.
fn parse_bounds(parser: &mut Parser<'_, '_, '_, '_, '_>, argument: usize, count: usize) -> Result<()> {
    parser.parse_token(TokenKind::LeftParen, "expected '('")?;
    let (place, mut bounds) = (parser.place(), Typed::default());
    if count > 0 || parser.is_at(TokenKind::PercentId) {
        if !parser.is_at(TokenKind::PercentId) {
            let is_open = parser.is_at(TokenKind::LeftParen) || parser.is_at(TokenKind::LeftBracket);
            let message = if is_open {
                "unexpected delimiter"
            } else {
                "expected operand"
            };
            return Err(parser.wrong_token(message));
        }
        parser.parse_operand_list(&mut bounds.operands)?;
    }
    if bounds.operands.len() != count {
        return Err(parser.op_error(place, format!("expected {count} operands")));
    }
    parser.parse_token(TokenKind::Colon, "expected ':'")?;
    bounds.types = parser.parse_type_list()?;
    parser.parse_token(TokenKind::RightParen, "expected ')'")?;
    bounds.set(parser, argument);
    Ok(())
}
