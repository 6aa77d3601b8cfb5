// Steps of optimizers, and the simple ops of ai.onnx.ml.
#include <cmath>

#include "plugins/onnx/importer.h"

namespace runnel::onnx {
namespace {

// Inputs are rate, step, then all values, all gradients and each state of all values in turn.
struct Group {
  Value x, g;
  Values states;
};
std::vector<Group> Groups(Node& n, size_t states) {
  if (n.num_inputs() < 2 || (n.num_inputs() - 2) % (2 + states) != 0)
    Invalid("inputs of another number");
  const size_t count = (n.num_inputs() - 2) / (2 + states);
  std::vector<Group> groups(count);
  for (size_t i = 0; i < count; ++i) {
    groups[i].x = n.In(2 + i);
    groups[i].g = n.In(2 + count + i);
    for (size_t k = 0; k < states; ++k) groups[i].states.push_back(n.In(2 + (2 + k) * count + i));
  }
  return groups;
}

Value Regularized(Builder& b, const Group& group, float norm) {
  return norm == 0 ? group.g : b.Add(group.g, b.Mul(group.x, norm));
}

void Momentum(Node& n) {
  Builder& b = n.b;
  const Value rate = b.Reshape(n.In(0), Ints{}), step = b.Reshape(n.In(1), Ints{});
  const float alpha = n.Float("alpha", 0), beta = n.Float("beta", 0),
              norm = n.Float("norm_coefficient", 0);
  const std::string mode = n.Str("mode", "standard");
  const std::vector<Group> groups = Groups(n, 1);
  for (size_t i = 0; i < groups.size(); ++i) {
    const Value& x = groups[i].x;
    const Value g = Regularized(b, groups[i], norm);
    // The first step takes all of the gradient.
    const Value first = b.Compare("Equal", b.Cast(step, RNLP_INT64), Builder::I64Scalar(0));
    const Value share = b.Select(first, Builder::Scalar(x.dtype, 1), Builder::Scalar(x.dtype, beta));
    const Value v = b.Add(b.Mul(groups[i].states[0], alpha), b.Mul(g, share));
    const Value move = mode == "nesterov" ? b.Add(g, b.Mul(v, alpha)) : v;
    if (mode != "nesterov" && mode != "standard") Invalid("mode \"" + mode + "\"");
    n.Out(i, b.Sub(x, b.Mul(move, b.Cast(rate, x.dtype))));
    n.Out(groups.size() + i, v);
  }
}

void Adagrad(Node& n) {
  Builder& b = n.b;
  const Value rate = b.Reshape(n.In(0), Ints{}), step = b.Reshape(n.In(1), Ints{});
  const float decay = n.Float("decay_factor", 0), epsilon = n.Float("epsilon", 1e-6f),
              norm = n.Float("norm_coefficient", 0);
  const std::vector<Group> groups = Groups(n, 1);
  for (size_t i = 0; i < groups.size(); ++i) {
    const Value& x = groups[i].x;
    const Value g = Regularized(b, groups[i], norm);
    const Value r = b.Div(b.Cast(rate, x.dtype), b.Add(b.Mul(b.Cast(step, x.dtype), decay), 1));
    const Value h = b.Add(groups[i].states[0], b.Unary("Square", g));
    n.Out(i, b.Sub(x, b.Div(b.Mul(g, r), b.Add(b.Unary("Sqrt", h), epsilon))));
    n.Out(groups.size() + i, h);
  }
}

void Adam(Node& n) {
  Builder& b = n.b;
  const Value rate = b.Reshape(n.In(0), Ints{}), step = b.Reshape(n.In(1), Ints{});
  const float alpha = n.Float("alpha", 0.9f), beta = n.Float("beta", 0.999f),
              epsilon = n.Float("epsilon", 1e-6f);
  const float norm = n.Float("norm_coefficient", 0), after = n.Float("norm_coefficient_post", 0);
  const std::vector<Group> groups = Groups(n, 2);
  for (size_t i = 0; i < groups.size(); ++i) {
    const Value& x = groups[i].x;
    const Value g = Regularized(b, groups[i], norm);
    const Value v = b.Add(b.Mul(groups[i].states[0], alpha), b.Mul(g, 1 - static_cast<double>(alpha)));
    const Value h = b.Add(b.Mul(groups[i].states[1], beta),
                          b.Mul(b.Unary("Square", g), 1 - static_cast<double>(beta)));
    const Value t = b.Cast(step, x.dtype), one = Builder::Scalar(x.dtype, 1);
    const auto rest = [&](float base) {
      return b.Sub(one, b.Binary("Pow", Builder::Scalar(x.dtype, base), t));
    };
    const Value corrected =
        b.Div(b.Mul(b.Cast(rate, x.dtype), b.Unary("Sqrt", rest(beta))), rest(alpha));
    const Value r =
        b.Select(b.Compare("Greater", t, Builder::Scalar(x.dtype, 0)), corrected, b.Cast(rate, x.dtype));
    Value next = b.Sub(x, b.Div(b.Mul(v, r), b.Add(b.Unary("Sqrt", h), epsilon)));
    if (after != 0) next = b.Mul(next, 1 - static_cast<double>(after));
    n.Out(i, next);
    n.Out(groups.size() + i, v);
    n.Out(2 * groups.size() + i, h);
  }
}

// ---- ai.onnx.ml ----

void ArrayFeatureExtractor(Node& n) {
  const Value x = n.In(0), at = n.In(1);
  n.Out(n.b.Gather(x, n.b.Reshape(at, Ints{-1}), NeedRank(x) - 1));
}

void Binarizer(Node& n) {
  const Value x = n.In(0);
  n.Out(n.b.Cast(n.b.Compare("Greater", x, Builder::Scalar(x.dtype, n.Float("threshold", 0))), x.dtype));
}

void Scaler(Node& n) {
  Builder& b = n.b;
  Value x = n.In(0);
  if (x.dtype != RNLP_DOUBLE) x = b.Cast(x, RNLP_FLOAT);
  const auto numbers = [&](const char* name, float otherwise) {
    const auto list = n.FloatList(name).value_or(std::vector<float>{otherwise});
    return Builder::Numbers(x.dtype, {list.begin(), list.end()});
  };
  n.Out(b.Cast(b.Mul(b.Sub(x, numbers("offset", 0)), numbers("scale", 1)), RNLP_FLOAT));
}

void Normalizer(Node& n) {
  Builder& b = n.b;
  const Value x = b.Cast(n.In(0), RNLP_FLOAT);
  const std::string norm = n.Str("norm", "MAX");
  const Ints axes{NeedRank(x) - 1};
  Value by;
  if (norm == "MAX")
    by = b.Reduce("Max", x, axes, true);
  else if (norm == "L1")
    by = b.Reduce("Sum", b.Unary("Abs", x), axes, true);
  else if (norm == "L2")
    by = b.Unary("Sqrt", b.Reduce("Sum", b.Unary("Square", x), axes, true));
  else
    Invalid("norm \"" + norm + "\"");
  n.Out(b.Node("DivNoNan", {x, by}, x.dtype, x.shape));
}

void LinearRegressor(Node& n) {
  Builder& b = n.b;
  const Value x = b.Cast(n.In(0), RNLP_FLOAT);
  const int64_t targets = n.Int("targets", 1);
  const auto weights = n.FloatList("coefficients").value_or(std::vector<float>{});
  const auto offsets = n.FloatList("intercepts").value_or(std::vector<float>{});
  const std::string post = n.Str("post_transform", "NONE");
  if (post != "NONE") Refuse("post_transform=" + post);
  if (targets < 1 || weights.empty() || weights.size() % static_cast<size_t>(targets) != 0)
    Invalid("coefficients");
  const Value w = b.Reshape(Builder::Numbers(RNLP_FLOAT, {weights.begin(), weights.end()}),
                            Ints{targets, static_cast<int64_t>(weights.size()) / targets});
  Value out = b.MatMul(x, w, false, true);
  if (!offsets.empty()) out = b.Add(out, Builder::Numbers(RNLP_FLOAT, {offsets.begin(), offsets.end()}));
  n.Out(out);
}

// Keys to values: of each element the value of the key that it is, found by comparison with all.
void LabelEncoder(Node& n) {
  Builder& b = n.b;
  const Value x = n.In(0);
  Value keys, values, otherwise;
  const auto vector = [&](const char* suffix_strings, const char* ints, const char* floats,
                          const char* tensor, Value* out) {
    if (n.HasAttr(suffix_strings))
      *out = Builder::Strings(n.StrList(suffix_strings));
    else if (n.HasAttr(ints))
      *out = Builder::I64(*n.IntList(ints));
    else if (n.HasAttr(floats)) {
      const auto list = *n.FloatList(floats);
      *out = Builder::Numbers(RNLP_FLOAT, {list.begin(), list.end()});
    } else if (const Attribute* a = n.Attr(tensor); a != nullptr && a->has_tensor)
      *out = n.importer.ReadTensor(a->tensor);
    else
      Refuse(std::string("without ") + tensor);
  };
  vector("keys_strings", "keys_int64s", "keys_floats", "keys_tensor", &keys);
  vector("values_strings", "values_int64s", "values_floats", "values_tensor", &values);
  const std::string text = n.Str("default_string", "_Unused");
  const int64_t number = n.Int("default_int64", -1);
  const float real = n.Float("default_float", -0.0f);
  if (const Attribute* a = n.Attr("default_tensor"); a != nullptr && a->has_tensor) {
    otherwise = b.Reshape(n.importer.ReadTensor(a->tensor), Ints{});
  } else if (values.dtype == RNLP_STRING) {
    otherwise = Builder::Strings({text});
    otherwise.shape = Shape::Scalar();
  } else {
    otherwise =
        values.dtype == RNLP_INT64 ? Builder::I64Scalar(number) : Builder::Scalar(values.dtype, real);
  }
  if (keys.dtype != x.dtype) Invalid("keys of another type than the input");
  if (keys.shape.elements() > 4096 || keys.shape.elements() < 1) Refuse("more than 4096 keys");
  Ints wide(static_cast<size_t>(NeedRank(x)) + 1, 1);
  wide.back() = -1;
  const Value each = b.Unsqueeze(x, {x.rank()}), all = b.Reshape(keys, wide);
  Value same = b.Compare("Equal", each, all);
  if (IsFloating(x.dtype)) {
    // A key that is no number is what is no number.
    const Value both =
        b.Compare("LogicalAnd", b.Compare("NotEqual", each, each), b.Compare("NotEqual", all, all));
    same = b.Compare("LogicalOr", same, both);
  }
  const Value at = b.ArgMost("ArgMax", b.Cast(same, RNLP_UINT8), x.rank());
  const Value found = b.Reduce("Any", same, {x.rank()}, false);
  n.Out(b.Select(found, b.Gather(b.Reshape(values, Ints{-1}), at, 0), otherwise));
}

constexpr OpRow kLearnOps[] = {
    {"ai.onnx.preview.training", "Momentum", Momentum},
    {"ai.onnx.preview.training", "Adagrad", Adagrad},
    {"ai.onnx.preview.training", "Adam", Adam},
    {"ai.onnx.ml", "ArrayFeatureExtractor", ArrayFeatureExtractor},
    {"ai.onnx.ml", "Binarizer", Binarizer},
    {"ai.onnx.ml", "Scaler", Scaler},
    {"ai.onnx.ml", "Normalizer", Normalizer},
    {"ai.onnx.ml", "LinearRegressor", LinearRegressor},
    {"ai.onnx.ml", "LabelEncoder", LabelEncoder},
};

}  // namespace

std::span<const OpRow> LearnOps() { return kLearnOps; }

}  // namespace runnel::onnx
