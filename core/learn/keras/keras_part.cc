#include "core/learn/keras/keras.h"
#include "core/learn/keras/keras_config.h"
#include "core/learn/keras/weights_file.h"
#include "core/learn/keras/zip_file.h"
#include "core/learn/model.h"

namespace runnel::learn {
namespace {

constexpr uint64_t kMostConfig = 64 << 20;

Result<Ref<Model>> OpenModel(const Ref<Runtime>& runtime, const FileSystem& files,
                             const std::string& path, std::string_view options) {
  RUNNEL_ASSIGN_OR_RETURN(const Spec spec, ParseArguments(options, "options"));
  RUNNEL_ASSIGN_OR_RETURN(
      const OpSchema schema,
      ParseOpSchema("open", "", "", "compile: bool = true; seed: int = 1; device: string = ''"));
  RUNNEL_ASSIGN_OR_RETURN(const AttrList args, BindArguments(spec, "open", schema.attrs));
  RUNNEL_ASSIGN_OR_RETURN(std::shared_ptr<const ReadableFile> file, files.OpenForReading(path));
  RUNNEL_ASSIGN_OR_RETURN(const ZipFile archive, ZipFile::Open(std::move(file), path));
  RUNNEL_ASSIGN_OR_RETURN(const std::string text, archive.ReadAll("config.json", kMostConfig));
  const std::string what = path + "/config.json";
  RUNNEL_ASSIGN_OR_RETURN(const JsonValue config, ParseJson(text, what));
  SpecValue device;
  device.value = *FindAttr(args, "device")->get_if<std::string>();
  RUNNEL_ASSIGN_OR_RETURN(
      Ref<Model> model, CreateModel(runtime, StrCat("seed=", *FindAttr(args, "seed")->get_if<int64_t>(),
                                                    ", device=", ToText(device))));
  RUNNEL_RETURN_IF_ERROR(BuildFromConfig(config, what, model.get(), [&](const std::string& member) {
    return archive.ReadAll(member, kMostConfig);
  }));
  if (*FindAttr(args, "compile")->get_if<bool>()) {
    auto compiled = CompileFromConfig(config, what, model.get());
    if (!compiled.ok()) {
      return compiled.status().WithPrefix("compile=false opens the model without its optimizer");
    }
  }
  if (!model->layers().weights().empty()) {
    RUNNEL_ASSIGN_OR_RETURN(FilePart weights, archive.Find("model.weights.h5"));
    RUNNEL_RETURN_IF_ERROR(LoadKerasWeights(std::move(weights), runtime.get(), model.get()));
  }
  return model;
}

Status LoadWeights(const Ref<Runtime>& runtime, const FileSystem& files, const std::string& path,
                   Model* model) {
  RUNNEL_ASSIGN_OR_RETURN(std::shared_ptr<const ReadableFile> file, files.OpenForReading(path));
  const uint64_t size = file->size();
  return LoadKerasWeights({std::move(file), path, 0, size}, runtime.get(), model);
}

}  // namespace

const KerasPart& TheKerasPart() {
  static constinit const KerasPart kPart = {&OpenModel, &SaveKerasWeights, &LoadWeights};
  return kPart;
}

}  // namespace runnel::learn
