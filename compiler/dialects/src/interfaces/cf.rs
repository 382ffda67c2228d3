//! `cf`.

use tvmlike_ir::{
    Attribute, AttributeKind, Block, Branch, Context, EffectKind, Exclusive, Op, SuccessorOperands, Value,
};

use super::effects::{At, row};
use super::{Interface, Table, groups};

pub(super) const TABLE: Table = Table {
    effects: &[("cf.assert", &[row(EffectKind::Write, At::Anything)])],
    interfaces: &[
        ("cf.br", Interface::Branch(BR)),
        ("cf.cond_br", Interface::Branch(COND_BR)),
        ("cf.switch", Interface::Branch(SWITCH)),
    ],
};

/// A branch that passes all operands.
pub(super) const BR: Branch = Branch {
    operands: |context, op, _| all_after(op.num_operands(context), 0),
    taken: |context, op, _| op.successor(context, 0),
    set_operands: |edit, op, _, values| op.set_operands(edit, values),
};

/// A branch with a condition, which is the first operand.
pub(super) const COND_BR: Branch = Branch {
    operands: |context, op, index| passed(context, op, index + 1),
    taken: taken_by_condition,
    set_operands: |edit, op, index, values| set_group(edit, op, index + 1, values),
};

/// A branch that compares the first operand with the values of cases.
pub(super) const SWITCH: Branch = Branch {
    operands: |context, op, index| match index {
        0 => passed(context, op, 1),
        _ => case(context, op, index - 1),
    },
    taken: taken_by_flag,
    set_operands: |edit, op, index, values| match index {
        0 => set_group(edit, op, 1, values),
        _ => set_case(edit, op, index - 1, values),
    },
};

/// The property with the sizes of the operands of all cases together.
const SEGMENTS: &str = "operandSegmentSizes";

/// The property with the size of the operands of each case.
const CASES: &str = "case_operand_segments";

const fn all_after(count: usize, start: usize) -> SuccessorOperands {
    SuccessorOperands {
        produced: 0,
        operands: start..count,
    }
}

fn passed(context: &Context, op: Op, group: usize) -> SuccessorOperands {
    SuccessorOperands {
        produced: 0,
        operands: groups::group(&groups::sizes(context, op, SEGMENTS), group),
    }
}

fn case(context: &Context, op: Op, index: usize) -> SuccessorOperands {
    let all = passed(context, op, 2).operands;
    let own = groups::group(&groups::sizes(context, op, CASES), index);
    SuccessorOperands {
        produced: 0,
        operands: all.start + own.start..all.start + own.end,
    }
}

fn set_group(edit: &mut Exclusive<'_>, op: Op, group: usize, values: &[Value]) {
    let range = passed(edit, op, group).operands;
    groups::splice(edit, op, range, values);
    groups::resize(edit, op, SEGMENTS, group, values.len());
}

fn set_case(edit: &mut Exclusive<'_>, op: Op, index: usize, values: &[Value]) {
    let range = case(edit, op, index).operands;
    let all = passed(edit, op, 2).operands.len() - range.len() + values.len();
    groups::splice(edit, op, range, values);
    groups::resize(edit, op, CASES, index, values.len());
    groups::resize(edit, op, SEGMENTS, 2, all);
}

fn taken_by_condition(context: &Context, op: Op, constants: &[Option<Attribute>]) -> Option<Block> {
    match constants.first().copied().flatten()?.kind(context) {
        AttributeKind::Integer { value, .. } => op.successor(context, usize::from(value.is_zero())),
        _ => None,
    }
}

fn taken_by_flag(context: &Context, op: Op, constants: &[Option<Attribute>]) -> Option<Block> {
    let AttributeKind::Integer { value: flag, .. } = constants.first().copied().flatten()?.kind(context)
    else {
        return None;
    };
    let cases = op.property(context, context.identifier("case_values"));
    let Some(AttributeKind::DenseElements(cases)) = cases.map(|cases| cases.kind(context)) else {
        return op.successor(context, 0);
    };
    let is_flag = |index: &usize| matches!(cases.get(context, *index), Some(tvmlike_ir::Element::Integer(value)) if value.to_big(false) == flag.to_big(false));
    let index = (0..cases.len()).find(is_flag).map_or(0, |index| index + 1);
    op.successor(context, index)
}
