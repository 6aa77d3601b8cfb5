#include "core/learn/callback.h"

#include <cmath>

#include "core/base/number.h"

namespace runnel::learn {

Result<int64_t> BatchesBetween(std::string_view callback, std::string_view argument,
                               std::string_view text) {
  if (text == "epoch") return 0;
  if (text == "batch") return 1;
  double every = 0;
  if (ReadReal(text, &every) == text.size() && every >= 1 && every <= 1e15 && every == std::floor(every))
    return static_cast<int64_t>(every);
  return InvalidArgument("callback ", callback, ": ", argument,
                         ": expected epoch, batch or a number of batches, got \"", text, "\"");
}

}  // namespace runnel::learn
