//! `ir.AffineExprList`: the results of an affine map.

use tvmlike_ir as ir;

use crate::api::*;
use crate::handles::{AffineExpr, Context, Same};
use crate::slices::{Part, position};

/// The results of an affine map.
#[derive(Object)]
#[object(key = "ir.AffineExprList")]
pub(crate) struct AffineExprList {
    context: Same<Context>,
    exprs: Vec<ir::AffineExpr>,
}

impl AffineExprList {
    pub(crate) fn new(context: &ObjectPtr<Context>, exprs: Vec<ir::AffineExpr>) -> Self {
        Self {
            context: Same(context.clone()),
            exprs,
        }
    }

    fn all(&self) -> impl Iterator<Item = ObjectPtr<AffineExpr>> + '_ {
        self.exprs
            .iter()
            .map(|expr| AffineExpr::make(&self.context, *expr))
    }
}

#[methods(sequence)]
impl AffineExprList {
    fn len(&self) -> usize {
        self.exprs.len()
    }

    fn get(&self, index: usize) -> Option<ObjectPtr<AffineExpr>> {
        Some(AffineExpr::make(&self.context, *self.exprs.get(index)?))
    }

    /// The items from `start`, so many, at a distance.
    #[name("__slice__")]
    fn slice(&self, start: i64, count: usize, step: i64) -> Self {
        let part = Part::ALL.slice(position(start), count, step);
        let exprs = (0..count).filter_map(|index| self.exprs.get(part.index(index)).copied());
        Self::new(&self.context, exprs.collect())
    }

    /// The items of both, as a list.
    #[name("__add__")]
    fn add(&self, other: &Self) -> List<ObjectPtr<AffineExpr>> {
        self.all().chain(other.all()).collect()
    }
}

/// Expressions as front ends pass them.
#[derive(Union)]
pub(crate) enum Exprs {
    Many(Vec<ObjectPtr<AffineExpr>>),
    List(ObjectPtr<AffineExprList>),
}

impl Exprs {
    /// The expressions.
    pub(crate) fn into_vec(self) -> Vec<ObjectPtr<AffineExpr>> {
        match self {
            Self::Many(exprs) => exprs,
            Self::List(list) => list.all().collect(),
        }
    }
}
