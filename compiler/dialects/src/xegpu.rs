//! What types and attributes of `xegpu` say: layouts, descriptors of tensors and of matrices, and memory spaces.
//!
//! A layout tells how subgroups, instructions and lanes share a tensor: `#xegpu.layout<sg_layout = [4, 4], lane_layout =
//! [1, 16], …>`. A slice of a layout lacks some of its dimensions.

use tvmlike_ir::{Attribute, AttributeKind, Context, Element, Parameters, Type, TypeKind};

use crate::common::number;

/// The integers of a dense array or of an array of integers.
pub(crate) fn list(context: &Context, value: Attribute) -> Option<Vec<i64>> {
    match value.kind(context) {
        AttributeKind::DenseArray(array) => {
            let item = |element: Element<'_>| match element {
                Element::Integer(value) => value.to_i64(),
                _ => None,
            };
            array.iter(context).map(item).collect()
        }
        AttributeKind::Array(elements) => elements.iter().map(|element| number(context, element)).collect(),
        _ => None,
    }
}

/// The integer of a parameter.
pub(crate) fn integer_at(context: &Context, parameters: Parameters<'_>, index: usize) -> Option<i64> {
    number(context, parameters.get(index)?)
}

/// The number of a memory space: of an attribute of `xegpu`, or a plain integer.
fn memory_space(context: &Context, space: Attribute) -> Option<i64> {
    match space.symbol(context) {
        Some((info, parameters)) if info.is_named(context, "xegpu", "memory_space") => {
            integer_at(context, parameters, 0)
        }
        Some(_) => None,
        None => number(context, space),
    }
}

/// The number of the memory space of a memref or an address; 0, global memory, if it names none that `xegpu` knows.
pub(crate) fn source_space(context: &Context, source: Type) -> i64 {
    let TypeKind::MemRef { space, .. } = source.kind(context) else {
        return 0;
    };
    space.and_then(|space| memory_space(context, space)).unwrap_or(0)
}

/// The places of the parameters of a layout.
pub(crate) const SUBGROUP_LAYOUT: usize = 0;
pub(crate) const SUBGROUP_DATA: usize = 1;
pub(crate) const INSTRUCTION_DATA: usize = 2;
pub(crate) const LANE_LAYOUT: usize = 3;
pub(crate) const LANE_DATA: usize = 4;
pub(crate) const ORDER: usize = 5;

/// A layout, or what is left of one in a slice.
pub(crate) struct Layout {
    lists: [Option<Vec<i64>>; ORDER],
}

impl Layout {
    pub(crate) fn of(context: &Context, layout: Attribute) -> Option<Self> {
        let (info, parameters) = layout.symbol(context)?;
        let list = |index: usize| list(context, parameters.get(index)?);
        if info.is_named(context, "xegpu", "layout") {
            return Some(Self {
                lists: std::array::from_fn(list),
            });
        }
        let mut parent = Self::of(context, parameters.get(0)?)?;
        let dims = list(1).unwrap_or_default();
        for list in parent.lists.iter_mut().flatten() {
            let mut index = -1;
            list.retain(|_| {
                index += 1;
                !dims.contains(&index)
            });
        }
        Some(parent)
    }

    fn list(&self, index: usize) -> Option<&[i64]> {
        self.lists[index].as_deref().filter(|list| !list.is_empty())
    }

    /// Whether it tells what each subgroup of a workgroup does.
    pub(crate) fn is_for_workgroup(&self) -> bool {
        self.lists[SUBGROUP_LAYOUT].is_some()
    }

    pub(crate) fn lane_layout(&self) -> Option<&[i64]> {
        self.list(LANE_LAYOUT)
    }

    pub(crate) fn lane_data(&self) -> Option<&[i64]> {
        self.list(LANE_DATA)
    }

    pub(crate) fn rank(&self) -> Option<usize> {
        self.lists.iter().flatten().map(Vec::len).next()
    }

    /// Whether subgroups, instructions and lanes can share a shape evenly.
    pub(crate) fn is_distributable(&self, shape: &[i64]) -> bool {
        let at = |index: usize| self.list(index);
        let of_groups = distribute(shape, at(SUBGROUP_LAYOUT), at(SUBGROUP_DATA), true);
        let of_instructions =
            of_groups.and_then(|shape| distribute(&shape, None, at(INSTRUCTION_DATA), false));
        let of_lanes =
            of_instructions.and_then(|shape| distribute(&shape, at(LANE_LAYOUT), at(LANE_DATA), false));
        of_lanes.is_some()
    }
}

/// The quotients of sizes; `None` if one does not divide the other.
fn ratio(shape: &[i64], parts: &[i64]) -> Option<Vec<i64>> {
    let one = |(size, part): (&i64, &i64)| match size.checked_rem(*part)? {
        0 => size.checked_div(*part),
        _ => None,
    };
    match shape.len() == parts.len() {
        true => shape.iter().zip(parts).map(one).collect(),
        false => None,
    }
}

/// The shape that is left for the next level; `None` if the parts do not divide it. `is_cyclic`: the parts can be larger
/// than the shape.
fn distribute(
    shape: &[i64],
    layout: Option<&[i64]>,
    data: Option<&[i64]>,
    is_cyclic: bool,
) -> Option<Vec<i64>> {
    let mut left = shape.to_vec();
    if let Some(layout) = layout {
        match ratio(shape, layout) {
            Some(quotients) => left = quotients,
            None if is_cyclic && ratio(layout, shape).is_some() => {}
            None => return None,
        }
    }
    if let Some(data) = data {
        if ratio(&left, data).is_none() && !(is_cyclic && ratio(data, &left).is_some()) {
            return None;
        }
        left = data.to_vec();
    }
    Some(left)
}

/// A descriptor of a tensor, `!xegpu.tensor_desc`.
pub(crate) struct Descriptor {
    pub(crate) shape: Vec<i64>,
    pub(crate) element: Option<Type>,
    /// How many elements a lane has at each offset; `None`: the descriptor has no offsets for lanes.
    pub(crate) chunk: Option<i64>,
    /// How many blocks of the shape follow one another.
    pub(crate) array_length: i64,
    /// The number of the memory space.
    pub(crate) space: i64,
    pub(crate) has_layout: bool,
}

impl Descriptor {
    /// The descriptor of a type; `None` for another type.
    pub(crate) fn of(context: &Context, ty: Type) -> Option<Self> {
        let (info, parameters) = ty.symbol(context)?;
        if !info.is_named(context, "xegpu", "tensor_desc") {
            return None;
        }
        let encoding = parameters.get(2).and_then(|encoding| encoding.symbol(context));
        let encoded = |name: &str, index: usize| {
            let (_, values) = encoding.filter(|(info, _)| info.is_named(context, "xegpu", name))?;
            Some(integer_at(context, values, index).unwrap_or(1))
        };
        let space = encoding.and_then(|(_, values)| memory_space(context, values.get(0)?));
        Some(Self {
            shape: list(context, parameters.get(0)?)?,
            element: parameters.get(1).and_then(|element| type_of(context, element)),
            chunk: encoded("scatter_tdesc_attr", 1),
            array_length: encoded("block_tdesc_attr", 1).unwrap_or(1),
            space: space.unwrap_or(0),
            has_layout: parameters.get(3).is_some(),
        })
    }

    /// The shape without the dimension for the elements at one offset.
    pub(crate) fn offsets_shape(&self) -> &[i64] {
        match self.chunk {
            Some(2..) => self.shape.split_last().map_or(&[], |(_, rest)| rest),
            _ => &self.shape,
        }
    }
}

fn type_of(context: &Context, attribute: Attribute) -> Option<Type> {
    match attribute.kind(context) {
        AttributeKind::Type(ty) => Some(ty),
        _ => None,
    }
}

/// A descriptor of a matrix in shared memory, `!xegpu.mem_desc`.
pub(crate) struct Matrix {
    pub(crate) shape: Vec<i64>,
    pub(crate) element: Option<Type>,
    /// The sizes of a block; without blocks, those of the matrix.
    pub(crate) block: Vec<i64>,
    pub(crate) strides: Vec<i64>,
}

impl Matrix {
    /// The descriptor of a type; `None` for another type.
    pub(crate) fn of(context: &Context, ty: Type) -> Option<Self> {
        let (info, parameters) = ty.symbol(context)?;
        if !info.is_named(context, "xegpu", "mem_desc") {
            return None;
        }
        let shape = list(context, parameters.get(0)?)?;
        let layout = parameters
            .get(2)
            .and_then(|layout| layout.symbol(context)?.1.get(0));
        let given = |name: &str| {
            let entries = layout?.entries(context)?;
            list(context, entries.get(context, context.identifier(name))?).filter(|list| !list.is_empty())
        };
        let by_rows = || shape.iter().skip(1).copied().chain([1]).collect();
        Some(Self {
            element: parameters.get(1).and_then(|element| type_of(context, element)),
            block: given("block").unwrap_or_else(|| shape.clone()),
            strides: given("stride").unwrap_or_else(by_rows),
            shape,
        })
    }
}
