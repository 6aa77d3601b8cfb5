// Reader: gives the records of the work items (files, most often) that come out of a queue.
//
// Its operations take turns, and one that waits for a work item holds no thread. A work item that a
// cancelled step has taken from the queue stays the reader's. Source: TensorFlow 1.15's reader_base.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_READER_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_READER_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/runtime/host_ops/host_kernel.h"
#include "core/runtime/host_ops/queue.h"
#include "core/runtime/host_ops/record_format.h"
#include "core/runtime/host_ops/turns.h"

namespace runnel {

class Reader : public Resource {
 public:
  static constexpr std::string_view kTypeName = "Reader";
  // One read: up to `count` records of one work item, at least one.
  struct Request {
    const HostContext* ctx = nullptr;
    Ref<Queue> queue;
    int64_t count = 1;
    std::vector<std::string> keys, values;
    std::function<void(Status)> done;
  };

  Reader(std::string name, std::string kind, std::unique_ptr<RecordFormat> format)
      : Resource(std::move(name)),
        kind_(std::move(kind)),
        format_(std::move(format)),
        turns_(MakeRef<Turns>()) {}
  std::string_view TypeName() const override { return kTypeName; }
  const std::string& kind() const { return kind_; }

  // Errors, to `done`: OUT_OF_RANGE if the queue is closed and empty; those of the file; CANCELLED.
  void Read(std::shared_ptr<Request> request);
  void Reset(CancellationManager* cancellation, std::function<void(Status)> done);
  // A ReaderBaseState. Errors of both: UNIMPLEMENTED for a kind without.
  void Serialize(CancellationManager* cancellation, std::function<void(Status, std::string)> done);
  // Errors: INVALID_ARGUMENT for a state that is none.
  void Restore(CancellationManager* cancellation, std::string state, std::function<void(Status)> done);

  int64_t num_records_produced() const { return produced_; }
  int64_t num_work_units_completed() const { return finished_; }

 private:
  void Go(const std::shared_ptr<Request>& request);
  void BeginWork(const std::shared_ptr<Request>& request, const std::string& work);
  void Finish(const std::shared_ptr<Request>& request, Status status);
  void SetState(int64_t started, int64_t finished, int64_t produced, std::string work);
  Status RestoreNow(const std::string& state);

  const std::string kind_;
  const std::unique_ptr<RecordFormat> format_;
  const Ref<Turns> turns_;
  // Of whose turn it is.
  bool working_ = false;  // there may be more records of work_
  std::string work_;
  int64_t started_ = 0;
  std::atomic<int64_t> finished_{0}, produced_{0};
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_READER_H_
