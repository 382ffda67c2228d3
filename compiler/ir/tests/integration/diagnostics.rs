//! Diagnostics and their handlers.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tvmlike_ir::{Context, Diagnostic, Failure, OpState, Severity};

#[test]
fn the_newest_handler_comes_first_and_can_pass_a_diagnostic_on() {
    let context = Context::new();
    let log = Arc::new(Mutex::new(Vec::new()));
    let attach = |name: &'static str, takes: bool| {
        let log = Arc::clone(&log);
        context.attach_diagnostic_handler(move |_, diagnostic| {
            log.lock()
                .unwrap()
                .push(format!("{name}: {}", diagnostic.message));
            takes
        })
    };
    attach("first", true);
    let second = attach("second", false);
    let location = context.unknown_location();
    assert_eq!(context.emit_error(location, "a").emit(), Failure);
    assert!(context.detach_diagnostic_handler(second));
    assert!(!context.detach_diagnostic_handler(second));
    context.emit_warning(location, "b").emit();
    assert_eq!(*log.lock().unwrap(), ["second: a", "first: a", "first: b"]);
}

#[test]
fn a_handler_can_use_the_context() {
    let context = Context::new();
    let calls = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&calls);
    context.attach_diagnostic_handler(move |context, diagnostic| {
        count.fetch_add(1, Ordering::Relaxed);
        if diagnostic.severity == Severity::Error {
            context
                .emit_remark(diagnostic.location, "from the handler")
                .emit();
            let inner = context.attach_diagnostic_handler(|_, _| true);
            context.detach_diagnostic_handler(inner);
            assert!(context.exclusive().is_err(), "an editor exists");
        }
        true
    });
    let mut edit = context.exclusive().unwrap();
    let op = edit.create(&OpState::new(
        context.identifier("t.a"),
        context.unknown_location(),
    ));
    op.emit_op_error(&context, "is wrong").emit();
    assert_eq!(calls.load(Ordering::Relaxed), 2);
}

#[test]
fn captured_diagnostics_have_notes_and_severities() {
    let context = Context::new();
    let location = context.unknown_location();
    let ((), captured) = context.capture_diagnostics(|| {
        context
            .emit_error(location, "bad")
            .note(location, "because")
            .emit();
        context.emit_remark(location, "fine").emit();
    });
    assert_eq!(captured.len(), 2);
    assert_eq!(captured[0].notes[0].severity, Severity::Note);
    assert_eq!(context.render(&captured[0]), "error: bad\nnote: because\n");
    assert_eq!(context.render(&captured[1]), "remark: fine\n");
}

#[test]
fn a_printer_adds_the_operation_to_errors_about_it() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let op = edit.create(&OpState::new(
        context.identifier("t.a"),
        context.unknown_location(),
    ));
    context.set_diagnostic_printer(Some(|context, op| {
        format!("<{}>", op.name(context).text(context))
    }));
    let (_, captured) = context.capture_diagnostics(|| op.emit_op_error(&context, "is wrong").emit());
    assert_eq!(
        context.render(&captured[0]),
        "error: 't.a' op is wrong\nnote: see current operation: <t.a>\n"
    );
}

#[test]
fn the_place_to_show_is_the_first_one_in_a_file() {
    let context = Context::new();
    let file = context.identifier("a.mlir");
    let [one, two] = [1, 2].map(|line| context.file_line_col_location(file, line, 5));
    let call = context.call_site_location(context.name_location(file, one), two);
    let fused = context.fused_location(&[call, two], Some(context.unit_attribute()));
    let opaque = context.opaque_location(9, fused);
    assert_eq!(opaque.file_position(&context).map(|at| at.line), Some(1));
    assert_eq!(context.unknown_location().file_position(&context), None);
    let diagnostic = Diagnostic::new(Severity::Error, opaque, "bad");
    assert_eq!(context.render(&diagnostic), "a.mlir:1:5: error: bad\n");
}
