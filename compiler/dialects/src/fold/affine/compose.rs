//! Applied maps whose operands are applied maps: one map of what these are applied to.

use tvmlike_ir::{Op, Rewriter};

use super::super::rewrite::Make;
use super::variables::simplify;
use crate::applied_map::AppliedMap;

/// Composes an applied map with those that define its operands, and drops operands that it does not need.
pub(super) fn simplify_apply(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let old = AppliedMap::of(context, op)?;
    let mut new = old.composed(context)?;
    simplify(context, &mut new)?;
    if new == old {
        return None;
    }
    let map = context.affine_map_attribute(new.map(context)?);
    Make::new("affine.apply", &new.operands(), &[context.index_type()])
        .with(&[("map", map)])
        .replace(rewriter, op)
}
