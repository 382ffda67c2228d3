//! The contexts of modules that are compiled from text.
//!
//! Making a context and loading its dialects takes several times as long as compiling a small kernel, so a context is used
//! again. Invariant: a context that is used again has no operations and no other owner, its dialects are defined as when it
//! loaded them, and it has read little text, because types, attributes and names stay in it.

use std::sync::Mutex;

use tvmlike_ir as ir;

use crate::api::*;
use crate::defined;
use crate::handles::Context;

/// The most contexts that wait.
const MAX_WAITING: usize = 2;
/// The most bytes of text that one context reads.
const MAX_READ: usize = 256 << 10;

static WAITING: Mutex<Vec<Lease>> = Mutex::new(Vec::new());

/// A context for one text.
pub(super) struct Lease {
    context: ObjectPtr<Context>,
    /// The bytes of the texts that it has read.
    read: usize,
    /// The definitions of dialects with which it was made.
    definitions: u64,
}

impl Lease {
    /// A context for a text of this length.
    ///
    /// # Errors
    /// There is no memory for a context.
    pub(super) fn take(len: usize) -> Result<Self> {
        let definitions = defined::changes();
        // A thread that waited here could wait for one that a fork has not copied.
        let waiting = WAITING.try_lock().ok().and_then(|mut waiting| waiting.pop());
        let mut lease = match waiting {
            Some(lease) if lease.definitions == definitions => lease,
            _ => Self {
                context: new_context()?,
                read: 0,
                definitions,
            },
        };
        lease.read = lease.read.saturating_add(len);
        Ok(lease)
    }

    /// The context.
    pub(super) fn context(&self) -> &ObjectPtr<Context> {
        &self.context
    }

    /// Keeps the context for another text, unless it is in use or has read much.
    pub(super) fn give_back(self) {
        if self.read > MAX_READ || self.context.strong_count() != 1 {
            return;
        }
        // Freed after the lock is released.
        let mut left = Some(self);
        if let Ok(mut waiting) = WAITING.try_lock()
            && waiting.len() < MAX_WAITING
        {
            waiting.extend(left.take());
        }
        drop(left);
    }
}

fn new_context() -> Result<ObjectPtr<Context>> {
    let core = ir::Context::try_new().map_err(|error| {
        Error::new(
            "MemoryError",
            format!("cannot reserve memory for a context: {error}"),
        )
    })?;
    let context = ObjectPtr::new(Context::of(core, 1));
    defined::make_available(&context);
    Ok(context)
}
