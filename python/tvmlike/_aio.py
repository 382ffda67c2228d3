"""Native functions that coroutines await."""

from __future__ import annotations

from asyncio import to_thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from .function import PackedFunc


def awaitable(function: PackedFunc) -> Callable[..., Any]:
    """A coroutine function that calls a native one on a thread of the event loop's executor."""

    def run(args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        try:
            return function(*args, **keywords)
        except StopIteration as error:
            # A future cannot hold one: the task that awaits it would wait for ever.
            raise RuntimeError(f"{function.__qualname__} raised StopIteration") from error

    async def call(*args: Any, **keywords: Any) -> Any:
        return await to_thread(run, args, keywords)

    call.__name__, call.__qualname__ = function.__name__, function.__qualname__
    call.__module__, call.__doc__ = function.__module__, function.__doc__
    call.__wrapped__ = function  # type: ignore[attr-defined]
    return call
