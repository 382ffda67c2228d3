//! Checks of operations that are code: what MLIR verifies by hand-written C++.
//!
//! A dialect has one table of them, sorted by operation, and there is one table for interfaces, whose checks all operations
//! with the interface share. Invariant: a check runs after the numbers, constraints and segments of the operation were
//! found right, so it can rely on them.

use tvmlike_ir::{Context, Dialect, Error, Failure, Op, SymbolTables};

use crate::instance::Instance;
use crate::symbol::SymbolSources;

/// A check of one operation. It emits the error that it returns.
pub type HandWritten = fn(&Instance<'_>) -> Result<(), Failure>;

/// A check of the symbols that one operation refers to.
pub type HandWrittenUses = fn(&Instance<'_>, &mut SymbolTables) -> Result<(), Failure>;

/// When a registered check runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// After constraints and traits, before what is nested.
    Operation,
    /// After what is nested.
    Regions,
}

/// A check of all operations whose records ask for one, which finds the code by the name of the operation. It emits the error
/// that it returns.
pub type RegisteredCheck = fn(&Context, Op, Phase) -> Result<(), Failure>;

/// Registers types and attributes of a dialect that is not registered yet.
pub type RegisterSymbols = fn(&Context, &Dialect) -> Result<(), Error>;

/// A hand-written check with the place that it has among the checks of an operation.
#[derive(Clone, Copy, Debug)]
pub enum Hook {
    /// After constraints and traits, before what is nested: MLIR's `verify`.
    Verify(HandWritten),
    /// MLIR's `verify` asks for nothing that an earlier check does not ask for.
    Implied,
    /// The check of an interface, by its name, asks for nothing that other checks do not ask for.
    ImpliedInterface(&'static str),
    /// After what is nested: MLIR's `verifyRegions`.
    VerifyRegions(HandWritten),
    /// The check of an interface or a trait, by its name; "Unknown" for a condition that the record has only in words. It runs between the traits before and behind it in the record.
    Interface(&'static str, HandWritten),
    /// The check of an interface, by its name, that runs after what is nested, before `VerifyRegions`.
    InterfaceRegions(&'static str, HandWritten),
    /// With the symbol table around the operation: MLIR's `verifySymbolUses`.
    SymbolUses(HandWrittenUses),
}

/// The hand-written checks of the operations of a dialect.
#[derive(Clone, Copy, Default, Debug)]
pub struct Hooks {
    /// The checks by the name of the operation: "arith.constant". Sorted by name; an operation can have several.
    pub operations: &'static [(&'static str, Hook)],
    /// The checks of interfaces, for operations without a check of that interface of their own.
    pub interfaces: &'static [Hook],
    /// The operations whose `Hook::Verify` looks at nothing but attributes, properties, and types of operands and results. Sorted.
    pub by_parts: &'static [&'static str],
    /// Registers types and attributes whose forms are written by hand, before those of the record.
    pub symbols: Option<RegisterSymbols>,
    /// The check of operations that are verified by hand in a dialect without tables.
    pub registered: Option<RegisteredCheck>,
    /// What the records of types and attributes refer to.
    pub sources: SymbolSources,
}

impl Hooks {
    /// The checks of an operation.
    fn of(&self, operation: &str) -> &'static [(&'static str, Hook)] {
        let start = self.operations.partition_point(|(name, _)| *name < operation);
        let of_operations = &self.operations[start..];
        let count = of_operations
            .iter()
            .take_while(|(name, _)| *name == operation)
            .count();
        &of_operations[..count]
    }

    /// Those of one operation, in which its checks are found at once.
    pub(crate) fn of_operation(&self, operation: &str) -> Self {
        Self {
            operations: self.of(operation),
            ..*self
        }
    }

    /// The check of an interface that runs before what is nested.
    pub(crate) fn interface(&self, operation: &str, wanted: &str) -> Option<HandWritten> {
        let find = |hook: &Hook| match hook {
            Hook::Interface(name, check) if *name == wanted => Some(*check),
            _ => None,
        };
        let own = self.of(operation).iter().find_map(|(_, hook)| find(hook));
        own.or_else(|| self.interfaces.iter().find_map(find))
    }

    /// The check of an interface that runs after what is nested.
    pub(crate) fn interface_regions(&self, operation: &str, wanted: &str) -> Option<HandWritten> {
        let find = |hook: &Hook| match hook {
            Hook::InterfaceRegions(name, check) if *name == wanted => Some(*check),
            _ => None,
        };
        let own = self.of(operation).iter().find_map(|(_, hook)| find(hook));
        own.or_else(|| self.interfaces.iter().find_map(find))
    }

    /// The operation's own check before what is nested.
    pub(crate) fn verify(&self, operation: &str) -> Option<HandWritten> {
        self.of(operation).iter().find_map(|(_, hook)| match hook {
            Hook::Verify(check) => Some(*check),
            _ => None,
        })
    }

    /// Whether the hand-written checks of an operation look at nothing but attributes, properties, and types of operands and
    /// results.
    pub(crate) fn look_at_parts_only(&self, operation: &str, has_trait: impl Fn(&str) -> bool) -> bool {
        let own = |hook: &Hook| match hook {
            Hook::Verify(_) => self.by_parts.binary_search(&operation).is_ok(),
            // Casts are checked by types.
            Hook::Interface(name, _) => *name == "CastOpInterface",
            Hook::Implied | Hook::ImpliedInterface(_) => true,
            // Symbols are checked with the table around them.
            Hook::SymbolUses(_) => true,
            Hook::VerifyRegions(_) | Hook::InterfaceRegions(..) => false,
        };
        let shared = |hook: &Hook| match hook {
            Hook::Interface(name, _) | Hook::InterfaceRegions(name, _) => !has_trait(name),
            _ => true,
        };
        self.of(operation).iter().all(|(_, hook)| own(hook)) && self.interfaces.iter().all(shared)
    }

    /// The operation's own check after what is nested.
    pub(crate) fn verify_regions(&self, operation: &str) -> Option<HandWritten> {
        self.of(operation).iter().find_map(|(_, hook)| match hook {
            Hook::VerifyRegions(check) => Some(*check),
            _ => None,
        })
    }

    /// The check of the symbols that an operation refers to.
    pub(crate) fn symbol_uses(&self, operation: &str) -> Option<HandWrittenUses> {
        self.of(operation).iter().find_map(|(_, hook)| match hook {
            Hook::SymbolUses(check) => Some(*check),
            _ => None,
        })
    }
}
