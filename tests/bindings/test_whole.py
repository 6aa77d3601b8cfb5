"""Every function of the headers of c_api is reached by every binding; what is left out is listed here with its reason."""
import glob
import os
import re
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools/generate"))
import header  # noqa: E402

SOURCES = {
    "cpp": ["bindings/cpp/include/runnel/cpp/*.hpp"],
    "python": ["bindings/python/runnel/learn/[!_]*.py", "bindings/python/runnel/[!_]*.py", "bindings/python/runnel/_[!a]*.py"],  # not the declarations
    "rust": ["bindings/rust/runnel/src/*.rs"],
    "go": ["bindings/go/*.go", "bindings/go/*.c"],
}
# Function: why no binding, or none of those that are named, has it.
EVERYWHERE = {
    "rnl_(graph_add_op|graph_add_constant|graph_add_placeholder|graph_add_variable|graph_add_group)":
        "the typed builders and node builders do the same in the language's idiom",
    "rnl_(bytes|names|status|kernels|op)_retain": "what they give is copied at once",
    "rnl_graph_runtime": "graphs keep their runtime",
    "rnl_abi_version": "rnl_require checks it",
    "rnl_runtime_options_set_(log|allocator)": "the owned forms are used",
    "rnl_learn_history_(find|retain)": "histories are read at once, as maps by name",
}
SOME = {
    "rnl_eager_execute": (["python"], "ops are prepared, and kept by what they say"),
    "rnl_runtime_add_static_plugin": (["cpp", "python", "rust", "go"], "a plugin is linked in by C"),
    "rnl_session_run": (["cpp", "python", "go"], "names are looked up once and the run goes by numbers"),
    "rnl_session_run_callback": (["python"], "a queue finishes futures, so that no thread of Runnel runs Python"),
    "rnl_(session|callable)_run_callback": (["python"], "as above"),
    "rnl_(session|callable)_run_async": (["cpp", "rust", "go"], "callbacks become futures and channels"),
    "rnl_completion_.*": (["cpp", "rust", "go"], "callbacks become futures and channels"),
    "rnl_completion_queue_(shutdown|size)": (["python"], "who waits for a future has a run that ends"),
    "rnl_cancellation_is_cancelled": (["go"], "contexts say it"),
    "rnl_(graph|plan|eager)_retain": (["cpp"], "a shared state has the graph, and plans are read at once"),
    "rnl_tensor_(from_scalar|copy_to)": (["python"], "values are packed, and memory is shown"),
    "rnl_.*_retain": (["python", "rust", "go"], "objects are shared by the language's own references"),
    "rnl_runtime_options_set_owned_allocator": (["python", "rust", "go"],
                                                "memory must come without the language's lock or scheduler"),
    "rnl_tensor_wrap": (["go"], "Go's memory may not stay with C"),
    "rnl_node_builder_release": (["cpp", "rust"], "a builder is always finished"),
    "rnl_node_builder_set_attr_.*": (["python"], "found by the name of the attr's kind"),
    "rnl_graph_attr_.*": (["python"], "found by the name of the attr's kind"),
    "rnl_dtype_(name|from_name)": (["python"], "names are those of numpy, in a table"),
    "rnl_host_call_(node|is_cancelled)": (["python"], "the function gets values alone, as TensorFlow's does"),
    "rnl_example_is_sequence": (["python"], "a class of its own says it"),
    "rnl_dataset_component_dtype": (["rust", "go"], "elements are tensors, which know their types"),
    "rnl_learn_describe": (["cpp", "python"], "the builders have been made of it"),
    "rnl_code_name": (["cpp", "python"], "codes are an enumeration, and classes of exceptions"),
}


def reached(language):
    text = ""
    for pattern in SOURCES[language]:
        for path in glob.glob(os.path.join(ROOT, pattern)):
            if not path.endswith(("_test.go", "/ops.py", "/ops.rs", "/ops.hpp")):
                with open(path) as file:
                    text += file.read()
    return set(re.findall(r"\brnl_\w+", text))


def excused(name, language):
    return any(re.fullmatch(p, name) for p in EVERYWHERE) or any(
        language in languages and re.fullmatch(p, name) for p, (languages, _) in SOME.items())


class Whole(unittest.TestCase):
    def test_every_function_is_reached_or_excused(self):
        names = [f["name"] for f in header.read(os.path.join(ROOT, "c_api")).functions]
        self.assertGreater(len(names), 300)
        for language in SOURCES:
            with self.subTest(language):
                found = reached(language)
                self.assertEqual([n for n in names if n not in found and not excused(n, language)], [])


if __name__ == "__main__":
    unittest.main()
