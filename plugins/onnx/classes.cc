// ai.onnx.ml: linear classifiers, support vectors, and what prepares features.
#include "plugins/onnx/classes.h"

#include "plugins/onnx/importer.h"

namespace runnel::onnx {

Value LabelsOf(Node& n, const char* ints, const char* strings) {
  const std::vector<std::string> texts = n.StrList(strings);
  const Ints numbers = n.IntList(ints).value_or(Ints());
  if (texts.empty() == numbers.empty()) Invalid(std::string(ints) + " or " + strings);
  return texts.empty() ? Builder::I64(numbers) : Builder::Strings(texts);
}

Value Transformed(Builder& b, const Value& scores, const std::string& transform) {
  if (transform == "LOGISTIC") return b.Unary("Sigmoid", scores);
  if (transform == "SOFTMAX") return b.Softmax("Softmax", scores, -1);
  if (transform != "NONE") Refuse("post_transform=" + transform);
  return scores;
}

void GiveTwoClasses(Node& n, const Value& labels, const Value& passes, const Value& other,
                    const Value& score, const std::string& transform) {
  Builder& b = n.b;
  if (transform == "PROBIT") Refuse("post_transform=PROBIT");
  const bool logistic = transform == "LOGISTIC";
  const Value second = logistic ? b.Unary("Sigmoid", score) : score;
  // Two classes of one number have no other transform.
  const Value first = logistic ? b.Unary("Sigmoid", b.Unary("Neg", score)) : other;
  const Value at = b.Reshape(b.Cast(passes, RNLP_INT64), Ints{-1});
  n.Out(0, b.Gather(labels, at, 0));
  n.Out(1, b.Concat({first, second}, 1));
}

void GiveLargest(Node& n, const Value& labels, const Value& scores, const std::string& transform) {
  Builder& b = n.b;
  n.Out(0, b.Gather(labels, b.ArgMost("ArgMax", scores, 1), 0));
  n.Out(1, Transformed(b, scores, transform));
}

namespace {

Value Floats(const List<float>& list) {
  return Builder::Numbers(RNLP_FLOAT, {list.begin(), list.end()});
}
List<float> FloatsOf(Node& n, const char* name) { return n.FloatList(name).value_or(List<float>()); }

Value RowsOf(Node& n) {
  Value x = n.b.Cast(n.In(0), RNLP_FLOAT);
  if (NeedRank(x) == 1) x = n.b.Reshape(x, Ints{1, -1});
  if (x.rank() != 2) Invalid("an input that is not [rows, features]");
  return x;
}

void LinearClassifier(Node& n) {
  Builder& b = n.b;
  const Value x = RowsOf(n);
  const List<float> weights = FloatsOf(n, "coefficients"), offsets = FloatsOf(n, "intercepts");
  const Value labels = LabelsOf(n, "classlabels_ints", "classlabels_strings");
  const std::string transform = n.Str("post_transform", "NONE");
  n.Ignore("multi_class");  // says how the coefficients were found
  const auto classes = static_cast<int64_t>(offsets.empty() ? labels.dim(0) : offsets.size());
  if (classes < 1 || weights.empty() || weights.size() % static_cast<size_t>(classes) != 0)
    Invalid("coefficients");
  const bool two_of_one = classes == 1 && labels.dim(0) == 2;
  if (!two_of_one && classes != labels.dim(0)) Invalid("labels of another number than intercepts");
  const Value w =
      b.Reshape(Floats(weights), Ints{classes, static_cast<int64_t>(weights.size()) / classes});
  Value scores = b.MatMul(x, w, false, true);
  if (!offsets.empty()) scores = b.Add(scores, Floats(offsets));
  if (!two_of_one) return GiveLargest(n, labels, scores, transform);
  const Value passes = b.Compare("Greater", scores, Builder::Scalar(RNLP_FLOAT, 0));
  GiveTwoClasses(n, labels, passes, b.Sub(Builder::Scalar(RNLP_FLOAT, 1), scores), scores, transform);
}

// [rows, vectors]
Value Kernel(Node& n, const Value& x, const Value& vectors) {
  Builder& b = n.b;
  const std::string type = n.Str("kernel_type", "LINEAR");
  const List<float> params = FloatsOf(n, "kernel_params");
  const auto param = [&](size_t i) { return i < params.size() ? static_cast<double>(params[i]) : 0; };
  Value products = b.MatMul(x, vectors, false, true);
  if (type == "LINEAR") return products;
  const Value scaled = b.Mul(products, param(0));
  if (type == "POLY")
    return b.Binary("Pow", b.Add(scaled, param(1)), Builder::Scalar(RNLP_FLOAT, param(2)));
  if (type == "SIGMOID") return b.Unary("Tanh", b.Add(scaled, param(1)));
  if (type != "RBF") Invalid("kernel_type \"" + type + "\"");
  const Value difference = b.Sub(b.Unsqueeze(x, {1}), b.Unsqueeze(vectors, {0}));
  const Value squares = b.Reduce("Sum", b.Unary("Square", difference), {2}, false);
  return b.Unary("Exp", b.Mul(squares, -param(0)));
}

void SvmRegressor(Node& n) {
  Builder& b = n.b;
  const Value x = RowsOf(n);
  const List<float> coefficients = FloatsOf(n, "coefficients"), rho = FloatsOf(n, "rho"),
                    vectors = FloatsOf(n, "support_vectors");
  const int64_t supports = n.Int("n_supports", 0);
  if (rho.size() != 1 || coefficients.empty()) Invalid("coefficients or rho");
  const auto count = static_cast<int64_t>(coefficients.size());
  Value features = x;
  if (supports > 0) {
    if (supports != count || vectors.empty() || vectors.size() % coefficients.size() != 0)
      Invalid("support_vectors");
    const Value table =
        b.Reshape(Floats(vectors), Ints{count, static_cast<int64_t>(vectors.size()) / count});
    features = Kernel(n, x, table);
  } else if (n.Str("kernel_type", "LINEAR") != "LINEAR") {
    Invalid("a kernel without support vectors");
  } else {
    n.Ignore("kernel_params");
  }
  const Value sums =
      b.Add(b.MatMul(features, b.Reshape(Floats(coefficients), Ints{count, 1})), Floats(rho));
  const bool one_class = n.Int("one_class", 0) != 0;
  const std::string transform = n.Str("post_transform", "NONE");
  if (!one_class && transform != "NONE") Refuse("post_transform=" + transform);
  if (!one_class) return n.Out(sums);
  const Value passes = b.Compare("Greater", sums, Builder::Scalar(RNLP_FLOAT, 0));
  n.Out(b.Select(passes, Builder::Scalar(RNLP_FLOAT, 1), Builder::Scalar(RNLP_FLOAT, -1)));
}

void Imputer(Node& n) {
  Builder& b = n.b;
  const Value x = n.In(0);
  const bool whole = x.dtype == RNLP_INT64;
  if (!whole && x.dtype != RNLP_FLOAT && x.dtype != RNLP_DOUBLE) Refuse("an input of this type");
  const Ints ints = n.IntList("imputed_value_int64s").value_or(Ints());
  const List<float> floats = FloatsOf(n, "imputed_value_floats");
  const int64_t missing_int = n.Int("replaced_value_int64", 0);
  const float missing = n.Float("replaced_value_float", 0);
  Value with = whole ? Builder::I64(ints) : Builder::Numbers(x.dtype, {floats.begin(), floats.end()});
  if (with.dim(0) < 1) Invalid("imputed values of another type than the input");
  if (with.dim(0) == 1) with = b.Reshape(with, Ints{});
  const Value what = whole ? Builder::I64Scalar(missing_int) : Builder::Scalar(x.dtype, missing);
  const Value is_missing =
      !whole && missing != missing ? b.Compare("NotEqual", x, x) : b.Compare("Equal", x, what);
  n.Out(b.Select(is_missing, with, x));
}

// Where among `keys` each element is; and whether it is there at all.
struct Places {
  Value at, found;
};
Places Find(Builder& b, const Value& x, const Value& keys) {
  if (keys.dtype != x.dtype) Invalid("categories of another type than the input");
  if (keys.shape.elements() > 4096 || keys.shape.elements() < 1) Refuse("more than 4096 categories");
  Ints wide(static_cast<size_t>(NeedRank(x)) + 1, 1);
  wide.back() = -1;
  const Value same = b.Compare("Equal", b.Unsqueeze(x, {x.rank()}), b.Reshape(keys, wide));
  return {b.ArgMost("ArgMax", b.Cast(same, RNLP_UINT8), x.rank()),
          b.Reduce("Any", same, {x.rank()}, false)};
}

void OneHotEncoder(Node& n) {
  Builder& b = n.b;
  Value x = n.In(0);
  const Value keys = LabelsOf(n, "cats_int64s", "cats_strings");
  if (keys.dtype == RNLP_INT64) x = b.Cast(x, RNLP_INT64);
  const Places places = Find(b, x, keys);
  const int64_t count = keys.dim(0);
  Value at = b.Select(places.found, places.at, Builder::I64Scalar(count));  // behind the last: zeros
  if (n.Int("zeros", 1) == 0) {
    // What is no category fails, as the op demands: it is looked up among those that there are.
    const auto each = b.Range(Builder::I64Scalar(0), Builder::I64Scalar(count), Builder::I64Scalar(1));
    at = b.Gather(each, at, 0);
  }
  Shape shape = at.shape;
  shape.dims.push_back(count);
  n.Out(b.Node("OneHot",
               {at, Builder::Scalar(RNLP_INT32, static_cast<double>(count)),
                Builder::Scalar(RNLP_FLOAT, 1), Builder::Scalar(RNLP_FLOAT, 0)},
               RNLP_FLOAT, shape, [&](plugin::NodeWriter& w) {
                 w.Type("T", RNLP_FLOAT).Type("TI", RNLP_INT64).Int("axis", -1);
               }));
}

void CategoryMapper(Node& n) {
  Builder& b = n.b;
  const Value x = n.In(0);
  const std::string text = n.Str("default_string", "_Unused");
  const int64_t number = n.Int("default_int64", -1);
  const Value ints = Builder::I64(n.IntList("cats_int64s").value_or(Ints())),
              strings = Builder::Strings(n.StrList("cats_strings"));
  if (ints.dim(0) != strings.dim(0)) Invalid("cats_int64s and cats_strings of different lengths");
  const bool to_ints = x.dtype == RNLP_STRING;
  const Places places = Find(b, x, to_ints ? strings : ints);
  Value otherwise = to_ints ? Builder::I64Scalar(number) : Builder::Strings({text});
  otherwise.shape = Shape::Scalar();
  n.Out(b.Select(places.found, b.Gather(to_ints ? ints : strings, places.at, 0), otherwise));
}

void FeatureVectorizer(Node& n) {
  Builder& b = n.b;
  const Ints sizes = n.IntList("inputdimensions").value_or(Ints());
  if (sizes.size() != n.num_inputs() || sizes.empty()) Invalid("inputdimensions");
  Values parts;
  for (size_t i = 0; i < sizes.size(); ++i) {
    Value x = b.Cast(n.In(i), RNLP_FLOAT);
    if (NeedRank(x) == 1) x = b.Reshape(x, Ints{-1, 1});
    if (x.rank() != 2) Refuse("an input that is not [rows, features]");
    if (x.dim(1) != sizes[i]) Refuse("an input of other features than inputdimensions says");
    parts.push_back(x);
  }
  n.Out(b.Concat(parts, 1));
}

constexpr OpRow kClassOps[] = {
    {"ai.onnx.ml", "LinearClassifier", LinearClassifier},
    {"ai.onnx.ml", "SVMRegressor", SvmRegressor},
    {"ai.onnx.ml", "Imputer", Imputer},
    {"ai.onnx.ml", "OneHotEncoder", OneHotEncoder},
    {"ai.onnx.ml", "CategoryMapper", CategoryMapper},
    {"ai.onnx.ml", "FeatureVectorizer", FeatureVectorizer},
};

}  // namespace

std::span<const OpRow> ClassOps() { return kClassOps; }

}  // namespace runnel::onnx
