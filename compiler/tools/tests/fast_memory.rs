//! `affine-data-copy-generate` where MLIR 22 copies what nothing wrote, or what there is not.

mod common;

use common::opt;

const ALLOW: &str = "--allow-unregistered-dialect";
const PASS: &str = "--affine-data-copy-generate=skip-non-unit-stride-loops=true";

/// The copies back and forth of a function with one memref.
fn copies(body: &str) -> (usize, usize) {
    let text = format!("func.func @f(%m: memref<64xf32>, %x: f32, %n: index) {{\n{body}\nreturn\n}}\n");
    let run = opt(&[ALLOW, PASS], &text);
    assert_eq!((run.code, run.errors.as_str()), (0, ""), "{text}");
    let count = |from: &str, to: &str| {
        let lines: Vec<&str> = run.output.lines().collect();
        let is_copy = |pair: &&[&str]| pair[0].contains(from) && pair[1].contains(to);
        lines.windows(2).filter(is_copy).count()
    };
    (
        count("affine.load %arg0", "affine.store %0, %alloc"),
        count("affine.load %alloc", "affine.store %0, %arg0"),
    )
}

/// All elements of the part that is copied back were written, or copied before.
#[test]
fn elements_that_are_not_written_are_copied() {
    let write =
        |place: &str| format!("affine.for %i = 0 to 32 {{ affine.store %x, %m[{place}] : memref<64xf32> }}");
    assert_eq!(copies(&write("%i")), (0, 1));
    assert_eq!(copies(&write("%i + 7")), (0, 1));
    assert_eq!(copies(&write("%i * 2")), (1, 1));
    assert_eq!(copies(&write("%i floordiv 2")), (1, 1));
    let nested =
        "affine.for %i = 0 to 8 { affine.for %j = 0 to %n { affine.store %x, %m[%i] : memref<64xf32> } }";
    assert_eq!(copies(nested), (1, 1));
}

/// Memory stays that something else uses, or that is accessed on a condition.
#[test]
fn other_uses_leave_memory_where_it_is() {
    let other = "affine.for %i = 0 to 32 { affine.store %x, %m[%i] : memref<64xf32>
        \"test.use\"(%m) : (memref<64xf32>) -> () }";
    assert_eq!(copies(other), (0, 0));
    let guarded = "affine.for %i = 0 to 100 { affine.if affine_set<(d0) : (63 - d0 >= 0)>(%i) {
        %a = affine.load %m[%i] : memref<64xf32>
        \"test.use\"(%a) : (f32) -> () } }";
    assert_eq!(copies(guarded), (0, 0));
}
