//! A step of the tests: its name, its function, and the declarations by which the scheduler runs it beside others.
//!
//! Invariant: a step declares the steps whose results it uses in `needs` or `after`, and every resource that it must not
//! use at the same time as another step in `locks`.

use crate::process::Result;

/// Cargo's target directories. Cargo locks a directory while it builds there.
pub(super) const DEBUG: &str = "target/debug";
pub(super) const RELEASE: &str = "target/release";
pub(super) const SANITIZED: &str = "target/asan";
pub(super) const FUZZ: &str = "target/fuzz";
/// The target directory of plugins that are built separately, as their authors would. They share the dependencies.
pub(super) const PLUGINS: &str = crate::build::PLUGINS;

/// The outcome of a step that did not fail.
pub(super) enum Outcome {
    Passed,
    /// The step passed but omitted these parts.
    PassedWithout(Vec<String>),
    /// The step cannot run on this machine, for this reason.
    Skipped(String),
}

pub(super) struct Step {
    pub(super) name: String,
    /// Names of the steps that must have succeeded.
    pub(super) needs: Vec<&'static str>,
    /// Names of the steps that must have ended, with any outcome.
    pub(super) after: Vec<String>,
    /// The resources that this step uses exclusively.
    pub(super) locks: Vec<&'static str>,
    /// A rough estimate of the duration. Steps with the longest remaining chain start first.
    pub(super) seconds: u32,
    pub(super) run: Box<dyn Fn() -> Result<Outcome> + Send + Sync>,
}

impl Step {
    /// Creates a step that passes if `run` returns `Ok`.
    pub(super) fn new(
        name: impl Into<String>,
        needs: &[&'static str],
        run: impl Fn() -> Result + Send + Sync + 'static,
    ) -> Step {
        Step::may_skip(name, needs, move || run().map(|()| Outcome::Passed))
    }

    /// Creates a step that may skip itself.
    pub(super) fn may_skip(
        name: impl Into<String>,
        needs: &[&'static str],
        run: impl Fn() -> Result<Outcome> + Send + Sync + 'static,
    ) -> Step {
        Step {
            name: name.into(),
            needs: needs.to_vec(),
            after: Vec::new(),
            locks: Vec::new(),
            seconds: 3,
            run: Box::new(run),
        }
    }

    /// Creates a step that is always skipped.
    pub(super) fn skip(name: impl Into<String>, reason: impl Into<String>) -> Step {
        let reason = reason.into();
        Step::may_skip(name, &[], move || Ok(Outcome::Skipped(reason.clone())))
    }

    pub(super) fn after(mut self, names: impl IntoIterator<Item = String>) -> Step {
        self.after.extend(names);
        self
    }

    pub(super) fn locks(mut self, resources: &[&'static str]) -> Step {
        self.locks.extend(resources);
        self
    }

    pub(super) fn seconds(mut self, seconds: u32) -> Step {
        self.seconds = seconds;
        self
    }

    /// Returns the names of all steps that must have ended before this one starts.
    pub(super) fn predecessors(&self) -> impl Iterator<Item = &str> {
        self.needs
            .iter()
            .copied()
            .chain(self.after.iter().map(String::as_str))
    }
}
