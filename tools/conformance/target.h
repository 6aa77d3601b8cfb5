// Target: the plugin under test, one device of it, and what running a kernel on that device takes.
#ifndef RUNNEL_TOOLS_CONFORMANCE_TARGET_H_
#define RUNNEL_TOOLS_CONFORMANCE_TARGET_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tools/conformance/host.h"
#include "tools/conformance/value.h"

namespace runnel::conformance {

// Opens the library and asks for its table; null with a reason.
const rnlp_plugin_t* LoadPlugin(const std::string& path, std::string* out_reason);

// An instance with one device open and, unless it computes in host memory, a queue and a fence.
class Target {
 public:
  // `devices`: the plugin that opens the devices which the kernels of `plugin` are for; NULL: its own.
  Target(const rnlp_plugin_t* plugin, Host* host, const rnlp_plugin_t* devices = nullptr);
  ~Target();
  Target(const Target&) = delete;

  Outcome Start();  // creates the instances
  std::vector<rnlp_device_info_t> infos();
  Outcome Open(uint32_t ordinal);  // of the plugin's own numbering
  void Close();

  const rnlp_plugin_t* plugin() const { return plugin_; }
  const rnlp_device_api_t& api() const { return *devices_->device; }
  bool owns_devices() const { return devices_ == plugin_; }
  Host* host() const { return host_; }
  rnlp_instance_t* instance() const { return instance_; }
  rnlp_device_t* device() const { return device_; }
  rnlp_queue_t* queue() const { return queue_; }
  const rnlp_device_info_t& info() const { return info_; }
  bool host_memory() const { return (info_.flags & RNLP_DEVICE_HOST_MEMORY) != 0; }
  std::string name() const;  // "VIRTUAL:0"

  // Signals the next value on the queue and waits for it.
  Outcome Finish();
  Outcome Write(rnlp_buffer_t* buffer, uint64_t offset, const void* from, uint64_t size_bytes);
  Outcome Read(rnlp_buffer_t* buffer, uint64_t offset, void* to, uint64_t size_bytes);

 private:
  const rnlp_plugin_t* const plugin_;
  const rnlp_plugin_t* const devices_;
  Host* const host_;
  rnlp_instance_t* instance_ = nullptr;         // of plugin_
  rnlp_instance_t* device_instance_ = nullptr;  // of devices_, the same if that is one plugin
  rnlp_device_t* device_ = nullptr;
  rnlp_device_info_t info_{};
  rnlp_queue_t* queue_ = nullptr;
  rnlp_fence_t* fence_ = nullptr;
  uint64_t point_ = 0;
};

// How one run of a kernel is made.
struct RunMode {
  uint64_t offset_bytes = 0;  // of every tensor of the device within its memory
  bool late = false;          // outputs are allocated by the kernel
  int alias_input = -1;       // output alias_output lies over this input
  int alias_output = 0;
  bool packs = false;  // all inputs are constants of the plan, and packed ahead where it asks for that
};

// A kernel and its arguments.
struct KernelCall {
  const rnlp_kernel_row_t* row = nullptr;
  const Node* node = nullptr;
  std::vector<Value> inputs;
  std::vector<bool> host_inputs;      // lie in host memory
  std::vector<bool> constant_inputs;  // planning sees their values
  std::vector<bool> variables;        // the input is a variable with this value
  std::vector<bool> host_outputs;
};

// Runs the call once; on success *outputs, which come with type and shape, have their values, and inputs
// that are variables have theirs after the run. INTERNAL where the kernel wrote what it may not.
Outcome RunKernel(Target& target, KernelCall* call, const RunMode& mode, std::vector<Value>* outputs);

}  // namespace runnel::conformance

#endif  // RUNNEL_TOOLS_CONFORMANCE_TARGET_H_
