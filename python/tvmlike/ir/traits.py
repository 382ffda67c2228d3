"""Classes that name traits of operations, for `has_trait`."""

from __future__ import annotations


class DynamicOpTrait:
    """The base of the classes of traits."""

    _trait_name: str


class IsTerminatorTrait(DynamicOpTrait):
    """The operation ends its block."""

    _trait_name = "IsTerminator"


class NoTerminatorTrait(DynamicOpTrait):
    """The blocks of the operation need no terminator."""

    _trait_name = "NoTerminator"


class IsIsolatedFromAboveTrait(DynamicOpTrait):
    """The regions of the operation use no values from outside."""

    _trait_name = "IsIsolatedFromAbove"


class RecursiveMemoryEffectsTrait(DynamicOpTrait):
    """The operation has the effects of what is in it."""

    _trait_name = "RecursiveMemoryEffects"
