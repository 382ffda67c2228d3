//! Threads: several contexts do not disturb each other, one context refuses a second thread, and a text has one result on
//! any number of threads.

use std::sync::Barrier;
use std::sync::atomic::{AtomicU32, Ordering};

use tvmlike_ir::{Context, Exclusive, Op};
use tvmlike_text::{ParseOptions, parse_module, parse_source};

const MODULE: &[u8] = b"module {\n  %0:2 = \"a.a\"() {a = [1, \"x\"]} : () -> (i32, f32)\n  \"a.b\"(%0#0) ({\n  ^bb0(%1: i32):\n    \
    \"a.c\"(%1, %0#1) : (i32, f32) -> ()\n  }) : (i32) -> ()\n}\n";

fn context() -> Context {
    let context = Context::new();
    context.allow_unregistered_dialects(true);
    context.attach_diagnostic_handler(|_, _| true);
    context
}

fn read(edit: &mut Exclusive<'_>, text: &[u8]) -> Op {
    parse_module(edit, "threads", text).unwrap()
}

/// `all` with TVMLIKE_TEST_ALL, which `cargo xtask test --long` sets; else `few`.
fn or_all(few: u32, all: u32) -> u32 {
    match std::env::var_os("TVMLIKE_TEST_ALL") {
        Some(_) => all,
        None => few,
    }
}

#[test]
fn contexts_of_several_threads_do_not_disturb_each_other() {
    let rounds = or_all(60, 200);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..rounds {
                    let context = context();
                    let mut edit = context.exclusive().unwrap();
                    let op = read(&mut edit, MODULE);
                    context.verify(op).unwrap();
                    op.erase(&mut edit).unwrap();
                }
            });
        }
    });
}

#[test]
fn a_context_refuses_a_second_thread() {
    let rounds = or_all(5_000, 20_000);
    let context = context();
    let (start, refused, read_in_all) = (Barrier::new(2), AtomicU32::new(0), AtomicU32::new(0));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                start.wait();
                for _ in 0..rounds {
                    // A reader is refused, too, while the other thread changes the context. That thread may have ended its change
                    // before the message is made, which then cannot name it.
                    if let Err(busy) = context.shared() {
                        let message = busy.to_string();
                        let names_the_other = ["while thread", "while another thread"];
                        assert!(
                            names_the_other.iter().any(|words| message.contains(words)),
                            "{message}"
                        );
                    }
                    match context.exclusive() {
                        Ok(mut edit) => {
                            read(&mut edit, MODULE).erase(&mut edit).unwrap();
                            read_in_all.fetch_add(1, Ordering::Relaxed);
                        }
                        Err(_) => {
                            refused.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                }
            });
        }
    });
    assert_eq!(
        read_in_all.into_inner() + refused.into_inner(),
        2 * rounds,
        "each access succeeds or is refused"
    );
    assert!(context.exclusive().is_ok());
}

/// Texts that look as if they could be read in parts, and cannot: each has the same result on any number of threads.
#[test]
fn parts_that_are_guessed_wrong_are_read_again() {
    let lines = "  \"a.a\"() {text = \"some more bytes\"} : () -> ()\n".repeat(25_000);
    let resource = "  \"a.a\"() {a = dense_resource <k> : tensor<1xi8>, b = distinct [0]<1>} : () -> ()\n";
    let texts = [
        format!("module {{\n{lines}}}"),
        // The last operation is wrong, the first is, the region ends early, or does not end.
        format!("module {{\n{lines}  \"a.a\"(%0) : (i32) -> ()\n}}"),
        format!("module {{\n  \"a.a\"(%0) : (i32) -> ()\n{lines}}}"),
        format!("module {{\n{lines}}}\n{lines}}}"),
        format!("module {{\n{lines}"),
        format!("module {{\n  %0 = \"a.a\"() : () -> i1\n{lines}  \"a.a\"(%0) : (i1) -> ()\n}}"),
        format!("module {{\n  \"a.a\"() ({{\n{lines}  }}) : () -> ()\n{lines}}}"),
        format!("module {{\n{lines}  \"a.a\"() {{a = \"\n{lines}\"}} : () -> ()\n}}"),
        format!("module {{\n{lines}^bb1:\n{lines}}}"),
        format!("module {{\n{lines}  /\n{lines}}}"),
        format!("module {{\n{lines}#a = 1\n{lines}}}"),
        format!("module {{\n{lines}  \"a.a\"() : () -> () loc(#l)\n{lines}}}\n#l = loc(\"x\")"),
        format!("module {{\n{lines}  \"a.a\"() : () -> () loc(#l)\n{lines}}}"),
        // Of one text, equal names of resources are one.
        format!("module {{\n{resource}{lines}{resource}}}"),
    ];
    for text in texts {
        let outcomes = [1, 2, 3].map(|threads| {
            let context = context();
            let mut edit = context.exclusive().unwrap();
            let options = ParseOptions {
                threads,
                ..ParseOptions::default()
            };
            let (parsed, diagnostics) =
                context.capture_diagnostics(|| parse_source(&mut edit, "parts", text.as_bytes(), &options));
            let messages: Vec<_> = diagnostics.iter().map(|found| context.render(found)).collect();
            let printed = parsed.ok().map(|parsed| {
                let mut out = Vec::new();
                tvmlike_text::print_op(
                    &context,
                    parsed.op,
                    &tvmlike_text::PrintOptions::default(),
                    &mut out,
                )
                .unwrap();
                parsed.op.erase(&mut edit).unwrap();
                out
            });
            (messages, printed)
        });
        assert!(outcomes[0] == outcomes[1] && outcomes[0] == outcomes[2]);
    }
}
