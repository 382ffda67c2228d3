//! Changing the parts of an operation.

use crate::access::Exclusive;
use crate::id::{Attribute, Block, Identifier, Location, Op, Value, raw};
use crate::record::{op, operand_list, usage};

impl Op {
    /// Checks that the operation may be changed.
    #[inline]
    pub(crate) fn check(self, edit: &Exclusive<'_>) {
        edit.check_op(self);
    }

    /// Changes the name. The operation keeps everything else.
    pub fn set_name(self, edit: &mut Exclusive<'_>, name: Identifier) {
        self.check(edit);
        edit.space.set(self.raw() + op::NAME, name.raw());
    }

    /// Changes the location.
    pub fn set_location(self, edit: &mut Exclusive<'_>, location: Location) {
        self.check(edit);
        edit.space.set(self.raw() + op::LOCATION, location.raw());
    }

    /// Replaces all discardable attributes by a dictionary, or by none.
    pub fn set_attributes(self, edit: &mut Exclusive<'_>, dictionary: Option<Attribute>) {
        self.check(edit);
        let dictionary = dictionary.filter(|dictionary| *dictionary != edit.empty_dictionary());
        edit.space.set(self.raw() + op::ATTRIBUTES, raw(dictionary));
    }

    /// Replaces all properties by a dictionary, or by none.
    pub fn set_properties(self, edit: &mut Exclusive<'_>, dictionary: Option<Attribute>) {
        self.check(edit);
        edit.space.set(self.raw() + op::PROPERTIES, raw(dictionary));
    }

    /// Replaces the value of an operand.
    ///
    /// # Panics
    /// There is no operand with this number.
    pub fn set_operand(self, edit: &mut Exclusive<'_>, index: usize, value: Value) {
        let operand = self.op_operands(edit).nth(index);
        let count = self.num_operands(edit);
        operand
            .unwrap_or_else(|| panic!("operand {index} of an operation with {count} operands"))
            .set(edit, value);
    }

    /// Replaces all operands, whose number can change.
    ///
    /// # Panics
    /// There are more than 2^26.
    pub fn set_operands(self, edit: &mut Exclusive<'_>, values: &[Value]) {
        edit.check_links(self);
        edit.check_values(values.iter().copied());
        let count = op::checked_count(values.len());
        let (first, end) = self.operand_range(edit);
        let old = (end - first) / usage::SIZE;
        let mut at = first;
        while at != end {
            edit.unlink(at);
            at += usage::SIZE;
        }
        let first = if count == old {
            first
        } else {
            self.make_room(edit, old, count)
        };
        edit.space.set(self.raw() + op::OPERANDS, count);
        for (value, at) in values.iter().zip((first..).step_by(usage::SIZE as usize)) {
            edit.space.set(at + usage::OWNER, self.raw());
            edit.link_value(at, *value);
        }
    }

    /// The place for a new number of operands, in a list out of line.
    fn make_room(self, edit: &mut Exclusive<'_>, old: u32, count: u32) -> u32 {
        let first = edit.space.get(self.raw() + op::FIRST_OPERAND);
        let mut inline = old;
        if first != edit.parts(self).end {
            let list = first - operand_list::ITEMS;
            if count <= edit.space.get(list + operand_list::CAPACITY) {
                return first;
            }
            inline = edit.space.get(list + operand_list::INLINE);
            self.free_operands(edit);
        }
        let capacity = count.max(old.saturating_mul(2));
        let list = edit.allocate(operand_list::ITEMS + capacity * usage::SIZE);
        edit.space.set(list + operand_list::CAPACITY, capacity);
        edit.space.set(list + operand_list::INLINE, inline);
        edit.space
            .set(self.raw() + op::FIRST_OPERAND, list + operand_list::ITEMS);
        list + operand_list::ITEMS
    }

    /// Frees the list of operands, if they are out of line. Returns the number of operands the record has places for.
    pub(crate) fn free_operands(self, edit: &mut Exclusive<'_>) -> u32 {
        let first = edit.space.get(self.raw() + op::FIRST_OPERAND);
        if first == edit.parts(self).end {
            return edit.space.get(self.raw() + op::OPERANDS);
        }
        let slot = first - operand_list::ITEMS;
        let inline = edit.space.get(slot + operand_list::INLINE);
        let capacity = edit.space.get(slot + operand_list::CAPACITY);
        edit.free(slot, operand_list::ITEMS + capacity * usage::SIZE);
        inline
    }

    /// Replaces a successor.
    ///
    /// # Panics
    /// There is no successor with this number.
    pub fn set_successor(self, edit: &mut Exclusive<'_>, index: usize, block: Block) {
        edit.check_links(self);
        let count = self.num_successors(edit);
        assert!(
            index < count,
            "successor {index} of an operation with {count} successors"
        );
        edit.check_block(block);
        let at = edit.parts(self).successors + index as u32 * usage::SIZE;
        edit.unlink(at);
        edit.link_block(at, block);
    }
}
