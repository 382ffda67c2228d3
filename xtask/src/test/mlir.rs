//! The compiler's IR beside mlir-opt 22: the corpus, random modules, forms and mutated texts, the command line, hostile
//! inputs, and whether the recorded outputs are current.

use super::kernels::{LLVM, suffix};
use super::step::Outcome;
use super::{BUILD, PACKAGE, Step};
use crate::process::{Cmd, Result};
use crate::venv::{MLIR_BINDINGS, VENV, Venv};

/// The program that the steps run.
pub(super) const PROGRAM: &str = "target/release/tvmlike-opt";
/// The environment with MLIR's own bindings.
const BINDINGS: &str = "target/test/mlir-venv";

pub(super) fn steps(long: bool) -> Vec<Step> {
    let mut steps = vec![
        Step::may_skip(
            "mlir: acceptance and output of tvmlike-opt",
            &[BUILD],
            move || compare(long),
        )
        .seconds(if long { 900 } else { 50 }),
        Step::may_skip("mlir: command line of tvmlike-opt", &[BUILD], command_line).seconds(10),
        Step::new("mlir: hostile inputs", &[BUILD], || {
            Cmd::new("python3")
                .args(["compiler/tests/hostile.py", PROGRAM])
                .limit_seconds(900)
                .run()
        })
        .seconds(40),
    ];
    steps.push(
        Step::may_skip(
            "mlir: verification of dialects in generic form",
            &[BUILD],
            move || with_mlir_opt(|| verify_dialects(long)),
        )
        .seconds(if long { 600 } else { 8 }),
    );
    steps.push(
        Step::may_skip("mlir: custom forms of dialects", &[BUILD], move || {
            with_mlir_opt(|| custom_forms(long))
        })
        .seconds(if long { 300 } else { 6 }),
    );
    steps.push(
        Step::may_skip("mlir: passes of tvmlike-opt", &[BUILD], move || passes(long)).seconds(if long {
            300
        } else {
            6
        }),
    );
    steps.push(
        Step::may_skip("mlir: random functions by both engines", &[PACKAGE], move || {
            random_functions(long)
        })
        .seconds(if long { 900 } else { 10 }),
    );
    if long {
        steps.push(Step::may_skip("mlir: reports on passes in a browser", &[BUILD], pages).seconds(60));
        // mlir-opt needs minutes to print each case with each option.
        steps.push(Step::may_skip("mlir: expected/ is what mlir-opt prints", &[], recorded).seconds(300));
        steps.push(
            Step::may_skip(
                "mlir: programs for MLIR's bindings print what is recorded",
                &[],
                programs,
            )
            .seconds(30),
        );
    }
    steps
}

/// Opens reports in Chromium.
fn pages() -> Result<Outcome> {
    if Cmd::new("chromium").arg("--version").output().is_err() {
        return Ok(Outcome::Skipped("chromium is not installed".to_owned()));
    }
    let pages = Cmd::new("python3").args(["compiler/tests/report_page.py", PROGRAM]);
    pages.limit_seconds(300).run().map(|()| Outcome::Passed)
}

/// Compares the program with the recorded outputs, and on random texts with mlir-opt itself.
fn compare(long: bool) -> Result<Outcome> {
    let comparison = Cmd::new("python3")
        .args(["compiler/tests/differential.py", PROGRAM])
        .limit_seconds(3600);
    if suffix(&["mlir-opt"]).is_none() {
        comparison.run()?;
        return Ok(Outcome::PassedWithout(vec![format!(
            "random modules: mlir-opt of LLVM {LLVM} is not installed"
        )]));
    }
    let (modules, forms, mutations) = match long {
        true => ("3000", "10000", "30000"),
        false => ("200", "500", "1000"),
    };
    comparison
        .args(["--random", modules, "--forms", forms, "--mutations", mutations])
        .run()?;
    Ok(Outcome::Passed)
}

/// Compares what passes make of modules with the recorded results, and of random modules with mlir-opt; runs random pipelines.
fn passes(long: bool) -> Result<Outcome> {
    let comparison = Cmd::new("python3")
        .args(["compiler/tests/passes.py", PROGRAM])
        .limit_seconds(1800);
    let pipelines = Cmd::new("python3")
        .args(["compiler/tests/pass_pipelines.py", PROGRAM])
        .args(["--runs", if long { "1000" } else { "20" }])
        .limit_seconds(1800);
    if suffix(&["mlir-opt"]).is_none() {
        comparison.run()?;
        pipelines.run()?;
        return Ok(Outcome::PassedWithout(vec![format!(
            "random modules: mlir-opt of LLVM {LLVM} is not installed"
        )]));
    }
    pipelines.args(long.then_some("--live")).run()?;
    comparison
        .args(["--random", if long { "5000" } else { "30" }])
        .run()?;
    Ok(Outcome::Passed)
}

/// Runs random functions by both engines, and as MLIR lowers them.
fn random_functions(long: bool) -> Result<Outcome> {
    if suffix(&["mlir-opt", "clang"]).is_none() {
        return Ok(Outcome::Skipped(format!("LLVM {LLVM} is not installed")));
    }
    let venv = Venv::open(VENV, "python3")?;
    venv.python_cmd()
        .arg("compiler/tests/engine_fuzz.py")
        .args(["--modules", if long { "200" } else { "2" }, "--functions", "40"])
        .limit_seconds(3600)
        .run()?;
    Ok(Outcome::Passed)
}

/// Options that name dialects: these, with `--long` all that mlir-opt has, which are those without such an option.
fn dialects(long: bool, these: &[&str]) -> Vec<String> {
    let these = if long { &[] } else { these };
    these
        .iter()
        .flat_map(|name| ["--dialect".to_owned(), (*name).to_owned()])
        .collect()
}

/// The dialects of which the tests compare a sample of verified operations.
const DIALECTS: [&str; 24] = [
    "arith",
    "arm_sme",
    "arm_sve",
    "async",
    "builtin",
    "cf",
    "complex",
    "func",
    "index",
    "irdl",
    "linalg",
    "math",
    "memref",
    "ml_program",
    "pdl",
    "pdl_interp",
    "quant",
    "scf",
    "tensor",
    "ub",
    "vector",
    "x86vector",
    "xegpu",
    "xevm",
];

/// Compares the verification of operations with mlir-opt's, on texts made from the records.
fn verify_dialects(long: bool) -> Result {
    Cmd::new("python3")
        .args(["compiler/tests/generic_forms.py", PROGRAM])
        .args(["--every", if long { "1" } else { "37" }])
        .args(dialects(long, &DIALECTS))
        .limit_seconds(7200)
        .run()?;
    control_flow(long)
}

/// Compares nests of loops, branches, functions and calls in custom form with mlir-opt's.
fn control_flow(long: bool) -> Result {
    let compare = |arguments: &[&str]| {
        Cmd::new("python3")
            .args(["compiler/tests/control_flow.py", PROGRAM])
            .args(arguments)
            .limit_seconds(1800)
            .run()
    };
    if long {
        for option in ["generic", "debuginfo", "pretty", "users", "unique-ids"] {
            compare(&["--random", "1000", "--seed", "100000", "--option", option])?;
        }
    }
    compare(&["--random", if long { "5000" } else { "60" }])
}

/// The dialects of which the tests compare a sample of custom forms.
const FORMS: [&str; 16] = [
    "affine",
    "arith",
    "arm_sme",
    "async",
    "bufferization",
    "complex",
    "index",
    "irdl",
    "math",
    "memref",
    "ml_program",
    "quant",
    "tensor",
    "tosa",
    "vector",
    "x86vector",
];

/// Compares custom forms of operations with mlir-opt's, on texts made from the records.
fn custom_forms(long: bool) -> Result {
    Cmd::new("python3")
        .args(["compiler/tests/custom_forms.py", PROGRAM])
        .args(["--every", if long { "1" } else { "11" }])
        .args(dialects(long, &FORMS))
        .limit_seconds(7200)
        .run()?;
    // The same with a mistake each.
    Cmd::new("python3")
        .args(["compiler/tests/custom_forms.py", PROGRAM])
        .args(if long {
            ["--every", "1", "--mutations", "8"]
        } else {
            ["--every", "43", "--mutations", "1"]
        })
        .args(dialects(false, &FORMS))
        .limit_seconds(1800)
        .run()?;
    // Random modules of operations of all dialects.
    Cmd::new("python3")
        .args(["compiler/tests/mixed_modules.py", PROGRAM])
        .args(if long {
            ["--count", "3000", "--operations", "0"]
        } else {
            ["--count", "60", "--operations", "30"]
        })
        .limit_seconds(1800)
        .run()?;
    // Types and attributes of all dialects.
    Cmd::new("python3")
        .args(["compiler/tests/symbol_forms.py", PROGRAM])
        .args(["--count", if long { "20" } else { "1" }])
        .limit_seconds(900)
        .run()?;
    // Dialects that IRDL defines.
    Cmd::new("python3")
        .args(["compiler/tests/irdl_forms.py", PROGRAM])
        .args(["--count", if long { "1000" } else { "12" }])
        .limit_seconds(900)
        .run()
}

fn command_line() -> Result<Outcome> {
    with_mlir_opt(|| {
        Cmd::new("python3")
            .args(["compiler/tests/command_line.py", PROGRAM])
            .limit_seconds(300)
            .run()
    })
}

fn recorded() -> Result<Outcome> {
    with_mlir_opt(|| {
        Cmd::new("python3")
            .arg("compiler/tests/expected.py")
            .limit_seconds(1800)
            .run()
    })
}

/// Runs the programs of python/tests/ir/programs with MLIR's own bindings.
fn programs() -> Result<Outcome> {
    let venv = Venv::open(BINDINGS, "python3")?;
    if let Err(error) = venv.need(&["numpy", MLIR_BINDINGS]) {
        return Ok(Outcome::Skipped(format!("MLIR's bindings: {error}")));
    }
    venv.python_cmd()
        .args(["python/tests/ir/record_programs.py", "iree.compiler"])
        .run()
        .map(|()| Outcome::Passed)
}

/// Runs a check that needs mlir-opt, if it is installed.
fn with_mlir_opt(check: impl Fn() -> Result) -> Result<Outcome> {
    if suffix(&["mlir-opt"]).is_none() {
        return Ok(Outcome::Skipped(format!(
            "mlir-opt of LLVM {LLVM} is not installed"
        )));
    }
    check().map(|()| Outcome::Passed)
}
