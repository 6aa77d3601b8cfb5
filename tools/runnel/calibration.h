// What ranges the tensors of a graph fill, found by running it on samples.
#ifndef RUNNEL_TOOLS_RUNNEL_CALIBRATION_H_
#define RUNNEL_TOOLS_RUNNEL_CALIBRATION_H_

#include <map>
#include <string>
#include <vector>

#include "tools/common/npy.h"
#include "tools/runnel/command.h"
#include "tools/runnel/quantize_graph.h"

namespace runnel::tools {

// The numbers of one tensor over all samples: their limits, then, in a second pass, how they are spread.
class Spread {
 public:
  static constexpr size_t kBins = 2048;

  void Widen(const Array& floats);
  void Count(const Array& floats);

  Range Limits() const { return {low_, high_}; }
  // The range without (100 - percent) / 2 percent of the numbers on each side.
  Range Percentile(double percent) const;
  // Numbers up to a magnitude beyond which cutting costs more information than finer steps give.
  // Source: Migacz, 8-bit inference with TensorRT, GTC 2017.
  Range Entropy() const;

 private:
  float low_ = 0, high_ = 0;
  bool any_ = false;
  std::vector<double> counts_;
};

// Samples: one array for each input, by its name.
using Sample = std::map<std::string, Array>;

// From what --calibrate names: NAME=FILE.npy for each input, a FILE.npy if there is one input only, a
// folder with NAME.npy or any number of NAME*.npy, a FILE.npz with an array for each input, or a file of
// records that are Examples with a feature for each input. An array that has one dimension more than the
// input, or is longer than one batch, holds several; an Example is one, of a feature's numbers in the
// input's shape, or of bytes that are those in memory. `inputs`: names with types and the shapes that
// are known, -1 where not; rank unknown: each array is one sample. Throws Error.
struct InputShape {
  std::string name;
  rnl_dtype_t dtype = RNL_FLOAT;
  bool has_rank = false;
  std::vector<int64_t> dims;
};
std::vector<Sample> ReadSamples(rnl_runtime_t* runtime, const Args& args,
                                const std::vector<InputShape>& inputs, size_t most);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_CALIBRATION_H_
