//! A look at a library's file before the loader maps it.
//!
//! A file that ends before its last segment does makes the loader touch memory that is not there, which ends the
//! process with SIGBUS. So what the headers promise is held against the file's size first. Everything else that can
//! be wrong with a library the loader itself notices.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// The part of an ELF header that is read here, and of a program header, both for 64 bits.
const HEADER: usize = 64;
const PROGRAM_HEADER: usize = 56;
const LOAD: u32 = 1;

/// Fails for a file that is cut short. Files of other formats than 64-bit ELF are left to the loader.
pub(super) fn check(path: &Path) -> io::Result<()> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    let mut header = [0; HEADER];
    if file.read_exact(&mut header).is_err() || !header.starts_with(b"\x7fELF\x02\x01") {
        return Ok(());
    }
    let number =
        |bytes: &[u8], at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap_or_default());
    let (offset, count) = (number(&header, 32), u16::from_le_bytes([header[56], header[57]]));
    let cut_short = || io::Error::other(format!("the file is cut short, it has {size} bytes"));
    file.seek(SeekFrom::Start(offset))?;
    for _ in 0..count {
        let mut segment = [0; PROGRAM_HEADER];
        file.read_exact(&mut segment).map_err(|_| cut_short())?;
        let kind = u32::from_le_bytes([segment[0], segment[1], segment[2], segment[3]]);
        let end = number(&segment, 8).checked_add(number(&segment, 32));
        if kind == LOAD && end.is_none_or(|end| end > size) {
            return Err(cut_short());
        }
    }
    Ok(())
}
