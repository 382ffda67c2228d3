//! What a library uses and does not have, supplied by the host.
//!
//! Compiled code calls functions that the library does not define: MLIR's private declarations, and what a compiler's
//! own runtime has. A loader looks for them among the libraries whose symbols the whole process sees, and exporting
//! something there would be heard by everybody. So they are supplied to one library alone: in its private copy the
//! undefined symbols are made weak, with which the loader leaves their addresses zero where it finds none, and the words
//! that hold the addresses are filled in once it is loaded. Invariant: only a private copy is written to, in the file and
//! in memory.
//!
//! The library's own constructors run before the words are filled in, since they run within loading. One that calls what
//! is supplied calls address zero; there is no moment at which the host could be earlier.

use std::any::Any;
use std::ffi::c_void;
use std::fmt;

use tvmlike_runtime::convert::{FromArg, Mismatch};
use tvmlike_runtime::{AnyView, Error};

use super::pointer::{self, Access};

/// A symbol that the host supplies to a library.
pub struct Import {
    /// The symbol that the library leaves undefined.
    pub symbol: String,
    /// What it is to be.
    pub address: *const c_void,
    /// What keeps that alive; it is kept as long as the library is mapped.
    pub keep: Box<dyn Any + Send + Sync>,
}

// SAFETY: the address is not followed here, and what it stands for is the library's to call from any thread, which is
// asked of whoever supplies it.
unsafe impl Send for Import {}
// SAFETY: as above.
unsafe impl Sync for Import {}

impl Import {
    /// A symbol that is to be what a value stands for: a closure, an address, the memory of a tensor. The value is kept.
    ///
    /// # Errors
    /// What the value is instead, or NULL.
    pub fn of_value(symbol: &str, value: &AnyView<'_>) -> Result<Self, Mismatch> {
        let address = match i64::from_arg(value) {
            Ok(number) => number as *mut c_void,
            Err(_) => pointer::untyped(value, Access::MayWrite)?,
        };
        if address.is_null() {
            return Err(Mismatch::Failed(Error::value_error("the address is NULL")));
        }
        Ok(Self {
            symbol: symbol.to_owned(),
            address,
            keep: Box::new(value.to_owned().map_err(Mismatch::Failed)?),
        })
    }
}

impl fmt::Debug for Import {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Import({} = {:p})", self.symbol, self.address)
    }
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) use linux::{fill, weaken};

/// Whether symbols can be supplied on this platform.
pub const AVAILABLE: bool = cfg!(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
));

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod linux {
    use std::ffi::c_void;
    use std::fs::OpenOptions;
    use std::io;
    use std::os::unix::fs::FileExt;
    use std::path::Path;
    use std::ptr;

    use object::elf::STB_WEAK;

    use super::super::elf::{Need, Slot};

    /// Makes undefined symbols weak in a file, which is a private copy.
    pub(in super::super) fn weaken<'a>(
        copy: &Path,
        needs: impl IntoIterator<Item = &'a Need>,
    ) -> io::Result<()> {
        let file = OpenOptions::new().write(true).open(copy)?;
        for need in needs {
            let (place, info) = need.info;
            file.write_all_at(&[(STB_WEAK << 4) | (info & 0xf)], place)?;
        }
        Ok(())
    }

    /// Fills in the words that hold a symbol's address; with `only_missing`, those that the loader has left at zero.
    ///
    /// # Safety
    /// The library is mapped from a private copy from which `need` was read, at `base`; none of its code uses the symbol
    /// at this moment; and `address` stands for what the library takes the symbol for.
    pub(in super::super) unsafe fn fill(
        base: usize,
        need: &Need,
        address: *const c_void,
        only_missing: bool,
    ) -> io::Result<()> {
        for slot in &need.slots {
            let word = base.wrapping_add(slot.offset as usize) as *mut u64;
            // SAFETY: the word lies in a mapped segment that can be read, as the file says.
            let present = unsafe { ptr::read_unaligned(word) };
            if only_missing && present != slot.addend.cast_unsigned() {
                continue;
            }
            let value = (address as u64).wrapping_add_signed(slot.addend);
            // SAFETY: as above; the segment can be written to, or could before the loader was done with it.
            unsafe { write(base, slot, word, value)? };
        }
        Ok(())
    }

    /// Writes a word, on a page that may be written to for the moment only.
    ///
    /// # Safety
    /// As [`fill`].
    unsafe fn write(base: usize, slot: &Slot, word: *mut u64, value: u64) -> io::Result<()> {
        // SAFETY: it only asks.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
        let first = word as usize & !(page - 1);
        let last = (word as usize + 7) & !(page - 1);
        // The loader takes the permission away from whole pages, and leaves the last one if it is not whole.
        let protected = slot
            .read_only_to
            .is_some_and(|to| first < base.wrapping_add(to as usize) & !(page - 1));
        let protect = |permissions| {
            // SAFETY: these pages are a part of the library's data, which is written to and read, never run.
            match unsafe { libc::mprotect(first as *mut c_void, last - first + page, permissions) } {
                0 => Ok(()),
                _ => Err(io::Error::last_os_error()),
            }
        };
        if protected {
            protect(libc::PROT_READ | libc::PROT_WRITE)?;
        }
        // SAFETY: mapped and writable now.
        unsafe { ptr::write_unaligned(word, value) };
        if protected {
            protect(libc::PROT_READ)?;
        }
        Ok(())
    }
}
