//! Changing the IR under observation: every change of a rewrite goes through a [`Rewriter`], which reports it to a listener.
//!
//! Drivers keep worklists and tables by the reports. Invariant: an erasure is reported before it happens, any other change
//! afterwards; what a report names exists at that time.

mod erase;
mod move_ops;

use smallvec::SmallVec;

use crate::access::Exclusive;
use crate::builder::InsertionPoint;
use crate::clone::Mapping;
use crate::context::Context;
use crate::create_ops::CreateOps;
use crate::error::Error;
use crate::id::{Attribute, Block, Identifier, Location, Op, OpOperand, Region, Type, Value};
use crate::operation::OpState;

/// Receives the changes that a rewriter makes. It must not change the IR.
pub trait Listener {
    /// An operation was made and inserted, or moved here from another place.
    fn op_inserted(&mut self, context: &Context, op: Op, from: Option<InsertionPoint>) {
        let _ = (context, op, from);
    }

    /// The operands, attributes, successors or location of an operation changed.
    fn op_modified(&mut self, context: &Context, op: Op) {
        let _ = (context, op);
    }

    /// The uses of an operation's results become uses of these values.
    fn op_replaced(&mut self, context: &Context, op: Op, values: &[Value]) {
        let _ = (context, op, values);
    }

    /// An operation is about to be erased. What is nested in it was reported before.
    fn op_erased(&mut self, context: &Context, op: Op) {
        let _ = (context, op);
    }

    /// A block was made or moved here from another region.
    fn block_inserted(&mut self, context: &Context, block: Block, from: Option<Region>) {
        let _ = (context, block, from);
    }

    /// A block is about to be erased.
    fn block_erased(&mut self, context: &Context, block: Block) {
        let _ = (context, block);
    }

    /// An operation was erased without a rewriter, by foreign code. The id no longer names it.
    fn op_gone(&mut self, op: Op) {
        let _ = op;
    }

    /// A pattern did not match an operation, for a reason.
    fn match_failed(&mut self, context: &Context, op: Op, reason: &str) {
        let _ = (context, op, reason);
    }
}

/// Makes and changes operations, and reports it to a listener.
///
/// # Panics
/// As for [`Exclusive`]: a change outside of the isolated operation that the editor is limited to is a panic. Methods panic
/// when the change is impossible, as their sections say: a pattern that asks for one is wrong.
pub struct Rewriter<'e, 'c> {
    edit: &'e mut Exclusive<'c>,
    listener: Option<&'e mut dyn Listener>,
    place: Option<InsertionPoint>,
    failure: Option<Box<str>>,
}

impl<'e, 'c> Rewriter<'e, 'c> {
    /// A rewriter without a listener and without a place for new operations.
    pub fn new(edit: &'e mut Exclusive<'c>) -> Self {
        Self {
            edit,
            listener: None,
            place: None,
            failure: None,
        }
    }

    /// A rewriter that reports to a listener.
    pub fn with_listener(edit: &'e mut Exclusive<'c>, listener: &'e mut dyn Listener) -> Self {
        Self {
            listener: Some(listener),
            ..Self::new(edit)
        }
    }

    /// The context, for as long as it lives.
    #[inline]
    pub fn context(&self) -> &'c Context {
        self.edit.context()
    }

    /// The right to change the IR. Changes by it are not reported: use [`modify`](Self::modify) for
    /// operations that exist.
    #[inline]
    pub fn edit(&mut self) -> &mut Exclusive<'c> {
        self.edit
    }

    /// Reports to the listener what was changed without the rewriter.
    #[inline]
    pub fn report(&mut self, what: impl FnOnce(&mut dyn Listener, &Context)) {
        if let Some(listener) = &mut self.listener {
            what(&mut **listener, self.edit.context());
        }
    }

    /// The place of new operations; `None`: they stay detached.
    #[inline]
    pub fn insertion_point(&self) -> Option<InsertionPoint> {
        self.place
    }

    /// Changes the place of new operations.
    #[inline]
    pub fn set_insertion_point(&mut self, place: Option<InsertionPoint>) {
        self.place = place;
    }

    /// Puts new operations before one.
    #[inline]
    pub fn set_before(&mut self, op: Op) {
        self.place = InsertionPoint::before(self.edit, op);
    }

    /// Puts new operations behind one.
    #[inline]
    pub fn set_after(&mut self, op: Op) {
        self.place = InsertionPoint::after(self.edit, op);
    }

    /// Calls a function with another place for new operations.
    pub fn at<R>(&mut self, place: Option<InsertionPoint>, rewrite: impl FnOnce(&mut Self) -> R) -> R {
        let old = std::mem::replace(&mut self.place, place);
        let result = rewrite(self);
        self.place = old;
        result
    }

    /// Makes an operation and inserts it at the place.
    ///
    /// # Panics
    /// As [`Exclusive::create`], or the place no longer exists.
    pub fn create(&mut self, state: &OpState<'_>) -> Op {
        let op = self.edit.create(state);
        self.insert(op);
        op
    }

    /// Makes an operation without regions and successors, and inserts it at the place.
    ///
    /// # Panics
    /// As [`create`](Self::create).
    pub fn create_op(
        &mut self,
        name: Identifier,
        location: Location,
        operands: &[Value],
        results: &[Type],
        properties: Option<Attribute>,
    ) -> Op {
        self.create(&OpState {
            operands,
            results,
            properties,
            ..OpState::new(name, location)
        })
    }

    /// Inserts a detached operation at the place.
    ///
    /// # Panics
    /// As [`Block::insert`] refuses.
    pub fn insert(&mut self, op: Op) {
        if let Some(place) = self.place {
            place.insert(self.edit, op).unwrap_or_else(|error| {
                panic!("a rewriter cannot insert an operation at its place: {error}")
            });
            self.report(|listener, context| listener.op_inserted(context, op, None));
        }
    }

    /// Copies an operation with everything in it to the place. The mapping gets the copies.
    pub fn clone_op(&mut self, op: Op, mapping: &mut Mapping) -> Op {
        let copy = op.clone_op(self.edit, mapping);
        self.insert(copy);
        if self.listener.is_some() && copy.num_regions(self.edit) > 0 {
            let context = self.context();
            let mut at = copy.first_nested(context);
            while let Some(op) = at {
                self.report(|listener, context| listener.op_inserted(context, op, None));
                at = op.first_nested(context).or_else(|| op.next_after(context, copy));
            }
        }
        copy
    }

    /// Makes a block before another one of a region, or at its end. New operations come to its end.
    ///
    /// # Panics
    /// As [`Region::insert`] refuses.
    pub fn create_block(
        &mut self,
        region: Region,
        before: Option<Block>,
        arguments: &[(Type, Location)],
    ) -> Block {
        let block = self.edit.create_block(arguments);
        region
            .insert(self.edit, block, before)
            .unwrap_or_else(|error| panic!("a rewriter cannot insert a block there: {error}"));
        self.place = Some(InsertionPoint::at_end(block));
        self.report(|listener, context| listener.block_inserted(context, block, None));
        block
    }

    /// Changes an operation's own parts: operands, attributes, successors, location, types of results.
    pub fn modify<R>(&mut self, op: Op, change: impl FnOnce(&mut Exclusive<'c>) -> R) -> R {
        let result = change(self.edit);
        self.report(|listener, context| listener.op_modified(context, op));
        result
    }

    /// Replaces the value of one operand.
    ///
    /// # Panics
    /// There is no operand with this number.
    pub fn set_operand(&mut self, op: Op, index: usize, value: Value) {
        self.modify(op, |edit| op.set_operand(edit, index, value));
    }

    /// Sets the property or discardable attribute of a name.
    pub fn set_attribute(&mut self, op: Op, name: Identifier, value: Attribute) {
        self.modify(op, |edit| op.set_attribute(edit, name, value));
    }

    /// Makes all uses of a value uses of another.
    pub fn replace_all_uses(&mut self, from: Value, to: Value) {
        if from == to {
            return;
        }
        while let Some(at) = from.uses(self.edit).next() {
            self.set_use(at, to);
        }
    }

    /// Makes those uses of a value uses of another for which a predicate holds.
    pub fn replace_uses_if(
        &mut self,
        from: Value,
        to: Value,
        mut predicate: impl FnMut(&Context, OpOperand) -> bool,
    ) {
        let uses: SmallVec<[OpOperand; 8]> = from.uses(self.edit).collect();
        for at in uses {
            if predicate(self.edit, at) {
                self.set_use(at, to);
            }
        }
    }

    fn set_use(&mut self, at: OpOperand, to: Value) {
        let owner = at.owner(self.edit);
        self.modify(owner, |edit| at.set(edit, to));
    }

    /// Makes the uses of an operation's results uses of other values, and erases the operation.
    ///
    /// # Panics
    /// There are not as many values as results; or a value is a result of the operation that has uses.
    pub fn replace_op(&mut self, op: Op, values: &[Value]) {
        let count = op.num_results(self.edit);
        assert!(
            values.len() == count,
            "an operation with {count} results was replaced by {} values",
            values.len()
        );
        self.report(|listener, context| listener.op_replaced(context, op, values));
        for (index, to) in values.iter().enumerate() {
            if let Some(from) = op.result(self.edit, index) {
                self.replace_all_uses(from, *to);
            }
        }
        self.erase_op(op);
    }

    /// Makes an operation at the place and replaces another one by its results.
    ///
    /// # Panics
    /// As [`create`](Self::create) and [`replace_op`](Self::replace_op).
    pub fn replace_op_with(&mut self, op: Op, state: &OpState<'_>) -> Op {
        let new = self.create(state);
        let values: SmallVec<[Value; 4]> = new.results(self.edit).collect();
        self.replace_op(op, &values);
        new
    }

    /// Reports why a pattern does not match. The reason is made only if there is a listener.
    pub fn no_match(&mut self, op: Op, reason: impl FnOnce() -> String) -> Option<()> {
        self.report(|listener, context| listener.match_failed(context, op, &reason()));
        None
    }

    /// Makes the driver end with an error after the rewrite: a pattern in another language raised. The first reason stays.
    pub fn fail(&mut self, reason: impl Into<Box<str>>) {
        self.failure.get_or_insert_with(|| reason.into());
    }

    /// Takes the reason of [`fail`](Self::fail).
    pub fn take_failure(&mut self) -> Option<Box<str>> {
        self.failure.take()
    }
}

impl<'c> CreateOps<'c> for Rewriter<'_, 'c> {
    fn context(&self) -> &'c Context {
        self.edit.context()
    }

    fn create_at_place(&mut self, state: &OpState<'_>) -> Result<Op, Error> {
        Ok(self.create(state))
    }
}
