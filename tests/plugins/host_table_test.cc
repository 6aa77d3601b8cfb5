// The host table as a plugin sees it.
#include "core/runtime/plugins/host_table.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>

#include "core/graph/node_view.h"
#include "core/runtime/plugins/step_services.h"
#include "core/runtime/runtime.h"

namespace runnel {
namespace {

class HostTableTest : public ::testing::Test {
 protected:
  HostTableTest() {
    RuntimeOptions options;
    options.load_default_plugins = false;
    options.num_threads = 2;
    options.config = {{"runnel.test.exact", "a"}, {"test.short", "b"}, {"testing.other", "c"}};
    options.min_severity = Severity::kInfo;
    options.log_sink = [this](Severity, std::string_view line) { log_ += std::string(line) + "\n"; };
    runtime_ = *Runtime::Create(options);
    table_ = std::make_unique<HostTable>(runtime_.get(), "runnel.test");
    host_ = table_->table();
  }
  std::string Config(std::string_view key) {
    const rnlp_str_t value = host_->config(host_, key.data(), key.size());
    return value.data == nullptr ? "(unset)" : std::string(value.data, value.size);
  }

  std::string log_;
  Ref<Runtime> runtime_;
  std::unique_ptr<HostTable> table_;
  const rnlp_host_t* host_ = nullptr;
};

TEST_F(HostTableTest, CarriesStatuses) {
  rnlp_status_t* status = host_->fail(host_, RNLP_OUT_OF_RANGE, "index 3 of 2", 12);
  EXPECT_EQ(host_->status_code(host_, status), RNLP_OUT_OF_RANGE);
  const rnlp_str_t text = host_->status_message(host_, status);
  EXPECT_EQ(std::string(text.data, text.size), "index 3 of 2");
  EXPECT_EQ(FromPluginStatus(status).ToString(), "OUT_OF_RANGE: index 3 of 2");
  EXPECT_EQ(host_->status_code(host_, nullptr), RNLP_OK);
  status = host_->fail(host_, 999, nullptr, 0);  // a code from nowhere
  EXPECT_EQ(host_->status_code(host_, status), RNLP_UNKNOWN);
  host_->status_release(host_, status);
  host_->status_release(host_, nullptr);
}

TEST_F(HostTableTest, ReadsConfigurationFromOptionsThenFromTheEnvironment) {
  EXPECT_EQ(Config("exact"), "a");
  EXPECT_EQ(Config("short"), "b");
  EXPECT_EQ(Config("from_env"), "(unset)");
  setenv("RUNNEL_TEST_FROM_ENV", "c", 1);
  setenv("RUNNEL_TEST_EXACT", "not this", 1);
  EXPECT_EQ(Config("from_env"), "c");
  EXPECT_EQ(Config("exact"), "a");
  unsetenv("RUNNEL_TEST_FROM_ENV");
  unsetenv("RUNNEL_TEST_EXACT");
}

TEST_F(HostTableTest, KnowsWhichConfigurationWasNotRead) {
  EXPECT_EQ(table_->UseOfConfig().unread, (std::vector<std::string>{"runnel.test.exact", "test.short"}));
  EXPECT_EQ(Config("short"), "b");
  EXPECT_EQ(Config("exac"), "(unset)");
  const HostTable::ConfigUse use = table_->UseOfConfig();
  EXPECT_EQ(use.unread, std::vector<std::string>{"runnel.test.exact"});
  EXPECT_EQ(use.asked, (std::vector<std::string>{"exac", "short"}));
}

TEST_F(HostTableTest, ReadsAttributesAndNamesWhatIsWrong) {
  AttrList attrs;
  SetAttr(&attrs, "axis", AttrValue(int64_t{3}));
  SetAttr(&attrs, "dims", AttrValue(std::vector<int64_t>{4, 5, 6}));
  SetAttr(&attrs, "flags", AttrValue(std::vector<bool>{true, false}));
  SetAttr(&attrs, "mode", AttrValue("SAME"));
  SetAttr(&attrs, "none", AttrValue(EmptyList{}));
  SetAttr(&attrs, "shape", AttrValue(Shape({2, -1})));
  SetAttr(&attrs, "types", AttrValue(std::vector<DType>{DType::kFloat, DType::kInt64}));
  const DType inputs[] = {DType::kFloat};
  const NodeView view{"n", "SomeOp", &attrs, inputs, {}};
  const rnlp_node_t* node = ToNode(&view);

  int64_t axis = 0;
  EXPECT_EQ(host_->attr_int(host_, node, "axis", &axis), nullptr);
  EXPECT_EQ(axis, 3);
  int64_t list[2] = {0, 0};
  uint32_t count = 0;
  EXPECT_EQ(host_->attr_int_list(host_, node, "dims", 2, list, &count), nullptr);
  EXPECT_EQ(count, 3u);
  EXPECT_EQ(list[1], 5);
  EXPECT_EQ(host_->attr_int_list(host_, node, "types", 2, list, &count), nullptr);
  EXPECT_EQ(list[1], RNLP_INT64);
  EXPECT_EQ(host_->attr_int_list(host_, node, "flags", 2, list, &count), nullptr);
  EXPECT_EQ(list[0], 1);
  EXPECT_EQ(host_->attr_int_list(host_, node, "none", 0, nullptr, &count), nullptr);
  EXPECT_EQ(count, 0u);
  rnlp_str_t text{};
  EXPECT_EQ(host_->attr_string(host_, node, "mode", &text), nullptr);
  EXPECT_EQ(std::string(text.data, text.size), "SAME");
  int32_t rank = 0;
  EXPECT_EQ(host_->attr_shape(host_, node, "shape", 2, list, &rank), nullptr);
  EXPECT_EQ(rank, 2);
  EXPECT_EQ(list[1], -1);

  const Status absent = FromPluginStatus(host_->attr_int(host_, node, "absent", &axis));
  EXPECT_EQ(absent.code(), Code::kNotFound);
  EXPECT_EQ(absent.message(), "node \"n\" (SomeOp) has no attr \"absent\"");
  const Status wrong = FromPluginStatus(host_->attr_int(host_, node, "mode", &axis));
  EXPECT_EQ(wrong.code(), Code::kInvalidArgument);
  EXPECT_NE(wrong.message().find("\"mode\" is of kind string, expected int"), std::string_view::npos);

  EXPECT_EQ(host_->node_num_inputs(host_, node), 1u);
  EXPECT_EQ(host_->node_input_dtype(host_, node, 0), RNLP_FLOAT);
  EXPECT_EQ(host_->node_input_dtype(host_, node, 7), RNLP_INVALID);
}

TEST_F(HostTableTest, RunsLoopsAndTasksOnThePool) {
  std::atomic<int64_t> sum{0};
  host_->parallel_for(
      host_, 1000, 64,
      [](void* arg, int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) *static_cast<std::atomic<int64_t>*>(arg) += i;
      },
      &sum);
  EXPECT_EQ(sum, 499500);
  EXPECT_EQ(host_->num_threads(host_), 2u);

  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    bool ran = false;
  } state;
  EXPECT_EQ(host_->schedule(
                host_,
                [](void* arg, int64_t, int64_t) {
                  auto* s = static_cast<State*>(arg);
                  std::lock_guard<std::mutex> lock(s->mutex);
                  s->ran = true;
                  s->changed.notify_all();
                },
                &state),
            nullptr);
  std::unique_lock<std::mutex> lock(state.mutex);
  state.changed.wait(lock, [&] { return state.ran; });
}

TEST_F(HostTableTest, CountsMemoryAndLogsUnderThePluginsName) {
  void* data = host_->alloc(host_, 500);
  ASSERT_NE(data, nullptr);
  EXPECT_GE(runtime_->host_bytes_in_use(), 500u);
  host_->free(host_, data, 500);
  EXPECT_EQ(runtime_->host_bytes_in_use(), 0u);
  EXPECT_EQ(host_->alloc(host_, UINT64_MAX), nullptr);
  host_->log(host_, RNLP_LOG_INFO, "hello", 5);
  host_->log(host_, RNLP_LOG_DEBUG, "unheard", 7);
  EXPECT_EQ(log_, "runnel.test: hello\n");
}

TEST_F(HostTableTest, ForwardsStepsAndRefusesThemOutsideARun) {
  struct Services final : StepServices {
    Status AllocateOutput(uint32_t index, int32_t rank, const int64_t* dims) override {
      seen = StrCat(index, ":", rank, ":", dims[0]);
      return {};
    }
    Status SetString(uint32_t, int64_t element, std::string_view value) override {
      return InvalidArgument("element ", element, " \"", value, "\"");
    }
    bool Cancelled() const override { return true; }
    uint64_t TakeRandomCounter(uint64_t draws) override { return draws * 2; }
    std::string seen;
  } services;
  rnlp_step_t* step = ToStep(&services);
  const int64_t dims[] = {7};
  EXPECT_EQ(host_->step_allocate_output(host_, step, 1, 1, dims), nullptr);
  EXPECT_EQ(services.seen, "1:1:7");
  EXPECT_EQ(FromPluginStatus(host_->step_set_string(host_, step, 0, 4, "ab", 2)).message(),
            "element 4 \"ab\"");
  EXPECT_EQ(host_->step_cancelled(host_, step), 1);
  EXPECT_EQ(host_->step_random_counter(host_, step, 21), 42u);
  EXPECT_EQ(FromPluginStatus(host_->step_allocate_output(host_, nullptr, 0, 1, dims)).code(),
            Code::kFailedPrecondition);
  EXPECT_EQ(host_->step_cancelled(host_, nullptr), 0);
}

TEST(Runtime, IsRefusedInAForkedProcess) {
  RuntimeOptions options;
  options.load_default_plugins = false;
  const Ref<Runtime> runtime = *Runtime::Create(options);
  EXPECT_TRUE(runtime->CheckProcess().ok());
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const bool refused = runtime->CheckProcess().code() == Code::kFailedPrecondition &&
                         runtime->LoadPlugin("null").code() == Code::kFailedPrecondition;
    _exit(refused ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST(Runtime, RefusesOptionsThatMakeNoSense) {
  RuntimeOptions options;
  options.load_default_plugins = false;
  options.num_threads = -1;
  EXPECT_EQ(Runtime::Create(options).status().code(), Code::kInvalidArgument);
  options.num_threads = 0;
  setenv("RUNNEL_NUM_THREADS", "many", 1);
  EXPECT_NE(Runtime::Create(options).status().message().find("\"many\""), std::string_view::npos);
  setenv("RUNNEL_NUM_THREADS", "3", 1);
  EXPECT_EQ((*Runtime::Create(options))->num_threads(), 3);
  unsetenv("RUNNEL_NUM_THREADS");
  setenv("RUNNEL_LOG", "loud", 1);
  EXPECT_NE(Runtime::Create(options).status().message().find("\"loud\""), std::string_view::npos);
  unsetenv("RUNNEL_LOG");
}

}  // namespace
}  // namespace runnel
