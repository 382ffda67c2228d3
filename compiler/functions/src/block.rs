//! `ir.Block`.

use tvmlike_ir as ir;

use crate::api::*;
use crate::current::{self, GivenLocation};
use crate::handles::{Block, Location, OpView, OperationBase, Ref, Region, Type, Value, types_in};
use crate::iterators::OperationIterator;
use crate::lists::{BlockArgumentList, BlockPredecessors, BlockSuccessors, OperationList};
use crate::{errors, text};

impl Block {
    /// Makes a block with arguments, detached.
    fn build(
        near: &Ref,
        edit: &mut ir::Exclusive<'_>,
        types: &[ObjectPtr<Type>],
        locations: Option<Vec<ObjectPtr<Location>>>,
    ) -> Result<ir::Block> {
        let context = near.context();
        let types = types_in(types, context)?;
        let locations = match locations {
            Some(locations) if locations.len() != types.len() => {
                return Err(errors::value_error(format!(
                    "Expected {} locations, got: {}",
                    types.len(),
                    locations.len()
                )));
            }
            Some(locations) => locations
                .iter()
                .map(|one| one.in_context(context))
                .collect::<Result<Vec<_>>>()?,
            None if types.is_empty() => Vec::new(),
            None => vec![current::location(GivenLocation::default())?.in_context(context)?; types.len()],
        };
        let arguments: Vec<_> = types.into_iter().zip(locations).collect();
        Ok(edit.create_block(&arguments))
    }

    /// Makes a block with arguments in a region, before another block or at the end.
    fn build_in(
        near: &Ref,
        region: impl FnOnce(&ir::Context) -> Result<(ir::Region, Option<ir::Block>)>,
        types: &[ObjectPtr<Type>],
        locations: Option<Vec<ObjectPtr<Location>>>,
    ) -> Result<ObjectPtr<Self>> {
        let mut edit = near.edit_noted()?;
        let (region, before) = region(&edit)?;
        let block = Self::build(near, &mut edit, types, locations)?;
        region
            .insert(&mut edit, block, before)
            .map_err(errors::value_error)?;
        if let Err(refused) = near.context().note_block_created(&mut edit, block) {
            block.erase(&mut edit).map_err(errors::value_error)?;
            return Err(refused);
        }
        Ok(Self::make(near, block))
    }

    fn region_of(&self, core: &ir::Context) -> Result<(ir::Block, ir::Region)> {
        let block = self.part.block()?;
        let region = block.region(core);
        let region = region.ok_or_else(|| errors::value_error("the block is in no region"))?;
        Ok((block, region))
    }
}

/// Moves an operation to the end of a block, where it is not yet.
fn move_to_end(edit: &mut ir::Exclusive<'_>, op: ir::Op, block: ir::Block) -> Result<()> {
    let moved = match block.last_op(edit) {
        Some(last) => op.move_after(edit, last),
        None => {
            let (from, next) = (op.block(edit), op.next(edit));
            op.detach(edit);
            block.append(edit, op).inspect_err(|_| {
                if let Some(from) = from {
                    // It was there before, so it can be there again.
                    let _ = from.insert(edit, op, next);
                }
            })
        }
    };
    moved.map_err(errors::value_error)
}

/// Makes a block at the end of a region.
pub(crate) fn append_block(
    region: &Ref,
    types: &[ObjectPtr<Type>],
    locations: Option<Vec<ObjectPtr<Location>>>,
) -> Result<ObjectPtr<Block>> {
    Block::build_in(region, |_| Ok((region.region()?, None)), types, locations)
}

#[methods]
impl Block {
    /// Makes a block at the begin of a region. Arguments without locations have the current one.
    fn create_at_start(
        parent: &Region,
        #[default(Vec::new())] arg_types: Vec<ObjectPtr<Type>>,
        #[default(None)] arg_locs: Option<Vec<ObjectPtr<Location>>>,
    ) -> Result<ObjectPtr<Self>> {
        Self::build_in(
            &parent.part,
            |core| {
                let region = parent.part.region()?;
                Ok((region, region.first_block(core)))
            },
            &arg_types,
            arg_locs,
        )
    }

    /// Makes a block before this one.
    #[name("_create_before")]
    fn create_before(
        &self,
        arg_types: Vec<ObjectPtr<Type>>,
        arg_locs: Option<Vec<ObjectPtr<Location>>>,
    ) -> Result<ObjectPtr<Self>> {
        Self::build_in(
            &self.part,
            |core| self.region_of(core).map(|(block, region)| (region, Some(block))),
            &arg_types,
            arg_locs,
        )
    }

    /// Makes a block after this one.
    #[name("_create_after")]
    fn create_after(
        &self,
        arg_types: Vec<ObjectPtr<Type>>,
        arg_locs: Option<Vec<ObjectPtr<Location>>>,
    ) -> Result<ObjectPtr<Self>> {
        Self::build_in(
            &self.part,
            |core| {
                self.region_of(core)
                    .map(|(block, region)| (region, block.next(core)))
            },
            &arg_types,
            arg_locs,
        )
    }

    /// Moves the block to the end of a region.
    fn append_to(&self, region: &Region) -> Result<()> {
        let mut edit = self.part.edit_noted()?;
        let block = self.part.block()?;
        let region = region.in_context(self.part.context())?;
        let before = block.region(&edit);
        let next = block.next(&edit);
        block.detach(&mut edit);
        let appended = region.append(&mut edit, block).map_err(errors::value_error);
        let noted = appended.and_then(|()| {
            let context = self.part.context();
            let noted = context.note_block_moved(&mut edit, block, before, next);
            noted.inspect_err(|_| block.detach(&mut edit))
        });
        noted.or_else(|error| {
            // The block goes back where it was.
            if let Some(before) = before {
                before
                    .insert(&mut edit, block, next)
                    .map_err(errors::value_error)?;
            }
            Err(error)
        })
    }

    /// Moves an operation to the end of the block.
    fn append(&self, operation: &OperationBase) -> Result<()> {
        operation.insert(&self.part, |edit, op| {
            let block = self.part.block()?;
            if op.block(edit) == Some(block) && block.last_op(edit) == Some(op) {
                return Ok(());
            }
            move_to_end(edit, op, block)
        })
    }

    /// Adds an argument.
    fn add_argument(&self, r#type: &Type, loc: &Location) -> Result<ObjectPtr<Value>> {
        let mut edit = self.part.edit()?;
        let context = self.part.context();
        let (ty, loc) = (r#type.in_context(context)?, loc.in_context(context)?);
        let argument = self.part.block()?.add_argument(&mut edit, ty, loc);
        Ok(Value::make(&self.part, argument))
    }

    /// Erases an argument, which must not be used.
    fn erase_argument(&self, index: usize) -> Result<()> {
        let mut edit = self.part.edit()?;
        let block = self.part.block()?;
        let count = block.num_arguments(&edit);
        if index >= count {
            return Err(Error::index_error(format!(
                "Block.erase_argument: index {index} is out of range for {count} arguments"
            )));
        }
        block
            .erase_argument(&mut edit, index)
            .map_err(errors::value_error)
    }

    /// The arguments.
    #[getter]
    fn arguments(&self) -> BlockArgumentList {
        BlockArgumentList::new(&self.part)
    }

    /// The operations.
    #[getter]
    fn operations(&self) -> OperationList {
        OperationList::new(&self.part)
    }

    /// The operation that has the block.
    #[getter]
    fn owner(&self) -> Result<ObjectPtr<OpView>> {
        let core = self.part.read()?;
        let op = self.part.block()?.parent_op(&core);
        let op = op.ok_or_else(|| errors::value_error("the block is in no operation"))?;
        Ok(OpView::make(&self.part, op))
    }

    /// The region that has the block.
    #[getter]
    fn region(&self) -> Result<ObjectPtr<Region>> {
        let core = self.part.read()?;
        let (_, region) = self.region_of(&core)?;
        Ok(Region::make(&self.part, region))
    }

    /// The blocks to which the last operation can branch.
    #[getter]
    fn successors(&self) -> BlockSuccessors {
        BlockSuccessors::new(&self.part)
    }

    /// The blocks that can branch to this one.
    #[getter]
    fn predecessors(&self) -> BlockPredecessors {
        BlockPredecessors::new(&self.part)
    }

    #[name("__iter__")]
    fn iter(&self) -> Result<OperationIterator> {
        OperationIterator::new(&self.part)
    }

    #[name("__str__")]
    fn text(&self) -> Result<String> {
        let core = self.part.read()?;
        text::block(&core, self.part.block()?)
    }
}
