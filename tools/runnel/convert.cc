// runnel convert: a model from one of TensorFlow's files to another, or to ONNX.
#include "tools/common/error.h"
#include "tools/common/files.h"
#include "tools/runnel/command.h"
#include "tools/runnel/saved_model.h"
#include "tools/runnel/whole_model.h"

namespace runnel::tools {
namespace {

std::string KindOf(const Args& args, const std::string& path) {
  if (args.Has("to")) return args.Choice("to", "", {"graph", "text", "meta", "saved-model", "onnx"});
  if (path.ends_with(".onnx")) return "onnx";
  if (path.ends_with(".pb")) return "graph";
  if (path.ends_with(".pbtxt")) return "text";
  return path.ends_with(".meta") ? "meta" : "saved-model";
}

std::pair<std::string, std::string> Split(const char* option, const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw UsageError(Cat("--", option, ": expected two names with = between them, got \"", text, "\""));
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

// Adds what the options say to what the file said.
void Say(const Args& args, rnl_meta_graph_t* meta) {
  const std::string signature = args.Text("signature", "serving_default");
  for (const std::string& text : args.All("input")) {
    const auto [key, tensor] = Split("input", text);
    Check(rnl_meta_graph_add_input(meta, Str(signature), Str(key), Str(tensor)));
  }
  for (const std::string& text : args.All("output")) {
    const auto [key, tensor] = Split("output", text);
    Check(rnl_meta_graph_add_output(meta, Str(signature), Str(key), Str(tensor)));
  }
  if (args.Has("method"))
    Check(rnl_meta_graph_set_method(meta, Str(signature), Str(args.Text("method"))));
  for (const std::string& tag : args.All("tag")) Check(rnl_meta_graph_add_tag(meta, Str(tag)));
  for (const std::string& name : args.All("trainable")) {
    Check(rnl_meta_graph_add_trainable(meta, Str(name)));
  }
  if (args.Has("init-op")) Check(rnl_meta_graph_set_init_op(meta, Str(args.Text("init-op"))));
  for (const std::string& text : args.All("asset")) {
    const auto [tensor, path] = Split("asset", text);
    Check(rnl_meta_graph_add_asset(meta, Str(tensor), Str(path)));
  }
}

// What a signature's outputs need, with the values of the variables as constants.
WholeModel Freeze(rnl_runtime_t* runtime, const Args& args, const std::string& in) {
  SavedModel model(runtime, in, args.Text("signature"));
  const std::string key = DefaultSignature(model.raw());
  if (key.empty()) {
    Fail(args.Has("freeze") ? "--freeze: " : "", in,
         " has no signature, which would say what its outputs are",
         args.Has("freeze") ? "" : ": --input KEY=TENSOR --output KEY=TENSOR");
  }
  if (model.outputs().empty()) model.ReadSignature(key);
  std::vector<std::string> inputs, outputs;
  for (const SavedModel::Named& input : model.inputs()) inputs.push_back(input.tensor);
  for (const SavedModel::Named& output : model.outputs()) outputs.push_back(output.tensor);
  GraphHandle loaded;
  SessionHandle session;
  model.Load(inputs, outputs, nullptr, &loaded, &session);
  std::vector<rnl_str_t> names;
  for (const std::string& name : outputs) names.push_back(Str(name));
  BytesHandle bytes;
  Check(rnl_session_freeze(session.get(), names.data(), names.size(), Out(&bytes)));
  WholeModel whole;
  whole.format = model.format();
  Check(rnl_graph_create(runtime, Out(&whole.graph)));
  Check(rnl_graph_import(whole.graph.get(), rnl_bytes_view(bytes.get()), nullptr));
  Check(rnl_meta_graph_create(Out(&whole.meta)));
  for (const SavedModel::Named& input : model.inputs()) {
    Check(rnl_meta_graph_add_input(whole.meta.get(), Str("serving_default"), Str(input.key),
                                   Str(input.tensor)));
  }
  for (const SavedModel::Named& output : model.outputs()) {
    Check(rnl_meta_graph_add_output(whole.meta.get(), Str("serving_default"), Str(output.key),
                                    Str(output.tensor)));
  }
  return whole;
}

void WriteModel(const Args& args, const WholeModel& whole, const std::string& out) {
  SessionHandle session;
  Check(rnl_session_create(whole.graph.get(), nullptr, Out(&session)));
  const std::string checkpoint = args.Text("restore", whole.checkpoint);
  if (!checkpoint.empty()) RestoreFrom(session.get(), whole.meta.get(), checkpoint);
  RunNodes(session.get(), args.All("init"));
  Check(rnl_saved_model_write(session.get(), whole.meta.get(), Str(out)));
}

int Run(const Args& args) {
  const std::string &in = args.positional()[0], &out = args.positional()[1];
  const std::string kind = KindOf(args, out);
  const RuntimeHandle runtime = MakeRuntime(args);
  const bool is_onnx = kind == "onnx";
  const bool is_frozen = args.Has("freeze") || (is_onnx && !args.Has("output"));
  if (is_frozen && !is_onnx && kind != "graph" && kind != "text")
    throw UsageError("--freeze makes a GraphDef: OUT ends with .pb or .pbtxt");
  const WholeModel whole = is_frozen ? Freeze(runtime.get(), args, in) : LoadWhole(runtime.get(), in);
  if (!is_frozen) Say(args, whole.meta.get());
  if (kind == "saved-model") {
    WriteModel(args, whole, out);
  } else {
    for (const char* name : {"restore", "init"}) {
      if (args.Has(name))
        throw UsageError(Cat("--", name, " is for SavedModels; other files have no values"));
    }
    BytesHandle bytes;
    if (is_onnx) {
      BytesHandle meta;
      Check(rnl_graph_export_meta_graph(whole.graph.get(), whole.meta.get(), Out(&meta)));
      Check(rnl_model_export(runtime.get(), rnl_bytes_view(meta.get()), Str("onnx"), Out(&bytes)));
    } else if (kind == "meta") {
      Check(rnl_graph_export_meta_graph(whole.graph.get(), whole.meta.get(), Out(&bytes)));
    } else if (kind == "text") {
      Check(rnl_graph_export_text(whole.graph.get(), Out(&bytes)));
    } else {
      Check(rnl_graph_export(whole.graph.get(), Out(&bytes)));
    }
    WriteFile(out, View(rnl_bytes_view(bytes.get())));
  }
  const size_t nodes = rnl_graph_num_nodes(whole.graph.get());
  if (args.Has("json")) {
    JsonWriter json;
    json.BeginObject().Key("in").String(in).Key("format").String(whole.format);
    json.Key("out").String(out).Key("kind").String(kind);
    PrintLine(json.Key("nodes").Int(static_cast<int64_t>(nodes)).EndObject().text());
  } else {
    PrintLine(Cat(out, ": ", kind, " with ", nodes, " nodes"));
  }
  return 0;
}

constexpr Option kOptions[] = {
    {"to", "graph|text|meta|saved-model|onnx",
     "what OUT is (default: by its ending .pb, .pbtxt, .meta or .onnx; else the folder of a "
     "SavedModel)"},
    {"signature", "KEY", "the signature that --input and --output add to (default: serving_default)"},
    {"input", "KEY=TENSOR", "an input of the signature", true},
    {"output", "KEY=TENSOR", "an output of the signature", true},
    {"method", "NAME", "what the signature does (default: tensorflow/serving/predict)"},
    {"tag", "TAG", "a tag of the SavedModel (default: those of IN, or serve)", true},
    {"trainable", "NODE", "a variable that is trainable, by its VarHandleOp", true},
    {"init-op", "NODE", "what a loader of the SavedModel runs once"},
    {"asset", "TENSOR=FILE", "a file that goes into the SavedModel, and the constant with its path",
     true},
    {"restore", "PREFIX", "where the variables' values are (default: beside PREFIX.meta, or in IN)"},
    {"init", "NODE", "run a node before, to give variables their values", true},
    {"freeze", "", "write what the signature needs, variables as constants (OUT is a GraphDef)"},
    kPluginOption,
    kConfigOption,
    kJsonOption};

}  // namespace

constexpr Command kConvertCommand = {
    "convert",
    "IN OUT",
    2,
    2,
    "Write a model as another of TensorFlow's files, or as ONNX.",
    "IN is a GraphDef or MetaGraph, binary or text, the folder of a "
    "SavedModel, or a model that a plugin imports. What it says of itself\n"
    "(signatures, collections, assets) OUT says, too, where it can. ONNX gets what a signature needs,\n"
    "frozen; of a graph without one, what --input and --output name.",
    kOptions,
    Run};

}  // namespace runnel::tools
