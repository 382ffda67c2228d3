//! Checks of parameters that MLIR has as code.

mod gpu;
mod llvm_attributes;
mod simple;
mod wasmssa;
pub(super) mod xegpu;

use tvmlike_define::SymbolCheck;
use tvmlike_ir::NormalForm;

use super::llvm;

/// The check of a type, `!dialect.name`, or an attribute, `#dialect.name`.
pub(super) fn find(symbol: &str) -> Option<SymbolCheck> {
    Some(match symbol {
        "!amdgpu.tdm_gather_base" => simple::gather_base,
        "!emitc.lvalue" => simple::emitc_lvalue,
        "!emitc.opaque" => simple::emitc_opaque,
        "!emitc.ptr" => simple::emitc_pointer,
        "!llvm.array" => llvm::check_array,
        "!llvm.func" => llvm::check_function,
        "!ptr.ptr_metadata" => simple::pointer_metadata,
        "!smt.array" => simple::smt_array,
        "!smt.bv" => simple::smt_bits,
        "!smt.func" => simple::smt_function,
        "!smt.sort" => simple::smt_sort,
        "!tosa.shape" => simple::tosa_shape,
        "!transform.param" => simple::transform_parameter,
        "!wasmssa.local" => wasmssa::local,
        "!wasmssa.tabletype" => wasmssa::table,
        "#gpu.kernel_metadata" => gpu::kernel_metadata,
        "#gpu.kernel_table" => gpu::kernel_table,
        "#gpu.object" => gpu::object,
        "#gpu.select_object" => gpu::select_object,
        "#llvm.alias_scope" => llvm_attributes::alias_scope,
        "#llvm.mlir.module_flag" => llvm_attributes::module_flag,
        "#llvm.target_features" => llvm_attributes::target_features,
        "#nvvm.target" => gpu::nvvm_target,
        "#ptr.spec" => simple::pointer_spec,
        "#xegpu.layout" => xegpu::layout,
        "#xegpu.range" => xegpu::range,
        "#xegpu.scatter_tdesc_attr" => xegpu::scatter,
        "#xegpu.slice" => xegpu::slice,
        _ => return None,
    })
}

/// What brings the parameters of a type or an attribute into their normal form.
pub(super) fn normal_form(symbol: &str) -> Option<NormalForm> {
    match symbol {
        "#gpu.kernel_table" => Some(gpu::sort_kernels),
        _ => None,
    }
}
