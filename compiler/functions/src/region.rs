//! `ir.Region`, and the list of its blocks.

use crate::api::*;
use crate::block::append_block;
use crate::errors;
use crate::handles::{Block, Location, OpView, Ref, Region, Type};
use crate::iterators::BlockIterator;

/// An iterator over the blocks of a region, as they are now.
fn iterator(region: &Ref) -> Result<BlockIterator> {
    let core = region.read()?;
    let blocks = region.region()?.blocks(&core);
    let blocks = blocks.map(|block| Block::make(region, block));
    Ok(BlockIterator::new(blocks.collect()))
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
        Ok(OpView::make(&self.part, op))
    }

    #[name("__iter__")]
    fn iter(&self) -> Result<BlockIterator> {
        iterator(&self.part)
    }
}

/// The blocks of a region.
#[derive(Object)]
#[object(key = "ir.BlockList")]
pub(crate) struct BlockList {
    region: Ref,
}

impl BlockList {
    fn new(region: &Ref) -> Self {
        Self {
            region: region.clone(),
        }
    }
}

#[methods]
impl BlockList {
    #[name("__len__")]
    fn len(&self) -> Result<usize> {
        let core = self.region.read()?;
        Ok(self.region.region()?.blocks(&core).count())
    }

    /// Makes a block at the end of the region.
    #[name("_append")]
    fn append(
        &self,
        arg_types: Vec<ObjectPtr<Type>>,
        arg_locs: Option<Vec<ObjectPtr<Location>>>,
    ) -> Result<ObjectPtr<Block>> {
        append_block(&self.region, &arg_types, arg_locs)
    }

    /// The block at an index, which can count from the end.
    #[name("__getitem__")]
    fn item(&self, index: i64) -> Result<ObjectPtr<Block>> {
        let core = self.region.read()?;
        let mut blocks = self.region.region()?.blocks(&core);
        let found = match usize::try_from(index) {
            Ok(index) => blocks.nth(index),
            Err(_) => blocks.nth_back((index.unsigned_abs() - 1) as usize),
        };
        let found = found.ok_or_else(|| {
            Error::index_error(format!("attempt to access out of bounds block: index {index}"))
        })?;
        Ok(Block::make(&self.region, found))
    }

    #[name("__iter__")]
    fn iter(&self) -> Result<BlockIterator> {
        iterator(&self.region)
    }
}
