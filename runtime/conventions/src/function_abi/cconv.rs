//! IREE's calling-convention strings, `0iIfF_r`: the types of the arguments and results of a VM function.
//!
//! A string is a version digit, the letters of the arguments, `_` and the letters of the results: `i` and `I` are integers
//! of 32 and 64 bits, `f` and `F` floats of 32 and 64, `r` is a reference, `C…D` a tuple that repeats. A single `v` means
//! none. Invariant: a [`Cconv`] holds valid letters only.

use serde_json::{Value, json};
use tvmlike_runtime::{Error, Result};
use tvmlike_syntax::{ErrorKind, Span, SyntaxError};

use crate::text::refuse;

use super::record::{Record, Returned};
use super::scalar::Scalar;
use super::types::Type;

/// A parsed calling-convention string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cconv {
    /// The letters of the arguments; empty if there are none.
    pub arguments: String,
    /// The letters of the results.
    pub results: String,
}

impl Cconv {
    /// Parses a string.
    ///
    /// # Errors
    /// NotImplementedError for a version other than 0. ValueError for an unknown letter, and for a repeated tuple that is
    /// nested, not closed or among the results.
    pub fn parse(text: &str) -> Result<Self> {
        const WHAT: &str = "calling convention";
        let Some(rest) = text.strip_prefix('0') else {
            return match text.chars().next() {
                None => Ok(Self {
                    arguments: String::new(),
                    results: String::new(),
                }),
                Some(version) => {
                    let message = format!("unsupported version `{version}`; supported: 0");
                    Err(error_at(WHAT, text, 0, ErrorKind::Unsupported, message))
                }
            };
        };
        let (arguments, results) = rest.split_once('_').unwrap_or((rest, ""));
        let letters = |start: usize, fragment: &str, spans: bool| {
            check(fragment, spans)
                .map_err(|(at, why)| error_at(WHAT, text, start + at, ErrorKind::Invalid, why))?;
            Ok::<_, Error>(if fragment == "v" {
                String::new()
            } else {
                fragment.to_owned()
            })
        };
        Ok(Self {
            arguments: letters(1, arguments, true)?,
            results: letters(text.len() - results.len(), results, false)?,
        })
    }

    /// Whether the number of arguments varies from call to call.
    pub fn is_variadic(&self) -> bool {
        self.arguments.contains('C')
    }

    /// The numbers of arguments and results.
    ///
    /// # Errors
    /// ValueError if the number of arguments varies from call to call.
    pub fn count(&self) -> Result<(usize, usize)> {
        if self.is_variadic() {
            return Err(Error::value_error(format!(
                "calling convention 0{} is variadic, so the number of arguments is not fixed",
                self.arguments
            )));
        }
        Ok((self.arguments.len(), self.results.len()))
    }

    /// The record of a function with this convention.
    ///
    /// # Errors
    /// ValueError if a repeated tuple is not the last argument.
    pub fn record(&self) -> Result<Value> {
        let (fixed, span) = match self.arguments.split_once('C') {
            Some((fixed, rest)) => {
                let Some(span) = rest.strip_suffix('D').filter(|span| !span.contains('C')) else {
                    return Err(Error::value_error(format!(
                        "calling convention 0{}: only the last argument may repeat",
                        self.arguments
                    )));
                };
                (fixed, Some(span))
            }
            None => (&*self.arguments, None),
        };
        let types = |letters: &str| -> Vec<Value> { letters.chars().map(type_of).collect() };
        let mut record = json!({ "a": types(fixed), "r": types(&self.results) });
        if let Some(span) = span {
            let mut tuple = types(span);
            tuple.insert(0, "stuple".into());
            record["variadic"] = Value::Array(tuple);
        }
        Ok(record)
    }
}

fn type_of(letter: char) -> Value {
    match letter {
        'i' => "i32".into(),
        'I' => "i64".into(),
        'f' => "f32".into(),
        'F' => "f64".into(),
        _ => json!(["optional", ["object", "runtime.Object"]]),
    }
}

/// The error at an offset of a text, which `what` names.
#[cold]
fn error_at(what: &str, text: &str, offset: usize, kind: ErrorKind, message: impl Into<String>) -> Error {
    let start = u32::try_from(offset).unwrap_or(u32::MAX);
    let span = Span { start, end: start };
    refuse(what, &SyntaxError::new(kind, text.as_bytes(), span, message))
}

/// Fails with an offset and a message unless a fragment is valid.
fn check(fragment: &str, spans: bool) -> Result<(), (usize, &'static str)> {
    if fragment == "v" {
        return Ok(());
    }
    let mut open = None;
    for (at, letter) in fragment.char_indices() {
        match letter {
            'i' | 'I' | 'f' | 'F' | 'r' => {}
            'C' if !spans => return Err((at, "a result must not repeat")),
            'C' if open.is_some() => return Err((at, "repeated tuples must not be nested")),
            'C' => open = Some(at),
            'D' => match open.take() {
                Some(start) if start + 1 < at => {}
                Some(start) => return Err((start, "a repeated tuple must not be empty")),
                None => return Err((at, "`D` without `C`")),
            },
            _ => return Err((at, "unknown letter; supported: i, I, f, F, r, C and D")),
        }
    }
    match open {
        Some(at) => Err((at, "`C` without `D`")),
        None => Ok(()),
    }
}

/// The size in bytes of the values of a fragment, as the VM lays them out. `segments` has one entry per argument: how often
/// its tuple repeats. Entries of arguments that do not repeat are ignored.
///
/// Values are aligned to their size, references (16 bytes) to 8. A repeated tuple is a 32-bit count followed by its
/// elements. The whole is padded to the largest alignment in it.
///
/// # Errors
/// ValueError for an invalid fragment, a repeated tuple without an entry, and a size beyond the address space.
pub fn size(fragment: &str, segments: &[u32]) -> Result<usize> {
    check(fragment, true).map_err(|(at, why)| {
        error_at(
            "calling convention fragment",
            fragment,
            at,
            ErrorKind::Invalid,
            why,
        )
    })?;
    if fragment == "v" {
        return Ok(0);
    }
    let too_large = || Error::value_error(format!("calling convention fragment {fragment:?}: size overflow"));
    let mut layout = Layout { end: 0, align: 1 };
    let (mut rest, mut position) = (fragment, 0);
    while let Some(letter) = rest.chars().next() {
        if letter != 'C' {
            layout.add(letter).ok_or_else(too_large)?;
            rest = &rest[1..];
        } else {
            let end = rest.find('D').unwrap_or(rest.len() - 1);
            let Some(&count) = segments.get(position) else {
                return Err(Error::value_error(format!(
                    "calling convention fragment {fragment:?}: missing segment sizes: got {}, but argument {position} \
                     repeats",
                    segments.len()
                )));
            };
            layout.add_span(&rest[1..end], count).ok_or_else(too_large)?;
            rest = &rest[end + 1..];
        }
        position += 1;
    }
    layout.padded(layout.align).ok_or_else(too_large)
}

struct Layout {
    end: usize,
    align: usize,
}

impl Layout {
    fn padded(&self, align: usize) -> Option<usize> {
        self.end.checked_next_multiple_of(align)
    }

    fn add(&mut self, letter: char) -> Option<()> {
        let (size, align) = size_of_letter(letter);
        self.end = self.padded(align)?.checked_add(size)?;
        self.align = self.align.max(align);
        Some(())
    }

    fn add_span(&mut self, letters: &str, count: u32) -> Option<()> {
        self.add('i')?;
        let align = letters.chars().map(|letter| size_of_letter(letter).1).max()?;
        self.end = self.padded(align)?;
        self.align = self.align.max(align);
        // The padding of a tuple depends on its start modulo 8, which alternates between two values from the third tuple
        // on. So pairs of tuples have a constant size.
        let tuple = |layout: &mut Self| letters.chars().try_for_each(|letter| layout.add(letter));
        let single = count.min(2) + (count.saturating_sub(2)) % 2;
        for _ in 0..single {
            tuple(self)?;
        }
        let pairs = (count - single) as usize / 2;
        let start = self.end;
        if pairs > 0 {
            tuple(self)?;
            tuple(self)?;
            self.end = start.checked_add((self.end - start).checked_mul(pairs)?)?;
        }
        Some(())
    }
}

/// Size and alignment.
fn size_of_letter(letter: char) -> (usize, usize) {
    match letter {
        'I' | 'F' => (8, 8),
        'r' => (16, 8),
        _ => (4, 4),
    }
}

/// The string for a record.
///
/// # Errors
/// ValueError for a malformed record, and for one with `out` results, which have no letter.
pub fn of_record(text: &str) -> Result<String> {
    let record = Record::parse(text, "a calling convention")?;
    let arguments: Vec<&Type> = record.slots.iter().map(|slot| &slot.ty).collect();
    if record.results.iter().any(|one| matches!(one, Returned::Out(..))) {
        return Err(Error::value_error(
            "a calling convention cannot express \"out\" results",
        ));
    }
    let letters = |types: &[&Type]| -> String { types.iter().map(|ty| letter_of(ty)).collect() };
    let mut made = letters(&arguments);
    if let Some(types) = &record.variadic {
        made.push('C');
        made.extend(types.iter().map(letter_of));
        made.push('D');
    }
    let or_nothing = |letters: String| {
        if letters.is_empty() {
            "v".to_owned()
        } else {
            letters
        }
    };
    let results = letters(&record.native_results());
    Ok(format!("0{}_{}", or_nothing(made), or_nothing(results)))
}

/// The letter of a type: integers of up to 32 bits, and the bits of 16-bit floats, are passed as `i`.
fn letter_of(ty: &Type) -> char {
    match ty {
        Type::Scalar(Scalar::Int { bits: 64, .. }) => 'I',
        Type::Scalar(Scalar::Bool | Scalar::Int { .. } | Scalar::F16 | Scalar::Bf16) => 'i',
        Type::Scalar(Scalar::F32) => 'f',
        Type::Scalar(Scalar::F64) => 'F',
        _ => 'r',
    }
}
