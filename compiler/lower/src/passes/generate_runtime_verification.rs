//! `generate-runtime-verification`.

use tvmlike_ir::{Context, Failure, Op, Rewriter, WalkOrder, WalkResult};
use tvmlike_text::{PrintOptions, location_to_string, print_ops};
use tvmlike_transform::{OptionRecord, Pass, PassRecord, Run};

use crate::runtime_checks::{Message, check, is_checked};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "generate-runtime-verification",
        "Generate additional runtime op verification checks",
        |options| {
            Ok(Box::new(GenerateRuntimeVerification {
                shows_operations: options.int("verbose-level") > 0,
            }))
        },
    )
    .shown_as("GenerateRuntimeVerification")
    .with_dialects(&["arith", "cf", "memref", "scf", "tensor"])
    .with_options(vec![OptionRecord::uint(
        "verbose-level",
        1,
        "Verbosity level for runtime verification messages: 0 = Minimum (only source location), 1 = Detailed (include \
         full operation details, names, types, shapes, etc.)",
    )])
}

struct GenerateRuntimeVerification {
    shows_operations: bool,
}

impl Pass for GenerateRuntimeVerification {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut ops = Vec::new();
        root.walk(context, WalkOrder::PreOrder, |op| {
            if is_checked(context, op) {
                ops.push(op);
            }
            WalkResult::Advance
        });
        let messages = self.messages(context, root, &ops);
        let messages = messages.map_err(|error| run.fail(error.to_string()))?;
        let mut rewriter = Rewriter::new(run.edit());
        for (op, message) in ops.into_iter().zip(messages) {
            check(&mut rewriter, op, &message);
        }
        Ok(())
    }
}

impl GenerateRuntimeVerification {
    /// What the assertions of operations say, with the names that values have before there are checks.
    fn messages(
        &self,
        context: &Context,
        root: Op,
        ops: &[Op],
    ) -> Result<Vec<Message>, tvmlike_text::TooLarge> {
        let options = PrintOptions {
            skip_regions: true,
            assume_verified: true,
            ..PrintOptions::default()
        };
        let texts = match self.shows_operations {
            true => print_ops(context, root, ops, &options)?,
            false => vec![Vec::new(); ops.len()],
        };
        let made = ops.iter().zip(texts).map(|(op, text)| {
            let mut before = b"ERROR: Runtime op verification failed".to_vec();
            if !text.is_empty() {
                before.push(b'\n');
                before.extend(text);
            }
            let after = format!(
                "\nLocation: {}",
                location_to_string(context, op.location(context))?
            );
            Ok(Message {
                before,
                after: after.into_bytes(),
            })
        });
        made.collect()
    }
}
