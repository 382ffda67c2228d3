//! Diagnostics as text: the place, the message, the line and a caret.

use std::sync::{Arc, Mutex, PoisonError};

use tvmlike_ir::{Context, Diagnostic, Location, LocationKind, Severity};
use tvmlike_text::location_to_string;

use crate::split::Part;

/// A diagnostic that can be read without its context.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) severity: Severity,
    pub(crate) message: String,
    /// The file, the line and the column, from 1; `None` where the location has none.
    pub(crate) place: Option<(String, usize, usize)>,
    /// The text of a location without a place: `loc("name"): `.
    location_text: String,
    /// The places from which the place was called, as notes.
    calls: Vec<Report>,
    pub(crate) notes: Vec<Report>,
    /// To compare with other reports.
    location: Location,
}

/// The length of all diagnostics from which on no line of the text is shown: many about one long line would fill the
/// memory.
const MOST_WITH_EXCERPTS: usize = 64 << 20;

/// From so many diagnostics on, all lines of the text are found at once.
const MANY: usize = 16;

/// Collects the diagnostics about a part of a text.
pub(crate) struct Reporter {
    name: String,
    text: Arc<Vec<u8>>,
    part: Part,
    reports: Mutex<Vec<Report>>,
}

impl Reporter {
    pub(crate) fn new(name: &str, text: &Arc<Vec<u8>>, part: Part) -> Self {
        Self {
            name: name.to_owned(),
            text: Arc::clone(text),
            part,
            reports: Mutex::default(),
        }
    }

    pub(crate) fn take(&self, context: &Context, diagnostic: &Diagnostic) {
        let mut report = report(context, diagnostic);
        report.calls = calls(context, diagnostic.location);
        let mut reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
        reports.push(report);
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
        let reports = self.taken();
        let lines: Option<Vec<&[u8]>> =
            (reports.len() >= MANY).then(|| self.text.split(|&byte| byte == b'\n').collect());
        for report in reports {
            let all = std::iter::once(&report).chain(&report.calls).chain(&report.notes);
            let mut last = None;
            for report in all {
                let with_excerpt = last != Some(report.location) && text.len() < MOST_WITH_EXCERPTS;
                self.write(&mut text, report, with_excerpt.then_some(&lines));
                last = Some(report.location);
            }
        }
        text
    }

    /// Appends a diagnostic, with the line that it is about unless `lines` is `None`: for notes about the same place. `lines`
    /// contains the lines of the text if they are known.
    fn write(&self, text: &mut String, report: &Report, lines: Option<&Option<Vec<&[u8]>>>) {
        text.push_str(&heading(report.place.as_ref()));
        text.push_str(&format!(
            " {}: {}{}\n",
            report.severity, report.location_text, report.message
        ));
        if let Some((file, line, column)) = &report.place
            && *file == self.name
            && let Some(lines) = lines
        {
            let line = match lines {
                Some(lines) => lines.get(line.wrapping_sub(1)).copied(),
                None => self.part.line(&self.text, *line),
            };
            text.push_str(&excerpt(line, *column, 1));
        }
    }
}

/// `file:line:column:`.
pub(crate) fn heading(place: Option<&(String, usize, usize)>) -> String {
    match place {
        None => "<unknown>:0:".to_owned(),
        Some((file, line, column)) => format!("{file}:{line}:{column}:"),
    }
}

/// Columns from one tab stop to the next.
const TAB: usize = 8;

/// A line with `^~~` of some width below a column; nothing if there is no such place. As in LLVM, a line with other
/// characters than ASCII has no caret, because their width is not known.
pub(crate) fn excerpt(line: Option<&[u8]>, column: usize, width: usize) -> String {
    let Some(found) = line else {
        return String::new();
    };
    if column == 0 || column > found.len() + 1 {
        return String::new();
    }
    let (mut shown, mut caret) = (Vec::new(), 0);
    for (index, &byte) in found.iter().chain(b" ").enumerate() {
        if index + 1 == column {
            caret = shown.len();
        }
        match byte {
            b'\t' => shown.resize((shown.len() / TAB + 1) * TAB, b' '),
            byte => shown.push(byte),
        }
    }
    shown.pop();
    let shown = String::from_utf8_lossy(&shown);
    match found.is_ascii() {
        // A width in a format string is at most 65,535.
        true => {
            let (indent, rest) = (" ".repeat(caret), "~".repeat(width.saturating_sub(1)));
            format!(
                "{shown}
{indent}^{rest}
"
            )
        }
        false => format!("{shown}\n"),
    }
}

fn report(context: &Context, diagnostic: &Diagnostic) -> Report {
    let location = diagnostic.location;
    let place = location.file_position(context).map(|at| {
        (
            at.file.text(context).into_owned(),
            at.line as usize,
            at.column as usize,
        )
    });
    let location_text = match (&place, location.kind(context)) {
        (None, kind) if !matches!(kind, LocationKind::Unknown) => {
            match location_to_string(context, location) {
                Ok(text) => format!("{text}: "),
                Err(error) => format!("<<{error}>>: "),
            }
        }
        _ => String::new(),
    };
    Report {
        severity: diagnostic.severity,
        message: diagnostic.message.clone(),
        place,
        location_text,
        calls: Vec::new(),
        notes: diagnostic
            .notes
            .iter()
            .map(|note| report(context, note))
            .collect(),
        location,
    }
}

/// The most callers that are shown.
const CALLERS: usize = 10;

/// A note for each caller in a location, the innermost first.
fn calls(context: &Context, location: Location) -> Vec<Report> {
    std::iter::successors(caller(context, location), |location| caller(context, *location))
        .take(CALLERS)
        .map(|caller| report(context, &Diagnostic::new(Severity::Note, caller, "called from")))
        .collect()
}

/// The caller of the first call in a location.
fn caller(context: &Context, location: Location) -> Option<Location> {
    let mut pending = vec![location];
    while let Some(location) = pending.pop() {
        match location.kind(context) {
            LocationKind::CallSite { caller, .. } => return Some(caller),
            LocationKind::Name { child, .. } => pending.push(child),
            LocationKind::Fused { locations, .. } => pending.extend(locations.iter().rev()),
            _ => {}
        }
    }
    None
}
