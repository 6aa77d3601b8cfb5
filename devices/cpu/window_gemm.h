// Products with a matrix that is never whole: its rows are windows of an image, which the register tiles
// read where they lie (window_slab.h), or gathered block by block just before (implicit GEMM).
//
// Blocks, splits and orders of sums depend on shapes alone, so results do not depend on the number of
// threads. f32 and f64 as they are; half and bfloat16 compute in float.
#ifndef RUNNEL_DEVICES_CPU_WINDOW_GEMM_H_
#define RUNNEL_DEVICES_CPU_WINDOW_GEMM_H_

#include "devices/cpu/gemm.h"
#include "devices/cpu/types.h"
#include "devices/cpu/window_matrix.h"

namespace runnel::cpu {

// How neighbours are joined for tiles of this size (window_join.h).
WindowJoin JoinOf(const GemmTable& table, const WindowMatrix& windows, int64_t columns,
                  uint32_t compute_bytes);

// Workspaces of the functions below; 0 where there is no element. Data does not count.
uint64_t WindowProductBytes(const GemmTable& table, const WindowMatrix& windows, int64_t columns,
                            uint32_t compute_bytes, bool packed = false);
// `narrow`: elements are narrower than what computes.
uint64_t WindowGradientBytes(const GemmTable& table, const WindowMatrix& windows,
                             const ImageLayout& grad_image, uint32_t compute_bytes, bool narrow);

// Of a packed filter in float, rows that a panel has in one piece.
inline constexpr int64_t kPackedDepth = 384;
// The filter in the order in which tiles read it. Of `windows` the taps and channels count.
uint64_t PackedFilterBytes(const WindowMatrix& windows, const WindowJoin& join, int64_t columns,
                           uint32_t compute_bytes);
template <typename T>
void PackFilters(const rnlp_run_t* run, const GemmTable& table, const WindowMatrix& windows,
                 const WindowJoin& join, const FilterMatrix& filter, int64_t columns, void* packed);

// target = windows * filter, for every row of `windows` and all `target.image.channels`; f32 and f64
// with an epilogue along the channels, if any. `packed`: what PackFilters made of the filter for JoinOf
// these windows, or NULL.
template <typename T>
void WindowProduct(const rnlp_run_t* run, const GemmTable& table, const WindowMatrix& windows,
                   const FilterMatrix& filter, const GridTarget& target, void* workspace,
                   const Epilogue* epilogue = nullptr, const void* packed = nullptr);

// ---- images of float, filters of half or bfloat16, which stay so until a panel is used; never joined

// `widen`: that of the filter's type, of the table.
using WidenFn = void (*)(const uint16_t* from, float* to, int64_t count);
uint64_t MixedProductBytes(const GemmTable& table, const WindowMatrix& windows, int64_t columns);
// T: the filter's. PackedFilterBytes for elements of two bytes; false without memory for one panel.
template <typename T>
bool PackMixedFilters(const rnlp_run_t* run, const GemmTable& table, const WindowMatrix& windows,
                      const FilterMatrix& filter, int64_t columns, uint16_t* packed);
void MixedProduct(const rnlp_run_t* run, const GemmTable& table, const WindowMatrix& windows,
                  const GridTarget& target, void* workspace, const Epilogue* epilogue,
                  const uint16_t* packed, WidenFn widen);

// out[depth, columns] = transposed windows * grad, whose image holds one element per row and column.
template <typename T>
void WindowGradient(const rnlp_run_t* run, const GemmTable& table, const WindowMatrix& windows,
                    const void* grad, const ImageLayout& grad_image, T* out, void* workspace);

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_WINDOW_GEMM_H_
