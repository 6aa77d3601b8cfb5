// Summaries: what TensorBoard draws, as serialized Summary messages. Event files take them as they are.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kSummaryFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

Status ScalarSummaryShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireSame(ctx, 0, "tags", 1, "values").status());
  return ScalarShape(ctx);
}

Status HistogramSummaryShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "tag"));
  return ScalarShape(ctx);
}

Status ImageSummaryShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "tag"));
  RUNNEL_ASSIGN_OR_RETURN(const Shape images, RequireRank(ctx, 1, "tensor", 4));
  const int64_t channels = images.dim(3);
  if (channels >= 0 && channels != 1 && channels != 3 && channels != 4) {
    return InvalidArgument(ArgIs(ctx, 1, "tensor"), ": its last dimension must be 1, 3 or 4");
  }
  return ScalarShape(ctx);
}

Status TensorSummaryV2Shape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "tag"));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "serialized_summary_metadata"));
  return ScalarShape(ctx);
}

constexpr OpRow kSummaryOps[] = {
    {
        .name = "ScalarSummary",
        .inputs = "tags: string, values: T",
        .outputs = "summary: string",
        .attrs = "T: " RUNNEL_REAL_TYPES,
        .doc = "A summary of every value, as float, under its tag. Shapes: tags and values are alike; "
               "summary is a scalar.",
        .flags = kSummaryFlags,
        .shape = ScalarSummaryShape,
    },
    {
        .name = "HistogramSummary",
        .inputs = "tag: string, values: T",
        .outputs = "summary: string",
        .attrs = "T: " RUNNEL_REAL_TYPES " = float",
        .doc =
            "A summary of how many values lie where, in buckets that grow by a tenth. Shapes: tag and "
            "summary are scalars. Errors: INVALID_ARGUMENT naming the tag for NaN and infinities.",
        .flags = kSummaryFlags,
        .shape = HistogramSummaryShape,
    },
    {
        .name = "ImageSummary",
        .inputs = "tag: string, tensor: T",
        .outputs = "summary: string",
        .attrs = "max_images: int >= 1 = 3; T: {uint8, float, half, double} = float; "
                 "bad_color: tensor = uint8 [255, 0, 0, 255]",
        .doc = "A summary of the first max_images images as PNG, under tag/image/0 and so on, or "
               "tag/image if max_images is 1. An image that is no uint8 is stretched to 0..255 if none "
               "of its finite values is below 0, and else so that 0 becomes 128; pixels with NaN or "
               "infinities get bad_color. Shapes: tensor is [batch, height, width, channels] with 1, 3 "
               "or 4 channels; tag and summary are scalars.",
        .flags = kSummaryFlags,
        .shape = ImageSummaryShape,
    },
    {
        .name = "TensorSummary",
        .inputs = "tensor: T",
        .outputs = "summary: string",
        .attrs = "T: type; description: string = ''; labels: list(string) = []; "
                 "display_name: string = ''",
        .doc = "A summary that holds the tensor whole, under the node's name. Shapes: summary is a "
               "scalar.",
        .flags = kSummaryFlags,
        .shape = ScalarShape,
    },
    {
        .name = "TensorSummaryV2",
        .inputs = "tag: string, tensor: T, serialized_summary_metadata: string",
        .outputs = "summary: string",
        .attrs = "T: type",
        .doc = "A summary that holds the tensor whole, under `tag`; its metadata, a SummaryMetadata, "
               "names the plugin of TensorBoard that shows it (\"text\", for strings). Shapes: tag, "
               "serialized_summary_metadata and summary are scalars.",
        .flags = kSummaryFlags,
        .shape = TensorSummaryV2Shape,
    },
    {
        .name = "MergeSummary",
        .inputs = "inputs: N * string",
        .outputs = "summary: string",
        .attrs = "N: int >= 1",
        .doc = "One summary with the values of all. Shapes: inputs have any shape; summary is a scalar. "
               "Errors: INVALID_ARGUMENT naming a tag that comes twice, or for what is no summary.",
        .flags = kSummaryFlags,
        .shape = ScalarShape,
    },
};

}  // namespace

std::span<const OpRow> SummaryOps() { return ChosenRows<kSummaryOps>::All(); }

}  // namespace runnel
