//! Conversions whose patterns are foreign code: the editor is released while a pattern runs, and what the code changes by
//! other ways than the rewriter is noted.
//!
//! Invariant: whatever foreign code changes is in the log when it returns, so that it can be undone.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use foldhash::fast::FixedState;
use tvmlike_ir::{Block, Context, Error, Exclusive, InsertionPoint, Op, Region, Value};

use super::log::Change;
use super::rewriter::ConversionRewriter;
use super::state::Cast;
use super::types::TypeConverter;
use super::values::Replacements;

/// A conversion in progress whose editor is released.
#[derive(Default)]
pub struct SuspendedConversion {
    place: Option<InsertionPoint>,
    converter: Option<Rc<TypeConverter>>,
    log: Vec<Change>,
    replacements: Replacements,
    replaced: HashSet<Op, FixedState>,
    ignored: HashSet<Op, FixedState>,
    casts: HashMap<Op, Cast, FixedState>,
    region_converters: HashMap<Region, Rc<TypeConverter>, FixedState>,
}

impl std::fmt::Debug for SuspendedConversion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SuspendedConversion")
            .field("changes", &self.log.len())
            .finish_non_exhaustive()
    }
}

impl SuspendedConversion {
    /// Calls a function with the rewriter of the conversion, which changes the IR by an editor.
    pub fn with<'c, R>(
        &mut self,
        edit: &mut Exclusive<'c>,
        run: impl FnOnce(&mut ConversionRewriter<'_, 'c>) -> R,
    ) -> R {
        let mut rewriter = ConversionRewriter::new(edit);
        rewriter.resume(std::mem::take(self));
        let result = run(&mut rewriter);
        *self = rewriter.suspend();
        result
    }
}

impl<'c> ConversionRewriter<'_, 'c> {
    fn suspend(&mut self) -> SuspendedConversion {
        SuspendedConversion {
            place: self.place.take(),
            converter: self.converter.take(),
            log: std::mem::take(&mut self.log),
            replacements: std::mem::take(&mut self.replacements),
            replaced: std::mem::take(&mut self.replaced),
            ignored: std::mem::take(&mut self.ignored),
            casts: std::mem::take(&mut self.casts),
            region_converters: std::mem::take(&mut self.region_converters),
        }
    }

    fn resume(&mut self, state: SuspendedConversion) {
        self.place = state.place;
        self.converter = state.converter;
        self.log = state.log;
        self.replacements = state.replacements;
        self.replaced = state.replaced;
        self.ignored = state.ignored;
        self.casts = state.casts;
        self.region_converters = state.region_converters;
    }

    /// Releases the editor while a function runs. The function must leave the conversion as it was passed, but for changes that
    /// are made or noted by [`SuspendedConversion::with`].
    ///
    /// # Errors
    /// As [`Exclusive::released`]; the function was not called.
    pub fn released<R>(
        &mut self,
        run: impl FnOnce(&'c Context, &mut SuspendedConversion) -> R,
    ) -> Result<R, Error> {
        let mut state = self.suspend();
        let result = self.edit.released(|context| run(context, &mut state));
        self.resume(state);
        result
    }

    /// Notes that an operation without a parent was inserted, with everything in it.
    pub fn note_inserted(&mut self, op: Op) {
        self.log.push(Change::Created(op));
        let context = self.context();
        let mut at = op.first_nested(context);
        while let Some(nested) = at {
            self.log.push(Change::Copied(nested));
            at = nested
                .first_nested(context)
                .or_else(|| nested.next_after(context, op));
        }
    }

    /// Notes that an operation was moved from a place.
    pub fn note_moved(&mut self, op: Op, from: InsertionPoint) {
        self.log.push(Change::Moved(op, Some(from)));
    }

    /// Notes that the parts of an operation itself are about to change: operands, attributes, successors, name, location.
    pub fn note_modified(&mut self, op: Op) {
        self.note_parts(op);
    }

    /// Notes that a block was made.
    pub fn note_block_created(&mut self, block: Block) {
        self.log.push(Change::BlockCreated(block));
    }

    /// Notes that a block was moved, from a region and from before a block.
    pub fn note_block_moved(&mut self, block: Block, region: Option<Region>, next: Option<Block>) {
        self.log.push(Change::BlockMoved(block, region, next));
    }

    /// Whether an operation is replaced or erased.
    pub fn is_replaced(&self, op: Op) -> bool {
        self.replaced.contains(&op)
    }

    /// Whether a value is, or is replaced by, a result of an operation: then it cannot replace one of its results.
    pub fn leads_to(&self, value: Value, op: Op) -> bool {
        let context = self.edit.context();
        self.replacements.reaches(context, value, op)
    }

    /// Sets the converter of the pattern that runs. Returns the one before.
    pub fn replace_converter(&mut self, converter: Option<Rc<TypeConverter>>) -> Option<Rc<TypeConverter>> {
        std::mem::replace(&mut self.converter, converter)
    }
}
