//! A format compiled for one context: what is read and printed, in order, with all names looked up.
//!
//! One tree serves reading and printing. Invariant: numbers in a program refer to entries of its operation's record, and
//! `space` is decided once, because MLIR's printers decide it by the order of elements alone.

use tvmlike_ir::{Attribute, Identifier, Type};
use tvmlike_syntax::TokenKind;

use super::attribute::AttributeForm;
use super::directive::{Directive, DirectiveArgument};
use super::kind::TypeClass;
use crate::layout::Layout;
use crate::test::Test;
use crate::transform::Transform;

/// The compiled format of an operation.
pub(crate) struct Program {
    /// The name of the operation.
    pub(crate) name: Identifier,
    pub(crate) steps: Box<[Step]>,
    pub(crate) operands: Layout,
    pub(crate) results: Layout,
    /// Regions and successors: which of them are variadic.
    pub(crate) regions: Layout,
    pub(crate) successors: Layout,
    pub(crate) attributes: Box<[AttributeSlot]>,
    /// Attributes that the form always shows.
    pub(crate) required: Box<[usize]>,
    /// Names that the dictionary of attributes leaves out.
    pub(crate) elided: Box<[Identifier]>,
    /// Where the types of operands and of results come from.
    pub(crate) operand_types: Box<[TypeSource]>,
    pub(crate) result_types: Box<[TypeSource]>,
    /// The entries whose types others are made of.
    pub(crate) checked: Box<[TypeCheck]>,
    /// `operands`: they are one list.
    pub(crate) all_operands: bool,
    /// `type(operands)`, `type(results)`: they are one list.
    pub(crate) all_operand_types: bool,
    pub(crate) all_result_types: bool,
    /// Properties with default values, and the dictionary of all of them.
    pub(crate) defaults: Box<[(Identifier, Attribute)]>,
    pub(crate) only_defaults: Option<Attribute>,
    /// Whether properties have a dictionary of their own, and the names that it must have.
    pub(crate) has_prop_dict: bool,
    pub(crate) required_keys: Box<[Identifier]>,
    /// The terminator that regions end with, and whether it can be left out.
    pub(crate) implicit_terminator: Option<Identifier>,
    pub(crate) single_block: bool,
    /// Whether what is read depends on nothing but the text and the types of operands, which the text determines.
    pub(crate) reads_by_text: bool,
    /// Whether what is printed depends on nothing but attributes, properties and types of an operation without regions and
    /// successors.
    pub(crate) prints_by_parts: bool,
}

/// An attribute of the record.
pub(crate) struct AttributeSlot {
    pub(crate) name: Identifier,
    pub(crate) form: AttributeForm,
    pub(crate) default: Option<Attribute>,
    /// Whether it can be absent where the format shows it.
    pub(crate) is_optional: bool,
}

/// What the type of an entry has to be before another type is made of it.
pub(crate) struct TypeCheck {
    pub(crate) of: TypeOf,
    pub(crate) name: Box<str>,
    pub(crate) summary: Box<str>,
    pub(crate) test: Test,
}

/// Where the types of an entry come from.
#[derive(Clone, Debug)]
pub(crate) enum TypeSource {
    /// The text.
    Read,
    /// There is only one.
    Only(Type),
    /// The type of something else.
    Of(Argument, Transform),
    /// The types of all operands or results are one list.
    All,
    /// The first operand has it.
    FirstOperand,
    /// They are inferred when all else was read.
    Inferred,
}

/// Something of which a type can be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Argument {
    Operand(usize),
    Result(usize),
    Attribute(usize),
}

impl Argument {
    /// The entry of values that it is; `None` for an attribute.
    pub(crate) fn values(self) -> Option<TypeOf> {
        match self {
            Self::Operand(index) => Some(TypeOf::Operand(index)),
            Self::Result(index) => Some(TypeOf::Result(index)),
            Self::Attribute(_) => None,
        }
    }
}

/// What `type(…)` contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TypeOf {
    Operand(usize),
    Result(usize),
    Operands,
    Results,
}

/// One element.
#[derive(Debug)]
pub(crate) struct Step {
    /// Whether a space is printed before it.
    pub(crate) space: bool,
    pub(crate) what: What,
}

/// What is read and printed.
#[derive(Debug)]
pub(crate) enum What {
    /// Only printed.
    Space,
    Newline,
    Keyword(Box<str>),
    Token(TokenKind),
    Operand(usize),
    AllOperands,
    Region(usize),
    AllRegions,
    Successor(usize),
    AllSuccessors,
    Attribute(usize),
    /// The types of an entry; a single one can have to be of a class.
    Type(TypeOf, Option<Box<TypeClass>>),
    FunctionalType(TypeOf, TypeOf),
    AttrDict {
        with_keyword: bool,
    },
    /// `<{…}>`: the properties that the format does not show.
    PropDict,
    Custom {
        directive: &'static Directive,
        arguments: Box<[DirectiveArgument]>,
    },
    Clauses(Box<[Clause]>),
    Optional(Box<Group>),
}

impl Step {
    /// Whether it reads and prints no regions and successors, and runs no code of a directive.
    pub(crate) fn is_plain(&self) -> bool {
        let all = |steps: &[Self]| steps.iter().all(Self::is_plain);
        match &self.what {
            What::Space
            | What::Keyword(_)
            | What::Token(_)
            | What::Operand(_)
            | What::AllOperands
            | What::Attribute(_)
            | What::Type(..)
            | What::FunctionalType(..)
            | What::AttrDict { .. }
            | What::PropDict => true,
            // The indentation behind it is that of the operation.
            What::Newline
            | What::Region(_)
            | What::AllRegions
            | What::Successor(_)
            | What::AllSuccessors
            | What::Custom { .. } => false,
            What::Clauses(clauses) => clauses.iter().all(|clause| all(&clause.steps)),
            What::Optional(group) => all(&group.then) && all(&group.otherwise),
        }
    }
}

/// The most clauses of an `oilist`: the reader marks those that it has read in the bits of a number.
pub(crate) const MAX_CLAUSES: usize = 64;

/// A clause of an `oilist`.
#[derive(Debug)]
pub(crate) struct Clause {
    pub(crate) literal: Step,
    pub(crate) steps: Box<[Step]>,
    /// One of these has to be present.
    pub(crate) anchors: Box<[Anchor]>,
    /// A unit attribute that the literal stands for.
    pub(crate) unit: Option<usize>,
}

/// An optional group.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) anchor: Anchor,
    pub(crate) is_inverted: bool,
    pub(crate) then: Box<[Step]>,
    pub(crate) otherwise: Box<[Step]>,
    /// A unit attribute that is not printed, because the group stands for it.
    pub(crate) unit: Option<usize>,
}

/// What has to be present for a group to be printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Operand(usize),
    Result(usize),
    Region(usize),
    Attribute(usize),
    Operands,
    Results,
    /// One of several.
    Any(Box<[Self]>),
}
