//! What is registered after both sides were joined.
//!
//! Our registry tells of every change, on the thread that makes it, and the change goes on to tvm-ffi's on that thread,
//! or on the one that has the turn at that moment. tvm-ffi's registry tells nobody, so what changes there is seen by the
//! next `tvm_ffi.join`. Invariant: every change that was told is applied, by whoever has the turn, in the state in which
//! the name is then; applying one twice does no harm.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tvmlike::tvm_ffi::library::library;
use tvmlike_runtime::{PackedFunc, Result};

use crate::join;
use crate::turn::Turn;

static FOLLOWS: AtomicBool = AtomicBool::new(false);

/// Names that changed here.
static CHANGED: Mutex<VecDeque<String>> = Mutex::new(VecDeque::new());

fn waiting() -> MutexGuard<'static, VecDeque<String>> {
    CHANGED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says whether what is registered later is followed.
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
        // What changed before was told to nobody.
        let names = tvmlike::list("")?;
        waiting().extend(names);
    }
    Ok(())
}

/// Applies what waits, unless another thread is about it. That one sees what was put there before it gives the turn back,
/// or this one gets the turn.
pub(crate) fn apply() {
    loop {
        let Some(turn) = Turn::take() else { return };
        while let Some(name) = next() {
            if let Ok(library) = library() {
                // There is nobody to tell: whoever registered here has done so.
                let _ = join::export(library, &name);
            }
        }
        drop(turn);
        // What came between the last look and the turn's end.
        if waiting().is_empty() {
            return;
        }
    }
}

fn next() -> Option<String> {
    waiting().pop_front()
}
