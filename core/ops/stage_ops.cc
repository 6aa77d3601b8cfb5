// Staging areas and maps: what one step leaves for another.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kStageFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

#define RUNNEL_STAGE_ATTRS                                                                    \
  "capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; container: string = ''; shared_name: " \
  "string = ''"

Status IndexShape(ShapeContext& ctx) { return RequireScalar(ctx, 0, "index"); }

Status UnstageNoKeyShape(ShapeContext& ctx) {
  ctx.set_output(0, Shape());
  return OkStatus();
}

#define RUNNEL_MAP_ROWS(prefix, any)                                                                 \
  {                                                                                                  \
      .name = prefix "MapStage",                                                                     \
      .inputs = "key: int64, indices: int32, values: fake_dtypes",                                   \
      .attrs = "dtypes: list(type); fake_dtypes: list(type) >= 1; " RUNNEL_STAGE_ATTRS,              \
      .doc =                                                                                         \
          "Puts tensors into the staging map of shared_name under the key, waiting for room: those " \
          "that indices name, of a tuple of types dtypes. A tuple can be taken when it has all. "    \
          "Shapes: key is a scalar, indices a vector that rises. Errors: INVALID_ARGUMENT for a "    \
          "tensor that is there already; RESOURCE_EXHAUSTED for one above memory_limit.",            \
      .flags = kStageFlags,                                                                          \
      .shape = NoOutputShape,                                                                        \
  },                                                                                                 \
      {                                                                                              \
          .name = prefix "MapPeek",                                                                  \
          .inputs = "key: int64, indices: int32",                                                    \
          .outputs = "values: dtypes",                                                               \
          .attrs = "dtypes: list(type) >= 1; " RUNNEL_STAGE_ATTRS,                                   \
          .doc =                                                                                     \
              "Gives the tensors that indices name of the tuple under the key, waiting for it, "     \
              "and leaves them. Shapes: key is a scalar, indices a vector. Errors: "                 \
              "INVALID_ARGUMENT for a tensor that was taken already.",                               \
          .flags = kStageFlags,                                                                      \
          .shape = LateShape,                                                                        \
      },                                                                                             \
      {                                                                                              \
          .name = prefix "MapUnstage",                                                               \
          .inputs = "key: int64, indices: int32",                                                    \
          .outputs = "values: dtypes",                                                               \
          .attrs = "dtypes: list(type) >= 1; " RUNNEL_STAGE_ATTRS,                                   \
          .doc =                                                                                     \
              "Takes the tensors that indices name of the tuple under the key, waiting for it. "     \
              "Shapes: key is a scalar, indices a vector. Errors: as " prefix "MapPeek.",            \
          .flags = kStageFlags,                                                                      \
          .shape = LateShape,                                                                        \
      },                                                                                             \
      {                                                                                              \
          .name = prefix "MapUnstageNoKey",                                                          \
          .inputs = "indices: int32",                                                                \
          .outputs = "key: int64, values: dtypes",                                                   \
          .attrs = "dtypes: list(type) >= 1; " RUNNEL_STAGE_ATTRS,                                   \
          .doc = "Takes the tensors that indices name of " any                                       \
                 ", waiting for it. Shapes: key is a "                                               \
                 "scalar, indices a vector. Errors: as " prefix "MapPeek.",                          \
          .flags = kStageFlags,                                                                      \
          .shape = UnstageNoKeyShape,                                                                \
      },                                                                                             \
      {                                                                                              \
          .name = prefix "MapSize",                                                                  \
          .outputs = "size: int32",                                                                  \
          .attrs = "dtypes: list(type); " RUNNEL_STAGE_ATTRS,                                        \
          .doc = "Gives the number of complete tuples. Shapes: size is a scalar.",                   \
          .flags = kStageFlags,                                                                      \
          .shape = ScalarShape,                                                                      \
      },                                                                                             \
      {                                                                                              \
          .name = prefix "MapIncompleteSize",                                                        \
          .outputs = "size: int32",                                                                  \
          .attrs = "dtypes: list(type); " RUNNEL_STAGE_ATTRS,                                        \
          .doc = "Gives the number of tuples that lack tensors. Shapes: size is a scalar.",          \
          .flags = kStageFlags,                                                                      \
          .shape = ScalarShape,                                                                      \
      },                                                                                             \
  {                                                                                                  \
    .name = prefix "MapClear", .attrs = "dtypes: list(type); " RUNNEL_STAGE_ATTRS,                   \
    .doc = "Drops all tuples. Shapes: none.", .flags = kStageFlags, .shape = NoOutputShape,          \
  }

constexpr OpRow kStageOps[] = {
    {
        .name = "Stage",
        .inputs = "values: dtypes",
        .attrs = "dtypes: list(type) >= 1; " RUNNEL_STAGE_ATTRS,
        .doc = "Puts the tensors into the staging area of shared_name, waiting for room: at most "
               "capacity tuples, and memory_limit bytes; 0 sets no limit. Shapes: any. Errors: "
               "RESOURCE_EXHAUSTED for a tuple above memory_limit.",
        .flags = kStageFlags,
        .shape = NoOutputShape,
    },
    {
        .name = "Unstage",
        .outputs = "values: dtypes",
        .attrs = "dtypes: list(type) >= 1; " RUNNEL_STAGE_ATTRS,
        .doc = "Takes the oldest tuple, waiting for one. Shapes: those that were staged. Errors: "
               "INVALID_ARGUMENT for a tuple of other types.",
        .flags = kStageFlags,
        .shape = LateShape,
    },
    {
        .name = "StagePeek",
        .inputs = "index: int32",
        .outputs = "values: dtypes",
        .attrs = "dtypes: list(type) >= 1; " RUNNEL_STAGE_ATTRS,
        .doc =
            "Gives tuple `index`, the oldest being 0, waiting for it, and leaves it. Shapes: index is "
            "a scalar. Errors: as Unstage.",
        .flags = kStageFlags,
        .shape = IndexShape,
    },
    {
        .name = "StageSize",
        .outputs = "size: int32",
        .attrs = "dtypes: list(type); " RUNNEL_STAGE_ATTRS,
        .doc = "Gives the number of tuples. Shapes: size is a scalar.",
        .flags = kStageFlags,
        .shape = ScalarShape,
    },
    {
        .name = "StageClear",
        .attrs = "dtypes: list(type); " RUNNEL_STAGE_ATTRS,
        .doc = "Drops all tuples. Shapes: none.",
        .flags = kStageFlags,
        .shape = NoOutputShape,
    },
    RUNNEL_MAP_ROWS("", "some complete tuple"),
    RUNNEL_MAP_ROWS("Ordered", "the complete tuple of the least key"),
};

#undef RUNNEL_MAP_ROWS
#undef RUNNEL_STAGE_ATTRS

}  // namespace

std::span<const OpRow> StageOps() { return ChosenRows<kStageOps>::All(); }

}  // namespace runnel
