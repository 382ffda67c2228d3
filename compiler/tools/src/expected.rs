//! Comments that list the diagnostics a text must cause: `// expected-error@+1 {{message}}`.
//!
//! A comment is fulfilled by a diagnostic of its severity on its line whose message contains its text. `@+n`, `@-n`,
//! `@above` and `@below` move the line, `@unknown` is for diagnostics without one; `expected-error-re` takes the text
//! between `{{` and `}}` inside the text as a regular expression.

use regex_lite::Regex;
use tvmlike_ir::Severity;

use crate::diagnostics::{Report, excerpt, heading};
use crate::split::Part;

/// One comment.
struct Expected {
    severity: Severity,
    /// `None` for a diagnostic without a place.
    line: Option<usize>,
    text: String,
    pattern: Option<Regex>,
    /// Where the comment is.
    at: (usize, usize),
}

impl Expected {
    /// Whether a diagnostic about the text `name` is expected.
    fn is_met(&self, name: &str, report: &Report) -> bool {
        let line = match &report.place {
            Some((file, _, _)) if file != name => return false,
            place => place.as_ref().map(|(_, line, _)| *line),
        };
        self.severity == report.severity
            && self.line == line
            && match &self.pattern {
                Some(pattern) => pattern.is_match(&report.message),
                None => report.message.contains(&self.text),
            }
    }
}

/// The comments of a part of a text.
pub(crate) struct Expectations<'t> {
    text: &'t [u8],
    part: Part,
    expected: Vec<Expected>,
    errors: String,
}

impl<'t> Expectations<'t> {
    /// Reads the comments.
    pub(crate) fn read(name: &str, text: &'t [u8], part: Part) -> Self {
        let mut found = Self {
            text,
            part,
            expected: Vec::new(),
            errors: String::new(),
        };
        let comment = Regex::new(
            r"expected-(error|note|remark|warning)(-re)? *(@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}",
        )
        .expect("a valid pattern");
        let mut above = None;
        for (index, line) in text[part.start..part.end]
            .split(|&byte| byte == b'\n')
            .enumerate()
        {
            let number = part.line + index;
            let line = String::from_utf8_lossy(line);
            match comment.captures(&line) {
                Some(parts) => found.add(name, &parts, number, above),
                // `@above` is the last line that is no such comment, `@below` the next one.
                None => {
                    for expected in found.expected.iter_mut().filter(|e| e.line == Some(0)) {
                        expected.line = Some(number);
                    }
                    above = Some(number);
                }
            }
        }
        found
    }

    fn add(&mut self, name: &str, parts: &regex_lite::Captures<'_>, number: usize, above: Option<usize>) {
        let place = parts.get(4).map_or("", |place| place.as_str());
        let line = match place {
            "" => Some(number),
            "unknown" => None,
            "above" => Some(above.unwrap_or(number)),
            "below" => Some(0),
            offset => number.checked_add_signed(offset.parse().unwrap_or(0)),
        };
        let text = parts[5].to_owned();
        let column = parts.get(0).map_or(0, |all| all.start()) + 1;
        let pattern = match parts.get(2).map(|_| pattern(&text)) {
            Some(Ok(pattern)) => Some(pattern),
            Some(Err(error)) => {
                self.errors += &format!("{name}:{number}:{column}: error: invalid regex: {error}\n");
                self.errors += &excerpt(self.part.line(self.text, number), column, text.len());
                return;
            }
            None => None,
        };
        self.expected.push(Expected {
            severity: match &parts[1] {
                "error" => Severity::Error,
                "note" => Severity::Note,
                "remark" => Severity::Remark,
                _ => Severity::Warning,
            },
            line,
            text,
            pattern,
            at: (number, column),
        });
    }

    /// What differs between the comments and the diagnostics; "" if they agree.
    pub(crate) fn compare(mut self, name: &str, reports: &[Report]) -> String {
        let mut text = std::mem::take(&mut self.errors);
        for report in reports {
            for report in std::iter::once(report).chain(&report.notes) {
                let met = self
                    .expected
                    .iter()
                    .position(|expected| expected.is_met(name, report));
                match met {
                    Some(index) => drop(self.expected.remove(index)),
                    None => text += &self.unexpected(name, report),
                }
            }
        }
        for missing in &self.expected {
            let (line, column) = missing.at;
            text += &format!(
                "{name}:{line}:{column}: error: expected {} \"{}\" was not produced\n{}",
                missing.severity,
                missing.text,
                excerpt(self.part.line(self.text, line), column, missing.text.len())
            );
        }
        text
    }

    fn unexpected(&self, name: &str, report: &Report) -> String {
        let Report {
            severity, message, ..
        } = report;
        let shown = match &report.place {
            Some((file, line, column)) if file == name => {
                excerpt(self.part.line(self.text, *line), *column, 1)
            }
            _ => String::new(),
        };
        let heading = heading(report.place.as_ref());
        format!("{heading} error: unexpected {severity}: {message}\n{shown}")
    }
}

/// The expression of an `-re` comment: what stands between inner `{{` and `}}` is one, the rest is text.
fn pattern(text: &str) -> Result<Regex, regex_lite::Error> {
    let mut pattern = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((inner, behind)) = after.split_once("}}") else {
            break;
        };
        pattern += &regex_lite::escape(before);
        pattern += &format!("({inner})");
        rest = behind;
    }
    pattern += &regex_lite::escape(rest);
    Regex::new(&pattern)
}
