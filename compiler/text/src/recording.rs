//! Where a text defines and uses names: what editors need to find one from the other.
//!
//! The parser reports to a [`Recorder`] if there is one. What is recorded refers to identifiers and types, never to
//! operations, so it stays after an error, when everything that was read is erased. Invariant: a definition or an
//! operation that a use or another operation names by number is in the same recording.

use std::collections::HashMap;

use tvmlike_ir::{Block, Context, Identifier, Location, Op, Type, Value, ValueOwner};
use tvmlike_syntax::Span;

/// Operations, values and blocks by their places in a text, as far as it was read. Names of symbols and aliases are not
/// here: they have tokens of their own kinds.
#[derive(Debug, Default, Clone)]
pub struct Recording {
    /// The operations, each before those in its regions.
    pub operations: Vec<RecordedOp>,
    /// The definitions of values and blocks in the order of reading.
    pub definitions: Vec<Definition>,
    /// The uses of values and blocks in the order of reading.
    pub uses: Vec<Use>,
}

/// An operation in a text.
#[derive(Debug, Clone)]
pub struct RecordedOp {
    /// Its full name; `None` if reading ended before.
    pub name: Option<Identifier>,
    /// Where its name is.
    pub name_span: Span,
    /// Where it begins, with the names of its results.
    pub start: u32,
    /// Where the token behind it begins; `None` if it was not read to its end.
    pub end: Option<u32>,
    /// The operation around it.
    pub parent: Option<usize>,
    /// The name that it defines as a symbol.
    pub symbol: Option<Identifier>,
    /// Its location.
    pub location: Option<Location>,
}

/// What defines a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DefinitionKind {
    /// These results of an operation.
    Results(Vec<Type>),
    /// An argument of a block.
    Argument(Type),
    /// A block.
    Block,
}

/// The definition of a value or a block.
#[derive(Debug, Clone)]
pub struct Definition {
    /// What it defines.
    pub kind: DefinitionKind,
    /// Where the name is, with `%` or `^`.
    pub span: Span,
    /// Where the region ends in which the name means this; `None` if the text ended before.
    pub scope_end: Option<u32>,
    /// The operation with these results, or around this block.
    pub operation: Option<usize>,
}

/// The use of a value or a block.
#[derive(Debug, Clone)]
pub struct Use {
    /// Where the name is, with `%` or `^` and without `#1`.
    pub span: Span,
    /// The number behind `#`.
    pub number: u32,
    /// What it refers to; `None` if reading ended before that.
    pub definition: Option<usize>,
}

/// Makes a recording while a text is read.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    recording: Recording,
    /// The operations that are being read.
    open: Vec<usize>,
    values: HashMap<Value, usize>,
    blocks: HashMap<Block, usize>,
    /// Uses of placeholders for values, and of blocks, that are not defined yet.
    pending_values: HashMap<Value, Vec<usize>>,
    pending_blocks: HashMap<Block, Vec<usize>>,
}

impl Recorder {
    /// What was recorded.
    pub(crate) fn finish(self) -> Recording {
        self.recording
    }

    /// An operation begins.
    pub(crate) fn begin_op(&mut self, start: u32) {
        let index = self.recording.operations.len();
        self.recording.operations.push(RecordedOp {
            name: None,
            name_span: Span { start, end: start },
            start,
            end: None,
            parent: self.open.last().copied(),
            symbol: None,
            location: None,
        });
        self.open.push(index);
    }

    /// The name of the innermost open operation.
    pub(crate) fn name_op(&mut self, name: Identifier, span: Span) {
        if let Some(op) = self.open.last() {
            let op = &mut self.recording.operations[*op];
            (op.name, op.name_span) = (Some(name), span);
        }
    }

    /// The innermost open operation ends before the token at `end`.
    pub(crate) fn end_op(&mut self, context: &Context, op: Op, end: u32) {
        let Some(index) = self.open.pop() else {
            return;
        };
        let recorded = &mut self.recording.operations[index];
        recorded.end = Some(end);
        recorded.symbol = op.symbol_name(context).map(|name| context.identifier(name));
        recorded.location = Some(op.location(context));
    }

    /// `count` results from `first` on, or an argument, get a name.
    pub(crate) fn define_value(&mut self, context: &Context, (first, count): (Value, u32), span: Span) {
        let (kind, last) = match first.owner(context) {
            ValueOwner::Result { op, index } => {
                let results = (0..count).filter_map(|number| op.result(context, index + number as usize));
                let values: Vec<Value> = results.collect();
                let types = values.iter().map(|value| value.ty(context)).collect();
                (DefinitionKind::Results(types), values)
            }
            _ => (DefinitionKind::Argument(first.ty(context)), vec![first]),
        };
        let index = self.define(kind, span);
        for value in last {
            self.values.insert(value, index);
        }
    }

    fn define(&mut self, kind: DefinitionKind, span: Span) -> usize {
        self.recording.definitions.push(Definition {
            kind,
            span,
            scope_end: None,
            operation: self.open.last().copied(),
        });
        self.recording.definitions.len() - 1
    }

    /// A value, or the placeholder of one, is used.
    pub(crate) fn use_value(&mut self, value: Value, number: u32, span: Span, is_placeholder: bool) {
        let definition = match is_placeholder {
            true => None,
            false => self.values.get(&value).copied(),
        };
        if is_placeholder {
            let pending = self.pending_values.entry(value).or_default();
            pending.push(self.recording.uses.len());
        }
        self.recording.uses.push(Use {
            span,
            number,
            definition,
        });
    }

    /// A placeholder becomes a value that was defined.
    pub(crate) fn replace(&mut self, placeholder: Value, value: Value) {
        for index in self.pending_values.remove(&placeholder).unwrap_or_default() {
            self.recording.uses[index].definition = self.values.get(&value).copied();
        }
    }

    /// A label defines a block.
    pub(crate) fn define_block(&mut self, block: Block, span: Span) {
        let index = self.define(DefinitionKind::Block, span);
        self.blocks.insert(block, index);
        for index_of_use in self.pending_blocks.remove(&block).unwrap_or_default() {
            self.recording.uses[index_of_use].definition = Some(index);
        }
    }

    /// A block is named as a successor.
    pub(crate) fn use_block(&mut self, block: Block, span: Span) {
        let definition = self.blocks.get(&block).copied();
        if definition.is_none() {
            let pending = self.pending_blocks.entry(block).or_default();
            pending.push(self.recording.uses.len());
        }
        self.recording.uses.push(Use {
            span,
            number: 0,
            definition,
        });
    }

    /// A region begins. Returns what [`leave`](Self::leave) needs.
    pub(crate) fn enter(&self) -> usize {
        self.recording.definitions.len()
    }

    /// A region ends: the names that it defined mean nothing behind `end`.
    pub(crate) fn leave(&mut self, mark: usize, end: u32) {
        for definition in &mut self.recording.definitions[mark..] {
            definition.scope_end.get_or_insert(end);
        }
    }
}
