// Math: NonMaxSuppression V1 to V5, NonMaxSuppressionWithOverlaps, CombinedNonMaxSuppression,
// DrawBoundingBoxes.
//
// Candidates lie in a heap by score. One that is taken out is compared with the boxes that were chosen
// since it was last compared; what lowers its score without ruling it out puts it back. Source: Bodla et
// al. 2017 (Soft-NMS); ties and borders are those of TensorFlow's results.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "devices/cpu/kernel_base.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

struct Candidate {
  int32_t index;
  int32_t compared;  // with so many of those that were chosen
  float score;
  // The heap's top is the largest score, and of equal ones the lowest index.
  bool operator<(const Candidate& other) const {
    return score == other.score ? index > other.index : score < other.score;
  }
};

struct Chosen {
  int32_t index;
  float score;
};

// Intersection over union of two boxes, whose corners come in any order; 0 where one has no area.
template <typename T>
float Overlap(const T* a, const T* b) {
  const auto at = [](const T* box, int i) { return static_cast<float>(Load(box[i])); };
  const auto low = [&](const T* box, int i) { return std::min(at(box, i), at(box, i + 2)); };
  const auto high = [&](const T* box, int i) { return std::max(at(box, i), at(box, i + 2)); };
  const float area_a = (high(a, 0) - low(a, 0)) * (high(a, 1) - low(a, 1));
  const float area_b = (high(b, 0) - low(b, 0)) * (high(b, 1) - low(b, 1));
  if (area_a <= 0 || area_b <= 0) return 0;
  const float rows = std::max(std::min(high(a, 0), high(b, 0)) - std::max(low(a, 0), low(b, 0)), 0.0f);
  const float columns =
      std::max(std::min(high(a, 1), high(b, 1)) - std::max(low(a, 1), low(b, 1)), 0.0f);
  return rows * columns / (area_a + area_b - rows * columns);
}

struct Limits {
  int64_t most;  // boxes to be chosen
  float overlap;
  float score = std::numeric_limits<float>::lowest();
  float sigma = 0;  // above 0: overlaps lower scores instead
};

// `score(i)` and `overlap(i, j)` of `count` boxes; `heap` has room for all of them, `chosen` for
// limits.most. Gives how many were chosen.
template <typename Score, typename Similarity>
int64_t Suppress(const rnlp_run_t* run, int64_t count, const Limits& limits, const Score& score,
                 const Similarity& similarity, Candidate* heap, Chosen* chosen) {
  int64_t left = 0, num_chosen = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (score(i) > limits.score) heap[left++] = {static_cast<int32_t>(i), 0, score(i)};
  }
  std::make_heap(heap, heap + left);
  const bool soft = limits.sigma > 0;
  const float scale = soft ? -0.5f / limits.sigma : 0;
  Looks looks(run, 256);
  while (num_chosen < limits.most && left > 0 && !looks.Stop()) {
    std::pop_heap(heap, heap + left);
    Candidate next = heap[--left];
    const float before = next.score;
    bool ruled_out = false;
    for (int64_t j = num_chosen - 1; j >= next.compared; --j) {
      const float alike = similarity(next.index, chosen[j].index);
      if (!soft && alike > limits.overlap) {
        ruled_out = true;
        break;
      }
      if (soft) next.score *= std::exp(scale * alike * alike);
      if (next.score <= limits.score) break;
    }
    next.compared = static_cast<int32_t>(num_chosen);
    if (ruled_out) continue;
    if (next.score == before) {
      chosen[num_chosen++] = {next.index, next.score};
    } else if (next.score > limits.score) {
      heap[left++] = next;
      std::push_heap(heap, heap + left);
    }
  }
  return num_chosen;
}

rnlp_status_t* CheckFraction(const rnlp_run_t* run, const char* op, float threshold) {
  if (threshold >= 0 && threshold <= 1) return nullptr;
  return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: iou_threshold should be in [0,1], got %g", op,
              static_cast<double>(threshold));
}

// A scalar in float, whichever of the two types it has.
rnlp_status_t* Threshold(const rnlp_run_t* run, const char* op, uint32_t input, float* out) {
  const rnlp_tensor_t* tensor = run->inputs[input];
  if (tensor->num_elements != 1) {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: thresholds should be scalars, got %s", op,
                ShapeText(tensor).text);
  }
  *out = tensor->dtype == RNLP_HALF ? static_cast<float>(Load(Data<Half>(tensor)[0]))
                                    : Data<float>(tensor)[0];
  return nullptr;
}

struct SuppressionKernel {
  const char* op;
  float fixed_overlap = 0.5f;
  bool pads = false;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RUNNEL_CPU_RETURN_IF_ERROR(plugin::AttrFloat(host, node, "iou_threshold", &fixed_overlap));
    return AttrBool(host, node, "pad_to_max_output_size", &pads);
  }

  rnlp_status_t* Check(const rnlp_run_t* run, bool overlaps, Limits* limits) const {
    const rnlp_tensor_t *boxes = run->inputs[0], *scores = run->inputs[1];
    const int64_t columns = overlaps ? scores->num_elements : 4;
    if (boxes->rank != 2 || scores->rank != 1 || boxes->dims[0] != scores->dims[0] ||
        boxes->dims[1] != columns || scores->dims[0] > INT32_MAX) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: expected %s and scores [n], got %s and %s", op,
                  overlaps ? "overlaps [n,n]" : "boxes [n,4]", ShapeText(boxes).text,
                  ShapeText(scores).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "max_output_size", run->inputs[2], &limits->most));
    if (limits->most < 0) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: max_output_size should be at least 0, got %lld",
                  op, static_cast<long long>(limits->most));
    }
    limits->overlap = fixed_overlap;
    if (run->num_inputs > 3) RUNNEL_CPU_RETURN_IF_ERROR(Threshold(run, op, 3, &limits->overlap));
    if (run->num_inputs > 4) RUNNEL_CPU_RETURN_IF_ERROR(Threshold(run, op, 4, &limits->score));
    if (run->num_inputs > 5) {
      RUNNEL_CPU_RETURN_IF_ERROR(Threshold(run, op, 5, &limits->sigma));
      if (!(limits->sigma >= 0)) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: soft_nms_sigma should be at least 0, got %g",
                    op, static_cast<double>(limits->sigma));
      }
    }
    return overlaps ? nullptr : CheckFraction(run, op, limits->overlap);
  }

  rnlp_status_t* Give(const rnlp_run_t* run, const Chosen* chosen, int64_t num_chosen,
                      int64_t most) const {
    const int64_t size = pads ? most : num_chosen;
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 1, &size));
    const rnlp_tensor_t* indices = run->outputs[0];
    for (int64_t i = 0; i < size; ++i) Data<int32_t>(indices)[i] = i < num_chosen ? chosen[i].index : 0;
    if (run->num_outputs == 1) return nullptr;
    const uint32_t last = run->num_outputs - 1;
    if (last == 2) {
      RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 1, 1, &size));
      const rnlp_tensor_t* scores = run->outputs[1];
      for (int64_t i = 0; i < size; ++i) {
        const float score = i < num_chosen ? chosen[i].score : 0;
        if (scores->dtype == RNLP_HALF) {
          Data<Half>(scores)[i] = Store<Half>(score);
        } else {
          Data<float>(scores)[i] = score;
        }
      }
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, last, 0, nullptr));
    Data<int32_t>(run->outputs[last])[0] = static_cast<int32_t>(num_chosen);
    return nullptr;
  }

  template <typename T>
  rnlp_status_t* RunType(const rnlp_run_t* run, bool overlaps, const Limits& limits) const {
    const int64_t count = run->inputs[1]->num_elements;
    Limits bounded = limits;
    bounded.most = std::min(limits.most, count);
    const uint64_t heap_bytes = static_cast<uint64_t>(count) * sizeof(Candidate);
    const Workspace workspace(run, 0,
                              heap_bytes + static_cast<uint64_t>(bounded.most) * sizeof(Chosen) + 1);
    if (workspace.data == nullptr) return workspace.Failed(op);
    auto* const heap = static_cast<Candidate*>(workspace.data);
    auto* const chosen = reinterpret_cast<Chosen*>(heap + count);
    const T *boxes = Data<T>(run->inputs[0]), *scores = Data<T>(run->inputs[1]);
    const auto score = [&](int64_t i) { return static_cast<float>(Load(scores[i])); };
    const auto similarity = [&](int64_t i, int64_t j) {
      return overlaps ? static_cast<float>(Load(boxes[i * count + j]))
                      : Overlap(boxes + 4 * i, boxes + 4 * j);
    };
    const int64_t num_chosen = Suppress(run, count, bounded, score, similarity, heap, chosen);
    if (IsStopped(run)) return Stopped(run, op);
    return Give(run, chosen, num_chosen, limits.most);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const bool overlaps = std::string_view(op).ends_with("Overlaps");
    Limits limits{};
    RUNNEL_CPU_RETURN_IF_ERROR(Check(run, overlaps, &limits));
    return run->inputs[0]->dtype == RNLP_HALF ? RunType<Half>(run, overlaps, limits)
                                              : RunType<float>(run, overlaps, limits);
  }
};

// Inputs: boxes, scores, max_output_size_per_class, max_total_size, iou_threshold, score_threshold.
struct CombinedKernel {
  const char* op;
  bool pads = false, clips = true;

  // A box of any class: where its corners are, and what it is.
  struct Found {
    float score;
    int32_t label;
    const float* corners;
  };
  struct Sizes {
    int64_t count, places, classes;  // boxes of an image, 1 or classes, classes
    int64_t kept;                    // boxes in the result
  };

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "pad_per_class", &pads));
    return AttrBool(host, node, "clip_boxes", &clips);
  }

  rnlp_status_t* Check(const rnlp_run_t* run, Limits* limits, int64_t* total) const {
    const rnlp_tensor_t *boxes = run->inputs[0], *scores = run->inputs[1];
    if (boxes->rank != 4 || scores->rank != 3 || boxes->dims[0] != scores->dims[0] ||
        boxes->dims[1] != scores->dims[1] ||
        (boxes->dims[2] != 1 && boxes->dims[2] != scores->dims[2]) || boxes->dims[3] != 4 ||
        scores->num_elements > INT32_MAX) {
      return Fail(
          run->host, RNLP_INVALID_ARGUMENT,
          "%s: expected boxes [batch,n,1 or classes,4] and scores [batch,n,classes], got %s and %s", op,
          ShapeText(boxes).text, ShapeText(scores).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(
        ScalarIndex(run, op, "max_output_size_per_class", run->inputs[2], &limits->most));
    RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "max_total_size", run->inputs[3], total));
    if (limits->most < 1 || *total < 1) {
      return Fail(
          run->host, RNLP_INVALID_ARGUMENT,
          "%s: max_output_size_per_class and max_total_size should be at least 1, got %lld and %lld", op,
          static_cast<long long>(limits->most), static_cast<long long>(*total));
    }
    RUNNEL_CPU_RETURN_IF_ERROR(Threshold(run, op, 4, &limits->overlap));
    RUNNEL_CPU_RETURN_IF_ERROR(Threshold(run, op, 5, &limits->score));
    return CheckFraction(run, op, limits->overlap);
  }

  // All that is found in image b, best first, into `found`.
  int64_t Find(const rnlp_run_t* run, int64_t b, const Sizes& sizes, const Limits& limits,
               Candidate* heap, Chosen* chosen, Found* found) const {
    const float* boxes = Data<float>(run->inputs[0]) + b * sizes.count * sizes.places * 4;
    const float* scores = Data<float>(run->inputs[1]) + b * sizes.count * sizes.classes;
    int64_t num_found = 0;
    for (int64_t label = 0; label < sizes.classes && !IsStopped(run); ++label) {
      const auto corners = [&](int64_t i) {
        return boxes + (i * sizes.places + (sizes.places == 1 ? 0 : label)) * 4;
      };
      const auto score = [&](int64_t i) { return scores[i * sizes.classes + label]; };
      const auto similarity = [&](int64_t i, int64_t j) { return Overlap(corners(i), corners(j)); };
      const int64_t num_chosen = Suppress(run, sizes.count, limits, score, similarity, heap, chosen);
      for (int64_t i = 0; i < num_chosen; ++i) {
        found[num_found++] = {chosen[i].score, static_cast<int32_t>(label), corners(chosen[i].index)};
      }
    }
    // By class, then by score, is the order so far: a stable order of equal scores keeps it.
    std::sort(found, found + num_found, [](const Found& x, const Found& y) {
      return x.score != y.score   ? x.score > y.score
             : x.label != y.label ? x.label < y.label
                                  : x.corners < y.corners;
    });
    return num_found;
  }

  void Give(const rnlp_run_t* run, int64_t b, const Sizes& sizes, const Found* found,
            int64_t num_found) const {
    float* boxes = Data<float>(run->outputs[0]) + b * sizes.kept * 4;
    float* scores = Data<float>(run->outputs[1]) + b * sizes.kept;
    float* classes = Data<float>(run->outputs[2]) + b * sizes.kept;
    const int64_t count = std::min(num_found, sizes.kept);
    for (int64_t i = 0; i < sizes.kept; ++i) {
      const bool there = i < count;
      scores[i] = there ? found[i].score : 0;
      classes[i] = there ? static_cast<float>(found[i].label) : 0;
      for (int k = 0; k < 4; ++k) {
        const float corner = there ? found[i].corners[k] : 0;
        boxes[4 * i + k] = clips ? std::max(std::min(corner, 1.0f), 0.0f) : corner;
      }
    }
    Data<int32_t>(run->outputs[3])[b] = static_cast<int32_t>(count);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    Limits limits{};
    int64_t total = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(Check(run, &limits, &total));
    const rnlp_tensor_t *boxes = run->inputs[0], *scores = run->inputs[1];
    Sizes sizes{boxes->dims[1], boxes->dims[2], scores->dims[2], total};
    int64_t all = 0;
    if (pads && !__builtin_mul_overflow(limits.most, sizes.classes, &all))
      sizes.kept = std::min(total, all);
    limits.most = std::min(limits.most, sizes.count);
    const int64_t batch = boxes->dims[0];
    const int64_t dims[3] = {batch, sizes.kept, 4};
    for (uint32_t i = 0; i < 4; ++i) {
      RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, i, i == 0 ? 3 : i == 3 ? 1 : 2, dims));
    }
    const auto room = static_cast<uint64_t>(sizes.count);
    const Workspace workspace(run, 0,
                              room * sizeof(Candidate) +
                                  static_cast<uint64_t>(limits.most) * sizeof(Chosen) + 16 +
                                  static_cast<uint64_t>(limits.most * sizes.classes) * sizeof(Found));
    if (workspace.data == nullptr) return workspace.Failed(op);
    auto* const found = static_cast<Found*>(workspace.data);
    auto* const heap = reinterpret_cast<Candidate*>(found + limits.most * sizes.classes);
    auto* const chosen = reinterpret_cast<Chosen*>(heap + sizes.count);
    for (int64_t b = 0; b < batch; ++b) {
      const int64_t num_found = Find(run, b, sizes, limits, heap, chosen, found);
      if (IsStopped(run)) return Stopped(run, op);
      Give(run, b, sizes, found, num_found);
    }
    return nullptr;
  }
};

struct DrawKernel {
  const char* op;

  static constexpr int64_t kNumColors = 10;
  static constexpr float kColors[kNumColors][4] = {
      {1, 1, 0, 1},       {0, 0, 1, 1},    {1, 0, 0, 1},    {0, 1, 0, 1}, {0.5f, 0, 0.5f, 1},
      {0.5f, 0.5f, 0, 1}, {0.5f, 0, 0, 1}, {0, 0, 0.5f, 1}, {0, 1, 1, 1}, {1, 0, 1, 1}};

  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }

  struct Pens {
    const float* data;
    int64_t count, stride;
    bool grey;  // the ten colours on images of one channel are white
    float Of(int64_t box, int64_t channel) const {
      return grey ? 1.0f : data[box % count * stride + channel];
    }
  };

  // Rows or columns from where to where, as they are and as far as they are in the image.
  struct Span {
    // False: outside of the image, turned around, or no numbers.
    static bool Make(float from, float to, int64_t size, Span* out) {
      const float most = static_cast<float>(size - 1);
      const float begin = from * most, end = to * most;
      constexpr float kFar = 1e15f;
      if (!(std::abs(begin) < kFar) || !(std::abs(end) < kFar)) return false;
      out->begin = static_cast<int64_t>(begin);
      out->end = static_cast<int64_t>(end);
      out->first = std::max<int64_t>(out->begin, 0);
      out->last = std::min(out->end, size - 1);
      return out->begin <= out->end && out->begin < size && out->end >= 0;
    }
    int64_t begin, end, first, last;
  };

  template <typename T>
  static void Draw(const float* box, int64_t number, const Pens& pens, const int64_t* dims, T* image) {
    Span rows{}, columns{};
    if (!Span::Make(box[0], box[2], dims[1], &rows) || !Span::Make(box[1], box[3], dims[2], &columns))
      return;
    const auto dot = [&](int64_t row, int64_t column) {
      for (int64_t c = 0; c < dims[3]; ++c)
        image[(row * dims[2] + column) * dims[3] + c] = Store<T>(pens.Of(number, c));
    };
    for (const int64_t row : {rows.begin, rows.end}) {
      if (row < 0 || row >= dims[1]) continue;
      for (int64_t column = columns.first; column <= columns.last; ++column) dot(row, column);
    }
    for (const int64_t column : {columns.begin, columns.end}) {
      if (column < 0 || column >= dims[2]) continue;
      for (int64_t row = rows.first; row <= rows.last; ++row) dot(row, column);
    }
  }

  template <typename T>
  void RunType(const rnlp_run_t* run, const Pens& pens) const {
    const rnlp_tensor_t *images = run->inputs[0], *boxes = run->inputs[1];
    const int64_t elements = images->dims[1] * images->dims[2] * images->dims[3];
    ParallelFor(run, images->dims[0], RowBlock(elements), [&](int64_t begin, int64_t end) {
      T* to = Data<T>(run->outputs[0]);
      if (to != Data<T>(images))
        std::copy_n(Data<T>(images) + begin * elements, (end - begin) * elements, to + begin * elements);
      for (int64_t b = begin; b < end && elements > 0; ++b) {
        for (int64_t i = 0; i < boxes->dims[1]; ++i) {
          Draw(Data<float>(boxes) + (b * boxes->dims[1] + i) * 4, i, pens, images->dims,
               to + b * elements);
        }
      }
    });
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *images = run->inputs[0], *boxes = run->inputs[1];
    const bool fits = images->rank == 4 && boxes->rank == 3 && images->dims[0] == boxes->dims[0] &&
                      boxes->dims[2] == 4 &&
                      (images->dims[3] == 1 || images->dims[3] == 3 || images->dims[3] == 4);
    if (!fits) {
      return Fail(
          run->host, RNLP_INVALID_ARGUMENT,
          "%s: expected images [batch,rows,columns,1, 3 or 4] and boxes [batch,n,4], got %s and %s", op,
          ShapeText(images).text, ShapeText(boxes).text);
    }
    Pens pens{&kColors[0][0], kNumColors, 4, images->dims[3] == 1};
    if (run->num_inputs > 2 && run->inputs[2]->num_elements > 0) {
      const rnlp_tensor_t* colors = run->inputs[2];
      if (colors->rank != 2 || colors->dims[1] < images->dims[3]) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: expected colors [any,%lld], got %s", op,
                    static_cast<long long>(images->dims[3]), ShapeText(colors).text);
      }
      pens = {Data<float>(colors), colors->dims[0], colors->dims[1], false};
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, images));
    if (images->dtype == RNLP_HALF) {
      RunType<Half>(run, pens);
    } else {
      RunType<float>(run, pens);
    }
    return nullptr;
  }
};

constexpr char kV1[] = "NonMaxSuppression";
constexpr char kV2[] = "NonMaxSuppressionV2";
constexpr char kV3[] = "NonMaxSuppressionV3";
constexpr char kV4[] = "NonMaxSuppressionV4";
constexpr char kV5[] = "NonMaxSuppressionV5";
constexpr char kOverlaps[] = "NonMaxSuppressionWithOverlaps";
constexpr char kCombined[] = "CombinedNonMaxSuppression";
constexpr char kDraw[] = "DrawBoundingBoxes";
constexpr char kDrawV2[] = "DrawBoundingBoxesV2";
constexpr int32_t kHalfFloat[] = {RNLP_FLOAT, RNLP_HALF};
constexpr rnlp_type_constraint_t kT = Types("T", kHalfFloat);

template <class Kernel, const char* kOp>
constexpr rnlp_kernel_row_t DetectionRow(uint32_t num_types) {
  return MakeRow({.op = kOp,
                  .types = &kT,
                  .num_types = num_types,
                  .create = Create<Kernel, kOp>,
                  .destroy = Destroy<Kernel>,
                  .plan = PlanElements<20'000>,
                  .run = cpu::Run<Kernel>});
}

}  // namespace

constexpr rnlp_kernel_row_t kDetectionRows[] = {
    DetectionRow<SuppressionKernel, kV1>(0),    DetectionRow<SuppressionKernel, kV2>(1),
    DetectionRow<SuppressionKernel, kV3>(1),    DetectionRow<SuppressionKernel, kV4>(1),
    DetectionRow<SuppressionKernel, kV5>(1),    DetectionRow<SuppressionKernel, kOverlaps>(0),
    DetectionRow<CombinedKernel, kCombined>(0), DetectionRow<DrawKernel, kDraw>(1),
    DetectionRow<DrawKernel, kDrawV2>(1),
};
RUNNEL_CPU_ROWS(Detection)

}  // namespace runnel::cpu
