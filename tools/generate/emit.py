# Which files are generated, from what, and whether they are as they should be.
import os

import cpp
import golang
import header
import layout
import ops
import python
import rust

# path: text of the header's model. An emitter for a language is a module here, and its files are rows of these tables.
FROM_HEADER = {
    "c_api/exports.list": layout.exports,
    "c_api/abi.golden": layout.golden,
    "tests/bindings/layout.c": layout.program,
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


def program(root, build):
    return os.path.join(root, build, "bin/runnel")


def files(root, build, want_ops=True):
    """{path: text} of every generated file. Errors: HeaderError, OpsError, OSError without a built program."""
    model = header.read(os.path.join(root, "c_api/runnel.h"))
    made = {path: emit(model) for path, emit in FROM_HEADER.items()}
    if want_ops and FROM_OPS:
        rows = ops.read(program(root, build))
        made.update({path: emit(rows) for path, emit in FROM_OPS.items()})
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
