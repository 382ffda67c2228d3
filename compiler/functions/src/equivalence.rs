//! `ir.OperationEquivalenceFlags`.

use tvmlike_ir as ir;

use crate::api::*;

/// What two operations may differ in and be equivalent still.
#[derive(Enum, Clone, Copy)]
#[enum_type("ir.OperationEquivalenceFlags", flags)]
pub(crate) enum OperationEquivalenceFlags {
    /// Everything is compared.
    #[name("NONE")]
    Nothing = 0,
    /// Locations are not compared.
    #[name("IGNORE_LOCATIONS")]
    IgnoreLocations = 1,
    /// Discardable attributes are not compared.
    #[name("IGNORE_DISCARDABLE_ATTRS")]
    IgnoreDiscardableAttrs = 2,
    /// Properties are not compared.
    #[name("IGNORE_PROPERTIES")]
    IgnoreProperties = 4,
    /// Operands of commutative operations are compared in order.
    #[name("IGNORE_COMMUTATIVITY")]
    IgnoreCommutativity = 8,
}

/// Everything is compared.
pub(crate) const NOTHING: Flags<OperationEquivalenceFlags> = Flags::NONE;

/// The flags, as the IR has them.
pub(crate) fn equivalence(flags: Flags<OperationEquivalenceFlags>) -> ir::Equivalence {
    use OperationEquivalenceFlags as Flag;
    [
        (Flag::IgnoreLocations, ir::Equivalence::IGNORE_LOCATIONS),
        (
            Flag::IgnoreDiscardableAttrs,
            ir::Equivalence::IGNORE_DISCARDABLE_ATTRS,
        ),
        (Flag::IgnoreProperties, ir::Equivalence::IGNORE_PROPERTIES),
        (Flag::IgnoreCommutativity, ir::Equivalence::IGNORE_COMMUTATIVITY),
    ]
    .into_iter()
    .filter(|(flag, _)| flags.contains(*flag))
    .fold(ir::Equivalence::NONE, |all, (_, one)| all | one)
}
