//! Operands and results: how they are divided into the groups of the record, and the checks of their types.

use tvmlike_ir::{AttributeKind, Context, Element, Failure, Identifier, Op, Type};

use super::{Check, refuse, wrong_type};
use crate::record::{Arity, OpRecord, ValueRecord};
use crate::test::integers;

/// The operands or the results of a kind of operation.
#[derive(Debug)]
pub(crate) struct Values {
    kind: &'static str,
    groups: Box<[Group]>,
    sizes: Sizes,
}

#[derive(Debug)]
struct Group {
    check: usize,
    name: Box<str>,
    arity: Arity,
    /// How many groups of any number are before this one.
    others_before: usize,
    /// The attribute that divides a group into groups.
    inner: Option<Identifier>,
}

/// How values are divided into groups.
#[derive(Clone, Copy, Debug)]
enum Sizes {
    /// Each group has one value.
    Single,
    /// The groups of any size have the same one.
    Equal { single: usize, others: usize },
    /// A property has the sizes.
    Segments(Identifier),
}

impl Values {
    pub(crate) fn new(
        context: &Context,
        record: &OpRecord,
        values: &[ValueRecord],
        kind: &'static str,
    ) -> Result<Self, String> {
        let mut others_before = 0;
        let group = |value: &ValueRecord| Group {
            others_before: {
                let before = others_before;
                others_before += usize::from(value.arity != Arity::One);
                before
            },
            check: value.constraint.0 as usize,
            name: value.name.clone(),
            arity: value.arity,
            inner: match value.arity {
                Arity::Groups(number) => record
                    .attributes
                    .get(number as usize)
                    .map(|attribute| context.identifier(&*attribute.name)),
                _ => None,
            },
        };
        let segments = match kind {
            "operand" => (
                "AttrSizedOperandSegments",
                "operandSegmentSizes",
                "SameVariadicOperandSize",
            ),
            _ => (
                "AttrSizedResultSegments",
                "resultSegmentSizes",
                "SameVariadicResultSize",
            ),
        };
        let has_trait = |name: &str| record.traits.iter().any(|each| *each.name == *name);
        let single = values.iter().filter(|value| value.arity == Arity::One).count();
        let others = values.len() - single;
        let sizes = if has_trait(segments.0) {
            Sizes::Segments(context.identifier(segments.1))
        } else if others == 0 {
            Sizes::Single
        } else if others == 1 || has_trait(segments.2) {
            Sizes::Equal { single, others }
        } else {
            return Err(format!(
                "'{}' has {others} {kind}s of any number; it needs the trait {} or {}",
                record.name, segments.0, segments.2
            ));
        };
        Ok(Self {
            kind,
            groups: values.iter().map(group).collect(),
            sizes,
        })
    }

    /// The number of a group by its name.
    pub(crate) fn find(record: &[ValueRecord], name: &str) -> Option<usize> {
        record.iter().position(|value| *value.name == *name)
    }

    /// Whether properties divide the values into groups.
    pub(super) fn depends_on_properties(&self) -> bool {
        matches!(self.sizes, Sizes::Segments(_)) || self.groups.iter().any(|group| group.inner.is_some())
    }

    /// The group of a number as the range of values, of which there are `count`.
    pub(crate) fn span(&self, context: &Context, op: Op, count: usize, group: usize) -> (usize, usize) {
        match self.sizes {
            Sizes::Single => (group, group + 1),
            Sizes::Equal { single, others } => self.equal_span(group, count.saturating_sub(single) / others),
            Sizes::Segments(name) => {
                let mut end = 0;
                let mut spans = segments(context, op, name).map(|size| {
                    let start = end;
                    end = (start + size).min(count);
                    (start, end)
                });
                spans.nth(group).unwrap_or_default()
            }
        }
    }

    /// The range of a group if all groups of any number have one size.
    #[inline]
    fn equal_span(&self, group: usize, size: usize) -> (usize, usize) {
        let at = &self.groups[group];
        let start = group - at.others_before + at.others_before * size;
        let own = if at.arity == Arity::One { 1 } else { size };
        (start, start + own)
    }

    #[inline]
    pub(crate) fn verify_operands(&self, context: &Context, op: Op, checks: &[Check]) -> Result<(), Failure> {
        self.verify(
            context,
            op,
            checks,
            op.operands(context).map(|value| value.ty(context)),
        )
    }

    #[inline]
    pub(crate) fn verify_results(&self, context: &Context, op: Op, checks: &[Check]) -> Result<(), Failure> {
        self.verify(
            context,
            op,
            checks,
            op.results(context).map(|value| value.ty(context)),
        )
    }

    #[inline]
    fn verify(
        &self,
        context: &Context,
        op: Op,
        checks: &[Check],
        types: impl ExactSizeIterator<Item = Type> + Clone,
    ) -> Result<(), Failure> {
        if !matches!(self.sizes, Sizes::Single) {
            return self.verify_groups(context, op, checks, types);
        }
        for (index, (group, ty)) in self.groups.iter().zip(types).enumerate() {
            let check = &checks[group.check];
            if !check.type_passes(context, ty) {
                return Err(wrong_type(context, op, self.kind, index, check, ty));
            }
        }
        Ok(())
    }

    fn verify_groups(
        &self,
        context: &Context,
        op: Op,
        checks: &[Check],
        types: impl ExactSizeIterator<Item = Type> + Clone,
    ) -> Result<(), Failure> {
        let count = types.len();
        if let Sizes::Segments(name) = self.sizes {
            let mut end = 0;
            for (group, size) in self.groups.iter().zip(segments(context, op, name)) {
                let start = end;
                end = (start + size).min(count);
                self.verify_group(context, op, checks, &types, group, (start, end))?;
            }
            return Ok(());
        }
        for (index, group) in self.groups.iter().enumerate() {
            let span = self.span(context, op, count, index);
            self.verify_group(context, op, checks, &types, group, span)?;
        }
        Ok(())
    }

    #[inline]
    fn verify_group(
        &self,
        context: &Context,
        op: Op,
        checks: &[Check],
        types: &(impl ExactSizeIterator<Item = Type> + Clone),
        group: &Group,
        (start, end): (usize, usize),
    ) -> Result<(), Failure> {
        let size = end - start;
        if group.arity == Arity::Optional && size > 1 {
            let message = format!(
                "{} group starting at #{start} requires 0 or 1 element, but found {size}",
                self.kind
            );
            return refuse(context, op, message);
        }
        if let Some(inner) = group.inner {
            verify_inner(context, op, group, inner, size)?;
        }
        let check = &checks[group.check];
        for (index, ty) in types.clone().enumerate().skip(start).take(size) {
            if !check.type_passes(context, ty) {
                return Err(wrong_type(context, op, self.kind, index, check, ty));
            }
        }
        Ok(())
    }
}

/// The sizes of groups that a property has.
fn segments(context: &Context, op: Op, name: Identifier) -> impl Iterator<Item = usize> {
    let sizes = match op.property(context, name).map(|sizes| sizes.kind(context)) {
        Some(AttributeKind::DenseArray(sizes)) => Some(sizes.iter(context)),
        _ => None,
    };
    sizes.into_iter().flatten().map(|size| match size {
        Element::Integer(size) => size
            .to_i64()
            .and_then(|size| usize::try_from(size).ok())
            .unwrap_or_default(),
        _ => 0,
    })
}

/// Checks that the sizes of the groups in a group add up.
fn verify_inner(
    context: &Context,
    op: Op,
    group: &Group,
    sizes: Identifier,
    count: usize,
) -> Result<(), Failure> {
    let given = op.property(context, sizes);
    let given = given.and_then(|given| integers(context, given.kind(context)));
    let attribute = sizes.text(context);
    let Some(given) = given else {
        let message = format!("requires dense i32 array attribute '{attribute}'");
        return refuse(context, op, message);
    };
    if given.iter().any(|size| *size < 0) {
        let message = format!("'{attribute}' attribute cannot have negative elements");
        return refuse(context, op, message);
    }
    let total: i64 = given.iter().sum();
    if total == count as i64 {
        return Ok(());
    }
    let message = format!(
        "{} count ({count}) does not match with the total size ({total}) specified in attribute '{attribute}'",
        group.name
    );
    refuse(context, op, message)
}
