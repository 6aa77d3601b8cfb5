// A plugin that is wrong in one way, chosen by the build: see CMakeLists.txt.
#include "plugins/sdk/plugin.h"

#ifndef RUNNEL_TEST_ID
#define RUNNEL_TEST_ID "test.variant"
#endif

namespace {

struct Instance : runnel::plugin::PlainInstance {
  using PlainInstance::PlainInstance;
  rnlp_status_t* Init() {
#ifdef RUNNEL_TEST_FAILING_CREATE
    return runnel::plugin::Fail(host, RNLP_UNAVAILABLE, "no driver here");
#else
    return nullptr;
#endif
  }
};

#ifdef RUNNEL_TEST_BAD_ROW
constexpr rnlp_kernel_row_t kRow = [] {
  rnlp_kernel_row_t row{};
  row.size_bytes = RNLP_SIZE_TO(rnlp_kernel_row_t, cancel);
  row.op = "Relu";
  row.device_type = "CPU";
  return row;  // neither run nor start
}();
constexpr const rnlp_kernel_row_t* kKernels[] = {&kRow};
#endif
#ifdef RUNNEL_TEST_TAKEN_OP
constexpr rnlp_op_row_t kOp = [] {
  rnlp_op_row_t row{};
  row.size_bytes = RNLP_SIZE_TO(rnlp_op_row_t, shape);
  row.name = "MatMul";
  row.inputs = "x: float";
  row.outputs = "y: float";
  row.attrs = "";
  return row;
}();
constexpr const rnlp_op_row_t* kOps[] = {&kOp};
#endif

[[maybe_unused]] constexpr rnlp_plugin_t kPlugin = [] {
  rnlp_plugin_t plugin = runnel::plugin::MakePlugin<Instance>({.id = RUNNEL_TEST_ID, .version = "1"});
#ifdef RUNNEL_TEST_MAGIC
  plugin.prefix.magic = RUNNEL_TEST_MAGIC;
#endif
#ifdef RUNNEL_TEST_SIZE
  plugin.prefix.size_bytes = RUNNEL_TEST_SIZE;
#endif
#ifdef RUNNEL_TEST_ABI_MAJOR
  plugin.prefix.abi_major = RUNNEL_TEST_ABI_MAJOR;
#endif
#ifdef RUNNEL_TEST_ABI_MINOR
  plugin.prefix.abi_minor = RUNNEL_TEST_ABI_MINOR;
#endif
#ifdef RUNNEL_TEST_MIN_HOST_MINOR
  plugin.prefix.min_host_minor = RUNNEL_TEST_MIN_HOST_MINOR;
#endif
#ifdef RUNNEL_TEST_BAD_ROW
  plugin.kernels = kKernels;
  plugin.num_kernels = 1;
#endif
#ifdef RUNNEL_TEST_TAKEN_OP
  plugin.ops = kOps;
  plugin.num_ops = 1;
#endif
  return plugin;
}();

}  // namespace

#if defined(RUNNEL_TEST_NO_SYMBOL)
extern "C" RNLP_EXPORT int rnlp_something_else(void) { return 1; }
#elif defined(RUNNEL_TEST_NULL_TABLE)
extern "C" RNLP_EXPORT const rnlp_plugin_t* rnlp_plugin_query(void) { return nullptr; }
#else
extern "C" RNLP_EXPORT const rnlp_plugin_t* rnlp_plugin_query(void) { return &kPlugin; }
#endif
