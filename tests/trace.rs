//! The trace: which calls are counted, under which names, and that nothing else changes.

use std::ffi::{c_int, c_void};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tvmlike::function::{context_of, from_callback};
use tvmlike::prelude::*;
use tvmlike::trace::{self, Row};
use tvmlike::{Registration, get, register, register_closure, remove};

/// There is one trace in a process: one test at a time, with nothing counted yet.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    trace::stop().unwrap();
    trace::reset().unwrap();
    alone
}

fn row(name: &str) -> Option<Row> {
    trace::read().unwrap().into_iter().find(|row| row.name == name)
}

/// Calls and errors.
fn counts(name: &str) -> (u64, u64) {
    row(name).map_or((0, 0), |row| (row.calls, row.errors))
}

fn half(x: i64) -> Result<i64> {
    match x % 2 {
        0 => Ok(x / 2),
        _ => Err(Error::value_error("odd")),
    }
}

#[test]
fn calls_and_errors_are_counted_from_start_to_stop() {
    let _alone = alone();
    register_closure("trace.half", half).unwrap();
    register("trace.panics", PackedFunc::new(|_| panic!("at once"))).unwrap();
    // A handle from before.
    let held = get("trace.half").unwrap();
    held.call((2,)).unwrap();
    trace::start("trace").unwrap();
    assert_eq!(counts("trace.half"), (0, 0));
    for x in 0..10 {
        assert_eq!(held.call((x,)).is_ok(), x % 2 == 0);
    }
    assert_eq!(get("trace.half").unwrap().call_as::<i64>((8,)).unwrap(), 4);
    let error = held.call(("x",)).unwrap_err();
    assert_eq!(error.message(), "trace.half: argument 1: expected i64, got str");
    assert_eq!(counts("trace.half"), (12, 6));
    let panics = get("trace.panics").unwrap();
    assert_eq!(panics.call(()).unwrap_err().kind(), "InternalError");
    assert_eq!(counts("trace.panics"), (1, 1));
    trace::stop().unwrap();
    held.call((2,)).unwrap();
    assert_eq!(counts("trace.half"), (12, 6));
    trace::start("trace").unwrap();
    held.call((2,)).unwrap();
    assert_eq!(counts("trace.half"), (13, 6), "what was counted stays");
    trace::reset().unwrap();
    held.call((2,)).unwrap();
    assert_eq!(counts("trace.half"), (1, 0));
}

#[test]
fn time_includes_nested_calls() {
    let _alone = alone();
    let nap = |milliseconds: u64| thread::sleep(Duration::from_millis(milliseconds));
    register_closure("trace_time.nap", move |milliseconds: i64| {
        nap(milliseconds.unsigned_abs());
    })
    .unwrap();
    register_closure("trace_time.outer", || {
        get("trace_time.nap")?.call((20,)).map(drop)
    })
    .unwrap();
    trace::start("trace_time").unwrap();
    get("trace_time.nap").unwrap().call((1,)).unwrap();
    get("trace_time.outer").unwrap().call(()).unwrap();
    let (nap, outer) = (row("trace_time.nap").unwrap(), row("trace_time.outer").unwrap());
    assert_eq!((nap.calls, outer.calls), (2, 1));
    assert!(nap.longest >= Duration::from_millis(20) && nap.total >= Duration::from_millis(21));
    assert!(outer.total >= nap.longest && outer.longest == outer.total);
}

#[test]
fn a_prefix_ends_at_a_dot_and_a_full_name_selects_one_function() {
    let _alone = alone();
    for name in ["trace_p.f", "trace_p.sub.g", "trace_px", "trace_q"] {
        register_closure(name, || 1_i64).unwrap();
    }
    let call_all = || {
        for name in ["trace_p.f", "trace_p.sub.g", "trace_px", "trace_q"] {
            get(name).unwrap().call(()).unwrap();
        }
    };
    trace::start("trace_p").unwrap();
    trace::start("trace_q").unwrap();
    trace::start("trace_p").unwrap();
    call_all();
    let counted = || ["trace_p.f", "trace_p.sub.g", "trace_px", "trace_q"].map(|name| counts(name).0);
    assert_eq!(counted(), [1, 1, 0, 1]);
    trace::start("").unwrap();
    call_all();
    assert_eq!(counted(), [2, 2, 1, 2]);
}

#[test]
fn later_functions_are_counted_and_names_keep_counts() {
    let _alone = alone();
    trace::start("trace_late").unwrap();
    register_closure("trace_late.f", || 1_i64).unwrap();
    let old = get("trace_late.f").unwrap();
    old.call(()).unwrap();
    Registration::new("trace_late.f", PackedFunc::typed("new", || 2_i64))
        .overriding(true)
        .register()
        .unwrap();
    // Both handles are of the name.
    assert_eq!(get("trace_late.f").unwrap().call_as::<i64>(()).unwrap(), 2);
    assert_eq!(old.call_as::<i64>(()).unwrap(), 1);
    assert_eq!(counts("trace_late.f"), (3, 0));
    // One function, two names: counted once.
    register("trace_late.other", old.clone()).unwrap();
    get("trace_late.other").unwrap().call(()).unwrap();
    assert_eq!(counts("trace_late.f"), (4, 0));
    assert_eq!(counts("trace_late.other"), (0, 0));
    remove("trace_late.f").unwrap();
    old.call(()).unwrap();
    assert_eq!(counts("trace_late.f"), (5, 0));
}

#[test]
fn nested_and_recursive_calls_are_counted() {
    let _alone = alone();
    register_closure("trace_nest.down", |n: i64| -> Result<i64> {
        match n {
            0 => Err(Error::value_error("the bottom")),
            n if n % 10 == 0 => Ok(get("trace_nest.down")?.call_as::<i64>((n - 1,)).unwrap_or(7)),
            n => get("trace_nest.down")?.call_as((n - 1,)),
        }
    })
    .unwrap();
    trace::start("trace_nest").unwrap();
    let down = get("trace_nest.down").unwrap();
    assert_eq!(down.call_as::<i64>((25,)).unwrap(), 7);
    // The calls with 9 to 0 failed, and the one with 10 made good for them.
    assert_eq!(counts("trace_nest.down"), (26, 10));
}

#[test]
fn counts_are_exact_with_many_threads() {
    const THREADS: u64 = 6;
    const CALLS: u64 = 5_000;
    let _alone = alone();
    register_closure("trace_threads.half", half).unwrap();
    trace::start("trace_threads").unwrap();
    let half = get("trace_threads.half").unwrap();
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                for x in 0..CALLS as i64 {
                    assert_eq!(half.call((x,)).is_ok(), x % 2 == 0);
                }
            });
        }
    });
    assert_eq!(
        counts("trace_threads.half"),
        (THREADS * CALLS, THREADS * CALLS / 2)
    );
}

#[test]
fn tracing_starts_and_stops_while_threads_call() {
    let _alone = alone();
    let names: Vec<String> = (0..8).map(|at| format!("trace_toggle.f{at}")).collect();
    for name in &names {
        register_closure(name, |x: i64| x + 1).unwrap();
    }
    // A sanitizer takes several times as long.
    let rounds = if cfg!(tvmlike_sanitized) { 40 } else { 200 };
    let done = AtomicBool::new(false);
    let called = thread::scope(|scope| {
        let callers: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| {
                    let functions: Vec<_> = names.iter().map(|name| get(name).unwrap()).collect();
                    let mut called = 0;
                    while !done.load(Ordering::Relaxed) {
                        for function in &functions {
                            assert_eq!(function.call_as::<i64>((41,)).unwrap(), 42);
                            called += 1;
                        }
                    }
                    called
                })
            })
            .collect();
        for round in 0..rounds {
            trace::start(if round % 2 == 0 { "trace_toggle" } else { "" }).unwrap();
            // A function that is registered meanwhile may get the address of a removed one.
            register_closure("trace_toggle.guest", || 1_i64).unwrap();
            get("trace_toggle.guest").unwrap().call(()).unwrap();
            remove("trace_toggle.guest").unwrap();
            trace::stop().unwrap();
        }
        done.store(true, Ordering::Relaxed);
        callers
            .into_iter()
            .map(|caller| caller.join().unwrap())
            .sum::<u64>()
    });
    let counted: u64 = names.iter().map(|name| counts(name).0).sum();
    assert!(counted <= called, "{counted} of {called}");
    assert_eq!(counts("trace_toggle.guest"), (rounds, 0));
    trace::start("trace_toggle").unwrap();
    trace::reset().unwrap();
    get("trace_toggle.f0").unwrap().call((1,)).unwrap();
    assert_eq!(counts("trace_toggle.f0"), (1, 0));
}

#[test]
fn the_trace_keeps_nothing_alive_and_reused_memory_is_a_new_function() {
    let _alone = alone();
    trace::start("trace_gone").unwrap();
    let held = Arc::new(());
    let holding = held.clone();
    register_closure("trace_gone.f", move || Arc::strong_count(&holding) as i64).unwrap();
    assert_eq!(get("trace_gone.f").unwrap().call_as::<i64>(()).unwrap(), 2);
    remove("trace_gone.f").unwrap();
    assert_eq!(Arc::strong_count(&held), 1);

    for round in 0..5_000_i64 {
        let name = format!("trace_gone.g{}", round % 3);
        register_closure(&name, move || round).unwrap();
        assert_eq!(get(&name).unwrap().call_as::<i64>(()).unwrap(), round);
        remove(&name).unwrap();
    }
    let all: u64 = (0..3).map(|at| counts(&format!("trace_gone.g{at}")).0).sum();
    assert_eq!(all, 5_000);
    trace::stop().unwrap();
}

#[test]
fn more_functions_than_fit_into_one_segment() {
    let _alone = alone();
    trace::start("trace_more").unwrap();
    // Long names, so that a few thousand fill several.
    let name = |at: usize| format!("trace_more.{}{at}", "x".repeat(at % 900));
    for at in 0..3_000 {
        register_closure(&name(at), || 1_i64).unwrap();
        for _ in 0..=at % 3 {
            get(&name(at)).unwrap().call(()).unwrap();
        }
    }
    let rows = trace::read().unwrap();
    for at in 0..3_000 {
        let found = rows.binary_search_by(|row| row.name.cmp(&name(at))).unwrap();
        assert_eq!(rows[found].calls, 1 + at as u64 % 3);
    }
    let read: Vec<Row> = trace::read_of(std::process::id()).unwrap();
    assert_eq!(read, trace::read().unwrap());
}

extern "C" fn answer(
    context: *mut c_void,
    _: *const tvmlike::__private::TVMLikeValue,
    _: i32,
    _: *mut tvmlike::__private::TVMLikeValue,
) -> c_int {
    c_int::from(context as usize != 9)
}

#[test]
fn a_traced_callback_is_found_by_its_context() {
    let _alone = alone();
    // SAFETY: the callback reads nothing but the number that is its context.
    let function = unsafe { from_callback(Some(answer), 9 as *mut c_void, None) }.unwrap();
    register("trace_context.f", function.clone()).unwrap();
    trace::start("trace_context").unwrap();
    function.call(()).unwrap();
    assert_eq!(counts("trace_context.f"), (1, 0));
    assert_eq!(context_of(&function, Some(answer)), Some(9 as *mut c_void));
    trace::stop().unwrap();
    assert_eq!(context_of(&function, Some(answer)), Some(9 as *mut c_void));
}

#[test]
fn only_processes_of_the_user_read_the_counts() {
    let _alone = alone();
    register_closure("trace_file.f", || 1_i64).unwrap();
    let path = trace::start("trace_file").unwrap();
    let path = &path.expect("a folder that can be written to");
    get("trace_file.f").unwrap().call(()).unwrap();
    assert_eq!(fs::metadata(path).unwrap().mode() & 0o777, 0o600);
    let folder = path.parent().unwrap();
    assert_eq!(fs::metadata(folder).unwrap().mode() & 0o777, 0o700);

    let here = std::process::id();
    let read = trace::read_of(here).unwrap();
    assert_eq!(
        read.iter().find(|row| row.name == "trace_file.f").unwrap().calls,
        1
    );
    let own = |processes: &[trace::Process]| processes.iter().find(|process| process.pid == here).cloned();
    let process = own(&trace::processes().unwrap()).unwrap();
    assert!(process.active && process.path == *path);
    assert!(process.command.contains("trace"), "{}", process.command);
    trace::stop().unwrap();
    assert!(!own(&trace::processes().unwrap()).unwrap().active);

    // The file of an ended process is not listed.
    let mut child = Command::new("true").spawn().unwrap();
    child.wait().unwrap();
    let stale = folder.join(format!("trace-{}", child.id()));
    fs::copy(path, &stale).unwrap();
    let error = trace::read_of(child.id()).unwrap_err();
    assert_eq!(error.kind(), "ValueError");
    assert!(error.message().contains("is not traced"), "{error}");
    assert!(
        trace::processes()
            .unwrap()
            .iter()
            .all(|process| process.pid != child.id())
    );
    assert!(!stale.exists());
}

#[test]
fn malformed_trace_files_are_ignored() {
    let _alone = alone();
    let path = trace::start("trace_rubbish").unwrap().unwrap();
    register_closure("trace_rubbish.f", || 1_i64).unwrap();
    trace::stop().unwrap();
    // The file is mapped: another one is put in its place for the while.
    let aside = path.with_extension("aside");
    fs::rename(&path, &aside).unwrap();
    let good = fs::read(&aside).unwrap();
    let here = std::process::id();
    for size in [0, 7, 40, 47] {
        fs::write(&path, &good[..size]).unwrap();
        assert_eq!(trace::read_of(here).unwrap_err().kind(), "ValueError", "{size}");
    }
    for size in [1000, 1023, 1024, 1030, 1060, 1065] {
        fs::write(&path, &good[..size]).unwrap();
        assert_eq!(trace::read_of(here).unwrap(), [], "{size}");
    }
    for rubbish in [0xff, 0x01, 0x80] {
        let mut bytes = good.clone();
        bytes[1024..].fill(rubbish);
        fs::write(&path, &bytes).unwrap();
        // A name that is not text, or does not end: no row, and nothing worse.
        let rows = trace::read_of(here).unwrap();
        assert!(rows.iter().all(|row| row.name.len() < good.len()));
    }
    fs::rename(&aside, &path).unwrap();
    assert!(
        trace::read_of(here)
            .unwrap()
            .iter()
            .any(|row| row.name == "trace_rubbish.f")
    );
}
