// Where a file of Keras has a weight.
#ifndef RUNNEL_CORE_LEARN_KERAS_KERAS_WEIGHT_H_
#define RUNNEL_CORE_LEARN_KERAS_KERAS_WEIGHT_H_

#include <cstddef>
#include <string>

namespace runnel::learn {

struct KerasWeight {
  std::string path;
  size_t weight = 0;  // of Layers::weights()
};

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_KERAS_KERAS_WEIGHT_H_
