// Datasets of groups of elements, and datasets within datasets.
#include <cstring>

#include "c_api/dataset.h"

using runnel::CapturedFunction;
using runnel::Dataset;
using runnel::DatasetInfo;
using runnel::DType;
using runnel::Element;
using runnel::InvalidArgument;
using runnel::Ref;
using runnel::Result;
using runnel::Shape;
using runnel::Status;
using runnel::Tensor;
using namespace runnel::capi;

namespace {

// What fills a component of a batch if nothing is said: zeros, false, empty strings.
Result<Tensor> NoPadding(runnel::Allocator* allocator, DType dtype) {
  if (dtype != DType::kString && !runnel::IsPlainData(dtype))
    return InvalidArgument("components of ", DTypeName(dtype), " cannot be padded");
  RUNNEL_ASSIGN_OR_RETURN(Tensor none, Tensor::Allocate(allocator, dtype, Shape()));
  if (dtype != DType::kString) std::memset(none.data(), 0, runnel::DTypeSize(dtype));
  return none;
}

Status CheckGives(const CapturedFunction& made, DType type, std::string_view what) {
  if (made.function->output_types() == std::vector<DType>{type}) return runnel::OkStatus();
  return InvalidArgument("the function for ", what, " must give one ", DTypeName(type));
}

}  // namespace

rnl_status_t* rnl_dataset_padded_batch(rnl_dataset_t* dataset, int64_t size, const int32_t* ranks,
                                       const int64_t* const* dims, rnl_tensor_t* const* padding,
                                       size_t count, bool drop_remainder, rnl_dataset_t** out_dataset) {
  return FromDataset(dataset, out_dataset, [&]() -> Result<Ref<Dataset>> {
    const std::vector<DType>& types = dataset->dataset->info().types;
    if (count != types.size())
      return InvalidArgument("elements have ", types.size(), " components, got ", count, " shapes");
    std::span<const int32_t> all;
    RUNNEL_RETURN_IF_ERROR(ToSpan(ranks, count, "ranks", &all));
    RNL_CHECK_NOT_NULL(dims);
    std::vector<Shape> shapes;
    Element fill;
    for (size_t i = 0; i < count; ++i) {
      if (all[i] < 0) return InvalidArgument("the rank of component ", i, " is ", all[i]);
      RUNNEL_ASSIGN_OR_RETURN(Shape shape, ToShape(all[i], dims[i], true));
      shapes.push_back(std::move(shape));
      if (padding != nullptr && padding[i] != nullptr) {
        const Tensor& given = padding[i]->tensor;
        if (given.dtype() != types[i] || given.num_elements() != 1 || !given.on_host())
          return InvalidArgument("padding[", i, "] must be a scalar of ", DTypeName(types[i]),
                                 " in host memory");
        fill.push_back(given);
      } else {
        RUNNEL_ASSIGN_OR_RETURN(Tensor none, NoPadding(dataset->runtime().allocator(), types[i]));
        fill.push_back(std::move(none));
      }
    }
    return runnel::PaddedBatchDataset(InfoLike("padded_batch", dataset), dataset->dataset, size,
                                      std::move(shapes), std::move(fill), drop_remainder);
  });
}

rnl_status_t* rnl_dataset_window(rnl_dataset_t* dataset, int64_t size, int64_t shift, int64_t stride,
                                 bool drop_remainder, rnl_dataset_t** out_dataset) {
  return FromDataset(dataset, out_dataset, [&] {
    DatasetInfo info =
        InfoOf("window", std::vector<DType>(dataset->dataset->info().types.size(), DType::kVariant));
    return runnel::WindowDataset(std::move(info), dataset->dataset, size, shift, stride, drop_remainder);
  });
}

rnl_status_t* rnl_dataset_interleave(rnl_dataset_t* dataset, rnl_graph_t* graph, rnl_str_t function,
                                     const rnl_dtype_t* dtypes, size_t count, int64_t cycle_length,
                                     int64_t block_length, bool parallel, bool in_order,
                                     rnl_dataset_t** out_dataset) {
  return FromDataset(dataset, out_dataset, [&]() -> Result<Ref<Dataset>> {
    RUNNEL_ASSIGN_OR_RETURN(std::vector<DType> types, ToElementTypes(dtypes, count));
    RUNNEL_ASSIGN_OR_RETURN(CapturedFunction made,
                            FunctionOf(dataset, graph, function, dataset->dataset->info().types));
    RUNNEL_RETURN_IF_ERROR(CheckGives(made, DType::kVariant, "interleave"));
    runnel::InterleaveOptions options;
    options.cycle_length = cycle_length;
    options.block_length = block_length;
    options.parallel = parallel;
    options.deterministic = in_order;
    return runnel::InterleaveDataset(InfoOf("interleave", std::move(types)), dataset->dataset,
                                     std::move(made), options);
  });
}

rnl_status_t* rnl_dataset_group_by_window(rnl_dataset_t* dataset, rnl_graph_t* graph, rnl_str_t key,
                                          rnl_str_t reduce, rnl_str_t window_size,
                                          const rnl_dtype_t* dtypes, size_t count,
                                          rnl_dataset_t** out_dataset) {
  return FromDataset(dataset, out_dataset, [&]() -> Result<Ref<Dataset>> {
    RUNNEL_ASSIGN_OR_RETURN(std::vector<DType> types, ToElementTypes(dtypes, count));
    runnel::GroupFunctions functions;
    RUNNEL_ASSIGN_OR_RETURN(functions.key,
                            FunctionOf(dataset, graph, key, dataset->dataset->info().types));
    RUNNEL_RETURN_IF_ERROR(CheckGives(functions.key, DType::kInt64, "keys"));
    RUNNEL_ASSIGN_OR_RETURN(functions.reduce,
                            FunctionOf(dataset, graph, reduce, {DType::kInt64, DType::kVariant}));
    RUNNEL_RETURN_IF_ERROR(CheckGives(functions.reduce, DType::kVariant, "groups"));
    RUNNEL_ASSIGN_OR_RETURN(functions.window_size,
                            FunctionOf(dataset, graph, window_size, {DType::kInt64}));
    RUNNEL_RETURN_IF_ERROR(CheckGives(functions.window_size, DType::kInt64, "sizes"));
    return runnel::GroupByWindowDataset(InfoOf("group_by_window", std::move(types)), dataset->dataset,
                                        std::move(functions));
  });
}

rnl_status_t* rnl_dataset_from_variant(rnl_runtime_t* runtime, const rnl_tensor_t* tensor,
                                       rnl_dataset_t** out_dataset) {
  return FromRuntime(runtime, out_dataset, [&]() -> Result<Ref<Dataset>> {
    RNL_CHECK_NOT_NULL(tensor);
    return runnel::DatasetFromTensor(tensor->tensor, "argument tensor");
  });
}

rnl_status_t* rnl_dataset_to_variant(rnl_dataset_t* dataset, rnl_tensor_t** out_tensor) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_tensor);
    *out_tensor = nullptr;
    RNL_CHECK_NOT_NULL(dataset);
    *out_tensor = NewTensor(dataset->owner, runnel::MakeVariant(dataset->dataset));
    return runnel::OkStatus();
  });
}
