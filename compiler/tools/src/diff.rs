//! Prints what each pass changed: the lines that differ, with some around, in color on a terminal.

use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use similar::{Algorithm, ChangeTag, TextDiff};
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

    fn painted(&self, tag: ChangeTag, line: &str) -> String {
        let (sign, color) = match tag {
            ChangeTag::Equal => (' ', None),
            ChangeTag::Delete => ('-', Some(31)),
            ChangeTag::Insert => ('+', Some(32)),
        };
        let line = line.trim_end_matches('\n');
        match color.filter(|_| self.in_color) {
            Some(color) => format!("\u{1b}[{color}m{sign}{line}\u{1b}[0m\n"),
            None => format!("{sign}{line}\n"),
        }
    }

    /// The lines that differ, with the numbers of the first ones.
    fn changes(&self, before: &str, after: &str) -> String {
        let diff = compare(before, after);
        let mut text = String::new();
        for hunk in diff.unified_diff().context_radius(AROUND).iter_hunks() {
            let _ = writeln!(text, "{}", hunk.header());
            for change in hunk.iter_changes() {
                text.push_str(&self.painted(change.tag(), change.value()));
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

/// Compares texts by lines.
pub(crate) fn compare<'t>(before: &'t str, after: &'t str) -> TextDiff<'t, 't, str> {
    TextDiff::configure()
        .algorithm(Algorithm::Patience)
        .timeout(PATIENCE)
        .diff_lines(before, after)
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
