// What an optimizer keeps, in the files of Keras 3: "optimizer/vars/0", 1 and so on, of which only the
// order says what each is.
#ifndef RUNNEL_CORE_LEARN_KERAS_OPTIMIZER_FILE_H_
#define RUNNEL_CORE_LEARN_KERAS_OPTIMIZER_FILE_H_

#include <map>
#include <string>
#include <vector>

#include "core/learn/compile.h"
#include "core/learn/keras/hdf5_file.h"

namespace runnel::learn {

// A variable of Keras' optimizer.
struct KerasState {
  std::string path;
  DType dtype = DType::kFloat;
  Shape shape;
  // Those with its value here: more than one where Keras has one for all weights. None: Keras computes
  // it anew in each step, and zeros are written.
  std::vector<const OptimizerState*> variables;
};
// In Keras' order. With a LossScaleOptimizer its inner one is there twice, as Keras writes it.
std::vector<KerasState> KerasStates(const CompiledModel& compiled);

// Of a file that LoadKerasWeights reads: variables and the values that it has for them. Empty, with
// `*why` saying so, if the file's optimizer is another one: with another number of variables. Errors:
// INVALID_ARGUMENT naming one of another type or shape; those of Hdf5File.
struct StateValues {
  std::vector<const Weight*> variables;
  std::vector<Tensor> values;
};
Result<StateValues> ReadKerasStates(const Hdf5File& file, const CompiledModel& compiled,
                                    Allocator* allocator, std::string* why);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_KERAS_OPTIMIZER_FILE_H_
