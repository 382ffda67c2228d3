//! What is reported, instead of printed.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tvmlike_conventions::native::report::report_to;
use tvmlike_runtime::{Error, PackedFunc};

/// The reports during its lifetime. One at a time, because the process has one reporter.
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

#[test]
#[cfg(unix)]
fn reports_work_in_a_forked_child() {
    let _turn = Reports::begin();
    let end = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let function = PackedFunc::typed("nobody", || ());
            while !end.load(std::sync::atomic::Ordering::Relaxed) {
                report_to(Some(function.clone()));
            }
        });
        for _ in 0..100 {
            // SAFETY: the child only acquires a lock that the fork handler released in it, and exits.
            let status = unsafe {
                let child = libc::fork();
                if child == 0 {
                    libc::alarm(20);
                    std::mem::forget(report_to(None));
                    libc::_exit(0);
                }
                let mut status = -1;
                assert_eq!(libc::waitpid(child, &raw mut status, 0), child);
                status
            };
            if status != 0 {
                end.store(true, std::sync::atomic::Ordering::Relaxed);
            }
            assert_eq!(status, 0, "the lock is free in the child");
        }
        end.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}
