// SaveV2, RestoreV2 and MergeV2Checkpoints: tensors to and from TensorFlow V2 checkpoints. They run on a
// host thread and hold it while the disk works.
#include <chrono>
#include <thread>
#include <utility>

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

class Save : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode&) {
    return Result<std::unique_ptr<HostKernel>>(std::make_unique<Save>());
  }

  Status Run(HostContext& ctx) override {
    const std::span<const Tensor> tensors = ctx.inputs.subspan(3);
    RUNNEL_RETURN_IF_ERROR(CheckNames(ctx, tensors.size()));
    RUNNEL_ASSIGN_OR_RETURN(const std::string prefix, FilePath(ctx, ctx.inputs[0].string_at(0)));
    // Another session of the program may be saving under the same name, as TensorFlow's Supervisor does;
    // then the last one's checkpoint stays.
    for (int tries = 1;; ++tries) {
      Status status = Write(ctx, prefix, tensors);
      if (status.code() != Code::kAborted || tries == kMostTries) return status;
      RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
      std::this_thread::sleep_for(kPause);
    }
  }

 private:
  static constexpr int kMostTries = 500;
  static constexpr std::chrono::milliseconds kPause{10};

  static Status Write(const HostContext& ctx, const std::string& prefix,
                      std::span<const Tensor> tensors) {
    BundleWriter writer{Files(ctx), prefix};
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
    return writer.Finish();
  }
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
    {.op = "SaveV2", .create = Save::Create},
    {.op = "RestoreV2", .create = Restore::Create},
    {.op = "MergeV2Checkpoints", .create = Merge::Create},
};

}  // namespace

std::span<const HostKernelRow> SaveRestoreKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
