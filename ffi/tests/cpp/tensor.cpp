// Tensors in C++: own buffers lent to a call, tensor objects, DLPack in both structs.
#include "../check.hpp"

namespace {

using tvmlike::Function;
using tvmlike::Tensor;

void lent_buffers() {
  std::vector<double> numbers{1, 2, 3, 4, 5, 6};
  std::int64_t shape[] = {2, 3}, strides[] = {3, 1};
  DLTensor tensor{numbers.data(), tvmlike::cpu(), 2, tvmlike::dtype_of<double>(), shape, strides, 0};
  const DLTensor* read = &tensor;
  CHECK(Function::get_global("tensor.sum")(read).cast<double>() == 21);
  Function::get_global("tensor.fill")(&tensor, 2.5);
  CHECK(numbers[0] == 2.5 && numbers[5] == 2.5);
  CHECK_INT(Function::get_global("tensor.data_ptr")(&tensor).cast<std::intptr_t>(),
            reinterpret_cast<std::intptr_t>(numbers.data()));
  const Tensor sum = Function::get_global("tensor.add")(&tensor, &tensor);
  CHECK(sum.data<double>()[5] == 5);
  CHECK(Function::get_global("tensor.shape")(&tensor).cast<std::vector<int>>() == (std::vector<int>{2, 3}));
  CHECK(Function::get_global("testing.echo")(static_cast<DLTensor*>(nullptr)).is_none());
  THROWS(Function::get_global("testing.echo")(&tensor), "TypeError", "DLTensor");
  std::puts("own buffers are lent, not copied");
}

void names() {
  for (const auto& known : tvmlike::detail::kNamedTypes) {
    CHECK(tvmlike::to_string(tvmlike::dtype(known.name)) == known.name);
  }
  const Function parsed = Function::get_global("testing.dtype");
  for (const auto& family : tvmlike::detail::kTypeFamilies) {
    for (const std::uint8_t bits : family.bits) {
      if (bits == 0) continue;
      const std::string name = std::string(family.name) + std::to_string(bits);
      CHECK(tvmlike::to_string(tvmlike::dtype(name)) == name);
      CHECK(tvmlike::same_dtype(parsed(name).cast<DLDataType>(), tvmlike::dtype(name)));
    }
  }
  for (const auto& known : tvmlike::detail::kNamedDevices) {
    CHECK(tvmlike::to_string(tvmlike::device(known.name)) == std::string(known.name) + ":0");
  }
  THROWS(tvmlike::dtype("int3"), "ValueError", "int3");
  THROWS(tvmlike::dtype("bcomplex64"), "ValueError", "bcomplex64");
  std::puts("names of data types and devices");
}

void objects() {
  const Tensor tensor = Tensor::empty({2, 3}, tvmlike::dtype_of<float>());
  CHECK(tensor.ndim() == 2 && tensor.numel() == 6 && !tensor.read_only());
  CHECK(tensor.shape() == (std::vector<std::int64_t>{2, 3}) &&
        tensor.strides() == (std::vector<std::int64_t>{3, 1}));
  CHECK(tvmlike::to_string(tensor.dtype()) == "float32" && tvmlike::to_string(tensor.device()) == "cpu:0");
  tensor.data<float>()[4] = 7;
  CHECK(tensor.data<const float>()[4] == 7);
  CHECK(static_cast<float*>(tensor.data<void>()) == tensor.data<float>());
  CHECK(Function::get_global("tensor.sum")(tensor).cast<double>() == 7);
  THROWS(tensor.data<double>(), "TypeError", "expected a tensor of float64, got float32");
  THROWS(tensor.data<std::int32_t>(), "TypeError", "expected a tensor of int32, got float32");
  CHECK(Function::get_global("testing.echo")(tensor).cast<Tensor>().same_as(tensor));
  CHECK(tvmlike::to_string(tvmlike::Any(tensor)) == "<Tensor float32[2, 3] on cpu:0>");
  CHECK_INT(Tensor::empty({}, tvmlike::dtype_of<bool>()).numel(), 1);
  CHECK_INT(Tensor::empty({3, 0}, tvmlike::dtype("int8")).numel(), 0);
  THROWS(Tensor::empty({-1}, tvmlike::dtype_of<float>()), "ValueError", "negative");
  THROWS(Tensor::empty({2}, DLDataType{kDLFloat, 0, 1}), "ValueError", "");
  THROWS(Tensor::empty({2}, tvmlike::dtype_of<float>(), DLDevice{kDLCUDA, 0}), "ValueError", "cuda");
  THROWS(Tensor().data<float>(), "ValueError", "empty Tensor");
  THROWS(Tensor().to_dlpack(), "ValueError", "NULL");
  CHECK(!Tensor().read_only());
  THROWS(Function::get_global("testing.echo")(5).cast<Tensor>(), "TypeError", "expected Tensor, got int");
  std::puts("tensor objects");
}

struct Producer {
  std::int64_t shape[1] = {4};
  float data[6] = {0, 0, 1, 2, 3, 4};
  int deleted = 0;

  DLTensor tensor(std::uint64_t offset) {
    return DLTensor{data, tvmlike::cpu(), 1, tvmlike::dtype_of<float>(), shape, nullptr, offset};
  }
};

DLManagedTensor managed_of(Producer* producer, std::uint64_t offset) {
  return DLManagedTensor{producer->tensor(offset), producer,
                         [](DLManagedTensor* self) { ++static_cast<Producer*>(self->manager_ctx)->deleted; }};
}

DLManagedTensorVersioned versioned_of(Producer* producer, std::uint64_t flags) {
  return DLManagedTensorVersioned{
      {DLPACK_MAJOR_VERSION, DLPACK_MINOR_VERSION},
      producer,
      [](DLManagedTensorVersioned* self) { ++static_cast<Producer*>(self->manager_ctx)->deleted; },
      flags,
      producer->tensor(0)};
}

void dlpack() {
  Producer producer;
  DLManagedTensor managed = managed_of(&producer, 2 * sizeof(float));
  {
    const Tensor tensor = Tensor::from_dlpack(&managed);
    CHECK(tensor.data<float>()[3] == 4);  // the offset is counted
    CHECK(tensor.strides() == std::vector<std::int64_t>{1});
    tvmlike::DLPackHandle out = tensor.to_dlpack();
    CHECK(out->dl_tensor.data == producer.data && out->dl_tensor.byte_offset == 2 * sizeof(float));
    CHECK_INT(tensor.use_count(), 2);
    const Tensor again = Tensor::from_dlpack(std::move(out));
    const tvmlike::DLPackVersionedHandle versioned = again.to_dlpack_versioned();
    CHECK(versioned->version.major == DLPACK_MAJOR_VERSION && versioned->flags == 0);
    CHECK_INT(producer.deleted, 0);
  }
  CHECK_INT(producer.deleted, 1);

  producer.deleted = 0;
  DLManagedTensorVersioned read_only = versioned_of(&producer, DLPACK_FLAG_BITMASK_READ_ONLY);
  {
    const Tensor tensor = Tensor::from_dlpack(&read_only);
    CHECK(tensor.read_only() && tensor.data<const float>()[2] == 1);
    THROWS(tensor.data<float>(), "ValueError", "read-only");
    THROWS(tensor.to_dlpack(), "BufferError", "read-only");
    CHECK_INT(tensor.to_dlpack_versioned()->flags, DLPACK_FLAG_BITMASK_READ_ONLY);
    THROWS(Function::get_global("tensor.fill")(tensor, 1.0), "ValueError", "read-only");
    THROWS(Function([](DLTensor*) {})(tensor), "ValueError", "read-only");
    CHECK(Function([](const DLTensor* t) { return t->ndim; })(tensor).cast<int>() == 1);
    CHECK_INT(producer.deleted, 0);
  }
  CHECK_INT(producer.deleted, 1);

  producer.deleted = 0;
  DLManagedTensorVersioned future = versioned_of(&producer, 0);
  future.version.major = DLPACK_MAJOR_VERSION + 1;
  THROWS(Tensor::from_dlpack(&future), "BufferError", "");
  CHECK_INT(producer.deleted, 1);
  managed = managed_of(&producer, 0);
  managed.dl_tensor.ndim = -3;
  THROWS(Tensor::from_dlpack(&managed), "ValueError", "-3");
  CHECK_INT(producer.deleted, 2);
  std::puts("DLPack in both structs, deleters once, read-only kept");
}

void in_callbacks() {
  float numbers[] = {1, 2};
  std::int64_t shape[] = {2};
  DLTensor tensor{numbers, tvmlike::cpu(), 1, tvmlike::dtype_of<float>(), shape, nullptr, 0};
  const Function call = Function::get_global("testing.call");
  call([](DLTensor* t) { tvmlike::data<float>(*t)[1] = 9; }, &tensor);
  CHECK(numbers[1] == 9);
  THROWS(call([](const Tensor&) {}, &tensor), "TypeError", "borrowed DLTensor");
  THROWS(call([](const DLTensor*) {}, 1), "TypeError", "expected Tensor, got int");
  const Tensor object = Tensor::empty({2}, tvmlike::dtype_of<std::int64_t>());
  CHECK(call([](const Tensor& t) { return t; }, object).cast<Tensor>().same_as(object));
  CHECK_INT(object.use_count(), 1);
  std::puts("tensors in callbacks");
}

}  // namespace

int main(int argc, char** argv) {
  return run([&] {
    load_test_plugin(argc, argv);
    lent_buffers();
    names();
    objects();
    dlpack();
    in_callbacks();
  });
}
