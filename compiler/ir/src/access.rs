//! Who may change the IR of a context: one editor at a time, or several on different isolated operations.
//!
//! Rust code that only reads needs no guard: a change needs [`Exclusive`], which [`Context::exclusive`] gives out once.
//! Front ends, whose threads the compiler of Rust does not check, read under [`Shared`] as well. Nothing here waits:
//! concurrent access is an error that names both threads.
//!
//! Invariant: while an [`Exclusive`] of a scope exists, only it changes the blocks whose domain is that scope.

use std::cell::Cell;
use std::fmt;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::arena::Arena;
use crate::context::Context;
use crate::id::{Block, Identifier, Op};
use crate::record::block;

/// Set in the state while an editor exists. The other bits count readers.
const EDITED: u32 = 1 << 31;

/// The scope of an editor of everything.
pub(crate) const EVERYTHING: u32 = 0;

/// Who accesses a context at present.
pub(crate) struct Access {
    state: AtomicU32,
    editor: AtomicU32,
    reader: AtomicU32,
}

impl Access {
    pub(crate) const fn new() -> Self {
        Self {
            state: AtomicU32::new(0),
            editor: AtomicU32::new(0),
            reader: AtomicU32::new(0),
        }
    }
}

/// The context is in use by another thread, or by a caller of this one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Busy {
    message: String,
}

impl fmt::Display for Busy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Busy {}

static THREADS: Mutex<Vec<String>> = Mutex::new(Vec::new());

thread_local! {
    static THREAD: Cell<u32> = const { Cell::new(0) };
}

/// The number of this thread, from 1.
#[inline]
fn this_thread() -> u32 {
    let number = THREAD.get();
    if number == 0 { enter_thread() } else { number }
}

#[cold]
fn enter_thread() -> u32 {
    let thread = std::thread::current();
    let mut threads = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    let number = threads.len() as u32 + 1;
    threads.push(match thread.name() {
        Some(name) => format!("thread {name:?}"),
        None => format!("thread {number}"),
    });
    THREAD.set(number);
    number
}

fn name_of(thread: u32) -> String {
    let threads = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    let name = threads.get((thread as usize).wrapping_sub(1));
    name.cloned().unwrap_or_else(|| "another thread".to_owned())
}

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
            self.context.access.state.fetch_sub(1, Ordering::Release);
        }
    }
}

/// The right to change the IR of a context, or of one isolated operation.
///
/// It dereferences to its context. Methods that change something take `&mut Exclusive`.
pub struct Exclusive<'c> {
    context: &'c Context,
    arena: ManuallyDrop<Box<Arena>>,
    pub(crate) scope: u32,
    cause: Option<Identifier>,
}

impl Context {
    /// The right to change everything in the context, until the result is dropped.
    ///
    /// # Errors
    /// Another editor or a reader under guard exists, in this thread or in another.
    #[inline]
    pub fn exclusive(&self) -> Result<Exclusive<'_>, Busy> {
        let access = &self.access;
        let free = access
            .state
            .compare_exchange(0, EDITED, Ordering::Acquire, Ordering::Relaxed);
        if let Err(state) = free {
            return Err(self.busy(state, "change"));
        }
        access.editor.store(this_thread(), Ordering::Relaxed);
        Ok(self.editor(EVERYTHING))
    }

    /// The right to read, until the result is dropped. A thread that edits can read under guard as well.
    ///
    /// # Errors
    /// Another thread changes the context.
    #[inline]
    pub fn shared(&self) -> Result<Shared<'_>, Busy> {
        let access = &self.access;
        let state = access.state.fetch_add(1, Ordering::Acquire);
        if state & EDITED == 0 {
            access.reader.store(this_thread(), Ordering::Relaxed);
            return Ok(Shared {
                context: self,
                counted: true,
            });
        }
        access.state.fetch_sub(1, Ordering::Release);
        if access.editor.load(Ordering::Relaxed) == this_thread() {
            return Ok(Shared {
                context: self,
                counted: false,
            });
        }
        Err(self.busy(state, "read"))
    }

    #[cold]
    fn busy(&self, state: u32, act: &str) -> Busy {
        let (other, does) = if state & EDITED != 0 {
            (&self.access.editor, "changes")
        } else {
            (&self.access.reader, "reads")
        };
        let (other, this) = (other.load(Ordering::Relaxed), this_thread());
        let message = if other == this {
            format!(
                "cannot {act} the context: a caller in the same {} {does} it at this moment; finish that first",
                name_of(this)
            )
        } else {
            format!(
                "{} cannot {act} the context while {} {does} it; let only one thread use a context at a time, or use \
                 a context for each thread",
                name_of(this),
                name_of(other)
            )
        };
        Busy { message }
    }

    pub(crate) fn editor(&self, scope: u32) -> Exclusive<'_> {
        let arena = self.arenas.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Exclusive {
            context: self,
            arena: ManuallyDrop::new(arena.unwrap_or_else(|| Box::new(Arena::new()))),
            scope,
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

    pub(crate) fn cause(&self) -> Option<Identifier> {
        self.cause
    }

    #[inline]
    pub(crate) fn allocate(&mut self, size: u32) -> u32 {
        self.arena.allocate(&self.context.space, size)
    }

    #[inline]
    pub(crate) fn free(&mut self, slot: u32, size: u32) {
        self.arena.free(&self.context.space, slot, size);
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
            if op.raw() == self.scope {
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
            && op.raw() != self.scope
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
        let mut arenas = self.arenas.lock().unwrap_or_else(PoisonError::into_inner);
        arenas.push(arena);
        drop(arenas);
        if self.scope == EVERYTHING {
            self.access.state.fetch_sub(EDITED, Ordering::Release);
        }
    }
}
