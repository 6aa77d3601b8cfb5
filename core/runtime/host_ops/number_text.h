// Text as a number, as StringToNumber and DecodeCSV read it.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_NUMBER_TEXT_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_NUMBER_TEXT_H_

#include <string_view>

namespace runnel {

// False unless all of `text` but space around it is a number that a T holds: for real numbers also inf,
// nan and hexadecimal ones, and numbers too large are infinite. T: float, double, int32_t, int64_t,
// uint32_t or uint64_t.
template <typename T>
bool ReadNumber(std::string_view text, T* out);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_NUMBER_TEXT_H_
