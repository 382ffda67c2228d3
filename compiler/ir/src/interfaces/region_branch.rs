//! Structured control flow: operations that pass control between their regions.

use std::ops::Range;

use smallvec::SmallVec;

use crate::context::Context;
use crate::context::dialect::Traits;
use crate::id::{Attribute, Op, Region, Value};

/// Where control goes, and which values it sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegionSuccessor {
    /// The region; `None` for what follows the operation.
    pub region: Option<Region>,
    /// The arguments of the region's entry, or the results of the operation, that get the passed values.
    pub inputs: SmallVec<[Value; 4]>,
}

/// Finds where control can go.
pub type FindRegionSuccessors = fn(&Context, Op, Option<Region>, &[Option<Attribute>]) -> RegionSuccessors;

/// Where control can go.
pub type RegionSuccessors = SmallVec<[RegionSuccessor; 2]>;

impl RegionSuccessor {
    /// What follows the operation, whose results get the passed values.
    pub fn results(context: &Context, op: Op) -> Self {
        Self {
            region: None,
            inputs: op.results(context).collect(),
        }
    }

    /// A region whose entry has the arguments that get the passed values.
    pub fn region(context: &Context, region: Region) -> Self {
        let entry = region.first_block(context);
        Self {
            region: Some(region),
            inputs: entry
                .into_iter()
                .flat_map(|block| block.arguments(context))
                .collect(),
        }
    }
}

/// An operation that passes control between its regions.
#[derive(Clone, Copy, Debug)]
pub struct RegionBranch {
    /// Where control can go from the operation itself (`None`) or from the end of one of its regions. The constants are the
    /// known values of the operation's operands, or nothing.
    pub successors: FindRegionSuccessors,
    /// The numbers of the operands that the operation passes when it is entered.
    pub entry_operands: fn(&Context, Op, &RegionSuccessor) -> Range<usize>,
    /// Whether each region is known to be entered at most once for each execution of the operation.
    pub enters_regions_once: bool,
}

impl RegionBranch {
    /// An operation that passes none of its operands when it is entered.
    pub const fn without_entry_operands(successors: FindRegionSuccessors, enters_regions_once: bool) -> Self {
        Self {
            successors,
            entry_operands: |_, _, _| 0..0,
            enters_regions_once,
        }
    }
}

/// A terminator that passes operands to where control goes. A terminator with [`Traits::RETURN_LIKE`] and without this
/// extension passes all.
#[derive(Clone, Copy, Debug)]
pub struct RegionTerminator {
    /// The numbers of the operands that are passed.
    pub operands: fn(&Context, Op, &RegionSuccessor) -> Range<usize>,
    /// Whether control can go to one of the places that the operation around names, if the operands have the known values.
    pub leads_to: fn(&Context, &RegionSuccessor, &[Option<Attribute>]) -> bool,
}

/// An operand that an operation with regions, or a terminator in them, passes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forwarded {
    /// The operation with the operand.
    pub op: Op,
    /// The number of the operand.
    pub operand: usize,
    /// The argument or the result that gets its value.
    pub input: Value,
}

impl Op {
    /// The operands that an operation with [`RegionBranch`] passes on, then those that the terminators of its regions do. One
    /// that goes to several places is there for each.
    pub fn forwarded_operands(self, context: &Context) -> Vec<Forwarded> {
        let mut all = Vec::new();
        let Some(branch) = self.interface::<RegionBranch>(context) else {
            return all;
        };
        let mut add = |op: Op, passed: Range<usize>, successor: &RegionSuccessor| {
            all.extend(passed.zip(&successor.inputs).map(|(operand, input)| Forwarded {
                op,
                operand,
                input: *input,
            }));
        };
        for successor in (branch.successors)(context, self, None, &[]) {
            add(
                self,
                (branch.entry_operands)(context, self, &successor),
                &successor,
            );
        }
        for region in self.regions(context) {
            for end in region.blocks(context).filter_map(|block| block.last_op(context)) {
                if end.num_successors(context) > 0 || !end.has_trait(context, Traits::TERMINATOR) {
                    continue;
                }
                for successor in (branch.successors)(context, self, Some(region), &[]) {
                    if let Some(passed) = end.passed_operands(context, &successor) {
                        add(end, passed, &successor);
                    }
                }
            }
        }
        all
    }

    /// Where control can go from a terminator of a region of `around`, if its operands have the known values.
    pub fn successors_in(
        self,
        context: &Context,
        around: Op,
        branch: &RegionBranch,
        constants: &[Option<Attribute>],
    ) -> RegionSuccessors {
        let mut all = (branch.successors)(context, around, self.parent_region(context), &[]);
        if let Some(terminator) = self.interface::<RegionTerminator>(context) {
            all.retain(|to| (terminator.leads_to)(context, to, constants));
        }
        all
    }

    /// The numbers of the operands that a terminator of a region passes to where control goes; `None` if it passes none by
    /// an interface.
    pub fn passed_operands(self, context: &Context, successor: &RegionSuccessor) -> Option<Range<usize>> {
        match self.interface::<RegionTerminator>(context) {
            Some(terminator) => Some((terminator.operands)(context, self, successor)),
            None if self.has_trait(context, Traits::RETURN_LIKE) => Some(0..self.num_operands(context)),
            None => None,
        }
    }
}
