//! Where the types that a format does not show come from.

use tvmlike_ir::Type;

use super::{Compiler, Result};
use crate::constraint::Constraint;
use crate::format::error::FormatError;
use crate::format::kind::TypeClass;
use crate::format::program::{Argument, TypeCheck, TypeOf, TypeSource};
use crate::infer::{infers_result_types, is_by_hand};
use crate::record::Arity;
use crate::test::Test;
use crate::transform::Transform;

/// Where types come from.
pub(super) struct TypeSources {
    pub(super) operands: Box<[TypeSource]>,
    pub(super) results: Box<[TypeSource]>,
    pub(super) checked: Box<[TypeCheck]>,
}

impl Compiler<'_> {
    /// Where the types of operands and results come from.
    pub(super) fn type_sources(&mut self) -> Result<TypeSources> {
        let resolvers = self.resolvers();
        let resolver = |of: Argument| resolvers.iter().rev().find(|(to, ..)| *to == of);
        let op = self.op;
        let mut operands = Vec::new();
        let mut checked = Vec::new();
        for (index, operand) in op.operands.iter().enumerate() {
            operands.push(if self.all_operand_types {
                TypeSource::All
            } else if self.operand_types.contains(&index) {
                TypeSource::Read
            } else if let Some((_, from, name)) = resolver(Argument::Operand(index)) {
                self.add_check(&mut checked, *from, name)?;
                TypeSource::Of(*from, self.transform(name))
            } else if let Some(ty) = self.only_type(self.constraint(operand.constraint))
                && (operand.arity == Arity::One || !self.all_operands)
            {
                TypeSource::Only(ty)
            } else {
                return Err(self.no_type("operand", index, &operand.name));
            });
        }
        let has_trait = |name: &str| op.traits.iter().any(|one| &*one.name == name);
        let info = self.context.op_info(self.context.identifier(&*op.name));
        let infers = info.is_some_and(|info| infers_result_types(self.context, info));
        let missing = is_by_hand(op);
        let mut results = Vec::new();
        for (index, result) in op.results.iter().enumerate() {
            results.push(if self.all_result_types {
                TypeSource::All
            } else if self.result_types.contains(&index) {
                TypeSource::Read
            } else if let Some((_, from, name)) = resolver(Argument::Result(index)) {
                self.add_check(&mut checked, *from, name)?;
                TypeSource::Of(*from, self.transform(name))
            } else if let Some(ty) = self.only_type(self.constraint(result.constraint))
                && result.arity == Arity::One
            {
                TypeSource::Only(ty)
            } else if has_trait("SameOperandsAndResultType") {
                TypeSource::FirstOperand
            } else if (infers || missing) && self.result_types.is_empty() {
                if !infers {
                    self.missing = Some("the inference of its result types".to_owned());
                }
                TypeSource::Inferred
            } else {
                return Err(self.no_type("result", index, &result.name));
            });
        }
        Ok(TypeSources {
            operands: operands.into(),
            results: results.into(),
            checked: checked.into(),
        })
    }

    /// Adds the check of a type that a named transformation changes, once.
    fn add_check(&self, checked: &mut Vec<TypeCheck>, from: Argument, transform: &str) -> Result<()> {
        let (of, record) = match from {
            Argument::Operand(index) => (TypeOf::Operand(index), &self.op.operands[index]),
            Argument::Result(index) => (TypeOf::Result(index), &self.op.results[index]),
            Argument::Attribute(_) => return Ok(()),
        };
        if transform.is_empty() || checked.iter().any(|check| check.of == of) {
            return Ok(());
        }
        let constraint = self.constraint(record.constraint);
        checked.push(TypeCheck {
            of,
            name: record.name.clone(),
            summary: constraint.summary.clone(),
            test: Test::new(&constraint.predicate).map_err(FormatError::about_all)?,
        });
        Ok(())
    }

    /// The class that the type of one operand or result is read as.
    pub(super) fn type_class(&self, of: TypeOf) -> Result<Option<Box<TypeClass>>> {
        let record = match of {
            TypeOf::Operand(index) => &self.op.operands[index],
            TypeOf::Result(index) => &self.op.results[index],
            TypeOf::Operands | TypeOf::Results => return Ok(None),
        };
        if record.arity != Arity::One {
            return Ok(None);
        }
        let class = TypeClass::of(self.context, self.constraint(record.constraint));
        Ok(class.map_err(FormatError::about_all)?.map(Box::new))
    }

    fn no_type(&self, kind: &str, index: usize, name: &str) -> FormatError {
        FormatError::about_all(
            format!(
                "type of {kind} #{index}, named '{name}', is not buildable and a buildable type cannot be inferred"
            ),
        )
        .with_remedy(format!(
            "suggest adding a type constraint to the operation or adding a 'type(${name})' directive to the custom assembly format"
        ))
    }

    fn transform(&mut self, name: &str) -> Transform {
        Transform::by_name(name).unwrap_or_else(|| {
            self.missing = Some(format!("the type transformation `{name}`"));
            Transform::Same
        })
    }

    /// From which other type each type follows, by the traits, and the name of the transformation; "" for an equal type.
    fn resolvers(&self) -> Vec<(Argument, Argument, Box<str>)> {
        let op = self.op;
        let by_name = |name: &str| {
            let operand = op.operands.iter().position(|operand| &*operand.name == name);
            let result = || op.results.iter().position(|result| &*result.name == name);
            let attribute = || {
                op.attributes
                    .iter()
                    .position(|attribute| &*attribute.name == name)
            };
            operand
                .map(Argument::Operand)
                .or_else(|| result().map(Argument::Result))
                .or_else(|| attribute().map(Argument::Attribute))
        };
        let is_seen = |argument: Argument| match argument {
            Argument::Operand(index) => self.operand_types.contains(&index),
            Argument::Result(index) => self.result_types.contains(&index),
            Argument::Attribute(index) => self.attributes.contains(&index),
        };
        let mut resolvers = Vec::new();
        for one in op.traits.iter() {
            let named: Vec<Option<Argument>> = one.arguments.iter().map(|name| by_name(name)).collect();
            match &*one.name {
                "AllTypesMatch" => {
                    for from in named.iter().flatten().filter(|from| is_seen(**from)) {
                        for to in named.iter().flatten().filter(|to| *to != from) {
                            resolvers.push((*to, *from, Box::default()));
                        }
                    }
                }
                "SameTypeOperands" | "SameOperandsAndResultType" => {
                    let operands = (0..op.operands.len()).map(Argument::Operand);
                    let count = if &*one.name == "SameTypeOperands" {
                        0
                    } else {
                        op.results.len()
                    };
                    let all: Vec<Argument> = operands.chain((0..count).map(Argument::Result)).collect();
                    if let Some(from) = all.iter().copied().find(|argument| is_seen(*argument)) {
                        resolvers.extend(
                            all.into_iter()
                                .filter(|to| *to != from)
                                .map(|to| (to, from, Box::default())),
                        );
                    }
                }
                "TypesMatchWith" | "OptionalTypesMatchWith" | "RangedTypesMatchWith" => {
                    if let [Some(from), Some(to)] = named[..named.len().min(2)]
                        && is_seen(from)
                    {
                        let transform = one.arguments.get(2).cloned().unwrap_or_default();
                        resolvers.push((to, from, transform));
                    }
                }
                _ => {}
            }
        }
        resolvers
    }

    fn only_type(&self, constraint: &Constraint) -> Option<Type> {
        let text = constraint.only_type.as_deref()?;
        tvmlike_text::parse_defined_type(self.context, text).ok()
    }
}
