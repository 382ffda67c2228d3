//! MLIR's copy between strided memrefs of the same shape.
//!
//! MLIR lowers `memref.copy` to a call of this function unless both memrefs are known to be contiguous.

use super::memref_view::{Unranked, View};

/// Copies the elements of `from` to `to`; both have the same shape.
///
/// # Safety
/// Both are valid unranked memrefs of one shape, with elements of `element` bytes, of which `to`'s may be written to.
pub(super) unsafe extern "C" fn copy(element: i64, from: *const Unranked, to: *const Unranked) {
    let element = element as usize;
    // SAFETY: by contract.
    let (from, to) = unsafe { (View::of(&*from), View::of(&*to)) };
    // SAFETY: by contract.
    unsafe { copy_part(element, &from, &to, 0, from.first(element), to.first(element)) }
}

/// Copies the elements of the dimensions from `dimension` on.
///
/// # Safety
/// As [`copy`]; `source` and `target` point to the element with index 0 in these dimensions.
unsafe fn copy_part(
    element: usize,
    from: &View<'_>,
    to: &View<'_>,
    dimension: usize,
    source: *const u8,
    target: *mut u8,
) {
    let rest = from.sizes.len() - dimension;
    let size = from.sizes.get(dimension).map_or(1, |size| *size as usize);
    let step = |view: &View<'_>| {
        view.strides
            .get(dimension)
            .map_or(0, |stride| *stride as isize * element as isize)
    };
    let (step_from, step_to) = (step(from), step(to));
    let gapless = element as isize;
    if rest <= 1 && (size == 1 || (step_from == gapless && step_to == gapless)) {
        // SAFETY: a row of `size` elements on both sides, which may overlap.
        unsafe { std::ptr::copy(source, target, size * element) }
        return;
    }
    for index in 0..size as isize {
        let source = source.wrapping_offset(index * step_from);
        let target = target.wrapping_offset(index * step_to);
        if rest <= 1 {
            // SAFETY: an element on both sides.
            unsafe { std::ptr::copy(source, target, element) }
        } else {
            // SAFETY: the indices up to the next dimension are fixed and within the shape.
            unsafe { copy_part(element, from, to, dimension + 1, source, target) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::memref_view::Descriptor;
    use super::*;

    /// A descriptor of rank `N` in memory.
    #[repr(C)]
    struct Ranked<const N: usize> {
        begin: Descriptor,
        sizes: [i64; N],
        strides: [i64; N],
    }

    fn described<const N: usize>(
        data: *mut u8,
        offset: i64,
        sizes: [i64; N],
        strides: [i64; N],
    ) -> Ranked<N> {
        let begin = Descriptor {
            allocated: data,
            aligned: data,
            offset,
        };
        Ranked {
            begin,
            sizes,
            strides,
        }
    }

    fn copied<const N: usize>(element: i64, from: &Ranked<N>, to: &Ranked<N>) {
        let unranked = |ranked: &Ranked<N>| Unranked {
            rank: N as i64,
            descriptor: std::ptr::from_ref(ranked).cast(),
        };
        // SAFETY: the descriptors of the tests are true.
        unsafe { copy(element, &unranked(from), &unranked(to)) }
    }

    #[test]
    fn strided_backwards_and_transposed() {
        let mut from: Vec<i32> = (0..12).collect();
        let mut to = vec![-1_i32; 20];
        // 3 x 4 transposed, into every second element of rows that stand in reverse order.
        copied(
            4,
            &described(from.as_mut_ptr().cast(), 0, [4, 3], [1, 4]),
            &described(to.as_mut_ptr().cast(), 15, [4, 3], [-5, 2]),
        );
        let rows: Vec<&[i32]> = to.chunks(5).collect();
        assert_eq!(rows[3], [0, -1, 4, -1, 8]);
        assert_eq!(rows[0], [3, -1, 7, -1, 11]);
    }

    #[test]
    fn rank_0_empty_and_broadcast_copies() {
        let mut from = [7_u64];
        let mut to = [0_u64; 3];
        copied(
            8,
            &described(from.as_mut_ptr().cast(), 0, [], []),
            &described(to.as_mut_ptr().cast(), 1, [], []),
        );
        assert_eq!(to, [0, 7, 0]);
        copied(
            8,
            &described(std::ptr::null_mut(), 0, [3, 0], [0, 1]),
            &described(std::ptr::null_mut(), 0, [3, 0], [0, 1]),
        );
        copied(
            8,
            &described(from.as_mut_ptr().cast(), 0, [3], [0]),
            &described(to.as_mut_ptr().cast(), 0, [3], [1]),
        );
        assert_eq!(to, [7, 7, 7]);
    }
}
