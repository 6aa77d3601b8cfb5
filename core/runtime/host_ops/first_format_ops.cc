// Save, SaveSlices, Restore and RestoreSlice: what savers of TensorFlow's first format of checkpoints
// write into graphs. They run on a host thread and hold it while the disk works.
#include <memory>
#include <string>

#include "core/io/bundle_reader.h"
#include "core/io/first_format_writer.h"
#include "core/runtime/host_ops/attr_kernel.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// Errors: INVALID_ARGUMENT unless input `index` is a vector of `count` strings.
Status CheckStrings(const HostContext& ctx, size_t index, std::string_view what, size_t count) {
  const Tensor& list = ctx.inputs[index];
  if (list.dtype() != DType::kString || list.shape().rank() != 1) {
    return InvalidArgument(what, " must be a vector of strings, got ", DTypeName(list.dtype()),
                           list.shape().ToString());
  }
  if (list.num_elements() == static_cast<int64_t>(count)) return OkStatus();
  return InvalidArgument(what, " has ", list.num_elements(), " elements for ", count, " tensors");
}

template <bool kHasSlices>
class Save : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    const std::span<const Tensor> tensors = ctx.inputs.subspan(kHasSlices ? 3 : 2);
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kString, "filename"));
    RUNNEL_RETURN_IF_ERROR(CheckStrings(ctx, 1, "tensor_names", tensors.size()));
    if (kHasSlices) RUNNEL_RETURN_IF_ERROR(CheckStrings(ctx, 2, "shapes_and_slices", tensors.size()));
    RUNNEL_ASSIGN_OR_RETURN(const std::string path, FilePath(ctx, ctx.inputs[0].string_at(0)));
    FirstFormatWriter writer;
    for (size_t i = 0; i < tensors.size(); ++i) {
      const auto at = static_cast<int64_t>(i);
      const std::string_view name = ctx.inputs[1].string_at(at);
      const std::string_view where = kHasSlices ? ctx.inputs[2].string_at(at) : std::string_view();
      if (where.empty()) {
        RUNNEL_RETURN_IF_ERROR(writer.Add(name, tensors[i]));
        continue;
      }
      const Result<ShapeAndSlice> slice = ParseShapeAndSlice(where);
      if (!slice.ok()) return slice.status().WithPrefix(StrCat("tensor \"", name, "\""));
      RUNNEL_RETURN_IF_ERROR(writer.AddSlice(name, *slice, tensors[i]));
    }
    RUNNEL_ASSIGN_OR_RETURN(const std::string bytes, writer.Finish());
    return Files(ctx).WriteAtomically(path, bytes);
  }
};

template <bool kHasSlices>
class Restore : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    dtype_ = node.output_types[0];
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kString, "file_pattern"));
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[1], DType::kString, "tensor_name"));
    if (kHasSlices)
      RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[2], DType::kString, "shape_and_slice"));
    RUNNEL_ASSIGN_OR_RETURN(const std::string path, FilePath(ctx, ctx.inputs[0].string_at(0)));
    const std::string_view name = ctx.inputs[1].string_at(0);
    RUNNEL_ASSIGN_OR_RETURN(const std::unique_ptr<BundleReader> reader,
                            BundleReader::Open(Files(ctx), path));
    const BundleEntry* const entry = reader->Find(name);
    if (entry == nullptr) return NotFound("checkpoint \"", path, "\" has no tensor \"", name, "\"");
    if (entry->dtype != dtype_) {
      return InvalidArgument("tensor \"", name, "\" of checkpoint \"", path, "\" is ",
                             DTypeName(entry->dtype), ", the node expects ", DTypeName(dtype_));
    }
    const std::string_view where = kHasSlices ? ctx.inputs[2].string_at(0) : std::string_view();
    if (where.empty()) {
      RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], reader->Read(name, ctx.allocator));
      return OkStatus();
    }
    RUNNEL_ASSIGN_OR_RETURN(const ShapeAndSlice slice, ParseShapeAndSlice(where));
    if (!(slice.full_shape == entry->shape)) {
      return InvalidArgument("tensor \"", name, "\" of checkpoint \"", path, "\" has shape ",
                             entry->shape.ToString(), ", shape_and_slice says ",
                             slice.full_shape.ToString());
    }
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], reader->ReadSlice(name, slice.slice, ctx.allocator));
    return OkStatus();
  }

 private:
  DType dtype_ = DType::kInvalid;
};

constexpr HostKernelRow kRows[] = {
    {.op = "Save", .create = CreateKernel<Save<false>>},
    {.op = "SaveSlices", .create = CreateKernel<Save<true>>},
    {.op = "Restore", .create = CreateKernel<Restore<false>>},
    {.op = "RestoreSlice", .create = CreateKernel<Restore<true>>},
};

}  // namespace

std::span<const HostKernelRow> FirstFormatKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
