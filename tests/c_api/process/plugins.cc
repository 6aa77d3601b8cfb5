// Plugins that cannot be used, each refused with its path and the reason, in a process that goes on.
#include <elf.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/c_api/process/cases.h"

namespace runnel_test {
namespace {

namespace fs = std::filesystem;

std::string TestPlugin(const std::string& name) {
  return std::string(RUNNEL_TEST_PLUGIN_DIR) + "/test_plugin_" + name + ".so";
}

std::string ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
std::string WriteFile(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

rnl_status_t* BareRuntime(Runtime* runtime) {
  RuntimeOptions options;
  rnl_status_t* status = rnl_runtime_options_create(options.out());
  if (status == nullptr) status = rnl_runtime_options_set_threads(options, 1);
  if (status == nullptr) status = rnl_runtime_options_set_default_plugins(options, false);
  return status == nullptr ? rnl_runtime_create(options, runtime->out()) : status;
}

// Loads `path` into `runtime`, which must refuse it with `code` and all of `words`.
int Refused(const Runtime& runtime, const std::string& path, rnl_code_t code,
            std::initializer_list<std::string> words) {
  const Status status(rnl_runtime_load_plugin(runtime, rnl_str(path.c_str())));
  REQUIRE(status.code() == code, "%s: %s", path.c_str(), status.ToString().c_str());
  for (const std::string& word : words) {
    REQUIRE(status.message().find(word) != std::string::npos, "%s: no \"%s\" in: %s", path.c_str(),
            word.c_str(), status.message().c_str());
  }
  REQUIRE(rnl_runtime_num_devices(runtime) == 0, "%s left a device", path.c_str());
  return 0;
}

#define REQUIRE_REFUSED(...)                                    \
  do {                                                          \
    if (const int failed = Refused(__VA_ARGS__)) return failed; \
  } while (false)

}  // namespace

int Plugins(const char* folder) {
  const std::string dir = folder;
  Runtime runtime;
  REQUIRE_OK(BareRuntime(&runtime));
  const std::string missing = dir + "/librunnel_missing.so", good = TestPlugin("axpy"),
                    whole = ReadFile(good);
  REQUIRE(whole.size() > 1000, "%s is not there", good.c_str());

  REQUIRE_REFUSED(runtime, missing, RNL_NOT_FOUND, {missing});
  REQUIRE_REFUSED(runtime, "no_such_id", RNL_NOT_FOUND,
                  {"no_such_id", "librunnel_no_such_id.so", "tried"});
  REQUIRE_REFUSED(runtime, "", RNL_INVALID_ARGUMENT, {});
  for (size_t size = 0; size < whole.size(); size += 1 + whole.size() / 40) {
    const std::string path =
        WriteFile(dir + "/cut" + std::to_string(size) + ".so", whole.substr(0, size));
    REQUIRE_REFUSED(runtime, path, RNL_DATA_LOSS,
                    {path, "truncated", "expected at least", std::to_string(size)});
  }
  std::string foreign = whole;
  auto* header = reinterpret_cast<Elf64_Ehdr*>(foreign.data());
  header->e_machine = header->e_machine == EM_AARCH64 ? EM_X86_64 : EM_AARCH64;
  const std::string foreign_path = WriteFile(dir + "/foreign.so", foreign);
  REQUIRE_REFUSED(runtime, foreign_path, RNL_FAILED_PRECONDITION, {foreign_path, "AArch64", "x86-64"});
  const std::string text = WriteFile(dir + "/text.so", std::string(200, 'x'));
  REQUIRE_REFUSED(runtime, text, RNL_INVALID_ARGUMENT, {text, "not a shared library"});
  REQUIRE_REFUSED(runtime, dir + "/", RNL_INVALID_ARGUMENT, {dir, "not a regular file"});

  REQUIRE_REFUSED(runtime, TestPlugin("newer_major"), RNL_FAILED_PRECONDITION,
                  {TestPlugin("newer_major"), "9.3", "1.3", "too new"});
  REQUIRE_REFUSED(runtime, TestPlugin("older_major"), RNL_FAILED_PRECONDITION,
                  {TestPlugin("older_major"), "0.3", "1.3", "too old"});
  REQUIRE_REFUSED(runtime, TestPlugin("needs_newer_minor"), RNL_FAILED_PRECONDITION,
                  {TestPlugin("needs_newer_minor"), "1.7", "1.3"});
  REQUIRE_REFUSED(runtime, TestPlugin("no_symbol"), RNL_INVALID_ARGUMENT,
                  {TestPlugin("no_symbol"), "rnlp_plugin_query"});
  REQUIRE_REFUSED(runtime, TestPlugin("bad_magic"), RNL_INVALID_ARGUMENT,
                  {TestPlugin("bad_magic"), "0x12345678", "0x504c4e52"});
  REQUIRE_REFUSED(runtime, TestPlugin("failing_create"), RNL_UNAVAILABLE,
                  {TestPlugin("failing_create"), "no driver here"});
  REQUIRE_REFUSED(runtime, TestPlugin("taken_op"), RNL_ALREADY_EXISTS,
                  {TestPlugin("taken_op"), "MatMul"});

  // Twice: by its path, by a link to it, as a copy.
  REQUIRE_OK(rnl_runtime_load_plugin(runtime, rnl_str(good.c_str())));
  const std::string link = dir + "/link.so", copy = WriteFile(dir + "/copy.so", whole);
  REQUIRE(symlink(good.c_str(), link.c_str()) == 0, "symlink failed");
  REQUIRE_REFUSED(runtime, good, RNL_ALREADY_EXISTS, {good, "same library"});
  REQUIRE_REFUSED(runtime, link, RNL_ALREADY_EXISTS, {link, good, "same library"});
  REQUIRE_REFUSED(runtime, copy, RNL_ALREADY_EXISTS, {copy, good, "second copy"});
  // Through a runtime's options it is the same, and another runtime may load what this one has.
  RuntimeOptions options;
  Runtime other;
  REQUIRE_OK(rnl_runtime_options_create(options.out()));
  REQUIRE_OK(rnl_runtime_options_set_threads(options, 1));
  REQUIRE_OK(rnl_runtime_options_add_plugin(options, rnl_str(good.c_str())));
  REQUIRE_OK(rnl_runtime_create(options, other.out()));
  REQUIRE_OK(rnl_runtime_options_add_plugin(options, rnl_str(foreign_path.c_str())));
  const Status refused(rnl_runtime_create(options, other.out()));
  REQUIRE(refused.code() == RNL_FAILED_PRECONDITION && other.get() == nullptr, "%s",
          refused.ToString().c_str());

  // After all this the runtime serves.
  REQUIRE_OK(rnl_runtime_load_plugin(runtime, rnl_str("cpu")));
  Model model;
  Session session;
  Tensor x, labels;
  REQUIRE_OK(BuildModel(runtime, &model));
  REQUIRE_OK(MakeBatch(runtime, &x, &labels));
  REQUIRE_OK(rnl_session_create(model.graph, nullptr, session.out()));
  REQUIRE_OK(Initialise(model, session));
  REQUIRE_OK(TrainStep(model, session, x, labels, nullptr, nullptr));
  return 0;
}

// At whichever allocation loading a plugin fails, nothing of it stays: no op, no kernel, no device; and
// it can be loaded then.
int PluginAllocations(const char*) {
  const std::string good = TestPlugin("axpy");
  const rnl_str_t path = {good.data(), good.size()};
  int failures = 0;
  for (int64_t n = 1;; ++n) {
    Runtime runtime;
    REQUIRE_OK(BareRuntime(&runtime));
    size_t ops = 0, kernels = 0;
    const auto count = [&runtime](size_t* out_ops, size_t* out_kernels) {
      Names names;
      REQUIRE_OK(rnl_runtime_ops(runtime, names.out()));
      Kernels list;
      REQUIRE_OK(rnl_runtime_kernels(runtime, list.out()));
      *out_ops = rnl_names_count(names);
      *out_kernels = rnl_kernels_count(list);
      return 0;
    };
    REQUIRE(count(&ops, &kernels) == 0, "n %lld", static_cast<long long>(n));
    FailAllocation(n);
    const Status status(rnl_runtime_load_plugin(runtime, path));
    const bool failed = AllocationFailed();
    FailAllocation(0);
    size_t ops_now = 0, kernels_now = 0;
    REQUIRE(count(&ops_now, &kernels_now) == 0, "n %lld", static_cast<long long>(n));
    if (!status.ok()) {
      ++failures;
      REQUIRE(status.code() == RNL_RESOURCE_EXHAUSTED, "n %lld: %s", static_cast<long long>(n),
              status.ToString().c_str());
      REQUIRE(ops_now == ops && kernels_now == kernels && rnl_runtime_num_devices(runtime) == 0,
              "n %lld: %zu ops and %zu kernels, there were %zu and %zu", static_cast<long long>(n),
              ops_now, kernels_now, ops, kernels);
      REQUIRE_OK(rnl_runtime_load_plugin(runtime, path));
      REQUIRE(count(&ops_now, &kernels_now) == 0, "n %lld", static_cast<long long>(n));
    }
    REQUIRE(ops_now == ops + 2 && kernels_now > kernels, "n %lld: %zu ops", static_cast<long long>(n),
            ops_now);
    if (!failed) break;
  }
  REQUIRE(failures > 20, "only %d failures", failures);
  return 0;
}

}  // namespace runnel_test
