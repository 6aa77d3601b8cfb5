// The weights of an LSTM in the order in which its steps read them: cells in groups as wide as a
// register tile, group after group. A group has all rows of W [rows, 4 * cells], and in each row the
// columns of the four gates of its cells, zeros in place of cells behind the last. So a group reads its
// part of W from one end to the other, and has all that its cells need to go on without another group.
//
// An element of a product is the same chain of multiply-adds as in Gemm: packed or not gives the same
// bits.
#ifndef RUNNEL_DEVICES_CPU_LSTM_GROUPS_H_
#define RUNNEL_DEVICES_CPU_LSTM_GROUPS_H_

#include "devices/cpu/gemm.h"

namespace runnel::cpu {

class LstmGroups {
 public:
  static constexpr int64_t kGates = kWideTiles;

  LstmGroups(const GemmKernels<float>& kernels, int64_t rows, int64_t cells);

  int64_t count() const { return count_; }
  int64_t width() const { return width_; }           // cells of a group
  int64_t pitch() const { return kGates * width_; }  // from one row of a group to the next
  int64_t First(int64_t group) const { return group * width_; }
  int64_t Cells(int64_t group) const;  // that are cells
  // Of the packed weights; 0 where they cannot be counted.
  uint64_t bytes() const;

  void Pack(const float* w, float* packed) const;
  // out [m, pitch] = a [m, depth] times rows [first, first + depth) of the group.
  void Multiply(int64_t m, const float* a, const float* packed, int64_t group, int64_t first,
                int64_t depth, float* out) const;

 private:
  const GemmKernels<float>& kernels_;
  int64_t rows_, cells_, width_, count_;
};

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_LSTM_GROUPS_H_
