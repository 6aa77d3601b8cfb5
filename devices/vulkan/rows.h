// Every family of kernel rows, by hand: a family is a line here and a file that defines k<Family>Rows.
// The sizes are part of the declarations, so a row that is added without its count does not compile.
#ifndef RUNNEL_DEVICES_VULKAN_ROWS_H_
#define RUNNEL_DEVICES_VULKAN_ROWS_H_

#include <cstddef>

#include "plugins/abi/rnlp_kernel.h"

// X(family, number of rows)
#define RUNNEL_VULKAN_FAMILIES(X) \
  X(Elements, 79)                 \
  X(MatMul, 4)                    \
  X(Reduce, 11)                   \
  X(Softmax, 5)                   \
  X(Training, 23)                 \
  X(Random, 8)                    \
  X(Window, 12)                   \
  X(Norm, 6)                      \
  X(Arrange, 16)                  \
  X(Index, 14)                    \
  X(Clip, 3)                      \
  X(Mirror, 2)                    \
  X(Image, 6)                     \
  X(Fused, 1)

namespace runnel::vulkan {

#define RUNNEL_VULKAN_DECLARE(family, count)          \
  inline constexpr size_t kNum##family##Rows = count; \
  extern const rnlp_kernel_row_t k##family##Rows[count];
RUNNEL_VULKAN_FAMILIES(RUNNEL_VULKAN_DECLARE)
#undef RUNNEL_VULKAN_DECLARE

#define RUNNEL_VULKAN_COUNT(family, count) +count
inline constexpr size_t kNumAllRows = 0 RUNNEL_VULKAN_FAMILIES(RUNNEL_VULKAN_COUNT);
#undef RUNNEL_VULKAN_COUNT

struct RowTable {
  const rnlp_kernel_row_t* rows[kNumAllRows];
};
constexpr RowTable MakeRowTable() {
  RowTable table = {};
  size_t next = 0;
#define RUNNEL_VULKAN_LIST(family, count) \
  for (size_t i = 0; i < (count); ++i) table.rows[next++] = k##family##Rows + i;
  RUNNEL_VULKAN_FAMILIES(RUNNEL_VULKAN_LIST)
#undef RUNNEL_VULKAN_LIST
  return table;
}
inline constexpr RowTable kAllRows = MakeRowTable();

}  // namespace runnel::vulkan

#endif  // RUNNEL_DEVICES_VULKAN_ROWS_H_
