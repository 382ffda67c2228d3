//! The layout of records: offsets in words from the start of an operation, a block, an argument, a use.
//!
//! ```text
//! operation  header  results[]  regions[]  successors[]  operands[]
//! result     type first_use index
//! region     first last owner                     in its operation, or after a generation when it is on its own
//! use        target next back owner               target: a value or a block; back: the word that points here
//! block      generation region previous next first last first_use argument_count arguments order_version domain
//! argument   generation | type first_use index block location         the value's id is that of `type`
//! list       generation capacity items[]          the arguments of a block; the operands of an operation after their
//!                                                 number has changed (with the number of places in the record)
//! ```
//!
//! Invariant: slots of all kinds start with a generation (`arena`), and every word named here is an id, a count or a
//! flag, so that a record can be copied word by word.

/// Where the generation of a slot stands.
pub(crate) const GENERATION: u32 = 0;

/// In a freed block, and a freed region on its own: what erased it (an identifier); the next word has the same bits
/// inverted, as long as the slot is not used again.
pub(crate) const ERASED_BY: u32 = 2;

/// Offsets in an operation.
pub(crate) mod op {
    pub(crate) const NAME: u32 = 1;
    pub(crate) const LOCATION: u32 = 2;
    pub(crate) const ATTRIBUTES: u32 = 3;
    pub(crate) const PROPERTIES: u32 = 4;
    pub(crate) const PARENT: u32 = 5;
    pub(crate) const PREVIOUS: u32 = 6;
    pub(crate) const NEXT: u32 = 7;
    pub(crate) const ORDER: u32 = 8;
    pub(crate) const RESULTS: u32 = 9;
    pub(crate) const OPERANDS: u32 = 10;
    /// Regions in the high half, successors in the low half.
    pub(crate) const REGIONS_SUCCESSORS: u32 = 11;
    /// The index of the first operand's use.
    pub(crate) const FIRST_OPERAND: u32 = 12;
    pub(crate) const HEADER: u32 = 13;

    /// The most results and the most operands of an operation: the record stays far below 2^32 words.
    const MAX_VALUES: usize = 1 << 26;

    /// A number of results or operands.
    #[inline]
    pub(crate) fn checked_count(count: usize) -> u32 {
        assert!(
            count <= MAX_VALUES,
            "an operation has at most {MAX_VALUES} operands and results, got {count}"
        );
        count as u32
    }

    /// The size of an operation.
    #[inline]
    pub(crate) const fn size(results: u32, regions: u32, successors: u32, operands: u32) -> u32 {
        HEADER
            + results * super::value::RESULT
            + regions * super::region::SIZE
            + (successors + operands) * super::usage::SIZE
    }

    /// In a freed operation: what erased it (an identifier).
    pub(crate) const ERASED_BY: u32 = LOCATION;
    /// In a freed operation: the name it had. The link of the free list takes the place of the name.
    pub(crate) const ERASED_NAME: u32 = ATTRIBUTES;

    /// The most regions and the most successors of an operation.
    pub(crate) const MAX_REGIONS: usize = 0xffff;
}

/// Offsets in a result or an argument, from the value's id.
pub(crate) mod value {
    pub(crate) const TYPE: u32 = 0;
    pub(crate) const FIRST_USE: u32 = 1;
    pub(crate) const INDEX: u32 = 2;
    /// The size of a result.
    pub(crate) const RESULT: u32 = 3;
    /// Of arguments only.
    pub(crate) const BLOCK: u32 = 3;
    /// Of arguments only.
    pub(crate) const LOCATION: u32 = 4;
    /// In a freed argument, as [`ERASED_BY`](super::ERASED_BY) of a slot: not `FIRST_USE`, which users that are freed
    /// later still write.
    pub(crate) const ERASED_BY: u32 = 1 + BLOCK;
    /// The size of an argument, with its generation.
    pub(crate) const ARGUMENT: u32 = 6;
    /// Set in `INDEX` of an argument.
    pub(crate) const IS_ARGUMENT: u32 = 1 << 31;
}

/// Offsets in a use.
pub(crate) mod usage {
    pub(crate) const TARGET: u32 = 0;
    pub(crate) const NEXT: u32 = 1;
    pub(crate) const BACK: u32 = 2;
    pub(crate) const OWNER: u32 = 3;
    pub(crate) const SIZE: u32 = 4;
}

/// Offsets in a region.
pub(crate) mod region {
    pub(crate) const FIRST: u32 = 0;
    pub(crate) const LAST: u32 = 1;
    pub(crate) const OWNER: u32 = 2;
    pub(crate) const SIZE: u32 = 3;
}

/// Offsets in a block.
pub(crate) mod block {
    pub(crate) const REGION: u32 = 1;
    pub(crate) const PREVIOUS: u32 = 2;
    pub(crate) const NEXT: u32 = 3;
    pub(crate) const FIRST: u32 = 4;
    pub(crate) const LAST: u32 = 5;
    pub(crate) const FIRST_USE: u32 = 6;
    pub(crate) const ARGUMENT_COUNT: u32 = 7;
    pub(crate) const ARGUMENTS: u32 = 8;
    pub(crate) const ORDER_VERSION: u32 = 9;
    pub(crate) const DOMAIN: u32 = 10;
    pub(crate) const SIZE: u32 = 11;
}

/// Offsets in the list of a block's arguments.
pub(crate) mod argument_list {
    pub(crate) const CAPACITY: u32 = 1;
    pub(crate) const ITEMS: u32 = 2;
}

/// Offsets in a list of operands out of line.
pub(crate) mod operand_list {
    pub(crate) const CAPACITY: u32 = 1;
    /// The operands for which the operation's record has places.
    pub(crate) const INLINE: u32 = 2;
    pub(crate) const ITEMS: u32 = 3;
}
