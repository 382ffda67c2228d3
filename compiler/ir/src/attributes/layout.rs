//! The strided layout of a memref.

use crate::context::Context;
use crate::id::Attribute;
use crate::list::Words;
use crate::unique::Kind;

impl Context {
    /// `strided<[strides…], offset: offset>`. Any of them can be [`DYNAMIC`](crate::DYNAMIC).
    pub fn strided_layout_attribute(&self, offset: i64, strides: &[i64]) -> Attribute {
        let words = Words::new().int(offset).ints(strides.iter().copied());
        self.make_attribute(Kind::StridedLayout, words.as_slice(), &[])
    }
}
