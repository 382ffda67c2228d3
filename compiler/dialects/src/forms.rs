//! The custom forms of operations, and the names of their results in printed text.

mod affine;
mod asynchronous;
mod bufferization;
mod cf;
mod constants;
mod elements;
mod emitc;
mod func;
mod functions;
mod gpu;
mod groups;
pub(crate) mod irdl;
mod iterators;
mod linalg;
mod lists;
mod llvm;
mod memref;
mod omp;
mod pdl_interp;
mod prefetch;
mod rocdl;
mod scf;
mod select;
mod shape;
mod smt;
mod spirv;
mod targets;
mod tensor;
mod tosa;
mod transform;
mod vector;
mod wasmssa;

use std::sync::Arc;

use tvmlike_define::{DialectRecord, OpRecord, attach_formats};
use tvmlike_ir::{Context, Op, OpInfo};
use tvmlike_text::ResultNames;

/// Names of results, by operation.
const NAMES: &[(&str, &[&str])] = &[
    ("arith.addui_extended", &["sum", "overflow"]),
    ("arith.mulsi_extended", &["low", "high"]),
    ("arith.mului_extended", &["low", "high"]),
    ("complex.constant", &["cst"]),
    ("func.constant", &["f"]),
    ("linalg.broadcast", &["broadcasted"]),
    ("linalg.map", &["mapped"]),
    ("linalg.pack", &["pack"]),
    ("linalg.reduce", &["reduced"]),
    ("linalg.transpose", &["transposed"]),
    ("linalg.unpack", &["unpack"]),
    ("memref.alloc", &["alloc"]),
    ("memref.alloca", &["alloca"]),
    ("memref.assume_alignment", &["assume_align"]),
    ("memref.cast", &["cast"]),
    ("memref.collapse_shape", &["collapse_shape"]),
    ("memref.dim", &["dim"]),
    ("memref.expand_shape", &["expand_shape"]),
    ("memref.extract_aligned_pointer_as_index", &["intptr"]),
    ("memref.memory_space_cast", &["memspacecast"]),
    ("memref.reinterpret_cast", &["reinterpret_cast"]),
    ("memref.reshape", &["reshape"]),
    ("memref.subview", &["subview"]),
    ("memref.transpose", &["transpose"]),
    ("memref.view", &["view"]),
    ("omp.new_cli", &["cli"]),
    ("shard.all_gather", &["all_gather"]),
    ("shard.all_reduce", &["all_reduce"]),
    ("shard.all_slice", &["all_slice"]),
    ("shard.all_to_all", &["all_to_all"]),
    ("shard.broadcast", &["broadcast"]),
    ("shard.gather", &["gather"]),
    ("shard.grid_shape", &["grid_shape"]),
    (
        "shard.neighbors_linear_indices",
        &["down_linear_idx", "up_linear_idx"],
    ),
    ("shard.process_linear_index", &["proc_linear_idx"]),
    ("shard.process_multi_index", &["proc_linear_idx"]),
    ("shard.recv", &["recv"]),
    ("shard.reduce", &["reduce"]),
    ("shard.reduce_scatter", &["reduce_scatter"]),
    ("shard.scatter", &["scatter"]),
    ("shard.send", &["send"]),
    ("shard.shard", &["sharding_annotated"]),
    ("shard.shard_shape", &["shard_shape"]),
    ("shard.sharding", &["sharding"]),
    ("shard.shift", &["shift"]),
    ("tensor.cast", &["cast"]),
    ("tensor.collapse_shape", &["collapsed"]),
    ("tensor.concat", &["concat"]),
    ("tensor.dim", &["dim"]),
    ("tensor.expand_shape", &["expanded"]),
    ("tensor.extract", &["extracted"]),
    ("tensor.extract_slice", &["extracted_slice"]),
    ("tensor.from_elements", &["from_elements"]),
    ("tensor.gather", &["gather"]),
    ("tensor.generate", &["generated"]),
    ("tensor.insert", &["inserted"]),
    ("tensor.insert_slice", &["inserted_slice"]),
    ("tensor.pad", &["padded"]),
    ("tensor.rank", &["rank"]),
    ("tensor.reshape", &["reshape"]),
    ("tensor.scatter", &["scatter"]),
    ("tensor.splat", &["splat"]),
    ("transform.foreach_match", &["updated_root"]),
    ("vector.vscale", &["vscale"]),
];

/// The operations with a format in whose regions the operations of their dialect need no prefix.
const DEFAULT_DIALECT: &[&str] = &[
    "emitc.file",
    "emitc.switch",
    "pdl.pattern",
    "pdl.rewrite",
    "transform.foreach",
    "transform.sequence",
    "transform.with_pdl_patterns",
];

/// Lets a context read and print the operations of a dialect, which are in the order of the record. Their formats can refer
/// to other dialects, which `find` returns by name.
pub(crate) fn attach(
    context: &Context,
    dialect: &Arc<DialectRecord>,
    infos: &[OpInfo],
    find: fn(&str) -> Option<Arc<DialectRecord>>,
) {
    let written = |name: &str| match &*dialect.name {
        "affine" => affine::form(name),
        "arith" => select::form(name),
        "async" => asynchronous::form(name).or_else(|| functions::form(context, name)),
        "bufferization" => bufferization::form(name),
        "cf" => cf::form(name),
        "emitc" => emitc::form(context, name).or_else(|| functions::form(context, name)),
        "func" => func::form(context, name),
        "gpu" => gpu::form(context, name),
        "irdl" => irdl::form(name),
        "linalg" => linalg::form(name),
        "llvm" => llvm::form(context, name),
        "memref" => memref::form(name),
        "omp" => omp::form(name),
        "scf" => scf::form(name),
        "pdl_interp" => pdl_interp::form(name).or_else(|| functions::form(context, name)),
        "shape" => shape::form(context, name).or_else(|| functions::form(context, name)),
        "rocdl" => rocdl::form(name),
        "smt" => smt::form(name),
        "wasmssa" => wasmssa::form(context, name),
        "spirv" => spirv::form(context, name).or_else(|| functions::form(context, name)),
        "tensor" => tensor::form(name),
        "tosa" => tosa::form(name),
        "transform" => transform::form(name).or_else(|| functions::form(context, name)),
        "vector" => vector::form(name),
        _ => functions::form(context, name),
    };
    for (record, info) in dialect.operations.iter().zip(infos) {
        if let Some(form) = written(&record.name) {
            info.extensions().get_or_insert_with(|| form);
        }
    }
    for (record, info) in dialect.operations.iter().zip(infos) {
        if let Some(names) =
            linalg::argument_names(&record.name).or_else(|| omp::argument_names(&record.name))
        {
            info.extensions().get_or_insert_with(|| names);
        }
    }
    attach_formats(
        context,
        infos,
        dialect,
        find,
        crate::directives::directive,
        |name| DEFAULT_DIALECT.contains(&name),
    );
    for (record, info) in dialect.operations.iter().zip(infos) {
        let names = NAMES.iter().find(|(name, _)| *name == &*record.name);
        let names = match (&*record.name, names) {
            ("arith.constant", _) => ResultNames::new(constants::arith),
            ("index.constant", _) => ResultNames::new(constants::index),
            ("index.bool.constant" | "smt.constant", _) => ResultNames::new(constants::boolean),
            ("ml_program.global_load" | "ml_program.global_load_const", _) => {
                ResultNames::new(constants::global)
            }
            ("omp.new_cli", _) => omp::loop_names(),
            ("smt.bv.constant", _) => ResultNames::new(constants::bit_vector),
            ("smt.declare_fun", _) => ResultNames::new(constants::prefix),
            ("spirv.Constant", _) => ResultNames::new(constants::spirv),
            ("spirv.mlir.addressof", _) => ResultNames::new(constants::address),
            ("shape.const_size" | "smt.int.constant", _) => ResultNames::new(constants::size),
            _ if is_gpu_dimension(&record.name) => ResultNames::new(constants::gpu_dimension),
            (_, Some((_, names))) => ResultNames::new(|_: &Context, _: Op, out: &mut Vec<Vec<u8>>| {
                out.extend(names.iter().map(|name| name.as_bytes().to_vec()));
            }),
            _ if names_results(record) => groups::names(record),
            _ => continue,
        };
        info.extensions().get_or_insert_with(|| names);
    }
}

/// Whether the results of an operation are named as in its record, as MLIR does if there are several.
fn names_results(record: &OpRecord) -> bool {
    let is_asm = |name: &str| name == "OpAsmOpInterface";
    let has_own = record.traits.iter().any(|one| is_asm(&one.name));
    record.results.len() > 1 && !has_own || &*record.name == "memref.extract_strided_metadata"
}

/// Whether an operation's result is named after the operation and a dimension: `%thread_id_x`.
fn is_gpu_dimension(name: &str) -> bool {
    name.strip_prefix("gpu.").is_some_and(|name| {
        let of = |suffix| name.strip_suffix(suffix).is_some();
        of("_id") && name != "lane_id" && name != "subgroup_id" || of("_dim") || name == "cluster_dim_blocks"
    })
}
