// How a parameter server learns that its job has ended: every program says so at its end, through a
// queue on each of the servers.
#ifndef RUNNEL_TOOLS_RUNNEL_DONE_H_
#define RUNNEL_TOOLS_RUNNEL_DONE_H_

#include <cstdint>
#include <string>

#include "tools/common/handle.h"

namespace runnel::tools {

// Returns when each of `count` programs has said to this task, whose server it is, that they have ended.
// Throws Error, also when the server is stopped.
void AwaitDone(rnl_runtime_t* runtime, rnl_server_t* server, const std::string& job, int64_t task,
               size_t count);
// Says to the first `count` tasks of `job` that this program, the one with this number, has ended. One
// that was started again may say so twice. Throws Error.
void TellDone(rnl_runtime_t* runtime, rnl_server_t* server, const std::string& job, size_t count,
              int number);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_DONE_H_
