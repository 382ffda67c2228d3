//! Lists that several custom forms read and print: assignments of arguments, operands, types, attributes.

use tvmlike_ir::{Attribute, Block, Context, Identifier, NamedAttribute, Op, Region, Type, TypeKind, Value};
use tvmlike_syntax::{Span, TokenKind};
use tvmlike_text::{
    Delimiter, OpParts, OperationParser, OperationPrinter, ParseError, RegionArgument, RegionStyle, Result,
    UnresolvedOperand,
};

pub(super) use crate::common::number;
pub(super) use crate::directives::cases::{parse as switch_cases, print as print_switch_cases};
pub(super) use crate::directives::values::{integer, operands_in};
pub(super) use crate::llvm::integers;
pub(super) use crate::structured::SEGMENTS;

/// Reads `(%a, %b)`: names of arguments.
pub(super) fn arguments(parser: &mut OperationParser<'_, '_, '_>) -> Result<Vec<Span>> {
    arguments_in(parser, " in argument list")
}

/// Reads `(%a, %b)`: names of arguments, with the words for where they are.
pub(super) fn arguments_in(parser: &mut OperationParser<'_, '_, '_>, place: &str) -> Result<Vec<Span>> {
    let mut names = Vec::new();
    let mut more = parser.open_list(Delimiter::Paren, place)?;
    while more {
        names.push(parser.parse_argument_name()?);
        more = parser.next_in_list(Delimiter::Paren, place)?;
    }
    Ok(names)
}

/// Reads `(%a = %0, %b = %1)`, and appends the names of the arguments and the operands to lists.
pub(super) fn assignments(
    parser: &mut OperationParser<'_, '_, '_>,
    names: &mut Vec<Span>,
    operands: &mut Vec<UnresolvedOperand>,
) -> Result<()> {
    if !parser.is_at(TokenKind::LeftParen) {
        return Err(parser.op_error(parser.place(), "expected '('"));
    }
    let mut more = parser.open_list(Delimiter::Paren, "")?;
    while more {
        names.push(parser.parse_argument_name()?);
        parser.parse_token(TokenKind::Equal, "expected '='")?;
        operands.push(parser.parse_operand()?);
        more = parser.take(TokenKind::Comma);
        if !more {
            parser.parse_token(TokenKind::RightParen, "expected ',' or ')'")?;
        }
    }
    Ok(())
}

/// Reads `(%0, %1)`.
pub(super) fn operands_in_parens(
    parser: &mut OperationParser<'_, '_, '_>,
    operands: &mut Vec<UnresolvedOperand>,
) -> Result<()> {
    operands_in(parser, Delimiter::Paren, operands)
}

/// Reads `(%0, %1)` with a number of operands.
pub(super) fn counted_operands(
    parser: &mut OperationParser<'_, '_, '_>,
    count: usize,
    operands: &mut Vec<UnresolvedOperand>,
) -> Result<()> {
    let (place, before) = (parser.place(), operands.len());
    operands_in_parens(parser, operands)?;
    match operands.len() - before == count {
        true => Ok(()),
        false => Err(parser.op_error(place, format!("expected {count} operands"))),
    }
}

/// Reads `%0, %1`: a number of operands that is not 0.
pub(super) fn bare_operands(
    parser: &mut OperationParser<'_, '_, '_>,
    count: usize,
) -> Result<Vec<UnresolvedOperand>> {
    let (place, mut operands) = (parser.place(), Vec::new());
    match parser.token().kind {
        TokenKind::PercentId => parser.parse_operand_list(&mut operands)?,
        TokenKind::LeftParen | TokenKind::LeftBracket => return Err(parser.error("unexpected delimiter")),
        _ => return Err(parser.wrong_token("expected operand")),
    }
    match operands.len() == count {
        true => Ok(operands),
        false => Err(parser.op_error(place, format!("expected {count} operands"))),
    }
}

/// Reads `@name` as a string.
pub(super) fn symbol_name(parser: &mut OperationParser<'_, '_, '_>) -> Result<Attribute> {
    let context = parser.context();
    match parser.parse_optional_symbol_name() {
        Some(symbol) => Ok(context.string_attribute(symbol.bytes(context))),
        None => Err(parser.op_error(parser.place(), "expected valid '@'-identifier for symbol name")),
    }
}

/// Reads `%i = %0 to %1 step %2`: the name of the variable, and the bounds and the step.
pub(super) fn loop_bounds(
    parser: &mut OperationParser<'_, '_, '_>,
) -> Result<(Span, Vec<UnresolvedOperand>)> {
    let variable = parser.parse_operand()?;
    parser.parse_token(TokenKind::Equal, "expected '='")?;
    let mut bounds = vec![parser.parse_operand()?];
    for word in ["to", "step"] {
        parser.parse_keyword(word)?;
        bounds.push(parser.parse_operand()?);
    }
    Ok((variable.span, bounds))
}

/// Prints what [`loop_bounds`] reads.
pub(super) fn print_loop_bounds(
    printer: &mut OperationPrinter<'_>,
    values: &mut impl Iterator<Item = Value>,
) {
    for word in [b" ".as_slice(), b" = ", b" to ", b" step "] {
        printer.write(word);
        print_values(printer, values.by_ref().take(1));
    }
}

/// Reads the type of a loop's variable, `: i32`; without it, it is `index`.
pub(super) fn loop_type(parser: &mut OperationParser<'_, '_, '_>) -> Result<Type> {
    match parser.take(TokenKind::Colon) {
        true => parser.parse_type(),
        false => Ok(parser.context().index_type()),
    }
}

/// Prints what [`loop_type`] reads.
pub(super) fn print_loop_type(printer: &mut OperationPrinter<'_>, variable: Option<Value>) {
    let context = printer.context();
    let ty = variable.map(|variable| variable.ty(context));
    if let Some(ty) = ty.filter(|ty| *ty != context.index_type()) {
        printer.write(b" : ");
        printer.write_type(ty);
        printer.write(b" ");
    }
}

/// Reads `: memref<…>`: the type with a rank, and that of its elements.
pub(super) fn colon_memref(parser: &mut OperationParser<'_, '_, '_>) -> Result<(Type, Type)> {
    let place = parser.place();
    let ty = parser.parse_colon_type()?;
    match ty.kind(parser.context()) {
        TypeKind::MemRef { element, .. } => Ok((ty, element)),
        _ => Err(wrong_kind(parser, place, "builtin.memref", ty)),
    }
}

/// The error that a type is not of a kind.
#[cold]
pub(super) fn wrong_kind(
    parser: &OperationParser<'_, '_, '_>,
    place: Span,
    wanted: &str,
    ty: Type,
) -> ParseError {
    let found = tvmlike_text::quote_type(parser.context(), ty);
    let message = format!("invalid kind of type specified: expected {wanted}, but found '{found}'");
    parser.op_error(place, message)
}

/// Reads a function type: its inputs and its results. Another type is an error at `place`.
pub(super) fn function_type(
    parser: &mut OperationParser<'_, '_, '_>,
    place: Span,
) -> Result<(Vec<Type>, Vec<Type>)> {
    let ty = parser.parse_type()?;
    match ty.kind(parser.context()) {
        TypeKind::Function { inputs, results } => Ok((inputs.iter().collect(), results.iter().collect())),
        _ => Err(wrong_kind(parser, place, "builtin.function", ty)),
    }
}

/// The error that there are as many input types as operands.
#[cold]
pub(super) fn wrong_inputs(
    parser: &OperationParser<'_, '_, '_>,
    place: Span,
    expected: usize,
    got: usize,
) -> ParseError {
    let message = format!("expected as many input types as operands (expected {expected} got {got})");
    parser.op_error(place, message)
}

/// Reads `-> type` or `-> (type, type)`.
pub(super) fn arrow_types(parser: &mut OperationParser<'_, '_, '_>) -> Result<Vec<Type>> {
    parser.parse_token(TokenKind::Arrow, "expected '->'")?;
    parser.parse_function_result_types()
}

/// Reads what [`arrow_types`] reads, if it is there.
pub(super) fn optional_arrow_types(parser: &mut OperationParser<'_, '_, '_>) -> Result<Vec<Type>> {
    match parser.is_at(TokenKind::Arrow) {
        true => arrow_types(parser),
        false => Ok(Vec::new()),
    }
}

/// Resolves operands that have these types, and appends them to the operation. A wrong number of them is an error at
/// `place`.
pub(super) fn resolve(
    parser: &mut OperationParser<'_, '_, '_>,
    parts: &mut OpParts,
    operands: &[UnresolvedOperand],
    types: &[Type],
    place: Span,
) -> Result<()> {
    if operands.len() != types.len() {
        let (count, wanted) = (operands.len(), types.len());
        let message =
            format!("number of operands and types do not match: got {count} operands and {wanted} types");
        return Err(parser.op_error(place, message));
    }
    for (operand, ty) in operands.iter().zip(types) {
        parts.operands.push(parser.resolve_operand(*operand, *ty)?);
    }
    Ok(())
}

/// Named arguments of a region.
pub(super) fn region_arguments<'s>(names: &[Span], types: &[Type]) -> Vec<RegionArgument<'s>> {
    let pairs = names.iter().zip(types);
    pairs.map(|(name, ty)| RegionArgument::new(*name, *ty)).collect()
}

/// Prints `%a, %b`.
pub(super) fn print_values(printer: &mut OperationPrinter<'_>, values: impl Iterator<Item = Value>) {
    for (index, value) in values.enumerate() {
        if index > 0 {
            printer.write(b", ");
        }
        printer.write_value(value);
    }
}

/// Prints `(%a = %0, %b = %1)` after a prefix, or nothing if there are no operands.
pub(super) fn print_assignments(
    printer: &mut OperationPrinter<'_>,
    prefix: &[u8],
    pairs: impl Iterator<Item = (Value, Value)>,
) {
    let mut pairs = pairs.peekable();
    if pairs.peek().is_some() {
        printer.write(prefix);
        printer.write(b"(");
        print_pairs(printer, pairs);
        printer.write(b")");
    }
}

/// Prints `%a = %0, %b = %1`.
pub(super) fn print_pairs(printer: &mut OperationPrinter<'_>, pairs: impl Iterator<Item = (Value, Value)>) {
    for (index, (argument, operand)) in pairs.enumerate() {
        if index > 0 {
            printer.write(b", ");
        }
        printer.write_value(argument);
        printer.write(b" = ");
        printer.write_value(operand);
    }
}

/// Prints `i32, f32`.
pub(super) fn print_types(printer: &mut OperationPrinter<'_>, types: impl Iterator<Item = Type>) {
    for (index, ty) in types.enumerate() {
        if index > 0 {
            printer.write(b", ");
        }
        printer.write_type(ty);
    }
}

/// Prints result types as function types show them: one as it is, others in parentheses.
pub(super) fn print_result_types(printer: &mut OperationPrinter<'_>, op: Op) {
    let context = printer.context();
    let types: Vec<Type> = op.results(context).map(|result| result.ty(context)).collect();
    print_function_results(printer, &types);
}

/// Prints types as function types show their results: one as it is, others in parentheses.
pub(super) fn print_function_results(printer: &mut OperationPrinter<'_>, types: &[Type]) {
    let context = printer.context();
    let is_function = |ty: &Type| matches!(ty.kind(context), TypeKind::Function { .. });
    let is_bare = types.len() == 1 && !types.iter().any(is_function);
    printer.write(if is_bare { b"".as_slice() } else { b"(" });
    print_types(printer, types.iter().copied());
    printer.write(if is_bare { b"".as_slice() } else { b")" });
}

/// Prints ` -> i32`, or nothing if there are no results.
pub(super) fn print_optional_arrow_types(printer: &mut OperationPrinter<'_>, op: Op) {
    if op.num_results(printer.context()) > 0 {
        printer.write(b" -> ");
        print_result_types(printer, op);
    }
}

/// Prints ` -> (i32, f32)`, the types of the results in parentheses.
pub(super) fn print_arrow_list(printer: &mut OperationPrinter<'_>, op: Op) {
    let context = printer.context();
    printer.write(b" -> (");
    print_types(printer, op.results(context).map(|result| result.ty(context)));
    printer.write(b")");
}

/// The attributes and properties of an operation, sorted by name, but for those that the form shows elsewhere.
pub(super) fn entries(context: &Context, op: Op, shown: &[&str]) -> Vec<NamedAttribute> {
    let is_shown = |name: Identifier| shown.iter().any(|shown| shown.as_bytes() == name.bytes(context));
    let mut entries: Vec<NamedAttribute> = [op.attributes(context), op.properties(context)]
        .into_iter()
        .flatten()
        .filter_map(|all| all.entries(context))
        .flat_map(|all| all.iter())
        .filter(|entry| !is_shown(entry.name))
        .collect();
    entries.sort_by(|a, b| a.name.bytes(context).cmp(b.name.bytes(context)));
    entries
}

/// Prints a region without the label of its entry block, and, unless `terminator`, without its terminator.
pub(super) fn print_region(printer: &mut OperationPrinter<'_>, region: Region, terminator: bool) {
    let style = RegionStyle {
        entry_arguments: false,
        terminator,
        ..RegionStyle::default()
    };
    printer.print_region(region, style);
}

/// The sizes of the groups of operands, if there are as many groups and they contain all operands.
pub(super) fn segments<const COUNT: usize>(context: &Context, op: Op) -> Option<[usize; COUNT]> {
    let sizes = integers(context, op.property(context, context.identifier(SEGMENTS)))?;
    let sizes: Option<Vec<usize>> = sizes.into_iter().map(|size| usize::try_from(size).ok()).collect();
    let sizes = sizes.filter(|sizes| sizes.iter().sum::<usize>() == op.num_operands(context))?;
    sizes.try_into().ok()
}

/// The property with these sizes.
pub(super) fn set_segments(context: &Context, parts: &mut OpParts, sizes: &[usize]) {
    let sizes: Vec<i32> = sizes.iter().map(|size| *size as i32).collect();
    parts.properties.push(NamedAttribute {
        name: context.identifier(SEGMENTS),
        value: context.dense_i32_array(&sizes),
    });
}

/// Whether an operation has a number of regions and no successors.
pub(super) fn has_only_regions(context: &Context, op: Op, regions: usize) -> bool {
    op.num_regions(context) == regions && op.num_successors(context) == 0
}

/// The region of an operation that has only one, and no successors.
pub(super) fn only_region(context: &Context, op: Op) -> Option<Region> {
    op.region(context, 0).filter(|_| has_only_regions(context, op, 1))
}

/// The same with its first block.
pub(super) fn body(context: &Context, op: Op) -> Option<(Region, Block)> {
    let region = only_region(context, op)?;
    Some((region, region.first_block(context)?))
}

/// An attribute `unit` as an entry of properties.
pub(super) fn flag(context: &Context, name: &str) -> NamedAttribute {
    NamedAttribute {
        name: context.identifier(name),
        value: context.unit_attribute(),
    }
}
