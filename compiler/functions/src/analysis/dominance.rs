//! `analysis.DominanceInfo` and `analysis.PostDominanceInfo`.

use tvmlike_ir as ir;

use super::Kept;
use crate::api::*;
use crate::handles::{Block, OperationBase, Reading, Value};

/// What can dominate an operation.
#[derive(Union)]
pub(crate) enum Dominator {
    Operation(ObjectPtr<OperationBase>),
    Value(ObjectPtr<Value>),
}

/// Answers what is executed before what.
#[derive(Object)]
#[object(key = "analysis.DominanceInfo")]
pub(crate) struct DominanceInfo {
    kept: Kept<ir::DominanceInfo>,
}

impl DominanceInfo {
    fn ask<R>(&self, answer: impl FnOnce(&Reading<'_>, &mut ir::DominanceInfo) -> Result<R>) -> Result<R> {
        self.kept.ask_reader(|_, _| ir::DominanceInfo::new(), answer)
    }
}

#[methods]
impl DominanceInfo {
    /// Dominance in an operation.
    #[init]
    fn new(operation: &OperationBase) -> Self {
        Self {
            kept: Kept::of(operation),
        }
    }

    /// Whether an operation, or the definition of a value, comes before another operation on every path, or contains it, and is
    /// another one.
    fn properly_dominates(&self, a: Dominator, b: &OperationBase) -> Result<bool> {
        self.ask(|core, found| {
            let context = self.kept.context();
            let b = b.in_context(context)?;
            Ok(match a {
                Dominator::Operation(a) => found.op_properly_dominates(core, a.in_context(context)?, b),
                Dominator::Value(a) => found.value_properly_dominates(core, a.in_context(context)?, b),
            })
        })
    }

    /// As properly_dominates, or both are the same operation, or it defines the value.
    fn dominates(&self, a: Dominator, b: &OperationBase) -> Result<bool> {
        self.ask(|core, found| {
            let context = self.kept.context();
            let b = b.in_context(context)?;
            Ok(match a {
                Dominator::Operation(a) => found.op_dominates(core, a.in_context(context)?, b),
                Dominator::Value(a) => found.value_dominates(core, a.in_context(context)?, b),
            })
        })
    }

    /// Whether every path to a block visits another one, or that contains it.
    fn block_properly_dominates(&self, a: &Block, b: &Block) -> Result<bool> {
        self.ask(|core, found| {
            let context = self.kept.context();
            Ok(found.block_properly_dominates(core, a.in_context(context)?, b.in_context(context)?))
        })
    }

    /// Whether the entry of its region leads to a block.
    fn is_reachable_from_entry(&self, block: &Block) -> Result<bool> {
        self.ask(
            |core, found| Ok(found.is_reachable_from_entry(core, block.in_context(self.kept.context())?)),
        )
    }

    /// The last block that dominates both, or the blocks around them.
    fn find_nearest_common_dominator(&self, a: &Block, b: &Block) -> Result<Option<ObjectPtr<Block>>> {
        self.ask(|core, found| {
            let context = self.kept.context();
            let (first, second) = (a.in_context(context)?, b.in_context(context)?);
            let nearest = found.nearest_common_dominator(core, first, second);
            Ok(nearest.map(|block| Block::make(&a.part, block)))
        })
    }
}

/// Answers what is executed behind what.
#[derive(Object)]
#[object(key = "analysis.PostDominanceInfo")]
pub(crate) struct PostDominanceInfo {
    kept: Kept<ir::PostDominanceInfo>,
}

impl PostDominanceInfo {
    fn ask<R>(
        &self,
        answer: impl FnOnce(&Reading<'_>, &mut ir::PostDominanceInfo) -> Result<R>,
    ) -> Result<R> {
        self.kept.ask_reader(|_, _| ir::PostDominanceInfo::new(), answer)
    }
}

#[methods]
impl PostDominanceInfo {
    /// Post-dominance in an operation.
    #[init]
    fn new(operation: &OperationBase) -> Self {
        Self {
            kept: Kept::of(operation),
        }
    }

    /// Whether an operation comes behind another one on every path from it to an exit, or contains it.
    fn properly_post_dominates(&self, a: &OperationBase, b: &OperationBase) -> Result<bool> {
        self.ask(|core, found| {
            let context = self.kept.context();
            Ok(found.op_properly_post_dominates(core, a.in_context(context)?, b.in_context(context)?))
        })
    }

    /// Whether every path from a block to an exit visits another one, or that contains it.
    fn block_properly_post_dominates(&self, a: &Block, b: &Block) -> Result<bool> {
        self.ask(|core, found| {
            let context = self.kept.context();
            Ok(found.block_properly_post_dominates(core, a.in_context(context)?, b.in_context(context)?))
        })
    }

    /// The first block that post-dominates both, or the blocks around them. None if paths from them have no block in common.
    fn find_nearest_common_dominator(&self, a: &Block, b: &Block) -> Result<Option<ObjectPtr<Block>>> {
        self.ask(|core, found| {
            let context = self.kept.context();
            let (first, second) = (a.in_context(context)?, b.in_context(context)?);
            let nearest = found.nearest_common_post_dominator(core, first, second);
            Ok(nearest.map(|block| Block::make(&a.part, block)))
        })
    }
}
