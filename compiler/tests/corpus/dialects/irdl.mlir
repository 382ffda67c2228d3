irdl.dialect @a { irdl.operation @b { irdl.attributes } }
// -----
irdl.dialect @a { irdl.operation @b { irdl.attributes {} } }
// -----
irdl.dialect @a { irdl.operation @b { %0 = irdl.any irdl.attributes { "x" = %0, "y" = %0 } {z} } }
