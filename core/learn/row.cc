#include "core/learn/row.h"

#include <cmath>
#include <map>
#include <memory>
#include <mutex>

#include "core/ops/formula.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

struct KindText {
  std::string_view name;
  std::string_view inputs;
  std::string_view outputs;
  std::string_view attrs;      // behind the row's arguments
  std::string_view more_args;  // what every spec of the kind may say besides
};

// In the order of RowKind.
constexpr KindText kKinds[] = {
    {"layer", "x: T", "y: T", "training: bool = false; seed2: int = 0; T: type",
     "name: string = ''; trainable: bool = true; dtype: string = ''"},
    {"activation", "x: T", "y: T", "T: type", ""},
    {"initializer", "", "value: T",
     "shape: list(int); fan_in: float = 1; fan_out: float = 1; seed2: int = 0; T: type", ""},
    {"regularizer", "w: T", "penalty: T", "T: type", ""},
    {"constraint", "w: T", "value: T", "T: type", ""},
    {"loss", "y_true: T, y_pred: T", "loss: T", "T: type; Y: type = float",
     "reduction: {'sum_over_batch_size', 'sum', 'mean_with_sample_weight'} = 'sum_over_batch_size'"},
    {"metric", "y_true: T, y_pred: T, weight: T", "", "T: type; Y: type = float", "name: string = ''"},
    {"optimizer", "variable: T, gradient: T, rate: T, step: T", "variable: T", "T: type",
     "weight_decay: float = 0; clipnorm: float = 0; clipvalue: float = 0; global_clipnorm: float = 0; "
     "use_ema: bool = false; ema_momentum: float = 0.99; ema_overwrite_frequency: int >= 0 = 0; "
     "loss_scale_factor: float = 1; gradient_accumulation_steps: int >= 1 = 1"},
    {"schedule", "step: T", "rate: T", "T: type", ""},
    {"callback", "", "", "", ""},
    {"hook", "", "", "", ""},
    {"exporter", "", "", "", ""},
    {"feature column", "", "", "", ""},
    {"estimator", "", "", "", ""},
    {"strategy", "", "", "", ""},
};

constexpr std::string_view kDataFormat =
    "data_format: {'channels_last', 'channels_first'} = 'channels_last'";

const KindText& TextOf(RowKind kind) { return kKinds[static_cast<size_t>(kind)]; }

std::string Join(std::string_view a, std::string_view separator, std::string_view b) {
  return a.empty() ? std::string(b) : b.empty() ? std::string(a) : StrCat(a, separator, b);
}

// Whether `names`, with commas between, has `name`.
bool HasName(std::string_view names, std::string_view name) {
  while (!names.empty()) {
    const size_t end = std::min(names.find(','), names.size());
    std::string_view one = names.substr(0, end);
    while (!one.empty() && one[0] == ' ') one.remove_prefix(1);
    if (SameName(one, name)) return true;
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return false;
}

Result<std::unique_ptr<RowSchema>> Parse(const Row& row) {
  const KindText& kind = TextOf(row.kind);
  auto schema = std::make_unique<RowSchema>();
  schema->row = &row;
  const std::string inputs(row.inputs.empty() ? kind.inputs : row.inputs);
  std::string args(row.args);
  if (row.channels == Channels::kByFormat) args = Join(args, "; ", kDataFormat);
  args = Join(args, "; ", kind.more_args);
  RUNNEL_ASSIGN_OR_RETURN(const OpSchema alone, ParseOpSchema(row.name, "", "", args));
  schema->args = alone.attrs;
  std::string implied;
  // Type and number attrs of the row's own inputs.
  RUNNEL_ASSIGN_OR_RETURN(
      const OpSchema parsed,
      ParseOpSchema(row.name, inputs, "", "T: type; Y: type; I: type; J: type; N: int >= 0"));
  schema->num_inputs = parsed.inputs.size();
  for (const ArgSchema& input : parsed.inputs) {
    for (const std::string_view name : {"I", "J"}) {
      if (input.type_attr == name && implied.find(StrCat(name, ": type")) == std::string::npos) {
        implied = Join(implied, "; ", StrCat(name, ": type"));
      }
    }
    if (!input.number_attr.empty())
      implied = Join(implied, "; ", StrCat(input.number_attr, ": int >= 0"));
  }
  std::string weights = inputs, outputs(kind.outputs);
  for (const WeightRow& weight : row.weights) {
    if (weight.name.empty()) break;
    weights = Join(weights, ", ", StrCat(weight.name, ": T"));
    // Of a layer's weights only moving statistics get new values from the layer itself.
    if (row.kind == RowKind::kLayer && weight.trainable) continue;
    outputs = Join(outputs, ", ", StrCat(weight.name, ": T"));
  }
  if (row.uses_mask && row.kind == RowKind::kLayer) {
    weights = Join(weights, ", ", "mask: bool");
    implied = Join(implied, "; ", "has_mask: bool = false");
  }
  const std::string attrs = Join(Join(args, "; ", kind.attrs), "; ", implied);
  RUNNEL_ASSIGN_OR_RETURN(schema->op, ParseOpSchema(row.name, weights, outputs, attrs));
  return schema;
}

// All schemas, parsed when the first is looked up.
struct Table {
  std::vector<std::unique_ptr<RowSchema>> schemas;
  Status status;
};

const Table& TheTable() {
  static const Table table = [] {
    Table made;
    for (const std::span<const Row> rows : AllRows()) {
      for (const Row& row : rows) {
        auto schema = Parse(row);
        if (!schema.ok()) {
          if (made.status.ok()) made.status = schema.status();
          continue;
        }
        made.schemas.push_back(std::move(*schema));
      }
    }
    return made;
  }();
  return table;
}

// The rule's formula or function, over a call.
Result<std::vector<OutputRef>> Compose(const Rule<CompositionFn>& rule, CompositionContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(rule.function != nullptr ? rule.function(ctx)
                                                  : rule.interpret(rule.formula, ctx));
  RUNNEL_RETURN_IF_ERROR(ctx.b().status());
  return ctx.outputs();
}

// Keras' compute_fans.
void SetFans(const std::vector<int64_t>& shape, AttrList* attrs) {
  double in = 1, out = 1;
  if (shape.size() == 1) {
    in = out = static_cast<double>(shape[0]);
  } else if (shape.size() > 1) {
    double field = 1;
    for (size_t i = 0; i + 2 < shape.size(); ++i) field *= static_cast<double>(shape[i]);
    in = field * static_cast<double>(shape[shape.size() - 2]);
    out = field * static_cast<double>(shape.back());
  }
  SetAttr(attrs, "fan_in", static_cast<float>(in));
  SetAttr(attrs, "fan_out", static_cast<float>(out));
}

Status Named(const BoundRow& row, const Status& status) {
  return status.WithPrefix(StrCat(KindName(row.schema->row->kind), " ", row.name()));
}

// A program's own row: its function adds the nodes.
Result<std::vector<OutputRef>> RunOwn(const BoundRow& row, const PreparedRow& made,
                                      const RowCall& call) {
  const std::span<const OutputRef> all(made.inputs);
  const size_t num_inputs = all.size() - row.schema->weights().size();
  auto output = (*row.schema->own)(all.first(num_inputs), all.subspan(num_inputs), call.training);
  if (!output.ok()) return Named(row, output.status());
  std::vector<OutputRef> outputs(row.schema->op.outputs.size());
  outputs[0] = *output;
  return outputs;
}

}  // namespace

std::span<const WeightRow> RowSchema::weights() const {
  size_t count = 0;
  while (count < std::size(row->weights) && !row->weights[count].name.empty()) ++count;
  return {row->weights, count};
}

Result<std::unique_ptr<RowSchema>> ParseRow(const Row& row) { return Parse(row); }

std::string_view KindName(RowKind kind) { return TextOf(kind).name; }

Result<const RowSchema*> FindRow(RowKind kind, std::string_view name) {
  const Table& table = TheTable();
  RUNNEL_RETURN_IF_ERROR(table.status);
  std::string names;
  for (const auto& schema : table.schemas) {
    if (schema->row->kind != kind) continue;
    if (SameName(schema->op.name, name) || HasName(schema->row->aliases, name)) return schema.get();
    names += StrCat(names.empty() ? "" : ", ", schema->op.name);
  }
  return NotFound("there is no ", KindName(kind), " \"", name, "\"; there are ", names);
}

Result<BoundRow> BindTo(const RowSchema& schema, const Spec& spec) {
  BoundRow bound;
  bound.schema = &schema;
  RUNNEL_ASSIGN_OR_RETURN(
      bound.args,
      BindArguments(spec, StrCat(KindName(schema.row->kind), " ", schema.op.name), schema.args));
  bound.text = ToText(spec);
  return bound;
}

Result<BoundRow> BindRow(RowKind kind, const Spec& spec) {
  RUNNEL_ASSIGN_OR_RETURN(const RowSchema* schema, FindRow(kind, spec.name));
  return BindTo(*schema, spec);
}

Result<BoundRow> BindRow(RowKind kind, std::string_view text) {
  RUNNEL_ASSIGN_OR_RETURN(const Spec spec, ParseSpec(text, KindName(kind)));
  return BindRow(kind, spec);
}

Status CheckNumInputs(const BoundRow& row, size_t given) {
  const RowSchema& schema = *row.schema;
  const size_t most = schema.num_inputs;
  const bool list = schema.ends_with_list();
  const size_t least =
      list ? std::max<size_t>(most - 1, 1) : most - static_cast<size_t>(schema.row->num_optional);
  if (given >= least && (list || given <= most)) return OkStatus();
  return InvalidArgument(KindName(schema.row->kind), " ", row.name(), ": takes ",
                         list            ? StrCat("at least ", least)
                         : least == most ? StrCat(most)
                                         : StrCat(least, " to ", most),
                         " inputs, got ", given);
}

Result<PreparedRow> PrepareRow(GraphBuilder* b, const BoundRow& row, const RowCall& call) {
  PreparedRow made{row.args, {}};
  const RowSchema& schema = *row.schema;
  const auto set = [&](std::string_view name, AttrValue value) {
    if (schema.op.FindAttr(name) != nullptr) SetAttr(&made.attrs, name, std::move(value));
  };
  set("T", call.dtype);
  set("training", call.training);
  set("shape", call.shape);
  if (schema.row->kind == RowKind::kInitializer) SetFans(call.shape, &made.attrs);
  if (const AttrValue* seed = FindAttr(row.args, "seed");
      seed != nullptr && *seed->get_if<int64_t>() == 0) {
    set("seed", call.seed & 0x7fffffff);
  }
  set("seed2", (call.seed >> 31) & 0x7fffffff);
  std::vector<OutputRef> given = call.inputs;
  RUNNEL_RETURN_IF_ERROR(CheckNumInputs(row, given.size()));
  while (given.size() < schema.num_inputs && !given.empty() && !schema.ends_with_list())
    given.push_back(given.back());
  for (size_t i = 0; i < given.size(); ++i) {
    const ArgSchema& arg = schema.op.inputs[std::min(i, schema.num_inputs - 1)];
    OutputRef input = given[i];
    const DType dtype = input ? TypeOf(input) : call.dtype;
    if (input && arg.type_attr == "T" && dtype != call.dtype) {
      input = b->Op("Cast", {input}, {{"DstT", call.dtype}});
    } else if (arg.type_attr != "T" && !arg.type_attr.empty()) {
      set(arg.type_attr, dtype);
    }
    made.inputs.push_back(input);
  }
  if (schema.ends_with_list()) {
    const std::string& number = schema.op.inputs[schema.num_inputs - 1].number_attr;
    set(number, static_cast<int64_t>(given.size() - (schema.num_inputs - 1)));
  }
  for (size_t i = 0; i < schema.weights().size(); ++i) {
    made.inputs.push_back(i < call.weights.size() ? call.weights[i] : OutputRef());
  }
  if (schema.row->uses_mask && schema.row->kind == RowKind::kLayer) {
    const bool has_mask = !call.masks.empty() && call.masks[0];
    set("has_mask", has_mask);
    made.inputs.push_back(has_mask ? call.masks[0] : OutputRef());
  }
  RUNNEL_RETURN_IF_ERROR(b->status());
  return made;
}

Result<std::vector<OutputRef>> RunRow(GraphBuilder* b, const BoundRow& row, const RowCall& call) {
  RUNNEL_ASSIGN_OR_RETURN(PreparedRow made, PrepareRow(b, row, call));
  if (row.schema->own != nullptr) return RunOwn(row, made, call);
  CompositionContext ctx(row.schema->op, made.attrs, std::move(made.inputs),
                         row.schema->op.outputs.size(), b);
  auto outputs = Compose(row.schema->row->call, ctx);
  if (!outputs.ok()) return Named(row, outputs.status());
  return outputs;
}

Result<AttrValue> EvaluateOf(GraphBuilder* b, const BoundRow& row, std::string_view formula,
                             const RowCall& call) {
  RUNNEL_ASSIGN_OR_RETURN(PreparedRow made, PrepareRow(b, row, call));
  CompositionContext ctx(row.schema->op, made.attrs, std::move(made.inputs),
                         row.schema->op.outputs.size(), b);
  auto value = EvaluateFormula(formula, ctx);
  if (!value.ok()) return Named(row, value.status());
  return value;
}

Result<OutputRef> RunFormulaOf(GraphBuilder* b, const BoundRow& row, std::string_view formula,
                               std::string_view output, DType dtype, const RowCall& call) {
  RUNNEL_ASSIGN_OR_RETURN(PreparedRow made, PrepareRow(b, row, call));
  OpSchema schema = row.schema->op;
  schema.outputs.resize(1);
  schema.outputs[0] = ArgSchema();
  schema.outputs[0].name = output;
  schema.outputs[0].dtype = dtype;
  if (dtype == DType::kInvalid) schema.outputs[0].type_attr = "T";
  CompositionContext ctx(schema, made.attrs, std::move(made.inputs), 1, b);
  auto outputs = Compose(Rule<CompositionFn>(formula.data()), ctx);
  if (!outputs.ok()) return Named(row, outputs.status());
  return (*outputs)[0];
}

Result<OutputRef> RunResult(GraphBuilder* b, const BoundRow& row, const RowCall& call) {
  return RunFormulaOf(b, row, row.schema->row->result, "result", DType::kInvalid, call);
}

Result<OutputRef> Activate(GraphBuilder* b, std::string_view spec, OutputRef x) {
  if (spec.empty() || SameName(spec, "linear")) return x;
  RUNNEL_ASSIGN_OR_RETURN(const BoundRow row, BindRow(RowKind::kActivation, spec));
  RowCall call;
  call.inputs = {x};
  call.dtype = TypeOf(x);
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> outputs, RunRow(b, row, call));
  return outputs[0];
}

}  // namespace runnel::learn
