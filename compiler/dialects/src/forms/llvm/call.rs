//! `llvm.call`: `fastcc tail @f(%0) vararg(!llvm.func<…>) ["tag"(%1 : i32)] {…} : (i32) -> f32`, and what other calls share.

use tvmlike_ir::{AttributeKind, Context, NamedAttribute, Op, Type, Value};
use tvmlike_syntax::{Span, TokenKind};
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result, UnresolvedOperand};

use super::super::lists;
use super::compare::shown;
use super::signature::{self, Signature};
use crate::llvm::bundles::{self, Bundles};
use crate::llvm::keywords::{CALLING_CONVENTION, TAIL_CALL};
use crate::llvm::{set, type_in};

/// A call.
pub(super) struct Call;

const CALLEE: &str = "callee";
const VARIADIC: &str = "var_callee_type";

/// What calls show elsewhere than in the dictionary.
pub(super) const SHOWN: [&str; 8] = [
    CALLEE,
    VARIADIC,
    "CConv",
    lists::SEGMENTS,
    bundles::SIZES,
    bundles::TAGS,
    signature::ARGUMENTS,
    signature::RESULTS,
];

/// What a call begins with.
pub(super) struct Callee {
    /// The operands, the first of which is the function if that is a pointer.
    pub(super) operands: Vec<UnresolvedOperand>,
    pub(super) is_direct: bool,
}

/// Reads `@f(%0)` or `%f(%0)`.
pub(super) fn parse_callee(parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<Callee> {
    let context = parser.context();
    let mut operands = Vec::new();
    let is_direct = !parser.is_at(TokenKind::PercentId);
    if is_direct {
        let place = parser.place();
        let callee = parser.parse_attribute(None)?;
        if !matches!(callee.kind(context), AttributeKind::SymbolRef { .. }) {
            return Err(parser.op_error(place, "invalid kind of attribute specified"));
        }
        set(context, parts, CALLEE, callee);
    } else {
        operands.push(parser.parse_operand()?);
    }
    lists::operands_in_parens(parser, &mut operands)?;
    Ok(Callee { operands, is_direct })
}

/// Reads `vararg(type)`, if it is there.
pub(super) fn parse_variadic(parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
    if !parser.take_word("vararg") {
        return Ok(());
    }
    parser.parse_token(TokenKind::LeftParen, "expected '('")?;
    let (context, place) = (parser.context(), parser.place());
    let ty = parser.parse_attribute(None)?;
    if !matches!(ty.kind(context), AttributeKind::Type(_)) {
        return Err(parser.op_error(place, "invalid kind of attribute specified"));
    }
    parser.parse_token(TokenKind::RightParen, "expected ')'")?;
    set(context, parts, VARIADIC, ty);
    Ok(())
}

/// Reads bundles, if there are any.
pub(super) fn parse_bundles(parser: &mut OperationParser<'_, '_, '_>) -> Result<Bundles> {
    Bundles::parse(parser).map(Option::unwrap_or_default)
}

/// Reads `: types`, and resolves the operands of the call.
pub(super) fn parse_types(
    parser: &mut OperationParser<'_, '_, '_>,
    parts: &mut OpParts,
    callee: &Callee,
) -> Result<()> {
    let context = parser.context();
    let place = parser.place();
    parser.parse_token(TokenKind::Colon, "expected ':'")?;
    let mut types = Vec::new();
    if !callee.is_direct {
        types.push(parser.parse_type()?);
        if !parser.take(TokenKind::Comma) {
            let message = "expected indirect call to have 2 trailing types";
            return Err(parser.op_error(place, message));
        }
    }
    let signature = parse_signature(parser, place, callee.is_direct)?;
    types.extend_from_slice(&signature.arguments.types);
    let name = parser.op_place();
    lists::resolve(parser, parts, &callee.operands, &types, name)?;
    parts.results.extend_from_slice(&signature.results.types);
    signature.set(context, parts);
    Ok(())
}

fn parse_signature(
    parser: &mut OperationParser<'_, '_, '_>,
    place: Span,
    is_direct: bool,
) -> Result<Signature> {
    let message = match is_direct {
        true => "expected direct call to have 1 trailing types",
        false => "expected trailing function type",
    };
    let mut signature = Signature::default();
    // MLIR reports a second error for the same cause, and none of its own for a missing arrow.
    signature.parse(parser).map_err(|error| {
        let second = parser.op_error(place, message);
        match error.message().is_empty() {
            true => second,
            false => error.followed_by(second),
        }
    })?;
    let context = parser.context();
    let is_void = |ty: &Type| ty.is_symbol(context, "llvm", "void");
    match signature.results.types.as_slice() {
        [_, _, ..] => Err(parser.op_error(place, "expected function with 0 or 1 result")),
        [ty] if is_void(ty) => Err(parser.op_error(place, "expected a non-void result type")),
        _ => Ok(signature),
    }
}

/// Whether the name of the function and the type of a variadic function can be printed.
pub(super) fn callee_fits(context: &Context, op: Op, operands: &[Value]) -> bool {
    let property = |name: &str| op.property(context, context.identifier(name));
    let callee = property(CALLEE);
    let is_symbol = callee.is_none_or(|name| matches!(name.kind(context), AttributeKind::SymbolRef { .. }));
    let variadic = property(VARIADIC);
    is_symbol
        && (callee.is_some() || !operands.is_empty())
        && (variadic.is_none() || type_in(context, variadic).is_some())
        && CALLING_CONVENTION.fits(context, op)
        && op.num_results(context) < 2
        && op.num_regions(context) == 0
}

/// Prints `@f(%0)` or `%f(%0)`.
pub(super) fn print_callee(printer: &mut OperationPrinter<'_>, op: Op, operands: &[Value]) {
    let context = printer.context();
    let arguments = arguments(context, op, operands);
    match op.property(context, context.identifier(CALLEE)) {
        Some(callee) => printer.write_attribute(callee),
        None => lists::print_values(printer, operands.iter().copied().take(1)),
    }
    printer.write(b"(");
    lists::print_values(printer, arguments.iter().copied());
    printer.write(b")");
}

fn arguments<'a>(context: &Context, op: Op, operands: &'a [Value]) -> &'a [Value] {
    match op.property(context, context.identifier(CALLEE)) {
        Some(_) => operands,
        None => operands.get(1..).unwrap_or_default(),
    }
}

/// Prints the type of a variadic function, and bundles.
pub(super) fn print_variadic(printer: &mut OperationPrinter<'_>, op: Op, bundle: &[Value]) {
    let context = printer.context();
    if let Some(ty) = type_in(context, op.property(context, context.identifier(VARIADIC))) {
        printer.write(b" vararg(");
        printer.write_type(ty);
        printer.write(b")");
    }
    bundles::print_of_op(printer, op, bundle);
}

/// Prints the dictionary and the types.
pub(super) fn print_types(
    printer: &mut OperationPrinter<'_>,
    op: Op,
    operands: &[Value],
    entries: &[NamedAttribute],
) {
    let context = printer.context();
    printer.write_attr_dict(entries);
    printer.write(b" : ");
    let arguments = arguments(context, op, operands);
    if arguments.len() < operands.len() {
        printer.write_type(operands[0].ty(context));
        printer.write(b", ");
    }
    signature::print(printer, op, arguments.iter().copied());
}

impl OpSyntax for Call {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        CALLING_CONVENTION.parse(parser, parts);
        TAIL_CALL.parse(parser, parts);
        let callee = parse_callee(parser, parts)?;
        parse_variadic(parser, parts)?;
        let bundles = parse_bundles(parser)?;
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        parse_types(parser, parts, &callee)?;
        bundles.resolve(parser, parts)?;
        let sizes = [callee.operands.len(), bundles.operands.len()];
        lists::set_segments(parser.context(), parts, &sizes);
        super::finish(parser, parts, "llvm.call")
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some([count, _]) = lists::segments(context, op) else {
            return false;
        };
        let all: Vec<Value> = op.operands(context).collect();
        let (operands, bundle) = all.split_at(count);
        if !callee_fits(context, op, operands)
            || !bundles::op_fits(context, op, bundle.len())
            || !TAIL_CALL.fits(context, op)
            || op.num_successors(context) > 0
        {
            return false;
        }
        printer.write(b" ");
        CALLING_CONVENTION.print(printer, op);
        TAIL_CALL.print(printer, op);
        print_callee(printer, op, operands);
        print_variadic(printer, op, bundle);
        let mut hidden = SHOWN.to_vec();
        hidden.push("TailCallKind");
        let entries = lists::entries(context, op, &shown(context, op, &hidden));
        print_types(printer, op, operands, &entries);
        true
    }
}
