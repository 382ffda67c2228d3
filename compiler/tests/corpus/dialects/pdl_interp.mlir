module {
  pdl_interp.func @f(%a: !pdl.operation) { pdl_interp.finalize }
  pdl_interp.func @g(%a: !pdl.operation) attributes {x} { pdl_interp.finalize }
}
