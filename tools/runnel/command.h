// What every command of the program is made of, and what several of them share.
#ifndef RUNNEL_TOOLS_RUNNEL_COMMAND_H_
#define RUNNEL_TOOLS_RUNNEL_COMMAND_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/common/args.h"
#include "tools/common/handle.h"
#include "tools/common/json.h"
#include "tools/common/progress.h"

namespace runnel::tools {

struct Command {
  std::string_view name;
  std::string_view arguments;  // "GRAPH": the words that are no options
  size_t min_arguments, max_arguments;
  std::string_view summary;  // one line
  std::string_view details;  // for --help
  std::span<const Option> options;
  int (*run)(const Args& args);  // the exit status; throws Error
};

extern const Command kRunCommand, kTraceCommand, kInspectCommand, kGradCommand, kTrainCommand,
    kOpsCommand, kDevicesCommand, kCheckpointCommand, kConvertCommand, kRecordsCommand, kEventsCommand,
    kWorkerCommand, kClusterCommand, kStatusCommand, kBenchCommand, kQuantizeCommand, kLayersCommand,
    kNewCommand;

inline constexpr Option kJsonOption = {"json", "", "print the answer as JSON"};
inline constexpr Option kDeviceOption = {
    "device", "D",
    "for nodes without one: cpu, virtual:0, /device:CPU:0; its plugin is loaded if need be"};
inline constexpr Option kThreadsOption = {
    "threads", "N", "threads that compute (default: RUNNEL_NUM_THREADS, else all CPUs)"};
inline constexpr Option kPluginOption = {"plugin", "P", "load a plugin, by path or id", true};
inline constexpr Option kConfigOption = {"config", "KEY=VALUE",
                                         "configure a plugin (vulkan.memory_limit_bytes=1000000000), "
                                         "placement.links or placement.calibration",
                                         true};
inline constexpr Option kSoftPlacementOption = {
    "soft-placement", "", "let a node whose device has no kernel for it run on another one"};
inline constexpr Option kAutomaticPlacementOption = {
    "automatic-placement", "", "put nodes where the cost model expects the step to end soonest"};
inline constexpr Option kProgressOption = {"progress", "",
                                           "show progress even if standard error is no terminal"};

// A runtime with what --threads, --plugin and --device ask for.
// `log`, if not null, gets what is logged, from severity info on, and outlives the runtime with `arg`.
RuntimeHandle MakeRuntime(const Args& args, rnl_log_fn_t log = nullptr, void* arg = nullptr);
// The full "/device:TYPE:n" for --device; empty without it. Throws Error if there is no such device.
std::string DeviceName(rnl_runtime_t* runtime, const Args& args);

// Adds what is in a file to an empty graph: GraphDef, binary or text.
GraphHandle LoadGraph(rnl_runtime_t* runtime, const std::string& path);

// A tensor ("node" or "node:1") and a node by name; throws Error that names a close one.
rnl_output_t FindOutput(const rnl_graph_t* graph, const std::string& name);
rnl_node_t FindNode(const rnl_graph_t* graph, const std::string& name);

// Ends a line of standard output; throws Error if it cannot be written.
void PrintLine(std::string_view line);

Progress::When ProgressWhen(const Args& args);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_COMMAND_H_
