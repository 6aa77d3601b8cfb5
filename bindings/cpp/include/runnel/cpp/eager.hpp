// Eager execution: ops that run at once, variables, functions of graphs. Tapes are in eager_tape.hpp.
//
//   runnel::Eager eager = runnel::Eager::Create(runtime);
//   runnel::EagerTensor x = eager.Tensor({1.0f, 2.0f}, {2});
//   runnel::GradientTape tape(eager);
//   tape.Watch(x);
//   runnel::EagerTensor y = runnel::eager::Square(x) * 2;
//   runnel::EagerTensor slope = tape.Gradient(y, x);
//
// The typed ops are in eager_ops.hpp. Where failures are results, an op that fails gives no tensor, and
// its failure is kept in the context (Eager::status), as a graph keeps that of adding nodes.
#ifndef RUNNEL_CPP_EAGER_HPP_
#define RUNNEL_CPP_EAGER_HPP_

#include <mutex>

#include "call.hpp"
#include "session_options.hpp"

RUNNEL_CPP_NAMESPACE

class EagerTensor;

namespace detail {

struct EagerState {
  EagerState(rnl_eager_t* e, Runtime r) : eager(e), runtime(std::move(r)) {}
  // The failure is thrown, or kept.
  void Fail(Error error) {
#if defined(RUNNEL_RESULTS)
    const std::lock_guard lock(mutex);
    if (!first_error) first_error = std::move(error);
#else
    throw error;
#endif
  }
  Unique<rnl_eager_t, rnl_eager_release> eager;
  Runtime runtime;
  std::mutex mutex;  // guards first_error
  std::optional<Error> first_error;
};

// What this thread's executions are recorded by; the innermost is last.
inline thread_local std::vector<rnl_tape_t*> eager_tapes;
inline rnl_tape_t* CurrentTape() { return eager_tapes.empty() ? nullptr : eager_tapes.back(); }

class OnTape {
 public:
  explicit OnTape(rnl_tape_t* tape) { eager_tapes.push_back(tape); }
  OnTape(const OnTape&) = delete;
  ~OnTape() { eager_tapes.pop_back(); }
};

}  // namespace detail

// A context. Copies are the same one; any thread may use it.
class Eager {
 public:
  static Outcome<Eager> Create(const Runtime& runtime, const SessionOptions& options = {}) {
    RUNNEL_TRY_ASSIGN(made, detail::MakeSessionOptions(options));
    rnl_eager_t* out = nullptr;
    rnl_status_t* status = rnl_eager_create(runtime.get(), made.get(), &out);
    return detail::Finish(status,
                          [&] { return Eager(std::make_shared<detail::EagerState>(out, runtime)); });
  }
  const std::shared_ptr<detail::EagerState>& state() const { return state_; }
  rnl_eager_t* get() const { return state_->eager.get(); }
  const Runtime& runtime() const { return state_->runtime; }
  // The first failure of an op. Where failures are exceptions there is none to keep.
  Outcome<void> status() const {
    const std::lock_guard lock(state_->mutex);
    if (state_->first_error) return detail::Fail(*state_->first_error);
    return Outcome<void>();
  }
  // A value of this context.
  EagerTensor Value(const Tensor& tensor) const;
  template <Element T>
  EagerTensor Tensor(std::initializer_list<T> values, const Shape& shape) const;
  Outcome<void> Close() const { return detail::Check(rnl_eager_close(get())); }

 private:
  explicit Eager(std::shared_ptr<detail::EagerState> state) : state_(std::move(state)) {}
  std::shared_ptr<detail::EagerState> state_;
};

// A value of a context. A default one, and what an op gave that failed, is none.
class EagerTensor {
 public:
  EagerTensor() = default;
  EagerTensor(std::shared_ptr<detail::EagerState> state, Tensor value)
      : state_(std::move(state)), value_(std::move(value)) {}
  explicit operator bool() const { return static_cast<bool>(value_); }
  const std::shared_ptr<detail::EagerState>& state() const { return state_; }
  // The tensor, in the memory of its device.
  const Tensor& value() const { return value_; }
  rnl_tensor_t* get() const { return value_.get(); }
  DType dtype() const { return value_.dtype(); }
  Shape shape() const { return value_.shape(); }
  // The elements, copied to the host where they are elsewhere.
  template <Element T>
  Outcome<std::vector<T>> values() const {
    RUNNEL_TRY_ASSIGN(host, value_.to_host());
    RUNNEL_TRY_ASSIGN(elements, host.template data<T>());
    return std::vector<T>(elements.begin(), elements.end());
  }
  template <Element T>
  Outcome<T> item() const {
    RUNNEL_TRY_ASSIGN(host, value_.to_host());
    return host.template item<T>();
  }

 private:
  std::shared_ptr<detail::EagerState> state_;
  Tensor value_;
};

inline EagerTensor Eager::Value(const class Tensor& tensor) const { return EagerTensor(state_, tensor); }

template <Element T>
EagerTensor Eager::Tensor(std::initializer_list<T> values, const Shape& shape) const {
  auto made = Tensor::From(runtime(), values, shape);
#if defined(RUNNEL_RESULTS)
  if (!made.ok()) {
    state_->Fail(made.error());
    return EagerTensor();
  }
  return EagerTensor(state_, *made);
#else
  return EagerTensor(state_, std::move(made));
#endif
}

// A variable of a context; it goes with its last copy.
class EagerVariable {
 public:
  // `name` is for errors and checkpoints; several may have one.
  static Outcome<EagerVariable> Create(const Eager& eager, const Tensor& initial,
                                       std::string_view name = "Variable",
                                       std::string_view device = "") {
    rnl_tensor_t* out = nullptr;
    rnl_status_t* status =
        rnl_eager_create_variable(eager.get(), Str(name), Str(device), initial.get(), &out);
    return detail::Finish(status, [&] {
      return EagerVariable(EagerTensor(eager.state(), Tensor::Adopt(out)), initial.dtype());
    });
  }
  // What ops on variables take, and tapes too.
  const EagerTensor& handle() const { return handle_; }
  DType dtype() const { return dtype_; }
  EagerTensor Read() const;
  void Assign(const EagerTensor& value) const;
  void AssignAdd(const EagerTensor& value) const;
  void AssignSub(const EagerTensor& value) const;
  // Its node in a function's graph, which is added where it is missing.
  Outcome<Output> In(const Graph& graph) const {
    rnl_output_t out{RNL_NO_NODE, 0};
    rnl_status_t* status =
        rnl_eager_add_handle(handle_.state()->eager.get(), graph.get(), handle_.get(), &out);
    return detail::Finish(status, [&] { return Output{graph.state(), out}; });
  }

 private:
  EagerVariable(EagerTensor handle, DType dtype) : handle_(std::move(handle)), dtype_(dtype) {}
  EagerTensor handle_;
  DType dtype_;
};

// An input of an op: a value, a variable (which is read where its handle is not wanted), a tensor, or a
// number, which becomes one of the type that the other inputs decide.
class EagerInput {
 public:
  using Number = Input::Number;
  EagerInput(const EagerTensor& value) : held_(value) {}          // NOLINT: all of these convert
  EagerInput(const EagerVariable& variable) : held_(variable) {}  // NOLINT
  EagerInput(const Tensor& tensor) : held_(tensor) {}             // NOLINT
  template <typename T>
  requires std::is_arithmetic_v<T> EagerInput(T value)  // NOLINT
      : held_(std::get<Number>(Input(value).held())) {}
  std::shared_ptr<detail::EagerState> state() const {
    if (const auto* v = std::get_if<EagerTensor>(&held_)) return v->state();
    if (const auto* v = std::get_if<EagerVariable>(&held_)) return v->handle().state();
    return nullptr;
  }
  DType dtype() const {
    if (const auto* v = std::get_if<EagerTensor>(&held_)) return v->dtype();
    if (const auto* v = std::get_if<EagerVariable>(&held_)) return v->dtype();
    const auto* t = std::get_if<Tensor>(&held_);
    return t == nullptr ? DType::kInvalid : t->dtype();
  }
  const std::variant<EagerTensor, EagerVariable, Tensor, Number>& held() const { return held_; }

 private:
  std::variant<EagerTensor, EagerVariable, Tensor, Number> held_;
};

namespace detail {

using EagerOpHandle = Shared<rnl_eager_op_t, rnl_eager_op_retain, rnl_eager_op_release>;

// Runs an op that is prepared, or by its name where `op` is null.
inline std::vector<EagerTensor> Execute(const std::shared_ptr<EagerState>& state, rnl_eager_op_t* op,
                                        const char* name, const std::vector<rnl_tensor_t*>& inputs,
                                        std::size_t capacity,
                                        const rnl_run_options_t* options = nullptr) {
  std::vector<rnl_tensor_t*> outputs(capacity);
  std::size_t count = 0;
  rnl_status_t* status =
      op == nullptr ? rnl_eager_execute(state->eager.get(), Str(name), CurrentTape(), inputs.data(),
                                        inputs.size(), outputs.data(), capacity, &count)
                    : rnl_eager_op_execute(op, options, CurrentTape(), inputs.data(), inputs.size(),
                                           outputs.data(), capacity, &count);
  if (status != nullptr) {
    state->Fail(Error(status));
    return std::vector<EagerTensor>(capacity);
  }
  std::vector<EagerTensor> out;
  for (std::size_t i = 0; i < count; ++i) out.emplace_back(state, Tensor::Adopt(outputs[i]));
  return out;
}

// Executes one op. Slots of inputs and outputs are as OpCall has them.
class EagerCall {
 public:
  EagerCall(const char* op, std::string_view name, std::shared_ptr<EagerState> state = nullptr)
      : op_(op), name_(name), state_(std::move(state)) {}
  EagerCall& In(const EagerInput& input, const char* slot) {
    groups_.push_back({slot, {&input}});
    return *this;
  }
  EagerCall& In(const std::vector<EagerInput>& inputs, const char* slot) {
    Group group{slot, {}};
    for (const EagerInput& input : inputs) group.inputs.push_back(&input);
    groups_.push_back(std::move(group));
    return *this;
  }
  template <typename T>
  EagerCall& Attr(const char* name, const T& value) {
    if constexpr (std::is_same_v<T, DType>) types_.push_back({name, value});
    if constexpr (std::is_same_v<T, Tensor>) {
      if (!value) return *this;  // the op's own
    }
    if constexpr (std::is_same_v<T, std::int64_t>) lengths_.push_back({name, value});
    if constexpr (std::is_same_v<T, std::vector<DType>>) {
      lengths_.push_back({name, static_cast<std::int64_t>(value.size())});
    }
    attrs_.push_back([name, &value](rnl_node_builder_t* b) { OpCall::Set(b, Str(name), value); });
    return *this;
  }
  // The outputs by their slots.
  std::vector<std::vector<EagerTensor>> Run(std::initializer_list<const char*> slots) {
    for (const Group& group : groups_) {
      for (const EagerInput* input : group.inputs) {
        if (state_ == nullptr) state_ = input->state();
      }
    }
    if (state_ == nullptr) {
#if defined(RUNNEL_RESULTS)
      return Nothing(slots);  // an input that is none: its context has the reason
#else
      throw Error(Code::kInvalidArgument, std::string(op_) + ": no input is of an eager context");
#endif
    }
    rnl_node_builder_t* b =
        rnl_node_builder_create(rnl_eager_graph(state_->eager.get()), Str(op_), Str(name_));
    for (const auto& set : attrs_) set(b);
    rnl_eager_op_t* raw = nullptr;
    if (rnl_status_t* status = rnl_eager_op_create(state_->eager.get(), b, &raw)) {
      state_->Fail(Error(status));
      return Nothing(slots);
    }
    const Unique<rnl_eager_op_t, rnl_eager_op_release> op(raw);
    std::vector<EagerTensor> kept;
    std::vector<rnl_tensor_t*> inputs;
    Decide();
    for (const Group& group : groups_) {
      for (const EagerInput* input : group.inputs) {
        kept.push_back(Materialise(*input, TypeOf(group.slot)));
        if (!kept.back()) return Nothing(slots);
        inputs.push_back(kept.back().get());
      }
    }
    std::size_t count = slots.size();
    if (std::any_of(slots.begin(), slots.end(), [](const char* s) { return s[0] == '*'; })) {
      if (rnl_status_t* status = rnl_eager_op_num_outputs(raw, inputs.data(), inputs.size(), &count)) {
        state_->Fail(Error(status));
        return Nothing(slots);
      }
    }
    return Group_(Execute(state_, raw, nullptr, inputs, count), slots);
  }
  EagerTensor One() { return Run({"T"})[0][0]; }
  void None() { Run({}); }

 private:
  struct Group {
    const char* slot;
    std::vector<const EagerInput*> inputs;
  };
  struct Decided {
    std::string attr;
    DType dtype;
  };
  static std::vector<std::vector<EagerTensor>> Nothing(std::initializer_list<const char*> slots) {
    return std::vector<std::vector<EagerTensor>>(slots.size(), std::vector<EagerTensor>(1));
  }
  // As many tensors for each slot as it stands for.
  std::vector<std::vector<EagerTensor>> Group_(std::vector<EagerTensor> flat,
                                               std::initializer_list<const char*> slots) const {
    std::vector<std::vector<EagerTensor>> out;
    std::size_t lists = 0, at = 0;
    for (const char* slot : slots) lists += slot[0] == '*' ? 1 : 0;
    for (const char* slot : slots) {
      std::size_t count = 1;
      if (slot[0] == '*') count = lists == 1 ? flat.size() - (slots.size() - 1) : LengthOf(slot);
      count = std::min(count, flat.size() - at);
      out.emplace_back(flat.begin() + static_cast<std::ptrdiff_t>(at),
                       flat.begin() + static_cast<std::ptrdiff_t>(at + count));
      at += count;
    }
    return out;
  }
  static std::string LengthAttr(const char* slot) {
    return slot[1] == '*' ? std::string(slot + 2) : std::string(std::strchr(slot, ':') + 1);
  }
  std::size_t LengthOf(const char* slot) const {
    const std::string attr = LengthAttr(slot);
    for (const auto& [name, length] : lengths_) {
      if (attr == name) return static_cast<std::size_t>(length);
    }
    for (const Group& group : groups_) {
      if (group.slot[0] == '*' && LengthAttr(group.slot) == attr) return group.inputs.size();
    }
    return 0;
  }
  DType TypeOf(const char* slot) const {
    const std::string_view word = slot[0] == '*' ? slot + 1 : slot;
    if (word[0] == '*') return DType::kInvalid;
    if (word[0] == '=') {
      return static_cast<DType>(rnl_dtype_from_name(Str(word.substr(1, word.find(':') - 1))));
    }
    for (const Decided& d : types_) {
      if (d.attr == word.substr(0, word.find(':'))) return d.dtype;
    }
    return DType::kInvalid;
  }
  // As OpCall: what inputs bring decides their type attr, then the widest of the numbers.
  void Decide() {
    const auto decide = [&](const Group& group, DType dtype) {
      const std::string_view word = group.slot[0] == '*' ? group.slot + 1 : group.slot;
      if (word[0] == '*' || word[0] == '=' || TypeOf(group.slot) != DType::kInvalid) return;
      types_.push_back({std::string(word.substr(0, word.find(':'))), dtype});
    };
    for (const Group& group : groups_) {
      for (const EagerInput* input : group.inputs) {
        if (input->dtype() != DType::kInvalid) decide(group, input->dtype());
      }
    }
    for (const DType wanted : {DType::kFloat, DType::kInt32, DType::kBool}) {
      for (const Group& group : groups_) {
        for (const EagerInput* input : group.inputs) {
          const auto* number = std::get_if<EagerInput::Number>(&input->held());
          if (number != nullptr && number->alone == wanted) decide(group, wanted);
        }
      }
    }
  }
  EagerTensor Materialise(const EagerInput& input, DType wanted) const {
    if (const auto* v = std::get_if<EagerTensor>(&input.held())) return *v;
    if (const auto* v = std::get_if<EagerVariable>(&input.held())) {
      return wanted == DType::kResource ? v->handle() : v->Read();
    }
    if (const auto* t = std::get_if<Tensor>(&input.held())) return EagerTensor(state_, *t);
    const auto& number = std::get<EagerInput::Number>(input.held());
    const DType dtype = wanted == DType::kInvalid ? number.alone : wanted;
    rnl_tensor_t* out = nullptr;
    if (rnl_status_t* status = rnl_tensor_from_scalar(
            state_->runtime.get(), static_cast<rnl_dtype_t>(dtype), number.value, &out)) {
      state_->Fail(Error(status));
      return EagerTensor();
    }
    return EagerTensor(state_, Tensor::Adopt(out));
  }

  const char* op_;
  std::string_view name_;
  std::shared_ptr<EagerState> state_;
  std::vector<Group> groups_;
  std::vector<Decided> types_;
  std::vector<std::pair<const char*, std::int64_t>> lengths_;
  std::vector<std::function<void(rnl_node_builder_t*)>> attrs_;
};

}  // namespace detail

inline EagerTensor EagerVariable::Read() const {
  const EagerInput handle(handle_);
  return detail::EagerCall("ReadVariableOp", {}).In(handle, "=resource").Attr("dtype", dtype_).One();
}
inline void EagerVariable::Assign(const EagerTensor& value) const {
  detail::Execute(handle_.state(), nullptr, "AssignVariableOp", {handle_.get(), value.get()}, 0);
}
inline void EagerVariable::AssignAdd(const EagerTensor& value) const {
  detail::Execute(handle_.state(), nullptr, "AssignAddVariableOp", {handle_.get(), value.get()}, 0);
}
inline void EagerVariable::AssignSub(const EagerTensor& value) const {
  detail::Execute(handle_.state(), nullptr, "AssignSubVariableOp", {handle_.get(), value.get()}, 0);
}

// A part of a graph that is called as an op.
class EagerFunction {
 public:
  // Inputs are outputs of Placeholders, or of EagerVariable::In.
  static Outcome<EagerFunction> Create(const Eager& eager, const Graph& graph,
                                       const std::vector<Output>& inputs,
                                       const std::vector<Output>& outputs,
                                       const std::vector<Node>& targets = {},
                                       std::string_view name = "function") {
    std::vector<rnl_output_t> in, out;
    std::vector<rnl_node_t> nodes;
    for (const Output& o : inputs) in.push_back(o.raw);
    for (const Output& o : outputs) out.push_back(o.raw);
    for (const Node& n : targets) nodes.push_back(n.raw);
    rnl_eager_op_t* op = nullptr;
    rnl_status_t* status =
        rnl_eager_op_from_graph(eager.get(), Str(name), graph.get(), in.data(), in.size(), out.data(),
                                out.size(), nodes.data(), nodes.size(), &op);
    return detail::Finish(status, [&] { return EagerFunction(eager.state(), op, outputs.size()); });
  }
  // Variables are given by their handles.
  std::vector<EagerTensor> operator()(const std::vector<EagerTensor>& inputs) const {
    std::vector<rnl_tensor_t*> raw;
    for (const EagerTensor& input : inputs) raw.push_back(input.get());
    return detail::Execute(state_, op_.get(), nullptr, raw, outputs_);
  }

 private:
  class Op : public detail::EagerOpHandle {
   public:
    explicit Op(rnl_eager_op_t* adopted) : Shared(adopted) {}
  };
  EagerFunction(std::shared_ptr<detail::EagerState> state, rnl_eager_op_t* op, std::size_t outputs)
      : state_(std::move(state)), op_(op), outputs_(outputs) {}
  std::shared_ptr<detail::EagerState> state_;
  Op op_;
  std::size_t outputs_;
};

// C++'s operators, with each other and with numbers.
template <typename T>
concept EagerValueLike = std::same_as<T, EagerTensor> || std::same_as<T, EagerVariable>;
template <typename A, typename B>
concept EagerOperands = (EagerValueLike<A> && std::convertible_to<B, EagerInput>) ||
                        (EagerValueLike<B> && std::convertible_to<A, EagerInput>);

#define RUNNEL_CPP_EAGER_BINARY(symbol, op)                                          \
  template <typename A, typename B>                                                  \
  requires EagerOperands<A, B> EagerTensor operator symbol(const A& a, const B& b) { \
    const EagerInput x(a), y(b);                                                     \
    return detail::EagerCall(#op, {}).In(x, "T").In(y, "T").One();                   \
  }
RUNNEL_CPP_EAGER_BINARY(+, AddV2)
RUNNEL_CPP_EAGER_BINARY(-, Sub)
RUNNEL_CPP_EAGER_BINARY(*, Mul)
RUNNEL_CPP_EAGER_BINARY(/, RealDiv)
RUNNEL_CPP_EAGER_BINARY(<, Less)
RUNNEL_CPP_EAGER_BINARY(<=, LessEqual)
RUNNEL_CPP_EAGER_BINARY(>, Greater)
RUNNEL_CPP_EAGER_BINARY(>=, GreaterEqual)
#undef RUNNEL_CPP_EAGER_BINARY
template <EagerValueLike A>
EagerTensor operator-(const A& a) {
  const EagerInput x(a);
  return detail::EagerCall("Neg", {}).In(x, "T").One();
}

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_EAGER_HPP_
