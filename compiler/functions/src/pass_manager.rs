//! `passmanager.PassManager`: pipelines of passes, with passes of front ends among them.
//!
//! Invariant: while a pipeline runs, its manager has none, so a pass that runs its own manager is an error.

mod foreign;
mod progress;
mod registered;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tvmlike::packed_func;
use tvmlike_runtime::traverse::{Frozen, Taken, Traverse, Visitor};
use tvmlike_text::PrintOptions;
use tvmlike_tools::report::Recorder;
use tvmlike_transform::{
    Display, IrPrinter, Observer, Pipeline, PrintWhen, RunOptions, ScheduledPass, TimeFormat,
    registered_passes,
};

use crate::api::*;
use crate::handles::{Context, OperationBase, Ref};
use crate::module::Module;
use crate::shared_function::SharedFunction;
use crate::{current, diagnostics, errors};

pub(crate) use foreign::{fail_with, has_failed, is_interrupted, take_failure};
pub(crate) use registered::make_available;

/// How a pass manager reports.
#[derive(Default)]
struct Settings {
    verify: bool,
    timing: bool,
    statistics: Option<PassDisplayMode>,
    printing: Option<Arc<IrPrinter>>,
    /// Where a page about each run is written.
    page: Option<PathBuf>,
    /// What is called before each pass.
    progress: Option<PackedFunc>,
}

impl Traverse for Settings {
    fn traverse(&self, visitor: &mut Visitor) {
        self.progress.traverse(visitor);
    }

    fn freeze<'a>(&'a self, frozen: &mut Frozen<'a>) -> bool {
        self.progress.freeze(frozen)
    }

    fn take(&mut self, taken: &mut Taken) {
        taken.put(self.progress.take());
    }
}

/// How statistics are shown.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[enum_type("passmanager.PassDisplayMode")]
pub(crate) enum PassDisplayMode {
    /// One entry for all passes of a name.
    List = 0,
    /// Nested as in the pipeline.
    Pipeline = 1,
}

/// Runs a pipeline of passes on operations.
#[derive(Object)]
#[object(key = "passmanager.PassManager")]
pub(crate) struct PassManager {
    context: ObjectPtr<Context>,
    /// `None` while it runs.
    pipeline: Mutex<Option<Pipeline>>,
    /// The functions that are passes of the pipeline.
    functions: Mutex<Vec<SharedFunction>>,
    settings: Mutex<Settings>,
}

/// What a pipeline runs on.
#[derive(Union)]
pub(crate) enum Target {
    Operation(ObjectPtr<OperationBase>),
    Module(ObjectPtr<Module>),
}

impl Target {
    /// The operation.
    pub(crate) fn part(&self) -> Ref {
        match self {
            Self::Operation(operation) => operation.part(),
            Self::Module(module) => module.part(),
        }
    }
}

impl PassManager {
    fn of(context: ObjectPtr<Context>, pipeline: Pipeline) -> Self {
        Self {
            context,
            pipeline: Mutex::new(Some(pipeline)),
            functions: Mutex::default(),
            settings: Mutex::new(Settings {
                verify: true,
                ..Settings::default()
            }),
        }
    }

    fn settings(&self) -> MutexGuard<'_, Settings> {
        self.settings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls a function with the pipeline, which runs no foreign code.
    fn with<R>(&self, act: impl FnOnce(&mut Pipeline) -> Result<R>) -> Result<R> {
        let mut slot = self.pipeline.lock().unwrap_or_else(PoisonError::into_inner);
        slot.as_mut().map_or_else(|| Err(running()), act)
    }

    fn add_pass(&self, pass: ScheduledPass) -> Result<()> {
        self.with(|pipeline| pipeline.add_pass(pass).map_err(errors::value_error))
    }

    /// How a run goes, and what records it for a page.
    fn options(&self) -> (RunOptions, Option<Arc<Recorder>>) {
        let settings = self.settings();
        let recorder = settings
            .page
            .as_ref()
            .map(|_| Arc::new(Recorder::new(PrintOptions::default())));
        let printers = settings
            .printing
            .iter()
            .map(|each| Arc::clone(each) as Arc<dyn Observer>);
        let recorders = recorder.iter().map(|each| Arc::clone(each) as Arc<dyn Observer>);
        let watchers = settings.progress.iter().cloned().map(progress::observer);
        let observers: Vec<_> = watchers.chain(printers).chain(recorders).collect();
        let options = RunOptions {
            verify_each: settings.verify,
            interrupt: Some(Arc::new(is_interrupted)),
            threads: match observers.is_empty() {
                // What is printed stands in the order of the passes.
                false => 1,
                true => self.context.threads.load(Relaxed),
            },
            observers,
        };
        (options, recorder)
    }

    /// Prints what was asked for about a run.
    fn report(&self, pipeline: &Pipeline, start: Instant) {
        let settings = self.settings();
        let mut text = String::new();
        if let Some(mode) = settings.statistics {
            let display = match mode {
                PassDisplayMode::List => Display::List,
                PassDisplayMode::Pipeline => Display::Tree,
            };
            let _ = writeln!(text, "{}", pipeline.statistics_report(display));
        }
        if settings.timing {
            text.push_str(&pipeline.time_report(start.elapsed(), Display::Tree, TimeFormat::Text));
        }
        drop(settings);
        print_error(&text);
    }
}

#[cold]
fn running() -> Error {
    Error::runtime_error("the pass manager is running; use another one, or wait until it has finished")
}

/// Prints to the standard error stream. If it is closed, there is nothing left to do.
fn print_error(text: &str) {
    let _ = std::io::Write::write_all(&mut std::io::stderr(), text.as_bytes());
}

#[methods]
impl PassManager {
    /// A pipeline without passes, for operations of a name or for any.
    #[init]
    fn new(
        #[default(String::from("any"))] anchor_op: String,
        #[implicit] context: Option<ObjectPtr<Context>>,
    ) -> Result<Self> {
        registered::make_available();
        Ok(Self::of(current::context(context)?, Pipeline::new(&anchor_op)))
    }

    /// Reads a pipeline: `builtin.module(func.func(canonicalize),cse)`.
    fn parse(pipeline: &str, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
        registered::make_available();
        let context = current::context(context)?;
        let parsed = Pipeline::parse(pipeline).map_err(errors::value_error)?;
        Ok(Self::of(context, parsed))
    }

    /// Adds passes by their names, with options and nesting: `canonicalize,func.func(cse)`.
    #[overload]
    fn add(&self, pipeline: &str) -> Result<()> {
        let parsed = {
            let anchor = self.with(|own| Ok(own.anchor().to_owned()))?;
            let mut parsed = Pipeline::new(&anchor);
            parsed.add_text(pipeline).map_err(errors::value_error)?;
            parsed
        };
        self.with(|own| {
            own.append(parsed);
            Ok(())
        })
    }

    /// Adds a function as a pass. It is called with each operation and a `passmanager.ExternalPass`.
    #[overload]
    #[name("add")]
    fn add_function(
        &self,
        run: PackedFunc,
        #[default(None)] name: Option<String>,
        #[default(String::new())] argument: String,
        #[default(String::new())] description: String,
        #[default(String::new())] op_name: String,
    ) -> Result<()> {
        let run = SharedFunction::new(run);
        let record = foreign::record_of(run.share(), name, argument, description, op_name);
        let options = tvmlike_transform::Options::defaults(&[]);
        self.add_pass(ScheduledPass::new(&record, options).map_err(errors::value_error)?)?;
        let mut functions = self.functions.lock().unwrap_or_else(PoisonError::into_inner);
        functions.push(run);
        Ok(())
    }

    /// Runs the passes on an operation.
    #[release_gil]
    fn run(&self, operation: Target) -> Result<()> {
        let base = operation.part();
        if !base.context().same_as(&self.context) {
            return Err(errors::other_context("operation"));
        }
        let (options, recorder) = self.options();
        let taken = self
            .pipeline
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let mut running = Running {
            manager: self,
            pipeline: Some(taken.ok_or_else(running)?),
        };
        let start = Instant::now();
        take_failure();
        let core = &self.context.core;
        let pipeline = running.pipeline.as_mut().ok_or_else(self::running)?;
        let (result, found) = core.capture_diagnostics(|| -> Result<_> {
            let mut edit = self.context.edit()?;
            let op = base.op()?;
            Ok(pipeline.run(&mut edit, op, &options))
        });
        let result = result?;
        self.report(pipeline, start);
        let page = self.settings().page.clone();
        let written = match (recorder, page) {
            (Some(recorder), Some(path)) => {
                recorder.write(&path, pipeline.anchor(), &pipeline.to_string(), start.elapsed())
            }
            _ => Ok(()),
        };
        drop(running);
        if let Some(error) = take_failure() {
            return Err(error);
        }
        match result {
            Ok(()) => {
                found.iter().for_each(|diagnostic| core.emit(diagnostic));
                written.map_err(Error::os_error)
            }
            Err(_) => Err(diagnostics::error(
                &self.context,
                "Failure while executing pass pipeline",
                found,
            )),
        }
    }

    /// Sets whether the operation is verified after each pass. It is by default.
    fn enable_verifier(&self, #[default(true)] enable: bool) {
        self.settings().verify = enable;
    }

    /// Reports the time of each pass to the standard error stream after each run.
    fn enable_timing(&self) {
        self.settings().timing = true;
    }

    /// Reports what the passes have counted to the standard error stream after each run.
    fn enable_statistics(&self, #[default(PassDisplayMode::Pipeline)] display_mode: PassDisplayMode) {
        self.settings().statistics = Some(display_mode);
    }

    /// Writes a page in HTML about each run to a file: the pipeline, the time of each pass, and what it changed. The page
    /// needs no network. A run takes longer, as the IR is printed before and after each pass.
    fn enable_report(&self, path: PathBuf) {
        self.settings().page = Some(path);
    }

    /// Calls a function before each pass on each operation: with the pass, the operation, how many runs of passes were before,
    /// and how many are expected in all. The number of all can change when the pipeline comes to its next step. If the function
    /// raises, the run ends. None: no function.
    fn enable_progress(&self, callback: Option<PackedFunc>) {
        self.settings().progress = callback;
    }

    /// Prints the IR before and after passes, to the standard error stream, or to files in a folder, which is made if it does not
    /// exist.
    #[expect(
        clippy::fn_params_excessive_bools,
        clippy::too_many_arguments,
        reason = "these are MLIR's options"
    )]
    fn enable_ir_printing(
        &self,
        #[default(false)] print_before_all: bool,
        #[default(true)] print_after_all: bool,
        #[default(false)] print_module_scope: bool,
        #[default(false)] print_after_change: bool,
        #[default(false)] print_after_failure: bool,
        #[default(None)] large_elements_limit: Option<i64>,
        #[default(None)] large_resource_limit: Option<i64>,
        #[default(false)] enable_debug_info: bool,
        #[default(false)] print_generic_op_form: bool,
        #[default(None)] tree_printing_dir_path: Option<&str>,
    ) {
        let limit = |limit: Option<i64>| limit.and_then(|limit| usize::try_from(limit).ok());
        let options = PrintOptions {
            elide_elements_above: limit(large_elements_limit),
            elide_resources_above: limit(large_resource_limit),
            debug_info: enable_debug_info,
            generic: print_generic_op_form,
            ..PrintOptions::default()
        };
        let when = PrintWhen {
            before: print_before_all,
            after: print_after_all || print_after_change || print_after_failure,
            only_changed: print_after_change,
            only_failed: print_after_failure,
            ..PrintWhen::default()
        };
        let printer = IrPrinter::new(when, print_module_scope, options, Box::new(print_error))
            .to_files(tree_printing_dir_path.map(PathBuf::from));
        self.settings().printing = Some(Arc::new(printer));
    }

    #[name("__str__")]
    fn text(&self) -> Result<String> {
        self.with(|pipeline| Ok(pipeline.to_string()))
    }
}

/// A pipeline that runs, which its manager gets back.
struct Running<'m> {
    manager: &'m PassManager,
    pipeline: Option<Pipeline>,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let mut slot = self
            .manager
            .pipeline
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *slot = self.pipeline.take();
    }
}

/// The passes that pipelines can name: names, with what they do.
#[packed_func("passmanager.passes")]
fn passes() -> Map {
    registered::make_available();
    let all = registered_passes();
    let texts = all.iter().map(|record| (&*record.argument, &*record.summary));
    texts.collect()
}
