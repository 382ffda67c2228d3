//! Memrefs as MLIR passes them to functions in C: unranked, or a pointer to a descriptor.

/// An unranked memref: the rank, and a descriptor of that rank.
#[repr(C)]
pub(super) struct Unranked {
    pub(super) rank: i64,
    pub(super) descriptor: *const Descriptor,
}

/// The first members of a descriptor of any rank; the sizes and then the strides follow.
#[repr(C)]
pub(super) struct Descriptor {
    pub(super) allocated: *mut u8,
    pub(super) aligned: *mut u8,
    pub(super) offset: i64,
}

/// The parts of a descriptor.
pub(super) struct View<'a> {
    /// The memory, without the offset.
    pub(super) aligned: *mut u8,
    /// In elements.
    pub(super) offset: i64,
    pub(super) sizes: &'a [i64],
    /// In elements.
    pub(super) strides: &'a [i64],
}

impl View<'_> {
    /// The parts of an unranked memref.
    ///
    /// # Safety
    /// `memref` is what MLIR passes: a rank, and a descriptor of that rank.
    pub(super) unsafe fn of(memref: &Unranked) -> Self {
        // SAFETY: by contract.
        unsafe { Self::ranked(memref.descriptor, memref.rank as usize) }
    }

    /// The parts of a descriptor.
    ///
    /// # Safety
    /// The descriptor is valid and has this rank.
    pub(super) unsafe fn ranked(descriptor: *const Descriptor, rank: usize) -> Self {
        // SAFETY: by contract, as all in this block.
        unsafe {
            let behind = descriptor.add(1).cast::<i64>();
            Self {
                aligned: (*descriptor).aligned,
                offset: (*descriptor).offset,
                sizes: std::slice::from_raw_parts(behind, rank),
                strides: std::slice::from_raw_parts(behind.add(rank), rank),
            }
        }
    }

    /// The first element, if elements have this many bytes.
    pub(super) fn first(&self, element: usize) -> *mut u8 {
        self.aligned
            .wrapping_offset((self.offset as isize).wrapping_mul(element as isize))
    }
}
