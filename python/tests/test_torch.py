"""PyTorch tensors on the CPU as arguments and results without a copy, and errors."""

from __future__ import annotations

import gc
import weakref

import pytest

import tvmlike

torch = pytest.importorskip("torch")


def test_arrays_round_trip(testing):
    array = torch.arange(6.0).reshape(2, 3)
    tensor = testing.echo(array)
    assert (tensor.shape, tensor.dtype) == ((2, 3), "float32")
    assert tensor.data_ptr == array.data_ptr()
    assert not tensor.read_only
    for take in (torch.from_dlpack, torch.as_tensor, torch.utils.dlpack.from_dlpack):
        taken = take(tensor)
        assert taken.data_ptr() == array.data_ptr()
        assert torch.equal(taken, array)


def test_native_code_writes_to_it():
    array = torch.zeros(4)
    tvmlike.tensor.fill(array, 2.5)
    assert array.tolist() == [2.5] * 4
    total = torch.from_dlpack(tvmlike.tensor.add(array, array))
    assert total.tolist() == [5.0] * 4
    total[0] = 1.0


@pytest.mark.parametrize(
    "make",
    [
        lambda a: a.T,
        lambda a: a[:, 1:, ::2],
        lambda a: a[1, 2],
        lambda a: a[1, 2, 3],
        lambda a: a[:0],
        lambda a: a.expand(5, 2, 3, 4),
        lambda a: a.permute(2, 0, 1),
    ],
    ids=["transposed", "sliced", "offset", "0-d", "empty", "expanded", "permuted"],
)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_layouts(testing, make):
    array = make(torch.arange(24.0).reshape(2, 3, 4))
    tensor = testing.echo(array)
    assert tensor.shape == tuple(array.shape)
    back = torch.from_dlpack(tensor)
    assert torch.equal(back, array)
    if array.numel():
        assert tensor.data_ptr == array.data_ptr()
        steps = [step for step, size in zip(tensor.strides, array.shape) if size > 1]
        assert steps == [step for step, size in zip(array.stride(), array.shape) if size > 1]


@pytest.mark.parametrize(
    "name",
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 bfloat16 float32 float64 complex64 "
    "complex128 float8_e4m3fn float8_e5m2 float8_e4m3fnuz float8_e5m2fnuz float8_e8m0fnu".split(),
)
def test_data_types(testing, name):
    if not hasattr(torch, name):
        pytest.skip(f"this PyTorch has no {name}")
    array = torch.ones(4).to(getattr(torch, name))
    try:
        array.__dlpack__()
    except BufferError:
        pytest.skip(f"this PyTorch does not lend {name}")
    tensor = testing.echo(array)
    assert tensor.dtype == name
    assert tensor.data_ptr == array.data_ptr()
    back = torch.from_dlpack(tensor)
    assert back.dtype == array.dtype
    assert bytes(back.view(torch.uint8).numpy()) == bytes(array.view(torch.uint8).numpy())


@pytest.mark.parametrize("deleted", ["array", "tensor"])
def test_memory_lives_as_long_as_it_is_in_use(testing, deleted):
    array = torch.full((1000,), 3.0)
    tensor = testing.echo(array)
    if deleted == "array":
        address = array.data_ptr()
        del array
        gc.collect()
        junk = [torch.zeros(1000) for _ in range(20)]
        assert all(each.data_ptr() != address for each in junk)
        assert tvmlike.tensor.sum(tensor) == 3000.0
        again = torch.from_dlpack(tensor)
        del tensor
    else:
        again = torch.from_dlpack(tensor)
        del tensor, array
    gc.collect()
    junk = [torch.zeros(1000) for _ in range(20)]
    assert again.sum() == 3000.0
    assert len(junk) == 20


def test_a_result_lives_in_pytorch_alone():
    total = torch.from_dlpack(tvmlike.tensor.add(torch.ones(100), torch.ones(100)))
    gc.collect()
    assert total.sum() == 200.0


def test_numpy_memory_through_pytorch_and_back(testing):
    np = pytest.importorskip("numpy")

    class Memory(np.ndarray):
        pass

    array = np.arange(4.0).view(Memory)
    alive = weakref.ref(array)
    shared = torch.from_dlpack(testing.echo(array))
    shared[0] = 9.0
    assert array[0] == 9.0
    del array
    gc.collect()
    assert alive() is not None
    del shared
    gc.collect()
    assert alive() is None


def test_tensors_that_require_grad_are_errors(testing):
    for array in (torch.ones(3, requires_grad=True), torch.nn.Parameter(torch.ones(3))):
        with pytest.raises((BufferError, RuntimeError), match=r"testing\.echo: argument 1 `x`: .*detach\(\)"):
            testing.echo(array)
        assert testing.echo(array.detach()).data_ptr == array.data_ptr()


def test_lazy_tensors_are_errors(testing):
    conjugated = torch.tensor([1 + 2j]).conj()
    with pytest.raises((BufferError, RuntimeError), match=r"testing\.echo: argument 1 `x`: .*conj"):
        testing.echo(conjugated)
    assert testing.echo(conjugated.resolve_conj()).shape == (1,)
    negated = conjugated.imag
    assert negated.is_neg()
    with pytest.raises(TypeError, match=r"testing\.echo: argument 1 `x`: .*resolve_neg\(\)"):
        testing.echo(negated)
    assert testing.echo(negated.resolve_neg()).numpy().tolist() == [-2.0]


@pytest.mark.parametrize(
    "make",
    [
        lambda: torch.eye(3).to_sparse(),
        lambda: torch.ones(3, device="meta"),
        lambda: torch._efficientzerotensor((3,)),
    ],
    ids=["sparse", "meta", "no memory"],
)
def test_tensors_without_plain_memory_are_refused(testing, make):
    array = make()
    with pytest.raises(
        (BufferError, RuntimeError, TypeError, ValueError), match=r"testing\.echo: argument 1 `x`: "
    ):
        testing.echo(array)
    with pytest.raises((BufferError, RuntimeError, TypeError, ValueError), match="from_dlpack: "):
        tvmlike.from_dlpack(array)


@pytest.mark.parametrize("name", ["int4", "uint4", "int2", "uint1"])
def test_elements_of_less_than_a_byte_are_refused(testing, name):
    if not hasattr(torch, name):
        pytest.skip(f"this PyTorch has no {name}")
    with pytest.raises(TypeError, match=rf"argument 1 `x`: .*torch\.{name}"):
        testing.echo(torch.empty(4, dtype=getattr(torch, name)))


def test_inside_vmap_is_refused(testing):
    with pytest.raises((BufferError, RuntimeError), match=r"testing\.echo: argument 1 `x`: "):
        torch.func.vmap(testing.echo)(torch.ones(2, 3))


def test_subclasses(testing):
    class Own(torch.Tensor):
        pass

    array = torch.arange(3.0).as_subclass(Own)
    assert testing.echo(array).data_ptr == array.data_ptr()


def test_parameters_that_need_no_gradient(testing):
    array = torch.nn.Parameter(torch.arange(3.0), requires_grad=False)
    for _ in range(3):
        assert testing.echo(array).data_ptr == array.data_ptr()


def test_errors_repeat_on_later_calls(testing):
    assert testing.echo(torch.ones(3)).shape == (3,)
    plain = torch.arange(3.0)
    for _ in range(3):
        with pytest.raises((BufferError, RuntimeError), match=r"argument 1 `x`: .*detach\(\)"):
            testing.echo(plain.clone().requires_grad_())
        with pytest.raises(TypeError, match=r"resolve_neg\(\)"):
            testing.echo(torch.tensor([1 + 2j]).conj().imag)
        with pytest.raises((BufferError, RuntimeError), match="conj"):
            testing.echo(torch.tensor([1 + 2j]).conj())
        assert testing.echo(plain).data_ptr == plain.data_ptr()
        assert testing.echo(torch.tensor([1 + 2j])).dtype == "complex64"
        assert testing.echo(torch.zeros(2, dtype=torch.uint8)).dtype == "uint8"


def test_tensors_are_released(testing):
    import sys

    array = torch.ones(3)
    before = sys.getrefcount(array)
    for _ in range(50):
        testing.echo(array)
        tvmlike.tensor.sum(array)
        testing.echo(array).torch()
    gc.collect()
    assert sys.getrefcount(array) == before
    alive = weakref.ref(array)
    tensor = testing.echo(array)
    del array, tensor
    gc.collect()
    assert alive() is None


def test_results_as_tensors_of_pytorch(testing):
    array = torch.arange(6.0).reshape(2, 3)
    for _ in range(3):
        back = testing.echo(array).torch()
        assert type(back) is torch.Tensor
        assert back.data_ptr() == array.data_ptr()
        assert torch.equal(back, array)
    total = tvmlike.tensor.add(array, array).torch()
    gc.collect()
    total += 1
    assert total.tolist() == [[1.0, 3.0, 5.0], [7.0, 9.0, 11.0]]
    tensor = testing.echo(array)
    tensor._free()
    with pytest.raises(ValueError, match="freed"):
        tensor.torch()
    with pytest.raises((BufferError, RuntimeError, TypeError, ValueError)):
        tvmlike.zeros((4,), "float32x4").torch()


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_fake_tensors_are_refused(testing):
    fake = pytest.importorskip("torch._subclasses.fake_tensor")
    with fake.FakeTensorMode():
        array = torch.ones(3)
    for _ in range(2):
        with pytest.raises((BufferError, RuntimeError, TypeError, ValueError, AttributeError)):
            testing.echo(array)


def test_in_containers(testing):
    arrays = testing.echo([torch.ones(2), {"key": torch.zeros(3)}])
    assert arrays[0].shape == (2,)
    assert arrays[1]["key"].shape == (3,)
