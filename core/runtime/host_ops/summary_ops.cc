// Kernels of the summary ops but ImageSummary: serialized Summary messages as string scalars.
#include <cmath>
#include <cstring>
#include <set>

#include "core/graph/graph_def.h"
#include "core/io/histogram.h"
#include "core/io/summary.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "core/runtime/host_ops/real_values.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

class ScalarSummaryKernel : public HostKernel {
 public:
  Status Run(HostContext& ctx) override {
    const Tensor &tags = ctx.inputs[0], &values = ctx.inputs[1];
    if (!(tags.shape() == values.shape())) {
      return InvalidArgument("tags and values must have one shape, got ", tags.shape().ToString(),
                             " and ", values.shape().ToString());
    }
    std::string summary;
    for (int64_t i = 0; i < values.num_elements(); ++i) {
      summary += EncodeScalarSummary(tags.string_at(i), static_cast<float>(RealValue(values, i)));
    }
    return SetStringScalar(ctx, 0, summary);
  }
};

class HistogramSummaryKernel : public HostKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kString, "tag"));
    const std::string_view tag = ctx.inputs[0].string_at(0);
    const Tensor& values = ctx.inputs[1];
    Histogram histogram;
    for (int64_t i = 0; i < values.num_elements(); ++i) {
      const double value = RealValue(values, i);
      if (!std::isfinite(value)) {
        return InvalidArgument(std::isnan(value) ? "NaN" : "infinity", " in the histogram \"", tag,
                               "\", element ", i);
      }
      histogram.Add(value);
    }
    return SetStringScalar(ctx, 0, EncodeHistogramSummary(tag, histogram.Encode()));
  }
};

class TensorSummaryKernel : public HostKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const std::string tensor, EncodeTensorProto(ctx.inputs[0]));
    return SetStringScalar(ctx, 0, EncodeTensorSummary({.node_name = ctx.node_name, .tensor = tensor}));
  }
};

class TensorSummaryV2Kernel : public HostKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kString, "tag"));
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[2], DType::kString, "serialized_summary_metadata"));
    RUNNEL_ASSIGN_OR_RETURN(const std::string tensor, EncodeTensorProto(ctx.inputs[1]));
    return SetStringScalar(ctx, 0,
                           EncodeTensorSummary({.tag = ctx.inputs[0].string_at(0),
                                                .tensor = tensor,
                                                .metadata = ctx.inputs[2].string_at(0)}));
  }
};

class MergeSummaryKernel : public HostKernel {
 public:
  Status Run(HostContext& ctx) override {
    std::string merged;
    std::set<std::string> seen;
    for (size_t k = 0; k < ctx.inputs.size(); ++k) {
      for (int64_t i = 0; i < ctx.inputs[k].num_elements(); ++i) {
        const std::string_view summary = ctx.inputs[k].string_at(i);
        Result<std::vector<std::string>> tags = SummaryTags(summary);
        if (!tags.ok()) return InvalidArgument("input ", k, ": ", tags.status().message());
        for (std::string& tag : *tags) {
          // Values of TensorSummary have a node's name in place of a tag.
          if (tag.empty()) continue;
          if (!seen.insert(tag).second) return InvalidArgument("the tag \"", tag, "\" comes twice");
        }
        merged += summary;
      }
    }
    return SetStringScalar(ctx, 0, merged);
  }
};

template <typename Kernel>
Result<std::unique_ptr<HostKernel>> Create(const HostNode&) {
  return std::unique_ptr<HostKernel>(std::make_unique<Kernel>());
}

constexpr HostKernelRow kRows[] = {
    {.op = "ScalarSummary", .create = Create<ScalarSummaryKernel>},
    {.op = "HistogramSummary", .create = Create<HistogramSummaryKernel>},
    {.op = "ImageSummary", .create = CreateImageSummary},
    {.op = "TensorSummary", .create = Create<TensorSummaryKernel>},
    {.op = "TensorSummaryV2", .create = Create<TensorSummaryV2Kernel>},
    {.op = "MergeSummary", .create = Create<MergeSummaryKernel>},
};

}  // namespace

std::span<const HostKernelRow> SummaryKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
