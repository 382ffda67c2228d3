//! `transform`: which operation has which check.

mod calls;
mod effects;
mod handles;
mod kinds;
mod matchers;
mod patterns;
mod sequences;
mod structured;

use tvmlike_define::Hook;

use super::function;

pub(super) const CHECKS: super::Table = &[
    (
        "transform.affine.simplify_bounded_affine_ops",
        Hook::Verify(structured::bounds),
    ),
    (
        "transform.alternatives",
        Hook::InterfaceRegions("RegionBranchOpInterface", sequences::edges),
    ),
    ("transform.alternatives", Hook::Verify(sequences::alternatives)),
    (
        "transform.apply_conversion_patterns",
        Hook::Verify(patterns::apply_conversions),
    ),
    (
        "transform.apply_conversion_patterns.dialect_to_llvm",
        Hook::Verify(patterns::dialect_to_llvm),
    ),
    ("transform.apply_patterns", Hook::Verify(patterns::apply_patterns)),
    (
        "transform.apply_registered_pass",
        Hook::Verify(handles::pass_options),
    ),
    (
        "transform.bufferization.one_shot_bufferize",
        Hook::Verify(structured::bufferize),
    ),
    ("transform.cast", Hook::ImpliedInterface("CastOpInterface")),
    (
        "transform.collect_matching",
        Hook::SymbolUses(calls::collect_matching),
    ),
    (
        "transform.foreach",
        Hook::Interface("TransformOpInterface", effects::foreach),
    ),
    (
        "transform.foreach",
        Hook::ImpliedInterface("RegionBranchOpInterface"),
    ),
    ("transform.foreach", Hook::Verify(sequences::foreach)),
    ("transform.foreach_match", Hook::SymbolUses(calls::foreach_match)),
    ("transform.foreach_match", Hook::Verify(calls::pairs)),
    (
        "transform.func.cast_and_call",
        Hook::Verify(patterns::cast_and_call),
    ),
    (
        "transform.get_operand",
        Hook::Verify(|op| matchers::positions(op, "raw_position_list")),
    ),
    (
        "transform.get_result",
        Hook::Verify(|op| matchers::positions(op, "raw_position_list")),
    ),
    (
        "transform.gpu.map_forall_to_blocks",
        Hook::Verify(structured::grid),
    ),
    (
        "transform.include",
        Hook::Interface("TransformOpInterface", effects::include),
    ),
    ("transform.include", Hook::SymbolUses(calls::include)),
    (
        "transform.irdl.collect_matching",
        Hook::Verify(patterns::irdl_body),
    ),
    ("transform.match.structured", Hook::Verify(matchers::structured)),
    (
        "transform.match.structured.body",
        Hook::Verify(matchers::structured_body),
    ),
    (
        "transform.match.structured.dim",
        Hook::Verify(matchers::dimensions),
    ),
    (
        "transform.match.structured.init",
        Hook::Verify(matchers::structured_operand),
    ),
    (
        "transform.match.structured.input",
        Hook::Verify(matchers::structured_operand),
    ),
    (
        "transform.match.structured.result",
        Hook::Verify(matchers::structured_result),
    ),
    (
        "transform.named_sequence",
        Hook::Interface("FunctionOpInterface", |op| function::verify(op, true)),
    ),
    (
        "transform.named_sequence",
        Hook::Verify(sequences::named_sequence),
    ),
    ("transform.num_associations", Hook::Verify(handles::count)),
    (
        "transform.sequence",
        Hook::InterfaceRegions("RegionBranchOpInterface", sequences::edges),
    ),
    ("transform.sequence", Hook::Verify(sequences::sequence)),
    ("transform.smt.constrain_params", Hook::Verify(handles::constrain)),
    ("transform.split_handle", Hook::Verify(handles::split)),
    (
        "transform.structured.bufferize_to_allocation",
        Hook::Verify(structured::allocation),
    ),
    (
        "transform.structured.continuous_tile_sizes",
        Hook::Verify(structured::same_results),
    ),
    ("transform.structured.fuse", Hook::Verify(structured::fuse)),
    (
        "transform.structured.hoist_pad",
        Hook::Verify(|op| structured::permutation(op, "transpose")),
    ),
    (
        "transform.structured.hoist_pad.build_packing_loop_nest",
        Hook::Verify(|op| structured::permutation(op, "transpose")),
    ),
    (
        "transform.structured.interchange",
        Hook::Verify(|op| structured::permutation(op, "iterator_interchange")),
    ),
    (
        "transform.structured.multitile_sizes",
        Hook::Verify(structured::same_results),
    ),
    (
        "transform.structured.pack_greedily",
        Hook::Verify(structured::pack_greedily),
    ),
    (
        "transform.structured.pack_transpose",
        Hook::Verify(structured::transposition),
    ),
    ("transform.structured.pad", Hook::Verify(structured::pad)),
    ("transform.structured.pad_tiling_interface", Hook::Implied),
    ("transform.structured.replace", Hook::Verify(structured::replace)),
    ("transform.structured.split", Hook::Verify(structured::split)),
    (
        "transform.structured.tile_using_for",
        Hook::Verify(structured::tile_using_for),
    ),
    (
        "transform.structured.tile_using_forall",
        Hook::Verify(structured::tiles),
    ),
    (
        "transform.structured.vectorize",
        Hook::Verify(structured::vectors),
    ),
    (
        "transform.tune.alternatives",
        Hook::ImpliedInterface("RegionBranchOpInterface"),
    ),
    ("transform.tune.alternatives", Hook::Verify(handles::alternatives)),
    ("transform.tune.knob", Hook::Verify(handles::knob)),
    (
        "transform.with_pdl_patterns",
        Hook::Verify(sequences::with_patterns),
    ),
];

/// The checks that operations share.
pub(super) const INTERFACES: &[Hook] = &[
    // What these ask for follows from the definition of an operation, not from its use.
    Hook::ImpliedInterface("MatchOpInterface"),
    Hook::ImpliedInterface("NavigationTransformOpTrait"),
    Hook::ImpliedInterface("ParamProducerTransformOpTrait"),
    Hook::Interface("PossibleTopLevelTransformOpTrait", sequences::top_level),
    Hook::ImpliedInterface("SingleOpMatcher"),
    Hook::ImpliedInterface("TransformEachOpTrait"),
    Hook::ImpliedInterface("TransformOpInterface"),
    Hook::Interface("StructuredPredicate", matchers::structured_predicate),
];
