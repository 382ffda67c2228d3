"""Random transfers between memory and vectors of several dimensions."""

from __future__ import annotations

import random


def transfers(seed: int) -> str:
    """Reads and writes along some dimensions in any order, with masks, in bounds and not."""
    rng = random.Random(seed)
    rank = rng.randint(1, 4)
    element = rng.choice(["f32", "f64", "i32"])
    sizes = "".join(rng.choice(["?x", "?x", "8x"]) for _ in range(rank))
    layout = ""
    if rng.random() < 0.2:
        strides = ", ".join([*(["?"] * (rank - 1)), rng.choice(["?", "1", "2"])])
        layout = f", strided<[{strides}], offset: ?>"
    memory = f"memref<{sizes}{element}{layout}>"
    is_tensor = not layout and rng.random() < 0.2
    if is_tensor:
        memory = f"tensor<{sizes}{element}>"
    lines, results = [], []
    for number in range(rng.randint(1, 3)):
        is_read = rng.random() < 0.5
        chosen: list[int | None] = list(rng.sample(range(rank), rng.randint(1, min(rank, 3))))
        if rng.random() < 0.5:
            chosen.sort(key=lambda dim: dim or 0)
        while is_read and len(chosen) < 3 and rng.random() < 0.3:
            chosen.insert(rng.randint(0, len(chosen)), None)
        shape = [rng.choice([1, 2, 3]) for _ in chosen]
        vector = f"vector<{'x'.join(map(str, shape))}x{element}>"
        inputs = ", ".join(f"d{dim}" for dim in range(rank))
        outputs = ", ".join("0" if dim is None else f"d{dim}" for dim in chosen)
        bounds = ["true" if dim is None else rng.choice(["true", "false"]) for dim in chosen]
        attributes = (
            f"permutation_map = affine_map<({inputs}) -> ({outputs})>, in_bounds = [{', '.join(bounds)}]"
        )
        indices = ", ".join(rng.choice(["%i", "%j", "%c2"]) for _ in range(rank))
        mask = ""
        used = [dim for dim in chosen if dim is not None]
        # MLIR 22 takes the mask of other transfers to lie as the vector, not as the memory.
        is_known = used == sorted(used) if is_read else used == list(range(used[0], used[0] + len(used)))
        is_known = is_known or (len(chosen) == len(used) and min(used) == rank - len(used))
        if is_known and rng.random() < 0.4:
            # The mask lies as the memory does.
            own = [
                size for _, size in sorted((dim, size) for dim, size in zip(chosen, shape) if dim is not None)
            ]
            bits = f"vector<{'x'.join(map(str, own))}xi1>"
            lines.append(f'%k{number} = "test.mask"() : () -> {bits}')
            mask = f", %k{number}"
        if is_read:
            operands = f"%m[{indices}], %p{mask} {{{attributes}}}"
            lines.append(f"%v{number} = vector.transfer_read {operands} : {memory}, {vector}")
            results.append((f"%v{number}", vector))
        else:
            lines.append(f'%w{number} = "test.vector"() : () -> {vector}')
            made = f"%t{number} = " if is_tensor else ""
            operands = f"%w{number}, %m[{indices}]{mask} {{{attributes}}}"
            lines.append(f"{made}vector.transfer_write {operands} : {vector}, {memory}")
            if is_tensor:
                results.append((f"%t{number}", memory))
    names = ", ".join(name for name, _ in results)
    types = ", ".join(ty for _, ty in results)
    lines.append(f'"test.use"({names}) : ({types}) -> ()')
    body = "\n".join(f"  {line}" for line in lines)
    if rng.random() < 0.3:
        body = f"  scf.for %j = %i to %n step %c2 {{\n{body}\n  }}"
        body = f"  %c2 = arith.constant 2 : index\n{body}"
        return f"func.func @f(%m: {memory}, %i: index, %n: index, %p: {element}) {{\n{body}\n  return\n}}"
    body = f"  %c2 = arith.constant 2 : index\n{body}"
    return f"func.func @f(%m: {memory}, %i: index, %j: index, %p: {element}) {{\n{body}\n  return\n}}"
