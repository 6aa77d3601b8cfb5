// MNIST as samples of a model.
#ifndef RUNNEL_CPP_EXAMPLES_SAMPLES_HPP_
#define RUNNEL_CPP_EXAMPLES_SAMPLES_HPP_

#include <runnel/runnel.hpp>

#include "mnist.hpp"

namespace mnist {

// Images [n, 784] of bytes and their labels, of "train" or "t10k".
inline runnel::Samples LoadSamples(const runnel::Runtime& runtime, const std::filesystem::path& folder,
                                   const std::string& part) {
  Set set = Load(folder, part);
  const auto count = static_cast<std::int64_t>(set.labels.size());
  return {{runnel::Tensor::Wrap(runtime, std::move(set.images), {count, kPixels})},
          {runnel::Tensor::Wrap(runtime, std::move(set.labels), {count})}};
}

}  // namespace mnist

#endif  // RUNNEL_CPP_EXAMPLES_SAMPLES_HPP_
