"""Each check passes a clean tree and names the file and the fault in a tree with one planted."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
CLEAN = {
    "core/base/status.h": '#include "plugins/abi/rnlp_base.h"\n',
    "core/graph/graph.h": '#include "core/base/status.h"\n#include <vector>\n',
    "plugins/abi/rnlp_base.h": "#include <stdint.h>\n",
    "devices/cpu/kernels.cc": '#include "plugins/abi/rnlp_base.h"\n#include "devices/cpu/kernels.h"\n',
    "devices/cpu/kernels.h": "\n",
    "c_api/runnel.h": "#include <stddef.h>\n",
    "tools/runnel/main.cc": '#include "c_api/runnel.h"\n',
}


def run(check, planted, *arguments):
    """The problems that a check finds in the clean tree with `planted` {path: text} on top."""
    with tempfile.TemporaryDirectory() as root:
        for path, text in {**CLEAN, **planted}.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)) or root, exist_ok=True)
            with open(os.path.join(root, path), "w") as file:
                file.write(text)
        command = [os.path.join(ROOT, "tools/checks", check), "--json", "--root", root, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ, PYTHONDONTWRITEBYTECODE="1"))
        answer = json.loads(done.stdout)
        assert done.returncode == (1 if answer["problems"] else 0), done
        return ["%s: %s" % (p["file"], p["message"]) for p in answer["problems"]]


class Checks(unittest.TestCase):
    def expect(self, check, path, text, fragment):
        found = run(check, {path: text})
        self.assertEqual(len(found), 1, found)
        self.assertTrue(found[0].startswith(path + ": "), found)
        self.assertIn(fragment, found[0])

    def test_layers(self):
        self.assertEqual(run("layers", {}), [])
        self.expect("layers", "devices/cpu/bad.cc", '#include "core/base/status.h"\n', "may not include core/base/status.h")
        self.expect("layers", "core/base/bad.h", '#include "c_api/runnel.h"\n', "may not include c_api/runnel.h")
        self.expect("layers", "core/base/ring.h", '#include "core/graph/graph.h"\n', "a ring")
        self.expect("layers", "plugins/abi/bad.h", "#include <stdio.h>\n", "plain C")
        self.expect("layers", "tools/runnel/bad.cc", '#include "core/graph/graph.h"\n', "may not include core/graph")
        self.expect("layers", "devices/vulkan/bad.cc", '#include "devices/cpu/kernels.h"\n', "may not include devices/cpu")
        room = {"core/runtime/plan/plan.h": '#include "core/base/status.h"\n', "core/runtime/step/step.h": "\n"}
        self.assertEqual(run("layers", room), [])
        step = {**room, "core/runtime/step/step.cc": '#include "core/runtime/step/step.h"\n\n#include "core/runtime/plan/plan.h"\n'}
        self.assertEqual(run("layers", step), [])
        plan = {**room, "core/runtime/plan/other.h": '#include "core/runtime/step/step.h"\n'}
        found = run("layers", plan)
        self.assertEqual(len(found), 1, found)
        self.assertIn("core/runtime/plan may not include core/runtime/step", found[0])
        self.expect("layers", "core/runtime/attic/box.h", "\n", "no room")
        host = {"core/runtime/runtime.h": "\n", "core/runtime/host/host.h": '#include "core/runtime/runtime.h"\n'}
        self.assertIn("core/runtime/host may not include core/runtime:", run("layers", host)[0])
        link = {"net/link/loop.h": "\n", "net/wire/frame.h": '#include "net/link/loop.h"\n'}
        self.assertIn("net/wire may not include net/link", run("layers", link)[0])
        found = run("layers", {**room, "core/runtime/plan/plan.cc": '#include "core/runtime/plan/plan.h"\n#include "core/runtime/plan/made.h"\n',
                               "core/runtime/plan/made.h": '#include "core/runtime/plan/plan.h"\n'})
        self.assertEqual(found, ["core/runtime/plan/made.h: a ring of units: core/runtime/plan/made, core/runtime/plan/plan"])
        device = {"devices/vulkan/driver/queue.h": "\n", "devices/vulkan/spirv/spirv.h": '#include "devices/vulkan/driver/queue.h"\n'}
        self.assertIn("devices/vulkan/spirv may not include devices/vulkan/driver", run("layers", device)[0])
        self.expect("layers", "devices/cuda/attic/box.h", "\n", "no room")
        self.expect("layers", "devices/cpu/CMakeLists.txt", "target_link_libraries(x runnel_core)\n", "runnel_core")

    def test_house(self):
        self.assertEqual(run("house", {}), [])
        units = {"devices/cpu/gemm.h": "\n", "devices/cpu/pool.h": '#include "devices/cpu/gemm.h"\n',
                 "devices/cpu/gemm.cc": '#include "devices/cpu/gemm.h"\n\n#include "devices/cpu/pool.h"\n'}
        self.assertEqual(run("house", units), ["devices/cpu/gemm.cc: a ring: devices/cpu/gemm, devices/cpu/pool"])
        folders = {"tools/a/a.h": '#include "tools/b/b.h"\n', "tools/b/b.h": "\n", "tools/b/c.h": '#include "tools/a/a.h"\n'}
        self.assertEqual(run("house", folders), ["tools/a/a.h: a ring: tools/a, tools/b"])
        self.expect("house", "core/README.md", "See `core/graph/gone.h`.\n", "cites core/graph/gone.h, which is not there")
        parts = {"devices/cuda/driver/%s.h" % name: '#include "devices/cuda/driver/%s.h"\n' % other
                 for name, other in (("device", "fence"), ("fence", "device"))}
        self.assertEqual(run("house", parts), [], "a ring that is known")

    def test_root(self):
        self.assertEqual(run("root", {}), [])
        self.expect("root", "src/a.cc", "\n", "top-level")
        self.expect("root", "core/base/long.cc", "\n" * 601, "split it")

    def test_paths(self):
        self.assertEqual(run("paths", {}), [])
        self.expect("paths", "core/base/notes.h", "// see /" + "home/me/notes\n", "one machine")
        self.expect("paths", "tools/bad", "cd .." + "/shared\n", "outside the checkout")

    def test_cited(self):
        sources = {"core/graph/graph.cc": "Result<Graph> Graph::Create() { return MakeGraph(); }\n"}
        whole = ("See [the header](graph.h), `core/base/status.h`, `core/<folder>/graph.cc`, core/graph and `core/base/status`.\n"
                 "`Graph::Create` calls `MakeGraph()`; a placeholder as `core/FOLDER/graph.cc`, a build's `build/release/bin/x`.\n"
                 "```sh\nls core/graph/graph.h build/release\n```\n")
        self.assertEqual(run("cited", {**sources, "core/graph/README.md": whole}), [])
        for text, fragment in (("`core/base/gone.h`", "path core/base/gone.h"),
                               ("Files of core/gone are here.", "path core/gone"),
                               ("`gone.cc` does it.", "path gone.cc"),
                               ("```sh\nls core/graph/gone.txt\n```", "path core/graph/gone.txt"),
                               ("[it](gone.md)", "links to core/graph/gone.md"),
                               ("[it](#no-such-part)", "a heading 'no-such-part'"),
                               ("`Graph::Gone`", "symbol Graph::Gone"),
                               ("`gone()`", "symbol gone()"),
                               ("`MakeGone`", "symbol MakeGone")):
            with self.subTest(text):
                found = run("cited", {**sources, "core/graph/README.md": "# Graphs\n\n" + text + "\n"})
                self.assertEqual(len(found), 1, found)
                self.assertTrue(found[0].startswith("core/graph/README.md: "), found)
                self.assertIn(fragment, found[0])
        self.assertEqual(run("cited", {"CHANGELOG.md": "`core/gone.h` is gone.\n", "README.md": "Nothing.\n"}), [])

    def test_format(self):
        style = {".clang-format": "BasedOnStyle: Google\nSortIncludes: Never\nIncludeBlocks: Preserve\n"}
        self.assertEqual(run("format", {**style, "core/a.cc": "int a = 1;\n"}), [])
        found = run("format", {**style, "core/a.cc": "int  a=1;\n"})
        self.assertEqual(len(found), 1, found)

    def test_headers(self):
        self.assertEqual(run("headers", {}), [])
        found = run("headers", {"c_api/runnel.h": "inline int f(void) { return 0 }\n"})
        self.assertEqual(len(found), 16, found)
        found = run("headers", {"c_api/runnel.h": "#ifndef H\n#define H\n// C99 has such comments\nenum e { a, };\n#endif\n"})
        self.assertEqual(found, [])


if __name__ == "__main__":
    unittest.main()
