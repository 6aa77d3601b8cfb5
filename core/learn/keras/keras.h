// Models and weights in Keras' files, as librunnel sees them.
#ifndef RUNNEL_CORE_LEARN_KERAS_KERAS_H_
#define RUNNEL_CORE_LEARN_KERAS_KERAS_H_

#include <string>

#include "core/io/file.h"
#include "core/learn/learn.h"

namespace runnel::learn {

struct KerasPart {
  // A .keras file. `options` are arguments: compile=true, seed=1. Errors: those of the file, of its
  // config and of its weights, which name what they are about.
  Result<Ref<Model>> (*open)(const Ref<Runtime>& runtime, const FileSystem& files,
                             const std::string& path, std::string_view options);
  // core/learn/keras/weights_file.h.
  Status (*save_weights)(const FileSystem& files, const std::string& path, Model* model);
  Status (*load_weights)(const Ref<Runtime>& runtime, const FileSystem& files, const std::string& path,
                         Model* model);
};

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_KERAS_KERAS_H_
