//! The custom forms of `omp.loop_nest`, `omp.canonical_loop` and `omp.unroll_heuristic`.

use tvmlike_ir::{NamedAttribute, Op};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{
    Delimiter, OpParts, OpSyntax, OperationParser, OperationPrinter, Result, UnresolvedOperand,
};

use super::super::lists;
use super::loop_type;

const INCLUSIVE: &str = "loop_inclusive";
const COLLAPSE: &str = "collapse_num_loops";
const TILES: &str = "tile_sizes";

/// `omp.loop_nest (%i) : i32 = (%0) to (%1) inclusive step (%2) collapse(2) tiles(4) { … }`.
pub(super) struct Nest;

impl OpSyntax for Nest {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        const PLACE: &str = " in argument list";
        let context = parser.context();
        let mut arguments = Vec::new();
        let mut more = parser.open_list(Delimiter::Paren, PLACE)?;
        while more {
            arguments.push(parser.parse_named_region_argument(context.none_type())?);
            more = parser.next_in_list(Delimiter::Paren, PLACE)?;
        }
        let ty = parser.parse_colon_type()?;
        for argument in &mut arguments {
            argument.ty = ty;
        }
        parser.parse_token(TokenKind::Equal, "expected '='")?;
        let mut bounds = Vec::new();
        for word in ["", "to", "step"] {
            if word == "step" && parser.take_word("inclusive") {
                parts.properties.push(lists::flag(context, INCLUSIVE));
            }
            if !word.is_empty() {
                parser.parse_keyword(word)?;
            }
            lists::counted_operands(parser, arguments.len(), &mut bounds)?;
        }
        parse_shape(parser, parts)?;
        let region = parser.parse_region_with_arguments(&arguments)?;
        parts.regions.push(region);
        for operand in bounds {
            parts.operands.push(parser.resolve_operand(operand, ty)?);
        }
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        parser.refuse_duplicates(parts)
    }

    /// As MLIR, the form leaves out further attributes.
    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some((region, entry)) = lists::body(context, op) else {
            return false;
        };
        let (operands, variable) = (op.num_operands(context), entry.argument(context, 0));
        let Some(variable) = variable.filter(|_| operands.is_multiple_of(3)) else {
            return false;
        };
        printer.write(b" (");
        lists::print_values(printer, entry.arguments(context));
        printer.write(b") : ");
        printer.write_type(variable.ty(context));
        let mut values = op.operands(context);
        let is_inclusive = op.property(context, context.identifier(INCLUSIVE)).is_some();
        let step = if is_inclusive {
            b") inclusive step (".as_slice()
        } else {
            b") step ("
        };
        for word in [b" = (".as_slice(), b") to (", step] {
            printer.write(word);
            lists::print_values(printer, values.by_ref().take(operands / 3));
        }
        printer.write(b") ");
        print_shape(printer, op);
        lists::print_region(printer, region, true);
        true
    }
}

/// Reads `collapse(2) tiles(4, 5)`, or what there is of it.
fn parse_shape(parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
    let context = parser.context();
    let mut set = |name: &str, value| {
        let name = context.identifier(name);
        parts.properties.push(NamedAttribute { name, value });
    };
    if parser.take_word("collapse") {
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        let loops = lists::integer(parser)?;
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        if loops > 1 {
            set(COLLAPSE, context.i64_attribute(loops));
        }
    }
    if parser.take_word("tiles") {
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        let mut sizes = vec![lists::integer(parser)?];
        while parser.take(TokenKind::Comma) {
            sizes.push(lists::integer(parser)?);
        }
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        set(TILES, context.dense_i64_array(&sizes));
    }
    Ok(())
}

fn print_shape(printer: &mut OperationPrinter<'_>, op: Op) {
    let context = printer.context();
    let property = |name: &str| op.property(context, context.identifier(name));
    if let Some(loops) = property(COLLAPSE).and_then(|value| lists::number(context, value))
        && loops > 1
    {
        printer.write(format!("collapse({loops}) ").as_bytes());
    }
    if let Some(sizes) = lists::integers(context, property(TILES)) {
        let sizes: Vec<String> = sizes.iter().map(i64::to_string).collect();
        printer.write(format!("tiles({}) ", sizes.join(", ")).as_bytes());
    }
}

/// `omp.canonical_loop(%0) %i : i32 in range(%1) { … }`; the reference `%0` to the loop can be absent.
pub(super) struct Canonical;

impl OpSyntax for Canonical {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let reference = match parser.is_at(TokenKind::LeftParen) {
            true => Some(parse_reference(parser)?),
            false => None,
        };
        let variable = parser.parse_typed_region_argument()?;
        parser.parse_keyword("in")?;
        parser.parse_keyword("range")?;
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        let count = parser.parse_operand()?;
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        parts.operands.push(parser.resolve_operand(count, variable.ty)?);
        let region = parser.parse_region_with_arguments(&[variable])?;
        parts.regions.push(region);
        if let Some(reference) = reference {
            resolve_reference(parser, parts, reference)?;
        }
        parser.parse_optional_attr_dict(&mut parts.attributes)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let (Some((region, entry)), Some(count)) = (lists::body(context, op), op.operand(context, 0)) else {
            return false;
        };
        let Some(variable) = entry.argument(context, 0) else {
            return false;
        };
        if op.num_operands(context) > 2 {
            return false;
        }
        if let Some(reference) = op.operand(context, 1) {
            print_reference(printer, reference);
        }
        printer.write(b" ");
        printer.write_value(variable);
        printer.write(b" : ");
        printer.write_type(variable.ty(context));
        printer.write(b" in range(");
        printer.write_value(count);
        printer.write(b") ");
        lists::print_region(printer, region, true);
        printer.write_attr_dict(&lists::entries(context, op, &[]));
        true
    }
}

/// `omp.unroll_heuristic(%0)`.
pub(super) struct Unroll;

impl OpSyntax for Unroll {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let reference = parse_reference(parser)?;
        resolve_reference(parser, parts, reference)?;
        if parser.take(TokenKind::Arrow) {
            parser.parse_token(TokenKind::LeftParen, "expected '('")?;
            parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        }
        parser.parse_optional_attr_dict(&mut parts.attributes)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some(reference) = op.operand(context, 0).filter(|_| op.num_operands(context) == 1) else {
            return false;
        };
        print_reference(printer, reference);
        printer.write_attr_dict(&lists::entries(context, op, &[]));
        true
    }
}

/// Reads `(%0)`.
fn parse_reference(parser: &mut OperationParser<'_, '_, '_>) -> Result<UnresolvedOperand> {
    parser.parse_token(TokenKind::LeftParen, "expected '('")?;
    let reference = parser.parse_operand()?;
    parser.parse_token(TokenKind::RightParen, "expected ')'")?;
    Ok(reference)
}

fn resolve_reference(
    parser: &mut OperationParser<'_, '_, '_>,
    parts: &mut OpParts,
    reference: UnresolvedOperand,
) -> Result<()> {
    if let Some(ty) = loop_type(parser.context()) {
        parts.operands.push(parser.resolve_operand(reference, ty)?);
    }
    Ok(())
}

fn print_reference(printer: &mut OperationPrinter<'_>, reference: tvmlike_ir::Value) {
    printer.write(b"(");
    printer.write_value(reference);
    printer.write(b")");
}
