// What the files of datasets share: handles, and making them.
#ifndef RUNNEL_C_API_DATASET_H_
#define RUNNEL_C_API_DATASET_H_

#include "c_api/internal.h"
#include "core/runtime/data/datasets.h"

struct rnl_dataset_t final : runnel::capi::Child {
  rnl_dataset_t(runnel::Ref<rnl_runtime_t> r, runnel::Ref<runnel::Dataset> d)
      : Child(std::move(r)), dataset(std::move(d)) {}
  const runnel::Ref<runnel::Dataset> dataset;
};

namespace runnel::capi {

// For messages: datasets without a graph have no other name.
inline DatasetInfo InfoOf(std::string_view kind, std::vector<DType> types,
                          std::vector<Shape> shapes = {}) {
  DatasetInfo info{std::string(kind), std::string(kind), std::move(types), std::move(shapes)};
  if (info.shapes.empty()) info.shapes.assign(info.types.size(), Shape::Unknown());
  return info;
}
inline DatasetInfo InfoLike(std::string_view kind, const rnl_dataset_t* input) {
  return InfoOf(kind, input->dataset->info().types);
}

// Makes the handle of what `make` answers.
template <typename Make>
rnl_status_t* Give(rnl_dataset_t** out, const Ref<rnl_runtime_t>* owner, Make make) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out);
    *out = nullptr;
    RUNNEL_RETURN_IF_ERROR((*owner)->runtime->CheckProcess());
    Result<Ref<Dataset>> made = make();
    if (!made.ok()) return made.status();
    *out = new rnl_dataset_t(*owner, std::move(*made));
    return OkStatus();
  });
}
template <typename Make>
rnl_status_t* FromRuntime(rnl_runtime_t* runtime, rnl_dataset_t** out, Make make) {
  if (out != nullptr) *out = nullptr;
  if (runtime == nullptr) return Guard([] { return NullArgument("runtime"); });
  const auto owner = Ref<rnl_runtime_t>::Share(runtime);
  return Give(out, &owner, std::move(make));
}
template <typename Make>
rnl_status_t* FromDataset(rnl_dataset_t* dataset, rnl_dataset_t** out, Make make) {
  if (out != nullptr) *out = nullptr;
  if (dataset == nullptr) return Guard([] { return NullArgument("dataset"); });
  return Give(out, &dataset->owner, std::move(make));
}

// The types of the components of an element, at least one.
Result<std::vector<DType>> ToElementTypes(const rnl_dtype_t* dtypes, size_t count);

// A function of a graph, which takes values of these types.
Result<CapturedFunction> FunctionOf(const rnl_dataset_t* dataset, rnl_graph_t* graph, rnl_str_t function,
                                    const std::vector<DType>& types);

}  // namespace runnel::capi

#endif  // RUNNEL_C_API_DATASET_H_
