//! What patterns of a conversion change the IR by.

use std::rc::Rc;

use smallvec::SmallVec;
use tvmlike_ir::{
    Block, Context, CreateOps, Error, Exclusive, InsertionPoint, Location, Mapping, Op, OpState, Region,
    Type, Value,
};

use super::log::Change;
pub use super::state::ConversionRewriter;
use super::state::{CastKind, CastRequest, place_after, place_after_all};
use super::symbols::Symbols;
use super::types::{BlockSignature, TypeConverter};
use super::values::Values;

impl<'c> CreateOps<'c> for ConversionRewriter<'_, 'c> {
    fn context(&self) -> &'c Context {
        self.edit.context()
    }

    fn create_at_place(&mut self, state: &OpState<'_>) -> Result<Op, Error> {
        self.make(state)
    }
}

/// # Panics
///
/// As those of [`Rewriter`](tvmlike_ir::Rewriter), methods panic if a change is impossible.
impl<'c> ConversionRewriter<'_, 'c> {
    /// The context, for as long as it lives.
    pub fn context(&self) -> &'c Context {
        self.edit.context()
    }

    /// The right to make regions and blocks that stand on their own until an operation takes them. Other changes by it cannot
    /// be undone.
    pub fn edit(&mut self) -> &mut Exclusive<'c> {
        self.edit
    }

    /// The converter of the pattern that runs.
    pub fn converter(&self) -> Option<Rc<TypeConverter>> {
        self.converter.clone()
    }

    /// The place of new operations.
    pub fn insertion_point(&self) -> Option<InsertionPoint> {
        self.place
    }

    /// Changes the place of new operations.
    pub fn set_insertion_point(&mut self, place: Option<InsertionPoint>) {
        self.place = place;
    }

    /// Puts new operations before one.
    pub fn set_before(&mut self, op: Op) {
        self.place = InsertionPoint::before(self.edit, op);
    }

    /// Puts new operations behind one.
    pub fn set_after(&mut self, op: Op) {
        self.place = InsertionPoint::after(self.edit, op);
    }

    /// Puts new operations at the end of a block.
    pub fn set_to_end(&mut self, block: Block) {
        self.place = Some(InsertionPoint::at_end(block));
    }

    /// Puts new operations at the start of a block.
    pub fn set_to_start(&mut self, block: Block) {
        self.place = Some(InsertionPoint::at_start(self.edit, block));
    }

    /// Calls a function with another place for new operations.
    pub fn at<R>(&mut self, place: Option<InsertionPoint>, rewrite: impl FnOnce(&mut Self) -> R) -> R {
        let old = std::mem::replace(&mut self.place, place);
        let result = rewrite(self);
        self.place = old;
        result
    }

    /// Makes an operation and inserts it at the place.
    pub fn create(&mut self, state: &OpState<'_>) -> Op {
        let made = self.make(state);
        made.unwrap_or_else(|error| panic!("a conversion cannot insert an operation: {error}"))
    }

    /// Copies an operation with everything in it to the place.
    pub fn clone_op(&mut self, op: Op, mapping: &mut Mapping) -> Op {
        let copy = op.clone_op(self.edit, mapping);
        if let Some(place) = self.place {
            let inserted = place.insert(self.edit, copy);
            inserted.unwrap_or_else(|error| panic!("a conversion cannot insert a copy: {error}"));
        }
        self.log.push(Change::Created(copy));
        let context = self.context();
        let mut at = copy.first_nested(context);
        while let Some(op) = at {
            self.log.push(Change::Copied(op));
            at = op.first_nested(context).or_else(|| op.next_after(context, copy));
        }
        copy
    }

    /// Makes a block before another one of a region, or at its end. New operations come to its end.
    pub fn create_block(
        &mut self,
        region: Region,
        before: Option<Block>,
        arguments: &[(Type, Location)],
    ) -> Block {
        let block = self.edit.create_block(arguments);
        let inserted = region.insert(self.edit, block, before);
        inserted.unwrap_or_else(|error| panic!("a conversion cannot insert a block: {error}"));
        self.log.push(Change::BlockCreated(block));
        self.place = Some(InsertionPoint::at_end(block));
        block
    }

    /// Moves the operations from one on to the end into a new block, which follows; without an operation, none.
    pub fn split_block(&mut self, block: Block, before: Option<Op>) -> Block {
        self.split_block_with(block, before, &[])
    }

    /// As [`split_block`](Self::split_block); the new block has arguments.
    pub fn split_block_with(
        &mut self,
        block: Block,
        before: Option<Op>,
        arguments: &[(Type, Location)],
    ) -> Block {
        let context = self.context();
        let region = block
            .region(context)
            .expect("a block that is split is in a region");
        let place = self.place;
        let rest = self.create_block(region, block.next(context), arguments);
        self.place = place;
        if let Some(first) = before {
            self.relocate_tail(block, first, rest);
        }
        rest
    }

    /// Moves the blocks of a region to another one, before one of its blocks or to its end.
    pub fn inline_region(&mut self, region: Region, into: Region, before: Option<Block>) {
        while let Some(block) = region.first_block(self.edit) {
            self.relocate_block(block, Some((into, before)));
        }
    }

    /// Moves the operations of a block to a place, replaces its arguments by values, and removes the block.
    pub fn inline_block(&mut self, block: Block, place: InsertionPoint, arguments: &[Value]) {
        let context = self.context();
        let own: Vec<Value> = block.arguments(context).collect();
        assert!(
            own.len() == arguments.len(),
            "a block with {} arguments was inlined with {} values",
            own.len(),
            arguments.len()
        );
        while let Some(op) = block.first_op(context) {
            self.relocate(op, place);
        }
        for (argument, value) in own.into_iter().zip(arguments) {
            self.replace_argument(argument, &[*value]);
        }
        self.relocate_block(block, None);
    }

    /// As [`inline_block`](Self::inline_block), to the end of another block.
    pub fn merge_blocks(&mut self, block: Block, into: Block, arguments: &[Value]) {
        self.inline_block(block, InsertionPoint::at_end(into), arguments);
    }

    /// Removes a block whose operations are replaced or erased.
    pub fn erase_block(&mut self, block: Block) {
        let ops: Vec<Op> = block.operations(self.edit).collect();
        for op in ops {
            self.mark_replaced(op);
        }
        self.relocate_block(block, None);
    }

    /// Moves an operation before another one.
    pub fn move_op_before(&mut self, op: Op, other: Op) {
        let place = InsertionPoint::before(self.edit, other).expect("the other operation is in a block");
        self.relocate(op, place);
    }

    /// Changes an operation's own parts: operands, attributes, successors, name, location.
    pub fn modify<R>(&mut self, op: Op, change: impl FnOnce(&mut Exclusive<'c>) -> R) -> R {
        self.note_parts(op);
        change(self.edit)
    }

    /// Replaces an operation by one value for each result.
    pub fn replace_op(&mut self, op: Op, values: &[Value]) {
        let values: Vec<Values> = values
            .iter()
            .map(|value| SmallVec::from_slice(&[*value]))
            .collect();
        self.replace_op_by_many(op, &values);
    }

    /// Replaces an operation by the results of another.
    pub fn replace_op_with(&mut self, op: Op, new: Op) {
        let values: Vec<Value> = new.results(self.edit).collect();
        self.replace_op(op, &values);
    }

    /// Replaces an operation by any number of values for each result.
    pub fn replace_op_by_many(&mut self, op: Op, values: &[SmallVec<[Value; 1]>]) {
        let context = self.context();
        let count = op.num_results(context);
        assert!(
            count == values.len(),
            "an operation with {count} results was replaced by {} values",
            values.len()
        );
        for (result, values) in op.results(context).zip(values) {
            if !values.is_empty() {
                self.map(&[result], values);
                continue;
            }
            if let Some(place) = place_after(context, result).filter(|_| result.has_uses(context)) {
                let request = CastRequest {
                    kind: CastKind::Source,
                    place,
                    location: result.location(context),
                    key: &[result],
                    inputs: &[],
                    results: &[result.ty(context)],
                    original: None,
                    is_pure: false,
                };
                let converter = self.converter.clone();
                self.cast(&request, converter);
            }
        }
        self.mark_replaced(op);
    }

    /// Erases an operation whose results have no uses, or get none.
    pub fn erase_op(&mut self, op: Op) {
        self.mark_replaced(op);
    }

    /// Makes the uses of a block's argument uses of other values.
    pub fn replace_argument(&mut self, argument: Value, values: &[Value]) {
        let converter = self.converter.clone();
        self.replace_argument_by(argument, values, converter.as_ref());
    }

    /// Gives a block new arguments. The block that takes its place.
    pub fn convert_block(&mut self, block: Block, signature: &BlockSignature) -> Block {
        let converter = self.converter.clone();
        self.change_signature(block, signature, converter.as_ref())
    }

    /// Gives all blocks of a region new arguments, by the converter of the pattern; the first one by a signature, if there is
    /// one. `None`: a type cannot be converted.
    pub fn convert_region(
        &mut self,
        region: Region,
        entry: Option<&BlockSignature>,
    ) -> Option<Option<Block>> {
        let context = self.context();
        let converter = self.converter.clone()?;
        let old = self.region_converters.insert(region, Rc::clone(&converter));
        self.log.push(Change::RegionConverter(region, old));
        let blocks: Vec<Block> = region.blocks(context).collect();
        for block in blocks.iter().skip(1) {
            let signature = converter.convert_block(context, *block)?;
            self.change_signature(*block, &signature, Some(&converter));
        }
        let Some(first) = blocks.first() else {
            return Some(None);
        };
        let own;
        let signature = match entry {
            Some(signature) => signature,
            None => {
                own = converter.convert_block(context, *first)?;
                &own
            }
        };
        Some(Some(self.change_signature(*first, signature, Some(&converter))))
    }

    /// The values that stand for one, with the types that the converter of the pattern has for its type. `None`: the type
    /// cannot be converted.
    pub fn converted(&mut self, value: Value) -> Option<SmallVec<[Value; 1]>> {
        let context = self.context();
        let ty = value.ty(context);
        let Some(converter) = self.converter.clone() else {
            return Some(self.replacements.latest(context, value, None, true));
        };
        let types = converter.convert(context, ty)?;
        if types.is_empty() {
            return Some(Values::new());
        }
        let found = self.replacements.latest(context, value, Some(&types), false);
        let fits = found.len() == types.len()
            && found
                .iter()
                .zip(&types)
                .all(|(value, ty)| value.ty(context) == *ty);
        if fits {
            return Some(found);
        }
        let latest = self.replacements.latest(context, value, None, true);
        let request = CastRequest {
            kind: CastKind::Target,
            place: place_after_all(context, &latest)?,
            location: value.location(context),
            key: &latest,
            inputs: &latest,
            results: &types,
            original: Some(ty),
            is_pure: true,
        };
        Some(self.cast(&request, Some(converter)))
    }
}

impl ConversionRewriter<'_, '_> {
    /// The index of a table's symbols; `None`: it has no block.
    fn symbols_of(&mut self, table: Op) -> Option<&mut Symbols> {
        let context = self.context();
        let known = self.symbols.take().filter(|known| known.table == table);
        let followed = known.and_then(|mut known| {
            let changes = self.log.get(known.mark..)?;
            known.follow(context, changes).then_some(known)
        });
        let symbols = match followed {
            Some(known) => known,
            None => Symbols::new(context, table, self.log.len())?,
        };
        Some(self.symbols.insert(symbols))
    }

    /// The symbol with a name in a table, also if it is about to be erased.
    pub fn symbol(&mut self, table: Op, name: impl AsRef<[u8]>) -> Option<Op> {
        let name = self.context().identifier(name);
        self.symbols_of(table)?.by_name.get(&name).copied()
    }

    /// The first name of a prefix, `prefix_0`, `prefix_1` and so on that no symbol of a table has.
    pub fn free_symbol_name(&mut self, table: Op, prefix: &str) -> Option<String> {
        let context = self.context();
        let key = context.identifier(prefix);
        let symbols = self.symbols_of(table)?;
        let is_taken =
            |symbols: &Symbols, name: &str| symbols.by_name.contains_key(&context.identifier(name));
        if !is_taken(symbols, prefix) {
            return Some(prefix.to_owned());
        }
        let mut number = symbols.next.get(&key).copied().unwrap_or(0);
        loop {
            let name = format!("{prefix}_{number}");
            if !is_taken(symbols, &name) {
                symbols.next.insert(key, number);
                return Some(name);
            }
            number += 1;
        }
    }
}
