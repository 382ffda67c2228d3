//! Reading on several threads gives what reading on one does.

use std::fmt::Write as _;

use tvmlike_ir::{Context, Diagnostic, Equivalence, Op};
use tvmlike_text::{ExternalResources, ParseOptions, PrintOptions, parse_source, print_top_level};

fn read(context: &Context, text: &str, threads: usize) -> (Option<Op>, Vec<Diagnostic>) {
    context.allow_unregistered_dialects(true);
    context.capture_diagnostics(|| {
        let mut edit = context.exclusive().unwrap();
        let options = ParseOptions {
            threads,
            ..ParseOptions::default()
        };
        parse_source(&mut edit, "large.mlir", text.as_bytes(), &options)
            .ok()
            .map(|parsed| parsed.op)
    })
}

fn printed(context: &Context, op: Op) -> String {
    let mut out = Vec::new();
    let options = PrintOptions {
        debug_info: true,
        ..PrintOptions::default()
    };
    print_top_level(context, op, &ExternalResources::new(), &options, &mut out);
    String::from_utf8(out).unwrap()
}

/// Functions of `length` operations, more than a megabyte in all; `extra` adds to function 3,000.
fn functions(extra: &str) -> String {
    let mut text = String::from("#alias = [1, 2]\nmodule {\n");
    for function in 0..6000 {
        writeln!(text, "  \"my.func\"() ({{\n  ^bb0(%a: i32):").unwrap();
        for op in 0..4 {
            writeln!(
                text,
                "    %{op} = \"my.op\"(%a) {{n = {function}, a = #alias}} : (i32) -> i32 loc(#loc)"
            )
            .unwrap();
        }
        if function == 3000 {
            text.push_str(extra);
        }
        writeln!(text, "    \"my.end\"() : () -> ()\n  }}) : () -> ()").unwrap();
    }
    text + "}\n#loc = loc(\"later\")\n"
}

#[test]
fn the_number_of_threads_does_not_change_the_result() {
    // Lines that look like the start of a part inside a region; strings with newlines do not exist.
    let inner = "  \"my.op\"() : () -> ()\n".repeat(20);
    for text in [functions(""), functions(&inner)] {
        let contexts = [Context::new(), Context::new(), Context::new()];
        let ops: Vec<Op> = [1, 2, 5]
            .iter()
            .zip(&contexts)
            .map(|(threads, context)| read(context, &text, *threads).0.expect("the text is valid"))
            .collect();
        let wanted = printed(&contexts[0], ops[0]);
        for (context, op) in contexts.iter().zip(&ops).skip(1) {
            assert!(printed(context, *op) == wanted, "the texts differ");
        }
        let again = read(&contexts[0], &text, 4).0.expect("the text is valid");
        assert!(ops[0].is_structurally_equal(&contexts[0], again, Equivalence::default()));
    }
}

#[test]
fn values_may_cross_the_cuts() {
    let mut text = String::from("module {\n  \"my.first\"() : () -> ()\n  %x = \"my.def\"() : () -> i32\n");
    for _ in 0..60_000 {
        text.push_str("  \"my.use\"(%x) : (i32) -> ()\n");
    }
    text.push_str("}\n");
    let context = Context::new();
    let (op, diagnostics) = read(&context, &text, 2);
    assert!(op.is_some(), "{diagnostics:?}");
}

#[test]
fn the_first_error_is_reported_whatever_the_number_of_threads() {
    for extra in [
        "    \"my.bad\"(%nowhere) : (i32) -> ()\n",
        "    what is this\n",
        "  })\n",
        "    \"unterminated\n",
    ] {
        let text = functions(extra);
        let messages: Vec<_> = [1, 2, 3]
            .iter()
            .map(|threads| {
                let context = Context::new();
                let (op, diagnostics) = read(&context, &text, *threads);
                assert!(op.is_none());
                assert_eq!(diagnostics.len(), 1);
                (
                    diagnostics[0].message.clone(),
                    format!("{:?}", diagnostics[0].location.kind(&context)),
                )
            })
            .collect();
        assert!(
            messages.windows(2).all(|pair| pair[0].0 == pair[1].0),
            "{messages:?}"
        );
    }
}
