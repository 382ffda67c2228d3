//! `test-pdl-bytecode-pass`: applies the patterns of the module `@patterns` to the module `@ir`, and erases `@patterns`.
//!
//! MLIR's testing tools have the pass; ours registers no functions for patterns.

use tvmlike_ir::{AttributeKind, Context, Failure, Op};

use crate::applicator::FrozenPatterns;
use crate::greedy::{GreedyConfig, rewrite_greedily};
use crate::pass::{Pass, PassRecord, Run};
use crate::pdl::{PdlFunctions, PdlModule};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "test-pdl-bytecode-pass",
        "Apply the pdl patterns of the module @patterns to the module @ir",
        |_| Ok(Box::new(TestPdl)),
    )
    .shown_as("TestPDLByteCodePass")
    .on("builtin.module")
}

struct TestPdl;

/// The module with a name in another one.
fn module(context: &Context, root: Op, name: &str) -> Option<Op> {
    let sym_name = context.identifier("sym_name");
    let block = root.region(context, 0)?.first_block(context)?;
    block.operations(context).find(|op| {
        op.is_named(context, "builtin.module")
            && op.property(context, sym_name).is_some_and(|given| {
                matches!(given.kind(context), AttributeKind::String { bytes, .. } if bytes == name.as_bytes())
            })
    })
}

impl Pass for TestPdl {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let (Some(patterns), Some(ir)) = (module(context, root, "patterns"), module(context, root, "ir"))
        else {
            return Ok(());
        };
        let refuse = |message: String| Err(patterns.emit_error(context, message).emit());
        let set = PdlModule::read(context, patterns).and_then(|read| read.patterns(&PdlFunctions::new()));
        let set = match set {
            Ok(set) => FrozenPatterns::new(context, &set),
            Err(message) => return refuse(message),
        };
        patterns.detach(run.edit());
        let config = GreedyConfig {
            interrupt: run.interrupt().cloned(),
            ..GreedyConfig::default()
        };
        let rewritten = rewrite_greedily(run.edit(), ir, &set, &config);
        if let Err(error) = patterns.erase(run.edit()) {
            return Err(root.emit_error(context, error.to_string()).emit());
        }
        match rewritten {
            Ok(_) => Ok(()),
            Err(error) => Err(ir.emit_error(context, error.to_string()).emit()),
        }
    }
}
