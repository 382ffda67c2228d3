pdl.pattern : benefit(1) {
  %a = pdl.attribute
  %0 = pdl.operation "a.b" {"x" = %a, "y" = %a}
  %v = pdl.results of %0
  %w = pdl.results 0 of %0 -> !pdl.value
  %x = pdl.results 0 of %0 -> !pdl.range<value>
  pdl.rewrite %0 {
    %r = pdl.range : !pdl.range<type>
    %1 = pdl.operation "a.c" {"x" = %a}
  }
}
// -----
pdl.pattern @name : benefit(1) {
  %t = pdl.types
  %o = pdl.operands : %t
  %0 = pdl.operation (%o : !pdl.range<value>) -> (%t : !pdl.range<type>)
  pdl.rewrite %0 with "x" { }
}
// -----
pdl.pattern : benefit(1) { %0 = pdl.operation {"x" %a} pdl.rewrite %0 with "x" }
// -----
pdl.pattern : benefit(1) { %0 = pdl.operation {1 = %a} pdl.rewrite %0 with "x" }
// -----
pdl.pattern : benefit(1) { %0 = pdl.operation %w = pdl.results 0 of %0 pdl.rewrite %0 with "x" }
