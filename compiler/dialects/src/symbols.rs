//! Types and attributes that MLIR reads by hand-written code, and names of aliases.

mod checks;
mod directives;
mod dlti;
mod llvm;
mod numbers;
mod objects;
mod quant;
mod recursive;
mod shaped;
pub(crate) mod sparse_tensor;
mod spirv;
mod values;
mod written;
mod xegpu;

use tvmlike_define::{FindDialect, RegisterSymbols, SymbolSources};
use tvmlike_ir::Context;
use tvmlike_text::{SymbolAlias, UnknownSymbol};

use values::hooks;

/// Dialects with hand-written types or attributes.
const DIALECTS: &[(&str, RegisterSymbols)] = &[
    ("amx", shaped::register_amx),
    ("async", shaped::register_async),
    ("complex", numbers::register_complex),
    ("dlti", dlti::register),
    ("emitc", shaped::register_emitc),
    ("gpu", shaped::register_gpu),
    ("llvm", llvm::register),
    ("pdl", shaped::register_pdl),
    ("ptr", numbers::register_pointer),
    ("quant", quant::register),
    ("smt", numbers::register_smt),
    ("sparse_tensor", sparse_tensor::register),
    ("spirv", spirv::register),
    ("transform", |_, dialect| {
        let unknown = UnknownSymbol::Refused(Some("unknown type mnemonic: ".into()));
        hooks(dialect, unknown, UnknownSymbol::Refused(None));
        Ok(())
    }),
    ("xegpu", xegpu::register),
];

/// What the records of types and attributes refer to.
pub(crate) fn sources(dialects: FindDialect) -> SymbolSources {
    SymbolSources {
        dialects: Some(dialects),
        directives: Some(directives::find),
        checks: Some(checks::find),
        normal_forms: Some(checks::normal_form),
    }
}

/// The attributes of `llvm` that get aliases, which have the attribute's name.
const LLVM_ALIASES: &[&str] = &[
    "access_group",
    "alias_scope",
    "alias_scope_domain",
    "di_basic_type",
    "di_common_block",
    "di_compile_unit",
    "di_composite_type",
    "di_derived_type",
    "di_file",
    "di_global_variable",
    "di_global_variable_expression",
    "di_imported_entity",
    "di_label",
    "di_lexical_block",
    "di_lexical_block_file",
    "di_local_variable",
    "di_module",
    "di_namespace",
    "di_null_type",
    "di_string_type",
    "di_subprogram",
    "di_subroutine_type",
    "loop_annotation",
    "loop_distribute",
    "loop_interleave",
    "loop_licm",
    "loop_peeled",
    "loop_pipeline",
    "loop_unroll",
    "loop_unroll_and_jam",
    "loop_unswitch",
    "loop_vectorize",
    "mmra_tag",
    "tbaa_root",
    "tbaa_tag",
    "tbaa_type_desc",
];

/// What registers the hand-written types and attributes of a dialect.
pub(crate) fn of(dialect: &str) -> Option<RegisterSymbols> {
    let found = DIALECTS.iter().find(|(name, _)| *name == dialect);
    found.map(|(_, register)| *register)
}

/// Names the aliases of the attributes of a registered dialect.
pub(crate) fn attach_aliases(context: &Context, dialect: &str) {
    let names: &[&str] = match dialect {
        "llvm" => LLVM_ALIASES,
        "ml_program" => &["extern"],
        _ => return,
    };
    let namespace = context.identifier(dialect);
    for name in names {
        if let Some(info) = context.attribute_info(namespace, context.identifier(name)) {
            info.extensions().get_or_insert_with(|| SymbolAlias(name));
        }
    }
}
