"""Compiles the shaders of variants.txt and writes one C++ file with all of them: stripped, each distinct module once.

usage: build.py GLSLANG SPIRV_OPT OUTPUT.cc WORK_FOLDER      (SPIRV_OPT may be empty: then nothing is stripped)
"""
import concurrent.futures
import itertools
import os
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def variants():
    with open(os.path.join(HERE, "variants.txt")) as lines:
        for line in lines:
            words = line.split("#")[0].split()
            if not words:
                continue
            for types in itertools.product(*(axis.split(",") for axis in words[1:])):
                yield "_".join((words[0],) + types), words[0], types


def has_free_size(source):
    with open(os.path.join(HERE, source + ".comp")) as text:
        return "true" if "local_size_x_id = 63" in text.read() else "false"


# What a device is asked for beside Shader, by the type or shader that needs it; anything else would need a feature of the
# device that nobody has enabled.
CAPABILITIES = {"f16": {4433}, "b2": {4433}, "i64": {11}, "gemm_lanes": {61}, "conv_lanes": {61}, "gemm_matrix": {9, 61, 5345, 5357}}


def check_capabilities(name, source, types, data):
    words = struct.unpack("<%dI" % (len(data) // 4), data)
    at = 5
    while words[at] & 0xFFFF == 17:  # OpCapability; they come first
        if words[at + 1] not in {1}.union(*(CAPABILITIES.get(key, ()) for key in (source,) + types)):
            raise SystemExit("%s: the module needs capability %d of SPIR-V, which devices are not asked for" % (name, words[at + 1]))
        at += words[at] >> 16


def compile_one(glslang, spirv_opt, folder, name, source, types):
    path = os.path.join(folder, name + ".spv")
    command = [glslang, "-V", "--target-env", "vulkan1.2", "-Os", "-I" + HERE, "-o", path]
    command += ["-DTYPE%d_%s=1" % (i, t) for i, t in enumerate(types)] + [os.path.join(HERE, source + ".comp")]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise SystemExit("%s: glslangValidator says:\n%s" % (name, done.stdout))
    if spirv_opt:
        done = subprocess.run([spirv_opt, "--strip-debug", path, "-o", path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            raise SystemExit("%s: spirv-opt says:\n%s" % (name, done.stdout))
    with open(path, "rb") as module:
        data = module.read()
    check_capabilities(name, source, types, data)
    return name, data


def main():
    glslang, spirv_opt, output, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        made = dict(pool.map(lambda v: compile_one(glslang, spirv_opt, folder, *v), variants()))
    sizes = {name: has_free_size(source) for name, source, _ in variants()}
    bodies = {}
    lines = ["// Made by devices/vulkan/shaders/build.py.", '#include "devices/vulkan/shaders/shaders.h"', "", "namespace runnel::vulkan {", "namespace {"]
    for name, data in sorted(made.items()):
        if data in bodies:
            continue
        bodies[data] = "kWords%d" % len(bodies)
        words = struct.unpack("<%dI" % (len(data) // 4), data)
        lines.append("constexpr uint32_t %s[] = {" % bodies[data])
        for i in range(0, len(words), 12):
            lines.append("  " + ",".join("0x%x" % w for w in words[i:i + 12]) + ",")
        lines.append("};")
    lines += ["}  // namespace", "", "const ShaderWords kShaders[] = {"]
    for name, data in sorted(made.items()):
        lines.append('  {"%s", %s, %d, %s},' % (name, bodies[data], len(data) // 4, sizes[name]))
    lines += ["};", "const uint32_t kNumShaders = %d;" % len(made), "", "}  // namespace runnel::vulkan", ""]
    with open(output, "w") as out:
        out.write("\n".join(lines))


if __name__ == "__main__":
    main()
