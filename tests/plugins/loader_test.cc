// The loader against every bad plugin: each is refused with a message that names the path and, where
// there are two numbers, both; and the runtime goes on as if nothing had been asked.
#include <elf.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "core/runtime/devices/device.h"
#include "core/runtime/plugins/plugin_loader.h"
#include "core/runtime/runtime.h"

namespace runnel {
namespace {

namespace fs = std::filesystem;

std::string TestPlugin(const std::string& name) {
  return std::string(RUNNEL_TEST_PLUGIN_DIR) + "/test_plugin_" + name + ".so";
}

Ref<Runtime> BareRuntime() {
  RuntimeOptions options;
  options.load_default_plugins = false;
  options.num_threads = 2;
  auto runtime = Runtime::Create(options);
  EXPECT_TRUE(runtime.ok()) << runtime.status().ToString();
  return *runtime;
}

// A folder that is gone when the test ends.
class Scratch {
 public:
  Scratch() {
    char path[] = "/tmp/runnel_plugins_XXXXXX";
    path_ = mkdtemp(path);
  }
  ~Scratch() { fs::remove_all(path_); }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

std::string ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
void WriteFile(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

void ExpectRefused(const std::string& path, Code code, std::initializer_list<const char*> words) {
  const Ref<Runtime> runtime = BareRuntime();
  const Status status = runtime->LoadPlugin(path);
  EXPECT_EQ(status.code(), code) << status.ToString();
  const std::string message(status.message());
  EXPECT_NE(message.find(path), std::string::npos) << message;
  for (const char* word : words)
    EXPECT_NE(message.find(word), std::string::npos) << word << " in: " << message;
  EXPECT_TRUE(runtime->plugins().plugins().empty());
  EXPECT_TRUE(runtime->devices().empty());
  // Nothing of it stays in the way of a good one.
  EXPECT_TRUE(runtime->LoadPlugin(TestPlugin("axpy")).ok());
}

TEST(PluginLoader, RefusesAMissingFileWithItsPath) {
  ExpectRefused("/nonexistent/librunnel_x.so", Code::kNotFound, {});
}

TEST(PluginLoader, ListsEveryPathThatItTriedForAnId) {
  setenv("RUNNEL_PLUGIN_PATH", "/first/folder:relative/folder:/second/folder", 1);
  const Ref<Runtime> runtime = BareRuntime();
  const Status status = runtime->LoadPlugin("absent");
  unsetenv("RUNNEL_PLUGIN_PATH");
  EXPECT_EQ(status.code(), Code::kNotFound);
  const std::string message(status.message());
  for (const char* word : {"/first/folder/librunnel_absent.so", "/second/folder/librunnel_absent.so",
                           "/lib/librunnel_absent.so", "relative/folder", "RUNNEL_PLUGIN_PATH"}) {
    EXPECT_NE(message.find(word), std::string::npos) << word << " in: " << message;
  }
}

TEST(PluginLoader, NeverSearchesTheCurrentFolder) {
  const Scratch scratch;
  fs::copy_file(TestPlugin("axpy"), scratch / "librunnel_here.so");
  const fs::path before = fs::current_path();
  fs::current_path(fs::path(scratch / "x").parent_path());
  setenv("RUNNEL_PLUGIN_PATH", ".::", 1);
  const Ref<Runtime> runtime = BareRuntime();
  EXPECT_EQ(runtime->LoadPlugin("here").code(), Code::kNotFound);
  EXPECT_EQ(runtime->LoadPlugin("librunnel_here.so").code(), Code::kNotFound);
  EXPECT_TRUE(runtime->LoadPlugin("./librunnel_here.so").ok());  // a path, asked for as one
  unsetenv("RUNNEL_PLUGIN_PATH");
  fs::current_path(before);
}

TEST(PluginLoader, LoadsWhatTheEnvironmentNamesBesideTheDefaultPlugins) {
  const auto create = [](const std::string& named, const RuntimeOptions& options = {}) {
    setenv("RUNNEL_PLUGINS", named.c_str(), 1);
    auto runtime = Runtime::Create(options);
    unsetenv("RUNNEL_PLUGINS");
    return runtime;
  };
  const auto has = [](const Result<Ref<Runtime>>& runtime, std::string_view id) {
    const auto plugins = (*runtime)->plugins().plugins();
    return std::count_if(plugins.begin(), plugins.end(), [&](const auto* p) { return p->id == id; });
  };
  const auto both = create(":virtual:" + TestPlugin("axpy") + ":");
  ASSERT_TRUE(both.ok()) << both.status().ToString();
  EXPECT_EQ(has(both, "runnel.virtual") + has(both, "test.axpy") + has(both, "runnel.cpu"), 3);
  // What is there already, or is named by the program too, is no error.
  RuntimeOptions options;
  options.plugins = {"virtual"};
  const auto again = create("cpu:virtual", options);
  ASSERT_TRUE(again.ok()) << again.status().ToString();
  EXPECT_EQ(has(again, "runnel.virtual"), 1);
  // Who wants none gets none.
  options = {};
  options.load_default_plugins = false;
  const auto none = create("virtual", options);
  ASSERT_TRUE(none.ok()) << none.status().ToString();
  EXPECT_TRUE((*none)->plugins().plugins().empty());

  const Status absent = create("absent").status();
  EXPECT_EQ(absent.code(), Code::kNotFound);
  EXPECT_NE(absent.ToString().find("RUNNEL_PLUGINS"), std::string::npos) << absent.ToString();
  const Status relative = create("./librunnel_x.so").status();
  EXPECT_EQ(relative.code(), Code::kInvalidArgument);
  EXPECT_NE(relative.ToString().find("./librunnel_x.so"), std::string::npos) << relative.ToString();
}

TEST(PluginLoader, FindsAPluginInTheSearchPath) {
  const Scratch scratch;
  fs::copy_file(TestPlugin("axpy"), scratch / "librunnel_axpy.so");
  setenv("RUNNEL_PLUGIN_PATH", fs::path(scratch / "x").parent_path().c_str(), 1);
  const Ref<Runtime> runtime = BareRuntime();
  const Status status = runtime->LoadPlugin("axpy");
  unsetenv("RUNNEL_PLUGIN_PATH");
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(runtime->plugins().plugins()[0]->path, scratch / "librunnel_axpy.so");
}

TEST(PluginLoader, FindsPluginsInLibBesideBin) {
  const Ref<Runtime> runtime = BareRuntime();
  const Status status = runtime->LoadPlugin("null");
  ASSERT_TRUE(status.ok()) << status.ToString();
  ASSERT_EQ(runtime->devices().size(), 1u);
  EXPECT_EQ(runtime->devices()[0]->name(), "/job:localhost/replica:0/task:0/device:NULL:0");
}

TEST(PluginLoader, RefusesATruncatedFileAtAnyLength) {
  const Scratch scratch;
  const std::string whole = ReadFile(TestPlugin("axpy"));
  for (const size_t size :
       {size_t{0}, size_t{3}, size_t{20}, size_t{64}, size_t{600}, whole.size() / 2, whole.size() - 1}) {
    const std::string path = scratch / ("cut" + std::to_string(size) + ".so");
    WriteFile(path, whole.substr(0, size));
    ExpectRefused(path, Code::kDataLoss,
                  {"truncated", "expected at least", std::to_string(size).c_str()});
  }
}

TEST(PluginLoader, RefusesAnotherArchitecture) {
  const Scratch scratch;
  std::string bytes = ReadFile(TestPlugin("axpy"));
  auto* header = reinterpret_cast<Elf64_Ehdr*>(bytes.data());
  header->e_machine = header->e_machine == EM_AARCH64 ? EM_X86_64 : EM_AARCH64;
  const std::string path = scratch / "foreign.so";
  WriteFile(path, bytes);
  ExpectRefused(path, Code::kFailedPrecondition, {"AArch64", "x86-64"});
}

TEST(PluginLoader, RefusesAnotherWordSize) {
  const Scratch scratch;
  std::string bytes = ReadFile(TestPlugin("axpy"));
  bytes[EI_CLASS] = ELFCLASS32;
  const std::string path = scratch / "narrow.so";
  WriteFile(path, bytes);
  ExpectRefused(path, Code::kFailedPrecondition, {"32 bits", "64 bits"});
}

TEST(PluginLoader, RefusesAFileThatIsNoLibrary) {
  const Scratch scratch;
  const std::string path = scratch / "text.so";
  WriteFile(path,
            "this is a text and no library, but it is longer than a header of one would have to be");
  ExpectRefused(path, Code::kInvalidArgument, {"not a shared library"});
  const std::string folder = scratch / "folder";
  fs::create_directory(folder);
  ExpectRefused(folder, Code::kInvalidArgument, {"not a regular file"});
  const std::string pipe = scratch / "pipe.so";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  ExpectRefused(pipe, Code::kInvalidArgument, {"not a regular file"});
}

TEST(PluginLoader, RefusesAPluginThatIsTooNew) {
  ExpectRefused(TestPlugin("newer_major"), Code::kFailedPrecondition, {"9.3", "1.3", "too new"});
}

TEST(PluginLoader, RefusesAPluginThatIsTooOld) {
  ExpectRefused(TestPlugin("older_major"), Code::kFailedPrecondition, {"0.3", "1.3", "too old"});
}

TEST(PluginLoader, RefusesAPluginThatNeedsANewerMinor) {
  ExpectRefused(TestPlugin("needs_newer_minor"), Code::kFailedPrecondition, {"1.7", "1.3"});
}

TEST(PluginLoader, LoadsAPluginOfANewerMinorThatNeedsNoMore) {
  const Ref<Runtime> runtime = BareRuntime();
  const Status status = runtime->LoadPlugin(TestPlugin("newer_minor"));
  EXPECT_TRUE(status.ok()) << status.ToString();
}

TEST(PluginLoader, RefusesALibraryWithoutTheSymbol) {
  ExpectRefused(TestPlugin("no_symbol"), Code::kInvalidArgument, {"rnlp_plugin_query"});
}

TEST(PluginLoader, RefusesTablesThatAreWrong) {
  ExpectRefused(TestPlugin("bad_magic"), Code::kInvalidArgument, {"0x12345678", "0x504c4e52"});
  ExpectRefused(TestPlugin("small_table"), Code::kInvalidArgument, {"40 bytes"});
  ExpectRefused(TestPlugin("empty_id"), Code::kInvalidArgument, {"id"});
  ExpectRefused(TestPlugin("bad_id"), Code::kInvalidArgument, {"id has byte 32 at 3"});
  ExpectRefused(TestPlugin("null_table"), Code::kInvalidArgument, {"returned null"});
  ExpectRefused(TestPlugin("bad_row"), Code::kInvalidArgument, {"kernel row 0", "Relu", "run"});
}

TEST(PluginLoader, PassesOnTheReasonOfAPluginThatDoesNotStart) {
  ExpectRefused(TestPlugin("failing_create"), Code::kUnavailable, {"no driver here", "test.variant"});
}

TEST(PluginLoader, RefusesAnOpThatExists) {
  ExpectRefused(TestPlugin("taken_op"), Code::kAlreadyExists, {"MatMul"});
}

TEST(PluginLoader, ToldTwiceSaysThatItIsTheSameLibrary) {
  const Scratch scratch;
  const Ref<Runtime> runtime = BareRuntime();
  const std::string path = TestPlugin("axpy");
  ASSERT_TRUE(runtime->LoadPlugin(path).ok());
  Status status = runtime->LoadPlugin(path);
  EXPECT_EQ(status.code(), Code::kAlreadyExists);
  EXPECT_NE(status.message().find("same library"), std::string_view::npos) << status.ToString();
  const std::string link = scratch / "link.so";
  fs::create_symlink(path, link);
  status = runtime->LoadPlugin(link);
  EXPECT_EQ(status.code(), Code::kAlreadyExists);
  EXPECT_NE(status.message().find(link), std::string_view::npos) << status.ToString();
  EXPECT_NE(status.message().find(path), std::string_view::npos) << status.ToString();
  EXPECT_NE(status.message().find("same library"), std::string_view::npos) << status.ToString();
}

TEST(PluginLoader, WhatIsLoadedByDefaultMayBeNamed) {
  RuntimeOptions options;
  options.plugins = {"cpu"};
  const auto by_id = Runtime::Create(options);
  ASSERT_TRUE(by_id.ok()) << by_id.status().ToString();
  for (const Device* device : (*by_id)->devices()) {
    EXPECT_TRUE(device->type() != "CPU" || device->ordinal() == 0);
  }
  options.plugins = {"runnel.cpu"};
  EXPECT_TRUE(Runtime::Create(options).ok());
  if (const std::string path = (*by_id)->plugins().plugins()[0]->path;
      path.find('/') != std::string::npos) {  // not linked in
    options.plugins = {path};
    EXPECT_TRUE(Runtime::Create(options).ok());
  }
  options.plugins = {TestPlugin("axpy"), TestPlugin("axpy")};
  EXPECT_EQ(Runtime::Create(options).status().code(), Code::kAlreadyExists);
}

TEST(PluginLoader, RefusesASecondCopyOfAPluginNamingBothPaths) {
  const Scratch scratch;
  const Ref<Runtime> runtime = BareRuntime();
  const std::string path = TestPlugin("axpy");
  const std::string copy = scratch / "copy.so";
  fs::copy_file(path, copy);
  ASSERT_TRUE(runtime->LoadPlugin(path).ok());
  const Status status = runtime->LoadPlugin(copy);
  EXPECT_EQ(status.code(), Code::kAlreadyExists);
  for (const std::string& word : {path, copy, std::string("test.axpy"), std::string("second copy")}) {
    EXPECT_NE(status.message().find(word), std::string_view::npos)
        << word << " in: " << status.ToString();
  }
  EXPECT_EQ(runtime->plugins().plugins().size(), 1u);
}

TEST(PluginLoader, TwoRuntimesShareALibrary) {
  const Ref<Runtime> first = BareRuntime();
  const Ref<Runtime> second = BareRuntime();
  EXPECT_TRUE(first->LoadPlugin("null").ok());
  EXPECT_TRUE(second->LoadPlugin("null").ok());
  EXPECT_NE(first->devices()[0], second->devices()[0]);
}

TEST(PluginLoader, AddsOpsAndKernelsOfAPlugin) {
  const Ref<Runtime> runtime = BareRuntime();
  EXPECT_EQ(runtime->ops().Find("Test>Axpy").status().code(), Code::kNotFound);
  ASSERT_TRUE(runtime->LoadPlugin(TestPlugin("axpy")).ok());
  const auto schema = runtime->ops().Find("Test>Axpy");
  ASSERT_TRUE(schema.ok());
  EXPECT_NE((*schema)->plugin_row, nullptr);
  const auto rows = runtime->plugins().FindKernels("Test>Axpy", "CPU");
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].plugin->id, "test.axpy");
  EXPECT_TRUE(runtime->plugins().FindKernels("Test>Axpy", "NULL").empty());
  EXPECT_TRUE(runtime->plugins().FindKernels("Absent", "CPU").empty());
}

TEST(PluginLoader, LoadsAPluginBuiltFromTheInstalledHeadersAlone) {
  const Ref<Runtime> runtime = BareRuntime();
  const Status status = runtime->LoadPlugin(TestPlugin("stranger"));
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(runtime->plugins().plugins()[0]->version, "3.1");
  EXPECT_EQ(runtime->plugins().FindKernels("Stranger>Cube", "CPU").size(), 1u);
}

TEST(PluginLoader, SortsKernelsByPriorityThenByLoading) {
  static const auto run = [](rnlp_kernel_t*, const rnlp_run_t*) -> rnlp_status_t* { return nullptr; };
  struct Made {
    rnlp_kernel_row_t row{};
    const rnlp_kernel_row_t* rows[1] = {&row};
    rnlp_plugin_t plugin{};
    Made(const char* id, int priority) {
      row.size_bytes = RNLP_SIZE_TO(rnlp_kernel_row_t, cancel);
      row.op = "Relu";
      row.device_type = "CPU";
      row.priority = priority;
      row.run = run;
      plugin.prefix = {
          RNLP_MAGIC, RNLP_SIZE_TO(rnlp_plugin_t, ops), RNLP_ABI_MAJOR, RNLP_ABI_MINOR, 0, 0, 0, id, "1",
          {}};
      plugin.create = [](const rnlp_host_t*, rnlp_instance_t**) -> rnlp_status_t* { return nullptr; };
      plugin.destroy = [](rnlp_instance_t*) {};
      plugin.kernels = rows;
      plugin.num_kernels = 1;
    }
  };
  const Made a("a", 0);
  const Made b("b", 5);
  const Made c("c", 0);
  const Ref<Runtime> runtime = BareRuntime();
  ASSERT_TRUE(runtime->AddStaticPlugin(&a.plugin).ok());
  const auto before = runtime->plugins().FindKernels("Relu", "CPU");
  ASSERT_TRUE(runtime->AddStaticPlugin(&b.plugin).ok());
  ASSERT_TRUE(runtime->AddStaticPlugin(&c.plugin).ok());
  EXPECT_EQ(runtime->AddStaticPlugin(&c.plugin).code(), Code::kAlreadyExists);
  const auto rows = runtime->plugins().FindKernels("Relu", "CPU");
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].plugin->id, "b");
  EXPECT_EQ(rows[1].plugin->id, "a");
  EXPECT_EQ(rows[2].plugin->id, "c");
  ASSERT_EQ(before.size(), 1u);  // a span that was handed out stays as it was
  EXPECT_EQ(before[0].plugin->id, "a");
}

}  // namespace
}  // namespace runnel
