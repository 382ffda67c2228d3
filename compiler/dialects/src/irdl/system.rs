//! Constraints that refer to each other: each is a variable, which has one value in all places where it is used.
//!
//! Invariant: a constraint refers only to those before it, and is nested at most [`DEPTH`] deep.

use tvmlike_ir::{Attribute, AttributeKind, Context, Type};

use super::base;

/// How deep constraints can refer to constraints.
pub(super) const DEPTH: usize = 128;

/// How many checks one operation or definition can take: alternatives of alternatives multiply.
pub(super) const STEPS: usize = 1 << 16;

/// What a value has to be. Types stand in type attributes.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Constraint {
    Any,
    Is(Attribute),
    AnyOf(Box<[usize]>),
    AllOf(Box<[usize]>),
    /// A kind of types or attributes, "dialect.name", and constraints of its parameters.
    Parametric(Kind, Box<[usize]>),
    Base(Kind),
}

/// A kind of types or attributes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Kind {
    pub(super) is_type: bool,
    /// The name with the dialect.
    pub(super) name: Box<str>,
}

impl Kind {
    /// Checks that an attribute is of the kind.
    fn verify(&self, context: &Context, value: Attribute) -> Result<(), String> {
        let what = if self.is_type { "type" } else { "attribute" };
        let found = match (self.is_type, value.kind(context)) {
            (true, AttributeKind::Type(ty)) => base::of_type(context, ty),
            (true, _) => {
                let value = tvmlike_text::quote_attribute(context, value);
                return Err(format!("expected type, got attribute '{value}'"));
            }
            (false, _) => base::of_attribute(context, value),
        };
        match *found == *self.name {
            true => Ok(()),
            false => Err(format!("expected base {what} '{}' but got '{found}'", self.name)),
        }
    }

    /// The same with the value in the message, as MLIR words it where parameters follow.
    fn verify_value(&self, context: &Context, value: Attribute) -> Result<(), String> {
        self.verify(context, value).map_err(|message| {
            let value = tvmlike_text::quote_attribute(context, value);
            match message.split_once(" but got ") {
                Some((expected, _)) => format!("{expected} but got '{value}'"),
                None => message,
            }
        })
    }
}

/// The constraints of one definition.
#[derive(Clone, Default, Debug)]
pub(super) struct System {
    pub(super) constraints: Vec<Constraint>,
}

impl System {
    /// Makes the values those of another context.
    pub(super) fn change_context(&mut self, from: &Context, to: &Context) -> Result<(), String> {
        for constraint in &mut self.constraints {
            if let Constraint::Is(value) = constraint {
                let text = tvmlike_text::quote_attribute(from, *value);
                let moved = tvmlike_text::parse_defined_attribute(to, text.as_bytes());
                *value = moved.map_err(|error| format!("{text}: {}", error.message()))?;
            }
        }
        Ok(())
    }

    /// No variable has a value yet.
    pub(super) fn begin(&self) -> Assignment<'_> {
        Assignment {
            system: self,
            values: vec![None; self.constraints.len()],
            steps: 0,
        }
    }
}

/// The values of the variables so far.
pub(super) struct Assignment<'a> {
    system: &'a System,
    values: Vec<Option<Attribute>>,
    steps: usize,
}

impl Assignment<'_> {
    /// Checks that a type satisfies a constraint.
    pub(super) fn verify_type(&mut self, context: &Context, ty: Type, index: usize) -> Result<(), String> {
        self.verify(context, context.type_attribute(ty), index)
    }

    /// Checks that a value satisfies a constraint, and makes it the value of the variable.
    pub(super) fn verify(&mut self, context: &Context, value: Attribute, index: usize) -> Result<(), String> {
        self.steps += 1;
        if self.steps > STEPS {
            return Err(format!("the constraints take more than {STEPS} steps to check"));
        }
        let quote = |value| tvmlike_text::quote_attribute(context, value);
        if let Some(known) = self.values[index] {
            return match known == value {
                true => Ok(()),
                false => Err(format!("expected '{}' but got '{}'", quote(known), quote(value))),
            };
        }
        match &self.system.constraints[index] {
            Constraint::Any => {}
            Constraint::Is(expected) if *expected == value => {}
            Constraint::Is(expected) => {
                return Err(format!(
                    "expected '{}' but got '{}'",
                    quote(*expected),
                    quote(value)
                ));
            }
            Constraint::AnyOf(all) => {
                if !all.iter().any(|each| self.verify(context, value, *each).is_ok()) {
                    return Err(format!("'{}' does not satisfy the constraint", quote(value)));
                }
            }
            Constraint::AllOf(all) => all
                .iter()
                .try_for_each(|each| self.verify(context, value, *each))?,
            Constraint::Base(kind) => kind.verify(context, value)?,
            Constraint::Parametric(kind, all) => {
                kind.verify_value(context, value)?;
                let parameters = base::parameters(context, value);
                if parameters.len() != all.len() {
                    let (wanted, found) = (all.len(), parameters.len());
                    return Err(format!("expected {wanted} type arguments, but had {found}"));
                }
                for (parameter, each) in parameters.into_iter().zip(all) {
                    self.verify(context, parameter, *each)?;
                }
            }
        }
        self.values[index] = Some(value);
        Ok(())
    }
}
