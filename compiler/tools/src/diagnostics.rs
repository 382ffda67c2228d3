//! Diagnostics as text: the place, the message, the line and a caret.

use std::sync::{Mutex, PoisonError};

use tvmlike_ir::{Context, Diagnostic, Location, LocationKind, Severity};

/// A diagnostic whose location is resolved.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) severity: Severity,
    pub(crate) message: String,
    /// The file, the line and the column, from 1; `None` where the location has none.
    pub(crate) place: Option<(String, usize, usize)>,
    pub(crate) notes: Vec<Report>,
}

/// Collects the diagnostics about one text.
pub(crate) struct Reporter {
    name: String,
    text: Vec<u8>,
    reports: Mutex<Vec<Report>>,
}

impl Reporter {
    pub(crate) fn new(name: &str, text: &[u8]) -> Self {
        Self {
            name: name.to_owned(),
            text: text.to_vec(),
            reports: Mutex::default(),
        }
    }

    pub(crate) fn take(&self, context: &Context, diagnostic: &Diagnostic) {
        let mut reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
        reports.push(report(context, diagnostic));
    }

    pub(crate) fn taken(&self) -> Vec<Report> {
        self.reports
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// All diagnostics as text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for report in self.taken() {
            for report in std::iter::once(&report).chain(&report.notes) {
                text.push_str(&self.line(report));
            }
        }
        text
    }

    fn line(&self, report: &Report) -> String {
        let heading = |file: &str, line: usize, column: usize| match column {
            0 => format!("{file}:{line}: {}: {}\n", report.severity, report.message),
            _ => format!(
                "{file}:{line}:{column}: {}: {}\n",
                report.severity, report.message
            ),
        };
        match &report.place {
            None => format!("<unknown>:0: {}: {}\n", report.severity, report.message),
            Some((file, line, column)) if *file == self.name => {
                heading(file, *line, *column) + &excerpt(&self.text, *line, *column)
            }
            Some((file, line, column)) => heading(file, *line, *column),
        }
    }
}

/// A line of a text with a caret below a column.
pub(crate) fn excerpt(text: &[u8], line: usize, column: usize) -> String {
    let Some(found) = text.split(|&byte| byte == b'\n').nth(line.wrapping_sub(1)) else {
        return String::new();
    };
    let found = String::from_utf8_lossy(found).replace('\t', " ");
    let before = column.saturating_sub(1);
    format!("{found}\n{:before$}^\n", "")
}

fn report(context: &Context, diagnostic: &Diagnostic) -> Report {
    Report {
        severity: diagnostic.severity,
        message: diagnostic.message.clone(),
        place: place(context, diagnostic.location),
        notes: diagnostic
            .notes
            .iter()
            .map(|note| report(context, note))
            .collect(),
    }
}

/// The first place of a file in a location.
fn place(context: &Context, location: Location) -> Option<(String, usize, usize)> {
    match location.kind(context) {
        LocationKind::FileRange {
            file,
            start_line,
            start_col,
            ..
        } => Some((
            file.text(context).into_owned(),
            start_line as usize,
            start_col as usize,
        )),
        LocationKind::Name { child, .. } => place(context, child),
        LocationKind::CallSite { callee, caller } => {
            place(context, callee).or_else(|| place(context, caller))
        }
        LocationKind::Fused { locations, .. } => locations.iter().find_map(|part| place(context, part)),
        _ => None,
    }
}
