// A stage: the gradient of several recorded calls as one entry, and the cache of those.
//
// The calls' nodes are copied into one graph, gradients are added to it, and whatever of the calls'
// inputs and outputs the gradients read is fed with what the tape has. So nothing is computed twice, and
// a training step that is repeated has one plan.
#ifndef RUNNEL_CORE_EAGER_STAGE_H_
#define RUNNEL_CORE_EAGER_STAGE_H_

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/eager/record.h"

namespace runnel {

// What a stage is made of. Two of the same key have the same stage.
struct StageSpec {
  // Where an input of a call comes from: output `index` of call `call`, or the external `index`.
  struct Source {
    int call = -1;
    int index = 0;
  };
  struct Call {
    const EagerCall* record = nullptr;
    std::vector<Source> inputs;
  };
  struct External {
    Tensor value;
    bool wanted = false;  // its gradient is
    // Few integers: axes, shapes, permutations, which gradients may have to know while they are made.
    bool MayBeConstant() const;
  };
  struct Y {
    int call = 0, output = 0;
    bool given = false;  // weighed by a gradient that is given; else by ones
  };
  struct Inner {  // an output whose gradient is wanted
    int call = 0, output = 0;
  };
  std::vector<Call> calls;
  std::vector<External> externals;
  std::vector<Y> ys;
  std::vector<Inner> inner;

  bool open_sizes = false;  // of the externals only ranks are relied on

  std::string Key() const;        // without values
  std::string Structure() const;  // without shapes too
  std::string Constants() const;  // the values of what may be constant
};

struct Stage {
  enum class From : uint8_t { kExternal, kOutput, kGradient };
  struct Feed {
    From from;
    int call = 0;   // kOutput
    int index = 0;  // the external, the output, the y
  };
  Ref<EagerEntry> entry;
  std::vector<Feed> feeds;  // by the entry's inputs
  // By the wanted externals, then the inner ones: which output of the entry; -1: no y depends on it.
  std::vector<int> results;
};

// Errors: those of AddGradients; UNIMPLEMENTED for what would have to run a second time.
Result<std::shared_ptr<const Stage>> BuildStage(const std::shared_ptr<EagerState>& state,
                                                const StageSpec& spec, bool with_constants);

// A spec gets a stage for each of the first values of what may be constant, and one for all values if
// there are more of them, as labels are. Likewise with sizes. Any thread.
class StageCache {
 public:
  explicit StageCache(std::shared_ptr<EagerState> state) : state_(std::move(state)) {}
  Result<std::shared_ptr<const Stage>> Find(const StageSpec& spec);

 private:
  const std::shared_ptr<EagerState> state_;
  struct Entry {
    std::unordered_map<std::string, std::shared_ptr<const Stage>> by_constants;
    std::shared_ptr<const Stage> generic;
    bool needs_constants = false;  // there is no generic one
    uint64_t last_use = 0;
  };
  Result<std::shared_ptr<const Stage>> FindExact(const StageSpec& spec);
  static std::shared_ptr<const Stage> Known(Entry& entry, const std::string& constants);
  void Forget(std::vector<std::shared_ptr<const Stage>>* dropped);

  std::mutex mutex_;  // guards all below
  std::unordered_map<std::string, Entry> stages_;
  // By structure: how many shapes came; kNeverOpen: there are gradients that have to know sizes.
  std::unordered_map<std::string, size_t> shapes_seen_;
  static constexpr size_t kNeverOpen = static_cast<size_t>(-1);
  uint64_t clock_ = 0;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_EAGER_STAGE_H_
