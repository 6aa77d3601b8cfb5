// Staging maps: tuples of tensors that one step leaves for another under a key, whole or component by
// component. Waiting holds no thread. Source: TensorFlow 1.15's map_stage_op.
#include <algorithm>
#include <map>
#include <utility>

#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "core/runtime/host_ops/staged.h"
#include "core/runtime/host_ops/waiting.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// The unordered ops give the least key too, where any would do.
class StagingMap : public WaitingResource {
 public:
  static constexpr std::string_view kTypeName = "StagingMap";
  StagingMap(std::string name, StagedLimits limits) : WaitingResource(std::move(name)), room_(limits) {}
  std::string_view TypeName() const override { return kTypeName; }

  // Sets components `indices` of the tuple of `key`, which has `width`. A tuple that is there already
  // stays as it is.
  void Put(int64_t key, std::vector<size_t> indices, StagedTuple values, size_t width,
           CancellationManager* cancellation, Done done) {
    const uint64_t bytes = StagedBytes(values);
    if (Status status = room_.CheckFits(name(), bytes); !status.ok()) return done(std::move(status));
    Submit(
        [this, key, indices = std::move(indices), values = std::move(values), width,
         bytes](Status* status) mutable {
          const bool whole = indices.size() == width;
          if (whole && complete_.contains(key)) return true;
          // The capacity counts complete tuples; one that is being put together needs room as it is
          // completed.
          const auto begun = incomplete_.find(key);
          const size_t there = begun == incomplete_.end() ? 0 : CountSet(begun->second);
          const bool completes = there + indices.size() == width;
          if (!room_.HasRoom(completes ? complete_.size() : 0, bytes)) return false;
          if (whole && begun == incomplete_.end()) {
            complete_.emplace(key, std::move(values));
            room_.bytes += bytes;
            return true;
          }
          *status = CheckUnset(key, indices);
          if (!status->ok()) return true;
          StagedTuple& tuple = incomplete_.try_emplace(key, width).first->second;
          for (size_t i = 0; i < indices.size(); ++i) tuple[indices[i]] = std::move(values[i]);
          room_.bytes += bytes;
          if (completes) {
            complete_.insert_or_assign(key, std::move(tuple));
            incomplete_.erase(key);
          }
          return true;
        },
        cancellation, std::move(done));
  }

  using Use = std::function<Status(int64_t key, StagedTuple values)>;

  // Waits for the tuple of `key` (null: any), gives components `indices` to `use`, and removes them if
  // `remove` and `use` could use them.
  void Get(const int64_t* key, std::vector<size_t> indices, bool remove, Use use,
           CancellationManager* cancellation, Done done) {
    Submit(
        [this, any = key == nullptr, key = key == nullptr ? 0 : *key, indices = std::move(indices),
         remove, use = std::move(use)](Status* status) {
          const auto it = any ? complete_.begin() : complete_.find(key);
          if (it == complete_.end()) return false;
          *status = Take(it, indices, remove, use);
          return true;
        },
        cancellation, std::move(done));
  }

  void Clear(Done done) {
    Submit(
        [this](Status*) {
          complete_.clear();
          incomplete_.clear();
          room_.bytes = 0;
          return true;
        },
        nullptr, std::move(done));
  }

  int64_t size() const {
    const std::lock_guard lock(mutex_);
    return static_cast<int64_t>(complete_.size());
  }
  int64_t incomplete_size() const {
    const std::lock_guard lock(mutex_);
    return static_cast<int64_t>(incomplete_.size());
  }

 private:
  using Tuples = std::map<int64_t, StagedTuple>;

  static size_t CountSet(const StagedTuple& tuple) {
    return static_cast<size_t>(
        std::count_if(tuple.begin(), tuple.end(), [](const Tensor& t) { return !t.empty(); }));
  }

  Status CheckUnset(int64_t key, std::span<const size_t> indices) const {
    const auto it = incomplete_.find(key);
    if (it == incomplete_.end()) return OkStatus();
    for (const size_t i : indices) {
      if (i < it->second.size() && it->second[i].empty()) continue;
      return InvalidArgument("the tensor for index ", i, " and key ", key,
                             " was already put into the staging map \"", name(), "\"");
    }
    return OkStatus();
  }

  Status Take(Tuples::iterator it, std::span<const size_t> indices, bool remove, const Use& use) {
    StagedTuple& tuple = it->second;
    StagedTuple values;
    for (const size_t i : indices) {
      if (i >= tuple.size()) {
        return InvalidArgument("index ", i, " for key ", it->first, " is not below ", tuple.size(),
                               ", the number of tensors");
      }
      if (tuple[i].empty()) {
        return InvalidArgument("the tensor for index ", i, " and key ", it->first,
                               " was already taken out of the staging map \"", name(), "\"");
      }
      values.push_back(tuple[i]);
    }
    const uint64_t bytes = StagedBytes(values);
    RUNNEL_RETURN_IF_ERROR(use(it->first, std::move(values)));
    if (!remove) return OkStatus();
    room_.bytes -= bytes;
    for (const size_t i : indices) tuple[i] = Tensor();
    if (CountSet(tuple) == 0) complete_.erase(it);
    return OkStatus();
  }

  // Under mutex_.
  StagedRoom room_;
  Tuples complete_, incomplete_;
};

class MapKernel : public HostKernel {
 public:
  template <typename Kernel>
  static Result<std::unique_ptr<HostKernel>> CreateAs(const HostNode& node) {
    auto kernel = std::make_unique<Kernel>();
    RUNNEL_ASSIGN_OR_RETURN(kernel->key_, MakeResourceKey(node));
    RUNNEL_ASSIGN_OR_RETURN(kernel->limits_, StagedLimits::Of(node));
    kernel->types_ = TypeListAttr(node, "dtypes");
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }

 protected:
  Result<Ref<StagingMap>> Map(const HostContext& ctx) const {
    return FindStaged<StagingMap>(ctx, key_, limits_);
  }

  static Result<int64_t> Key(const Tensor& key) {
    if (key.dtype() != DType::kInt64 || key.num_elements() != 1) {
      return InvalidArgument("key must be one int64, got ", DTypeName(key.dtype()),
                             key.shape().ToString());
    }
    return key.int_at(0);
  }

  // Input `i`, which says which of `width` tensors of a tuple are meant.
  static Result<std::vector<size_t>> Indices(const Tensor& indices, size_t count, size_t width) {
    if (indices.dtype() != DType::kInt32 || indices.shape().rank() > 1) {
      return InvalidArgument("indices must be a vector of int32, got ", DTypeName(indices.dtype()),
                             indices.shape().ToString());
    }
    std::vector<size_t> out;
    int64_t before = -1;
    for (int64_t i = 0; i < indices.num_elements(); ++i) {
      const int64_t index = indices.int_at(i);
      if (index <= before) {
        return InvalidArgument("indices must rise, each above the last, from 0 on; indices[", i, "] is ",
                               index);
      }
      if (static_cast<size_t>(index) >= width) {
        return InvalidArgument("indices[", i, "] is ", index, ", the tuples have ", width, " tensors");
      }
      out.push_back(static_cast<size_t>(index));
      before = index;
    }
    if (out.size() != count || out.empty()) {
      return InvalidArgument("there are ", out.size(), " indices for ", count, " tensors");
    }
    return out;
  }

  // Of what is taken, the tuple's width is known to the map only.
  static constexpr size_t kAnyWidth = size_t{1} << 31;
  std::vector<DType> types_;

 private:
  ResourceKey key_;
  StagedLimits limits_;
};

class MapStage : public MapKernel {
 public:
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    const auto map = Map(ctx);
    if (!map.ok()) return done(map.status());
    StagedTuple values;
    const auto key = Key(ctx.inputs[0]);
    auto indices = Indices(ctx.inputs[1], ctx.inputs.size() - 2, types_.size());
    Status status = !key.ok() ? key.status() : !indices.ok() ? indices.status() : OkStatus();
    for (size_t i = 0; status.ok() && i < indices->size(); ++i) {
      const Tensor& value = ctx.inputs[i + 2];
      if (value.dtype() != types_[(*indices)[i]]) {
        status = InvalidArgument("tensor ", (*indices)[i], " of the tuples is ",
                                 DTypeName(types_[(*indices)[i]]), ", got ", DTypeName(value.dtype()));
        break;
      }
      auto kept = KeepBeyondStep(value, ctx.allocator);
      status = kept.status();
      if (kept.ok()) values.push_back(std::move(*kept));
    }
    if (!status.ok()) return done(std::move(status));
    (*map)->Put(*key, std::move(*indices), std::move(values), types_.size(), ctx.cancellation,
                std::move(done));
  }
};

template <bool has_key, bool remove>
class MapGet : public MapKernel {
 public:
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    const auto map = Map(ctx);
    if (!map.ok()) return done(map.status());
    int64_t key = 0;
    if (has_key) {
      const auto given = Key(ctx.inputs[0]);
      if (!given.ok()) return done(given.status());
      key = *given;
    }
    auto indices = Indices(ctx.inputs[has_key ? 1 : 0], types_.size(), kAnyWidth);
    if (!indices.ok()) return done(indices.status());
    (*map)->Get(
        has_key ? &key : nullptr, std::move(*indices), remove,
        [this, &ctx](int64_t found, StagedTuple values) {
          RUNNEL_RETURN_IF_ERROR(CheckStagedTypes(values, types_));
          if (!has_key) {
            RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0],
                                    Tensor::Allocate(ctx.allocator, DType::kInt64, Shape()));
            ctx.outputs[0].template values<int64_t>()[0] = found;
          }
          std::move(values.begin(), values.end(), ctx.outputs.begin() + (has_key ? 0 : 1));
          return OkStatus();
        },
        ctx.cancellation, std::move(done));
  }
};

template <bool complete>
class MapSize : public MapKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<StagingMap> map, Map(ctx));
    return SetIntScalar(ctx, 0, complete ? map->size() : map->incomplete_size());
  }
};

class MapClear : public MapKernel {
 public:
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    const auto map = Map(ctx);
    if (!map.ok()) return done(map.status());
    (*map)->Clear(std::move(done));
  }
};

template <typename Kernel>
constexpr auto kCreate = MapKernel::CreateAs<Kernel>;

#define RUNNEL_MAP_KERNELS(prefix)                                                                \
  {.op = prefix "MapStage", .is_async = true, .create = kCreate<MapStage>},                       \
      {.op = prefix "MapPeek", .is_async = true, .create = kCreate<MapGet<true, false>>},         \
      {.op = prefix "MapUnstage", .is_async = true, .create = kCreate<MapGet<true, true>>},       \
      {.op = prefix "MapUnstageNoKey", .is_async = true, .create = kCreate<MapGet<false, true>>}, \
      {.op = prefix "MapSize", .create = kCreate<MapSize<true>>},                                 \
      {.op = prefix "MapIncompleteSize", .create = kCreate<MapSize<false>>}, {                    \
    .op = prefix "MapClear", .is_async = true, .create = kCreate<MapClear>                        \
  }

constexpr HostKernelRow kRows[] = {
    RUNNEL_MAP_KERNELS(""),
    RUNNEL_MAP_KERNELS("Ordered"),
};

#undef RUNNEL_MAP_KERNELS

}  // namespace

std::span<const HostKernelRow> MapStageKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
