"""What tools/pack_device packs runs where nothing is built: the benchmark of a GPU on the fake driver, whatever is missing said."""
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FAKE = {"RUNNEL_CUDA_DRIVER": os.environ["RUNNEL_FAKE_DRIVER"], "FAKE_CUDA_MEMORY": str(1 << 30), "RUNNEL_CUDA_NVRTC": "none",
        "RUNNEL_CUDA_CUBLASLT": "none", "RUNNEL_CUDA_CUDNN": "none", "RUNNEL_CUDA_NCCL": "none", "RUNNEL_VULKAN_SOFTWARE": "1"}


class Packed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        archive = os.path.join(cls.folder.name, "packed.tar.gz")
        done = subprocess.run([sys.executable, "-B", os.path.join(ROOT, "tools/pack_device"), archive, "--build", os.environ["RUNNEL_BUILD"]],
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        with tarfile.open(archive) as file:
            file.extractall(cls.folder.name)

    def run_tool(self, *words, **environment):
        nowhere = os.path.join(self.folder.name, "no_peers")
        return subprocess.run([sys.executable, "-B", *words], cwd=os.path.join(self.folder.name, "runnel"), capture_output=True, text=True,
                              env=dict(os.environ, RUNNEL_PEERS_DIR=nowhere, **environment))

    def test_the_benchmark_of_a_gpu_has_all_its_lines(self):
        done = self.run_tool("tools/bench", "gpu", "--trial", "--json", **FAKE)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = {line["name"]: line for line in map(json.loads, done.stdout.splitlines())}
        steps = ["mlp_b2_adam_step", "lenet_b2_adam_step", "resnet50_b2_s32_w4_bf16_step", "gpt2_block_b1_t16_h2_d32_bf16_step"]
        products = ["matmul_%s_64" % kind for kind in ("f32", "tf32", "bf16")]
        self.assertLessEqual({*products, *steps, *(s + "_host" for s in steps), "two_devices_over_the_longer_part"}, set(lines), done.stderr)
        for name in products + steps:
            self.assertGreater(lines[name]["value"], 0)
            self.assertEqual(set(lines[name]["peers"].values()), {"not_measured"})
            self.assertIsNone(lines[name]["limit"])
        for name in steps:
            self.assertEqual(lines[name + "_host"]["limit"], 20)
        self.assertEqual(lines["two_devices_over_the_longer_part"]["limit"], 1.15)
        if "no Vulkan device" not in done.stderr:
            for kind, share in (("f32", 0.5), ("f16", 0.6)):
                self.assertEqual(lines["vulkan_matmul_%s_64" % kind]["share"], share)

    def test_a_simulated_gpu_is_not_measured(self):
        done = self.run_tool("tools/bench", "gpu", "--json", **FAKE)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertIn("gpu: no device", done.stderr)

    def test_without_the_device_the_tests_say_so(self):
        out = os.path.join(self.folder.name, "out.json")
        done = self.run_tool("tools/test", "--device", "cuda", "--json", out, RUNNEL_CUDA_DRIVER="/no/such/libcuda.so.1")
        with open(out) as file:
            answer = json.load(file)
        self.assertEqual((answer["passed"], answer["failed"]), (0, 0), done.stdout)
        self.assertEqual([x["reason"] for x in answer["skipped"]], ["no cuda device on this machine"])
        self.assertNotEqual(done.returncode, 0)


if __name__ == "__main__":
    unittest.main()
