//! Variables that two loads of one plugin must not share.
//!
//! GNU's C++ compilers mark the variables of inline functions, inline variables and static members of templates as
//! unique: the loader makes all libraries of a process use the first one, whatever was asked for at loading. Between
//! libraries that is what C++ wants. Between two loads of one plugin it would hand the old code's variables to the new
//! code, which may have another idea of them. So where such a variable is bound to an earlier load of the same plugin,
//! the mark is taken off in the private copy; the rest stays.

use std::ffi::CString;
use std::fs;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

use object::LittleEndian as LE;
use object::elf::{FileHeader64, SHT_DYNSYM, STB_GLOBAL, STB_GNU_UNIQUE, Sym64};
use object::read::elf::{FileHeader, SectionHeader, Sym};

use super::instance::Instance;

/// Where the byte with the binding stands in a symbol.
const INFO: u64 = 4;

/// Takes the mark off the variables in a copy that are bound to one of these instances.
pub(super) fn separate(copy: &Path, earlier: &[&'static Instance]) -> io::Result<()> {
    if earlier.is_empty() {
        return Ok(());
    }
    let data = fs::read(copy)?;
    let Ok(header) = FileHeader64::<LE>::parse(&*data) else {
        return Ok(());
    };
    let bound_to_earlier =
        |name: &[u8]| CString::new(name).is_ok_and(|name| earlier.iter().any(|plugin| plugin.defines(&name)));
    let changes = unique_symbols(header, &data).unwrap_or_default();
    let changes: Vec<_> = changes
        .into_iter()
        .filter(|(name, ..)| bound_to_earlier(name))
        .collect();
    if changes.is_empty() {
        return Ok(());
    }
    let file = fs::OpenOptions::new().write(true).open(copy)?;
    for (_, offset, info) in changes {
        file.write_all_at(&[(STB_GLOBAL << 4) | (info & 0xf)], offset)?;
    }
    Ok(())
}

/// The unique symbols that a library defines: their names, where their binding stands in the file, and what stands there.
fn unique_symbols<'a>(header: &FileHeader64<LE>, data: &'a [u8]) -> object::Result<Vec<(&'a [u8], u64, u8)>> {
    let sections = header.sections(LE, data)?;
    let symbols = sections.symbols(LE, data, SHT_DYNSYM)?;
    let table = sections.section(symbols.section())?.sh_offset(LE);
    let mut found = Vec::new();
    for (index, symbol) in symbols.enumerate() {
        if symbol.st_bind() == STB_GNU_UNIQUE && !symbol.is_undefined(LE) {
            let offset = table + (index.0 * size_of::<Sym64<LE>>()) as u64 + INFO;
            found.push((symbols.symbol_name(LE, symbol)?, offset, symbol.st_info()));
        }
    }
    Ok(found)
}
