// Boxes in images: which of those that overlap are kept, and drawing them.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// Boxes [n,4] or overlaps [n,n], and scores [n]; scalars behind them.
Status CheckSuppression(ShapeContext& ctx) {
  const auto name = [&](int i) -> std::string_view {
    return ctx.schema().inputs[static_cast<size_t>(i)].name;
  };
  RUNNEL_ASSIGN_OR_RETURN(const Shape boxes, RequireRank(ctx, 0, name(0), 2));
  RUNNEL_ASSIGN_OR_RETURN(const Shape scores, RequireRank(ctx, 1, "scores", 1));
  for (int i = 2; i < ctx.num_inputs(); ++i) RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, i, name(i)));
  int64_t count = 0, columns = 0;
  if (!ctx.MergeDim(boxes.dim(0), scores.dim(0), &count).ok()) {
    return InvalidArgument(ArgIs(ctx, 0, name(0)), ", ", ArgIs(ctx, 1, "scores"),
                           ": there must be one score for each");
  }
  const bool overlaps = name(0) == "overlaps";
  if (!ctx.MergeDim(boxes.dim(1), overlaps ? count : 4, &columns).ok()) {
    return InvalidArgument(ArgIs(ctx, 0, name(0)), overlaps
                                                       ? ": expected a square"
                                                       : ": expected four columns, y1, x1, y2 and x2");
  }
  const auto most = ConstantInt(ctx, 2);
  if (most && *most < 0) return InvalidArgument("max_output_size is ", *most, ", expected at least 0");
  return OkStatus();
}

// selected_indices, then selected_scores like it where there are any, then the scalar valid_outputs.
Status SuppressionShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckSuppression(ctx));
  const auto most = ConstantInt(ctx, 2);
  const Shape selected{most && BoolAttr(ctx, "pad_to_max_output_size") ? *most : kUnknownDim};
  const int last = ctx.num_outputs() - 1;
  for (int i = 0; i <= last; ++i) ctx.set_output(i, i > 0 && i == last ? Shape{} : selected);
  return OkStatus();
}

Status CombinedSuppressionShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape boxes, RequireRank(ctx, 0, "boxes", 4));
  RUNNEL_ASSIGN_OR_RETURN(const Shape scores, RequireRank(ctx, 1, "scores", 3));
  for (int i = 2; i < 6; ++i) {
    RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, i, ctx.schema().inputs[static_cast<size_t>(i)].name));
  }
  int64_t batch = 0, count = 0, columns = 0;
  const bool fits =
      ctx.MergeDim(boxes.dim(0), scores.dim(0), &batch).ok() &&
      ctx.MergeDim(boxes.dim(1), scores.dim(1), &count).ok() &&
      ctx.MergeDim(boxes.dim(3), 4, &columns).ok() &&
      (boxes.dim(2) < 0 || boxes.dim(2) == 1 || scores.dim(2) < 0 || boxes.dim(2) == scores.dim(2));
  if (!fits) {
    return InvalidArgument(ArgIs(ctx, 0, "boxes"), ", ", ArgIs(ctx, 1, "scores"),
                           ": expected boxes [batch,n,1 or classes,4] and scores [batch,n,classes]");
  }
  const auto per_class = ConstantInt(ctx, 2), total = ConstantInt(ctx, 3);
  if (total && *total < 1) return InvalidArgument("max_total_size is ", *total, ", expected at least 1");
  if (per_class && *per_class < 1) {
    return InvalidArgument("max_output_size_per_class is ", *per_class, ", expected at least 1");
  }
  int64_t size = total ? *total : kUnknownDim;
  if (BoolAttr(ctx, "pad_per_class")) {
    size = kUnknownDim;
    if (total && per_class && scores.dim(2) >= 0) {
      RUNNEL_ASSIGN_OR_RETURN(const int64_t all, MulDims(*per_class, scores.dim(2)));
      size = std::min(*total, all);
    }
  }
  ctx.set_output(0, Shape{batch, size, 4});
  ctx.set_output(1, Shape{batch, size});
  ctx.set_output(2, Shape{batch, size});
  ctx.set_output(3, Shape{batch});
  return OkStatus();
}

Status DrawShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape images, RequireRank(ctx, 0, "images", 4));
  RUNNEL_ASSIGN_OR_RETURN(const Shape boxes, RequireRank(ctx, 1, "boxes", 3));
  if (ctx.num_inputs() > 2) RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 2, "colors", 2).status());
  int64_t same = 0;
  if (!ctx.MergeDim(images.dim(0), boxes.dim(0), &same).ok() ||
      !ctx.MergeDim(boxes.dim(2), 4, &same).ok()) {
    return InvalidArgument(ArgIs(ctx, 0, "images"), ", ", ArgIs(ctx, 1, "boxes"),
                           ": expected boxes [batch,n,4] for each image");
  }
  ctx.set_output(0, images);
  return OkStatus();
}

#define RUNNEL_SUPPRESSION_TYPES "T: {half, float} = float; T_threshold: {half, float} = float"
#define RUNNEL_SUPPRESSION_DOC                                                                          \
  "Chooses boxes by falling score, at most max_output_size of them, and leaves out those that overlap " \
  "a chosen one "                                                                                       \
  "by more than the threshold (intersection over union). "
#define RUNNEL_SUPPRESSION_SHAPES                                                                       \
  "Shapes: boxes [n,4] as y1, x1, y2 and x2 with corners in any order, scores [n], thresholds are "     \
  "scalars. Of "                                                                                        \
  "equal scores the lower index comes first. Errors: INVALID_ARGUMENT for thresholds outside of [0,1] " \
  "and sizes "                                                                                          \
  "below 0."

constexpr OpRow kDetectionOps[] = {
    {
        .name = "NonMaxSuppression",
        .inputs = "boxes: float, scores: float, max_output_size: int32",
        .outputs = "selected_indices: int32",
        .attrs = "iou_threshold: float = 0.5",
        .doc = RUNNEL_SUPPRESSION_DOC "Gives the chosen boxes' indices. " RUNNEL_SUPPRESSION_SHAPES,
        .flags = kOpNotDifferentiable,
        .shape = SuppressionShape,
    },
    {
        .name = "NonMaxSuppressionV2",
        .inputs = "boxes: T, scores: T, max_output_size: int32, iou_threshold: T_threshold",
        .outputs = "selected_indices: int32",
        .attrs = RUNNEL_SUPPRESSION_TYPES,
        .doc = RUNNEL_SUPPRESSION_DOC "Gives the chosen boxes' indices. " RUNNEL_SUPPRESSION_SHAPES,
        .flags = kOpNotDifferentiable,
        .shape = SuppressionShape,
    },
    {
        .name = "NonMaxSuppressionV3",
        .inputs =
            "boxes: T, scores: T, max_output_size: int32, iou_threshold: T_threshold, score_threshold: "
            "T_threshold",
        .outputs = "selected_indices: int32",
        .attrs = RUNNEL_SUPPRESSION_TYPES,
        .doc = RUNNEL_SUPPRESSION_DOC "Boxes with a score of score_threshold or less are left out. "
                                      "Gives the chosen boxes' indices. " RUNNEL_SUPPRESSION_SHAPES,
        .flags = kOpNotDifferentiable,
        .shape = SuppressionShape,
    },
    {
        .name = "NonMaxSuppressionV4",
        .inputs =
            "boxes: T, scores: T, max_output_size: int32, iou_threshold: T_threshold, score_threshold: "
            "T_threshold",
        .outputs = "selected_indices: int32, valid_outputs: int32",
        .attrs = RUNNEL_SUPPRESSION_TYPES "; pad_to_max_output_size: bool = false",
        .doc = RUNNEL_SUPPRESSION_DOC "Boxes with a score of score_threshold or less are left out. "
                                      "Gives the chosen boxes' indices, followed by "
                                      "zeros up to max_output_size if that is asked for, and how many "
                                      "were chosen. " RUNNEL_SUPPRESSION_SHAPES,
        .flags = kOpNotDifferentiable,
        .shape = SuppressionShape,
    },
    {
        .name = "NonMaxSuppressionV5",
        .inputs = "boxes: T, scores: T, max_output_size: int32, iou_threshold: T, score_threshold: T, "
                  "soft_nms_sigma: "
                  "T",
        .outputs = "selected_indices: int32, selected_scores: T, valid_outputs: int32",
        .attrs = "T: {half, float} = float; pad_to_max_output_size: bool = false",
        .doc = RUNNEL_SUPPRESSION_DOC "With soft_nms_sigma above 0 a box that overlaps a chosen one is "
                                      "not left out: its score is multiplied by "
                                      "exp(-overlap^2 / (2 sigma)). Boxes with a score of "
                                      "score_threshold or less are left out. Gives indices and "
                                      "scores of the chosen boxes, followed by zeros up to "
                                      "max_output_size if that is asked for, and how many were "
                                      "chosen. " RUNNEL_SUPPRESSION_SHAPES
                                      " Source: Bodla et al. 2017, Soft-NMS.",
        .flags = kOpNotDifferentiable,
        .shape = SuppressionShape,
    },
    {
        .name = "NonMaxSuppressionWithOverlaps",
        .inputs = "overlaps: float, scores: float, max_output_size: int32, overlap_threshold: float, "
                  "score_threshold: float",
        .outputs = "selected_indices: int32",
        .doc = "Chooses boxes by falling score, at most max_output_size of them, and leaves out those "
               "whose overlap "
               "with a chosen one is more than overlap_threshold or whose score is score_threshold or "
               "less. Shapes: "
               "overlaps [n,n], scores [n], selected_indices a vector. Errors: INVALID_ARGUMENT for "
               "sizes below 0.",
        .flags = kOpNotDifferentiable,
        .shape = SuppressionShape,
    },
    {
        .name = "CombinedNonMaxSuppression",
        .inputs =
            "boxes: float, scores: float, max_output_size_per_class: int32, max_total_size: int32, "
            "iou_threshold: float, score_threshold: float",
        .outputs =
            "nmsed_boxes: float, nmsed_scores: float, nmsed_classes: float, valid_detections: int32",
        .attrs = "pad_per_class: bool = false; clip_boxes: bool = true",
        .doc =
            "Chooses boxes of each class as NonMaxSuppressionV3 does, and of all classes the best "
            "max_total_size "
            "of each image. Gives their corners (in [0,1] with clip_boxes), scores and classes, "
            "followed by zeros, "
            "and how many there are. Shapes: boxes [batch,n,q,4], where q is 1 or the classes, scores "
            "[batch,n,classes]; the results have max_total_size boxes, or with pad_per_class at most "
            "max_output_size_per_class * classes. Errors: INVALID_ARGUMENT for sizes below 1 and an "
            "iou_threshold "
            "outside of [0,1].",
        .flags = kOpNotDifferentiable,
        .shape = CombinedSuppressionShape,
    },
    {
        .name = "DrawBoundingBoxes",
        .inputs = "images: T, boxes: float",
        .outputs = "output: T",
        .attrs = "T: {float, half} = float",
        .doc = "Draws the edges of boxes into images, in ten colours one after another. Boxes that lie "
               "outside or are "
               "turned around are left out. Shapes: images [batch,rows,columns,1, 3 or 4], boxes "
               "[batch,n,4] as y1, "
               "x1, y2 and x2, where 0 and 1 are the first and the last pixels; output is like images.",
        .flags = kOpNotDifferentiable,
        .shape = DrawShape,
    },
    {
        .name = "DrawBoundingBoxesV2",
        .inputs = "images: T, boxes: float, colors: float",
        .outputs = "output: T",
        .attrs = "T: {float, half} = float",
        .doc = "Draws the edges of boxes into images, in the given colours one after another. Boxes "
               "that lie outside "
               "or are turned around are left out. Shapes: images [batch,rows,columns,1, 3 or 4], boxes "
               "[batch,n,4] "
               "as y1, x1, y2 and x2, where 0 and 1 are the first and the last pixels, colors "
               "[any,channels]; none are "
               "the ten of DrawBoundingBoxes; output is like images.",
        .flags = kOpNotDifferentiable,
        .shape = DrawShape,
    },
};

}  // namespace

std::span<const OpRow> DetectionOps() { return ChosenRows<kDetectionOps>::All(); }

}  // namespace runnel
