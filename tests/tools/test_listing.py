"""runnel ops, devices, --help and --version."""
import json
import unittest

from program import ProgramTest


class Listing(ProgramTest):
    def test_ops_have_their_fields_and_kernels(self):
        rows = [json.loads(line) for line in self.lines("ops", "--json")]
        for row in rows:
            self.assertEqual(list(row)[:5], ["op", "type", "device", "gradient", "doc"])
            self.assertTrue(row["doc"].endswith(".") or row["op"].startswith("_"), row)
        on_cpu = {(r["op"], r["type"]) for r in rows if r["device"] == "CPU"}
        for op in ("AddV2", "MatMul", "Softmax", "ResourceApplyAdam"):
            self.assertIn((op, "float"), on_cpu)
        self.assertEqual([r["op"] for r in rows if r["device"] == "none"], [])
        self.assertIn("*", {r["device"] for r in rows if r["op"] == "Const"})
        gradient = {r["op"]: r["gradient"] for r in rows}
        self.assertTrue(gradient["MatMul"])
        self.assertFalse(gradient["Shape"])
        self.assertEqual(len(rows), len({(r["op"], r["type"], r["device"]) for r in rows}))

    def test_the_reference_has_every_op_with_its_attrs_and_kernels(self):
        sections = "\n".join(self.lines("ops", "--markdown")).split("\n## ")
        by_name = {s.split("\n", 1)[0].replace("\\", ""): s for s in sections[1:]}
        rows = [json.loads(line) for line in self.lines("ops", "--json")]
        self.assertEqual(sorted(by_name), sorted({r["op"] for r in rows}))
        for row in rows:
            text = by_name[row["op"]]
            for kind in ("inputs", "outputs", "attrs"):
                for part in row[kind]:
                    self.assertIn("| %s | `%s` |" % (kind[:-1], part["name"]), text)
            self.assertIn(row["device"].replace("*", "\\*"), text.split("Computed by: ")[1])
            self.assertIn("](#%s)" % row["op"].lower().replace(">", ""), sections[0])
        self.assertSays(by_name["Conv2D"], "string: `SAME` `VALID` `EXPLICIT`", "default `[1, 1, 1, 1]`", "CPU (float double", "Has a gradient.")
        self.assertSays(self.error("ops", "--markdown", "--json", status=2), "--markdown")

    def test_layers_have_their_arguments_and_weights(self):
        rows = [json.loads(line) for line in self.lines("layers")]
        kinds = {row["kind"] for row in rows}
        for kind in ("layer", "activation", "initializer", "loss", "metric", "optimizer", "schedule", "callback"):
            self.assertIn(kind, kinds)
        dense, = [json.loads(line) for line in self.lines("layers", "Dense")]
        self.assertEqual(dense["args"][0], {"name": "units", "type": "int", "default": None, "allowed": []})
        self.assertEqual(dense["weights"], ["kernel", "bias"])
        self.assertSays(self.error("layers", "Dens"), "Dens")

    def test_one_op_is_explained(self):
        text = "\n".join(self.lines("ops", "MatMul"))
        self.assertSays(text, "MatMul", "CPU:", "float")
        self.assertSays(self.error("ops", "Matmull"), "NOT_FOUND", "Matmull", "MatMul")

    def test_devices_start_with_the_cpu(self):
        rows = [json.loads(line) for line in self.lines("devices", "--json")]
        self.assertEqual((rows[0]["type"], rows[0]["name"][-13:]), ("CPU", "/device:CPU:0"))
        for row in rows:
            for field in ("description", "in_use_bytes", "peak_bytes", "limit_bytes"):
                self.assertIn(field, row)

    def test_help_and_version(self):
        self.assertRegex(self.lines("--version")[0], r"^runnel \d+\.\d+\.\d+ \(ABI \d+\.\d+\)$")
        self.assertSays("\n".join(self.lines("--help")), "run", "grad", "train", "ops", "devices", "checkpoint", "records", "events")
        for command in ("run", "grad", "train", "ops", "devices", "checkpoint", "records", "events"):
            self.assertTrue(self.lines(command, "--help")[0].startswith("usage: runnel " + command))
        self.assertSays(self.error(status=2), "expected a command")


if __name__ == "__main__":
    unittest.main()
