//! One line of a data file: words, strings, options and predicates, separated by spaces.

use super::Read;
use crate::constraint::{Argument, Predicate};
use crate::record::{Blocks, TraitRecord};

/// The nesting of predicates and of kinds of parameters that is refused.
pub(super) const MAX_DEPTH: usize = 64;

/// What remains of a line.
pub(super) struct Line<'t> {
    rest: &'t str,
    is_indented: bool,
}

impl<'t> Line<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            rest: text.trim_ascii(),
            is_indented: text.starts_with(' '),
        }
    }

    pub(super) fn is_indented(&self) -> bool {
        self.is_indented
    }

    /// Removes the first `length` bytes and the spaces behind them.
    fn skip(&mut self, length: usize) {
        self.rest = self.rest[length..].trim_ascii_start();
    }

    /// Checks that nothing remains.
    pub(super) fn end(&self) -> Read<()> {
        match self.rest {
            "" => Ok(()),
            rest => Err(format!("unexpected '{rest}'")),
        }
    }

    /// The next word.
    pub(super) fn word(&mut self) -> Read<&'t str> {
        let bytes = self.rest.as_bytes();
        let end = bytes.iter().position(|byte| *byte == b' ');
        let word = &self.rest[..end.unwrap_or(bytes.len())];
        if word.is_empty() {
            return Err("the line ends too early".to_owned());
        }
        self.skip(word.len());
        Ok(word)
    }

    pub(super) fn number(&mut self) -> Read<u64> {
        let word = self.word()?;
        word.parse()
            .map_err(|_| format!("expected a number, got '{word}'"))
    }

    /// A text in quotes; `\"`, `\\` and `\n` stand for a quote, a backslash and the end of a line.
    pub(super) fn string(&mut self) -> Read<Box<str>> {
        let Some(body) = self.rest.strip_prefix('"') else {
            return Err(format!("expected a text in quotes, got '{}'", self.rest));
        };
        let mut bytes = body.bytes();
        let end = bytes.position(|byte| matches!(byte, b'"' | b'\\'));
        let end = end.ok_or("a text has no closing quote")?;
        if body.as_bytes()[end] == b'"' {
            self.skip(end + 2);
            return Ok(body[..end].into());
        }
        let mut text = String::new();
        let mut characters = body.char_indices();
        while let Some((index, character)) = characters.next() {
            match character {
                '"' => {
                    self.skip(index + 2);
                    return Ok(text.into());
                }
                '\\' => match characters.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, other @ ('"' | '\\'))) => text.push(other),
                    _ => return Err("unknown escape in a text".to_owned()),
                },
                other => text.push(other),
            }
        }
        Err("a text has no closing quote".to_owned())
    }

    /// Whether a word is next, which is then removed.
    pub(super) fn flag(&mut self, word: &str) -> bool {
        let is_next = self
            .rest
            .strip_prefix(word)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
        if is_next {
            self.skip(word.len());
        }
        is_next
    }

    /// Removes `key=` if it is next.
    fn key(&mut self, key: &str) -> bool {
        let rest = self
            .rest
            .strip_prefix(key)
            .and_then(|rest| rest.strip_prefix('='));
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// The value of `key=word` or `key="text"` if it is next.
    pub(super) fn option(&mut self, key: &str) -> Read<Option<Box<str>>> {
        if !self.key(key) {
            return Ok(None);
        }
        match self.rest.starts_with('"') {
            true => self.string().map(Some),
            false => self.word().map(|word| Some(word.into())),
        }
    }

    /// `blocks=1`, `blocks<=1` or `blocks>=1`, with the words for a violation.
    pub(super) fn blocks(&mut self) -> Read<Option<(Blocks, Box<str>)>> {
        if !self.rest.starts_with("blocks") {
            return Ok(None);
        }
        let word = self.word()?;
        let count = |text: &str| {
            text.parse::<u32>()
                .map_err(|_| format!("expected a number of blocks, got '{word}'"))
        };
        let condition = &word["blocks".len()..];
        let (blocks, words) = if let Some(text) = condition.strip_prefix("<=") {
            let count = count(text)?;
            (
                Blocks::AtMost(count),
                format!("region with at most {count} blocks"),
            )
        } else if let Some(text) = condition.strip_prefix(">=") {
            let count = count(text)?;
            (
                Blocks::AtLeast(count),
                format!("region with at least {count} blocks"),
            )
        } else {
            let count = count(condition.strip_prefix('=').unwrap_or_default())?;
            (Blocks::Exactly(count), format!("region with {count} blocks"))
        };
        Ok(Some((blocks, words.into())))
    }

    /// `Name`, `Name(a,b)`, and the words for a violation if they are the trait's own.
    pub(super) fn trait_record(&mut self) -> Read<TraitRecord> {
        let word = self.word()?;
        let (name, arguments) = match word.split_once('(') {
            None => (word, Vec::new()),
            Some((name, rest)) => {
                let arguments = rest
                    .strip_suffix(')')
                    .ok_or_else(|| format!("expected ')' at the end of '{word}'"))?;
                (name, arguments.split(',').map(Box::from).collect())
            }
        };
        Ok(TraitRecord {
            name: name.into(),
            arguments,
            summary: match self.rest.is_empty() {
                true => None,
                false => Some(self.string()?),
            },
        })
    }

    /// The value of `key=PREDICATE` if it is next.
    pub(super) fn optional_predicate(&mut self, key: &str) -> Read<Option<Predicate>> {
        match self.key(key) {
            true => self.predicate().map(Some),
            false => Ok(None),
        }
    }

    /// `test`, `test(1,2)`, `all(…,…)`, `any(…)`, `not(…)`, `part[…]`
    pub(super) fn predicate(&mut self) -> Read<Predicate> {
        let mut text = self.word()?;
        let predicate = read_predicate(&mut text, 0)?;
        match text {
            "" => Ok(predicate),
            rest => Err(format!("unexpected '{rest}' behind a predicate")),
        }
    }
}

fn read_predicate(text: &mut &str, depth: usize) -> Read<Predicate> {
    if depth == MAX_DEPTH {
        return Err(format!("a predicate is nested more than {MAX_DEPTH} deep"));
    }
    let is_mark = |byte: u8| matches!(byte, b'(' | b')' | b'[' | b']' | b',');
    let end = text.bytes().position(is_mark).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    *text = rest;
    if name.is_empty() {
        return Err("expected a predicate".to_owned());
    }
    if let Some(rest) = text.strip_prefix('[') {
        *text = rest;
        let inner = read_predicate(text, depth + 1)?;
        expect(text, ']')?;
        return Ok(Predicate::Part(name.into(), Box::new(inner)));
    }
    let Some(rest) = text.strip_prefix('(') else {
        return Ok(Predicate::Test(name.into(), Box::default()));
    };
    *text = rest;
    if !matches!(name, "all" | "any" | "not") {
        let end = text.find(')').ok_or("a test has no closing parenthesis")?;
        let arguments = text[..end].split(',').map(|argument| {
            argument
                .parse()
                .map_or_else(|_| Argument::Text(argument.into()), Argument::Integer)
        });
        let test = Predicate::Test(name.into(), arguments.collect());
        *text = &text[end + 1..];
        return Ok(test);
    }
    let mut children = vec![read_predicate(text, depth + 1)?];
    while let Some(rest) = text.strip_prefix(',') {
        *text = rest;
        children.push(read_predicate(text, depth + 1)?);
    }
    expect(text, ')')?;
    match (name, children.len()) {
        ("all", _) => Ok(Predicate::All(children.into())),
        ("any", _) => Ok(Predicate::Any(children.into())),
        (_, 1) => Ok(Predicate::Not(Box::new(children.remove(0)))),
        _ => Err("'not' has one predicate".to_owned()),
    }
}

fn expect(text: &mut &str, character: char) -> Read<()> {
    *text = text
        .strip_prefix(character)
        .ok_or_else(|| format!("expected '{character}' before '{text}'"))?;
    Ok(())
}
