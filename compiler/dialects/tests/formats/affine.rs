//! The custom forms of affine, which compare with `mlir-opt` in compiler/tests/corpus/dialects/affine.mlir.

use tvmlike_ir::Context;
use tvmlike_text::{ParseOptions, PrintOptions, parse_source, print_op};

/// As `mlir-opt` prints it, but for the second result of one operation, which it prints and does not read.
const TEXT: &str = "\
#map = affine_map<(d0)[s0] -> (d0, s0)>
#map1 = affine_map<(d0)[s0] -> (d0 + s0)>
#set = affine_set<(d0) : (d0 == 0)>
module {
  func.func @f(%arg0: memref<?x?xf32>, %arg1: index, %arg2: f32) {
    %0:2 = affine.delinearize_index %arg1 into (4, 3) : index, index
    %1 = affine.load %arg0[%0#0, %0#0 + %0#1] : memref<?x?xf32>
    affine.for %arg3 = max #map(%arg1)[%arg1] to min #map(%arg1)[%arg1] step 3 {
      %4 = affine.apply #map1(%arg3)[%arg1]
      affine.store %1, %arg0[%arg3 mod 3, -%arg3 - symbol(%arg1) * 2] {x} : memref<?x?xf32>
      affine.dma_start %arg0[%arg3, 0], %arg0[0, 1], %arg0[%arg3, %arg3], %arg1, %arg1, %arg1 : memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>
      affine.dma_wait %arg0[%arg3, %arg3], %arg1 : memref<?x?xf32>
      affine.prefetch %arg0[%arg3, 0], write, locality<2>, instr : memref<?x?xf32>
      %5 = affine.vector_load %arg0[%arg3, 0] : memref<?x?xf32>, vector<4xf32>
      affine.vector_store %5, %arg0[%arg3, 0] : memref<?x?xf32>, vector<4xf32>
    } {x}
    %2 = affine.for %arg3 = %arg1 to 10 iter_args(%arg4 = %arg2) -> (f32) {
      %4 = affine.if #set(%arg3) -> f32 {
        affine.yield %arg4 : f32
      } else {
        affine.yield %arg2 : f32
      }
      affine.yield %4 : f32
    }
    %3 = affine.parallel (%arg3, %arg4) = (0, max(%arg1, 4)) to (symbol(%arg1), %arg1) step (1, 2) reduce (\"addf\") -> (f32) {
      affine.yield %2 : f32
    }
    return
  }
}
";

#[test]
fn every_form_is_printed_as_it_was_read() {
    let context = Context::new();
    for name in ["affine", "func"] {
        tvmlike_dialects::load(&context, name).expect("a dialect of the library");
    }
    let mut edit = context.exclusive().expect("the context has no other user");
    let options = ParseOptions::default();
    let parsed = parse_source(&mut edit, "t.mlir", TEXT.as_bytes(), &options).expect("valid text");
    let mut out = Vec::new();
    print_op(&context, parsed.op, &PrintOptions::default(), &mut out).unwrap();
    assert_eq!(String::from_utf8_lossy(&out), TEXT);
}
