//! Copying operations, blocks and regions, in any depth without recursion.
//!
//! Invariant: what refers to a cloned thing refers to its copy in the copy, also if the reference comes first (a forward
//! reference); what is not cloned and not mapped is used as it is.

use crate::access::Exclusive;
use crate::context::Context;
use crate::error::Error;
use crate::id::{Block, Op, Region, Value};
use crate::record::{op, region, usage, value};
use crate::side_table::SideTable;
use crate::value::ValueOwner;

/// Maps values and blocks to their copies. A clone adds the results, arguments and blocks that it copied.
#[derive(Clone, Default, Debug)]
pub struct Mapping {
    /// A clone has added entries, which those of the next clone can replace.
    used: bool,
    /// The copies of operations, which give those of their results.
    ops: SideTable<Op, Option<Op>>,
    /// The copies of arguments, and what callers map.
    values: SideTable<Value, Option<Value>>,
    /// A caller has mapped a result.
    has_results: bool,
    blocks: SideTable<Block, Option<Block>>,
}

impl Mapping {
    /// A mapping without entries.
    pub const fn new() -> Self {
        Self {
            used: false,
            ops: SideTable::new(),
            values: SideTable::new(),
            has_results: false,
            blocks: SideTable::new(),
        }
    }

    /// Makes copies use `to` where the original uses `from`.
    pub fn map_value(&mut self, context: &Context, from: Value, to: Value) {
        self.has_results |= from.defining_op(context).is_some();
        self.values.set(from, Some(to));
    }

    /// Makes copies branch to `to` where the original branches to `from`.
    #[inline]
    pub fn map_block(&mut self, from: Block, to: Block) {
        self.blocks.set(from, Some(to));
    }

    /// The copy of a value.
    #[inline]
    pub fn value(&self, context: &Context, from: Value) -> Option<Value> {
        if let ValueOwner::Result { op, .. } = from.owner(context)
            && let Some(copy) = self.ops.get(op)
            && !(self.has_results && self.values.get(from).is_some())
        {
            return Some(Value::new(copy.raw() + (from.raw() - op.raw())));
        }
        self.values.get(from)
    }

    /// Makes an operation the copy of another, with its results.
    #[inline]
    fn map_op(&mut self, context: &Context, from: Op, to: Op) {
        self.ops.set(from, Some(to));
        if self.has_results {
            for result in from.results(context) {
                self.values.set(result, None);
            }
        }
    }

    /// The copy of a block.
    #[inline]
    pub fn block(&self, from: Block) -> Option<Block> {
        self.blocks.get(from)
    }
}

/// A clone in progress.
struct Cloner<'e, 'c, 'm> {
    edit: &'e mut Exclusive<'c>,
    mapping: &'m mut Mapping,
    /// Looks up no target before all copies are made: the mapping can have entries of an earlier clone.
    late: bool,
    /// Operands and successors whose target had no copy when their operation was copied.
    values: Vec<(u32, Value)>,
    blocks: Vec<(u32, Block)>,
}

impl<'e, 'c, 'm> Cloner<'e, 'c, 'm> {
    fn new(edit: &'e mut Exclusive<'c>, mapping: &'m mut Mapping) -> Self {
        let late = std::mem::replace(&mut mapping.used, true);
        Self {
            edit,
            mapping,
            late,
            values: Vec::new(),
            blocks: Vec::new(),
        }
    }

    /// Copies an operation with empty regions. The copy is detached.
    fn record(&mut self, from: Op) -> Op {
        let context = self.edit.context();
        let used = from
            .operands(context)
            .map(|value| self.mapping.value(context, value).unwrap_or(value));
        self.edit.check_values(used);
        for block in from.successors(context) {
            self.edit.check_block(self.mapping.block(block).unwrap_or(block));
        }
        let space = &context.space;
        let old = from.raw();
        let word = |offset| space.get(old + offset);
        let (results, both, operands) = (
            word(op::RESULTS),
            word(op::REGIONS_SUCCESSORS),
            word(op::OPERANDS),
        );
        let (regions, successors) = (both >> 16, both & 0xffff);
        let slot = self
            .edit
            .allocate(op::size(results, regions, successors, operands));
        for offset in [
            op::NAME,
            op::LOCATION,
            op::ATTRIBUTES,
            op::PROPERTIES,
            op::RESULTS,
            op::OPERANDS,
            op::REGIONS_SUCCESSORS,
        ] {
            space.set(slot + offset, word(offset));
        }
        for offset in [op::PARENT, op::PREVIOUS, op::NEXT] {
            space.set(slot + offset, 0);
        }
        let mut at = slot + op::HEADER;
        let mut source = old + op::HEADER;
        for index in 0..results {
            space.set(at + value::TYPE, space.get(source + value::TYPE));
            space.set(at + value::FIRST_USE, 0);
            space.set(at + value::INDEX, index);
            at += value::RESULT;
            source += value::RESULT;
        }
        self.mapping.map_op(context, from, Op::new(slot));
        for _ in 0..regions {
            space.set(at + region::FIRST, 0);
            space.set(at + region::LAST, 0);
            space.set(at + region::OWNER, slot);
            at += region::SIZE;
        }
        for target in from.successors(context) {
            let copy = self.mapping.block(target).filter(|_| !self.late);
            let copy = copy.unwrap_or_else(|| {
                self.blocks.push((at, target));
                target
            });
            space.set(at + usage::OWNER, slot);
            self.edit.link_block(at, copy);
            at += usage::SIZE;
        }
        space.set(slot + op::FIRST_OPERAND, at);
        for target in from.operands(context) {
            let copy = self.mapping.value(context, target).filter(|_| !self.late);
            let copy = copy.unwrap_or_else(|| {
                self.values.push((at, target));
                target
            });
            space.set(at + usage::OWNER, slot);
            self.edit.link_value(at, copy);
            at += usage::SIZE;
        }
        Op::new(slot)
    }

    /// Copies a block without its operations. The copy is detached.
    fn block(&mut self, from: Block) -> Block {
        let context = self.edit.context();
        let copy = self.edit.create_block(&[]);
        self.mapping.map_block(from, copy);
        for argument in from.arguments(context) {
            if self.mapping.value(context, argument).is_none() {
                let (ty, location) = (argument.ty(context), argument.location(context));
                let new = copy.add_argument(self.edit, ty, location);
                self.mapping.map_value(context, argument, new);
            }
        }
        copy
    }

    /// Copies the blocks of an operation's regions without their operations.
    fn regions(&mut self, from: Op, copy: Op) {
        let context = self.edit.context();
        for (old, new) in from.regions(context).zip(copy.regions(context)) {
            for block in old.blocks(context) {
                let block = self.block(block);
                self.edit.link_in_region(new, block, None);
            }
        }
    }

    /// Copies an operation and all that is nested in it. The copy is detached.
    fn tree(&mut self, root: Op) -> Op {
        let context = self.edit.context();
        let copy = self.record(root);
        if root.num_regions(context) == 0 {
            return copy;
        }
        self.regions(root, copy);
        let mut home = None;
        let mut at = root.first_nested(context);
        while let Some(from) = at {
            let block = from.block(context);
            let to = match home {
                Some((of, to)) if block == Some(of) => Some(to),
                _ => block.and_then(|block| self.mapping.block(block)),
            };
            home = block.zip(to);
            let copy = self.record(from);
            if let Some(to) = to {
                self.edit.link_in_block(to, copy, None);
            }
            at = if from.num_regions(context) == 0 {
                from.next_after(context, root)
            } else {
                self.regions(from, copy);
                from.first_nested(context)
                    .or_else(|| from.next_after(context, root))
            };
        }
        copy
    }

    fn contents(&mut self, from: Block, to: Block) {
        let context = self.edit.context();
        // The copies can be put into a block that is being copied: its last operation is the last to copy.
        let Some(last) = from.last_op(context) else {
            return;
        };
        let mut at = from.first_op(context);
        while let Some(op) = at {
            let copy = self.tree(op);
            self.edit.link_in_block(to, copy, None);
            at = if op == last { None } else { op.next(context) };
        }
    }

    /// Lets references that came before the copies of their targets refer to these.
    fn finish(self) {
        let context = self.edit.context();
        for (at, target) in self.values {
            if let Some(copy) = self.mapping.value(context, target) {
                self.edit.unlink(at);
                self.edit.link_value(at, copy);
            }
        }
        for (at, target) in self.blocks {
            if let Some(copy) = self.mapping.block(target) {
                self.edit.unlink(at);
                self.edit.link_block(at, copy);
            }
        }
    }
}

impl Op {
    /// Copies the operation and everything in it. The copy is detached.
    pub fn clone_op(self, edit: &mut Exclusive<'_>, mapping: &mut Mapping) -> Self {
        let mut cloner = Cloner::new(edit, mapping);
        let copy = cloner.tree(self);
        cloner.finish();
        copy
    }

    /// Copies the operation with as many regions, which are empty. The copy is detached.
    pub fn clone_without_regions(self, edit: &mut Exclusive<'_>, mapping: &mut Mapping) -> Self {
        let mut cloner = Cloner::new(edit, mapping);
        let copy = cloner.record(self);
        cloner.finish();
        copy
    }
}

impl Block {
    /// Copies the block and everything in it. Arguments that the mapping has are left out. The copy is detached.
    pub fn clone_block(self, edit: &mut Exclusive<'_>, mapping: &mut Mapping) -> Self {
        let mut cloner = Cloner::new(edit, mapping);
        let copy = cloner.block(self);
        cloner.contents(self, copy);
        cloner.finish();
        copy
    }
}

impl Region {
    /// Copies the blocks of the region into another, before one of its blocks or at the end. Arguments that the mapping
    /// has are left out.
    ///
    /// # Errors
    /// The other region is nested in this one; `before` is not in it.
    pub fn clone_into(
        self,
        edit: &mut Exclusive<'_>,
        to: Self,
        before: Option<Block>,
        mapping: &mut Mapping,
    ) -> Result<(), Error> {
        if to != self && to.is_inside(edit, self) {
            return Err(Error::new(
                "a region cannot be cloned into a region that is nested in it",
            ));
        }
        if before.is_some_and(|before| before.region(edit) != Some(to)) {
            return Err(Error::new("the block to insert before is not in the region"));
        }
        to.check(edit);
        let blocks: Vec<Block> = self.blocks(edit).collect();
        let mut cloner = Cloner::new(edit, mapping);
        let mut copies = Vec::with_capacity(blocks.len());
        for block in &blocks {
            let copy = cloner.block(*block);
            cloner.edit.link_in_region(to, copy, before);
            copies.push(copy);
        }
        for (from, to) in blocks.into_iter().zip(copies) {
            cloner.contents(from, to);
        }
        cloner.finish();
        Ok(())
    }
}
