"""tools/house finds a ring of units that the includes of files alone do not show, and says nothing of a tree without one."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
sys.path.insert(0, os.path.join(ROOT, "tools/checks"))
import functions  # noqa: E402

# No header includes another's in a ring: only the .cc files, which belong to their headers, close it.
CLEAN = {
    "ARCHITECTURE.md": "Everything is in `core/shop`, first `core/shop/shelf.h`; then `net` and `shelf*`.\n",
    "core/shop/shelf.h": "int Shelf();\n",
    "core/shop/shelf.cc": '#include "core/shop/shelf.h"\n\nint Shelf() {\n  return 1;\n}\n',
    "core/shop/till.h": '#include "core/shop/shelf.h"\nint Till();\n',
    "core/shop/sales.cc": '#include "core/shop/till.h"\n\n#include "core/shop/shelf.h"\n\nint Till() { return Shelf(); }\n',
    "net/door.h": '#include "core/shop/till.h"\n',
}


def run(planted):
    """(status, answer) of tools/house for the clean tree with `planted` {path: text} on top."""
    with tempfile.TemporaryDirectory() as root:
        for path, text in {**CLEAN, **planted}.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)) or root, exist_ok=True)
            with open(os.path.join(root, path), "w") as file:
                file.write(text)
        command = [sys.executable, os.path.join(ROOT, "tools/house"), "--json", "--root", root]
        done = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ, PYTHONDONTWRITEBYTECODE="1"))
        return done.returncode, json.loads(done.stdout)


class House(unittest.TestCase):
    def test_a_clean_tree(self):
        status, house = run({})
        self.assertEqual(status, 0, house)
        self.assertEqual(house["rings"], [])
        self.assertEqual(house["folders"], {"core/shop": 4, "net": 1})
        self.assertEqual(house["undocumented_paths"], [])
        self.assertEqual(house["longest_functions"][0], {"file": "core/shop/shelf.cc", "function": "Shelf", "lines": 3})

    def test_a_ring_of_units(self):
        status, house = run({"core/shop/shelf.cc": '#include "core/shop/shelf.h"\n\n#include "core/shop/till.h"\n'})
        self.assertEqual(status, 1)
        self.assertEqual(house["rings"], [["core/shop/shelf", "core/shop/till"]])

    def test_a_second_file_of_a_header_belongs_to_it(self):
        status, house = run({"core/shop/hours.h": "\n", "core/shop/open.cc": '#include "core/shop/hours.h"\n\n#include "core/shop/till.h"\n',
                             "core/shop/shelf.h": '#include "core/shop/hours.h"\n'})
        self.assertEqual(status, 1)
        self.assertEqual(house["rings"], [["core/shop/hours", "core/shop/shelf", "core/shop/till"]])

    def test_a_ring_of_folders(self):
        status, house = run({"core/stock/crate.h": '#include "core/shop/shelf.h"\n', "core/shop/order.h": '#include "core/stock/crate.h"\n',
                             "README.md": "`core/stock`\n"})
        self.assertEqual(status, 1)
        self.assertEqual(house["rings"], [["core/shop", "core/stock"]])

    def test_paths_of_documents(self):
        status, house = run({"README.md": "See `core/shop/counter.h`, `core/ops/<family>.cc` and [this](net/door.h).\n"})
        self.assertEqual(status, 1)
        self.assertEqual([p["path"] for p in house["undocumented_paths"]], ["core/shop/counter.h"])
        status, house = run({"core/cellar/barrel.h": "\n"})
        self.assertEqual(status, 0)  # said, but no fault
        self.assertEqual([p["path"] for p in house["undocumented_paths"]], ["core/cellar"])

    def test_names_of_functions(self):
        text = '''
#define BRACE {
namespace shop {
namespace {
const char* const kText[] = {"}", R"({)"};
enum class Kind { kA, kB };
}  // namespace
template <typename T, typename U = std::vector<T>>
class Shelf : public Board {
 public:
  explicit Shelf(int size) : Board({size}), size_{size}, names_(size) {
    if (size > 0) {
    }
  }
  bool operator==(const Shelf& other) const { return true; }
  ~Shelf() override;
  struct Item {
    int Weight() const noexcept {
      return 0;
    }
  };
 private:
  std::atomic<int> size_{0};
};
std::function<void(int)> Shelf::Taker(const std::map<int, int>& by) const {
  const auto take = [&](int i) {
    return i;
  };
  return take;
}
STANDS_ALONE(int)
namespace deep::down {
extern "C" {
int Inside(void) { return 2; }
}
}
STANDS_ALONE(int)
static int After(void) {
  return 1;
}
}
TEST(Shelf, HoldsWhatIsPut) {
}
'''
        found = functions.functions_of(text)
        self.assertEqual([(name, lines) for name, _, lines in found],
                         [("Shelf::Shelf", 4), ("Shelf::operator==", 1), ("Shelf::Item::Weight", 3),
                          ("Shelf::Taker", 6), ("Inside", 1), ("After", 3), ("TEST(Shelf, HoldsWhatIsPut)", 2)])


if __name__ == "__main__":
    unittest.main()
