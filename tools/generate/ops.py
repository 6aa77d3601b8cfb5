# The op rows as typed builders need them, from `runnel ops --json`: which arguments a builder has, in what order,
# of what kind, and which attrs the inputs decide. One model for every language.
import json
import re
import subprocess


class OpsError(Exception):
    """The listing has something that this reader does not know."""


SCALAR_ATTRS = {"string", "int", "float", "bool", "type", "shape", "tensor", "func"}


def snake(name):
    """MatMul is mat_mul, Conv2DBackpropInput is conv2d_backprop_input, L2Loss is l2_loss."""
    name = name.split(">")[-1]
    name = re.sub(r"([a-z])([A-Z])", r"\1_\2", name)
    name = re.sub(r"([A-Z0-9])([A-Z][a-z])", r"\1_\2", name)
    return re.sub(r"__+", "_", name).lower()


def pascal(name):
    """The op's name as an identifier in PascalCase: Runnel>Gelu is Gelu."""
    return re.sub(r"[^A-Za-z0-9]", "", name.split(">")[-1])


def parse_default(kind, text):
    """The value of a default's text: bool, int, float, str, a dtype's name, a list, or None for an unknown shape and for
    a tensor, which is the op's to know."""
    text = text.strip()
    if kind == "tensor":
        return None
    listed = re.fullmatch(r"list\((\w+)\)", kind)
    if listed:
        inner = text[1:-1].strip()
        if not (text.startswith("[") and text.endswith("]")):
            raise OpsError("not a list: %r" % text)
        if "[" in inner or '"' in inner:
            raise OpsError("a default that is not read yet: %r" % text)
        return [parse_default(listed.group(1), x) for x in inner.split(",")] if inner else []
    if kind == "bool" and text in ("true", "false"):
        return text == "true"
    if kind == "int":
        return int(text)
    if kind == "float":
        return float(text)
    if kind == "string" and re.fullmatch(r'".*"', text, re.S):
        return re.sub(r'\\(["\\])', r"\1", text[1:-1])  # \t and \n stay: every language writes them so
    if kind == "type" and re.fullmatch(r"\w+", text):
        return text
    if kind == "shape":
        if text == "<unknown>":
            return None
        return [-1 if x.strip() == "?" else int(x) for x in text[1:-1].split(",") if x.strip()]
    raise OpsError("a default that is not known: %r of %s" % (text, kind))


def argument(entry, attrs):
    """{name, type, kind: one | many | mixed, dtype or type_attr, number_attr}: many share a type, mixed do not."""
    text = entry["type"]
    arg = {"name": entry["name"], "type": text, "kind": "one", "is_ref": False, "number_attr": None, "type_attr": None,
           "dtype": None}
    number = re.fullmatch(r"(\w+) \* (.+)", text)
    if number:
        arg["kind"], arg["number_attr"], text = "many", number.group(1), number.group(2)
    ref = re.fullmatch(r"Ref\((\w+)\)", text)
    if ref:
        arg["is_ref"], text = True, ref.group(1)
    if text not in attrs:
        arg["dtype"] = text
    elif attrs[text]["type"] == "list(type)":
        arg["kind"], arg["type_attr"] = "mixed", text
    elif attrs[text]["type"] == "type":
        arg["type_attr"] = text
    else:
        raise OpsError("a type that is no type: %r" % entry["type"])
    return arg


def op_model(row):
    attrs = {a["name"]: a for a in row["attrs"]}
    inputs = [argument(x, attrs) for x in row["inputs"]]
    outputs = [argument(x, attrs) for x in row["outputs"]]
    decided = {a[k] for a in inputs for k in ("number_attr", "type_attr") if a[k]}
    given = []
    for attr in row["attrs"]:
        kind = attr["type"]
        if re.sub(r"^list\((\w+)\)$", r"\1", kind) not in SCALAR_ATTRS:
            raise OpsError("%s: an attr of kind %r" % (row["op"], kind))
        if attr["name"] in decided:
            continue
        required = "default" not in attr
        given.append({"name": attr["name"], "type": kind, "required": required,
                      "default": None if required else parse_default(kind, attr["default"]),
                      "default_text": attr.get("default", ""),
                      "minimum": attr.get("minimum"), "allowed": attr["allowed"]})
    types = {a["name"]: a["allowed"] for a in row["attrs"] if a["type"] == "type" and a["allowed"]}
    return {"op": row["op"], "snake": snake(row["op"]), "pascal": pascal(row["op"]), "doc": row["doc"],
            "gradient": row["gradient"], "stateful": row["stateful"], "inputs": inputs, "outputs": outputs,
            "required": [a for a in given if a["required"]], "optional": [a for a in given if not a["required"]],
            "inferred": sorted(decided), "types": types}


def parse(lines):
    """The models of all public ops by name; those that begin with _ are the runtime's own."""
    rows = {}
    for line in lines:
        row = json.loads(line)
        if "error" in row:
            raise OpsError("%s is not available, build its library: %s" % (row["op"], row["error"]))
        rows.setdefault(row["op"], row)
    models = [op_model(rows[name]) for name in sorted(rows) if not name.startswith("_")]
    seen = {}
    for model in models:
        for key in (model["snake"], model["pascal"]):
            if seen.setdefault(key, model["op"]) != model["op"]:
                raise OpsError("%s and %s are both called %s" % (seen[key], model["op"], key))
    if not models:
        raise OpsError("no ops")
    return models


def read(program):
    """Asks the built `runnel` program."""
    done = subprocess.run([program, "ops", "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        raise OpsError("%s ops --json: status %d: %s" % (program, done.returncode, done.stderr.strip()))
    return parse(done.stdout.splitlines())
