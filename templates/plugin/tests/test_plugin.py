"""The installed plugin, as its users meet it."""

from __future__ import annotations

import array

import pytest
import tvmlike
import {{crate_name}}


def test_the_namespace_is_there_once_the_package_is_installed():
    from tvmlike.{{crate_name}} import add

    assert add is {{crate_name}}.add
    assert any(plugin["path"].startswith({{crate_name}}.library()) for plugin in tvmlike.list_plugins())


def test_a_function():
    assert {{crate_name}}.add(40, 2) == 42
    assert {{crate_name}}.add(a=41) == 42
    with pytest.raises(OverflowError, match="does not fit"):
        {{crate_name}}.add(2**63 - 1)


def test_an_array_in_its_own_memory():
    numbers = array.array("f", [1.0, 2.0])
    {{crate_name}}.scale(numbers, 1.5)
    assert numbers.tolist() == [1.5, 3.0]


def test_an_object():
    counter = {{crate_name}}.Counter(40)
    assert counter.add(2) == 42
    assert counter.value == 42
