func.func @f(%r: vector<4xi32>, %i: i32, %v: f32) { %0 = rocdl.raw.buffer.load %r, %i, %i, %i : f32 return }
// -----
func.func @f(%r: vector<4xi32>, %i: i32, %v: f32) { rocdl.raw.buffer.store %v, %r, %i, %i, %i : f32 rocdl.raw.buffer.atomic.fmax %v, %r, %i, %i, %i : f32 return }
// -----
func.func @f(%r: vector<4xi32>, %i: i32, %v: f32) { rocdl.raw.buffer.atomic.fadd %v, %r, %i, %i, %i : f32 rocdl.raw.buffer.atomic.smax %i, %r, %i, %i, %i : i32 return }
// -----
func.func @f(%r: vector<4xi32>, %i: i32, %v: f32) { rocdl.raw.buffer.atomic.umin %i, %r, %i, %i, %i : i32 return }
// -----
func.func @f(%r: vector<4xi32>, %i: i32, %v: f32) { rocdl.raw.buffer.store %v, %r, %i, %i : f32 return }
// -----
func.func @f(%r: vector<4xi32>, %i: i32, %v: f32) { rocdl.raw.buffer.store %v, %r, %i, %i, %i {x} : f32 return }
// -----
func.func @f(%r: vector<4xi32>, %i: i64, %v: f32) { %0 = rocdl.raw.buffer.load %r, %i, %i, %i : f32 return }
// -----
func.func @f(%r: vector<4xi32>, %i: i32) { %0 = rocdl.raw.buffer.load %r, %i, %i, %i, %i: f32 return }
// -----
func.func @f(%r: vector<4xi32>, %i: i32) { %0 = rocdl.raw.buffer.load : f32 return }
// -----
func.func @f(%r: vector<4xi32>, %i: i32) { %0 = rocdl.raw.buffer.load %r, : f32 return }
// -----
func.func @f(%r: vector<4xi32>, %i: i32) { rocdl.raw.buffer.store : f32 return }
// -----
func.func @f(%r: vector<4xi32>, %i: i32) { rocdl.raw.buffer.store %r : f32 return }
// -----
func.func @f(%r: vector<4xi32>, %i: i32) { rocdl.raw.buffer.store (%r : f32 return }
