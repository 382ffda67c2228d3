// Resources: a blob for dense_resource, with an alignment in front.
"app.op"() {a = dense_resource<blob> : tensor<2xi32>} : () -> ()

{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000100000002000000"
    }
  }
#-}

// -----
"app.op"() {a = dense_resource<one> : tensor<1xi8>, b = dense_resource<two> : tensor<2xf64>, c = dense_resource<one> : tensor<1xi8>} : () -> ()

{-#
  dialect_resources: {
    builtin: {
      two: "0x08000000000000000000F03F0000000000000040",
      one: "0x0100000007"
    }
  }
#-}

// -----
// A resource without data.
"app.op"() {a = dense_resource<absent> : tensor<4xf32>} : () -> ()

// -----
// A resource that nothing uses.
"app.op"() : () -> ()

{-#
  dialect_resources: {
    builtin: {
      unused: "0x0400000001000000"
    }
  }
#-}

// -----
// Resources of others.
"app.op"() : () -> ()

{-#
  external_resources: {
    tool: {
      text: "value",
      flag: true,
      off: false,
      blob: "0x0400000001020304"
    },
    other: {
      x: "y"
    }
  }
#-}

// -----
"app.op"() {a = dense_resource<"a name"> : tensor<1xi8>} : () -> ()

{-#
  dialect_resources: {
    builtin: {
      "a name": "0x0100000007"
    }
  }
#-}

// -----
// Metadata before the operations, and empty metadata.
{-#
#-}
"app.op"() : () -> ()

// -----
{-# dialect_resources: { } #-}
"app.op"() : () -> ()

// -----
{-# external_resources: { tool: { } } #-}
"app.op"() : () -> ()

// -----
// Both sections.
"app.op"() {a = dense_resource<blob> : tensor<2xi32>} : () -> ()

{-#
  external_resources: {
    tool: {
      text: "value"
    }
  },
  dialect_resources: {
    builtin: {
      blob: "0x040000000100000002000000"
    }
  }
#-}

// -----
// An element type of less than a byte, a vector, and an empty blob.
"app.op"() {a = dense_resource<bits> : tensor<3xi1>, b = dense_resource<vec> : vector<2xi16>, c = dense_resource<none> : tensor<0xi32>} : () -> ()

{-#
  dialect_resources: {
    builtin: {
      bits: "0x01000000010001",
      vec: "0x0200000001000200",
      none: "0x01000000"
    }
  }
#-}

// -----
// A long blob.
"app.op"() {a = dense_resource<long> : tensor<64xi8>} : () -> ()

{-#
  dialect_resources: {
    builtin: {
      long: "0x10000000000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F"
    }
  }
#-}

// -----
// Locations together with resources.
"app.op"() {a = dense_resource<blob> : tensor<1xi8>} : () -> () loc("x")

{-#
  dialect_resources: {
    builtin: {
      blob: "0x0100000007"
    }
  }
#-}

// -----
// Keys twice, sections twice, and the order of the text.
"app.op"() {a = dense_resource<z> : tensor<1xi8>, b = dense_resource<y> : tensor<1xi8>, c = dense_resource<a> : tensor<1xi8>} : () -> ()
"app.op"() <{p = dense_resource<q> : tensor<1xi8>}> {a = dense_resource<a> : tensor<1xi8>, b = dense_resource<b> : tensor<1xi8>, c = dense_resource<"c d"> : tensor<0xi8>, d = dense_resource<"1"> : tensor<1xi8>} : () -> ()

{-#
  dialect_resources: {
    builtin: {
      a: "0x0100000007",
      a: "0x0100000008",
      b: "0x0100000009",
      z: "0x0100000001",
      y: "0x0100000002",
      q: "0x0100000003"
    }
  },
  dialect_resources: { builtin: { b: "0x0100000007", "c d": "0x04000000", "1": "0x0800000001" } },
  external_resources: { q: { "a b": true, z: "x", t: "0x0400000001" }, p: { s: "a\"\n" } }
#-}

// -----
// Lengths around the limit.
"app.op"() : () -> ()

{-#
  external_resources: {
    q: { a: "0x04000000010203040506", b: "0x040000000102030405060708", s: "0123456789012345678", t: "01234567890123456789", u: "012345678901234567890" }
  }
#-}
