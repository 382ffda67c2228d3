//! `sccp`: finds which values are constants, also by branches that are never taken, and replaces them.

use smallvec::SmallVec;
use tvmlike_ir::{Block, Exclusive, Failure, Value};

use crate::dataflow::Sparse;
use crate::folder::Folder;
use crate::known_constants::{Constants, Known};
use crate::pass::{Pass, PassRecord, Run};

pub(super) fn record() -> PassRecord {
    PassRecord::new("sccp", "Sparse Conditional Constant Propagation", |_| {
        Ok(Box::new(Sccp))
    })
    .shown_as("SCCP")
}

struct Sccp;

impl Pass for Sccp {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let solved = run.solve_sparse(Constants)?;
        let edit = run.edit();
        let mut folder = Folder::default();
        let mut pending: Vec<Block> = Vec::new();
        for region in root.regions(context) {
            pending.extend(region.blocks(context).rev());
        }
        while let Some(block) = pending.pop() {
            let mut next = block.first_op(context);
            while let Some(op) = next {
                next = op.next(context);
                let results: SmallVec<[Value; 4]> = op.results(context).collect();
                let mut replaced_all = !results.is_empty();
                for result in results {
                    replaced_all &= replace(edit, &solved, &mut folder, block, result);
                }
                if replaced_all && op.would_be_trivially_dead(context) {
                    op.erase(edit).expect("all uses were replaced");
                    continue;
                }
                for region in op.regions(context) {
                    pending.extend(region.blocks(context).rev());
                }
            }
            for argument in block.arguments(context) {
                replace(edit, &solved, &mut folder, block, argument);
            }
        }
        Ok(())
    }
}

/// Replaces a value if it is a constant.
fn replace(
    edit: &mut Exclusive<'_>,
    solved: &Sparse<Constants>,
    folder: &mut Folder,
    block: Block,
    value: Value,
) -> bool {
    let Known::Constant(attribute, dialect) = solved.fact(value) else {
        return false;
    };
    let ty = value.ty(edit);
    let Some(constant) = folder.get_or_create(edit, block, dialect, attribute, ty) else {
        return false;
    };
    value.replace_all_uses_with(edit, constant);
    true
}
