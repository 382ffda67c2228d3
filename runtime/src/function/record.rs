//! Signature records of functions that have no name: those that are made at run time, for a symbol of a library say.
//!
//! A registered function's record stands in the registry beside its name. A function that is made of data has what it
//! takes with it, and this table says what that is for a function object. Invariant: a row is there exactly as long as
//! its function object.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use super::{PackedFunc, TVMArgs};
use crate::error::Result;
use crate::host;
use crate::sharded::Sharded;
use crate::value::{Any, AnyView};

/// The records by the addresses of function objects.
static RECORDS: LazyLock<Sharded<usize, Arc<str>>> = LazyLock::new(Sharded::new);
/// How many there are: asked before the lock is taken.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// All records, for a fork.
pub fn lock_for_fork() -> impl Sized + 'static {
    RECORDS.exclusive()
}

/// Takes a function's row away when what the function captured goes, which is when the function goes.
struct Row(AtomicUsize);

impl Drop for Row {
    fn drop(&mut self) {
        let function = *self.0.get_mut();
        if function == 0 {
            return;
        }
        let record = RECORDS.shard(&function).remove(&function);
        COUNT.fetch_sub(1, Ordering::Release);
        // Freed behind the lock.
        drop(record);
    }
}

impl PackedFunc {
    /// Makes a function that has a signature record: JSON text, `{"a": […], "r": […]}`, as in
    /// [`Signature::to_json`](crate::signature::Signature::to_json).
    pub fn with_record<F>(record: impl Into<Arc<str>>, closure: F) -> Self
    where
        F: Fn(TVMArgs<'_>) -> Result<Any> + Send + Sync + 'static,
    {
        let row = Arc::new(Row(AtomicUsize::new(0)));
        let kept = row.clone();
        let function = Self::new(move |args| {
            let _ = &kept;
            closure(args)
        });
        let address = function.as_object().as_raw() as usize;
        RECORDS.shard(&address).insert_new(address, record.into());
        COUNT.fetch_add(1, Ordering::Release);
        // Nobody else has the function yet, so it cannot go before this.
        row.0.store(address, Ordering::Release);
        function
    }

    /// The signature record that the function was made with, if it was made with one.
    pub fn record(&self) -> Option<Arc<str>> {
        if COUNT.load(Ordering::Acquire) != 0
            && let Some(record) =
                RECORDS.read(&(self.as_object().as_raw() as usize), |record| record.cloned())
        {
            return Some(record);
        }
        let table = host::connected()?;
        let mut record = *AnyView::NONE.as_raw();
        // SAFETY: a living function; what is given is an owned value.
        let (status, record) = unsafe {
            let status = (table.func_record)(self.as_object().as_raw(), &mut record);
            (status, Any::from_raw(record))
        };
        if status != 0 {
            // That there is none is an answer here, not an error: take back what the host raised.
            drop(crate::error::take_raised());
            return None;
        }
        record.view().as_str()?.ok().map(Arc::from)
    }
}
