# Which files are generated, from what, and whether they are as they should be.
import functools
import os

import cpp
import golang
import header
import layout
import learn
import ops
import python
import rust

# path: text of one header's part of the model, and that header.
FROM_ONE_HEADER = {
    "c_api/exports.list": (layout.exports, "runnel.h"),
    "c_api/learn_exports.list": (layout.exports, "runnel_learn.h"),
    "c_api/abi.golden": (layout.golden, "runnel.h"),
    "c_api/learn_abi.golden": (layout.golden, "runnel_learn.h"),
    "tests/bindings/layout.c": (layout.program, "runnel.h"),
    "tests/bindings/layout_learn.c": (layout.program, "runnel_learn.h"),
}
# path: text of the headers' model. An emitter for a language is a module here, and its files are rows of these tables.
FROM_HEADERS = {
    "bindings/python/runnel/_abi.py": python.declarations,
    "bindings/go/constants.go": golang.constants,
    "bindings/rust/runnel-sys/src/generated.rs": rust.declarations,
    "bindings/rust/runnel-sys/tests/layout.rs": rust.layout_test,
}
# path: text of the list of op models.
FROM_OPS = {
    "bindings/cpp/include/runnel/cpp/eager_ops.hpp": cpp.eager_functions,
    "bindings/cpp/include/runnel/cpp/ops.hpp": cpp.builders,
    "bindings/go/ops/ops.go": golang.op_functions,
    "bindings/python/runnel/ops.py": python.builders,
    "bindings/rust/runnel/src/ops.rs": rust.op_builders,
}
# path: text of the rows of layers and what belongs to them.
FROM_LEARN = {"bindings/python/runnel/learn/%s.py" % module: functools.partial(python.spec_builders, kind=kind)
              for kind, (module, _) in learn.MODULES.items()}
FROM_LEARN.update({"bindings/go/%s/%s.go" % (module, module): functools.partial(golang.spec_builders, kind=kind)
                   for kind, (module, _) in learn.MODULES.items()})
FROM_LEARN["bindings/rust/runnel/src/layers.rs"] = rust.spec_builders
FROM_LEARN["bindings/cpp/include/runnel/cpp/layers.hpp"] = cpp.spec_builders


def program(root, build):
    return os.path.join(root, build, "bin/runnel")


def files(root, build, want_ops=True):
    """{path: text} of every generated file. Errors: HeaderError, OpsError, OSError without a built program."""
    model = header.read(os.path.join(root, "c_api"))
    made = {path: emit(model) for path, emit in FROM_HEADERS.items()}
    made.update({path: emit(model.part(name), name) for path, (emit, name) in FROM_ONE_HEADER.items()})
    if want_ops and FROM_OPS:
        rows = ops.read(program(root, build))
        made.update({path: emit(rows) for path, emit in FROM_OPS.items()})
        rows = learn.read(program(root, build))
        made.update({path: emit(rows) for path, emit in FROM_LEARN.items()})
    return made


def stale(root, made):
    """Paths of generated files that are not what they should be."""
    found = []
    for path, text in sorted(made.items()):
        try:
            with open(os.path.join(root, path), encoding="utf-8") as file:
                same = file.read() == text
        except FileNotFoundError:
            same = False
        if not same:
            found.append(path)
    return found
