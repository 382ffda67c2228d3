module {
  %barriers, %at, %count = "app.source"() : () -> (!nvgpu.mbarrier.group<memorySpace = 3>, index, index)
  nvgpu.mbarrier.init %barriers[%at], %count : !nvgpu.mbarrier.group<memorySpace = 3>
  %made = nvgpu.mbarrier.create -> <memorySpace = 3, num_barriers = 2>
}

// -----

module {
  %barriers, %at, %count = "app.source"() : () -> (!nvgpu.mbarrier.group<memorySpace = 3>, index, index)
  nvgpu.mbarrier.init %barriers[%at], %count : index
}
