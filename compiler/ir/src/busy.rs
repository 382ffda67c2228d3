//! Whether a context is being read or changed, and by which thread.
//!
//! Nothing here waits: an access that is not possible at the moment is the error [`Busy`], which names both threads.
//! Invariant: the state is either [`EDITED`] or the number of counted readers, apart from readers about to be refused.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Set in the state while an editor exists. The other bits count readers.
const EDITED: u32 = 1 << 31;

/// Who accesses a context at present.
pub(crate) struct Access {
    state: AtomicU32,
    editor: AtomicU32,
    reader: AtomicU32,
    /// How many changes began. Only who changes the context writes it.
    changes: AtomicU64,
}

impl Access {
    pub(crate) const fn new() -> Self {
        Self {
            state: AtomicU32::new(0),
            editor: AtomicU32::new(0),
            reader: AtomicU32::new(0),
            changes: AtomicU64::new(0),
        }
    }

    /// How many changes began.
    pub(crate) fn changes(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    /// Begins a change, unless the context is in use.
    #[inline]
    pub(crate) fn begin_change(&self) -> Result<(), Busy> {
        let free = self
            .state
            .compare_exchange(0, EDITED, Ordering::Acquire, Ordering::Relaxed);
        if let Err(state) = free {
            return Err(self.busy(state, "change"));
        }
        self.editor.store(this_thread(), Ordering::Relaxed);
        self.changes
            .store(self.changes().wrapping_add(1), Ordering::Relaxed);
        Ok(())
    }

    /// Ends the change.
    #[inline]
    pub(crate) fn end_change(&self) {
        // Or this thread would take the next editor's change for its own, before that thread has stored its number.
        self.editor.store(0, Ordering::Relaxed);
        self.state.fetch_sub(EDITED, Ordering::Release);
    }

    /// Begins to read, unless another thread changes the context. Returns whether the reader is counted, and so must
    /// [`end_read`](Self::end_read): one inside a change of its own thread is not.
    #[inline]
    pub(crate) fn begin_read(&self) -> Result<bool, Busy> {
        let state = self.state.fetch_add(1, Ordering::Acquire);
        if state & EDITED == 0 {
            self.reader.store(this_thread(), Ordering::Relaxed);
            return Ok(true);
        }
        self.state.fetch_sub(1, Ordering::Release);
        if self.editor.load(Ordering::Relaxed) == this_thread() {
            return Ok(false);
        }
        Err(self.busy(state, "read"))
    }

    /// Ends a counted read.
    #[inline]
    pub(crate) fn end_read(&self) {
        self.state.fetch_sub(1, Ordering::Release);
    }

    #[cold]
    fn busy(&self, state: u32, act: &str) -> Busy {
        let (other, does) = if state & EDITED != 0 {
            (&self.editor, "changes")
        } else {
            (&self.reader, "reads")
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

/// The names of the threads by their numbers. The number of a thread that has ended is used again.
static THREADS: Mutex<Vec<Option<String>>> = Mutex::new(Vec::new());

thread_local! {
    static THREAD: Cell<u32> = const { Cell::new(0) };
    static ENTERED: Entered = const { Entered };
}

/// Releases the number of a thread when the thread ends.
struct Entered;

impl Drop for Entered {
    fn drop(&mut self) {
        let mut threads = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(name) = threads.get_mut((THREAD.get() as usize).wrapping_sub(1)) {
            *name = None;
        }
        THREAD.set(0);
    }
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
    let index = threads.iter().position(Option::is_none).unwrap_or(threads.len());
    let number = index as u32 + 1;
    let name = match thread.name() {
        Some(name) => format!("thread {name:?}"),
        None => format!("thread {number}"),
    };
    if index == threads.len() {
        threads.push(None);
    }
    threads[index] = Some(name);
    THREAD.set(number);
    // A thread that is ending keeps its number.
    let _ = ENTERED.try_with(|_| ());
    number
}

fn name_of(thread: u32) -> String {
    let threads = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    let name = threads.get((thread as usize).wrapping_sub(1));
    name.cloned()
        .flatten()
        .unwrap_or_else(|| "another thread".to_owned())
}
