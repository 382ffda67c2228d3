//! What is reported, instead of printed.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tvmlike_conventions::native::report::report_to;
use tvmlike_runtime::{Error, PackedFunc};

/// What is reported while this is there. One at a time, since the process has one reporter.
pub(crate) struct Reports {
    seen: Arc<Mutex<Vec<String>>>,
    _turn: MutexGuard<'static, ()>,
}

impl Reports {
    pub(crate) fn begin() -> Self {
        static TURN: Mutex<()> = Mutex::new(());
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = Arc::new(Mutex::new(Vec::new()));
        let into = seen.clone();
        report_to(Some(PackedFunc::typed(
            "note",
            move |error: Error, place: String| {
                into.lock().unwrap().push(format!("{error} in {place}"));
            },
        )));
        Self { seen, _turn: turn }
    }

    pub(crate) fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }
}

impl Drop for Reports {
    fn drop(&mut self) {
        report_to(None);
    }
}
