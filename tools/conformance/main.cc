// runnel-conformance: does a plugin keep the contract of plugins/abi?
//
// Built from the public headers alone, as a stranger's host would be. Exit status 0 if nothing failed
// and something was executed.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "tools/conformance/checks.h"

namespace {

using namespace runnel::conformance;  // NOLINT: the program itself

constexpr const char* kUsage =
    "usage: runnel-conformance --plugin FILE [--devices FILE] [--device ORDINAL] [--config "
    "KEY=VALUE]... "
    "[--expect FILE] [--json]\n"
    "Checks a device plugin: negotiation, memory, fences, order, faults, and every kernel against a "
    "float64\n"
    "reference. --devices names the plugin that opens the devices which a plugin without any has "
    "kernels\n"
    "for. --device limits it to one device; --config is handed to the plugin. --expect names a file of\n"
    "announced failures, lines KERNEL TYPE REASON (TYPE may be *): what is announced and fails is an\n"
    "expected_failure, and fails if it passes. With --json each line is an object: {check or kernel "
    "and\n"
    "type, device, result: pass, unsupported, expected_failure or fail, cases, reason}.\n";

struct Arguments {
  std::string plugin, devices, expected;
  int device = -1;
  bool json = false;
  Settings settings;
};

int Fail(const std::string& message) {
  std::fprintf(stderr, "runnel-conformance: %s\n", message.c_str());
  return 2;
}

// Empty, or what is wrong.
std::string Parse(int argc, char** argv, Arguments* out) {
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--json") {
      out->json = true;
      continue;
    }
    if (argument != "--plugin" && argument != "--devices" && argument != "--device" &&
        argument != "--config" && argument != "--expect") {
      return "unknown argument " + argument + "; see --help";
    }
    if (i + 1 == argc) return argument + " needs a value";
    const std::string value = argv[++i];
    if (argument == "--plugin") {
      out->plugin = value;
    } else if (argument == "--devices") {
      out->devices = value;
    } else if (argument == "--expect") {
      out->expected = value;
    } else if (argument == "--device") {
      char* end = nullptr;
      const long ordinal = std::strtol(value.c_str(), &end, 10);
      if (value.empty() || *end != '\0' || ordinal < 0 || ordinal > 4096)
        return "--device " + value + " is no ordinal";
      out->device = static_cast<int>(ordinal);
    } else {
      const size_t equals = value.find('=');
      if (equals == std::string::npos) return "--config " + value + " is not KEY=VALUE";
      out->settings[value.substr(0, equals)] = value.substr(equals + 1);
    }
  }
  return out->plugin.empty() ? "--plugin FILE is missing; see --help" : "";
}

// The devices, each with an instance of its own, so that one cannot spoil the next. Those of another
// plugin are taken to work.
void CheckDevices(const rnlp_plugin_t* plugin, const rnlp_plugin_t* devices, const Arguments& arguments,
                  Report* report) {
  size_t count = 1;
  for (size_t ordinal = 0; ordinal < count; ++ordinal) {
    Host host;
    host.settings = arguments.settings;
    {
      Target target(plugin, &host, devices);
      Outcome outcome = target.Start();
      if (!outcome.ok()) {
        report->Check("start", "", Result::kFail, outcome.text());
        return;
      }
      count = target.infos().size();
      if (count == 0) {
        report->Check("devices", "", Result::kUnsupported, "the plugin lists no devices here");
        return;
      }
      if (arguments.device >= 0 && ordinal != static_cast<size_t>(arguments.device)) {
        if (static_cast<size_t>(arguments.device) >= count) {
          report->Check(
              "devices", "", Result::kFail,
              "no device " + std::to_string(arguments.device) + ", there are " + std::to_string(count));
          return;
        }
        continue;
      }
      outcome = target.Open(static_cast<uint32_t>(ordinal));
      report->Check("open", target.name(), outcome.ok() ? Result::kPass : Result::kFail,
                    outcome.ok() ? "" : outcome.text());
      if (!outcome.ok()) continue;
      if (target.owns_devices()) {
        CheckMemory(target, report);
        CheckFences(target, report);
        CheckPeers(target, report);
        CheckGroups(target, report);
      }
      CheckKernels(target, report);
    }
    report->Check(
        "nothing leaks", "", host.live_bytes == 0 ? Result::kPass : Result::kFail,
        host.live_bytes == 0 ? "" : std::to_string(host.live_bytes) + " bytes of host memory are left");
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--help") == 0) {
    std::fputs(kUsage, stdout);
    return 0;
  }
  Arguments arguments;
  const std::string problem = Parse(argc, argv, &arguments);
  if (!problem.empty()) return Fail(problem);
  std::string reason;
  const rnlp_plugin_t* plugin = LoadPlugin(arguments.plugin, &reason);
  if (plugin == nullptr) return Fail(reason);
  const rnlp_plugin_t* devices = plugin;
  if (!arguments.devices.empty()) devices = LoadPlugin(arguments.devices, &reason);
  if (devices == nullptr) return Fail(reason);

  Report report(arguments.json);
  if (!arguments.expected.empty() && !report.ReadExpected(arguments.expected, &reason))
    return Fail(reason);
  CheckNegotiation(plugin, arguments.settings, &report);
  if (report.failed() == 0) {
    CheckFaults(plugin, arguments.settings, &report);
    CheckDevices(plugin, devices, arguments, &report);
  }
  std::fprintf(stderr, "%s: %d passed, %d failed, %d unsupported, %d expected failures\n",
               plugin->prefix.id, report.passed(), report.failed(), report.unsupported(),
               report.expected());
  if (report.passed() == 0) return Fail("nothing was executed");
  return report.failed() == 0 ? 0 : 1;
}
