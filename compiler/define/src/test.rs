//! Predicates in the form in which they are evaluated: trees of tests of a type or an attribute.
//!
//! The tests of types are in `types`, those of attributes in `attributes`. Invariant: every name was resolved when the
//! predicate was compiled, so evaluating compares no names but those of dialects.

mod attributes;
mod types;

use tvmlike_ir::{Attribute, AttributeKind, Context, Type, TypeKind};

use crate::constraint::{Argument, Predicate};
use crate::transform::{list_parameter, type_parameter};

pub(crate) use attributes::{AttributeTest, integers};
pub(crate) use types::TypeTest;
pub use types::{is_emitc as is_emitc_type, is_llvm_loadable, is_llvm_type};

/// What is tested.
#[derive(Clone, Copy)]
pub(crate) enum Subject {
    Type(Type),
    Attribute(Attribute),
}

/// A compiled predicate.
#[derive(Debug)]
pub(crate) enum Test {
    All(Box<[Self]>),
    Any(Box<[Self]>),
    Not(Box<Self>),
    Part(Part, Box<Self>),
    Type(TypeTest),
    Attribute(AttributeTest),
}

/// A part of a type or an attribute.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    /// The element type of a shaped or complex type.
    Element,
    /// The type in a type attribute.
    Value,
    /// The type of an attribute.
    Type,
    /// The element type of the type of an attribute.
    TypeElement,
    /// Each element of an array; each type of a tuple.
    Each,
    /// The first parameter of a dialect's type that is a type.
    Parameter,
    /// A member of a struct of llvm.
    Member(usize),
}

/// The arguments of a test, taken one after the other.
pub(crate) struct Arguments<'a> {
    name: &'a str,
    all: &'a [Argument],
}

impl<'a> Arguments<'a> {
    fn wrong(&self) -> String {
        format!("wrong arguments of the test '{}'", self.name)
    }

    /// The only argument, a number.
    fn number(&self) -> Result<i64, String> {
        match self.all {
            [Argument::Integer(value)] => Ok(*value),
            _ => Err(self.wrong()),
        }
    }

    /// The only argument, or none.
    fn optional_number<T: TryFrom<i64>>(&self) -> Result<Option<T>, String> {
        match self.all {
            [] => Ok(None),
            _ => T::try_from(self.number()?).map(Some).map_err(|_| self.wrong()),
        }
    }

    fn numbers(&self) -> Result<Box<[i64]>, String> {
        let number = |argument: &Argument| match argument {
            Argument::Integer(value) => Ok(*value),
            Argument::Text(_) => Err(self.wrong()),
        };
        self.all.iter().map(number).collect()
    }

    /// The only argument, a text.
    fn text(&self) -> Result<&'a str, String> {
        match self.all {
            [Argument::Text(text)] => Ok(text),
            _ => Err(self.wrong()),
        }
    }
}

impl Test {
    /// The test that always passes.
    pub(crate) fn always() -> Self {
        Self::All(Box::default())
    }

    /// Compiles a predicate.
    ///
    /// # Errors
    /// It names a test or a part that does not exist, or has wrong arguments.
    pub(crate) fn new(predicate: &Predicate) -> Result<Self, String> {
        let all = |children: &[Predicate]| children.iter().map(Self::new).collect::<Result<Box<_>, _>>();
        Ok(match predicate {
            Predicate::All(children) => Self::All(all(children)?),
            Predicate::Any(children) => Self::Any(all(children)?),
            Predicate::Not(child) => Self::Not(Box::new(Self::new(child)?)),
            Predicate::Part(part, child) => {
                let part = match &**part {
                    "element" => Part::Element,
                    "value" => Part::Value,
                    "type" => Part::Type,
                    "type_element" => Part::TypeElement,
                    "each" => Part::Each,
                    "parameter" => Part::Parameter,
                    "first_member" => Part::Member(0),
                    "second_member" => Part::Member(1),
                    other => return Err(format!("unknown part '{other}'")),
                };
                Self::Part(part, Box::new(Self::new(child)?))
            }
            Predicate::Test(name, arguments) => {
                let arguments = Arguments { name, all: arguments };
                match &**name {
                    // What a data file has no test for passes; the file's documentation lists it.
                    "anything" | "unknown" => Self::always(),
                    _ => match TypeTest::new(name, &arguments)? {
                        Some(test) => Self::Type(test),
                        None => match AttributeTest::new(name, &arguments)? {
                            Some(test) => Self::Attribute(test),
                            None => return Err(format!("unknown test '{name}'")),
                        },
                    },
                }
            }
        })
    }

    /// Whether a type or an attribute passes.
    pub(crate) fn passes(&self, context: &Context, subject: Subject) -> bool {
        match self {
            Self::All(children) => children.iter().all(|child| child.passes(context, subject)),
            Self::Any(children) => children.iter().any(|child| child.passes(context, subject)),
            Self::Not(child) => !child.passes(context, subject),
            Self::Part(part, child) => part.passes(context, subject, child),
            Self::Type(test) => matches!(subject, Subject::Type(ty) if test.passes(context, ty)),
            Self::Attribute(test) => {
                matches!(subject, Subject::Attribute(attribute) if test.passes(context, attribute))
            }
        }
    }
}

impl Part {
    fn passes(self, context: &Context, subject: Subject, test: &Test) -> bool {
        let passes = |ty: Option<Type>| ty.is_some_and(|ty| test.passes(context, Subject::Type(ty)));
        match (self, subject) {
            (Self::Element, Subject::Type(ty)) => {
                // A dialect's own shaped type names its element type, a matrix the vector that is a column.
                let named = |name: &str| {
                    let parameter = ty.parameter(context, context.identifier(name))?;
                    match parameter.kind(context) {
                        AttributeKind::Type(ty) => Some(ty),
                        _ => None,
                    }
                };
                let own = || named("elementType").or_else(|| named("columnType")?.element_type(context));
                passes(ty.element_type(context).or_else(own))
            }
            (Self::Parameter, Subject::Type(ty)) => passes(type_parameter(context, ty, 0)),
            (Self::Member(index), Subject::Type(ty)) => {
                let members = list_parameter(context, ty);
                passes(members.and_then(|members| members.get(index).copied()))
            }
            (Self::Value, Subject::Attribute(attribute)) => match attribute.kind(context) {
                AttributeKind::Type(ty) => passes(Some(ty)),
                _ => false,
            },
            (Self::Type, Subject::Attribute(attribute)) => passes(Some(attribute.ty(context))),
            (Self::TypeElement, Subject::Attribute(attribute)) => {
                passes(attribute.ty(context).element_type(context))
            }
            (Self::Each, Subject::Attribute(attribute)) => match attribute.kind(context) {
                AttributeKind::Array(elements) => elements
                    .iter()
                    .all(|element| test.passes(context, Subject::Attribute(element))),
                _ => false,
            },
            (Self::Each, Subject::Type(ty)) => match ty.kind(context) {
                TypeKind::Tuple(elements) => elements.iter().all(|element| passes(Some(element))),
                _ => false,
            },
            _ => false,
        }
    }
}

/// Whether `data`, what follows a dialect's namespace in a type or an attribute, begins with a name.
fn is_named(data: &[u8], name: &[u8]) -> bool {
    data.strip_prefix(name)
        .is_some_and(|rest| matches!(rest.first(), None | Some(b'<' | b' ')))
}
