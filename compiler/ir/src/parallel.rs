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
//! while an editor changes an operation, the domain of each block in it is a number that no other block has or had, and
//! nothing is used across its border; so the use lists and block lists that two threads change are disjoint. The thread that
//! changes the operation ensures this just before ([`claim`]), when it has the operation in its cache anyway.

use std::collections::HashSet;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;

use foldhash::fast::FixedState;

use crate::access::Exclusive;
use crate::claim::claim;
use crate::domain::{EVERYTHING, NOTHING};
use crate::error::Error;
use crate::id::Op;

/// The runs of neighbours for each thread: more than one, so that a thread whose core has other work takes fewer.
const RUNS: usize = 16;

impl Exclusive<'_> {
    /// Calls a function for each of several isolated operations, on up to `threads` threads, each of which takes one run
    /// of neighbours after the other. The function gets the operation, its index in `ops`, and an editor that can change the
    /// operation and everything in it, but not move or erase the operation itself, nor change its operands; and it can read
    /// everything, but what another thread changes can be old or new. Returns the results in the order of the operations.
    ///
    /// An operation that shares a value or a block with what is outside of it follows when all threads have ended: then
    /// the function gets this editor.
    ///
    /// # Errors
    /// An operation is listed twice, or is nested in another one; or this editor is itself limited to one operation.
    /// Nothing was called then.
    ///
    /// # Panics
    /// The function panicked, or changed something outside of its operation. The panic is passed on when all threads have
    /// ended.
    pub fn par_isolated<R: Send>(
        &mut self,
        ops: &[Op],
        threads: usize,
        function: impl Fn(&mut Exclusive<'_>, usize, Op) -> R + Sync,
    ) -> Result<Vec<R>, Error> {
        self.refuse_overlap(ops)?;
        let (context, cause) = (self.context(), self.cause());
        let length = (ops.len() / (threads.max(1) * RUNS)).max(1);
        let runs: Vec<&[Op]> = ops.chunks(length).collect();
        let next = AtomicUsize::new(0);
        let done = on_threads(&vec![&(); threads.clamp(1, runs.len().max(1))], |()| {
            let mut edit = context.editor(NOTHING);
            edit.set_cause(cause);
            let mut done = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(run) = runs.get(number) else {
                    return done;
                };
                let Some(domain) = context.domains.take(run.len()) else {
                    continue;
                };
                for ((index, op), domain) in (number * length..).zip(*run).zip(domain..) {
                    if edit.limit(*op, domain) {
                        done.push((index, function(&mut edit, index, *op)));
                    }
                }
            }
        });
        let mut results: Vec<Option<R>> = ops.iter().map(|_| None).collect();
        for (index, result) in done.into_iter().flatten() {
            results[index] = Some(result);
        }
        let results = results.into_iter().zip(ops).enumerate();
        Ok(results
            .map(|(index, (result, op))| result.unwrap_or_else(|| function(self, index, *op)))
            .collect())
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
        let parts: Option<Vec<(u32, &T)>> = inputs
            .iter()
            .map(|input| Some((context.domains.take(1)?, input)))
            .collect();
        let Some(parts) = parts else {
            return inputs.iter().map(|input| function(self, input)).collect();
        };
        on_threads(&parts.iter().collect::<Vec<_>>(), |(scope, input)| {
            function(&mut context.editor(*scope), input)
        })
    }

    /// Limits the editor to an operation, whose blocks get a new domain. False, and the editor can change nothing: the operation
    /// shares a value or a block with what is outside of it.
    fn limit(&mut self, root: Op, domain: u32) -> bool {
        self.root = root.raw();
        self.scope = NOTHING;
        let is_isolated = claim(self, root, domain);
        if is_isolated {
            self.scope = domain;
        }
        is_isolated
    }

    fn refuse_overlap(&self, ops: &[Op]) -> Result<(), Error> {
        if self.scope != EVERYTHING {
            return Err(Error::new(
                "par_isolated: the editor of one isolated operation cannot divide it among threads",
            ));
        }
        // Siblings in the order of their creation, as the operations of a module mostly are.
        let block = ops.first().and_then(|op| op.block(self));
        if ops.is_sorted_by(|one, other| one.raw() < other.raw())
            && ops.iter().all(|op| op.block(self) == block)
        {
            return Ok(());
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
