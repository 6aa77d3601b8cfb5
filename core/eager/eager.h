// Eager execution: ops that run at once on tensors, tapes that record them, functions made of traced
// graphs.
//
// The implementation is a library of its own, librunnel_eager.so, which is opened when a program makes
// its first context. What c_api sees of it is here.
//
// An op is executed as a step: for the types of its inputs it has an entry, which is a small graph and a
// callable over it, so that placement, compositions, host ops, plans by shapes and error texts are those
// of sessions. Resources live in the context: all its entries share one manager.
#ifndef RUNNEL_CORE_EAGER_EAGER_H_
#define RUNNEL_CORE_EAGER_EAGER_H_

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/build_mark.h"
#include "core/runtime/session/session.h"

namespace runnel {

// What a tape knows a value by: an object that stands for it and nothing else.
using EagerId = Ref<const RefCounted>;
struct EagerValue {
  EagerId id;
  Tensor tensor;
};

// A call as tapes hold it: what was run, what went in and what came out.
class EagerRecord : public RefCounted {};

// An op with its attrs, or a traced function: for inputs of any types that it takes. Any thread.
class EagerOp : public RefCounted {
 public:
  // Errors: those of adding a node with inputs of these types.
  virtual Result<size_t> CountOutputs(std::span<const Tensor> inputs) = 0;
  // Runs it and waits. The first *count of `outputs` are set, and stay on their device. With
  // `out_record` the call can be differentiated. Errors: INVALID_ARGUMENT where there is no room for the
  // outputs; those of CountOutputs and of Session::Run; FAILED_PRECONDITION after the context was
  // closed. Nothing is set then.
  virtual Status Run(std::span<const Tensor> inputs, std::span<Tensor> outputs, size_t* count,
                     const RunOptions* options, Ref<EagerRecord>* out_record) = 0;
};

// Records calls for one thread at a time.
class EagerTape : public RefCounted {
 public:
  // The gradients of a custom call: `dys`, one for each output, zeros where none came; `dxs` gets one
  // for each input, an empty tensor for none. What it computes is to be recorded by `outer`, which may
  // be null.
  using Custom = std::function<Status(EagerTape* outer, std::span<const EagerValue> dys,
                                      std::vector<EagerValue>* dxs)>;

  // Whether a call with these inputs is to be recorded, by this tape or one around it. inputs[i] has the
  // identity ids[i].
  virtual bool Wants(std::span<const RefCounted* const> ids, std::span<const Tensor> inputs) const = 0;
  virtual void Add(const Ref<EagerRecord>& record, std::span<const RefCounted* const> input_ids,
                   std::span<const RefCounted* const> output_ids) = 0;
  // The same for one whose values have identities.
  virtual void Take(const Ref<EagerRecord>& record) = 0;
  virtual void AddCustom(std::span<const EagerValue> inputs, std::span<const EagerValue> outputs,
                         Custom custom) = 0;
  // Errors: INVALID_ARGUMENT for a type without gradients.
  virtual Status Watch(const EagerValue& value) = 0;
  virtual void SetRecording(bool recording) = 0;
  // The gradients of sum(targets), weighed by output_gradients (empty tensors: ones), for the sources. A
  // source that no target depends on gets zeros, or with zeros false an empty tensor. What is computed
  // is recorded by the tape around this one. Errors: FAILED_PRECONDITION for a second time on a tape
  // that is not persistent; INVALID_ARGUMENT for types, shapes and numbers; UNIMPLEMENTED naming the op
  // without a gradient; those of the steps.
  virtual Status Gradient(std::span<const EagerValue> targets,
                          std::span<const EagerValue> output_gradients,
                          std::span<const EagerValue> sources, bool zeros, const RunOptions* options,
                          std::vector<EagerValue>* out) = 0;
};

struct EagerTapeOptions {
  bool persistent = false;
  bool watch_variables = true;  // whichever are read
};

class EagerContext : public RefCounted {
 public:
  // Where functions live that ops name by their attrs. Builders of ops are of this graph.
  virtual const std::shared_ptr<Graph>& graph() = 0;
  // An op without inputs, which a call brings. Equal ones are one op. Errors: NOT_FOUND for the op.
  virtual Result<Ref<EagerOp>> MakeOp(NodeSpec spec) = 0;
  // The op of this name without attrs.
  virtual Result<Ref<EagerOp>> FindOp(std::string_view op) = 0;
  // A function: `signature` of `graph`, whose feeds are Placeholders' outputs, or handles' of AddHandle.
  // The graph stays as it is. Errors: INVALID_ARGUMENT for another feed.
  virtual Result<Ref<EagerOp>> MakeFunction(std::shared_ptr<Graph> graph, std::string_view name,
                                            const Signature& signature) = 0;
  // A function's graph gets the node that made `handle`, once. Errors: INVALID_ARGUMENT for a tensor
  // that is no handle made by this context.
  virtual Result<OutputRef> AddHandle(Graph* graph, const Tensor& handle) = 0;
  virtual Result<Ref<EagerTape>> MakeTape(Ref<EagerTape> outer, const EagerTapeOptions& options) = 0;
  // Cancels what runs, waits for it, drops resources.
  virtual Status Close() = 0;
};

// What librunnel_eager.so answers when it is opened (core/eager/eager_library.h).
struct EagerPart : BuiltPart {
  Result<Ref<EagerContext>> (*create)(Ref<Runtime> runtime, const SessionOptions& options);
};

}  // namespace runnel

#endif  // RUNNEL_CORE_EAGER_EAGER_H_
