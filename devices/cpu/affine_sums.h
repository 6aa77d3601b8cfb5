// Sums of products of 8-bit numbers over the tiles of affine_gemm.h, in int32, with zero points that a
// step computes.
#ifndef RUNNEL_DEVICES_CPU_AFFINE_SUMS_H_
#define RUNNEL_DEVICES_CPU_AFFINE_SUMS_H_

#include "devices/cpu/affine_gemm.h"

namespace runnel::cpu::affine {

// Filters are packed ahead where packed ones do not depend on their zero point, or that is known.
struct SumTiles {
  const AffineTable* table = nullptr;
  int isa = 0;
  bool by_rows = false;      // filters are [out, depth], not [depth, out]
  bool takes_depth = false;  // groups of one channel go channel by channel
  bool x_signed = false, filter_signed = false;
  int32_t known_zero = -1;  // of the filter, if has_known_zero
  bool has_known_zero = false;
  Windows planned;  // these are set once, by plan
  uint64_t planned_bytes = 0;

  // What one run multiplies.
  struct Operands {
    const void* image;
    const void* filter;
    int32_t* sums;
    int32_t x_zero, filter_zero;
  };

  void InitTiles(const rnlp_host_t* host) {
    const Isa best = ChooseIsa(host);
    isa = static_cast<int>(best);
    table = &AffineTiles(best);
  }
  static bool Takes(const Windows& w) { return w.pixels() > 0 && w.out > 0 && w.depth() > 0; }
  void PlanTiles(rnlp_plan_t* plan, const Windows& w) {
    constexpr int64_t kMost = int64_t{1} << 40;
    if (!Takes(w) || w.image_elements() > kMost || w.depth() > kMost / w.out) return;
    planned = w;
    const PackedKind kind = IsDepth(w) ? PackedKind::kDepthSums
                            : by_rows  ? PackedKind::kByteRows
                                       : PackedKind::kByteColumns;
    const bool packs = (table->quad == 4 || has_known_zero) &&
                       AskForPacked(plan, 1, kind, isa, FilterBytes(w), PackedVariant(w, known_zero));
    planned_bytes = RunBytes(w) + (packs ? 0 : FilterBytes(w));
    plan->workspace_bytes = planned_bytes;
    plan->cost_ns =
        static_cast<uint64_t>(500 + static_cast<double>(w.pixels()) * static_cast<double>(w.out) *
                                        static_cast<double>(w.depth()) / 200);
  }
  rnlp_status_t* PackTiles(const rnlp_run_t* run) const {
    PackTo(planned, run->inputs[0]->data, {filter_signed, has_known_zero ? known_zero : AnyZero()},
           run->outputs[0]->data);
    return nullptr;
  }
  // *done stays false where the plain loops are to do it: where nothing is multiplied, and where a zero
  // point is no number of the type.
  rnlp_status_t* RunTiles(const rnlp_run_t* run, const char* op, const Windows& w, const Operands& of,
                          bool* done) const {
    const Stored x = {x_signed, of.x_zero}, filter = {filter_signed, of.filter_zero};
    if (!Takes(w) || !x.Holds() || !filter.Holds()) return nullptr;
    const void* packed = PackedOf(run);
    const Workspace memory(run, planned_bytes, RunBytes(w) + (packed != nullptr ? 0 : FilterBytes(w)));
    if (memory.data == nullptr) return memory.Failed(op);
    if (packed == nullptr) {
      void* const to = static_cast<char*>(memory.data) + RunBytes(w);
      PackTo(w, of.filter, filter, to);
      packed = to;
    }
    const auto multiply = IsDepth(w) ? DepthProduct : Product;
    multiply(run, *table, w, of.image, x, packed, filter, Finish(), of.sums, memory.data);
    *done = true;
    return nullptr;
  }

 private:
  int32_t AnyZero() const { return filter_signed ? 0 : 128; }
  bool IsDepth(const Windows& w) const {
    return takes_depth && w.seen == 1 && w.channels > 1 && TakesDepth(w);
  }
  uint64_t FilterBytes(const Windows& w) const {
    return IsDepth(w) ? PackedDepthBytes(*table, w) : PackedBytes(*table, w);
  }
  uint64_t RunBytes(const Windows& w) const {
    const Stored x = {x_signed, 0};
    return IsDepth(w) ? DepthBytes(w, x) : ProductBytes(*table, w, x);
  }
  void PackTo(const Windows& w, const void* filter, const Stored& stored, void* out) const {
    const FilterOrder order = by_rows ? FilterOrder{w.depth(), 1} : FilterOrder{1, w.out};
    const auto pack = IsDepth(w) ? PackDepthFilters : PackFilters;
    pack(*table, w, filter, stored, order, out);
  }
};

}  // namespace runnel::cpu::affine

#endif  // RUNNEL_DEVICES_CPU_AFFINE_SUMS_H_
