// Files of other programs, handed to the loaders: each says what the file is and what to do instead.
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tests/c_api/support/expect.h"

namespace runnel_test {
namespace {

namespace fs = std::filesystem;

// Of protobuf's wire format: a field of bytes, and one of a small number.
std::string Field(int number, const std::string& bytes) {
  std::string out(1, static_cast<char>(number << 3 | 2));
  for (size_t size = bytes.size();; size >>= 7) {
    out += static_cast<char>((size & 127) | (size > 127 ? 128 : 0));
    if (size <= 127) break;
  }
  return out + bytes;
}
std::string Field(int number, int value) {
  return {static_cast<char>(number << 3), static_cast<char>(value)};
}

std::string ZipOf(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) {
    out += std::string("PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 26);
    out += static_cast<char>(name.size());
    out += std::string("\0\0\0", 3) + name;
  }
  return out + std::string("PK\x05\x06", 4) + std::string(18, '\0');
}

// NodeDef, GraphDef and what holds one.
const std::string kNode = Field(1, "c") + Field(2, "NoOp");
const std::string kGraph = Field(1, kNode);
const std::string kMeta = Field(1, Field(4, "serve") + Field(5, "1.15.0")) + Field(2, kGraph);
const std::string kOnnxGraph =
    Field(1, Field(1, "x") + Field(2, "y") + Field(4, "Relu")) + Field(2, "main");
const std::string kOnnx = Field(1, 8) + Field(2, "pytorch") + Field(3, "2.1") + Field(7, kOnnxGraph) +
                          Field(8, Field(1, "") + Field(2, 17));

struct Case {
  std::string bytes;
  const char* is;      // "this is ...;"
  const char* advice;  // a piece of it
};

std::vector<Case> Cases() {
  using namespace std::string_literals;
  return {
      {kOnnx, "ONNX", "rnl_graph_load"},
      {kOnnx.substr(0, kOnnx.size() - 20), "ONNX", "rnl_graph_load"},
      {"\x1c\0\0\0TFL3\x14\0\x20\0\x1c\0\x18\0"s, "TFLite", "rnl_saved_model_open"},
      {Field(1, 1) + Field(2, kMeta), "the saved_model.pb of a SavedModel", "open the folder"},
      {"saved_model_schema_version: 1", "the saved_model.pb of a SavedModel", "open the folder"},
      {"model_checkpoint_path: \"model.ckpt-7\"\n", "the list of a folder's checkpoints", "prefix"},
      {std::string(40, 'x') + "\x57\xfb\x80\x8b\x24\x75\x47\xdb", "the index of a checkpoint", "prefix"},
      {"\x89HDF\r\n\x1a\n\0\0\0\0"s, "HDF5", "model.export"},
      {ZipOf({"metadata.json", "config.json", "model.weights.h5"}), "a Keras 3 archive", "model.export"},
      {ZipOf({"net/data.pkl", "net/byteorder"}), "a PyTorch archive", "checkpoint"},
      {ZipOf({"a.npy", "b.npy"}), "an archive of NumPy arrays", ".npy"},
      {ZipOf({"readme"}), "a zip archive", "unpack"},
      {"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.", "a PyTorch archive", "checkpoint"},
      {"\x80\x04\x95\x10\0\0\0\0\0\0\0}"s, "a Python pickle", "runs code"},
      {"GGUF\x03\0\0\0"s, "GGUF", "language model"},
      {"\x40\0\0\0\0\0\0\0{\"w\":{\"dtype\":\"F32\""s, "safetensors", "without a graph"},
      {"\x93NUMPY\x01\0v\0{'descr': '<f4'"s, "a NumPy array", "feed"},
      {"\x1f\x8b\x08\0\0\0\0\0"s, "gzip", "unpack"},
      {"\x28\xb5\x2f\xfd....", "a compressed file", "unpack"},
      {std::string(257, 'x') + "ustar", "a tar archive", "unpack"},
      {"\x7f"
       "ELF\x02\x01\x01\0"s,
       "a program or a shared library", "plugin"},
      {"\x89PNG\r\n\x1a\n....", "an image", "no model"},
      {"%PDF-1.7", "PDF", "no model"},
      {"version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "a pointer of Git LFS",
       "git lfs pull"},
      {"<!DOCTYPE html><html>", "a web page", "download"},
      {"{\"format\": \"graph-model\", \"modelTopology\": {}}", "TensorFlow.js", "made from"},
      {"{\"a\": 1}", "JSON", "no model"},
      {"<?xml version=\"1.0\"?><net name=\"m\">", "XML", "OpenVINO"},
      {"name: \"LeNet\"\nlayer {\n  name: \"data\"\n}", "a Caffe network", "convert"},
  };
}

bool IsImported(const Case& one) {
  return std::strcmp(one.is, "ONNX") == 0 || std::strcmp(one.is, "TFLite") == 0;
}

class ForeignFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "runnel_foreign_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    ASSERT_TRUE(IsOk(rnl_graph_create(runtime_, graph_.out())));
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string Write(const std::string& name, const std::string& bytes) {
    std::string path = folder_ + "/" + name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  rnl_status_t* Import(const std::string& bytes) {
    return rnl_graph_import(graph_, {bytes.data(), bytes.size()}, nullptr);
  }
  rnl_status_t* OpenCheckpoint(const std::string& prefix) {
    Handle<rnl_checkpoint_t, rnl_checkpoint_release> checkpoint;
    return rnl_checkpoint_open(runtime_, {prefix.data(), prefix.size()}, checkpoint.out());
  }
  rnl_status_t* OpenModel(const std::string& path) {
    SavedModel model;
    return rnl_saved_model_open(runtime_, {path.data(), path.size()}, nullptr, 0, model.out());
  }

  Runtime runtime_ = NewBareRuntime();
  Graph graph_;
  std::string folder_;
};

TEST_F(ForeignFile, EveryLoaderSaysWhatTheFileIs) {
  for (const Case& one : Cases()) {
    const std::string is = std::string("this is ") + one.is;
    SCOPED_TRACE(is);
    EXPECT_TRUE(Fails(Import(one.bytes), RNL_INVALID_ARGUMENT, {is.c_str(), one.advice}));
    EXPECT_EQ(rnl_graph_num_nodes(graph_), 0u);
    const std::string path = Write("file", one.bytes);
    if (IsImported(one)) {  // what is wrong with it, its importer says
      const Status status(OpenModel(path));
      EXPECT_TRUE(status.code() == RNL_INVALID_ARGUMENT || status.code() == RNL_DATA_LOSS);
      EXPECT_TRUE(status.message().starts_with(one.is)) << status.ToString();
      EXPECT_NE(status.message().find(path), std::string::npos) << status.ToString();
    } else {
      EXPECT_TRUE(Fails(OpenModel(path), RNL_INVALID_ARGUMENT, {path.c_str(), is.c_str(), one.advice}));
    }
    if (std::strstr(one.is, "the saved_model.pb") == nullptr) {
      Write("saved_model.pb", one.bytes);
      EXPECT_TRUE(
          Fails(OpenModel(folder_), RNL_INVALID_ARGUMENT, {folder_.c_str(), is.c_str(), one.advice}));
    }
    if (std::strstr(one.is, "the index") != nullptr) continue;
    EXPECT_TRUE(
        Fails(OpenCheckpoint(path), RNL_INVALID_ARGUMENT, {path.c_str(), is.c_str(), one.advice}));
    Write("file.index", one.bytes);
    EXPECT_TRUE(Fails(OpenCheckpoint(path), RNL_INVALID_ARGUMENT, {"file.index", is.c_str()}));
    fs::remove(path + ".index");
  }
}

TEST_F(ForeignFile, AMetaGraphIsImportedAsItsGraph) {
  ASSERT_TRUE(IsOk(Import(kMeta)));
  rnl_node_t node = RNL_NO_NODE;
  EXPECT_TRUE(IsOk(rnl_graph_find_node(graph_, rnl_str("c"), &node)));
  EXPECT_TRUE(
      IsOk(Import("# written by hand\nmeta_info_def { tags: \"train\" }\n"
                  "graph_def { node { name: \"d\" op: \"NoOp\" } }")));
  EXPECT_TRUE(IsOk(rnl_graph_find_node(graph_, rnl_str("d"), &node)));
  // Without its first field the bytes are a GraphDef's, but for what is in them.
  EXPECT_TRUE(IsOk(Import(Field(2, Field(1, Field(1, "e") + Field(2, "NoOp"))))));
  EXPECT_TRUE(IsOk(rnl_graph_find_node(graph_, rnl_str("e"), &node)));
  EXPECT_TRUE(Fails(Import(kMeta.substr(0, kMeta.size() - 1)), RNL_DATA_LOSS, {"MetaGraph"}));
}

TEST_F(ForeignFile, WhatIsNotKnownKeepsItsOwnError) {
  EXPECT_TRUE(Fails(Import(std::string("\x0a\x05"
                                       "abc",
                                       5)),
                    RNL_DATA_LOSS, {"node"}));
  EXPECT_TRUE(Fails(Import("nodes { name: \"a\" }"), RNL_INVALID_ARGUMENT, {"this is text", "nodes"}));
  EXPECT_TRUE(Fails(Import("node { nam: \"a\" }"), RNL_INVALID_ARGUMENT, {"nam"}));
  EXPECT_TRUE(Fails(OpenCheckpoint(folder_ + "/none"), RNL_NOT_FOUND, {"none.index"}));
}

TEST_F(ForeignFile, ACheckpointIsNamedByItsPrefix) {
  const rnl_str_t name = rnl_str("w");
  const Tensor value = FloatTensor(runtime_, {2}, {1, 2});
  rnl_tensor_t* const values[] = {value};
  const std::string prefix = folder_ + "/model-7";
  ASSERT_TRUE(IsOk(rnl_checkpoint_write(runtime_, rnl_str(prefix.c_str()), &name, values, 1)));
  EXPECT_TRUE(Fails(OpenCheckpoint(folder_), RNL_NOT_FOUND, {"is a folder", prefix.c_str()}));
  EXPECT_TRUE(Fails(OpenCheckpoint(prefix + ".index"), RNL_INVALID_ARGUMENT,
                    {"model-7.index", "the path without .index"}));
  EXPECT_TRUE(Fails(OpenCheckpoint(prefix + ".data-00000-of-00001"), RNL_INVALID_ARGUMENT,
                    {"shard of a checkpoint", "prefix"}));
  fs::rename(prefix + ".index", folder_ + "/old.ckpt");
  // What is one file is a checkpoint of the first format, which this is not.
  EXPECT_TRUE(Fails(OpenCheckpoint(folder_ + "/old.ckpt"), RNL_DATA_LOSS,
                    {"old.ckpt\" of the first format", "list of tensors is damaged"}));
  fs::remove(folder_ + "/old.ckpt");
  EXPECT_TRUE(Fails(OpenCheckpoint(folder_), RNL_NOT_FOUND, {"folder without checkpoints"}));
}

}  // namespace
}  // namespace runnel_test
