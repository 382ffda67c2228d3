//! `cargo xtask test`: every test of every language, as many at a time as there are processors.
//!
//! The run is a list of steps, planned before the first one starts. A step that fails hides no other, but for
//! those that need what it makes; those, and what the machine lacks the tools for, are listed as skipped.
//! `step` is what a step declares, `schedule` decides which one begins next, `execute` runs them; the other modules are
//! the steps, by language.

mod c;
mod compat;
mod examples;
mod execute;
mod folders;
mod host;
mod kernels;
mod layers;
mod loom;
mod older;
mod peers;
mod python;
mod rust;
mod sanitizer;
mod schedule;
mod size;
mod step;
mod stress;
mod summary;
mod symbols;
mod template;
mod wheel;

use std::collections::BTreeSet;
use std::num::NonZero;
use std::path::Path;

use crate::install::LOCAL_PREFIX;
use crate::process::{Error, Result};
use crate::{Invocation, build, header, install, package, venv};
use folders::Folders;
use step::{Outcome, Step};

pub(crate) const ABOUT: &str = "Run every test: Rust, C, C++, Python, wheel, header, layout, leaks";
pub(crate) const HELP: &str = "\
usage: cargo xtask test [--long] [--list] [--jobs N] [FILTER…]

  --long    also every pair of compiler and standard, C and C++ under sanitizers, the Python tests under
            every Python of the machine, with PyTorch and JAX, which are gigabytes to fetch, and a newer front end of TVM
  --list    name the steps and stop
  --jobs N  run N steps at a time, each shown when it ends; as many as there are processors without it, at most 4.
            With 1 they run in the order of the list, and what they print is shown as it comes
  FILTER    run the steps whose names contain one of these, and what they need

The last line is `N passed, N failed, N skipped`, counted in steps. Above it stand the ten that took longest, the
skipped ones with the reason, and the failed ones with the command. What a step has said so far is in
target/test/output/.";

/// More at a time are not worth their memory: the long steps use several processors by themselves.
const MOST_JOBS: usize = 4;

/// The step that builds: nothing can be tested without it.
const BUILD: &str = "build: library, accelerator and plugins";
/// The step that installs into target/prefix, which C and C++ are compiled against.
const PREFIX: &str = "build: install into target/prefix";
/// The step that makes .venv/ with the package in it.
const PACKAGE: &str = "python: install the package";

pub(crate) fn run(invocation: &Invocation) -> Result {
    let (mut long, mut list, mut filters) = (false, false, Vec::new());
    let mut jobs = std::thread::available_parallelism()
        .map_or(1, NonZero::get)
        .min(MOST_JOBS);
    let mut args = invocation.args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--jobs" => {
                let number = args.next().and_then(|number| number.parse().ok());
                jobs = number
                    .filter(|number| *number > 0)
                    .ok_or_else(|| Error::new("--jobs needs a number, 1 or more"))?;
            }
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
    execute::execute(&steps, jobs, Folders::of_checkout(jobs > 1)?)
}

fn plan(long: bool) -> Vec<Step> {
    let mut steps = vec![
        Step::new(BUILD, &[], build::everything)
            .holds(&[step::RELEASE])
            .takes(50),
        Step::new(PREFIX, &[BUILD], || install::into(Path::new(LOCAL_PREFIX))),
    ];
    steps.extend(rust::steps());
    steps.extend(sanitizer::steps());
    steps.extend(loom::steps());
    steps.push(
        Step::new("header: what the sources give", &[], header::check)
            .holds(&[step::DEBUG])
            .takes(10),
    );
    steps.extend(layers::steps());
    steps.extend(symbols::steps());
    steps.extend(size::steps());
    steps.extend(c::steps(long));
    steps.extend(peers::steps());
    steps.extend(older::steps());
    steps.extend(python::steps(long));
    steps.extend(compat::steps(long));
    steps.extend(stress::steps(long));
    steps.extend(wheel::steps());
    steps.extend(template::steps());
    steps.extend(host::steps(long));
    steps.extend(kernels::steps());
    steps.extend(examples::steps());
    let readme = || {
        let venv = venv::Venv::open(package::VENV, "python3")?;
        venv.python_cmd()
            .args(["xtask/readme.py", "target/test/readme"])
            .limit_seconds(600)
            .run()
    };
    steps.push(Step::new("readme: your own function in five minutes", &[PACKAGE], readme).takes(20));
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
    fn every_need_is_an_earlier_step_and_names_are_unique() {
        let steps = plan(true);
        for (at, step) in steps.iter().enumerate() {
            assert!(
                steps[..at].iter().all(|earlier| earlier.name != step.name),
                "{} is there twice",
                step.name
            );
            for before in step.follows() {
                assert!(
                    steps[..at].iter().any(|earlier| earlier.name == *before),
                    "{}: {before}",
                    step.name
                );
            }
        }
    }
}
