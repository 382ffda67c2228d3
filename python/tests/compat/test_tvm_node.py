"""`node.*` of libtvm_runtime: text, attributes, JSON and equality, also for objects of tvmlike."""

from __future__ import annotations

import json

import pytest
from tvm_client import OBJECT, Client, TVMError

import tvmlike


@pytest.fixture(scope="module")
def tvm():
    return Client.load()


@pytest.fixture
def made(request, tvm):
    """Creates an object from a value of our front end."""
    name = f"made.{request.node.name.split('[')[0]}"

    def make(value):
        tvmlike.register_func(name, lambda: value, override=True)
        return tvm.call(name)

    yield make
    if tvmlike.get_global_func(name, allow_missing=True) is not None:
        tvmlike.remove_global_func(name)


def test_text(tvm, made):
    value = made([1, 2.5, True, None, 'q"\n', {"k": tvmlike.Shape([1, 2])}])
    text = '[1, 2.5, true, (nullptr), "q\\"\\n", {"k": [1, 2]}]'
    assert tvm.call("node.AsRepr", value) == text
    assert tvm.call("node.AsLegacyRepr", value) == text
    assert tvm.call("node.AsRepr", tvm.call("runtime.ADT", 1, "x")) == 'runtime.ADT(tag=1, fields=["x"])'
    assert tvm.call("node.AsRepr", None) == "(nullptr)"


def test_an_object_of_a_plugin(tvm, made, testing):
    counter = made(testing.Counter(step=3))
    assert tvm.call("node.NodeGetAttr", counter, "type_key") == "testing.Counter"
    names = tvm.call("node.NodeListAttrNames", counter)
    fields = [names(at) for at in range(names(-1))]
    assert "step" in fields
    assert tvm.call("node.NodeGetAttr", counter, "step") == 3
    with pytest.raises(TVMError, match=r'^AttributeError: .*testing\.Counter has no attribute "nope"'):
        tvm.call("node.NodeGetAttr", counter, "nope")


def test_saved_text_is_valid_json(tvm, made):
    value = {"k": [1, 2.5, None, "gr\u00fcn"], "s": tvmlike.Shape([7]), "b": b"\0\xff"}
    text = tvm.call("node.SaveJSON", made(value))
    document = json.loads(text)
    assert set(document) == {"root", "nodes", "b64ndarrays", "attrs"}
    assert document["nodes"][0] == {"type_key": ""}
    assert document["nodes"][document["root"]] == {
        "type_key": "Map",
        "keys": ["k", "s", "b"],
        "data": [2, 6, 7],
    }
    loaded = tvm.call("node.LoadJSON", text)
    assert tvm.call("node.StructuralEqual", loaded, made(value))
    assert tvm.call("node.StructuralHash", loaded) == tvm.call("node.StructuralHash", made(value))
    assert tvm.call("node.SaveJSON", loaded) == text


def test_our_front_end_reads_it_too(tvm, made):
    text = tvm.call("node.SaveJSON", made(["a", {"k": 1}]))
    loaded = tvmlike.get_global_func("node.LoadJSON")(text)
    assert loaded[0] == "a"
    assert dict(loaded[1]) == {"k": 1}
    assert tvmlike.get_global_func("node.AsRepr")(loaded) == '["a", {"k": 1}]'


def test_text_that_is_saved_alone_comes_back_as_an_object(tvm):
    loaded = tvm.call("node.LoadJSON", tvm.call("node.SaveJSON", tvm.call("runtime.String", "alone")))
    assert loaded.code == OBJECT
    assert tvm.call("runtime.GetFFIString", loaded) == "alone"
    assert tvm.call("node.LoadJSON", tvm.call("node.SaveJSON", None)) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "ValueError: node.LoadJSON: argument 1 `text`: not JSON"),
        ("[]", "ValueError: node.LoadJSON: argument 1 `text`: the document: expected an object, got a list"),
        ('{"root": 0, "nodes": [{"type_key": "Array", "data": [0]}]}', "ValueError: .*cyclic reference"),
        ('{"root": 0, "nodes": [{"type_key": "Array", "data": [5]}]}', "ValueError: .* reference to node 5"),
        ('{"root": 0, "nodes": [{"type_key": "nope"}]}', "TypeError: .* no type is registered"),
        ("[" * 100_000, "ValueError: .*recursion limit"),
    ],
)
def test_malformed_documents_are_errors(tvm, text, why):
    with pytest.raises(TVMError, match=f"^{why}"):
        tvm.call("node.LoadJSON", text)


def test_unsupported_values_cannot_be_saved(tvm, made):
    with pytest.raises(
        TVMError, match=r"^TypeError: node\.SaveJSON: argument 1 `value`: an object of runtime\.PackedFunc"
    ):
        tvm.call("node.SaveJSON", made([print]))


def test_a_difference_is_named(tvm, made):
    one, other = made({"k": [1, 2]}), made({"k": [1, 3]})
    assert tvm.call("node.StructuralEqual", one, other, False, False) is False
    with pytest.raises(TVMError, match=r'^ValueError: .*the two values differ at \["k"\]\[1\]: 2 is not 3'):
        tvm.call("node.StructuralEqual", one, other, True, False)


def test_parameters(tvm, made, tmp_path):
    np = pytest.importorskip("numpy")
    params = made({"w": np.arange(6, dtype="float32").reshape(2, 3)})
    saved = tvm.call("runtime.SaveParams", params)
    loaded = tvm.call("runtime.LoadParams", saved)
    assert tvm.call("node.StructuralEqual", params, loaded)
    for size in range(0, len(saved), 7):
        with pytest.raises(TVMError, match=r"^ValueError: runtime\.LoadParams: argument 1 `bytes`: "):
            tvm.call("runtime.LoadParams", saved[:size])
    path = str(tmp_path / "params")
    tvm.call("runtime.SaveParamsToFile", params, path)
    assert (tmp_path / "params").read_bytes() == saved
    assert tvm.call("node.StructuralEqual", tvm.call("runtime.LoadParamsFromFile", path), params)
    with pytest.raises(TVMError, match=r"^OSError: runtime\.LoadParamsFromFile: argument 1 `path`: "):
        tvm.call("runtime.LoadParamsFromFile", path + ".gone")
