module {
  pdl_interp.func @f(%a: !pdl.operation) { pdl_interp.finalize }
  pdl_interp.func @g(%a: !pdl.operation) attributes {x} { pdl_interp.finalize }
}
// -----
pdl_interp.func @f(%a: !pdl.attribute, %t: !pdl.type) {
  %0 = pdl_interp.create_operation "x"
  %1 = pdl_interp.create_operation "x" {"a" = %a, "b" = %a} -> (%t : !pdl.type)
  %3 = pdl_interp.create_operation "x" -> (%t, %t : !pdl.type, !pdl.type) {u}
  %2 = pdl_interp.create_operation "x" {"a" = %a} -> <inferred>
  pdl_interp.finalize
}
// -----
pdl_interp.func @f(%a: !pdl.range<operation>) {
  pdl_interp.foreach %op : !pdl.operation in %a {
    %0 = pdl_interp.get_operand 0 of %op
    pdl_interp.continue
  } -> ^bb1
^bb1:
  pdl_interp.foreach %op : !pdl.operation in %a {
    pdl_interp.continue
  } {x} -> ^bb2
^bb2:
  %t = pdl_interp.create_range : !pdl.range<type>
  pdl_interp.finalize
}
// -----
pdl_interp.func @f(%t: !pdl.type) { %2 = pdl_interp.create_operation "x" -> <foo> pdl_interp.finalize }
// -----
pdl_interp.func @f(%t: !pdl.type) { %2 = pdl_interp.create_operation "x" -> () pdl_interp.finalize }
