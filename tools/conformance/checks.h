// The checks that the conformance program makes; each reports what it finds.
#ifndef RUNNEL_TOOLS_CONFORMANCE_CHECKS_H_
#define RUNNEL_TOOLS_CONFORMANCE_CHECKS_H_

#include <map>
#include <string>

#include "tools/conformance/report.h"
#include "tools/conformance/target.h"

namespace runnel::conformance {

using Settings = std::map<std::string, std::string>;

// The plugin's own table, and how it answers hosts that are older, newer, smaller or of another major.
void CheckNegotiation(const rnlp_plugin_t* plugin, const Settings& settings, Report* report);
// Life of instances and devices while each allocation in turn fails.
void CheckFaults(const rnlp_plugin_t* plugin, const Settings& settings, Report* report);
// These take a target whose device is open.
void CheckMemory(Target& target, Report* report);
void CheckFences(Target& target, Report* report);
void CheckPeers(Target& target, Report* report);
void CheckGroups(Target& target, Report* report);
// Every row for this device's type against the references, over types, shapes, offsets and NaN.
void CheckKernels(Target& target, Report* report);

}  // namespace runnel::conformance

#endif  // RUNNEL_TOOLS_CONFORMANCE_CHECKS_H_
