//! Contexts in a process whose address space is limited; a sanitizer needs all of it.
#![cfg(all(target_os = "linux", not(tvmlike_sanitized)))]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;

use tvmlike_ir::{Context, Exclusive, Op, OpState};

/// Set in the child process.
const CHILD: &str = "TVMLIKE_IR_LIMITED";

/// Runs a test of this file again under a limit of the address space.
fn limited(test: &str, kilobytes: u32) {
    let shell = format!("ulimit -v {kilobytes}; exec \"$0\" --exact {test}");
    let program = std::env::current_exe().unwrap();
    let output = Command::new("sh")
        .arg("-c")
        .arg(shell)
        .arg(program)
        .env(CHILD, "1")
        .output()
        .unwrap();
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}

fn make(edit: &mut Exclusive<'_>) -> Op {
    let state = OpState::new(edit.identifier("t.a"), edit.unknown_location());
    edit.create(&state)
}

fn is_child() -> bool {
    std::env::var_os(CHILD).is_some()
}

#[test]
fn a_limited_context_works_until_its_memory_is_used_up() {
    if !is_child() {
        return limited("a_limited_context_works_until_its_memory_is_used_up", 1_000_000);
    }
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let mut made = Vec::new();
    let full = catch_unwind(AssertUnwindSafe(|| {
        loop {
            made.push(make(&mut edit));
        }
    }));
    let message = full.unwrap_err().downcast::<String>().unwrap();
    assert!(
        message.contains("out of memory") && message.contains("ulimit -v"),
        "{message}"
    );
    assert!(made.len() > 500_000, "{} operations", made.len());
    assert!(made.iter().all(|op| op.name(&context).text(&context) == "t.a"));
    let last = made.pop().unwrap();
    last.erase(&mut edit).unwrap();
    assert_eq!(make(&mut edit), last, "what is erased makes room");
}

#[test]
fn many_limited_contexts_leave_room_for_the_process() {
    if !is_child() {
        return limited("many_limited_contexts_leave_room_for_the_process", 2_000_000);
    }
    let contexts: Vec<Context> = (0..20).map(|_| Context::new()).collect();
    for context in &contexts {
        make(&mut context.exclusive().unwrap());
    }
    assert_eq!(
        vec![1_u8; 50 << 20]
            .iter()
            .map(|byte| u64::from(*byte))
            .sum::<u64>(),
        50 << 20
    );
}

#[test]
fn a_process_without_addresses_gets_an_error() {
    if !is_child() {
        return limited("a_process_without_addresses_gets_an_error", 500_000);
    }
    let mut contexts = Vec::new();
    let error = loop {
        match Context::try_new() {
            Ok(context) => contexts.push(context),
            Err(error) => break error,
        }
    };
    contexts.clear();
    assert_eq!(error.kind(), std::io::ErrorKind::OutOfMemory);
    assert!(Context::try_new().is_ok());
}
