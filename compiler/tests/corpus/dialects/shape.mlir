shape.func @f(%a: !shape.shape) -> !shape.shape { return %a : !shape.shape }
shape.func private @g(!shape.shape) -> !shape.shape
