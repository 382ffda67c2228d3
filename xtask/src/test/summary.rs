//! The summary at the end of a run.

use std::time::Duration;

use super::causes::causes;
use super::step::Outcome;
use crate::process::Error;

/// The number of slowest steps that are printed.
const SLOWEST: usize = 10;

/// A failed step.
struct Failure<'a> {
    name: &'a str,
    error: String,
    /// The lines of its output that say what failed.
    causes: Vec<String>,
}

/// The outcomes of the steps by name.
#[derive(Default)]
pub(super) struct Summary<'a> {
    passed: usize,
    skipped: Vec<(&'a str, String)>,
    omitted: Vec<(&'a str, String)>,
    failed: Vec<Failure<'a>>,
    durations: Vec<(Duration, &'a str)>,
}

impl<'a> Summary<'a> {
    pub(super) fn ended(&mut self, name: &'a str, outcome: Outcome) {
        match outcome {
            Outcome::Passed => self.passed += 1,
            Outcome::PassedWithout(parts) => {
                self.passed += 1;
                self.omitted.extend(parts.into_iter().map(|part| (name, part)));
            }
            Outcome::Skipped(reason) => self.skipped.push((name, reason)),
        }
    }

    pub(super) fn failed(&mut self, name: &'a str, error: &Error, output: &[u8]) {
        self.failed.push(Failure {
            name,
            error: error.to_string(),
            causes: causes(output),
        });
    }

    pub(super) fn took(&mut self, name: &'a str, time: Duration) {
        self.durations.push((time, name));
    }

    pub(super) fn has_failed(&self) -> bool {
        !self.failed.is_empty()
    }

    /// Prints the slowest steps, what was omitted, skipped or failed, and the counts.
    pub(super) fn print(&mut self) {
        self.durations.sort_by(|one, other| other.cmp(one));
        for (time, name) in self.durations.iter().take(SLOWEST) {
            println!("{:>6.0} s  {name}", time.as_secs_f64());
        }
        for (name, part) in &self.omitted {
            println!("omitted: {name}: {part}");
        }
        for (name, reason) in &self.skipped {
            println!("skipped: {name}: {reason}");
        }
        for failure in &self.failed {
            println!("FAILED: {}: {}", failure.name, failure.error);
            for line in &failure.causes {
                println!("    {line}");
            }
        }
        println!(
            "{} passed, {} failed, {} skipped",
            self.passed,
            self.failed.len(),
            self.skipped.len()
        );
    }
}
