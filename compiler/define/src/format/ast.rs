//! A format as a tree: what the text of a format says, before names are looked up.
//!
//! `Display` writes a tree as text that parses to an equal tree.

use std::fmt::{self, Display, Formatter};

/// An element of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Element {
    /// `` `word` ``: a keyword or punctuation.
    Literal(Box<str>),
    /// ` `` `, `` ` ` `` or `` `\n` ``: what is printed between two elements; it is not read.
    Space(Space),
    /// `$name`.
    Variable(Box<str>),
    /// `"text"`, as an argument of a custom directive.
    String(Box<str>),
    /// `operands`, `results`, `regions`, `successors`: all of them.
    All(Kind),
    /// `attr-dict`, `attr-dict-with-keyword`.
    AttrDict {
        /// Whether the word `attributes` stands before the dictionary.
        with_keyword: bool,
    },
    /// `prop-dict`.
    PropDict,
    /// `type(…)`.
    Type(Box<Self>),
    /// `functional-type(…, …)`.
    FunctionalType(Box<Self>, Box<Self>),
    /// `qualified(…)`.
    Qualified(Box<Self>),
    /// `ref(…)`.
    Ref(Box<Self>),
    /// `custom<Name>(…)`.
    Custom(Box<str>, Box<[Self]>),
    /// `oilist(`` `word` `` … | …)`: clauses in any order, each at most once.
    OrderIndependent(Box<[Clause]>),
    /// `(…)?`.
    Optional(Box<Optional>),
    /// `params`: all parameters of a type or an attribute.
    Params,
    /// `struct(…)`: parameters with their names.
    Struct(Box<[Self]>),
}

/// What stands between two printed elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    /// Nothing.
    None,
    /// A space.
    One,
    /// A line break with the indentation.
    Newline,
}

/// What a directive such as `operands` or a variable refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Operands.
    Operands,
    /// Results.
    Results,
    /// Regions.
    Regions,
    /// Successors.
    Successors,
}

impl Kind {
    /// The directive: "operands".
    pub fn word(self) -> &'static str {
        match self {
            Self::Operands => "operands",
            Self::Results => "results",
            Self::Regions => "regions",
            Self::Successors => "successors",
        }
    }
}

/// A clause of an `oilist`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The literal with which it begins.
    pub literal: Box<str>,
    /// What follows.
    pub elements: Box<[Element]>,
}

/// An optional group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Optional {
    /// What stands there if the anchor is present.
    pub then: Box<[Element]>,
    /// What stands there otherwise.
    pub otherwise: Box<[Element]>,
    /// The element whose presence decides: an index of `then`, or of `otherwise` if `is_inverted`.
    pub anchor: usize,
    /// Whether the anchor is in `otherwise`.
    pub is_inverted: bool,
}

impl Optional {
    /// The element whose presence decides.
    pub fn anchor_element(&self) -> &Element {
        match self.is_inverted {
            true => &self.otherwise[self.anchor],
            false => &self.then[self.anchor],
        }
    }
}

/// Writes elements with spaces between them.
struct Sequence<'a> {
    elements: &'a [Element],
    anchor: Option<usize>,
    separator: &'static str,
}

impl Display for Sequence<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, element) in self.elements.iter().enumerate() {
            if index > 0 {
                f.write_str(self.separator)?;
            }
            element.fmt(f)?;
            if self.anchor == Some(index) {
                f.write_str("^")?;
            }
        }
        Ok(())
    }
}

fn sequence<'a>(elements: &'a [Element], separator: &'static str) -> Sequence<'a> {
    Sequence {
        elements,
        anchor: None,
        separator,
    }
}

impl Display for Element {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(text) => write!(f, "`{text}`"),
            Self::Space(Space::None) => f.write_str("``"),
            Self::Space(Space::One) => f.write_str("` `"),
            Self::Space(Space::Newline) => f.write_str("`\\n`"),
            Self::Variable(name) => write!(f, "${name}"),
            Self::String(text) => write!(f, "\"{}\"", text.escape_default()),
            Self::All(kind) => f.write_str(kind.word()),
            Self::AttrDict { with_keyword: false } => f.write_str("attr-dict"),
            Self::AttrDict { with_keyword: true } => f.write_str("attr-dict-with-keyword"),
            Self::PropDict => f.write_str("prop-dict"),
            Self::Type(inner) => write!(f, "type({inner})"),
            Self::FunctionalType(inputs, results) => write!(f, "functional-type({inputs}, {results})"),
            Self::Qualified(inner) => write!(f, "qualified({inner})"),
            Self::Ref(inner) => write!(f, "ref({inner})"),
            Self::Custom(name, arguments) => write!(f, "custom<{name}>({})", sequence(arguments, ", ")),
            Self::OrderIndependent(clauses) => {
                f.write_str("oilist(")?;
                for (index, clause) in clauses.iter().enumerate() {
                    let bar = if index > 0 { " | " } else { "" };
                    write!(f, "{bar}`{}` {}", clause.literal, sequence(&clause.elements, " "))?;
                }
                f.write_str(")")
            }
            Self::Optional(group) => {
                let part = |elements, is_anchored: bool| Sequence {
                    elements,
                    anchor: is_anchored.then_some(group.anchor),
                    separator: " ",
                };
                write!(f, "({})", part(&group.then, !group.is_inverted))?;
                if !group.otherwise.is_empty() {
                    write!(f, " : ({})", part(&group.otherwise, group.is_inverted))?;
                }
                f.write_str("?")
            }
            Self::Params => f.write_str("params"),
            Self::Struct(parameters) => write!(f, "struct({})", sequence(parameters, ", ")),
        }
    }
}

/// A format as text.
pub(crate) fn to_text(elements: &[Element]) -> String {
    sequence(elements, " ").to_string()
}
