// Opening the library of a family of ops.
#ifndef RUNNEL_CORE_RUNTIME_PLUGINS_OP_LIBRARY_H_
#define RUNNEL_CORE_RUNTIME_PLUGINS_OP_LIBRARY_H_

#include "core/graph/op_library.h"

namespace runnel {

// Opens librunnel_<family>.so beside this library; it stays. Any thread. Errors: as OpenPart.
Result<const OpFamily*> OpenOpLibrary(std::string_view family);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLUGINS_OP_LIBRARY_H_
