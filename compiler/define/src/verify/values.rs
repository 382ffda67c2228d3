//! Operands and results: how they are divided into the groups of the record, and the checks of their types.

use smallvec::SmallVec;
use tvmlike_ir::{Context, Failure, Identifier, Op, Type};

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

/// The first and the last value but one of each group.
pub(crate) type Spans = SmallVec<[(usize, usize); 8]>;

impl Values {
    pub(crate) fn new(
        context: &Context,
        record: &OpRecord,
        values: &[ValueRecord],
        kind: &'static str,
    ) -> Result<Self, String> {
        let group = |value: &ValueRecord| Group {
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

    /// The group of a number as the range of values, of which there are `count`.
    pub(crate) fn span(&self, context: &Context, op: Op, count: usize, group: usize) -> (usize, usize) {
        match self.sizes {
            Sizes::Single => (group, group + 1),
            _ => self
                .spans(context, op, count)
                .get(group)
                .copied()
                .unwrap_or_default(),
        }
    }

    fn spans(&self, context: &Context, op: Op, count: usize) -> Spans {
        let mut sizes: SmallVec<[usize; 8]> = SmallVec::new();
        match self.sizes {
            Sizes::Single => sizes.extend(self.groups.iter().map(|_| 1)),
            Sizes::Equal { single, others } => {
                let size = count.saturating_sub(single) / others;
                let size = |group: &Group| if group.arity == Arity::One { 1 } else { size };
                sizes.extend(self.groups.iter().map(size));
            }
            Sizes::Segments(name) => {
                let given = op.property(context, name);
                let given = given.and_then(|given| integers(context, given.kind(context)));
                let given = given.unwrap_or_default();
                sizes.extend(
                    given
                        .into_iter()
                        .map(|size| usize::try_from(size).unwrap_or_default()),
                );
            }
        }
        let mut end = 0;
        let spans = sizes.into_iter().map(|size| {
            let start = end;
            end = (start + size).min(count);
            (start, end)
        });
        spans.collect()
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
        let spans = self.spans(context, op, types.len());
        for (group, (start, end)) in self.groups.iter().zip(spans) {
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
        }
        Ok(())
    }
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
