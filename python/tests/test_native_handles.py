"""Handles: pointers to objects of a C library, which free them."""

from __future__ import annotations

import gc
import json
import threading

import pytest

from tvmlike import native

SOURCE = """
    #include <stdlib.h>
    struct box { int value; struct box *inside; };
    static int living, freed_last;
    int count(void) { return living; }
    int last(void) { return freed_last; }
    static struct box *made(int value, struct box *inside) {
        struct box *box = value < 0 ? NULL : malloc(sizeof *box);
        if (!box) return box;
        box->value = value;
        box->inside = inside;
        __atomic_add_fetch(&living, 1, __ATOMIC_SEQ_CST);
        return box;
    }
    struct box *box_new(int value) { return made(value, NULL); }
    int box_open(int value, struct box **box) { *box = made(value, NULL); return *box ? 0 : 7; }
    struct box *box_around(struct box *inside) { return made(100, inside); }
    int box_value(struct box *box) { return box ? box->value : -1; }
    struct box *box_inside(struct box *box) { return box->inside; }
    int box_free(struct box *box) {
        if (!box) return -1;
        freed_last = box->value + (box->inside ? 1000 * box->inside->value : 0);
        __atomic_sub_fetch(&living, 1, __ATOMIC_SEQ_CST);
        free(box);
        return freed_last;
    }
    int box_merge(struct box *kept, struct box *given) {
        kept->value += given->value;
        box_free(given);
        return kept->value;
    }
    void box_replace(struct box **box) {
        struct box *before = *box;
        *box = made(before->value + 1, NULL);
        box_free(before);
    }
    void tag_free(void *tag) { free(tag); }
    void *tag_new(void) { return malloc(1); }
"""
SIGNATURES = {
    "count": "i32()",
    "last": "i32()",
    "box_new": "own *box(i32)",
    "box_open": "i32(i32, box: out own *box)",
    "box_around": "own *box(*box)",
    "box_value": "i32(box: *box)",
    "box_inside": "*box(*box)",
    "box_free": "i32(box: own *box)",
    "box_merge": "i32(*box, given: own *box)",
    "box_replace": "void(inout own *box)",
    "tag_new": "own *tag()",
}
API = {
    "handles": {"box": "box_free", "tag": "tag_free", "plain": None},
    "functions": [{"symbol": symbol, "signature": text} for symbol, text in SIGNATURES.items()],
}


@pytest.fixture
def lib(compiled):
    with native.open(compiled("boxes", SOURCE), signatures=API) as opened:
        yield opened
        gc.collect()
        assert opened.count() == 0


def test_an_owned_handle_frees_its_object(lib):
    box = lib.box_new(5)
    assert isinstance(box, native.Handle)
    assert (box.type_name, box.owned, box.closed, lib.box_value(box)) == ("box", True, False, 5)
    assert repr(box) == f"<native.Handle box at {box.pointer.value:#x}>"
    del box
    gc.collect()
    assert (lib.count(), lib.last()) == (0, 5)


def test_closing_a_handle(lib):
    with lib.box_new(5) as box:
        assert lib.count() == 1
    assert (lib.count(), box.closed, box.pointer, repr(box)) == (0, True, None, "<native.Handle box, closed>")
    box.close()
    assert lib.count() == 0
    with pytest.raises(ValueError, match="box_value: argument 1 `box`: the handle of box was closed"):
        lib.box_value(box)


def test_out_parameters_and_null(lib):
    status, box = lib.box_open(3)
    assert (status, lib.box_value(box)) == (0, 3)
    assert lib.box_open(-1) == (7, None)
    assert lib.box_new(-1) is None
    assert lib.box_value(None) == -1


def test_a_function_that_frees(lib):
    box = lib.box_new(9)
    assert lib.box_free(box) == 9
    assert (box.closed, lib.count()) == (True, 0)
    with pytest.raises(ValueError, match="box_free: argument 1 `box`: the handle of box was closed"):
        lib.box_free(box)
    first, second = lib.box_new(1), lib.box_new(2)
    with pytest.raises(TypeError, match="box_merge: expected 2 arguments"):
        lib.box_merge(second)
    with pytest.raises(TypeError):
        lib.box_merge("text", second)
    assert not second.closed  # nothing was called
    assert lib.box_merge(first, given=second) == 3
    assert (second.closed, first.closed, lib.count()) == (True, False, 1)
    assert lib.box_free(None) == -1
    both = lib.bind("box_merge", "i32(own *box, own *box)", name="both")
    third = lib.box_new(3)
    with pytest.raises(ValueError, match="both: argument 2: the handle of box was closed"):
        both(third, third)
    assert not third.closed


def test_inout_handles(lib):
    box = lib.box_new(1)
    replaced = lib.box_replace(box)
    assert (box.closed, lib.box_value(replaced), lib.count()) == (True, 2, 1)


def test_borrowed_handles_keep_what_they_come_from(lib):
    inner = lib.box_new(7)
    outer = lib.box_around(inner)
    borrowed = lib.box_inside(outer)
    assert (borrowed.owned, lib.box_value(borrowed)) == (False, 7)
    del inner, outer
    gc.collect()
    assert (lib.count(), lib.box_value(borrowed)) == (2, 7)
    borrowed.close()  # it owns nothing
    assert lib.count() == 2
    del borrowed
    gc.collect()
    # The outer box first: its destructor reads the inner one.
    assert (lib.count(), lib.last()) == (0, 7)


def test_wrong_types_are_refused(lib):
    tag = lib.tag_new()
    with pytest.raises(TypeError, match=r"box_value: argument 1 `box`: expected \*box, got \*tag"):
        lib.box_value(tag)
    for value, name in ((1, "int"), ("text", "str"), ([], "Array"), (lib, "native.Library")):
        with pytest.raises(TypeError, match=rf"expected \*box, got {name}"):
            lib.box_value(value)
    box = lib.box_new(4)
    assert lib.box_value(box.pointer) == 4  # a bare pointer is not checked
    untyped = lib.bind("box_value", "i32(ptr)", name="untyped")
    assert untyped(box) == 4


def test_declarations(lib):
    lib.handle("box", "box_free")  # the same again
    with pytest.raises(ValueError, match="the type `box` was declared with another function that frees it"):
        lib.handle("box", "tag_free")
    for name in ("i32", "const", "own", "double"):
        with pytest.raises(ValueError, match=f"invalid name `{name}` of a type of handles"):
            lib.handle(name)
    with pytest.raises(ValueError, match="invalid name `a b`"):
        lib.handle("a b")
    with pytest.raises(AttributeError, match="has no symbol `nothing`"):
        lib.handle("new", "nothing")
    with pytest.raises(ValueError, match="unknown type `other`; declare a type of handles"):
        lib.bind("box_new", "*other(i32)")
    for text in ("own i32(i32)", "void({own *box})", "void(*own *box)"):
        with pytest.raises(ValueError, match=r"own"):
            lib.bind("box_new", text)
    plain = lib.bind("box_new", "own *plain(i32)", name="plain")(1)
    value = plain.pointer
    plain.close()  # no function frees it
    assert lib.bind("box_free", "i32(ptr)", name="free")(value) == 1
    with pytest.raises(ValueError, match="unknown type `box`"):
        native.closure(lambda box: None, "void(*box)")


def test_declarations_in_json(compiled):
    path = compiled("json", SOURCE)
    for handles, message in (
        ({"box": 1}, 'handles": "box" must be a symbol or null, got 1'),
        (["box"], '"handles" must be an object'),
        ({"box": "nothing"}, "has no symbol `nothing`"),
        ({"void": None}, "invalid name `void`"),
    ):
        text = json.dumps({"handles": handles, "functions": []})
        with pytest.raises((ValueError, AttributeError), match=message):
            native.open(path, signatures=text)


def test_a_handle_keeps_its_library_open(compiled):
    opened = native.open(compiled("kept", SOURCE), signatures=API)
    count, box = opened.count, opened.box_new(1)
    opened.close()
    del opened
    gc.collect()
    assert count() == 1
    del box
    gc.collect()
    assert count() == 0


def test_many_threads_close_one_handle(lib):
    def work(box, barrier):
        barrier.wait()
        box.close()

    for _ in range(30):
        box, barrier = lib.box_new(1), threading.Barrier(4)
        threads = [threading.Thread(target=work, args=(box, barrier)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert lib.count() == 0
