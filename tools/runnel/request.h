// What `runnel run` and `runnel trace` are asked: a graph with its session, feeds, fetches and targets.
#ifndef RUNNEL_TOOLS_RUNNEL_REQUEST_H_
#define RUNNEL_TOOLS_RUNNEL_REQUEST_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tools/runnel/command.h"

namespace runnel::tools {

// The options that say it.
inline constexpr Option kFeedOption = {"feed", "NAME=FILE", "feed a .npy file to a tensor", true};
inline constexpr Option kFetchOption = {
    "fetch", "TENSOR", "what to fetch: a node's name, or NAME:1 for another output than its first",
    true};
inline constexpr Option kTargetOption = {"target", "NODE", "run a node without fetching from it", true};
inline constexpr Option kInitOption = {"init", "NODE",
                                       "run a node once before, to give variables their values", true};
inline constexpr Option kRestoreOption = {"restore", "PREFIX",
                                          "restore the variables from a checkpoint before"};
inline constexpr Option kSignatureOption = {
    "signature", "KEY", "of a SavedModel: --feed and --fetch name its inputs and outputs, not tensors"};
inline constexpr Option kPassesOption = {"passes", "on|off",
                                         "optimise the graph or run it as it is (default: on)"};
inline constexpr Option kMasterOption = {
    "master", "TARGET", "run on the cluster of the server at runnel://host:port (default: here)"};
inline constexpr Option kTimeoutOption = {"timeout", "MS", "give up after so many milliseconds"};

struct Feed {
  std::string name;
  rnl_output_t output;
  TensorHandle tensor;
};

struct Request {
  std::vector<Feed> feeds;
  std::vector<std::string> fetch_names;
  std::vector<rnl_output_t> fetches;
  std::vector<rnl_node_t> targets;
};

// The tensor that a --feed or --fetch means by a name.
using TensorOf = std::function<std::string(const std::string& name)>;

// A graph, its session, and what names of tensors mean in it.
struct Loaded {
  GraphHandle graph;
  SessionHandle session;
  TensorOf tensor_of = [](const std::string& name) { return name; };
};

// The graph or SavedModel that the first word names, with the session that --device, --passes,
// --soft-placement, --automatic-placement and --timeout ask for, after --restore and --init.
Loaded Load(rnl_runtime_t* runtime, const std::string& device, const Args& args);

// What --passes, --soft-placement and their kin say, for nodes without a device on `device`.
SessionOptionsHandle ReadOptions(const std::string& device, const Args& args);

// NAME and what follows '=' of a --feed; `form` says in errors how it should look.
std::pair<std::string, std::string> SplitFeed(const std::string& text,
                                              const char* form = "NAME=FILE.npy");

// --feed, --fetch and --target.
Request ReadRequest(const Loaded& loaded, rnl_runtime_t* runtime, const Args& args);

// Names of nodes that nothing takes, as far as they have outputs; and of the Placeholders that `fetches`
// need, sorted.
std::vector<std::string> EndsOf(const rnl_graph_t* graph);
std::vector<std::string> StartsOf(const rnl_graph_t* graph, const std::vector<rnl_output_t>& fetches);

// A prepared request, with room for its fetches.
class Step {
 public:
  Step(rnl_session_t* session, const Request& request) : fetched_(request.fetches.size()) {
    std::vector<rnl_output_t> feed_outputs;
    for (const Feed& feed : request.feeds) {
      feed_outputs.push_back(feed.output);
      feeds_.push_back(feed.tensor.get());
    }
    Check(rnl_session_prepare(session, feed_outputs.data(), feed_outputs.size(), request.fetches.data(),
                              request.fetches.size(), request.targets.data(), request.targets.size(),
                              Out(&callable_)));
  }
  ~Step() { Release(); }
  Step(const Step&) = delete;
  Step& operator=(const Step&) = delete;

  // Gives back what the run before has fetched. Both may be NULL.
  void Run(const rnl_run_options_t* options, rnl_metadata_t* metadata) {
    Release();
    Check(rnl_callable_run(callable_.get(), options, feeds_.data(), feeds_.size(), fetched_.data(),
                           fetched_.size(), metadata));
  }
  rnl_tensor_t* fetched(size_t i) const { return fetched_[i]; }
  void Release() {
    for (rnl_tensor_t*& tensor : fetched_) {
      rnl_tensor_release(tensor);
      tensor = nullptr;
    }
  }

 private:
  std::vector<rnl_tensor_t*> feeds_, fetched_;
  CallableHandle callable_;
};

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_REQUEST_H_
