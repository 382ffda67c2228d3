//! `cargo xtask test`: every test of every language, one after the other.
//!
//! The run is a list of steps, planned before the first one starts. A step that fails hides no other, but for
//! those that need what it makes; those, and what the machine lacks the tools for, are listed as skipped.

mod c;
mod examples;
mod host;
mod loom;
mod older;
mod peers;
mod python;
mod rust;
mod sanitizer;
mod stress;
mod symbols;
mod template;
mod wheel;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

use crate::install::LOCAL_PREFIX;
use crate::process::{Error, Result};
use crate::{Invocation, build, header, install, package, venv};

pub(crate) const ABOUT: &str = "Run every test: Rust, C, C++, Python, wheel, header, layout, leaks";
pub(crate) const HELP: &str = "\
usage: cargo xtask test [--long] [--list] [FILTER…]

  --long    also every pair of compiler and standard, C and C++ under sanitizers, the Python tests under
            every Python of the machine, and with PyTorch and JAX, which are gigabytes to fetch
  --list    name the steps and stop
  FILTER    run the steps whose names contain one of these, and what they need

The last line is `N passed, N failed, N skipped`, counted in steps. Above it stand the skipped ones with the
reason, and the failed ones with the command.";

/// What came of a step that did not fail.
enum Outcome {
    Passed,
    /// It passed, but left these parts out.
    PassedWithout(Vec<String>),
    /// It could not run here, for this reason.
    Skipped(String),
}

/// One line of the summary.
struct Step {
    name: String,
    /// Names of the steps that make what this one uses.
    needs: Vec<&'static str>,
    run: Box<dyn Fn() -> Result<Outcome>>,
}

impl Step {
    /// A step that passes when `run` does.
    fn new(name: impl Into<String>, needs: &[&'static str], run: impl Fn() -> Result + 'static) -> Step {
        Step {
            name: name.into(),
            needs: needs.to_vec(),
            run: Box::new(move || run().map(|()| Outcome::Passed)),
        }
    }

    /// A step that may find out that it cannot run here.
    fn may_skip(
        name: impl Into<String>,
        needs: &[&'static str],
        run: impl Fn() -> Result<Outcome> + 'static,
    ) -> Step {
        Step {
            name: name.into(),
            needs: needs.to_vec(),
            run: Box::new(run),
        }
    }

    /// A step that cannot run here.
    fn skip(name: impl Into<String>, reason: impl Into<String>) -> Step {
        let reason = reason.into();
        Step::may_skip(name, &[], move || Ok(Outcome::Skipped(reason.clone())))
    }
}

/// The step that builds: nothing can be tested without it.
const BUILD: &str = "build: library, accelerator and plugins";
/// The step that installs into target/prefix, which C and C++ are compiled against.
const PREFIX: &str = "build: install into target/prefix";
/// The step that makes .venv/ with the package in it.
const PACKAGE: &str = "python: install the package";

pub(crate) fn run(invocation: &Invocation) -> Result {
    let (mut long, mut list, mut filters) = (false, false, Vec::new());
    for arg in &invocation.args {
        match arg.as_str() {
            "--long" => long = true,
            "--list" => list = true,
            option if option.starts_with('-') => return Err(crate::unknown(option)),
            filter => filters.push(filter.to_owned()),
        }
    }
    let steps = select(plan(long), &filters)?;
    if list {
        steps.iter().for_each(|step| println!("{}", step.name));
        return Ok(());
    }
    execute(&steps)
}

fn plan(long: bool) -> Vec<Step> {
    let mut steps = vec![
        Step::new(BUILD, &[], build::everything),
        Step::new(PREFIX, &[BUILD], || install::into(Path::new(LOCAL_PREFIX))),
    ];
    steps.extend(rust::steps());
    steps.extend(sanitizer::steps());
    steps.extend(loom::steps());
    steps.push(Step::new("header: what the sources give", &[], header::check));
    steps.extend(symbols::steps());
    steps.extend(c::steps(long));
    steps.extend(peers::steps());
    steps.extend(older::steps());
    steps.extend(python::steps(long));
    steps.extend(stress::steps(long));
    steps.extend(wheel::steps());
    steps.extend(template::steps());
    steps.extend(host::steps(long));
    steps.extend(examples::steps());
    steps.push(Step::new(
        "readme: your own function in five minutes",
        &[PACKAGE],
        || {
            let venv = venv::Venv::open(package::VENV, "python3")?;
            venv.python_cmd()
                .args(["xtask/readme.py", "target/test/readme"])
                .limit_seconds(600)
                .run()
        },
    ));
    steps
}

/// The steps whose names contain a filter, and those that they need; all where there is no filter.
fn select(steps: Vec<Step>, filters: &[String]) -> Result<Vec<Step>> {
    if filters.is_empty() {
        return Ok(steps);
    }
    let mut wanted: BTreeSet<String> = BTreeSet::new();
    // Needs point to earlier steps, so one pass from the end finds them all.
    for step in steps.iter().rev() {
        if wanted.contains(&step.name) || filters.iter().any(|filter| step.name.contains(filter)) {
            wanted.insert(step.name.clone());
            wanted.extend(step.needs.iter().map(|need| (*need).to_owned()));
        }
    }
    if wanted.is_empty() {
        return Err(Error::new(format!(
            "no step's name contains {}; see cargo xtask test --list",
            filters.join(" or ")
        )));
    }
    Ok(steps
        .into_iter()
        .filter(|step| wanted.contains(&step.name))
        .collect())
}

fn execute(steps: &[Step]) -> Result {
    let start = Instant::now();
    let mut passed = 0;
    let mut skipped: Vec<(&str, String)> = Vec::new();
    let mut left_out: Vec<(&str, String)> = Vec::new();
    let mut failed: Vec<(&str, String)> = Vec::new();
    // What did not come about, by failure or because something below it did not.
    let mut absent: BTreeSet<&str> = BTreeSet::new();
    for (number, step) in steps.iter().enumerate() {
        println!(
            "[{:>4.0} s] {}/{} {}",
            start.elapsed().as_secs_f64(),
            number + 1,
            steps.len(),
            step.name
        );
        let outcome = match step.needs.iter().find(|need| absent.contains(**need)) {
            Some(need) => Ok(Outcome::Skipped(format!(
                "it needs `{need}`, which did not succeed"
            ))),
            None => (step.run)(),
        };
        match outcome {
            Ok(Outcome::Passed) => passed += 1,
            Ok(Outcome::PassedWithout(parts)) => {
                passed += 1;
                left_out.extend(parts.into_iter().map(|part| (&*step.name, part)));
            }
            Ok(Outcome::Skipped(reason)) => {
                println!("    skipped: {reason}");
                absent.insert(&step.name);
                skipped.push((&step.name, reason));
            }
            Err(error) => {
                println!("    FAILED: {error}");
                absent.insert(&step.name);
                failed.push((&step.name, error.to_string()));
            }
        }
    }
    println!("\ntook {:.0} s", start.elapsed().as_secs_f64());
    for (name, part) in &left_out {
        println!("left out of a step that passed: {name}: {part}");
    }
    for (name, reason) in &skipped {
        println!("skipped: {name}: {reason}");
    }
    for (name, error) in &failed {
        println!("FAILED: {name}: {error}");
    }
    println!(
        "{passed} passed, {} failed, {} skipped",
        failed.len(),
        skipped.len()
    );
    if failed.is_empty() {
        Ok(())
    } else {
        Err(Error::told())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(steps: &[Step]) -> Vec<&str> {
        steps.iter().map(|step| step.name.as_str()).collect()
    }

    fn sample() -> Vec<Step> {
        vec![
            Step::new("a", &[], || Ok(())),
            Step::new("b", &["a"], || Ok(())),
            Step::new("c", &["b"], || Ok(())),
            Step::new("d", &[], || Ok(())),
        ]
    }

    #[test]
    fn a_filter_takes_what_is_needed_along() {
        assert_eq!(
            names(&select(sample(), &["c".to_owned()]).unwrap()),
            ["a", "b", "c"]
        );
        assert_eq!(names(&select(sample(), &["d".to_owned()]).unwrap()), ["d"]);
        assert_eq!(names(&select(sample(), &[]).unwrap()), ["a", "b", "c", "d"]);
        assert!(select(sample(), &["no such".to_owned()]).is_err());
    }

    #[test]
    fn a_failure_fails_the_run_and_skips_what_needs_it() {
        let ran = std::rc::Rc::new(std::cell::Cell::new(0));
        let count = |name: &str, needs: &[&'static str]| {
            let ran = ran.clone();
            Step::new(name, needs, move || {
                ran.set(ran.get() + 1);
                Ok(())
            })
        };
        let mut steps = vec![Step::new("a", &[], || Err(Error::new("broken")))];
        steps.extend([count("b", &["a"]), count("c", &["b"]), count("d", &[])]);
        assert!(execute(&steps).is_err());
        assert_eq!(ran.get(), 1);
        assert!(execute(&steps[3..]).is_ok());
    }

    #[test]
    fn every_need_is_an_earlier_step_and_names_are_unique() {
        let steps = plan(true);
        for (at, step) in steps.iter().enumerate() {
            assert!(
                steps[..at].iter().all(|earlier| earlier.name != step.name),
                "{} is there twice",
                step.name
            );
            for need in &step.needs {
                assert!(
                    steps[..at].iter().any(|earlier| earlier.name == *need),
                    "{}: {need}",
                    step.name
                );
            }
        }
    }
}
