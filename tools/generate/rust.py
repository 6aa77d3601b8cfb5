# The Rust binding's generated files: the declarations of runnel-sys with a test of their layouts, and the typed op
# builders of runnel.
import re
import textwrap

import learn
from ops import snake

SCALARS = {"void": "c_void", "char": "c_char", "bool": "bool", "int32_t": "i32", "uint32_t": "u32", "int64_t": "i64",
           "uint64_t": "u64", "size_t": "usize", "float": "f32", "double": "f64"}
KEYWORDS = set("""as async await box break const continue crate do dyn else enum extern false final fn for if impl in let
loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof unsafe
unsized use virtual where while yield""".split())
WIDTH = 120


def name_of(text):
    return text + "_" if text in KEYWORDS else text


def escaped(text):
    """What Rust's documentation would take for links and HTML, outside of backticks."""
    parts = text.split("`")
    parts[::2] = [re.sub(r"([\[\]<>*_])", r"\\\1", x) for x in parts[::2]]
    return "`".join(parts)


def doc_lines(text, indent="", mark="///"):
    lead = indent + mark + " "
    lines = []
    for part in filter(None, text.split("\n")):
        first, *more = textwrap.wrap(escaped(part), WIDTH, initial_indent=lead, subsequent_indent=lead,
                                     break_long_words=False, break_on_hyphens=False)
        # A line that goes on with "+ mask" is no item of a list.
        lines += [first] + [re.sub("^(%s)([+-] )" % re.escape(lead), r"\1\\\2", line) for line in more]
    return lines


# ---- declarations


def rust_type(declared):
    name = SCALARS.get(declared["base"], declared["base"])
    if declared["kind"] == "callback":
        name = "Option<%s>" % name
    const = declared["const"]
    for pointer_const in declared["pointers"]:
        name = "*%s %s" % ("const" if const else "mut", name)
        const = pointer_const
    return name


def signature(function):
    params = ", ".join("%s: %s" % (name_of(p["name"]), rust_type(p["type"])) for p in function["params"])
    result = "" if function["result"]["c"] == "void" else " -> " + rust_type(function["result"])
    return "(%s)%s" % (params, result)


def declarations(model):
    out = ["//! Everything that the headers of c_api declare. Made from them by tools/generate; not to be edited.",
           "#![allow(clippy::missing_safety_doc)]", "use core::ffi::{c_char, c_void};", "use core::marker::{PhantomData, PhantomPinned};", ""]
    for constant in model.constants:
        out += doc_lines(constant["doc"])
        kind = "rnl_node_t" if constant["name"] == "RNL_NO_NODE" else "u32"
        out.append("pub const %s: %s = %d;" % (constant["name"], kind, constant["value"]))
    for alias in model.aliases:
        out += [""] + doc_lines(alias["doc"]) + ["pub type %s = %s;" % (alias["name"], rust_type(alias["type"]))]
        for value in alias["values"]:
            out += doc_lines(value["doc"])
            out.append("pub const %s: %s = %d;" % (value["name"], alias["name"], value["value"]))
    for struct in model.structs:
        out += [""] + doc_lines(struct["doc"]) + ["#[repr(C)]", "#[derive(Clone, Copy, Debug)]", "pub struct %s {" % struct["name"]]
        out += ["    pub %s: %s," % (name_of(f["name"]), rust_type(f["type"])) for f in struct["fields"]] + ["}"]
    for opaque in model.handles + model.externs:
        out += [""] + doc_lines(opaque["doc"]) + ["#[repr(C)]", "pub struct %s {" % opaque["name"], "    _opaque: [u8; 0],",
                                                 "    _marker: PhantomData<(*mut u8, PhantomPinned)>,", "}"]
    for callback in model.callbacks:
        out += [""] + doc_lines(callback["doc"])
        out.append("pub type %s = unsafe extern \"C\" fn%s;" % (callback["name"], signature(callback)))
    out += ["", "extern \"C\" {"]
    for function in model.functions:
        out += doc_lines(function["doc"], "    ") + ["    pub fn %s%s;" % (function["name"], signature(function))]
    return "\n".join(out + ["}", ""])


def layout_test(model):
    """Sizes and offsets that the golden file promises, as the Rust compiler sees them."""
    out = ["//! The layouts that the golden files of c_api promise. Made by tools/generate; not to be edited.",
           "use runnel_sys::*;", "use std::mem::{align_of, offset_of, size_of};", "", "#[test]", "fn layouts_are_those_of_the_header() {"]
    for struct in model.structs:
        name = struct["name"]
        out.append("    assert_eq!((size_of::<%s>(), align_of::<%s>()), (%d, %d));" % (name, name, struct["size"], struct["align"]))
        out += ["    assert_eq!(offset_of!(%s, %s), %d);" % (name, name_of(f["name"]), f["offset"]) for f in struct["fields"]]
    for alias in model.aliases:
        out.append("    assert_eq!((size_of::<%s>(), align_of::<%s>()), (%d, %d));" % (
            alias["name"], alias["name"], *model.size(alias["type"])))
    for callback in model.callbacks:
        out.append("    assert_eq!(size_of::<Option<%s>>(), %d);" % (callback["name"], model.size(callback["name"])[0]))
    out += ["}", "", "#[test]", "fn the_library_is_of_this_header() {", "    // SAFETY: both calls take and give numbers only.",
            "    unsafe {", "        assert_eq!(rnl_abi_version(), RNL_ABI_VERSION);",
            "        assert!(rnl_require(RNL_ABI_VERSION).is_null());", "    }", "}", ""]
    return "\n".join(out)


# ---- op builders

ATTRS = {  # kind: (type of the parameter, the Attr that it becomes)
    "string": ("&str", "Attr::String(%s.into())"), "int": ("i64", "Attr::Int(%s)"), "float": ("f32", "Attr::Float(%s)"),
    "bool": ("bool", "Attr::Bool(%s)"), "type": ("DType", "Attr::Type(%s)"),
    "shape": ("Option<&[i64]>", "Attr::Shape(%s.map(<[i64]>::to_vec))"), "tensor": ("&Tensor", "Attr::Tensor(%s.clone())"),
    "func": ("&str", "Attr::Func(%s.into())"),
    "list(string)": ("&[&str]", "Attr::Strings(%s.iter().map(|&x| x.into()).collect())"),
    "list(int)": ("&[i64]", "Attr::Ints(%s.to_vec())"), "list(float)": ("&[f32]", "Attr::Floats(%s.to_vec())"),
    "list(bool)": ("&[bool]", "Attr::Bools(%s.to_vec())"), "list(type)": ("&[DType]", "Attr::Types(%s.to_vec())"),
    "list(shape)": ("&[Option<&[i64]>]", "Attr::Shapes(%s.iter().map(|x| x.map(<[i64]>::to_vec)).collect())"),
    "list(tensor)": ("&[Tensor]", "Attr::Tensors(%s.to_vec())"),
    "list(func)": ("&[&str]", "Attr::Funcs(%s.iter().map(|&x| x.into()).collect())"),
}
# Methods that every builder has.
TAKEN = {"name", "device", "after", "colocate_with", "build"}


def parameter_names(op):
    """A name for each input and required attr, all different."""
    used, names = set(), []
    for item in op["inputs"] + op["required"]:
        name = name_of(snake(re.sub(r"\W", "_", item["name"])))
        while name in used:
            name += "_"
        used.add(name)
        names.append(name)
    return names


def shown(value):
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[%s]" % ", ".join(shown(x) for x in value)
    return '"%s"' % value if isinstance(value, str) and not re.fullmatch(r"[a-z]\w*\d*", value) else str(value)


def attr_doc(attr):
    parts = []
    if attr["allowed"]:
        parts.append("One of %s." % ", ".join(attr["allowed"]))
    if attr["minimum"] is not None:
        parts.append("At least %d." % attr["minimum"])
    if not attr["required"]:
        parts.append("Default: %s." % (attr["default_text"] if attr["type"] == "tensor" else shown(attr["default"])))
    return " ".join(parts)


def output_type(arg):
    return "Output" if arg["kind"] == "one" else "Vec<Output>"


def take_output(arg):
    if arg["kind"] == "one":
        return "outputs.one()"
    return 'outputs.%s("%s")?' % (("counted_by", arg["number_attr"]) if arg["kind"] == "many" else ("typed_by", arg["type_attr"]))


def op_doc(op, names):
    lines = doc_lines(op["doc"])
    notes = []
    for item, name in zip(op["inputs"], names):
        allowed = op["types"].get(item["type_attr"]) if item["type_attr"] else None
        what = item["dtype"] or (", ".join(allowed) if allowed else "any type")
        notes.append("- `%s`: %s" % (name, what if item["kind"] == "one" else "list of " + what))
    for item, name in zip(op["required"], names[len(op["inputs"]):]):
        text = attr_doc(item)
        notes.append("- `%s`: attr `%s`%s" % (name, item["name"], "; " + text[0].lower() + text[1:].rstrip(".") if text else ""))
    if notes:
        lines.append("///")
        for note in notes:
            lines += textwrap.wrap(escaped(note), WIDTH, initial_indent="/// ", subsequent_indent="///   ", break_on_hyphens=False)
    if not op["gradient"] and op["outputs"]:
        lines += ["///", "/// No gradient flows through it."]
    return lines


def function(op):
    names = parameter_names(op)
    params, chain = [], ["NodeSpec::new(\"%s\")" % op["op"]]
    for item, name in zip(op["inputs"], names):
        one = item["kind"] == "one"
        params.append("%s: %s" % (name, "Output" if one else "&[Output]"))
        chain.append(".%s(%s)" % ("input" if one else "input_list", name))
    for item, name in zip(op["required"], names[len(op["inputs"]):]):
        kind, made = ATTRS[item["type"]]
        params.append("%s: %s" % (name, kind))
        chain.append('.attr("%s", %s)' % (item["name"], made % name))
    head = "pub fn %s(%s) -> %s {" % (name_of(op["snake"]), ", ".join(params), op["pascal"])
    allow = ["#[allow(clippy::too_many_arguments)]"] if len(params) > 7 else []
    return op_doc(op, names) + allow + [head, "    %s(%s)" % (op["pascal"], "".join(chain)), "}"]


def setters(op):
    out = []
    for attr in op["optional"]:
        method = name_of(snake(re.sub(r"\W", "_", attr["name"])))
        if method in TAKEN:
            method += "_attr"
        kind, made = ATTRS[attr["type"]]
        out += doc_lines(attr_doc(attr), "    ")
        out += ["    pub fn %s(mut self, value: %s) -> Self {" % (method, kind),
                '        self.0.set_attr("%s", %s);' % (attr["name"], made % "value"), "        self", "    }", ""]
    return out


def build(op):
    outputs = op["outputs"]
    head = "    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<%s> {"
    doc = "    /// Adds the node."
    if not outputs:
        return [doc, head % "Node", "        self.0.build(place)", "    }"]
    if len(outputs) == 1 and outputs[0]["kind"] == "one":
        return [doc, head % "Output", "        Ok(self.0.build(place)?.output(0))", "    }"]
    start = ["        let node = self.0.build(place)?;", "        let mut outputs = Outputs::new(place.graph(), node);"]
    if len(outputs) == 1:
        return [doc, head % "Vec<Output>", *start, "        %s" % take_output(outputs[0])[:-1], "    }"]
    fields = ["            %s: %s," % (name_of(snake(x["name"])), take_output(x)) for x in outputs]
    return [doc, head % (op["pascal"] + "Outputs"), *start, "        Ok(%sOutputs {" % op["pascal"], "            node,", *fields,
            "        })", "    }"]


def outputs_struct(op):
    if len(op["outputs"]) < 2:
        return []
    fields = ["    pub %s: %s," % (name_of(snake(x["name"])), output_type(x)) for x in op["outputs"]]
    return ["", "/// What [`fn@%s`] gives." % name_of(op["snake"]), "#[derive(Clone, Debug)]", "pub struct %sOutputs {" % op["pascal"],
            "    pub node: Node,", *fields, "}"]


def builder(op):
    return function(op) + [
        "", "/// A node that [`fn@%s`] began." % name_of(op["snake"]), "#[derive(Clone, Debug)]", '#[must_use = "build adds the node"]',
        "pub struct %s(NodeSpec);" % op["pascal"], "", "common!(%s);" % op["pascal"], "", "impl %s {" % op["pascal"],
        *setters(op), *build(op), "}", *outputs_struct(op), ""]


def op_builders(ops):
    out = ["//! A function for each op. It takes the op's inputs and the attrs that must be given, and returns a builder with a",
           "//! method for every other attr; `build` adds the node to a graph or scope and gives its outputs.",
           "//!", "//! Made from the op rows by tools/generate; not to be edited.", "",
           "use crate::node::{Attr, NodeSpec, Outputs, Place};", "use crate::{DType, Node, Output, Result, Tensor};", "",
           "macro_rules! common {", "    ($builder:ident) => {", "        impl $builder {",
           "            /// Without one, the name is made up from the op; so is the end of one that ends in '/'.",
           "            pub fn name(mut self, name: &str) -> Self {", "                self.0.set_name(name);", "                self",
           "            }", "", "            /// \"/device:CPU:0\"; any part may be missing.",
           "            pub fn device(mut self, device: &str) -> Self {", "                self.0.set_device(device);",
           "                self", "            }", "", "            /// Runs after `node`.",
           "            pub fn after(mut self, node: Node) -> Self {", "                self.0.add_after(node);",
           "                self", "            }", "", "            /// On the device of `node`.",
           "            pub fn colocate_with(mut self, node: Node) -> Self {", "                self.0.add_colocated(node);",
           "                self", "            }", "        }", "    };", "}", ""]
    for op in ops:
        out += builder(op)
    return "\n".join(out)


# ---- builders of layers and what belongs to them

SPECS = {  # kind of an argument: (type of the parameter, what sets it)
    "string": ("&str", "text"), "int": ("i64", "raw"), "float": ("f64", "float"), "bool": ("bool", "raw"),
    "list(int)": ("impl Into<Sizes>", "sizes"), "list(float)": ("&[f64]", "floats"), "list(string)": ("&[&str]", "texts"),
}


def spec_kind(arg):
    if arg["nested"]:
        return ("impl Display", "raw") if arg["type"] == "string" else ("&[&dyn Display]", "specs")
    return SPECS[arg["type"]]


def spec_set(arg, name):
    setter = spec_kind(arg)[1]
    return '.%s("%s", %s)' % (setter, arg["name"], name + ".into()" if setter == "sizes" else name)


def spec_doc(arg):
    default = '"%s"' % arg["default"] if arg["type"] == "string" else shown(arg["default"])
    return ("One of %s. " % ", ".join(x.lower() for x in arg["allowed"]) if arg["allowed"] else "") + "Default: %s." % default


def spec_builder(model):
    type_name = "".join(w[0].upper() + w[1:] for w in model["name"].split("_"))
    doc = model["doc"] + (" Weights: %s." % ", ".join(model["weights"]) if model["weights"] else "")
    params = ", ".join("%s: %s" % (name_of(a["name"]), spec_kind(a)[0]) for a in model["required"])
    chain = "".join(spec_set(a, name_of(a["name"])) for a in model["required"])
    out = ["", *doc_lines(doc, "    "), "    pub fn %s(%s) -> %s {" % (name_of(model["snake"]), params, type_name),
           '        %s(SpecText::new("%s")%s)' % (type_name, model["name"], chain), "    }", "",
           "    /// What [`fn@%s`] began." % name_of(model["snake"]), "    #[derive(Clone, Debug)]",
           "    pub struct %s(SpecText);" % type_name, "    spec!(%s);" % type_name]
    if model["optional"]:
        out += ["", "    impl %s {" % type_name]
        for i, arg in enumerate(model["optional"]):
            kind, _ = spec_kind(arg)
            out += ([""] if i else []) + doc_lines(spec_doc(arg), "        ")
            out += ["        pub fn %s(self, value: %s) -> Self {" % (name_of(arg["name"]), kind),
                    "            %s(self.0%s)" % (type_name, spec_set(arg, "value")), "        }"]
        out.append("    }")
    return out


def spec_builders(models):
    out = ["//! Builders of layers, losses, optimizers and what else models are made of: a function takes what must be told, and gives a",
           "//! value with a method for everything that may be. Displayed, it is a spec: `\"Dense(units=128, activation=relu)\"`.",
           "//!", "//! Made from the rows of core/learn by tools/generate; not to be edited.", "",
           "macro_rules! spec {", "    ($builder:ident) => {", "        impl Display for $builder {",
           "            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {", "                self.0.fmt(f)", "            }",
           "        }", "    };", "}"]
    for kind, (module, about) in learn.MODULES.items():
        args = [a for m in models[kind] for a in m["required"] + m["optional"]]
        sizes = kind == "layer" or any(a["type"] == "list(int)" for a in args)
        out += ["", *doc_lines(about), "pub mod %s {" % module, "    use crate::spec::%s;" % ("{Sizes, SpecText}" if sizes else "SpecText")]
        if kind == "layer":
            out.append("    use crate::DType;")
        out.append("    use std::fmt::{self, Display};")
        if kind == "layer":
            out += ["", *doc_lines(learn.INPUT_DOC, "    "), "    pub fn input(shape: impl Into<Sizes>) -> Input {",
                    '        Input(SpecText::new("Input").sizes("shape", shape.into()))', "    }", "",
                    "    /// What [`fn@input`] began.", "    #[derive(Clone, Debug)]", "    pub struct Input(SpecText);", "    spec!(Input);", "",
                    "    impl Input {", "        /// Default: float.", "        pub fn dtype(self, value: DType) -> Self {",
                    '            Input(self.0.raw("dtype", value))', "        }", "", "        /// Without one, it is made up.",
                    "        pub fn name(self, value: &str) -> Self {", '            Input(self.0.text("name", value))', "        }", "", "        /// Default: -1, any.",
                    "        pub fn batch_size(self, value: i64) -> Self {", '            Input(self.0.raw("batch_size", value))', "        }", "    }"]
        for model in models[kind]:
            out += spec_builder(model)
        out.append("}")
    return "\n".join(out + [""])
