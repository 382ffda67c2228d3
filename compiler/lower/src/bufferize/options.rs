//! The options of bufferization.

use tvmlike_ir::{Context, Op};

/// Which layout a memref has of which nothing is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LayoutMap {
    /// The layout of what is returned; dynamic strides and offset for arguments.
    Infer,
    /// Dense, in the order of the dimensions.
    Identity,
    /// Dynamic strides and offset.
    FullyDynamic,
}

/// How tensors become memrefs.
#[derive(Clone, Debug)]
pub(crate) struct BufferizeOptions {
    pub(crate) allow_return_allocs_from_loops: bool,
    pub(crate) allow_unknown_ops: bool,
    pub(crate) alignment: u64,
    pub(crate) function_boundaries: bool,
    pub(crate) check_parallel_regions: bool,
    pub(crate) copy_before_write: bool,
    pub(crate) dialects: Vec<String>,
    pub(crate) function_layout: LayoutMap,
    /// Whether a value whose memory space nothing tells is an error; else it is in the default one.
    pub(crate) must_infer_space: bool,
    pub(crate) unanalyzed_functions: Vec<String>,
    /// Whether operations get what is in the way of operands in place as attributes.
    pub(crate) print_conflicts: bool,
    pub(crate) test_analysis_only: bool,
    pub(crate) unknown_layout: LayoutMap,
}

impl BufferizeOptions {
    /// Whether an operation may be bufferized.
    pub(crate) fn allows(&self, context: &Context, op: Op) -> bool {
        let dialect = op.name(context).dialect_namespace(context).unwrap_or_default();
        if dialect == b"func" && !self.function_boundaries {
            return false;
        }
        self.dialects.is_empty() || self.dialects.iter().any(|name| name.as_bytes() == dialect)
    }
}
