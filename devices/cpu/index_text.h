// Which element a message is about.
#ifndef RUNNEL_DEVICES_CPU_INDEX_TEXT_H_
#define RUNNEL_DEVICES_CPU_INDEX_TEXT_H_

#include <cstring>

#include "devices/cpu/kernel_base.h"

namespace runnel::cpu {

// "[1,0]": where the element `number`, in row-major order, lies in a tensor; empty for a scalar.
struct IndexText {
  IndexText(int32_t rank, const int64_t* dims, int64_t number) {
    text[0] = '\0';
    if (rank <= 0) return;
    int64_t at[kMaxRank + 1];
    for (int32_t d = rank; d-- > 0;) {
      const int64_t size = dims[d] > 0 ? dims[d] : 1;
      at[d] = number % size;
      number /= size;
    }
    std::memcpy(text, ShapeText(rank, at).text, sizeof(text));
  }
  IndexText(const rnlp_tensor_t* tensor, int64_t number)
      : IndexText(tensor->rank, tensor->dims, number) {}
  char text[sizeof(ShapeText::text)];
};

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_INDEX_TEXT_H_
