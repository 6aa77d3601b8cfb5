// The shapes of Runnel>Attention, the same for every device: query [..., m, d], key [..., n, d], value
// [..., n, e] and a mask that broadcasts to the scores, [..., m, n].
#ifndef RNLP_SDK_ATTENTION_H_
#define RNLP_SDK_ATTENTION_H_

#include "shape.h"
#include "status.h"

namespace runnel::plugin {

// -1 is what planning does not know.
struct AttentionSizes {
  int64_t matrices = -1, m = -1, n = -1, d = -1, e = -1;

  static AttentionSizes Of(const rnlp_tensor_t* const* inputs) {
    AttentionSizes sizes;
    const rnlp_tensor_t *q = inputs[0], *k = inputs[1], *v = inputs[2];
    if (q->rank < 2 || k->rank < 2 || v->rank < 2) return sizes;
    sizes.m = q->dims[q->rank - 2];
    sizes.d = q->dims[q->rank - 1];
    sizes.n = k->dims[k->rank - 2];
    sizes.e = v->dims[v->rank - 1];
    int64_t matrices = 1;
    for (int32_t i = 0; i + 2 < q->rank; ++i) {
      if (q->dims[i] < 0 || __builtin_mul_overflow(matrices, q->dims[i], &matrices)) return sizes;
    }
    sizes.matrices = matrices;
    return sizes;
  }
  bool known() const { return matrices >= 0 && m >= 0 && n >= 0 && d >= 0 && e >= 0; }
  bool empty() const { return matrices == 0 || m == 0 || e == 0; }
  double flops() const {
    return 2.0 * static_cast<double>(matrices) * static_cast<double>(m) * static_cast<double>(n) *
           static_cast<double>(d + e);
  }
};

// Of a run: its sizes, its output's shape, and how its mask goes through the scores.
struct AttentionCall {
  AttentionSizes sizes;
  Dims out, scores;
  int64_t mask_step[kMaxRank + 1];  // by dimension of the scores, in elements; 0 where it repeats

  // Errors: INVALID_ARGUMENT naming the shapes.
  rnlp_status_t* Init(const rnlp_run_t* run, const char* op) {
    if (Fit(run->inputs)) return nullptr;
    return Fail(
        run->host, RNLP_INVALID_ARGUMENT,
        "%s: query [..., m, d], key [..., n, d], value [..., n, e] and a mask that broadcasts to "
        "[..., m, n] are wanted, got %s, %s, %s and %s",
        op, ShapeText(run->inputs[0]).c_str(), ShapeText(run->inputs[1]).c_str(),
        ShapeText(run->inputs[2]).c_str(), ShapeText(run->inputs[3]).c_str());
  }
  int64_t mask_row() const { return mask_step[scores.rank - 2]; }
  int64_t mask_column() const { return mask_step[scores.rank - 1]; }
  // Where the mask of a matrix begins.
  int64_t MaskAt(int64_t matrix) const {
    int64_t at = 0;
    for (int32_t i = scores.rank - 3; i >= 0; matrix /= scores.size[i--])
      at += matrix % scores.size[i] * mask_step[i];
    return at;
  }

 private:
  bool Fit(const rnlp_tensor_t* const* inputs) {
    const rnlp_tensor_t *q = inputs[0], *k = inputs[1], *v = inputs[2], *mask = inputs[3];
    sizes = AttentionSizes::Of(inputs);
    if (!sizes.known() || q->rank != k->rank || q->rank != v->rank || k->dims[k->rank - 1] != sizes.d ||
        v->dims[v->rank - 2] != sizes.n) {
      return false;
    }
    for (int32_t i = 0; i + 2 < q->rank; ++i) {
      if (k->dims[i] != q->dims[i] || v->dims[i] != q->dims[i]) return false;
      out.Add(q->dims[i]);
      scores.Add(q->dims[i]);
    }
    for (const int64_t dim : {sizes.m, sizes.e}) out.Add(dim);
    for (const int64_t dim : {sizes.m, sizes.n}) scores.Add(dim);
    int64_t step = 1;
    for (int32_t i = scores.rank - 1; i >= 0; --i) {
      const int32_t at = i - (scores.rank - mask->rank);
      const int64_t dim = at < 0 ? 1 : mask->dims[at];
      if (dim != 1 && dim != scores.size[i]) return false;
      mask_step[i] = dim == 1 ? 0 : step;
      step *= dim;
    }
    return mask->rank <= scores.rank;
  }
};

}  // namespace runnel::plugin

#endif  // RNLP_SDK_ATTENTION_H_
