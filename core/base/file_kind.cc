#include "core/base/file_kind.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "core/base/crc32c.h"

namespace runnel {
namespace {

using std::string_view_literals::operator""sv;  // NOLINT(misc-unused-using-decls): of the table below

constexpr std::string_view kConvert =
    "there is no importer for it: convert it to a SavedModel or a frozen GraphDef";
constexpr std::string_view kLoad =
    "it is read by its path: load the file (rnl_graph_load, rnl_saved_model_open)";
constexpr std::string_view kUnpack = "unpack it first";
constexpr std::string_view kNoModel = "no model of any kind";

constexpr FileInfo kInfos[] = {
    {FileKind::kEmpty, "an empty file", "it may not have been written to its end"},
    {FileKind::kGraphDef, "a GraphDef", "import it as a graph"},
    {FileKind::kMetaGraph, "a MetaGraph",
     "import it as a graph, and restore its variables from the checkpoint beside it"},
    {FileKind::kPlan, "a saved plan", kLoad},
    {FileKind::kSavedModel, "the saved_model.pb of a SavedModel", "open the folder that it lies in"},
    {FileKind::kCheckpointIndex, "the index of a checkpoint",
     "name a checkpoint by its prefix: the path without .index"},
    {FileKind::kCheckpointState, "the list of a folder's checkpoints",
     "name one of those that it lists, by its prefix"},
    {FileKind::kEvents, "an event file", "TensorBoard shows it"},
    {FileKind::kRecords, "a TFRecord file", "it holds data for a model, not a model"},
    {FileKind::kNpy, "a NumPy array (.npy)", "feed it to a graph"},
    {FileKind::kOnnx, "ONNX", kLoad},
    {FileKind::kTfLite, "TFLite", kLoad},
    {FileKind::kHdf5, "HDF5, as Keras 2 writes models and weights",
     "load it in Keras and write a SavedModel: model.export(folder)"},
    {FileKind::kKeras, "a Keras 3 archive (.keras)",
     "load it in Keras and write a SavedModel: model.export(folder)"},
    {FileKind::kPyTorch, "a PyTorch archive",
     "there is no importer for it: build its graph, and write the weights as a checkpoint"},
    {FileKind::kPickle, "a Python pickle, as older PyTorch and scikit-learn write",
     "it runs code when it is read, which Runnel never does: write its arrays as .npy or as a "
     "checkpoint"},
    {FileKind::kNpz, "an archive of NumPy arrays (.npz)",
     "write the arrays as .npy files, one each: numpy.save"},
    {FileKind::kZip, "a zip archive", kUnpack},
    {FileKind::kGguf, "GGUF",
     "there is no importer for it: it holds a language model's weights, no graph"},
    {FileKind::kGgml, "GGML, GGUF's predecessor", "there is no importer for it"},
    {FileKind::kSafetensors, "safetensors",
     "it holds weights without a graph: write them as a checkpoint for a graph of yours"},
    {FileKind::kCoreMl, "Core ML", kConvert},
    {FileKind::kCaffe, "a Caffe network", kConvert},
    {FileKind::kTensorFlowJs, "TensorFlow.js's JSON",
     "there is no importer for it: use the SavedModel that it was made from"},
    {FileKind::kOpenVino, "XML, as OpenVINO writes models", kConvert},
    {FileKind::kGzip, "gzip", kUnpack},
    {FileKind::kCompressed, "a compressed file", kUnpack},
    {FileKind::kTar, "a tar archive", kUnpack},
    {FileKind::kProgram, "a program or a shared library",
     "plugins are loaded by rnl_runtime_load_plugin"},
    {FileKind::kImage, "an image", kNoModel},
    {FileKind::kPdf, "PDF", kNoModel},
    {FileKind::kLfsPointer, "a pointer of Git LFS, not the file itself", "git lfs pull fetches that"},
    {FileKind::kWebPage, "a web page", "the download gave this in place of the file"},
    {FileKind::kJson, "JSON", kNoModel},
    {FileKind::kText, "text", "expected a message, binary or as protobuf prints it"},
};

struct Magic {
  FileKind kind;
  size_t at;
  std::string_view bytes;
};

constexpr Magic kMagics[] = {
    {FileKind::kPlan, 0, kPlanMagic},
    {FileKind::kTfLite, 4, "TFL3"},
    {FileKind::kHdf5, 0, "\x89HDF\r\n\x1a\n"},
    {FileKind::kGguf, 0, "GGUF"},
    {FileKind::kGgml, 0, "lmgg"},
    {FileKind::kGgml, 0, "tjgg"},
    {FileKind::kGgml, 0, "fmgg"},
    {FileKind::kNpy, 0, "\x93NUMPY"},
    {FileKind::kGzip, 0, "\x1f\x8b"},
    {FileKind::kCompressed, 0, "\x28\xb5\x2f\xfd"},  // zstd
    {FileKind::kCompressed, 0, "\xfd\x37zXZ\0"sv},   // xz
    {FileKind::kCompressed, 0, "BZh"},               // bzip2
    {FileKind::kCompressed, 0, "\x04\x22\x4d\x18"},  // lz4
    {FileKind::kCompressed, 0, "7z\xbc\xaf\x27\x1c"},
    {FileKind::kTar, 257, "ustar"},
    {FileKind::kProgram, 0,
     "\x7f"
     "ELF"},
    {FileKind::kImage, 0, "\x89PNG\r\n"},
    {FileKind::kImage, 0, "\xff\xd8\xff"},
    {FileKind::kImage, 0, "GIF8"},
    {FileKind::kPdf, 0, "%PDF-"},
    {FileKind::kLfsPointer, 0, "version https://git-lfs"},
};

bool Has(std::string_view bytes, size_t at, std::string_view what) {
  return bytes.size() >= at && bytes.substr(at).starts_with(what);
}

uint64_t Little(std::string_view bytes, size_t at, size_t count) {
  uint64_t value = 0;
  for (size_t i = 0; i < count; ++i) {
    value |= uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  }
  return value;
}

// ---- protobuf messages, which have no magic: their fields tell

// Walks the fields of a message. One that is cut off is its last.
class Fields {
 public:
  explicit Fields(std::string_view bytes) : rest_(bytes) {}

  bool Next() {
    if (rest_.empty() || damaged_) return false;
    uint64_t tag = 0;
    if (!Varint(&tag)) return Damaged();
    number_ = static_cast<uint32_t>(tag >> 3);
    wire_ = static_cast<int>(tag & 7);
    value_ = 0;
    bytes_ = {};
    if (number_ == 0 || tag >> 32 != 0) return Damaged();
    if (wire_ == 0) return Varint(&value_) || Damaged();
    if (wire_ == 1 || wire_ == 5) {
      const size_t size = wire_ == 1 ? 8 : 4;
      rest_.remove_prefix(std::min(size, rest_.size()));
      return true;
    }
    if (wire_ != 2 || !Varint(&value_)) return Damaged();
    bytes_ = rest_.substr(0, std::min<uint64_t>(value_, rest_.size()));
    rest_.remove_prefix(bytes_.size());
    return true;
  }

  uint32_t number() const { return number_; }
  bool is_bytes() const { return wire_ == 2; }
  uint64_t value() const { return value_; }
  std::string_view bytes() const { return bytes_; }
  bool damaged() const { return damaged_; }

 private:
  bool Damaged() {
    damaged_ = true;
    return false;
  }
  bool Varint(uint64_t* out) {
    *out = 0;
    for (size_t i = 0; i < 10 && i < rest_.size(); ++i) {
      const auto byte = static_cast<unsigned char>(rest_[i]);
      *out |= uint64_t{byte & 0x7fu} << (7 * i);
      if (byte < 0x80) {
        rest_.remove_prefix(i + 1);
        return true;
      }
    }
    return false;
  }

  std::string_view rest_, bytes_;
  uint32_t number_ = 0;
  int wire_ = 0;
  uint64_t value_ = 0;
  bool damaged_ = false;
};

bool IsName(std::string_view text) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_.>/\\-").find(c) != std::string_view::npos;
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), fits);
}

// NodeDef: 1 name, 2 op.
bool IsNode(std::string_view bytes) {
  Fields node(bytes);
  if (!node.Next() || node.number() != 1 || !node.is_bytes() || !IsName(node.bytes())) return false;
  return node.Next() && node.number() == 2 && node.is_bytes() && IsName(node.bytes());
}

// GraphDef: 1 node, 2 library, 3 version, 4 versions.
bool IsGraph(std::string_view bytes) {
  Fields graph(bytes);
  while (graph.Next()) {
    if (graph.number() == 1) return graph.is_bytes() && IsNode(graph.bytes());
    if (graph.number() > 4) return false;
  }
  return false;
}

// MetaGraphDef: 1 meta_info_def, 2 graph_def, then what belongs to the graph.
bool IsMeta(std::string_view bytes) {
  Fields meta(bytes);
  while (meta.Next()) {
    if (!meta.is_bytes() || meta.number() > 7) return false;
    if (meta.number() == 2) return IsGraph(meta.bytes());
  }
  return false;
}

// SavedModel: 1 saved_model_schema_version, 2 meta_graphs. ONNX's ModelProto: 1 ir_version, 2 to 4 and 6
// strings, 5 model_version, 7 graph, 8 opset_import, 14 and up. Core ML's Model: 1
// specificationVersion, 2 description, 200 and up the kinds of models.
FileKind MessageKind(std::string_view bytes) {
  if (IsGraph(bytes)) return FileKind::kGraphDef;
  if (IsMeta(bytes)) return FileKind::kMetaGraph;
  bool has_version = false, has_graph = false, has_opset = false, has_core_ml = false;
  Fields model(bytes);
  while (model.Next()) {
    const uint32_t number = model.number();
    const bool is_version =
        number == 1 && !model.is_bytes() && model.value() > 0 && model.value() < 1000;
    has_version |= is_version;
    if (has_version && number == 2 && IsMeta(model.bytes())) return FileKind::kSavedModel;
    if (number == 1 ? !is_version : (number == 5) == model.is_bytes()) return FileKind::kUnknown;
    has_graph |= number == 7;
    has_opset |= number == 8;
    has_core_ml |= number >= 200;
    if (number > 25 && number < 200) return FileKind::kUnknown;
  }
  if (!has_version) return FileKind::kUnknown;
  if (has_core_ml) return FileKind::kCoreMl;
  return has_graph || (has_opset && !model.damaged()) ? FileKind::kOnnx : FileKind::kUnknown;
}

// ---- containers, by what is in them

// A zip archive, by the names in its directory, which is at its end, or else at its beginning.
FileKind ZipKind(std::string_view bytes) {
  constexpr size_t kLook = 1 << 20;
  const std::string_view ends[] = {bytes.substr(0, kLook),
                                   bytes.substr(bytes.size() - std::min(bytes.size(), kLook))};
  const auto has = [&](std::string_view name) {
    return std::any_of(std::begin(ends), std::end(ends),
                       [&](std::string_view end) { return end.find(name) != std::string_view::npos; });
  };
  if (has("data.pkl") || has("constants.pkl")) return FileKind::kPyTorch;
  if (has("model.weights.h5")) return FileKind::kKeras;
  if (has(".npyPK") || has(".npy\x93NUMPY") || has(".npy")) return FileKind::kNpz;
  return FileKind::kZip;
}

// TFRecord: a length, its masked checksum, the data. An event file's first is "brain.Event:...".
FileKind RecordKind(std::string_view bytes) {
  if (bytes.size() < 12) return FileKind::kUnknown;
  const auto masked = static_cast<uint32_t>(Little(bytes, 8, 4));
  if (UnmaskCrc32c(masked) != Crc32c(bytes.substr(0, 8))) return FileKind::kUnknown;
  return bytes.substr(12, 64).find("brain.Event:") != std::string_view::npos ? FileKind::kEvents
                                                                             : FileKind::kRecords;
}

// ---- text

bool IsText(std::string_view bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 || byte == '\t' || byte == '\n' || byte == '\r' || byte == '\f';
  });
}

std::string_view WithoutSpaceAndComments(std::string_view text) {
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (!text.starts_with('#')) return text;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
}

bool StartsWithAnyCase(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() &&
         std::equal(lower.begin(), lower.end(), text.begin(),
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b); });
}

FileKind TextKind(std::string_view bytes) {
  std::string_view text = bytes.substr(0, 1 << 16);
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  if (!IsText(text)) return FileKind::kUnknown;
  text = WithoutSpaceAndComments(text);
  if (StartsWithAnyCase(text, "<!doctype html") || StartsWithAnyCase(text, "<html")) {
    return FileKind::kWebPage;
  }
  if (text.starts_with("<?xml") || text.starts_with("<net")) return FileKind::kOpenVino;
  if (text.starts_with('{') || text.starts_with('[')) {
    const bool is_tfjs = text.find("\"weightsManifest\"") != std::string_view::npos ||
                         text.find("\"modelTopology\"") != std::string_view::npos;
    return is_tfjs ? FileKind::kTensorFlowJs : FileKind::kJson;
  }
  const size_t end = std::min(text.find_first_of(":{< \t\r\n"), text.size());
  const std::string_view field = text.substr(0, end);
  const std::string_view next = WithoutSpaceAndComments(text.substr(end));
  if (!next.starts_with(':') && !next.starts_with('{') && !next.starts_with('<')) return FileKind::kText;
  struct Name {
    std::string_view field;
    FileKind kind;
  };
  static constexpr Name kNames[] = {{"node", FileKind::kGraphDef},
                                    {"library", FileKind::kGraphDef},
                                    {"versions", FileKind::kGraphDef},
                                    {"meta_info_def", FileKind::kMetaGraph},
                                    {"graph_def", FileKind::kMetaGraph},
                                    {"saved_model_schema_version", FileKind::kSavedModel},
                                    {"meta_graphs", FileKind::kSavedModel},
                                    {"model_checkpoint_path", FileKind::kCheckpointState},
                                    {"ir_version", FileKind::kOnnx},
                                    {"layer", FileKind::kCaffe},
                                    {"layers", FileKind::kCaffe}};
  for (const Name& name : kNames) {
    if (field == name.field) return name.kind;
  }
  if (field == "name" && (text.find("layer {") != std::string_view::npos ||
                          text.find("layers {") != std::string_view::npos)) {
    return FileKind::kCaffe;
  }
  return FileKind::kText;
}

FileKind KindOf(std::string_view bytes) {
  if (bytes.empty()) return FileKind::kEmpty;
  for (const Magic& magic : kMagics) {
    if (Has(bytes, magic.at, magic.bytes)) return magic.kind;
  }
  if (bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06")) return ZipKind(bytes);
  // A header's length, and the header, which is JSON.
  if (bytes.size() >= 10 && bytes[8] == '{' && (bytes[9] == '"' || bytes[9] == '}') &&
      Little(bytes, 0, 8) < 100'000'000 && Little(bytes, 0, 8) > 1) {
    return FileKind::kSafetensors;
  }
  if (bytes.size() >= 48 && Little(bytes, bytes.size() - 8, 8) == 0xdb4775248b80fb57) {
    return FileKind::kCheckpointIndex;  // LevelDB's table
  }
  if (bytes.size() >= 3 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5 && bytes[2] != '\0') {
    return bytes.substr(0, 64).find("\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19") != std::string_view::npos
               ? FileKind::kPyTorch
               : FileKind::kPickle;
  }
  if (const FileKind kind = RecordKind(bytes); kind != FileKind::kUnknown) return kind;
  if (const FileKind kind = TextKind(bytes); kind != FileKind::kUnknown) return kind;
  return MessageKind(bytes);
}

}  // namespace

FileInfo SniffFile(std::string_view bytes) {
  const FileKind kind = KindOf(bytes);
  for (const FileInfo& info : kInfos) {
    if (info.kind == kind) return info;
  }
  return {};
}

Status ForeignFile(std::string_view bytes, FileKind wanted, const Status& failure) {
  const FileInfo info = SniffFile(bytes);
  if (info.kind == FileKind::kUnknown || info.kind == wanted) return failure;
  if (info.kind == FileKind::kText) {  // which may be the right form with a mistake in it
    return InvalidArgument("this is text, which does not read: ", failure.message());
  }
  return InvalidArgument("this is ", info.name, "; ", info.advice);
}

}  // namespace runnel
