//! A shared library of functions with TVM's packed C signature.
//!
//! A private copy of the file is loaded, so that the file can be rebuilt while its code runs, and each load has its own
//! variables: compiled code stores its module and the functions that it has looked up there. Invariant: a function is code of
//! this library itself, never a variable, nor a symbol of a library that it links.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr::{self, NonNull};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use tvmlike::{Error, Result};
use tvmlike_runtime::elf_image::{self, private_copy};

use super::entry::BackendFunction;

/// An open library. It is closed when this is dropped.
pub(super) struct Library {
    handle: NonNull<c_void>,
    /// The module pointer that was stored in a variable of the library.
    stored: OnceLock<StoredPointer>,
    /// The private copy that is loaded instead of the file; it must exist while it is mapped.
    _copy: Option<private_copy::Copy>,
}

/// A pointer that was stored in a variable of the library.
struct StoredPointer {
    variable: NonNull<c_void>,
    pointer: *mut c_void,
}

// SAFETY: the loader's functions can be called from any thread; the variable is only accessed atomically.
unsafe impl Send for Library {}
// SAFETY: as above.
unsafe impl Sync for Library {}

impl Drop for Library {
    fn drop(&mut self) {
        if let Some(StoredPointer { variable, pointer }) = self.stored.take() {
            // Another module may have opened the same library and stored its own pointer; that one stays.
            // SAFETY: a pointer variable of the library, which is still open.
            let variable = unsafe { AtomicPtr::from_ptr(variable.cast().as_ptr()) };
            let _ = variable.compare_exchange(pointer, ptr::null_mut(), Ordering::AcqRel, Ordering::Relaxed);
        }
        // SAFETY: opened by `open`, closed once; users of its code keep the module alive.
        unsafe { libc::dlclose(self.handle.as_ptr()) };
    }
}

fn last_loader_error() -> String {
    // SAFETY: dlerror returns NULL or a C string that is valid until this thread calls the loader again.
    unsafe {
        let text = libc::dlerror();
        if text.is_null() {
            return "the loader reported no reason".to_owned();
        }
        CStr::from_ptr(text).to_string_lossy().into_owned()
    }
}

/// Opens a file, or the library that the loader finds under this name. All symbols are bound now, so a missing one is an error
/// here; bound lazily, it would end the process in a later call.
fn open_file(file: &Path, more: c_int) -> std::result::Result<NonNull<c_void>, String> {
    let file = CString::new(file.as_os_str().as_bytes()).map_err(|why| why.to_string())?;
    // SAFETY: a C string. The library's constructors run, which the caller has asked for.
    let handle = unsafe { libc::dlopen(file.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL | more) };
    NonNull::new(handle).ok_or_else(last_loader_error)
}

impl Library {
    /// Opens a library. If a name without a slash is not a file, the loader searches for it.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let failed = |why: &dyn std::fmt::Display| {
            Error::os_error(format!(
                "Failed to load dynamic shared library {}: {why}",
                path.display()
            ))
        };
        let by_name = !path.as_os_str().as_bytes().contains(&b'/') && !path.exists();
        if by_name {
            return open_file(path, 0)
                .map_err(|why| failed(&why))
                .map(|handle| Self::new(handle, None));
        }
        let image = elf_image::check(path).map_err(|why| failed(&why))?;
        let path = path.canonicalize().map_err(|why| failed(&why))?;
        // A library that the process has loaded already is used as it is, not loaded a second time.
        if let Ok(handle) = open_file(&path, libc::RTLD_NOLOAD) {
            return Ok(Self::new(handle, None));
        }
        let copy = private_copy::make(&path, image.finds_others_beside_it);
        let file = copy.as_ref().map_or(&*path, private_copy::Copy::path);
        // The file may have been written to while it was copied.
        elf_image::check(file).map_err(|why| failed(&why))?;
        // The loader's message names the copy.
        let named = |message: String| message.replace(&*file.to_string_lossy(), &path.to_string_lossy());
        let handle = open_file(file, 0).map_err(|why| failed(&named(why)))?;
        Ok(Self::new(handle, copy.and_then(private_copy::Copy::while_mapped)))
    }

    fn new(handle: NonNull<c_void>, copy: Option<private_copy::Copy>) -> Self {
        Self {
            handle,
            stored: OnceLock::new(),
            _copy: copy,
        }
    }

    /// Stores the library's module in a variable of the library; cleared when this value is dropped.
    pub(super) fn store_module(&self, name: &CStr, module: *mut c_void) {
        let Some(variable) = self.variable(name) else {
            return;
        };
        // SAFETY: the symbol of this name is a pointer that the loading runtime writes.
        unsafe { AtomicPtr::from_ptr(variable.cast().as_ptr()) }.store(module, Ordering::Release);
        let _ = self.stored.set(StoredPointer {
            variable,
            pointer: module,
        });
    }

    /// Looks up a symbol, a function or a variable.
    fn symbol(&self, name: &CStr) -> Option<Symbol> {
        // SAFETY: an open library and a C string.
        let found = NonNull::new(unsafe { libc::dlsym(self.handle.as_ptr(), name.as_ptr()) })?;
        Symbol::of(found, self.handle)
    }

    /// Looks up a function.
    pub(super) fn function(&self, name: &CStr) -> Option<BackendFunction> {
        let symbol = self.symbol(name).filter(|symbol| symbol.is_code != Some(false))?;
        // SAFETY: functions of such a library have this signature: the caller of `open` promises it.
        Some(unsafe { std::mem::transmute::<*mut c_void, BackendFunction>(symbol.address.as_ptr()) })
    }

    /// Looks up a variable.
    pub(super) fn variable(&self, name: &CStr) -> Option<NonNull<c_void>> {
        let symbol = self.symbol(name).filter(|symbol| symbol.is_code != Some(true))?;
        Some(symbol.address)
    }

    /// Returns the NUL-terminated text in a variable.
    pub(super) fn text(&self, name: &CStr) -> Option<&CStr> {
        let start = self.variable(name)?.as_ptr().cast::<c_char>();
        // SAFETY: variables of these names contain NUL-terminated text, which lives as long as the library.
        Some(unsafe { CStr::from_ptr(start) })
    }
}

/// A symbol of a library.
struct Symbol {
    address: NonNull<c_void>,
    /// Whether it is code; `None` if unknown.
    is_code: Option<bool>,
}

#[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
impl Symbol {
    /// Returns the symbol at an address; `None` if it belongs to another library.
    fn of(address: NonNull<c_void>, library: NonNull<c_void>) -> Option<Self> {
        const WITH_SYMBOL: c_int = 1;
        const WITH_LIBRARY: c_int = 2;
        /// Symbol types of variables: STT_OBJECT, STT_TLS.
        const DATA: [u8; 2] = [1, 6];
        /// Symbol types of functions: STT_FUNC, STT_GNU_IFUNC.
        const CODE: [u8; 2] = [2, 10];

        /// The first fields of an entry in ELF's symbol table.
        #[repr(C)]
        struct Entry {
            name: u32,
            info: u8,
        }

        unsafe extern "C" {
            fn dladdr1(
                address: *const c_void,
                info: *mut libc::Dl_info,
                extra: *mut *mut c_void,
                flags: c_int,
            ) -> c_int;
        }

        let mut info = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
        let (mut entry, mut owner, mut own) = (
            ptr::null_mut::<c_void>(),
            ptr::null_mut(),
            ptr::null_mut::<c_void>(),
        );
        // SAFETY: dladdr1 accepts any address, the library is open, and all result pointers are valid.
        let known = unsafe {
            dladdr1(address.as_ptr(), info.as_mut_ptr(), &mut entry, WITH_SYMBOL) != 0
                && dladdr1(address.as_ptr(), info.as_mut_ptr(), &mut owner, WITH_LIBRARY) != 0
                && libc::dlinfo(library.as_ptr(), libc::RTLD_DI_LINKMAP, (&raw mut own).cast()) == 0
        };
        if !known {
            return Some(Self {
                address,
                is_code: None,
            });
        }
        if owner != own {
            return None;
        }
        // SAFETY: NULL, or an entry in a table that lives as long as the library.
        let kind = unsafe { entry.cast::<Entry>().as_ref() }.map(|entry| entry.info & 0xf);
        let is_code = kind.and_then(|kind| match kind {
            kind if CODE.contains(&kind) => Some(true),
            kind if DATA.contains(&kind) => Some(false),
            _ => None,
        });
        Some(Self { address, is_code })
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64")))]
impl Symbol {
    /// This loader does not report the library of a symbol.
    fn of(address: NonNull<c_void>, _library: NonNull<c_void>) -> Option<Self> {
        Some(Self {
            address,
            is_code: None,
        })
    }
}
