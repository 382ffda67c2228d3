//! The operands of an operation, converted.

use smallvec::SmallVec;
use tvmlike_ir::Value;

/// The values that stand for the operands of an operation: one for each, or any number.
#[derive(Clone, Debug)]
pub struct ConvertedOperands(pub(super) Vec<SmallVec<[Value; 1]>>);

impl ConvertedOperands {
    /// The value of an operand with a number; `None`: there is no such operand, or not one value stands for it.
    pub fn one(&self, index: usize) -> Option<Value> {
        match self.0.get(index)?.as_slice() {
            [value] => Some(*value),
            _ => None,
        }
    }

    /// The values of all operands, one for each; `None`: not one value stands for each.
    pub fn each(&self) -> Option<Vec<Value>> {
        (0..self.0.len()).map(|index| self.one(index)).collect()
    }

    /// The values of an operand.
    pub fn get(&self, index: usize) -> &[Value] {
        self.0.get(index).map_or(&[], |values| values)
    }

    /// The values of the operands, by operand.
    pub fn groups(&self) -> &[SmallVec<[Value; 1]>] {
        &self.0
    }

    /// The number of operands.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no operands.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
