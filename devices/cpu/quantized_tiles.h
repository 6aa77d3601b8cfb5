// QuantizedConv2D and QuantizedMatMul over the tiles of affine_gemm.h: quint8 times quint8 in qint32.
#ifndef RUNNEL_DEVICES_CPU_QUANTIZED_TILES_H_
#define RUNNEL_DEVICES_CPU_QUANTIZED_TILES_H_

#include "devices/cpu/affine_gemm.h"

namespace runnel::cpu {

// Filters are packed ahead where packed ones do not depend on
// their zero point, which a step computes.
struct QuantizedTiles {
  const affine::AffineTable* table = nullptr;
  int isa = 0;
  affine::Windows planned;  // these are set once, by plan
  uint64_t planned_bytes = 0;

  void InitTiles(const rnlp_host_t* host) {
    const Isa best = ChooseIsa(host);
    isa = static_cast<int>(best);
    table = &affine::AffineTiles(best);
  }
  static bool Takes(const affine::Windows& w) { return w.pixels() > 0 && w.out > 0 && w.depth() > 0; }
  void PlanTiles(rnlp_plan_t* plan, const affine::Windows& w, bool by_rows) {
    constexpr int64_t kMost = int64_t{1} << 40;
    if (!Takes(w) || w.image_elements() > kMost || w.depth() > kMost / w.out) return;
    planned = w;
    const affine::Stored any = {false, 128};
    const bool packs = table->quad == 4 &&
                       AskForPacked(plan, 1, by_rows ? PackedKind::kByteRows : PackedKind::kByteColumns,
                                    isa, affine::PackedBytes(*table, w));
    planned_bytes = affine::ProductBytes(*table, w, any) + (packs ? 0 : affine::PackedBytes(*table, w));
    plan->workspace_bytes = planned_bytes;
    plan->cost_ns =
        static_cast<uint64_t>(500 + static_cast<double>(w.pixels()) * static_cast<double>(w.out) *
                                        static_cast<double>(w.depth()) / 200);
  }
  static affine::FilterOrder OrderOf(const affine::Windows& w, bool by_rows) {
    return by_rows ? affine::FilterOrder{w.depth(), 1} : affine::FilterOrder{1, w.out};
  }
  rnlp_status_t* PackTiles(const rnlp_run_t* run, bool by_rows) const {
    affine::PackFilters(*table, planned, run->inputs[0]->data, {false, 128}, OrderOf(planned, by_rows),
                        run->outputs[0]->data);
    return nullptr;
  }
  // *done stays false where the plain loops are to do it.
  rnlp_status_t* RunTiles(const rnlp_run_t* run, const char* op, const affine::Windows& w, bool by_rows,
                          int32_t x_zero, int32_t filter_zero, bool* done) const {
    const affine::Stored x = {false, x_zero}, filter = {false, filter_zero};
    if (!Takes(w) || !x.Holds() || !filter.Holds()) return nullptr;
    const void* packed = PackedOf(run);
    const uint64_t own = packed != nullptr ? 0 : affine::PackedBytes(*table, w);
    const Workspace memory(run, planned_bytes, affine::ProductBytes(*table, w, x) + own);
    if (memory.data == nullptr) return memory.Failed(op);
    if (packed == nullptr) {
      void* const to = static_cast<char*>(memory.data) + affine::ProductBytes(*table, w, x);
      affine::PackFilters(*table, w, run->inputs[1]->data, filter, OrderOf(w, by_rows), to);
      packed = to;
    }
    affine::Product(run, *table, w, run->inputs[0]->data, x, packed, filter, affine::Finish(),
                    run->outputs[0]->data, memory.data);
    *done = true;
    return nullptr;
  }
};

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_QUANTIZED_TILES_H_
