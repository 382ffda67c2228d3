//! Libraries that clang made: their bytes, and the same in memory.

use std::ffi::{CStr, CString, c_void};
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;

use super::{SLOT, folder};
use crate::backend::{Address, Compiled, Loaded, Resolver};
use crate::bytes::{Decoder, Encoder};
use crate::error::{EngineError, Result};
use crate::llvm_ir::aborts::{Aborts, GUARD, REPORT, STOPS};
use crate::symbols::undefined;
use crate::trap::{self, Trap};
use crate::unit::TrapKind;

/// A shared library in memory, which is not loaded.
pub(super) struct SharedObject {
    /// The file.
    pub(super) bytes: Vec<u8>,
    /// The symbols that can be looked up.
    pub(super) symbols: Vec<String>,
    /// The symbols that the host supplies.
    pub(super) supplied: Vec<String>,
    pub(super) stops: Arc<Stops>,
}

impl SharedObject {
    /// Takes a library from bytes.
    pub(super) fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        let texts = |from: &mut Decoder<'_>| -> Option<Vec<String>> {
            (0..from.count()?)
                .map(|_| Some(from.text()?.to_owned()))
                .collect()
        };
        let bytes = from.bytes()?.to_vec();
        let (symbols, supplied) = (texts(from)?, texts(from)?);
        let stops = (0..from.count()?).map(|_| {
            Some(Trap {
                function: from.text()?.into(),
                kind: TrapKind::Abort,
                place: from.text()?.into(),
                message: from.optional()?.map(Arc::from),
            })
        });
        let stops = stops.collect::<Option<_>>()?;
        Some(Self {
            bytes,
            symbols,
            supplied,
            stops: Arc::new(Stops(stops)),
        })
    }
}

impl Compiled for SharedObject {
    fn encode(&self, out: &mut Encoder) {
        out.bytes(&self.bytes);
        for texts in [&self.symbols, &self.supplied] {
            out.number(texts.len() as u64);
            texts.iter().for_each(|text| out.text(text));
        }
        out.number(self.stops.0.len() as u64);
        for stop in &self.stops.0 {
            out.text(&stop.function);
            out.text(&stop.place);
            out.optional(stop.message.as_deref());
        }
    }

    fn load(&self, resolve: Resolver<'_>) -> Result<Box<dyn Loaded>> {
        let failed = |what: String| EngineError::new(format!("engine llvm: {what}"));
        let found = self.supplied.iter().map(|name| (name, resolve(name)));
        let found: Vec<_> = found.collect();
        let missing = found.iter().filter(|(_, address)| address.is_none());
        let missing: Vec<&str> = missing.map(|(name, _)| name.as_str()).collect();
        if !missing.is_empty() {
            return Err(undefined(&missing));
        }
        let folder = folder()?;
        let path = folder.path().join("module.so");
        std::fs::write(&path, &self.bytes)
            .map_err(|error| failed(format!("cannot write the code: {error}")))?;
        let name = CString::new(path.as_os_str().as_bytes())
            .map_err(|_| failed("the folder for temporary files has a NUL in its name".to_owned()))?;
        // SAFETY: the library is what clang made of the program; it has no constructors.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        if handle.is_null() {
            // SAFETY: after a failure, the loader returns a text that ends with NUL.
            let why = unsafe { CStr::from_ptr(libc::dlerror()) };
            return Err(failed(format!("cannot load the code: {}", why.to_string_lossy())));
        }
        let library = Library {
            handle,
            symbols: self.symbols.clone(),
            _stops: Arc::clone(&self.stops),
        };
        library.fill(REPORT, receive as *const c_void);
        library.fill(STOPS, Arc::as_ptr(&self.stops).cast());
        for (name, address) in found {
            if let Some(address) = address {
                library.fill(&format!("{SLOT}{name}"), address.0);
            }
        }
        Ok(Box::new(library))
    }
}

/// A library that clang made.
struct Library {
    handle: *mut c_void,
    symbols: Vec<String>,
    /// Why the code can stop, which it refers to.
    _stops: Arc<Stops>,
}

/// Why code can stop, by number.
pub(super) struct Stops(Vec<Trap>);

impl Stops {
    pub(super) fn of(aborts: Aborts) -> Arc<Self> {
        let Aborts::Reported(stops) = aborts else {
            return Arc::new(Self(Vec::new()));
        };
        let traps = stops.into_iter().map(|stop| Trap {
            function: stop.function.into(),
            kind: TrapKind::Abort,
            place: stop.place.into(),
            message: stop.message,
        });
        Arc::new(Self(traps.collect()))
    }
}

/// Receives the report of code that stops. Code that was entered without a guard cannot return, so the process ends.
///
/// # Safety
/// The stops are those of the code.
unsafe extern "C" fn receive(stops: *const Stops, number: u64, fatal: bool) {
    // SAFETY: by contract; the code is loaded while it runs, and with it its stops.
    let Some(trap) = (unsafe { &*stops }).0.get(number as usize) else {
        std::process::abort();
    };
    if fatal {
        // There is no caller to report a failure to.
        let _ = writeln!(std::io::stderr(), "{trap}");
        std::process::abort();
    }
    trap::report(trap);
}

// SAFETY: a handle of the dynamic loader can be used from every thread.
unsafe impl Send for Library {}
// SAFETY: as above.
unsafe impl Sync for Library {}

impl Library {
    fn address(&self, symbol: &str) -> Option<*mut c_void> {
        let name = CString::new(symbol).ok()?;
        // SAFETY: the library is open, the name ends with NUL.
        let found = unsafe { libc::dlsym(self.handle, name.as_ptr()) };
        (!found.is_null()).then_some(found)
    }

    /// Sets a variable of the library, if it has it, before its code runs.
    fn fill(&self, variable: &str, address: *const c_void) {
        if let Some(slot) = self.address(variable) {
            // SAFETY: the variable is one pointer of the library, whose code does not run yet.
            unsafe { slot.cast::<*const c_void>().write(address) };
        }
    }
}

impl Loaded for Library {
    fn lookup(&self, symbol: &str) -> Option<Address> {
        if !self.symbols.iter().any(|known| known == symbol) {
            return None;
        }
        let guard = self.address(&format!("{GUARD}{symbol}"));
        guard
            .or_else(|| self.address(symbol))
            .map(|address| Address(address))
    }

    fn symbols(&self) -> Vec<String> {
        self.symbols.clone()
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        // SAFETY: the library was opened by `load`, and no thread uses it now.
        unsafe { libc::dlclose(self.handle) };
    }
}
