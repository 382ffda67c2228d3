// Sections and entries.
{-# unknown: {} #-}

// -----
{-# dialect_resources #-}

// -----
{-# dialect_resources: #-}

// -----
{-# dialect_resources: { builtin: { a: "x" } } #-}

// -----
{-# dialect_resources: { builtin: { a: "0x01" } } #-}

// -----
{-# dialect_resources: { builtin: { a: "0x0300000001" } } #-}

// -----
{-# dialect_resources: { builtin: { a: "0x040000000" } } #-}

// -----
{-# dialect_resources: { builtin: { a: "0x04000000ZZ" } } #-}

// -----
{-# dialect_resources: { builtin: { a: true } } #-}

// -----
{-# dialect_resources: { builtin: { a: 1 } } #-}

// -----
{-# dialect_resources: { app: { a: "0x0400000001" } } #-}

// -----
{-# dialect_resources: { builtin: { a "0x0400000001" } } #-}

// -----
{-# dialect_resources: { builtin: { : "0x0400000001" } } #-}

// -----
{-# dialect_resources: { builtin: "0x0400000001" } #-}

// -----
{-# dialect_resources: { builtin: { a: "0x0400000001" } }

// -----
{-# external_resources: { tool: { a: b } } #-}

// -----
{-# external_resources: { tool: { a: 1.0 } } #-}

// -----
{-# external_resources: { "tool": { a: "b" }, } #-}

// -----
{-#

// -----
#-}

// -----
{-# dialect_resources: {} external_resources: {} #-}

// -----
// A resource of an unknown dialect.
"app.op"() : () -> ()

{-#
  dialect_resources: {
    app: {
      key: "0x0100000007"
    }
  }
#-}
