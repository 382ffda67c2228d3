//! The machine that code is made for, and the settings of Cranelift.

use std::sync::Arc;

use cranelift_codegen::isa::{self, OwnedTargetIsa};
use cranelift_codegen::settings::{self, Configurable};

use crate::backend::CompileOptions;
use crate::error::{EngineError, Result};

/// The features of x86-64 that code may use if this machine has them.
#[cfg(target_arch = "x86_64")]
fn host_features() -> Vec<&'static str> {
    let all = [
        ("has_sse3", is_x86_feature_detected!("sse3")),
        ("has_ssse3", is_x86_feature_detected!("ssse3")),
        ("has_cmpxchg16b", is_x86_feature_detected!("cmpxchg16b")),
        ("has_sse41", is_x86_feature_detected!("sse4.1")),
        ("has_sse42", is_x86_feature_detected!("sse4.2")),
        ("has_avx", is_x86_feature_detected!("avx")),
        ("has_avx2", is_x86_feature_detected!("avx2")),
        ("has_fma", is_x86_feature_detected!("fma")),
        ("has_bmi1", is_x86_feature_detected!("bmi1")),
        ("has_bmi2", is_x86_feature_detected!("bmi2")),
        ("has_popcnt", is_x86_feature_detected!("popcnt")),
        ("has_lzcnt", is_x86_feature_detected!("lzcnt")),
    ];
    all.into_iter()
        .filter(|(_, present)| *present)
        .map(|(name, _)| name)
        .collect()
}

#[cfg(not(target_arch = "x86_64"))]
fn host_features() -> Vec<&'static str> {
    Vec::new()
}

/// The instruction set for a compilation.
///
/// # Errors
/// Cranelift does not support this machine.
pub(super) fn isa(options: &CompileOptions) -> Result<OwnedTargetIsa> {
    let failed = |error: &dyn std::fmt::Display| EngineError::new(format!("Cranelift: {error}"));
    let mut flags = settings::builder();
    let level = if options.optimize { "speed" } else { "none" };
    let values = [
        ("opt_level", level),
        (
            "enable_verifier",
            if cfg!(debug_assertions) { "true" } else { "false" },
        ),
        (
            "is_pic",
            if options.position_independent {
                "true"
            } else {
                "false"
            },
        ),
        ("use_colocated_libcalls", "false"),
        ("enable_llvm_abi_extensions", "true"),
        // The handler of traps finds the guarded entry by the frames.
        ("preserve_frame_pointers", "true"),
        ("log2_min_function_alignment", "4"),
        ("enable_alias_analysis", "true"),
    ];
    for (name, value) in values {
        flags.set(name, value).map_err(|error| failed(&error))?;
    }
    let triple = target_lexicon_host();
    let mut builder = isa::lookup(triple).map_err(|error| failed(&error))?;
    if options.host_features {
        for feature in host_features() {
            builder.enable(feature).map_err(|error| failed(&error))?;
        }
    }
    builder
        .finish(settings::Flags::new(flags))
        .map_err(|error| failed(&error))
        .map(|isa| Arc::clone(&isa))
}

/// The triple of this machine. Code is entered under the System V convention.
fn target_lexicon_host() -> target_lexicon::Triple {
    target_lexicon::Triple::host()
}

/// What code for these options depends on: the machine, what of it is used, and how.
///
/// # Errors
/// The machine is not supported.
pub(super) fn description(options: &CompileOptions) -> Result<String> {
    let isa = isa(options)?;
    let mut text = format!("{} {}", env!("CARGO_PKG_VERSION"), isa.triple());
    for value in isa.flags().iter().chain(isa.isa_flags()) {
        text.push_str(&format!(" {}={}", value.name, value.value_string()));
    }
    Ok(text)
}
