//! `vector.contract`: products of matrices and vectors by dot products or outer products, and all others a dimension at a time.
//!
//! Invariant: a contraction whose lanes are masked becomes operations with parts of the mask.

mod elementwise;
mod layout;
mod parts;

use tvmlike_ir::{
    Attribute, AttributeKind, Context, Location, Op, Pattern, PatternSet, Rewriter, Type, Value,
};

use super::masked::Root;
use crate::make::{Make, property};

/// How products of matrices and vectors are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Contractions {
    /// By reductions of products of rows.
    #[default]
    Dot,
    /// By outer products of columns and rows.
    OuterProduct,
    /// By products of elements, if no dimension is reduced.
    Elementwise,
}

/// Adds the pattern.
pub(super) fn add_patterns(patterns: &mut PatternSet, contractions: Contractions) {
    patterns.add(contractions);
}

impl Pattern for Contractions {
    fn name(&self) -> &str {
        "ContractionOpLowering"
    }

    fn root(&self) -> Option<&str> {
        Some("vector.contract")
    }

    fn rewrite(&self, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
        let contraction = Contraction::of(rewriter.context(), op)?;
        let root = Root::of(rewriter.context(), op);
        if root.has_other_lanes {
            return None;
        }
        root.replace(rewriter, &mut |rewriter| {
            let is_supported = contraction.is_supported(rewriter.context());
            let by_layout = match self {
                Self::OuterProduct => contraction.by_outer_products(rewriter, root.mask),
                Self::Dot if is_supported && root.mask.is_none() => contraction.by_dot_products(rewriter),
                Self::Elementwise if is_supported && root.mask.is_none() => contraction.by_elements(rewriter),
                _ => None,
            };
            match by_layout {
                None if is_supported => contraction.by_parts(rewriter, root.mask),
                value => value,
            }
        })
    }
}

/// A contraction, and for each of its operands and the result, the numbers of its dimensions in the iteration.
#[derive(Clone)]
struct Contraction {
    op: Op,
    location: Location,
    lhs: Value,
    rhs: Value,
    before: Value,
    ty: Type,
    maps: [Vec<usize>; 3],
    /// The iterators, and whether each is reduced.
    iterators: Vec<Attribute>,
    reduces: Vec<bool>,
}

/// The dimensions that are the results of a map.
fn dims(context: &Context, map: Attribute) -> Option<Vec<usize>> {
    let AttributeKind::AffineMap(map) = map.kind(context) else {
        return None;
    };
    map.results(context)
        .iter()
        .map(|expr| match expr.kind(context) {
            tvmlike_ir::AffineExprKind::Dim(dim) => Some(dim as usize),
            _ => None,
        })
        .collect()
}

fn list(context: &Context, op: Op, name: &str) -> Option<Vec<Attribute>> {
    match property(context, op, name)?.kind(context) {
        AttributeKind::Array(all) => Some(all.iter().collect()),
        _ => None,
    }
}

impl Contraction {
    fn of(context: &Context, op: Op) -> Option<Self> {
        let maps = list(context, op, "indexing_maps")?;
        let [lhs, rhs, result] = maps.as_slice() else {
            return None;
        };
        let iterators = list(context, op, "iterator_types")?;
        let reduction = |iterator: &Attribute| {
            let text = tvmlike_text::attribute_to_string(context, *iterator).ok()?;
            Some(text.contains("reduction"))
        };
        Some(Self {
            op,
            location: op.location(context),
            lhs: op.operand(context, 0)?,
            rhs: op.operand(context, 1)?,
            before: op.operand(context, 2)?,
            ty: op.result(context, 0)?.ty(context),
            maps: [
                dims(context, *lhs)?,
                dims(context, *rhs)?,
                dims(context, *result)?,
            ],
            reduces: iterators.iter().map(reduction).collect::<Option<_>>()?,
            iterators,
        })
    }

    /// Whether the result is a sum, and all elements are of one type.
    fn is_supported(&self, context: &Context) -> bool {
        let element = |ty: Type| ty.element_type(context).unwrap_or(ty);
        let own = element(self.ty);
        tvmlike_dialects::combining_kind(context, self.op).as_deref() == Some("add")
            && element(self.lhs.ty(context)) == own
            && element(self.rhs.ty(context)) == own
    }

    /// Makes an operation whose result has the type of its first operand.
    fn make(&self, rewriter: &mut Rewriter<'_, '_>, name: &str, operands: &[Value]) -> Value {
        let ty = operands[0].ty(rewriter.context());
        Make::new(name, operands, &[ty]).value(rewriter, self.location)
    }

    /// The product of values of elements.
    fn product(&self, rewriter: &mut Rewriter<'_, '_>, lhs: Value, rhs: Value) -> Value {
        let name = match super::combine::is_float(rewriter.context(), lhs.ty(rewriter.context())) {
            true => "arith.mulf",
            false => "arith.muli",
        };
        self.make(rewriter, name, &[lhs, rhs])
    }
}

/// `vector.transpose` with dimensions in an order.
pub(super) fn transposed(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    value: Value,
    order: &[i64],
) -> Option<Value> {
    let context = rewriter.context();
    let (sizes, element) = super::vector_parts(context, value.ty(context))?;
    let sizes: Vec<i64> = order.iter().map(|dim| sizes[*dim as usize]).collect();
    let ty = context.vector_type(&sizes, element, &[]).ok()?;
    let made = Make::new("vector.transpose", &[value], &[ty])
        .with(&[("permutation", context.dense_i64_array(order))])
        .value(rewriter, location);
    Some(made)
}
