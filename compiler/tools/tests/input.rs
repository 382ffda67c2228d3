//! Inputs in parts, and inputs that no one would write by hand.

mod common;

use common::opt;

const ALLOW: &str = "--allow-unregistered-dialect";

#[test]
fn parts_are_processed_one_by_one() {
    let text = "module @a {\n}\n// -----\nmodule {\n// -----\nmodule @c {\n} // ----- no marker\n";
    let run = opt(&["--split-input-file"], text);
    assert_eq!(run.code, 1);
    assert_eq!(
        run.output,
        "module @a {\n}\n\n// -----\n// -----\nmodule @c {\n}\n\n"
    );
    // Lines count from the start of the file.
    assert_eq!(
        run.errors,
        "<stdin>:4:9: error: expected operation name in quotes\nmodule {\n        ^\n"
    );
}

#[test]
fn markers_can_be_chosen() {
    let run = opt(
        &["--split-input-file=// ====", "--output-split-marker=// next"],
        "module @a {\n}\n// ====\nmodule @b {\n}\n",
    );
    assert_eq!(run.output, "module @a {\n}\n\n// next\nmodule @b {\n}\n\n");
    assert_eq!(run.code, 0);
}

#[test]
fn parts_do_not_share_names() {
    let text = "#a = 1 : i8\n\"app.op\"() {x = #a} : () -> ()\n// -----\n\"app.op\"() {x = #a} : () -> ()\n";
    let run = opt(&[ALLOW, "--split-input-file"], text);
    assert_eq!(run.code, 1);
    assert!(
        run.errors
            .starts_with("<stdin>:4:19: error: undefined symbol alias id 'a'"),
        "{}",
        run.errors
    );
}

#[test]
fn an_empty_input_is_an_empty_module() {
    // NUL is white space, as in MLIR.
    for text in ["", "\n", "// A comment.", " \t\r\n", "\0", "module\0{\0}"] {
        assert_eq!(opt(&[], text).output, "module {\n}\n\n", "{text:?}");
    }
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    for (input, place) in [
        (&b"\xFF"[..], "1:1"),
        (b"\"app.op\"() {\xC3\x28} : () -> ()", "1:13"),
        (b"module @\xFF {}", "1:9"),
    ] {
        let run = opt(&[ALLOW], input);
        assert_eq!((run.code, run.output.as_str()), (1, ""), "{input:?}");
        assert!(
            run.errors.starts_with(&format!("<stdin>:{place}: error: ")),
            "{input:?}: {}",
            run.errors
        );
    }
}

#[test]
fn strings_contain_any_bytes() {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let code = tvmlike_tools::opt::run(
        &tvmlike_tools::Alone,
        [ALLOW.to_owned()],
        &mut &b"\"app.op\"() {a = \"\xFF\\00\"} : () -> ()"[..],
        &mut output,
        &mut errors,
    );
    assert_eq!(code, 0);
    assert!(String::from_utf8(output).unwrap().contains("a = \"\\FF\\00\""));
}

#[test]
fn every_truncation_is_handled() {
    let text = "#loc = loc(\"a\")\nmodule @m attributes {app.x = [1, 2.0, \"s\"]} {\n  %0:2 = \"app.op\"() <{p = dense<1> : tensor<2xi8>}> ({\n  ^bb0(%a: i32):\n    \"app.br\"(%a)[^bb0] {b = affine_map<(d0) -> (d0)>} : (i32) -> ()\n  }) : () -> (i32, !app.t<4>) loc(#loc)\n}\n{-# external_resources: { tool: { k: \"0x0400000001\" } } #-}\n";
    for end in 0..=text.len() {
        let run = opt(&[ALLOW], &text[..end]);
        assert!(
            run.code == 0 || run.errors.contains(": error: "),
            "{end}: {run:?}"
        );
    }
}

#[test]
fn deep_and_long_inputs_are_handled() {
    let depth = 5_000;
    let nested = "\"app.op\"() ({\n".repeat(depth) + &"}) : () -> ()\n".repeat(depth);
    assert_eq!(opt(&[ALLOW, "--emit=stats"], nested).code, 0);
    let long = "\"app.op\"() : () -> ()\n".repeat(20_000);
    let run = opt(&[ALLOW, "--emit=stats"], long);
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    assert!(run.output.starts_with("20001 operations, "), "{}", run.output);
    let digits = format!("\"app.op\"() {{a = {} : i8}} : () -> ()", "9".repeat(1_000_000));
    assert_eq!(opt(&[ALLOW], digits).code, 1);
}
