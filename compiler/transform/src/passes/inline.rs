//! `inline`: replaces calls by the bodies of what they call.
//!
//! Callees come before their callers, and are simplified by a pipeline before they are copied. Invariant: a private callee
//! whose last call is replaced gives its body away and is erased.

mod replace;
mod uses;

use tvmlike_ir::{AttributeKind, Call, Callee, Context, Failure, Op, Region, SymbolTables, Traits};

use crate::analysis::Analysis;
use crate::call_graph::{CallGraph, body};
use crate::options::{OptionKind, OptionRecord, OptionValue, Options};
use crate::pass::{Pass, PassRecord, Run};
use crate::pipeline::Pipeline;
use uses::SymbolUses;

/// The threshold that says nothing.
const NO_THRESHOLD: u64 = u32::MAX as u64;

pub(super) fn record() -> PassRecord {
    PassRecord::new("inline", "Inline function calls", |options| {
        Ok(Box::new(Inline::new(options)?))
    })
    .shown_as("Inliner")
    .with_options(vec![
        OptionRecord::text(
            "default-pipeline",
            "canonicalize",
            "The optimizer pipeline used for callables that do not have a dedicated optimizer pipeline in opPipelineList",
        ),
        OptionRecord::list(
            "op-pipelines",
            OptionKind::Text,
            "Callable operation specific optimizer pipelines (in the form of `dialect.op(pipeline)`)",
        ),
        OptionRecord::uint(
            "max-iterations",
            4,
            "Maximum number of iterations when inlining within an SCC",
        ),
        OptionRecord::uint(
            "inlining-threshold",
            NO_THRESHOLD,
            "If the ratio between the number of the operations in the callee and the number of the operations in the caller \
             exceeds this value (in percentage), then the callee is not inlined even if it is legal to inline it",
        ),
    ])
}

struct Inline {
    default_pipeline: String,
    op_pipelines: Vec<String>,
    max_iterations: i64,
    threshold: u64,
}

impl Inline {
    fn new(options: &Options) -> Result<Self, String> {
        let new = Self {
            default_pipeline: options.text("default-pipeline").to_owned(),
            op_pipelines: options.texts("op-pipelines"),
            max_iterations: options.int("max-iterations"),
            threshold: options.int("inlining-threshold").unsigned_abs(),
        };
        new.pipelines()?;
        Ok(new)
    }

    /// The pipelines by operation, and for all others.
    fn pipelines(&self) -> Result<Pipelines, String> {
        let mut others = Pipeline::new("any");
        if !self.default_pipeline.is_empty() {
            others.add_text(&self.default_pipeline)?;
        }
        let of_ops = self.op_pipelines.iter().map(|text| Pipeline::parse(text));
        Ok(Pipelines {
            of_ops: of_ops.collect::<Result<_, _>>()?,
            others,
        })
    }
}

struct Pipelines {
    of_ops: Vec<Pipeline>,
    others: Pipeline,
}

impl Pipelines {
    /// The pipeline for an operation.
    fn of(&mut self, context: &Context, op: Op) -> &mut Pipeline {
        let name = op.name(context).bytes(context);
        let own = self
            .of_ops
            .iter_mut()
            .find(|each| each.anchor().as_bytes() == name);
        own.unwrap_or(&mut self.others)
    }
}

impl Pass for Inline {
    fn complete_options(&self, options: &mut Options) {
        let Ok(pipelines) = self.pipelines() else {
            return;
        };
        let texts: Vec<OptionValue> = pipelines
            .of_ops
            .iter()
            .map(|each| OptionValue::Text(each.to_string()))
            .collect();
        if !texts.is_empty() {
            options
                .set("op-pipelines", OptionValue::List(texts))
                .expect("the record has the option");
        }
    }

    fn is_parallel(&self) -> bool {
        self.pipelines().is_ok_and(|pipelines| {
            let all = pipelines.of_ops.iter().chain([&pipelines.others]);
            all.into_iter().all(Pipeline::is_parallel)
        })
    }

    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        if !root.is_symbol_table(context) {
            let message = " was scheduled to run under the inliner, but does not define a symbol table";
            return Err(root.emit_op_error(context, message).emit());
        }
        let graph = CallGraph::build(context, root);
        let mut inliner = Inliner {
            uses: SymbolUses::new(context, root, &graph),
            components: graph.components(),
            graph,
            tables: SymbolTables::new(),
            calls: Vec::new(),
            history: Vec::new(),
            is_dead: Vec::new(),
            threshold: self.threshold,
        };
        inliner.is_dead.resize(inliner.graph.ops().len(), false);
        let mut pipelines = self.pipelines().map_err(|error| run.fail(error))?;
        for component in std::mem::take(&mut inliner.components) {
            for _ in 0..self.max_iterations.max(1) {
                inliner.simplify(run, &component, &mut pipelines)?;
                if !inliner.inline_in(run, &component) {
                    break;
                }
            }
        }
        for number in 0..inliner.is_dead.len() {
            if inliner.is_dead[number] {
                let erased = inliner.graph.ops()[number].erase(run.edit());
                erased.expect("nothing uses a callee that is dead");
            }
        }
        Ok(())
    }
}

/// A call whose callee has a body.
#[derive(Clone, Copy)]
struct ResolvedCall {
    op: Op,
    caller: usize,
    callee: usize,
    /// The entry of the history for the callee that it was copied from.
    history: Option<usize>,
}

struct Inliner {
    graph: CallGraph,
    components: Vec<Vec<usize>>,
    uses: SymbolUses,
    tables: SymbolTables,
    /// The calls that are still to be looked at.
    calls: Vec<ResolvedCall>,
    /// Callees that were inlined, each with the entry for the call's own callee.
    history: Vec<(usize, Option<usize>)>,
    /// Callees that nothing refers to, or whose bodies were given away.
    is_dead: Vec<bool>,
    threshold: u64,
}

impl Inliner {
    /// Runs the pipelines on callables that call each other.
    fn simplify(
        &mut self,
        run: &mut Run<'_, '_>,
        component: &[usize],
        pipelines: &mut Pipelines,
    ) -> Result<(), Failure> {
        let context = run.context();
        for number in component.iter().copied() {
            let op = self.graph.ops()[number];
            let is_simplified = !self.is_dead[number]
                && !self.graph.has_nested(number)
                && op.has_trait(context, Traits::ISOLATED_FROM_ABOVE);
            if is_simplified {
                pipelines.of(context, op).run_nested(run, op)?;
                self.uses.recompute(context, &self.graph, number);
            }
        }
        Ok(())
    }

    /// Inlines calls in callables that call each other, but for those calls. Whether there were some.
    fn inline_in(&mut self, run: &mut Run<'_, '_>, component: &[usize]) -> bool {
        let context = run.context();
        self.calls.clear();
        for number in component.iter().copied() {
            if self.uses.is_unused(number) {
                self.is_dead[number] = true;
            }
            if !self.is_dead[number]
                && let Some(body) = body(context, self.graph.ops()[number])
            {
                let blocks: Vec<_> = body.blocks(context).collect();
                self.collect(context, blocks, number, None, false);
            }
        }
        let mut inlined = false;
        let mut index = 0;
        while let Some(call) = self.calls.get(index).copied() {
            index += 1;
            if self.is_dead[call.caller]
                || self.graph.callees(call.callee).contains(&call.caller)
                || self.is_in_history(call.callee, call.history)
                || !self.should_inline(context, call)
            {
                continue;
            }
            let moves = self.uses.is_last_of_discardable(call.callee);
            let Some(blocks) = replace::inline(run.edit(), call.op, self.graph.ops()[call.callee], moves)
            else {
                continue;
            };
            inlined = true;
            self.history.push((call.callee, call.history));
            let history = Some(self.history.len() - 1);
            self.collect(context, blocks.clone(), call.caller, history, true);
            replace::join(run.edit(), call.op, &blocks);
            self.uses.call_replaced(call.callee, call.caller);
            if moves {
                self.uses.erase(call.callee);
                self.is_dead[call.callee] = true;
            }
        }
        inlined
    }

    /// Adds the calls in blocks. Callables in them are entered only on demand.
    fn collect(
        &mut self,
        context: &Context,
        mut pending: Vec<tvmlike_ir::Block>,
        caller: usize,
        history: Option<usize>,
        enters_callables: bool,
    ) {
        while let Some(block) = pending.pop() {
            for op in block.operations(context) {
                if let Some(call) = op.interface::<Call>(context) {
                    let is_plain = match (call.callee)(context, op) {
                        Some(Callee::Symbol(symbol)) => matches!(
                            symbol.kind(context),
                            AttributeKind::SymbolRef { nested, .. } if nested.iter().next().is_none()
                        ),
                        _ => true,
                    };
                    if is_plain && let Some(callee) = self.graph.resolve(context, &mut self.tables, op) {
                        self.calls.push(ResolvedCall {
                            op,
                            caller,
                            callee,
                            history,
                        });
                    }
                    continue;
                }
                if enters_callables || self.graph.number(op).is_none() {
                    pending.extend(op.regions(context).flat_map(|region| region.blocks(context)));
                }
            }
        }
    }

    /// Whether a callee was inlined to get a call.
    fn is_in_history(&self, callee: usize, mut at: Option<usize>) -> bool {
        while let Some((inlined, before)) = at.map(|index| self.history[index]) {
            if inlined == callee {
                return true;
            }
            at = before;
        }
        false
    }

    fn should_inline(&self, context: &Context, call: ResolvedCall) -> bool {
        let callee = self.graph.ops()[call.callee];
        let (Some(region), Some(parent)) = (body(context, callee), call.op.parent_op(context)) else {
            return false;
        };
        if call.op.has_trait(context, Traits::TERMINATOR)
            || self.graph.callees(call.callee).contains(&call.callee)
            || call.op.is_inside(context, callee)
        {
            return false;
        }
        let has_blocks = region
            .first_block(context)
            .is_some_and(|block| block.next(context).is_some());
        let takes_blocks = callee.name(context) == parent.name(context)
            || !parent.might_have_trait(context, Traits::SINGLE_BLOCK);
        if has_blocks && !takes_blocks {
            return false;
        }
        self.is_profitable(context, call, region)
    }

    fn is_profitable(&self, context: &Context, call: ResolvedCall, callee: Region) -> bool {
        if self.threshold == 0 || self.threshold >= NO_THRESHOLD {
            return self.threshold != 0;
        }
        let count = |region: Region| {
            let mut count = 0_u64;
            for op in region.blocks(context).flat_map(|block| block.operations(context)) {
                op.walk(context, tvmlike_ir::WalkOrder::PreOrder, |_| {
                    count += 1;
                    tvmlike_ir::WalkResult::Advance
                });
            }
            count
        };
        let caller = body(context, self.graph.ops()[call.caller]).map_or(0, count);
        caller == 0 || count(callee) * 100 / caller <= self.threshold
    }
}
