// Device strings: "/job:j/replica:r/task:t/device:TYPE:i", any part missing or "*"; legacy "/cpu:0".
#ifndef RUNNEL_CORE_GRAPH_DEVICE_NAME_H_
#define RUNNEL_CORE_GRAPH_DEVICE_NAME_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/base/status.h"

namespace runnel {

struct DeviceName {
  std::optional<std::string> job;
  std::optional<int> replica;
  std::optional<int> task;
  std::optional<std::string> type;  // upper case
  std::optional<int> id;

  // Errors: INVALID_ARGUMENT naming the text and the piece that is wrong.
  static Result<DeviceName> Parse(std::string_view text);
  std::string ToString() const;
  bool empty() const { return !job && !replica && !task && !type && !id; }
  // Whether every part given here is equal in `full`.
  bool Matches(const DeviceName& full) const;
  // Adds the parts that only `other` has. False if both have a part and differ in it.
  bool MergeFrom(const DeviceName& other);
};

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_DEVICE_NAME_H_
