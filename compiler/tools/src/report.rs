//! A page in HTML about a run of passes: the pipeline with times and counts of operations, and what each pass changed.
//!
//! The page is one file, which needs no network. Invariant: a text that several runs of passes share is in the page once.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use similar::{DiffOp, DiffTag};
use tvmlike_ir::{Context, Op, WalkOrder, WalkResult};
use tvmlike_text::PrintOptions;
use tvmlike_transform::{Observer, PassOutcome, ScheduledPass, shown_text};

use crate::diff::{compare, lines};

const PAGE: &str = include_str!("report/page.html");
const STYLE: &str = include_str!("report/page.css");
const SCRIPT: &str = include_str!("report/page.js");

/// Records what passes do. It observes one run, on one thread.
pub struct Recorder {
    print: PrintOptions,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    texts: Texts,
    passes: Vec<PassRuns>,
    /// The passes by the address of what schedules them.
    numbers: HashMap<usize, usize>,
    /// The runs that have begun, outermost first.
    begun: Vec<Begun>,
}

/// Texts, each once.
#[derive(Default)]
struct Texts {
    all: Vec<String>,
    numbers: HashMap<String, usize>,
}

struct Begun {
    text: usize,
    operations: usize,
    start: Instant,
}

/// The runs of a pass of the pipeline.
#[derive(Serialize)]
struct PassRuns {
    name: String,
    /// The pass with its options, as a pipeline has it.
    text: String,
    runs: Vec<PassRun>,
}

/// A run of a pass on an operation.
#[derive(Serialize)]
struct PassRun {
    /// The operation, such as `func.func @f`.
    op: String,
    outcome: &'static str,
    microseconds: f64,
    /// The numbers of operations before and after.
    operations: [usize; 2],
    /// The texts before and after.
    texts: [usize; 2],
    /// What differs in the lines: kind, first line and number of lines before, the same after.
    diff: Vec<(char, usize, usize, usize, usize)>,
}

/// What the page shows.
#[derive(Serialize)]
struct Data<'a> {
    title: &'a str,
    pipeline: &'a str,
    microseconds: f64,
    texts: &'a [String],
    passes: &'a [PassRuns],
}

impl Texts {
    fn add(&mut self, text: String) -> usize {
        if let Some(number) = self.numbers.get(&text) {
            return *number;
        }
        let number = self.all.len();
        self.all.push(text.clone());
        self.numbers.insert(text, number);
        number
    }
}

impl Recorder {
    /// A recorder that prints operations with these options.
    pub fn new(print: PrintOptions) -> Self {
        Self {
            print,
            state: Mutex::default(),
        }
    }

    /// The page. `title` names what the passes ran on, `pipeline` is the text of all passes, `total` the time of the run.
    pub fn page(&self, title: &str, pipeline: &str, total: Duration) -> String {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let data = Data {
            title,
            pipeline,
            microseconds: microseconds(total),
            texts: &state.texts.all,
            passes: &state.passes,
        };
        let data = serde_json::to_string(&data).unwrap_or_default();
        // In a script, `</` would end it.
        let data = data.replace("</", "<\\/");
        let mut page = String::with_capacity(data.len() + PAGE.len() + STYLE.len() + SCRIPT.len());
        let mut rest = PAGE;
        for (mark, text) in [("/*STYLE*/", STYLE), ("/*DATA*/", &data), ("/*SCRIPT*/", SCRIPT)] {
            let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
            page.push_str(before);
            page.push_str(text);
            rest = after;
        }
        page + rest
    }

    /// Writes the page to a file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path, title: &str, pipeline: &str, total: Duration) -> Result<(), String> {
        std::fs::write(path, self.page(title, pipeline, total))
            .map_err(|error| format!("cannot write the report '{}': {error}", path.display()))
    }
}

impl std::fmt::Debug for Recorder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recorder").finish_non_exhaustive()
    }
}

impl Observer for Recorder {
    fn before(&self, context: &Context, _: &ScheduledPass, op: Op) {
        let text = shown_text(context, op, &self.print);
        let operations = count(context, op);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let text = state.texts.add(text);
        state.begun.push(Begun {
            text,
            operations,
            start: Instant::now(),
        });
    }

    fn after(&self, context: &Context, pass: &ScheduledPass, op: Op, outcome: PassOutcome) {
        let stop = Instant::now();
        let text = shown_text(context, op, &self.print);
        let operations = count(context, op);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let state = &mut *state;
        let Some(begun) = state.begun.pop() else { return };
        let text = state.texts.add(text);
        let outcome = match outcome {
            PassOutcome::Failed => "failed",
            _ if text == begun.text => "unchanged",
            _ => "changed",
        };
        let run = PassRun {
            op: name(context, op),
            outcome,
            microseconds: microseconds(stop - begun.start),
            operations: [begun.operations, operations],
            texts: [begun.text, text],
            diff: diff(&state.texts.all[begun.text], &state.texts.all[text]),
        };
        let number = *state
            .numbers
            .entry(std::ptr::from_ref(pass).addr())
            .or_insert_with(|| {
                let mut shown = String::new();
                pass.print(&mut shown);
                state.passes.push(PassRuns {
                    name: pass.record().display.to_string(),
                    text: shown,
                    runs: Vec::new(),
                });
                state.passes.len() - 1
            });
        state.passes[number].runs.push(run);
    }
}

fn microseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e7).round() / 10.0
}

/// The number of operations in an operation, itself included.
fn count(context: &Context, op: Op) -> usize {
    let mut number = 0;
    op.walk(context, WalkOrder::PreOrder, |_| {
        number += 1;
        WalkResult::Advance
    });
    number
}

fn name(context: &Context, op: Op) -> String {
    let mut name = op.name(context).text(context).into_owned();
    if let Some(symbol) = op.symbol_name(context) {
        name.push_str(" @");
        name.push_str(&String::from_utf8_lossy(symbol));
    }
    name
}

fn diff(before: &str, after: &str) -> Vec<(char, usize, usize, usize, usize)> {
    if before == after {
        return Vec::new();
    }
    let row = |op: &DiffOp| {
        let (tag, old, new) = op.as_tag_tuple();
        let kind = match tag {
            DiffTag::Equal => '=',
            DiffTag::Delete => '-',
            DiffTag::Insert => '+',
            DiffTag::Replace => '~',
        };
        (kind, old.start, old.len(), new.start, new.len())
    };
    compare(&lines(before), &lines(after)).iter().map(row).collect()
}
