//! `ir.Region`.

use tvmlike_ir as ir;

use crate::api::*;
use crate::block::Block;
use crate::context::Context;
use crate::errors;
use crate::lists::{BlockIterator, BlockList};
use crate::operation::{OpView, view};
use crate::owner::Ref;

/// A list of blocks in an operation.
#[derive(Object, PartialEq, Eq, Hash)]
#[object(key = "ir.Region", eq, hash)]
pub(crate) struct Region {
    pub(crate) part: Ref,
}

impl Region {
    /// A handle of a region in what `near` is in.
    pub(crate) fn make(near: &Ref, region: ir::Region) -> ObjectPtr<Self> {
        let part = Ref::of_region(&near.owner, region);
        ObjectPtr::new(Self { part })
    }

    /// The blocks of a region.
    pub(crate) fn blocks_of(region: &Ref) -> Result<Vec<ObjectPtr<Block>>> {
        let core = region.read()?;
        let blocks = region.region()?.blocks(&core);
        Ok(blocks.map(|block| Block::make(region, block)).collect())
    }

    /// The region, if it belongs to a context.
    pub(crate) fn in_context(&self, context: &ObjectPtr<Context>) -> Result<ir::Region> {
        if self.part.context().same_as(context) {
            self.part.region()
        } else {
            Err(errors::value_error("the region belongs to another context"))
        }
    }
}

#[methods]
impl Region {
    /// The blocks.
    #[getter]
    fn blocks(&self) -> Result<BlockList> {
        let _guard = self.part.read()?;
        self.part.region()?;
        Ok(BlockList::new(&self.part))
    }

    /// The operation that has the region.
    #[getter]
    fn owner(&self) -> Result<ObjectPtr<OpView>> {
        let core = self.part.read()?;
        let op = self.part.region()?.parent_op(&core);
        let op = op.ok_or_else(|| errors::value_error("the region belongs to no operation"))?;
        Ok(view(&self.part, op, &core))
    }

    #[name("__iter__")]
    fn iter(&self) -> Result<BlockIterator> {
        Self::blocks_of(&self.part).map(BlockIterator::new)
    }
}
