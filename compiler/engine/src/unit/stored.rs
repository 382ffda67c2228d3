//! Units as bytes.
//!
//! Invariant: bytes that are not those of a unit give none; a unit that is read keeps the invariant of units.

use std::sync::Arc;

use super::{Code, Data, Definition, Line, Relocation, RelocationKind, TrapKind, TrapSite, Unit};
use crate::bytes::{Decoder, Encoder};
use crate::program::Linkage;

const LINKAGES: [Linkage; 3] = [Linkage::External, Linkage::Weak, Linkage::Internal];
const RELOCATIONS: [(RelocationKind, usize); 4] = [
    (RelocationKind::Absolute, 8),
    (RelocationKind::Relative, 4),
    (RelocationKind::Call, 4),
    (RelocationKind::Got, 4),
];
const TRAPS: [TrapKind; 7] = [
    TrapKind::DivisionByZero,
    TrapKind::Overflow,
    TrapKind::Unreachable,
    TrapKind::Abort,
    TrapKind::StackOverflow,
    TrapKind::Interrupted,
    TrapKind::Other,
];

/// The position of a value in a table that has all.
fn position<T: PartialEq>(all: &[T], value: &T) -> u64 {
    all.iter().position(|each| each == value).unwrap_or_default() as u64
}

fn relocations_to(out: &mut Encoder, relocations: &[Relocation]) {
    out.number(relocations.len() as u64);
    for relocation in relocations {
        let kinds = RELOCATIONS.map(|(kind, _)| kind);
        out.number(u64::from(relocation.offset));
        out.number(position(&kinds, &relocation.kind));
        out.number(relocation.symbol as u64);
        out.number(relocation.addend as u64);
    }
}

fn relocations_from(from: &mut Decoder<'_>, len: usize, symbols: usize) -> Option<Vec<Relocation>> {
    let count = from.count()?;
    let mut relocations = Vec::with_capacity(count);
    for _ in 0..count {
        let offset = from.below(len)?;
        let (kind, size) = RELOCATIONS[from.below(RELOCATIONS.len())?];
        if offset + size > len {
            return None;
        }
        relocations.push(Relocation {
            offset: u32::try_from(offset).ok()?,
            kind,
            symbol: from.below(symbols)?,
            addend: from.number()? as i64,
        });
    }
    Some(relocations)
}

fn alignment(from: &mut Decoder<'_>) -> Option<u64> {
    // No more than a page: the mapping begins at one.
    from.number()
        .filter(|align| align.is_power_of_two() && *align <= 4096)
}

impl Unit {
    /// Appends the unit.
    pub(crate) fn encode(&self, out: &mut Encoder) {
        out.number(self.symbols.len() as u64);
        for symbol in &self.symbols {
            out.text(&symbol.name);
            out.number(position(&LINKAGES, &symbol.linkage));
        }
        out.number(self.files.len() as u64);
        for file in &self.files {
            out.text(file);
        }
        out.number(self.code.len() as u64);
        for code in &self.code {
            out.number(code.symbol as u64);
            out.optional(code.part_of.as_deref());
            out.bytes(&code.bytes);
            out.number(code.align);
            relocations_to(out, &code.relocations);
            out.number(code.stack_words as u64);
            out.number(code.traps.len() as u64);
            for trap in &code.traps {
                out.number(u64::from(trap.offset));
                out.number(position(&TRAPS, &trap.kind));
                out.text(&trap.place);
                out.optional(trap.message.as_deref());
            }
            out.number(code.lines.len() as u64);
            for line in &code.lines {
                let Line {
                    offset,
                    file,
                    line,
                    column,
                } = *line;
                out.number(u64::from(offset));
                out.number(file as u64);
                out.number(u64::from(line) << 32 | u64::from(column));
            }
        }
        out.number(self.data.len() as u64);
        for data in &self.data {
            out.number(data.symbol as u64);
            out.bytes(&data.bytes);
            out.number(data.align);
            out.number(u64::from(data.constant));
            relocations_to(out, &data.relocations);
        }
    }

    /// Takes a unit.
    pub(crate) fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        let mut unit = Self::default();
        for _ in 0..from.count()? {
            let name = from.text()?;
            let linkage = LINKAGES[from.below(LINKAGES.len())?];
            unit.declare(name, Definition::Import, linkage);
        }
        let symbols = unit.symbols.len();
        for _ in 0..from.count()? {
            unit.files.push(from.text()?.to_owned());
        }
        for index in 0..from.count()? {
            let symbol = from.below(symbols)?;
            let part_of = from.optional()?.map(str::to_owned);
            let bytes = from.bytes()?.to_vec();
            let align = alignment(from)?;
            let relocations = relocations_from(from, bytes.len(), symbols)?;
            let stack_words = from.below(1 << 16)?;
            let count = from.count()?;
            let mut traps = Vec::with_capacity(count);
            for _ in 0..count {
                traps.push(TrapSite {
                    offset: u32::try_from(from.below(bytes.len())?).ok()?,
                    kind: TRAPS[from.below(TRAPS.len())?],
                    place: from.text()?.into(),
                    message: from.optional()?.map(Arc::from),
                });
            }
            let count = from.count()?;
            let mut lines = Vec::with_capacity(count);
            for _ in 0..count {
                let offset = u32::try_from(from.below(bytes.len())?).ok()?;
                let file = from.below(unit.files.len())?;
                let place = from.number()?;
                lines.push(Line {
                    offset,
                    file,
                    line: (place >> 32) as u32,
                    column: place as u32,
                });
            }
            unit.symbols[symbol].definition = Definition::Code(index);
            unit.code.push(Code {
                symbol,
                part_of,
                bytes,
                align,
                relocations,
                traps,
                stack_words,
                lines,
            });
        }
        for index in 0..from.count()? {
            let symbol = from.below(symbols)?;
            let bytes = from.bytes()?.to_vec();
            let align = alignment(from)?;
            let constant = from.below(2)? == 1;
            let relocations = relocations_from(from, bytes.len(), symbols)?;
            unit.symbols[symbol].definition = Definition::Data(index);
            unit.data.push(Data {
                symbol,
                bytes,
                align,
                constant,
                relocations,
            });
        }
        Some(unit)
    }
}
