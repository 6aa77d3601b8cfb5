// Contents of files that are cut off anywhere, or have any byte turned around, through the ops that read
// them: a status that says where, or a value, and never more memory than the runtime may take.
#include <algorithm>

#include "core/io/example.h"
#include "core/io/image_file.h"
#include "core/io/wav.h"
#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

class DamagedInput : public RuntimeTest {
 protected:
  void SetUp() override {
    RuntimeOptions options;
    options.memory_limit_bytes = 8 << 20;
    Restart(options);
  }

  // `says`: each refusal has one of these in its message.
  void ExpectStatuses(const std::string& whole, const std::vector<OutputRef>& fetches, OutputRef in,
                      const std::vector<std::string>& says) {
    const auto run = [&](const std::string& contents) {
      std::vector<Tensor> got;
      const Shape shape = in.node->output_shape(0).rank() == 0 ? Shape{} : Shape{1};
      return TryRun(fetches, {{in, *Tensor::FromStrings(shape, {{contents}})}}, {}, &got);
    };
    const Status ok = run(whole);
    ASSERT_TRUE(ok.ok()) << ok.ToString();
    int refused = 0;
    const auto expect = [&](size_t at, const std::string& contents) {
      const Status status = run(contents);
      if (status.ok()) return;
      ++refused;
      EXPECT_EQ(status.code(), Code::kInvalidArgument) << at << ": " << status.ToString();
      const bool said = std::any_of(says.begin(), says.end(), [&](const std::string& text) {
        return status.message().find(text) != std::string::npos;
      });
      EXPECT_TRUE(said) << at << ": " << status.ToString();
    };
    for (size_t at = 0; at < whole.size(); ++at) {
      expect(at, whole.substr(0, at));
      std::string turned = whole;
      turned[at] = static_cast<char>(~turned[at]);
      expect(at, turned);
    }
    EXPECT_GT(refused, 0);
  }
};

TEST_F(DamagedInput, OfImagesAndSoundSaysWhere) {
  std::vector<uint8_t> pixels(9 * 7 * 3);
  for (size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<uint8_t>(i * 53);
  const images::Size size{1, 9, 7, 3};
  images::JpegWriting progressive;
  progressive.progressive = true;
  std::string bmp = "BM" + std::string(52, '\0') + std::string(3 * 4, '\x21');
  bmp[10] = 54;
  bmp[18] = 1;
  bmp[22] = 3;
  bmp[28] = 24;
  const std::string gif =
      "GIF89a" + std::string("\x02\x00\x02\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff", 13) + "," +
      std::string("\x00\x00\x00\x00\x02\x00\x02\x00\x00\x02\x03\x0c\x10\x05\x00;", 16);
  std::vector<float> samples(40);
  for (size_t i = 0; i < samples.size(); ++i) samples[i] = static_cast<float>(i) / 64;
  const std::pair<const char*, std::string> files[] = {
      {"DecodeJpeg", *images::WriteJpeg(size, pixels, {})},
      {"DecodeJpeg", *images::WriteJpeg(size, pixels, progressive)},
      {"DecodePng", *images::WritePng(size, pixels.data(), 8, -1)},
      {"DecodeBmp", bmp},
      {"DecodeGif", gif},
      {"DecodeWav", *WriteWav(samples, 2, 8000)}};
  for (const auto& [op, contents] : files) {
    SCOPED_TRACE(op);
    const OutputRef in = Placeholder({}, DType::kString, Shape{});
    ExpectStatuses(contents, {b().Op(op, {in})}, in,
                   {"byte", "begin with", "got nothing", "pixel", "frame"});
  }
}

TEST_F(DamagedInput, OfCommaSeparatedValuesNamesFieldOrRecord) {
  const OutputRef in = Placeholder({}, DType::kString, Shape{1});
  const OutputRef none = b().Constant(*Tensor::FromValues<int64_t>(Shape{0}, {}));
  const OutputRef word = b().Constant(*Tensor::FromStrings(Shape{1}, {{"none"}}));
  const OutputRef csv =
      b().Op("DecodeCSV", {in, none, word, Vector({1})},
             {{"OUT_TYPE", std::vector{DType::kInt64, DType::kString, DType::kFloat}}});
  ExpectStatuses("123,\"a \"\"quoted\"\", text\",4.5e3", {csv, {csv.node, 1}, {csv.node, 2}}, in,
                 {"Field", "fields"});
}

TEST_F(DamagedInput, OfExamplesNamesTheExample) {
  ExampleWriter writer;
  const float numbers[] = {1, 2.5f};
  const int64_t label = 300;
  writer.Add("numbers", numbers, 2);
  writer.Add("label", &label, 1);
  writer.Add("words", {"one", "three"});
  const OutputRef in = Placeholder({}, DType::kString, Shape{});
  const OutputRef no_label = b().Constant(*Tensor::FromValues<int64_t>(Shape{1}, {{7}}));
  const OutputRef parsed = b().Op(
      "ParseSingleExample", {in, b().Constant(*Tensor::FromValues<float>(Shape{2}, {{0, 0}})), no_label},
      {{"num_sparse", 1},
       {"sparse_keys", std::vector<std::string>{"words"}},
       {"sparse_types", std::vector{DType::kString}},
       {"dense_keys", std::vector<std::string>{"numbers", "label"}},
       {"Tdense", std::vector{DType::kFloat, DType::kInt64}},
       {"dense_shapes", std::vector{Shape{2}, Shape{1}}}});
  std::vector<OutputRef> fetches;
  for (int i = 0; i < parsed.node->num_outputs(); ++i) fetches.push_back({parsed.node, i});
  ExpectStatuses(writer.Take(), fetches, in, {"byte", "example"});
}

}  // namespace
}  // namespace runnel
