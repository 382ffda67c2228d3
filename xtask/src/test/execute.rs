//! Runs the steps: each on its own thread, started and reported by the calling thread.
//!
//! Invariant: the output of parallel steps is not mixed. A step's output is collected in a file and printed below the
//! step's name when it has ended; with one job it is printed immediately.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::folders::Folders;
use super::schedule::Schedule;
use super::step::{Outcome, Step};
use super::summary::Summary;
use crate::process::{Error, Result};
use crate::step_env::{StepEnv, enter};

/// After this time without output, the running steps are printed.
const SILENCE: Duration = Duration::from_secs(20);

/// Runs the steps with up to `jobs` in parallel. Fails if one of them fails.
pub(super) fn execute(steps: &[Step], jobs: usize, folders: Folders) -> Result {
    let mut run = Run {
        steps,
        folders,
        start: Instant::now(),
        printed: 0,
        running: BTreeMap::new(),
        unavailable: BTreeSet::new(),
        summary: Summary::default(),
    };
    let mut schedule = if jobs > 1 {
        Schedule::parallel(steps)
    } else {
        Schedule::sequential(steps)
    };
    let (send, receive) = channel();
    std::thread::scope(|scope| {
        loop {
            while run.running.len() < jobs
                && let Some(index) = schedule.start()
            {
                if let Some(reason) = run.blocked_by(index) {
                    run.print_name(index);
                    run.end(index, Ok(Outcome::Skipped(reason)));
                    schedule.end(index);
                    continue;
                }
                match run.start(index) {
                    Ok(step_env) => {
                        let (step, send) = (&steps[index], send.clone());
                        scope.spawn(move || run_step(index, step, step_env, &send));
                    }
                    // Reported as any other failure.
                    Err(error) => drop(send.send((index, Err(error)))),
                }
            }
            if run.running.is_empty() {
                break;
            }
            match receive.recv_timeout(SILENCE) {
                Ok((index, outcome)) => {
                    run.print_output(index);
                    run.end(index, outcome);
                    schedule.end(index);
                }
                Err(RecvTimeoutError::Timeout) => run.print_running(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    println!("\ntook {:.0} s", run.start.elapsed().as_secs_f64());
    run.summary.print();
    if run.summary.has_failed() {
        Err(Error::reported())
    } else {
        Ok(())
    }
}

type Ended = (usize, Result<Outcome>);

/// Runs a step on its thread and sends the outcome.
fn run_step(index: usize, step: &Step, step_env: StepEnv, send: &Sender<Ended>) {
    enter(step_env);
    // The step's data is not used again after a panic.
    let outcome = catch_unwind(AssertUnwindSafe(|| (step.run)()))
        .unwrap_or_else(|_| Err(Error::new("the step panicked; see the message above")));
    // The receiver lives until all threads have ended.
    let _ = send.send((index, outcome));
}

struct Run<'a> {
    steps: &'a [Step],
    folders: Folders,
    start: Instant,
    /// The number of steps whose names were printed.
    printed: usize,
    /// The running steps and when they started.
    running: BTreeMap<usize, Instant>,
    /// The steps that failed or were skipped.
    unavailable: BTreeSet<&'a str>,
    summary: Summary<'a>,
}

impl<'a> Run<'a> {
    /// Returns why a step cannot start, if a step that it needs did not succeed.
    fn blocked_by(&self, index: usize) -> Option<String> {
        let need = self.steps[index]
            .needs
            .iter()
            .find(|need| self.unavailable.contains(**need))?;
        Some(format!("it needs `{need}`, which did not succeed"))
    }

    fn start(&mut self, index: usize) -> Result<StepEnv> {
        if !self.folders.collects() {
            self.print_name(index);
        }
        self.running.insert(index, Instant::now());
        self.folders.step_env(index)
    }

    fn print_name(&mut self, index: usize) {
        self.printed += 1;
        println!(
            "[{:>4.0} s] {}/{} {}",
            self.start.elapsed().as_secs_f64(),
            self.printed,
            self.steps.len(),
            self.steps[index].name
        );
    }

    /// Prints the collected output of a step below the step's name.
    fn print_output(&mut self, index: usize) {
        if !self.folders.collects() {
            return;
        }
        self.print_name(index);
        let mut output = self.folders.output_of(index);
        if output.last().is_some_and(|last| *last != b'\n') {
            output.push(b'\n');
        }
        // Bytes: the output of a program under test need not be UTF-8.
        let _ = std::io::stdout().write_all(&output);
    }

    /// Records the outcome of a step.
    fn end(&mut self, index: usize, outcome: Result<Outcome>) {
        let steps = self.steps;
        let name = &*steps[index].name;
        if let Some(start) = self.running.remove(&index) {
            self.summary.took(name, start.elapsed());
        }
        match outcome {
            Ok(outcome) => {
                self.folders.remove_temp(index);
                if let Outcome::Skipped(reason) = &outcome {
                    println!("    skipped: {reason}");
                    self.unavailable.insert(name);
                }
                self.summary.ended(name, outcome);
            }
            Err(error) => {
                println!("    FAILED: {error}");
                self.unavailable.insert(name);
                self.summary.failed(name, &error, &self.folders.output_of(index));
            }
        }
    }

    fn print_running(&self) {
        if !self.folders.collects() {
            return;
        }
        let running = self.running.iter().map(|(&index, start)| {
            format!(
                "{} ({:.0} s)",
                self.steps[index].name,
                start.elapsed().as_secs_f64()
            )
        });
        println!(
            "[{:>4.0} s] running: {}",
            self.start.elapsed().as_secs_f64(),
            running.collect::<Vec<_>>().join(", ")
        );
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;
    use crate::process::Cmd;
    use crate::step_env::log;

    /// Runs steps with their folders below `temp`.
    fn run(steps: &[Step], jobs: usize, temp: &Path) -> Result {
        let output = (jobs > 1).then(|| temp.join("output"));
        execute(steps, jobs, Folders::create(temp.join("temp"), output)?)
    }

    #[test]
    fn parallel_steps_have_separate_temporary_directories() {
        let meeting = Arc::new(std::sync::Barrier::new(2));
        let meets = |name: &str| {
            let meeting = Arc::clone(&meeting);
            Step::new(name, &[], move || {
                meeting.wait();
                let list = Cmd::new("sh").args(["-c", "ls -A $TMPDIR; touch $TMPDIR/file"]);
                assert_eq!(list.output()?, "");
                Ok(())
            })
        };
        let steps = [meets("a"), meets("b"), meets("c"), meets("d")];
        assert!(run(&steps, 2, tempfile::tempdir().unwrap().path()).is_ok());
    }

    #[test]
    fn output_of_a_step_and_its_programs_is_in_one_file_in_order() {
        let steps = [Step::new("a", &[], || {
            log!("first");
            Cmd::new("sh").args(["-c", "echo out; echo err >&2"]).run()?;
            log!("last");
            Ok(())
        })];
        let temp = tempfile::tempdir().unwrap();
        assert!(run(&steps, 2, temp.path()).is_ok());
        let output = std::fs::read_to_string(temp.path().join("output/0.txt")).unwrap();
        let lines: Vec<&str> = output
            .lines()
            .filter(|line| !line.starts_with("    $ "))
            .collect();
        assert_eq!(lines, ["first", "out", "err", "last"]);
    }

    #[test]
    fn a_failure_fails_the_run_and_skips_what_needs_it() {
        let ran = Arc::new(AtomicUsize::new(0));
        let count = |name: &str, needs: &[&'static str]| {
            let ran = Arc::clone(&ran);
            Step::new(name, needs, move || {
                ran.fetch_add(1, Relaxed);
                Ok(())
            })
        };
        let mut steps = vec![
            Step::new("a", &[], || Err(Error::new("broken"))),
            Step::new("p", &[], || panic!("on purpose")),
        ];
        steps.extend([
            count("b", &["a"]),
            count("c", &["b"]),
            count("q", &["p"]),
            count("d", &[]),
        ]);
        let temp = tempfile::tempdir().unwrap();
        assert!(run(&steps, 1, temp.path()).is_err());
        assert_eq!(ran.load(Relaxed), 1);
        assert!(run(&steps[5..], 1, temp.path()).is_ok());
    }
}
