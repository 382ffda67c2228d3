//! Prints what each pass changed: the lines that differ, with some around, in color on a terminal.

use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use similar::algorithms::{Capture, Compact, IdentifyDistinct, Replace, patience};
use similar::udiff::UnifiedHunkHeader;
use similar::{DiffOp, group_diff_ops};
use tvmlike_ir::{Context, Op};
use tvmlike_text::PrintOptions;
use tvmlike_transform::{Observer, Output, PassOutcome, ScheduledPass, shown_text};

/// How many equal lines stand around changes.
const AROUND: usize = 3;
/// How long one comparison of two texts may take; then the rest counts as replaced.
const PATIENCE: Duration = Duration::from_secs(2);

/// Prints the changes of each pass. It observes one run, on one thread.
pub struct DiffPrinter {
    print: PrintOptions,
    in_color: bool,
    output: Output,
    /// The texts before the passes that run, outermost first.
    before: Mutex<Vec<String>>,
}

impl DiffPrinter {
    /// A printer to an output.
    pub fn new(print: PrintOptions, in_color: bool, output: Output) -> Self {
        Self {
            print,
            in_color,
            output,
            before: Mutex::default(),
        }
    }

    fn paint(&self, text: &mut String, (sign, color): (char, Option<u8>), lines: &[&str]) {
        for line in lines {
            let line = line.trim_end_matches('\n');
            let _ = match color.filter(|_| self.in_color) {
                Some(color) => writeln!(text, "\u{1b}[{color}m{sign}{line}\u{1b}[0m"),
                None => writeln!(text, "{sign}{line}"),
            };
        }
    }

    /// The lines that differ, with the numbers of the first ones.
    fn changes(&self, before: &str, after: &str) -> String {
        let [before, after] = [before, after].map(lines);
        let mut text = String::new();
        for hunk in group_diff_ops(compare(&before, &after), AROUND) {
            let _ = writeln!(text, "{}", UnifiedHunkHeader::new(&hunk));
            for op in hunk {
                let (old, new) = (&before[op.old_range()], &after[op.new_range()]);
                if let DiffOp::Equal { .. } = op {
                    self.paint(&mut text, (' ', None), old);
                } else {
                    self.paint(&mut text, ('-', Some(31)), old);
                    self.paint(&mut text, ('+', Some(32)), new);
                }
            }
        }
        text
    }
}

impl std::fmt::Debug for DiffPrinter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DiffPrinter").finish_non_exhaustive()
    }
}

/// The lines of a text, with what ends them.
pub(crate) fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// Compares the lines of texts. It names the one algorithm that is used: `TextDiff` brings all of them along.
pub(crate) fn compare(before: &[&str], after: &[&str]) -> Vec<DiffOp> {
    let ids = IdentifyDistinct::<u32>::new(before, 0..before.len(), after, 0..after.len());
    let (old, new) = (ids.old_lookup(), ids.new_lookup());
    let mut found = Compact::new(Replace::new(Capture::new()), old, new);
    let deadline = Instant::now() + PATIENCE;
    let Ok(()) = patience::diff_deadline(
        &mut found,
        old,
        ids.old_range(),
        new,
        ids.new_range(),
        Some(deadline),
    );
    found.into_inner().into_inner().into_ops()
}

impl Observer for DiffPrinter {
    fn before(&self, context: &Context, _: &ScheduledPass, op: Op) {
        let text = shown_text(context, op, &self.print);
        let mut before = self.before.lock().unwrap_or_else(PoisonError::into_inner);
        before.push(text);
    }

    fn after(&self, context: &Context, pass: &ScheduledPass, op: Op, outcome: PassOutcome) {
        let after = shown_text(context, op, &self.print);
        let popped = self.before.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let Some(before) = popped.filter(|before| *before != after) else {
            return;
        };
        let record = pass.record();
        let end = match outcome {
            PassOutcome::Failed => " Failed",
            _ => "",
        };
        let symbol = op.symbol_name(context).map_or_else(String::new, |symbol| {
            format!(": @{}", String::from_utf8_lossy(symbol))
        });
        let name = op.name(context).text(context);
        let changes = self.changes(&before, &after);
        (self.output)(&format!(
            "// -----// Changes of {}{end} ({}) ('{name}' operation{symbol}) //----- //\n{changes}\n",
            record.display, record.argument
        ));
    }
}
