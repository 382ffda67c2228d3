memref.global @a : memref<4xf32>
memref.global "private" constant @b : memref<4xf32> = dense<1.0> {alignment = 64}
memref.global "private" @c : memref<4xf32> = uninitialized
memref.global "private" @d : memref<2x2xi8, 3> = dense<[[1, 2], [3, 4]]>
// -----
memref.global @a : memref<?xf32>
// -----
memref.global @a : i32
// -----
memref.global @a : memref<4xf32> = 5
// -----
memref.global @a : memref<4xf32> = [1]
// -----
memref.global @a : memref<4xf32> =
