# The Python binding's generated files: ctypes declarations of the whole header, and typed op builders.
import textwrap

SCALARS = {"char": "c_char", "bool": "c_bool", "int32_t": "c_int32", "uint32_t": "c_uint32", "int64_t": "c_int64",
           "uint64_t": "c_uint64", "size_t": "c_size_t", "float": "c_float", "double": "c_double"}


def ctype(declared):
    """A handle or an array of bytes is a void pointer, which ctypes gives as an int or None; outputs are by reference."""
    base, kind, depth = declared["base"], declared["kind"], len(declared["pointers"])
    if kind in ("handle", "extern") or base in ("void", "char"):
        if depth == 0:
            return "None"
        name, depth = "c_void_p", depth - 1
    else:
        name = SCALARS.get(base, base)
    for _ in range(depth):
        name = "POINTER(%s)" % name
    return name


def wrapped(text, indent):
    return textwrap.wrap(text, 110, initial_indent=indent, subsequent_indent=indent + "    ", break_long_words=False)


def declarations(model):
    out = ['"""The C ABI as ctypes sees it. Made from c_api/runnel.h by tools/generate; not to be edited."""',
           "from ctypes import CDLL, CFUNCTYPE, POINTER, Structure, c_bool, c_char, c_double, c_float, c_int32, c_int64",
           "from ctypes import c_size_t, c_uint32, c_uint64, c_void_p", ""]
    out += ["%s = %d" % (c["name"], c["value"]) for c in model.constants]
    for alias in model.aliases:
        out += ["", "%s = %s" % (alias["name"], ctype(alias["type"]))]
        out += ["%s = %d" % (v["name"], v["value"]) for v in alias["values"]]
    for struct in model.structs:
        out += ["", "", "class %s(Structure):" % struct["name"]]
        out += wrapped('"""%s"""' % struct["doc"], "    ")
        fields = ", ".join('("%s", %s)' % (f["name"], ctype(f["type"])) for f in struct["fields"])
        out += ["", "    _fields_ = [%s]" % fields]
    out += ["", ""]
    for callback in model.callbacks:
        out += wrapped("%s = CFUNCTYPE(%s)" % (callback["name"], ", ".join(
            [ctype(callback["result"])] + [ctype(p["type"]) for p in callback["params"]])), "")
    out += ["", "FUNCTIONS = {  # name: (result, arguments)"]
    for f in model.functions:
        out += wrapped('"%s": (%s, [%s]),' % (f["name"], ctype(f["result"]), ", ".join(ctype(p["type"]) for p in f["params"])),
                       "    ")
    out += ["}", "", "", "def load(path):", '    """librunnel with every function declared. Errors: OSError, AttributeError if one is missing."""',
            "    library = CDLL(path)", "    for name, (result, arguments) in FUNCTIONS.items():",
            "        function = getattr(library, name)", "        function.restype, function.argtypes = result, arguments",
            "    return library", ""]
    return "\n".join(out)
