// Opens librunnel_eager.so when a program makes its first eager context. Who links core statically has
// it in itself.
#ifndef RUNNEL_CORE_EAGER_EAGER_LIBRARY_H_
#define RUNNEL_CORE_EAGER_EAGER_LIBRARY_H_

#include "core/eager/eager.h"

namespace runnel {

// Any thread. Errors: as OpenPart (core/runtime/plugins/library_file.h).
Result<const EagerPart*> OpenEager();

}  // namespace runnel

#endif  // RUNNEL_CORE_EAGER_EAGER_LIBRARY_H_
