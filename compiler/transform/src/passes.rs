//! The passes of this library, each in a file.

mod canonicalize;
mod composite_fixed_point;
mod control_flow_sink;
mod cse;
mod dropped;
mod inline;
mod loop_invariant_code_motion;
mod mem2reg;
mod output;
mod print_ir;
mod print_op_stats;
mod remove_dead_values;
mod sccp;
mod scf;
mod snapshot_op_locations;
mod sroa;
mod strip_debuginfo;
mod symbol_dce;
mod symbol_privatize;
mod test_pdl;
mod topological_sort;
mod view_op_graph;

use crate::pass::PassRecord;
use crate::registry::LIBRARY;

#[linkme::distributed_slice(LIBRARY)]
static RECORDS: fn() -> Vec<PassRecord> = records;

/// The records of all passes.
fn records() -> Vec<PassRecord> {
    let mut all = vec![
        canonicalize::record(),
        composite_fixed_point::record(),
        control_flow_sink::record(),
        cse::record(),
        inline::record(),
        loop_invariant_code_motion::record(),
        mem2reg::record(),
        print_ir::record(),
        print_op_stats::record(),
        remove_dead_values::record(),
        sccp::record(),
        snapshot_op_locations::record(),
        sroa::record(),
        strip_debuginfo::record(),
        symbol_dce::record(),
        symbol_privatize::record(),
        test_pdl::record(),
        topological_sort::record(),
        view_op_graph::record(),
    ];
    all.extend(scf::records());
    all
}
