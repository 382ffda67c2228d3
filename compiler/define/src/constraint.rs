//! Constraints: what a type or an attribute has to be, as data.
//!
//! A predicate is a tree whose leaves are named tests with arguments. The names are ours; `predicate` evaluates them.

/// The number of a constraint in its dialect's table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConstraintId(pub u32);

/// A constraint with the words in which a violation is reported.
#[derive(Clone, PartialEq, Debug)]
pub struct Constraint {
    /// "signless-integer-like", as in `must be signless-integer-like, but got 'f32'`.
    pub summary: Box<str>,
    /// The test.
    pub predicate: Predicate,
    /// The only type that passes, as text, if there is one: "index". A format need not print it.
    pub only_type: Option<Box<str>>,
    /// For attributes: the type that a number has, as text, if there is one: "i64". A format does not print it.
    pub value_type: Option<Box<str>>,
    /// For attributes that are cases of an enum: its name in the dialect.
    pub enumeration: Option<Box<str>>,
}

/// A test of a type or an attribute.
#[derive(Clone, PartialEq, Debug)]
pub enum Predicate {
    /// A named test: `integer(32)`.
    Test(Box<str>, Box<[Argument]>),
    /// All pass.
    All(Box<[Predicate]>),
    /// One passes.
    Any(Box<[Predicate]>),
    /// It does not pass.
    Not(Box<Predicate>),
    /// A part passes: `element type`, `value type of a type attribute`, each element of an array.
    Part(Box<str>, Box<Predicate>),
}

/// An argument of a test.
#[derive(Clone, PartialEq, Debug)]
pub enum Argument {
    /// A number.
    Integer(i64),
    /// A name or another text.
    Text(Box<str>),
    /// Sizes.
    Integers(Box<[i64]>),
}
