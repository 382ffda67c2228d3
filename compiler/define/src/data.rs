//! Reads data files: a dialect as lines of text. The form is described in `compiler/dialects/data/README.md`.
//!
//! Invariant: what was read refers only to constraints and attributes that were read before.

mod line;
mod parts;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use line::Line;
use memchr::memchr;
use parts::{read_constraint, read_dialect_line, read_enum, read_operation, read_symbol, read_symbol_part};

use crate::constraint::ConstraintId;
use crate::record::{Arity, AttributeRecord, Default, DialectRecord, EnumCase, OpRecord, RegionRecord};
use crate::record::{SuccessorRecord, TraitRecord, ValueRecord};

/// Why a data file was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataError {
    /// The line, from 1 on.
    pub line: usize,
    /// What is wrong in it.
    pub message: String,
}

impl std::fmt::Display for DataError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for DataError {}

/// What was read of a line, or why it is refused.
type Read<T> = Result<T, String>;

/// The length of a short operation in a data file, in bytes.
const OPERATION_LENGTH: usize = 512;

/// Reads a dialect.
///
/// # Errors
/// The text is no data file; the error names the line.
pub fn read_dialect(text: &str) -> Result<DialectRecord, DataError> {
    let mut reader = Reader::default();
    reader.dialect.operations.reserve(text.len() / OPERATION_LENGTH);
    let mut lines = Lines { text, number: 0 };
    loop {
        let before = lines.number;
        if let Some(traits) = lines.traits() {
            let mut list = Lines {
                text: traits,
                number: before,
            };
            reader.traits(&mut list).map_err(|message| list.error(message))?;
        } else if let Some(line) = lines.next() {
            let content = line.trim_ascii_start();
            if !content.is_empty() && !content.starts_with("//") {
                reader.line(line).map_err(|message| lines.error(message))?;
            }
        } else {
            break;
        }
    }
    match reader.dialect.name.is_empty() {
        true => Err(DataError {
            line: 1,
            message: "expected 'dialect NAME'".to_owned(),
        }),
        false => Ok(reader.dialect),
    }
}

/// The lines of a text.
struct Lines<'t> {
    /// What remains.
    text: &'t str,
    /// How many were read.
    number: usize,
}

impl<'t> Lines<'t> {
    /// The lines with traits that come next.
    fn traits(&mut self) -> Option<&'t str> {
        let all = self.text;
        while is_trait(self.text) {
            self.next();
        }
        let length = all.len() - self.text.len();
        (length > 0).then(|| &all[..length])
    }

    /// What is wrong in the last line that was read.
    fn error(&self, message: String) -> DataError {
        DataError {
            line: self.number,
            message,
        }
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        if self.text.is_empty() {
            return None;
        }
        let end = memchr(b'\n', self.text.as_bytes());
        let line = &self.text[..end.unwrap_or(self.text.len())];
        self.text = end.map_or("", |end| &self.text[end + 1..]);
        self.number += 1;
        Some(line)
    }
}

/// Whether a text begins with the line of a trait.
fn is_trait(text: &str) -> bool {
    text.starts_with(' ') && text.trim_ascii_start().starts_with("trait ")
}

/// What indented lines belong to.
#[derive(Clone, Copy, core::default::Default)]
enum Within {
    #[default]
    Nothing,
    Enum,
    Type,
    Attribute,
    Operation,
}

#[derive(core::default::Default)]
struct Reader<'t> {
    dialect: DialectRecord,
    constraints: HashMap<&'t str, ConstraintId>,
    /// The lists of traits of operations that were read, by their lines.
    traits: HashMap<&'t str, Arc<[TraitRecord]>>,
    within: Within,
}

impl<'t> Reader<'t> {
    fn line(&mut self, text: &'t str) -> Read<()> {
        let mut line = Line::new(text);
        if line.is_indented() {
            self.part(&mut line)?;
            return line.end();
        }
        let keyword = line.word()?;
        if self.dialect.name.is_empty() != (keyword == "dialect") {
            return Err("expected one line 'dialect NAME', the first one".to_owned());
        }
        self.within = match keyword {
            "dialect" => {
                read_dialect_line(&mut self.dialect, &mut line)?;
                Within::Nothing
            }
            "enum" => {
                self.dialect.enums.push(read_enum(&mut line)?);
                Within::Enum
            }
            "type" => {
                self.dialect.types.push(read_symbol(&mut line)?);
                Within::Type
            }
            "attribute" => {
                self.dialect.attributes.push(read_symbol(&mut line)?);
                Within::Attribute
            }
            "constraint" => {
                let name = line.word()?;
                let id = ConstraintId(self.dialect.constraints.len() as u32);
                self.dialect.constraints.push(read_constraint(name, &mut line)?);
                if self.constraints.insert(name, id).is_some() {
                    return Err(format!("the constraint '{name}' is defined twice"));
                }
                Within::Nothing
            }
            "operation" => {
                let operation = read_operation(&self.dialect.name, &mut line)?;
                self.dialect.operations.push(operation);
                Within::Operation
            }
            other => return Err(format!("unknown keyword '{other}'")),
        };
        line.end()
    }

    /// Reads lines with traits of the last operation, type or attribute; those of an operation once for all that have the same.
    fn traits(&mut self, lines: &mut Lines<'t>) -> Read<()> {
        if !matches!(self.within, Within::Operation) {
            return lines.try_for_each(|line| self.line(line));
        }
        let list = match self.traits.entry(lines.text) {
            Entry::Occupied(known) => Arc::clone(known.get()),
            Entry::Vacant(new) => {
                let records = lines.map(|line| {
                    let mut line = Line::new(line);
                    line.word()?;
                    let record = line.trait_record()?;
                    line.end().map(|()| record)
                });
                Arc::clone(new.insert(records.collect::<Read<_>>()?))
            }
        };
        let last = self.dialect.operations.last_mut();
        let traits = &mut last.ok_or("'trait' does not belong here")?.traits;
        *traits = match traits.is_empty() {
            true => list,
            false => traits.iter().chain(&*list).cloned().collect(),
        };
        Ok(())
    }

    /// Reads a line that belongs to the last enum, type, attribute or operation.
    fn part(&mut self, line: &mut Line<'t>) -> Read<()> {
        let keyword = line.word()?;
        let misplaced = || format!("'{keyword}' does not belong here");
        match self.within {
            Within::Enum if keyword == "case" => {
                let keyword = line.string()?;
                let case = EnumCase {
                    value: line.number()?,
                    symbol: line.option("symbol")?.unwrap_or_else(|| keyword.clone()),
                    keyword,
                };
                let last = self.dialect.enums.last_mut().ok_or_else(misplaced)?;
                last.cases.push(case);
                Ok(())
            }
            Within::Type => {
                let last = self.dialect.types.last_mut().ok_or_else(misplaced)?;
                read_symbol_part(last, keyword, line)
            }
            Within::Attribute => {
                let last = self.dialect.attributes.last_mut().ok_or_else(misplaced)?;
                read_symbol_part(last, keyword, line)
            }
            Within::Operation => {
                let constraints = &self.constraints;
                let last = self.dialect.operations.last_mut().ok_or_else(misplaced)?;
                read_operation_part(last, constraints, keyword, line)
            }
            _ => Err(misplaced()),
        }
    }
}

/// A keyword and the number of things that it stands for: `operand`, `operand?`, `operand*`.
fn with_arity(keyword: &str) -> (&str, Arity) {
    if let Some(keyword) = keyword.strip_suffix('?') {
        (keyword, Arity::Optional)
    } else if let Some(keyword) = keyword.strip_suffix('*') {
        (keyword, Arity::Variadic)
    } else {
        (keyword, Arity::One)
    }
}

/// A name, which is `_` for nothing.
fn name(word: &str) -> Box<str> {
    if word == "_" { "" } else { word }.into()
}

fn read_operation_part<'t>(
    op: &mut OpRecord,
    constraints: &HashMap<&'t str, ConstraintId>,
    keyword: &str,
    line: &mut Line<'t>,
) -> Read<()> {
    let (keyword, arity) = with_arity(keyword);
    let find = |name: &str| {
        let id = constraints.get(name).copied();
        id.ok_or_else(|| format!("no constraint '{name}' is defined before"))
    };
    match keyword {
        "operand" | "result" => {
            let name = name(line.word()?);
            let constraint = find(line.word()?)?;
            let arity = match line.option("groups")? {
                None => arity,
                Some(sizes) => {
                    let number = op.attributes.iter().position(|each| *each.name == *sizes);
                    let number = number.ok_or_else(|| format!("no attribute '{sizes}' is defined before"))?;
                    Arity::Groups(number as u32)
                }
            };
            let values = match keyword {
                "operand" => &mut op.operands,
                _ => &mut op.results,
            };
            values.push(ValueRecord {
                name,
                constraint,
                arity,
            });
        }
        "attribute" => op.attributes.push(AttributeRecord {
            name: line.word()?.into(),
            constraint: find(line.word()?)?,
            is_optional: arity == Arity::Optional,
            default: match line.option("default")? {
                None => Default::None,
                Some(text) if &*text == "unknown" => Default::Unknown,
                Some(text) => Default::Text(text),
            },
            position: match line.option("at")? {
                None => 0,
                Some(number) => number.parse().map_err(|_| format!("'{number}' is no number"))?,
            },
        }),
        "region" => op.regions.push(RegionRecord {
            name: name(line.word()?),
            arity,
            blocks: line.blocks()?,
        }),
        "successor" => op.successors.push(SuccessorRecord {
            name: name(line.word()?),
            arity,
        }),
        other => return Err(format!("unknown part '{other}' of an operation")),
    }
    Ok(())
}
