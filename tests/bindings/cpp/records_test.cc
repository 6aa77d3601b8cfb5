// TFRecord files and Examples from C++.
#include <cstdlib>
#include <filesystem>

#include "tests/bindings/cpp/expect.h"

namespace {

TEST(Records, AndExamplesGoToFilesAndBack) {
  std::string folder = (std::filesystem::temp_directory_path() / "runnel_cpp_XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::string path = folder + "/r.tfrecord";
  const auto runtime = runnel::Runtime::Create();
  auto example = runnel::Example::Create(true);
  const float floats[] = {0.5f};
  const std::int64_t ints[] = {1, -2};
  const std::string strings[] = {"a", std::string("\0\xff", 2)};
  example.Set("f", floats);
  example.Set("i", ints);
  example.Set("s", strings);
  example.AddStep("tokens", ints);
  example.AddList("empty");
  for (const char* compression : {"", "ZLIB", "GZIP"}) {
    const auto writer = runnel::RecordWriter::Create(runtime, path, compression);
    writer.Write(example.Serialize());
    writer.Write("last");
    writer.Flush(true);
    writer.Close();
    const auto reader = runnel::RecordReader::Open(runtime, path, compression);
    const auto parsed = runnel::Example::Parse(*reader.Next(), true);
    const std::uint64_t second = reader.offset();
    EXPECT_TRUE(parsed.is_sequence());
    EXPECT_EQ(parsed.features(), (std::vector<std::string>{"f", "i", "s"}));
    EXPECT_EQ(parsed.lists(), (std::vector<std::string>{"empty", "tokens"}));
    EXPECT_EQ(parsed.Feature("f").floats[0], 0.5f);
    EXPECT_EQ(parsed.Feature("i").ints[1], -2);
    EXPECT_EQ(parsed.Feature("s").strings[1], strings[1]);
    EXPECT_EQ(parsed.NumSteps("tokens"), 1u);
    EXPECT_EQ(parsed.Step("tokens", 0).ints.size(), 2u);
    EXPECT_THROW(static_cast<void>(parsed.Step("tokens", 1)), runnel::Error);
    EXPECT_EQ(*reader.Next(), "last");
    EXPECT_FALSE(reader.Next().has_value());
    const auto progress = reader.GetProgress();
    EXPECT_EQ(progress.read_bytes, progress.size_bytes);
    reader.Seek(second);
    EXPECT_EQ(*reader.Next(), "last");
    std::filesystem::resize_file(path, 30);
    const auto cut = runnel::RecordReader::Open(runtime, path, compression);
    try {
      static_cast<void>(cut.Next());
      ADD_FAILURE() << "a damaged file was read";
    } catch (const runnel::Error& error) {
      EXPECT_NE(std::string(error.what()).find(path), std::string::npos) << error.what();
    }
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
