// Models as Keras 3 describes them in JSON, in the file config.json of a .keras file.
#ifndef RUNNEL_CORE_LEARN_KERAS_KERAS_CONFIG_H_
#define RUNNEL_CORE_LEARN_KERAS_KERAS_CONFIG_H_

#include <functional>
#include <string>
#include <string_view>

#include "core/learn/learn.h"
#include "core/learn/train/json_value.h"

namespace runnel::learn {

// A member of the archive that the config is in.
using ReadMember = std::function<Result<std::string>(const std::string& path)>;

// Adds the layers of a Sequential or Functional model and calls them. `what` is the config, for
// messages; `read` gives vocabularies that are not in it, and may be null. Errors: INVALID_ARGUMENT
// naming the layer and what was expected of it; UNIMPLEMENTED naming a layer, or an argument that has an
// effect, that is not known here; those of `read`.
Status BuildFromConfig(const JsonValue& config, std::string_view what, Model* model,
                       const ReadMember& read = {});
// Compiles it as the config says. False if it does not say how.
Result<bool> CompileFromConfig(const JsonValue& config, std::string_view what, Model* model);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_KERAS_KERAS_CONFIG_H_
