// pipeline: builtin.module(topological-sort)
// pipeline: builtin.module(any(topological-sort))

%0 = "test.a"(%1) : (i32) -> i32
%1 = "test.b"() : () -> i32
%2 = "test.c"(%3, %0) : (i32, i32) -> i32
%3 = "test.d"(%2) : (i32) -> i32
%4 = "test.e"() ({
  "test.f"(%5, %2) : (i32, i32) -> ()
}) : () -> i32
%5 = "test.g"(%6) : (i32) -> i32
%6 = "test.h"() ({
  "test.i"(%6) : (i32) -> ()
}) : () -> i32
%7 = "test.j"(%7) : (i32) -> i32

// -----

module {
  %0 = "test.a"(%1) : (i32) -> i32
  %1 = "test.b"() : () -> i32
  module {
    %2 = "test.a"(%3) : (i32) -> i32
    %3 = "test.b"() : () -> i32
  }
}

// -----

func.func @f(%a: i32) -> i32 {
  %b = arith.addi %a, %a : i32
  return %b : i32
}
