//! `cargo xtask test`: runs the tests of all languages in parallel.
//!
//! A run is a list of steps, planned before the first one starts. If a step fails, the run continues without the steps
//! that need it. Those, and the steps whose tools the machine lacks, are reported as skipped. `step` defines a step,
//! `schedule` chooses the next one, `execute` runs them; the other modules define the steps, by language.

mod book;
mod c;
mod causes;
mod compat;
mod examples;
mod execute;
mod folders;
mod fuzz;
mod host;
mod kernels;
mod layers;
mod lifecycle;
mod loom;
mod mlir;
mod older;
mod platforms;
mod promises;
mod publish;
mod python;
mod rust;
mod safety;
mod sanitizer;
mod schedule;
mod size;
mod step;
mod stress;
mod summary;
mod symbols;
mod template;
mod tvm_ffi;
mod wheel;
mod words;

use std::collections::BTreeSet;
use std::num::NonZero;
use std::path::Path;

use crate::install::LOCAL_PREFIX;
use crate::invocation::Invocation;
use crate::process::{Error, Result};
use crate::{build, header, install, venv};
use folders::Folders;
use step::{Outcome, Step};

pub(crate) const ABOUT: &str = "Run the tests: Rust, C, C++, Python, wheel, headers, layout, leaks";
pub(crate) const HELP: &str = "\
usage: cargo xtask test [--long] [--list] [--jobs N] [FILTER…]

  --long    build with optimization, as for a release, test the sizes of what is shipped, build the libraries from
            the source distribution and for an older glibc, check the workspace with the oldest Rust, and also run every
            pair of compiler and standard with optimization, C and C++ under sanitizers, the wheel and the Python
            tests under every installed Python, with PyTorch and JAX (a download of gigabytes), a newer front end
            of TVM, the fuzz targets of the IR for ten minutes each, and the models of lock-free code
  --list    print the names of the steps and exit
  --jobs N  run up to N steps in parallel and print each one's output when it ends; default: one more than
            there are processors, at most 4. With 1, steps run in the order of the list and print immediately
  FILTER    run the steps whose names contain FILTER, and the steps that they need

The last line is `N passed, N failed, N skipped`, counted in steps. The lines above it name the ten slowest steps,
the skipped ones with the reason, and the failed ones with the command. target/test/output/ contains the output of
running steps.";

/// More parallel steps are not worth their memory: the long steps use several processors themselves.
const MOST_JOBS: usize = 4;

/// Builds the libraries that most steps need.
const BUILD: &str = "build: library, accelerator and plugins";
/// Installs into target/prefix, which C and C++ programs are compiled against.
const PREFIX: &str = "build: install into target/prefix";
/// Creates .venv/ and installs the package into it.
const PACKAGE: &str = "python: install the package";

pub(crate) fn run(invocation: &Invocation) -> Result {
    let (mut long, mut list, mut filters) = (false, false, Vec::new());
    // One more than there are processors: some steps wait for the network, a timer or a single thread.
    let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
    let mut jobs = (processors + 1).min(MOST_JOBS);
    let mut args = invocation.args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--jobs" => {
                let number = args.next().and_then(|number| number.parse().ok());
                jobs = number
                    .filter(|number| *number > 0)
                    .ok_or_else(|| Error::new("--jobs: expected a number of at least 1"))?;
            }
            "--long" => long = true,
            "--list" => list = true,
            option if option.starts_with('-') => return Err(crate::invocation::unknown(option)),
            filter => filters.push(filter.to_owned()),
        }
    }
    if !long {
        build::optimize_little();
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
            .locks(&[step::RELEASE])
            .seconds(110),
        Step::new(PREFIX, &[BUILD], || install::into(Path::new(LOCAL_PREFIX))),
    ];
    steps.extend(lifecycle::steps());
    steps.extend(rust::steps(long));
    steps.extend(sanitizer::steps(long));
    steps.push(
        Step::new("header: the generated headers are current", &[], header::check)
            .locks(&[step::DEBUG])
            .seconds(10),
    );
    steps.extend(layers::steps());
    steps.extend(safety::steps());
    steps.extend(promises::steps());
    steps.extend(words::steps());
    steps.extend(book::steps(long));
    steps.extend(platforms::steps(long));
    steps.extend(publish::steps(long));
    steps.extend(symbols::steps());
    steps.extend(size::steps(long));
    steps.extend(c::steps(long));
    steps.extend(tvm_ffi::steps(long));
    steps.extend(older::steps());
    steps.extend(python::steps(long));
    steps.extend(compat::steps(long));
    steps.extend(stress::steps(long));
    steps.extend(wheel::steps(long));
    steps.extend(template::steps(long));
    steps.extend(host::steps(long));
    steps.extend(kernels::steps());
    steps.extend(mlir::steps(long));
    if long {
        steps.extend(loom::steps());
        steps.extend(fuzz::steps());
    }
    steps.extend(examples::steps());
    let readme = || {
        let venv = venv::Venv::open(venv::VENV, "python3")?;
        let program = venv.python_cmd().args(["xtask/readme.py", "target/test/readme"]);
        build::separate(program).limit_seconds(600).run()
    };
    steps.push(
        Step::new("readme: your own function in five minutes", &[PACKAGE], readme)
            .locks(&[step::PLUGINS])
            .seconds(10),
    );
    steps
}

/// Returns the steps whose names contain a filter, and those that they need; all steps if there is no filter.
fn select(steps: Vec<Step>, filters: &[String]) -> Result<Vec<Step>> {
    if filters.is_empty() {
        return Ok(steps);
    }
    let mut wanted: BTreeSet<String> = BTreeSet::new();
    // Steps need earlier ones, so one pass from the end finds them all.
    for step in steps.iter().rev() {
        if wanted.contains(&step.name) || filters.iter().any(|filter| step.name.contains(filter)) {
            wanted.insert(step.name.clone());
            wanted.extend(step.needs.iter().map(|need| (*need).to_owned()));
        }
    }
    if wanted.is_empty() {
        return Err(Error::new(format!(
            "no step matches {}; see cargo xtask test --list",
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
    fn a_filter_includes_the_steps_that_are_needed() {
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
                "duplicate step {}",
                step.name
            );
            for predecessor in step.predecessors() {
                assert!(
                    steps[..at].iter().any(|earlier| earlier.name == *predecessor),
                    "{}: {predecessor} is not an earlier step",
                    step.name
                );
            }
        }
    }
}
