//! Applies later changes of tvmlike's registry to tvm-ffi's.
//!
//! tvmlike's registry reports each change on the thread that makes it; that thread, or the one that has the access to tvm-ffi's
//! registry, applies it there. tvm-ffi's registry reports nothing, so its changes are imported by the next `tvm_ffi.join`.
//! Invariant: every reported change is applied with the name's state at that time; applying one twice has no effect.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tvmlike::bridge::library::library;
use tvmlike_runtime::{PackedFunc, Result};

use crate::export::export;
use crate::registry_access::RegistryAccess;

static FOLLOWS: AtomicBool = AtomicBool::new(false);

/// Names that changed here.
static CHANGED: Mutex<VecDeque<String>> = Mutex::new(VecDeque::new());

fn waiting() -> MutexGuard<'static, VecDeque<String>> {
    CHANGED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets whether later changes are applied.
pub(crate) fn follow(wanted: bool) -> Result<()> {
    static SUBSCRIBED: AtomicBool = AtomicBool::new(false);
    if wanted && !SUBSCRIBED.swap(true, Ordering::AcqRel) {
        let told = PackedFunc::typed("tvm_ffi.follow", |_event: String, names: Vec<String>| {
            if FOLLOWS.load(Ordering::Acquire) {
                waiting().extend(names);
                apply();
            }
        });
        tvmlike::get("registry.subscribe")?.call(("", told))?;
    }
    let followed = FOLLOWS.swap(wanted, Ordering::AcqRel);
    if wanted && !followed {
        // Earlier changes were not reported.
        let names = tvmlike::list("")?;
        waiting().extend(names);
    }
    Ok(())
}

/// Applies the pending changes, unless another thread is doing so. That thread sees a change that was queued before it releases
/// the access; otherwise this thread acquires it.
pub(crate) fn apply() {
    loop {
        let Some(access) = RegistryAccess::acquire() else {
            return;
        };
        while let Some(name) = next() {
            if let Ok(library) = library() {
                // An error cannot be reported: the registration itself succeeded.
                let _ = export(library, &name);
            }
        }
        drop(access);
        // Changes that were queued before the access was released.
        if waiting().is_empty() {
            return;
        }
    }
}

fn next() -> Option<String> {
    waiting().pop_front()
}
