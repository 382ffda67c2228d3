//! `--verify-diagnostics`, and the excerpts of the text in messages.

mod common;

use common::opt;

const REFUSED: &str = "\"app.op\"() : () -> ()";
const MESSAGE: &str = "operation being parsed with an unregistered dialect";

fn verified(text: &str) -> (i32, String) {
    let run = opt(&["--verify-diagnostics", "--split-input-file"], text);
    (run.code, run.errors)
}

#[test]
fn comments_describe_diagnostics_of_their_line_or_others() {
    for text in [
        format!("{REFUSED} // expected-error {{{{{MESSAGE}}}}}\n"),
        format!("// expected-error @+1 {{{{{MESSAGE}}}}}\n{REFUSED}\n"),
        format!("// expected-error@+2 {{{{dialect}}}}\n\n{REFUSED}\n"),
        format!("{REFUSED}\n// expected-error@-1 {{{{{MESSAGE}}}}}\n"),
        format!("{REFUSED}\n// expected-error@above {{{{{MESSAGE}}}}}\n"),
        format!("// expected-error@below {{{{{MESSAGE}}}}}\n// A comment.\n")
            .replace("// A comment.\n", "")
            + REFUSED,
        format!("// expected-error-re@below {{{{being {{{{p[a-z]+d}}}} with an}}}}\n{REFUSED}\n"),
        format!("module {{\n}}\n// -----\n// expected-error@+1 {{{{{MESSAGE}}}}}\n{REFUSED}\n"),
        "// expected-error@+2 {{redefinition of symbol named 'a'}}\nmodule @a {} // expected-note {{see existing symbol definition here}}\nmodule @a {}\n".to_owned(),
        "// expected-error@unknown {{unregistered operation}}\n\"builtin.x\"() : () -> () loc(unknown)\n".to_owned(),
    ] {
        assert_eq!(verified(&text), (0, String::new()), "{text}");
    }
}

#[test]
fn diagnostics_without_a_comment_are_failures() {
    let (code, errors) = verified(&format!("{REFUSED}\n"));
    assert_eq!(code, 1);
    assert!(
        errors.starts_with(&format!("<stdin>:1:9: error: unexpected error: {MESSAGE}")),
        "{errors}"
    );
}

#[test]
fn comments_without_a_diagnostic_are_failures() {
    let (code, errors) = verified("module {\n} // expected-warning {{something}}\n");
    assert_eq!(code, 1);
    assert!(
        errors.starts_with("<stdin>:2:6: error: expected warning \"something\" was not produced\n"),
        "{errors}"
    );
    for comment in [
        "expected-error@+1 {{another message}}",
        "expected-warning@+1 {{dialect}}",
        "expected-error {{dialect}}",
        "expected-error-re@+1 {{^{{x+}}$}}",
    ] {
        let (code, errors) = verified(&format!("// {comment}\n{REFUSED}\n"));
        assert_eq!(code, 1, "{comment}");
        assert_eq!(errors.matches(": error: ").count(), 2, "{comment}: {errors}");
    }
}

#[test]
fn wrong_patterns_are_reported() {
    let (code, errors) = verified("// expected-error-re {{a{{(}}b}}\n");
    assert_eq!(code, 1);
    assert!(errors.contains("<stdin>:1:4: error: invalid regex: "), "{errors}");
}

#[test]
fn excerpts_have_a_caret() {
    let refused = |text: &str| {
        let errors = opt(&[], text).errors;
        errors.split_once('\n').unwrap().1.to_owned()
    };
    assert_eq!(refused("  \"a\n"), "  \"a\n    ^\n");
    assert_eq!(refused("\tx y"), "        x y\n        ^\n");
    // The width of other characters than ASCII is not known.
    assert_eq!(refused("module @\"ä\" x"), "module @\"ä\" x\n");
}

#[test]
fn callers_are_shown() {
    let text = "\"builtin.x\"() : () -> () loc(callsite(\"callee\":1:2 at \"caller\":3:4))";
    let errors = opt(&[], text).errors;
    let lines: Vec<&str> = errors.lines().collect();
    assert!(
        lines[0].starts_with("callee:1:2: error: unregistered operation 'builtin.x'"),
        "{errors}"
    );
    assert_eq!(
        lines[1..],
        [
            "caller:3:4: note: called from",
            "callee:1:2: note: see current operation: \"builtin.x\"() : () -> ()"
        ]
    );
    let text = "\"builtin.x\"() : () -> () loc(\"name\")";
    assert!(
        opt(&[], text)
            .errors
            .starts_with("<unknown>:0: error: loc(\"name\"): unregistered")
    );
}
