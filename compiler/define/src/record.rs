//! What a dialect, an operation, a type or an attribute is.
//!
//! Records are plain data: a data file, a macro, a plugin and IRDL make the same ones. Invariant: numbers of constraints
//! and names in formats refer to the record's own dialect; registration refuses a record for which this does not hold.

use std::sync::Arc;

use crate::constraint::{Constraint, ConstraintId};

/// A dialect.
#[derive(Clone, PartialEq, Debug, core::default::Default)]
pub struct DialectRecord {
    /// The namespace: "arith".
    pub name: Box<str>,
    /// How it reads its types.
    pub type_reader: SymbolReader,
    /// How it reads its attributes.
    pub attribute_reader: SymbolReader,
    /// The dialects that are loaded with it, sorted by name: its operations make their types and attributes.
    pub depends: Vec<Box<str>>,
    /// Its operations, sorted by name.
    pub operations: Vec<OpRecord>,
    /// Its types, sorted by name.
    pub types: Vec<SymbolRecord>,
    /// Its attributes, sorted by name.
    pub attributes: Vec<SymbolRecord>,
    /// Its enums, sorted by name.
    pub enums: Vec<EnumRecord>,
    /// The constraints that the records refer to by number.
    pub constraints: Vec<Constraint>,
    /// Whether the types of results never follow from other parts, whatever the traits say, as in MLIR's dialects whose
    /// definition files do not include the interface.
    pub without_inference: bool,
}

/// How a dialect reads types or attributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, core::default::Default)]
pub enum SymbolReader {
    /// It has none.
    #[default]
    None,
    /// By the records.
    Declared,
    /// By code written by hand.
    ByHand,
}

/// How many values, regions or successors one entry of a record has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    /// One.
    One,
    /// None or one.
    Optional,
    /// Any number.
    Variadic,
    /// Groups of any number; the sizes of the groups are in an attribute with this number in the record.
    Groups(u32),
}

/// An operation.
#[derive(Clone, PartialEq, Debug)]
pub struct OpRecord {
    /// The name with the dialect: "arith.addi".
    pub name: Box<str>,
    /// The name of its class without the dialect: "AddIOp".
    pub class: Box<str>,
    /// What it does, in a sentence; "" if the record does not say it.
    pub summary: Box<str>,
    /// Its operands in order.
    pub operands: Vec<ValueRecord>,
    /// Its results in order.
    pub results: Vec<ValueRecord>,
    /// Its inherent attributes and properties in order.
    pub attributes: Vec<AttributeRecord>,
    /// Its regions in order.
    pub regions: Vec<RegionRecord>,
    /// Its successors in order.
    pub successors: Vec<SuccessorRecord>,
    /// Its traits and interfaces in order. Operations share equal lists: a dialect has few different ones.
    pub traits: Arc<[TraitRecord]>,
    /// The custom form.
    pub body: Body,
    /// Whether more than the record's checks is required of it: a verifier written by hand.
    pub verified_by_hand: bool,
    /// As `verified_by_hand`, after what is nested in it was checked.
    pub regions_verified_by_hand: bool,
}

impl OpRecord {
    /// The name that the class of an operation has unless its data say another: of `execute_region`, `ExecuteRegionOp`.
    pub fn class_of(name: &str) -> Box<str> {
        let mut class = String::new();
        for part in name.split(['.', '_']) {
            let mut letters = part.chars();
            class.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
            class.push_str(letters.as_str());
        }
        class.push_str("Op");
        class.into()
    }
}

/// The custom form of an operation, a type or an attribute.
#[derive(Clone, PartialEq, Debug)]
pub enum Body {
    /// There is none.
    None,
    /// MLIR's declarative language: "$lhs `,` $rhs attr-dict `:` type($result)".
    Format(Box<str>),
    /// A parser and a printer written by hand.
    ByHand,
}

/// Operands or results.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueRecord {
    /// The name, or "".
    pub name: Box<str>,
    /// What its type has to be.
    pub constraint: ConstraintId,
    /// How many.
    pub arity: Arity,
}

/// An inherent attribute, or a property.
#[derive(Clone, PartialEq, Debug)]
pub struct AttributeRecord {
    /// The name.
    pub name: Box<str>,
    /// What it has to be.
    pub constraint: ConstraintId,
    /// Whether it can be absent.
    pub is_optional: bool,
    /// The value of an absent one.
    pub default: Default,
    /// How many of the operands come before it in the parameters of builders.
    pub position: u32,
}

/// The value that an absent attribute stands for.
#[derive(Clone, PartialEq, Debug)]
pub enum Default {
    /// There is none.
    None,
    /// An attribute, as text: `0 : i64`, `#arith.fastmath<none>`.
    Text(Box<str>),
    /// It is not known as data; operations are read and printed without regard to it.
    Unknown,
}

/// Regions.
#[derive(Clone, PartialEq, Debug)]
pub struct RegionRecord {
    /// The name.
    pub name: Box<str>,
    /// [`Arity::One`] or [`Arity::Variadic`].
    pub arity: Arity,
    /// The number of blocks that it has to have, if it is restricted, and the words for that: "region with 1 blocks".
    pub blocks: Option<(Blocks, Box<str>)>,
}

/// A restriction of the number of blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blocks {
    /// This number.
    Exactly(u32),
    /// This number or more.
    AtLeast(u32),
    /// This number or fewer.
    AtMost(u32),
}

/// Successors.
#[derive(Clone, PartialEq, Debug)]
pub struct SuccessorRecord {
    /// The name.
    pub name: Box<str>,
    /// [`Arity::One`] or [`Arity::Variadic`].
    pub arity: Arity,
}

/// A trait or an interface with its arguments: `AllTypesMatch(lhs, rhs)`.
#[derive(Clone, PartialEq, Debug)]
pub struct TraitRecord {
    /// MLIR's name.
    pub name: Box<str>,
    /// Names of operands and results, of other operations, or of a transformation of types.
    pub arguments: Vec<Box<str>>,
    /// The words in which a violation is reported, if they are the record's own.
    pub summary: Option<Box<str>>,
}

/// A type or an attribute.
#[derive(Clone, PartialEq, Debug)]
pub struct SymbolRecord {
    /// The name behind `!dialect.` or `#dialect.`.
    pub name: Box<str>,
    /// MLIR's name for the definition, for messages; "" if it has none.
    pub class: Box<str>,
    /// Its parameters in order.
    pub parameters: Vec<ParameterRecord>,
    /// What follows the name.
    pub body: Body,
    /// Traits and interfaces that constraints ask for.
    pub traits: Vec<TraitRecord>,
}

/// A parameter of a type or an attribute.
#[derive(Clone, PartialEq, Debug)]
pub struct ParameterRecord {
    /// The name.
    pub name: Box<str>,
    /// What it is.
    pub kind: ParameterKind,
    /// Whether it can be absent.
    pub is_optional: bool,
    /// The value of an absent one as text; [`Default::None`]: nothing.
    pub default: Default,
    /// MLIR's name for its class, for messages; "" if it has none.
    pub class: Box<str>,
}

/// What a parameter is, and how it stands in text.
#[derive(Clone, PartialEq, Debug)]
pub enum ParameterKind {
    /// A type: any, or one with the definition `dialect.name`, or of MLIR's class of this name.
    Type(Option<Box<str>>),
    /// An attribute: any, or one with the definition `dialect.name`, or of MLIR's class of this name.
    Attribute(Option<Box<str>>),
    /// An integer.
    Integer {
        /// The number of bits.
        width: u32,
        /// Whether it can be negative.
        is_signed: bool,
    },
    /// A truth value.
    Bool,
    /// A string.
    String,
    /// An affine map without `affine_map<>`.
    AffineMap,
    /// An integer set without `affine_set<>`.
    IntegerSet,
    /// A case of an enum of the dialect, or of `dialect.Name`.
    Enum(Box<str>),
    /// As `Enum`, with the messages of MLIR's other reader of enums.
    Keyword(Box<str>),
    /// A keyword of DWARF with this prefix.
    Dwarf(Box<str>),
    /// The type of the attribute, which stands behind it.
    OwnType,
    /// A list of these, with commas.
    Array(Box<ParameterKind>),
    /// A list of these in braces, with commas.
    Braces(Box<ParameterKind>),
    /// One of these, or nothing.
    Option(Box<ParameterKind>),
    /// None of these, by MLIR's name for it; only hand-written code reads and prints it.
    Other(Box<str>),
}

/// An enum.
#[derive(Clone, PartialEq, Debug)]
pub struct EnumRecord {
    /// MLIR's name: "CmpIPredicate".
    pub name: Box<str>,
    /// The cases in MLIR's order.
    pub cases: Vec<EnumCase>,
    /// The number of bits.
    pub width: u32,
    /// Whether a value is a set of cases, and what separates them in text: ", " or "|".
    pub separator: Option<Box<str>>,
    /// The attribute of the dialect that holds a value; `None`: an integer attribute does.
    pub attribute: Option<Box<str>>,
    /// The words for a violated constraint.
    pub summary: Box<str>,
}

/// A case of an enum.
#[derive(Clone, PartialEq, Debug)]
pub struct EnumCase {
    /// The keyword in text.
    pub keyword: Box<str>,
    /// The value.
    pub value: u64,
    /// The name in programs: "SGT" for the keyword "sgt" of some enums.
    pub symbol: Box<str>,
}
