//! Where a branch goes, with the values that it passes; and branches that are made.

use tvmlike_ir::{
    Attribute, Block, Branch, Context, NamedAttribute, Op, OpState, Rewriter, Value, ValueOwner,
};

/// A successor with the values for its arguments.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) block: Block,
    pub(super) operands: Vec<Value>,
}

impl Target {
    /// A successor of a branch.
    pub(super) fn of(context: &Context, op: Op, index: usize) -> Option<Self> {
        let branch = op.interface::<Branch>(context)?;
        let range = (branch.operands)(context, op, index).operands;
        Some(Self {
            block: op.successor(context, index)?,
            operands: range
                .map(|index| op.operand(context, index))
                .collect::<Option<_>>()?,
        })
    }

    /// All successors of a branch.
    pub(super) fn all(context: &Context, op: Op) -> Option<Vec<Self>> {
        (0..op.num_successors(context))
            .map(|index| Self::of(context, op, index))
            .collect()
    }

    /// Where a successor goes that does nothing but to go on. `None`: it does something, or is in a circle.
    pub(super) fn passed_through(&self, context: &Context) -> Option<Self> {
        let branch = self.block.last_op(context)?;
        if self.block.first_op(context) != Some(branch) || !branch.is_named(context, "cf.br") {
            return None;
        }
        let mut users = self
            .block
            .arguments(context)
            .flat_map(|argument| argument.uses(context));
        if users.any(|at| at.owner(context) != branch) {
            return None;
        }
        let next = Self::of(context, branch, 0)?;
        if next.block == self.block || leads_into_circle(context, next.block) {
            return None;
        }
        let operands = next.operands.iter().map(|value| match value.owner(context) {
            ValueOwner::Argument { block, index } if block == self.block => self.operands.get(index).copied(),
            _ => Some(*value),
        });
        Some(Self {
            block: next.block,
            operands: operands.collect::<Option<_>>()?,
        })
    }
}

/// Whether the unconditional branches from a block on come back to where they were.
fn leads_into_circle(context: &Context, start: Block) -> bool {
    let mut visited = vec![start];
    let mut at = start;
    while let Some(branch) = at.last_op(context)
        && branch.is_named(context, "cf.br")
        && let Some(next) = branch.successor(context, 0)
    {
        if visited.contains(&next) {
            return true;
        }
        visited.push(next);
        at = next;
    }
    false
}

/// The block before one, if there is one edge between them and no other to it.
pub(super) fn single_predecessor(context: &Context, block: Block) -> Option<Block> {
    let mut all = block.predecessors(context);
    let first = all.next()?;
    all.next().is_none().then_some(first)
}

fn replace(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    name: &str,
    parts: (&[Value], &[Block]),
    properties: &[(&str, Attribute)],
) -> Option<()> {
    let context = rewriter.context();
    let entries: Vec<NamedAttribute> = properties
        .iter()
        .map(|(name, value)| NamedAttribute {
            name: context.identifier(*name),
            value: *value,
        })
        .collect();
    let properties = match entries.is_empty() {
        true => None,
        false => Some(context.dictionary_attribute(&entries).ok()?),
    };
    let (operands, successors) = parts;
    rewriter.replace_op_with(
        op,
        &OpState {
            operands,
            successors,
            properties,
            ..OpState::new(context.identifier(name), op.location(context))
        },
    );
    Some(())
}

/// Replaces a branch by `cf.br`.
pub(super) fn replace_by_br(rewriter: &mut Rewriter<'_, '_>, op: Op, target: &Target) -> Option<()> {
    replace(rewriter, op, "cf.br", (&target.operands, &[target.block]), &[])
}

fn count(values: &[Value]) -> Option<i32> {
    i32::try_from(values.len()).ok()
}

/// Replaces `cf.cond_br` by one with other targets.
pub(super) fn replace_by_cond_br(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    [yes, no]: [&Target; 2],
) -> Option<()> {
    let context = rewriter.context();
    let operands = [&[op.operand(context, 0)?][..], &yes.operands, &no.operands].concat();
    let sizes = [1, count(&yes.operands)?, count(&no.operands)?];
    let mut properties = vec![("operandSegmentSizes", context.dense_i32_array(&sizes))];
    let weights = op.property(context, context.identifier("branch_weights"));
    properties.extend(weights.map(|weights| ("branch_weights", weights)));
    replace(
        rewriter,
        op,
        "cf.cond_br",
        (&operands, &[yes.block, no.block]),
        &properties,
    )
}

/// Replaces `cf.switch` by one with another default and other cases.
pub(super) fn replace_by_switch(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    default: &Target,
    cases: &[Target],
    values: Option<Attribute>,
) -> Option<()> {
    let context = rewriter.context();
    let mut operands = vec![op.operand(context, 0)?];
    operands.extend(&default.operands);
    let mut successors = vec![default.block];
    let mut sizes = Vec::new();
    for case in cases {
        operands.extend(&case.operands);
        successors.push(case.block);
        sizes.push(count(&case.operands)?);
    }
    let all = [1, count(&default.operands)?, sizes.iter().sum()];
    let mut properties = vec![
        ("operandSegmentSizes", context.dense_i32_array(&all)),
        ("case_operand_segments", context.dense_i32_array(&sizes)),
    ];
    properties.extend(values.map(|values| ("case_values", values)));
    replace(rewriter, op, "cf.switch", (&operands, &successors), &properties)
}
