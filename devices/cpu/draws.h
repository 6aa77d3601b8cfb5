// The random numbers of one output of a law that takes any number of them: pairs from a counter each,
// the second of a pair first.
#ifndef RUNNEL_DEVICES_CPU_DRAWS_H_
#define RUNNEL_DEVICES_CPU_DRAWS_H_

#include "devices/cpu/philox.h"

namespace runnel::cpu {

class Draws {
 public:
  Draws(Philox philox, uint64_t base, uint64_t output) : philox_(philox) {
    philox_.Seek(base);
    philox_.Add(output * kDrawsPerOutput);
  }
  double Uniform() {
    if (uniforms_ == 0) {
      uint32_t x[4];
      philox_.Next(x);
      uniform_[0] = UnitDouble(x[0], x[1]);
      uniform_[1] = UnitDouble(x[2], x[3]);
      uniforms_ = 2;
    }
    return uniform_[--uniforms_];
  }
  double Normal() {
    if (normals_ == 0) {
      uint32_t x[4];
      philox_.Next(x);
      BoxMuller(x, &normal_[0], &normal_[1]);
      normals_ = 2;
    }
    return normal_[--normals_];
  }

 private:
  Philox philox_;
  double uniform_[2], normal_[2];
  int uniforms_ = 0, normals_ = 0;
};

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_DRAWS_H_
