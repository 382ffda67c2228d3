//! `view-op-graph`: prints a graph of the operation in the language of Graphviz.
//!
//! An operation with regions is a cluster, in which each block is a cluster; other operations are nodes with a port for each
//! operand and result. Edges are printed behind all nodes: between clusters, they need the anchors in them.

mod label;

use std::collections::HashMap;
use std::fmt::Write as _;

use foldhash::fast::FixedState;
use tvmlike_ir::{Block, Context, Failure, Identifier, Op, Value, WalkOrder, WalkResult};
use tvmlike_text::{PrintOptions, ValueNames, numbering_scope};

use super::output;
use crate::options::OptionRecord;
use crate::pass::{Pass, PassRecord, Run};
use label::Labels;

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "view-op-graph",
        "Print Graphviz visualization of an operation",
        |options| {
            Ok(Box::new(ViewOpGraph(Settings {
                longest: usize::try_from(options.int("max-label-len")).unwrap_or(usize::MAX),
                attributes: options.bool("print-attrs"),
                control_flow: options.bool("print-control-flow-edges"),
                data_flow: options.bool("print-data-flow-edges"),
                types: options.bool("print-result-types"),
            })))
        },
    )
    .shown_as("ViewOpGraph")
    .with_options(vec![
        OptionRecord::uint(
            "max-label-len",
            20,
            "Limit attribute/type length to number of chars",
        ),
        OptionRecord::bool("print-attrs", true, "Print attributes of operations"),
        OptionRecord::bool("print-control-flow-edges", false, "Print control flow edges"),
        OptionRecord::bool("print-data-flow-edges", true, "Print data flow edges"),
        OptionRecord::bool("print-result-types", true, "Print result types of operations"),
    ])
}

/// What the graph shows.
#[derive(Clone, Copy)]
struct Settings {
    /// The longest text of an attribute or of types, in bytes.
    longest: usize,
    attributes: bool,
    control_flow: bool,
    data_flow: bool,
    types: bool,
}

struct ViewOpGraph(Settings);

impl Pass for ViewOpGraph {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let names = ValueNames::new(
            context,
            numbering_scope(context, root, false),
            &PrintOptions::default(),
        );
        let mut graph = Graph {
            labels: Labels {
                context,
                names,
                settings: self.0,
            },
            colors: colors(context, root),
            out: "digraph G {\n  compound = true;\n".to_owned(),
            indent: 1,
            nodes: 0,
            of_values: HashMap::default(),
            data_flow: Vec::new(),
            edges: String::new(),
        };
        graph.op(root);
        output::write(&graph.finish());
        run.preserved().all();
        Ok(())
    }
}

/// A color for each name of an operation.
fn colors(context: &Context, root: Op) -> HashMap<Identifier, String, FixedState> {
    let mut order = Vec::new();
    let mut colors = HashMap::default();
    root.walk(context, WalkOrder::PostOrder, |op| {
        let name = op.name(context);
        colors.entry(name).or_insert_with(|| {
            order.push(name);
            String::new()
        });
        WalkResult::Advance
    });
    for (index, name) in order.iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "there are fewer names")]
        let hue = index as f64 / order.len() as f64;
        colors.insert(*name, format!("{hue:.6} 0.3 0.95"));
    }
    colors
}

/// What edges lead to: a node, or a cluster with the node that is its anchor.
#[derive(Clone, Copy, Default)]
struct Node {
    id: usize,
    cluster: Option<usize>,
}

struct Graph<'c> {
    labels: Labels<'c>,
    colors: HashMap<Identifier, String, FixedState>,
    out: String,
    indent: usize,
    /// How many nodes and clusters there are.
    nodes: usize,
    of_values: HashMap<Value, Node, FixedState>,
    /// The edges from values to their users.
    data_flow: Vec<(Value, Node)>,
    edges: String,
}

impl Graph<'_> {
    fn line(&mut self, text: &str) {
        let width = self.indent * 2;
        let _ = writeln!(self.out, "{:width$}{text}", "");
    }

    fn next_id(&mut self) -> usize {
        self.nodes += 1;
        self.nodes
    }

    fn node(&mut self, label: &str, shape: &str, color: Option<Identifier>) -> Node {
        let id = self.next_id();
        let color = color.and_then(|name| self.colors.get(&name));
        let (fill, style) = match color {
            Some(color) => (format!("fillcolor = \"{color}\", "), ", style = filled"),
            None => (String::new(), ""),
        };
        self.line(&format!(
            "v{id} [{fill}label = \"{label}\", shape = {shape}{style}];"
        ));
        Node { id, cluster: None }
    }

    fn cluster(&mut self, label: &str, fill: impl FnOnce(&mut Self)) -> Node {
        let cluster = self.next_id();
        self.line(&format!("subgraph cluster_{cluster} {{"));
        self.indent += 1;
        let anchor = self.node(" ", "plain", None);
        self.line(&format!("label = \"{label}\";"));
        fill(self);
        self.indent -= 1;
        self.line("}");
        Node {
            id: anchor.id,
            cluster: Some(cluster),
        }
    }

    fn block(&mut self, block: Block) {
        let context = self.labels.context;
        self.cluster("", |graph| {
            for argument in block.arguments(context) {
                let label = graph.labels.of_argument(argument);
                let node = graph.node(&label, "Mrecord", None);
                graph.of_values.insert(argument, node);
            }
            let mut previous = None;
            for op in block.operations(context) {
                let node = graph.op(op);
                if let Some(previous) = previous
                    .replace(node)
                    .filter(|_| graph.labels.settings.control_flow)
                {
                    graph.edge(previous, node, "", "dashed");
                }
            }
        });
    }

    fn op(&mut self, op: Op) -> Node {
        let context = self.labels.context;
        let node = if op.num_regions(context) > 0 {
            let label = self.labels.of_cluster(op);
            self.cluster(&label, |graph| {
                for block in op.regions(context).flat_map(|region| region.blocks(context)) {
                    graph.block(block);
                }
            })
        } else {
            let label = self.labels.of_op(op);
            self.node(&label, "Mrecord", Some(op.name(context)))
        };
        if self.labels.settings.data_flow {
            self.data_flow
                .extend(op.operands(context).map(|operand| (operand, node)));
        }
        for result in op.results(context) {
            self.of_values.insert(result, node);
        }
        node
    }

    fn edge(&mut self, from: Node, to: Node, port: &str, style: &str) {
        let port_of = |node: Node, kind: &str, side: &str| match (port, node.cluster) {
            ("", _) | (_, Some(_)) => String::new(),
            _ => format!(":{kind}{port}:{side}"),
        };
        let cluster = |name: &str, node: Node| {
            node.cluster
                .map(|cluster| format!("{name} = cluster_{cluster}, "))
                .unwrap_or_default()
        };
        let _ = writeln!(
            self.edges,
            "  v{}{} -> v{}{}[{}{}style = {style}];",
            from.id,
            port_of(from, "res", "s"),
            to.id,
            port_of(to, "arg", "n"),
            cluster("lhead", to),
            cluster("ltail", from),
        );
    }

    fn finish(mut self) -> String {
        for (value, node) in std::mem::take(&mut self.data_flow) {
            let from = self.of_values.get(&value).copied().unwrap_or_default();
            let port = self.labels.port(value);
            self.edge(from, node, &port, "solid");
        }
        self.out.push_str(&self.edges);
        self.out.push_str("}\n");
        self.out
    }
}
