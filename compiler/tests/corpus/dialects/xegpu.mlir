%0 = "app.source"() : () -> !xegpu.tensor_desc<8x16xf32, #xegpu.layout<lane_layout = [1, x]>>
// -----
%0 = "app.source"() : () -> !xegpu.tensor_desc<8x16xf32, #xegpu.layout<lane_layout = [1, true]>>
// -----
%0 = "app.source"() : () -> !xegpu.tensor_desc<8x16xf32, #xegpu.layout<lane_layout = [1, 99999999999]>>
