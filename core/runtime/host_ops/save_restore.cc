// SaveV2, RestoreV2 and MergeV2Checkpoints: tensors to and from TensorFlow V2 checkpoints. They run on a
// host thread and hold it while the disk works, but not while SaveV2 waits for another writer.
#include <chrono>
#include <memory>
#include <mutex>
#include <utility>

#include "core/base/caught.h"
#include "core/base/thread_pool.h"
#include "core/base/timer.h"
#include "core/io/bundle_reader.h"
#include "core/io/bundle_writer.h"
#include "core/runtime/host_ops/attr_kernel.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// Checks the inputs that both ops begin with: prefix, tensor_names, shape_and_slices.
Status CheckNames(const HostContext& ctx, size_t expected) {
  RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kString, "prefix", /*allow_vector=*/true));
  for (size_t i = 1; i <= 2; ++i) {
    const Tensor& list = ctx.inputs[i];
    const std::string_view what = i == 1 ? "tensor_names" : "shape_and_slices";
    if (list.dtype() != DType::kString || list.shape().rank() != 1) {
      return InvalidArgument(what, " must be a vector of strings, got ", DTypeName(list.dtype()),
                             list.shape().ToString());
    }
    if (list.num_elements() != static_cast<int64_t>(expected)) {
      return InvalidArgument(what, " has ", list.num_elements(), " elements for ", expected, " tensors");
    }
  }
  if (ctx.inputs[0].string_at(0).empty()) return InvalidArgument("prefix is empty");
  return OkStatus();
}

// One execution of SaveV2: a write on the pool, and again after a pause as long as another writer is at
// work on the checkpoint. No thread is held in between. Whoever takes the state away from kWaiting, the
// pause's end or a cancellation, goes on or ends it.
class PendingSave : public std::enable_shared_from_this<PendingSave> {
 public:
  PendingSave(BundleWriter writer, Timer* timer, ThreadPool* pool, std::function<void(Status)> done)
      : writer_(std::move(writer)), timer_(timer), pool_(pool), done_(std::move(done)) {}

  // Errors: why it could not start; then `done` is not called.
  Status Start(CancellationManager* cancellation) {
    if (cancellation != nullptr) {
      cancellation_ = Ref<CancellationManager>::Share(cancellation);
      token_ = cancellation->Register(
          [self = shared_from_this()](const Status& reason) { self->Cancel(reason); });
      if (token_ == 0) return cancellation->reason();
    }
    try {
      WriteOnPool();
    } catch (...) {
      Deregister();
      return CaughtStatus();
    }
    return OkStatus();
  }

 private:
  enum class State { kWriting, kWaiting, kEnded };
  static constexpr int kMostTries = 500;
  static constexpr std::chrono::milliseconds kPause{10};

  void WriteOnPool() {
    pool_->Run([self = shared_from_this()] { self->Write(); });
  }

  void Write() {
    Status status;
    try {
      status = writer_.Finish();
      if (status.code() == Code::kAborted && ++tries_ < kMostTries) {
        status = Wait();
        if (status.ok()) return;
      }
    } catch (...) {
      status = CaughtStatus();
    }
    {
      const std::lock_guard lock(mutex_);
      if (state_ == State::kEnded) return;
      state_ = State::kEnded;
    }
    End(std::move(status));
  }

  Status Wait() {
    const std::lock_guard lock(mutex_);
    if (!cancelled_.ok()) return cancelled_;
    const auto scheduled = timer_->Schedule(Timer::Clock::now() + kPause,
                                            [self = shared_from_this()] { self->PauseEnded(); });
    if (scheduled.ok()) state_ = State::kWaiting;
    return scheduled.status();
  }

  // May be called again after it has thrown.
  void PauseEnded() {
    const std::lock_guard lock(mutex_);
    if (state_ != State::kWaiting) return;
    WriteOnPool();
    state_ = State::kWriting;
  }

  // A write that is under way goes on to its end: it reads the step's values.
  void Cancel(const Status& reason) {
    {
      const std::lock_guard lock(mutex_);
      cancelled_ = reason;
      if (state_ != State::kWaiting) return;
      state_ = State::kEnded;
    }
    End(reason);
  }

  void End(Status status) {
    Deregister();
    done_(std::move(status));
  }
  // Never waits: the callback does no harm afterwards.
  void Deregister() {
    if (token_ != 0) (void)cancellation_->TryDeregister(token_);
  }

  BundleWriter writer_;
  Timer* const timer_;
  ThreadPool* const pool_;
  const std::function<void(Status)> done_;
  Ref<CancellationManager> cancellation_;
  CancellationManager::Token token_ = 0;
  int tries_ = 0;     // of the writing thread
  std::mutex mutex_;  // guards all below
  State state_ = State::kWriting;
  Status cancelled_;
};

class Save : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode&) {
    return Result<std::unique_ptr<HostKernel>>(std::make_unique<Save>());
  }

  // Another session of the program may be saving under the same name, as TensorFlow's Supervisor does;
  // then the last one's checkpoint stays.
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    Result<BundleWriter> writer = Gather(ctx);
    if (!writer.ok()) return done(writer.status());
    const auto pending = std::make_shared<PendingSave>(std::move(*writer), &timer_, ctx.pool, done);
    if (Status started = pending->Start(ctx.cancellation); !started.ok()) done(std::move(started));
  }

 private:
  static Result<BundleWriter> Gather(const HostContext& ctx) {
    const std::span<const Tensor> tensors = ctx.inputs.subspan(3);
    RUNNEL_RETURN_IF_ERROR(CheckNames(ctx, tensors.size()));
    RUNNEL_ASSIGN_OR_RETURN(std::string prefix, FilePath(ctx, ctx.inputs[0].string_at(0)));
    BundleWriter writer{Files(ctx), std::move(prefix)};
    for (size_t i = 0; i < tensors.size(); ++i) {
      const std::string_view name = ctx.inputs[1].string_at(static_cast<int64_t>(i));
      const std::string_view where = ctx.inputs[2].string_at(static_cast<int64_t>(i));
      if (where.empty()) {
        RUNNEL_RETURN_IF_ERROR(writer.Add(name, tensors[i]));
        continue;
      }
      Result<ShapeAndSlice> slice = ParseShapeAndSlice(where);
      if (!slice.ok()) return slice.status().WithPrefix(StrCat("tensor \"", name, "\""));
      RUNNEL_RETURN_IF_ERROR(writer.AddSlice(name, *slice, tensors[i]));
    }
    return writer;
  }

  Timer timer_;  // has no thread until a save has to wait; outlives the executions
};

class Restore : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    auto kernel = std::make_unique<Restore>();
    kernel->types_.assign(node.output_types.begin(), node.output_types.end());
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }

  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckNames(ctx, types_.size()));
    RUNNEL_ASSIGN_OR_RETURN(const std::string prefix, FilePath(ctx, ctx.inputs[0].string_at(0)));
    RUNNEL_ASSIGN_OR_RETURN(const std::unique_ptr<BundleReader> reader,
                            BundleReader::Open(Files(ctx), prefix));
    // Everything that the index can tell, before anything is read.
    for (size_t i = 0; i < types_.size(); ++i) {
      const std::string_view name = ctx.inputs[1].string_at(static_cast<int64_t>(i));
      const BundleEntry* const entry = reader->Find(name);
      if (entry == nullptr) return NotFound("checkpoint \"", prefix, "\" has no tensor \"", name, "\"");
      if (entry->dtype != types_[i]) {
        return InvalidArgument("tensor \"", name, "\" of checkpoint \"", prefix, "\" is ",
                               DTypeName(entry->dtype), ", the node expects ", DTypeName(types_[i]));
      }
    }
    for (size_t i = 0; i < types_.size(); ++i) {
      const std::string_view name = ctx.inputs[1].string_at(static_cast<int64_t>(i));
      const std::string_view where = ctx.inputs[2].string_at(static_cast<int64_t>(i));
      if (where.empty()) {
        RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[i], reader->Read(name, ctx.allocator));
        continue;
      }
      Result<ShapeAndSlice> slice = ParseShapeAndSlice(where);
      if (!slice.ok()) return slice.status().WithPrefix(StrCat("tensor \"", name, "\""));
      const Shape& stored = reader->Find(name)->shape;
      if (!(slice->full_shape == stored)) {
        return InvalidArgument("tensor \"", name, "\" of checkpoint \"", prefix, "\" has shape ",
                               stored.ToString(), ", shape_and_slices says ",
                               slice->full_shape.ToString());
      }
      RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[i], reader->ReadSlice(name, slice->slice, ctx.allocator));
    }
    return OkStatus();
  }

 private:
  std::vector<DType> types_;
};

class Merge : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    auto kernel = std::make_unique<Merge>();
    if (const bool* delete_old = node.attr<bool>("delete_old_dirs"))
      kernel->delete_old_folders_ = *delete_old;
    if (const bool* allow = node.attr<bool>("allow_missing_files")) kernel->allow_missing_ = *allow;
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }

  Status Run(HostContext& ctx) override {
    const Tensor& sources = ctx.inputs[0];
    if (sources.dtype() != DType::kString || sources.shape().rank() != 1) {
      return InvalidArgument("checkpoint_prefixes must be a vector of strings, got ",
                             DTypeName(sources.dtype()), sources.shape().ToString());
    }
    RUNNEL_RETURN_IF_ERROR(
        CheckScalar(ctx.inputs[1], DType::kString, "destination_prefix", /*allow_vector=*/true));
    std::vector<std::string> prefixes;
    for (int64_t i = 0; i < sources.num_elements(); ++i) {
      RUNNEL_ASSIGN_OR_RETURN(std::string prefix, FilePath(ctx, sources.string_at(i)));
      if (allow_missing_) {
        RUNNEL_ASSIGN_OR_RETURN(const bool exists, Files(ctx).Exists(prefix + ".index"));
        if (!exists) continue;
      }
      prefixes.push_back(std::move(prefix));
    }
    RUNNEL_ASSIGN_OR_RETURN(const std::string destination, FilePath(ctx, ctx.inputs[1].string_at(0)));
    if (allow_missing_ && prefixes.empty())
      return InvalidArgument("of checkpoint_prefixes there is none");
    return MergeBundles(Files(ctx), prefixes, destination, delete_old_folders_);
  }

 private:
  bool delete_old_folders_ = true;
  bool allow_missing_ = false;
};

constexpr HostKernelRow kRows[] = {
    {.op = "SaveV2", .is_async = true, .create = Save::Create},
    {.op = "RestoreV2", .create = Restore::Create},
    {.op = "MergeV2Checkpoints", .create = Merge::Create},
};

}  // namespace

std::span<const HostKernelRow> SaveRestoreKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
