//! Interrupts of passes that analyze the ranges of integers.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use tvmlike_ir::{Context, Exclusive, Op};
use tvmlike_lower::IntRanges;
use tvmlike_text::parse_module;
use tvmlike_transform::{Pipeline, RunOptions};

fn module(edit: &mut Exclusive<'_>) -> Op {
    let sums: String = (0..200)
        .map(|n| format!("%{n} = arith.addi %c, %c : i32\n"))
        .collect();
    let text = format!("func.func @f() {{ %c = arith.constant 1 : i32\n{sums}return }}");
    parse_module(edit, "test.mlir", text.as_bytes()).expect("the text is valid")
}

#[test]
fn an_analysis_of_ranges_ends_when_it_is_asked_to() {
    let context = Context::new();
    tvmlike_dialects::make_available(&context);
    let mut edit = context.exclusive().expect("nothing else uses the context");
    let module = module(&mut edit);
    let asked = AtomicUsize::new(0);
    let asks = |answer| {
        asked.fetch_add(1, Relaxed);
        answer
    };
    assert!(IntRanges::analyze_unless(&mut edit, module, &|| asks(true)).is_none());
    assert_eq!(asked.load(Relaxed), 1);
    assert!(IntRanges::analyze_unless(&mut edit, module, &|| asks(false)).is_some());
    assert!(asked.load(Relaxed) > 1);
}

/// The first question is the pipeline's, before the pass.
#[test]
fn an_interrupt_ends_the_analysis_of_ranges() {
    for pass in [
        "int-range-optimizations",
        "arith-int-range-narrowing{int-bitwidths-supported=8}",
        "arith-unsigned-when-equivalent",
    ] {
        let context = Context::new();
        tvmlike_dialects::make_available(&context);
        let mut edit = context.exclusive().expect("nothing else uses the context");
        let module = module(&mut edit);
        let mut pipeline = Pipeline::parse(&format!("builtin.module({pass})")).expect("the pass exists");
        let asked = Arc::new(AtomicUsize::new(0));
        let asks = Arc::clone(&asked);
        let options = RunOptions {
            interrupt: Some(Arc::new(move || asks.fetch_add(1, Relaxed) > 0)),
            ..RunOptions::default()
        };
        let (result, found) = context.capture_diagnostics(|| pipeline.run(&mut edit, module, &options));
        assert!(result.is_err(), "{pass}");
        assert_eq!(found[0].message, "the pipeline was interrupted");
        assert_eq!(asked.load(Relaxed), 2, "{pass}");
    }
}
