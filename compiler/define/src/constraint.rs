//! Constraints: what a type or an attribute has to be, as data.
//!
//! A predicate is a tree whose leaves are named tests with arguments. The names are listed in `test`, which
//! evaluates them.

/// The number of a constraint in its dialect's table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConstraintId(pub u32);

/// A constraint with the words in which a violation is reported.
#[derive(Clone, PartialEq, Debug)]
pub struct Constraint {
    /// MLIR's name: "SignlessIntegerLike"; "" if it has none.
    pub name: Box<str>,
    /// "signless-integer-like", as in `must be signless-integer-like, but got 'f32'`.
    pub summary: Box<str>,
    /// The test.
    pub predicate: Predicate,
    /// The only type that passes, as text, if there is one: "index". A format need not print it.
    pub only_type: Option<Box<str>>,
    /// For attributes: the type that a number has, as text, if there is one: "i64". A format does not print it.
    pub value_type: Option<Box<str>>,
    /// For attributes that are cases of an enum: its name in the dialect, or `dialect.Name` of another one.
    pub enumeration: Option<Box<str>>,
    /// What any value of the property is, valid or not, or what a format reads the type of a single operand or result as.
    /// Text with another attribute or type is refused.
    pub storage: Option<Predicate>,
}

impl Constraint {
    /// A constraint with nothing but a test and the words for a violation.
    pub fn new(summary: impl Into<Box<str>>, predicate: Predicate) -> Self {
        Self {
            name: Box::default(),
            summary: summary.into(),
            predicate,
            only_type: None,
            value_type: None,
            enumeration: None,
            storage: None,
        }
    }
}

/// A test of a type or an attribute.
#[derive(Clone, PartialEq, Debug)]
pub enum Predicate {
    /// A named test: `integer(32)`.
    Test(Box<str>, Box<[Argument]>),
    /// All pass.
    All(Box<[Self]>),
    /// One passes.
    Any(Box<[Self]>),
    /// It does not pass.
    Not(Box<Self>),
    /// A part exists and passes: `element[…]` of a type, `value[…]` of a type attribute, `each[…]` of an array.
    Part(Box<str>, Box<Self>),
}

/// An argument of a test.
#[derive(Clone, PartialEq, Debug)]
pub enum Argument {
    /// A number.
    Integer(i64),
    /// A name.
    Text(Box<str>),
}
