//! An open document: its text, and what is known about each of its parts.
//!
//! Lines with `// -----` separate the parts, as for `--split-input-file`. Invariant: a part that an edit did not change is not
//! read again.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use serde_json::{Value, json};
use tvmlike_ir::{Context, Severity};

use super::analysis::{Analysis, Finding};
use super::positions::Text;
use super::protocol::{Change, Position, Range as PositionRange};
use crate::split::{MARKER, split};

/// What makes the contexts in which texts are read.
pub(crate) trait Contexts {
    /// A context for one more text.
    fn next(&mut self) -> Arc<Context>;
}

/// An open document.
pub(crate) struct Document {
    uri: String,
    pub(crate) version: i32,
    text: Text,
    /// Where the parts begin, and what is in them; outdated while `is_dirty`.
    parts: Vec<(usize, Analysis)>,
    pub(crate) is_dirty: bool,
}

impl Document {
    pub(crate) fn new(uri: String, version: i32, text: String) -> Self {
        Self {
            uri,
            version,
            text: Text::new(text),
            parts: Vec::new(),
            is_dirty: true,
        }
    }

    pub(crate) fn uri(&self) -> &str {
        &self.uri
    }

    pub(crate) fn edit(&mut self, version: i32, changes: &[Change]) {
        for change in changes {
            self.text.edit(change);
        }
        self.version = version;
        self.is_dirty = true;
    }

    /// Reads what changed.
    pub(crate) fn refresh(&mut self, contexts: &mut dyn Contexts) {
        if !self.is_dirty {
            return;
        }
        let old = std::mem::take(&mut self.parts).into_iter();
        let mut old: HashMap<String, Analysis> = old.map(|(_, part)| (part.text.clone(), part)).collect();
        let text = self.text.as_str();
        for part in split(text.as_bytes(), MARKER) {
            let inside = &text[part.start..part.end];
            let known = old.remove(inside);
            let analysis = known.unwrap_or_else(|| Analysis::new(contexts.next(), inside));
            self.parts.push((part.start, analysis));
        }
        self.is_dirty = false;
    }

    /// The part with a position, and the offset in it.
    pub(crate) fn part_at(&self, position: Position) -> Option<(&Analysis, Place<'_>, usize)> {
        let offset = self.text.offset(position);
        let index = self.parts.partition_point(|(start, _)| *start <= offset);
        let (start, analysis) = self.parts.get(index.checked_sub(1)?)?;
        // In the line that separates parts there is nothing.
        let inside = offset - start;
        let place = Place {
            document: self,
            start: *start,
        };
        (inside <= analysis.text.len()).then_some((analysis, place, inside))
    }

    pub(crate) fn diagnostics(&self) -> Vec<Value> {
        let mut all = Vec::new();
        for (start, analysis) in &self.parts {
            let place = Place {
                document: self,
                start: *start,
            };
            all.extend(analysis.findings.iter().map(|finding| place.diagnostic(finding)));
        }
        all
    }
}

/// Converts offsets in a part of a document.
pub(crate) struct Place<'d> {
    document: &'d Document,
    start: usize,
}

impl Place<'_> {
    pub(crate) fn range(&self, range: Range<usize>) -> PositionRange {
        let whole = range.start + self.start..range.end + self.start;
        self.document.text.range(whole)
    }

    pub(crate) fn location(&self, range: Range<usize>) -> Value {
        json!({ "uri": self.document.uri, "range": self.range(range) })
    }

    fn diagnostic(&self, finding: &Finding) -> Value {
        let severity = match finding.severity {
            Severity::Error => 1,
            Severity::Warning => 2,
            Severity::Remark => 3,
            Severity::Note => 4,
        };
        let mut diagnostic = json!({
            "range": self.range(finding.range.clone()),
            "severity": severity,
            "source": "tvmlike",
            "message": finding.message,
        });
        if !finding.notes.is_empty() {
            let note = |(range, message): &(Range<usize>, String)| json!({ "location": self.location(range.clone()), "message": message });
            diagnostic["relatedInformation"] = finding.notes.iter().map(note).collect();
        }
        diagnostic
    }
}
