#include "devices/cuda/driver/group.h"

#include <chrono>
#include <cstring>
#include <iterator>
#include <utility>

#include "devices/cuda/driver/api.h"
#include "devices/cuda/driver/fence.h"
#include "plugins/sdk/thread.h"

namespace runnel::cuda {
namespace {

using plugin::Delete;
using plugin::New;
using plugin::OutOfMemory;

// How long is asked without a pause whether the library is through: launches take some 10 us.
constexpr int kEagerAsks = 2000;
// How long a member that leaves waits for the others' parts of what is over for itself.
constexpr std::chrono::seconds kPatience{2};

bool TypeOf(int32_t dtype, nccl::Type* out, uint64_t* out_bytes) {
  switch (dtype) {
    case RNLP_FLOAT:
      return *out = nccl::kFloat, *out_bytes = 4, true;
    case RNLP_DOUBLE:
      return *out = nccl::kDouble, *out_bytes = 8, true;
    case RNLP_HALF:
      return *out = nccl::kHalf, *out_bytes = 2, true;
    case RNLP_BFLOAT16:
      return *out = nccl::kBFloat16, *out_bytes = 2, true;
    case RNLP_INT32:
      return *out = nccl::kInt32, *out_bytes = 4, true;
    case RNLP_INT64:
      return *out = nccl::kInt64, *out_bytes = 8, true;
    default:
      return false;
  }
}

nccl::Op OpOf(int32_t combine) {
  constexpr nccl::Op kOps[] = {nccl::kSum, nccl::kProduct, nccl::kMin, nccl::kMax, nccl::kMean};
  return kOps[combine];
}

rnlp_status_t* CheckCall(const rnlp_device_t* device, const rnlp_all_reduce_t& what) {
  nccl::Type type{};
  uint64_t bytes = 0;
  if (!TypeOf(what.dtype, &type, &bytes) || what.combine < RNLP_COMBINE_SUM ||
      what.combine > RNLP_COMBINE_MEAN ||
      (what.combine == RNLP_COMBINE_MEAN && (type == nccl::kInt32 || type == nccl::kInt64))) {
    return Fail(device->host, RNLP_UNIMPLEMENTED, "%s: a reduction %d of type %d between devices", kId,
                what.combine, what.dtype);
  }
  const auto fits = [&](const rnlp_buffer_t* buffer, uint64_t offset) {
    return offset <= buffer->size_bytes && what.count <= (buffer->size_bytes - offset) / bytes;
  };
  if (fits(what.src, what.src_offset_bytes) && fits(what.dst, what.dst_offset_bytes)) return nullptr;
  return Fail(device->host, RNLP_INVALID_ARGUMENT,
              "%s: %llu elements of %llu bytes are more than a buffer has", kId, Ull(what.count),
              Ull(bytes));
}

// ---- the table ----

rnlp_status_t* Library(rnlp_device_t* device, const NcclLibrary** out) {
  RNLP_TRY(device->CheckAlive());
  *out = &device->FindNccl();
  if ((*out)->is_open()) return nullptr;
  return Fail(device->host, RNLP_UNIMPLEMENTED, "%s: GPUs combine values by NCCL: %s", kId,
              (*out)->why().c_str());
}

rnlp_status_t* Means(rnlp_device_t* device, char out[RNLP_GROUP_MEANS_BYTES]) {
  return Guard(device->host, [&]() -> rnlp_status_t* {
    const NcclLibrary* library = nullptr;
    RNLP_TRY(Library(device, &library));
    std::snprintf(out, RNLP_GROUP_MEANS_BYTES, "%s", library->version().c_str());
    return nullptr;
  });
}

rnlp_status_t* Name(rnlp_device_t* device, uint8_t out[RNLP_GROUP_NAME_BYTES]) {
  return Guard(device->host, [&]() -> rnlp_status_t* {
    const NcclLibrary* library = nullptr;
    RNLP_TRY(Library(device, &library));
    const Current current(device);
    nccl::Id id{};
    if (const nccl::Result result = library->GetUniqueId(&id); result != nccl::kSuccess) {
      return Fail(device->host, RNLP_INTERNAL, "%s: %s", kId,
                  library->Describe("ncclGetUniqueId", result, nullptr).c_str());
    }
    static_assert(sizeof(id.bytes) == RNLP_GROUP_NAME_BYTES);
    std::memcpy(out, id.bytes, sizeof(id.bytes));
    return nullptr;
  });
}

rnlp_status_t* Join(rnlp_device_t* device, const uint8_t name[RNLP_GROUP_NAME_BYTES], uint32_t size,
                    uint32_t rank, rnlp_done_fn_t done, void* arg, rnlp_group_t** out) {
  return Guard(device->host, [&]() -> rnlp_status_t* {
    const NcclLibrary* library = nullptr;
    RNLP_TRY(Library(device, &library));
    if (rank >= size || size > INT32_MAX) {
      return Fail(device->host, RNLP_INVALID_ARGUMENT, "%s: rank %u in a group of %u", kId, rank, size);
    }
    device->JoinEndedGroups();
    auto* group = New<rnlp_group_t>(device->host, device, *library);
    if (group == nullptr) return OutOfMemory(device->host, sizeof(rnlp_group_t), kId);
    nccl::Id id{};
    std::memcpy(id.bytes, name, sizeof(id.bytes));
    *out = group;  // before its thread may call done
    rnlp_status_t* const failed = group->Start(id, size, rank, done, arg);
    if (failed == nullptr) return nullptr;
    *out = nullptr;
    Delete(device->host, group);
    return failed;
  });
}

rnlp_status_t* AllReduce(rnlp_group_t* group, const rnlp_all_reduce_t* what, rnlp_done_fn_t done,
                         void* arg) {
  return Guard(group->device->host, [&]() -> rnlp_status_t* {
    RNLP_TRY(group->device->CheckAlive());
    RNLP_TRY(CheckCall(group->device, *what));
    return group->Append(*what, done, arg);
  });
}

void AbortGroup(rnlp_group_t* group) { group->Abort(); }
void Destroy(rnlp_group_t* group) { group->End(); }

}  // namespace

constinit const rnlp_group_api_t kGroupApi = {
    .size_bytes = RNLP_SIZE_TO(rnlp_group_api_t, destroy),
    .means = Means,
    .name = Name,
    .join = Join,
    .all_reduce = AllReduce,
    .abort = AbortGroup,
    .destroy = Destroy,
};

}  // namespace runnel::cuda

using runnel::cuda::Current;
using runnel::cuda::GroupCall;
using runnel::cuda::Guard;
using runnel::cuda::kId;
using runnel::plugin::OwnedStatus;
namespace nccl = runnel::cuda::nccl;

rnlp_status_t* rnlp_group_t::Start(const nccl::Id& name, uint32_t group_size, uint32_t group_rank,
                                   rnlp_done_fn_t done, void* arg) {
  name_ = name;
  size_ = static_cast<int>(group_size);
  rank_ = static_cast<int>(group_rank);
  joining_.done = done;
  joining_.arg = arg;
  RNLP_TRY(runnel::cuda::QueueCreate(device, RNLP_QUEUE_COMPUTE, &queue_));
  fence_.state = std::make_shared<runnel::cuda::Fence>(device);
  device->Remember(fence_.state);
  {
    std::lock_guard<std::mutex> lock(mutex_);  // the thread finds itself set
    if (runnel::plugin::StartThread(&thread_, [this] { Work(); })) return nullptr;
  }
  return runnel::plugin::Fail(device->host, RNLP_RESOURCE_EXHAUSTED, "%s: no thread for a group", kId);
}

rnlp_group_t::~rnlp_group_t() {
  if (queue_ != nullptr) runnel::cuda::QueueDestroy(device, queue_);
}

rnlp_status_t* rnlp_group_t::Append(const rnlp_all_reduce_t& what, rnlp_done_fn_t done, void* arg) {
  std::lock_guard<std::mutex> lock(mutex_);
  waiting_.push_back({what, done, arg});
  changed_.notify_all();
  return nullptr;
}

void rnlp_group_t::Abort() {
  std::lock_guard<std::mutex> lock(mutex_);
  aborted_ = true;
  changed_.notify_all();
}

void rnlp_group_t::End() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    ending_ = true;
    changed_.notify_all();
    if (std::this_thread::get_id() == thread_.get_id()) {
      deletes_itself_ = true;
      return device->KeepEndedGroup(std::move(thread_));
    }
  }
  thread_.join();
  runnel::plugin::Delete(device->host, this);
}

rnlp_status_t* rnlp_group_t::Outcome() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (!failed_.ok()) return failed_.Copy();
  if (!aborted_) return nullptr;
  return runnel::plugin::Fail(device->host, RNLP_ABORTED, "%s: the group was aborted", kId);
}

rnlp_status_t* rnlp_group_t::Remember(rnlp_status_t* status) {
  OwnedStatus owned(device->host, status);
  OwnedStatus copy(device->host, owned.Copy());
  std::lock_guard<std::mutex> lock(mutex_);
  if (failed_.ok()) failed_ = std::move(copy);
  return owned.release();
}

rnlp_status_t* rnlp_group_t::Complete(const char* call, nccl::Result result) {
  for (int asked = 0; result == nccl::kInProgress; ++asked) {
    {
      std::unique_lock<std::mutex> lock(mutex_);
      if (aborted_) break;
      if (asked > runnel::cuda::kEagerAsks) changed_.wait_for(lock, std::chrono::microseconds(200));
    }
    if (library.CommGetAsyncError(comm_, &result) != nccl::kSuccess) break;
  }
  if (rnlp_status_t* const ended = Outcome()) return ended;
  if (result == nccl::kSuccess) return nullptr;
  return runnel::plugin::Fail(device->host, RNLP_INTERNAL, "%s: CUDA:%u: %s", kId, device->ordinal,
                              library.Describe(call, result, comm_).c_str());
}

rnlp_status_t* rnlp_group_t::Join() {
  nccl::Config config;
  return Complete("ncclCommInitRankConfig",
                  library.CommInitRankConfig(&comm_, size_, name_, rank_, &config));
}

rnlp_status_t* rnlp_group_t::Launch(GroupCall* call) {
  RNLP_TRY(Outcome());
  CUstream stream = nullptr;
  RNLP_TRY(queue_->Stream(&stream));
  nccl::Type type{};
  uint64_t bytes = 0;
  runnel::cuda::TypeOf(call->what.dtype, &type, &bytes);
  const auto address = [](const rnlp_buffer_t* buffer, uint64_t offset) {
    return reinterpret_cast<void*>(buffer->address + offset);
  };
  RNLP_TRY(
      Complete("ncclAllReduce",
               library.AllReduce(address(call->what.src, call->what.src_offset_bytes),
                                 address(call->what.dst, call->what.dst_offset_bytes), call->what.count,
                                 type, runnel::cuda::OpOf(call->what.combine), comm_, stream)));
  RNLP_TRY(runnel::cuda::QueueSignal(queue_, &fence_, ++last_point_));
  call->point = last_point_;
  return nullptr;
}

void rnlp_group_t::OnReached(void* arg, rnlp_status_t* status) {
  auto* const self = static_cast<rnlp_group_t*>(arg);
  const OwnedStatus owned(self->device->host, self->Remember(status));
  std::lock_guard<std::mutex> lock(self->mutex_);
  ++self->reached_;
  self->changed_.notify_all();
}

rnlp_status_t* rnlp_group_t::Watch() {
  if (comm_ == nullptr) return nullptr;
  nccl::Result noticed = nccl::kSuccess;
  OwnedStatus ended(device->host, Outcome());
  if (ended.ok()) {
    const nccl::Result asked = library.CommGetAsyncError(comm_, &noticed);
    if (asked == nccl::kSuccess && (noticed == nccl::kSuccess || noticed == nccl::kInProgress))
      return nullptr;
    ended = OwnedStatus(
        device->host, Remember(runnel::plugin::Fail(device->host, RNLP_INTERNAL, "%s: CUDA:%u: %s", kId,
                                                    device->ordinal,
                                                    library.Describe("NCCL", noticed, comm_).c_str())));
  }
  // What is on the stream ends, whoever it waits for.
  library.CommAbort(std::exchange(comm_, nullptr));
  return nullptr;
}

void rnlp_group_t::TellReached(std::unique_lock<std::mutex>& lock) {
  while (!running_.empty() && running_.front().point <= reached_) {
    const GroupCall call = running_.front();
    running_.pop_front();
    lock.unlock();
    call.done(call.arg, Outcome());
    lock.lock();
  }
}

void rnlp_group_t::Begin(std::unique_lock<std::mutex>& lock) {
  std::list<GroupCall> one;
  one.splice(one.begin(), waiting_, waiting_.begin());
  GroupCall& call = one.front();
  lock.unlock();
  rnlp_status_t* failed = Guard(device->host, [&] { return Launch(&call); });
  lock.lock();
  if (failed == nullptr) {
    const uint64_t point = call.point;
    running_.splice(running_.end(), one);
    lock.unlock();
    failed = Guard(device->host, [&] { return fence_.state->Notify(point, OnReached, this); });
    lock.lock();
    if (failed == nullptr) return;
    one.splice(one.begin(), running_, std::prev(running_.end()));
  }
  lock.unlock();
  failed = Remember(failed);
  Settle();
  call.done(call.arg, failed);
  lock.lock();
}

void rnlp_group_t::Settle() {
  const OwnedStatus watched(device->host, Guard(device->host, [this] { return Watch(); }));
  CUstream stream = nullptr;
  const OwnedStatus flushed(device->host, queue_->Stream(&stream));
  if (const CUresult result = device->driver.StreamSynchronize(stream)) {
    const OwnedStatus lost(device->host, device->Failed(result, "cuStreamSynchronize"));
  }
}

// What is over on this stream may still have to be sent on from here: an abort would drop it, and free
// memory that others are reading.
void rnlp_group_t::Leave() {
  if (comm_ == nullptr) return;
  if (OwnedStatus(device->host, Outcome()).ok()) {
    const auto until = std::chrono::steady_clock::now() + runnel::cuda::kPatience;
    nccl::Result result = library.CommFinalize(comm_);
    while (result == nccl::kInProgress && std::chrono::steady_clock::now() < until) {
      {
        std::unique_lock<std::mutex> lock(mutex_);
        if (aborted_) break;
        changed_.wait_for(lock, std::chrono::microseconds(200));
      }
      if (library.CommGetAsyncError(comm_, &result) != nccl::kSuccess) break;
    }
    if (result == nccl::kSuccess) {
      library.CommDestroy(comm_);
      return;
    }
  }
  library.CommAbort(comm_);
}

void rnlp_group_t::Work() {
  { const std::lock_guard<std::mutex> started(mutex_); }
  const Current current(device);
  joining_.done(joining_.arg, Remember(Guard(device->host, [this] { return Join(); })));
  std::unique_lock<std::mutex> lock(mutex_);
  const auto reached = [this] { return !running_.empty() && running_.front().point <= reached_; };
  const auto news = [&] {
    return !waiting_.empty() || ending_ || reached() || (aborted_ && comm_ != nullptr);
  };
  while (!ending_ || !waiting_.empty() || !running_.empty()) {
    TellReached(lock);
    if (!waiting_.empty()) {
      Begin(lock);
      continue;
    }
    if (aborted_ || !running_.empty()) {
      lock.unlock();
      const OwnedStatus watched(device->host, Guard(device->host, [this] { return Watch(); }));
      lock.lock();
    }
    if (running_.empty()) {
      changed_.wait(lock, news);
    } else {
      changed_.wait_for(lock, std::chrono::milliseconds(10), news);
    }
  }
  const bool deletes_itself = deletes_itself_;
  lock.unlock();
  Leave();
  if (deletes_itself) runnel::plugin::Delete(device->host, this);
}
