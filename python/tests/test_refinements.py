"""Classes that refine another by a predicate."""

from __future__ import annotations

import copy
import gc
import inspect
import pydoc
import threading

import pytest

import tvmlike


def test_results_have_the_most_refined_class(testing):
    kinds = {
        "integer": testing.IntegerType,
        "float": testing.FloatType,
        "tensor": testing.ShapedType,
        "other": testing.Type,
    }
    for name, cls in kinds.items():
        assert type(testing.parse_type(name)) is cls
    matrix = testing.parse_type("tensor", [2, 3])
    assert type(matrix) is testing.MatrixType
    assert testing.MatrixType.__mro__[:3] == (testing.MatrixType, testing.ShapedType, testing.Type)
    assert (matrix.rank, repr(matrix), matrix.mnemonic) == (2, "matrix<2x3>", "tensor")
    assert repr(matrix.transposed()) == "matrix<3x2>"
    # A result that is declared as the refined class.
    assert type(testing.IntegerType.get_signless(8).doubled()) is testing.IntegerType
    # The type in the object's header is the refined class.
    assert matrix.type_key == "testing.Type"


def test_there_is_one_python_object(testing):
    integer = testing.parse_type("integer", [8])
    testing.keep_type(integer)
    assert testing.kept_type() is integer
    assert testing.IntegerType(integer) is integer
    assert testing.Type.__eq__(integer, testing.parse_type("integer", [8]))
    assert {integer: 1}[testing.IntegerType.get_signless(8)] == 1
    testing.keep_type(None)


def test_items_and_arguments_of_callbacks(testing):
    seen = []
    tvmlike.convert(lambda ty: seen.append(type(ty)))(testing.parse_type("float"))
    array = tvmlike.convert([testing.parse_type("integer"), testing.parse_type("other")])
    gc.collect()
    assert seen == [testing.FloatType]
    assert [type(one) for one in array] == [testing.IntegerType, testing.Type]


def test_isinstance(testing):
    integer = testing.parse_type("integer")
    assert isinstance(integer, testing.IntegerType)
    assert isinstance(integer, testing.Type)
    assert not isinstance(integer, testing.FloatType)
    assert issubclass(testing.MatrixType, testing.ShapedType)
    assert testing.IntegerType.isinstance(integer)
    assert testing.ShapedType.isinstance(testing.parse_type("tensor", [1, 2]))
    assert not testing.MatrixType.isinstance(testing.parse_type("tensor", [1]))
    assert not testing.MatrixType.isinstance(integer)
    for other in (None, 1, "integer", testing.Counter(1), testing.IntegerType, tvmlike.convert([1])):
        assert not testing.IntegerType.isinstance(other)


def test_casts(testing):
    integer = testing.parse_type("integer")
    message = r"testing\.MatrixType: expected testing\.MatrixType, got testing\.IntegerType"
    with pytest.raises(TypeError, match=message):
        testing.MatrixType(integer)
    with pytest.raises(TypeError, match=r"testing\.IntegerType: expected testing\.IntegerType, got int"):
        testing.IntegerType(3)
    with pytest.raises(TypeError, match="value"):
        testing.IntegerType()
    # A class with its own constructor calls that.
    assert type(testing.FloatType(64)) is testing.FloatType
    with pytest.raises(ValueError, match="no float has 63 bits"):
        testing.FloatType(63)
    with pytest.raises(TypeError, match=r"argument 1 `width`: expected u32"):
        testing.FloatType(testing.FloatType(64))


def test_a_subclass_of_the_user(testing):
    class Mine(testing.IntegerType):
        def bytes(self):
            return self.width // 8

    integer = testing.parse_type("integer", [64])
    mine = Mine(integer)
    assert (type(mine), mine.bytes(), mine == integer, hash(mine) == hash(integer)) == (Mine, 8, True, True)
    assert mine is not integer
    assert Mine(mine) is mine
    testing.keep_type(mine)
    assert testing.kept_type() is integer
    testing.keep_type(None)
    with pytest.raises(TypeError, match=r"expected testing\.IntegerType, got testing\.FloatType"):
        Mine(testing.FloatType(32))


def test_a_registered_class(testing, registered):
    before = testing.parse_type("integer", [7])

    @registered("testing.IntegerType")
    class Wide(testing.IntegerType):
        @property
        def double(self):
            return 2 * self.width

    assert type(before) is not Wide
    assert testing.parse_type("integer", [8]).double == 16
    assert type(testing.IntegerType.get_signless(2)) is Wide
    assert testing.IntegerType is Wide

    @registered("testing.Type")
    class Base(testing.Type):
        def shout(self):
            return self.mnemonic.upper()

    assert testing.parse_type("float").shout() == "FLOAT"
    assert testing.parse_type("tensor", [1, 2]).shout() == "TENSOR"


def test_errors_name_both_classes(testing):
    matrix = testing.parse_type("tensor", [1, 2])
    expected = r"testing\.width_of: argument 1 `ty`: expected testing\.IntegerType, got testing\.MatrixType"
    with pytest.raises(TypeError, match=expected):
        testing.width_of(matrix)
    expected = (
        r"IntegerType\.width: argument `self`: "
        r"expected testing\.IntegerType, got testing\.MatrixType"
    )
    with pytest.raises(TypeError, match=expected):
        testing.IntegerType.width.fget(matrix)
    assert testing.width_of(testing.parse_type("integer", [5])) == 5
    assert testing.IntegerType.width.fget(testing.parse_type("integer", [5])) == 5


def test_unions_choose_the_variant_of_the_refinement(testing):
    kinds = [testing.numeric_kind(testing.parse_type(name)) for name in ("integer", "float", "tensor")]
    assert kinds == ["integer 32", "float float", "any tensor"]


def test_a_predicate_that_panics(testing):
    assert type(testing.Risky.of(1)) is testing.RiskyOdd
    assert type(testing.Risky.of(2)) is testing.Risky
    alive = len(gc.get_objects())
    for _ in range(50):
        with pytest.raises(
            tvmlike.Error, match=r"RiskyOdd\.__refines__ panicked: .*\s*.*thirteen is unlucky"
        ):
            testing.Risky.of(13)
    gc.collect()
    assert len(gc.get_objects()) < alive + 50
    assert testing.Risky.of(3).half() == 1
    with pytest.raises(TypeError, match=r"expected testing\.RiskyOdd, got testing\.Risky"):
        testing.take_odd(testing.Risky.of(2))


def test_a_refinement_key_avoids_predicate_calls(testing):
    assert type(testing.Keyed.of(0)) is testing.KeyedZero
    asked = testing.KeyedZero.asked()
    kinds = [type(testing.Keyed.of(number)).__name__ for number in range(1, 30)]
    assert kinds == ["KeyedZero" if number % 3 == 0 else "Keyed" for number in range(1, 30)]
    # Once for each new key.
    assert testing.KeyedZero.asked() - asked <= 2
    assert not hasattr(testing.Keyed, "__refinement_key__")


def test_threads(testing):
    failed = []

    def work():
        for number in range(300):
            matrix = testing.parse_type("tensor", [number, 2])
            if type(matrix) is not testing.MatrixType or type(matrix.transposed()) is not testing.MatrixType:
                failed.append(number)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


def test_help_and_dir(testing):
    text = pydoc.render_doc(testing.IntegerType, renderer=pydoc.plaintext)
    assert "A type of integers." in text
    assert "isinstance(value, /)" in text
    assert str(inspect.signature(testing.IntegerType)) == "(value, /)"
    assert "__refines__" not in dir(testing.IntegerType)
    assert {"width", "mnemonic", "get_signless", "isinstance"} <= set(dir(testing.IntegerType))
    assert {"IntegerType", "MatrixType"} <= set(dir(testing))


def test_it_is_not_copied(testing):
    with pytest.raises(TypeError, match="cannot pickle or copy MatrixType"):
        copy.copy(testing.parse_type("tensor", [1, 2]))


def test_stubs(testing):
    from tvmlike import stubs

    text = stubs.texts(["testing"])["testing.pyi"]
    start = text.index("class IntegerType(Type):")
    assert (
        text[start : text.index("\nclass", start)]
        == '''class IntegerType(Type):
    """A type of integers."""
    def __init__(self, value: Object, /) -> None: ...
    @staticmethod
    def isinstance(value: object, /) -> TypeGuard[IntegerType]: ...
    @staticmethod
    def get_signless(width: IntLike) -> IntegerType:
        """The integers of so many bits."""
    @property
    def width(self) -> int:
        """How many bits an integer has."""
    def doubled(self) -> Type:
        """The type with twice the bits."""
'''
    )
    start = text.index("class FloatType(Type):")
    assert text[start:].splitlines()[2:5] == [
        "    @staticmethod",
        "    def isinstance(value: object, /) -> TypeGuard[FloatType]: ...",
        "    def __init__(self, width: IntLike) -> None:",
    ]
