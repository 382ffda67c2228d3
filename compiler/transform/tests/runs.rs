//! How pipelines run: threads, interrupts, editors that are released.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use tvmlike_ir::{Context, Failure, Op};
use tvmlike_text::parse_module;
use tvmlike_transform::{
    ConversionPatterns, ConversionTarget, Legality, Observer, Options, Pass, PassOutcome, PassRecord,
    Pipeline, Run, RunOptions, ScheduledPass, Step,
};

fn context() -> Context {
    let context = Context::new();
    tvmlike_dialects::make_available(&context);
    context.allow_unregistered_dialects(true);
    context
}

/// A pass that is a function.
struct Do<F>(F, bool);

impl<F> Pass for Do<F>
where
    F: Fn(&mut Run<'_, '_>) -> Result<(), Failure> + Send + Sync,
{
    fn is_parallel(&self) -> bool {
        self.1
    }

    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        (self.0)(run)
    }
}

fn scheduled<F>(name: &'static str, is_parallel: bool, run: F) -> ScheduledPass
where
    F: Fn(&mut Run<'_, '_>) -> Result<(), Failure> + Clone + Send + Sync + 'static,
{
    let record = PassRecord::new(name, "a test", move |_| {
        Ok(Box::new(Do(run.clone(), is_parallel)))
    });
    ScheduledPass::new(&Arc::new(record), Options::defaults(&[])).expect("the pass has no options")
}

fn functions(count: usize) -> String {
    (0..count)
        .map(|index| format!("func.func @f{index}() {{ return }}\n"))
        .collect()
}

fn number(context: &Context, op: Op) -> usize {
    let name = op.symbol_name(context).expect("a function has a name");
    String::from_utf8_lossy(&name[1..])
        .parse()
        .expect("the name has a number")
}

/// The messages of a pass that emits for each function and fails on one.
fn messages(threads: usize) -> (bool, Vec<String>) {
    let context = context();
    let mut edit = context.exclusive().expect("nothing else uses the context");
    let module = parse_module(&mut edit, "test.mlir", functions(64).as_bytes()).expect("the text is valid");
    let mut pipeline = Pipeline::new("builtin.module");
    let pass = scheduled("test-emit", true, |run: &mut Run<'_, '_>| {
        let (context, op) = (run.context(), run.op());
        let index = number(context, op);
        op.emit_remark(context, format!("function {index}")).emit();
        match index {
            40 => Err(run.fail("no")),
            _ => Ok(()),
        }
    });
    pipeline
        .nest("func.func")
        .add_pass(pass)
        .expect("the pass is for any operation");
    let options = RunOptions {
        threads,
        ..RunOptions::default()
    };
    let (result, diagnostics) = context.capture_diagnostics(|| pipeline.run(&mut edit, module, &options));
    (
        result.is_err(),
        diagnostics.into_iter().map(|each| each.message).collect(),
    )
}

#[test]
fn diagnostics_do_not_depend_on_the_number_of_threads() {
    let (failed, alone) = messages(1);
    assert!(failed);
    assert_eq!(alone.len(), 42);
    assert_eq!(alone[41], "no");
    for threads in [2, 4] {
        assert_eq!(messages(threads), (true, alone.clone()));
    }
}

#[test]
fn an_interrupt_ends_a_run_between_passes() {
    let context = context();
    let mut edit = context.exclusive().expect("nothing else uses the context");
    let module = parse_module(&mut edit, "test.mlir", functions(1).as_bytes()).expect("the text is valid");
    let runs = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&runs);
    let pass = move |_: &mut Run<'_, '_>| {
        counted.fetch_add(1, Relaxed);
        Ok(())
    };
    let mut pipeline = Pipeline::new("builtin.module");
    for _ in 0..3 {
        pipeline
            .add_pass(scheduled("test-count", true, pass.clone()))
            .expect("the pass is for any operation");
    }
    let asked = Arc::clone(&runs);
    let options = RunOptions {
        interrupt: Some(Arc::new(move || asked.load(Relaxed) == 2)),
        ..RunOptions::default()
    };
    let (result, diagnostics) = context.capture_diagnostics(|| pipeline.run(&mut edit, module, &options));
    assert!(result.is_err());
    assert_eq!(diagnostics[0].message, "the pipeline was interrupted");
    assert_eq!(runs.load(Relaxed), 2);
}

#[test]
fn an_interrupt_ends_a_conversion_which_is_undone() {
    let context = context();
    let mut edit = context.exclusive().expect("nothing else uses the context");
    let module = parse_module(&mut edit, "test.mlir", functions(9).as_bytes()).expect("the text is valid");
    let pass = move |run: &mut Run<'_, '_>| {
        let mut target = ConversionTarget::new();
        target.others(Legality::Legal);
        run.convert_partial(run.op(), &target, &ConversionPatterns::new())
    };
    let mut pipeline = Pipeline::new("builtin.module");
    pipeline
        .add_pass(scheduled("test-convert", true, pass))
        .expect("the pass is for any operation");
    let asked = Arc::new(AtomicUsize::new(0));
    let options = RunOptions {
        interrupt: Some(Arc::new(move || asked.fetch_add(1, Relaxed) == 5)),
        ..RunOptions::default()
    };
    let (result, diagnostics) = context.capture_diagnostics(|| pipeline.run(&mut edit, module, &options));
    assert!(result.is_err());
    assert_eq!(diagnostics[0].message, "the conversion was interrupted");
}

/// The sum and the greatest of the numbers of functions, as a pass counts them.
fn counted(threads: usize) -> Vec<u64> {
    let context = context();
    let mut edit = context.exclusive().expect("nothing else uses the context");
    let module = parse_module(&mut edit, "test.mlir", functions(400).as_bytes()).expect("the text is valid");
    let run = |run: &mut Run<'_, '_>| {
        let index = number(run.context(), run.op()) as u64;
        run.count(0, index);
        run.count_most(1, index);
        // So long that other threads get functions, too.
        std::thread::sleep(std::time::Duration::from_micros(200));
        Ok(())
    };
    let record = PassRecord::new("test-count", "a test", move |_| Ok(Box::new(Do(run, true))))
        .with_statistics(&[("sum", "the sum"), ("most", "the greatest")]);
    let pass = ScheduledPass::new(&Arc::new(record), Options::defaults(&[]));
    let mut pipeline = Pipeline::new("builtin.module");
    pipeline
        .nest("func.func")
        .add_pass(pass.expect("the pass has no options"))
        .expect("the pass is for any operation");
    let options = RunOptions {
        threads,
        ..RunOptions::default()
    };
    pipeline
        .run(&mut edit, module, &options)
        .expect("the pass succeeds");
    let [Step::Nested(nested)] = pipeline.steps() else {
        panic!("one pipeline is nested");
    };
    let [Step::Pass(pass)] = nested.steps() else {
        panic!("it has one pass");
    };
    assert!(pass.time() >= std::time::Duration::from_millis(80));
    pass.counts().collect()
}

#[test]
fn what_a_pass_counts_does_not_depend_on_the_number_of_threads() {
    // More threads than have counters of their own are among them.
    for threads in [1, 2, 40] {
        assert_eq!(counted(threads), [399 * 400 / 2, 399]);
    }
}

#[test]
fn a_pass_that_panics_is_named() {
    let context = context();
    let mut edit = context.exclusive().expect("nothing else uses the context");
    let module = parse_module(&mut edit, "test.mlir", functions(2).as_bytes()).expect("the text is valid");
    let pass = |_: &mut Run<'_, '_>| -> Result<(), Failure> { panic!("no luck today") };
    for threads in [1, 2] {
        let mut pipeline = Pipeline::new("builtin.module");
        pipeline
            .nest("func.func")
            .add_pass(scheduled("test-panic", true, pass))
            .expect("the pass is for any operation");
        let options = RunOptions {
            threads,
            ..RunOptions::default()
        };
        let (result, diagnostics) = context.capture_diagnostics(|| pipeline.run(&mut edit, module, &options));
        assert!(result.is_err());
        assert_eq!(
            diagnostics[0].message,
            "pass 'test-panic' panicked: no luck today"
        );
    }
}

#[test]
fn a_pass_releases_its_editor_and_can_erase_what_comes_next() {
    let context = context();
    let mut edit = context.exclusive().expect("nothing else uses the context");
    let module = parse_module(&mut edit, "test.mlir", functions(4).as_bytes()).expect("the text is valid");
    let runs = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&runs);
    let pass = scheduled("test-release", false, move |run: &mut Run<'_, '_>| {
        let op = run.op();
        counted.fetch_add(1, Relaxed);
        let released = run.edit().released(|context| {
            let mut own = context.exclusive().expect("the editor is released");
            if let Some(next) = op.next(context) {
                next.erase(&mut own).expect("nothing uses the function");
            }
        });
        released.map_err(|error| run.fail(error.to_string()))
    });
    let mut pipeline = Pipeline::new("builtin.module");
    pipeline
        .nest("func.func")
        .add_pass(pass)
        .expect("the pass is for any operation");
    let options = RunOptions {
        threads: 4,
        ..RunOptions::default()
    };
    pipeline
        .run(&mut edit, module, &options)
        .expect("the pass succeeds");
    assert_eq!(runs.load(Relaxed), 2);
    assert_eq!(numbers(&context, module), [0, 2]);
}

/// The numbers of the functions in a module.
fn numbers(context: &Context, module: Op) -> Vec<usize> {
    let body = module
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    let ops = body.into_iter().flat_map(|body| body.operations(context));
    ops.map(|op| number(context, op)).collect()
}

struct Outcomes(std::sync::Mutex<Vec<PassOutcome>>);

impl Observer for Outcomes {
    fn after(&self, _: &Context, _: &ScheduledPass, _: Op, outcome: PassOutcome) {
        self.0.lock().expect("no observer panics").push(outcome);
    }
}

#[test]
fn observers_learn_how_passes_end() {
    let context = context();
    let mut edit = context.exclusive().expect("nothing else uses the context");
    let text = "func.func @f() { %0 = arith.constant 1 : i32 return }";
    let module = parse_module(&mut edit, "test.mlir", text.as_bytes()).expect("the text is valid");
    let mut pipeline = Pipeline::parse("builtin.module(cse,cse)").expect("the pipeline is valid");
    let fail = scheduled("test-fail", true, |run: &mut Run<'_, '_>| Err(run.fail("no")));
    pipeline.add_pass(fail).expect("the pass is for any operation");
    let outcomes = Arc::new(Outcomes(std::sync::Mutex::default()));
    let options = RunOptions {
        observers: vec![outcomes.clone()],
        ..RunOptions::default()
    };
    let (result, _) = context.capture_diagnostics(|| pipeline.run(&mut edit, module, &options));
    assert!(result.is_err());
    let seen = outcomes.0.lock().expect("no observer panics").clone();
    assert_eq!(
        seen,
        [
            PassOutcome::Succeeded,
            PassOutcome::Unchanged,
            PassOutcome::Failed
        ]
    );
    let passes = pipeline.passes();
    assert_eq!(passes[0].counts().collect::<Vec<_>>(), [0, 1]);
    assert!(
        pipeline
            .statistics_report(tvmlike_transform::Display::List)
            .contains("(S) 1 num-dce'd")
    );
}

#[test]
fn a_pass_runs_passes_as_the_run_around_it() {
    let context = context();
    let mut edit = context.exclusive().expect("nothing else uses the context");
    let text = "func.func @f0() { \"test.a\"() : () -> () %0 = arith.constant 1 : i32 return }";
    let module = parse_module(&mut edit, "test.mlir", text.as_bytes()).expect("the text is valid");
    let body = |op: Op, context: &Context| op.region(context, 0)?.first_block(context)?.first_op(context);
    let function = body(module, &context).expect("a function");
    let erased = context.op_handle(body(function, &context).expect("an operation"));
    let outer = scheduled("test-outer", false, move |run: &mut Run<'_, '_>| {
        let (context, op) = (run.context(), run.op());
        let mut inner = Pipeline::parse("any(cse)").expect("the pipeline is valid");
        inner.run_nested(run, op)?;
        let first = body(op, context).expect("an operation");
        first.erase(run.edit()).expect("nothing uses it");
        // Around the operation of the pass.
        inner.run_nested(run, op.parent_op(context).expect("a module"))
    });
    let mut pipeline = Pipeline::new("builtin.module");
    pipeline
        .nest("func.func")
        .add_pass(outer)
        .expect("the pass is for any operation");
    let outcomes = Arc::new(Outcomes(std::sync::Mutex::default()));
    let options = RunOptions {
        observers: vec![outcomes.clone()],
        ..RunOptions::default()
    };
    let (result, diagnostics) = context.capture_diagnostics(|| pipeline.run(&mut edit, module, &options));
    assert!(result.is_err());
    assert!(
        diagnostics[0]
            .message
            .contains("isn't nested under the current operation"),
        "{}",
        diagnostics[0].message
    );
    let seen = outcomes.0.lock().expect("no observer panics").clone();
    assert_eq!(seen, [PassOutcome::Succeeded, PassOutcome::Failed]);
    // What a pass erases behind the inner one is its own doing.
    let error = context.resolve_op(erased).expect_err("it was erased");
    assert!(error.to_string().contains("test-outer"), "{error}");
}

/// A data-flow analysis asks, too, not only the pipeline before the pass.
#[test]
fn an_interrupt_ends_a_data_flow_analysis() {
    for pass in ["sccp", "remove-dead-values"] {
        let context = context();
        let mut edit = context.exclusive().expect("nothing else uses the context");
        let sums: String = (0..200)
            .map(|n| format!("%{n} = arith.addi %c, %c : i32\n"))
            .collect();
        let text = format!("func.func @f() {{ %c = arith.constant 1 : i32\n{sums}return }}");
        let module = parse_module(&mut edit, "test.mlir", text.as_bytes()).expect("the text is valid");
        let mut pipeline = Pipeline::parse(&format!("builtin.module({pass})")).expect("the pass exists");
        let asked = Arc::new(AtomicUsize::new(0));
        let interrupt = Arc::clone(&asked);
        let options = RunOptions {
            interrupt: Some(Arc::new(move || interrupt.fetch_add(1, Relaxed) > 0)),
            ..RunOptions::default()
        };
        let (result, found) = context.capture_diagnostics(|| pipeline.run(&mut edit, module, &options));
        assert!(result.is_err(), "{pass}");
        assert_eq!(found[0].message, "the pipeline was interrupted");
        assert_eq!(asked.load(Relaxed), 2);
    }
}
