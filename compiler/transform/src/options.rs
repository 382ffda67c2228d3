//! Typed options of passes: their records, and their values as text in MLIR's form.
//!
//! Invariant: the values of a pass are in the order of its records, each of the kind of its record.

mod integers;
mod split;

use std::borrow::Cow;

/// Text of a record: of the library, or of a plugin.
pub type Text = Cow<'static, str>;

/// What an option can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Bool,
    /// A number.
    Int,
    /// A number that is not negative.
    Uint,
    /// A number with a fraction.
    Float,
    /// A text.
    Text,
    /// One of these words, each with what it does.
    Choice(Vec<(Text, Text)>),
    /// Several of these, with commas.
    List(Box<Self>),
}

/// The value of an option.
#[derive(Clone, PartialEq, Debug)]
pub enum OptionValue {
    /// Of [`OptionKind::Bool`].
    Bool(bool),
    /// Of [`OptionKind::Int`].
    Int(i64),
    /// Of [`OptionKind::Uint`].
    Uint(u64),
    /// Of [`OptionKind::Float`].
    Float(f64),
    /// Of [`OptionKind::Text`], and the word of [`OptionKind::Choice`].
    Text(String),
    /// Of [`OptionKind::List`].
    List(Vec<Self>),
}

/// An option of a pass.
#[derive(Clone, PartialEq, Debug)]
pub struct OptionRecord {
    /// The name: `max-iterations`.
    pub name: Text,
    /// What it does.
    pub help: Text,
    /// What it can be.
    pub kind: OptionKind,
    /// The value unless another is given.
    pub default: OptionValue,
}

impl OptionRecord {
    /// An option that is on or off.
    pub fn bool(name: &'static str, default: bool, help: &'static str) -> Self {
        Self::new(name, OptionKind::Bool, OptionValue::Bool(default), help)
    }

    /// A number.
    pub fn int(name: &'static str, default: i64, help: &'static str) -> Self {
        Self::new(name, OptionKind::Int, OptionValue::Int(default), help)
    }

    /// A number that is not negative.
    pub fn uint(name: &'static str, default: u64, help: &'static str) -> Self {
        Self::new(name, OptionKind::Uint, OptionValue::Uint(default), help)
    }

    /// A number with a fraction.
    pub fn float(name: &'static str, default: f64, help: &'static str) -> Self {
        Self::new(name, OptionKind::Float, OptionValue::Float(default), help)
    }

    /// A text.
    pub fn text(name: &'static str, default: &str, help: &'static str) -> Self {
        Self::new(
            name,
            OptionKind::Text,
            OptionValue::Text(default.to_owned()),
            help,
        )
    }

    /// One of several words, each with what it does.
    pub fn choice(
        name: &'static str,
        words: &[(&'static str, &'static str)],
        default: &str,
        help: &'static str,
    ) -> Self {
        let words = words
            .iter()
            .map(|(word, help)| ((*word).into(), (*help).into()))
            .collect();
        let default = OptionValue::Text(default.to_owned());
        Self::new(name, OptionKind::Choice(words), default, help)
    }

    /// A list without values.
    pub fn list(name: &'static str, of: OptionKind, help: &'static str) -> Self {
        Self::new(
            name,
            OptionKind::List(Box::new(of)),
            OptionValue::List(Vec::new()),
            help,
        )
    }

    fn new(name: &'static str, kind: OptionKind, default: OptionValue, help: &'static str) -> Self {
        Self {
            name: name.into(),
            help: help.into(),
            kind,
            default,
        }
    }
}

/// The value of an option, by its name.
#[derive(Clone, PartialEq, Debug)]
struct Setting {
    name: Text,
    value: OptionValue,
    /// Whether it was given, and is not the default.
    is_given: bool,
}

/// The values of a pass's options.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    values: Vec<Setting>,
}

impl Options {
    /// The default values of records.
    pub fn defaults(records: &[OptionRecord]) -> Self {
        let values = records.iter().map(|each| Setting {
            name: each.name.clone(),
            value: each.default.clone(),
            is_given: false,
        });
        Self {
            values: values.collect(),
        }
    }

    /// Reads options: `max-iterations=10 top-down=true`. A list that is given several times has the elements of all.
    ///
    /// # Errors
    /// An option is unknown, or has a value of another kind.
    pub fn parse(records: &[OptionRecord], text: &str) -> Result<Self, String> {
        let mut options = Self::defaults(records);
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let (name, value, after) = split::next_argument(rest);
            let Some(index) = records.iter().position(|record| record.name == name) else {
                return Err(format!("<Pass-Options-Parser>: no such option {name}\n"));
            };
            let value = parse_value(&records[index].kind, value)
                .map_err(|error| format!("for the --{name} option: {error}"))?;
            options.values[index].give(value);
            rest = after.trim_start();
        }
        Ok(options)
    }

    /// Sets the value of an option.
    ///
    /// # Errors
    /// There is no such option.
    pub fn set(&mut self, name: &str, value: OptionValue) -> Result<(), String> {
        let found = self.values.iter_mut().find(|each| each.name == name);
        let setting = found.ok_or_else(|| format!("no such option {name}"))?;
        (setting.value, setting.is_given) = (value, true);
        Ok(())
    }

    /// The names and values.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &OptionValue)> {
        self.values.iter().map(|each| (&*each.name, &each.value))
    }

    /// The value of an option.
    ///
    /// # Panics
    /// The record of the pass has no such option.
    pub fn get(&self, name: &str) -> &OptionValue {
        let found = self.values.iter().find(|each| each.name == name);
        &found
            .unwrap_or_else(|| panic!("the pass has no option '{name}'"))
            .value
    }

    /// The value of an option that is on or off.
    ///
    /// # Panics
    /// There is no such option of this kind.
    pub fn bool(&self, name: &str) -> bool {
        match self.get(name) {
            OptionValue::Bool(value) => *value,
            other => panic!("option '{name}' is no boolean but {other:?}"),
        }
    }

    /// The value of an option that is a number.
    ///
    /// # Panics
    /// There is no such option of this kind.
    pub fn int(&self, name: &str) -> i64 {
        match self.get(name) {
            OptionValue::Int(value) => *value,
            OptionValue::Uint(value) => i64::try_from(*value).unwrap_or(i64::MAX),
            other => panic!("option '{name}' is no integer but {other:?}"),
        }
    }

    /// The value of an option that is a text or a word.
    ///
    /// # Panics
    /// There is no such option of this kind.
    pub fn text(&self, name: &str) -> &str {
        match self.get(name) {
            OptionValue::Text(value) => value,
            other => panic!("option '{name}' is no text but {other:?}"),
        }
    }

    /// The values of an option that is a list of texts.
    ///
    /// # Panics
    /// There is no such option of this kind.
    pub fn texts(&self, name: &str) -> Vec<String> {
        match self.get(name) {
            OptionValue::List(values) => {
                let text = |value: &OptionValue| match value {
                    OptionValue::Text(text) => text.clone(),
                    other => print_value(other),
                };
                values.iter().map(text).collect()
            }
            other => panic!("option '{name}' is no list but {other:?}"),
        }
    }

    /// The values of an option that is a list of numbers.
    ///
    /// # Panics
    /// There is no such option of this kind.
    pub fn ints(&self, name: &str) -> Vec<i64> {
        match self.get(name) {
            OptionValue::List(values) => {
                let number = |value: &OptionValue| match value {
                    OptionValue::Int(value) => *value,
                    OptionValue::Uint(value) => i64::try_from(*value).unwrap_or(i64::MAX),
                    other => panic!("option '{name}' has an element that is no integer: {other:?}"),
                };
                values.iter().map(number).collect()
            }
            other => panic!("option '{name}' is no list but {other:?}"),
        }
    }

    /// Prints all values in braces, sorted by name, as MLIR does: an empty list that was not given leaves its separator. Nothing if
    /// there are no options.
    pub fn print(&self, out: &mut String) {
        if self.values.is_empty() {
            return;
        }
        let mut sorted: Vec<&Setting> = self.values.iter().collect();
        sorted.sort_by(|first, second| first.name.cmp(&second.name));
        out.push('{');
        for (index, setting) in sorted.into_iter().enumerate() {
            if index > 0 {
                out.push(' ');
            }
            let is_empty = matches!(&setting.value, OptionValue::List(values) if values.is_empty());
            if setting.is_given || !is_empty {
                out.push_str(&setting.name);
                out.push('=');
                out.push_str(&print_value(&setting.value));
            }
        }
        out.push('}');
    }
}

impl Setting {
    fn give(&mut self, value: OptionValue) {
        match (&mut self.value, value) {
            (OptionValue::List(all), OptionValue::List(more)) if self.is_given => all.extend(more),
            (place, value) => *place = value,
        }
        self.is_given = true;
    }
}

/// The text of a value.
fn print_value(value: &OptionValue) -> String {
    match value {
        OptionValue::Bool(value) => value.to_string(),
        OptionValue::Int(value) => value.to_string(),
        OptionValue::Uint(value) => value.to_string(),
        // As `%e` of C.
        OptionValue::Float(value) => exponent_form(*value),
        OptionValue::Text(text) => {
            let quotes = text.find(['{', '\'', '"']).unwrap_or(usize::MAX);
            match text.find(' ') {
                Some(space) if space < quotes => format!("{{{text}}}"),
                _ => text.clone(),
            }
        }
        OptionValue::List(values) => {
            let values: Vec<String> = values.iter().map(print_value).collect();
            format!("{{{}}}", values.join(","))
        }
    }
}

/// A number as `1.500000e+00`.
fn exponent_form(value: f64) -> String {
    let text = format!("{value:.6e}");
    match text.split_once('e') {
        Some((digits, exponent)) => {
            let number: i32 = exponent.parse().unwrap_or(0);
            let sign = if number < 0 { '-' } else { '+' };
            format!("{digits}e{sign}{:02}", number.abs())
        }
        None => text,
    }
}

fn parse_value(kind: &OptionKind, text: Option<&str>) -> Result<OptionValue, String> {
    let required = || text.ok_or_else(|| "requires a value!".to_owned());
    let number = |text: &str, kind: &str| format!("'{text}' value invalid for {kind} argument!");
    Ok(match kind {
        OptionKind::Bool => OptionValue::Bool(match text.unwrap_or_default() {
            "" | "true" | "TRUE" | "True" | "1" => true,
            "false" | "FALSE" | "False" | "0" => false,
            other => {
                return Err(format!(
                    "'{other}' is invalid value for boolean argument! Try 0 or 1"
                ));
            }
        }),
        OptionKind::Int => {
            let text = required()?;
            OptionValue::Int(integers::signed(text).ok_or_else(|| number(text, "long"))?)
        }
        OptionKind::Uint => {
            let text = required()?;
            OptionValue::Uint(integers::unsigned(text).ok_or_else(|| number(text, "uint"))?)
        }
        OptionKind::Float => {
            let text = required()?;
            OptionValue::Float(text.parse().map_err(|_| number(text, "floating point"))?)
        }
        OptionKind::Text => OptionValue::Text(required()?.to_owned()),
        OptionKind::Choice(words) => {
            let text = required()?;
            if !words.iter().any(|(word, _)| word == text) {
                return Err(format!("Cannot find option named '{text}'!"));
            }
            OptionValue::Text(text.to_owned())
        }
        OptionKind::List(of) => {
            let parts = split::list(required()?);
            let values = parts.into_iter().map(|part| parse_value(of, Some(part)));
            OptionValue::List(values.collect::<Result<_, _>>()?)
        }
    })
}
