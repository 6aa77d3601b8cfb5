// What a step tells of itself, on its way from the tasks that ran its parts to the client that asked.
#ifndef RUNNEL_NET_WIRE_METADATA_H_
#define RUNNEL_NET_WIRE_METADATA_H_

#include <string>
#include <string_view>

#include "core/runtime/session/session.h"

namespace runnel::net {

// Within a process devices are of "/job:localhost/replica:0/task:0"; elsewhere they are of `task`, as
// "/job:a/replica:0/task:1". What ran on no device gets the task's name alone.
void NameTask(std::string_view task, RunMetadata* metadata);

Result<std::string> EncodeMetadata(const RunMetadata& metadata);
// Errors: DATA_LOSS, INVALID_ARGUMENT with the byte.
Result<RunMetadata> DecodeMetadata(std::string_view bytes);

// Converts all times to a clock that shows `clock_ns` less.
void ShiftClock(int64_t clock_ns, RunMetadata* metadata);
// Adds what a part of the step says to *whole, whose start_ns is the step's. Both go by one clock.
void MergeMetadata(RunMetadata part, RunMetadata* whole);
// Makes `start_ns` the time that all others are counted from.
void SetStart(int64_t start_ns, RunMetadata* metadata);

}  // namespace runnel::net

#endif  // RUNNEL_NET_WIRE_METADATA_H_
