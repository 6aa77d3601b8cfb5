// A model that is to run with inputs of shapes that the command line and the model say.
#ifndef RUNNEL_TOOLS_RUNNEL_OPEN_MODEL_H_
#define RUNNEL_TOOLS_RUNNEL_OPEN_MODEL_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tools/common/error.h"
#include "tools/runnel/request.h"

namespace runnel::tools {

inline constexpr Option kShapeOption = {
    "shape", "NAME=DIMS", "the shape of an input, 1,3,224,224 (default: the model's, 1 where unknown)",
    true};
inline constexpr Option kBatchOption = {
    "batch", "N", "the first size of an input where the model does not say (default: 1)"};
inline constexpr Option kOutputsOption = {
    "fetch", "TENSOR", "an output (default: those of the signature, or whatever nothing takes)", true};

struct OpenedModel {
  std::string format;
  Loaded loaded;
  Request request;  // without the feeds' values
};

// The model that the first word names, with --signature and --fetch, and the session that other options
// of request.h ask for.
OpenedModel OpenModel(rnl_runtime_t* runtime, const Args& args);

// --shape and --batch.
class InputShapes {
 public:
  explicit InputShapes(const Args& args);
  // Of the input `name`; unknown sizes are 1, the first the batch.
  std::vector<int64_t> Of(const rnl_graph_t* graph, const std::string& name, rnl_output_t output);
  // After all inputs were asked for. Throws UsageError for a --shape that named none of them.
  void CheckUsed() const;
  // Calls `run`. An INVALID_ARGUMENT of it says, too, which sizes were guessed because the model does
  // not say them: a graph that they do not fit fails at some inner node.
  template <typename F>
  void Explain(F&& run) const {
    try {
      run();
    } catch (const Error& error) {
      const std::string text = error.what();
      if (guessed_.empty() || text.find("INVALID_ARGUMENT") == std::string::npos) throw;
      throw Error(text + Advice());
    }
  }

 private:
  std::string Advice() const;
  std::map<std::string, std::vector<int64_t>> shapes_;
  std::set<std::string> used_;
  std::map<std::string, std::vector<int64_t>> guessed_;  // those with a size that the model does not say
  const int64_t batch_;
};

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_OPEN_MODEL_H_
