//! The dialects, operations, types and attributes that a context knows.
//!
//! Invariant: records are only added, so looking one up by name takes two loads and no lock.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::context::Context;
use crate::context::diagnostic::Failure;
use crate::context::dialect::{Dialect, OpInfo, Traits};
use crate::context::symbol_info::SymbolInfo;
use crate::error::Error;
use crate::extension::Extensions;
use crate::id::{Identifier, Op};
use crate::unique::{Kind, Uniquer};

/// In a name: there is no record of an operation. Other numbers are positions in the list of records, counted from 1.
const NO_RECORD: u32 = 0;
/// In a name: there is no record, and no source has the dialect.
const NO_SOURCE: u32 = u32::MAX;

/// The names that this crate reads often.
pub(crate) struct Names {
    pub(crate) sym_name: Identifier,
    pub(crate) sym_visibility: Identifier,
    pub(crate) value: Identifier,
}

/// Dialects that a context does not know yet, and loads when it meets their names.
#[derive(Clone, Copy, Debug)]
pub struct DialectSource {
    /// Their namespaces, sorted.
    pub namespaces: fn() -> Vec<String>,
    /// Makes a context know the dialect of a namespace, if the source has it. When it returns, the context knows all of
    /// the dialect, even if another thread began to load it; except in a call within the call that loads it. Returns whether
    /// the source has the dialect; the error is the reason why its definition is wrong.
    pub load: fn(&Context, &[u8]) -> Result<bool, String>,
}

/// The dialects and operations of a context.
pub(crate) struct Registry {
    ops: boxcar::Vec<OpInfo>,
    dialects: boxcar::Vec<Dialect>,
    symbols: boxcar::Vec<SymbolInfo>,
    /// Held while a record is added.
    adding: Mutex<()>,
    allows_unregistered: AtomicBool,
    source: OnceLock<DialectSource>,
    pub(crate) names: Names,
    extensions: Extensions,
}

impl Registry {
    pub(crate) fn new(uniquer: &Uniquer) -> Self {
        let name = |text: &str| Identifier::new(uniquer.intern(Kind::Identifier, &[], text.as_bytes()));
        Self {
            ops: boxcar::Vec::new(),
            dialects: boxcar::Vec::new(),
            symbols: boxcar::Vec::new(),
            adding: Mutex::new(()),
            allows_unregistered: AtomicBool::new(false),
            source: OnceLock::new(),
            names: Names {
                sym_name: name("sym_name"),
                sym_visibility: name("sym_visibility"),
                value: name("value"),
            },
            extensions: Extensions::default(),
        }
    }
}

impl Identifier {
    /// The namespace of a name with a dialect: the part before the first dot.
    pub fn dialect_namespace(self, context: &Context) -> Option<&[u8]> {
        let name = self.bytes(context);
        Some(&name[..name.iter().position(|byte| *byte == b'.')?])
    }
}

impl Context {
    /// Registers a dialect.
    ///
    /// # Errors
    /// The context has a dialect with this namespace; or the namespace is invalid.
    pub fn register_dialect(&self, dialect: Dialect) -> Result<&Dialect, Error> {
        self.check_namespace(dialect.namespace())?;
        let adding = self
            .registry
            .adding
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if self.dialect(dialect.namespace().bytes(self)).is_some() {
            return Err(Error::new(format!(
                "dialect '{}' is already registered",
                dialect.namespace().text(self)
            )));
        }
        let index = self.registry.dialects.push(dialect);
        drop(adding);
        Ok(&self.registry.dialects[index])
    }

    /// The dialect with a namespace.
    pub fn dialect(&self, namespace: &[u8]) -> Option<&Dialect> {
        Some(&self.registry.dialects[self.dialect_index(namespace)?])
    }

    fn dialect_index(&self, namespace: &[u8]) -> Option<usize> {
        let mut all = self.registry.dialects.iter();
        let found = all.find(|(_, dialect)| dialect.namespace().bytes(self) == namespace);
        found.map(|(index, _)| index)
    }

    /// The dialect of the operations of a record that [`register_operation`](Self::register_operation) of this context
    /// has returned.
    pub fn dialect_of(&self, info: &OpInfo) -> &Dialect {
        &self.registry.dialects[info.dialect]
    }

    /// The registered dialects, in the order of registration.
    pub fn dialects(&self) -> impl Iterator<Item = &Dialect> {
        self.registry.dialects.iter().map(|(_, dialect)| dialect)
    }

    /// Sets where dialects come from that the context does not know. The first source stays.
    pub fn set_dialect_source(&self, source: DialectSource) {
        self.registry.source.get_or_init(|| source);
    }

    /// Loads a dialect if there is a source that has it; whether there is. The reason why a definition is wrong is a
    /// diagnostic.
    fn load_from_source(&self, namespace: &[u8]) -> Result<bool, Failure> {
        let Some(source) = self.registry.source.get() else {
            return Ok(false);
        };
        (source.load)(self, namespace)
            .map_err(|reason| self.emit_error(self.unknown_location(), reason).emit())
    }

    /// The dialect with a namespace, which is loaded if there is a source that has it.
    pub fn load_dialect(&self, namespace: &[u8]) -> Option<&Dialect> {
        // A definition that is wrong was reported, and there is no dialect.
        let _ = self.load_from_source(namespace);
        self.dialect(namespace)
    }

    /// As [`load_dialect`](Self::load_dialect), without a diagnostic.
    ///
    /// # Errors
    /// The definition of the dialect is wrong.
    pub fn try_load_dialect(&self, namespace: &[u8]) -> Result<Option<&Dialect>, String> {
        if let Some(source) = self.registry.source.get() {
            (source.load)(self, namespace)?;
        }
        Ok(self.dialect(namespace))
    }

    /// The record of the operations of a name, whose dialect is loaded if there is a source that has it.
    #[inline]
    pub fn load_op_info(&self, name: Identifier) -> Option<&OpInfo> {
        match self.uniquer.node(name.raw()).record().load(Ordering::Acquire) {
            NO_RECORD => self.load_for(name),
            NO_SOURCE => None,
            number => Some(&self.registry.ops[number as usize - 1]),
        }
    }

    #[cold]
    fn load_for(&self, name: Identifier) -> Option<&OpInfo> {
        self.registry.source.get()?;
        let namespace = name.dialect_namespace(self);
        if !namespace
            .map_or(Ok(false), |namespace| self.load_from_source(namespace))
            .ok()?
        {
            let record = self.uniquer.node(name.raw()).record();
            // Fails if the operation was registered meanwhile.
            let _ = record.compare_exchange(NO_RECORD, NO_SOURCE, Ordering::Relaxed, Ordering::Relaxed);
        }
        self.op_info(name)
    }

    /// The namespaces of the dialects that are registered or can be loaded, sorted.
    pub fn available_dialects(&self) -> Vec<String> {
        let registered = self
            .dialects()
            .map(|each| each.namespace().text(self).into_owned());
        let mut all: Vec<String> = registered.collect();
        if let Some(source) = self.registry.source.get() {
            all.extend((source.namespaces)());
        }
        all.sort();
        all.dedup();
        all
    }

    /// Registers an operation of a registered dialect.
    ///
    /// # Errors
    /// The operation is registered already, its dialect is not, or its name has no dialect.
    pub fn register_operation(&self, mut info: OpInfo) -> Result<&OpInfo, Error> {
        let name = info.name();
        let Some(namespace) = name.dialect_namespace(self) else {
            return Err(Error::new(format!(
                "operation name '{}' must have a dialect: 'dialect.operation'",
                name.text(self)
            )));
        };
        let Some(dialect) = self.dialect_index(namespace) else {
            return Err(Error::new(format!(
                "cannot register operation '{}': register its dialect first",
                name.text(self)
            )));
        };
        info.dialect = dialect;
        let adding = self
            .registry
            .adding
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let record = self.uniquer.node(name.raw()).record();
        if !matches!(record.load(Ordering::Relaxed), NO_RECORD | NO_SOURCE) {
            return Err(Error::new(format!(
                "operation '{}' is already registered",
                name.text(self)
            )));
        }
        let index = self.registry.ops.push(info);
        let number = u32::try_from(index + 1).expect("a context has fewer than 2^32 operation names");
        record.store(number, Ordering::Release);
        drop(adding);
        Ok(&self.registry.ops[index])
    }

    /// The record of the operations of a name; `None` if they are not registered.
    #[inline]
    pub fn op_info(&self, name: Identifier) -> Option<&OpInfo> {
        match self.uniquer.node(name.raw()).record().load(Ordering::Acquire) {
            NO_RECORD | NO_SOURCE => None,
            number => Some(&self.registry.ops[number as usize - 1]),
        }
    }

    /// The registered operations, in the order of registration.
    pub fn registered_operations(&self) -> impl Iterator<Item = &OpInfo> {
        self.registry.ops.iter().map(|(_, info)| info)
    }

    /// Registers a type or an attribute of a dialect, which need not be registered yet.
    ///
    /// # Errors
    /// The dialect has one of this name.
    pub fn register_symbol(&self, mut info: SymbolInfo) -> Result<&SymbolInfo, Error> {
        let what = if info.is_type() { "type" } else { "attribute" };
        let describe = || {
            let (dialect, name) = (info.dialect().text(self), info.name().text(self));
            format!("{what} '{dialect}.{name}'")
        };
        let adding = self
            .registry
            .adding
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let record = self.symbol_record(info.dialect(), info.name(), info.is_type());
        if record.load(Ordering::Relaxed) != 0 {
            return Err(Error::new(format!("{} is already registered", describe())));
        }
        let number = self.registry.symbols.count() + 1;
        info.number = u32::try_from(number).expect("a context has fewer than 2^32 definitions");
        let index = self.registry.symbols.push(info);
        record.store(number as u32, Ordering::Release);
        drop(adding);
        Ok(&self.registry.symbols[index])
    }

    /// The node that names a definition.
    fn symbol_record(&self, dialect: Identifier, name: Identifier, is_type: bool) -> &AtomicU32 {
        let words = [u32::from(is_type), dialect.raw(), name.raw()];
        let id = self.uniquer.intern(Kind::SymbolName, &words, &[]);
        self.uniquer.node(id).record()
    }

    /// The definition of the type `!dialect.name`, if a registered dialect has it.
    pub fn type_info(&self, dialect: Identifier, name: Identifier) -> Option<&SymbolInfo> {
        let number = self.symbol_record(dialect, name, true).load(Ordering::Acquire);
        (number != 0).then(|| self.symbol_info(number))
    }

    /// The definition of the attribute `#dialect.name`, if a registered dialect has it.
    pub fn attribute_info(&self, dialect: Identifier, name: Identifier) -> Option<&SymbolInfo> {
        let number = self.symbol_record(dialect, name, false).load(Ordering::Acquire);
        (number != 0).then(|| self.symbol_info(number))
    }

    /// The definitions of types and attributes, in the order of registration.
    pub fn registered_symbols(&self) -> impl Iterator<Item = &SymbolInfo> {
        self.registry.symbols.iter().map(|(_, info)| info)
    }

    /// The definition with a number.
    #[inline]
    pub(crate) fn symbol_info(&self, number: u32) -> &SymbolInfo {
        &self.registry.symbols[(number as usize).wrapping_sub(1)]
    }

    /// Sets whether operations of dialects that are not registered are allowed. They are not by default.
    pub fn allow_unregistered_dialects(&self, allow: bool) {
        self.registry.allows_unregistered.store(allow, Ordering::Relaxed);
    }

    /// Whether operations of dialects that are not registered are allowed.
    pub fn allows_unregistered_dialects(&self) -> bool {
        self.registry.allows_unregistered.load(Ordering::Relaxed)
    }

    /// What other crates attach to the context.
    pub fn extensions(&self) -> &Extensions {
        &self.registry.extensions
    }
}

impl Op {
    /// The record of the operation; `None` if it is not registered.
    #[inline]
    pub fn info(self, context: &Context) -> Option<&OpInfo> {
        context.op_info(self.name(context))
    }

    /// Whether the context knows the operation.
    #[inline]
    pub fn is_registered(self, context: &Context) -> bool {
        self.info(context).is_some()
    }

    /// Whether the operation is registered and has traits.
    #[inline]
    pub fn has_trait(self, context: &Context, traits: Traits) -> bool {
        self.info(context)
            .is_some_and(|info| info.traits().contains(traits))
    }

    /// Whether the operation is registered and has traits, or is not registered.
    #[inline]
    pub fn might_have_trait(self, context: &Context, traits: Traits) -> bool {
        self.info(context)
            .is_none_or(|info| info.traits().contains(traits))
    }
}
