//! `sccp`: finds which values are constants, also by branches that are never taken, and replaces them.

use smallvec::{SmallVec, smallvec};
use tvmlike_ir::{Attribute, Block, Context, Exclusive, Failure, FoldResult, Folded, Identifier, Op, Value};

use crate::dataflow::{Facts, Sparse, SparseAnalysis, Transfer};
use crate::folder::Folder;
use crate::pass::{Pass, PassRecord, Run};

pub(super) fn record() -> PassRecord {
    PassRecord::new("sccp", "Sparse Conditional Constant Propagation", |_| {
        Ok(Box::new(Sccp))
    })
    .shown_as("SCCP")
}

struct Sccp;

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Known {
    /// No execution has reached it yet.
    #[default]
    Nothing,
    /// It is this constant, which a dialect can make.
    Constant(Attribute, Identifier),
    /// It can be anything.
    Anything,
}

/// Finds which values are constants.
pub(super) struct Constants;

/// The namespace of an operation's dialect.
fn namespace(context: &Context, op: Op) -> Option<Identifier> {
    let bytes = op.name(context).dialect_namespace(context)?;
    Some(context.identifier(bytes))
}

impl SparseAnalysis for Constants {
    type Fact = Known;

    fn anything(&mut self, _: &Context, _: Value) -> Known {
        Known::Anything
    }

    fn join(&mut self, first: &Known, second: &Known) -> Known {
        match (first, second) {
            (Known::Nothing, other) | (other, Known::Nothing) => *other,
            (Known::Constant(a, _), Known::Constant(b, _)) if a == b => *first,
            _ => Known::Anything,
        }
    }

    fn transfer(&mut self, edit: &mut Exclusive<'_>, op: Op, facts: &Facts<Known>) -> Transfer<Known> {
        let context = edit.context();
        let Some(dialect) = namespace(context, op) else {
            return Transfer::Anything;
        };
        if op.num_regions(context) > 0 {
            return Transfer::Anything;
        }
        if let Some(value) = op.constant_value(context) {
            return Transfer::Results(smallvec![Known::Constant(value, dialect)]);
        }
        let mut constants: SmallVec<[Option<Attribute>; 4]> = SmallVec::new();
        for operand in op.operands(context) {
            match facts.get(operand) {
                Known::Nothing => return Transfer::Later,
                Known::Constant(value, _) => constants.push(Some(value)),
                Known::Anything => constants.push(None),
            }
        }
        match fold_and_restore(edit, op, &constants) {
            Some(results) => Transfer::Results(
                results
                    .into_iter()
                    .map(|result| match result {
                        FoldResult::Attribute(value) => Known::Constant(value, dialect),
                        FoldResult::Value(value) => facts.get(value),
                    })
                    .collect(),
            ),
            None => Transfer::Anything,
        }
    }

    fn constant(&self, fact: &Known) -> Option<Attribute> {
        match fact {
            Known::Constant(value, _) => Some(*value),
            _ => None,
        }
    }
}

/// Folds an operation as if its operands had constant values, and undoes what the fold changed in place.
fn fold_and_restore(
    edit: &mut Exclusive<'_>,
    op: Op,
    constants: &[Option<Attribute>],
) -> Option<SmallVec<[FoldResult; 1]>> {
    let context = edit.context();
    let operands: SmallVec<[Value; 4]> = op.operands(context).collect();
    let (properties, attributes) = (op.properties(context), op.attributes(context));
    let folded = op.fold_with(edit, constants);
    if !op.operands(context).eq(operands.iter().copied()) {
        op.set_operands(edit, &operands);
    }
    if op.properties(context) != properties {
        op.set_properties(edit, properties);
    }
    if op.attributes(context) != attributes {
        op.set_attributes(edit, attributes);
    }
    match folded {
        Some(Folded::Results(results)) => Some(results),
        _ => None,
    }
}

impl Pass for Sccp {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let edit = run.edit();
        let solved = Sparse::solve(edit, root, Constants);
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
