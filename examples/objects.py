"""A Rust struct as a Python class.

    python examples/objects.py [PLUGIN]

PLUGIN is the library built from examples/plugin_rust, where `Account` is a struct with `#[derive(Object)]`
and a `#[methods]` block. Nothing was written for Python: the class comes from what the struct says of itself.
"""

from __future__ import annotations

import argparse
import inspect
import sys
from pathlib import Path

import tvmlike

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    suffix = "dylib" if sys.platform == "darwin" else "so"
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = ROOT / f"target/release/libtvmlike_plugin_rust.{suffix}"
    parser.add_argument("plugin", nargs="?", default=default, help="the Rust plugin")
    tvmlike.load_plugin(parser.parse_args().plugin)

    use_the_class()
    inherit_from_it()
    make_one_the_class_of_the_type()


def use_the_class() -> None:
    account_class = tvmlike.plugin_rust.Account
    account = account_class("Ada", cents=500)
    assert account.add(cents=250) == 750
    assert (account.owner, account.cents) == ("Ada", 750)
    print(f"class: Account{inspect.signature(account_class)}, add{inspect.signature(account_class.add)}")
    print(f"class: {account.owner} has {account.cents} cents")
    try:
        account.add(-1000)
    except ValueError as error:
        print(f"class: {error}")
    try:
        account.owner = "Eve"
    except AttributeError:
        print("class: the owner can be read, not written to")


def inherit_from_it() -> None:
    class Savings(tvmlike.plugin_rust.Account):
        def __init__(self, owner: str, rate: float) -> None:
            super().__init__(owner)
            self.rate = rate

        def add_interest(self) -> int:
            return self.add(round(self.cents * self.rate))

    savings = Savings("Ada", rate=0.05)
    savings.add(1000)
    assert savings.add_interest() == 1050
    # Native code that gives the object back gives this very Python object back.
    assert tvmlike.plugin_rust.Account.richer(savings, tvmlike.plugin_rust.Account("Bo")) is savings

    seen = []
    savings.on_change = lambda account, cents: seen.append((account, cents))
    savings.add(1)
    assert seen == [(savings, 1051)]
    assert seen[0][0] is savings
    print("subclass: its own attributes and methods, and the same object in callbacks")


def make_one_the_class_of_the_type() -> None:
    @tvmlike.register_object("plugin_rust.Account")
    class Account(tvmlike.Object):
        def __repr__(self) -> str:
            return f"{self.owner}: {self.cents / 100:.2f}"

    account = Account("Grace", 1999)
    # Every account that native code makes from now on is one.
    assert isinstance(tvmlike.plugin_rust.Account.richer(account, Account("Bo")), Account)
    print(f"registered: {account!r}")


if __name__ == "__main__":
    main()
