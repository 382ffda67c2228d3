//! The names of values: definitions, uses, forward references and scopes.
//!
//! `%0`, `%1`, … and `%arg0`, `%arg1`, … are indices into vectors, other names go through a hash map; those of up to seven bytes
//! as numbers. Invariant: a name is
//! defined at most once per scope, and a scope takes its names along when it ends. A use before its definition gets a
//! placeholder, the result of a detached operation, which its definition replaces.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::{Exclusive, Identifier, Location, OpState, Type, Value, ValueOwner};
use tvmlike_syntax::Span;

use crate::error::{ParseError, Result};
use crate::recording::Recorder;

/// A name, as an index: the kind in the low two bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Name(u32);

const NUMBER: u32 = 0;
const ARGUMENT: u32 = 1;
const OTHER: u32 = 2;

/// A use whose type is not known yet: `%5#1`.
#[derive(Clone, Copy, Debug)]
pub struct UnresolvedOperand {
    pub(crate) name: Name,
    pub(crate) number: u32,
    /// Where it is.
    pub span: Span,
}

/// What a name is defined as: `count` results from one on, or an argument.
#[derive(Clone, Copy, Default)]
struct Slot {
    first: Option<Value>,
    count: u32,
    at: u32,
}

/// A value that is used, but not defined yet.
struct Forward {
    placeholder: Value,
    span: Span,
}

/// The names of all values in scope.
pub(crate) struct Values<'s> {
    slots: [Vec<Slot>; 3],
    /// The defined names, the newest last; each region removes its own.
    defined: Vec<Name>,
    others: HashMap<&'s [u8], u32, FixedState>,
    /// Other names by their bytes and their length.
    short: HashMap<u64, u32, FixedState>,
    forward: HashMap<(Name, u32), Forward, FixedState>,
    placeholder_name: Identifier,
    location: Location,
    /// Records where names stand, if the caller wants a recording.
    pub(crate) recorder: Option<Box<Recorder>>,
    /// The names around an isolated region, which hides them.
    outer: Option<Box<Self>>,
}

/// Where a region began in the list of names, and in the recording.
pub(crate) struct Mark(usize, usize);

/// The longest distance by which a number may exceed the numbers so far and be an index of a vector.
const MAX_GAP: usize = 4096;

impl<'s> Values<'s> {
    pub(crate) fn new(edit: &Exclusive<'_>) -> Self {
        Self {
            slots: Default::default(),
            defined: Vec::new(),
            others: HashMap::default(),
            short: HashMap::default(),
            forward: HashMap::default(),
            placeholder_name: edit.identifier("builtin.unrealized_conversion_cast"),
            location: edit.unknown_location(),
            recorder: None,
            outer: None,
        }
    }

    /// Hides all names, until [`end_isolation`](Self::end_isolation).
    pub(super) fn isolate(&mut self, edit: &Exclusive<'_>) {
        let mut inner = Self::new(edit);
        inner.recorder = self.recorder.take();
        let outer = std::mem::replace(self, inner);
        self.outer = Some(Box::new(outer));
    }

    /// Forgets the names since [`isolate`](Self::isolate).
    pub(super) fn end_isolation(&mut self) {
        if let Some(mut outer) = self.outer.take() {
            outer.recorder = self.recorder.take();
            *self = *outer;
        }
    }

    /// The index of a name without its `%`.
    #[inline]
    pub(crate) fn name(&mut self, text: &'s [u8]) -> Name {
        let (number, kind) = match text.strip_prefix(b"arg") {
            Some(number) => (plain_number(number), ARGUMENT),
            None => (plain_number(text), NUMBER),
        };
        if let Some(number) = number
            && number < self.slots[kind as usize].len() + MAX_GAP
        {
            return Name((number as u32) << 2 | kind);
        }
        let count = (self.others.len() + self.short.len()) as u32;
        let known = match text.len() {
            ..8 => {
                let bytes = |all, byte: &u8| all << 8 | u64::from(*byte);
                let name = text.iter().fold(text.len() as u64, bytes);
                self.short.entry(name).or_insert(count)
            }
            _ => self.others.entry(text).or_insert(count),
        };
        Name(*known << 2 | OTHER)
    }

    #[inline]
    fn slot(&self, name: Name) -> Slot {
        let slots = &self.slots[(name.0 & 3) as usize];
        slots.get((name.0 >> 2) as usize).copied().unwrap_or_default()
    }

    #[inline]
    fn slot_mut(&mut self, name: Name) -> &mut Slot {
        let slots = &mut self.slots[(name.0 & 3) as usize];
        let index = (name.0 >> 2) as usize;
        if index >= slots.len() {
            slots.resize((index + 1).max(slots.len() * 2), Slot::default());
        }
        &mut slots[index]
    }

    /// Starts a region. Returns what [`leave`](Self::leave) needs.
    pub(crate) fn enter(&self) -> Mark {
        let recorded = self.recorder.as_ref().map_or(0, |recorder| recorder.enter());
        Mark(self.defined.len(), recorded)
    }

    /// Ends a region before the token at `end`: its names are no longer defined.
    pub(crate) fn leave(&mut self, mark: Mark, end: u32) {
        if let Some(recorder) = &mut self.recorder {
            recorder.leave(mark.1, end);
        }
        for name in self.defined.drain(mark.0..) {
            self.slots[(name.0 & 3) as usize][(name.0 >> 2) as usize] = Slot::default();
        }
    }

    /// Defines a name as `count` results of one operation from `first` on, or as an argument.
    #[inline]
    pub(crate) fn define(
        &mut self,
        edit: &mut Exclusive<'_>,
        name: Name,
        text: &[u8],
        (first, count): (Value, u32),
        span: Span,
    ) -> Result<()> {
        let slot = self.slot_mut(name);
        if slot.first.is_some() {
            let at = slot.at;
            let message = format!("redefinition of SSA value '%{}'", String::from_utf8_lossy(text));
            let previous = Span { start: at, end: at };
            return Err(ParseError::new(span, message).with_note(previous, "previously defined here"));
        }
        *slot = Slot {
            first: Some(first),
            count,
            at: span.start,
        };
        self.defined.push(name);
        if let Some(recorder) = &mut self.recorder {
            recorder.define_value(edit, (first, count), span);
        }
        if !self.forward.is_empty() {
            for number in 0..count {
                self.replace_forward(edit, (name, number), text, value_at(edit, first, number), span)?;
            }
        }
        Ok(())
    }

    fn replace_forward(
        &mut self,
        edit: &mut Exclusive<'_>,
        (name, number): (Name, u32),
        text: &[u8],
        value: Value,
        span: Span,
    ) -> Result<()> {
        let Some(forward) = self.forward.remove(&(name, number)) else {
            return Ok(());
        };
        let (was, is) = (forward.placeholder.ty(edit), value.ty(edit));
        if was != is {
            let text = String::from_utf8_lossy(text);
            let [was, is] = [was, is].map(|ty| crate::string::quote_type(edit, ty));
            self.forward.insert((name, number), Forward { ..forward });
            return Err(ParseError::new(
                span,
                format!("definition of SSA value '%{text}#{number}' has type '{is}'"),
            )
            .with_note(forward.span, format!("previously used here with type '{was}'")));
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.replace(forward.placeholder, value);
        }
        forward.placeholder.replace_all_uses_with(edit, value);
        erase_placeholder(edit, forward.placeholder);
        Ok(())
    }

    /// The value of a use.
    #[inline]
    pub(crate) fn resolve(
        &mut self,
        edit: &mut Exclusive<'_>,
        operand: UnresolvedOperand,
        ty: Type,
        text: impl FnOnce() -> &'s [u8],
    ) -> Result<Value> {
        let slot = self.slot(operand.name);
        let Some(first) = slot.first else {
            return self.forward(edit, operand, ty, text);
        };
        if operand.number >= slot.count {
            return Err(ParseError::new(
                operand.span,
                "reference to invalid result number",
            ));
        }
        let value = match operand.number {
            0 => first,
            number => value_at(edit, first, number),
        };
        let is = value.ty(edit);
        if is != ty {
            let at = Span {
                start: slot.at,
                end: slot.at,
            };
            return Err(type_mismatch(edit, operand, ty, is, text(), at));
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.use_value(value, operand.number, operand.span, false);
        }
        Ok(value)
    }

    #[cold]
    fn forward(
        &mut self,
        edit: &mut Exclusive<'_>,
        operand: UnresolvedOperand,
        ty: Type,
        text: impl FnOnce() -> &'s [u8],
    ) -> Result<Value> {
        let key = (operand.name, operand.number);
        if let Some(forward) = self.forward.get(&key) {
            let is = forward.placeholder.ty(edit);
            if is != ty {
                return Err(type_mismatch(edit, operand, ty, is, text(), forward.span));
            }
            if let Some(recorder) = &mut self.recorder {
                recorder.use_value(forward.placeholder, operand.number, operand.span, true);
            }
            return Ok(forward.placeholder);
        }
        let state = OpState {
            results: &[ty],
            ..OpState::new(self.placeholder_name, self.location)
        };
        let op = edit.create(&state);
        let placeholder = op.result(edit, 0).expect("one result");
        let span = operand.span;
        if let Some(recorder) = &mut self.recorder {
            recorder.use_value(placeholder, operand.number, span, true);
        }
        self.forward.insert(key, Forward { placeholder, span });
        Ok(placeholder)
    }

    /// Where a name was defined, or used before its definition.
    pub(crate) fn place_of(&self, name: Name) -> Option<Span> {
        let slot = self.slot(name);
        match slot.first {
            Some(_) => Some(Span {
                start: slot.at,
                end: slot.at,
            }),
            None => self.forward.get(&(name, 0)).map(|forward| forward.span),
        }
    }

    /// Whether nothing is defined or used outside of the regions that were read.
    pub(crate) fn is_closed(&self) -> bool {
        self.defined.is_empty() && self.forward.is_empty()
    }

    /// Checks that everything that is used is defined, at the end of the text.
    pub(crate) fn finish(&mut self) -> Result<()> {
        let spans = self.forward.values().map(|forward| forward.span).collect();
        ParseError::at_each(spans, "use of undeclared SSA value name").map_or(Ok(()), Err)
    }

    /// Erases the placeholders that are left after an error. What uses them was erased before.
    pub(crate) fn abandon(&mut self, edit: &mut Exclusive<'_>) {
        for (_, forward) in self.forward.drain() {
            erase_placeholder(edit, forward.placeholder);
        }
        if let Some(mut outer) = self.outer.take() {
            outer.abandon(edit);
        }
    }
}

fn erase_placeholder(edit: &mut Exclusive<'_>, placeholder: Value) {
    if let Some(op) = placeholder.defining_op(edit) {
        // It fails if an operation that the parser has lost still uses it: then both stay until the context ends.
        let _ = op.erase(edit);
    }
}

/// The value `number` results after another one of the same operation.
fn value_at(edit: &Exclusive<'_>, first: Value, number: u32) -> Value {
    match first.owner(edit) {
        ValueOwner::Result { op, index } if number > 0 => op
            .result(edit, index + number as usize)
            .expect("as many results as are named"),
        _ => first,
    }
}

#[cold]
fn type_mismatch(
    edit: &Exclusive<'_>,
    operand: UnresolvedOperand,
    wanted: Type,
    is: Type,
    text: &[u8],
    prior: Span,
) -> ParseError {
    let name = String::from_utf8_lossy(text);
    let [wanted, is] = [wanted, is].map(|ty| crate::string::quote_type(edit, ty));
    ParseError::new(
        operand.span,
        format!("use of value '%{name}' expects different type than prior uses: '{wanted}' vs '{is}'"),
    )
    .with_note(prior, "prior use here")
}

/// The number that a name is, if it is the number's usual spelling.
#[inline]
fn plain_number(text: &[u8]) -> Option<usize> {
    if text.is_empty() || text.len() > 8 || (text[0] == b'0' && text.len() > 1) {
        return None;
    }
    let mut number = 0;
    for byte in text {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number * 10 + usize::from(digit);
    }
    Some(number)
}
