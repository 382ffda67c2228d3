//! Units as relocatable object files, for the system's linker.

use std::collections::{HashMap, HashSet};

use gimli::write::RelocationTarget;
use object::write::{Object, Relocation as Place, StandardSection, Symbol, SymbolId, SymbolSection};
use object::{
    Architecture, BinaryFormat, Endianness, RelocationFlags, SymbolFlags, SymbolKind, SymbolScope, elf,
};

use crate::dwarf;
use crate::error::{EngineError, Result};
use crate::program::Linkage;
use crate::unit::{Definition, Relocation, RelocationKind, Unit, UnitSymbol};

/// The bytes of an ELF object file.
///
/// # Errors
/// The code is not for x86-64; a function has the name of one that the code needs of the C library; the linker's format refuses
/// something.
pub(crate) fn write(unit: &Unit) -> Result<Vec<u8>> {
    if !cfg!(target_arch = "x86_64") {
        return Err(EngineError::new("object files are supported on x86-64 only"));
    }
    let is_import = |symbol: &&UnitSymbol| symbol.definition == Definition::Import;
    let defined = unit.symbols.iter().filter(|symbol| !is_import(symbol));
    let defined: HashSet<&str> = defined.map(|symbol| &*symbol.name).collect();
    let mut imports = unit.symbols.iter().filter(is_import);
    if let Some(UnitSymbol { name, .. }) = imports.find(|symbol| defined.contains(&*symbol.name)) {
        return Err(EngineError::new(format!(
            "the function '{name}' has the name of one of the C library, which the code of the module calls, too: rename it"
        )));
    }
    let mut file = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    let symbols: Vec<SymbolId> = unit
        .symbols
        .iter()
        .map(|symbol| {
            let is_import = symbol.definition == Definition::Import;
            file.add_symbol(Symbol {
                name: symbol.name.clone().into_bytes(),
                value: 0,
                size: 0,
                kind: match symbol.definition {
                    Definition::Code(_) => SymbolKind::Text,
                    Definition::Data(_) => SymbolKind::Data,
                    Definition::Import => SymbolKind::Unknown,
                },
                scope: match symbol.linkage {
                    Linkage::Internal if !is_import => SymbolScope::Compilation,
                    _ if is_import => SymbolScope::Unknown,
                    _ => SymbolScope::Dynamic,
                },
                weak: symbol.linkage == Linkage::Weak,
                section: SymbolSection::Undefined,
                flags: SymbolFlags::None,
            })
        })
        .collect();
    for code in &unit.code {
        let section = file.section_id(StandardSection::Text);
        let at = file.add_symbol_data(symbols[code.symbol], section, &code.bytes, code.align);
        relocate(&mut file, section, at, &code.relocations, &symbols)?;
    }
    for data in &unit.data {
        let section = file.section_id(match (data.constant, data.relocations.is_empty()) {
            (true, true) => StandardSection::ReadOnlyData,
            (true, false) => StandardSection::ReadOnlyDataWithRel,
            (false, _) => StandardSection::Data,
        });
        let at = file.add_symbol_data(symbols[data.symbol], section, &data.bytes, data.align);
        relocate(&mut file, section, at, &data.relocations, &symbols)?;
    }
    add_debug_sections(&mut file, unit, &symbols)?;
    // Linkers take an object without this section for one that needs a stack that can be executed.
    file.add_section(
        Vec::new(),
        b".note.GNU-stack".to_vec(),
        object::SectionKind::Other,
    );
    file.write().map_err(refused)
}

fn add_debug_sections(file: &mut Object<'_>, unit: &Unit, symbols: &[SymbolId]) -> Result<()> {
    let sections = dwarf::sections(unit)?;
    let ids = sections.iter().map(|section| {
        let name = section.id.name().as_bytes().to_vec();
        (
            section.id,
            file.add_section(Vec::new(), name, object::SectionKind::Debug),
        )
    });
    let ids: HashMap<_, _> = ids.collect();
    for section in sections {
        let id = ids[&section.id];
        file.append_section_data(id, &section.bytes, 1);
        for relocation in section.relocations {
            let symbol = match relocation.target {
                RelocationTarget::Symbol(symbol) => symbols[symbol],
                RelocationTarget::Section(of) => file.section_symbol(ids[&of]),
            };
            let r_type = if relocation.size == 8 {
                elf::R_X86_64_64
            } else {
                elf::R_X86_64_32
            };
            let place = Place {
                offset: relocation.offset as u64,
                symbol,
                addend: relocation.addend,
                flags: RelocationFlags::Elf { r_type },
            };
            file.add_relocation(id, place).map_err(refused)?;
        }
    }
    Ok(())
}

fn refused(error: object::write::Error) -> EngineError {
    EngineError::new(format!("object file: {error}"))
}

fn relocate(
    file: &mut Object<'_>,
    section: object::write::SectionId,
    at: u64,
    relocations: &[Relocation],
    symbols: &[SymbolId],
) -> Result<()> {
    for relocation in relocations {
        let r_type = match relocation.kind {
            RelocationKind::Absolute => elf::R_X86_64_64,
            RelocationKind::Relative => elf::R_X86_64_PC32,
            RelocationKind::Call => elf::R_X86_64_PLT32,
            RelocationKind::Got => elf::R_X86_64_GOTPCREL,
        };
        let place = Place {
            offset: at + u64::from(relocation.offset),
            symbol: symbols[relocation.symbol],
            addend: relocation.addend,
            flags: RelocationFlags::Elf { r_type },
        };
        file.add_relocation(section, place).map_err(refused)?;
    }
    Ok(())
}
