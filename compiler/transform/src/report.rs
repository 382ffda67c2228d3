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

const LINE: &str = "===-------------------------------------------------------------------------===\n";

fn heading(title: &str) -> String {
    let indent = (80_usize.saturating_sub(title.len())) / 2;
    format!("{LINE}{}{title}\n{LINE}", " ".repeat(indent.saturating_sub(1)))
}

impl Pipeline {
    /// The time that the passes took, of `total`, as MLIR reports it.
    pub fn time_report(&self, total: Duration, display: Display) -> String {
        let mut rows = Vec::new();
        match display {
            Display::Tree => self.time_rows(0, &mut rows),
            Display::List => {
                for pass in self.passes() {
                    let name = pass.record().display.to_string();
                    match rows.iter_mut().find(|(_, other)| *other == name) {
                        Some((time, _)) => *time += pass.time(),
                        None => rows.push((pass.time(), name)),
                    }
                }
                rows.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
            }
        }
        let spent: Duration = self.steps.iter().map(time_of).sum();
        rows.push((total.saturating_sub(spent), "Rest".to_owned()));
        rows.push((total, "Total".to_owned()));
        let mut text = heading("... Execution time report ...");
        let seconds = total.as_secs_f64();
        let _ = write!(
            text,
            "  Total Execution Time: {seconds:.4} seconds\n\n  ----Wall Time----  ----Name----\n"
        );
        for (time, name) in rows {
            let share = if seconds > 0.0 {
                100.0 * time.as_secs_f64() / seconds
            } else {
                0.0
            };
            let _ = writeln!(text, "  {:8.4} ({share:5.1}%)  {name}", time.as_secs_f64());
        }
        text
    }

    fn time_rows(&self, depth: usize, rows: &mut Vec<(Duration, String)>) {
        let indent = "  ".repeat(depth);
        for step in &self.steps {
            match step {
                Step::Pass(pass) => rows.push((pass.time(), format!("{indent}{}", pass.record().display))),
                Step::Nested(nested) => {
                    rows.push((time_of(step), format!("{indent}'{}' Pipeline", nested.anchor())));
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
