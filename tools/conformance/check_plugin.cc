// Negotiation and fault injection: what a plugin does before any device works.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <functional>

#include "tools/conformance/checks.h"

namespace runnel::conformance {
namespace {

std::string CheckTable(const rnlp_plugin_t* plugin) {
  const rnlp_prefix_t& prefix = plugin->prefix;
  if (prefix.magic != RNLP_MAGIC) return "bad magic";
  if (prefix.abi_major != RNLP_ABI_MAJOR) {
    return "built for ABI major " + std::to_string(prefix.abi_major) + ", this program has " +
           std::to_string(RNLP_ABI_MAJOR);
  }
  if (prefix.size_bytes < RNLP_SIZE_TO(rnlp_plugin_t, ops)) return "the table is smaller than in 1.0";
  if (prefix.id == nullptr || prefix.id[0] == '\0' || strnlen(prefix.id, 128) == 128) return "bad id";
  if (prefix.version == nullptr) return "no version";
  if (plugin->create == nullptr || plugin->destroy == nullptr) return "no create or destroy";
  for (uint32_t i = 0; i < plugin->num_kernels; ++i) {
    const rnlp_kernel_row_t* row = plugin->kernels[i];
    if (row == nullptr || row->size_bytes < RNLP_SIZE_TO(rnlp_kernel_row_t, cancel) ||
        row->op == nullptr || row->device_type == nullptr ||
        (row->run == nullptr && row->start == nullptr)) {
      return "kernel row " + std::to_string(i) + " is incomplete";
    }
  }
  return {};
}

// Runs in a process of its own, so that a plugin that reads past a small table is caught.
std::string InChild(const std::function<bool()>& body) {
  const pid_t child = fork();
  if (child < 0) return "cannot fork";
  if (child == 0) _exit(body() ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) return "crashed with signal " + std::to_string(WTERMSIG(status));
  return WEXITSTATUS(status) == 0 ? "" : "did not do what it had to";
}

}  // namespace

void CheckNegotiation(const rnlp_plugin_t* plugin, const Settings& settings, Report* report) {
  const auto say = [&](const char* check, const std::string& problem) {
    report->Check(check, "", problem.empty() ? Result::kPass : Result::kFail, problem);
  };
  say("table", CheckTable(plugin));

  const auto create_with = [&](const std::function<void(Host&)>& change, bool want) {
    return InChild([&] {
      Host host;
      host.settings = settings;
      change(host);
      rnlp_instance_t* instance = nullptr;
      rnlp_status_t* status = plugin->create(&host, &instance);
      if (want) {
        if (status != nullptr || instance == nullptr) return false;
        plugin->destroy(instance);
        return host.live_bytes == 0;
      }
      // Refused, with the code that says so, and nothing left behind.
      return status != nullptr && status->code == RNLP_FAILED_PRECONDITION && host.live_bytes == 0;
    });
  };
  say("starts in a host of this version", create_with([](Host&) {}, true));
  say("starts in a host of a newer minor", create_with(
                                               [](Host& host) {
                                                 host.abi_minor = RNLP_ABI_MINOR + 5;
                                                 host.size_bytes += 64;
                                               },
                                               true));
  say("refuses a host of a newer major",
      create_with([](Host& host) { host.abi_major = RNLP_ABI_MAJOR + 1; }, false));
  say("refuses a host of an older major",
      create_with([](Host& host) { host.abi_major = RNLP_ABI_MAJOR - 1; }, false));
  if (plugin->prefix.min_host_minor > 0) {
    say("refuses a host of an older minor",
        create_with([&](Host& host) { host.abi_minor = plugin->prefix.min_host_minor - 1; }, false));
  }
  // A host of a version before 1.0 would have had less; what lies past its size must not be called. A
  // plugin that needs none of it may start.
  const std::string small = InChild([&] {
    Host host;
    host.settings = settings;
    const auto cut = static_cast<uint32_t>(offsetof(rnlp_host_t, parallel_for));
    std::memset(static_cast<char*>(static_cast<void*>(static_cast<rnlp_host_t*>(&host))) + cut, 0,
                sizeof(rnlp_host_t) - cut);
    host.size_bytes = cut;
    rnlp_instance_t* instance = nullptr;
    rnlp_status_t* status = plugin->create(&host, &instance);
    if (status == nullptr) {
      if (instance == nullptr) return false;
      plugin->destroy(instance);
    } else if (status->code != RNLP_FAILED_PRECONDITION) {
      return false;
    }
    return host.live_bytes == 0;
  });
  say("minds the size of the host's table", small);

  Host first;
  Host second;
  first.settings = settings;
  second.settings = settings;
  Target a(plugin, &first);
  Target b(plugin, &second);
  const Outcome started_a = a.Start();
  const Outcome started_b = b.Start();
  say("serves two hosts at once", !started_a.ok()   ? started_a.text()
                                  : !started_b.ok() ? started_b.text()
                                                    : "");
}

void CheckFaults(const rnlp_plugin_t* plugin, const Settings& settings, Report* report) {
  std::string problem;
  int64_t total = 1;
  int runs = 0;
  for (int64_t nth = -1; nth < total && problem.empty(); ++nth) {
    Host host;
    host.settings = settings;
    host.fail_at = nth;
    Outcome outcome;
    {
      Target target(plugin, &host);
      outcome = target.Start();
      if (outcome.ok() && !target.infos().empty()) {
        outcome = target.Open(0);
        if (outcome.ok() && !target.host_memory()) {
          rnlp_buffer_t* buffer = nullptr;
          outcome = Take(&host, target.api().buffer_alloc(target.device(), 256, &buffer));
          if (outcome.ok()) {
            char bytes[256] = {};
            outcome = target.Write(buffer, 0, bytes, sizeof(bytes));
            target.api().buffer_free(target.device(), buffer);
          }
        }
      }
    }
    if (nth < 0) {
      total = std::min<int64_t>(host.allocations, 500);
      if (!outcome.ok()) problem = "fails without any fault: " + outcome.text();
    } else if (!outcome.ok() && outcome.code != RNLP_RESOURCE_EXHAUSTED) {
      problem = "allocation " + std::to_string(nth) + " failed and the answer was " + outcome.text();
    }
    if (problem.empty() && host.live_bytes != 0) {
      problem = std::to_string(host.live_bytes) + " bytes of host memory leak when allocation " +
                std::to_string(nth) + " fails";
    }
    if (problem.empty() && host.live_statuses != 0) {
      problem = std::to_string(host.live_statuses) + " statuses leak when allocation " +
                std::to_string(nth) + " fails";
    }
    ++runs;
  }
  report->Check("every n-th allocation fails", "", problem.empty() ? Result::kPass : Result::kFail,
                problem.empty() ? std::to_string(runs) + " runs" : problem);
}

}  // namespace runnel::conformance
