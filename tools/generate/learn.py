# Rows of layers, losses, optimizers and so on as typed builders need them, from `runnel layers`: which arguments a
# builder has, of what kind, with what defaults. One model for every language, whose builders all write specs.
import json
import re
import subprocess

import ops

# kind of a row: the module, package or namespace of its builders, and what it is about.
MODULES = {
    "layer": ("layers", "Layers, which models are made of."),
    "activation": ("activations", "Activations: functions of one value that layers apply to what they give."),
    "initializer": ("initializers", "Initializers: what weights are at first."),
    "regularizer": ("regularizers", "Regularizers: what weights and activities cost."),
    "constraint": ("constraints", "Constraints, which weights keep to after each step."),
    "loss": ("losses", "Losses: what a model is trained to make small. They are metrics, too."),
    "metric": ("metrics", "Metrics: what is told of a model besides its loss."),
    "optimizer": ("optimizers", "Optimizers: how weights follow their gradients."),
    "schedule": ("schedules", "Schedules: learning rates that follow the number of steps."),
    "callback": ("callbacks", "Callbacks, which watch a fit."),
    "hook": ("hooks", "Hooks, which see each step of a trainer."),
    "feature column": ("columns", "Feature columns: how an estimator of Runnel's own takes what it is fed with."),
    "estimator": ("estimators", "Estimators that Runnel has ready."),
    "strategy": ("strategies", "Strategies: how training is divided over devices and tasks."),
    "exporter": ("exporters", "Exporters: what train_and_evaluate exports, and when."),
}
# Names that are not cut where capitals are.
SNAKE = {"RMSprop": "rmsprop", "TerminateOnNaN": "terminate_on_nan", "ReLU": "relu", "PReLU": "prelu",
         "LeakyReLU": "leaky_relu", "AdamW": "adamw", "L1L2": "l1_l2"}
# Arguments whose text is a spec of its own, so that builders take another builder for them.
NESTED = re.compile(r"(\w+_)?(activation|initializer|regularizer|constraint|layer|cell|column|optimizer)|learning_rate")
NESTED_LIST = re.compile(r"(\w+_)?columns")
NONE = re.compile(r"(?!)")
INPUT_DOC = "The input of a sequential model: sizes of a sample, without the batch; -1: any size, as of the batch."


def snake(name):
    return SNAKE.get(name) or ops.snake(name)


def argument(arg):
    required = arg["default"] is None
    return {"name": arg["name"], "type": arg["type"], "allowed": arg["allowed"], "required": required,
            "nested": bool({"string": NESTED, "list(string)": NESTED_LIST}.get(arg["type"], NONE).fullmatch(arg["name"])),
            "default": None if required else ops.parse_default(arg["type"], arg["default"])}


def row_model(row):
    args = [argument(a) for a in row["args"]]
    for arg in args:
        if arg["type"] not in ("string", "int", "float", "bool", "list(int)", "list(float)", "list(string)"):
            raise ops.OpsError("%s %s: an argument of kind %r" % (row["kind"], row["name"], arg["type"]))
    required, optional = [a for a in args if a["required"]], [a for a in args if not a["required"]]
    doc = row["doc"] or "%s %s." % ({"activation": "The activation", "initializer": "The initializer"}.get(
        row["kind"], "The " + row["kind"]), row["name"])
    weights = row["weights"] if row["kind"] == "layer" else []
    return {"kind": row["kind"], "name": row["name"], "snake": snake(row["name"]), "doc": doc, "weights": weights,
            "required": required, "optional": optional}


def parse(lines):
    """{kind: [model]} in the order of MODULES and of names."""
    models = {kind: [] for kind in MODULES}
    for line in lines:
        row = json.loads(line)
        if row["kind"] not in models:
            raise ops.OpsError("rows of kind %s: MODULES has no such kind" % row["kind"])
        models[row["kind"]].append(row_model(row))
    for kind, rows in models.items():
        rows.sort(key=lambda r: r["name"])
        names = [r["snake"] for r in rows]
        if not rows or len(set(names)) != len(names):
            raise ops.OpsError("no rows of kind %s, or two of one name" % kind)
    return models


def read(program):
    """Asks the built `runnel` program."""
    done = subprocess.run([program, "layers"], capture_output=True, text=True)
    if done.returncode != 0:
        raise ops.OpsError("%s layers: status %d: %s" % (program, done.returncode, done.stderr.strip()))
    return parse(done.stdout.splitlines())
