"""JAX arrays on the CPU, in and out without a copy. They are read-only, whatever their capsules say."""

from __future__ import annotations

import gc

import pytest

import tvmlike

jax = pytest.importorskip("jax")
jnp = pytest.importorskip("jax.numpy")


def takes_read_only():
    """Whether `jnp.from_dlpack` requests versioned capsules, which can mark memory as read-only."""
    asked = []

    class Asked(Exception):
        pass

    class Lender:
        def __dlpack__(self, **options):
            asked.append(options)
            raise Asked

        def __dlpack_device__(self):
            return (1, 0)

    with pytest.raises(Asked):
        jnp.from_dlpack(Lender())
    return "max_version" in asked[0]


def test_in(testing):
    array = jnp.arange(6.0).reshape(2, 3)
    tensor = testing.echo(array)
    assert (tensor.shape, tensor.dtype) == ((2, 3), "float32")
    assert tensor.data_ptr == array.unsafe_buffer_pointer()
    assert tvmlike.tensor.sum(array) == 15.0


def test_it_cannot_be_written_to(testing):
    array = jnp.zeros(3)
    assert testing.echo(array).read_only
    assert tvmlike.from_dlpack(array).read_only
    with pytest.raises((ValueError, TypeError, BufferError), match=r"tensor\.fill: .*read-only"):
        tvmlike.tensor.fill(array, 1.0)
    assert array.tolist() == [0, 0, 0]
    np = pytest.importorskip("numpy")
    assert not np.asarray(testing.echo(array)).flags.writeable


def test_out_without_a_copy():
    tensor = tvmlike.zeros((16, 16), "float32")
    array = jnp.from_dlpack(tensor)
    assert array.unsafe_buffer_pointer() == tensor.data_ptr
    assert array.shape == (16, 16)


def test_a_result_lives_in_jax_alone():
    array = jnp.from_dlpack(tvmlike.tensor.add(jnp.ones(100), jnp.ones(100)))
    gc.collect()
    junk = [tvmlike.zeros((100,)) for _ in range(20)]
    assert array.sum() == 200.0
    assert len(junk) == 20


def test_round_trip(testing):
    if not takes_read_only():
        pytest.skip("this JAX takes no capsules that can say read-only")
    array = jnp.arange(6.0)
    again = jnp.from_dlpack(testing.echo(array))
    assert again.unsafe_buffer_pointer() == array.unsafe_buffer_pointer()
    del array
    gc.collect()
    assert again.sum() == 15.0


def test_memory_lives_as_long_as_the_tensor(testing):
    tensor = testing.echo(jnp.full(1000, 3.0))
    gc.collect()
    junk = [jnp.zeros(1000) for _ in range(20)]
    assert tvmlike.tensor.sum(tensor) == 3000.0
    assert len(junk) == 20


@pytest.mark.parametrize("array", [lambda: jnp.zeros((0, 3)), lambda: jnp.array(1.5)], ids=["empty", "0-d"])
def test_small_shapes(testing, array):
    made = array()
    assert testing.echo(made).shape == made.shape
    assert jnp.from_dlpack(tvmlike.zeros(made.shape)).shape == made.shape


@pytest.mark.parametrize(
    "name",
    "bool int8 int16 int32 uint8 uint16 uint32 float16 bfloat16 float32 complex64 "
    "float8_e4m3fn float8_e5m2".split(),
)
def test_data_types(testing, name):
    array = jnp.ones(4, "bool" if name == "bool" else getattr(jnp, name))
    try:
        array.__dlpack__()
    except Exception as error:
        pytest.skip(f"this JAX does not lend {name}: {error}")
    tensor = testing.echo(array)
    assert tensor.dtype == name
    assert tensor.data_ptr == array.unsafe_buffer_pointer()


def test_arrays_without_a_counterpart_are_refused(testing):
    with pytest.raises((BufferError, RuntimeError, TypeError), match="argument 1 `x`: "):
        testing.echo(jnp.ones(4, jnp.int4))
    deleted = jnp.ones(4) + 1
    deleted.delete()
    with pytest.raises((BufferError, RuntimeError, ValueError), match=r"argument 1 `x`: .*deleted"):
        testing.echo(deleted)


def test_under_jit_the_error_is_jaxs(testing):
    with pytest.raises(jax.errors.ConcretizationTypeError):
        jax.jit(testing.echo)(jnp.ones(3))
