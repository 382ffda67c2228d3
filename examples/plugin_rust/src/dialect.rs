//! A dialect of the compiler's IR. Its definition is data; the host makes parser, printer, verifier and classes of it.

use tvmlike::prelude::*;

/// The dialect `vectors`.
#[packed_func("ir.dialect.vectors")]
fn vectors() -> &'static str {
    r#"
dialect vectors
constraint Vector "1-D tensor of f64" all(ranked_tensor,rank(1),element[float(f64)])
constraint Number "f64" float(f64) type="f64"
operation dot summary="the scalar product" format="$a `,` $b attr-dict `:` type($a)"
  operand a Vector
  operand b Vector
  result product Number
  trait Pure
  trait AllTypesMatch(a,b)
"#
}
