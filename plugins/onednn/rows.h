// The rows of each file, for the table in plugin.cc.
#ifndef RUNNEL_PLUGINS_ONEDNN_ROWS_H_
#define RUNNEL_PLUGINS_ONEDNN_ROWS_H_

#include <span>

#include "plugins/sdk/kernel.h"

namespace runnel::onednn {

inline constexpr const char* kDevice = "CPU";
inline constexpr int32_t kPriority = 10;  // the CPU plugin's own rows have 0

std::span<const rnlp_kernel_row_t> ConvRows();

}  // namespace runnel::onednn

#endif  // RUNNEL_PLUGINS_ONEDNN_ROWS_H_
