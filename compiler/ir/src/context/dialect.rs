//! The records of dialects and operations.
//!
//! An operation is data: a record with its traits, the attributes that are its properties, and its verifiers.

use std::fmt;
use std::ops::BitOr;
use std::sync::{Arc, OnceLock};

use crate::context::Context;
use crate::context::diagnostic::Failure;
use crate::extension::Extensions;
use crate::id::{Attribute, Identifier, Op};

/// Properties that operations of a kind share, a set.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Traits(u64);

impl Traits {
    /// No trait.
    pub const NONE: Self = Self(0);
    /// Ends its block.
    pub const TERMINATOR: Self = Self(1);
    /// Its blocks need no terminator.
    pub const NO_TERMINATOR: Self = Self(1 << 1);
    /// Its regions use no value from outside.
    pub const ISOLATED_FROM_ABOVE: Self = Self(1 << 2);
    /// Its region is a table of symbols.
    pub const SYMBOL_TABLE: Self = Self(1 << 3);
    /// It defines the symbol of its attribute `sym_name`.
    pub const SYMBOL: Self = Self(1 << 4);
    /// With [`SYMBOL`](Self::SYMBOL): without `sym_name`, it defines none.
    pub const OPTIONAL_SYMBOL: Self = Self(1 << 5);
    /// Its regions have at most one block.
    pub const SINGLE_BLOCK: Self = Self(1 << 6);
    /// Its regions end with one kind of operation, which the custom form leaves out; see
    /// [`OpInfo::with_implicit_terminator`]. Implies [`SINGLE_BLOCK`](Self::SINGLE_BLOCK).
    pub const SINGLE_BLOCK_IMPLICIT_TERMINATOR: Self = Self(1 << 7);
    /// The entry blocks of its regions have no arguments.
    pub const NO_REGION_ARGUMENTS: Self = Self(1 << 8);
    /// In its regions, values may be used before they are defined.
    pub const HAS_ONLY_GRAPH_REGION: Self = Self(1 << 9);
    /// Starts a new scope for the symbols of affine expressions.
    pub const AFFINE_SCOPE: Self = Self(1 << 10);
    /// Has no side effects and can be executed speculatively. Implies [`NO_MEMORY_EFFECT`](Self::NO_MEMORY_EFFECT) and
    /// [`ALWAYS_SPECULATABLE`](Self::ALWAYS_SPECULATABLE).
    pub const PURE: Self = Self(1 << 11);
    /// The order of its operands has no meaning.
    pub const COMMUTATIVE: Self = Self(1 << 12);
    /// It is a constant: no operands, one result, and its fold gives an attribute.
    pub const CONSTANT_LIKE: Self = Self(1 << 13);
    /// It has the side effects of what is nested in it.
    pub const RECURSIVE_MEMORY_EFFECTS: Self = Self(1 << 14);
    /// It is a terminator that returns its operands to the parent operation.
    pub const RETURN_LIKE: Self = Self(1 << 15);
    /// Its symbol references are checked; see [`OpInfo::with_symbol_verifier`].
    pub const SYMBOL_USER: Self = Self(1 << 16);
    /// Has no side effects, apart from those of what is nested in it if it has
    /// [`RECURSIVE_MEMORY_EFFECTS`](Self::RECURSIVE_MEMORY_EFFECTS).
    pub const NO_MEMORY_EFFECT: Self = Self(1 << 17);
    /// Can be executed where the program does not: it has no undefined behavior.
    pub const ALWAYS_SPECULATABLE: Self = Self(1 << 18);
    /// Can be executed speculatively if all that is nested in it can.
    pub const RECURSIVELY_SPECULATABLE: Self = Self(1 << 19);
    /// Applied to its own result, it gives that result: `f(f(x))` is `f(x)`.
    pub const IDEMPOTENT: Self = Self(1 << 20);
    /// Applied to its own result, it gives its operand: `f(f(x))` is `x`.
    pub const INVOLUTION: Self = Self(1 << 21);

    /// The traits of which one suffices to fold some operations.
    pub const FOLDED: Self = Self(Self::COMMUTATIVE.0 | Self::IDEMPOTENT.0 | Self::INVOLUTION.0);

    /// Whether all of `other` are in the set.
    #[inline]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether one of `other` is in the set.
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The traits of both sets.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOr for Traits {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

/// How many operands, results, regions or successors an operation has.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Count {
    /// Any number.
    #[default]
    Any,
    /// This number.
    Exactly(u32),
    /// This number or more.
    AtLeast(u32),
}

/// Checks an operation, and emits an error if it is invalid.
pub type Verifier = Arc<dyn Fn(&Context, Op) -> Result<(), Failure> + Send + Sync>;

/// Checks the value of a property that a text has, and gives the value that the operation then has.
pub type PropertyCheck =
    Arc<dyn Fn(&Context, Identifier, Attribute) -> Result<Attribute, PropertyFault> + Send + Sync>;

/// Why a text cannot set a property to a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertyFault {
    /// Why it cannot be stored among the properties. `None`: it can, and is found when the operation is verified.
    pub unstorable: Option<Unstorable>,
    /// The constraint that it violates, in words. `None`: as an inherent attribute it is ignored.
    pub constraint: Option<Box<str>>,
}

/// Why a value cannot be stored as a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unstorable {
    /// The property has values of another kind.
    Kind,
    /// Another reason, in words.
    Because(String),
}

impl Unstorable {
    /// The reason in words; `kind` says what stands for a value of another kind.
    pub fn in_words(self, kind: impl FnOnce() -> String) -> String {
        match self {
            Self::Kind => kind(),
            Self::Because(reason) => reason,
        }
    }
}

/// Whether the definition of a dialect still holds. What a plugin defines ends with the plugin: the operations that exist can
/// be read, printed in generic form and erased; whatever needs their definition is an error with the reason.
#[derive(Clone, Default, Debug)]
pub struct Withdrawal(Arc<OnceLock<Box<str>>>);

impl Withdrawal {
    /// Withdraws the definition in all contexts. The first reason stays.
    pub fn withdraw(&self, reason: impl Into<Box<str>>) {
        self.0.get_or_init(|| reason.into());
    }

    /// Why the definition was withdrawn; `None` if it was not.
    pub fn reason(&self) -> Option<&str> {
        self.0.get().map(|reason| &**reason)
    }
}

/// The withdrawal of a record's dialect, if it can be withdrawn.
#[derive(Default, Debug)]
pub(crate) struct Withdrawable(OnceLock<Withdrawal>);

impl Withdrawable {
    pub(crate) fn bind(&self, withdrawal: &Withdrawal) {
        self.0.get_or_init(|| withdrawal.clone());
    }

    #[inline]
    pub(crate) fn reason(&self) -> Option<&str> {
        self.0.get()?.reason()
    }
}

/// The record of a registered operation: its traits, properties and checks.
pub struct OpInfo {
    name: Identifier,
    traits: Traits,
    pub(crate) counts: Counts,
    properties: Box<[Identifier]>,
    converted: Box<[Identifier]>,
    default_properties: Box<[(Identifier, Attribute)]>,
    property_check: Option<PropertyCheck>,
    implicit_terminator: Option<Identifier>,
    pub(crate) constraints: Option<Verifier>,
    pub(crate) verifier: Option<Verifier>,
    pub(crate) region_verifier: Option<Verifier>,
    /// Whether operations that are alike are all valid or all invalid.
    pub(crate) is_verified_by_parts: bool,
    /// The position of the dialect in the list of the context; known when the record is registered.
    pub(crate) dialect: usize,
    withdrawal: Withdrawable,
    extensions: Extensions,
}

/// The numbers of an operation's parts.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    pub(crate) regions: Count,
    pub(crate) results: Count,
    pub(crate) successors: Count,
    pub(crate) operands: Count,
}

impl fmt::Debug for OpInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpInfo")
            .field("name", &self.name)
            .field("traits", &self.traits)
            .finish_non_exhaustive()
    }
}

impl OpInfo {
    /// A record without traits and checks.
    pub fn new(name: Identifier) -> Self {
        Self {
            name,
            traits: Traits::NONE,
            counts: Counts::default(),
            properties: Box::default(),
            converted: Box::default(),
            default_properties: Box::default(),
            property_check: None,
            implicit_terminator: None,
            constraints: None,
            verifier: None,
            region_verifier: None,
            is_verified_by_parts: false,
            dialect: 0,
            withdrawal: Withdrawable::default(),
            extensions: Extensions::default(),
        }
    }

    /// Adds traits.
    pub fn with_traits(mut self, traits: Traits) -> Self {
        self.traits = self.traits | traits;
        if self.traits.contains(Traits::SINGLE_BLOCK_IMPLICIT_TERMINATOR) {
            self.traits = self.traits | Traits::SINGLE_BLOCK;
        }
        if self.traits.contains(Traits::PURE) {
            self.traits = self.traits | Traits::NO_MEMORY_EFFECT | Traits::ALWAYS_SPECULATABLE;
        }
        self
    }

    /// Sets the number of regions.
    pub fn with_regions(mut self, count: Count) -> Self {
        self.counts.regions = count;
        self
    }

    /// Sets the number of results.
    pub fn with_results(mut self, count: Count) -> Self {
        self.counts.results = count;
        self
    }

    /// Sets the number of successors.
    pub fn with_successors(mut self, count: Count) -> Self {
        self.counts.successors = count;
        self
    }

    /// Sets the number of operands.
    pub fn with_operands(mut self, count: Count) -> Self {
        self.counts.operands = count;
        self
    }

    /// Promises that the checks of an operation look at nothing but its name, attributes and properties, and the types of its
    /// operands and results: not at what is around it or defines its operands. One of several operations that are
    /// [alike](crate::Alike) is then verified.
    pub fn with_verification_by_parts(mut self) -> Self {
        self.is_verified_by_parts = true;
        self
    }

    /// Sets the names of the attributes that are properties, not discardable attributes.
    pub fn with_properties(mut self, names: impl Into<Box<[Identifier]>>) -> Self {
        self.properties = names.into();
        self
    }

    /// Names the properties that can be set by other values than those that the operation then has, which the check of
    /// properties gives.
    pub fn with_converted_properties(mut self, names: impl Into<Box<[Identifier]>>) -> Self {
        self.converted = names.into();
        self
    }

    /// Sets the properties that an operation has whose text does not set them.
    pub fn with_default_properties(mut self, properties: impl Into<Box<[(Identifier, Attribute)]>>) -> Self {
        self.default_properties = properties.into();
        self
    }

    /// Sets the check of the properties in a text.
    pub fn with_property_check(mut self, check: PropertyCheck) -> Self {
        self.property_check = Some(check);
        self
    }

    /// Sets the operation with which every region ends. Adds [`Traits::SINGLE_BLOCK_IMPLICIT_TERMINATOR`].
    pub fn with_implicit_terminator(mut self, name: Identifier) -> Self {
        self.implicit_terminator = Some(name);
        self.with_traits(Traits::SINGLE_BLOCK_IMPLICIT_TERMINATOR)
    }

    /// Sets the check of operand types, result types and attributes. It runs after the checks of numbers and regions and
    /// before those of the other traits.
    pub fn with_constraints(mut self, verifier: Verifier) -> Self {
        self.constraints = Some(verifier);
        self
    }

    /// Sets the check of one operation, which runs last, before the operations nested in it are checked.
    pub fn with_verifier(mut self, verifier: Verifier) -> Self {
        self.verifier = Some(verifier);
        self
    }

    /// Sets the check that runs after the operations nested in this one were checked.
    pub fn with_region_verifier(mut self, verifier: Verifier) -> Self {
        self.region_verifier = Some(verifier);
        self
    }

    /// The name, with the dialect.
    #[inline]
    pub fn name(&self) -> Identifier {
        self.name
    }

    /// The traits.
    #[inline]
    pub fn traits(&self) -> Traits {
        self.traits
    }

    /// The number of regions.
    pub fn regions(&self) -> Count {
        self.counts.regions
    }

    /// The number of results.
    pub fn results(&self) -> Count {
        self.counts.results
    }

    /// The names of the attributes that are properties.
    pub fn properties(&self) -> &[Identifier] {
        &self.properties
    }

    /// The properties that an operation has whose text does not set them.
    pub fn default_properties(&self) -> &[(Identifier, Attribute)] {
        &self.default_properties
    }

    /// Checks the value of a property in a text. The value that the operation then has is another one for properties that
    /// MLIR does not keep as attributes.
    ///
    /// # Errors
    /// The operation cannot have the value.
    pub fn check_property(
        &self,
        context: &Context,
        name: Identifier,
        value: Attribute,
    ) -> Result<Attribute, PropertyFault> {
        match &self.property_check {
            Some(check) if self.properties.contains(&name) => check(context, name, value),
            _ => Ok(value),
        }
    }

    /// The value that a property has once a program has set it to `value`.
    #[inline]
    pub fn stored(&self, context: &Context, name: Identifier, value: Attribute) -> Attribute {
        match self.converted.contains(&name) {
            // A value that cannot be stored is found when the operation is verified.
            true => self.check_property(context, name, value).unwrap_or(value),
            false => value,
        }
    }

    /// Makes the record end with the definition of its dialect.
    pub fn bind(&self, withdrawal: &Withdrawal) {
        self.withdrawal.bind(withdrawal);
    }

    /// Why the definition of the dialect was withdrawn; `None` if it was not.
    #[inline]
    pub fn withdrawn(&self) -> Option<&str> {
        self.withdrawal.reason()
    }

    /// The operation with which every region ends.
    pub fn implicit_terminator(&self) -> Option<Identifier> {
        self.implicit_terminator
    }

    /// The data that other crates attach to the record.
    pub fn extensions(&self) -> &Extensions {
        &self.extensions
    }
}

/// The record of a registered dialect.
#[derive(Debug)]
pub struct Dialect {
    namespace: Identifier,
    allows_unknown_operations: bool,
    withdrawal: Withdrawable,
    extensions: Extensions,
}

impl Dialect {
    /// A dialect that allows only registered operations.
    pub fn new(namespace: Identifier) -> Self {
        Self {
            namespace,
            allows_unknown_operations: false,
            withdrawal: Withdrawable::default(),
            extensions: Extensions::default(),
        }
    }

    /// Allows operations of the dialect that are not registered.
    pub fn allowing_unknown_operations(mut self) -> Self {
        self.allows_unknown_operations = true;
        self
    }

    /// The namespace: the part of an operation's name before the first dot.
    pub fn namespace(&self) -> Identifier {
        self.namespace
    }

    /// Whether operations of the dialect that are not registered are allowed.
    pub fn allows_unknown_operations(&self) -> bool {
        self.allows_unknown_operations
    }

    /// Makes the dialect end with its definition.
    pub fn bind(&self, withdrawal: &Withdrawal) {
        self.withdrawal.bind(withdrawal);
    }

    /// Why the definition was withdrawn; `None` if it was not.
    pub fn withdrawn(&self) -> Option<&str> {
        self.withdrawal.reason()
    }

    /// The data that other crates attach to the dialect.
    pub fn extensions(&self) -> &Extensions {
        &self.extensions
    }
}
