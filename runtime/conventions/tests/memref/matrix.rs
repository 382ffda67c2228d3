//! Rank × layout × element type × entry: every kernel copies an array of its layout into one in C order.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use tvmlike_conventions::memref::call::Convention;
use tvmlike_conventions::memref::signature::{FunctionType, MemRef, Type};
use tvmlike_runtime::{DataType, Device, PackedFunc, Tensor};

use crate::arrays::{Extra, Layout, bytes_of, tensor};
use crate::kernels::{MATRIX, RESULTS, manifest};

/// Whether an array with this layout has the type; a call must detect it.
fn fits(memref: &MemRef, layout: &Layout) -> bool {
    let empty = layout.shape.contains(&0);
    let c_order = Layout::contiguous(&layout.shape).strides;
    let identity = memref.to_string().matches("strided").count() == 0;
    memref.rank() == layout.shape.len()
        && memref
            .shape
            .iter()
            .zip(&layout.shape)
            .all(|(wanted, got)| wanted.is_none_or(|wanted| wanted == *got))
        && (0..memref.rank()).all(|axis| {
            let wanted = if identity {
                Some(c_order[axis])
            } else {
                memref.strides()[axis]
            };
            empty || layout.shape[axis] == 1 || wanted.is_none_or(|wanted| wanted == layout.strides[axis])
        })
}

/// Layouts to try with a type: its static sizes and strides, and others that it may have to refuse.
fn layouts(memref: &MemRef) -> Vec<Layout> {
    let sizes: Vec<i64> = memref
        .shape
        .iter()
        .zip([3, 2, 4, 2])
        .map(|(size, other)| size.unwrap_or(other))
        .collect();
    let rank = sizes.len();
    let c_order = Layout::contiguous(&sizes).strides;
    let reversed: Vec<i64> = c_order.iter().map(|stride| -stride).collect();
    let gaps: Vec<i64> = c_order.iter().map(|stride| stride * 3 + 1).collect();
    let rows: Vec<i64> = c_order
        .iter()
        .enumerate()
        .map(|(axis, stride)| if axis + 1 < rank { stride * 2 } else { 1 })
        .collect();
    let mut f_order = vec![1; rank];
    for axis in 1..rank {
        f_order[axis] = f_order[axis - 1] * sizes[axis - 1];
    }
    let own: Vec<i64> = memref
        .strides()
        .iter()
        .zip(&c_order)
        .map(|(own, other)| own.unwrap_or(*other))
        .collect();
    let mut layouts: Vec<Layout> = [c_order, reversed, gaps, rows, f_order, vec![0; rank], own]
        .iter()
        .enumerate()
        .map(|(at, strides)| Layout::strided(&sizes, strides, at as i64))
        .collect();
    // Sizes 0 and 1 make strides meaningless.
    for size in [0, 1] {
        let sizes: Vec<i64> = memref.shape.iter().map(|own| own.unwrap_or(size)).collect();
        layouts.push(Layout::strided(&sizes, &vec![7; rank], 2));
    }
    let other: Vec<i64> = sizes.iter().map(|size| size + 1).collect();
    layouts.push(Layout::contiguous(&other));
    layouts.push(Layout::contiguous(&[&sizes[..], &[2]].concat()));
    layouts
}

fn source(dtype: DataType, layout: &Layout) -> Tensor {
    let size = usize::from(dtype.bits).div_ceil(8);
    let mask = if dtype == DataType::BOOL { 1 } else { 0xff };
    let bytes: Vec<u8> = (0..layout.room as usize * size)
        .map(|at| (at as u32).wrapping_mul(2_654_435_761).to_le_bytes()[3] & mask)
        .collect();
    tensor(
        dtype,
        layout,
        &bytes,
        &Extra {
            read_only: true,
            ..Extra::default()
        },
    )
}

/// Calls a copying kernel, or checks that it refuses an array of another type.
fn check(function: &PackedFunc, memref: &MemRef, layout: &Layout, name: &str) {
    let dtype = memref.element.dtype();
    let from = source(dtype, layout);
    let into = Tensor::zeros(&layout.shape, dtype, Device::CPU).unwrap();
    let done = function.call((from.clone(), into.clone()));
    let what = format!(
        "{name}: {memref} of shape {:?} with strides {:?}",
        layout.shape, layout.strides
    );
    if fits(memref, layout) {
        done.unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(bytes_of(&into), bytes_of(&from), "{what}");
    } else {
        let error = done.expect_err(&what).to_string();
        assert!(
            error.starts_with(&format!("ValueError: {name}: argument 1")),
            "{what}: {error}"
        );
        assert!(bytes_of(&into).iter().all(|&byte| byte == 0), "{what} was called");
    }
}

#[test]
fn compiled_by_mlir() {
    let mut copied = 0;
    for line in manifest("matrix") {
        let (name, ty) = (&line[0], &line[1]);
        let function = FunctionType::parse(ty).unwrap();
        let Type::MemRef(memref) = &function.params[0].ty else {
            panic!("{ty}")
        };
        let ways = [
            MATRIX.bind_by(Convention::Ciface, name, ty),
            MATRIX.bind_by(Convention::Expanded, name, ty),
            MATRIX.bind_by_libffi(name, ty),
        ];
        for bound in ways {
            for layout in layouts(memref) {
                check(&bound, memref, &layout, name);
                copied += usize::from(fits(memref, &layout));
            }
        }
    }
    assert!(copied > 500, "only {copied} calls");
}

const ELEMENTS: [&str; 17] = [
    "i1",
    "i8",
    "i16",
    "i32",
    "i64",
    "si8",
    "si32",
    "ui8",
    "ui16",
    "ui32",
    "ui64",
    "index",
    "f16",
    "bf16",
    "f32",
    "f64",
    "complex<f64>",
];

/// A kernel in C for each rank and element size, under all layouts and with all element types.
#[test]
fn written_in_c() {
    for rank in 0..5_usize {
        let dims = "?x".repeat(rank);
        let sizes = ["2x", "3x", "4x", "2x"][..rank].concat();
        let any = vec!["?"; rank].join(", ");
        let fixed = [[31, 8, 2, 1], [-1, 5, 20, 90], [0, 0, 0, 0]].map(|strides| {
            let shown: Vec<String> = strides[..rank].iter().map(ToString::to_string).collect();
            format!("{sizes}@, strided<[{}], offset: 3>", shown.join(", "))
        });
        let layouts_of = |element: &str| -> Vec<String> {
            let plain = [
                format!("{dims}@"),
                format!("{sizes}@"),
                format!("{dims}@, strided<[{any}], offset: ?>"),
            ];
            plain
                .iter()
                .chain(&fixed)
                .map(|text| text.replace('@', element))
                .collect()
        };
        for element in ELEMENTS.iter().chain(&["complex<f32>"]) {
            for layout in layouts_of(element) {
                let ty = format!(
                    "(%from: memref<{layout}> {{llvm.readonly}}, %into: memref<{dims}{element}>) -> ()"
                );
                let parsed = FunctionType::parse(&ty).unwrap();
                let Type::MemRef(memref) = &parsed.params[0].ty else {
                    panic!("{ty}")
                };
                let name = format!("copy_{rank}_{}", memref.element.size());
                let bound = RESULTS.bind(&name, &ty);
                for layout in layouts(memref) {
                    check(&bound, memref, &layout, &name);
                }
            }
        }
    }
}

/// Random arrays through a kernel that takes any strides, and through one of each other layout.
#[test]
fn random_arrays() {
    let copy = MATRIX.bind("copy3_strided_f32", &manifest_type("copy3_strided_f32"));
    let identity = MATRIX.bind("copy3_identity_f32", &manifest_type("copy3_identity_f32"));
    let axis = (0..6_i64, -9..10_i64);
    let mut runner = TestRunner::new(ProptestConfig::with_cases(500));
    runner
        .run(
            &(axis.clone(), axis.clone(), axis, 0..5_i64),
            |(a, b, c, before)| {
                let layout = Layout::strided(&[a.0, b.0, c.0], &[a.1, b.1, c.1], before);
                for (function, name) in [(&copy, "copy3_strided_f32"), (&identity, "copy3_identity_f32")] {
                    let ty = FunctionType::parse(&manifest_type(name)).unwrap();
                    let Type::MemRef(memref) = &ty.params[0].ty else {
                        panic!("{name}")
                    };
                    check(function, memref, &layout, name);
                }
                Ok(())
            },
        )
        .unwrap();
}

fn manifest_type(name: &str) -> String {
    manifest("matrix")
        .into_iter()
        .find(|line| line[0] == name)
        .unwrap()[1]
        .clone()
}
