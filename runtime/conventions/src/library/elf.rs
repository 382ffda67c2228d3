//! Reads a library's file: its exports, its undefined symbols, and the words that hold their addresses.
//!
//! Supports 64-bit little-endian ELF files. No code of the library runs. Invariant: for any bytes, reading ends with a result
//! or an error.

use std::fs::File;
use std::path::Path;

use object::LittleEndian as LE;
use object::elf::{
    DT_TEXTREL, FileHeader64, PF_W, PT_GNU_RELRO, PT_LOAD, ProgramHeader64, SHN_ABS, SHT_DYNSYM, STB_LOCAL,
    STB_WEAK, STT_FUNC, STT_GNU_IFUNC, STT_NOTYPE, STT_OBJECT, STT_TLS, Sym64,
};
use object::read::elf::{
    Dyn, FileHeader, ProgramHeader, Rela, SectionHeader, SectionTable, Sym, SymbolTable,
};
use object::read::{ReadCache, ReadRef};

/// The section that holds the signatures of a library's functions.
pub const SIGNATURE_SECTION: &str = ".tvmlike.signatures";
/// The exported symbol that holds the signatures.
pub const SIGNATURE_SYMBOL: &str = "tvmlike_signatures";
/// Symbols that linkers add to every library.
const OF_THE_LINKER: [&str; 5] = ["_init", "_fini", "_edata", "_end", "__bss_start"];
/// The maximum size of embedded signatures.
const MOST_TEXT: u64 = 64 << 20;

/// An exported symbol.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Export {
    /// The symbol.
    pub name: String,
    /// Whether it is a function; otherwise it is data.
    pub is_function: bool,
}

/// An undefined symbol.
#[derive(Debug, Clone)]
pub(crate) struct Need {
    pub(crate) name: String,
    /// Whether the symbol is weak, so that the library works without it.
    pub(crate) is_weak: bool,
    /// The file offset of the byte with the binding, and its value.
    pub(crate) info: (u64, u8),
    /// The words that hold the symbol's address once the library is loaded.
    pub(crate) slots: Vec<Slot>,
    /// Why the symbol cannot be supplied, if so.
    pub(crate) obstacle: Option<&'static str>,
}

/// A word that the loader writes an address into.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slot {
    /// The offset from the library's base address.
    pub(crate) offset: u64,
    /// The number that is added to the address.
    pub(crate) addend: i64,
    /// The end of the range that the loader makes read-only after relocation, if the word is in it.
    pub(crate) read_only_to: Option<u64>,
}

/// The contents of a library's file.
#[derive(Debug, Default)]
pub(crate) struct Elf {
    /// Sorted by name.
    pub(crate) exports: Vec<Export>,
    pub(crate) needs: Vec<Need>,
    /// The text of the embedded signatures.
    pub(crate) signatures: Option<Vec<u8>>,
}

/// Reads a library's file; `None` if it has another format.
pub(crate) fn read(path: &Path) -> std::io::Result<Option<Elf>> {
    // Opening a named pipe would block until it has a writer.
    if !path.metadata()?.is_file() {
        return Ok(None);
    }
    let data = ReadCache::new(File::open(path)?);
    parse(&data).map_err(|error| std::io::Error::other(format!("cannot read its ELF tables: {error}")))
}

/// As [`read`], for the bytes of a file.
pub(crate) fn parse<'a, R: ReadRef<'a>>(data: R) -> object::Result<Option<Elf>> {
    let Ok(header) = FileHeader64::<LE>::parse(data) else {
        return Ok(None);
    };
    let segments = header.program_headers(LE, data)?;
    let sections = header.sections(LE, data)?;
    let symbols = sections.symbols(LE, data, SHT_DYNSYM)?;
    let file = Parts {
        data,
        segments,
        sections: &sections,
        symbols: &symbols,
        machine: header.e_machine(LE),
    };
    Ok(Some(Elf {
        exports: file.exports()?,
        needs: file.needs()?,
        signatures: file.signatures()?,
    }))
}

struct Parts<'a, 'b, R: ReadRef<'a>> {
    data: R,
    segments: &'a [ProgramHeader64<LE>],
    sections: &'b SectionTable<'a, FileHeader64<LE>, R>,
    symbols: &'b SymbolTable<'a, FileHeader64<LE>, R>,
    machine: u16,
}

impl<'a, R: ReadRef<'a>> Parts<'a, '_, R> {
    fn name_of(&self, symbol: &Sym64<LE>) -> object::Result<String> {
        let name = self.symbols.symbol_name(LE, symbol)?;
        Ok(String::from_utf8_lossy(name).into_owned())
    }

    fn exports(&self) -> object::Result<Vec<Export>> {
        let mut found = Vec::new();
        for symbol in self.symbols.iter() {
            // A symbol version is listed as a variable without a section.
            let is_version = symbol.st_shndx(LE) == SHN_ABS && symbol.st_type() == STT_OBJECT;
            if symbol.is_undefined(LE) || symbol.st_bind() == STB_LOCAL || is_version {
                continue;
            }
            let name = self.name_of(symbol)?;
            if !(name.is_empty() || OF_THE_LINKER.contains(&&*name)) {
                let is_function = matches!(symbol.st_type(), STT_FUNC | STT_GNU_IFUNC | STT_NOTYPE);
                found.push(Export { name, is_function });
            }
        }
        found.sort_unstable();
        // A name with several versions occurs several times.
        found.dedup_by(|a, b| a.name == b.name);
        Ok(found)
    }

    fn needs(&self) -> object::Result<Vec<Need>> {
        let table = self.sections.section(self.symbols.section());
        let begin = table.map_or(0, |section| section.sh_offset(LE));
        let mut found: Vec<Option<Need>> = vec![None; self.symbols.len()];
        for (index, symbol) in self.symbols.enumerate() {
            let name = self.name_of(symbol)?;
            if !symbol.is_undefined(LE) || symbol.st_bind() == STB_LOCAL || name.is_empty() {
                continue;
            }
            // The binding is the fifth byte of a symbol.
            let place = begin + (index.0 * size_of::<Sym64<LE>>()) as u64 + 4;
            found[index.0] = Some(Need {
                name,
                is_weak: symbol.st_bind() == STB_WEAK,
                info: (place, symbol.st_info()),
                slots: Vec::new(),
                obstacle: (symbol.st_type() == STT_TLS).then_some("it is thread-local"),
            });
        }
        self.find_slots(&mut found)?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Finds the words that hold the symbols' addresses, from the relocations.
    fn find_slots(&self, needs: &mut [Option<Need>]) -> object::Result<()> {
        for section in self.sections.iter() {
            let Some((relocations, _)) = section.rela(LE, self.data)? else {
                continue;
            };
            if section.link(LE) != self.symbols.section() {
                continue;
            }
            for relocation in relocations {
                let symbol = Rela::r_sym(relocation, LE, false) as usize;
                let Some(Some(need)) = needs.get_mut(symbol) else {
                    continue;
                };
                let offset = relocation.r_offset(LE);
                if !holds_address(self.machine, Rela::r_type(relocation, LE, false)) {
                    need.obstacle
                        .get_or_insert("its address is not stored in a word of its own");
                } else if !self.is_writable(offset) {
                    need.obstacle
                        .get_or_insert("its address is embedded in the code; compile with -fPIC");
                } else {
                    need.slots.push(Slot {
                        offset,
                        addend: relocation.r_addend(LE),
                        read_only_to: self
                            .segment(PT_GNU_RELRO, offset)
                            .map(|segment| segment.p_vaddr(LE).saturating_add(segment.p_memsz(LE))),
                    });
                }
            }
        }
        if self.dynamic(DT_TEXTREL)?.is_some() {
            for need in needs.iter_mut().flatten().filter(|need| need.slots.is_empty()) {
                need.obstacle = Some("the library has text relocations; compile with -fPIC");
            }
        }
        Ok(())
    }

    /// The value of an entry in the dynamic section.
    fn dynamic(&self, tag: i64) -> object::Result<Option<u64>> {
        for segment in self.segments {
            if let Some(entries) = segment.dynamic(LE, self.data)? {
                return Ok(entries
                    .iter()
                    .find(|entry| entry.d_tag(LE) == tag)
                    .map(|entry| entry.d_val(LE)));
            }
        }
        Ok(None)
    }

    /// The segment of a kind that contains the word at an offset.
    fn segment(&self, kind: u32, offset: u64) -> Option<&ProgramHeader64<LE>> {
        self.segments.iter().find(|segment| {
            let begin = segment.p_vaddr(LE);
            let end = begin.saturating_add(segment.p_memsz(LE));
            segment.p_type(LE) == kind && offset >= begin && offset.checked_add(8).is_some_and(|to| to <= end)
        })
    }

    fn is_writable(&self, offset: u64) -> bool {
        let segment = self.segment(PT_LOAD, offset);
        segment.is_some_and(|segment| segment.p_flags(LE) & PF_W != 0)
    }

    fn signatures(&self) -> object::Result<Option<Vec<u8>>> {
        if let Some((_, section)) = self.sections.section_by_name(LE, SIGNATURE_SECTION.as_bytes()) {
            return section.data(LE, self.data).map(|text| Some(until_nul(text)));
        }
        for symbol in self.symbols.iter() {
            if symbol.is_undefined(LE) || self.symbols.symbol_name(LE, symbol)? != SIGNATURE_SYMBOL.as_bytes()
            {
                continue;
            }
            let (address, size) = (symbol.st_value(LE), symbol.st_size(LE));
            let text = self.at(address, size.min(MOST_TEXT)).map(until_nul);
            // A pointer to the text has the size of a word. The shortest list of signatures is longer.
            return Ok(match text {
                Some(_) if size == 8 => self.pointed_to(address),
                text => text,
            });
        }
        Ok(None)
    }

    /// The text that the pointer at an address will point to after relocation.
    fn pointed_to(&self, address: u64) -> Option<Vec<u8>> {
        let relocated = self.sections.iter().find_map(|section| {
            let (relocations, _) = section.rela(LE, self.data).ok()??;
            let found = relocations.iter().find(|one| one.r_offset(LE) == address)?;
            let symbol = self.symbols.symbol(Rela::symbol(found, LE, false)?).ok();
            Some(
                symbol
                    .map_or(0, |symbol| symbol.st_value(LE))
                    .wrapping_add_signed(found.r_addend(LE)),
            )
        });
        let target = match relocated {
            Some(target) => target,
            None => u64::from_le_bytes(self.at(address, 8)?.try_into().ok()?),
        };
        let segment = self.segment(PT_LOAD, target)?;
        let left = segment
            .p_vaddr(LE)
            .checked_add(segment.p_filesz(LE))?
            .checked_sub(target)?;
        self.at(target, left.min(MOST_TEXT)).map(until_nul)
    }

    /// The bytes of the file that are mapped to an address.
    fn at(&self, address: u64, size: u64) -> Option<&'a [u8]> {
        let segment = self.segments.iter().find(|segment| {
            let within = address.checked_sub(segment.p_vaddr(LE));
            segment.p_type(LE) == PT_LOAD && within.is_some_and(|within| within < segment.p_filesz(LE))
        })?;
        let within = address - segment.p_vaddr(LE);
        let left = segment.p_filesz(LE) - within;
        let offset = segment.p_offset(LE).checked_add(within)?;
        self.data.read_bytes_at(offset, size.min(left)).ok()
    }
}

/// Whether a relocation stores the address of a symbol in a word.
fn holds_address(machine: u16, kind: u32) -> bool {
    use object::elf::{
        EM_AARCH64, EM_X86_64, R_AARCH64_ABS64, R_AARCH64_GLOB_DAT, R_AARCH64_JUMP_SLOT, R_X86_64_64,
        R_X86_64_GLOB_DAT, R_X86_64_JUMP_SLOT,
    };
    match machine {
        EM_X86_64 => matches!(kind, R_X86_64_64 | R_X86_64_GLOB_DAT | R_X86_64_JUMP_SLOT),
        EM_AARCH64 => matches!(kind, R_AARCH64_ABS64 | R_AARCH64_GLOB_DAT | R_AARCH64_JUMP_SLOT),
        _ => false,
    }
}

fn until_nul(text: &[u8]) -> Vec<u8> {
    let end = text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
    text[..end].to_vec()
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn any_bytes_parse_or_are_an_error() {
        let own = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        assert!(parse(&own[..]).unwrap().is_some());
        assert!(parse(&b"#!/bin/sh"[..]).unwrap().is_none());
        let mut seed = 1_u64;
        for _ in 0..400 {
            let mut bytes = own[..own.len().min(1 << 16)].to_vec();
            for _ in 0..20 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let at = (seed >> 33) as usize % 4096;
                bytes[at] = (seed >> 24) as u8;
            }
            // Any result is fine, as long as there is no panic.
            let _ = parse(&bytes[..]);
        }
    }
}
