//! ELF images of code in memory, for debuggers: symbols at their addresses and debug information, but no code.

use gimli::write::RelocationTarget;
use object::elf;
use object::write::StringId;
use object::write::elf::{FileHeader, SectionHeader, Sym, Writer};

use crate::dwarf::{self, DebugSection};
use crate::error::{EngineError, Result};
use crate::unit::{SymbolId, Unit};

/// Writes the addresses into a section.
fn relocated(section: &mut DebugSection, address_of: &dyn Fn(SymbolId) -> Option<usize>) {
    for relocation in &section.relocations {
        let value = match relocation.target {
            RelocationTarget::Symbol(symbol) => {
                (address_of(symbol).unwrap_or_default() as u64).wrapping_add_signed(relocation.addend)
            }
            RelocationTarget::Section(_) => relocation.addend as u64,
        };
        let size = usize::from(relocation.size);
        section.bytes[relocation.offset..][..size].copy_from_slice(&value.to_le_bytes()[..size]);
    }
}

/// A function in memory: its name, address and size.
pub(super) struct Place {
    pub(super) name: String,
    pub(super) address: usize,
    pub(super) size: usize,
}

/// The header of a section of bytes.
fn header_of(name: StringId, offset: usize, len: usize) -> SectionHeader {
    SectionHeader {
        name: Some(name),
        sh_type: elf::SHT_PROGBITS,
        sh_flags: 0,
        sh_addr: 0,
        sh_offset: offset as u64,
        sh_size: len as u64,
        sh_link: 0,
        sh_info: 0,
        sh_addralign: 1,
        sh_entsize: 0,
    }
}

/// The image of a unit whose code lies in `len` bytes at an address; `None` if it has no lines.
///
/// # Errors
/// The format refuses something.
pub(super) fn image(
    unit: &Unit,
    (start, len): (usize, usize),
    functions: &[Place],
    address_of: &dyn Fn(SymbolId) -> Option<usize>,
) -> Result<Option<Vec<u8>>> {
    let mut sections = dwarf::sections(unit)?;
    if sections.is_empty() {
        return Ok(None);
    }
    for section in &mut sections {
        relocated(section, address_of);
    }
    let mut out = Vec::new();
    let mut writer = Writer::new(object::Endianness::Little, true, &mut out);
    writer.reserve_file_header();
    writer.reserve_null_section_index();
    let text_name = writer.add_section_name(b".text");
    let text = writer.reserve_section_index();
    let mut placed = Vec::new();
    for section in &sections {
        let name = writer.add_section_name(section.id.name().as_bytes());
        writer.reserve_section_index();
        placed.push((name, writer.reserve(section.bytes.len(), 1)));
    }
    writer.reserve_null_symbol_index();
    let functions: Vec<_> = functions
        .iter()
        .map(|function| {
            let name = writer.add_string(function.name.as_bytes());
            writer.reserve_symbol_index(Some(text));
            (name, function)
        })
        .collect();
    writer.reserve_symtab_section_index();
    writer.reserve_symtab();
    writer.reserve_strtab_section_index();
    writer.reserve_strtab();
    writer.reserve_shstrtab_section_index();
    writer.reserve_shstrtab();
    writer.reserve_section_headers();

    let failed = |error| EngineError::new(format!("debug information: {error}"));
    let header = FileHeader {
        os_abi: elf::ELFOSABI_NONE,
        abi_version: 0,
        e_type: elf::ET_EXEC,
        e_machine: elf::EM_X86_64,
        e_entry: 0,
        e_flags: 0,
    };
    writer.write_file_header(&header).map_err(failed)?;
    for section in &sections {
        writer.write(&section.bytes);
    }
    writer.write_null_symbol();
    for (name, function) in functions {
        writer.write_symbol(&Sym {
            name: Some(name),
            section: Some(text),
            st_info: elf::STB_GLOBAL << 4 | elf::STT_FUNC,
            st_other: elf::STV_DEFAULT,
            st_shndx: 0,
            st_value: function.address as u64,
            st_size: function.size as u64,
        });
    }
    writer.write_strtab();
    writer.write_shstrtab();
    writer.write_null_section_header();
    writer.write_section_header(&SectionHeader {
        sh_type: elf::SHT_NOBITS,
        sh_flags: u64::from(elf::SHF_ALLOC | elf::SHF_EXECINSTR),
        sh_addr: start as u64,
        sh_addralign: 16,
        ..header_of(text_name, 0, len)
    });
    for (section, (name, offset)) in sections.iter().zip(placed) {
        writer.write_section_header(&header_of(name, offset, section.bytes.len()));
    }
    writer.write_symtab_section_header(1);
    writer.write_strtab_section_header();
    writer.write_shstrtab_section_header();
    Ok(Some(out))
}
