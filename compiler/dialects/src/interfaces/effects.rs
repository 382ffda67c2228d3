//! Effects as data: which operands and results an operation reads, writes, allocates and frees.

use std::ops::Range;

use tvmlike_define::{Arity, OpRecord, ValueRecord, operand_range, result_range};
use tvmlike_ir::{Context, Effect, EffectKind, EffectTarget, Effects, Op};

/// What an effect is about.
#[derive(Clone, Copy)]
pub(super) enum At {
    /// Any memory.
    Anything,
    /// The operands of a name.
    Operand(&'static str),
    /// The results of a name.
    Result(&'static str),
}

/// An effect of an operation.
pub(super) struct Row {
    kind: EffectKind,
    at: At,
    resource: &'static str,
    when: Option<Condition>,
}

/// Whether an operation has an effect.
pub(super) type Condition = fn(&Context, Op) -> bool;

/// An effect on the default resource.
pub(super) const fn row(kind: EffectKind, at: At) -> Row {
    row_on(kind, at, Effect::DEFAULT)
}

/// An effect on a resource.
pub(super) const fn row_on(kind: EffectKind, at: At, resource: &'static str) -> Row {
    Row {
        kind,
        at,
        resource,
        when: None,
    }
}

/// An effect on any memory that an operation has if a condition holds.
pub(super) const fn row_if(kind: EffectKind, when: Condition) -> Row {
    row_where(kind, At::Anything, when)
}

/// An effect that an operation has if a condition holds.
pub(super) const fn row_where(kind: EffectKind, at: At, when: Condition) -> Row {
    Row {
        when: Some(when),
        ..row(kind, at)
    }
}

/// An effect whose operands were found in the record.
pub(super) struct Compiled {
    kind: EffectKind,
    resource: &'static str,
    at: CompiledAt,
    when: Option<Condition>,
    record: Option<(OpRecord, usize)>,
}

enum CompiledAt {
    Anything,
    /// One operand, always of this number.
    Operand(usize),
    /// One result, always of this number.
    Result(usize),
    Operands,
    Results,
}

/// The place of a value that is always at the same one.
fn fixed(values: &[ValueRecord], index: usize) -> bool {
    values[..=index].iter().all(|value| value.arity == Arity::One)
}

/// Finds the parts that rows name in a record. A row whose part is not there is left out.
pub(super) fn compile(record: &OpRecord, rows: &[Row]) -> Vec<Compiled> {
    let find = |values: &[ValueRecord], name: &str| values.iter().position(|value| *value.name == *name);
    let compile = |row: &Row| {
        let (at, group) = match row.at {
            At::Anything => (CompiledAt::Anything, None),
            At::Operand(name) => match find(&record.operands, name)? {
                index if fixed(&record.operands, index) => (CompiledAt::Operand(index), None),
                index => (CompiledAt::Operands, Some(index)),
            },
            At::Result(name) => match find(&record.results, name)? {
                index if fixed(&record.results, index) => (CompiledAt::Result(index), None),
                index => (CompiledAt::Results, Some(index)),
            },
        };
        Some(Compiled {
            kind: row.kind,
            resource: row.resource,
            at,
            when: row.when,
            record: group.map(|index| (record.clone(), index)),
        })
    };
    rows.iter().filter_map(compile).collect()
}

/// The effects of an operation.
pub(super) fn of(context: &Context, op: Op, rows: &[Compiled]) -> Effects {
    let mut effects = Effects::new();
    for row in rows
        .iter()
        .filter(|row| row.when.is_none_or(|when| when(context, op)))
    {
        let one = |target| Effect {
            kind: row.kind,
            target,
            resource: row.resource,
        };
        let group = |find: fn(&Context, Op, &OpRecord, usize) -> Range<usize>| match &row.record {
            Some((record, index)) => find(context, op, record, *index),
            None => 0..0,
        };
        match row.at {
            CompiledAt::Anything => effects.push(one(EffectTarget::Anything)),
            CompiledAt::Operand(index) => {
                effects.extend(
                    op.operand(context, index)
                        .map(|value| one(EffectTarget::Value(value))),
                );
            }
            CompiledAt::Result(index) => {
                effects.extend(
                    op.result(context, index)
                        .map(|value| one(EffectTarget::Value(value))),
                );
            }
            CompiledAt::Operands => {
                let range = group(operand_range);
                let values = op.operands(context).skip(range.start).take(range.len());
                effects.extend(values.map(|value| one(EffectTarget::Value(value))));
            }
            CompiledAt::Results => {
                let range = group(result_range);
                let values = op.results(context).skip(range.start).take(range.len());
                effects.extend(values.map(|value| one(EffectTarget::Value(value))));
            }
        }
    }
    effects
}
