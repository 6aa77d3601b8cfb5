// A CUDA device that is open: its primary context, a pool of memory, streams behind queues, events
// behind fences, and the functions of its modules.
//
// Every call of the driver that may fail goes through Failed, which makes a status that names the call.
// An error after which nothing works on the context loses the device: every pending fence fails, and all
// but close answers UNAVAILABLE.
#ifndef RUNNEL_DEVICES_CUDA_DRIVER_DEVICE_H_
#define RUNNEL_DEVICES_CUDA_DRIVER_DEVICE_H_

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "devices/cuda/driver/driver.h"
#include "devices/cuda/driver/images.h"
#include "devices/cuda/libraries/blas.h"
#include "devices/cuda/libraries/dnn.h"
#include "devices/cuda/libraries/nccl.h"
#include "devices/cuda/libraries/nvrtc.h"
#include "plugins/sdk/cost.h"

namespace runnel::cuda {

using plugin::OwnedStatus;

class Fence;
class Notifier;
class Staging;
class UpdateGroup;

// What configuration sets, under these names.
struct Options {
  std::string driver;                 // path of libcuda.so.1, where it is not the system's
  uint64_t devices = 64;              // lists at most so many; 0: the driver is not even opened
  uint64_t memory_bytes = 0;          // limit of what is in use; 0: none of its own
  uint64_t memory_percent = 0;        // the same as a share of the device's memory
  uint64_t pinned_bytes = 256 << 20;  // most of the host's memory that is pinned for large copies
  uint64_t spin_us = 1000;            // how long a wait asks again and again before it sleeps
  bool allow_growth = true;  // "0": the limit (or 90% of what is free) is taken when it is opened
  bool peer_access = false;  // GPUs may read each other's memory by themselves
  bool tf32 = false;         // f32 products may use TF32
  std::string nvrtc;         // path of libnvrtc, where it is not the system's; "none": without it
  std::string cublaslt;      // the same of libcublasLt
  std::string cudnn;         // and of libcudnn
  std::string nccl;          // and of libnccl
  std::string cache_dir;     // of code compiled at run time; "none": it is not kept
};

// An event of the driver, back in its device's pool with the last that waits for it.
struct Event {
  Event(rnlp_device_t* d, CUevent h) : device(d), handle(h) {}
  ~Event();
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  rnlp_device_t* const device;
  CUevent const handle;
};

// Runs a body that may throw bad_alloc; the ABI carries no exceptions.
template <typename Body>
rnlp_status_t* Guard(const rnlp_host_t* host, Body&& body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return Fail(host, RNLP_RESOURCE_EXHAUSTED, "%s: no host memory left", kId);
  }
}

}  // namespace runnel::cuda

struct rnlp_instance_t {
  explicit rnlp_instance_t(const rnlp_host_t* h) : host(h) {}
  rnlp_status_t* Init();  // reads the options
  // Opens the driver the first time. False: no device is listed, and `no_driver` says why.
  bool OpenDriver();
  // The same of the run-time compiler.
  bool OpenCompiler();
  const rnlp_host_t* host;
  runnel::cuda::Options options;
  runnel::cuda::Driver driver;
  std::string no_driver;
  runnel::cuda::Nvrtc compiler;
  std::unique_ptr<runnel::cuda::ImageCache> images;
  runnel::cuda::BlasLibrary blas;
  runnel::cuda::DnnLibrary dnn;
  runnel::cuda::NcclLibrary nccl;
  std::atomic<uint64_t> devices_opened{0};

 private:
  friend struct rnlp_device_t;
  std::once_flag driver_once_, compiler_once_, blas_once_, dnn_once_, nccl_once_;
  bool is_open_ = false;
};

struct rnlp_buffer_t {
  rnlp_device_t* device = nullptr;
  CUdeviceptr address = 0;
  uint64_t size_bytes = 0;
  void* imported = nullptr;  // host memory that is the caller's
};

struct rnlp_queue_t {
  rnlp_queue_t(rnlp_device_t* d, CUstream s);
  ~rnlp_queue_t();
  // Sets *out, whatever happens, to the stream that work goes on; what waited to be launched is on it
  // then. The device is current.
  rnlp_status_t* Stream(CUstream* out);
  // The event behind all that the queue was given; NULL if there is none. Signalled says which it is.
  std::shared_ptr<runnel::cuda::Event> LastEvent() const;
  void Signalled(std::shared_ptr<runnel::cuda::Event> event);
  // Puts the work behind an event, unless it is already. The device is current.
  rnlp_status_t* WaitFor(std::shared_ptr<runnel::cuda::Event> event);

  rnlp_device_t* const device;
  std::unique_ptr<runnel::cuda::UpdateGroup> updates;  // NULL before the first
  // The failure of a fence that was waited for: the next signal fails its fence with it.
  runnel::cuda::OwnedStatus error;
  rnlp_capture_t* capture = nullptr;  // being recorded

 private:
  CUstream const stream_;
  std::shared_ptr<runnel::cuda::Event> last_event_;  // NULL once anything else is on the stream
  std::shared_ptr<runnel::cuda::Event> waited_for_;  // the last
};

struct rnlp_fence_t {
  std::shared_ptr<runnel::cuda::Fence> state;
};

struct rnlp_device_t {
  rnlp_device_t(rnlp_instance_t* i, uint32_t ordinal_in_plugin);
  ~rnlp_device_t();
  rnlp_status_t* Init();

  // NULL, or UNAVAILABLE once the device is lost.
  rnlp_status_t* CheckAlive() const;
  // The status of an error that `call` answered; loses the device where that is what it means.
  rnlp_status_t* Failed(CUresult result, const char* call);
  void Lose(const std::string& why);

  // The function `name` of a family of kernels that comes with the plugin, for as long as the device is
  // open.
  rnlp_status_t* FindFunction(runnel::cuda::Family family, const char* name, CUfunction* out);
  // cuBLASLt on this device; NULL where it is not there.
  runnel::cuda::Blas* FindBlas();
  // The same of cuDNN.
  runnel::cuda::Dnn* FindDnn();
  // Lets this device read the other's memory by itself, where that was asked for and the machine can;
  // copies are right without. Not by default: drivers are known whose copies between peers then write
  // nothing, without an error, and no two GPUs have been tried.
  void AllowPeer(rnlp_device_t* other);
  // NCCL, open or not.
  const runnel::cuda::NcclLibrary& FindNccl();
  // Threads of groups that ended on their own stack, and the end of these threads.
  void KeepEndedGroup(std::thread thread);
  void JoinEndedGroups();
  // The kernel `name` of a fused region, from the cache of images or compiled from `source`.
  rnlp_status_t* FindFused(const std::string& source, const std::string& name, CUfunction* out);
  // The function `name` of the module `key`, which is loaded from `image` the first time.
  rnlp_status_t* FindInModule(const std::string& key, const void* image, const char* name,
                              CUfunction* out);

  // Throw bad_alloc.
  rnlp_status_t* TakeEvent(std::shared_ptr<runnel::cuda::Event>* out);
  void Remember(const std::shared_ptr<runnel::cuda::Fence>& fence);

  rnlp_instance_t* const instance;
  const rnlp_host_t* const host;
  const runnel::cuda::Driver& driver;
  const uint32_t ordinal;
  const uint64_t number;  // of all that were opened: no other's
  CUdevice id = 0;
  CUcontext context = nullptr;
  int multiprocessors = 1;
  int capability = 0;  // 90 is 9.0
  runnel::plugin::DeviceRates rates;
  std::atomic<bool> lost{false};

  std::unique_ptr<runnel::cuda::Staging> staging;
  std::unique_ptr<runnel::cuda::Notifier> notifier;

  std::mutex memory_mutex;  // guards what follows, and the stream that memory is taken on
  CUmemoryPool pool = nullptr;
  CUstream memory_stream = nullptr;
  uint64_t limit_bytes = 0;
  uint64_t bytes_in_use = 0;
  uint64_t peak_bytes_in_use = 0;

 private:
  rnlp_status_t* InitMemory();
  friend struct runnel::cuda::Event;

  std::once_flag blas_once_, dnn_once_;
  std::unique_ptr<runnel::cuda::Blas> blas_;
  std::unique_ptr<runnel::cuda::Dnn> dnn_;

  std::mutex load_mutex_;  // guards the two below
  std::map<std::string, CUmodule> modules_;
  std::map<std::string, CUfunction, std::less<>> functions_;

  mutable std::mutex mutex_;  // guards all below
  std::string lost_why_;
  std::vector<std::weak_ptr<runnel::cuda::Fence>> fences_;
  std::vector<CUevent> events_;
  std::vector<std::thread> ended_groups_;
  std::set<uint64_t> peers_;  // by their numbers
};

namespace runnel::cuda {

// Makes the device's context that of this thread for a while. Whatever the thread had before is there
// again afterwards.
class Current {
 public:
  explicit Current(const rnlp_device_t* device) : driver_(device->driver) {
    CUcontext now = nullptr;
    if (driver_.CtxGetCurrent(&now) == CUDA_SUCCESS && now == device->context) return;
    pushed_ = driver_.CtxPushCurrent(device->context) == CUDA_SUCCESS;
  }
  ~Current() {
    CUcontext popped = nullptr;
    if (pushed_) driver_.CtxPopCurrent(&popped);
  }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

 private:
  const Driver& driver_;
  bool pushed_ = false;
};

// Returns a status that names the call if the driver's cu<name> fails.
#define RUNNEL_CUDA_TRY(device_, name, ...)                               \
  do {                                                                    \
    if (const CUresult cuda_result = (device_)->driver.name(__VA_ARGS__); \
        cuda_result != CUDA_SUCCESS) {                                    \
      return (device_)->Failed(cuda_result, "cu" #name);                  \
    }                                                                     \
  } while (false)

inline unsigned long long Ull(uint64_t value) { return static_cast<unsigned long long>(value); }

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_DRIVER_DEVICE_H_
