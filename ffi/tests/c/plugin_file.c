/* Files that are not plugins for this machine, and files that change while they are loaded. */
#define _GNU_SOURCE

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../check.h"

static const char *bad_folder;
static char folder[] = "/tmp/tvmlike-plugin-file-XXXXXX";

static char *whole;
static size_t whole_size;

static const char *own(const char *name) {
  static char path[2][4096];
  static int turn;
  turn = 1 - turn;
  snprintf(path[turn], sizeof path[turn], "%s/%s.so", folder, name);
  return path[turn];
}

static void read_whole(const char *path) {
  FILE *file = fopen(path, "rb");
  CHECK(file != NULL);
  CHECK(fseek(file, 0, SEEK_END) == 0);
  whole_size = (size_t)ftell(file);
  rewind(file);
  free(whole);
  whole = (char *)malloc(whole_size);
  CHECK(whole != NULL && fread(whole, 1, whole_size, file) == whole_size);
  fclose(file);
}

static void write_file(const char *path, const char *data, size_t size) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

/* The size of a truncated file. */
static void cut(size_t size) {
  TVMLikeValue out = none();
  const char *path = own("cut");
  write_file(path, whole, size);
  RAISES(TVMLikePluginLoad(path, &out), "OSError", "cut.so");
  CHECK_INT(out.type_index, TVMLIKE_NONE);
}

/* No size crashes the process, whatever part of the file is missing. */
static void truncated(void) {
  size_t size, segments_end = 0;
  uint16_t count;
  uint64_t at;
  int segment;
  for (size = 0; size < 64; ++size) cut(size);
  for (; size < 1024; size += 24) cut(size);
  /* The loaded part ends before the tables for debuggers. */
  memcpy(&at, whole + 32, sizeof at);
  memcpy(&count, whole + 56, sizeof count);
  for (segment = 0; segment < count; ++segment) {
    uint32_t kind;
    uint64_t offset, length;
    memcpy(&kind, whole + at + 56 * segment, sizeof kind);
    memcpy(&offset, whole + at + 56 * segment + 8, sizeof offset);
    memcpy(&length, whole + at + 56 * segment + 32, sizeof length);
    if (kind == 1 && offset + length > segments_end) segments_end = offset + length;
  }
  for (; size < segments_end; size += size / 8) cut(size);
  cut(segments_end - 1);
  printf("a file that is cut short is refused, wherever it ends\n");
}

/* A copy with one byte of the header changed. */
static void changed(size_t at, char to, const char *what) {
  const char before = whole[at];
  TVMLikeValue out = none();
  whole[at] = to;
  write_file(own("changed"), whole, whole_size);
  whole[at] = before;
  RAISES(TVMLikePluginLoad(own("changed"), &out), "OSError", "changed.so");
  printf("refused: %s\n", what);
}

static void wrong_machine(void) {
  changed(18, (char)183, "a library for aarch64");
  changed(18, (char)3, "a library for 32-bit x86");
  changed(4, 1, "a header of 32 bits");
  changed(5, 2, "a header of the other byte order");
  changed(16, 2, "a program instead of a library");
  changed(16, 1, "an object file instead of a library");
}

static int64_t length_of(TVMFunctionHandle str_len, const char *text) {
  TVMLikeValue argument = str_value(text), out = none();
  OK(TVMLikeFuncCall((TVMLikeObjectHandle)str_len, &argument, 1, &out));
  CHECK_INT(out.type_index, TVMLIKE_INT);
  return out.payload.v_int64;
}

static TVMLikeValue unload(const char *name) {
  TVMFunctionHandle function = global("plugin.unload");
  TVMLikeValue argument = str_value(name), out = none();
  OK(TVMLikeFuncCall((TVMLikeObjectHandle)function, &argument, 1, &out));
  OK(TVMFuncFree(function));
  return out;
}

/* Changes of the file do not affect the loaded code. */
static void file_changes(const char *how) {
  TVMFunctionHandle length, panics, late;
  TVMLikeValue out = none(), argument = str_value("on purpose");
  const char *path = own("changing");
  write_file(path, whole, whole_size);
  OK(TVMLikePluginLoad(path, NULL));
  length = global("testing.str_len");
  if (strcmp(how, "written over") == 0) {
    char *garbage = (char *)malloc(whole_size);
    int file = open(path, O_WRONLY);
    CHECK(garbage != NULL && file >= 0);
    memset(garbage, 0xcc, whole_size);
    CHECK(write(file, garbage, whole_size) == (ssize_t)whole_size && close(file) == 0);
    free(garbage);
  } else if (strcmp(how, "cut to nothing") == 0) {
    CHECK(truncate(path, 0) == 0);
  } else if (strcmp(how, "replaced") == 0) {
    write_file(own("new"), "no library", 10);
    CHECK(rename(own("new"), path) == 0);
  } else {
    CHECK(unlink(path) == 0);
  }
  CHECK_INT(length_of(length, how), strlen(how));
  /* A panic unwinds through code and tables that were not paged in before. */
  panics = global("testing.panic");
  RAISES(TVMLikeFuncCall((TVMLikeObjectHandle)panics, &argument, 1, &out), "InternalError", "on purpose");
  late = global("testing.str_len");
  CHECK(late == length);
  OK(TVMFuncFree(late));
  OK(TVMFuncFree(panics));
  out = unload("testing");
  TVMLikeValueFree(&out);
  CHECK(!is_listed("testing.str_len"));
  CHECK_INT(length_of(length, how), strlen(how));
  OK(TVMFuncFree(length));
  (void)unlink(path);
  printf("calls go on when the file is %s\n", how);
}

/* Two files with one plugin name: the second is an error, whatever its path is. */
static void one_name_twice(void) {
  TVMLikeValue out = none();
  char path[4096];
  snprintf(path, sizeof path, "%s/bad_late.so", bad_folder);
  read_whole(path);
  write_file(own("first"), whole, whole_size);
  write_file(own("second"), whole, whole_size);
  OK(TVMLikePluginLoad(own("first"), NULL));
  RAISES(TVMLikePluginLoad(own("second"), &out), "ValueError",
         "a plugin named bad_late is already loaded");
  CHECK(is_listed("bad_late.later"));
  CHECK(symlink(own("first"), own("link")) == 0);
  RAISES(TVMLikePluginLoad(own("link"), &out), "ValueError", "plugin bad_late is already loaded");
  CHECK(link(own("first"), own("hard")) == 0);
  RAISES(TVMLikePluginLoad(own("hard"), &out), "ValueError", "plugin bad_late is already loaded");
  out = unload("bad_late");
  TVMLikeValueFree(&out);
  OK(TVMLikePluginLoad(own("second"), NULL));
  out = unload("bad_late");
  TVMLikeValueFree(&out);
  printf("a name is had by one plugin at a time\n");
}

static void remove_all(void) {
  static const char *const names[] = {"cut", "changed", "first", "second", "link", "hard"};
  size_t at;
  for (at = 0; at < sizeof names / sizeof *names; ++at) (void)unlink(own(names[at]));
  CHECK(rmdir(folder) == 0);
}

int main(int argc, char **argv) {
  static const char *const changes[] = {"written over", "cut to nothing", "replaced", "removed"};
  size_t at;
  bad_folder = needed("TVMLIKE_BAD_PLUGINS", 0, NULL);
  CHECK(mkdtemp(folder) != NULL);
  read_whole(needed("TVMLIKE_TEST_PLUGIN", argc, argv));
  truncated();
  wrong_machine();
  for (at = 0; at < sizeof changes / sizeof *changes; ++at) file_changes(changes[at]);
  one_name_twice();
  remove_all();
  free(whole);
  return 0;
}
