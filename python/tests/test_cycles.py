"""Reference cycles through native objects.

The accelerator shows the references of native objects to the garbage collector, provided that every object in
between has one reference. Without the accelerator, such a cycle leaks unless the program breaks it.
"""

from __future__ import annotations

import gc
import weakref

import pytest

import tvmlike

collected = pytest.mark.skipif(
    tvmlike.ffi_path() == "ctypes",
    reason="only the accelerator shows native objects to the garbage collector",
)


class Keeper:
    """A Python object that keeps others alive."""


@pytest.fixture
def gone(testing):
    """Checks that a cycle is collected, and the native objects in it are freed."""
    gc.collect()
    before = testing.Node.alive()

    def check(make):
        alive = make()
        assert alive() is not None, "the cycle was freed before the collection"
        gc.collect()
        assert alive() is None
        assert testing.Node.alive() == before

    return check


@collected
def test_through_a_callback(testing, gone):
    def make():
        node = testing.Node("n")
        node.on_change = lambda changed: node
        assert node.touch() is node
        return weakref.ref(node)

    gone(make)


@collected
def test_through_a_bound_method_of_a_subclass(testing, gone):
    class Mine(testing.Node):
        def changed(self, node):
            return self.name

    def make():
        mine = Mine("n")
        mine.on_change = mine.changed
        assert mine.touch() == "n"
        return weakref.ref(mine)

    gone(make)


@collected
@pytest.mark.parametrize(
    "put",
    [
        lambda node: [1, [lambda: node]],
        lambda node: {"a": 1, "b": {"f": lambda: node}},
        lambda node: [tvmlike.Array([tvmlike.Map({"f": lambda: node})])],
        lambda node: lambda: node,
    ],
    ids=["array", "map", "both", "function"],
)
def test_through_containers(testing, gone, put):
    def make():
        node = testing.Node("n")
        node.tag = put(node)
        return weakref.ref(node)

    gone(make)


@collected
def test_through_python_objects(testing, gone):
    def make():
        node, keeper = testing.Node("n"), Keeper()
        keeper.node = node
        node.tag = [keeper]
        return weakref.ref(node)

    gone(make)


@collected
def test_through_children(testing, gone):
    def make():
        parent = testing.Node("p", [testing.Node("c", [testing.Node("g")])])
        # The Python objects of the child and its child are freed before the collector runs.
        parent.children[0].children[0].on_change = lambda changed: parent
        return weakref.ref(parent)

    gone(make)


@collected
def test_through_attributes_of_subclasses(testing, gone):
    class Mine(testing.Node):
        pass

    def make():
        first, second = Mine("a"), Mine("b")
        first.other = second
        second.on_change = lambda changed: first
        return weakref.ref(first)

    gone(make)


@collected
def test_through_an_array_alone(testing, gone):
    def make():
        kept = Keeper()
        kept.array = tvmlike.Array([tvmlike.Map({"k": kept})])
        return weakref.ref(kept)

    gone(make)


@collected
def test_objects_in_use_are_not_collected(testing):
    before = testing.Node.alive()
    called = []

    def make():
        node = testing.Node("n")

        def changed(other):
            called.append(other.name)
            return node

        node.on_change = changed
        testing.hold(node)
        return weakref.ref(changed)

    alive = make()
    for _ in range(3):
        gc.collect()
    # Native code holds the node, so the node and everything that it keeps alive are not garbage.
    assert alive() is not None
    assert testing.held().touch().name == "n"
    assert called == ["n"]
    testing.release()
    gc.collect()
    assert alive() is None
    assert testing.Node.alive() == before


@collected
def test_a_callback_that_another_node_holds_is_not_collected(testing):
    before = testing.Node.alive()

    def make(other):
        node = testing.Node("n")
        node.on_change = other.on_change = tvmlike.convert(lambda changed: node)

    other = testing.Node("o")
    make(other)
    gc.collect()
    # The other node has the same function object, which keeps the first node alive.
    assert other.touch().name == "n"
    assert testing.Node.alive() == before + 2
    other.on_change = None
    del other
    gc.collect()
    assert testing.Node.alive() == before


def test_a_manually_broken_cycle(testing):
    before = testing.Node.alive()

    def make():
        node = testing.Node("n")
        node.on_change = lambda changed: node
        node.tag = [lambda: node]
        node.on_change = node.tag = None
        return weakref.ref(node)

    alive = make()
    gc.collect()
    assert alive() is None
    assert testing.Node.alive() == before


def test_a_collection_while_a_callback_runs(testing):
    before = testing.Node.alive()
    node = testing.Node("n")

    def changed(same):
        nonlocal node
        node = None
        gc.collect()
        return same.name

    node.on_change = changed
    assert node.touch() == "n"
    del changed
    gc.collect()
    assert testing.Node.alive() == before


@collected
@pytest.mark.parametrize("where", ["class", "members", "callable", "argument", "in containers"])
def test_a_cycle_through_a_call_plan(where):
    native = tvmlike._backend.native

    class Class:
        def __call__(self, value):
            return value

    kept = Class()
    function = tvmlike.PackedFunc(lambda value: value)
    native.set_plan(
        function,
        {
            "class": (("enum", (kept, {})), ()),
            "members": (("enum", (int, {1: kept})), ()),
            "callable": (("call", (kept, None)), ()),
            "argument": (None, ((0, kept, kept),)),
            "in containers": (
                ("each", ("tuple", (("map", (None, ("call", (kept, None)))), ("dict", (("key", None),))))),
                (),
            ),
        }[where],
    )
    kept.function = function
    alive = weakref.ref(kept)
    del kept, function
    gc.collect()
    assert alive() is None


@collected
def test_a_call_plan_keeps_its_converters_alive(testing):
    native = tvmlike._backend.native
    function = tvmlike.PackedFunc(lambda value: value)
    native.set_plan(
        function, (("call", (lambda value: [value], None)), ((0, None, lambda value: "converted"),))
    )
    for _ in range(3):
        gc.collect()
        assert function(object()) == ["converted"]


@pytest.fixture
def native_gone(testing):
    """Checks that native objects are freed by a collection, and not before."""
    gc.collect()
    before = testing.Node.alive()

    def check(make, count):
        make()
        assert testing.Node.alive() == before + count, "the cycle was freed before the collection"
        gc.collect()
        assert testing.Node.alive() == before

    return check


def itself(testing):
    node = testing.Node("n")
    node.tag = node


def itself_in_a_list(testing):
    node = testing.Node("n")
    node.tag = {"in": [node]}


def child_and_parent(testing):
    parent, child = testing.Node("p"), testing.Node("c")
    parent.add(child)
    child.tag = parent


def parent_first(testing):
    parent, child = testing.Node("p"), testing.Node("c")
    parent.add(child)
    child.tag = parent
    del child
    assert parent.children[0].tag is parent


def ring(testing):
    nodes = [testing.Node(str(i)) for i in range(2000)]
    for node, following in zip(nodes, nodes[1:] + nodes[:1]):
        node.tag = following


@collected
@pytest.mark.parametrize(
    ("make", "count"),
    [(itself, 1), (itself_in_a_list, 1), (child_and_parent, 2), (parent_first, 2), (ring, 2000)],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_native_references_alone(testing, native_gone, make, count):
    native_gone(lambda: make(testing), count)


@collected
def test_a_native_cycle_that_python_reaches_stays(testing):
    before = testing.Node.alive()
    outer, inner = testing.Node("outer"), testing.Node("inner")
    inner.tag = [outer, inner]
    outer.add(inner)
    del inner
    gc.collect()
    assert testing.Node.alive() == before + 2
    inner = outer.children[0]
    assert inner.tag[1] is inner
    assert inner.name == "inner"
    # By the other one, after a collection has looked at both.
    del outer
    gc.collect()
    assert inner.tag[0].children[0] is inner
    inner.tag = None
    del inner
    gc.collect()
    assert testing.Node.alive() == before


@collected
def test_a_native_cycle_that_native_code_holds_stays(testing):
    before = testing.Node.alive()
    node = testing.Node("n")
    node.tag = node
    testing.hold(node)
    del node
    gc.collect()
    assert testing.Node.alive() == before + 1
    testing.hold(None)
    gc.collect()
    assert testing.Node.alive() == before


@collected
def test_many_native_cycles_need_no_collection(testing):
    gc.collect()
    gc.disable()
    try:
        before = testing.Node.alive()
        for _ in range(30_000):
            child_and_parent(testing)
        assert testing.Node.alive() < before + 25_000
    finally:
        gc.enable()
    gc.collect()
    assert testing.Node.alive() == before


@collected
def test_callbacks_of_a_native_cycle_run_while_it_is_freed(testing):
    """A wrapper is made for an object that a collection frees."""
    gc.collect()
    before = testing.Node.alive()
    ended = []

    class Kept:
        def __del__(self):
            ended.append(testing.Node("during"))
            gc.collect()

    def make():
        node = testing.Node("n")
        node.tag = [node, Kept()]

    make()
    gc.collect()
    assert [node.name for node in ended] == ["during"]
    ended.clear()
    gc.collect()
    assert testing.Node.alive() == before
