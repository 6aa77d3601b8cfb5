// Weights in the HDF5 files of Keras 1 and 2, and of Keras 3's model.save("NAME.h5"): lists of names as
// attributes of groups.
#ifndef RUNNEL_CORE_LEARN_KERAS_LEGACY_WEIGHTS_H_
#define RUNNEL_CORE_LEARN_KERAS_LEGACY_WEIGHTS_H_

#include <vector>

#include "core/learn/keras/hdf5_file.h"
#include "core/learn/keras/keras_weight.h"
#include "core/learn/layers.h"

namespace runnel::learn {

bool IsLegacyWeightsFile(const Hdf5File& file);
// Where such a file has each weight. Layers are found by name if the model has all names of the file's,
// else by their order. Errors: INVALID_ARGUMENT for another number of layers, or of weights of one.
Result<std::vector<KerasWeight>> LegacyWeights(const Hdf5File& file, const Layers& layers);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_KERAS_LEGACY_WEIGHTS_H_
