//! The custom form of `affine.for`.

use tvmlike_ir::{AffineExprKind, AffineMap, Attribute, AttributeKind, Context, Op, Type, Value};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, RegionArgument, Result};

use super::super::lists;
use super::{
    LOWER, Side, UPPER, YIELD, as_map, dims_and_symbols, entry, map_of, print_dims_and_symbols,
    resolve_indices,
};

/// `%i = max affine_map<…>(%a)[%b] to 10 step 2 iter_args(%x = %0) -> (f32) { … } {…}`.
pub(super) struct For;

const STEP: &str = "step";

impl Side {
    /// Reads a bound: a value, a number, or a map with its operands. Returns how many operands it has.
    fn parse_bound(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<usize> {
        let context = parser.context();
        let has_keyword = parser.take_word(self.keyword);
        let refused = |parser: &OperationParser<'_, '_, '_>, message: &str| {
            Err(parser.op_error(parser.op_place(), message))
        };
        if parser.is_at(TokenKind::PercentId) {
            let mut operands = Vec::new();
            parser.parse_operand_list(&mut operands)?;
            if operands.len() > 1 {
                return refused(parser, "expected only one loop bound operand");
            }
            resolve_indices(parser, parts, operands)?;
            let symbol = context.affine_map(0, 1, &[context.affine_symbol(0)]);
            let map = symbol.expect("a map of one symbol");
            self.set(parser, parts, context.affine_map_attribute(map));
            return Ok(1);
        }
        let place = parser.place();
        let value = parser.parse_attribute(Some(context.index_type()))?;
        if let Some(map) = as_map(context, value) {
            let (operands, dims) = dims_and_symbols(parser)?;
            let count = operands.len();
            resolve_indices(parser, parts, operands)?;
            if map.num_dims(context) as usize != dims {
                return refused(parser, "dim operand count and affine map dim count must match");
            }
            if map.num_inputs(context) != count {
                return refused(
                    parser,
                    "symbol operand count and affine map symbol count must match",
                );
            }
            if map.results(context).len() > 1 && !has_keyword {
                let message = format!(
                    "{} loop bound affine map with multiple results requires '{}' prefix",
                    self.name, self.keyword
                );
                return Err(parser.op_error(place, message));
            }
            self.set(parser, parts, value);
            return Ok(count);
        }
        let number = match value.kind(context) {
            AttributeKind::Integer { value, .. } => value.to_i64(),
            _ => None,
        };
        let Some(number) = number else {
            return refused(parser, "expected valid affine map representation for loop bounds");
        };
        let map = context.affine_constant_map(number);
        self.set(parser, parts, context.affine_map_attribute(map));
        Ok(0)
    }

    fn set(&self, parser: &OperationParser<'_, '_, '_>, parts: &mut OpParts, map: Attribute) {
        parts.properties.push(entry(parser.context(), self.map, map));
    }

    /// The map of an operation, if it can have this number of operands.
    fn bound(&self, context: &Context, op: Op, operands: usize) -> Option<AffineMap> {
        let map = map_of(context, op, self.map)?;
        (map.num_inputs(context) <= operands).then_some(map)
    }

    /// Prints the bound.
    fn print_bound(&self, printer: &mut OperationPrinter<'_>, map: AffineMap, operands: &[Value]) {
        let context = printer.context();
        let (dims, symbols) = (map.num_dims(context), map.num_symbols(context));
        let mut results = map.results(context).iter();
        match (results.next().map(|first| first.kind(context)), results.next()) {
            (Some(AffineExprKind::Constant(value)), None) if dims == 0 && symbols == 0 => {
                printer.write(value.to_string().as_bytes());
                return;
            }
            (Some(AffineExprKind::Symbol(_)), None) if dims == 0 && symbols == 1 => {
                printer.write_value(operands[0]);
                return;
            }
            (Some(_), None) => {}
            _ => {
                printer.write(self.keyword.as_bytes());
                printer.write(b" ");
            }
        }
        printer.write_attribute(context.affine_map_attribute(map));
        print_dims_and_symbols(printer, operands, dims as usize);
    }
}

/// Whether an integer is not negative.
fn is_not_negative(context: &Context, value: Attribute) -> Option<bool> {
    match value.kind(context) {
        AttributeKind::Integer { value, .. } => Some(!value.sign_bit()),
        _ => None,
    }
}

impl OpSyntax for For {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let variable = parser.parse_named_region_argument(context.index_type())?;
        parser.parse_token(TokenKind::Equal, "expected '='")?;
        let lower = LOWER.parse_bound(parser, parts)?;
        if !parser.take_word("to") {
            return Err(parser.op_error(parser.place(), "expected 'to' between bounds"));
        }
        let upper = UPPER.parse_bound(parser, parts)?;
        let mut step = context.index_attribute(1);
        if parser.take_word(STEP) {
            let place = parser.place();
            let (value, fits) = super::attribute(parser, Some(context.index_type()), is_not_negative)?;
            if !fits {
                let message = "expected step to be representable as a positive signed integer";
                return Err(parser.op_error(place, message));
            }
            step = value;
        }
        parts.properties.push(entry(context, STEP, step));
        let (mut names, mut initial) = (Vec::new(), Vec::new());
        if parser.take_word("iter_args") {
            lists::assignments(parser, &mut names, &mut initial)?;
            parts.results = lists::arrow_types(parser)?;
            let types: Vec<Type> = parts.results.clone();
            for (operand, ty) in initial.iter().zip(types) {
                parts.operands.push(parser.resolve_operand(*operand, ty)?);
            }
        }
        if names.len() != parts.results.len() {
            let message = "mismatch between the number of loop-carried values and results";
            return Err(parser.op_error(parser.op_place(), message));
        }
        lists::set_segments(context, parts, &[lower, upper, initial.len()]);
        let mut arguments: Vec<RegionArgument<'_>> = vec![variable];
        arguments.extend(lists::region_arguments(&names, &parts.results));
        let region = parser.parse_region_with_arguments(&arguments)?;
        parser.ensure_terminator(region, context.identifier(YIELD));
        parts.regions.push(region);
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some((region, entry)) = lists::body(context, op) else {
            return false;
        };
        let (Some([lower, upper, initial]), Some(variable)) =
            (lists::segments::<3>(context, op), entry.argument(context, 0))
        else {
            return false;
        };
        let step = op.property(context, context.identifier(STEP));
        let step = match step.map(|step| step.kind(context)) {
            Some(AttributeKind::Integer { value, .. }) => value.to_i64(),
            _ => None,
        };
        let maps = LOWER
            .bound(context, op, lower)
            .zip(UPPER.bound(context, op, upper));
        let (Some(step), Some((lower_map, upper_map))) = (step, maps) else {
            return false;
        };
        let operands: Vec<Value> = op.operands(context).collect();
        let (bounds, inits) = operands.split_at(lower + upper);
        printer.write(b" ");
        printer.write_named_region_argument(variable);
        printer.write(b" = ");
        LOWER.print_bound(printer, lower_map, &bounds[..lower]);
        printer.write(b" to ");
        UPPER.print_bound(printer, upper_map, &bounds[lower..]);
        if step != 1 {
            printer.write(format!(" step {step}").as_bytes());
        }
        if initial > 0 {
            let pairs = entry.arguments(context).skip(1).zip(inits.iter().copied());
            lists::print_assignments(printer, b" iter_args", pairs);
            lists::print_arrow_list(printer, op);
        }
        printer.write(b" ");
        lists::print_region(printer, region, initial > 0);
        let shown = [LOWER.map, UPPER.map, STEP, lists::SEGMENTS];
        printer.write_attr_dict(&lists::entries(context, op, &shown));
        true
    }
}
