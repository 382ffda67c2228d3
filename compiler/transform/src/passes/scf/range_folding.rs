//! `scf-for-loop-range-folding`: moves sums and products of the variable of a loop into its bounds.
//!
//! Invariant: the variable has no other use, so that the loop is left with the values that the operation gave.

use tvmlike_ir::{
    Context, Exclusive, Failure, LoopLike, Mapping, Op, Rewriter, Value, WalkOrder, WalkResult,
};

use crate::pass::{Pass, PassRecord, Run};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "scf-for-loop-range-folding",
        "Fold add/mul ops into loop range",
        |_| Ok(Box::new(RangeFolding)),
    )
    .shown_as("SCFForLoopRangeFolding")
}

struct RangeFolding;

impl Pass for RangeFolding {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut loops = Vec::new();
        root.walk(context, WalkOrder::PostOrder, |op| {
            if op.is_named(context, "scf.for") {
                loops.push(op);
            }
            WalkResult::Advance
        });
        for op in loops {
            while fold_once(run.edit(), op).is_some() {}
        }
        Ok(())
    }
}

/// The only user of a value.
fn only_user(context: &Context, value: Value) -> Option<Op> {
    let mut uses = value.uses(context);
    let user = uses.next()?.owner(context);
    uses.next().is_none().then_some(user)
}

/// Moves one operation into the bounds of a loop. `None`: there is none.
fn fold_once(edit: &mut Exclusive<'_>, root: Op) -> Option<()> {
    let context = edit.context();
    let interface = root.interface::<LoopLike>(context)?;
    let variable = (interface.induction_variables)(context, root).first().copied()?;
    let user = only_user(context, variable)?;
    let bounds = match user.name(context).bytes(context) {
        b"arith.addi" => 2,
        b"arith.muli" => 3,
        _ => return None,
    };
    let is_known = |value: Value| value == variable || interface.is_defined_outside(context, root, value);
    if !user.operands(context).all(is_known) {
        return None;
    }
    let mut rewriter = Rewriter::new(edit);
    rewriter.set_before(root);
    let mut folded = Vec::new();
    for index in 0..bounds {
        let mut mapping = Mapping::new();
        mapping.map_value(context, variable, root.operand(context, index)?);
        folded.push(rewriter.clone_op(user, &mut mapping).result(context, 0)?);
    }
    for (index, value) in folded.into_iter().enumerate() {
        rewriter.set_operand(root, index, value);
    }
    rewriter.replace_op(user, &[variable]);
    Some(())
}
