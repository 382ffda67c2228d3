//! The format of a type or an attribute for one context.

use tvmlike_ir::Attribute;
use tvmlike_syntax::TokenKind;

use super::ParameterDirective;
use super::field::Field;

/// A compiled format.
pub(super) struct Program {
    pub(super) nodes: Box<[Node]>,
    pub(super) parameters: Box<[Parameter]>,
    /// MLIR's name for the definition.
    pub(super) class: Box<str>,
    /// The parameter that is the type of the attribute.
    pub(super) own_type: Option<usize>,
}

/// A parameter.
#[derive(Debug)]
pub(super) struct Parameter {
    pub(super) name: Box<str>,
    pub(super) field: Field,
    pub(super) is_optional: bool,
    /// The value of an absent one.
    pub(super) default: Option<Attribute>,
    /// MLIR's name for its class.
    pub(super) class: Box<str>,
}

/// A part of a format. `space`: whether a space is printed before it.
pub(super) enum Node {
    Keyword {
        word: Box<str>,
        space: bool,
    },
    Token {
        kind: TokenKind,
        space: bool,
    },
    /// A space or a line break, which is printed only.
    Space(&'static str),
    Parameter {
        index: usize,
        is_qualified: bool,
        space: bool,
    },
    /// `params`: parameters with commas.
    List {
        parameters: Box<[usize]>,
        space: bool,
    },
    /// `struct(…)`: `name = value` with commas.
    Struct {
        parameters: Box<[usize]>,
        space: bool,
    },
    /// `custom<…>(…)`: arguments, and whether they only are referred to.
    Custom {
        directive: &'static dyn ParameterDirective,
        arguments: Box<[(usize, bool)]>,
        space: bool,
    },
    Optional(Box<Group>),
}

/// An optional group.
pub(super) struct Group {
    pub(super) then: Box<[Node]>,
    pub(super) otherwise: Box<[Node]>,
    /// `then` is printed if one of them is present, or if none is.
    pub(super) anchors: Box<[usize]>,
    pub(super) is_inverted: bool,
}

impl Node {
    /// The parameters that the node reads.
    pub(super) fn parameters(&self) -> Vec<usize> {
        match self {
            Self::Parameter { index, .. } => vec![*index],
            Self::List { parameters, .. } | Self::Struct { parameters, .. } => parameters.to_vec(),
            Self::Custom { arguments, .. } => {
                let own = arguments.iter().filter(|(_, is_reference)| !is_reference);
                own.map(|(index, _)| *index).collect()
            }
            _ => Vec::new(),
        }
    }
}
