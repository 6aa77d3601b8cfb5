"""Makes what is generated from the headers of c_api and from the op rows: the export lists, the golden layouts, the
declarations and typed op builders of the bindings. Generated files are committed; --check says which are stale.

    python3 tools/generate [--build build/release] [--check]
    python3 tools/generate --json header | ops      the models that emitters work from
"""
import argparse
import json
import os
import sys

sys.dont_write_bytecode = True
import emit  # noqa: E402
import header  # noqa: E402
import ops  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--check", action="store_true", help="write nothing; status 1 if a file is stale")
    options.add_argument("--json", choices=["header", "ops"], help="print a model")
    options.add_argument("--no-ops", action="store_true", help="only what the header gives: needs no build")
    options.add_argument("--build", default="build/release", help="build folder with bin/runnel (default build/release)")
    options.add_argument("--root", default=ROOT, help="the tree (default: this one)")
    options = options.parse_args()
    if options.json == "header":
        return print(json.dumps(header.read(os.path.join(options.root, "c_api")).as_json(), indent=1))
    if options.json == "ops":
        return print(json.dumps(ops.read(emit.program(options.root, options.build)), indent=1))
    made = emit.files(options.root, options.build, not options.no_ops)
    old = emit.stale(options.root, made)
    for path in old:
        print("%s %s" % ("stale:" if options.check else "writes", path))
        if not options.check:
            os.makedirs(os.path.dirname(os.path.join(options.root, path)), exist_ok=True)
            with open(os.path.join(options.root, path), "w", encoding="utf-8") as file:
                file.write(made[path])
    sys.exit(1 if options.check and old else 0)


if __name__ == "__main__":
    try:
        main()
    except (header.HeaderError, ops.OpsError, OSError) as error:
        sys.exit("tools/generate: %s" % error)
