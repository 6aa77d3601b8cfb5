// Asking a server how it is, without a session.
#ifndef RUNNEL_NET_CLIENT_REMOTE_STATUS_H_
#define RUNNEL_NET_CLIENT_REMOTE_STATUS_H_

#include <vector>

#include "core/runtime/tasks/net_library.h"

namespace runnel::net {

// As NetLibrary::AskStatus. Waits as long as the options let it take to connect.
Result<std::vector<TaskStatus>> AskTaskStatus(const CoreServices& core, const Ref<Runtime>& runtime,
                                              const RemoteOptions& remote, bool all_tasks);

}  // namespace runnel::net

#endif  // RUNNEL_NET_CLIENT_REMOTE_STATUS_H_
