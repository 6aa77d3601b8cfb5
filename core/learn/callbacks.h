// Callbacks by spec, as EarlyStopping(patience=3).
#ifndef RUNNEL_CORE_LEARN_CALLBACKS_H_
#define RUNNEL_CORE_LEARN_CALLBACKS_H_

#include <memory>
#include <string_view>
#include <vector>

#include "core/io/file.h"
#include "core/learn/callback.h"
#include "core/learn/row.h"

namespace runnel::learn {

// Errors: those of specs and rows.
Result<std::vector<std::unique_ptr<Callback>>> MakeCallbacks(std::string_view specs,
                                                             const FileSystem& files);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_CALLBACKS_H_
