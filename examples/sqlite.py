"""SQLite and zlib through their C API: handles, out-parameters, buffers, without a line of binding code.

    python examples/sqlite.py

Needed is Linux or macOS with libsqlite3 and zlib; the parts whose library is missing are skipped.
"""

from __future__ import annotations

import sys
import tempfile
import zlib
from pathlib import Path
from typing import Any

from tvmlike import native

MAC = sys.platform == "darwin"
SQLITE = "libsqlite3.dylib" if MAC else "libsqlite3.so.0"
ZLIB = "libz.dylib" if MAC else "libz.so.1"

ROW, DONE = 100, 101

# `*sqlite3` is a pointer to an opaque object. The receiver of an `own` one frees it: a handle in Python does
# so by the function that is declared here, when it is closed or no longer referenced.
SQLITE_API: dict[str, Any] = {
    "handles": {"sqlite3": "sqlite3_close_v2", "sqlite3_stmt": "sqlite3_finalize"},
    "functions": [
        {"symbol": "sqlite3_" + name, "name": name, "signature": signature}
        for name, signature in {
            "open": "i32(path: cstr, db: out own *sqlite3)",
            "errmsg": "cstr(*sqlite3)",
            "exec": "i32(*sqlite3, sql: cstr, callback: i32(ptr, i32, ptr, ptr), context: ptr, message: ptr)",
            "prepare_v2": "i32(*sqlite3, sql: cstr, size: i32, out own *sqlite3_stmt, rest: out cstr)",
            "bind_text": "i32(*sqlite3_stmt, index: i32, text: cstr, size: i32, free: isize)",
            "step": "i32(*sqlite3_stmt)",
            "reset": "i32(*sqlite3_stmt)",
            "column_text": "cstr(*sqlite3_stmt, i32)",
            "column_int64": "i64(*sqlite3_stmt, i32)",
            "changes": "i32(*sqlite3)",
        }.items()
    ],
}

ZLIB_API: dict[str, Any] = {
    "handles": {"gzfile": "gzclose"},
    "functions": [
        {"symbol": symbol, "signature": signature}
        for symbol, signature in {
            "compressBound": "u64(u64)",
            "compress": "i32(to: *u8, size: inout u64, start: *const u8, u64)",
            "uncompress": "i32(to: *u8, size: inout u64, start: *const u8, u64)",
            "gzopen": "own *gzfile(path: cstr, mode: cstr) errno raise",
            "gzwrite": "i32(*gzfile, *const u8, u32)",
            "gzread": "i32(*gzfile, *u8, u32)",
            "gzclose": "i32(own *gzfile)",
        }.items()
    ],
}

TRANSIENT = -1  # SQLITE_TRANSIENT: SQLite copies the text


def main() -> None:
    for part, library, api in ((databases, SQLITE, SQLITE_API), (compression, ZLIB, ZLIB_API)):
        try:
            opened = native.open(library, signatures=api)
        except OSError as missing:
            print(f"skipped, {missing}")
        else:
            part(opened)


def databases(lib: native.Library) -> None:
    status, db = lib.open(":memory:")
    assert status == 0
    print("sqlite: a handle:", db.type_name, "owned:", db.owned)
    assert lib.exec(db, "create table words (word text, count int)", None, None, None) == 0

    status, insert, _ = lib.prepare_v2(db, "insert into words values (?1, length(?1))", -1)
    assert status == 0
    with insert:  # closed at the end, which calls sqlite3_finalize
        for word in ("out", "inout", "own"):
            # The statement reads the text in `step`, after this call: so SQLite must copy it.
            lib.bind_text(insert, 1, word, -1, TRANSIENT)
            assert lib.step(insert) == DONE
            lib.reset(insert)
    assert insert.closed

    status, query, rest = lib.prepare_v2(db, "select word, count from words order by count; more", -1)
    assert (status, rest.strip()) == (0, "more")
    rows = []
    while lib.step(query) == ROW:
        rows.append((lib.column_text(query, 0), lib.column_int64(query, 1)))
    print("sqlite: rows:", rows)
    assert sorted(rows) == [("inout", 5), ("out", 3), ("own", 3)]

    status = lib.exec(db, "select word from nowhere", None, None, None)
    print("sqlite: error:", status, lib.errmsg(db))
    assert (status, lib.errmsg(db)) == (1, "no such table: nowhere")

    def row(context: None, count: int, texts: object, names: object) -> int:
        found.append(count)
        return 0

    found: list[int] = []
    lib.exec(db, "select * from words", row, None, None)
    assert found == [2, 2, 2]

    try:
        lib.step(db)
    except TypeError as error:
        print("sqlite: a wrong handle:", error)
    # The statement keeps the database: it is closed after the statement, whatever is dropped first.
    del db
    lib.reset(query)
    assert lib.step(query) == ROW


def compression(lib: native.Library) -> None:
    text = b"out of memory, " * 100
    room = bytearray(lib.compressBound(len(text)))
    status, size = lib.compress(room, len(room), text, len(text))
    assert status == 0
    assert zlib.decompress(room[:size]) == text
    again = bytearray(len(text))
    status, length = lib.uncompress(again, len(again), room, size)
    assert (status, length, again) == (0, len(text), text)
    print(f"zlib: {len(text)} bytes became {size}")

    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder, "text.gz"))
        file = lib.gzopen(path, "wb")
        assert lib.gzwrite(file, text, len(text)) == len(text)
        assert lib.gzclose(file) == 0  # gzclose takes the handle: it is closed now
        with lib.gzopen(path, "rb") as file:
            assert lib.gzread(file, again, 10) == 10
        try:
            lib.gzread(file, again, 10)
        except ValueError as error:
            print("zlib:", error)
        try:
            lib.gzopen(path + "/nothing", "rb")
        except NotADirectoryError as error:
            print("zlib:", error.strerror)


if __name__ == "__main__":
    main()
