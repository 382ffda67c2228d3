//! Patterns of `affine.linearize_index`: indices that are zero, and those that were one index before.

use tvmlike_ir::{
    AffineOp, Context, DominanceInfo, FoldResult, InsertionPoint, Op, Rewriter, Value, ValueOwner,
};

use super::super::rewrite::{Make, constant, scalar};
use super::super::slices::known;
use super::basis::{DELINEARIZE, basis, delinearize, given, indices, is_disjoint, linearize, padded};
use crate::number::Int;

fn is_zero(context: &Context, value: Value) -> bool {
    scalar(context, value).as_ref().and_then(Int::to_i64) == Some(0)
}

/// A first index that is zero is left out.
pub(super) fn drop_leading_zero(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let all = indices(context, op)?;
    let (first, rest) = all.split_first()?;
    if !is_zero(context, *first) {
        return None;
    }
    if rest.is_empty() {
        rewriter.replace_op(op, &[*first]);
        return Some(());
    }
    let sizes = basis(context, op)?;
    let sizes = &sizes[usize::from(sizes.len() == all.len())..];
    let new = linearize(rewriter, op, rest, sizes, is_disjoint(context, op))?;
    rewriter.replace_op(op, &[new]);
    Some(())
}

/// Indices that are zero of sizes that are 1 are left out.
pub(super) fn drop_units(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let all = indices(context, op)?;
    let sizes = padded(basis(context, op)?, all.len());
    let is_disjoint = is_disjoint(context, op);
    let is_kept = |(index, size): &(Value, Option<FoldResult>)| {
        let is_unit = size.as_ref().and_then(|size| known(context, size)) == Some(1);
        !is_unit || !is_disjoint && !is_zero(context, *index)
    };
    let (kept, sizes): (Vec<Value>, Vec<Option<FoldResult>>) =
        all.iter().copied().zip(sizes).filter(is_kept).unzip();
    if kept.len() == all.len() {
        return None;
    }
    let new = match kept.is_empty() {
        true => constant(rewriter, op, context.index_attribute(0), context.index_type())?,
        false => linearize(rewriter, op, &kept, &given(&sizes), is_disjoint)?,
    };
    rewriter.replace_op(op, &[new]);
    Some(())
}

/// Results of one operation that follow each other among the indices.
struct Run {
    op: Op,
    sizes: Vec<Option<FoldResult>>,
    /// The first of the indices, the first of the results, and how many there are.
    first: usize,
    result: usize,
    count: usize,
    /// Whether the sizes of the indices are there where the operation is.
    is_defined: bool,
}

impl Run {
    fn is_whole(&self) -> bool {
        self.count == self.sizes.len()
    }
}

/// The indices and sizes of a linear index.
struct Linear {
    indices: Vec<Value>,
    sizes: Vec<Option<FoldResult>>,
    is_disjoint: bool,
}

impl Linear {
    /// The results that follow each other from an index on. `None`: there are not two, or they have other sizes.
    fn run(&self, context: &Context, first: usize) -> Option<Run> {
        let ValueOwner::Result { op, index: result } = self.indices[first].owner(context) else {
            return None;
        };
        if !op.is_named(context, DELINEARIZE) {
            return None;
        }
        let sizes = padded(basis(context, op)?, op.num_results(context));
        let size = sizes[result];
        // The first size of an operation changes nothing, and that of disjoint indices is known to be right.
        let is_same = size == self.sizes[first]
            || first == 0 && result == 0
            || self.is_disjoint && result == 0 && size.is_none();
        if !is_same {
            return None;
        }
        let results: Vec<Value> = op.results(context).skip(result).collect();
        let own = self.indices[first..].iter().zip(&self.sizes[first..]).skip(1);
        let others = results.iter().zip(&sizes[result..]).skip(1);
        let count = 1 + own.zip(others).take_while(|(own, other)| own == other).count();
        let is_defined = match self.sizes[first] {
            Some(FoldResult::Value(value)) if size != self.sizes[first] => {
                DominanceInfo::new().value_properly_dominates(context, value, op)
            }
            _ => true,
        };
        let run = Run {
            op,
            sizes,
            first,
            result,
            count,
            is_defined,
        };
        (count > 1 && (is_defined || run.is_whole())).then_some(run)
    }

    /// The runs of results, one of each operation.
    fn runs(&self, context: &Context) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        let mut first = 0;
        while first < self.indices.len() {
            let run = self.run(context, first);
            match run.filter(|run| runs.iter().all(|other| other.op != run.op)) {
                Some(run) => {
                    first += run.count;
                    runs.push(run);
                }
                None => first += 1,
            }
        }
        runs
    }
}

/// The product of sizes, if all are given.
fn product(
    rewriter: &mut Rewriter<'_, '_>,
    at: Op,
    sizes: &[Option<FoldResult>],
) -> Option<Option<FoldResult>> {
    let context = rewriter.context();
    let mut values = Vec::new();
    let mut product = context.affine_constant(1);
    for size in sizes {
        let Some(size) = size else { return Some(None) };
        let factor = match (known(context, size), size) {
            (Some(number), _) => context.affine_constant(number),
            (None, FoldResult::Value(value)) => {
                values.push(*value);
                context.affine_symbol(u32::try_from(values.len() - 1).ok()?)
            }
            (None, FoldResult::Attribute(_)) => return None,
        };
        product = context.affine_binary(AffineOp::Mul, product, factor).ok()?;
    }
    if let Some(number) = product.constant(context) {
        return Some(Some(FoldResult::Attribute(context.index_attribute(number))));
    }
    let map = context
        .affine_map(0, u32::try_from(values.len()).ok()?, &[product])
        .ok()?;
    let value = Make::new("affine.apply", &values, &[context.index_type()])
        .with(&[("map", context.affine_map_attribute(map))])
        .value(rewriter, at)?;
    Some(Some(FoldResult::Value(value)))
}

/// Indices that are the results of one operation, one after the other, become one again.
pub(super) fn merge(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let all = indices(context, op)?;
    let old = Linear {
        sizes: padded(basis(context, op)?, all.len()),
        indices: all,
        is_disjoint: is_disjoint(context, op),
    };
    let runs = old.runs(context);
    if runs.is_empty() {
        return None;
    }
    let (mut merged, mut sizes, mut end) = (Vec::new(), Vec::new(), 0);
    let mut replaced: Vec<(Op, Vec<Value>)> = Vec::new();
    for run in runs {
        merged.extend(&old.indices[end..run.first]);
        sizes.extend(&old.sizes[end..run.first]);
        end = run.first + run.count;
        let parts = &old.sizes[run.first..end];
        let place = InsertionPoint::before(context, if run.is_defined { run.op } else { op });
        let (value, size) = rewriter.at(place, |rewriter| {
            let size = product(rewriter, op, parts)?;
            let index = run.op.operand(context, 0)?;
            if run.is_whole() {
                return Some((index, size));
            }
            let mut outer = run.sizes.clone();
            outer.splice(run.result..run.result + run.count, [size]);
            let has_outer = outer[0].is_some();
            let mut values = delinearize(rewriter, run.op, index, &given(&outer), has_outer)?;
            let value = values[run.result];
            let inner = delinearize(rewriter, run.op, value, &given(parts), parts[0].is_some())?;
            values.splice(run.result..=run.result, inner);
            replaced.push((run.op, values));
            Some((value, size))
        })?;
        merged.push(value);
        sizes.push(size);
    }
    merged.extend(&old.indices[end..]);
    sizes.extend(&old.sizes[end..]);
    let new = linearize(rewriter, op, &merged, &given(&sizes), old.is_disjoint)?;
    rewriter.replace_op(op, &[new]);
    for (op, values) in replaced {
        rewriter.replace_op(op, &values);
    }
    Some(())
}
