//! Which operands, results, regions or successors of an operation belong to which entry of its record.

use std::ops::Range;

use tvmlike_ir::{Attribute, AttributeKind, Context, Element, Identifier, Op};

use crate::record::{Arity, OpRecord, ValueRecord};

/// The trait of operations that have the sizes of the entries of operands.
const OPERAND_TRAIT: &str = "AttrSizedOperandSegments";

/// The properties with the sizes of the entries of operands and of results.
const OPERAND_SEGMENTS: &str = "operandSegmentSizes";
const RESULT_SEGMENTS: &str = "resultSegmentSizes";

/// The entries of a record of one kind.
pub(crate) struct Layout {
    pub(crate) arities: Box<[Arity]>,
    /// How many entries have a variable length, and the first one.
    variable: usize,
    first_variable: usize,
    /// The property with the sizes of the entries.
    pub(crate) segments: Option<Identifier>,
}

impl Layout {
    pub(crate) fn new(arities: impl IntoIterator<Item = Arity>, segments: Option<Identifier>) -> Self {
        let arities: Box<[Arity]> = arities.into_iter().collect();
        let is_variable = |arity: &&Arity| **arity != Arity::One;
        Self {
            variable: arities.iter().filter(is_variable).count(),
            first_variable: arities
                .iter()
                .position(|arity| *arity != Arity::One)
                .unwrap_or(arities.len()),
            segments,
            arities,
        }
    }

    /// The entries of the operands of a record.
    pub(crate) fn of_operands(context: &Context, record: &OpRecord) -> Self {
        Self::with_trait(context, record, &record.operands, OPERAND_TRAIT, OPERAND_SEGMENTS)
    }

    /// The entries of the results of a record.
    pub(crate) fn of_results(context: &Context, record: &OpRecord) -> Self {
        Self::with_trait(
            context,
            record,
            &record.results,
            "AttrSizedResultSegments",
            RESULT_SEGMENTS,
        )
    }

    fn with_trait(
        context: &Context,
        record: &OpRecord,
        values: &[ValueRecord],
        name: &str,
        property: &str,
    ) -> Self {
        let segments = has_sizes(record, name).then(|| context.identifier(property));
        Self::new(values.iter().map(|value| value.arity), segments)
    }

    pub(crate) fn len(&self) -> usize {
        self.arities.len()
    }

    /// Whether an operation with `total` things of this kind has them in the numbers of the record.
    pub(crate) fn fits(&self, context: &Context, op: Op, total: usize) -> bool {
        let fixed = self.len() - self.variable;
        if let Some(name) = self.segments {
            let Some(sizes) = sizes(context, op.property(context, name)) else {
                return false;
            };
            let sizes: Vec<i64> = sizes.collect();
            let fits = |(size, arity): (&i64, &Arity)| match arity {
                Arity::One => *size == 1,
                Arity::Optional => (0..=1).contains(size),
                Arity::Variadic | Arity::Groups(_) => *size >= 0,
            };
            return sizes.len() == self.len()
                && sizes.iter().zip(&self.arities).all(fits)
                && sizes.iter().sum::<i64>() == total as i64;
        }
        match self.variable {
            0 => total == fixed,
            1 => {
                total >= fixed && (self.arities[self.first_variable] != Arity::Optional || total <= fixed + 1)
            }
            several => total >= fixed && (total - fixed).is_multiple_of(several),
        }
    }

    /// The range of an entry. The operation fits.
    pub(crate) fn range(&self, context: &Context, op: Op, total: usize, index: usize) -> Range<usize> {
        self.range_with(context, |name| op.property(context, name), total, index)
    }

    /// The range of an entry of an operation that need not fit, whose properties `property` returns; empty if it has none.
    pub(crate) fn range_with(
        &self,
        context: &Context,
        property: impl FnOnce(Identifier) -> Option<Attribute>,
        total: usize,
        index: usize,
    ) -> Range<usize> {
        if let Some(name) = self.segments {
            return range_in_sizes(context, property(name), index);
        }
        if index < self.first_variable {
            return index..index + 1;
        }
        let each = (total + self.variable).saturating_sub(self.len()) / self.variable;
        let size = |arity: &Arity| if *arity == Arity::One { 1 } else { each };
        let start = self.arities[..index].iter().map(size).sum();
        start..start + size(&self.arities[index])
    }
}

/// The operands of an operation that belong to an entry of its record.
pub fn operand_range(context: &Context, op: Op, record: &OpRecord, index: usize) -> Range<usize> {
    let has_sizes = has_sizes(record, OPERAND_TRAIT);
    let arities = record.operands.iter().map(|each| each.arity);
    if !has_sizes && arities.take(index + 1).all(|arity| arity == Arity::One) {
        return index..index + 1;
    }
    if has_sizes {
        let properties = op.properties(context).and_then(|all| all.entries(context));
        let sizes = properties.and_then(|all| all.get_by_bytes(context, OPERAND_SEGMENTS.as_bytes()));
        return range_in_sizes(context, sizes, index);
    }
    Layout::of_operands(context, record).range(context, op, op.num_operands(context), index)
}

fn has_sizes(record: &OpRecord, name: &str) -> bool {
    record.traits.iter().any(|each| &*each.name == name)
}

/// The range of an entry by the sizes of all; empty if there are none.
fn range_in_sizes(context: &Context, all: Option<Attribute>, index: usize) -> Range<usize> {
    let mut start = 0;
    for (at, size) in sizes(context, all).into_iter().flatten().enumerate() {
        let size = usize::try_from(size).unwrap_or_default();
        if at == index {
            return start..start + size;
        }
        start += size;
    }
    0..0
}

/// The results of an operation that belong to an entry of its record.
pub fn result_range(context: &Context, op: Op, record: &OpRecord, index: usize) -> Range<usize> {
    Layout::of_results(context, record).range(context, op, op.num_results(context), index)
}

/// The regions of an operation that belong to an entry of its record.
pub fn region_range(context: &Context, op: Op, record: &OpRecord, index: usize) -> Range<usize> {
    let arities = record.regions.iter().map(|each| each.arity);
    Layout::new(arities, None).range(context, op, op.num_regions(context), index)
}

/// The successors of an operation that belong to an entry of its record.
pub fn successor_range(context: &Context, op: Op, record: &OpRecord, index: usize) -> Range<usize> {
    let arities = record.successors.iter().map(|each| each.arity);
    Layout::new(arities, None).range(context, op, op.num_successors(context), index)
}

/// The numbers of a dense array.
pub(crate) fn sizes(context: &Context, array: Option<Attribute>) -> Option<impl Iterator<Item = i64>> {
    match array?.kind(context) {
        AttributeKind::DenseArray(array) => Some(array.iter(context).map(|element| match element {
            Element::Integer(value) => value.to_i64().unwrap_or(-1),
            _ => -1,
        })),
        _ => None,
    }
}
