//! Runs the steps: a thread for each that has begun, and one, this one, that begins them and tells of them.
//!
//! Invariant: what the run shows is in blocks. A step's output is collected in a file and shown, below the line with
//! its name, when it has ended; where one step runs at a time it is shown as it comes.

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
use crate::surroundings::{Surroundings, enter};

/// After so long without a word, what is running is named.
const SILENCE: Duration = Duration::from_secs(20);

/// Runs them, so many at a time; fails when one of them does.
pub(super) fn execute(steps: &[Step], jobs: usize, folders: Folders) -> Result {
    let mut run = Run {
        steps,
        folders,
        start: Instant::now(),
        shown: 0,
        began: BTreeMap::new(),
        absent: BTreeSet::new(),
        summary: Summary::default(),
    };
    let mut schedule = if jobs > 1 {
        Schedule::side_by_side(steps)
    } else {
        Schedule::in_turn(steps)
    };
    let (send, receive) = channel();
    std::thread::scope(|scope| {
        loop {
            while run.began.len() < jobs
                && let Some(at) = schedule.begin()
            {
                if let Some(reason) = run.cannot_begin(at) {
                    run.head(at);
                    run.end(at, Ok(Outcome::Skipped(reason)));
                    schedule.end(at);
                    continue;
                }
                match run.begin(at) {
                    Ok(surroundings) => {
                        let (step, send) = (&steps[at], send.clone());
                        scope.spawn(move || work(at, step, surroundings, &send));
                    }
                    // It is told of as any other failure.
                    Err(error) => drop(send.send((at, Err(error)))),
                }
            }
            if run.began.is_empty() {
                break;
            }
            match receive.recv_timeout(SILENCE) {
                Ok((at, outcome)) => {
                    run.show(at);
                    run.end(at, outcome);
                    schedule.end(at);
                }
                Err(RecvTimeoutError::Timeout) => run.tell_what_runs(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    println!("\ntook {:.0} s", run.start.elapsed().as_secs_f64());
    run.summary.print();
    if run.summary.has_failed() {
        Err(Error::told())
    } else {
        Ok(())
    }
}

type Ended = (usize, Result<Outcome>);

/// What the thread of a step does.
fn work(at: usize, step: &Step, surroundings: Surroundings, send: &Sender<Ended>) {
    enter(surroundings);
    // Nothing of a step is used again after it panicked.
    let outcome = catch_unwind(AssertUnwindSafe(|| (step.run)()))
        .unwrap_or_else(|_| Err(Error::new("the step panicked; its message stands above")));
    // Who waits for it is there until all threads have ended.
    let _ = send.send((at, outcome));
}

struct Run<'a> {
    steps: &'a [Step],
    folders: Folders,
    start: Instant,
    /// How many steps have their line.
    shown: usize,
    /// The steps that run, with when they began.
    began: BTreeMap<usize, Instant>,
    /// What did not come about, by failure or because something below it did not.
    absent: BTreeSet<&'a str>,
    summary: Summary<'a>,
}

impl<'a> Run<'a> {
    fn cannot_begin(&self, at: usize) -> Option<String> {
        let need = self.steps[at]
            .needs
            .iter()
            .find(|need| self.absent.contains(**need))?;
        Some(format!("it needs `{need}`, which did not succeed"))
    }

    fn begin(&mut self, at: usize) -> Result<Surroundings> {
        if !self.folders.collects() {
            self.head(at);
        }
        self.began.insert(at, Instant::now());
        self.folders.surroundings(at)
    }

    /// The line that a step's output stands below.
    fn head(&mut self, at: usize) {
        self.shown += 1;
        println!(
            "[{:>4.0} s] {}/{} {}",
            self.start.elapsed().as_secs_f64(),
            self.shown,
            self.steps.len(),
            self.steps[at].name
        );
    }

    /// The block of a step whose output was collected.
    fn show(&mut self, at: usize) {
        if !self.folders.collects() {
            return;
        }
        self.head(at);
        let mut said = self.folders.said(at);
        if said.last().is_some_and(|last| *last != b'\n') {
            said.push(b'\n');
        }
        // Bytes: what a program under test prints need not be text.
        let _ = std::io::stdout().write_all(&said);
    }

    fn end(&mut self, at: usize, outcome: Result<Outcome>) {
        let steps = self.steps;
        let name = &*steps[at].name;
        if let Some(began) = self.began.remove(&at) {
            self.summary.lasted(name, began.elapsed());
        }
        match outcome {
            Ok(outcome) => {
                self.folders.done_with(at);
                if let Outcome::Skipped(reason) = &outcome {
                    println!("    skipped: {reason}");
                    self.absent.insert(name);
                }
                self.summary.came_about(name, outcome);
            }
            Err(error) => {
                println!("    FAILED: {error}");
                self.absent.insert(name);
                self.summary.failed(name, &error);
            }
        }
    }

    fn tell_what_runs(&self) {
        if !self.folders.collects() {
            return;
        }
        let running = self
            .began
            .iter()
            .map(|(&at, began)| format!("{} ({:.0} s)", self.steps[at].name, began.elapsed().as_secs_f64()));
        println!(
            "[{:>4.0} s] running: {}",
            self.start.elapsed().as_secs_f64(),
            running.collect::<Vec<_>>().join(", ")
        );
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;
    use crate::process::Cmd;
    use crate::surroundings::say;

    /// A folder for runs, where no other looks; it goes with the test.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Place {
            Place(std::env::temp_dir().join(format!("tvmlike-xtask-{name}-{}", std::process::id())))
        }

        fn run(&self, steps: &[Step], jobs: usize) -> Result {
            let output = (jobs > 1).then(|| self.0.join("output"));
            execute(steps, jobs, Folders::make(self.0.clone(), output)?)
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn steps_run_side_by_side_and_each_has_a_folder_for_itself() {
        let meeting = Arc::new(std::sync::Barrier::new(2));
        let meets = |name: &str| {
            let meeting = Arc::clone(&meeting);
            Step::new(name, &[], move || {
                meeting.wait();
                let said = Cmd::new("sh").args(["-c", "ls -A $TMPDIR; touch $TMPDIR/file"]);
                assert_eq!(said.output()?, "");
                Ok(())
            })
        };
        let steps = [meets("a"), meets("b"), meets("c"), meets("d")];
        assert!(Place::new("meet").run(&steps, 2).is_ok());
    }

    #[test]
    fn what_a_step_says_and_what_its_programs_print_is_in_one_file_in_order() {
        let steps = [Step::new("a", &[], || {
            say!("first");
            Cmd::new("sh").args(["-c", "echo out; echo err >&2"]).run()?;
            say!("last");
            Ok(())
        })];
        let place = Place::new("say");
        assert!(place.run(&steps, 2).is_ok());
        let said = std::fs::read_to_string(place.0.join("output/0.txt")).unwrap();
        let lines: Vec<&str> = said.lines().filter(|line| !line.starts_with("    $ ")).collect();
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
        let place = Place::new("fail");
        assert!(place.run(&steps, 1).is_err());
        assert_eq!(ran.load(Relaxed), 1);
        assert!(place.run(&steps[5..], 1).is_ok());
    }
}
