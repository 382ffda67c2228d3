/* Members of types: given by C, read back, refused; and how objects are traversed. */
#include "../check.h"

static const TVMLikeValue *look_up(const TVMLikeValue *map, const char *key) {
  const TVMLikeMapCell *of;
  TVMLikeValue name = str_value(key);
  int64_t at;
  CHECK(map->type_index == TVMLIKE_MAP);
  of = (const TVMLikeMapCell *)cell(map->payload.v_obj);
  at = of->find(map->payload.v_obj, &name);
  if (at < 0) printf("there is no \"%s\"\n", key);
  CHECK(at >= 0);
  return &of->entries[at].value;
}

/* The members of a type, borrowed from what TVMLikeTypeMembers gave. */
static const TVMLikeSeqCell *list_of(const TVMLikeValue *described) {
  const TVMLikeValue *members = look_up(described, "members");
  CHECK(members->type_index == TVMLIKE_ARRAY);
  return (const TVMLikeSeqCell *)cell(members->payload.v_obj);
}

static const TVMLikeValue *member_named(const TVMLikeValue *described, const char *name) {
  const TVMLikeSeqCell *members = list_of(described);
  int64_t at;
  for (at = 0; at < members->size; ++at) {
    if (holds_text(look_up(&members->data[at], "name"), name)) return &members->data[at];
  }
  printf("there is no member \"%s\"\n", name);
  exit(1);
}

static int answer(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  (void)args;
  *result = int_value(*(int *)context + num_args);
  return 0;
}

static int describe(const void *context, TVMLikeValue *record) {
  TVMLikeByteArray text = bytes_of((const char *)context);
  return TVMLikeStringCreate(&text, record);
}

static TVMLikeTypeMember member(const char *name, uint32_t kind, TVMLikeObjectHandle function) {
  TVMLikeTypeMember made;
  memset(&made, 0, sizeof made);
  made.name = bytes_of(name);
  made.kind = kind;
  made.function = function;
  return made;
}

static void given_and_read(void) {
  TVMLikeByteArray key = bytes_of("test.Member"), doc = bytes_of("What it is for.");
  /* Further apart than they are long, as members of a later version will be. */
  struct {
    TVMLikeTypeMember member;
    uint64_t later;
  } given[3];
  TVMLikeObjectHandle function = NULL;
  TVMLikeValue described = none(), args[2], result = none();
  const TVMLikeValue *found;
  int32_t type = 0;
  int base = 40;
  OK(TVMLikeTypeRegister(&key, TVMLIKE_OBJECT, &type));
  OK(TVMLikeFuncCreate(answer, &base, NULL, &function));

  OK(TVMLikeTypeMembers(type, &described));
  CHECK(holds_text(look_up(&described, "doc"), ""));
  CHECK_INT(list_of(&described)->size, 0);
  OK(TVMObjectFree(described.payload.v_obj));

  given[0].member = member("size", TVMLIKE_MEMBER_FIELD, function);
  given[0].member.setter = function;
  given[1].member = member("grow", TVMLIKE_MEMBER_METHOD, function);
  given[1].member.flags = TVMLIKE_REGISTER_KEEPS_GIL;
  given[1].member.record = bytes_of("{\"a\":[]}");
  given[2].member = member("__init__", TVMLIKE_MEMBER_STATIC, function);
  given[2].member.describe = describe;
  given[2].member.describe_context = "{\"r\":[]}";
  OK(TVMLikeTypeAddMembers(type, &doc, &given[0].member, 3, sizeof given[0]));
  CHECK_INT(strong_count(function), 5);

  described = none();
  OK(TVMLikeTypeMembers(type, &described));
  CHECK(holds_text(look_up(&described, "doc"), "What it is for."));
  CHECK_INT(list_of(&described)->size, 3);
  found = &list_of(&described)->data[0];
  CHECK(holds_text(look_up(found, "name"), "size"));
  CHECK(holds_text(look_up(found, "kind"), "field"));
  CHECK_INT(look_up(found, "flags")->payload.v_int64, 0);
  CHECK(look_up(found, "setter")->payload.v_obj == function);
  CHECK(holds_text(look_up(found, "record"), ""));
  found = member_named(&described, "grow");
  CHECK(holds_text(look_up(found, "kind"), "method"));
  CHECK_INT(look_up(found, "flags")->payload.v_int64, TVMLIKE_REGISTER_KEEPS_GIL);
  CHECK(look_up(found, "setter")->type_index == TVMLIKE_NONE);
  CHECK(holds_text(look_up(found, "record"), "{\"a\":[]}"));
  found = member_named(&described, "__init__");
  CHECK(holds_text(look_up(found, "kind"), "static"));
  CHECK(holds_text(look_up(found, "record"), "{\"r\":[]}"));
  args[0] = args[1] = int_value(0);
  OK(TVMLikeFuncCall(look_up(found, "function")->payload.v_obj, args, 2, &result));
  CHECK_INT(result.payload.v_int64, 42);
  OK(TVMObjectFree(described.payload.v_obj));

  /* The same declaration is accepted again, and the existing members stay. */
  OK(TVMLikeTypeAddMembers(type, &doc, &given[0].member, 3, sizeof given[0]));
  CHECK_INT(strong_count(function), 5);
  given[0].member.setter = NULL;
  RAISES(TVMLikeTypeAddMembers(type, &doc, &given[0].member, 3, sizeof given[0]), "ValueError",
         "type test.Member: expected the members (writable field size, method grow, static __init__) of its first "
         "registration, got (field size, method grow, static __init__)");
  OK(TVMObjectFree(function));
  printf("a type has the members that it was given\n");
}

static void refused(void) {
  TVMLikeByteArray key = bytes_of("test.MemberRefused"), doc = bytes_of("");
  TVMLikeObjectHandle function = NULL;
  TVMLikeTypeMember given[2];
  TVMLikeValue described = none(), text = none();
  int32_t type = 0;
  int base = 0;
  const size_t stride = sizeof given[0];
  OK(TVMLikeTypeRegister(&key, TVMLIKE_OBJECT, &type));
  OK(TVMLikeFuncCreate(answer, &base, NULL, &function));
  OK(TVMLikeStringCreate(&key, &text));
  given[0] = given[1] = member("f", TVMLIKE_MEMBER_METHOD, function);
#define REFUSES(count, part) RAISES(TVMLikeTypeAddMembers(type, &doc, given, count, stride), "ValueError", part)
  REFUSES(2, "duplicate member `f`");
  given[0].name = bytes_of("");
  REFUSES(1, "must not be empty");
  given[0] = given[1];
  given[0].kind = 99;
  REFUSES(1, "unknown kind 99");
  given[0] = given[1];
  given[0].setter = function;
  REFUSES(1, "which only fields can have");
  given[0] = given[1];
  given[0].function = NULL;
  REFUSES(1, "the function of the member `f` must not be NULL");
  given[0].function = text.payload.v_obj;
  RAISES(TVMLikeTypeAddMembers(type, &doc, given, 1, stride), "TypeError", "expected PackedFunc, got str");
  given[0] = given[1];
  RAISES(TVMLikeTypeAddMembers(type, &doc, given, 1, stride - 8), "ValueError", "invalid stride");
  RAISES(TVMLikeTypeAddMembers(type, &doc, given, 1, stride + 1), "ValueError", "invalid stride");
  RAISES(TVMLikeTypeAddMembers(type, &doc, NULL, 1, stride), "ValueError", "NULL");
  RAISES(TVMLikeTypeAddMembers(type, NULL, given, 1, stride), "ValueError", "NULL");
  RAISES(TVMLikeTypeAddMembers(TVMLIKE_ARRAY, &doc, given, 1, stride), "ValueError", "runtime.Array is built in");
  RAISES(TVMLikeTypeAddMembers(1000000, &doc, given, 1, stride), "ValueError", "1000000");
  RAISES(TVMLikeTypeMembers(-1, &described), "ValueError", "-1");
  RAISES(TVMLikeTypeMembers(type, NULL), "ValueError", "NULL");
  CHECK_INT(strong_count(function), 1);
  OK(TVMObjectFree(text.payload.v_obj));
  OK(TVMObjectFree(function));
  printf("members that make no sense are refused, and nothing is kept of them\n");
}

static void counted(TVMLikeObject *child, void *context) {
  CHECK(strong_count(child) > 0);
  *(int *)context += 1;
}

static void no_children(TVMLikeObject *object, TVMLikeVisit visit, void *context) {
  (void)object, (void)visit, (void)context;
}

static void traversed(void) {
  TVMLikeByteArray base_key = bytes_of("test.Traversed"), child_key = bytes_of("test.TraversedChild");
  TVMLikeTraverse traverse;
  TVMLikeValue described = none(), node, args[2], ret = none();
  const TVMLikeValue *node_members;
  int32_t base = 0, child = 0;
  unsigned node_type = 0;
  int found = 0;
  OK(TVMLikeTypeRegister(&base_key, TVMLIKE_OBJECT, &base));
  OK(TVMLikeTypeRegister(&child_key, base, &child));
  CHECK(TVMLikeTypeTraverse(child) == NULL);
  OK(TVMLikeTypeSetTraverse(base, no_children));
  CHECK(TVMLikeTypeTraverse(base) == no_children);
  CHECK(TVMLikeTypeTraverse(child) == no_children);
  CHECK(TVMLikeTypeTraverse(TVMLIKE_OBJECT) == NULL && TVMLikeTypeTraverse(-1) == NULL);
  CHECK(TVMLikeTypeTraverse(INT32_MAX) == NULL && TVMLikeTypeTraverse(TVMLIKE_ARRAY) == NULL);
  RAISES(TVMLikeTypeSetTraverse(base, NULL), "ValueError", "NULL");
  RAISES(TVMLikeTypeSetTraverse(TVMLIKE_MAP, no_children), "ValueError", "built in");
  RAISES(TVMLikeTypeSetTraverse(1000000, no_children), "ValueError", "1000000");

  /* A type of the plugin, whose class is known before there is an object. */
  OK(TVMObjectTypeKey2Index("testing.Node", &node_type));
  OK(TVMLikeTypeMembers((int32_t)node_type, &described));
  CHECK(holds_text(look_up(&described, "doc"), "What holds others: children, and a callback."));
  node_members = member_named(&described, "__init__");
  args[0] = str_value("a node");
  node = none();
  OK(TVMLikeFuncCall(look_up(node_members, "function")->payload.v_obj, args, 1, &node));
  traverse = TVMLikeTypeTraverse((int32_t)node_type);
  CHECK(traverse != NULL && node.type_index == (int32_t)node_type);
  traverse(node.payload.v_obj, counted, &found);
  CHECK_INT(found, 0);
  args[0] = node;
  args[1] = *look_up(node_members, "function");
  OK(TVMLikeFuncCall(look_up(member_named(&described, "on_change"), "setter")->payload.v_obj, args, 2, &ret));
  OK(TVMLikeFuncCall(look_up(member_named(&described, "tag"), "setter")->payload.v_obj, args, 2, &ret));
  traverse(node.payload.v_obj, counted, &found);
  CHECK_INT(found, 2);
  CHECK_INT(strong_count(node.payload.v_obj), 1);
  traverse(NULL, counted, &found);
  traverse(node.payload.v_obj, NULL, &found);
  CHECK_INT(found, 2);
  OK(TVMObjectFree(node.payload.v_obj));
  OK(TVMObjectFree(described.payload.v_obj));
  printf("an object tells what it holds\n");
}

/* The body of an object that refers to another one, or to itself. */
typedef struct {
  TVMLikeObject *other;
  int frozen;
} Ring;

static int rings = 0;
static int let_freeze = 1;

static Ring *ring_of(void *object) {
  return (Ring *)((TVMLikeObject *)object + 1);
}

static void ring_end(void *body) {
  Ring *ring = body;
  CHECK(!ring->frozen);
  rings -= 1;
  if (ring->other != NULL) {
    OK(TVMObjectFree(ring->other));
  }
}

static void ring_traverse(TVMLikeObject *object, TVMLikeVisit visit, void *context) {
  /* What is behind the lock is not reported while it is held. */
  if (!ring_of(object)->frozen && ring_of(object)->other != NULL) {
    visit(ring_of(object)->other, context);
  }
}

static void *ring_freeze(TVMLikeObject *object) {
  ring_of(object)->frozen = let_freeze;
  return let_freeze ? ring_of(object) : NULL;
}

static void ring_visit(void *frozen, TVMLikeVisit visit, void *context) {
  if (((Ring *)frozen)->other != NULL) {
    visit(((Ring *)frozen)->other, context);
  }
}

static void *ring_thaw(void *frozen, int take) {
  Ring *ring = frozen;
  TVMLikeObject *taken = NULL;
  ring->frozen = 0;
  if (take) {
    taken = ring->other;
    ring->other = NULL;
  }
  return taken;
}

static void ring_drop(void *taken) {
  if (taken != NULL) {
    OK(TVMObjectFree(taken));
  }
}

static TVMLikeObjectHandle ring_new(int32_t type) {
  TVMLikeObjectHandle ring = NULL;
  OK(TVMLikeObjectCreate(type, sizeof(Ring), ring_end, &ring));
  rings += 1;
  return ring;
}

/* Gives up a strong reference, and keeps a weak one. */
static TVMLikeObjectHandle suspected(TVMLikeObjectHandle object) {
  object->counts += (uint64_t)1 << 32;
  OK(TVMObjectFree(object));
  return object;
}

static void forget(TVMLikeObjectHandle suspect) {
  suspect->counts -= (uint64_t)1 << 32;
  if (suspect->counts == 0) {
    suspect->deleter(suspect, TVMLIKE_DELETE_WEAK);
  }
}

static void cycles(void) {
  TVMLikeByteArray key = bytes_of("test.Ring");
  TVMLikeFreeze functions = {ring_freeze, ring_visit, ring_thaw, ring_drop}, incomplete = functions;
  TVMLikeObjectHandle suspects[2], first, second;
  int32_t type = 0;
  OK(TVMLikeTypeRegister(&key, TVMLIKE_OBJECT, &type));
  OK(TVMLikeTypeSetTraverse(type, ring_traverse));

  first = ring_new(type), second = ring_new(type);
  OK(TVMObjectRetain(first));
  OK(TVMObjectRetain(second));
  ring_of(first)->other = second;
  ring_of(second)->other = first;
  suspects[0] = suspected(first), suspects[1] = suspected(second);
  /* Without functions that freeze them, objects stay. */
  OK(TVMLikeCollectCycles(suspects, 2));
  CHECK_INT(rings, 2);
  OK(TVMLikeTypeSetFreeze(type, &functions));
  let_freeze = 0;
  OK(TVMLikeCollectCycles(suspects, 2));
  CHECK_INT(rings, 2);
  let_freeze = 1;
  /* A reference from outside. */
  OK(TVMObjectRetain(second));
  OK(TVMLikeCollectCycles(suspects, 2));
  CHECK_INT(rings, 2);
  CHECK(ring_of(first)->other == second && !ring_of(first)->frozen && !ring_of(second)->frozen);
  OK(TVMObjectFree(second));
  OK(TVMLikeCollectCycles(suspects, 2));
  CHECK_INT(rings, 0);
  OK(TVMLikeCollectCycles(suspects, 2));
  forget(first);
  forget(second);

  OK(TVMLikeCollectCycles(NULL, 0));
  RAISES(TVMLikeCollectCycles(NULL, 1), "ValueError", "the suspects");
  RAISES(TVMLikeCollectCycles(suspects, SIZE_MAX), "ValueError", "addressable");
  RAISES(TVMLikeTypeSetFreeze(type, NULL), "ValueError", "NULL");
  incomplete.thaw = NULL;
  RAISES(TVMLikeTypeSetFreeze(type, &incomplete), "ValueError", "NULL");
  RAISES(TVMLikeTypeSetFreeze(TVMLIKE_MAP, &functions), "ValueError", "built in");
  RAISES(TVMLikeTypeSetFreeze(-1, &functions), "ValueError", "-1");
  printf("objects that only refer to each other are freed\n");
}

int main(int argc, char **argv) {
  given_and_read();
  refused();
  load_test_plugin(argc, argv);
  traversed();
  cycles();
  return 0;
}
