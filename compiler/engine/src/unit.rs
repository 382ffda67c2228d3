//! Compiled code that has no addresses yet: bytes of functions and data, with relocations.
//!
//! A back end makes a [`Unit`]; `memory` puts it into the process, `object` writes it to a file. Invariant: every relocation
//! names a symbol of the unit, and lies within the bytes that it changes.

mod stored;

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::program::Linkage;

/// The number of a symbol in a unit.
pub type SymbolId = usize;

/// What a symbol stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// The code with this number.
    Code(usize),
    /// The data with this number.
    Data(usize),
    /// Something outside of the unit.
    Import,
}

/// A symbol.
#[derive(Clone, Debug)]
pub struct UnitSymbol {
    /// The name.
    pub name: String,
    /// What it stands for.
    pub definition: Definition,
    /// Who can see it.
    pub linkage: Linkage,
}

/// How an address is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RelocationKind {
    /// The address, in 8 bytes.
    Absolute,
    /// The distance to the symbol, in 4 bytes.
    Relative,
    /// The distance to the function, or to a stub that jumps to it, in 4 bytes.
    Call,
    /// The distance to a place that has the address, in 4 bytes.
    Got,
}

/// A place in bytes that depends on an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relocation {
    /// The offset in the bytes.
    pub offset: u32,
    /// How the address is written.
    pub kind: RelocationKind,
    /// The symbol.
    pub symbol: SymbolId,
    /// What is added.
    pub addend: i64,
}

/// Why code can stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrapKind {
    /// A division by zero.
    DivisionByZero,
    /// A result that does not fit, such as the least integer divided by -1.
    Overflow,
    /// `llvm.unreachable`
    Unreachable,
    /// `llvm.intr.trap`, or a call of `abort`.
    Abort,
    /// No stack is left, as by a recursion without an end.
    StackOverflow,
    /// A loop that was interrupted.
    Interrupted,
    /// Anything else.
    Other,
}

/// An instruction that can stop the code.
#[derive(Clone, Debug)]
pub struct TrapSite {
    /// The offset in the code.
    pub offset: u32,
    /// Why it stops.
    pub kind: TrapKind,
    /// The place in the program, for people.
    pub place: std::sync::Arc<str>,
    /// The message of an assertion.
    pub message: Option<std::sync::Arc<str>>,
}

/// The place in a file from which instructions come, up to the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The offset of the first instruction in the code.
    pub offset: u32,
    /// The file, one of [`Unit::files`].
    pub file: usize,
    /// The line, from 1 on; 0: none.
    pub line: u32,
    /// The column, from 1 on; 0: none.
    pub column: u32,
}

/// The code of a function.
#[derive(Clone, Debug)]
pub struct Code {
    /// The symbol.
    pub symbol: SymbolId,
    /// The function of the source that it is a part of, which errors name in its place.
    pub part_of: Option<String>,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The alignment.
    pub align: u64,
    /// The places that depend on addresses.
    pub relocations: Vec<Relocation>,
    /// The instructions that can stop it.
    pub traps: Vec<TrapSite>,
    /// The words of arguments on the stack, at most.
    pub stack_words: usize,
    /// The lines for debuggers, in the order of their offsets. The first one is that of the function.
    pub lines: Vec<Line>,
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct Data {
    /// The symbol.
    pub symbol: SymbolId,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The alignment.
    pub align: u64,
    /// Whether it is never written.
    pub constant: bool,
    /// The places that depend on addresses.
    pub relocations: Vec<Relocation>,
}

/// Compiled code without addresses.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// The functions.
    pub code: Vec<Code>,
    /// The globals.
    pub data: Vec<Data>,
    /// The symbols.
    pub symbols: Vec<UnitSymbol>,
    /// The files of lines, without NUL.
    pub files: Vec<String>,
    by_name: HashMap<String, SymbolId, FixedState>,
    /// The imports whose names are those of definitions.
    hidden: HashMap<String, SymbolId, FixedState>,
}

impl Unit {
    /// The symbol with a name, which is an import if it is new.
    pub fn symbol(&mut self, name: &str) -> SymbolId {
        if let Some(found) = self.by_name.get(name) {
            return *found;
        }
        self.declare(name, Definition::Import, Linkage::External)
    }

    /// The symbol of a function of the host, such as `exp`, which is never one that the unit defines: a function that computes
    /// exponentials can have this name, too.
    pub fn host_symbol(&mut self, name: &str) -> SymbolId {
        let id = self.symbol(name);
        if self.symbols[id].definition == Definition::Import {
            return id;
        }
        if let Some(found) = self.hidden.get(name) {
            return *found;
        }
        let id = self.symbols.len();
        self.symbols.push(UnitSymbol {
            name: name.to_owned(),
            definition: Definition::Import,
            linkage: Linkage::External,
        });
        self.hidden.insert(name.to_owned(), id);
        id
    }

    /// Adds a symbol.
    pub fn declare(&mut self, name: &str, definition: Definition, linkage: Linkage) -> SymbolId {
        let id = self.symbols.len();
        self.symbols.push(UnitSymbol {
            name: name.to_owned(),
            definition,
            linkage,
        });
        self.by_name.insert(name.to_owned(), id);
        id
    }

    /// The symbol with a name.
    pub fn find(&self, name: &str) -> Option<SymbolId> {
        self.by_name.get(name).copied()
    }
}
