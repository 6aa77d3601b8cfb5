// Operators that keep a state.
#include "plugins/tflite/convert.h"

namespace runnel::tflite {
namespace {

// A filter of two factors over what came last: weights over features, then over time.
void Svdf(Op& op) {
  const int64_t rank = op.options().Get<int32_t>(0, 0);
  if (op.num_inputs() < 5 || !op.Has(4)) return op.Refuse("it has no state");
  const Tensor &features = op.In(1), &times = op.In(2);
  if (features.dims.size() != 2 || times.dims.size() != 2 || times.count() < 0 || rank < 1 ||
      times.dims[0] % rank != 0)
    return op.Refuse("weights of unknown shape");
  const int32_t t = op.Type(0);
  const int64_t filters = times.dims[0], memory = times.dims[1];
  op.Activate(op.options().Get<int8_t>(1, 0));
  const int64_t state_dims[] = {-1, filters, memory}, new_dims[] = {-1, filters, 1},
                flat_dims[] = {-1, filters * memory}, unit_dims[] = {-1, filters / rank, rank};
  const std::string state = op.Reshaped(op.X(4), t, state_dims);
  const std::string fresh =
      op.Node("MatMul").In(op.X(0)).In(op.X(1)).Bool("transpose_b", true).Type("T", t).Done();
  const std::string kept = op.Node("Slice")
                               .In(state)
                               .In(op.Ints({0, 0, 1}))
                               .In(op.Ints({-1, -1, -1}))
                               .Type("T", t)
                               .Type("Index", RNLP_INT32)
                               .Done();
  const std::string next = op.Node("ConcatV2")
                               .In(kept)
                               .In(op.Reshaped(fresh, t, new_dims))
                               .In(op.Int(2))
                               .Int("N", 2)
                               .Type("T", t)
                               .Type("Tidx", RNLP_INT32)
                               .Done();
  op.scope().Assign(op.index(4), op.Reshaped(next, t, flat_dims));
  const auto sum = [&](const std::string& x, bool is_last) {
    NodeWriter node = is_last ? op.Last("Sum") : op.Node("Sum");
    return node.In(x).In(op.Ints({2})).Type("T", t).Type("Tidx", RNLP_INT32).Done();
  };
  const std::string over_time = sum(op.Binary("Mul", next, op.X(2), t), false);
  std::string out = sum(op.Reshaped(over_time, t, unit_dims), !op.Has(3));
  if (op.Has(3)) out = op.Last("BiasAdd").In(out).In(op.X(3)).Type("T", t).Done();
  op.Set(std::move(out));
}

constexpr OpRow kRecurrentOps[] = {
    {.name = "SVDF", .write = Svdf},
};

}  // namespace

std::span<const OpRow> RecurrentOps() { return kRecurrentOps; }

}  // namespace runnel::tflite
