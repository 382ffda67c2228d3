"""New code in a session that goes on: a plugin is built, loaded, changed, built again and reloaded.

    python examples/reload.py

It needs cargo, and the checkout that it lies in. The plugin is examples/reload; it is copied, so that its
sources stay as they are.
"""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import tvmlike

CHECKOUT = Path(__file__).resolve().parent.parent
SUFFIX = ".dylib" if sys.platform == "darwin" else ".so"


class Sources:
    """A copy of the plugin's sources, which are changed and built."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.code = folder / "src" / "lib.rs"
        # Not with their times: what was built of an earlier copy must not look newer.
        shutil.copytree(CHECKOUT / "examples" / "reload", folder, copy_function=shutil.copyfile)
        shutil.copy(CHECKOUT / "Cargo.lock", folder)
        manifest = folder / "Cargo.toml"
        manifest.write_text(manifest.read_text().replace('"../.."', f'"{CHECKOUT}"'))

    def build(self) -> Path:
        """Builds the library in a target directory that is kept, so that the dependencies are built once."""
        built = CHECKOUT / "target" / "plugins"
        environment = {**os.environ, "CARGO_TARGET_DIR": os.fspath(built)}
        subprocess.run(["cargo", "build", "--quiet"], cwd=self.folder, env=environment, check=True)
        return built / "debug" / f"libshop{SUFFIX}"

    def change(self, old: str, new: str) -> None:
        text = self.code.read_text()
        assert old in text, old
        self.code.write_text(text.replace(old, new))


def main() -> None:
    if shutil.which("cargo") is None:
        sys.exit("this example builds a plugin with cargo, which is not here")
    with tempfile.TemporaryDirectory() as folder:
        run(Sources(Path(folder) / "shop"))


def run(sources: Sources) -> None:
    print("build and load the plugin")
    tvmlike.load_plugin(sources.build())
    shop = tvmlike.shop
    price, basket = shop.price, shop.Basket()
    print(f"  shop.price(100) gives {price(100)}, a basket costs {basket.add(100)}")
    assert (price(100), basket.total) == (119, 119)

    print("change the tax, write one more function, build, reload")
    sources.change("TAX: i64 = 19", "TAX: i64 = 7")
    sources.change("#[methods]", HALF + "#[methods]")
    sources.build()
    tvmlike.reload_plugin("shop")

    print(f"  the name has the new code: shop.price(100) gives {shop.price(100)}")
    assert shop.price(100) == 107
    print(f"  what is new in it is there: shop.half(100) gives {shop.half(100)}")
    assert shop.half(100) == 53
    print(f"  the function that was kept has the old one: price(100) gives {price(100)}")
    assert price(100) == 119
    print(f"  the basket that was kept goes on with it: {basket.add(100)}")
    assert basket.add(0) == 238
    print(f"  new baskets are of the new class: {shop.Basket().add(100)}")
    assert shop.Basket().add(100) == 107
    assert not isinstance(basket, shop.Basket)

    print("unload it, while the old basket and the new function are held")
    half = shop.half
    left = tvmlike.unload_plugin("shop")
    print(f"  the plugin is {left['state']}, held by {', '.join(left['held_by'])}")
    assert tvmlike.get_global_func("shop.price", allow_missing=True) is None
    assert (half(100), basket.add(0)) == (53, 238)
    del half, price, basket
    gc.collect()
    state = tvmlike.plugin.info("shop")["state"]
    print(f"  when nothing of it is in use, it is {state}")
    assert state == "finished"


HALF = """/// Half the price.
#[packed_func("shop.half")]
fn half(cents: i64) -> i64 {
    price(cents) / 2
}

"""

if __name__ == "__main__":
    main()
