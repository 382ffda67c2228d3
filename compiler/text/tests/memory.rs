//! Memory stays flat: over many contexts, over many texts in one context, and over many threads. A sanitizer
//! keeps freed memory for a while.
#![cfg(all(target_os = "linux", not(tvmlike_sanitized)))]

use std::sync::{Mutex, PoisonError};

use tvmlike_ir::{Context, Exclusive, Op};
use tvmlike_text::parse_module;

const MODULE: &[u8] = b"module {\n  %0:2 = \"a.a\"() {a = [1, \"x\"]} : () -> (i32, f32)\n  \"a.b\"(%0#0) ({\n  ^bb0(%1: i32):\n    \
    \"a.c\"(%1, %0#1) : (i32, f32) -> ()\n  }) : (i32) -> ()\n}\n";

fn context() -> Context {
    let context = Context::new();
    context.allow_unregistered_dialects(true);
    context.attach_diagnostic_handler(|_, _| true);
    context
}

fn read(edit: &mut Exclusive<'_>, text: &[u8]) -> Op {
    parse_module(edit, "memory", text).unwrap()
}

/// The resident memory of the process in KB.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// Checks that the memory of the process does not grow while `run` is called, after a start.
fn stays_flat(times: u32, mut run: impl FnMut(u32)) {
    static ALONE: Mutex<()> = Mutex::new(());
    // A test that failed does not make the others fail.
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    (0..times / 10).for_each(&mut run);
    let before = resident();
    (0..times).for_each(&mut run);
    let grown = resident().saturating_sub(before);
    assert!(grown < 16 << 10, "{grown} KB after {times} calls");
}

#[test]
fn contexts_free_all_memory() {
    stays_flat(3_000, |_| {
        let context = context();
        let mut edit = context.exclusive().unwrap();
        read(&mut edit, MODULE);
        assert!(parse_module(&mut edit, "memory", b"\"a.a\"(%0) : (i32) -> (").is_err());
    });
}

#[test]
fn operations_of_a_context_take_the_memory_of_erased_ones() {
    let context = context();
    let mut edit = context.exclusive().unwrap();
    let mut bytes = 0;
    for round in 0..10_000_u32 {
        let op = read(&mut edit, MODULE);
        op.erase(&mut edit).unwrap();
        let cut = round as usize % MODULE.len();
        if let Ok(op) = parse_module(&mut edit, "memory", &MODULE[..cut]) {
            op.erase(&mut edit).unwrap();
        }
        if round == 1_000 {
            bytes = context.operation_bytes();
        }
    }
    assert_eq!(context.operation_bytes(), bytes);
}

#[test]
fn a_context_that_reads_the_same_texts_does_not_grow() {
    let context = context();
    let mut edit = context.exclusive().unwrap();
    // Of each text, the starts of its lines would take 40 KB.
    let text = [MODULE, &b"// a comment\n".repeat(10_000)].concat();
    stays_flat(500, |round| {
        read(&mut edit, &text).erase(&mut edit).unwrap();
        // Texts that are refused are new each time.
        let refused = [text.as_slice(), &b" ".repeat(round as usize), b"\n!"].concat();
        assert!(parse_module(&mut edit, "memory", &refused).is_err());
    });
}

#[test]
fn threads_that_end_leave_nothing() {
    let context = context();
    stays_flat(2_000, |_| {
        std::thread::scope(|scope| {
            scope.spawn(|| drop(context.exclusive().unwrap()));
        });
    });
}
