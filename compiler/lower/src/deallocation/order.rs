//! The order of values: arguments by number before results by place.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::{Block, Context, Op, Region, Value, ValueOwner};

/// Sorts values.
pub(super) fn sort(context: &Context, values: &mut [Value]) {
    let order = Order {
        context,
        numbers: RefCell::default(),
    };
    values.sort_by(|first, second| order.compare(*first, *second));
}

struct Order<'c> {
    context: &'c Context,
    /// The places of blocks in their regions, of regions in which one was looked for.
    numbers: RefCell<HashMap<Block, usize, FixedState>>,
}

impl Order<'_> {
    fn number(&self, block: Block) -> Option<usize> {
        let mut numbers = self.numbers.borrow_mut();
        if !numbers.contains_key(&block) {
            let blocks = block.region(self.context)?.blocks(self.context);
            numbers.extend(blocks.enumerate().map(|(number, block)| (block, number)));
        }
        numbers.get(&block).copied()
    }

    fn by_block(&self, first: Block, second: Block) -> Ordering {
        self.number(first).cmp(&self.number(second))
    }

    fn by_place(&self, first: Op, second: Op) -> Ordering {
        let context = self.context;
        match (first.block(context), second.block(context)) {
            (Some(a), Some(b)) if a != b => self.by_block(a, b),
            _ if first == second => Ordering::Equal,
            _ if first.is_before_in_block(context, second) => Ordering::Less,
            _ => Ordering::Greater,
        }
    }

    fn compare(&self, first: Value, second: Value) -> Ordering {
        let context = self.context;
        let (a, b) = match (first.owner(context), second.owner(context)) {
            (ValueOwner::Argument { block: a, index: i }, ValueOwner::Argument { block: b, index: j }) => {
                if i != j || a == b {
                    return i.cmp(&j);
                }
                if a.region(context) == b.region(context) {
                    return self.by_block(a, b);
                }
                (a.region(context), b.region(context))
            }
            (ValueOwner::Argument { .. }, ValueOwner::Result { .. }) => return Ordering::Less,
            (ValueOwner::Result { .. }, ValueOwner::Argument { .. }) => return Ordering::Greater,
            (ValueOwner::Result { op: a, index: i }, ValueOwner::Result { op: b, index: j }) => {
                if a == b {
                    return i.cmp(&j);
                }
                if a.parent_region(context) == b.parent_region(context) {
                    return self.by_place(a, b);
                }
                (a.parent_region(context), b.parent_region(context))
            }
        };
        self.by_region(a, b)
    }

    /// By the numbers of the regions and those around them, then by the operations that have them; outer ones last.
    fn by_region(&self, first: Option<Region>, second: Option<Region>) -> Ordering {
        let context = self.context;
        let (mut first, mut second) = (first, second);
        while let (Some(a), Some(b)) = (first, second) {
            let numbers = a.index(context).cmp(&b.index(context));
            if numbers.is_ne() {
                return numbers;
            }
            let around = [a, b].map(|region| region.parent_region(context));
            if around[0] == around[1] {
                return match (a.parent_op(context), b.parent_op(context)) {
                    (Some(a), Some(b)) => self.by_place(a, b),
                    _ => Ordering::Equal,
                };
            }
            [first, second] = around;
        }
        first.is_some().cmp(&second.is_some())
    }
}
