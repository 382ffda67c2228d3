//! The passes that `tvmlike-opt` runs: a pipeline as text, or a flag for each pass.

use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use tvmlike_ir::{Context, Op};
use tvmlike_text::PrintOptions;
use tvmlike_transform::{
    Display, IrPrinter, Observer, OptionKind, OptionRecord, Options, Output, Pipeline, PrintWhen, RunOptions,
    ScheduledPass, TimeFormat, find_pass, registered_passes,
};

use crate::diff::DiffPrinter;
use crate::failed_pass::FailedPass;
use crate::progress::PassBar;
use crate::report::Recorder;
use crate::reproducer::{self, Recipe};

/// The passes of the command line.
#[derive(Clone)]
pub(crate) struct Passes {
    /// The text of `--pass-pipeline`.
    pub(crate) pipeline: Option<String>,
    /// The flags of passes with their options, in order.
    flags: Vec<(String, String)>,
    pub(crate) verify_each: bool,
    pub(crate) dump: bool,
    /// When the IR is printed.
    pub(crate) print: PrintWhen,
    /// Whether what passes change is printed.
    pub(crate) diff: bool,
    /// Whether the whole module is printed.
    pub(crate) module_scope: bool,
    /// The folder for files with what is printed, in the place of the standard error stream.
    pub(crate) print_tree: Option<String>,
    pub(crate) timing: bool,
    pub(crate) timing_display: Display,
    pub(crate) timing_format: TimeFormat,
    pub(crate) statistics: bool,
    pub(crate) statistics_display: Display,
    pub(crate) no_threads: bool,
    /// Where a page about the run is written.
    pub(crate) report: Option<String>,
    /// Whether a bar on the terminal shows how far the run is.
    pub(crate) progress: bool,
    /// Where a module with its pipeline is written before the pipeline runs.
    pub(crate) reproducer: Option<String>,
    /// The same, if a pass fails.
    pub(crate) failure_reproducer: Option<String>,
    /// Whether that has the pass that fails alone, and the module before it.
    pub(crate) local_reproducer: bool,
}

impl Default for Passes {
    fn default() -> Self {
        Self {
            pipeline: None,
            flags: Vec::new(),
            verify_each: true,
            dump: false,
            print: PrintWhen::default(),
            diff: false,
            module_scope: false,
            print_tree: None,
            timing: false,
            timing_display: Display::Tree,
            timing_format: TimeFormat::Text,
            statistics: false,
            statistics_display: Display::Tree,
            no_threads: false,
            report: None,
            progress: false,
            reproducer: None,
            failure_reproducer: None,
            local_reproducer: false,
        }
    }
}

impl Passes {
    /// Takes a flag if it is the name of a pass: `--canonicalize`, `--canonicalize="top-down=false"`.
    pub(crate) fn flag(&mut self, name: &str, options: Option<&str>) -> Result<bool, String> {
        let Some(record) = find_pass(name) else {
            return Ok(false);
        };
        let options = options.unwrap_or_default();
        Options::parse(&record.options, options)?;
        self.flags.push((name.to_owned(), options.to_owned()));
        Ok(true)
    }

    fn is_empty(&self) -> bool {
        self.pipeline.is_none() && self.flags.is_empty()
    }

    fn build(&self, root: &str) -> Result<Pipeline, String> {
        let Some(text) = &self.pipeline else {
            let mut pipeline = Pipeline::new(root);
            for (name, options) in &self.flags {
                let record =
                    find_pass(name).ok_or_else(|| format!("pass '{name}' is no longer registered"))?;
                let options = Options::parse(&record.options, options)?;
                match record.expansion {
                    Some(expansion) => pipeline.add_text(&expansion(&options))?,
                    None => pipeline.add_pass_nested(ScheduledPass::new(&record, options)?),
                }
            }
            return Ok(pipeline);
        };
        match self.flags.first() {
            Some((name, _)) => Err(format!(
                "'-{name}' and '--pass-pipeline' cannot be given together"
            )),
            None => Pipeline::parse(text),
        }
    }

    /// Runs the passes on an operation. Whether all succeeded. Messages about the pipeline are added to the reports.
    pub(crate) fn run(&self, context: &Context, op: Op, print: &PrintOptions, reports: &mut String) -> bool {
        if self.is_empty() && !self.dump && self.report.is_none() {
            return true;
        }
        let start = Instant::now();
        let root = op.name(context).text(context);
        let mut pipeline = match self.build(&root) {
            Ok(pipeline) => pipeline,
            Err(error) => {
                let _ = writeln!(reports, "<unknown>:0: error: {error}");
                return false;
            }
        };
        if self.dump {
            let _ = writeln!(reports, "Pass Manager with {} passes:", pipeline.steps().len());
            pipeline.print_lines(reports, 0);
            reports.push_str("\n\n");
        }
        let reproducer = match self.write_reproducer(context, op, &pipeline) {
            Ok(text) => text,
            Err(error) => {
                let _ = writeln!(reports, "<unknown>:0: error: {error}");
                return false;
            }
        };
        let printed = Arc::new(Mutex::new(String::new()));
        let recorder = self
            .report
            .as_ref()
            .map(|_| Arc::new(Recorder::new(print.clone())));
        let mut observers = self.observers(print, &printed);
        observers.extend(recorder.clone().map(|recorder| recorder as Arc<dyn Observer>));
        let is_observed = !observers.is_empty();
        let bar = self.progress.then(|| Arc::new(PassBar::new()));
        observers.extend(bar.clone().map(|bar| bar as Arc<dyn Observer>));
        let failed = self.failure_reproducer.as_ref().map(|_| {
            Arc::new(match self.local_reproducer {
                true => FailedPass::with_local_reproducer(self.recipe(&pipeline)),
                false => FailedPass::default(),
            })
        });
        observers.extend(failed.clone().map(|failed| failed as Arc<dyn Observer>));
        let options = RunOptions {
            verify_each: self.verify_each,
            threads: match self.no_threads || is_observed {
                true => 1,
                false => std::thread::available_parallelism().map_or(1, usize::from),
            },
            observers,
            ..RunOptions::default()
        };
        let good = {
            let mut edit = context.exclusive().expect("the tool's own context is not in use");
            pipeline.run(&mut edit, op, &options).is_ok()
        };
        if let Some(bar) = bar {
            bar.finish();
        }
        if !good
            && let (Some(path), Some(failed), Some(text)) = (&self.failure_reproducer, failed, reproducer)
        {
            failed.write(context, path, text);
        }
        let mut written = true;
        if let (Some(recorder), Some(path)) = (recorder, &self.report) {
            let text = pipeline.to_string();
            if let Err(error) = recorder.write(path.as_ref(), &root, &text, start.elapsed()) {
                let _ = writeln!(reports, "<unknown>:0: error: {error}");
                written = false;
            }
        }
        reports.push_str(&printed.lock().unwrap_or_else(PoisonError::into_inner));
        if self.statistics {
            let _ = writeln!(reports, "{}", pipeline.statistics_report(self.statistics_display));
        }
        if self.timing {
            reports.push_str(&pipeline.time_report(start.elapsed(), self.timing_display, self.timing_format));
        }
        good && written
    }

    /// Takes the pipeline and the options of a reproducer.
    pub(crate) fn take_recipe(&mut self, recipe: Recipe) {
        self.pipeline = Some(recipe.pipeline);
        self.no_threads |= recipe.disable_threading;
        self.verify_each = recipe.verify_each;
    }

    fn recipe(&self, pipeline: &Pipeline) -> Recipe {
        Recipe {
            pipeline: pipeline.to_string(),
            disable_threading: self.no_threads,
            verify_each: self.verify_each,
        }
    }

    /// The text of the module with the pipeline, if it can be needed; written to a file if one was given.
    fn write_reproducer(
        &self,
        context: &Context,
        op: Op,
        pipeline: &Pipeline,
    ) -> Result<Option<Vec<u8>>, String> {
        if self.local_reproducer && !self.no_threads {
            return Err(
                "--mlir-pass-pipeline-local-reproducer needs one thread: add --mlir-disable-threading"
                    .to_owned(),
            );
        }
        if self.reproducer.is_none() && self.failure_reproducer.is_none() {
            return Ok(None);
        }
        let text = reproducer::text(context, op, &self.recipe(pipeline))?;
        if let Some(path) = &self.reproducer {
            std::fs::write(path, &text)
                .map_err(|error| format!("cannot write the reproducer `{path}`: {error}"))?;
        }
        Ok(Some(text))
    }

    fn observers(&self, print: &PrintOptions, printed: &Arc<Mutex<String>>) -> Vec<Arc<dyn Observer>> {
        let output = || -> Output {
            let sink = Arc::clone(printed);
            Box::new(move |text: &str| {
                sink.lock().unwrap_or_else(PoisonError::into_inner).push_str(text);
            })
        };
        let mut all: Vec<Arc<dyn Observer>> = Vec::new();
        if self.print.prints() {
            let printer = IrPrinter::new(self.print.clone(), self.module_scope, print.clone(), output())
                .to_files(self.print_tree.as_ref().map(PathBuf::from));
            all.push(Arc::new(printer));
        }
        if self.diff {
            let in_color = std::io::stderr().is_terminal();
            all.push(Arc::new(DiffPrinter::new(print.clone(), in_color, output())));
        }
        all
    }
}

/// What an option can be, for people.
fn describe(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Bool => "true|false".to_owned(),
        OptionKind::Int => "integer".to_owned(),
        OptionKind::Uint => "unsigned integer".to_owned(),
        OptionKind::Float => "number".to_owned(),
        OptionKind::Text => "string".to_owned(),
        OptionKind::Choice(words) => words
            .iter()
            .map(|(word, _)| &**word)
            .collect::<Vec<_>>()
            .join("|"),
        OptionKind::List(of) => format!("{},...", describe(of)),
    }
}

/// The names of the passes, each of which is a flag.
pub(crate) fn names() -> Vec<String> {
    let passes = registered_passes();
    passes.iter().map(|record| record.argument.to_string()).collect()
}

/// The passes with their options.
pub(crate) fn list() -> String {
    let mut text = String::new();
    for record in registered_passes() {
        let anchor = record
            .anchor
            .as_deref()
            .map(|anchor| format!(" (on {anchor})"))
            .unwrap_or_default();
        let _ = writeln!(text, "{}{anchor} - {}", record.argument, record.summary);
        for OptionRecord { name, help, kind, .. } in &record.options {
            let _ = writeln!(text, "  {name}=<{}> - {help}", describe(kind));
        }
    }
    text
}
