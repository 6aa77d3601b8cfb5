// Connectionist temporal classification: labels of sequences without their times.
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kHostDifferentiable = kOpStateful | kOpHost;
constexpr uint32_t kHostFlags = kHostDifferentiable | kOpNotDifferentiable;

Status CtcLossShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape inputs, RequireRank(ctx, 0, "inputs", 3));
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "labels_indices", 2).status());
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 2, "labels_values", 1).status());
  RUNNEL_ASSIGN_OR_RETURN(const Shape length, RequireRank(ctx, 3, "sequence_length", 1));
  int64_t batch = 0;
  RUNNEL_RETURN_IF_ERROR(ctx.MergeDim(inputs.dim(1), length.dim(0), &batch));
  ctx.set_output(0, Shape{batch});
  ctx.set_output(1, Shape{inputs.dim(0), batch, inputs.dim(2)});
  return OkStatus();
}

Status GreedyShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape inputs, RequireRank(ctx, 0, "inputs", 3));
  RUNNEL_ASSIGN_OR_RETURN(const Shape length, RequireRank(ctx, 1, "sequence_length", 1));
  int64_t batch = 0;
  RUNNEL_RETURN_IF_ERROR(ctx.MergeDim(inputs.dim(1), length.dim(0), &batch));
  ctx.set_output(0, Shape{kUnknownDim, 2});
  ctx.set_output(1, Shape{kUnknownDim});
  ctx.set_output(2, Shape{2});
  ctx.set_output(3, Shape{batch, 1});
  return OkStatus();
}

Status BeamShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape inputs, RequireRank(ctx, 0, "inputs", 3));
  RUNNEL_ASSIGN_OR_RETURN(const Shape length, RequireRank(ctx, 1, "sequence_length", 1));
  int64_t batch = 0;
  RUNNEL_RETURN_IF_ERROR(ctx.MergeDim(inputs.dim(1), length.dim(0), &batch));
  const int paths = ctx.num_outputs() / 3;
  for (int i = 0; i < paths; ++i) {
    ctx.set_output(i, Shape{kUnknownDim, 2});
    ctx.set_output(paths + i, Shape{kUnknownDim});
    ctx.set_output(2 * paths + i, Shape{2});
  }
  ctx.set_output(3 * paths, Shape{batch, paths});
  return OkStatus();
}

constexpr OpRow kCtcOps[] = {
    {
        .name = "CTCLoss",
        .inputs = "inputs: T, labels_indices: int64, labels_values: int32, sequence_length: int32",
        .outputs = "loss: T, gradient: T",
        .attrs = "preprocess_collapse_repeated: bool = false; ctc_merge_repeated: bool = true; "
                 "ignore_longer_outputs_than_inputs: bool = false; T: {float, double} = float",
        .doc = "Gives the negative logarithm of how probable the labels of each sequence are, "
               "whatever their times, and the gradient with respect to inputs. The last class is the "
               "blank. preprocess_collapse_repeated drops repeated labels first; without "
               "ctc_merge_repeated repetitions are labels of their own. Shapes: inputs is "
               "[time,batch,classes], not yet normalised; labels_indices is [n,2] with batch and "
               "place, labels_values [n], sequence_length [batch]; loss is [batch]. Errors: "
               "INVALID_ARGUMENT for labels or lengths out of range, a sequence without labels, and "
               "for more labels than times unless ignore_longer_outputs_than_inputs. Source: Graves "
               "et al. 2006.",
        .flags = kHostDifferentiable,
        .shape = CtcLossShape,
        .gradient = "inputs: Reshape(g, [1, -1, 1]) * PreventGradient(gradient)",
    },
    {
        .name = "CTCLossV2",
        .inputs = "inputs: float, labels_indices: int64, labels_values: int32, sequence_length: int32",
        .outputs = "loss: float, gradient: float",
        .attrs = "preprocess_collapse_repeated: bool = false; ctc_merge_repeated: bool = true; "
                 "ignore_longer_outputs_than_inputs: bool = false",
        .doc = "As CTCLoss, with the first class for the blank. Shapes: inputs is "
               "[time,batch,classes], not yet normalised; labels_indices is [n,2] with batch and "
               "place, labels_values [n], sequence_length [batch]; loss is [batch]. Errors: "
               "INVALID_ARGUMENT for labels or lengths out of range, a sequence without labels, and "
               "for more labels than times unless ignore_longer_outputs_than_inputs. Source: Graves "
               "et al. 2006.",
        .flags = kHostDifferentiable,
        .shape = CtcLossShape,
        .gradient = "inputs: Reshape(g, [1, -1, 1]) * PreventGradient(gradient)",
    },
    {
        .name = "CTCGreedyDecoder",
        .inputs = "inputs: T, sequence_length: int32",
        .outputs =
            "decoded_indices: int64, decoded_values: int64, decoded_shape: int64, log_probability: T",
        .attrs = "merge_repeated: bool = false; blank_index: int = -1; T: {float, double} = float",
        .doc = "Takes the most probable class of each time, without blanks and, with merge_repeated, "
               "without repetitions; log_probability is minus the sum of their inputs. blank_index "
               "counts from the end below 0. Shapes: inputs is [time,batch,classes], sequence_length "
               "[batch]; decoded is a sparse matrix with a row for each sequence; log_probability is "
               "[batch,1]. Errors: FAILED_PRECONDITION for a length beyond the time.",
        .flags = kHostFlags,
        .shape = GreedyShape,
    },
    {
        .name = "CTCBeamSearchDecoder",
        .inputs = "inputs: T, sequence_length: int32",
        .outputs = "decoded_indices: top_paths * int64, decoded_values: top_paths * int64, "
                   "decoded_shape: top_paths * int64, log_probability: T",
        .attrs = "beam_width: int >= 1; top_paths: int >= 1; merge_repeated: bool = true; T: {float, "
                 "double} = float",
        .doc = "Looks for the top_paths most probable label sequences of each sequence among "
               "beam_width at a time; with merge_repeated repetitions in them are dropped. The last "
               "class is the blank. Shapes: inputs is [time,batch,classes], sequence_length [batch]; "
               "decoded are sparse matrices with a row for each sequence; log_probability is "
               "[batch,top_paths]. Errors: FAILED_PRECONDITION for a length beyond the time; "
               "INVALID_ARGUMENT for fewer paths than top_paths.",
        .flags = kHostFlags,
        .shape = BeamShape,
    },
};

}  // namespace

std::span<const OpRow> CtcOps() { return ChosenRows<kCtcOps>::All(); }

}  // namespace runnel
