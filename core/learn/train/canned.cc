// Canned estimators: TensorFlow's linear models, networks and both together, by specs with feature
// columns. Names, defaults and losses are those of tf.estimator 2.15.
#include <cmath>

#include "core/learn/train/columns.h"
#include "core/learn/train/estimators.h"
#include "core/learn/train/minimize.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

#define RUNNEL_CLASSIFIER_ARGS                                                               \
  "; n_classes: int >= 2 = 2; weight_column: string = ''; label_vocabulary: list(string) = " \
  "[]; " RUNNEL_REDUCTION
#define RUNNEL_REGRESSOR_ARGS \
  "; label_dimension: int >= 1 = 1; weight_column: string = ''; " RUNNEL_REDUCTION
#define RUNNEL_REDUCTION "loss_reduction: {'sum_over_batch_size', 'sum'} = 'sum_over_batch_size'"
#define RUNNEL_LINEAR_ARGS "feature_columns: list(string); optimizer: string = ''"
#define RUNNEL_DNN_ARGS                                                                                 \
  "hidden_units: list(int) >= 1; feature_columns: list(string); optimizer: string = 'Adagrad(0.001)'; " \
  "activation_fn: string = 'relu'; dropout: float = 0; batch_norm: bool = false"
#define RUNNEL_COMBINED_ARGS                                                                       \
  "linear_feature_columns: list(string) = []; linear_optimizer: string = ''; "                     \
  "dnn_feature_columns: list(string) = []; dnn_optimizer: string = 'Adagrad(0.001)'; "             \
  "dnn_hidden_units: list(int) = []; dnn_activation_fn: string = 'relu'; dnn_dropout: float = 0; " \
  "batch_norm: bool = false"

constexpr Row kCanned[] = {
    {.kind = RowKind::kEstimator,
     .name = "LinearClassifier",
     .args = RUNNEL_LINEAR_ARGS RUNNEL_CLASSIFIER_ARGS,
     .doc = "Classes by a weighted sum of feature columns."},
    {.kind = RowKind::kEstimator,
     .name = "LinearRegressor",
     .args = RUNNEL_LINEAR_ARGS RUNNEL_REGRESSOR_ARGS,
     .doc = "Numbers by a weighted sum of feature columns."},
    {.kind = RowKind::kEstimator,
     .name = "DNNClassifier",
     .args = RUNNEL_DNN_ARGS RUNNEL_CLASSIFIER_ARGS,
     .doc = "Classes by a network of fully connected layers over feature columns."},
    {.kind = RowKind::kEstimator,
     .name = "DNNRegressor",
     .args = RUNNEL_DNN_ARGS RUNNEL_REGRESSOR_ARGS,
     .doc = "Numbers by a network of fully connected layers over feature columns."},
    {.kind = RowKind::kEstimator,
     .name = "DNNLinearCombinedClassifier",
     .args = RUNNEL_COMBINED_ARGS RUNNEL_CLASSIFIER_ARGS,
     .doc = "Classes by the sum of a linear model and a network: wide and deep."},
    {.kind = RowKind::kEstimator,
     .name = "DNNLinearCombinedRegressor",
     .args = RUNNEL_COMBINED_ARGS RUNNEL_REGRESSOR_ARGS,
     .doc = "Numbers by the sum of a linear model and a network."},
};

class CannedModel final : public ModelFunction {
 public:
  CannedModel(BoundRow row, int64_t seed)
      : row_(std::move(row)),
        seed_(seed),
        is_classifier_(row_.name().ends_with("Classifier")),
        is_combined_(row_.name().starts_with("DNNLinear")) {}

  Status Build(ModelCall* call) override {
    Columns columns(call, seed_);
    RUNNEL_ASSIGN_OR_RETURN(Towers towers, Logits(call, &columns));
    RUNNEL_RETURN_IF_ERROR(Predict(call, &columns, towers.logits));
    if (call->mode == Mode::kPredict) return OkStatus();
    RUNNEL_RETURN_IF_ERROR(Lose(call, &columns, towers.logits));
    if (call->mode == Mode::kEvaluate) return OkStatus();
    return Train(call, towers);
  }

 private:
  struct Tower {
    std::vector<Node*> variables;
    std::string optimizer, scope;
  };
  struct Towers {
    OutputRef logits;
    std::vector<Tower> towers;
    std::vector<Node*> updates;  // of moving statistics
  };

  const std::vector<std::string>& Texts(std::string_view name) const {
    return row_.arg<std::vector<std::string>>(name);
  }
  int64_t units() const {
    if (!is_classifier_) return row_.arg<int64_t>("label_dimension");
    const int64_t classes = row_.arg<int64_t>("n_classes");
    return classes == 2 ? 1 : classes;
  }

  Result<Towers> Logits(ModelCall* call, Columns* columns) {
    Towers made;
    const std::string prefix = is_combined_ ? "dnn_" : "";
    const bool is_dnn = row_.name().starts_with("DNN");
    const bool has_dnn = is_dnn && !Texts(prefix + "feature_columns").empty();
    const std::string linear = is_combined_ ? "linear_" : "";
    const bool has_linear = (is_combined_ || !is_dnn) && !Texts(linear + "feature_columns").empty();
    if (!has_dnn && !has_linear) return InvalidArgument(row_.name(), ": there are no feature columns");
    if (has_dnn) {
      RUNNEL_ASSIGN_OR_RETURN(made.logits, Network(call, columns, prefix, &made.updates));
      made.towers.push_back(
          {columns->TakeVariables(), row_.arg<std::string>(prefix + "optimizer"), "training/dnn"});
    }
    if (has_linear) {
      const auto& specs = Texts(linear + "feature_columns");
      RUNNEL_ASSIGN_OR_RETURN(const OutputRef logits, columns->LinearModel(specs, units(), "linear"));
      std::string optimizer = row_.arg<std::string>(linear + "optimizer");
      if (optimizer.empty()) {
        const double most = is_combined_ ? 0.005 : 0.2;
        optimizer =
            StrCat("Ftrl(", std::min(most, 1 / std::sqrt(static_cast<double>(specs.size()))), ")");
      }
      made.towers.push_back({columns->TakeVariables(), std::move(optimizer), "training/linear"});
      made.logits = made.logits ? columns->b().Op("AddV2", {made.logits, logits}) : logits;
    }
    RUNNEL_RETURN_IF_ERROR(columns->b().status());
    return made;
  }

  Result<OutputRef> Network(ModelCall* call, Columns* columns, const std::string& prefix,
                            std::vector<Node*>* updates) {
    GraphBuilder& b = columns->b();
    RUNNEL_ASSIGN_OR_RETURN(OutputRef x, columns->InputLayer(Texts(prefix + "feature_columns"), "dnn"));
    const auto dense = [&](const std::string& name, int64_t size) -> Status {
      RUNNEL_ASSIGN_OR_RETURN(const Shape shape,
                              Shape::Make(std::vector<int64_t>{ShapeOf(x).dim(1), size}));
      RUNNEL_ASSIGN_OR_RETURN(const Shape bias_shape, Shape::Make(std::vector<int64_t>{size}));
      RUNNEL_ASSIGN_OR_RETURN(const Weight kernel,
                              columns->Variable(name + "/kernel", shape, "GlorotUniform"));
      RUNNEL_ASSIGN_OR_RETURN(const Weight bias, columns->Variable(name + "/bias", bias_shape, "zeros"));
      x = b.Op("BiasAdd", {b.Op("MatMul", {x, kernel.read}), bias.read});
      return b.status();
    };
    const auto& sizes = row_.arg<std::vector<int64_t>>(prefix + "hidden_units");
    if (sizes.empty()) return InvalidArgument(row_.name(), ": ", prefix, "hidden_units is empty");
    const float dropout = row_.arg<float>(prefix + "dropout");
    for (size_t i = 0; i < sizes.size(); ++i) {
      if (sizes[i] < 1)
        return InvalidArgument(row_.name(), ": ", prefix, "hidden_units[", i, "] is ", sizes[i]);
      RUNNEL_RETURN_IF_ERROR(dense(StrCat("dnn/hiddenlayer_", i), sizes[i]));
      RUNNEL_ASSIGN_OR_RETURN(x, Activate(&b, row_.arg<std::string>(prefix + "activation_fn"), x));
      if (dropout > 0 && call->mode == Mode::kTrain) {
        RUNNEL_ASSIGN_OR_RETURN(x,
                                Dropped(&b, x, dropout, MixSeed(seed_, 1000 + static_cast<int64_t>(i))));
      }
      if (row_.arg<bool>("batch_norm")) {
        RUNNEL_ASSIGN_OR_RETURN(x, Normalized(columns, StrCat("dnn/hiddenlayer_", i, "/batchnorm_", i),
                                              x, call->mode == Mode::kTrain, updates));
      }
    }
    RUNNEL_RETURN_IF_ERROR(dense("dnn/logits", units()));
    return x;
  }

  static Result<OutputRef> Dropped(GraphBuilder* b, OutputRef x, float rate, int64_t seed) {
    RUNNEL_ASSIGN_OR_RETURN(
        const BoundRow layer,
        BindRow(RowKind::kLayer, StrCat("Dropout(", static_cast<double>(rate), ")")));
    RowCall call;
    call.inputs = {x};
    call.dtype = DType::kFloat;
    call.training = true;
    call.seed = seed;
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> kept, RunRow(b, layer, call));
    return kept[0];
  }

  // Batch normalization with the momentum that tf.estimator gives it.
  static Result<OutputRef> Normalized(Columns* columns, const std::string& name, OutputRef x,
                                      bool training, std::vector<Node*>* updates) {
    GraphBuilder& b = columns->b();
    RUNNEL_ASSIGN_OR_RETURN(const BoundRow layer,
                            BindRow(RowKind::kLayer, "BatchNormalization(momentum=0.999)"));
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(std::vector<int64_t>{ShapeOf(x).dim(1)}));
    RowCall call;
    call.inputs = {x};
    call.dtype = DType::kFloat;
    call.training = training;
    std::vector<Weight> weights;
    for (const WeightRow& row : layer.schema->weights()) {
      const std::string_view initial =
          row.name == "gamma" || row.name == "moving_variance" ? "ones" : "zeros";
      RUNNEL_ASSIGN_OR_RETURN(
          Weight weight, columns->Variable(StrCat(name, "/", row.name), shape, initial, row.trainable));
      call.weights.push_back(weight.read);
      weights.push_back(std::move(weight));
    }
    RUNNEL_ASSIGN_OR_RETURN(const LayerResult result, RunLayerRow(&b, layer, call, {}));
    for (const LayerResult::Update& update : result.updates) {
      const Weight& weight = weights[static_cast<size_t>(update.weight)];
      updates->push_back(b.Op("AssignVariableOp", {{weight.handle, 0}, update.value}).node);
    }
    RUNNEL_RETURN_IF_ERROR(b.status());
    return result.values[0];
  }

  // Names of classes: the vocabulary's, or their numbers.
  Result<OutputRef> ClassNames(GraphBuilder* b, OutputRef ids) const {
    const std::vector<std::string>& vocabulary = Texts("label_vocabulary");
    if (vocabulary.empty()) return b->Op("AsString", {ids});
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape,
                            Shape::Make(std::vector<int64_t>{static_cast<int64_t>(vocabulary.size())}));
    RUNNEL_ASSIGN_OR_RETURN(const Tensor names, Tensor::FromStrings(shape, vocabulary));
    return b->Op("GatherV2", {b->Constant(names), ids, b->Scalar(DType::kInt32, 0)});
  }

  Status Predict(ModelCall* call, Columns* columns, OutputRef logits) {
    GraphBuilder& b = columns->b();
    auto& out = call->made->predictions;
    if (!is_classifier_) {
      out.emplace_back("predictions", logits);
      return OkStatus();
    }
    const auto& vocabulary = Texts("label_vocabulary");
    if (!vocabulary.empty() && static_cast<int64_t>(vocabulary.size()) != row_.arg<int64_t>("n_classes"))
      return InvalidArgument(row_.name(), ": label_vocabulary has ", vocabulary.size(), " words for ",
                             row_.arg<int64_t>("n_classes"), " classes");
    out.emplace_back("logits", logits);
    OutputRef two = logits;
    if (units() == 1) {
      out.emplace_back("logistic", b.Op("Sigmoid", {logits}));
      two = b.Op("ConcatV2", {b.Op("ZerosLike", {logits}), logits, b.Scalar(DType::kInt32, 1)});
    }
    out.emplace_back("probabilities", b.Op("Softmax", {two}));
    const OutputRef last = b.Scalar(DType::kInt32, -1);
    const OutputRef ids = b.Op("ExpandDims", {b.Op("ArgMax", {two, last}), last});
    out.emplace_back("class_ids", ids);
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef names, ClassNames(&b, ids));
    out.emplace_back("classes", names);
    return b.status();
  }

  // The label, as classes' numbers or as numbers to be met.
  Result<OutputRef> Label(ModelCall* call, Columns* columns) {
    GraphBuilder& b = columns->b();
    if (call->made->labels.size() != 1)
      return InvalidArgument(row_.name(), ": expected one label, the input has ",
                             call->made->labels.size());
    OutputRef label = call->made->labels[0];
    const bool is_text = TypeOf(label) == DType::kString;
    const bool by_word = is_classifier_ && !Texts("label_vocabulary").empty();
    if (is_text != by_word)
      return InvalidArgument(row_.name(), ": the label is ", DTypeName(TypeOf(label)), ", but there is ",
                             by_word ? "a" : "no", " label_vocabulary");
    if (by_word) {
      const auto& words = Texts("label_vocabulary");
      RUNNEL_ASSIGN_OR_RETURN(const Shape shape,
                              Shape::Make(std::vector<int64_t>{1, static_cast<int64_t>(words.size())}));
      RUNNEL_ASSIGN_OR_RETURN(const Tensor all, Tensor::FromStrings(shape, words));
      // A label that is none of the words is -1, which the loss refuses.
      const OutputRef column = b.Op("Reshape", {label, b.Int32Vector({-1, 1})});
      const OutputRef same =
          b.Op("Cast", {b.Op("Equal", {column, b.Constant(all)})}, {{"DstT", DType::kInt64}});
      const OutputRef one = b.Scalar(DType::kInt32, 1);
      const OutputRef found = b.Op("Sum", {same, one});
      label =
          b.Op("AddV2", {b.Op("ArgMax", {same, one}), b.Op("Sub", {found, b.Scalar(DType::kInt64, 1)})});
    }
    const int64_t width = is_classifier_ ? 1 : units();
    label = b.Op("Reshape", {label, b.Int32Vector({-1, static_cast<int32_t>(width)})});
    const DType wanted = is_classifier_ && units() > 1 ? DType::kInt64 : DType::kFloat;
    if (TypeOf(label) != wanted) label = b.Op("Cast", {label}, {{"DstT", wanted}});
    if (wanted == DType::kInt64) label = b.Op("Reshape", {label, b.Int32Vector({-1})});
    RUNNEL_RETURN_IF_ERROR(b.status());
    return label;
  }

  // Loss and metrics.
  Status Lose(ModelCall* call, Columns* columns, OutputRef logits) {
    GraphBuilder& b = columns->b();
    Graph* const graph = call->made->graph.get();
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef label, Label(call, columns));
    OutputRef weight;
    if (const std::string& key = row_.arg<std::string>("weight_column"); !key.empty()) {
      RUNNEL_ASSIGN_OR_RETURN(weight, columns->Feature(key));
      weight = b.Op("Reshape", {weight, b.Int32Vector({-1})});
      if (TypeOf(weight) != DType::kFloat) weight = b.Op("Cast", {weight}, {{"DstT", DType::kFloat}});
    }
    RUNNEL_ASSIGN_OR_RETURN(
        const BoundRow loss,
        BindRow(RowKind::kLoss, !is_classifier_ ? "MeanSquaredError"
                                : units() == 1  ? "BinaryCrossentropy(from_logits=true)"
                                                : "SparseCategoricalCrossentropy(from_logits=true)"));
    RowCall one;
    one.inputs = {label, logits};
    one.dtype = DType::kFloat;
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> values, RunRow(&b, loss, one));
    const OutputRef each = b.Op("Reshape", {values[0], b.Int32Vector({-1})});
    const OutputRef weighted = weight ? b.Op("Mul", {each, weight}) : each;
    const bool is_sum = row_.arg<std::string>("loss_reduction") == "sum";
    call->made->loss_is_sum = is_sum;
    call->made->loss = b.Op(is_sum ? "Sum" : "Mean", {weighted, b.Int32Vector({0})});
    RUNNEL_RETURN_IF_ERROR(b.status());
    if (call->mode != Mode::kEvaluate) return OkStatus();
    const auto keep = [&](std::string_view name, const Result<MeanMetric>& metric) -> Status {
      if (!metric.ok()) return metric.status();
      for (const Weight& state : metric->states) call->made->locals.push_back(state.handle);
      call->made->metrics.push_back({std::string(name), metric->value, metric->update});
      return OkStatus();
    };
    const auto mean = [&](std::string_view name, OutputRef of) {
      return keep(name, AddMean(graph, name, b.Op("Reshape", {of, b.Int32Vector({-1})}), weight));
    };
    RUNNEL_RETURN_IF_ERROR(mean("average_loss", each));
    if (is_classifier_ && units() > 1) {
      return keep("accuracy",
                  AddMetric(graph, "accuracy", "SparseCategoricalAccuracy", label, logits, weight));
    }
    if (!is_classifier_) {
      // The mean of all numbers of a sample.
      const auto whole = [&](OutputRef of) { return b.Op("Mean", {of, b.Int32Vector({1})}); };
      RUNNEL_RETURN_IF_ERROR(mean("label/mean", whole(label)));
      return mean("prediction/mean", whole(logits));
    }
    const OutputRef chance = b.Op("Sigmoid", {logits});
    for (const auto& [name, spec] :
         {std::pair("accuracy", "BinaryAccuracy"), std::pair("precision", "Precision"),
          std::pair("recall", "Recall"), std::pair("auc", "AUC")}) {
      RUNNEL_RETURN_IF_ERROR(keep(name, AddMetric(graph, name, spec, label, chance, weight)));
    }
    RUNNEL_RETURN_IF_ERROR(mean("label/mean", label));
    const OutputRef positive = call->made->metrics.back().value;
    const OutputRef negative = b.Op("Sub", {b.Scalar(DType::kFloat, 1), positive});
    call->made->metrics.push_back({"accuracy_baseline", b.Op("Maximum", {positive, negative}), nullptr});
    RUNNEL_RETURN_IF_ERROR(mean("prediction/mean", chance));
    return b.status();
  }

  Status Train(ModelCall* call, const Towers& towers) {
    std::vector<Node*> updates = towers.updates;
    for (const Tower& tower : towers.towers) {
      RUNNEL_ASSIGN_OR_RETURN(const std::vector<Node*> more,
                              call->Updates(tower.variables, tower.optimizer, tower.scope));
      updates.insert(updates.end(), more.begin(), more.end());
    }
    return call->CountStep(std::move(updates));
  }

  const BoundRow row_;
  const int64_t seed_;
  const bool is_classifier_, is_combined_;
};

}  // namespace

Result<std::unique_ptr<ModelFunction>> MakeCanned(std::string_view spec, int64_t seed) {
  RUNNEL_ASSIGN_OR_RETURN(BoundRow row, BindRow(RowKind::kEstimator, spec));
  return std::unique_ptr<ModelFunction>(std::make_unique<CannedModel>(std::move(row), seed));
}

std::span<const Row> CannedRows() { return kCanned; }

}  // namespace runnel::learn
