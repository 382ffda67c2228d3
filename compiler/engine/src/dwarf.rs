//! DWARF sections that tell debuggers and profilers the file, line and column of instructions.
//!
//! The unit is one compile unit; each function that has lines is a subprogram. Invariant: addresses are relocations to
//! symbols of the unit, and offsets in sections are relocations to sections, so that the sections fit object files and code in
//! memory.

use gimli::write::{
    Address, AttributeValue, DwarfUnit, EndianVec, FileId, LineProgram, LineString, Range, RangeList,
    RelocateWriter, Relocation, Sections,
};
use gimli::{Encoding, Format, LittleEndian, SectionId};

use crate::error::{EngineError, Result};
use crate::unit::{Code, Unit};

/// A section.
pub(crate) struct DebugSection {
    pub(crate) id: SectionId,
    pub(crate) bytes: Vec<u8>,
    pub(crate) relocations: Vec<Relocation>,
}

/// Bytes with the places in them that depend on addresses.
#[derive(Clone)]
struct Bytes {
    bytes: EndianVec<LittleEndian>,
    relocations: Vec<Relocation>,
}

impl RelocateWriter for Bytes {
    type Writer = EndianVec<LittleEndian>;

    fn writer(&self) -> &Self::Writer {
        &self.bytes
    }

    fn writer_mut(&mut self) -> &mut Self::Writer {
        &mut self.bytes
    }

    fn relocate(&mut self, relocation: Relocation) {
        self.relocations.push(relocation);
    }
}

/// The version that gdb, lldb and perf of the last ten years read.
const ENCODING: Encoding = Encoding {
    format: Format::Dwarf32,
    version: 4,
    address_size: 8,
};

fn text(text: &str) -> AttributeValue {
    AttributeValue::String(text.as_bytes().to_vec())
}

fn start(code: &Code) -> Address {
    Address::Symbol {
        symbol: code.symbol,
        addend: 0,
    }
}

/// The code that has lines.
fn with_lines(unit: &Unit) -> impl Iterator<Item = &Code> {
    unit.code.iter().filter(|code| !code.lines.is_empty())
}

/// The lines of all functions, and what the files are there.
fn line_program(unit: &Unit, own: usize) -> (LineProgram, Vec<FileId>) {
    let name_of = |file: usize| LineString::String(unit.files[file].as_bytes().to_vec());
    let mut program = LineProgram::new(
        ENCODING,
        gimli::LineEncoding::default(),
        LineString::String(Vec::new()),
        None,
        name_of(own),
        None,
    );
    let folder = program.default_directory();
    let files: Vec<FileId> = (0..unit.files.len())
        .map(|file| program.add_file(name_of(file), folder, None))
        .collect();
    for code in with_lines(unit) {
        program.begin_sequence(Some(start(code)));
        for line in &code.lines {
            let row = program.row();
            row.address_offset = u64::from(line.offset);
            row.file = files[line.file];
            row.line = u64::from(line.line);
            row.column = u64::from(line.column);
            program.generate_row();
        }
        program.end_sequence(code.bytes.len() as u64);
    }
    (program, files)
}

/// The sections for a unit; none if no function has lines.
///
/// # Errors
/// The format refuses something, such as a section of more than 4 GiB.
pub(crate) fn sections(unit: &Unit) -> Result<Vec<DebugSection>> {
    let Some(first) = with_lines(unit).next() else {
        return Ok(Vec::new());
    };
    let own = first.lines[0].file;
    let (program, files) = line_program(unit, own);
    let mut dwarf = DwarfUnit::new(ENCODING);
    dwarf.unit.line_program = program;
    let ranges = with_lines(unit).map(|code| Range::StartLength {
        begin: start(code),
        length: code.bytes.len() as u64,
    });
    let ranges = dwarf.unit.ranges.add(RangeList(ranges.collect()));
    let root = dwarf.unit.root();
    let entry = dwarf.unit.get_mut(root);
    entry.set(gimli::DW_AT_producer, text("tvmlike"));
    entry.set(
        gimli::DW_AT_language,
        AttributeValue::Language(gimli::DW_LANG_C99),
    );
    entry.set(gimli::DW_AT_name, text(&unit.files[own]));
    entry.set(gimli::DW_AT_low_pc, AttributeValue::Address(Address::Constant(0)));
    entry.set(gimli::DW_AT_ranges, AttributeValue::RangeListRef(ranges));
    for code in with_lines(unit) {
        let declared = code.lines[0];
        let function = dwarf.unit.add(root, gimli::DW_TAG_subprogram);
        let entry = dwarf.unit.get_mut(function);
        entry.set(gimli::DW_AT_name, text(&unit.symbols[code.symbol].name));
        entry.set(gimli::DW_AT_external, AttributeValue::Flag(true));
        entry.set(gimli::DW_AT_low_pc, AttributeValue::Address(start(code)));
        let len = AttributeValue::Udata(code.bytes.len() as u64);
        entry.set(gimli::DW_AT_high_pc, len);
        let file = AttributeValue::FileIndex(Some(files[declared.file]));
        entry.set(gimli::DW_AT_decl_file, file);
        let line = AttributeValue::Udata(u64::from(declared.line));
        entry.set(gimli::DW_AT_decl_line, line);
    }
    let mut sections = Sections::new(Bytes {
        bytes: EndianVec::new(LittleEndian),
        relocations: Vec::new(),
    });
    let failed = |error| EngineError::new(format!("debug information: {error}"));
    dwarf.write(&mut sections).map_err(failed)?;
    let mut found = Vec::new();
    let made: std::result::Result<(), gimli::write::Error> = sections.for_each_mut(|id, section| {
        let bytes = std::mem::replace(&mut section.bytes, EndianVec::new(LittleEndian)).into_vec();
        if !bytes.is_empty() {
            found.push(DebugSection {
                id,
                bytes,
                relocations: std::mem::take(&mut section.relocations),
            });
        }
        Ok(())
    });
    made.map_err(failed)?;
    Ok(found)
}
