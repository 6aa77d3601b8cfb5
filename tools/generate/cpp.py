# The C++ binding's generated file: a typed builder for every op, over bindings/cpp's OpCall.
import re
import textwrap

import learn
from python import slot  # the same words for the types of arguments

TYPES = {"string": "std::string", "int": "std::int64_t", "float": "float", "bool": "bool", "type": "DType",
         "shape": "PartialShape", "tensor": "Tensor", "func": "Function"}
RESERVED = {"and", "auto", "bool", "break", "case", "char", "class", "const", "default", "delete", "do", "double", "else", "enum",
            "export", "extern", "false", "float", "for", "friend", "if", "inline", "int", "long", "name", "namespace", "new",
            "not", "operator", "or", "private", "public", "register", "return", "short", "signed", "sizeof", "static", "struct",
            "switch", "template", "this", "throw", "true", "typename", "union", "unsigned", "using", "virtual", "void",
            "volatile", "while", "xor", "attrs", "graph", "call", "node"}
DTYPES = {"float": "Float", "double": "Double", "half": "Half", "bool": "Bool", "string": "String", "resource": "Resource",
          "variant": "Variant"}


def identifier(name):
    return name + "_" if name in RESERVED else name


def dtype(name):
    return "DType::k" + DTYPES.get(name, name[0].upper() + name[1:])


def attr_type(attr):
    listed = re.fullmatch(r"list\((\w+)\)", attr["type"])
    return "std::vector<%s>" % TYPES[listed.group(1)] if listed else TYPES[attr["type"]]


def literal(kind, value):
    if isinstance(value, list):
        inner = re.fullmatch(r"list\((\w+)\)", kind)
        return "{%s}" % ", ".join(literal(inner.group(1) if inner else "int", v) for v in value)
    if kind == "bool":
        return "true" if value else "false"
    if kind == "float":
        text = repr(value)
        return text + ("f" if "." in text or "e" in text else ".0f")
    if kind == "string":
        return '"%s"' % re.sub(r"\\(?![tn])", r"\\\\", value).replace('"', '\\"')
    if kind == "type":
        return dtype(value)
    if kind == "tensor":
        return "{}"  # none: the op has its own
    return "std::nullopt" if value is None else str(value)


def comment(text, indent=""):
    return textwrap.wrap(text, 110, initial_indent=indent + "// ", subsequent_indent=indent + "// ", break_long_words=False,
                         break_on_hyphens=False)


def parameter(arg):
    return ("const Input& %s" if arg["kind"] == "one" else "const std::vector<Input>& %s") % identifier(arg["name"])


def required_parameter(attr):
    kind = attr_type(attr)
    return ("%s %s" if attr["type"] in ("int", "float", "bool", "type") else "const %s& %s") % (kind, identifier(attr["name"]))


def builder(model):
    name, outputs = model["pascal"], model["outputs"]
    out = [""]
    result, tail = "Output", ".One()"
    if not outputs:
        result, tail = "Node", ".Add()"
    elif len(outputs) > 1 or outputs[0]["kind"] != "one":
        result = name + "Outputs" if len(outputs) > 1 else "std::vector<Output>"
    if len(outputs) > 1:
        out.append("struct %sOutputs {" % name)
        out += ["  %s %s;" % ("Output" if a["kind"] == "one" else "std::vector<Output>", identifier(a["name"])) for a in outputs]
        out.append("};")
    out.append("struct %sAttrs {" % name)
    out += ["  %s %s = %s;" % (attr_type(a), identifier(a["name"]), literal(a["type"], a["default"])) for a in model["optional"]]
    out += ['  std::string name = "";', "};"]
    out += comment(model["doc"])
    for attr in model["required"] + model["optional"]:
        if attr["allowed"]:
            out += comment("%s: %s." % (attr["name"], ", ".join(attr["allowed"])))
    parameters = [parameter(a) for a in model["inputs"]] + [required_parameter(a) for a in model["required"]]
    if not model["inputs"]:
        parameters.insert(0, "const Graph& graph")
    parameters.append("const %sAttrs& attrs = {}" % name)
    head = "inline %s %s(%s) {" % (result, name, ", ".join(x.replace(" ", "\x01") for x in parameters))
    out += [x.replace("\x01", " ") for x in textwrap.wrap(head, 110, subsequent_indent="    ", break_long_words=False)]
    calls = ['.In(%s, "%s")' % (identifier(a["name"]), slot(a)) for a in model["inputs"]]
    calls += ['.Attr("%s", %s)' % (a["name"], identifier(a["name"])) for a in model["required"]]
    calls += ['.Attr("%s", attrs.%s)' % (a["name"], identifier(a["name"])) for a in model["optional"]]
    start = 'detail::OpCall("%s", attrs.name%s)' % (model["op"], "" if model["inputs"] else ", graph.state()")
    simple = result in ("Output", "Node")
    text = ("return " if simple else "const Node node = ") + start + "\x02".join([""] + calls + [tail if simple else ".Add()"]) + ";"
    lines = [x.replace("\x01", " ") for x in textwrap.wrap(text.replace(" ", "\x01").replace("\x02", " "), 106,
                                                           initial_indent="  ", subsequent_indent="      ",
                                                           break_long_words=False, break_on_hyphens=False)]
    out += [re.sub(r"\) \.", ").", x) for x in lines]
    if not simple:
        out.append("  std::int32_t at = 0;")
        values = ["node.output(at++)" if a["kind"] == "one" else 'detail::OpCall::Many(node, "%s", &at)' % slot(a) for a in outputs]
        out.append("  return %s;" % (values[0] if len(values) == 1 else "{%s}" % ", ".join(values)))
    return out + ["}"]


def builders(models):
    out = ["// Every op as a function that adds a node. Made from the op rows by tools/generate; not to be edited.", "//",
           "// Inputs may be outputs, variables, tensors and numbers. What an op must be told follows its inputs;",
           "// what it may be told, and the node's name, is in a struct of attrs:",
           "//   ops::MatMul(a, b, {.transpose_a = true, .name = \"c\"})",
           "// clang-format off", "#ifndef RUNNEL_CPP_OPS_HPP_", "#define RUNNEL_CPP_OPS_HPP_", "", '#include "call.hpp"', "",
           "RUNNEL_CPP_NAMESPACE", "namespace ops {"]
    for model in models:
        out += builder(model)
    return "\n".join(out + ["", "}  // namespace ops", "RUNNEL_CPP_NAMESPACE_END", "#endif  // RUNNEL_CPP_OPS_HPP_", ""])


# ---- the same ops, run at once


def eager_parameter(arg):
    return ("const EagerInput& %s" if arg["kind"] == "one" else "const std::vector<EagerInput>& %s") % identifier(arg["name"])


def eager_function(model):
    name, outputs = model["pascal"], model["outputs"]
    out = [""]
    result = "EagerTensor"
    if not outputs:
        result = "void"
    elif len(outputs) > 1 or outputs[0]["kind"] != "one":
        result = name + "Outputs" if len(outputs) > 1 else "std::vector<EagerTensor>"
    if len(outputs) > 1:
        out.append("struct %sOutputs {" % name)
        out += ["  %s %s;" % ("EagerTensor" if a["kind"] == "one" else "std::vector<EagerTensor>", identifier(a["name"]))
                for a in outputs]
        out.append("};")
    parameters = [eager_parameter(a) for a in model["inputs"]] + [required_parameter(a) for a in model["required"]]
    if not model["inputs"]:
        parameters.insert(0, "const Eager& eager")
    parameters.append("const ops::%sAttrs& attrs = {}" % name)
    head = "inline %s %s(%s) {" % (result, name, ", ".join(x.replace(" ", "\x01") for x in parameters))
    out += [x.replace("\x01", " ") for x in textwrap.wrap(head, 110, subsequent_indent="    ", break_long_words=False)]
    calls = ['.In(%s, "%s")' % (identifier(a["name"]), slot(a)) for a in model["inputs"]]
    calls += ['.Attr("%s", %s)' % (a["name"], identifier(a["name"])) for a in model["required"]]
    calls += ['.Attr("%s", attrs.%s)' % (a["name"], identifier(a["name"])) for a in model["optional"]]
    tail = ".Run({%s})" % ", ".join('"%s"' % slot(a) for a in outputs)
    start = 'detail::EagerCall("%s", attrs.name%s)' % (model["op"], "" if model["inputs"] else ", eager.state()")
    prefix = {"void": "", "EagerTensor": "return "}.get(result, "auto out = ")
    tail = {"void": ".None()", "EagerTensor": ".One()"}.get(result, tail)
    text = prefix + start + "\x02".join([""] + calls + [tail]) + ";"
    lines = [x.replace("\x01", " ") for x in textwrap.wrap(text.replace(" ", "\x01").replace("\x02", " "), 106,
                                                           initial_indent="  ", subsequent_indent="      ",
                                                           break_long_words=False, break_on_hyphens=False)]
    out += [re.sub(r"\) \.", ").", x) for x in lines]
    if result not in ("void", "EagerTensor"):
        values = ["out[%d][0]" % i if a["kind"] == "one" else "out[%d]" % i for i, a in enumerate(outputs)]
        out.append("  return %s;" % (values[0] if len(values) == 1 else "{%s}" % ", ".join(values)))
    return out + ["}"]


def eager_functions(models):
    out = ["// Every op, run at once. Made from the op rows by tools/generate; not to be edited.", "//",
           "// What ops do, and what they may be told, is in ops.hpp:",
           "//   eager::MatMul(a, b, {.transpose_a = true})",
           "// clang-format off", "#ifndef RUNNEL_CPP_EAGER_OPS_HPP_", "#define RUNNEL_CPP_EAGER_OPS_HPP_", "",
           '#include "eager.hpp"', '#include "ops.hpp"', "", "RUNNEL_CPP_NAMESPACE", "namespace eager {"]
    for model in models:
        out += eager_function(model)
    return "\n".join(out + ["", "}  // namespace eager", "RUNNEL_CPP_NAMESPACE_END", "#endif  // RUNNEL_CPP_EAGER_OPS_HPP_", ""])


# ---- builders of layers and what belongs to them

SPEC_TYPES = {"string": "std::string", "int": "std::int64_t", "float": "double", "bool": "bool", "list(int)": "Sizes",
              "list(float)": "std::vector<double>", "list(string)": "std::vector<std::string>"}


def spec_type(arg):
    if arg["nested"]:
        return "Spec" if arg["type"] == "string" else "std::vector<Spec>"
    return SPEC_TYPES[arg["type"]]


def spec_literal(arg):
    value = arg["default"]
    if arg["type"] == "float":
        return repr(float(value))
    return literal(arg["type"], value)


def spec_name(arg):
    return arg["name"] + "_" if arg["name"] in RESERVED - {"name"} else arg["name"]


def spec_parameter(arg):
    kind = spec_type(arg)
    return ("%s %s" if kind in ("std::int64_t", "double", "bool") else "const %s& %s") % (kind, spec_name(arg))


def spec_builder(model):
    name = "".join(w[0].upper() + w[1:] for w in model["name"].split("_"))
    result = "Layer" if model["kind"] == "layer" else "Spec"
    doc = model["doc"] + (" Weights: %s." % ", ".join(model["weights"]) if model["weights"] else "")
    out = [""]
    parameters = [spec_parameter(a) for a in model["required"]]
    if model["optional"]:
        out.append("struct %sArgs {" % name)
        for arg in model["optional"]:
            out.append("  %s %s = %s;%s" % (spec_type(arg), spec_name(arg), spec_literal(arg),
                                            "  // %s" % ", ".join(x.lower() for x in arg["allowed"]) if arg["allowed"] else ""))
        out.append("};")
        parameters.append("const %sArgs& args = {}" % name)
    out += comment(doc)
    head = "inline %s %s(%s) {" % (result, name, ", ".join(x.replace(" ", "\x01") for x in parameters))
    out += [x.replace("\x01", " ") for x in textwrap.wrap(head, 110, subsequent_indent="    ", break_long_words=False)]
    calls = ['.Add("%s", %s)' % (a["name"], spec_name(a)) for a in model["required"]]
    calls += ['.Add("%s", args.%s, %s(%s))' % (a["name"], spec_name(a), spec_type(a), spec_literal(a)) for a in model["optional"]]
    text = 'return %s(detail::SpecWriter("%s")%s.Take());' % (result, model["name"], "\x02".join([""] + calls))
    out += [x.replace("\x01", " ") for x in textwrap.wrap(text.replace(" ", "\x01").replace("\x02", " "), 106,
                                                          initial_indent="  ", subsequent_indent="      ",
                                                          break_long_words=False, break_on_hyphens=False)]
    return [re.sub(r"\) \.", ").", x) for x in out] + ["}"]


def spec_builders(models):
    out = ["// Builders of layers and the like. Made of the rows of core/learn by tools/generate; not to be edited.", "//",
           "// What a builder must be told comes first, what it may be told is in a struct of arguments:",
           "//   layers::Dense(128, {.activation = \"relu\", .kernel_initializer = initializers::HeNormal()})",
           "// clang-format off", "#ifndef RUNNEL_CPP_LAYERS_HPP_", "#define RUNNEL_CPP_LAYERS_HPP_", "", '#include "learn.hpp"', "",
           "RUNNEL_CPP_NAMESPACE"]
    for kind, (module, about) in learn.MODULES.items():
        out += ["", "// %s" % about, "namespace %s {" % module]
        if kind == "layer":
            out += ["", *comment(learn.INPUT_DOC),
                    "inline Layer Input(const Sizes& shape, DType dtype = DType::kFloat, const std::string& name = \"\", int64_t batch_size = -1) {",
                    '  return Layer(detail::SpecWriter("Input").Add("shape", shape).Add("dtype", std::string(Name(dtype)))',
                    '      .Add("name", name, std::string()).Add("batch_size", batch_size, int64_t{-1}).Take());', "}"]
        for model in models[kind]:
            out += spec_builder(model)
        out += ["", "}  // namespace %s" % module]
    return "\n".join(out + ["", "RUNNEL_CPP_NAMESPACE_END", "#endif  // RUNNEL_CPP_LAYERS_HPP_", ""])
