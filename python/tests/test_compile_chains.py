"""Random chains of `linalg.generic` on tensors: the elements are those that NumPy computes."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

import tvmlike

np = pytest.importorskip("numpy")

pytestmark = [
    pytest.mark.skipif(
        tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
    ),
    pytest.mark.skipif(tvmlike.ffi_path() == "ctypes", reason="it does not depend on the call path"),
]

NUMPY = {"i8": np.int8, "i32": np.int32, "i64": np.int64, "f32": np.float32, "f64": np.float64}
OPS = {
    "add": ("addi", "addf", np.add),
    "sub": ("subi", "subf", np.subtract),
    "mul": ("muli", "mulf", np.multiply),
    "max": ("maxsi", "maximumf", np.maximum),
    "min": ("minsi", "minimumf", np.minimum),
}
SIZES = [0, 1, 1, 2, 3, 5, 8, 9, 17]
# Floats up to this are exact, in any order of a sum.
EXACT = 2**23


class Tensor(NamedTuple):
    """A value with the numbers of the sizes of its dimensions, and its elements."""

    name: str
    dims: list[int]
    elements: np.ndarray


class Chain:
    """A function of operations that read results of others, and what they are for some arguments."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.element = self.rng.choice(list(NUMPY))
        self.dtype = NUMPY[self.element]
        self.is_known = self.rng.random() < 0.3
        self.sizes = [self.rng.choice(SIZES if self.rng.random() < 0.3 else SIZES[3:]) for _ in range(4)]
        self.lines: list[str] = []
        numbers = np.random.default_rng(seed)
        self.arguments = []
        for number in range(self.rng.randrange(1, 4)):
            dims = [self.rng.randrange(4) for _ in range(self.rng.randrange(1, 4))]
            elements = numbers.integers(-3, 4, [self.sizes[dim] for dim in dims]).astype(self.dtype)
            self.arguments.append(Tensor(f"%a{number}", dims, elements))
        self.tensors = list(self.arguments)
        for number in range(self.rng.randrange(2, 6)):
            self.generic(f"%r{number}")

    def type_of(self, dims: list[int]) -> str:
        sizes = "".join(f"{self.sizes[dim] if self.is_known else '?'}x" for dim in dims)
        return f"tensor<{sizes}{self.element}>"

    def text(self) -> str:
        arguments = [f"{each.name}: {self.type_of(each.dims)}" for each in self.arguments]
        arguments += [f"%s{dim}: index" for dim in range(4)]
        results = self.results()
        types = ", ".join(self.type_of(each.dims) for each in results)
        names = ", ".join(each.name for each in results)
        lines = "\n  ".join(self.lines)
        return (
            f"func.func @f({', '.join(arguments)}) -> ({types}) {{\n  {lines}\n  return {names} : {types}\n}}"
        )

    def results(self) -> list[Tensor]:
        return [self.tensors[-1], self.tensors[len(self.arguments)]]

    def init(self, name: str, dims: list[int]) -> tuple[str, np.ndarray]:
        """An output: another tensor, or one that is filled."""
        same = [each for each in self.tensors if each.dims == dims]
        if same and self.rng.random() < 0.4:
            chosen = self.rng.choice(same)
            return chosen.name, chosen.elements
        ty, value = self.type_of(dims), self.rng.choice([-1, 0, 2])
        sizes = "" if self.is_known else ", ".join(f"%s{dim}" for dim in dims)
        number = float(value) if self.element[0] == "f" else value
        self.lines += [
            f"{name}e = tensor.empty({sizes}) : {ty}",
            f"{name}n = arith.constant {number} : {self.element}",
            f"{name}f = linalg.fill ins({name}n : {self.element}) outs({name}e : {ty}) -> {ty}",
        ]
        return f"{name}f", np.full([self.sizes[dim] for dim in dims], value, self.dtype)

    def compute(self, known: dict[str, np.ndarray], lines: list[str], name: str, a: str, b: str) -> str:
        op = self.rng.choice(list(OPS))
        integer, floating, function = OPS[op]
        text = floating if self.element[0] == "f" else integer
        lines.append(f"{name} = arith.{text} {a}, {b} : {self.element}")
        known[name] = function(known[a], known[b])
        return name

    def generic(self, name: str) -> None:
        rng = self.rng
        loops: list[int] = []
        inputs: list[tuple[Tensor, list[int]]] = []
        for _ in range(rng.randrange(1, 4)):
            tensor = rng.choice(self.tensors[-3:])
            places = []
            for dim in tensor.dims:
                found = [loop for loop, size in enumerate(loops) if size == dim]
                if not found or (len(loops) < 4 and rng.random() < 0.25):
                    loops.append(dim)
                    found = [len(loops) - 1]
                places.append(rng.choice(found))
            if len(loops) <= 6:
                inputs.append((tensor, places))
        used = {place for _, places in inputs for place in places}
        if used != set(range(len(loops))) or not loops:
            return
        kept = [loop for loop in range(len(loops)) if rng.random() < 0.75]
        rng.shuffle(kept)
        shape = [self.sizes[dim] for dim in loops]
        if np.prod(shape) > 20000:
            return
        init, before = self.init(name, [loops[loop] for loop in kept])
        grid = np.indices(shape)
        known = {
            f"%i{number}": np.broadcast_to(tensor.elements[tuple(grid[place] for place in places)], shape)
            for number, (tensor, places) in enumerate(inputs)
        }
        arguments = [*known, "%o"]
        if len(kept) == len(loops):
            known["%o"] = before[tuple(grid[loop] for loop in kept)]
        lines: list[str] = []
        last = "%i0"
        for number in range(rng.randrange(4)):
            last = self.compute(known, lines, f"%w{number}", last, rng.choice(list(known)))
        after = known[last]
        if len(kept) < len(loops):
            is_float = self.element[0] == "f"
            lines.append(f"%sum = arith.add{'f' if is_float else 'i'} %o, {last} : {self.element}")
            last = "%sum"
            after = after.sum(axis=tuple(set(range(len(loops))) - set(kept)), dtype=self.dtype)
            after = after.transpose([sorted(kept).index(loop) for loop in kept]) + before
        else:
            after = after.transpose(kept)
        if np.abs(after, dtype=np.float64).max(initial=0) > EXACT and self.element[0] == "f":
            return
        self.add(
            name, loops, inputs, kept, (init, arguments, [*lines, f"linalg.yield {last} : {self.element}"])
        )
        self.tensors.append(Tensor(name, [loops[loop] for loop in kept], after.astype(self.dtype)))

    def add(self, name, loops, inputs, kept, body) -> None:
        init, arguments, lines = body
        every = ", ".join(f"d{loop}" for loop in range(len(loops)))
        places = [*(places for _, places in inputs), kept]
        results = (", ".join(f"d{place}" for place in each) for each in places)
        maps = ", ".join(f"affine_map<({every}) -> ({each})>" for each in results)
        kinds = ", ".join('"parallel"' if loop in kept else '"reduction"' for loop in range(len(loops)))
        names = ", ".join(tensor.name for tensor, _ in inputs)
        types = ", ".join(self.type_of(tensor.dims) for tensor, _ in inputs)
        ty = self.type_of([loops[loop] for loop in kept])
        self.lines += [
            f"{name} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}",
            f"  ins({names} : {types}) outs({init} : {ty}) {{",
            f"^bb0({', '.join(f'{each}: {self.element}' for each in arguments)}):",
            *lines,
            f"}} -> {ty}",
        ]


def in_some_order(rng: random.Random, array: np.ndarray) -> np.ndarray:
    """The same elements in other memory."""
    return rng.choice(
        [
            array,
            np.asfortranarray(array),
            array[..., ::-1].copy()[..., ::-1],
            np.repeat(array, 2, axis=-1)[..., ::2],
        ]
    )


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_chains_are_what_numpy_computes(first):
    for seed in range(first, first + 20):
        with np.errstate(all="ignore"):
            chain = Chain(seed)
        if len(chain.tensors) == len(chain.arguments):
            continue
        text = chain.text()
        for way in ({}, {"optimize": False}, {"threads": 2}):
            arrays = [in_some_order(chain.rng, each.elements) for each in chain.arguments]
            given = [array.copy() for array in arrays]
            found = tvmlike.compile(text, **way).f(*arrays, *chain.sizes)
            for one, wanted in zip(found, chain.results(), strict=True):
                np.testing.assert_array_equal(np.from_dlpack(one), wanted.elements, f"{seed} {way}\n{text}")
            for array, before in zip(arrays, given, strict=True):
                np.testing.assert_array_equal(array, before)
