//! A step: one line of the summary, with what must be known to run others beside it.
//!
//! Invariant: steps are run side by side on the strength of what they declare. What a step uses of another's making
//! stands in `needs` (or `after`), and what two steps must not write, or write and read, at one time in `holds`.

use crate::process::Result;

/// Cargo's folders of what is built. Cargo lets one call at a time build in a folder; another waits for it.
pub(super) const DEBUG: &str = "target/debug";
pub(super) const RELEASE: &str = "target/release";
pub(super) const SANITIZED: &str = "target/asan";
/// Where the plugin that is reloaded is built, one form over the other, and then copied.
pub(super) const LIFECYCLE: &str = "target/lifecycle";

/// What came of a step that did not fail.
pub(super) enum Outcome {
    Passed,
    /// It passed, but left these parts out.
    PassedWithout(Vec<String>),
    /// It could not run here, for this reason.
    Skipped(String),
}

pub(super) struct Step {
    pub(super) name: String,
    /// Names of the steps that make what this one uses.
    pub(super) needs: Vec<&'static str>,
    /// Names of steps that must have ended, however: this one finds out itself what they made.
    pub(super) after: Vec<String>,
    /// What no two steps may use at the same time.
    pub(super) holds: Vec<&'static str>,
    /// How long it takes, roughly. Steps on which much time depends begin first.
    pub(super) seconds: u32,
    pub(super) run: Box<dyn Fn() -> Result<Outcome> + Send + Sync>,
}

impl Step {
    /// A step that passes when `run` does.
    pub(super) fn new(
        name: impl Into<String>,
        needs: &[&'static str],
        run: impl Fn() -> Result + Send + Sync + 'static,
    ) -> Step {
        Step::may_skip(name, needs, move || run().map(|()| Outcome::Passed))
    }

    /// A step that may find out that it cannot run here.
    pub(super) fn may_skip(
        name: impl Into<String>,
        needs: &[&'static str],
        run: impl Fn() -> Result<Outcome> + Send + Sync + 'static,
    ) -> Step {
        Step {
            name: name.into(),
            needs: needs.to_vec(),
            after: Vec::new(),
            holds: Vec::new(),
            seconds: 3,
            run: Box::new(run),
        }
    }

    /// A step that cannot run here.
    pub(super) fn skip(name: impl Into<String>, reason: impl Into<String>) -> Step {
        let reason = reason.into();
        Step::may_skip(name, &[], move || Ok(Outcome::Skipped(reason.clone())))
    }

    pub(super) fn after(mut self, names: impl IntoIterator<Item = String>) -> Step {
        self.after.extend(names);
        self
    }

    pub(super) fn holds(mut self, what: &[&'static str]) -> Step {
        self.holds.extend(what);
        self
    }

    pub(super) fn takes(mut self, seconds: u32) -> Step {
        self.seconds = seconds;
        self
    }

    /// The steps that must have ended before this one begins.
    pub(super) fn follows(&self) -> impl Iterator<Item = &str> {
        self.needs
            .iter()
            .copied()
            .chain(self.after.iter().map(String::as_str))
    }
}
