module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%a: !transform.any_op) {
    %0 = transform.structured.generalize %a : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.interchange %a iterator_interchange = [1, 0] : (!transform.any_op) -> !transform.any_op
    %2 = transform.get_operand %a[0] : (!transform.any_op) -> !transform.any_value
    %3 = transform.get_operand %a[0, 1] : (!transform.any_op) -> !transform.any_value
    %4 = transform.get_operand %a[all] : (!transform.any_op) -> !transform.any_value
    %5 = transform.get_operand %a[except(0, 1)] : (!transform.any_op) -> !transform.any_value
    %6, %7 = transform.structured.continuous_tile_sizes %a {dimension = 0 : i64, target_size = 4 : i64} : (!transform.any_op) -> !transform.any_op
    %8:3 = transform.structured.multitile_sizes %a {dimension = 0 : i64, target_size = 4 : i64} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
// -----
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op):
}
// -----
transform.sequence failures(suppress) attributes {a} {
^bb0(%a: !transform.any_op, %b: !transform.any_op):
  transform.sequence %a : !transform.any_op failures(propagate) {
  ^bb0(%c: !transform.any_op):
  }
  transform.sequence %a, %b : !transform.any_op, !transform.any_op failures(propagate) {
  ^bb0(%c: !transform.any_op, %d: !transform.any_op):
  }
  transform.sequence %a, %b : (!transform.any_op, !transform.any_op) failures(propagate) {
  ^bb0(%c: !transform.any_op, %d: !transform.any_op):
  }
  %3 = transform.sequence %a : !transform.any_op -> !transform.any_op failures(propagate) {
  ^bb0(%c: !transform.any_op):
    yield %c : !transform.any_op
  }
}
// -----
module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%a: !transform.any_op, %n: !transform.param<i64>) {
    %0, %1 = transform.structured.tile_using_forall %a num_threads [10, 20] (mapping = [#gpu.thread<x>, #gpu.thread<y>]) : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %2, %3 = transform.structured.tile_using_forall %a tile_sizes [%n, 20] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %4, %5 = transform.structured.tile_using_forall %a tile_sizes *(%a) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
// -----
module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @m2(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @x(%a: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence private @e(%a: !transform.any_op {transform.readonly})
  transform.named_sequence @f(%a: !transform.any_op {transform.consumed}) {
    %0 = transform.foreach_match in %a @m -> @x, @m2 -> @x {q} : (!transform.any_op) -> !transform.any_op
    %1 = transform.foreach_match restrict_root in %0 @m -> @x : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
// -----
module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) {
    %0 = transform.match.structured failures(propagate) %a : (!transform.any_op) -> !transform.any_op {
    ^bb0(%b: !transform.any_op):
      %c = transform.match.structured.rank %b : (!transform.any_op) -> !transform.param<i64>
      transform.match.structured.dim %b[all] {parallel} : !transform.any_op
      %d = transform.match.structured.dim %b[0] : (!transform.any_op) -> !transform.param<i64>
      transform.match.structured.yield %b : !transform.any_op
    }
    transform.match.structured %a : !transform.any_op {
    ^bb0(%b: !transform.any_op):
      transform.match.structured.yield
    }
    transform.tune.alternatives<"x"> {
      transform.yield
    }, {
      transform.yield
    }
    transform.tune.alternatives<"x"> selected_region = 1 {
      transform.yield
    }, {
      transform.yield
    }
    %n = transform.param.constant 1 : i64 -> !transform.param<i64>
    %q = transform.tune.alternatives<"x"> selected_region = %n : !transform.param<i64> -> !transform.any_op {
      transform.yield %a : !transform.any_op
    }, {
      transform.yield %a : !transform.any_op
    }
    transform.yield
  }
}
// -----
module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%a: !transform.any_op, %n: !transform.param<i64>) {
    %4 = transform.structured.split %a after %n {dimension = 0} : !transform.any_op, !transform.param<i64>
    %6 = transform.structured.split %a after 42 {dimension = 0} : !transform.any_op
    %7 = transform.structured.split %a after 42 {dimension = 0, multiway} : !transform.any_op
    %8 = transform.structured.split %a after %a {dimension = 0, multiway, x} : !transform.any_op, !transform.any_op
    transform.yield
  }
}
// -----
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op, %p: !transform.any_param, %q: !transform.param<i64>):
  %0 = transform.apply_registered_pass "x" with options = { "top-down" = %p, b = [1, %p, [true, "x"]], c = {d = 1} } to %a {x} : (!transform.any_op, !transform.any_param, !transform.any_param) -> !transform.any_op
  %1 = transform.apply_registered_pass "x" to %0 : (!transform.any_op) -> !transform.any_op
  %2 = transform.apply_registered_pass "x" with options = {} to %1 : (!transform.any_op) -> !transform.any_op
  %3 = transform.apply_registered_pass "x" with options = { e = @s, f = i32, "a b" = 3.0, g = 5 : i8, h = unit, i = dense<1> : tensor<2xi32> } to %2 : (!transform.any_op) -> !transform.any_op
  %4 = transform.apply_registered_pass "x" with options = {a = %p, b = %q} to %3 : (!transform.any_op, !transform.any_param, !transform.param<i64>) -> !transform.any_op
  %5 = "transform.apply_registered_pass"(%4) <{pass_name = "x"}> : (!transform.any_op) -> !transform.any_op
}
// -----
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op, %p: !transform.any_param):
  %0 = transform.apply_registered_pass "x" with options = { a = #transform.param_operand<index = 0> } to %a : (!transform.any_op, !transform.any_param) -> !transform.any_op
}
// -----
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op, %p: !transform.any_param):
  %0 = transform.apply_registered_pass "x" with options = { a } to %a : (!transform.any_op, !transform.any_param) -> !transform.any_op
}
// -----
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op, %p: !transform.any_param):
  %0 = transform.apply_registered_pass "x" with options = { = 1 } to %a : (!transform.any_op, !transform.any_param) -> !transform.any_op
}
// -----
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op, %p: !transform.any_param):
  %0 = transform.apply_registered_pass "x" with options = { a = 1, a = 2} to %a : (!transform.any_op, !transform.any_param) -> !transform.any_op
}
// -----
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op, %p: !transform.any_param):
  %0 = transform.apply_registered_pass "x" with options = { a = } to %a : (!transform.any_op, !transform.any_param) -> !transform.any_op
}
// -----
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op, %p: !transform.any_param):
  %0 = transform.apply_registered_pass "x" with options = { a = [1 } to %a : (!transform.any_op, !transform.any_param) -> !transform.any_op
}
// -----
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op, %p: !transform.any_param):
  %0 = transform.apply_registered_pass "x" with options = { "" = 1 } to %a : (!transform.any_op, !transform.any_param) -> !transform.any_op
}
// -----
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op, %p: !transform.any_param):
  %0 = transform.apply_registered_pass "x" with options = { 3 = 1 } to %a : (!transform.any_op, !transform.any_param) -> !transform.any_op
}
// -----
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op, %p: !transform.any_param):
  %0 = transform.apply_registered_pass "x" with options = { a = [%p, !x] } to %a : (!transform.any_op, !transform.any_param) -> !transform.any_op
}
// -----
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op, %p: !transform.any_param):
  %0 = transform.apply_registered_pass "x" with options = { a = %zz } to %a : (!transform.any_op, !transform.any_param) -> !transform.any_op
}
// -----
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op, %p: !transform.any_param):
  %0 = transform.apply_registered_pass "x" with options = {a = #b} to %a : (!transform.any_op, !transform.any_param) -> !transform.any_op
}
// -----
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op, %p: !transform.any_param):
  %0 = transform.apply_registered_pass "x" with options = {a = [} to %a : (!transform.any_op, !transform.any_param) -> !transform.any_op
}
// -----
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op, %p: !transform.any_param):
  %0 = transform.apply_registered_pass "x" with options = {a = [[]]} to %a : (!transform.any_op, !transform.any_param) -> !transform.any_op
}
// -----
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op, %p: !transform.any_param):
  %0 = transform.apply_registered_pass "x" with options = {a = [1,]} to %a : (!transform.any_op, !transform.any_param) -> !transform.any_op
}
// -----
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op, %p: !transform.any_param):
  %0 = transform.apply_registered_pass "x" with options = {,} to %a : (!transform.any_op, !transform.any_param) -> !transform.any_op
}
// -----
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op, %p: !transform.any_param):
  %0 = transform.apply_registered_pass "x" with options = {a = 1,} to %a : (!transform.any_op, !transform.any_param) -> !transform.any_op
}
// -----
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op, %p: !transform.any_param):
  %0 = transform.apply_registered_pass "x" with options = [] to %a : (!transform.any_op, !transform.any_param) -> !transform.any_op
}
// -----
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op, %p: !transform.any_param):
  %0 = transform.apply_registered_pass "x" with options = {a = %p, b = [%p} to %a : (!transform.any_op, !transform.any_param) -> !transform.any_op
}
