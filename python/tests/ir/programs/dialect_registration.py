"""Classes of dialects and operations that a program registers, and those that replace others."""

from mlir.dialects import arith
from mlir.dialects._ods_common import _cext
from mlir.ir import (
    AttrBuilder,
    Context,
    Dialect,
    InsertionPoint,
    IntegerType,
    Location,
    Module,
    Operation,
    OpView,
    StringAttr,
    register_attribute_builder,
)


@_cext.register_dialect
class Shop(Dialect):
    DIALECT_NAMESPACE = "shop"


@_cext.register_operation(Shop)
class SellOp(OpView):
    OPERATION_NAME = "shop.sell"
    _ODS_REGIONS = (0, True)

    def __init__(self, item, price, *, loc=None, ip=None):
        build = AttrBuilder.get("ShopItemAttr")
        super().__init__(
            self.OPERATION_NAME,
            self._ODS_REGIONS,
            None,
            None,
            attributes={"item": build(item, None)},
            results=[],
            operands=[price],
            successors=None,
            regions=None,
            loc=loc,
            ip=ip,
        )

    @property
    def item(self):
        return self.attributes["item"].value


@register_attribute_builder("ShopItemAttr")
def item(value, context):
    return StringAttr.get(f"<{value}>", context=context)


with Context() as context, Location.unknown():
    context.allow_unregistered_dialects = True
    module = Module.create()
    with InsertionPoint(module.body):
        price = arith.constant(IntegerType.get_signless(32), 3)
        sold = SellOp("bread", price)
        Operation.create("shop.close")
    print(sold.item, sold.operands[0] == price, Shop.SellOp is SellOp, SellOp.__name__)
    print([type(op).__name__ for op in module.body.operations])
    print(type(sold.operation.opview).__name__, type(Module.parse(str(module)).body.operations[1]).__name__)

    class Cheaper(SellOp):
        OPERATION_NAME = "shop.sell"

        @property
        def item(self):
            return super().item + " for less"

    try:
        _cext.register_operation(Shop)(Cheaper)
    except RuntimeError as error:
        print(error)
    print(_cext.register_operation(Shop, replace=True)(Cheaper) is Cheaper)
    print(module.body.operations[1].item, Shop.Cheaper is Cheaper, type(sold.operation.opview).__name__)
    try:
        _cext.register_dialect(type("Again", (Dialect,), {"DIALECT_NAMESPACE": "shop"}))
    except RuntimeError as error:
        print(error)

    for options in ({}, {"replace": True}, {}, {"allow_existing": True}):
        try:

            @register_attribute_builder("ShopItemAttr", **options)
            def other(value, context):
                return StringAttr.get(f"other {value}", context=context)

        except RuntimeError as error:
            print(str(error).partition("with func")[0])
        print(AttrBuilder.contains("ShopItemAttr"), AttrBuilder.get("ShopItemAttr")("x", context))
    print(AttrBuilder.contains("NoItemAttr"))
