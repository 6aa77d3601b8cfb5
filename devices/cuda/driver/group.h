// Groups of GPUs, by NCCL. Each member has a thread of its own for it: the library's calls wait for
// other members, or have to be asked again and again whether they are through.
#ifndef RUNNEL_DEVICES_CUDA_DRIVER_GROUP_H_
#define RUNNEL_DEVICES_CUDA_DRIVER_GROUP_H_

#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>

#include "devices/cuda/driver/device.h"
#include "devices/cuda/libraries/nccl.h"

namespace runnel::cuda {

extern const rnlp_group_api_t kGroupApi;  // group.cc

// What is to be done, and whom to tell.
struct GroupCall {
  rnlp_all_reduce_t what;
  rnlp_done_fn_t done;
  void* arg;
  uint64_t point = 0;  // of the group's fence, once it is on its way
};

}  // namespace runnel::cuda

struct rnlp_group_t {
  rnlp_group_t(rnlp_device_t* d, const runnel::cuda::NcclLibrary& l)
      : device(d), library(l), failed_(d->host) {}
  ~rnlp_group_t();
  // Takes a queue, a fence and a thread, which begins to join.
  rnlp_status_t* Start(const runnel::cuda::nccl::Id& name, uint32_t group_size, uint32_t group_rank,
                       rnlp_done_fn_t done, void* arg);
  rnlp_status_t* Append(const rnlp_all_reduce_t& what, rnlp_done_fn_t done, void* arg);
  void Abort();
  // The owner lets go; the group goes with its thread.
  void End();

  rnlp_device_t* const device;
  const runnel::cuda::NcclLibrary& library;

 private:
  void Work();
  rnlp_status_t* Join();
  // Puts it on the stream.
  rnlp_status_t* Launch(runnel::cuda::GroupCall* call);
  // Until the library is through with what `call` began.
  rnlp_status_t* Complete(const char* call, runnel::cuda::nccl::Result result);
  // Why nothing can be done any more: NULL, or ABORTED, or the first failure.
  rnlp_status_t* Outcome();
  // Whether the library has noticed something by itself. Ends what is on the stream if so, and after an
  // abort.
  rnlp_status_t* Watch();
  // Keeps the first failure; gives back what it gets.
  rnlp_status_t* Remember(rnlp_status_t* status);
  // After a failure: ends what the library may have begun, so that nobody touches memory any more when
  // it is told of.
  void Settle();
  // Ends the membership.
  void Leave();
  // With the lock held, which these give up meanwhile.
  void TellReached(std::unique_lock<std::mutex>& lock);
  void Begin(std::unique_lock<std::mutex>& lock);  // the first of `waiting_`
  static void OnReached(void* arg, rnlp_status_t* status);

  runnel::cuda::nccl::Id name_{};
  int size_ = 0, rank_ = 0;
  runnel::cuda::nccl::Comm comm_ = nullptr;  // the thread's
  runnel::cuda::GroupCall joining_{};
  rnlp_queue_t* queue_ = nullptr;
  rnlp_fence_t fence_;
  uint64_t last_point_ = 0;

  std::mutex mutex_;  // guards all below but the thread
  std::condition_variable changed_;
  std::list<runnel::cuda::GroupCall> waiting_, running_;
  uint64_t reached_ = 0;  // the last point
  bool aborted_ = false, ending_ = false, deletes_itself_ = false;
  runnel::cuda::OwnedStatus failed_;
  std::thread thread_;
};

#endif  // RUNNEL_DEVICES_CUDA_DRIVER_GROUP_H_
