"""Makes random calls and prints each result in a line: `python random_calls.py PLUGIN SEED STEPS`.

With the same seed, both call paths print the same lines; `test_both_paths.py` compares them.
"""

from __future__ import annotations

import copy
import inspect
import operator
import pickle
import random
import sys

import random_values as values
from recorded import register_recorded

import tvmlike

# Functions that wait, print, count objects of the process, or return addresses or how text is borrowed.
LEFT_OUT = {
    "testing.call_in_thread",
    "testing.call_in_threads",
    "testing.call_later",
    "testing.call_n",
    "testing.native_stack",
    "testing.panic",
    "testing.spin_ms",
    "testing.wait_ms",
    "testing.tensor_info",
    "testing.type_key",
    "tensor.data_ptr",
    "array.call_n",
}
MEMBERS_LEFT_OUT = {"alive", "add_later", "panic", "data_ptr"}
RECORD_TYPES = (
    "unknown",
    "i64",
    "f64",
    "str",
    "i1",
    "bytes",
    ["optional", "i64"],
    ["py_homogeneous_list", "i64"],
)
DEFAULTS = {"i64": 3, "f64": 0.5, "str": "text", "i1": True}


def random_record(rng):
    """A random signature: parameters, defaults, keyword-only parameters, or variadic."""
    kinds = [rng.choice(RECORD_TYPES) for _ in range(rng.randrange(6))]
    names = [f"{'abcdef'[at]}" for at in range(len(kinds))]
    record = {"a": [["named", *pair] for pair in zip(names, kinds)], "r": ["unknown"]}
    if rng.random() < 0.2:
        record["a"] = [entry[2] if rng.random() < 0.5 else entry for entry in record["a"]]
    can = [pair for pair in zip(names, kinds) if isinstance(pair[1], str) and pair[1] in DEFAULTS]
    record["defaults"] = {name: DEFAULTS[kind] for name, kind in can if rng.random() < 0.6}
    if rng.random() < 0.3:
        record["keyword_only"] = names[rng.randrange(len(names) + 1) :]
    if rng.random() < 0.2:
        record["variadic"] = True
    return record


def parameters(function):
    """The name and annotation of each parameter, and whether it has a default."""
    try:
        known = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    return [one for one in known if one.kind is not one.VAR_POSITIONAL]


def arguments(rng, function):
    """Random arguments, by position and by name; the function accepts most of them."""
    known = parameters(function)
    positional, by_name = [], {}
    for one in known:
        if one.default is not one.empty and rng.random() < 0.5:
            continue
        given = values.fitting(rng, str(one.annotation))
        if by_name or one.kind is one.KEYWORD_ONLY or rng.random() < 0.3:
            by_name[one.name] = given
        else:
            positional.append(given)
    odd = rng.random()
    if odd < 0.05:
        by_name[values.name(rng)] = values.any_value(rng)
    elif odd < 0.1:
        positional.append(values.any_value(rng))
    elif odd < 0.15 and positional:
        positional.pop()
    elif odd < 0.2 and by_name:
        by_name.pop(next(iter(by_name)))
    if rng.random() < 0.1:
        pairs = list(by_name.items())
        rng.shuffle(pairs)
        by_name = dict(pairs)
    return positional, by_name


def call(rng, function, title):
    positional, by_name = arguments(rng, function)
    given = f"{title}(*{values.show(positional)}, **{values.show(by_name)})"
    result = values.outcome(lambda: function(*positional, **by_name))
    # The function changes arrays in place.
    after = f"(*{values.show(positional)}, **{values.show(by_name)})"
    return given, result if given.endswith(after) else f"{result}, and then {after}"


def use_object(rng, one, title):
    """Reads a member of an object or applies an operator to it."""
    cls = type(one)
    members = [name for name in dir(cls) if not name.startswith("_") and name not in MEMBERS_LEFT_OUT]
    other = rng.choice((one, copy_of(one), values.any_value(rng)))
    if members and rng.random() < 0.6:
        name = rng.choice([*members, values.name(rng)])
        kind = rng.randrange(4)
        if kind == 0:
            value = values.any_value(rng)
            shown = f"{title}.{name} = {values.show(value)}"
            return shown, values.outcome(lambda: setattr(one, name, value)) + read(one, name)
        if kind == 1 and is_method(cls, name):
            return call(rng, getattr(one, name), f"{title}.{name}")
        if kind == 2:
            return f"del {title}.{name}", values.outcome(lambda: delattr(one, name))
        return f"{title}.{name}", values.outcome(lambda: plain(getattr(one, name)))
    operation = rng.choice(OPERATIONS)
    shown = f"{operation.__name__}({title}, {values.show(other)})"
    return shown, values.outcome(lambda: operation(one, other))


def is_method(cls, name):
    try:
        return callable(getattr(cls, name, None))
    except Exception:
        return False  # the class property raises


def read(one, name):
    return f", {values.outcome(lambda: plain(getattr(one, name)))}"


def plain(value):
    """A callable is shown as such, because the name of its class depends on the call path."""
    return "a class" if isinstance(value, type) else "a function" if callable(value) else value


def copy_of(one):
    try:
        return copy.copy(one)
    except TypeError:
        return one


def equal_hashes(one, other):
    return hash(one) == hash(one), one == other, hash(one) == hash(other)


def length(one, other):
    return len(one)


def text(one, other):
    return repr(one), str(one), bool(one)


def items_of(one, other):
    return list(one)


def item(one, other):
    return plain(one[other]), plain(one[0]), plain(one[-1])


def pickled(one, other):
    return pickle.loads(pickle.dumps(one))


def instance(one, other):
    known = [base.__name__ for base in type(one).__mro__]
    return known[: known.index("Object")], isinstance(other, type(one))


OPERATIONS = (
    operator.eq,
    operator.ne,
    operator.lt,
    operator.le,
    operator.gt,
    operator.ge,
    equal_hashes,
    length,
    text,
    items_of,
    item,
    operator.contains,
    pickled,
    instance,
)


def random_index(rng, size):
    if rng.random() < 0.6:
        return rng.randrange(-size - 2, size + 2)
    if rng.random() < 0.6:
        ends = [None, *range(-size - 2, size + 3), 2**70, "a", 1.5, values.Index(1), values.Index(None)]
        step = rng.choice((None, None, 1, 2, -1, -2, 0, 2**70, "a"))
        return slice(rng.choice(ends), rng.choice(ends), step)
    return values.any_value(rng)


def use_array(rng):
    held = values.items(rng, 0)
    try:
        one = tvmlike.Array(held)
    except Exception as error:
        return f"Array({values.show(held)})", f"{type(error).__name__}: {str(error)!a}"
    index, other = random_index(rng, len(held)), values.any_value(rng)
    same = rng.choice((held, tuple(held), one, list(one), other))
    kinds = (
        ("[]", lambda: one[index], index),
        ("in", lambda: other in one, other),
        ("in", lambda: held[0] in one if held else None, held),
        ("==", lambda: one == same, same),
        ("iterate", lambda: list(one), None),
        ("reversed", lambda: list(reversed(one)), None),
        ("index", lambda: one.index(other), other),
        ("count", lambda: one.count(other), other),
        ("unpack", lambda: [*one, len(one)], None),
        ("set", lambda: operator.setitem(one, index, other), index),
        ("repr", lambda: repr(one), None),
        ("back", lambda: tvmlike.testing.echo(one)[index], index),
    )
    title, act, given = rng.choice(kinds)
    return f"Array({values.show(held)}) {title} {values.show(given)}", values.outcome(act)


def use_map(rng):
    held = values.mapping(rng, 0)
    try:
        one = tvmlike.Map(held)
    except Exception as error:
        return f"Map({values.show(held)})", f"{type(error).__name__}: {str(error)!a}"
    keys = [*held, values.any_value(rng)]
    key, other = rng.choice(keys), rng.choice((held, one, values.any_value(rng)))
    kinds = (
        ("[]", lambda: one[key], key),
        ("in", lambda: key in one, key),
        ("get", lambda: one.get(key, "none"), key),
        ("==", lambda: one == other, other),
        ("keys", lambda: [list(one), list(one.keys()), len(one)], None),
        ("items", lambda: [list(one.items()), list(one.values())], None),
        ("set", lambda: operator.setitem(one, key, 1), key),
        ("repr", lambda: repr(one), None),
    )
    title, act, given = rng.choice(kinds)
    return f"Map({values.show(held)}) {title} {values.show(given)}", values.outcome(act)


def use_namespace(rng):
    name = rng.choice(("add3", "Point", "nope", "addd3", values.name(rng), "", "a.b", "__file__"))
    kinds = (
        (lambda: plain(getattr(tvmlike.testing, name))),
        (lambda: plain(tvmlike.get_global_func(f"testing.{name}"))),
        (lambda: plain(tvmlike.get_global_func(f"testing.{name}", allow_missing=True))),
        (lambda: hasattr(tvmlike.testing, name)),
    )
    kind = rng.randrange(len(kinds))
    return f"testing.{name} {kind}", values.outcome(kinds[kind])


def main() -> None:
    plugin, seed, steps = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(seed)
    tvmlike.load_plugin(plugin)
    names = [
        name for prefix in ("testing", "tensor", "array") for name in tvmlike.list_global_func_names(prefix)
    ]
    functions = {name: tvmlike.get_global_func(name) for name in names if name not in LEFT_OUT}
    for at in range(12):
        functions[f"random.f{at}"] = register_recorded(f"random.f{at}", random_record(rng))
    known = (getattr(tvmlike.testing, name) for name in dir(tvmlike.testing))
    classes = {one.__name__: one for one in known if isinstance(one, type)}
    for title, one in (functions | classes).items():
        signature = values.outcome(lambda one=one: str(inspect.signature(one)))
        print(f"{title}{signature} {one.__doc__!a}")
    objects = [tvmlike.testing.Point(1.0, 2.0), tvmlike.testing.Counter(2), tvmlike.testing.Node("a")]

    def step():
        kind = rng.randrange(10)
        if kind < 4:
            title = rng.choice(list(functions))
            return call(rng, functions[title], title)
        if kind < 5:
            title = rng.choice(list(classes))
            positional, by_name = arguments(rng, classes[title])
            result = values.outcome(
                lambda: objects.append(classes[title](*positional, **by_name)) or objects[-1]
            )
            return f"{title}(*{values.show(positional)}, **{values.show(by_name)})", result
        if kind < 7:
            at = rng.randrange(len(objects))
            return use_object(rng, objects[at], f"{type(objects[at]).__name__} {at}")
        return (use_array, use_map, use_namespace)[kind - 7](rng)

    for at in range(steps):
        given, result = step()
        print(f"{at}: {given} -> {result}", flush=True)


if __name__ == "__main__":
    main()
