// Checkpoint files: opened and read, written from tensors.
#include "c_api/internal.h"
#include "core/io/bundle_reader.h"
#include "core/io/bundle_writer.h"

using runnel::BundleEntry;
using runnel::BundleReader;
using runnel::InvalidArgument;
using runnel::Ref;
using runnel::Status;
using runnel::Tensor;
using namespace runnel::capi;

struct rnl_checkpoint_t final : Child {
  using Child::Child;
  std::unique_ptr<BundleReader> reader;
  std::vector<std::pair<const std::string*, const BundleEntry*>> entries;  // of the reader, by name
};

namespace {

const BundleEntry* Entry(const rnl_checkpoint_t* checkpoint, size_t index) {
  if (checkpoint == nullptr || index >= checkpoint->entries.size()) return nullptr;
  return checkpoint->entries[index].second;
}

}  // namespace

rnl_status_t* rnl_checkpoint_open(rnl_runtime_t* runtime, rnl_str_t prefix,
                                  rnl_checkpoint_t** out_checkpoint) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_checkpoint);
    *out_checkpoint = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(prefix, "prefix", &view));
    const auto checkpoint =
        Ref<rnl_checkpoint_t>::Adopt(new rnl_checkpoint_t(Ref<rnl_runtime_t>::Share(runtime)));
    RUNNEL_ASSIGN_OR_RETURN(checkpoint->reader,
                            BundleReader::Open(runnel::FileSystem(), std::string(view)));
    for (const auto& [name, entry] : checkpoint->reader->tensors()) {
      checkpoint->entries.emplace_back(&name, &entry);
    }
    *out_checkpoint = Retain(checkpoint.get());
    return runnel::OkStatus();
  });
}

rnl_checkpoint_t* rnl_checkpoint_retain(rnl_checkpoint_t* checkpoint) { return Retain(checkpoint); }

void rnl_checkpoint_release(rnl_checkpoint_t* checkpoint) { Release(checkpoint); }

size_t rnl_checkpoint_count(const rnl_checkpoint_t* checkpoint) {
  return checkpoint == nullptr ? 0 : checkpoint->entries.size();
}

rnl_str_t rnl_checkpoint_name(const rnl_checkpoint_t* checkpoint, size_t index) {
  if (Entry(checkpoint, index) == nullptr) return kEmpty;
  return ToC(std::string_view(*checkpoint->entries[index].first));
}

rnl_dtype_t rnl_checkpoint_dtype(const rnl_checkpoint_t* checkpoint, size_t index) {
  const BundleEntry* entry = Entry(checkpoint, index);
  return entry == nullptr ? RNL_INVALID : static_cast<rnl_dtype_t>(entry->dtype);
}

int32_t rnl_checkpoint_shape(const rnl_checkpoint_t* checkpoint, size_t index,
                             const int64_t** out_dims) {
  const BundleEntry* entry = Entry(checkpoint, index);
  if (out_dims != nullptr) *out_dims = entry == nullptr ? nullptr : entry->shape.data();
  return entry == nullptr ? -1 : entry->shape.rank();
}

rnl_status_t* rnl_checkpoint_read(const rnl_checkpoint_t* checkpoint, rnl_str_t name,
                                  rnl_tensor_t** out_tensor) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_tensor);
    *out_tensor = nullptr;
    RNL_CHECK_NOT_NULL(checkpoint);
    RUNNEL_RETURN_IF_ERROR(checkpoint->runtime().CheckProcess());
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(name, "name", &view));
    const BundleEntry* const entry = checkpoint->reader->Find(view);
    if (entry != nullptr && entry->dtype == runnel::DType::kVariant) {
      return runnel::Unimplemented("tensor \"", view,
                                   "\" holds variants, which only a step with RestoreV2 can read");
    }
    RUNNEL_ASSIGN_OR_RETURN(Tensor tensor,
                            checkpoint->reader->Read(view, checkpoint->runtime().allocator()));
    *out_tensor = NewTensor(checkpoint->owner, std::move(tensor));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_checkpoint_write(rnl_runtime_t* runtime, rnl_str_t prefix, const rnl_str_t* names,
                                   rnl_tensor_t* const* tensors, size_t count) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(runtime);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    std::string_view prefix_view;
    RUNNEL_RETURN_IF_ERROR(ToView(prefix, "prefix", &prefix_view));
    std::span<const rnl_str_t> name_span;
    RUNNEL_RETURN_IF_ERROR(ToSpan(names, count, "names", &name_span));
    std::span<rnl_tensor_t* const> tensor_span;
    RUNNEL_RETURN_IF_ERROR(ToSpan(tensors, count, "tensors", &tensor_span));
    runnel::BundleWriter writer{runnel::FileSystem(), std::string(prefix_view)};
    for (size_t i = 0; i < count; ++i) {
      std::string_view name;
      RUNNEL_RETURN_IF_ERROR(ToView(name_span[i], "names", &name));
      if (tensor_span[i] == nullptr) return InvalidArgument("tensor ", i, " of ", count, " is NULL");
      RUNNEL_RETURN_IF_ERROR(writer.Add(name, tensor_span[i]->tensor));
    }
    return writer.Finish();
  });
}
