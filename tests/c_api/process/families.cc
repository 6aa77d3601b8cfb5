// Families of ops in libraries of their own: who does not name one maps none, any number of threads may
// be the first to name one, and a second librunnel in the process does not take those of the first.
#include <dlfcn.h>

#include <filesystem>
#include <fstream>
#include <latch>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/c_api/process/cases.h"

namespace runnel_test {
namespace {

namespace fs = std::filesystem;

rnl_str_t View(const std::string& text) { return {text.data(), text.size()}; }

// family -> its ops
int Families(const Runtime& runtime, std::map<std::string, std::vector<std::string>>* out) {
  Names names;
  REQUIRE_OK(rnl_runtime_ops(runtime, names.out()));
  for (size_t i = 0; i < rnl_names_count(names); ++i) {
    const rnl_str_t name = rnl_names_get(names, i);
    const std::string family = Str(rnl_runtime_op_family(runtime, name));
    if (!family.empty()) (*out)[family].push_back(Str(name));
  }
  return 0;
}

// The files of librunnel's own folder that this process has mapped.
std::set<std::string> Mapped(const std::string& folder) {
  std::set<std::string> mapped;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const size_t at = line.find(folder + "/");
    if (at != std::string::npos) mapped.insert(line.substr(at + folder.size() + 1));
  }
  return mapped;
}

std::string LibraryFolder() {
  Dl_info info;
  if (dladdr(reinterpret_cast<void*>(&rnl_runtime_create), &info) == 0) return {};
  return fs::canonical(info.dli_fname).parent_path().string();
}

// Looks up every op of `families`, each thread in an order of its own. Returns how many failed.
size_t FindAll(const rnl_runtime_t* runtime,
               const std::map<std::string, std::vector<std::string>>& families, size_t begin) {
  std::vector<std::string> ops;
  for (const auto& [family, of_family] : families)
    ops.insert(ops.end(), of_family.begin(), of_family.end());
  size_t failed = 0;
  for (size_t i = 0; i < ops.size(); ++i) {
    Op op;
    const std::string& name = ops[(begin + i) % ops.size()];
    const Status status(rnl_runtime_find_op(runtime, View(name), op.out()));
    if (!status.ok()) std::fprintf(stderr, "%s: %s\n", name.c_str(), status.ToString().c_str());
    failed += status.ok() ? 0 : 1;
  }
  return failed;
}

}  // namespace

int FamiliesOnFirstUse(const char*) {
  Runtime runtime;
  REQUIRE_OK(rnl_runtime_create(nullptr, runtime.out()));
  std::map<std::string, std::vector<std::string>> families;
  if (const int failed = Families(runtime, &families)) return failed;
  const std::string folder = LibraryFolder();
  const auto mapped_families = [&] {
    size_t count = 0;
    for (const std::string& file : Mapped(folder)) {
      for (const auto& [family, ops] : families) count += file == "librunnel_" + family + ".so" ? 1 : 0;
    }
    return count;
  };
  const auto maps_gradients = [&] { return Mapped(folder).contains("librunnel_gradients.so"); };
  // Inference.
  Graph graph;
  Tensor six, product;
  rnl_output_t inputs[2], answer;
  const rnl_str_t fetch = rnl_str("answer");
  REQUIRE_OK(rnl_graph_create(runtime, graph.out()));
  REQUIRE_OK(rnl_tensor_from_scalar(runtime, RNL_FLOAT, 6, six.out()));
  REQUIRE_OK(rnl_graph_add_constant(graph, rnl_str("six"), six, &inputs[0]));
  inputs[1] = inputs[0];
  REQUIRE_OK(rnl_graph_add_op(graph, rnl_str("Mul"), fetch, inputs, 2, &answer));
  Session inference;
  REQUIRE_OK(rnl_session_create(graph, nullptr, inference.out()));
  REQUIRE_OK(rnl_session_run(inference, nullptr, nullptr, nullptr, 0, &fetch, product.out(), 1, nullptr,
                             0, nullptr));
  REQUIRE(Mapped(folder).size() > 1, "nothing is mapped from %s", folder.c_str());
  REQUIRE(mapped_families() == 0 && !maps_gradients(), "%zu families", mapped_families());
  // Training.
  Model model;
  Session session;
  Tensor x, labels;
  REQUIRE_OK(BuildModel(runtime, &model));
  REQUIRE_OK(MakeBatch(runtime, &x, &labels));
  REQUIRE_OK(rnl_session_create(model.graph, nullptr, session.out()));
  REQUIRE_OK(Initialise(model, session));
  REQUIRE_OK(TrainStep(model, session, x, labels, nullptr, nullptr));
  REQUIRE(mapped_families() == (families.empty() ? 0 : 1), "%zu families", mapped_families());
  REQUIRE(maps_gradients() != families.empty(), "gradients without their library");

  // Half of the threads over one runtime, each other one over its own.
  constexpr size_t kThreads = 16;
  std::latch together(kThreads);
  std::vector<size_t> failed(kThreads, 1);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      Runtime own;
      if (i % 2 == 1 && !Status(rnl_runtime_create(nullptr, own.out())).ok()) own.reset();
      together.arrive_and_wait();
      failed[i] = FindAll(i % 2 == 1 ? own : runtime, families, 7 * i);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (size_t i = 0; i < kThreads; ++i) REQUIRE(failed[i] == 0, "thread %zu: %zu ops", i, failed[i]);
  REQUIRE(mapped_families() == families.size(), "%zu of %zu", mapped_families(), families.size());
  return 0;
}

int FamiliesOfASecondCopy(const char* argument) {
  Runtime runtime;
  REQUIRE_OK(rnl_runtime_create(nullptr, runtime.out()));
  std::map<std::string, std::vector<std::string>> families;
  if (const int failed = Families(runtime, &families)) return failed;
  for (const fs::directory_entry& file : fs::directory_iterator(LibraryFolder())) {
    const std::string name = file.path().filename().string();
    if (name.starts_with("librunnel"))
      fs::copy(file.path(), fs::path(argument) / name, fs::copy_options::copy_symlinks);
  }
  void* const copy = dlopen((std::string(argument) + "/librunnel.so.0").c_str(), RTLD_NOW | RTLD_LOCAL);
  REQUIRE(copy != nullptr, "%s", dlerror());
  const auto create = reinterpret_cast<decltype(&rnl_runtime_create)>(dlsym(copy, "rnl_runtime_create"));
  const auto find = reinterpret_cast<decltype(&rnl_runtime_find_op)>(dlsym(copy, "rnl_runtime_find_op"));
  const auto release =
      reinterpret_cast<decltype(&rnl_runtime_release)>(dlsym(copy, "rnl_runtime_release"));
  REQUIRE(create != &rnl_runtime_create, "one library twice");
  rnl_runtime_t* other = nullptr;
  REQUIRE_OK(create(nullptr, &other));
  for (const auto& [family, ops] : families) {
    rnl_op_t* op = nullptr;
    const Status status(find(other, View(ops[0]), &op));  // statuses of both have one layout
    REQUIRE(status.code() == RNL_FAILED_PRECONDITION && op == nullptr, "%s", status.ToString().c_str());
    REQUIRE(status.message().find("another copy of librunnel") != std::string::npos, "%s",
            status.message().c_str());
  }
  rnl_op_t* op = nullptr;
  REQUIRE_OK(find(other, View("MatMul"), &op));
  const auto release_op = reinterpret_cast<decltype(&rnl_op_release)>(dlsym(copy, "rnl_op_release"));
  release_op(op);
  release(other);
  REQUIRE(FindAll(runtime, families, 0) == 0, "the first copy has lost its own");
  return 0;
}

}  // namespace runnel_test
