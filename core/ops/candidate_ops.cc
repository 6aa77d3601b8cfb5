// Candidate samplers: classes drawn at random beside the true ones of a batch.
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kHostFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

Status SamplerShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape truth, RequireRank(ctx, 0, "true_classes", 2));
  const int64_t sampled = IntAttr(ctx, "num_sampled"), num_true = IntAttr(ctx, "num_true");
  if (truth.dim(1) >= 0 && truth.dim(1) != num_true) {
    return InvalidArgument(ArgIs(ctx, 0, "true_classes"), ", but num_true is ", num_true);
  }
  ctx.set_output(0, Shape{sampled});
  ctx.set_output(1, Shape{truth.dim(0), num_true});
  ctx.set_output(2, Shape{sampled});
  return OkStatus();
}

Status HitsShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 0, "true_classes", 2).status());
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "sampled_candidates", 1).status());
  for (int i = 0; i < 3; ++i) ctx.set_output(i, Shape{kUnknownDim});
  return OkStatus();
}

constexpr OpRow kCandidateOps[] = {
    {
        .name = "UniformCandidateSampler",
        .inputs = "true_classes: int64",
        .outputs =
            "sampled_candidates: int64, true_expected_count: float, sampled_expected_count: float",
        .attrs = "num_true: int >= 1; num_sampled: int >= 1; unique: bool; range_max: int >= 1; seed: "
                 "int = 0; seed2: int = 0",
        .doc = "Draws num_sampled classes of [0,range_max), each as probable as another, without "
               "repetition if unique is set; with how often each of them, and each true class, was "
               "expected. seed and seed2 of 0 are replaced by random ones. Shapes: true_classes is "
               "[batch,num_true], sampled_candidates [num_sampled]; the counts are like these. "
               "Errors: INVALID_ARGUMENT for a class that is not in [0,range_max), or num_sampled "
               "above range_max with unique.",
        .flags = kHostFlags,
        .shape = SamplerShape,
    },
    {
        .name = "LogUniformCandidateSampler",
        .inputs = "true_classes: int64",
        .outputs =
            "sampled_candidates: int64, true_expected_count: float, sampled_expected_count: float",
        .attrs = "num_true: int >= 1; num_sampled: int >= 1; unique: bool; range_max: int >= 1; seed: "
                 "int = 0; seed2: int = 0",
        .doc = "Draws num_sampled classes of [0,range_max), class k with a probability of log((k + "
               "2) / (k + 1)) / log(range_max + 1), without repetition if unique is set; with how "
               "often each of them, and each true class, was expected. seed and seed2 of 0 are "
               "replaced by random ones. Shapes: true_classes is [batch,num_true], "
               "sampled_candidates [num_sampled]; the counts are like these. Errors: "
               "INVALID_ARGUMENT for a class that is not in [0,range_max), or num_sampled above "
               "range_max with unique.",
        .flags = kHostFlags,
        .shape = SamplerShape,
    },
    {
        .name = "LearnedUnigramCandidateSampler",
        .inputs = "true_classes: int64",
        .outputs =
            "sampled_candidates: int64, true_expected_count: float, sampled_expected_count: float",
        .attrs = "num_true: int >= 1; num_sampled: int >= 1; unique: bool; range_max: int >= 1; seed: "
                 "int = 0; seed2: int = 0",
        .doc = "Draws num_sampled classes of [0,range_max), as often as each was a true class in the "
               "runs before, without repetition if unique is set; with how often each of them, and "
               "each true class, was expected. seed and seed2 of 0 are replaced by random ones. "
               "Shapes: true_classes is [batch,num_true], sampled_candidates [num_sampled]; the "
               "counts are like these. Errors: INVALID_ARGUMENT for a class that is not in "
               "[0,range_max), or num_sampled above range_max with unique.",
        .flags = kHostFlags,
        .shape = SamplerShape,
    },
    {
        .name = "ThreadUnsafeUnigramCandidateSampler",
        .inputs = "true_classes: int64",
        .outputs =
            "sampled_candidates: int64, true_expected_count: float, sampled_expected_count: float",
        .attrs = "num_true: int >= 1; num_sampled: int >= 1; unique: bool; range_max: int >= 1; seed: "
                 "int = 0; seed2: int = 0",
        .doc = "As LearnedUnigramCandidateSampler; threads may share it here. Shapes: true_classes "
               "is [batch,num_true], sampled_candidates [num_sampled]; the counts are like these. "
               "Errors: INVALID_ARGUMENT for a class that is not in [0,range_max), or num_sampled "
               "above range_max with unique.",
        .flags = kHostFlags,
        .shape = SamplerShape,
    },
    {
        .name = "FixedUnigramCandidateSampler",
        .inputs = "true_classes: int64",
        .outputs =
            "sampled_candidates: int64, true_expected_count: float, sampled_expected_count: float",
        .attrs =
            "num_true: int >= 1; num_sampled: int >= 1; unique: bool; range_max: int >= 1; vocab_file: "
            "string = ''; distortion: float = 1; num_reserved_ids: int = 0; num_shards: int >= 1 = 1; "
            "shard: int >= 0 = 0; unigrams: list(float) = []; seed: int = 0; seed2: int = 0",
        .doc = "Draws num_sampled classes of [0,range_max), with a probability by weights to the "
               "power of distortion: those of unigrams, or of the last columns of the lines of "
               "vocab_file. num_reserved_ids classes before them have none; of num_shards equal "
               "shares only the one called shard is drawn from, without repetition if unique is set; "
               "with how often each of them, and each true class, was expected. seed and seed2 of 0 "
               "are replaced by random ones. Shapes: true_classes is [batch,num_true], "
               "sampled_candidates [num_sampled]; the counts are like these. Errors: "
               "INVALID_ARGUMENT for a class that is not in [0,range_max), or num_sampled above "
               "range_max with unique.",
        .flags = kHostFlags,
        .shape = SamplerShape,
    },
    {
        .name = "AllCandidateSampler",
        .inputs = "true_classes: int64",
        .outputs =
            "sampled_candidates: int64, true_expected_count: float, sampled_expected_count: float",
        .attrs =
            "num_true: int >= 1; num_sampled: int >= 1; unique: bool; seed: int = 0; seed2: int = 0",
        .doc = "Gives all classes of [0,num_sampled), once each, for tests. Shapes: true_classes is "
               "[batch,num_true], sampled_candidates [num_sampled]; the counts are like these.",
        .flags = kHostFlags,
        .shape = SamplerShape,
    },
    {
        .name = "ComputeAccidentalHits",
        .inputs = "true_classes: int64, sampled_candidates: int64",
        .outputs = "indices: int32, ids: int64, weights: float",
        .attrs = "num_true: int; seed: int = 0; seed2: int = 0",
        .doc = "Says where classes that were drawn are true ones: the rows of true_classes, the "
               "places in sampled_candidates, and for each a weight of the lowest float, which takes "
               "it out of a softmax. Shapes: true_classes is [batch,num_true], sampled_candidates a "
               "vector, and the outputs vectors.",
        .flags = kHostFlags,
        .shape = HitsShape,
    },
};

}  // namespace

std::span<const OpRow> CandidateOps() { return ChosenRows<kCandidateOps>::All(); }

}  // namespace runnel
