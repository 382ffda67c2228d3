//! Types of shapes: sizes can be `index` or `!shape.size`, shapes `!shape.shape` or tensors of their extents.

use tvmlike_ir::{AttributeKind, Context, DYNAMIC, Type, TypeKind};

use super::{Inferred, Parts, Table};

pub(super) const TABLE: Table = &[
    ("shape.add", size_of_operands, Some(are_sizes)),
    ("shape.const_shape", const_shape, Some(is_constant)),
    ("shape.dim", second_operand, Some(are_sizes)),
    ("shape.div", size_of_operands, Some(are_sizes)),
    ("shape.get_extent", index, Some(are_sizes)),
    ("shape.max", same_or_size, Some(are_shapes_or_sizes)),
    ("shape.meet", meet, Some(is_met)),
    ("shape.min", same_or_size, Some(are_shapes_or_sizes)),
    ("shape.mul", size_of_operands, Some(are_sizes)),
    ("shape.num_elements", size_of_shape, Some(are_sizes)),
    ("shape.rank", size_of_shape, Some(are_sizes)),
    ("shape.shape_of", shape_of, Some(is_shape_of)),
];

/// What a type is in this dialect.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Index,
    Size,
    Shape,
    ValueShape,
    /// A tensor of extents, of which there are so many.
    Extents(i64),
    Other,
}

fn kind(context: &Context, ty: Type) -> Kind {
    let index = context.index_type();
    match ty.kind(context) {
        TypeKind::Index => Kind::Index,
        TypeKind::RankedTensor { shape, element, .. } if shape.len() == 1 && element == index => {
            Kind::Extents(shape.get(0).unwrap_or(DYNAMIC))
        }
        _ => match &*tvmlike_text::quote_type(context, ty).to_string() {
            "!shape.size" => Kind::Size,
            "!shape.shape" => Kind::Shape,
            "!shape.value_shape" => Kind::ValueShape,
            _ => Kind::Other,
        },
    }
}

fn one(ty: Type) -> Inferred {
    Ok([ty].into_iter().collect())
}

fn named(parts: &Parts<'_>, name: &str) -> Inferred {
    one(tvmlike_text::parse_defined_type(parts.context, name).map_err(|error| error.message().to_owned())?)
}

fn extents(parts: &Parts<'_>, count: i64) -> Inferred {
    let index = parts.context.index_type();
    one(parts
        .context
        .ranked_tensor_type(&[count], index, None)
        .map_err(|error| error.message().to_owned())?)
}

fn index(parts: &Parts<'_>) -> Inferred {
    one(parts.context.index_type())
}

fn second_operand(parts: &Parts<'_>) -> Inferred {
    one(parts.operand(1)?)
}

/// `!shape.size` if an operand can hold an error.
fn size_of_operands(parts: &Parts<'_>) -> Inferred {
    let context = parts.context;
    let is_size = |ty| kind(context, ty) == Kind::Size;
    match is_size(parts.operand(0)?) || is_size(parts.operand(1)?) {
        true => named(parts, "!shape.size"),
        false => index(parts),
    }
}

fn size_of_shape(parts: &Parts<'_>) -> Inferred {
    match kind(parts.context, parts.operand(0)?) {
        Kind::Shape => named(parts, "!shape.size"),
        _ => index(parts),
    }
}

fn same_or_size(parts: &Parts<'_>) -> Inferred {
    let (one_type, other) = (parts.operand(0)?, parts.operand(1)?);
    match one_type == other {
        true => one(one_type),
        false => named(parts, "!shape.size"),
    }
}

fn const_shape(parts: &Parts<'_>) -> Inferred {
    let value = parts.attribute("shape")?;
    let count = match value.kind(parts.context) {
        AttributeKind::Array(elements) => Some(elements.iter().len() as i64),
        _ => value.ty(parts.context).num_elements(parts.context),
    };
    match count {
        Some(count) => extents(parts, count),
        None => parts.wrong(value.ty(parts.context)),
    }
}

fn shape_of(parts: &Parts<'_>) -> Inferred {
    let ty = parts.operand(0)?;
    if kind(parts.context, ty) == Kind::ValueShape {
        return named(parts, "!shape.shape");
    }
    let rank = ty.rank(parts.context).map_or(DYNAMIC, |rank| rank as i64);
    extents(parts, rank)
}

/// What two sizes or two shapes have in common; one that can hold an error wins.
fn meet(parts: &Parts<'_>) -> Inferred {
    let (mut first, mut second) = (parts.operand(0)?, parts.operand(1)?);
    if !matches!(kind(parts.context, first), Kind::Shape | Kind::Size) {
        std::mem::swap(&mut first, &mut second);
    }
    match (kind(parts.context, first), kind(parts.context, second)) {
        (Kind::Size, Kind::Size | Kind::Index)
        | (Kind::Index, Kind::Index)
        | (Kind::Shape, Kind::Shape | Kind::Extents(_))
        | (Kind::Extents(DYNAMIC), _) => one(first),
        (Kind::Extents(_), Kind::Extents(DYNAMIC)) => one(second),
        (Kind::Extents(count), Kind::Extents(other)) if count == other => one(first),
        (Kind::Extents(_), _) => Err("unequal shape cardinality".to_owned()),
        _ => Err("requires all sizes or shapes".to_owned()),
    }
}

/// The kinds of the only inferred type and the only given one.
fn kinds(context: &Context, inferred: &[Type], given: &[Type]) -> Option<(Kind, Kind)> {
    match (inferred, given) {
        (&[inferred], &[given]) => Some((kind(context, inferred), kind(context, given))),
        _ => None,
    }
}

fn are_sizes(context: &Context, inferred: &[Type], given: &[Type]) -> bool {
    let is_size = |kind| matches!(kind, Kind::Size | Kind::Index);
    kinds(context, inferred, given).is_some_and(|(one, other)| is_size(one) && is_size(other))
}

fn are_shapes_or_sizes(context: &Context, inferred: &[Type], given: &[Type]) -> bool {
    matches!(
        kinds(context, inferred, given),
        Some((Kind::Shape, Kind::Shape) | (Kind::Size, Kind::Size))
    )
}

fn is_constant(context: &Context, inferred: &[Type], given: &[Type]) -> bool {
    inferred == given || matches!(kinds(context, inferred, given), Some((_, Kind::Shape)))
}

fn is_met(context: &Context, inferred: &[Type], given: &[Type]) -> bool {
    let is_size = |kind| matches!(kind, Kind::Size | Kind::Index);
    match kinds(context, inferred, given) {
        Some((one, other)) if is_size(one) || is_size(other) => is_size(one) && is_size(other),
        _ => is_shape_of(context, inferred, given),
    }
}

/// Shapes, or tensors with as many extents as far as that is known.
fn is_shape_of(context: &Context, inferred: &[Type], given: &[Type]) -> bool {
    match kinds(context, inferred, given) {
        Some((Kind::Extents(one), Kind::Extents(other))) => {
            one == other || one == DYNAMIC || other == DYNAMIC
        }
        Some((one, other)) => {
            let is_shape = |kind| matches!(kind, Kind::Shape | Kind::Extents(_));
            is_shape(one) && is_shape(other)
        }
        None => false,
    }
}
