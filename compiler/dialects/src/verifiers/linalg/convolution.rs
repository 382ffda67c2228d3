//! The check of the interface `ConvolutionOpInterface`: how input, filter and output share the loops.

use std::collections::HashSet;

use tvmlike_define::Instance;
use tvmlike_ir::{AffineExpr, AffineExprKind, AffineMap, AffineOp, Context, Failure};

use crate::structured::{self, Loop};

pub(super) fn verify(instance: &Instance<'_>) -> Result<(), Failure> {
    match check(instance) {
        Some(message) => instance.refuse_plainly(message),
        None => Ok(()),
    }
}

/// The loops that index an input.
#[derive(Default)]
struct Input {
    /// Those that are added to others.
    convolved: HashSet<u32>,
    others: HashSet<u32>,
}

impl Input {
    /// Adds the loops of one result of the map; `None` if it has another form.
    fn add(&mut self, context: &Context, result: AffineExpr) -> Option<()> {
        match result.kind(context) {
            AffineExprKind::Dim(dim) => {
                let is_new = !self.convolved.contains(&dim) && self.others.insert(dim);
                is_new.then_some(())
            }
            AffineExprKind::Binary {
                op: AffineOp::Add,
                lhs,
                rhs,
            } => {
                self.add_term(context, lhs)?;
                self.add_term(context, rhs)
            }
            _ => None,
        }
    }

    /// Adds a loop, which a constant can be a factor of.
    fn add_term(&mut self, context: &Context, term: AffineExpr) -> Option<()> {
        let dim = match term.kind(context) {
            AffineExprKind::Dim(dim) => dim,
            AffineExprKind::Binary {
                op: AffineOp::Mul,
                lhs,
                rhs,
            } => match (lhs.kind(context), rhs.kind(context)) {
                (AffineExprKind::Dim(dim), AffineExprKind::Constant(_))
                | (AffineExprKind::Constant(_), AffineExprKind::Dim(dim)) => dim,
                _ => return None,
            },
            _ => return None,
        };
        let is_new = !self.others.contains(&dim) && self.convolved.insert(dim);
        is_new.then_some(())
    }
}

/// The loops in the results of a projected permutation.
fn dims(context: &Context, map: AffineMap) -> Vec<u32> {
    let dim = |result: AffineExpr| match result.kind(context) {
        AffineExprKind::Dim(dim) => Some(dim),
        _ => None,
    };
    map.results(context).iter().filter_map(dim).collect()
}

/// The message about an operation that is no convolution.
fn check(instance: &Instance<'_>) -> Option<&'static str> {
    const OTHER_LOOP: &str = "unexpected loop dimension for convolution op";
    let (context, op) = (instance.context, instance.op);
    let inputs = structured::inputs(context, op)?;
    if inputs < 2 || op.num_operands(context) != inputs + 1 {
        return Some("expected op with 2 inputs and 1 output");
    }
    let maps = structured::indexing_maps(context, op)?;
    let loops = structured::loops(context, op)?;
    let mut input = Input::default();
    let mut results = maps.first()?.results(context).iter();
    if results.any(|result| input.add(context, result).is_none()) {
        return Some("unexpected input index map for convolutions");
    }
    let (filter, output) = (*maps.get(1)?, *maps.last()?);
    let is_permutation = |map: AffineMap| map.is_projected_permutation(context, false);
    if !is_permutation(filter) || !is_permutation(output) {
        return Some("expected output/filter indexing maps to be projected permutations");
    }
    let (filter, output) = (dims(context, filter), dims(context, output));
    let mut seen: HashSet<u32> = HashSet::new();
    for dim in &output {
        let in_filter = filter.contains(dim);
        let (convolved, other) = (input.convolved.contains(dim), input.others.contains(dim));
        // A batch, an image or an output channel, or what multiplies the depth.
        if !(other || convolved && !in_filter || !convolved && in_filter) {
            return Some(OTHER_LOOP);
        }
        if loops.get(*dim as usize) != Some(&Loop::Parallel) {
            return Some("expected all iterators used to access outputs to be parallel");
        }
        seen.insert(*dim);
    }
    for dim in &filter {
        let in_output = output.contains(dim);
        let (convolved, other) = (input.convolved.contains(dim), input.others.contains(dim));
        if in_output && (other || !convolved) {
            continue;
        }
        if in_output || !convolved && !other {
            return Some(OTHER_LOOP);
        }
        if loops.get(*dim as usize) != Some(&Loop::Reduction) {
            return Some("expected all iterators not used to access outputs to be reduction");
        }
        if !seen.insert(*dim) {
            return Some(OTHER_LOOP);
        }
    }
    if seen.len() != loops.len() {
        return Some(OTHER_LOOP);
    }
    input
        .convolved
        .is_empty()
        .then_some("expected convolved dim to be non-empty")
}
