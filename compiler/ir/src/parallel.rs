//! Changing several isolated operations at once, on several threads.
//!
//! Each thread gets an editor of its own, with its own memory, for one operation at a time; no access takes a lock. The
//! compiler of Rust refuses to share an editor between threads:
//!
//! ```compile_fail
//! let context = tvmlike_ir::Context::new();
//! let mut edit = context.exclusive().unwrap();
//! std::thread::scope(|scope| {
//!     scope.spawn(|| edit.create_region());
//!     scope.spawn(|| edit.create_region());
//! });
//! ```
//!
//! and to drop a context before its editors:
//!
//! ```compile_fail
//! let context = tvmlike_ir::Context::new();
//! let mut edit = context.exclusive().unwrap();
//! drop(context);
//! edit.create_region();
//! ```
//!
//! It cannot refuse an id of an operation that another thread edits; the editor does, by the domain of the block. Invariant:
//! while threads work, the domain of each block in a listed operation is that operation, and no use in it refers to
//! something outside, so the use lists and block lists that two threads change are disjoint.

use std::collections::HashSet;
use std::panic::resume_unwind;
use std::thread::Builder;

use foldhash::fast::FixedState;

use crate::access::{EVERYTHING, Exclusive};
use crate::context::Context;
use crate::error::Error;
use crate::id::{Block, Op};
use crate::record::block;

impl Exclusive<'_> {
    /// Calls a function for each of several isolated operations, on up to `threads` threads, each of which gets a run of
    /// neighbours. The function gets an editor that can change the operation and everything in it, but not move or erase
    /// the operation itself, nor change its operands; and it can read everything, but what another thread changes can be
    /// old or new. Returns the results in the order of the operations.
    ///
    /// # Errors
    /// An operation is listed twice, is nested in another one, or uses something from outside in its regions; or this
    /// editor is itself limited to one operation. Nothing was called then.
    ///
    /// # Panics
    /// The function panicked, or changed something outside of its operation. The panic is passed on when all threads have
    /// ended.
    pub fn par_isolated<R: Send>(
        &mut self,
        ops: &[Op],
        threads: usize,
        function: impl Fn(&mut Exclusive<'_>, Op) -> R + Sync,
    ) -> Result<Vec<R>, Error> {
        self.refuse_overlap(ops)?;
        let parts: Vec<&[Op]> = ops.chunks(ops.len().div_ceil(threads.max(1)).max(1)).collect();
        let (context, cause) = (self.context(), self.cause());
        // Every domain is known before one is compared.
        on_threads(&parts, |ops| ops.iter().for_each(|op| mark(context, *op)));
        let checked = on_threads(&parts, |ops| {
            ops.iter().try_for_each(|op| check_isolation(context, *op))
        });
        checked.into_iter().collect::<Result<(), Error>>()?;
        let results = on_threads(&parts, |ops| {
            let mut edit = context.editor(ops[0].raw());
            edit.set_cause(cause);
            let edit_one = |op: &Op| {
                edit.scope = op.raw();
                function(&mut edit, *op)
            };
            ops.iter().map(edit_one).collect::<Vec<R>>()
        });
        Ok(results.into_iter().flatten().collect())
    }

    /// Calls a function for each of several inputs, each on a thread of its own, with an editor that can make operations,
    /// blocks and regions and change what it has made, but nothing else. Returns the results in order.
    ///
    /// # Panics
    /// The function panicked, or changed something that it has not made. The panic is passed on when all threads have ended.
    pub fn par_create<T: Sync, R: Send>(
        &mut self,
        inputs: &[T],
        function: impl Fn(&mut Exclusive<'_>, &T) -> R + Sync,
    ) -> Vec<R> {
        let context = self.context();
        let parts: Vec<(u32, &T)> = inputs
            .iter()
            // The slot of a region that is never freed: a scope that no block has had or will have.
            .map(|input| (self.create_region().raw(), input))
            .collect();
        on_threads(&parts.iter().collect::<Vec<_>>(), |(scope, input)| {
            function(&mut context.editor(*scope), input)
        })
    }

    fn refuse_overlap(&self, ops: &[Op]) -> Result<(), Error> {
        if self.scope != EVERYTHING {
            return Err(Error::new(
                "par_isolated: the editor of one isolated operation cannot divide it among threads",
            ));
        }
        let mut listed: HashSet<Op, FixedState> = HashSet::default();
        for op in ops {
            if !listed.insert(*op) {
                let name = op.name(self).text(self);
                return Err(Error::new(format!("par_isolated: `{name}` is listed twice")));
            }
        }
        // Ancestors that were looked at already, with the same result.
        let mut seen: HashSet<Op, FixedState> = HashSet::default();
        for op in ops {
            let mut at = op.parent_op(self);
            while let Some(parent) = at.filter(|parent| seen.insert(*parent)) {
                if listed.contains(&parent) {
                    let (name, outer) = (op.name(self).text(self), parent.name(self).text(self));
                    return Err(Error::new(format!(
                        "par_isolated: `{name}` is nested in `{outer}`, which is listed, too"
                    )));
                }
                at = parent.parent_op(self);
            }
        }
        Ok(())
    }
}

/// Calls a function for each part, on a thread for each but the first. A part for which the system has no thread follows
/// on the caller's.
fn on_threads<T: Sync + ?Sized, R: Send>(parts: &[&T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let Some((first, others)) = parts.split_first() else {
        return Vec::new();
    };
    let work = &work;
    std::thread::scope(|scope| {
        let threads: Vec<_> = others
            .iter()
            .map(|&part| {
                let thread = Builder::new().spawn_scoped(scope, move || work(part));
                thread.map_err(|_| part)
            })
            .collect();
        let mut results = vec![Ok(work(first))];
        results.extend(threads.into_iter().map(|thread| match thread {
            Ok(thread) => thread.join(),
            Err(part) => Ok(work(part)),
        }));
        let results = results.into_iter();
        results
            .map(|result| result.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    })
}

fn domain(context: &Context, block: Block) -> u32 {
    context.space.get(block.raw() + block::DOMAIN)
}

/// Makes an operation the domain of all blocks in it.
fn mark(context: &Context, root: Op) {
    let mut at = Some(root);
    while let Some(op) = at {
        if op.num_regions(context) != 0 {
            for block in op.regions(context).flat_map(|region| region.blocks(context)) {
                context.space.set(block.raw() + block::DOMAIN, root.raw());
            }
        }
        at = op.first_nested(context).or_else(|| op.next_after(context, root));
    }
}

/// Refuses an operation in which something from outside is used.
fn check_isolation(context: &Context, root: Op) -> Result<(), Error> {
    let inside = |block: Option<Block>| block.is_some_and(|block| domain(context, block) == root.raw());
    let mut at = root.first_nested(context);
    while let Some(op) = at {
        let operands = op
            .operands(context)
            .all(|value| inside(value.parent_block(context)));
        let successors =
            op.num_successors(context) == 0 || op.successors(context).all(|block| inside(Some(block)));
        if !operands || !successors {
            let (name, outer) = (op.name(context).text(context), root.name(context).text(context));
            let what = if operands { "a block" } else { "a value" };
            return Err(Error::new(format!(
                "par_isolated: `{name}` in `{outer}` uses {what} from outside of it"
            )));
        }
        at = op.first_nested(context).or_else(|| op.next_after(context, root));
    }
    Ok(())
}
