//! A library of functions in TVM's packed C signature, opened by the loader.
//!
//! A file is mapped as a private copy, so that it can be built anew while its code runs, and so that each load has variables of its
//! own: compiled code keeps in them which module it belongs to, and what it has asked for. Invariant: what is taken for a function is
//! code of that very library, never a symbol of one that it uses, nor a variable.

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
    /// The pointer that was stored in a variable of the library, and the variable.
    told: OnceLock<Told>,
    /// What is mapped in the file's place, which stays where it is as long as it is mapped.
    _copy: Option<private_copy::Copy>,
}

/// A pointer in one of the library's variables.
struct Told {
    variable: NonNull<c_void>,
    pointer: *mut c_void,
}

// SAFETY: the loader's functions can be called from any thread; the variable is written as an atomic one.
unsafe impl Send for Library {}
// SAFETY: as above.
unsafe impl Sync for Library {}

impl Drop for Library {
    fn drop(&mut self) {
        if let Some(Told { variable, pointer }) = self.told.take() {
            // Others may have the library open, and call its code; what another module told it stays.
            // SAFETY: a pointer in the library, which is still open.
            let variable = unsafe { AtomicPtr::from_ptr(variable.cast().as_ptr()) };
            let _ = variable.compare_exchange(pointer, ptr::null_mut(), Ordering::AcqRel, Ordering::Relaxed);
        }
        // SAFETY: opened by `open`, closed once; users of its code keep the module alive.
        unsafe { libc::dlclose(self.handle.as_ptr()) };
    }
}

fn last_loader_error() -> String {
    // SAFETY: dlerror gives NULL or a C string that stays until the thread's next call of the loader.
    unsafe {
        let text = libc::dlerror();
        if text.is_null() {
            return "the loader gives no reason".to_owned();
        }
        CStr::from_ptr(text).to_string_lossy().into_owned()
    }
}

/// Has the loader open a file, or what it finds by that name. All of it is bound now: what is missing is an error here, and not
/// the end of the process in a call.
fn open_file(file: &Path, more: c_int) -> std::result::Result<NonNull<c_void>, String> {
    let file = CString::new(file.as_os_str().as_bytes()).map_err(|why| why.to_string())?;
    // SAFETY: a C string. The library's constructors run, which the caller has asked for.
    let handle = unsafe { libc::dlopen(file.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL | more) };
    NonNull::new(handle).ok_or_else(last_loader_error)
}

impl Library {
    /// Opens a library. A name without a slash that is no file is looked for where the loader looks.
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
        // What the process is linked to is used as it is: two of it are one too many.
        if let Ok(handle) = open_file(&path, libc::RTLD_NOLOAD) {
            return Ok(Self::new(handle, None));
        }
        let copy = private_copy::make(&path, image.finds_others_beside_it);
        let file = copy.as_ref().map_or(&*path, private_copy::Copy::path);
        // The file may have been written to while it was copied.
        elf_image::check(file).map_err(|why| failed(&why))?;
        // The loader knows the copy only.
        let named = |said: String| said.replace(&*file.to_string_lossy(), &path.to_string_lossy());
        let handle = open_file(file, 0).map_err(|why| failed(&named(why)))?;
        Ok(Self::new(handle, copy.and_then(private_copy::Copy::while_mapped)))
    }

    fn new(handle: NonNull<c_void>, copy: Option<private_copy::Copy>) -> Self {
        Self {
            handle,
            told: OnceLock::new(),
            _copy: copy,
        }
    }

    /// Tells the library's code, in one of its variables, which module it belongs to, as long as this is there.
    pub(super) fn tell(&self, name: &CStr, module: *mut c_void) {
        let Some(variable) = self.variable(name) else {
            return;
        };
        // SAFETY: the symbol of this name is a pointer that the loading runtime writes.
        unsafe { AtomicPtr::from_ptr(variable.cast().as_ptr()) }.store(module, Ordering::Release);
        let _ = self.told.set(Told {
            variable,
            pointer: module,
        });
    }

    /// A symbol of the library, whatever it is.
    fn symbol(&self, name: &CStr) -> Option<Symbol> {
        // SAFETY: an open library and a C string.
        let found = NonNull::new(unsafe { libc::dlsym(self.handle.as_ptr(), name.as_ptr()) })?;
        Symbol::of(found, self.handle)
    }

    /// A function by its symbol.
    pub(super) fn function(&self, name: &CStr) -> Option<BackendFunction> {
        let symbol = self.symbol(name).filter(|symbol| symbol.is_code != Some(false))?;
        // SAFETY: functions of such a library have this signature: the caller of `open` promises it.
        Some(unsafe { std::mem::transmute::<*mut c_void, BackendFunction>(symbol.address.as_ptr()) })
    }

    /// A variable by its symbol.
    pub(super) fn variable(&self, name: &CStr) -> Option<NonNull<c_void>> {
        let symbol = self.symbol(name).filter(|symbol| symbol.is_code != Some(true))?;
        Some(symbol.address)
    }

    /// A text that the library has under a name.
    pub(super) fn text(&self, name: &CStr) -> Option<&CStr> {
        let start = self.variable(name)?.as_ptr().cast::<c_char>();
        // SAFETY: under such a name stands a text with a NUL behind it, which stays as long as the library does.
        Some(unsafe { CStr::from_ptr(start) })
    }
}

/// What the loader knows of a symbol.
struct Symbol {
    address: NonNull<c_void>,
    /// Whether it is code; `None` where that is not known.
    is_code: Option<bool>,
}

#[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
impl Symbol {
    /// `None` for a symbol that belongs to another library.
    fn of(address: NonNull<c_void>, library: NonNull<c_void>) -> Option<Self> {
        const WITH_SYMBOL: c_int = 1;
        const WITH_LIBRARY: c_int = 2;
        /// Kinds of symbols: variables, and those of each thread.
        const DATA: [u8; 2] = [1, 6];
        /// Functions, and functions that choose one.
        const CODE: [u8; 2] = [2, 10];

        /// The beginning of an entry of ELF's table of symbols.
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
        // SAFETY: any address may be asked about, and the library is open; there is a place for each answer.
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
        // SAFETY: NULL, or an entry in a table that stays as long as the library does.
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
    /// This loader does not say to whom a symbol belongs.
    fn of(address: NonNull<c_void>, _library: NonNull<c_void>) -> Option<Self> {
        Some(Self {
            address,
            is_code: None,
        })
    }
}
