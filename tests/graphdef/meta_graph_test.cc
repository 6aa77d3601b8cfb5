// MetaGraphDef and SavedModel, in binary and text.
#include "core/graph/meta_graph.h"

#include <gtest/gtest.h>

#include "tests/graphdef/wire_bytes.h"

namespace runnel {
namespace {

using testing::Bytes;
using testing::Node;
using testing::Varint;

constexpr std::string_view kText = R"(
saved_model_schema_version: 1
meta_graphs {
  meta_info_def {
    stripped_op_list { op { name: "Const" output_arg { name: "output" type_attr: "dtype" } } }
    any_info { [type.googleapis.com/x.Y] { z: 1 } }
    tags: "serve" tags: "gpu"
    tensorflow_version: "1.15.0"
    stripped_default_attrs: true
  }
  graph_def { node { name: "x" op: "Placeholder" } versions { producer: 134 } }
  saver_def {
    filename_tensor_name: "save/Const:0"
    save_tensor_name: "save/Identity:0"
    restore_op_name: "save/restore_all"
    max_to_keep: 5
    sharded: true
    keep_checkpoint_every_n_hours: 10000.0
    version: V2
  }
  collection_def { key: "trainable_variables" value { bytes_list { value: "\n\003w:0" } } }
  collection_def { key: "legacy_init_op" value { node_list { value: "init" } } }
  collection_def { key: "ints" value { int64_list { value: [1, -2] } } }
  collection_def { key: "floats" value { float_list { value: 0.5 } } }
  collection_def { key: "any" value { any_list { value { } } } }
  signature_def {
    key: "serving_default"
    value {
      inputs { key: "x" value { name: "x:0" dtype: DT_FLOAT tensor_shape { dim { size: -1 } dim { size: 1 } } } }
      inputs { key: "a" value { coo_sparse { values_tensor_name: "v:0" indices_tensor_name: "i:0" } } }
      outputs { key: "y" value { name: "y:0" dtype: DT_INT64_REF tensor_shape { unknown_rank: true } } }
      method_name: "tensorflow/serving/predict"
    }
  }
  asset_file_def { tensor_info { name: "asset:0" } filename: "foo.txt" }
}
)";

TEST(SavedModel, ReadsEveryPartOfText) {
  const auto model = ReadSavedModel(kText);
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  EXPECT_EQ(model->schema_version, 1);
  const auto found = model->Find({"gpu", "serve"});
  ASSERT_TRUE(found.ok());
  const MetaGraphDef& meta = **found;
  EXPECT_EQ(meta.tensorflow_version, "1.15.0");
  EXPECT_TRUE(meta.stripped_default_attrs);
  ASSERT_EQ(meta.graph.nodes.size(), 1u);
  EXPECT_EQ(meta.graph.producer, 134);
  EXPECT_EQ(meta.saver.filename_tensor, "save/Const:0");
  EXPECT_EQ(meta.saver.save_tensor, "save/Identity:0");
  EXPECT_EQ(meta.saver.restore_op, "save/restore_all");
  EXPECT_EQ(meta.saver.max_to_keep, 5);
  EXPECT_TRUE(meta.saver.sharded);
  EXPECT_EQ(meta.saver.keep_checkpoint_every_n_hours, 10000.0f);
  EXPECT_EQ(meta.saver.version, 2);

  ASSERT_EQ(meta.collections.size(), 5u);
  EXPECT_EQ(meta.FindCollection("legacy_init_op")->nodes, std::vector<std::string>{"init"});
  EXPECT_EQ(meta.FindCollection("ints")->ints, (std::vector<int64_t>{1, -2}));
  EXPECT_EQ(meta.FindCollection("floats")->floats, std::vector<float>{0.5f});
  const auto variable = DecodeVariableDef(meta.FindCollection("trainable_variables")->bytes.at(0));
  ASSERT_TRUE(variable.ok());
  EXPECT_EQ(variable->variable, "w:0");
  EXPECT_EQ(meta.FindCollection("none"), nullptr);

  const SignatureDef* signature = meta.FindSignature("serving_default");
  ASSERT_NE(signature, nullptr);
  EXPECT_EQ(signature->method_name, "tensorflow/serving/predict");
  ASSERT_EQ(signature->inputs.size(), 2u);
  EXPECT_EQ(signature->inputs[0].parts, (std::vector<std::string>{"v:0", "i:0", ""}));
  EXPECT_EQ(signature->inputs[1].name, "x:0");
  EXPECT_EQ(signature->inputs[1].shape, Shape({-1, 1}));
  EXPECT_EQ(signature->outputs[0].dtype, DType::kInt64);
  EXPECT_EQ(signature->outputs[0].shape, Shape::Unknown());
  ASSERT_EQ(meta.assets.size(), 1u);
  EXPECT_EQ(meta.assets[0].tensor, "asset:0");
  EXPECT_EQ(meta.assets[0].filename, "foo.txt");
}

TEST(SavedModel, ListsTheTagsThatItHas) {
  const auto model = ReadSavedModel("meta_graphs { meta_info_def { tags: ['serve', 'gpu'] } }");
  ASSERT_TRUE(model.ok());
  const auto found = model->Find({"train"});
  EXPECT_EQ(found.status().code(), Code::kNotFound);
  EXPECT_NE(found.status().message().find("{train}; it has {serve, gpu}"), std::string_view::npos);
}

TEST(SavedModel, FindsTheAssetsOfOldModelsInTheirCollection) {
  for (const char* any :
       {R"(type_url: "type.googleapis.com/tensorflow.AssetFileDef" value: "\n\003\n\001t\022\001f")",
        R"([type.googleapis.com/tensorflow.AssetFileDef] { tensor_info < name: "t" > filename: "f" })",
        R"(value: "\n\003\n\001t\022\001f" type_url: "x/tensorflow.AssetFileDef")"}) {
    const auto meta =
        ReadMetaGraphDef(StrCat("collection_def { key: 'saved_model_assets' value { any_list { value { ",
                                any, " } value { [x/some.Type] { a { b: 1 } } } } } }"));
    ASSERT_TRUE(meta.ok()) << meta.status().ToString();
    ASSERT_EQ(meta->assets.size(), 1u) << any;
    EXPECT_EQ(meta->assets[0].tensor, "t");
    EXPECT_EQ(meta->assets[0].filename, "f");
  }
}

TEST(SavedModel, LetsTheLastOfEqualKeysWin) {
  const auto signature = [](std::string_view method) {
    return Bytes(5, Bytes(1, "sig") + Bytes(2, Bytes(3, method)));
  };
  const auto meta = ReadMetaGraphDef(signature("first") + Bytes(5, Bytes(1, "a")) + signature("second"));
  ASSERT_TRUE(meta.ok());
  ASSERT_EQ(meta->signatures.size(), 2u);
  EXPECT_EQ(meta->signatures[0].key, "a");
  EXPECT_EQ(meta->signatures[1].method_name, "second");
}

TEST(SavedModel, NamesThePathOfWhatIsWrongInside) {
  const std::string node = Node("n", "Op", testing::Attr("T", Varint(6, 77)));
  const auto model = ReadSavedModel(Bytes(2, Bytes(2, node)));
  ASSERT_FALSE(model.ok());
  EXPECT_NE(model.status().message().find("meta_graphs[0].graph_def.node[0].attr[\"T\"].type: byte "),
            std::string_view::npos)
      << model.status().ToString();
}

TEST(SavedModel, EveryTruncationOfTextIsAStatusOrAModel) {
  for (size_t size = 0; size < kText.size(); ++size) {
    const auto model = ReadSavedModel(std::string(kText.substr(0, size)));
    EXPECT_TRUE(model.ok() || !model.status().message().empty());
  }
}

TEST(SavedModel, EveryTruncationAndTurnedByteIsAStatusWithItsPlaceOrAModel) {
  const std::string model = *EncodeSavedModel(*ReadSavedModel(kText));
  const std::string meta = *EncodeMetaGraphDef(ReadSavedModel(kText)->meta_graphs[0]);
  const auto expect = [](const Status& status, size_t at) {
    if (status.ok()) return;
    EXPECT_NE(status.message().find("byte "), std::string_view::npos) << at << ": " << status.ToString();
  };
  for (size_t at = 0; at < model.size(); ++at) {
    std::string turned = model;
    turned[at] = static_cast<char>(~turned[at]);
    expect(ReadSavedModel(model.substr(0, at)).status(), at);
    expect(ReadSavedModel(turned).status(), at);
  }
  for (size_t at = 0; at < meta.size(); ++at) {
    std::string turned = meta;
    turned[at] = static_cast<char>(~turned[at]);
    expect(ReadMetaGraphDef(meta.substr(0, at)).status(), at);
    expect(ReadMetaGraphDef(turned).status(), at);
  }
}

}  // namespace
}  // namespace runnel
