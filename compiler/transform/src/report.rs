//! Reports on a pipeline that has run: the time of passes, and what they have counted.

use std::fmt::Write as _;
use std::time::Duration;

use crate::pass::ScheduledPass;
use crate::pipeline::{Pipeline, Step};

/// How a report shows passes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Display {
    /// Nested as in the pipeline.
    #[default]
    Tree,
    /// One entry for all passes of a name.
    List,
}

/// How the time is written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum TimeFormat {
    /// A table.
    #[default]
    Text,
    /// A list of records in JSON, those of nested pipelines under `passes`.
    Json,
}

/// A row of a report on time: how deep it is nested, how long it took, what it is.
type TimeRow = (usize, Duration, String);

const LINE: &str = "===-------------------------------------------------------------------------===\n";

fn heading(title: &str) -> String {
    let indent = (80_usize.saturating_sub(title.len())) / 2;
    format!("{LINE}{}{title}\n{LINE}", " ".repeat(indent))
}

impl Pipeline {
    /// The time that the passes took, of `total`, as MLIR reports it.
    pub fn time_report(&self, total: Duration, display: Display, format: TimeFormat) -> String {
        let mut rows = Vec::new();
        match display {
            Display::Tree => self.time_rows(0, &mut rows),
            Display::List => {
                for pass in self.passes() {
                    let name = pass.record().display.to_string();
                    match rows.iter_mut().find(|(_, _, other)| *other == name) {
                        Some((_, time, _)) => *time += pass.time(),
                        None => rows.push((0, pass.time(), name)),
                    }
                }
                rows.sort_by_key(|(_, time, _)| std::cmp::Reverse(*time));
            }
        }
        let spent: Duration = self.steps.iter().map(time_of).sum();
        rows.push((0, total.saturating_sub(spent), "Rest".to_owned()));
        rows.push((0, total, "Total".to_owned()));
        match format {
            TimeFormat::Text => time_table(&rows, total),
            TimeFormat::Json => time_json(&rows, total, display),
        }
    }

    fn time_rows(&self, depth: usize, rows: &mut Vec<TimeRow>) {
        for step in &self.steps {
            match step {
                Step::Pass(pass) => rows.push((depth, pass.time(), pass.record().display.to_string())),
                Step::Nested(nested) => {
                    rows.push((depth, time_of(step), format!("'{}' Pipeline", nested.anchor())));
                    nested.time_rows(depth + 1, rows);
                }
            }
        }
    }

    /// What the passes have counted.
    pub fn statistics_report(&self, display: Display) -> String {
        let mut text = heading("... Pass statistics report ...");
        match display {
            Display::Tree => self.statistics_rows(0, &mut text),
            Display::List => {
                let mut sums: Vec<(&ScheduledPass, Vec<u64>)> = Vec::new();
                for pass in self
                    .passes()
                    .into_iter()
                    .filter(|pass| !pass.record().statistics.is_empty())
                {
                    let known = sums
                        .iter_mut()
                        .find(|(other, _)| other.record().argument == pass.record().argument);
                    match known {
                        Some((_, sum)) => sum
                            .iter_mut()
                            .zip(pass.counts())
                            .for_each(|(sum, count)| *sum += count),
                        None => sums.push((pass, pass.counts().collect())),
                    }
                }
                sums.sort_by(|(first, _), (second, _)| first.record().display.cmp(&second.record().display));
                for (pass, sum) in sums {
                    write_counts(pass, sum.into_iter(), 0, &mut text);
                }
            }
        }
        text
    }

    fn statistics_rows(&self, depth: usize, text: &mut String) {
        for step in &self.steps {
            match step {
                Step::Pass(pass) => write_counts(pass, pass.counts(), depth, text),
                Step::Nested(nested) => {
                    let _ = writeln!(text, "{}'{}' Pipeline", "  ".repeat(depth), nested.anchor());
                    nested.statistics_rows(depth + 1, text);
                }
            }
        }
    }
}

/// A part of a time in percent.
fn share(time: Duration, total: Duration) -> f64 {
    if total.is_zero() {
        0.0
    } else {
        100.0 * time.as_secs_f64() / total.as_secs_f64()
    }
}

fn time_table(rows: &[TimeRow], total: Duration) -> String {
    let mut text = heading("... Execution time report ...");
    let _ = write!(
        text,
        "  Total Execution Time: {:.4} seconds\n\n  ----Wall Time----  ----Name----\n",
        total.as_secs_f64()
    );
    for (depth, time, name) in rows {
        let (seconds, share) = (time.as_secs_f64(), share(*time, total));
        let _ = writeln!(
            text,
            "  {seconds:8.4} ({share:5.1}%)  {}{name}",
            "  ".repeat(*depth)
        );
    }
    text
}

/// The rows as MLIR writes them. In a tree, each one but the last two has those below it, then an empty record.
fn time_json(rows: &[TimeRow], total: Duration, display: Display) -> String {
    let mut text = "[\n".to_owned();
    let last = rows.len().saturating_sub(1);
    let mut open = 0;
    for (index, (depth, time, name)) in rows.iter().enumerate() {
        close_json(&mut text, &mut open, *depth);
        let (indent, seconds, share) = ("  ".repeat(*depth), time.as_secs_f64(), share(*time, total));
        let name = name.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = write!(
            text,
            "{indent}{{\"wall\": {{\"duration\": {seconds:8.4}, \"percentage\": {share:5.1}}}, \"name\": \"{name}\""
        );
        if display == Display::Tree && index + 1 < last {
            text.push_str(", \"passes\": [\n");
            open = depth + 1;
        } else {
            text.push_str(if index == last { "}\n" } else { "},\n" });
        }
    }
    text.push_str("]\n");
    text
}

/// Ends the records that are deeper than `depth`.
fn close_json(text: &mut String, open: &mut usize, depth: usize) {
    while *open > depth {
        *open -= 1;
        text.push_str(&"  ".repeat(*open));
        text.push_str("{}]},\n");
    }
}

fn time_of(step: &Step) -> Duration {
    match step {
        Step::Pass(pass) => pass.time(),
        Step::Nested(nested) => nested.steps.iter().map(time_of).sum(),
    }
}

fn write_counts(pass: &ScheduledPass, counts: impl Iterator<Item = u64>, depth: usize, text: &mut String) {
    let record = pass.record();
    let indent = "  ".repeat(depth);
    let _ = writeln!(text, "{indent}{}", record.display);
    for ((name, help), count) in record.statistics.iter().zip(counts) {
        let _ = writeln!(text, "{indent}  (S) {count} {name} - {help}");
    }
}
