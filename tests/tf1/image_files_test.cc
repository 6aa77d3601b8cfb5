// Image and sound files as TensorFlow reads and writes them (make_image_files.py), and contents that
// claim too much, are damaged, or crash it.
#include "core/io/image_file.h"
#include "core/io/wav.h"
#include "tests/support/case_log.h"
#include "tests/tf1/answered_graph.h"

namespace runnel {
namespace {

class ImageFiles : public AnsweredGraphTest {
 protected:
  Status Decode(const char* op, const std::string& contents, Tensor* image) {
    const OutputRef in = b().Constant(*Tensor::FromStrings(Shape{}, {{contents}}));
    std::vector<Tensor> got;
    const Status status = TryRun({b().Op(op, {in})}, {}, {}, &got);
    if (status.ok()) *image = got[0];
    return status;
  }
};

TEST_F(ImageFiles, AreReadAndWrittenAsInTensorFlow) {
  RunAnswered("image_files.pb", Gradients::kTheirs);
  if (HasFailure()) return;
  testing::LogHostOps({"DecodeJpeg", "DecodeAndCropJpeg", "DecodePng", "DecodeGif", "DecodeBmp",
                       "DecodeImage", "ExtractJpegShape", "EncodeJpeg", "EncodeJpegVariableQuality",
                       "EncodePng", "DecodeWav", "EncodeWav"});
}

// Sizes in headers that so few bytes cannot hold: no memory is claimed for them.
TEST_F(ImageFiles, ThatClaimMoreThanTheyHoldAreRefused) {
  Tensor image;
  const auto expect = [&](const char* op, const std::string& contents, const char* message) {
    const Status status = Decode(op, contents, &image);
    EXPECT_EQ(status.code(), Code::kInvalidArgument) << op << ": " << status.ToString();
    EXPECT_NE(status.message().find(message), std::string::npos) << op << ": " << status.ToString();
  };
  const std::vector<uint8_t> pixels(8 * 8 * 3, 77);
  std::string jpeg = *images::WriteJpeg({1, 8, 8, 3}, pixels, {});
  const size_t frame = jpeg.find("\xff\xc0");
  ASSERT_NE(frame, std::string::npos);
  const std::string large("\x4e\x20\x4e\x20", 4);  // 20000 rows and columns
  expect("DecodeJpeg", std::string(jpeg).replace(frame + 5, 4, large), "can hold");
  std::string bmp = "BM" + std::string(52, '\0');
  bmp[10] = 54;
  bmp.replace(18, 8, std::string("\x00\x40\x00\x00\x00\x40\x00\x00", 8));
  bmp[28] = 24;
  expect("DecodeBmp", bmp, "can hold");
  std::string gif = "GIF89a" + std::string("\x10\x27\x10\x27\x80\x00\x00\x00\x00\x00\xff\xff\xff", 13) +
                    "," + std::string("\x00\x00\x00\x00\x10\x27\x10\x27\x00\x02\x02\x44\x01\x00;", 15);
  expect("DecodeGif", gif, "can hold");
}

// Every file cut off at every byte and with every byte turned around gives a status or an image.
TEST_F(ImageFiles, DamagedAnywhereGiveAStatus) {
  std::vector<uint8_t> pixels(12 * 9 * 3);
  for (size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<uint8_t>(i * 37);
  const images::Size size{1, 12, 9, 3};
  images::JpegWriting progressive;
  progressive.progressive = true;
  const std::string files[] = {*images::WriteJpeg(size, pixels, {}),
                               *images::WriteJpeg(size, pixels, progressive),
                               *images::WritePng(size, pixels.data(), 8, -1)};
  const auto take = [](const images::Size& s) -> Result<void*> {
    static thread_local std::vector<uint8_t> memory;
    memory.assign(static_cast<size_t>(s.frames * s.height * s.width * s.channels * 2), 0);
    return memory.data();
  };
  const auto read = [&](const std::string& contents) {
    return images::KindOf(contents) == images::Kind::kPng ? images::ReadPng(contents, 0, 16, take)
                                                          : images::ReadJpeg(contents, {}, take);
  };
  for (const std::string& file : files) {
    ASSERT_TRUE(read(file).ok());
    for (size_t at = 0; at < file.size(); ++at) {
      const Status cut = read(file.substr(0, at));
      EXPECT_TRUE(cut.ok() || cut.code() == Code::kInvalidArgument) << at << ": " << cut.ToString();
      std::string broken = file;
      broken[at] = static_cast<char>(~broken[at]);
      const Status status = read(broken);
      EXPECT_TRUE(status.ok() || status.code() == Code::kInvalidArgument)
          << at << ": " << status.ToString();
    }
  }
}

// Source: TensorFlow's summary.proto (fields 1 to 5 of Audio, 6 of Value) and its answer for the same
// sounds.
TEST_F(ImageFiles, SoundsBecomeSummaries) {
  const std::vector<float> samples = {0.5f, -0.5f, 0.25f, 1.5f};
  const OutputRef tag = b().Constant(*Tensor::FromStrings(Shape{}, {{"s"}}));
  const OutputRef sounds = b().Constant(*Tensor::FromValues<float>(Shape{2, 2}, samples));
  const OutputRef rate = b().Scalar(DType::kFloat, 8000.5);
  const OutputRef first =
      b().Op("AudioSummary", {tag, sounds}, {{"sample_rate", AttrValue(8000.5f)}, {"max_outputs", 1}});
  const OutputRef both = b().Op("AudioSummaryV2", {tag, sounds, rate}, {{"max_outputs", 3}});
  const std::vector<Tensor> got = Run({first, both});
  const auto value = [&](const std::string& name, size_t at) {
    const std::string wav = *WriteWav(std::span(samples).subspan(at, 2), 1, 8000);
    std::string audio("\x0d\x00\x04\xfa\x45\x10\x01\x18\x02\x22",
                      10);  // 8000.5, one channel, two samples
    audio += static_cast<char>(wav.size()) + wav +
             "\x2a\x09"
             "audio/wav";
    const std::string inner = "\x0a" + std::string(1, static_cast<char>(name.size())) + name + "\x32" +
                              static_cast<char>(audio.size()) + audio;
    return "\x0a" + std::string(1, static_cast<char>(inner.size())) + inner;
  };
  EXPECT_EQ(got[0].string_at(0), value("s/audio", 0));
  EXPECT_EQ(got[1].string_at(0), value("s/audio/0", 0) + value("s/audio/1", 2));
  for (const double wrong : {0.0, -1.0, 1e12}) {
    std::vector<Tensor> none;
    const OutputRef bad = b().Op("AudioSummaryV2", {tag, sounds, b().Scalar(DType::kFloat, wrong)});
    EXPECT_EQ(TryRun({bad}, {}, {}, &none).code(), Code::kInvalidArgument) << wrong;
  }
  testing::LogHostOps({"AudioSummary", "AudioSummaryV2"});
}

// A marker that is none, where the end was: TensorFlow reads up to the end, too.
TEST_F(ImageFiles, DamageBehindThePixelsOfAJpegIsFound) {
  Tensor image;
  std::string jpeg = *images::WriteJpeg({1, 16, 16, 3}, std::vector<uint8_t>(16 * 16 * 3, 77), {});
  ASSERT_TRUE(Decode("DecodeJpeg", jpeg, &image).ok());
  jpeg.back() = '\xae';
  EXPECT_EQ(Decode("DecodeJpeg", jpeg, &image).code(), Code::kInvalidArgument);
}

// A GIF that is cut off within a frame: TensorFlow gives what lies in its memory.
TEST_F(ImageFiles, ThatEndInAFrameAreRefused) {
  Tensor image;
  const std::string gif =
      "GIF89a" + std::string("\x02\x00\x02\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff", 13) + "," +
      std::string("\x00\x00\x00\x00\x02\x00\x02\x00\x00\x02\x03\x0c\x10\x05\x00;", 16);
  const Status whole = Decode("DecodeGif", gif, &image);
  ASSERT_TRUE(whole.ok()) << whole.ToString();
  EXPECT_EQ(image.shape(), (Shape{1, 2, 2, 3}));
  EXPECT_EQ(Decode("DecodeGif", gif.substr(0, gif.size() - 4), &image).code(), Code::kInvalidArgument);
}

TEST_F(ImageFiles, WithoutPixelsAreNotWritten) {
  for (const char* op : {"EncodePng", "EncodeJpeg"}) {
    const OutputRef image = b().Constant(*Tensor::FromValues<uint8_t>(Shape{0, 3, 3}, {}));
    std::vector<Tensor> got;
    const Status status = TryRun({b().Op(op, {image})}, {}, {}, &got);
    EXPECT_EQ(status.code(), Code::kInvalidArgument) << op << ": " << status.ToString();
  }
}

}  // namespace
}  // namespace runnel
