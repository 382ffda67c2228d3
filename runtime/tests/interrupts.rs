//! Interrupting long-running functions.

use std::cell::Cell;
use std::ffi::c_int;
use std::thread;

use tvmlike_runtime::error::set_raised;
use tvmlike_runtime::{Error, PackedFunc, Result, interrupt};

thread_local! {
    static ASKED: Cell<u32> = const { Cell::new(0) };
}

/// Interrupts a call at its third check.
extern "C" fn third_time() -> c_int {
    let asked = ASKED.get() + 1;
    ASKED.set(asked);
    if asked < 3 {
        return 0;
    }
    set_raised(Error::new("KeyboardInterrupt", "enough"));
    -1
}

extern "C" fn says_nothing() -> c_int {
    -1
}

fn patient() -> PackedFunc {
    PackedFunc::typed("patient", |steps: i64| -> Result<i64> {
        for _ in 0..steps {
            interrupt::check()?;
        }
        Ok(steps)
    })
}

#[test]
fn an_interrupt_stops_the_checking_call() {
    assert_eq!(patient().call_as::<i64>((10,)).unwrap(), 10);
    // SAFETY: a function of this program.
    unsafe { interrupt::set_check(Some(third_time)) };
    assert_eq!(patient().call_as::<i64>((2,)).unwrap(), 2);
    let error = patient().call((10,)).unwrap_err();
    assert_eq!(error.to_string(), "KeyboardInterrupt: enough");
    assert_eq!(ASKED.get(), 3);
    // SAFETY: as above.
    unsafe { interrupt::set_check(None) };
    assert_eq!(patient().call_as::<i64>((10,)).unwrap(), 10);
    assert_eq!(ASKED.get(), 3);
}

#[test]
fn other_threads_are_not_interrupted() {
    // SAFETY: a function of this program.
    unsafe { interrupt::set_check(Some(third_time)) };
    let elsewhere = thread::spawn(|| patient().call_as::<i64>((100,)).unwrap());
    assert_eq!(elsewhere.join().unwrap(), 100);
    assert_eq!(ASKED.get(), 0);
}

#[test]
fn a_check_without_an_error_still_stops() {
    // SAFETY: a function of this program.
    unsafe { interrupt::set_check(Some(says_nothing)) };
    let error = patient().call((1,)).unwrap_err();
    assert_eq!(error.kind(), "InternalError");
}
