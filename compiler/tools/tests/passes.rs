//! `tvmlike-opt`: passes, reports and reproducers.

mod common;

use common::opt;

const TEXT: &str = "func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
";

#[test]
fn passes_are_flags_and_a_pipeline() {
    let run = opt(&["--pass-pipeline=builtin.module(cse)"], TEXT);
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    assert_eq!(run.output.matches("arith.addi").count(), 1);
    assert_eq!(opt(&["--cse"], TEXT), run);
    assert_eq!(opt(&["--canonicalize=max-iterations=1", "-cse"], TEXT), run);
    let run = opt(&["--cse", "--pass-pipeline=any(cse)"], TEXT);
    assert_eq!((run.code, run.output.as_str()), (1, ""));
    assert!(run.errors.contains("cannot be given together"), "{}", run.errors);
    let run = opt(&["--canonicalize=depth=1"], TEXT);
    assert!(run.errors.contains("no such option depth"), "{}", run.errors);
    let run = opt(&["--list-passes"], "");
    assert!(
        run.output.contains("cse - Eliminate common sub-expressions"),
        "{}",
        run.output
    );
    assert!(
        run.output
            .contains("  region-simplify=<disabled|normal|aggressive> - "),
        "{}",
        run.output
    );
}

#[test]
fn reports_go_to_the_error_stream() {
    let flags = [
        "--pass-pipeline=builtin.module(func.func(cse),canonicalize)",
        "--mlir-print-ir-before-all",
        "--mlir-print-ir-after-all",
        "--mlir-print-ir-after-change",
        "--mlir-pass-statistics",
        "--mlir-timing",
        "--dump-pass-pipeline",
    ];
    let run = opt(&flags, TEXT);
    assert_eq!(run.code, 0);
    for part in [
        "Pass Manager with 2 passes:\nbuiltin.module(\n  func.func(\n    cse\n  ),\n  canonicalize{  max-iterations=10 ",
        "// -----// IR Dump Before CSE (cse) //----- //\nfunc.func @f(",
        "// -----// IR Dump After CSE (cse) //----- //\nfunc.func @f(",
        "// -----// IR Dump Before Canonicalizer (canonicalize) //----- //\nmodule {",
        "'func.func' Pipeline\n  CSE\n    (S) 1 num-cse'd - Number of operations CSE'd",
        "... Execution time report ...",
    ] {
        assert!(run.errors.contains(part), "{part}\n{}", run.errors);
    }
    assert!(!run.errors.contains("After Canonicalizer"), "{}", run.errors);
}

#[test]
fn a_reproducer_has_the_module_and_its_passes() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("made.mlir");
    let path = path.to_str().expect("the path is UTF-8");
    let made = opt(
        &[
            "--pass-pipeline=builtin.module(cse)",
            &format!("--mlir-generate-reproducer={path}"),
        ],
        TEXT,
    );
    assert_eq!(made.code, 0);
    let text = std::fs::read_to_string(path).expect("the reproducer was written");
    assert_eq!(text.matches("arith.addi").count(), 2);
    assert!(text.contains("pipeline: \"builtin.module(cse)\""), "{text}");
    assert_eq!(opt(&["--run-reproducer", path], ""), made);
    // Without the flag, its passes do not run.
    assert_eq!(opt(&[path], "").output.matches("arith.addi").count(), 2);
    let failing = folder.path().join("failed.mlir");
    let failing = failing.to_str().expect("the path is UTF-8");
    let flag = format!("--mlir-pass-pipeline-crash-reproducer={failing}");
    assert_eq!(opt(&["--cse", &flag], TEXT).code, 0);
    assert!(!std::path::Path::new(failing).exists());
    let strict = "--pass-pipeline=builtin.module(canonicalize{test-convergence=true max-iterations=1})";
    let foldable =
        "func.func @f() -> i32 { %a = arith.constant 1 : i32 %b = arith.addi %a, %a : i32 return %b : i32 }";
    let run = opt(&[strict, &flag], foldable);
    assert_eq!((run.code, run.output.as_str()), (1, ""));
    assert!(run.errors.contains("did not converge"), "{}", run.errors);
    assert!(run.errors.contains("reproducer generated at"), "{}", run.errors);
    assert_eq!(opt(&["--run-reproducer", failing], "").code, 1);
}
