//! `scf`.

mod choice;
mod join;
mod loops;
mod nested;
mod region;

use tvmlike_ir::RewriteFn;

use super::Rules;

pub(super) const RULES: Rules = Rules {
    folds: &[("scf.if", choice::invert)],
    patterns: &[
        ("scf.execute_region", EXECUTE_REGION),
        ("scf.for", FOR),
        ("scf.if", IF),
        ("scf.index_switch", INDEX_SWITCH),
    ],
    materialize: None,
    scope: None,
};

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
];

const FOR: &[RewriteFn] = &[
    RewriteFn::new("ForOpIterArgsFolder", "scf.for", loops::drop_arguments),
    RewriteFn::new("SimplifyTrivialLoops", "scf.for", loops::unroll_trivial),
    RewriteFn::new(
        "MakeRegionBranchOpSuccessorInputsDead",
        "scf.for",
        loops::replace_by_inits,
    ),
];

const IF: &[RewriteFn] = &[
    RewriteFn::new("CombineIfs", "scf.if", join::join_neighbours),
    RewriteFn::new("CombineNestedIfs", "scf.if", nested::join_nested),
    RewriteFn::new("ConditionPropagation", "scf.if", choice::propagate_condition),
    RewriteFn::new("ConvertTrivialIfToSelect", "scf.if", choice::to_select),
    RewriteFn::new("RemoveEmptyElseBranch", "scf.if", choice::drop_empty_else),
    RewriteFn::new("RemoveStaticCondition", "scf.if", choice::take_known),
    RewriteFn::new("RemoveUnusedResults", "scf.if", choice::drop_unused_results),
    RewriteFn::new(
        "ReplaceIfYieldWithConditionOrValue",
        "scf.if",
        choice::replace_results,
    ),
    RewriteFn::new(
        "RemoveDuplicateSuccessorInputUses",
        "scf.if",
        choice::merge_results,
    ),
];

const INDEX_SWITCH: &[RewriteFn] = &[RewriteFn::new(
    "FoldConstantCase",
    "scf.index_switch",
    region::take_known_case,
)];
