"""Pickling and copying of objects whose types support it."""

from __future__ import annotations

import copy
import pickle

import pytest

import tvmlike

PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)


@pytest.fixture
def subclasses(testing, monkeypatch):
    """Classes that pickle can look up by name."""

    class Labelled(testing.Counter):
        pass

    class Slotted(testing.Point):
        __slots__ = ("note", "unset")

    for cls in (Labelled, Slotted):
        cls.__module__, cls.__qualname__ = __name__, cls.__name__
        monkeypatch.setitem(globals(), cls.__name__, cls)
    return Labelled, Slotted


def copies(value):
    for protocol in PROTOCOLS:
        yield pickle.loads(pickle.dumps(value, protocol))
    yield copy.copy(value)
    yield copy.deepcopy(value)


def test_an_object_is_copied_with_its_state(testing):
    counter = testing.Counter(3, "c")
    counter.value, counter.weight = 9, 0.5
    for same in copies(counter):
        assert type(same) is testing.Counter
        assert same is not counter
        assert not same.same_as(counter)
        assert same == counter
        assert (same.step, same.value, same.label, same.weight) == (3, 9, "c", 0.5)
        same.add()
        assert counter.value == 9


def test_a_child_keeps_its_type(testing):
    for same in copies(testing.Point3(1, 2, 3)):
        assert type(same) is testing.Point3
        assert (same.x, same.y, same.z) == (1.0, 2.0, 3.0)


def test_within_other_data(testing):
    a, b = testing.Point(1, 2), testing.Point(3, 4)
    same = pickle.loads(pickle.dumps({"points": [a, b, a]}))
    assert same["points"] == [a, b, a]
    assert same["points"][0] is same["points"][2]


def test_subclasses_and_their_attributes(subclasses):
    labelled_class, slotted_class = subclasses
    labelled = labelled_class(2)
    labelled.note = ["a"]
    for same in copies(labelled):
        assert type(same) is labelled_class
        assert same == labelled
        assert same.note == ["a"]
    assert copy.copy(labelled).note is labelled.note
    assert copy.deepcopy(labelled).note is not labelled.note
    slotted = slotted_class(1, 2)
    slotted.note = "s"
    for same in copies(slotted):
        assert type(same) is slotted_class
        assert (same.x, same.note) == (1.0, "s")
        assert not hasattr(same, "unset")


def test_a_registered_class_is_found_by_its_key(testing, registered):
    pickled = pickle.dumps(testing.Counter(2))

    @registered("testing.Counter")
    class Counter(tvmlike.Object):
        pass

    assert type(pickle.loads(pickled)) is Counter
    assert type(copy.copy(Counter(2))) is Counter


def test_types_without_state_are_not_copied(testing):
    # A corner inherits from a point, which has a state, but defines none for itself.
    for value in (testing.Node("n"), testing.make_ticket(1), testing.make_seal(), testing.make_corner(1, 2)):
        for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(
                TypeError, match=r"^cannot pickle or copy \w+: it refers to a native object of"
            ):
                attempt(value)


def test_another_process_loads_the_plugin_of_the_type(testing, run_python, tmp_path):
    path = tmp_path / "pickled"
    path.write_bytes(pickle.dumps(testing.Counter(7)))
    program = f"import pathlib, pickle; print(pickle.loads(pathlib.Path({str(path)!r}).read_bytes()).step)"
    status, out, err = run_python(program)
    assert (status, out.strip(), err) == (0, "7", "")
    status, out, err = run_python(
        f"import subprocess; sys.exit(subprocess.run([sys.executable, '-c', {program!r}]).returncode)"
    )
    assert (status, out.strip(), err) == (0, "7", "")
