//! The checks of MLIR's traits that depend on nothing but the operation.

use smallvec::SmallVec;
use tvmlike_ir::{AttributeKind, Context, Failure, Identifier, Op, Type, TypeKind};

use super::refuse;
use super::shapes::{are_compatible, has_own_shape, is_compatible};
use crate::hook::{HandWritten, Hooks};
use crate::infer;
use crate::instance::Instance;
use crate::record::OpRecord;
use crate::test::integers;
use crate::transform::element_or_self;

/// A check that comes before those of constraints.
#[derive(Debug)]
pub(super) enum Structural {
    /// The sizes of the groups of operands or results.
    Segments(Identifier, &'static str),
    /// The names of the operations that can be the parent.
    Parent(Box<[Identifier]>),
}

impl Structural {
    pub(super) fn all(context: &Context, record: &OpRecord) -> Box<[Self]> {
        let check = |name: &str, arguments: &[Box<str>]| match name {
            "AttrSizedOperandSegments" => Some(Self::Segments(
                context.identifier("operandSegmentSizes"),
                "operand",
            )),
            "AttrSizedResultSegments" => {
                Some(Self::Segments(context.identifier("resultSegmentSizes"), "result"))
            }
            "HasParent" => {
                let names = arguments.iter().map(|name| context.identifier(&**name));
                Some(Self::Parent(names.collect()))
            }
            _ => None,
        };
        let checks = record
            .traits
            .iter()
            .filter_map(|each| check(&each.name, &each.arguments));
        checks.collect()
    }

    pub(super) fn verify(&self, context: &Context, op: Op) -> Result<(), Failure> {
        match self {
            Self::Segments(name, kind) => {
                let count = match *kind {
                    "operand" => op.num_operands(context),
                    _ => op.num_results(context),
                };
                verify_segments(context, op, *name, kind, count)
            }
            Self::Parent(names) => {
                let parent = op.parent_op(context).map(|parent| parent.name(context));
                if parent.is_some_and(|parent| names.contains(&parent)) {
                    return Ok(());
                }
                let text: Vec<_> = names.iter().map(|name| name.text(context)).collect();
                let some = if names.len() == 1 { "" } else { "to be one of " };
                refuse(
                    context,
                    op,
                    format!("expects parent op {some}'{}'", text.join(", ")),
                )
            }
        }
    }
}

fn verify_segments(
    context: &Context,
    op: Op,
    name: Identifier,
    kind: &str,
    count: usize,
) -> Result<(), Failure> {
    let value = op.property(context, name).map(|value| value.kind(context));
    let sizes = match value {
        Some(value @ AttributeKind::DenseArray(array)) if array.element_type() == context.i32() => {
            integers(context, value)
        }
        _ => None,
    };
    let name = name.text(context);
    let Some(sizes) = sizes else {
        return refuse(
            context,
            op,
            format!("requires dense i32 array attribute '{name}'"),
        );
    };
    if sizes.iter().any(|size| *size < 0) {
        let message = format!("'{name}' attribute cannot have negative elements");
        return refuse(context, op, message);
    }
    let total: i64 = sizes.iter().sum();
    if total == count as i64 {
        return Ok(());
    }
    let message = format!(
        "{kind} count ({count}) does not match with the total size ({total}) specified in attribute '{name}'"
    );
    refuse(context, op, message)
}

/// A check that comes after those of constraints.
#[derive(Clone, Copy, Debug)]
pub(super) enum Later {
    Trait(TraitCheck),
    HandWritten(HandWritten),
}

impl Later {
    /// The checks up to the one about the place of a terminator or about a symbol, and those behind it.
    pub(super) fn all(record: &OpRecord, hooks: &Hooks) -> [Box<[Self]>; 2] {
        let is_other =
            |name: &str| matches!(name, "Terminator" | "SymbolOpInterface" | "FunctionOpInterface");
        let names = || record.traits.iter().map(|each| &*each.name);
        let middle = names().position(is_other).unwrap_or(record.traits.len());
        let check = |name: &str| {
            // Those without a name are among the comparisons of types.
            let hooks = Some(hooks).filter(|_| name != "Unknown");
            let of_interface = || hooks?.interface(&record.name, name).map(Self::HandWritten);
            TraitCheck::of(name).map(Self::Trait).or_else(of_interface)
        };
        let mut all = [
            names().take(middle).filter_map(check).collect::<Vec<_>>(),
            names().skip(middle).filter_map(check).collect(),
        ];
        let last = usize::from(middle < record.traits.len());
        all[last].extend(hooks.verify(&record.name).map(Self::HandWritten));
        // Without regions, what comes after the check of what is nested comes here.
        if record.regions.is_empty() {
            all[last].extend(TraitCheck::inferred(record).map(Self::Trait));
        }
        all.map(Vec::into_boxed_slice)
    }

    /// Whether it looks at nothing but the types of the operands and results.
    #[inline]
    pub(super) fn looks_at_types_only(self) -> bool {
        match self {
            Self::Trait(check) => !matches!(check, TraitCheck::InferredResultTypes),
            Self::HandWritten(_) => false,
        }
    }

    #[inline]
    pub(super) fn verify(self, instance: &Instance<'_>, types: Types) -> Result<(), Failure> {
        match self {
            Self::Trait(check) if check.allows(types) => Ok(()),
            Self::Trait(check) => check.verify(instance.context, instance.op),
            Self::HandWritten(check) => check(instance),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) enum TraitCheck {
    SameTypeOperands,
    SameOperandsShape,
    SameOperandsAndResultShape,
    SameOperandsElementType,
    SameOperandsAndResultElementType,
    SameOperandsAndResultType,
    SameOperandsAndResultRank,
    Elementwise,
    /// Hand-written inference.
    InferredResultTypes,
    /// Inference from an operand, by [`SameOperandsAndResultType`](Self::SameOperandsAndResultType).
    InferredSameTypes,
}

/// What the types of the operands and results have in common: most operations need no closer look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Types {
    /// There are operands and results, and all have one type.
    Same,
    /// There are operands and results, and none has a shape.
    Scalars,
    Other,
}

impl Types {
    #[inline]
    pub(super) fn of(context: &Context, op: Op) -> Self {
        let operands = op.operands(context).map(|value| value.ty(context));
        let results = op.results(context).map(|value| value.ty(context));
        let (Some(first), true) = (operands.clone().next(), results.len() != 0) else {
            return Self::Other;
        };
        let mut others = operands.chain(results).filter(|ty| *ty != first).peekable();
        if others.peek().is_none() {
            return Self::Same;
        }
        let is_scalar = |ty: Type| !ty.is_shaped(context) && !has_own_shape(context, ty);
        match is_scalar(first) && others.all(is_scalar) {
            true => Self::Scalars,
            false => Self::Other,
        }
    }
}

impl TraitCheck {
    /// Whether a check allows all operations with such types.
    #[inline]
    fn allows(self, types: Types) -> bool {
        match self {
            Self::InferredResultTypes => false,
            Self::SameOperandsShape
            | Self::SameOperandsAndResultShape
            | Self::SameOperandsAndResultRank
            | Self::Elementwise => types != Types::Other,
            _ => types == Types::Same,
        }
    }

    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "SameTypeOperands" => Self::SameTypeOperands,
            "SameOperandsShape" => Self::SameOperandsShape,
            "SameOperandsAndResultShape" => Self::SameOperandsAndResultShape,
            "SameOperandsElementType" => Self::SameOperandsElementType,
            "SameOperandsAndResultElementType" => Self::SameOperandsAndResultElementType,
            "SameOperandsAndResultType" => Self::SameOperandsAndResultType,
            "SameOperandsAndResultRank" => Self::SameOperandsAndResultRank,
            "Elementwise" => Self::Elementwise,
            _ => return None,
        })
    }

    /// The check of inferred types. What most rules infer, the checks of constraints and of matching types have compared
    /// already.
    fn inferred(record: &OpRecord) -> Option<Self> {
        let is_same = |name: &str| name == "SameOperandsAndResultType";
        match infer::is_by_hand(record) {
            true => Some(Self::InferredResultTypes),
            false => record
                .traits
                .iter()
                .any(|each| is_same(&each.name))
                .then_some(Self::InferredSameTypes),
        }
    }

    fn verify(self, context: &Context, op: Op) -> Result<(), Failure> {
        let operands = op.operands(context).map(|value| value.ty(context));
        let results = op.results(context).map(|value| value.ty(context));
        let (needs_operand, needs_result) = match self {
            Self::SameTypeOperands
            | Self::Elementwise
            | Self::SameOperandsAndResultRank
            | Self::InferredResultTypes
            | Self::InferredSameTypes => (false, false),
            Self::SameOperandsShape | Self::SameOperandsElementType => (true, false),
            _ => (true, true),
        };
        if needs_operand && operands.len() == 0 {
            return refuse(context, op, "expected 1 or more operands, but found 0");
        }
        if needs_result && results.len() == 0 {
            return refuse(context, op, "expected 1 or more results");
        }
        let all = operands.clone().chain(results.clone());
        let same_element = |mut types: Box<dyn Iterator<Item = Type> + '_>| {
            let first = types.next().map(|ty| element_or_self(context, ty));
            types.all(|ty| Some(element_or_self(context, ty)) == first)
        };
        let (passes, message) = match self {
            Self::SameTypeOperands => {
                let mut others = operands;
                let first = others.next();
                let passes = others.all(|ty| Some(ty) == first);
                (passes, "requires all operands to have the same type")
            }
            Self::SameOperandsShape => {
                let passes = are_compatible(context, operands);
                (passes, "requires the same shape for all operands")
            }
            Self::SameOperandsAndResultShape => {
                let passes = are_compatible(context, all);
                (passes, "requires the same shape for all operands and results")
            }
            Self::SameOperandsElementType => {
                let passes = same_element(Box::new(operands));
                (passes, "requires the same element type for all operands")
            }
            Self::SameOperandsAndResultElementType => {
                let passes = same_element(Box::new(all));
                (
                    passes,
                    "requires the same element type for all operands and results",
                )
            }
            Self::SameOperandsAndResultType => {
                return verify_same_types(context, op, results.chain(operands));
            }
            Self::SameOperandsAndResultRank => return verify_ranks(context, op, operands, results),
            Self::Elementwise => return verify_elementwise(context, op, operands, results),
            Self::InferredResultTypes | Self::InferredSameTypes => {
                return infer::verify_result_types(context, op);
            }
        };
        match passes {
            true => Ok(()),
            false => refuse(context, op, message),
        }
    }
}

fn encoding(context: &Context, ty: Type) -> Option<tvmlike_ir::Attribute> {
    match ty.kind(context) {
        TypeKind::RankedTensor { encoding, .. } => encoding,
        _ => None,
    }
}

fn verify_same_types(
    context: &Context,
    op: Op,
    mut types: impl Iterator<Item = Type>,
) -> Result<(), Failure> {
    let Some(first) = types.next() else {
        return Ok(());
    };
    // As in MLIR, a first type without an encoding says nothing about the encodings of the others.
    let wanted = encoding(context, first);
    for ty in types {
        if ty == first {
            continue;
        }
        let same_element = element_or_self(context, ty) == element_or_self(context, first);
        if !same_element || !is_compatible(context, ty, first) {
            return refuse(context, op, "requires the same type for all operands and results");
        }
        if wanted.is_some() && encoding(context, ty) != wanted {
            let message = "requires the same encoding for all operands and results";
            return refuse(context, op, message);
        }
    }
    Ok(())
}

fn verify_ranks(
    context: &Context,
    op: Op,
    operands: impl Iterator<Item = Type> + Clone,
    results: impl Iterator<Item = Type> + Clone,
) -> Result<(), Failure> {
    let ranks = |types: &mut dyn Iterator<Item = Type>| -> SmallVec<[usize; 4]> {
        types.filter_map(|ty| ty.rank(context)).collect()
    };
    let (operands, results) = (ranks(&mut operands.clone()), ranks(&mut results.clone()));
    let Some(rank) = operands.first().or(results.first()) else {
        return Ok(());
    };
    if operands.iter().any(|other| other != rank) {
        return refuse(context, op, "operands don't have matching ranks");
    }
    match results.iter().any(|other| other != rank) {
        true => refuse(context, op, "result type has different rank than operands"),
        false => Ok(()),
    }
}

fn verify_elementwise(
    context: &Context,
    op: Op,
    operands: impl Iterator<Item = Type> + Clone,
    results: impl Iterator<Item = Type> + Clone,
) -> Result<(), Failure> {
    let kind = |ty: &Type| match ty.kind(context) {
        TypeKind::Vector { .. } => 1,
        TypeKind::RankedTensor { .. } => 2,
        TypeKind::UnrankedTensor(_) => 3,
        _ => 0,
    };
    let mapped = |ty: &Type| kind(ty) != 0;
    let from = operands.filter(mapped);
    let to = results.clone().filter(mapped);
    let message = match (from.clone().next(), to.clone().next()) {
        (None, None) => return Ok(()),
        (None, Some(_)) => "if a result is non-scalar, then at least one operand must be non-scalar",
        (Some(_), None) => "if an operand is non-scalar, then there must be at least one non-scalar result",
        (Some(first), Some(_)) => {
            if to.clone().count() != results.count() {
                return refuse(
                    context,
                    op,
                    "if an operand is non-scalar, then all results must be non-scalar",
                );
            }
            let all = from.chain(to);
            if all.clone().all(|ty| kind(&ty) == kind(&first)) && are_compatible(context, all) {
                return Ok(());
            }
            "all non-scalar operands/results must have the same shape and base type"
        }
    };
    refuse(context, op, message)
}
