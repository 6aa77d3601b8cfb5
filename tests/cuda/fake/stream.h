// Streams of the driver of the tests: each a thread that does its work in order, after delays that are
// drawn from a seed; events, and graphs of what a stream recorded.
#ifndef RUNNEL_TESTS_CUDA_FAKE_STREAM_H_
#define RUNNEL_TESTS_CUDA_FAKE_STREAM_H_

#include <cuda.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace fake_cuda {

using Work = std::function<void()>;

// One recording of an event.
struct Record {
  bool done = false;  // guarded by the lock of all records
};

// The error that a context does not survive; CUDA_SUCCESS without one.
CUresult StickyError();
void SetStickyError(CUresult error);
void SetSeed(uint64_t seed);
void Hold(bool on);

bool IsDone(const std::shared_ptr<Record>& record);
void MarkDone(const std::shared_ptr<Record>& record);
void AwaitDone(const std::shared_ptr<Record>& record);
// Whether this thread runs a host function now, which may not call the driver.
bool InHostFunction();

}  // namespace fake_cuda

struct CUgraph_st {
  std::vector<fake_cuda::Work> work;
};
struct CUgraphExec_st {
  std::shared_ptr<const std::vector<fake_cuda::Work>> work;
};
struct CUevent_st {
  std::shared_ptr<fake_cuda::Record> record =
      std::make_shared<fake_cuda::Record>(fake_cuda::Record{true});
};

struct CUstream_st {
  CUstream_st();
  ~CUstream_st();
  // Appends to the stream, or to what it records.
  void Append(fake_cuda::Work work);
  void Synchronize();

  std::unique_ptr<CUgraph_st> recorded;  // by the thread that uses the stream

 private:
  void Run();

  std::mutex mutex_;  // guards all below but the thread
  std::condition_variable changed_;
  std::deque<fake_cuda::Work> work_;
  bool busy_ = false;
  bool stopping_ = false;
  uint64_t random_;
  std::thread thread_;
};

namespace fake_cuda {
void RunHostFunction(CUhostFn fn, void* arg);
}  // namespace fake_cuda

#endif  // RUNNEL_TESTS_CUDA_FAKE_STREAM_H_
