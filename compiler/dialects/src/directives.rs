//! The code of the directives `custom<Name>(…)` in formats, by dialect and name.

mod acc;
pub(crate) mod cases;
mod gpu;
mod index_list;
mod initial_value;
mod levels;
mod llvm;
mod omp;
mod ordering;
mod pass_options;
mod pdl;
mod spirv;
mod tosa;
mod transform;
mod types;
pub(crate) mod values;

use tvmlike_define::{Directive, DirectiveParts};

/// The code of a directive of a dialect's formats; `None` if it is not written.
pub fn directive(dialect: &str, name: &str) -> Option<&'static Directive> {
    Some(match (dialect, name) {
        (_, "DynamicIndexList") => &index_list::DYNAMIC_INDEX_LIST,
        (_, "OptionalDynamicIndexList") => &index_list::OPTIONAL,
        ("amdgpu", "MNKDimensionList") => &index_list::MNK,
        ("shard", "DimensionList") => &index_list::DIMENSIONS,
        ("async", "AwaitResultType") => &types::AWAIT_RESULT,
        ("pdl" | "pdl_interp", "RangeType") => &types::RANGE,
        ("gpu", "AsyncDependencies") => &gpu::ASYNC_DEPENDENCIES,
        ("gpu", "LaunchDimType") => &gpu::LAUNCH_DIM_TYPE,
        ("gpu", "LaunchFuncOperands") => &gpu::LAUNCH_FUNC_OPERANDS,
        ("gpu", "OffloadingHandler") => &gpu::OFFLOADING_HANDLER,
        ("gpu", "AllReduceOperation") => &gpu::ALL_REDUCE_OPERATION,
        ("llvm", "GEPIndices") => &llvm::INDICES,
        ("llvm", "IndirectBrOpSucessors") => &llvm::INDIRECT_TARGETS,
        ("llvm", "InsertExtractValueElementType") => &llvm::ELEMENT_TYPE,
        ("llvm", "LLVMLinkage") => &llvm::LINKAGE,
        ("llvm", "OpBundles") => &llvm::BUNDLES,
        ("llvm", "ShuffleType") => &llvm::SHUFFLE_TYPE,
        ("llvm", "SwitchOpCases") => &llvm::CASES,
        ("memref", "GlobalMemrefOpTypeAndInitialValue") => &initial_value::MEMREF_GLOBAL,
        ("emitc", "EmitCGlobalOpTypeAndInitialValue" | "EmitCFieldOpTypeAndInitialValue") => {
            &initial_value::EMITC
        }
        ("spirv", "ImageOperands") => &spirv::IMAGE_OPERANDS,
        ("emitc", "SwitchCases") => &cases::SWITCH,
        ("ml_program", "SymbolVisibility") => &initial_value::VISIBILITY,
        ("ml_program", "TypedInitialValue") => &initial_value::TYPED,
        ("ml_program", "TokenOrdering") => &ordering::TOKENS,
        ("sparse_tensor", "LevelRange") => &levels::RANGE,
        ("wasmssa", "ElseRegion") => &cases::ELSE,
        ("transform", "SemiFunctionType") => &transform::SEMI_FUNCTION_TYPE,
        ("transform", "TransformMatchDims") => &transform::MATCH_DIMS,
        ("transform", "PackedOrDynamicIndexList") => &transform::PACKED,
        ("transform", "ContinuousTileSizeTypes" | "MultitileSizesTypes") => &transform::SIZE_TYPES,
        ("transform", "SequenceOpOperands") => &transform::SEQUENCE_OPERANDS,
        ("transform", "ForeachMatchSymbols") => &transform::MATCH_SYMBOLS,
        ("transform", "ApplyRegisteredPassOptions") => &pass_options::OPTIONS,
        ("transform", "AlternativesOpSelectedRegion") => &transform::SELECTED_REGION,
        ("pdl", "OperationOpAttributes") => &pdl::ATTRIBUTES,
        ("pdl", "ResultsValueType") => &pdl::RESULTS_TYPE,
        ("pdl_interp", "CreateOperationOpAttributes") => &pdl::ATTRIBUTES,
        ("pdl_interp", "CreateOperationOpResults") => &pdl::CREATED_RESULTS,
        ("acc", _) => return acc::directive(name),
        ("omp", _) => return omp::directive(name),
        ("tosa", "VariableOpTypeOrInitialValue") => &tosa::VARIABLE,
        _ => return None,
    })
}

/// Whatever the operation has, the directive can show it.
fn always(_: &DirectiveParts<'_>) -> bool {
    true
}
