//! `arith-int-range-narrowing`: computes in fewer bits what fits them.

use tvmlike_define::{Definition, with_element_type};
use tvmlike_dialects::IntRange;
use tvmlike_ir::{
    Context, Failure, Mapping, Op, Pattern, PatternSet, Rewriter, Signedness, Type, TypeKind, Value,
};
use tvmlike_transform::{OptionKind, OptionRecord, Pass, PassRecord, Run};

use super::int_ranges::{self, Deciders, Shared};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "arith-int-range-narrowing",
        "Reduce integer operations bitwidth based on integer range analysis",
        |options| {
            let widths = options.ints("int-bitwidths-supported");
            Ok(Box::new(Narrowing {
                widths: widths
                    .into_iter()
                    .filter_map(|width| u32::try_from(width).ok())
                    .collect(),
            }))
        },
    )
    .shown_as("ArithIntRangeNarrowingPass")
    .with_dialects(&["arith"])
    .with_options(vec![OptionRecord::list(
        "int-bitwidths-supported",
        OptionKind::Uint,
        "Integer bitwidths supported",
    )])
}

struct Narrowing {
    widths: Vec<u32>,
}

impl Pass for Narrowing {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let ranges = Shared::analyze(run, Deciders::Folds)?;
        let mut patterns = PatternSet::new();
        for rule in [Rule::Elementwise, Rule::Compare] {
            patterns.add(Narrow {
                rule,
                ranges: ranges.clone(),
                widths: self.widths.clone(),
            });
        }
        patterns.extend(&int_ranges::patterns(
            &ranges,
            &[
                (
                    "FoldIndexCastChain<IndexCastUIOp>",
                    Some("arith.index_castui"),
                    fold_casts,
                ),
                (
                    "FoldIndexCastChain<IndexCastOp>",
                    Some("arith.index_cast"),
                    fold_casts,
                ),
            ],
        ));
        int_ranges::rewrite(run, &ranges, &patterns)
    }
}

/// Which extensions give a number back.
#[derive(Clone, Copy, PartialEq)]
enum Cast {
    Signed,
    Unsigned,
    Both,
}

impl Cast {
    /// The extensions that give the numbers of a range back after a truncation.
    fn of(range: &IntRange, width: u32) -> Option<Self> {
        let removed = range.width().checked_sub(width).filter(|removed| *removed > 0)?;
        let sign_bits = |value: &tvmlike_dialects::Int| match value.is_negative() {
            true => value.not().leading_zeros(),
            false => value.leading_zeros(),
        };
        let signed = sign_bits(&range.smin) > removed && sign_bits(&range.smax) > removed;
        let unsigned = range.umin.leading_zeros() >= removed && range.umax.leading_zeros() >= removed;
        match (signed, unsigned) {
            (true, true) => Some(Self::Both),
            (true, false) => Some(Self::Signed),
            (false, true) => Some(Self::Unsigned),
            (false, false) => None,
        }
    }

    fn merge(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Both, other) | (other, Self::Both) => Some(other),
            _ if self == other => Some(self),
            _ => None,
        }
    }

    /// The cast of a value in a range: one that is not negative can be extended by zeros.
    fn for_range(self, range: &IntRange) -> Self {
        match self == Self::Signed && !range.smin.is_negative() {
            true => Self::Both,
            false => self,
        }
    }

    /// Casts a value to a type of the same shape.
    fn make(self, rewriter: &mut Rewriter<'_, '_>, op: Op, value: Value, ty: Type) -> Value {
        let context = rewriter.context();
        let from = value.ty(context);
        if from == ty {
            return value;
        }
        let element = |ty: Type| ty.element_type(context).unwrap_or(ty);
        let is_signed = self == Self::Signed;
        let name = match (element(from).kind(context), element(ty).kind(context)) {
            (TypeKind::Integer { width: from, .. }, TypeKind::Integer { width: to, .. }) => {
                match (to < from, is_signed) {
                    (true, _) => "arith.trunci",
                    (false, true) => "arith.extsi",
                    (false, false) => "arith.extui",
                }
            }
            _ if is_signed => "arith.index_cast",
            _ => "arith.index_castui",
        };
        crate::make::Make::new(name, &[value], &[ty]).value(rewriter, op.location(context))
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Rule {
    Elementwise,
    Compare,
}

/// Narrows an operation to the first of some widths that it fits.
struct Narrow {
    rule: Rule,
    ranges: Shared,
    widths: Vec<u32>,
}

impl Pattern for Narrow {
    fn name(&self) -> &str {
        match self.rule {
            Rule::Elementwise => "NarrowElementwise",
            Rule::Compare => "NarrowCmpI",
        }
    }

    fn root(&self) -> Option<&str> {
        (self.rule == Rule::Compare).then_some("arith.cmpi")
    }

    fn rewrite(&self, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
        let context = rewriter.context();
        let operands: Vec<Value> = op.operands(context).collect();
        let results: Vec<Value> = op.results(context).collect();
        let is_compare = self.rule == Rule::Compare;
        if !is_compare && !is_elementwise(context, op) {
            return None;
        }
        let compared: &[Value] = if is_compare { &[] } else { &results };
        let known: Vec<IntRange> = {
            let ranges = self.ranges.lock();
            let values = operands.iter().chain(compared);
            values
                .map(|value| ranges.get(*value).cloned())
                .collect::<Option<_>>()?
        };
        let first = if is_compare {
            operands.first()
        } else {
            results.first()
        };
        let ty = first?.ty(context);
        if operands
            .iter()
            .chain(compared)
            .any(|value| value.ty(context) != ty)
        {
            return None;
        }
        let (cast, narrow) = self.widths.iter().find_map(|width| {
            let mut casts = known.iter().map(|range| Cast::of(range, *width));
            let cast = casts.try_fold(Cast::Both, |cast, next| cast.merge(next?))?;
            let element = context.integer_type(*width, Signedness::Signless).ok()?;
            let narrow = match ty.is_shaped(context) {
                true => with_element_type(context, ty, element)?,
                false => element,
            };
            (narrow != ty).then_some((cast, narrow))
        })?;
        let mut mapping = Mapping::new();
        for (operand, range) in operands.iter().zip(&known) {
            let narrowed = cast.for_range(range).make(rewriter, op, *operand, narrow);
            mapping.map_value(context, *operand, narrowed);
        }
        let new = rewriter.clone_op(op, &mut mapping);
        if !is_compare {
            rewriter.modify(new, |edit| {
                new.results(context)
                    .for_each(|result| result.set_type(edit, narrow));
            });
        }
        self.ranges.lock().forget(context, new);
        let new_results: Vec<Value> = new.results(context).collect();
        let mut values = Vec::new();
        for (index, result) in results.iter().enumerate() {
            let value = match is_compare {
                true => new_results[index],
                false => cast.make(rewriter, op, new_results[index], ty),
            };
            if let Some(made) = value.defining_op(context) {
                self.ranges.lock().forget(context, made);
            }
            self.ranges.lock().copy(*result, value);
            values.push(value);
        }
        rewriter.replace_op(op, &values);
        Some(())
    }
}

/// Whether an operation computes each element from the elements at the same place.
fn is_elementwise(context: &Context, op: Op) -> bool {
    let definition = op
        .info(context)
        .and_then(|info| info.extensions().get::<Definition>());
    definition.is_some_and(|it| it.record().traits.iter().any(|each| *each.name == *"Elementwise"))
}

/// A cast to `index` and back to the same type is nothing.
fn fold_casts(_: &Shared, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let inner = op.operand(context, 0)?.defining_op(context)?;
    if inner.name(context) != op.name(context) {
        return None;
    }
    let source = inner.operand(context, 0)?;
    let is_index = inner.result(context, 0)?.ty(context).is_index(context);
    if !is_index || source.ty(context) != op.result(context, 0)?.ty(context) {
        return None;
    }
    rewriter.replace_op(op, &[source]);
    Some(())
}
