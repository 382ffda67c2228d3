//! Innermost loops that count as loops that compare at their end, with several iterations of the original in each.
//!
//! `scf.for` becomes blocks that compare at the head and branch twice in each iteration. For a back end that does not change
//! loops, an innermost one becomes a loop over groups of iterations, and one over the rest, each an `scf.while` that
//! compares at its end, under a check that it has an iteration.
//! Invariant: the iterations are those of the original, in the same order, with the same values.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    Block, Context, InsertionPoint, Location, Mapping, NamedAttribute, Op, Rewriter, Type, TypeKind, Value,
};

use crate::make::{Make, build, choose, compare, entries, integer, make_block, property};
use crate::number::constant;
use crate::types::bytes_of;
use crate::vectorized_loops::MARK;

/// The iterations in a group.
const FACTOR: i64 = 4;
/// The most work of a body that is repeated in a group: operations, each counted once for each register of its result.
const MOST_REPEATED: i64 = 32;
/// The bytes of the registers of vectors.
const REGISTER: i64 = 16;
/// The most operations of a body that is copied at all.
const MOST: usize = 256;
/// The narrowest type in which the numbers of a group are numbers.
const NARROWEST: u32 = 8;
/// Predicates of `arith.cmpi`.
const NOT_EQUAL: i64 = 1;
const LESS: i64 = 2;
const UNSIGNED_LESS: i64 = 6;

/// Whether a loop is one that counts, without anything nested, and not too large.
pub(crate) fn is_innermost(context: &Context, op: Op) -> bool {
    if !op.is_named(context, "scf.for") {
        return false;
    }
    let Some(body) = op
        .region(context, 0)
        .and_then(|region| region.first_block(context))
    else {
        return false;
    };
    let mut count = 0;
    body.operations(context).all(|op| {
        count += 1;
        count <= MOST && op.num_regions(context) == 0
    })
}

/// Replaces a loop that [`is_innermost`].
pub(crate) fn unroll(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let counted = Counted::of(context, op)?;
    rewriter.set_before(op);
    let inits: Vec<Value> = op.operands(context).skip(3).collect();
    let results = match counted.known_to_run(context) {
        true => counted.iterations(rewriter, &inits)?,
        false => {
            let runs = counted.compare(rewriter, counted.less, counted.lower, counted.upper);
            choose(rewriter, counted.location, runs, &inits, |rewriter| {
                counted.iterations(rewriter, &inits)
            })?
        }
    };
    rewriter.replace_op(op, &results);
    Some(())
}

/// A loop that counts.
struct Counted {
    op: Op,
    body: Block,
    lower: Value,
    upper: Value,
    step: Value,
    /// The predicate by which its variable is below its upper bound.
    less: i64,
    location: Location,
}

impl Counted {
    fn of(context: &Context, op: Op) -> Option<Self> {
        let is_unsigned = property(context, op, "unsignedCmp").is_some();
        Some(Self {
            op,
            body: op.region(context, 0)?.first_block(context)?,
            lower: op.operand(context, 0)?,
            upper: op.operand(context, 1)?,
            step: op.operand(context, 2)?,
            less: if is_unsigned { UNSIGNED_LESS } else { LESS },
            location: op.location(context),
        })
    }

    fn ty(&self, context: &Context) -> Type {
        self.lower.ty(context)
    }

    fn compare(&self, rewriter: &mut Rewriter<'_, '_>, predicate: i64, lhs: Value, rhs: Value) -> Value {
        compare(rewriter, self.location, predicate, [lhs, rhs])
    }

    fn binary(&self, rewriter: &mut Rewriter<'_, '_>, name: &str, lhs: Value, rhs: Value) -> Value {
        let ty = self.ty(rewriter.context());
        Make::new(name, &[lhs, rhs], &[ty]).value(rewriter, self.location)
    }

    fn number(&self, rewriter: &mut Rewriter<'_, '_>, value: i64) -> Value {
        let context = rewriter.context();
        let ty = self.ty(context);
        Make::new("arith.constant", &[], &[ty])
            .with(&[("value", integer(context, ty, value))])
            .value(rewriter, self.location)
    }

    /// Whether the bounds are constants that say that there is an iteration.
    fn known_to_run(&self, context: &Context) -> bool {
        let bounds = [self.lower, self.upper].map(|bound| constant(context, bound));
        matches!(bounds, [Some(lower @ 0..), Some(upper)] if lower < upper)
    }

    /// The step if groups of iterations can be made.
    fn known_step(&self, context: &Context) -> Option<i64> {
        let is_wide = match self.ty(context).kind(context) {
            TypeKind::Integer { width, .. } => width >= NARROWEST,
            _ => true,
        };
        let work = |op: Op| {
            let bytes = op
                .result(context, 0)
                .and_then(|result| bytes_of(context, result.ty(context)));
            bytes.map_or(1, |bytes| (bytes + REGISTER - 1) / REGISTER)
        };
        let is_small = self.body.operations(context).map(work).sum::<i64>() <= MOST_REPEATED;
        let is_marked = self.op.attribute(context, context.identifier(MARK)).is_some();
        let step = constant(context, self.step);
        let step = step.filter(|step| is_wide && is_small && !is_marked && *step > 0)?;
        step.checked_mul(FACTOR).map(|_| step)
    }

    /// Makes the loops, for one that has an iteration. Their results.
    fn iterations(&self, rewriter: &mut Rewriter<'_, '_>, inits: &[Value]) -> Option<Vec<Value>> {
        let Some(step) = self.known_step(rewriter.context()) else {
            return self.one_by_one(rewriter, self.lower, inits);
        };
        // The number of iterations can be greater than the greatest signed number.
        let mut count = self.binary(rewriter, "arith.subi", self.upper, self.lower);
        let one = self.number(rewriter, 1);
        if step != 1 {
            let last = self.binary(rewriter, "arith.subi", count, one);
            let last = self.binary(rewriter, "arith.divui", last, self.step);
            count = self.binary(rewriter, "arith.addi", last, one);
        }
        let mask = self.number(rewriter, -FACTOR);
        let grouped = self.binary(rewriter, "arith.andi", count, mask);
        let mut length = grouped;
        if step != 1 {
            length = self.binary(rewriter, "arith.muli", grouped, self.step);
        }
        let end = self.binary(rewriter, "arith.addi", self.lower, length);
        // Not by the end: it is the lower bound if the iterations take all numbers of the type.
        let none = self.number(rewriter, 0);
        let has_group = self.compare(rewriter, NOT_EQUAL, grouped, none);
        let passed = choose(rewriter, self.location, has_group, inits, |rewriter| {
            self.groups(rewriter, end, inits)
        })?;
        let has_rest = self.compare(rewriter, NOT_EQUAL, grouped, count);
        choose(rewriter, self.location, has_rest, &passed, |rewriter| {
            self.one_by_one(rewriter, end, &passed)
        })
    }

    /// Makes the loop over groups, up to an end.
    fn groups(&self, rewriter: &mut Rewriter<'_, '_>, end: Value, inits: &[Value]) -> Option<Vec<Value>> {
        let offsets: Vec<Value> = (1..FACTOR)
            .map(|index| self.offset(rewriter, index))
            .collect::<Option<_>>()?;
        let length = self.offset(rewriter, FACTOR)?;
        self.repeat(rewriter, self.lower, inits, |rewriter, variable, passed| {
            self.copy(rewriter, variable, passed);
            for offset in &offsets {
                let variable = self.binary(rewriter, "arith.addi", variable, *offset);
                self.copy(rewriter, variable, passed);
            }
            let next = self.binary(rewriter, "arith.addi", variable, length);
            (next, self.compare(rewriter, NOT_EQUAL, next, end))
        })
    }

    /// The steps of so many iterations. It wraps only where there is no group.
    fn offset(&self, rewriter: &mut Rewriter<'_, '_>, count: i64) -> Option<Value> {
        let context = rewriter.context();
        let steps = constant(context, self.step)?.checked_mul(count)?;
        let bits = match self.ty(context).kind(context) {
            TypeKind::Integer { width, .. } => width.min(64),
            _ => 64,
        };
        let unused = 64 - bits;
        Some(self.number(rewriter, steps << unused >> unused))
    }

    /// Makes the loop over single iterations.
    fn one_by_one(
        &self,
        rewriter: &mut Rewriter<'_, '_>,
        from: Value,
        inits: &[Value],
    ) -> Option<Vec<Value>> {
        self.repeat(rewriter, from, inits, |rewriter, variable, passed| {
            self.copy(rewriter, variable, passed);
            let next = self.binary(rewriter, "arith.addi", variable, self.step);
            (next, self.compare(rewriter, self.less, next, self.upper))
        })
    }

    /// Makes a loop that compares at its end. The function makes an iteration, changes what it passes on, and returns the
    /// variable of the next one, and whether there is one. What the last one passes on.
    fn repeat(
        &self,
        rewriter: &mut Rewriter<'_, '_>,
        from: Value,
        inits: &[Value],
        iteration: impl FnOnce(&mut Rewriter<'_, '_>, Value, &mut Vec<Value>) -> (Value, Value),
    ) -> Option<Vec<Value>> {
        let context = rewriter.context();
        let location = self.location;
        let starts: Vec<Value> = std::iter::once(from).chain(inits.iter().copied()).collect();
        let types: Vec<Type> = starts.iter().map(|value| value.ty(context)).collect();
        let (before, body) = make_block(rewriter, location, &types)?;
        let (after, pass) = make_block(rewriter, location, &types)?;
        rewriter.at(Some(InsertionPoint::at_end(body)), |rewriter| {
            let mut arguments = body.arguments(context);
            let variable = arguments.next()?;
            let mut passed: Vec<Value> = arguments.collect();
            let (next, more) = iteration(rewriter, variable, &mut passed);
            let operands: Vec<Value> = [more, next].into_iter().chain(passed).collect();
            Make::new("scf.condition", &operands, &[]).at(rewriter, location);
            Some(())
        })?;
        rewriter.at(Some(InsertionPoint::at_end(pass)), |rewriter| {
            let arguments: Vec<Value> = pass.arguments(context).collect();
            Make::new("scf.yield", &arguments, &[]).at(rewriter, location);
        });
        let made = OpBuilder::new("scf.while")
            .operand("inits", starts)
            .result("results", types)
            .region("before", [before])
            .region("after", [after]);
        let made = build(rewriter, made, location);
        let attributes: Vec<NamedAttribute> = entries(context, self.op.attributes(context));
        rewriter.modify(made, |edit| {
            for each in attributes {
                made.set_discardable_attribute(edit, each.name, each.value);
            }
        });
        Some(made.results(context).skip(1).collect())
    }

    /// Copies the body to the place, for a value of the variable. What it passes on is replaced.
    fn copy(&self, rewriter: &mut Rewriter<'_, '_>, variable: Value, passed: &mut Vec<Value>) {
        let context = rewriter.context();
        let mut copies = Mapping::new();
        let given = std::iter::once(variable).chain(passed.iter().copied());
        for (argument, value) in self.body.arguments(context).zip(given) {
            copies.map_value(context, argument, value);
        }
        let mut next = self.body.first_op(context);
        while let Some(op) = next {
            next = op.next(context);
            if next.is_some() {
                rewriter.clone_op(op, &mut copies);
                continue;
            }
            let yielded = op.operands(context);
            *passed = yielded
                .map(|value| copies.value(context, value).unwrap_or(value))
                .collect();
        }
    }
}
