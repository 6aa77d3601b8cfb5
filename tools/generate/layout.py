# What the ABI looks like in memory: the golden file that is compared with what a C compiler says, and the C program
# that says it. A line of either that changes is a change of the ABI.
import textwrap


def golden_lines(model):
    for struct in model.structs:
        yield "size %s %d align %d" % (struct["name"], struct["size"], struct["align"])
        for field in struct["fields"]:
            yield "offset %s.%s %d" % (struct["name"], field["name"], field["offset"])
    for alias in model.aliases:
        yield "size %s %d align %d" % (alias["name"], *model.size(alias["type"]))
    for callback in model.callbacks:
        yield "size %s %d align %d" % (callback["name"], *model.size(callback["name"]))
    for constant in model.constants:
        yield "value %s %d" % (constant["name"], constant["value"])
    for enum in model.enums():
        for value in enum["values"]:
            yield "value %s %d" % (value["name"], value["value"])


def prototype(f):
    return "%s (%s)" % (f["result"]["c"], ", ".join(p["type"]["c"] for p in f["params"]) or "void")


def exports(model, header):
    head = ("# What librunnel.so exports of %s, one name a line; sorted. All are of version RUNNEL_0 until 1.0.\n"
            "# The version script is made from these lists by c_api/CMakeLists.txt. Made from the header by tools/generate.\n")
    return head % header + "".join("%s\n" % name for name in sorted(f["name"] for f in model.functions))


def golden(model, header):
    head = ("# Layouts, values and signatures of c_api/%s on 64-bit targets. Made by tools/generate; "
            "tests/bindings compares\n# the layouts and values with what a C compiler says of the header.\n")
    functions = ["function %s %s" % (f["name"], prototype(f)) for f in sorted(model.functions, key=lambda f: f["name"])]
    callbacks = ["callback %s %s" % (f["name"], prototype(f)) for f in model.callbacks]
    return head % header + "\n".join([*golden_lines(model), *callbacks, *functions]) + "\n"


def program(model, header):
    """A C99 program that prints golden_lines as its compiler sees them, and whose table must fit each prototype."""
    out = ["// Prints what the compiler makes of %s. Made by tools/generate; not edited." % header,
           "// clang-format off",
           "#include <runnel/%s>" % header, "#include <stdio.h>", ""]
    out += ["// Compiles only while the header has these prototypes."]
    for f in model.functions:
        text = "%s %s(%s);" % (f["result"]["c"], f["name"], ", ".join(p["type"]["c"] for p in f["params"]) or "void")
        out += textwrap.wrap(text, 110, subsequent_indent="    ", break_long_words=False)
    out += ["", "#define SIZE(type)                                                        \\",
            "  do {                                                                     \\",
            "    struct rnl_padded { char c; type x; };                                 \\",
            '    printf("size " #type " %zu align %zu\\n", sizeof(type), offsetof(struct rnl_padded, x)); \\',
            "  } while (0)",
            '#define OFFSET(type, field) printf("offset " #type "." #field " %zu\\n", offsetof(type, field))',
            '#define VALUE(name) printf("value " #name " %lld\\n", (long long)(name))', "", "int main(void) {"]
    for struct in model.structs:
        out.append("  SIZE(%s);" % struct["name"])
        out += ["  OFFSET(%s, %s);" % (struct["name"], f["name"]) for f in struct["fields"]]
    out += ["  SIZE(%s);" % x["name"] for x in model.aliases + model.callbacks]
    out += ["  VALUE(%s);" % x["name"] for x in model.constants]
    out += ["  VALUE(%s);" % v["name"] for e in model.enums() for v in e["values"]]
    return "\n".join(out + ["  return 0;", "}", ""])
