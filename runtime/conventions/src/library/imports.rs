//! Supplies a library's undefined symbols.
//!
//! Compiled code calls functions that the library does not define: MLIR's private declarations and functions of a compiler's
//! runtime. The loader finds them only among globally visible symbols, and exporting them there would affect the whole
//! process. So they are supplied to one library only: in its private copy the undefined symbols are made weak, so that the
//! loader leaves missing ones at zero, and once the library is loaded, the words that hold their addresses are written.
//! Invariant: only a private copy is changed, in the file and in memory.
//!
//! The library's constructors run while it is loaded, before the words are written. A constructor that calls a supplied
//! function calls address zero; the host cannot write the words earlier.

use std::any::Any;
use std::ffi::c_void;
use std::fmt;

use tvmlike_runtime::convert::{FromArg, Mismatch};
use tvmlike_runtime::{AnyView, Error};

use crate::native::pointer::{self, Access};

/// A symbol that the host supplies to a library.
pub struct Import {
    /// The library's undefined symbol.
    pub symbol: String,
    /// The address for it.
    pub address: *const c_void,
    /// Keeps the address valid; dropped when the library is unmapped.
    pub keep: Box<dyn Any + Send + Sync>,
}

// SAFETY: the address is not dereferenced here; by the contract of `Library::open` the library may use it on any thread.
unsafe impl Send for Import {}
// SAFETY: as above.
unsafe impl Sync for Import {}

impl Import {
    /// Supplies the address of a value: a closure, an address, the memory of a tensor. The import keeps the value.
    ///
    /// # Errors
    /// The value has no address, or it is NULL.
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

    /// Makes undefined symbols weak in a private copy.
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

    /// Writes the words that hold a symbol's address; with `only_missing`, only those that the loader has left at zero.
    ///
    /// # Safety
    /// The library is mapped at `base` from the private copy that `need` was read from, none of its code uses the symbol now,
    /// and `address` has the type that the library expects.
    pub(in super::super) unsafe fn fill(
        base: usize,
        need: &Need,
        address: *const c_void,
        only_missing: bool,
    ) -> io::Result<()> {
        for slot in &need.slots {
            let word = base.wrapping_add(slot.offset as usize) as *mut u64;
            // SAFETY: by the file's tables the word is in a mapped, readable segment.
            let present = unsafe { ptr::read_unaligned(word) };
            if only_missing && present != slot.addend.cast_unsigned() {
                continue;
            }
            let value = (address as u64).wrapping_add_signed(slot.addend);
            // SAFETY: as above; the segment is writable, or was until the loader finished.
            unsafe { write(base, slot, word, value)? };
        }
        Ok(())
    }

    /// Writes a word. A read-only page is made writable for the moment.
    ///
    /// # Safety
    /// As [`fill`].
    unsafe fn write(base: usize, slot: &Slot, word: *mut u64, value: u64) -> io::Result<()> {
        // SAFETY: no preconditions.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
        let first = word as usize & !(page - 1);
        let last = (word as usize + 7) & !(page - 1);
        // The loader makes whole pages read-only, so not the last one if it is partial.
        let protected = slot
            .read_only_to
            .is_some_and(|to| first < base.wrapping_add(to as usize) & !(page - 1));
        let protect = |permissions| {
            // SAFETY: these pages are the library's data, which is never executed.
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
