/* A plugin whose type keys are registered with another meaning is refused and registers nothing. */
#include "../check.h"

int main(int argc, char **argv) {
  TVMLikeByteArray key = bytes_of("testing.Node"), base_key = bytes_of("test.Base");
  int32_t base = 0, type = 0;
  OK(TVMLikeTypeRegister(&base_key, TVMLIKE_OBJECT, &base));
  OK(TVMLikeTypeRegister(&key, base, &type));
  RAISES(TVMLikePluginLoad(needed("TVMLIKE_TEST_PLUGIN", argc, argv), NULL), "ValueError",
         "type testing.Node is already registered with parent test.Base, not runtime.Object");
  CHECK(!is_listed("testing.nop") && !is_listed("testing.make_point"));
  printf("a plugin that declares a type otherwise than it is known is refused\n");
  return 0;
}
