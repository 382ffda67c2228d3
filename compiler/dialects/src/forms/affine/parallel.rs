//! The custom form of `affine.parallel`.

use tvmlike_ir::{
    AffineExpr, AffineExprKind, AffineMap, Attribute, AttributeKind, Context, Element, Op, Value,
};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{
    AffineOperands, Delimiter, OpParts, OpSyntax, OperationParser, OperationPrinter, Result,
    UnresolvedOperand,
};

use super::super::lists;
use super::{LOWER, Side, UPPER, YIELD, attribute, entry, map_of};

/// `(%i, %j) = (0, max(%a, %b)) to (10, %n) step (1, 2) reduce ("addf") -> (f32) { … } {…}`.
pub(super) struct Parallel;

const STEPS: &str = "steps";
const REDUCTIONS: &str = "reductions";
/// The kinds of reductions by their numbers.
const KINDS: [&str; 16] = [
    "addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu", "minimumf", "minnumf", "mins",
    "minu", "mulf", "muli", "ori", "xori",
];

/// Resolves the operands of several expressions as inputs of one map: each value once. Returns the inputs of each
/// expression.
fn resolve_inputs<'a>(
    parser: &mut OperationParser<'_, '_, '_>,
    lists: impl Iterator<Item = &'a Vec<UnresolvedOperand>>,
    make: impl Fn(&Context, u32) -> AffineExpr,
) -> Result<(Vec<Value>, Vec<Vec<AffineExpr>>)> {
    let context = parser.context();
    let mut values: Vec<Value> = Vec::new();
    let mut inputs = Vec::new();
    for list in lists {
        let mut own = Vec::with_capacity(list.len());
        for operand in list {
            let value = parser.resolve_operand(*operand, context.index_type())?;
            let position = values.iter().position(|other| *other == value);
            let position = position.unwrap_or_else(|| {
                values.push(value);
                values.len() - 1
            });
            own.push(make(context, position as u32));
        }
        inputs.push(own);
    }
    Ok((values, inputs))
}

impl Side {
    /// Reads `(%a + 1, min(%b, 10))`.
    fn parse_bounds(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let place = parser.place();
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        let mut sizes: Vec<i32> = Vec::new();
        // The expressions of a group, with their operands.
        let mut groups: Vec<(Vec<AffineExpr>, AffineOperands)> = Vec::new();
        if !parser.take(TokenKind::RightParen) {
            loop {
                let group = match parser.take_word(self.keyword) {
                    true => {
                        let (map, operands) = parser.parse_affine_map_of_values(Delimiter::Paren)?;
                        (map.results(parser.context()).to_vec(), operands)
                    }
                    false => {
                        let (expr, operands) = parser.parse_affine_expr_of_values()?;
                        (vec![expr], operands)
                    }
                };
                sizes.push(group.0.len() as i32);
                groups.push(group);
                if !parser.take(TokenKind::Comma) {
                    break;
                }
            }
            parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        }
        let context = parser.context();
        let operands = |group: &(Vec<AffineExpr>, AffineOperands)| !group.0.is_empty();
        let used = || groups.iter().filter(|group| operands(group));
        let lists = used().map(|(_, operands)| &operands.dims);
        let (dims, dim_inputs) = resolve_inputs(parser, lists, Context::affine_dim)?;
        let lists = used().map(|(_, operands)| &operands.symbols);
        let (symbols, symbol_inputs) = resolve_inputs(parser, lists, Context::affine_symbol)?;
        let wrong = |error: tvmlike_ir::Error| parser.op_error(place, error.message());
        let mut results = Vec::new();
        for ((exprs, _), (dims, symbols)) in used().zip(dim_inputs.iter().zip(&symbol_inputs)) {
            for expr in exprs {
                results.push(expr.replace_inputs(context, dims, symbols).map_err(wrong)?);
            }
        }
        let map = context.affine_map(dims.len() as u32, symbols.len() as u32, &results);
        let map = context.affine_map_attribute(map.map_err(wrong)?);
        parts.operands.extend(dims.into_iter().chain(symbols));
        parts.properties.push(entry(context, self.maps, map));
        let groups = group_sizes(context, &sizes).map_err(wrong)?;
        parts.properties.push(entry(context, self.groups, groups));
        Ok(())
    }

    /// The map, if its results fill the groups, with the groups.
    fn bounds(&self, context: &Context, op: Op) -> Option<(AffineMap, Vec<usize>)> {
        let map = map_of(context, op, self.maps)?;
        let groups = op.property(context, context.identifier(self.groups))?;
        let AttributeKind::DenseElements(elements) = groups.kind(context) else {
            return None;
        };
        let size = |index| match elements.get(context, index)? {
            Element::Integer(value) => usize::try_from(value.to_i64()?).ok(),
            _ => None,
        };
        let results = map.results(context).len();
        let mut sizes = Vec::new();
        let mut total: usize = 0;
        for index in 0..elements.len() {
            let size = size(index)?;
            total = total.checked_add(size).filter(|total| *total <= results)?;
            sizes.push(size);
        }
        Some((map, sizes))
    }

    fn print_bounds(
        &self,
        printer: &mut OperationPrinter<'_>,
        (map, sizes): (AffineMap, &[usize]),
        all: &[Value],
    ) {
        let context = printer.context();
        let (dims, symbols) = all.split_at(map.num_dims(context) as usize);
        let mut results = map.results(context).iter();
        for (index, size) in sizes.iter().enumerate() {
            if index > 0 {
                printer.write(b", ");
            }
            if *size != 1 {
                printer.write(self.keyword.as_bytes());
                printer.write(b"(");
            }
            for (index, result) in results.by_ref().take(*size).enumerate() {
                if index > 0 {
                    printer.write(b", ");
                }
                printer.write_affine_expr_of_values(result, dims, symbols);
            }
            if *size != 1 {
                printer.write(b")");
            }
        }
    }
}

/// The attribute with the sizes of the groups.
fn group_sizes(context: &Context, sizes: &[i32]) -> std::result::Result<Attribute, tvmlike_ir::Error> {
    let ty = context.ranked_tensor_type(&[sizes.len() as i64], context.i32(), None)?;
    let bytes: Vec<u8> = sizes.iter().flat_map(|size| size.to_le_bytes()).collect();
    context.dense_elements_attribute(ty, &bytes)
}

/// Reads ` step (1, 2)`, or steps of 1.
fn steps(parser: &mut OperationParser<'_, '_, '_>, count: usize) -> Result<Attribute> {
    let context = parser.context();
    if !parser.take_word("step") {
        return Ok(context.array_attribute(&vec![context.i64_attribute(1); count]));
    }
    let (map, _) = parser.parse_affine_map_of_values(Delimiter::Paren)?;
    let step = |expr: AffineExpr| match expr.kind(context) {
        AffineExprKind::Constant(step) => Some(context.i64_attribute(step)),
        _ => None,
    };
    let steps: Option<Vec<Attribute>> = map.results(context).iter().map(step).collect();
    let steps = steps.ok_or_else(|| parser.op_error(parser.op_place(), "steps must be constant integers"))?;
    Ok(context.array_attribute(&steps))
}

/// Reads ` reduce ("addf")`, if it is there.
fn reductions(parser: &mut OperationParser<'_, '_, '_>) -> Result<Attribute> {
    let context = parser.context();
    let mut reductions = Vec::new();
    if parser.take_word("reduce") {
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        loop {
            let place = parser.place();
            let (value, word) = attribute(parser, Some(context.none_type()), |context, value| {
                match value.kind(context) {
                    AttributeKind::String { bytes, .. } => Some(bytes.to_vec()),
                    _ => None,
                }
            })?;
            let Some(kind) = KINDS.iter().position(|kind| kind.as_bytes() == word) else {
                let found = tvmlike_text::quote_attribute(context, value);
                return Err(parser.op_error(place, format!("invalid reduction value: {found}")));
            };
            reductions.push(context.i64_attribute(kind as i64));
            if !parser.take(TokenKind::Comma) {
                break;
            }
        }
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
    }
    Ok(context.array_attribute(&reductions))
}

/// The integers of an array in a property.
fn integers(context: &Context, op: Op, name: &str) -> Option<Vec<i64>> {
    let array = op.property(context, context.identifier(name))?;
    let AttributeKind::Array(array) = array.kind(context) else {
        return None;
    };
    let number = |value: Attribute| match value.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    };
    array.iter().map(number).collect()
}

impl OpSyntax for Parallel {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        const PLACE: &str = " in argument list";
        let context = parser.context();
        let mut variables = Vec::new();
        let mut more = parser.open_list(Delimiter::Paren, PLACE)?;
        while more {
            variables.push(parser.parse_named_region_argument(context.index_type())?);
            more = parser.next_in_list(Delimiter::Paren, PLACE)?;
        }
        parser.parse_token(TokenKind::Equal, "expected '='")?;
        LOWER.parse_bounds(parser, parts)?;
        parser.parse_keyword("to")?;
        UPPER.parse_bounds(parser, parts)?;
        let steps = steps(parser, variables.len())?;
        parts.properties.push(entry(context, STEPS, steps));
        let reductions = reductions(parser)?;
        parts.properties.push(entry(context, REDUCTIONS, reductions));
        parts.results = lists::optional_arrow_types(parser)?;
        let region = parser.parse_region_with_arguments(&variables)?;
        parts.regions.push(region);
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        parser.ensure_terminator(region, context.identifier(YIELD));
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some((region, entry)) = lists::body(context, op) else {
            return false;
        };
        let bounds = LOWER.bounds(context, op).zip(UPPER.bounds(context, op));
        let numbers = integers(context, op, STEPS).zip(integers(context, op, REDUCTIONS));
        let (Some(((lower, lower_sizes), (upper, upper_sizes))), Some((steps, reductions))) =
            (bounds, numbers)
        else {
            return false;
        };
        let operands: Vec<Value> = op.operands(context).collect();
        let kinds: Option<Vec<&str>> = reductions
            .iter()
            .map(|kind| KINDS.get(usize::try_from(*kind).ok()?).copied())
            .collect();
        let inputs = lower.num_inputs(context) + upper.num_inputs(context);
        let Some(kinds) = kinds.filter(|_| inputs <= operands.len()) else {
            return false;
        };
        let (lower_operands, upper_operands) = operands.split_at(lower.num_inputs(context));
        printer.write(b" (");
        lists::print_values(printer, entry.arguments(context));
        printer.write(b") = (");
        LOWER.print_bounds(printer, (lower, &lower_sizes), lower_operands);
        printer.write(b") to (");
        UPPER.print_bounds(printer, (upper, &upper_sizes), upper_operands);
        printer.write(b")");
        if steps.iter().any(|step| *step != 1) {
            let steps: Vec<String> = steps.iter().map(i64::to_string).collect();
            printer.write(format!(" step ({})", steps.join(", ")).as_bytes());
        }
        let has_results = op.num_results(context) > 0;
        if has_results {
            let kinds: Vec<String> = kinds.iter().map(|kind| format!("\"{kind}\"")).collect();
            printer.write(format!(" reduce ({})", kinds.join(", ")).as_bytes());
            lists::print_arrow_list(printer, op);
        }
        printer.write(b" ");
        lists::print_region(printer, region, has_results);
        let shown = [
            LOWER.maps,
            LOWER.groups,
            UPPER.maps,
            UPPER.groups,
            STEPS,
            REDUCTIONS,
        ];
        printer.write_attr_dict(&lists::entries(context, op, &shown));
        true
    }
}
