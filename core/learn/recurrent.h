// What recurrent layers do before and behind their recurrence.
#ifndef RUNNEL_CORE_LEARN_RECURRENT_H_
#define RUNNEL_CORE_LEARN_RECURRENT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/learn/layer_row.h"
#include "core/learn/scan.h"

namespace runnel::learn {

// Element `at` of the sizes of x.
OutputRef SizeAt(GraphBuilder& b, OutputRef x, int32_t at);

// Inside the recurrence a state is [batch, units], however many dimensions the layer's have: units is
// the product of their sizes.
class Recurrent {
 public:
  // sizes: those of a state behind the batch. With channels_first the layer has the last of them first.
  Recurrent(LayerContext& ctx, std::vector<int64_t> sizes, size_t num_states,
            bool channels_first = false);

  // Inputs as [time, batch, ...], in the order of the steps, and the states before the first. Errors:
  // INVALID_ARGUMENT for an input that has not as many dimensions as a state and the steps, or whose
  // sizes behind the steps are not known; for initial states of another number or shape; for stateful
  // without a batch of known size.
  Status Begin();
  OutputRef x() const { return x_; }
  OutputRef state(size_t i) const { return states_[i]; }
  int64_t units() const { return units_; }
  bool keeps_states() const { return !kept_.empty(); }
  bool drops_states() const { return static_cast<bool>(kept_states_); }
  bool masks() const { return static_cast<bool>(mask_); }

  // `flat`, a value for each step of each sample, [time batch, ...], as [time, batch, ...].
  OutputRef BySteps(OutputRef flat);
  // Runs `step` over what comes of the inputs. Its constants are the recurrent kernel, then those given
  // here.
  Status Loop(OutputRef projected, std::vector<OutputRef> constants, ScanStepFn step);
  // What the layer gives of that.
  Status End(const ScanResult& result);
  // A state as the recurrent product takes it.
  OutputRef Dropped(GraphBuilder& b, OutputRef state, const std::vector<OutputRef>& constants) const;

 private:
  Status ReadKept(const Shape& input);
  Status ReadInitial();
  // Of a state: as the recurrence has it, and as the layer has it.
  OutputRef Flat(OutputRef state);
  OutputRef Whole(OutputRef state);
  OutputRef Steps(OutputRef sequence);
  OutputRef WithBatch(OutputRef batch, const std::vector<int64_t>& sizes);

  LayerContext& ctx_;
  GraphBuilder& b_;
  const std::vector<int64_t> sizes_;
  const size_t num_states_;
  const bool channels_first_;
  int64_t units_ = 1, steps_ = -1;
  OutputRef x_, mask_, kept_states_;
  std::vector<OutputRef> states_;
  std::vector<KeptState> kept_;  // with stateful=true, one for each state
};

// The initializer of a bias whose second quarter, that of the gate which forgets, is ones with
// unit_forget_bias.
std::string LstmBias(const BoundRow& row);

// Arguments of all recurrent layers, and what their documents say of them.
#define RUNNEL_RNN_WEIGHT_ARGS                                                                    \
  "use_bias: bool = true; kernel_initializer: string = 'glorot_uniform'; recurrent_initializer: " \
  "string = 'orthogonal'; bias_initializer: string = 'zeros'; "
#define RUNNEL_RNN_ARGS                                                                                 \
  "kernel_regularizer: string = ''; recurrent_regularizer: string = ''; bias_regularizer: string = "    \
  "''; "                                                                                                \
  "activity_regularizer: string = ''; kernel_constraint: string = ''; recurrent_constraint: string = "  \
  "''; bias_constraint: string = ''; dropout: float = 0; recurrent_dropout: float = 0; seed: int = 0; " \
  "return_sequences: bool = false; return_state: bool = false; go_backwards: bool = false; stateful: "  \
  "bool = false; unroll: bool = false; zero_output_for_mask: bool = false"

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_RECURRENT_H_
