//! One load of a plugin, from the moment its file is claimed.
//!
//! Loading a file again, or reloading it, makes another instance with code and statics of its own. Invariants: an
//! instance is never freed, because its code is never unmapped and a careless plugin may use what it was given for ever;
//! its state only goes forward; no lock of it is held while foreign code runs.

use std::cell::UnsafeCell;
use std::ffi::{CString, c_void};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

use tvmlike_runtime::abi::{TVMLikeByteArray, TVMLikePlugin};
use tvmlike_runtime::outstanding::LiveCounts;
use tvmlike_runtime::{Error, Result, TypeIndex};

use super::state::State;
use crate::entry::{Pending, PluginId};
use crate::name;

/// A finish function with its context's address.
pub(super) type Finish = (unsafe extern "C" fn(*mut c_void), usize);

/// The outcome of a plugin's finish function; its error as text.
pub(super) type Outcome = Result<(), String>;

/// One load of a plugin.
pub(crate) struct Instance {
    id: PluginId,
    /// What the plugin's init got and fills in.
    given: UnsafeCell<TVMLikePlugin>,
    /// The file that was asked for.
    path: PathBuf,
    /// Device and inode of the file: under two paths it is one. `None` for a plugin that is linked into the program.
    file: Option<(u64, u64)>,
    /// The instance whose place this one takes, while it is being loaded.
    replaces: Option<&'static Instance>,
    /// What init has brought; `None` once it has returned.
    pending: Mutex<Option<Vec<Pending>>>,
    /// Name and version, once init has said them.
    said: OnceLock<(Arc<str>, Arc<str>)>,
    state: AtomicU8,
    /// The process that loads it: a child made by fork does not end what is its parent's.
    process: u32,
    pub(super) live: LiveCounts,
    /// The types that it registered.
    pub(super) types: Mutex<Vec<TypeIndex>>,
    /// The loader's handle of the library, and the addresses that it occupies; once it is mapped.
    mapped: OnceLock<(usize, Range<usize>)>,
    finished: Mutex<Option<Outcome>>,
    finishing: Condvar,
}

// SAFETY: the plugin's struct is written to by its init only, and read behind it; everything else is Sync.
unsafe impl Sync for Instance {}
// SAFETY: as above.
unsafe impl Send for Instance {}

pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Instance {
    /// An instance that is about to be loaded. It is leaked.
    pub(super) fn new(
        path: PathBuf,
        file: Option<(u64, u64)>,
        replaces: Option<&'static Instance>,
    ) -> &'static Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let empty = TVMLikeByteArray {
            data: ptr::null(),
            size: 0,
        };
        let instance: &'static Self = Box::leak(Box::new(Self {
            id: PluginId(NEXT.fetch_add(1, Ordering::Relaxed)),
            given: UnsafeCell::new(TVMLikePlugin {
                size: size_of::<TVMLikePlugin>() as u32,
                major: 0,
                minor: 0,
                name: empty,
                version: empty,
                host_context: ptr::null_mut(),
                finish: None,
                finish_context: ptr::null_mut(),
            }),
            path,
            file,
            replaces,
            pending: Mutex::new(Some(Vec::new())),
            said: OnceLock::new(),
            state: AtomicU8::new(State::Loading as u8),
            process: std::process::id(),
            live: LiveCounts::default(),
            types: Mutex::new(Vec::new()),
            mapped: OnceLock::new(),
            finished: Mutex::new(None),
            finishing: Condvar::new(),
        }));
        // SAFETY: no other code has the instance yet.
        unsafe { (*instance.given.get()).host_context = ptr::from_ref(instance).cast_mut().cast() };
        instance.live.set_observer(instance);
        instance
    }

    /// The instance behind the pointer that a plugin got.
    ///
    /// # Safety
    /// `plugin` is NULL or a pointer that an init received.
    pub(crate) unsafe fn of(plugin: *const TVMLikePlugin) -> Option<&'static Self> {
        // SAFETY: never freed; the context is the host's own.
        unsafe { plugin.as_ref()?.host_context.cast::<Self>().cast_const().as_ref() }
    }

    pub(crate) fn live(&'static self) -> &'static LiveCounts {
        &self.live
    }

    pub(crate) fn id(&self) -> PluginId {
        self.id
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn file(&self) -> Option<(u64, u64)> {
        self.file
    }

    /// The locks of the instance, for a fork.
    pub(super) fn lock_for_fork(&'static self) -> impl Sized + 'static {
        (locked(&self.types), locked(&self.pending), locked(&self.finished))
    }

    pub(super) fn process(&self) -> u32 {
        self.process
    }

    /// Whether it is a library that was mapped for it, and no part of the program.
    pub(super) fn is_mapped(&self) -> bool {
        self.mapped.get().is_some()
    }

    pub(super) fn replaces(&self) -> Option<&'static Instance> {
        self.replaces
    }

    /// Stores the addresses of the library: objects that the host makes of callbacks there count for this plugin.
    pub(super) fn set_mapped(&'static self, library: *mut c_void, code: Range<usize>) {
        self.live.add_code(code.clone());
        let _ = self.mapped.set((library as usize, code));
    }

    /// Whether a symbol of the library is bound to the library itself.
    pub(super) fn defines(&self, symbol: &CString) -> bool {
        self.mapped.get().is_some_and(|(library, code)| {
            // SAFETY: a handle of a library that is never closed, and a C string.
            let address = unsafe { libc::dlsym(*library as *mut c_void, symbol.as_ptr()) };
            code.contains(&(address as usize))
        })
    }

    /// What init receives.
    pub(super) fn given(&self) -> *mut TVMLikePlugin {
        self.given.get()
    }

    /// The struct that the plugin has filled in.
    fn said_raw(&self) -> &TVMLikePlugin {
        // SAFETY: only the plugin's init writes to it; it is read on the thread on which init runs, and when init has
        // returned.
        unsafe { &*self.given.get() }
    }

    /// The version of the contract that it was built for.
    pub(super) fn built_for(&self) -> (u16, u16) {
        let said = self.said_raw();
        (said.major, said.minor)
    }

    /// Stores the name and version that init has written. Called once, when init has returned.
    pub(super) fn note_identity(&self, name: &str) {
        let _ = self
            .said
            .set((name.into(), text(&self.said_raw().version).into()));
    }

    /// The plugin's name: its own, or that of its file as long as init has not returned.
    pub(crate) fn name(&self) -> Arc<str> {
        match self.said.get() {
            Some((name, _)) => name.clone(),
            None => self.file_name().into(),
        }
    }

    /// Fails unless name and version as init has written them are suitable. Only for the thread on which init runs.
    pub(super) fn check_identity(&self) -> Result<()> {
        let said = self.said_raw();
        for (what, label) in [("name", &said.name), ("version", &said.version)] {
            name::check_label(octets(label)).map_err(|why| {
                Error::value_error(format!(
                    "cannot load plugin {}: its {what} {why}",
                    self.path.display()
                ))
            })?;
        }
        Ok(())
    }

    /// The name that init has written. Only for the thread on which init runs.
    pub(super) fn name_in_init(&self) -> String {
        let name = text(&self.said_raw().name);
        if name.is_empty() { self.file_name() } else { name }
    }

    fn file_name(&self) -> String {
        let file = self.path.file_name();
        file.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    /// Whether init has returned and its name is known.
    pub(super) fn has_name(&self) -> bool {
        self.said.get().is_some()
    }

    pub(super) fn version(&self) -> Arc<str> {
        self.said
            .get()
            .map_or_else(|| "".into(), |(_, version)| version.clone())
    }

    pub(crate) fn state(&self) -> State {
        // SeqCst, as in `advance`: see `register` in `apply.rs`, which reads the state after it has inserted a name.
        State::from_number(self.state.load(Ordering::SeqCst))
    }

    /// Changes the state; `false` if it is not `from`.
    pub(super) fn advance(&self, from: State, to: State) -> bool {
        let (from, to) = (from as u8, to as u8);
        let changed = self
            .state
            .compare_exchange(from, to, Ordering::SeqCst, Ordering::SeqCst);
        changed.is_ok()
    }

    /// Adds registrations; returns them if init has returned.
    pub(super) fn add(&self, mut more: Vec<Pending>) -> Option<Vec<Pending>> {
        match &mut *locked(&self.pending) {
            Some(pending) => {
                pending.append(&mut more);
                None
            }
            None => Some(more),
        }
    }

    /// Adds the registrations of the plugin's init.
    ///
    /// # Errors
    /// RuntimeError once init has returned.
    pub(crate) fn collect(&self, pending: Vec<Pending>) -> Result<()> {
        match self.add(pending) {
            None => Ok(()),
            Some(late) => Err(Error::runtime_error(format!(
                "plugin {} registers {} functions after its init has returned; use plugin_register",
                self.name(),
                late.len()
            ))),
        }
    }

    /// Closes the collection.
    pub(super) fn take(&self) -> Vec<Pending> {
        locked(&self.pending).take().unwrap_or_default()
    }

    /// The finish function with its context.
    pub(super) fn finish_function(&self) -> Option<Finish> {
        let said = self.said_raw();
        // A plugin that was built before 1.2 does not know the fields, which are then as they were made.
        Some((said.finish?, said.finish_context as usize))
    }

    /// Records the outcome of `finish`.
    pub(super) fn set_finished(&self, outcome: Outcome) {
        *locked(&self.finished) = Some(outcome);
        self.finishing.notify_all();
    }

    /// The outcome of finish; waits for it up to a time.
    pub(super) fn finished(&self, wait: std::time::Duration) -> Option<Outcome> {
        let guard = locked(&self.finished);
        let waited = self
            .finishing
            .wait_timeout_while(guard, wait, |outcome| outcome.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).0.clone()
    }
}

fn text(bytes: &TVMLikeByteArray) -> String {
    String::from_utf8_lossy(octets(bytes)).into_owned()
}

fn octets(bytes: &TVMLikeByteArray) -> &'static [u8] {
    if bytes.data.is_null() || bytes.size == 0 {
        return &[];
    }
    // SAFETY: a plugin's name and version are static text, of which `size` bytes can be read.
    unsafe { std::slice::from_raw_parts(bytes.data.cast(), bytes.size) }
}
