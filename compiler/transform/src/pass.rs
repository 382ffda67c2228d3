//! Passes: their records, what one gets when it runs, and what observes it.
//!
//! Invariant: a pass has no state that a run changes, so one pass can run on several operations at once. What a run counts is
//! in the counters of its scheduled pass.

mod interrupts;
mod observer;

use std::sync::Arc;
use std::time::{Duration, Instant};

use tvmlike_define::Definition;
use tvmlike_ir::{Context, Exclusive, Failure, Op};

use crate::analysis::{Analyses, Analysis, Preserved};
use crate::greedy::Interrupt;
use crate::options::{OptionRecord, Options, Text};
use crate::tally::Tally;

pub use observer::{Observer, PassOutcome, Progress};

/// Transforms or checks operations.
pub trait Pass: Send + Sync {
    /// Writes options that the pass has read as they are printed: pipelines with the options that their passes have.
    fn complete_options(&self, options: &mut Options) {
        let _ = options;
    }

    /// Prepares the pass for operations of a context, before it runs on some.
    ///
    /// # Errors
    /// The pass cannot run, for a reason.
    fn prepare(&mut self, context: &Context) -> Result<(), String> {
        let _ = context;
        Ok(())
    }

    /// Whether the pass can run on several operations at the same time, with editors that are limited to them. One that
    /// releases its editor to call foreign code cannot.
    fn is_parallel(&self) -> bool {
        true
    }

    /// Runs on an operation, and changes nothing outside of it.
    ///
    /// # Errors
    /// The pass failed and emitted the reason. The pipeline ends then.
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure>;
}

/// Makes a pass with options.
pub type MakePass = Arc<dyn Fn(&Options) -> Result<Box<dyn Pass>, String> + Send + Sync>;

/// What is known of a pass.
#[derive(Clone)]
pub struct PassRecord {
    /// The name in pipelines and on the command line: `canonicalize`.
    pub argument: Text,
    /// The name in reports: `Canonicalizer`.
    pub display: Text,
    /// What the pass does, in a sentence.
    pub summary: Text,
    /// The operations that it runs on: `func.func`; `None`: any.
    pub anchor: Option<Text>,
    /// The interface or trait that these operations have; `None`: any.
    pub interface: Option<Text>,
    /// Its options.
    pub options: Vec<OptionRecord>,
    /// What it counts: names, and what they mean.
    pub statistics: Vec<(Text, Text)>,
    /// The dialects whose operations it makes.
    pub dialects: Vec<Text>,
    /// Makes a pass.
    pub make: MakePass,
    /// Of a pipeline with a name: the text of the passes that it stands for.
    pub expansion: Option<fn(&Options) -> String>,
}

impl PassRecord {
    /// A record of a pass for any operation, without options.
    pub fn new(
        argument: impl Into<Text>,
        summary: impl Into<Text>,
        make: impl Fn(&Options) -> Result<Box<dyn Pass>, String> + Send + Sync + 'static,
    ) -> Self {
        let argument = argument.into();
        Self {
            display: argument.clone(),
            argument,
            summary: summary.into(),
            anchor: None,
            interface: None,
            options: Vec::new(),
            statistics: Vec::new(),
            dialects: Vec::new(),
            make: Arc::new(make),
            expansion: None,
        }
    }

    /// A record of a name that stands for the passes of a text.
    pub fn pipeline(
        argument: impl Into<Text>,
        summary: impl Into<Text>,
        expansion: fn(&Options) -> String,
    ) -> Self {
        let argument = argument.into();
        let refused = format!("'{argument}' is a pipeline, not a pass");
        Self {
            expansion: Some(expansion),
            ..Self::new(argument, summary, move |_| Err(refused.clone()))
        }
    }

    /// Sets the name in reports.
    pub fn shown_as(mut self, display: impl Into<Text>) -> Self {
        self.display = display.into();
        self
    }

    /// Limits the pass to operations of a name.
    pub fn on(mut self, anchor: impl Into<Text>) -> Self {
        self.anchor = Some(anchor.into());
        self
    }

    /// Limits the pass to operations with an interface or a trait.
    pub fn on_interface(mut self, interface: impl Into<Text>) -> Self {
        self.interface = Some(interface.into());
        self
    }

    /// Whether an operation has the interface that the pass needs.
    pub(crate) fn fits(&self, context: &Context, op: Op) -> bool {
        self.interface.as_ref().is_none_or(|needed| {
            let definition = op
                .info(context)
                .and_then(|info| info.extensions().get::<Definition>());
            definition.is_some_and(|definition| {
                definition
                    .record()
                    .traits
                    .iter()
                    .any(|each| *each.name == **needed)
            })
        })
    }

    /// Sets the options.
    pub fn with_options(mut self, options: Vec<OptionRecord>) -> Self {
        self.options = options;
        self
    }

    /// Sets what the pass counts.
    pub fn with_statistics(mut self, statistics: &[(&'static str, &'static str)]) -> Self {
        self.statistics = statistics
            .iter()
            .map(|(name, help)| ((*name).into(), (*help).into()))
            .collect();
        self
    }

    /// Sets the dialects whose operations the pass makes.
    pub fn with_dialects(mut self, dialects: &[&'static str]) -> Self {
        self.dialects = dialects.iter().map(|name| (*name).into()).collect();
        self
    }
}

impl std::fmt::Debug for PassRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PassRecord")
            .field("argument", &self.argument)
            .finish_non_exhaustive()
    }
}

/// A pass in a pipeline: with its options, and with what it has counted.
pub struct ScheduledPass {
    record: Arc<PassRecord>,
    options: Options,
    pub(crate) pass: Box<dyn Pass>,
    /// The counters of the record's statistics, and behind them the time that all runs took together, in nanoseconds.
    tally: Tally,
}

impl ScheduledPass {
    /// Makes a pass with options.
    ///
    /// # Errors
    /// The pass refuses the options.
    pub fn new(record: &Arc<PassRecord>, mut options: Options) -> Result<Self, String> {
        let pass = (record.make)(&options)?;
        pass.complete_options(&mut options);
        Ok(Self {
            pass,
            tally: Tally::new(record.statistics.len() + 1),
            record: Arc::clone(record),
            options,
        })
    }

    /// The record.
    pub fn record(&self) -> &Arc<PassRecord> {
        &self.record
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What the pass has counted so far, in the order of its record.
    pub fn counts(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.record.statistics.len()).map(|index| self.tally.sum(index))
    }

    /// The time that all runs took together, of several threads as well.
    pub fn time(&self) -> Duration {
        Duration::from_nanos(self.tally.sum(self.record.statistics.len()))
    }

    fn counter(&self, index: usize) -> usize {
        let count = self.record.statistics.len();
        assert!(
            index < count,
            "pass '{}' has {count} counters, not {index}",
            self.record.argument
        );
        index
    }

    /// Adds the time since the start of a run.
    pub(crate) fn add_time(&self, start: Instant) {
        let passed = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.tally.add(self.record.statistics.len(), passed);
    }

    /// Prints the pass as a pipeline has it.
    pub fn print(&self, out: &mut String) {
        out.push_str(&self.record.argument);
        self.options.print(out);
    }
}

impl std::fmt::Debug for ScheduledPass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut text = String::new();
        self.print(&mut text);
        f.write_str(&text)
    }
}

/// How a pipeline runs.
#[derive(Clone)]
pub struct RunOptions {
    /// Whether the operation is verified after each pass.
    pub verify_each: bool,
    /// Asked between passes and in long ones; the run ends when it answers yes.
    pub interrupt: Option<Interrupt>,
    /// How many threads run passes on isolated operations.
    pub threads: usize,
    /// What observes the run, in order; the reverse order after a pass.
    pub observers: Vec<Arc<dyn Observer>>,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            verify_each: true,
            interrupt: None,
            threads: 1,
            observers: Vec::new(),
        }
    }
}

impl std::fmt::Debug for RunOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunOptions")
            .field("verify_each", &self.verify_each)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

/// A run of a pass on an operation.
pub struct Run<'r, 'c> {
    edit: &'r mut Exclusive<'c>,
    op: Op,
    scheduled: &'r ScheduledPass,
    analyses: &'r mut Analyses,
    preserved: Preserved,
    options: &'r RunOptions,
}

impl<'r, 'c> Run<'r, 'c> {
    pub(crate) fn new(
        edit: &'r mut Exclusive<'c>,
        op: Op,
        scheduled: &'r ScheduledPass,
        analyses: &'r mut Analyses,
        options: &'r RunOptions,
    ) -> Self {
        Self {
            edit,
            op,
            scheduled,
            analyses,
            preserved: Preserved::default(),
            options,
        }
    }

    /// The right to change the operation and what is in it.
    pub fn edit(&mut self) -> &mut Exclusive<'c> {
        self.edit
    }

    /// The context.
    pub fn context(&self) -> &'c Context {
        self.edit.context()
    }

    /// The operation.
    pub fn op(&self) -> Op {
        self.op
    }

    /// The options of the pass.
    pub fn options(&self) -> &'r Options {
        &self.scheduled.options
    }

    /// An analysis of the operation, with the right to change the IR.
    pub fn analysis<A: Analysis>(&mut self) -> (&mut A, &mut Exclusive<'c>) {
        (self.analyses.get(self.edit, self.op), self.edit)
    }

    /// What this run preserves; nothing unless the pass says so.
    pub fn preserved(&mut self) -> &mut Preserved {
        &mut self.preserved
    }

    pub(crate) fn take_preserved(self) -> Preserved {
        self.preserved
    }

    /// Adds to a counter of the record's statistics.
    ///
    /// # Panics
    /// The record has no such counter.
    pub fn count(&self, index: usize, number: u64) {
        self.scheduled.tally.add(self.scheduled.counter(index), number);
    }

    /// Raises a counter of the record's statistics to a number, if it is less.
    ///
    /// # Panics
    /// The record has no such counter.
    pub fn count_most(&self, index: usize, number: u64) {
        self.scheduled.tally.raise(self.scheduled.counter(index), number);
    }

    /// What asks a long run to end.
    pub fn interrupt(&self) -> Option<&'r Interrupt> {
        self.options.interrupt.as_ref()
    }

    /// How the pipeline runs.
    pub fn run_options(&self) -> &'r RunOptions {
        self.options
    }

    /// Emits an error about the operation.
    pub fn fail(&self, message: impl Into<String>) -> Failure {
        self.op.emit_error(self.edit, message).emit()
    }
}
