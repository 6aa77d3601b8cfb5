// Sparse tensors as bytes, as variants, and in a map where batches of them are put together again.
#include <mutex>
#include <unordered_map>
#include <utility>

#include "core/runtime/host_ops/attr_kernel.h"
#include "core/runtime/host_ops/elements.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "core/runtime/host_ops/sparse_tensor.h"
#include "core/runtime/host_ops/tensor_bytes.h"
#include "core/runtime/host_ops/tensor_variant.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// Inputs `first` and the two behind it.
Result<SparseTensor> SparseInput(const HostContext& ctx, size_t first) {
  SparseTensor sparse{ctx.inputs[first], ctx.inputs[first + 1], ctx.inputs[first + 2]};
  RUNNEL_RETURN_IF_ERROR(CheckSparse(sparse));
  return sparse;
}

void GiveSparse(HostContext& ctx, SparseTensor sparse) {
  ctx.outputs[0] = std::move(sparse.indices);
  ctx.outputs[1] = std::move(sparse.values);
  ctx.outputs[2] = std::move(sparse.shape);
}

// Puts the three tensors at element `at` of `out` and behind.
Status Pack(const SparseTensor& sparse, Allocator* allocator, Tensor* out, int64_t at) {
  const Tensor* const parts[] = {&sparse.indices, &sparse.values, &sparse.shape};
  for (const Tensor* part : parts) {
    if (out->dtype() == DType::kVariant) {
      RUNNEL_ASSIGN_OR_RETURN(Tensor kept, KeepBeyondStep(*part, allocator));
      static_cast<VariantBuffer*>(out->buffer().get())
          ->Set(at++, MakeRef<TensorVariant>(std::move(kept)));
    } else {
      RUNNEL_ASSIGN_OR_RETURN(const std::string bytes, TensorToBytes(*part));
      RUNNEL_RETURN_IF_ERROR(SetString(*out, at++, bytes));
    }
  }
  return OkStatus();
}

Result<Tensor> Unpack(const Tensor& packed, int64_t at, DType dtype) {
  if (packed.dtype() == DType::kString) return TensorFromBytes(packed.string_at(at), dtype);
  const Ref<Variant>& value = VariantAt(packed, at);
  if (!value || value->TypeName() != TensorVariant::kTypeName) {
    return InvalidArgument("serialized_sparse[", at, "] is no tensor");
  }
  const Tensor& tensor = static_cast<const TensorVariant*>(value.get())->tensor();
  if (tensor.dtype() == dtype) return tensor;
  return InvalidArgument("serialized_sparse[", at, "] is a tensor of ", DTypeName(tensor.dtype()),
                         ", expected ", DTypeName(dtype));
}

class SerializeSparse : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    out_type_ = AttrOr(node, "out_type", DType::kString);
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const SparseTensor sparse, SparseInput(ctx, 0));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const out, NewOutput(ctx, 0, out_type_, Shape{3}));
    return Pack(sparse, ctx.allocator, out, 0);
  }

 protected:
  DType out_type_ = DType::kString;
};

class SerializeManySparse : public SerializeSparse {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const SparseTensor sparse, SparseInput(ctx, 0));
    RUNNEL_ASSIGN_OR_RETURN(const auto rows, SplitRows(sparse, ctx.allocator));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const out,
                            NewOutput(ctx, 0, out_type_, Shape{static_cast<int64_t>(rows.size()), 3}));
    for (size_t i = 0; i < rows.size(); ++i) {
      RUNNEL_RETURN_IF_ERROR(Pack(rows[i], ctx.allocator, out, static_cast<int64_t>(i) * 3));
    }
    return OkStatus();
  }
};

// Of any batch; DeserializeManySparse takes a matrix alone.
class DeserializeSparse : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    dtype_ = AttrOr(node, "dtype", DType::kInvalid);
    only_matrix_ = node.op == "DeserializeManySparse";
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    const Tensor& packed = ctx.inputs[0];
    const Shape& shape = packed.shape();
    const int rank = shape.rank();
    if (rank < 1 || shape.dim(rank - 1) != 3 || (only_matrix_ && rank != 2)) {
      return InvalidArgument("serialized_sparse must be ",
                             only_matrix_ ? "a matrix with 3 columns" : "a tensor whose last size is 3",
                             ", its shape is ", shape.ToString());
    }
    if (packed.num_elements() == 0) {
      return InvalidArgument("serialized_sparse has no sparse tensor, its shape is ", shape.ToString());
    }
    std::vector<SparseTensor> parts;
    for (int64_t at = 0; at < packed.num_elements(); at += 3) {
      SparseTensor part;
      RUNNEL_ASSIGN_OR_RETURN(part.indices, Unpack(packed, at, DType::kInt64));
      RUNNEL_ASSIGN_OR_RETURN(part.values, Unpack(packed, at + 1, dtype_));
      RUNNEL_ASSIGN_OR_RETURN(part.shape, Unpack(packed, at + 2, DType::kInt64));
      Status status = CheckSparse(part);
      if (!status.ok()) return status.WithPrefix(StrCat("sparse tensor ", at / 3));
      parts.push_back(std::move(part));
    }
    const Shape batch(shape.dims().first(static_cast<size_t>(rank - 1)));
    RUNNEL_ASSIGN_OR_RETURN(SparseTensor out, StackSparse(parts, batch, dtype_, ctx.allocator));
    GiveSparse(ctx, std::move(out));
    return OkStatus();
  }

 private:
  DType dtype_ = DType::kInvalid;
  bool only_matrix_ = false;
};

// ---- the map ----

// Sparse tensors by numbers. Any thread.
class SparseTensorsMap : public Resource {
 public:
  static constexpr std::string_view kTypeName = "SparseTensorsMap";
  explicit SparseTensorsMap(std::string name) : Resource(std::move(name)) {}
  std::string_view TypeName() const override { return kTypeName; }

  int64_t Add(SparseTensor sparse) {
    const std::lock_guard lock(mutex_);
    tensors_.emplace(next_, std::move(sparse));
    return next_++;
  }
  // Takes all or none. Errors: INVALID_ARGUMENT for a number that is not there.
  Result<std::vector<SparseTensor>> Take(const Tensor& handles) {
    const std::lock_guard lock(mutex_);
    std::vector<SparseTensor> out;
    for (int64_t i = 0; i < handles.num_elements(); ++i) {
      const auto it = tensors_.find(handles.int_at(i));
      if (it == tensors_.end()) {
        return InvalidArgument("the map \"", name(), "\" has no sparse tensor ", handles.int_at(i));
      }
      out.push_back(it->second);
    }
    for (int64_t i = 0; i < handles.num_elements(); ++i) tensors_.erase(handles.int_at(i));
    return out;
  }
  void Abort(const Status&) override {
    const std::lock_guard lock(mutex_);
    tensors_.clear();
  }

 private:
  std::mutex mutex_;  // guards all below
  int64_t next_ = 0;
  std::unordered_map<int64_t, SparseTensor> tensors_;
};

class MapKernel : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    RUNNEL_ASSIGN_OR_RETURN(key_, MakeResourceKey(node));
    dtype_ = AttrOr(node, "dtype", DType::kInvalid);
    return OkStatus();
  }

 protected:
  Result<Ref<SparseTensorsMap>> Map(const HostContext& ctx) const {
    RUNNEL_ASSIGN_OR_RETURN(
        const Ref<Resource> found,
        ctx.session_resources->LookupOrCreate(
            key_.container, SparseTensorsMap::kTypeName, key_.name, [this]() -> Result<Ref<Resource>> {
              return Ref<Resource>(MakeRef<SparseTensorsMap>(key_.name));
            }));
    return Ref<SparseTensorsMap>::Share(static_cast<SparseTensorsMap*>(found.get()));
  }
  DType dtype_ = DType::kInvalid;

 private:
  ResourceKey key_;
};

class AddSparse : public MapKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const SparseTensor sparse, SparseInput(ctx, 0));
    RUNNEL_ASSIGN_OR_RETURN(const Ref<SparseTensorsMap> map, Map(ctx));
    SparseTensor kept;
    RUNNEL_ASSIGN_OR_RETURN(kept.indices, KeepBeyondStep(sparse.indices, ctx.allocator));
    RUNNEL_ASSIGN_OR_RETURN(kept.values, KeepBeyondStep(sparse.values, ctx.allocator));
    RUNNEL_ASSIGN_OR_RETURN(kept.shape, KeepBeyondStep(sparse.shape, ctx.allocator));
    RUNNEL_ASSIGN_OR_RETURN(const Tensor* const out, NewOutput(ctx, 0, DType::kInt64, Shape()));
    out->values<int64_t>()[0] = map->Add(std::move(kept));
    return OkStatus();
  }
};

class AddManySparse : public MapKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const SparseTensor sparse, SparseInput(ctx, 0));
    RUNNEL_ASSIGN_OR_RETURN(const Ref<SparseTensorsMap> map, Map(ctx));
    RUNNEL_ASSIGN_OR_RETURN(auto rows, SplitRows(sparse, ctx.allocator));
    RUNNEL_ASSIGN_OR_RETURN(const Tensor* const out,
                            NewOutput(ctx, 0, DType::kInt64, Shape{static_cast<int64_t>(rows.size())}));
    for (size_t i = 0; i < rows.size(); ++i) out->values<int64_t>()[i] = map->Add(std::move(rows[i]));
    return OkStatus();
  }
};

class TakeManySparse : public MapKernel {
 public:
  Status Run(HostContext& ctx) override {
    const Tensor& handles = ctx.inputs[0];
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 0, "sparse_handles", 1));
    if (handles.dtype() != DType::kInt64) {
      return InvalidArgument("sparse_handles must be int64, got ", DTypeName(handles.dtype()));
    }
    RUNNEL_ASSIGN_OR_RETURN(const Ref<SparseTensorsMap> map, Map(ctx));
    RUNNEL_ASSIGN_OR_RETURN(const auto parts, map->Take(handles));
    RUNNEL_ASSIGN_OR_RETURN(SparseTensor out,
                            StackSparse(parts, handles.shape(), dtype_, ctx.allocator));
    GiveSparse(ctx, std::move(out));
    return OkStatus();
  }
};

constexpr HostKernelRow kRows[] = {
    {.op = "SerializeSparse", .create = CreateKernel<SerializeSparse>},
    {.op = "SerializeManySparse", .create = CreateKernel<SerializeManySparse>},
    {.op = "DeserializeSparse", .create = CreateKernel<DeserializeSparse>},
    {.op = "DeserializeManySparse", .create = CreateKernel<DeserializeSparse>},
    {.op = "AddSparseToTensorsMap", .create = CreateKernel<AddSparse>},
    {.op = "AddManySparseToTensorsMap", .create = CreateKernel<AddManySparse>},
    {.op = "TakeManySparseFromTensorsMap", .create = CreateKernel<TakeManySparse>},
};

}  // namespace

std::span<const HostKernelRow> SparseBytesKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
