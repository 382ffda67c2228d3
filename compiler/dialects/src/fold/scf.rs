//! `scf`.

mod choice;
mod forall;
mod inputs;
mod join;
mod loops;
mod nested;
mod parallel;
mod region;
mod repeated;

use tvmlike_ir::RewriteFn;

use super::Rules;

pub(super) const RULES: Rules = Rules {
    folds: &[("scf.if", choice::invert)],
    patterns: &[
        ("scf.execute_region", EXECUTE_REGION),
        ("scf.for", FOR),
        ("scf.forall", FORALL),
        ("scf.if", IF),
        ("scf.index_switch", INDEX_SWITCH),
        ("scf.parallel", PARALLEL),
        ("scf.while", WHILE),
    ],
    materialize: None,
    scope: None,
};

/// The patterns of every operation that passes values between its regions.
const fn inputs(name: &'static str) -> [RewriteFn; 3] {
    [
        RewriteFn::new(
            "MakeRegionBranchOpSuccessorInputsDead",
            name,
            inputs::replace_fixed,
        ),
        RewriteFn::new("RemoveDuplicateSuccessorInputUses", name, inputs::merge_same),
        RewriteFn::new(
            "RemoveDeadRegionBranchOpSuccessorInputs",
            name,
            inputs::drop_unused,
        ),
    ]
}

const EXECUTE_REGION: &[RewriteFn] = &[
    RewriteFn::new(
        "SingleBlockExecuteInliner",
        "scf.execute_region",
        region::inline_block,
    ),
    RewriteFn::new(
        "MultiBlockExecuteInliner",
        "scf.execute_region",
        region::inline_blocks,
    ),
    INPUTS_OF_EXECUTE_REGION[0],
    INPUTS_OF_EXECUTE_REGION[1],
    INPUTS_OF_EXECUTE_REGION[2],
];

const INPUTS_OF_EXECUTE_REGION: [RewriteFn; 3] = inputs("scf.execute_region");

const FOR: &[RewriteFn] = &[
    RewriteFn::new("SimplifyTrivialLoops", "scf.for", loops::unroll_trivial),
    INPUTS_OF_FOR[0],
    INPUTS_OF_FOR[1],
    INPUTS_OF_FOR[2],
];

const INPUTS_OF_FOR: [RewriteFn; 3] = inputs("scf.for");

const FORALL: &[RewriteFn] = &[
    RewriteFn::new("DimOfForallOp", "tensor.dim", forall::size_of_result),
    RewriteFn::new("ForallOpControlOperandsFolder", "scf.forall", forall::fold_bounds),
    RewriteFn::new("ForallOpIterArgsFolder", "scf.forall", forall::drop_outputs),
    RewriteFn::new(
        "ForallOpSingleOrZeroIterationDimsFolder",
        "scf.forall",
        forall::fold_dims,
    ),
    RewriteFn::new(
        "ForallOpReplaceConstantInductionVar",
        "scf.forall",
        forall::replace_variables,
    ),
];

const PARALLEL: &[RewriteFn] = &[
    RewriteFn::new(
        "ParallelOpSingleOrZeroIterationDimsFolder",
        "scf.parallel",
        parallel::fold_dims,
    ),
    RewriteFn::new("MergeNestedParallelLoops", "scf.parallel", parallel::merge_nested),
];

const IF: &[RewriteFn] = &[
    RewriteFn::new("CombineIfs", "scf.if", join::join_neighbours),
    RewriteFn::new("CombineNestedIfs", "scf.if", nested::join_nested),
    RewriteFn::new("ConditionPropagation", "scf.if", choice::propagate_condition),
    RewriteFn::new("ConvertTrivialIfToSelect", "scf.if", choice::to_select),
    RewriteFn::new("RemoveEmptyElseBranch", "scf.if", choice::drop_empty_else),
    RewriteFn::new("RemoveStaticCondition", "scf.if", choice::take_known),
    RewriteFn::new(
        "ReplaceIfYieldWithConditionOrValue",
        "scf.if",
        choice::replace_results,
    ),
    INPUTS_OF_IF[0],
    INPUTS_OF_IF[1],
    INPUTS_OF_IF[2],
];

const INPUTS_OF_IF: [RewriteFn; 3] = inputs("scf.if");

const INDEX_SWITCH: &[RewriteFn] = &[
    RewriteFn::new("FoldConstantCase", "scf.index_switch", region::take_known_case),
    INPUTS_OF_INDEX_SWITCH[0],
    INPUTS_OF_INDEX_SWITCH[1],
    INPUTS_OF_INDEX_SWITCH[2],
];

const INPUTS_OF_INDEX_SWITCH: [RewriteFn; 3] = inputs("scf.index_switch");

const WHILE: &[RewriteFn] = &[
    RewriteFn::new("WhileConditionTruth", "scf.while", repeated::propagate_condition),
    RewriteFn::new("WhileCmpCond", "scf.while", repeated::compare_again),
    RewriteFn::new("WhileOpAlignBeforeArgs", "scf.while", repeated::align),
    RewriteFn::new("WhileMoveIfDown", "scf.while", repeated::move_choice),
    INPUTS_OF_WHILE[0],
    INPUTS_OF_WHILE[1],
    INPUTS_OF_WHILE[2],
];

const INPUTS_OF_WHILE: [RewriteFn; 3] = inputs("scf.while");
