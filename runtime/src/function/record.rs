//! Signature records of functions without a name, made at run time, for example for a symbol of a library.
//!
//! The registry stores a registered function's record with its name. This table stores the record of other functions.
//! Invariant: a row exists exactly as long as its function object.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use super::{PackedFunc, TVMArgs};
use crate::error::Result;
use crate::host;
use crate::sharded::Sharded;
use crate::value::{Any, AnyView};

/// The records, by the addresses of function objects.
static RECORDS: LazyLock<Sharded<usize, Arc<str>>> = LazyLock::new(Sharded::new);
/// The number of records, checked before the lock is taken.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// Locks all records, for a fork.
pub fn lock_for_fork() -> impl Sized + 'static {
    RECORDS.exclusive()
}

/// Removes a function's row when its captures are dropped, that is, when the function is freed.
struct Row(AtomicUsize);

impl Drop for Row {
    fn drop(&mut self) {
        let function = *self.0.get_mut();
        if function == 0 {
            return;
        }
        let record = RECORDS.shard(&function).remove(&function);
        COUNT.fetch_sub(1, Ordering::Release);
        // Freed after the lock is released.
        drop(record);
    }
}

impl PackedFunc {
    /// Makes a function with a signature record: JSON text, `{"a": […], "r": […]}`, as in
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
        // The function is not shared yet, so it cannot be freed before this.
        row.0.store(address, Ordering::Release);
        function
    }

    /// The signature record that the function was made with, if any.
    pub fn record(&self) -> Option<Arc<str>> {
        if COUNT.load(Ordering::Acquire) != 0
            && let Some(record) =
                RECORDS.read(&(self.as_object().as_raw() as usize), |record| record.cloned())
        {
            return Some(record);
        }
        let table = host::connected()?;
        let mut record = *AnyView::NONE.as_raw();
        // SAFETY: a live function; the call stores an owned value.
        let (status, record) = unsafe {
            let status = (table.func_record)(self.as_object().as_raw(), &mut record);
            (status, Any::from_raw(record))
        };
        if status != 0 {
            // A missing record is not an error here: clear what the host raised.
            drop(crate::error::take_raised());
            return None;
        }
        record.view().as_str()?.ok().map(Arc::from)
    }
}
