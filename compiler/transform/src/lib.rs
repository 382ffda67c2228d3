//! Rewriting and passes of the compiler.
//!
//! `tvmlike-ir` has the vocabulary: folds, patterns, the rewriter, interfaces. This crate applies them: the greedy driver, the
//! simplification of regions, pipelines of passes with MLIR's syntax, and the passes themselves.
//!
//! ```
//! use tvmlike_ir::Context;
//! use tvmlike_text::{PrintOptions, parse_module, print_top_level};
//! use tvmlike_transform::{Pipeline, RunOptions};
//!
//! let context = Context::new();
//! tvmlike_dialects::make_available(&context);
//! let mut edit = context.exclusive()?;
//! let text = "func.func @f() -> i32 { %a = arith.constant 1 : i32 %b = arith.addi %a, %a : i32 return %b : i32 }";
//! let module = parse_module(&mut edit, "f.mlir", text.as_bytes()).expect("the text is valid");
//! let mut pipeline = Pipeline::parse("builtin.module(canonicalize,cse)")?;
//! pipeline.run(&mut edit, module, &RunOptions::default())?;
//! let mut printed = Vec::new();
//! print_top_level(&context, module, &Vec::new(), &PrintOptions::default(), &mut printed)?;
//! assert!(String::from_utf8(printed)?.contains("%c2_i32 = arith.constant 2 : i32"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Layers
//!
//! - `applicator`, `folder`, `regions`, `options`, `analysis`: patterns by operation; sharing constants; simplifying regions;
//!   options of passes; what passes find out
//! - `greedy`, `dataflow`, `call_graph`: the greedy driver; the data-flow frameworks; what calls what
//! - `known_constants`, `liveness`, `aliases`, `natural_loops`: which values are constants; where values live; what refers to the
//!   same memory; loops of blocks
//! - `tally`: counting on several threads
//! - `pass`, `panics`: passes; panics as errors
//! - `conversion`: dialect conversion
//! - `pdl`: patterns of the `pdl` dialect
//! - `registry`: passes by name
//! - `pipeline`: pipelines
//! - `report`: reports on a run
//! - `manager`, `printing`: running pipelines; printing the IR around passes
//! - `passes`: the passes of this library, some of which run pipelines

mod aliases;
mod analysis;
mod applicator;
mod call_graph;
mod conversion;
mod dataflow;
mod folder;
mod greedy;
mod known_constants;
mod liveness;
mod manager;
mod natural_loops;
mod options;
mod panics;
mod pass;
mod passes;
mod pdl;
mod pipeline;
mod printing;
mod regions;
mod registry;
mod report;
mod tally;

pub use aliases::{AliasResult, alias};
pub use analysis::{Analyses, Analysis, Preserved};
pub use applicator::FrozenPatterns;
pub use call_graph::CallGraph;
pub use conversion::{
    BlockSignature, ConversionConfig, ConversionFailure, ConversionFn, ConversionFolding, ConversionMode,
    ConversionPattern, ConversionPatterns, ConversionRewriter, ConversionTarget, ConvertedOperands, Legality,
    Materialization, SuspendedConversion, TypeConverter, TypeList, analyze_conversion, convert, convert_full,
    convert_partial, reconcile_casts,
};
pub use dataflow::{
    BackwardAnalysis, BackwardFacts, Dense, DenseAnalysis, Direction, Facts, Sparse, SparseAnalysis,
    Transfer, solve_backward,
};
pub use folder::Folder;
pub use greedy::{
    GreedyConfig, GreedyError, GreedyOutcome, Interrupt, RegionSimplification, Strictness, rewrite_greedily,
    rewrite_ops_greedily, rewrite_region_greedily, walk_and_rewrite,
};
pub use known_constants::{Changes, Known, fold_known, namespace};
pub use liveness::Liveness;
pub use natural_loops::{NaturalLoop, natural_loops};
pub use options::{OptionKind, OptionRecord, OptionValue, Options, Text};
pub use panics::catch_panic;
pub use pass::{MakePass, Observer, Pass, PassOutcome, PassRecord, Progress, Run, RunOptions, ScheduledPass};
pub use pdl::{DriverRewriter, PdlFunction, PdlFunctions, PdlModule, PdlRewriter, PdlValue};
pub use pipeline::{Pipeline, Step};
pub use printing::{IrPrinter, Output, PrintWhen, shown_text};
pub use regions::{erase_dead, erase_unreachable_blocks, simplify_regions};
pub use registry::{
    LIBRARY, PassSource, find_pass, register_pass, registered_passes, set_pass_source, try_find_pass,
    unregister_pass,
};
pub use report::{Display, TimeFormat};
