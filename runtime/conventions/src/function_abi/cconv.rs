//! IREE's calling-convention strings, `0iIfF_r`: what a function of its VM takes and returns, type by type.
//!
//! A version digit, the letters of the arguments, and behind `_` those of the results: `i` and `I` are integers of 32 and
//! 64 bits, `f` and `F` floats of 32 and 64, `r` is a reference; `C…D` is a tuple that repeats. A lone `v` is nothing.
//! Invariant: a [`Cconv`] holds valid letters only.

use serde_json::{Value, json};
use tvmlike_runtime::{Error, Result};

use super::record::{Record, Returned};
use super::scalar::Scalar;
use super::types::Type;

/// A calling-convention string that was parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cconv {
    /// The letters of the arguments; empty where there are none.
    pub arguments: String,
    /// The letters of the results.
    pub results: String,
}

impl Cconv {
    /// Parses a string.
    ///
    /// # Errors
    /// NotImplementedError for another version than 0, ValueError for a letter that is none and for spans that nest, do
    /// not end, or stand among results.
    pub fn parse(text: &str) -> Result<Self> {
        let Some(rest) = text.strip_prefix('0') else {
            return match text.chars().next() {
                None => Ok(Self {
                    arguments: String::new(),
                    results: String::new(),
                }),
                Some(version) => Err(Error::not_implemented(format!(
                    "the calling convention {text:?}: version {version:?} is not known, only 0 is"
                ))),
            };
        };
        let (arguments, results) = rest.split_once('_').unwrap_or((rest, ""));
        let letters = |fragment: &str, spans: bool| {
            check(fragment, spans).map_err(|(at, why)| {
                Error::value_error(format!(
                    "the calling convention {text:?}: {:?} {why}",
                    &fragment[at..]
                ))
            })?;
            Ok::<_, Error>(if fragment == "v" {
                String::new()
            } else {
                fragment.to_owned()
            })
        };
        Ok(Self {
            arguments: letters(arguments, true)?,
            results: letters(results, false)?,
        })
    }

    /// Whether the number of arguments differs from call to call.
    pub fn is_variadic(&self) -> bool {
        self.arguments.contains('C')
    }

    /// How many arguments and results there are.
    ///
    /// # Errors
    /// ValueError where the number of arguments differs from call to call.
    pub fn count(&self) -> Result<(usize, usize)> {
        if self.is_variadic() {
            return Err(Error::value_error(format!(
                "the calling convention 0{} is variadic: its arguments have no fixed number",
                self.arguments
            )));
        }
        Ok((self.arguments.len(), self.results.len()))
    }

    /// The record of a function of this convention.
    ///
    /// # Errors
    /// ValueError where a tuple that repeats is not the last of the arguments.
    pub fn record(&self) -> Result<Value> {
        let (fixed, span) = match self.arguments.split_once('C') {
            Some((fixed, rest)) => {
                let Some(span) = rest.strip_suffix('D').filter(|span| !span.contains('C')) else {
                    return Err(Error::value_error(format!(
                        "the calling convention 0{}: only the last of the arguments may repeat",
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

/// Fails with a place and a reason where a fragment is not valid.
fn check(fragment: &str, spans: bool) -> Result<(), (usize, &'static str)> {
    if fragment == "v" {
        return Ok(());
    }
    let mut open = None;
    for (at, letter) in fragment.char_indices() {
        match letter {
            'i' | 'I' | 'f' | 'F' | 'r' => {}
            'C' if !spans => return Err((at, "repeats, which no result does")),
            'C' if open.is_some() => return Err((at, "nests in another tuple that repeats")),
            'C' => open = Some(at),
            'D' => match open.take() {
                Some(start) if start + 1 < at => {}
                Some(start) => return Err((start, "repeats nothing")),
                None => return Err((at, "ends a tuple that has not begun")),
            },
            _ => return Err((at, "begins with no letter of a type")),
        }
    }
    match open {
        Some(at) => Err((at, "does not end with D")),
        None => Ok(()),
    }
}

/// How many bytes the values of a fragment take, as the VM lays them out. `segments` says of each argument how often its
/// tuple repeats; what stands there for one that does not repeat is not looked at.
///
/// Values are aligned to their size, references (16 bytes) to 8; a tuple that repeats is a 32-bit count and its elements,
/// one behind the other; the whole is padded to the largest alignment in it.
///
/// # Errors
/// ValueError for a fragment that is not valid, a tuple without its number, and a size that is too large.
pub fn size(fragment: &str, segments: &[u32]) -> Result<usize> {
    if let Err((at, why)) = check(fragment, true) {
        let rest = &fragment[at..];
        return Err(Error::value_error(format!(
            "the fragment {fragment:?}: {rest:?} {why}"
        )));
    }
    if fragment == "v" {
        return Ok(0);
    }
    let too_large = || Error::value_error(format!("the fragment {fragment:?} is too large"));
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
                    "the fragment {fragment:?}: missing segment sizes: {} are given, and argument {position} repeats",
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
        // Where a tuple begins, modulo 8, decides where the next one does, and there are two such places: from the third
        // tuple on they come in turn, so pairs of them take the same room.
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
/// ValueError for a record that is malformed, or has something that no letter stands for.
pub fn of_record(text: &str) -> Result<String> {
    let record = Record::parse(text, "a calling convention")?;
    let arguments: Vec<&Type> = record.slots.iter().map(|slot| &slot.ty).collect();
    if record.results.iter().any(|one| matches!(one, Returned::Out(..))) {
        return Err(Error::value_error(
            "a calling convention has no letter for what a function writes to",
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

/// The letter of a type: integers of 32 bits and less, and the bits of short floats, travel as `i`.
fn letter_of(ty: &Type) -> char {
    match ty {
        Type::Scalar(Scalar::Int { bits: 64, .. }) => 'I',
        Type::Scalar(Scalar::Bool | Scalar::Int { .. } | Scalar::F16 | Scalar::Bf16) => 'i',
        Type::Scalar(Scalar::F32) => 'f',
        Type::Scalar(Scalar::F64) => 'F',
        _ => 'r',
    }
}
