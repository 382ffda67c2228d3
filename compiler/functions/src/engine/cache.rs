//! The cache of compiled code: in memory, and in a folder that processes share.
//!
//! The key is all on which code depends: text, options, pipeline, given types, names of symbols, the back end with its machine,
//! and this build of tvmlike. Which declarations registered functions answer belongs to the entry, because it is known only
//! after parsing. Invariant: code of another key, machine or build is never loaded; what cannot be read or written is compiled.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};

use tvmlike_conventions::memref::signature::FunctionType;
use tvmlike_engine::bytes::{Decoder, Encoder};
use tvmlike_engine::store::Store;
use tvmlike_engine::{Backend, CompileOptions, Compiled};

use super::lowering::Lowering;
use super::signatures::Callable;
use super::{Source, text_of};
use crate::api::*;
use crate::{defined, errors};

/// The variable that switches the cache on: a folder, or `1` for the user's folder.
const VARIABLE: &str = "TVMLIKE_CACHE";
/// The most bytes of entries in memory.
const MAX_BYTES: usize = 64 << 20;

/// Whether and where code is kept.
#[derive(Union)]
pub(super) enum Request {
    Switch(bool),
    Folder(String),
}

/// A compiled module.
pub(super) struct Entry {
    pub(super) compiled: Box<dyn Compiled>,
    pub(super) callables: Vec<Callable>,
    /// The declarations, and whether a registered function answered each.
    declarations: Vec<(String, bool)>,
}

/// Where code came from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    Memory,
    Disk,
}

impl Origin {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Disk => "disk",
        }
    }
}

/// Entries by key, with their lengths, the last used ones last.
static MEMORY: Mutex<Memory> = Mutex::new(Memory {
    entries: None,
    used: 0,
});

struct Memory {
    entries: Option<HashMap<Vec<u8>, Kept>>,
    /// Counts uses.
    used: u64,
}

struct Kept {
    entry: Arc<Entry>,
    len: usize,
    last: u64,
}

/// The cache of a call, with the key of its module.
pub(super) struct Cache {
    store: Store,
    key: Vec<u8>,
}

fn is_registered(name: &str) -> bool {
    tvmlike::find(name).is_some()
}

impl Entry {
    pub(super) fn new(compiled: Box<dyn Compiled>, callables: Vec<Callable>) -> Self {
        let declarations = callables.iter().filter(|callable| callable.is_declaration);
        let declarations =
            declarations.map(|callable| (callable.name.clone(), is_registered(&callable.name)));
        Self {
            declarations: declarations.collect(),
            compiled,
            callables,
        }
    }

    /// Whether the registry answers the declarations as when the code was made: their entries depend on it.
    fn holds(&self) -> bool {
        let mut declarations = self.declarations.iter();
        declarations.all(|(name, registered)| is_registered(name) == *registered)
    }

    fn encode(&self) -> Vec<u8> {
        let mut out = Encoder::default();
        out.number(self.callables.len() as u64);
        for callable in &self.callables {
            out.text(&callable.name);
            out.number(u64::from(callable.is_declaration));
            out.number(u64::from(callable.ty.is_ok()));
            match &callable.ty {
                Ok(ty) => out.text(&ty.to_string()),
                Err(why) => out.text(why),
            }
        }
        out.number(self.declarations.len() as u64);
        for (name, registered) in &self.declarations {
            out.text(name);
            out.number(u64::from(*registered));
        }
        self.compiled.encode(&mut out);
        out.0
    }

    fn decode(bytes: &[u8], backend: &dyn Backend) -> Option<Self> {
        let mut from = Decoder(bytes);
        let mut callables = Vec::new();
        for _ in 0..from.count()? {
            let name = from.text()?.to_owned();
            let is_declaration = from.below(2)? == 1;
            let ty = match from.below(2)? {
                1 => Ok(FunctionType::parse(from.text()?).ok()?),
                _ => Err(from.text()?.to_owned()),
            };
            callables.push(Callable {
                name,
                ty,
                is_declaration,
            });
        }
        let mut declarations = Vec::new();
        for _ in 0..from.count()? {
            declarations.push((from.text()?.to_owned(), from.below(2)? == 1));
        }
        Some(Self {
            compiled: backend.decode(&mut from)?,
            callables,
            declarations,
        })
    }
}

/// This build: the version, and the length and the time of the library that contains this code.
fn build() -> &'static str {
    static BUILD: OnceLock<String> = OnceLock::new();
    BUILD.get_or_init(|| {
        let file = tvmlike_engine::store::own_file();
        let found = file.and_then(|file| file.metadata().ok());
        let found = found.map(|found| (found.len(), found.modified().ok()));
        format!("{} {found:?}", env!("CARGO_PKG_VERSION"))
    })
}

/// The folder of a request; `None` if there is no cache.
fn folder(request: Option<Request>) -> Option<PathBuf> {
    let variable = || {
        let value = std::env::var_os(VARIABLE).filter(|value| !value.is_empty())?;
        (value != "0").then_some(value)
    };
    let given = match request {
        Some(Request::Switch(false)) => return None,
        Some(Request::Folder(folder)) => return Some(folder.into()),
        Some(Request::Switch(true)) => variable(),
        None => Some(variable()?),
    };
    if let Some(given) = given.filter(|given| given != "1") {
        return Some(given.into());
    }
    let own = std::env::var_os("XDG_CACHE_HOME").filter(|folder| !folder.is_empty());
    let own = own.map(PathBuf::from);
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache"));
    Some(own.or_else(home)?.join("tvmlike").join("compiled"))
}

impl Cache {
    /// The cache for a module; `None` if there shall be none, or plugins change what the text means.
    ///
    /// # Errors
    /// Other users can write to the folder; the back end does not work here.
    pub(super) fn of(
        request: Option<Request>,
        source: &Source,
        backend: &dyn Backend,
        options: &CompileOptions,
        lowering: Lowering<'_>,
        [signatures, symbols]: [&Map; 2],
    ) -> Result<Option<Self>> {
        let Some(folder) = folder(request) else {
            return Ok(None);
        };
        let has_passes = || tvmlike::list("ir.pass").is_ok_and(|passes| !passes.is_empty());
        if !defined::names().is_empty() || (lowering.pipeline.is_some() && has_passes()) {
            return Ok(None);
        }
        let store = Store::open(&folder)
            .map_err(|why| Error::new("PermissionError", format!("engine.compile: cache: {why}")))?;
        let mut key = Encoder::default();
        key.text(build());
        key.text(backend.name());
        key.text(&backend.target(options).map_err(errors::value_error)?);
        key.number(u64::from(options.optimize));
        key.number(u64::from(options.packed_entries));
        key.number(u64::from(options.interruptible));
        key.number(u64::from(options.debug));
        key.number(u64::from(lowering.bounds_checks));
        key.number(u64::from(lowering.threads));
        key.optional(lowering.pipeline);
        let mut types = Vec::new();
        for (name, ty) in signatures.iter() {
            types.push((
                name.convert::<&str>()?.to_owned(),
                ty.convert::<&str>()?.to_owned(),
            ));
        }
        let mut names = Vec::new();
        for (name, _) in symbols.iter() {
            names.push((name.convert::<&str>()?.to_owned(), String::new()));
        }
        for list in [&mut types, &mut names] {
            list.sort();
            key.number(list.len() as u64);
            for (name, ty) in list {
                key.text(name);
                key.text(ty);
            }
        }
        text_of(source, &mut key)?;
        Ok(Some(Self { store, key: key.0 }))
    }

    /// The code of the module, and where it was.
    pub(super) fn find(&self, backend: &dyn Backend) -> Option<(Arc<Entry>, Origin)> {
        if let Some(entry) = self.in_memory() {
            return entry.holds().then_some((entry, Origin::Memory));
        }
        let bytes = self.store.get(&self.key)?;
        let entry = Arc::new(Entry::decode(&bytes, backend)?);
        self.remember(&entry, bytes.len());
        entry.holds().then_some((entry, Origin::Disk))
    }

    /// Keeps code.
    pub(super) fn keep(&self, entry: &Arc<Entry>) {
        let bytes = entry.encode();
        self.remember(entry, bytes.len());
        self.store.put(&self.key, &bytes);
    }

    fn in_memory(&self) -> Option<Arc<Entry>> {
        // A thread that waited here could wait for one that a fork has not copied.
        let mut memory = MEMORY.try_lock().ok()?;
        memory.used += 1;
        let used = memory.used;
        let kept = memory.entries.as_mut()?.get_mut(&self.key)?;
        kept.last = used;
        Some(Arc::clone(&kept.entry))
    }

    fn remember(&self, entry: &Arc<Entry>, len: usize) {
        let len = len + self.key.len();
        let mut dropped = Vec::new();
        if let Ok(mut memory) = MEMORY.try_lock() {
            memory.used += 1;
            let last = memory.used;
            let entries = memory.entries.get_or_insert_default();
            let kept = Kept {
                entry: Arc::clone(entry),
                len,
                last,
            };
            dropped.extend(entries.insert(self.key.clone(), kept));
            while entries.values().map(|kept| kept.len).sum::<usize>() > MAX_BYTES {
                let oldest = entries.iter().min_by_key(|(_, kept)| kept.last);
                let Some(oldest) = oldest.map(|(key, _)| key.clone()) else {
                    break;
                };
                dropped.extend(entries.remove(&oldest));
            }
        }
        // Freed after the lock is released.
        drop(dropped);
    }
}

/// Forgets the entries in memory.
pub(super) fn clear() {
    let entries = MEMORY
        .try_lock()
        .ok()
        .and_then(|mut memory| memory.entries.take());
    drop(entries);
}
