/*
 * A plugin in one C file.
 *
 * It brings functions to the registry of the process that loads it:
 *   plugin_c.hypot(a, b)         the length of the hypotenuse
 *   plugin_c.reverse(s)          the characters of a text, last one first
 *   plugin_c.apply(f, x, times)  f(f(… f(x) …)): calls a function of the caller
 *   ir.dialect.geometry()        the definition of the dialect `geometry` of the compiler's IR
 *
 * Build it (PREFIX is where `cargo xtask install --prefix PREFIX` put the headers; nothing is linked):
 *   cc -std=c99 -O2 -shared -fPIC -I PREFIX/include plugin_c.c -o libplugin_c.so -lm
 *
 * Load it and call it:
 *   Python   tvmlike.load_plugin("./libplugin_c.so"); tvmlike.get_global_func("plugin_c.hypot")(3.0, 4.0)
 *   C++      tvmlike::load_plugin("./libplugin_c.so"); tvmlike::Function::get_global("plugin_c.hypot")(3, 4)
 *   C        TVMLikePluginLoad("./libplugin_c.so", NULL)
 */
#include <math.h>
#include <tvmlike/plugin.h>

static int plugin_hypot(const TVMLikeCall *call) {
  double a, b;
  if (tvmlike_arity(call, 2) || tvmlike_arg_float(call, 0, &a) || tvmlike_arg_float(call, 1, &b)) return -1;
  return tvmlike_return_float(call, sqrt(a * a + b * b));
}

/* The size in bytes of the UTF-8 character that starts with `first`. */
static size_t char_size(unsigned char first) {
  return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

static int plugin_reverse(const TVMLikeCall *call) {
  TVMLikeByteArray text;
  size_t at = 0;
  char *reversed;
  int status;
  if (tvmlike_arity(call, 1) || tvmlike_arg_str(call, 0, &text)) return -1;
  reversed = (char *)malloc(text.size + 1);
  if (reversed == NULL) return tvmlike_fail(call, "MemoryError", "out of memory for %zu bytes", text.size);
  while (at < text.size) {
    size_t size = char_size((unsigned char)text.data[at]);
    if (size > text.size - at) size = text.size - at;
    memcpy(reversed + text.size - at - size, text.data + at, size);
    at += size;
  }
  status = tvmlike_return_str(call, reversed, text.size);
  free(reversed);
  return status;
}

static int plugin_apply(const TVMLikeCall *call) {
  TVMLikeObjectHandle f;
  TVMLikeValue value;
  int64_t times;
  if (tvmlike_arity(call, 3) || tvmlike_arg_function(call, 0, &f) || tvmlike_arg_int(call, 2, &times))
    return -1;
  if (times < 0)
    return tvmlike_fail(call, "ValueError", "times is %lld, expected 0 or more", (long long)times);
  /* The value of each round is owned here; the argument is borrowed, so it is copied first. */
  if (call->host->value_to_owned(&call->args[1], &value) != 0) return -1;
  for (; times > 0; --times) {
    TVMLikeValue next;
    int status = tvmlike_invoke(f, &value, 1, &next);
    tvmlike_value_free(call->host, &value);
    if (status != 0) return -1; /* the error of f goes on to our caller as it is */
    value = next;
  }
  return tvmlike_return(call, value);
}

/* A dialect of the compiler's IR: a function with this name returns its definition, here in IRDL. */
static int plugin_geometry(const TVMLikeCall *call) {
  static const char text[] =
      "irdl.dialect @geometry {\n"
      "  irdl.operation @hypot {\n"
      "    %f32 = irdl.is f32\n"
      "    %f64 = irdl.is f64\n"
      "    %number = irdl.any_of(%f32, %f64)\n"
      "    irdl.operands(a: %number, b: %number)\n"
      "    irdl.results(length: %number)\n"
      "  }\n"
      "}\n";
  if (tvmlike_arity(call, 0)) return -1;
  return tvmlike_return_str(call, text, sizeof(text) - 1);
}

static const TVMLikePluginFunction functions[] = {
    {"plugin_c.hypot", plugin_hypot,
     "{\"a\": [[\"named\", \"a\", \"f64\"], [\"named\", \"b\", \"f64\"]], \"r\": [\"f64\"]}",
     "The length of the hypotenuse of a right triangle with the legs a and b.", TVMLIKE_REGISTER_KEEPS_GIL},
    {"plugin_c.reverse", plugin_reverse, NULL, "The characters of a text, last one first.",
     TVMLIKE_REGISTER_KEEPS_GIL},
    {"plugin_c.apply", plugin_apply, NULL, "Calls f on x, then on the result, `times` times in all.", 0},
    {"ir.dialect.geometry", plugin_geometry, NULL, "The dialect geometry, in IRDL.",
     TVMLIKE_REGISTER_KEEPS_GIL},
};

TVMLIKE_PLUGIN("plugin_c", "0.1.0", functions)
