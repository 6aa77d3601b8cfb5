// Summary ops against what TensorFlow gave (recorded.tsv, made by record.py), byte for byte; images by
// their pixels, since PNG files may be compressed in many ways.
#include "tests/summaries/summary_test.h"

#include <zlib.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/support/case_log.h"

namespace runnel_test {
namespace {

using Cells = std::vector<std::string>;

// The lines of recorded.tsv, split, by the name of their case.
std::multimap<std::string, Cells> Recorded() {
  std::multimap<std::string, Cells> recorded;
  std::ifstream file(RUNNEL_RECORDED);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    Cells cells;
    std::istringstream pieces(line);
    for (std::string cell; std::getline(pieces, cell, '\t');) cells.push_back(cell);
    recorded.emplace(cells[0], cells);
  }
  EXPECT_FALSE(recorded.empty()) << RUNNEL_RECORDED;
  return recorded;
}

std::string Hex(const std::string& bytes) {
  std::string hex;
  for (const char c : bytes) {
    char digits[3];
    std::snprintf(digits, sizeof(digits), "%02x", static_cast<unsigned char>(c));
    hex += digits;
  }
  return hex;
}

void ExpectRecorded(const std::string& name, const std::string& summary) {
  static const auto recorded = Recorded();
  const auto it = recorded.find(name);
  ASSERT_NE(it, recorded.end()) << name;
  EXPECT_EQ(Hex(summary), it->second[1]) << name;
}

struct Picture {
  uint32_t height = 0, width = 0;
  int color_type = -1;
  std::string pixels;  // without filter bytes
};

uint32_t BigEndian(const std::string& bytes, size_t at) {
  uint32_t value = 0;
  for (size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

// Checks all checksums by zlib's.
Picture DecodePng(const std::string& png) {
  Picture picture;
  EXPECT_EQ(png.substr(0, 8), std::string("\x89PNG\r\n\x1a\n", 8));
  std::string packed, last;
  for (size_t at = 8; at + 12 <= png.size();) {
    const uint32_t size = BigEndian(png, at);
    const std::string typed = png.substr(at + 4, size + 4);
    last = typed.substr(0, 4);
    EXPECT_EQ(crc32(0, reinterpret_cast<const Bytef*>(typed.data()), static_cast<uInt>(typed.size())),
              BigEndian(png, at + 8 + size));
    if (last == "IHDR") {
      picture.width = BigEndian(typed, 4);
      picture.height = BigEndian(typed, 8);
      EXPECT_EQ(typed[12], 8);
      picture.color_type = static_cast<unsigned char>(typed[13]);
    }
    if (last == "IDAT") packed += typed.substr(4);
    at += 12 + size;
  }
  EXPECT_EQ(last, "IEND");
  const size_t channels = picture.color_type == 0 ? 1 : picture.color_type == 2 ? 3 : 4;
  const size_t row = picture.width * channels + 1;
  std::string rows(row * picture.height + 1, '\0');
  uLongf size = rows.size();
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(rows.data()), &size,
                       reinterpret_cast<const Bytef*>(packed.data()), packed.size()),
            Z_OK);
  EXPECT_EQ(size, row * picture.height);
  for (size_t r = 0; r < picture.height; ++r) {
    EXPECT_EQ(rows[r * row], 0) << "no filter";
    picture.pixels += rows.substr(r * row + 1, row - 1);
  }
  return picture;
}

// Fields of a message, for looking into what is not compared byte for byte. Lengths below 2^28.
std::vector<std::pair<int, std::string>> Fields(const std::string& message) {
  std::vector<std::pair<int, std::string>> fields;
  size_t at = 0;
  const auto varint = [&] {
    uint64_t value = 0;
    for (int shift = 0; at < message.size(); shift += 7) {
      const auto byte = static_cast<unsigned char>(message[at++]);
      value |= static_cast<uint64_t>(byte & 127) << shift;
      if (byte < 128) break;
    }
    return value;
  };
  while (at < message.size()) {
    const uint64_t key = varint();
    const uint64_t value = varint();
    if ((key & 7) == 2) {
      fields.emplace_back(key >> 3, message.substr(at, value));
      at += value;
    } else {
      fields.emplace_back(key >> 3, std::to_string(value));
    }
  }
  return fields;
}

// `tolerance`: of a pixel, where TensorFlow rounds otherwise on the way (half), or its compiler did.
void ExpectRecordedImages(const std::string& name, const std::string& summary, int tolerance = 0) {
  static const auto recorded = Recorded();
  auto [expected, end] = recorded.equal_range(name);
  ASSERT_NE(expected, end) << name;
  for (const auto& [number, value] : Fields(summary)) {
    ASSERT_NE(expected, end) << name;
    const Cells& cells = (expected++)->second;
    const auto fields = Fields(value);
    ASSERT_EQ(fields.size(), 2u);
    EXPECT_EQ(fields[0].second, cells[1]) << "the tag of " << name;
    const auto image = Fields(fields[1].second);
    ASSERT_EQ(image.size(), 4u);
    for (size_t i = 0; i < 3; ++i) EXPECT_EQ(image[i].second, cells[i + 2]) << name;
    const Picture picture = DecodePng(image[3].second);
    EXPECT_EQ(std::to_string(picture.height) + "x" + std::to_string(picture.width),
              cells[2] + "x" + cells[3]);
    ASSERT_EQ(picture.pixels.size() * 2, cells[5].size());
    for (size_t i = 0; i < picture.pixels.size(); ++i) {
      EXPECT_NEAR(static_cast<unsigned char>(picture.pixels[i]),
                  std::stoi(cells[5].substr(2 * i, 2), nullptr, 16), tolerance)
          << name << " " << cells[1] << " byte " << i;
    }
  }
  EXPECT_EQ(expected, end) << name;
}

class RecordedSummary : public SummaryTest {
 protected:
  void Log(const char* op) {
    if (!HasFailure()) runnel::testing::LogCase("forward", op, "*", "*");
  }
};

TEST_F(RecordedSummary, ScalarsAndHistogramsOfEveryRealType) {
  for (const rnl_dtype_t dtype :
       {RNL_FLOAT, RNL_DOUBLE, RNL_INT32, RNL_UINT8, RNL_INT16, RNL_INT8, RNL_INT64, RNL_BFLOAT16,
        RNL_UINT16, RNL_HALF, RNL_UINT32, RNL_UINT64}) {
    const std::string name = Str(rnl_dtype_name(dtype));
    ExpectRecorded(
        "scalar_" + name,
        Run(Op("ScalarSummary", {Strings({"three", "none"}, {2}), Numbers({3, 0}, {2}, dtype)})));
    ExpectRecorded(
        "histogram_" + name,
        Run(Op("HistogramSummary", {Tag("h"), Numbers({0, 1, 2, 3, 3, 100}, {2, 3}, dtype)})));
  }
  ExpectRecorded("scalar_negative", Run(Op("ScalarSummary", {Tag("loss"), Numbers({-1.25}, {})})));
  Log("ScalarSummary");
}

TEST_F(RecordedSummary, HistogramsOfManySizes) {
  const std::vector<double> spread = {0,      0.5,  -0.5,  1e-12, 3,  3.05, 1e300,
                                      -1e-13, 1e20, 8e307, -2e30, -7, 1e-15};
  ExpectRecorded("histogram_spread",
                 Run(Op("HistogramSummary", {Tag("spread"), Numbers(spread, {13}, RNL_DOUBLE)})));
  ExpectRecorded("histogram_empty", Run(Op("HistogramSummary", {Tag("e"), Numbers({}, {0})})));
  // The largest double is the end of the last bucket, and in it.
  const std::string largest =
      Run(Op("HistogramSummary", {Tag("l"), Numbers({1.7976931348623157e308}, {}, RNL_DOUBLE)}));
  EXPECT_EQ(largest.substr(largest.size() - 8), std::string("\0\0\0\0\0\0\xf0\x3f", 8));
  Log("HistogramSummary");
}

TEST_F(RecordedSummary, Merged) {
  const rnl_output_t one = Op("ScalarSummary", {Tag("a"), Numbers({1}, {})});
  const rnl_output_t two = Op("HistogramSummary", {Tag("b"), Numbers({2}, {1})});
  const rnl_output_t pair = Op("Pack", {two, Tag("")}, [](rnl_node_builder_t*) {});
  const rnl_output_t merged = Op("MergeSummary", {one, pair});
  ExpectRecorded("merge", Run(merged));
  Log("MergeSummary");
}

TEST_F(RecordedSummary, Tensors) {
  ExpectRecorded("tensor", Run(Op("TensorSummary", {Numbers({1, 2}, {2})}, {}, "kept")));
  Log("TensorSummary");
  const std::string text("\x0a\x06\x0a\x04text", 8);
  ExpectRecorded("tensor_text",
                 Run(Op("TensorSummaryV2", {Tag("words"), Strings({"hello", ""}, {2}), Tag(text)})));
  ExpectRecorded("tensor_ints",
                 Run(Op("TensorSummaryV2", {Tag("n"), Numbers({7, -1}, {1, 2}, RNL_INT32), Tag("")})));
  Log("TensorSummaryV2");
}

TEST_F(RecordedSummary, Images) {
  const auto images = [&](const std::vector<double>& values, int64_t channels, rnl_dtype_t dtype,
                          int64_t max_images, bool bad_color) {
    return Run(Op(
        "ImageSummary", {Tag("i"), Numbers(values, {2, 2, 3, channels}, dtype)},
        [&](rnl_node_builder_t* builder) {
          rnl_node_builder_set_attr_int(builder, rnl_str("max_images"), max_images);
          if (!bad_color) return;
          const uint8_t color[] = {10, 20, 30, 40};
          const int64_t four = 4;
          Tensor tensor;
          EXPECT_TRUE(IsOk(rnl_tensor_from_data(runtime_, RNL_UINT8, 1, &four, color, 4, tensor.out())));
          rnl_node_builder_set_attr_tensor(builder, rnl_str("bad_color"), tensor);
        }));
  };
  for (const int64_t channels : {1, 3, 4}) {
    const std::string suffix = "_" + std::to_string(channels);
    std::vector<double> bytes, positive, with_sign;
    for (int i = 0; i < 12 * channels; ++i) {
      bytes.push_back(i * 5);
      positive.push_back(i / 7.0);
      with_sign.push_back((i - 9) / 4.0);
    }
    with_sign[static_cast<size_t>(4 * channels)] = NAN;
    with_sign[static_cast<size_t>(9 * channels - 1)] = -INFINITY;
    ExpectRecordedImages("bytes" + suffix, images(bytes, channels, RNL_UINT8, 3, false));
    ExpectRecordedImages("positive" + suffix, images(positive, channels, RNL_FLOAT, 1, false));
    ExpectRecordedImages("signed_float" + suffix, images(with_sign, channels, RNL_FLOAT, 2, true));
    ExpectRecordedImages("signed_double" + suffix, images(with_sign, channels, RNL_DOUBLE, 2, true), 1);
    ExpectRecordedImages("signed_half" + suffix, images(with_sign, channels, RNL_HALF, 2, true), 1);
  }
  ExpectRecordedImages("dark", Run(Op("ImageSummary", {Tag("i"), Numbers({1e-8, 1e-8}, {1, 1, 2, 1})})));
  Log("ImageSummary");
}

TEST_F(SummaryTest, LargeImagesTakeSeveralBlocks) {
  const std::vector<double> white(300 * 300, 255);
  const std::string summary =
      Run(Op("ImageSummary", {Tag("i"), Numbers(white, {1, 300, 300, 1}, RNL_UINT8)}));
  const auto image = Fields(Fields(Fields(summary)[0].second)[1].second);
  EXPECT_EQ(DecodePng(image[3].second).pixels, std::string(300 * 300, '\xff'));
}

TEST_F(SummaryTest, BadInputsAreNamed) {
  std::string out;
  const rnl_output_t nan = Op("HistogramSummary", {Tag("h"), Numbers({1, NAN}, {2})}, {}, "hist");
  EXPECT_TRUE(Fails(TryRun(nan, &out), RNL_INVALID_ARGUMENT, {"hist", "NaN", "\"h\"", "element 1"}));
  const rnl_output_t infinite = Op("HistogramSummary", {Tag("h"), Numbers({-INFINITY}, {})});
  EXPECT_TRUE(Fails(TryRun(infinite, &out), RNL_INVALID_ARGUMENT, {"infinity", "\"h\""}));
  const rnl_output_t twice = Op("MergeSummary", {Op("ScalarSummary", {Tag("a"), Numbers({1}, {})}),
                                                 Op("ScalarSummary", {Tag("a"), Numbers({2}, {})})});
  EXPECT_TRUE(Fails(TryRun(twice, &out), RNL_INVALID_ARGUMENT, {"\"a\"", "twice"}));
  const rnl_output_t garbage = Op("MergeSummary", {Tag("\x0aq")});
  EXPECT_TRUE(Fails(TryRun(garbage, &out), RNL_INVALID_ARGUMENT, {"input 0", "damaged"}));
  const rnl_output_t none = Op("ImageSummary", {Tag("i"), Numbers({}, {1, 0, 2, 3})});
  EXPECT_TRUE(Fails(TryRun(none, &out), RNL_INVALID_ARGUMENT, {"0 by 2"}));
  const rnl_output_t no_images = Op("ImageSummary", {Tag("i"), Numbers({}, {0, 2, 2, 3})});
  EXPECT_EQ(Run(no_images), "");
  const auto refuses = [&](const char* op, const std::vector<rnl_output_t>& inputs, const char* piece) {
    rnl_output_t output{};
    EXPECT_TRUE(
        Fails(rnl_graph_add_op(graph_, rnl_str(op), rnl_str(""), inputs.data(), inputs.size(), &output),
              RNL_INVALID_ARGUMENT, {piece}));
  };
  refuses("ScalarSummary", {Strings({"a", "b"}, {2}), Numbers({1}, {1})}, "tags");
  refuses("HistogramSummary", {Strings({"a"}, {1}), Numbers({1}, {1})}, "tag");
  refuses("ImageSummary", {Tag("i"), Numbers({1, 2}, {1, 1, 1, 2})}, "1, 3 or 4");
  refuses("ImageSummary", {Tag("i"), Numbers({1}, {1})}, "rank 4");
}

}  // namespace
}  // namespace runnel_test
