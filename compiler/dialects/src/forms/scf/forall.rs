//! The custom forms of `scf.forall` and `scf.forall.in_parallel`.

use tvmlike_ir::{Context, DYNAMIC, NamedAttribute, Op, Type, Value};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{
    Delimiter, OpParts, OpSyntax, OperationParser, OperationPrinter, Result, UnresolvedOperand,
};

use super::super::lists;
use crate::constant::constant;

/// `scf.forall (%i) in (4) shared_outs(%a = %0) -> (tensor<4xf32>) { … }`, with `= (0) to (4) step (1)` for other bounds.
pub(super) struct Forall;

/// The properties with the numbers of a loop; a dynamic one stands for an operand.
const NUMBERS: [&str; 3] = ["staticLowerBound", "staticUpperBound", "staticStep"];
const IN_PARALLEL: &str = "scf.forall.in_parallel";

/// Numbers, and operands for those that are dynamic.
#[derive(Default)]
struct Indices {
    operands: Vec<UnresolvedOperand>,
    numbers: Vec<i64>,
}

impl Indices {
    /// Reads `(4, %0)`.
    fn parse(parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<Self> {
        let mut all = Self::default();
        // MLIR reports a second error for the same cause.
        all.parse_items(parser).map_err(|error| {
            error.followed_by(parser.op_error(parser.op_place(), "expected SSA value or integer"))
        })?;
        let index = parser.context().index_type();
        for operand in &all.operands {
            parts.operands.push(parser.resolve_operand(*operand, index)?);
        }
        Ok(all)
    }

    fn parse_items(&mut self, parser: &mut OperationParser<'_, '_, '_>) -> Result<()> {
        const PLACE: &str = " in dynamic index list";
        let mut more = parser.open_list(Delimiter::Paren, PLACE)?;
        while more {
            if parser.is_at(TokenKind::PercentId) {
                self.operands.push(parser.parse_operand()?);
                self.numbers.push(DYNAMIC);
            } else {
                self.numbers.push(lists::integer(parser)?);
            }
            more = parser.next_in_list(Delimiter::Paren, PLACE)?;
        }
        Ok(())
    }
}

impl OpSyntax for Forall {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let mut names = lists::arguments(parser)?;
        let count = names.len();
        let [lower, upper, step];
        if parser.take_word("in") {
            upper = Indices::parse(parser, parts)?;
            let numbers = |number: i64| Indices {
                operands: Vec::new(),
                numbers: vec![number; count],
            };
            [lower, step] = [0, 1].map(numbers);
        } else {
            parser.parse_token(TokenKind::Equal, "expected '='")?;
            lower = Indices::parse(parser, parts)?;
            parser.parse_keyword("to")?;
            upper = Indices::parse(parser, parts)?;
            parser.parse_keyword("step")?;
            step = Indices::parse(parser, parts)?;
        }
        let (mut outputs, place) = (Vec::new(), parser.place());
        if parser.take_word("shared_outs") {
            lists::assignments(parser, &mut names, &mut outputs)?;
            parts.results = lists::optional_arrow_types(parser)?;
            let types = parts.results.clone();
            lists::resolve(parser, parts, &outputs, &types, place)?;
        }
        let indices = std::iter::repeat_n(context.index_type(), count);
        let types: Vec<Type> = indices.chain(parts.results.iter().copied()).collect();
        let arguments = lists::region_arguments(&names, &types);
        let region = parser.parse_region_with_arguments(&arguments)?;
        parser.ensure_terminator(region, context.identifier(IN_PARALLEL));
        parts.regions.push(region);
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        let bounds = [&lower, &upper, &step];
        for (name, indices) in NUMBERS.iter().zip(bounds) {
            parts.properties.push(NamedAttribute {
                name: context.identifier(name),
                value: context.dense_i64_array(&indices.numbers),
            });
        }
        let [lower, upper, step] = bounds.map(|bounds| bounds.operands.len());
        lists::set_segments(context, parts, &[lower, upper, step, outputs.len()]);
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some(((region, entry), bounds)) = lists::body(context, op).zip(Bounds::of(context, op)) else {
            return false;
        };
        if entry.num_arguments(context) != bounds.rank + bounds.outputs.len() {
            return false;
        }
        printer.write(b" (");
        lists::print_values(printer, entry.arguments(context).take(bounds.rank));
        printer.write(b")");
        bounds.print(printer);
        let arguments = entry.arguments(context).skip(bounds.rank);
        lists::print_assignments(printer, b" shared_outs", arguments.zip(bounds.outputs));
        if entry.num_arguments(context) > bounds.rank {
            lists::print_arrow_list(printer, op);
        }
        printer.write(b" ");
        lists::print_region(printer, region, op.num_results(context) > 0);
        let [lower, upper, step] = NUMBERS;
        let shown = [lower, upper, step, lists::SEGMENTS];
        printer.write_attr_dict(&lists::entries(context, op, &shown));
        true
    }
}

/// The bounds of a loop, as they are printed.
struct Bounds {
    rank: usize,
    numbers: [Vec<i64>; 3],
    operands: [Vec<Value>; 3],
    outputs: Vec<Value>,
}

impl Bounds {
    /// The bounds of an operation that has as many operands as its properties say.
    fn of(context: &Context, op: Op) -> Option<Self> {
        let numbers = |name: &str| lists::integers(context, op.property(context, context.identifier(name)));
        let [lower, upper, step] = NUMBERS.map(numbers);
        let numbers = [lower?, upper?, step?];
        let sizes = lists::segments::<4>(context, op)?;
        let mut values = op.operands(context);
        let mut take = |count: usize| values.by_ref().take(count).collect::<Vec<Value>>();
        let operands = [take(sizes[0]), take(sizes[1]), take(sizes[2])];
        let outputs = take(sizes[3]);
        let fits = numbers.iter().zip(&operands).all(|(numbers, operands)| {
            let dynamic = numbers.iter().filter(|number| **number == DYNAMIC).count();
            dynamic == operands.len()
        });
        let fits = fits && numbers.iter().all(|each| each.len() == numbers[0].len());
        fits.then_some(Self {
            rank: numbers[0].len(),
            numbers,
            operands,
            outputs,
        })
    }

    /// Whether all numbers of a list are this one, or operands that are constants of this value: MLIR leaves them out, too.
    fn are_all(&self, context: &Context, which: usize, wanted: i64) -> bool {
        let mut operands = self.operands[which].iter();
        self.numbers[which].iter().all(|number| match *number {
            DYNAMIC => operands.next().and_then(|value| constant(context, *value)) == Some(wanted),
            number => number == wanted,
        })
    }

    fn print(&self, printer: &mut OperationPrinter<'_>) {
        let context = printer.context();
        if self.are_all(context, 0, 0) && self.are_all(context, 2, 1) {
            printer.write(b" in ");
            return self.print_indices(printer, 1);
        }
        for (which, word) in [b" = ".as_slice(), b" to ", b" step "].into_iter().enumerate() {
            printer.write(word);
            self.print_indices(printer, which);
        }
    }

    fn print_indices(&self, printer: &mut OperationPrinter<'_>, which: usize) {
        let mut operands = self.operands[which].iter();
        printer.write(b"(");
        for (index, number) in self.numbers[which].iter().enumerate() {
            if index > 0 {
                printer.write(b", ");
            }
            let operand = if *number == DYNAMIC { operands.next() } else { None };
            match operand {
                Some(value) => printer.write_value(*value),
                None => printer.write(number.to_string().as_bytes()),
            }
        }
        printer.write(b")");
    }
}

/// `scf.forall.in_parallel { … }`.
pub(super) struct InParallel;

impl OpSyntax for InParallel {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let region = parser.parse_region()?;
        parser.ensure_block(region);
        parts.regions.push(region);
        parser.parse_optional_attr_dict(&mut parts.attributes)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let region = lists::only_region(context, op);
        let Some(region) = region.filter(|_| op.num_operands(context) + op.num_results(context) == 0) else {
            return false;
        };
        printer.write(b" ");
        lists::print_region(printer, region, false);
        printer.write_attr_dict(&lists::entries(context, op, &[]));
        true
    }
}
