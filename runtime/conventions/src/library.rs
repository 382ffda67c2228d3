//! Libraries of compiled code, opened at run time.
//!
//! A file is mapped from a private copy, so that it can be rebuilt, truncated or removed while its code runs. System
//! libraries, and libraries that the process has already loaded, are used without a copy, because a process must not have
//! two of them. Invariants: code stays mapped exactly as long as something needs it (the library, functions bound to it, its
//! imports); an unchanged file is mapped once, unless imports are supplied to it.

mod bind;
mod close_names;
mod elf;
mod fork;
mod imports;
mod loader;
mod loader_access;
pub mod metadata;
mod opened;
mod supplied;
mod support;

use std::ffi::{CString, c_void};
use std::fmt::{self, Display};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::ptr::NonNull;
use std::sync::{Arc, OnceLock};

use tvmlike_runtime::elf_image::{self, private_copy};
use tvmlike_runtime::{Error, Result};

pub use bind::Binding;
use elf::Elf;
pub use elf::{Export, SIGNATURE_SECTION, SIGNATURE_SYMBOL};
pub use imports::{AVAILABLE as IMPORTS_AVAILABLE, Import};
use loader::{belongs_to_system, explained, load, loaded_file, loader_says};
use supplied::matched;
pub use support::address as support_function;

/// An open library. It is closed when its last clone and the last function bound to it are dropped.
///
/// ```
/// use tvmlike_conventions::library::Library;
///
/// // SAFETY: the C library of the process is loaded already: no code runs.
/// let process = unsafe { Library::process() }?;
/// assert!(process.find("malloc").is_some());
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[derive(Clone)]
pub struct Library(Arc<Code>);

struct Code {
    handle: NonNull<c_void>,
    /// The requested path; `None` for the process itself.
    path: Option<PathBuf>,
    /// The file whose tables match the mapped code, if there is one.
    file: Option<PathBuf>,
    /// The file's tables, read on demand; the inner `None` if they cannot be read.
    tables: OnceLock<Option<Elf>>,
    /// The symbols supplied to the library.
    imports: Vec<Import>,
    copy: Option<private_copy::Copy>,
}

// SAFETY: the loader's functions can be called from any thread with a handle.
unsafe impl Send for Code {}
// SAFETY: as above.
unsafe impl Sync for Code {}

impl Drop for Code {
    fn drop(&mut self) {
        loader_access::close(loader_access::Closing {
            handle: self.handle,
            imports: std::mem::take(&mut self.imports),
            copy: self.copy.take(),
        });
    }
}

impl Library {
    /// Opens a library. A name without a slash is looked up by the loader; any other is a path.
    ///
    /// The library's undefined symbols are taken from `imports` first, which no other library sees, and then from where the
    /// loader finds them.
    ///
    /// # Errors
    /// OSError if the file is missing, truncated, for another machine or refused by the loader. ValueError for an import
    /// that the library does not need or that cannot be supplied.
    ///
    /// # Safety
    /// The library's constructors run now, and its destructors when it is closed. Each import has the type that the library
    /// expects.
    pub unsafe fn open(path: impl AsRef<Path>, imports: Vec<Import>) -> Result<Self> {
        fork::install_handlers();
        let path = path.as_ref();
        let asked = path.as_os_str().as_bytes();
        if asked.is_empty() || asked.contains(&0) {
            return Err(Error::value_error(format!("native.open: {path:?} is not a path")));
        }
        if !asked.contains(&b'/') || (imports.is_empty() && belongs_to_system(path)) {
            if let Some(import) = imports.first() {
                return Err(Error::value_error(format!(
                    "native.open: {}: `{}` cannot be supplied to a library that is opened by name; pass its path",
                    path.display(),
                    import.symbol
                )));
            }
            // SAFETY: by contract.
            return unsafe { Self::open_in_place(path) };
        }
        let image = elf_image::check(path).map_err(|why| cannot_open(path, &why))?;
        let identity = opened::Identity::of(path).map_err(|why| cannot_open(path, &why))?;
        if imports.is_empty() {
            if let Some(code) = opened::find(&identity) {
                return Ok(Self(code));
            }
            // SAFETY: with RTLD_NOLOAD nothing is loaded.
            if let Ok(handle) = unsafe { load(path, libc::RTLD_NOW | libc::RTLD_NOLOAD) } {
                return Ok(Self::from_handle(handle, path));
            }
        }
        let copy = private_copy::make(path, image.finds_others_beside_it);
        let is_shared = imports.is_empty();
        // SAFETY: by contract.
        let opened = unsafe { Self::open_copy(path, copy, imports) }?;
        Ok(if is_shared {
            Self(opened::add(identity, opened.0))
        } else {
            opened
        })
    }

    /// The process itself: its program and the libraries with globally visible symbols.
    ///
    /// # Errors
    /// OSError if the dynamic loader reports one.
    ///
    /// # Safety
    /// As [`Library::open`]; no code runs, because everything is already loaded.
    pub unsafe fn process() -> Result<Self> {
        fork::install_handlers();
        // SAFETY: opening the process loads nothing.
        let handle = unsafe { libc::dlopen(std::ptr::null(), libc::RTLD_NOW) };
        let handle =
            NonNull::new(handle).ok_or_else(|| cannot_open(Path::new("the process"), &loader_says()))?;
        Ok(Self(Arc::new(Code {
            handle,
            path: None,
            file: None,
            tables: OnceLock::from(None),
            imports: Vec::new(),
            copy: None,
        })))
    }

    /// Opens a library without a private copy.
    ///
    /// # Safety
    /// As [`Library::open`].
    unsafe fn open_in_place(path: &Path) -> Result<Self> {
        if path.as_os_str().as_bytes().contains(&b'/') {
            elf_image::check(path).map_err(|why| cannot_open(path, &why))?;
        }
        // SAFETY: by contract.
        let handle = unsafe { load(path, libc::RTLD_NOW | libc::RTLD_LOCAL) };
        handle
            .map(|handle| Self::from_handle(handle, path))
            .map_err(|said| {
                let beside = !path.as_os_str().as_bytes().contains(&b'/') && path.exists();
                let hint = if beside {
                    format!("; the file in the current folder is ./{}", path.display())
                } else {
                    String::new()
                };
                cannot_open(path, &format!("{said}{hint}"))
            })
    }

    fn from_handle(handle: NonNull<c_void>, path: &Path) -> Self {
        Self(Arc::new(Code {
            handle,
            path: Some(path.to_owned()),
            file: loaded_file(handle),
            tables: OnceLock::new(),
            imports: Vec::new(),
            copy: None,
        }))
    }

    /// Opens a private copy of a library, or the file itself if no copy could be made.
    ///
    /// # Safety
    /// As [`Library::open`].
    unsafe fn open_copy(path: &Path, copy: Option<private_copy::Copy>, given: Vec<Import>) -> Result<Self> {
        let file = copy.as_ref().map_or(path, private_copy::Copy::path).to_owned();
        // The file may have been written to while it was copied.
        elf_image::check(&file).map_err(|why| cannot_open(path, &why))?;
        let tables = elf::read(&file).map_err(|why| cannot_open(path, &why))?;
        let needs = tables.as_ref().map_or(&[][..], |tables| &tables.needs);
        let supplied = matched(path, needs, &given, copy.is_some())?;
        if !supplied.is_empty() {
            #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
            imports::weaken(&file, supplied.iter().map(|supplied| supplied.need))
                .map_err(|why| cannot_open(path, &why))?;
        }
        // SAFETY: by contract.
        let handle = unsafe { load(&file, libc::RTLD_NOW | libc::RTLD_LOCAL) }.map_err(|said| {
            // The loader's message has the path of the copy.
            let said = said.replace(&*file.to_string_lossy(), &path.to_string_lossy());
            cannot_open(path, &explained(&said))
        })?;
        let mut code = Code {
            handle,
            path: Some(path.to_owned()),
            file: None,
            tables: OnceLock::new(),
            imports: Vec::new(),
            copy: copy.and_then(private_copy::Copy::while_mapped),
        };
        #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
        for supplied::Supplied {
            need,
            address,
            only_missing,
        } in &supplied
        {
            let refused =
                |why: &dyn Display| cannot_open(path, &format!("`{}` cannot be supplied: {why}", need.name));
            let base = loader::base_of(handle);
            let base =
                base.ok_or_else(|| refused(&"the loader does not report the library's base address"))?;
            // SAFETY: the tables are those of the private copy; the library has just been loaded, so none of its functions
            // is called yet; the rest is the contract of `open`.
            unsafe { imports::fill(base, need, *address, *only_missing) }.map_err(|why| refused(&why))?;
        }
        drop(supplied);
        code.tables = OnceLock::from(tables);
        code.imports = given;
        Ok(Self(Arc::new(code)))
    }

    /// The requested path; empty for the process.
    pub fn path(&self) -> &Path {
        self.0.path.as_deref().unwrap_or(Path::new(""))
    }

    /// The address of a symbol of the library or of a library that it links.
    pub fn find(&self, symbol: &str) -> Option<NonNull<c_void>> {
        let name = CString::new(symbol).ok()?;
        // SAFETY: the handle is open, and the name a C string.
        NonNull::new(unsafe { libc::dlsym(self.0.handle.as_ptr(), name.as_ptr()) })
    }

    /// As [`Library::find`].
    ///
    /// # Errors
    /// AttributeError with similar names if there is no such symbol.
    pub fn address(&self, symbol: &str) -> Result<NonNull<c_void>> {
        self.find(symbol).ok_or_else(|| {
            let exports = self.tables().map_or(&[][..], |tables| &tables.exports);
            let names = exports.iter().map(|export| &*export.name);
            let hint = match close_names::hint(symbol, names) {
                hint if !hint.is_empty() => hint,
                _ if exports.is_empty() => String::new(),
                _ => format!("; it exports {} others", exports.len()),
            };
            Error::attribute_error(format!("{self} has no symbol `{symbol}`{hint}"))
        })
    }

    /// The address of a function.
    ///
    /// # Errors
    /// As [`Library::address`]; TypeError for a symbol that is data.
    pub fn function(&self, symbol: &str) -> Result<NonNull<c_void>> {
        let address = self.address(symbol)?;
        // Checked only if the tables have been read: reading them would dominate the cost.
        let export = self.0.tables.get().and_then(Option::as_ref).and_then(|tables| {
            let at = tables
                .exports
                .binary_search_by(|export| export.name.as_str().cmp(symbol));
            at.ok().map(|at| &tables.exports[at])
        });
        if export.is_some_and(|export| !export.is_function) {
            return Err(Error::type_error(format!(
                "{self}: the symbol `{symbol}` is data, not a function"
            )));
        }
        Ok(address)
    }

    /// The symbols that the library itself exports, sorted by name.
    ///
    /// # Errors
    /// NotImplementedError for the process as a whole, and for files that are not ELF.
    pub fn exports(&self) -> Result<&[Export]> {
        self.tables().map(|tables| &*tables.exports).ok_or_else(|| {
            Error::not_implemented(format!(
                "{self}: cannot list its symbols, which requires a 64-bit ELF file; they can still be found by name"
            ))
        })
    }

    /// The embedded signatures of the library, verbatim.
    ///
    /// # Errors
    /// ValueError if the embedded signatures are not UTF-8.
    pub fn signatures(&self) -> Result<Option<String>> {
        let Some(text) = self.tables().and_then(|tables| tables.signatures.clone()) else {
            return Ok(None);
        };
        String::from_utf8(text)
            .map(Some)
            .map_err(|_| Error::value_error(format!("{self}: its embedded signatures are not valid UTF-8")))
    }

    /// The address that was supplied to the library for a symbol.
    fn import(&self, symbol: &str) -> Option<*const c_void> {
        let import = self.0.imports.iter().find(|import| import.symbol == symbol)?;
        Some(import.address)
    }

    /// Whether the library itself defines a symbol or needs it from others.
    fn refers_to(&self, symbol: &str) -> bool {
        self.tables().is_some_and(|tables| {
            tables.needs.iter().any(|need| need.name == symbol)
                || tables.exports.iter().any(|export| export.name == symbol)
        })
    }

    fn tables(&self) -> Option<&Elf> {
        let read = || self.0.file.as_deref().and_then(|file| elf::read(file).ok()?);
        self.0.tables.get_or_init(read).as_ref()
    }

    /// Whether both libraries are the same mapped code.
    pub fn same_code(&self, other: &Self) -> bool {
        self.0.handle == other.0.handle
    }
}

impl Display for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.path {
            Some(path) => path.display().fmt(f),
            None => f.write_str("the process"),
        }
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Library({self})")
    }
}

/// The embedded signatures of a library's file, without loading it; `None` if it has none or is not a library.
///
/// # Errors
/// OSError if the file cannot be read.
pub fn signatures_of(path: &Path) -> Result<Option<Vec<u8>>> {
    let tables = elf::read(path).map_err(|why| cannot_open(path, &why))?;
    Ok(tables.and_then(|tables| tables.signatures))
}

/// Leaves all libraries mapped from now on, even when their last user is dropped.
///
/// For the end of a process: objects are dropped in an arbitrary order, and threads that a library has started may still
/// run its code. The destructors run when the process ends.
pub fn leave_all_mapped() {
    loader_access::leave_all_mapped();
}

#[cold]
fn cannot_open(path: &Path, why: &dyn Display) -> Error {
    Error::os_error(format!("native.open: cannot open {}: {why}", path.display()))
}
