#C = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @f(%sp : tensor<4x8xf32, #C>) { %l1 = sparse_tensor.extract_iteration_space %sp lvls = 0 : tensor<4x8xf32, #C> -> !sparse_tensor.iter_space<#C, lvls = 0> return }
// -----
#C = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @f(%sp : tensor<4x8xf32, #C>) { %l1 = sparse_tensor.extract_iteration_space %sp lvls = 0 to 2 : tensor<4x8xf32, #C> -> !sparse_tensor.iter_space<#C, lvls = 0 to 2> return }
// -----
#C = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @f(%sp : tensor<4x8xf32, #C>) { %l1 = sparse_tensor.extract_iteration_space %sp lvls = 2 to 1 : tensor<4x8xf32, #C> -> !sparse_tensor.iter_space<#C, lvls = 0 to 2> return }
// -----
#C = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @f(%sp : tensor<4x8xf32, #C>) { %l1 = sparse_tensor.extract_iteration_space %sp lvls = -1 : tensor<4x8xf32, #C> -> !sparse_tensor.iter_space<#C, lvls = 0 to 2> return }
