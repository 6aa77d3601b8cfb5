# The Python binding's generated files: ctypes declarations of the whole header, and typed op builders.
import keyword
import re
import textwrap

import learn

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
    out = ['"""The C ABI as ctypes sees it. Made from the headers of c_api by tools/generate; not to be edited."""',
           "from ctypes import CDLL, CFUNCTYPE, POINTER, Structure, c_bool, c_double, c_float, c_int32, c_int64",
           "from ctypes import c_size_t, c_uint32, c_uint64, c_void_p", ""]
    out += ["%s = %d" % (c["name"], c["value"]) for c in model.constants]
    for alias in model.aliases:
        out += ["", "%s = %s" % (alias["name"], ctype(alias["type"]))]
        out += ["%s = %d" % (v["name"], v["value"]) for v in alias["values"]]
    for struct in model.structs_and_callbacks():
        if "fields" not in struct:
            out += [""] + wrapped("%s = CFUNCTYPE(%s)" % (struct["name"], ", ".join(
                [ctype(struct["result"])] + [ctype(p["type"]) for p in struct["params"]])), "")
            continue
        out += ["", "", "class %s(Structure):" % struct["name"]]
        out += wrapped('"""%s"""' % struct["doc"], "    ")
        fields = ", ".join('("%s", %s)' % (f["name"], ctype(f["type"])) for f in struct["fields"])
        out += ["", "    _fields_ = [%s]" % fields]
    out += ["", "FUNCTIONS = {  # name: (result, arguments)"]
    for f in model.functions:
        out += wrapped('"%s": (%s, [%s]),' % (f["name"], ctype(f["result"]), ", ".join(ctype(p["type"]) for p in f["params"])),
                       "    ")
    out += ["}", "", "", "def load(path: str) -> CDLL:", '    """librunnel with every function declared. Errors: OSError, AttributeError if one is missing."""',
            "    library = CDLL(path)", "    for name, (result, arguments) in FUNCTIONS.items():",
            "        function = getattr(library, name)", "        function.restype, function.argtypes = result, arguments",
            "    return library", ""]
    return "\n".join(out)


# ---- typed op builders

HINTS = {"string": "str | bytes", "int": "int", "float": "float", "bool": "bool", "type": "DTypeLike", "shape": "ShapeLike",
         "tensor": "ArrayLike", "func": "str"}


def identifier(name):
    return name + "_" if keyword.iskeyword(name) or name in ("name", "_abi") else name


def attr_hint(attr):
    listed = re.fullmatch(r"list\((\w+)\)", attr["type"])
    kind = listed.group(1) if listed else attr["type"]
    hint = HINTS[kind]
    if kind == "string" and attr["allowed"]:
        hint = "Literal[%s]" % ", ".join('"%s"' % x for x in attr["allowed"])
    if kind == "tensor" and not attr["required"]:
        hint += " | None"
    return "Sequence[%s]" % hint if listed else hint


def attr_default(attr):
    value = attr["default"]
    if isinstance(value, list):
        return "()" if not value else repr(tuple(value))
    return '"%s"' % value if isinstance(value, str) else repr(value)


def slot(arg):
    """An argument's type in one word: "T", "=int32" for a fixed one, "*T" for a list, "**Tin" for a mixed list."""
    if arg["kind"] == "mixed":
        return "**" + arg["type_attr"]
    one = "=" + arg["dtype"] if arg["dtype"] else arg["type_attr"]
    return one if arg["kind"] == "one" else "*%s:%s" % (one, arg["number_attr"])


GLUE = "\x01"  # a space where no line may end


def glued(text):
    return text.replace(" ", GLUE)


def wrapped_pieces(text, first, rest):
    lines = textwrap.wrap(text, 110, initial_indent=first, subsequent_indent=rest, break_long_words=False,
                          break_on_hyphens=False)
    return [x.replace(GLUE, " ") for x in lines]


def op_doc(model):
    lines = textwrap.wrap(model["doc"].replace("\\", "\\\\"), 110, initial_indent='    """', subsequent_indent="    ",
                          break_long_words=False)
    def allowed(name, names):
        return textwrap.wrap("%s: %s." % (name, ", ".join(names)), 110, initial_indent="    ", subsequent_indent="    ")
    more = []
    for name, names in model["types"].items():
        more += allowed("Types of %s" % ", ".join(
            [a["name"] for a in model["inputs"] if a["type_attr"] == name] or [name]), names)
    if more:
        lines += [""] + more
    if len(lines) == 1 and len(lines[0]) < 105:
        return [lines[0] + '"""']
    return lines + ['    """']


def over_all(model):
    """Whether it reduces over axes, which may be left out: then over all."""
    return ([a["name"] for a in model["inputs"]] == ["input", "reduction_indices"] and not model["required"] and
            any(a["name"] == "keep_dims" for a in model["optional"]) and model["inputs"][0]["dtype"] != "string")


def op_function(model):
    inputs = [identifier(a["name"]) for a in model["inputs"]]
    parameters = ["%s: %s" % (identifier(a["name"]), "TensorLike" if a["kind"] == "one" else "Sequence[TensorLike]")
                  for a in model["inputs"]]
    if over_all(model):
        parameters[1] += " | None = None"
        inputs[1] = glued("axes(input, reduction_indices)")
    attrs = model["required"] + model["optional"]
    parameters += ["%s: %s" % (identifier(a["name"]), attr_hint(a)) for a in model["required"]]
    named = ["%s: %s = %s" % (identifier(a["name"]), attr_hint(a), attr_default(a)) for a in model["optional"]]
    named.append('name: str = ""')
    outputs, result = model["outputs"], "Output"
    out = []
    if not outputs:
        result = "Node"
    elif len(outputs) > 1:
        result = model["pascal"] + "Outputs"
        out += ["", "", "class %s(NamedTuple):" % result]
        # What a tuple has already is replaced knowingly.
        out += ["    %s: %s%s" % (identifier(a["name"]), "Output" if a["kind"] == "one" else "list[Output]",
                                  "  # type: ignore[assignment]" if a["name"] in ("count", "index") else "")
                for a in outputs]
    elif outputs[0]["kind"] != "one":
        result = "list[Output]"
    out += ["", ""]
    pieces = [glued(x) for x in parameters + ["*"] + named]
    out += wrapped_pieces("def %s(%s)%s" % (identifier(model["snake"]), ", ".join(pieces), glued(" -> %s:" % result)),
                          "", " " * (5 + len(identifier(model["snake"]))))
    out += op_doc(model)
    given = "[%s]" % ", ".join(glued('(%s, "%s")') % (n, slot(a)) for n, a in zip(inputs, model["inputs"]))
    # A default is not sent: the op has it.
    settings = "[%s]" % ", ".join(glued('("%s", "%s", %s%s)') % (
        a["name"], a["type"], identifier(a["name"]), "" if a["required"] else ", " + attr_default(a)) for a in attrs)
    shape = "[%s]" % ", ".join('"%s"' % slot(a) for a in outputs)
    if not outputs:
        shape = "None"
    elif len(outputs) == 1 and outputs[0]["kind"] == "one":
        shape = '"%s"' % slot(outputs[0])
    call = 'return build("%s", %s, %s, %s, name)' % (model["op"], given, settings, shape)
    if len(outputs) > 1:
        call = "return%s%s(*%s)" % (GLUE, result, call[len("return "):])
    return out + wrapped_pieces(call, "    ", "        ")


def builders(models):
    out = ['"""Every op as a function that adds a node. Made from the op rows by tools/generate; not to be edited.', "",
           "Inputs may be outputs of nodes, variables, tensors, arrays and Python numbers; those that are not yet in the graph",
           'become constants of the type that the other inputs decide. The functions add to the graph of their inputs, or to',
           'the current one where they have none."""',
           "from __future__ import annotations", "", "from typing import Literal, NamedTuple, Sequence", "",
           "from ._build import ArrayLike, DTypeLike, Node, Output, ShapeLike, TensorLike, axes, build"]
    for model in models:
        out += op_function(model)
    out += ["", "", "from ._aliases import *  # noqa: E402, F403  names that people type; at the end, for it takes these functions"]
    return "\n".join(out + [""])


# ---- builders of layers and what belongs to them

BASES = {"layer": "Layer"}


def spec_hint(arg):
    listed = re.fullmatch(r"list\((\w+)\)", arg["type"])
    if arg["nested"]:
        return "SpecLike | Sequence[SpecLike]" if listed else "SpecLike"
    if arg["type"] == "string" and arg["allowed"]:
        # Case does not count; Keras writes small letters.
        return "Literal[%s]" % ", ".join('"%s"' % x for x in dict.fromkeys(
            [y for x in arg["allowed"] for y in (x.lower(), x)]))
    kind = {"string": "str", "int": "int", "float": "float", "bool": "bool"}[listed.group(1) if listed else arg["type"]]
    return "%s | Sequence[%s]" % (kind, kind) if listed else kind


def spec_identifier(name):
    return name + "_" if keyword.iskeyword(name) else name


def spec_class(model):
    base = BASES.get(model["kind"], "Spec")
    args = model["required"] + model["optional"]
    out = ["", "", "class %s(%s):" % (spec_identifier(model["name"]), base)]
    doc = model["doc"] + (" Weights: %s." % ", ".join(model["weights"]) if model["weights"] else "")
    lines = textwrap.wrap(doc.replace("\\", "\\\\"), 110, initial_indent='    """', subsequent_indent="    ",
                          break_long_words=False)
    out += [lines[0] + '"""'] if len(lines) == 1 and len(lines[0]) < 105 else lines + ['    """']
    pieces = ["self"] + ["%s: %s%s" % (spec_identifier(a["name"]), spec_hint(a), "" if a["required"] else " = " + attr_default(a))
                         for a in args]
    out.append("")
    out += wrapped_pieces("def __init__(%s)%s" % (", ".join(glued(x) for x in pieces), glued(" -> None:")), "    ", " " * 17)
    given = ["(%s,)" % "".join("(\"%s\", %s), " % (a["name"], spec_identifier(a["name"])) for a in model["required"]).rstrip(", ")
             if model["required"] else "()"]
    settings = ["(\"%s\", %s, %s)" % (a["name"], spec_identifier(a["name"]), attr_default(a)) for a in model["optional"]]
    given.append("(%s%s)" % (", ".join(glued(x) for x in settings), "," if len(settings) == 1 else ""))
    out += wrapped_pieces('super().__init__("%s", %s)' % (model["name"], ", ".join([glued(given[0]), given[1]])), " " * 8,
                          " " * 12)
    return out


def spec_builders(models, kind):
    module, about = learn.MODULES[kind]
    out = ['"""%s' % about, "", 'Made from the rows of core/learn by tools/generate; not to be edited."""',
           "from __future__ import annotations", ""]
    body = [line for model in models[kind] for line in spec_class(model)]
    text = "\n".join(body)
    typing = [x for x in ("Literal", "Sequence") if x + "[" in text or kind == "layer" and x == "Sequence"]
    if typing:
        out += ["from typing import %s" % ", ".join(typing), ""]
    names = [BASES.get(kind, "Spec")] + (["SpecLike"] if "SpecLike" in text else [])
    out += ["from ._spec import %s" % ", ".join(names)]
    if kind == "layer":
        out += ["", "", "class Input(Layer):", '    """%s"""' % learn.INPUT_DOC, "",
                '    def __init__(self, shape: Sequence[int], dtype: str = "float", name: str = "", batch_size: int = -1) -> None:',
                '        super().__init__("Input", (("shape", list(shape)),), (("dtype", str(dtype), "float"), ("name", name, ""), ("batch_size", batch_size, -1)))']
    return "\n".join(out + body + [""])
