// One table of the kernel rows that stand in several arrays, for plugins whose rows fill more than one
// file:
//
//   static const RowTable<2> kRows({MatMulRows(), ConvRows()});
//   options.kernels = kRows.rows(), options.num_kernels = kRows.count();
#ifndef RNLP_SDK_ROWS_H_
#define RNLP_SDK_ROWS_H_

#if __has_include("rnlp_kernel.h")
#include "rnlp_kernel.h"
#else
#include "plugins/abi/rnlp_kernel.h"
#endif

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

namespace runnel::plugin {

// As a plugin's query must, it allocates nothing: there is room for 32 rows a family, more in one where
// others have fewer. Who has more than that in all is told by the first query, which ends the process.
template <size_t kFamilies>
class RowTable {
 public:
  explicit RowTable(const std::span<const rnlp_kernel_row_t> (&families)[kFamilies]) {
    for (const std::span<const rnlp_kernel_row_t> family : families) {
      if (family.size() > kRoom - count_) std::abort();
      for (const rnlp_kernel_row_t& row : family) rows_[count_++] = &row;
    }
  }
  const rnlp_kernel_row_t* const* rows() const { return rows_; }
  uint32_t count() const { return count_; }

 private:
  static constexpr uint32_t kRoom = 32 * kFamilies;
  const rnlp_kernel_row_t* rows_[kRoom] = {};
  uint32_t count_ = 0;
};

}  // namespace runnel::plugin

#endif  // RNLP_SDK_ROWS_H_
