// A model's weights in the files of Keras 3: NAME.weights.h5, alone or as a member of a .keras file.
#ifndef RUNNEL_CORE_LEARN_KERAS_WEIGHTS_FILE_H_
#define RUNNEL_CORE_LEARN_KERAS_WEIGHTS_FILE_H_

#include <string>
#include <vector>

#include "core/learn/keras/hdf5_file.h"
#include "core/learn/keras/keras_weight.h"
#include "core/learn/layers.h"
#include "core/learn/learn.h"

namespace runnel::learn {

// Layers count by class, "layers/dense_1/vars/0", whatever their names are. *unused: what Keras has
// besides and does not read, the count of samples of a Normalization, which is 0.
std::vector<KerasWeight> KerasWeights(const Layers& layers, std::vector<std::string>* unused);

// What SaveKerasWeights (core/learn/learn.h) or Keras wrote: all weights or none, and with them the
// state of a compiled model's optimizer, if the file's has as many variables; else the runtime's log has
// a warning. Errors: those of Hdf5File; NOT_FOUND listing what the file lacks; INVALID_ARGUMENT listing
// what it has more, or naming a weight whose type or shape does not fit.
Status LoadKerasWeights(FilePart part, Runtime* runtime, Model* model);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_KERAS_WEIGHTS_FILE_H_
