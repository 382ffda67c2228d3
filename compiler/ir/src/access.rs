//! Who may change the IR of a context: one editor at a time, or several on different isolated operations.
//!
//! Rust code that only reads needs no guard. A change needs [`Exclusive`]; [`Context::exclusive`] returns one at a time.
//! Front ends, whose threads the compiler of Rust does not check, read under [`Shared`] as well. Nothing here waits:
//! concurrent access is an error that names both threads.
//!
//! Invariant: while an [`Exclusive`] of a scope exists, only it changes the blocks whose domain is that scope.

use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::sync::PoisonError;
use std::time::Duration;

use crate::arena::Arena;
use crate::busy::Busy;
use crate::context::Context;
use crate::domain::EVERYTHING;
use crate::error::Error;
use crate::id::{Block, Identifier, Op};
use crate::record::block;

/// How long an editor that was released waits before it tries again to take the context back.
const RETRY: Duration = Duration::from_micros(50);

/// The right to read while no other thread changes anything.
pub struct Shared<'c> {
    context: &'c Context,
    /// A reader inside the editor's own thread is not counted.
    counted: bool,
}

impl Drop for Shared<'_> {
    #[inline]
    fn drop(&mut self) {
        if self.counted {
            self.context.access.end_read();
        }
    }
}

/// The right to change the IR of a context, or of one isolated operation.
///
/// It dereferences to its context. Methods that change something take `&mut Exclusive`. Dropping it lets the next editor
/// or guarded reader begin.
///
/// # Panics
/// Two rules hold for all methods that take an editor, and are not repeated there. An editor that is limited to one
/// isolated operation ([`par_isolated`](Self::par_isolated)) panics when a method would change something outside. A method
/// that makes something panics when the addresses that the system granted to the context are used up.
pub struct Exclusive<'c> {
    context: &'c Context,
    arena: ManuallyDrop<Box<Arena>>,
    /// The domain of the blocks that it can change, or `EVERYTHING`, or `NOTHING`.
    pub(crate) scope: u32,
    /// The operation to which it is limited; 0: none.
    pub(crate) root: u32,
    cause: Option<Identifier>,
}

impl Context {
    /// The right to change everything in the context, until the result is dropped.
    ///
    /// # Errors
    /// Another editor or a reader under guard exists, in this thread or in another.
    #[inline]
    pub fn exclusive(&self) -> Result<Exclusive<'_>, Busy> {
        self.access.begin_change()?;
        Ok(self.editor(EVERYTHING))
    }

    /// The right to read, until the result is dropped. A thread that edits can read under guard as well.
    ///
    /// # Errors
    /// Another thread changes the context.
    #[inline]
    pub fn shared(&self) -> Result<Shared<'_>, Busy> {
        let counted = self.access.begin_read()?;
        Ok(Shared {
            context: self,
            counted,
        })
    }

    /// How many changes of the context began. If two calls on one thread return the same, nothing changed in between, unless an
    /// editor exists.
    pub fn num_changes(&self) -> u64 {
        self.access.changes()
    }

    pub(crate) fn editor(&self, scope: u32) -> Exclusive<'_> {
        let arena = if scope == EVERYTHING {
            // SAFETY: `exclusive` has begun a change, which ends when the editor is dropped.
            unsafe { self.kept_arena.take() }
        } else {
            let arena = self.arenas.lock().unwrap_or_else(PoisonError::into_inner).pop();
            arena.unwrap_or_else(|| Box::new(Arena::new()))
        };
        Exclusive {
            context: self,
            arena: ManuallyDrop::new(arena),
            scope,
            root: 0,
            cause: None,
        }
    }
}

impl<'c> Exclusive<'c> {
    /// The context, for as long as it lives.
    #[inline]
    pub fn context(&self) -> &'c Context {
        self.context
    }

    /// Names what erases operations from now on, for the errors of stale handles: "canonicalize". `None` stands for a
    /// direct call.
    pub fn set_cause(&mut self, cause: Option<Identifier>) {
        self.cause = cause;
    }

    /// What is named in the errors of handles of what is erased.
    pub fn cause(&self) -> Option<Identifier> {
        self.cause
    }

    /// Ends the change while a function runs, which can change the context itself: foreign code, such as a pass of another
    /// language. Afterwards, waits until other threads have finished what they began meanwhile. Ids that the caller keeps may
    /// be stale then; keep [`Handle`](crate::Handle)s.
    ///
    /// # Errors
    /// The editor is limited to one isolated operation, so others change the context at the same time. The function was not
    /// called.
    pub fn released<R>(&mut self, run: impl FnOnce(&'c Context) -> R) -> Result<R, Error> {
        /// Takes the right to change the context again.
        struct Resume<'e, 'c>(&'e mut Exclusive<'c>);

        impl Drop for Resume<'_, '_> {
            fn drop(&mut self) {
                while self.0.context.access.begin_change().is_err() {
                    std::thread::sleep(RETRY);
                }
                // SAFETY: the change has begun, and ends when the editor is dropped.
                self.0.arena = ManuallyDrop::new(unsafe { self.0.context.kept_arena.take() });
            }
        }

        if self.scope != EVERYTHING {
            return Err(Error::new(
                "the editor of one isolated operation cannot be released: others change the context at the same time",
            ));
        }
        let context = self.context;
        // SAFETY: the editor is not used until `resume` is dropped, which stores another arena.
        let arena = unsafe { ManuallyDrop::take(&mut self.arena) };
        // SAFETY: taken from there by `editor`; the change ends after this.
        unsafe { context.kept_arena.put(arena) };
        context.access.end_change();
        let resume = Resume(self);
        let result = run(context);
        drop(resume);
        Ok(result)
    }

    #[inline]
    pub(crate) fn allocate(&mut self, size: u32) -> u32 {
        self.arena.allocate(&self.context.space, size)
    }

    #[inline]
    pub(crate) fn free(&mut self, slot: u32, size: u32) {
        self.arena.free(&self.context.space, slot, size);
    }

    /// Lets other editors use what was freed. The caller writes to no freed slot afterwards.
    #[inline]
    pub(crate) fn pass_on_freed(&mut self) {
        self.arena.pass_on(&self.context.space);
    }

    /// Checks that a block may be changed.
    ///
    /// # Panics
    /// The block belongs to another isolated operation than the editor does.
    #[inline]
    pub(crate) fn check_block(&self, block: Block) {
        if self.scope != EVERYTHING && self.space.get(block.raw() + block::DOMAIN) != self.scope {
            outside();
        }
    }

    /// Checks that an operation may be moved or erased, and its operands and successors changed.
    ///
    /// # Panics
    /// The operation is the one that the editor is limited to, or as [`check_block`](Self::check_block).
    #[inline]
    pub(crate) fn check_links(&self, op: Op) {
        if self.scope != EVERYTHING {
            if op.raw() == self.root {
                outside();
            }
            self.check_op(op);
        }
    }

    /// Checks that an operation may be changed.
    ///
    /// # Panics
    /// As [`check_block`](Self::check_block).
    #[inline]
    pub(crate) fn check_op(&self, op: Op) {
        if self.scope != EVERYTHING
            && op.raw() != self.root
            && let Some(block) = op.block(self)
        {
            self.check_block(block);
        }
    }
}

#[cold]
fn outside() -> ! {
    panic!(
        "an editor of one isolated operation changed another operation or used a value of it, or moved, erased or gave \
         operands to the operation itself"
    )
}

impl Deref for Exclusive<'_> {
    type Target = Context;

    #[inline]
    fn deref(&self) -> &Context {
        self.context
    }
}

impl Drop for Exclusive<'_> {
    fn drop(&mut self) {
        // SAFETY: the editor is not used after this.
        let arena = unsafe { ManuallyDrop::take(&mut self.arena) };
        if self.scope == EVERYTHING {
            // SAFETY: taken from there by `editor`; the change ends after this.
            unsafe { self.kept_arena.put(arena) };
            self.access.end_change();
        } else {
            let mut arenas = self.arenas.lock().unwrap_or_else(PoisonError::into_inner);
            arenas.push(arena);
        }
    }
}
