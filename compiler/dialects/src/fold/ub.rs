//! `ub`.

use tvmlike_ir::{Attribute, Location, Op, Rewriter, Type};

use super::Rules;
use super::elementwise::is_poison;

pub(super) const RULES: Rules = Rules {
    folds: &[],
    patterns: &[],
    materialize: Some(materialize),
    scope: None,
};

/// Makes `ub.poison`.
fn materialize(
    rewriter: &mut Rewriter<'_, '_>,
    value: Attribute,
    ty: Type,
    location: Location,
) -> Option<Op> {
    match is_poison(rewriter.context(), value) {
        true => super::arith::materialize(rewriter, value, ty, location),
        false => None,
    }
}
