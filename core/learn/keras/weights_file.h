// A model's weights in the files of Keras 3: NAME.weights.h5, alone or as a member of a .keras file.
#ifndef RUNNEL_CORE_LEARN_KERAS_WEIGHTS_FILE_H_
#define RUNNEL_CORE_LEARN_KERAS_WEIGHTS_FILE_H_

#include <string>
#include <vector>

#include "core/learn/keras/hdf5_file.h"
#include "core/learn/layers.h"
#include "core/learn/learn.h"

namespace runnel::learn {

// Where Keras puts a weight: layers count by class, "layers/dense_1/vars/0", whatever their names are.
struct KerasWeight {
  std::string path;
  size_t weight = 0;  // of Layers::weights()
};
std::vector<KerasWeight> KerasWeights(const Layers& layers);

// Errors: those of files; FAILED_PRECONDITION for a model without weights.
Status SaveKerasWeights(const FileSystem& files, const std::string& path, Model* model);
// All weights or none. Errors: those of Hdf5File; NOT_FOUND listing what the file lacks;
// INVALID_ARGUMENT listing what it has more, or naming a weight whose type or shape does not fit.
Status LoadKerasWeights(FilePart part, Allocator* allocator, Model* model);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_KERAS_WEIGHTS_FILE_H_
