// The host that the conformance program gives a plugin: rnlp_host_t from the public headers alone, with
// memory that is counted and can be made to fail, and nodes that are lists of attributes.
#ifndef RUNNEL_TOOLS_CONFORMANCE_HOST_H_
#define RUNNEL_TOOLS_CONFORMANCE_HOST_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "plugins/abi/rnlp_plugin.h"

struct rnlp_status_t {
  int32_t code;
  std::string message;
};

namespace runnel::conformance {

struct TypeAttr {
  int32_t dtype;
};
using Attr =
    std::variant<int64_t, float, bool, TypeAttr, std::string, std::vector<int64_t>, std::vector<float>>;

struct Node {
  std::string op;
  std::map<std::string, Attr> attrs;
  std::vector<int32_t> inputs;
  std::vector<int32_t> outputs;
  const rnlp_node_t* handle() const { return reinterpret_cast<const rnlp_node_t*>(this); }
};

// What a kernel may ask for during a run.
struct Step {
  std::function<rnlp_status_t*(uint32_t index, int32_t rank, const int64_t* dims)> allocate_output;
  uint64_t random_counter = 0;
  rnlp_step_t* handle() { return reinterpret_cast<rnlp_step_t*>(this); }
};

class Host : public rnlp_host_t {
 public:
  Host();
  ~Host();  // waits for what was scheduled
  Host(const Host&) = delete;
  rnlp_status_t* RunApart(rnlp_range_fn_t fn, void* arg);  // on a thread of its own
  std::map<std::string, std::string> settings;             // the plugin's configuration
  std::atomic<int64_t> live_bytes{0};
  std::atomic<int64_t> live_statuses{0};
  std::atomic<int64_t> allocations{0};
  std::atomic<int64_t> fail_at{-1};  // the allocation with this number, counted from 0, fails

 private:
  std::mutex mutex_;  // guards threads_
  std::vector<std::thread> threads_;
};

// Takes over a status: its code and message.
struct Outcome {
  int32_t code = RNLP_OK;
  std::string message;
  bool ok() const { return code == RNLP_OK; }
  std::string text() const;  // "INVALID_ARGUMENT: ..."
};
Outcome Take(const rnlp_host_t* host, rnlp_status_t* status);
const char* CodeName(int32_t code);

}  // namespace runnel::conformance

#endif  // RUNNEL_TOOLS_CONFORMANCE_HOST_H_
