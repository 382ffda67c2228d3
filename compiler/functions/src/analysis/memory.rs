//! `analysis.alias`, `analysis.memory_effects`, `analysis.is_pure` and their results.

use tvmlike::packed_func;
use tvmlike_ir as ir;
use tvmlike_transform::{AliasResult as Found, alias as find};

use crate::api::*;
use crate::handles::{Attribute, OperationBase, Value};

/// Whether two values refer to the same memory.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[enum_type("analysis.AliasResult")]
#[expect(clippy::enum_variant_names, reason = "front ends see MLIR's names")]
pub(crate) enum AliasResult {
    /// They do not.
    NoAlias = 0,
    /// They can.
    MayAlias = 1,
    /// A part of one is the other.
    PartialAlias = 2,
    /// They do.
    MustAlias = 3,
}

/// Whether two values can refer to the same memory, from what is seen of their definitions.
#[packed_func("analysis.alias")]
fn alias(lhs: &Value, rhs: &Value) -> Result<AliasResult> {
    let core = lhs.part.read()?;
    let (lhs, rhs) = (lhs.part.value()?, rhs.in_context(lhs.part.context())?);
    Ok(match find(&core, lhs, rhs) {
        Found::No => AliasResult::NoAlias,
        Found::May => AliasResult::MayAlias,
        Found::Partial => AliasResult::PartialAlias,
        Found::Must => AliasResult::MustAlias,
    })
}

/// What an operation does to memory.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[enum_type("analysis.EffectKind")]
pub(crate) enum EffectKind {
    /// Makes memory available.
    Allocate = 0,
    /// Ends the life of memory.
    Free = 1,
    /// Reads.
    Read = 2,
    /// Writes.
    Write = 3,
}

/// One effect of an operation.
#[derive(Object)]
#[object(key = "analysis.MemoryEffect")]
pub(crate) struct MemoryEffect {
    kind: EffectKind,
    value: Option<ObjectPtr<Value>>,
    symbol: Option<ObjectPtr<Attribute>>,
    resource: &'static str,
}

#[methods]
impl MemoryEffect {
    /// What is done.
    #[getter]
    fn kind(&self) -> EffectKind {
        self.kind
    }

    /// The value that refers to the memory. None: any memory, or that of a symbol.
    #[getter]
    fn value(&self) -> Option<ObjectPtr<Value>> {
        self.value.clone()
    }

    /// The symbol that refers to the memory.
    #[getter]
    fn symbol(&self) -> Option<ObjectPtr<Attribute>> {
        self.symbol.clone()
    }

    /// The resource: effects on different ones are independent.
    #[getter]
    fn resource(&self) -> &'static str {
        self.resource
    }
}

/// The effects of an operation on memory; with `recursive`, also those of what is in it. None: they are not known.
#[packed_func("analysis.memory_effects")]
fn memory_effects(
    operation: &OperationBase,
    #[default(false)] recursive: bool,
) -> Result<Option<Vec<MemoryEffect>>> {
    let near = operation.part();
    let core = near.read()?;
    let op = near.op()?;
    let found = match recursive {
        true => op.memory_effects_recursively(&core),
        false => op.memory_effects(&core),
    };
    let make = |effect: &ir::Effect| MemoryEffect {
        kind: match effect.kind {
            ir::EffectKind::Allocate => EffectKind::Allocate,
            ir::EffectKind::Free => EffectKind::Free,
            ir::EffectKind::Read => EffectKind::Read,
            ir::EffectKind::Write => EffectKind::Write,
        },
        value: match effect.target {
            ir::EffectTarget::Value(value) => Some(Value::make(&near, value)),
            _ => None,
        },
        symbol: match effect.target {
            ir::EffectTarget::Symbol(symbol) => Some(Attribute::make(near.context(), symbol)),
            _ => None,
        },
        resource: effect.resource,
    };
    Ok(found.map(|all| all.iter().map(make).collect()))
}

/// Whether an operation and what is in it have no effect and can be executed where the program does not execute them.
#[packed_func("analysis.is_pure")]
fn is_pure(operation: &OperationBase) -> Result<bool> {
    let core = operation.read()?;
    Ok(operation.op()?.is_pure(&core))
}
