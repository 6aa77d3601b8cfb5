// IDX files whole and damaged, and the digits that stand in for them.
#include "mnist.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "digits.h"
#include "idx.h"

namespace {

class MnistFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "/runnel_mnist_XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    dir_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(dir_); }

  std::string Put(const std::string& name, const std::string& bytes) {
    std::ofstream(dir_ + "/" + name, std::ios::binary) << bytes;
    return dir_ + "/" + name;
  }
  // What idx_read says, without the path that it starts with.
  std::string Error(const std::string& path) {
    idx_t idx;
    char error[512] = "no error";
    const int ok = idx_read(path.c_str(), &idx, error, sizeof(error));
    idx_free(&idx);
    EXPECT_EQ(ok, std::string(error) == "no error");
    const std::string text = error;
    return text.compare(0, path.size(), path) == 0 ? text.substr(path.size()) : text;
  }
  std::string LoadError() {
    mnist_t mnist;
    char error[512] = "no error";
    if (mnist_load(dir_.c_str(), 0, &mnist, error, sizeof(error))) mnist_free(&mnist);
    return error;
  }

  std::string dir_;
};

std::string Idx(const std::vector<unsigned>& dims, const std::string& data, char type = 8) {
  std::string out("\0\0", 2);
  out += type;
  out += static_cast<char>(dims.size());
  for (unsigned d : dims) {
    for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(d >> shift & 0xff);
  }
  return out + data;
}

std::string Gzip(const std::string& bytes) {
  z_stream stream = {};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, bytes.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

TEST_F(MnistFiles, ReadsPlainAndCompressedIdx) {
  for (const std::string& bytes : {Idx({2, 3}, "abcdef"), Gzip(Idx({2, 3}, "abcdef"))}) {
    idx_t idx;
    char error[256] = "";
    ASSERT_TRUE(idx_read(Put("a", bytes).c_str(), &idx, error, sizeof(error))) << error;
    EXPECT_EQ(idx.rank, 2);
    EXPECT_EQ(idx.dims[1], 3u);
    EXPECT_EQ(std::string(reinterpret_cast<char*>(idx.data), idx.count), "abcdef");
    idx_free(&idx);
  }
}

TEST_F(MnistFiles, SaysWhatIsWrongWithAnIdxFile) {
  EXPECT_EQ(Error(dir_ + "/absent"), ": cannot be opened");
  EXPECT_EQ(Error(Put("a", "")), ": too short for an IDX header of 4 bytes");
  EXPECT_EQ(Error(Put("b", "PNG!")), ": not an IDX file: it does not start with two zero bytes");
  EXPECT_EQ(Error(Put("c", Idx({1}, "a", 0x0d))),
            ": IDX element type 0x0d, expected 0x08 (unsigned bytes)");
  EXPECT_EQ(Error(Put("f", Idx({10}, "abc"))), ": truncated: its header promises 10 bytes of data");
  EXPECT_EQ(Error(Put("g", Idx({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, "abc"))),
            ": IDX header promises more data than the file can hold");
  EXPECT_EQ(Error(Put("h", Idx({2}, "abc"))), ": holds more data than its IDX header promises");
}

TEST_F(MnistFiles, AnswersEveryTruncationAndFindsEveryFlippedByteOfCompressedData) {
  const std::string good = Gzip(Idx({4, 8}, "the quick brown fox jumps over !"));
  for (size_t i = 0; i < good.size(); ++i) {
    EXPECT_NE(Error(Put("cut", good.substr(0, i))), "no error") << i;
  }
  for (size_t i = 10; i < good.size(); ++i) {  // behind gzip's own header
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 0x20);
    EXPECT_NE(Error(Put("flipped", bad)), "no error") << i;
  }
}

TEST_F(MnistFiles, ChecksThatImagesAndLabelsBelongTogether) {
  Put("train-images-idx3-ubyte", Idx({1, 28, 28}, std::string(784, 'x')));
  EXPECT_EQ(LoadError(), dir_ + ": has no train-labels-idx1-ubyte or train-labels-idx1-ubyte.gz");
  Put("train-labels-idx1-ubyte", Idx({2}, "\1\2"));
  EXPECT_NE(LoadError().find("2 labels for 1 images"), std::string::npos);
  Put("train-labels-idx1-ubyte", Idx({1}, "\12"));
  EXPECT_NE(LoadError().find("label 0 is 10, expected 0 to 9"), std::string::npos);
}

TEST(Mnist, ReadsTheRealFiles) {
  if (std::getenv("RUNNEL_DATA_DIR") == nullptr) GTEST_SKIP() << "data: RUNNEL_DATA_DIR is unset";
  mnist_t mnist;
  char error[512] = "";
  ASSERT_TRUE(mnist_load(nullptr, 0, &mnist, error, sizeof(error))) << error;
  EXPECT_FALSE(mnist.drawn);
  EXPECT_EQ(mnist.train.count, 60000u);
  EXPECT_EQ(mnist.test.count, 10000u);
  EXPECT_EQ(mnist.test.labels[0], 7);
  mnist_free(&mnist);
}

TEST(Digits, AreTheSameForTheSameSeedOnly) {
  std::vector<uint8_t> a(20 * DIGIT_PIXELS), b(a.size()), c(a.size()), labels(20);
  digits_draw(1, 20, a.data(), labels.data());
  digits_draw(1, 20, b.data(), labels.data());
  digits_draw(2, 20, c.data(), labels.data());
  EXPECT_EQ(a, b);
  EXPECT_NE(a, c);
}

TEST(Digits, AreInkOnPaperAndOfEveryClass) {
  std::vector<uint8_t> images(100 * DIGIT_PIXELS), labels(100);
  digits_draw(3, 100, images.data(), labels.data());
  int per_class[10] = {};
  for (size_t i = 0; i < 100; ++i) {
    ++per_class[labels[i]];
    int ink = 0;
    for (size_t p = 0; p < DIGIT_PIXELS; ++p) ink += images[i * DIGIT_PIXELS + p] > 127;
    EXPECT_GT(ink, 15) << i;
    EXPECT_LT(ink, 350) << i;
  }
  for (int n : per_class) EXPECT_EQ(n, 10);
}

}  // namespace
