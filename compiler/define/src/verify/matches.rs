//! Traits that compare the types of operands, results and attributes by name: `AllTypesMatch`, `TypesMatchWith`.

use smallvec::SmallVec;
use tvmlike_ir::{Context, Dims, Failure, Identifier, Op, Type, TypeKind};

use super::refuse;
use super::values::Values;
use crate::hook::{HandWritten, Hooks};
use crate::instance::Instance;
use crate::record::{Arity, OpRecord, TraitRecord};
use crate::transform::{Transform, element_or_self, own_shape};

/// A comparison of types.
#[derive(Debug)]
pub(super) struct Match {
    summary: Box<str>,
    what: What,
}

#[derive(Debug)]
enum What {
    HandWritten(HandWritten),
    Types(Box<[Place]>),
    /// The values of groups of any size.
    Lists(Box<[Place]>),
    Elements(Box<[Place]>),
    Shapes(Box<[Place]>),
    Ranks(Box<[Place]>),
    /// They have the same number of elements.
    Counts(Box<[Place]>),
    /// Tensors have the same shape; other types count as without one.
    TensorShapes(Box<[Place]>),
    /// The first is `i1`, or both have the same shape.
    ConditionOrShapes(Box<[Place]>),
    /// The second type is what the first becomes.
    With([Place; 2], Transform),
    /// The types of the second are what the type of the first becomes.
    Ranged([Place; 2], Transform),
}

/// Where a type is.
#[derive(Clone, Copy, Debug)]
enum Place {
    Operand(usize),
    Result(usize),
    Attribute(Identifier),
}

impl Match {
    pub(super) fn all(context: &Context, record: &OpRecord, hooks: &Hooks) -> Result<Box<[Self]>, String> {
        let mut all = Vec::new();
        for each in record.traits.iter() {
            let places = |names: &[Box<str>]| -> Result<Box<[Place]>, String> {
                names
                    .iter()
                    .map(|name| Place::find(context, record, name))
                    .collect()
            };
            let what = match &*each.name {
                "AllTypesMatch" => {
                    let places = places(&each.arguments)?;
                    match places.iter().all(|place| place.is_list(record)) {
                        true => What::Lists(places),
                        false => What::Types(places),
                    }
                }
                "AllElementTypesMatch" => What::Elements(places(&each.arguments)?),
                "AllShapesMatch" => What::Shapes(places(&each.arguments)?),
                "AllRanksMatch" => What::Ranks(places(&each.arguments)?),
                "AllElementCountsMatch" => What::Counts(places(&each.arguments)?),
                "SameInputOutputTensorDims" => What::TensorShapes(places(&each.arguments)?),
                "BooleanConditionOrMatchingShape" => What::ConditionOrShapes(places(&each.arguments)?),
                "TypesMatchWith" | "OptionalTypesMatchWith" => {
                    let (places, transform) = with(context, record, each)?;
                    What::With(places, transform)
                }
                "RangedTypesMatchWith" => {
                    let (places, transform) = with(context, record, each)?;
                    What::Ranged(places, transform)
                }
                "Unknown" => match hooks.interface(&record.name, "Unknown") {
                    Some(check) => What::HandWritten(check),
                    None => continue,
                },
                _ => continue,
            };
            all.push(Self {
                summary: each.summary.clone().unwrap_or_default(),
                what,
            });
        }
        Ok(all.into())
    }

    pub(super) fn is_hand_written(&self) -> bool {
        matches!(self.what, What::HandWritten(_))
    }

    /// Whether it looks at the type of an attribute.
    pub(super) fn depends_on_properties(&self) -> bool {
        let places: &[Place] = match &self.what {
            What::HandWritten(_) => &[],
            What::Types(places)
            | What::Lists(places)
            | What::Elements(places)
            | What::Shapes(places)
            | What::Ranks(places)
            | What::Counts(places)
            | What::TensorShapes(places)
            | What::ConditionOrShapes(places) => places,
            What::With(places, _) | What::Ranged(places, _) => places,
        };
        places.iter().any(|place| matches!(place, Place::Attribute(_)))
    }

    pub(super) fn verify(
        &self,
        instance: &Instance<'_>,
        operands: &Values,
        results: &Values,
    ) -> Result<(), Failure> {
        let (context, op) = (instance.context, instance.op);
        let ty = |place: &Place| place.ty(context, op, operands, results);
        let passes = match &self.what {
            What::HandWritten(check) => return check(instance),
            What::Types(places) => all_equal(places.iter().filter_map(ty)),
            What::Lists(places) => all_equal(
                places
                    .iter()
                    .map(|place| place.types(context, op, operands, results)),
            ),
            What::Elements(places) => all_equal(
                places
                    .iter()
                    .filter_map(ty)
                    .map(|ty| element_or_self(context, ty)),
            ),
            What::Shapes(places) => same_shapes(context, places.iter().filter_map(ty)),
            What::TensorShapes(places) => {
                all_equal(places.iter().filter_map(ty).map(|ty| tensor_shape(context, ty)))
            }
            What::ConditionOrShapes(places) => {
                places.first().and_then(ty) == Some(context.i1())
                    || all_equal(places.iter().filter_map(ty).map(|ty| ty.shape(context)))
            }
            What::Ranks(places) => all_equal(places.iter().filter_map(ty).map(|ty| ty.rank(context))),
            What::Counts(places) => {
                all_equal(places.iter().filter_map(ty).map(|ty| num_elements(context, ty)))
            }
            What::With([from, to], transform) => match (ty(from), ty(to)) {
                (Some(from), Some(to)) => transform.apply_to_one(context, from) == Some(to),
                _ => true,
            },
            What::Ranged([from, to], transform) => {
                let mut wanted: SmallVec<[Type; 4]> = SmallVec::new();
                let is_known = |from| transform.apply(context, from, &mut wanted).is_some();
                let is_known = ty(from).is_some_and(is_known);
                is_known && to.types(context, op, operands, results) == wanted
            }
        };
        match passes {
            true => Ok(()),
            false => refuse(context, op, format!("failed to verify that {}", self.summary)),
        }
    }
}

/// The two places of a trait and how the types of the second one follow from the first.
fn with(context: &Context, record: &OpRecord, each: &TraitRecord) -> Result<([Place; 2], Transform), String> {
    let [from, to, name] = &each.arguments[..] else {
        return Err(format!("'{}': {} has three arguments", record.name, each.name));
    };
    let transform = Transform::by_name(name)
        .ok_or_else(|| format!("'{}': unknown transformation of types '{name}'", record.name))?;
    let find = |name: &str| Place::find(context, record, name);
    Ok(([find(from)?, find(to)?], transform))
}

/// The product of the sizes of a shaped type.
fn num_elements(context: &Context, ty: Type) -> Option<i64> {
    ty.shape(context)?
        .iter()
        .try_fold(1i64, |product, size| product.checked_mul(size))
}

/// The shape of a tensor with a rank; no sizes for other types.
fn tensor_shape(context: &Context, ty: Type) -> Option<Dims<'_>> {
    match ty.kind(context) {
        TypeKind::RankedTensor { shape, .. } if !shape.is_empty() => Some(shape),
        _ => None,
    }
}

fn same_shapes(context: &Context, types: impl Iterator<Item = Type> + Clone) -> bool {
    let is_own = |ty: Type| matches!(ty.kind(context), TypeKind::Dialect { .. });
    match types.clone().any(is_own) {
        true => all_equal(types.map(|ty| match ty.shape(context) {
            Some(shape) => Some(shape.iter().collect()),
            None => own_shape(context, ty),
        })),
        false => all_equal(types.map(|ty| ty.shape(context))),
    }
}

fn all_equal<T: PartialEq>(mut items: impl Iterator<Item = T>) -> bool {
    let Some(first) = items.next() else {
        return true;
    };
    items.all(|item| item == first)
}

impl Place {
    fn find(context: &Context, record: &OpRecord, name: &str) -> Result<Self, String> {
        let numbered = |prefix: &str, count: usize| {
            let index: usize = name.strip_prefix(prefix)?.parse().ok()?;
            (index < count).then_some(index)
        };
        if let Some(index) = numbered("operand#", record.operands.len()) {
            return Ok(Self::Operand(index));
        }
        if let Some(index) = numbered("result#", record.results.len()) {
            return Ok(Self::Result(index));
        }
        if let Some(index) = Values::find(&record.operands, name) {
            return Ok(Self::Operand(index));
        }
        if let Some(index) = Values::find(&record.results, name) {
            return Ok(Self::Result(index));
        }
        if record.attributes.iter().any(|each| *each.name == *name) {
            return Ok(Self::Attribute(context.identifier(name)));
        }
        Err(format!(
            "'{}' has no operand, result or attribute '{name}'",
            record.name
        ))
    }

    /// Whether there can be any number of values.
    fn is_list(self, record: &OpRecord) -> bool {
        let arity = match self {
            Self::Operand(group) => record.operands[group].arity,
            Self::Result(group) => record.results[group].arity,
            Self::Attribute(_) => return false,
        };
        arity == Arity::Variadic
    }

    /// All types there.
    fn types(self, context: &Context, op: Op, operands: &Values, results: &Values) -> SmallVec<[Type; 4]> {
        match self {
            Self::Operand(group) => {
                let all = op.operands(context);
                let (start, end) = operands.span(context, op, all.len(), group);
                let group = all.skip(start).take(end.saturating_sub(start));
                group.map(|value| value.ty(context)).collect()
            }
            Self::Result(group) => {
                let all = op.results(context);
                let (start, end) = results.span(context, op, all.len(), group);
                let group = all.skip(start).take(end.saturating_sub(start));
                group.map(|value| value.ty(context)).collect()
            }
            Self::Attribute(_) => self.ty(context, op, operands, results).into_iter().collect(),
        }
    }

    /// The type there; `None` if an optional part is absent.
    fn ty(self, context: &Context, op: Op, operands: &Values, results: &Values) -> Option<Type> {
        match self {
            Self::Operand(group) => {
                let (start, end) = operands.span(context, op, op.num_operands(context), group);
                let value = (start < end).then(|| op.operand(context, start))?;
                value.map(|value| value.ty(context))
            }
            Self::Result(group) => {
                let (start, end) = results.span(context, op, op.num_results(context), group);
                let value = (start < end).then(|| op.result(context, start))?;
                value.map(|value| value.ty(context))
            }
            Self::Attribute(name) => op.property(context, name).map(|value| value.ty(context)),
        }
    }
}
