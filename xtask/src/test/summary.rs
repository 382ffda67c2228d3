//! What stands at the end of a run.

use std::time::Duration;

use super::step::Outcome;
use crate::process::Error;

/// So many of the steps that took longest are named.
const SLOWEST: usize = 10;

/// What became of the steps, by name.
#[derive(Default)]
pub(super) struct Summary<'a> {
    passed: usize,
    skipped: Vec<(&'a str, String)>,
    left_out: Vec<(&'a str, String)>,
    failed: Vec<(&'a str, String)>,
    lasted: Vec<(Duration, &'a str)>,
}

impl<'a> Summary<'a> {
    pub(super) fn came_about(&mut self, name: &'a str, outcome: Outcome) {
        match outcome {
            Outcome::Passed => self.passed += 1,
            Outcome::PassedWithout(parts) => {
                self.passed += 1;
                self.left_out.extend(parts.into_iter().map(|part| (name, part)));
            }
            Outcome::Skipped(reason) => self.skipped.push((name, reason)),
        }
    }

    pub(super) fn failed(&mut self, name: &'a str, error: &Error) {
        self.failed.push((name, error.to_string()));
    }

    pub(super) fn lasted(&mut self, name: &'a str, time: Duration) {
        self.lasted.push((time, name));
    }

    pub(super) fn has_failed(&self) -> bool {
        !self.failed.is_empty()
    }

    /// The slowest first; the last line is the count.
    pub(super) fn print(&mut self) {
        self.lasted.sort_by(|one, other| other.cmp(one));
        for (time, name) in self.lasted.iter().take(SLOWEST) {
            println!("{:>6.0} s  {name}", time.as_secs_f64());
        }
        for (name, part) in &self.left_out {
            println!("left out of a step that passed: {name}: {part}");
        }
        for (name, reason) in &self.skipped {
            println!("skipped: {name}: {reason}");
        }
        for (name, error) in &self.failed {
            println!("FAILED: {name}: {error}");
        }
        println!(
            "{} passed, {} failed, {} skipped",
            self.passed,
            self.failed.len(),
            self.skipped.len()
        );
    }
}
