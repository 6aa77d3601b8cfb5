// Event files written through the C ABI: framing and errors here, contents by TensorBoard's own reader.
#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/summaries/summary_test.h"

namespace runnel_test {
namespace {

using Writer = Handle<rnl_event_writer_t, rnl_event_writer_release>;

class EventFile : public SummaryTest {
 protected:
  void SetUp() override {
    SummaryTest::SetUp();
    char pattern[] = "/tmp/runnel_events_XXXXXX";
    ASSERT_NE(mkdtemp(pattern), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Writer Open(const char* suffix = "test") {
    Writer writer;
    const std::string logs = folder_ + "/new/logs";
    EXPECT_TRUE(
        IsOk(rnl_event_writer_create(runtime_, rnl_str(logs.c_str()), rnl_str(suffix), writer.out())));
    return writer;
  }
  static std::string Bytes(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
  }
  // Records of the file, of which every one is whole.
  static std::vector<std::string> Records(const std::string& path) {
    const std::string bytes = Bytes(path);
    std::vector<std::string> records;
    size_t at = 0;
    while (at < bytes.size()) {
      uint64_t size = 0;
      if (at + 12 > bytes.size()) break;
      memcpy(&size, bytes.data() + at, sizeof(size));
      if (at + 12 + size + 4 > bytes.size()) break;
      records.push_back(bytes.substr(at + 12, size));
      at += 12 + size + 4;
    }
    EXPECT_EQ(at, bytes.size()) << path << " ends within a record";
    return records;
  }

  // A file with an event of every kind.
  void WriteAll();

  std::string folder_;
};

std::string Varint(size_t value) {
  std::string bytes;
  for (; value >= 128; value >>= 7) bytes.push_back(static_cast<char>(value | 128));
  bytes.push_back(static_cast<char>(value));
  return bytes;
}

TEST_F(EventFile, IsThereWholeAfterEveryCall) {
  const Writer writer = Open();
  const std::string path = Str(rnl_event_writer_path(writer));
  EXPECT_EQ(path.find(folder_ + "/new/logs/events.out.tfevents."), 0u) << path;
  EXPECT_TRUE(path.ends_with(".test")) << path;
  ASSERT_EQ(Records(path).size(), 1u);
  EXPECT_NE(Records(path)[0].find("brain.Event:2"), std::string::npos);
  ASSERT_TRUE(IsOk(rnl_event_writer_add_scalar(writer, rnl_str("loss"), 0.5f, 1, 1e9)));
  ASSERT_EQ(Records(path).size(), 2u);
  // wall_time 1e9, step 1, a summary of one value.
  EXPECT_EQ(
      Records(path)[1],
      std::string("\x09\0\0\0\0\x65\xcd\xcd\x41\x10\x01\x2a\x0d\x0a\x0b\x0a\x04loss\x15\0\0\0\x3f", 26));
  const Writer other = Open();
  EXPECT_NE(Str(rnl_event_writer_path(other)), path) << "a second writer has a file of its own";
  EXPECT_TRUE(Str(rnl_event_writer_path(Open(""))).size() > 10);
}

TEST_F(EventFile, RefusesWhatIsNoEvent) {
  const Writer writer = Open();
  const rnl_str_t garbage = rnl_str("\x0aq");
  EXPECT_TRUE(
      Fails(rnl_event_writer_add_summary(writer, garbage, 0, -1), RNL_INVALID_ARGUMENT, {"summary"}));
  EXPECT_TRUE(
      Fails(rnl_event_writer_add_graph(writer, garbage, -1), RNL_INVALID_ARGUMENT, {"graph_def"}));
  EXPECT_TRUE(
      Fails(rnl_event_writer_add_graph(writer, rnl_str(""), -1), RNL_INVALID_ARGUMENT, {"graph_def"}));
  EXPECT_TRUE(Fails(rnl_event_writer_add_run_metadata(writer, rnl_str(""), rnl_str(""), 0, -1),
                    RNL_INVALID_ARGUMENT, {"tag"}));
  EXPECT_TRUE(Fails(rnl_event_writer_add_run_metadata(writer, rnl_str("a"), garbage, 0, -1),
                    RNL_INVALID_ARGUMENT, {"run_metadata"}));
  EXPECT_TRUE(Fails(rnl_event_writer_add_scalar(writer, rnl_str("a"), 0, 0, 1e300), RNL_INVALID_ARGUMENT,
                    {"wall_time"}));
  EXPECT_TRUE(IsOk(rnl_event_writer_add_run_metadata(writer, rnl_str("a"), rnl_str(""), 0, -1)));
  EXPECT_TRUE(Fails(rnl_event_writer_add_run_metadata(writer, rnl_str("a"), rnl_str(""), 0, -1),
                    RNL_ALREADY_EXISTS, {"\"a\""}));
  EXPECT_EQ(Records(Str(rnl_event_writer_path(writer))).size(), 2u);
  EXPECT_TRUE(IsOk(rnl_event_writer_flush(writer)));
  EXPECT_TRUE(IsOk(rnl_event_writer_close(writer)));
  EXPECT_TRUE(IsOk(rnl_event_writer_close(writer)));
  EXPECT_TRUE(Fails(rnl_event_writer_flush(writer), RNL_FAILED_PRECONDITION, {"closed"}));
  EXPECT_TRUE(Fails(rnl_event_writer_add_scalar(writer, rnl_str("a"), 0, 0, -1), RNL_FAILED_PRECONDITION,
                    {"closed"}));
  Writer none;
  EXPECT_TRUE(Fails(rnl_event_writer_create(runtime_, rnl_str("/proc/none"), rnl_str(""), none.out()),
                    RNL_NOT_FOUND, {"/proc/none"}));
  EXPECT_TRUE(Fails(rnl_event_writer_create(runtime_, rnl_str("x"), rnl_str("a/b"), none.out()),
                    RNL_INVALID_ARGUMENT, {"a/b"}));
  EXPECT_EQ(none.get(), nullptr);
  EXPECT_TRUE(Str(rnl_event_writer_path(nullptr)).empty());
}

TEST_F(EventFile, FlushSaysThatTheFileIsGone) {
  const auto write = [&](const Writer& writer) {
    EXPECT_TRUE(IsOk(rnl_event_writer_add_scalar(writer, rnl_str("loss"), 1, 1, 1e9)));
    return Str(rnl_event_writer_path(writer));
  };
  const Writer deleted = Open(), moved = Open(), replaced = Open(), folder_gone = Open();
  const std::string path = write(deleted);
  EXPECT_TRUE(IsOk(rnl_event_writer_flush(deleted)));
  std::filesystem::remove(path);
  EXPECT_TRUE(IsOk(rnl_event_writer_add_scalar(deleted, rnl_str("loss"), 1, 2, 1e9)));
  EXPECT_TRUE(
      Fails(rnl_event_writer_flush(deleted), RNL_NOT_FOUND, {path.c_str(), "deleted while it was"}));
  EXPECT_TRUE(Fails(rnl_event_writer_close(deleted), RNL_NOT_FOUND, {path.c_str(), "deleted"}));

  const std::string from = write(moved);
  std::filesystem::rename(from, from + ".old");
  EXPECT_TRUE(Fails(rnl_event_writer_flush(moved), RNL_NOT_FOUND, {from.c_str(), "moved while it was"}));

  const std::string twice = write(replaced);
  std::filesystem::remove(twice);
  std::ofstream(twice) << "another";
  EXPECT_TRUE(Fails(rnl_event_writer_flush(replaced), RNL_NOT_FOUND, {twice.c_str(), "replaced"}));

  const std::string last = write(folder_gone);
  std::filesystem::remove_all(folder_);
  EXPECT_TRUE(Fails(rnl_event_writer_flush(folder_gone), RNL_NOT_FOUND, {last.c_str(), "deleted"}));
}

// A file that may not grow any more stands for a full disk.
TEST_F(EventFile, TakesBackWhatDoesNotFit) {
  const Writer writer = Open();
  const std::string path = Str(rnl_event_writer_path(writer));
  ASSERT_TRUE(IsOk(rnl_event_writer_add_scalar(writer, rnl_str("a"), 1, 1, -1)));
  const std::string before = Bytes(path);
  rlimit old{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old), 0);
  rlimit full = old;
  full.rlim_cur = before.size() + 20;
  const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &full), 0);
  const Status failed = rnl_event_writer_add_scalar(writer, rnl_str("b"), 2, 2, -1);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &old), 0);
  std::signal(SIGXFSZ, ignored);
  EXPECT_EQ(failed.code(), RNL_RESOURCE_EXHAUSTED) << failed.ToString();
  EXPECT_NE(failed.message().find(path), std::string::npos) << failed.ToString();
  EXPECT_EQ(Bytes(path), before) << "the cut record is gone";
  ASSERT_TRUE(IsOk(rnl_event_writer_add_scalar(writer, rnl_str("c"), 3, 3, -1)));
  EXPECT_EQ(Records(path).size(), 3u);
}

using TensorBoardOracle = EventFile;

// What tools/tb_check_events prints about a folder; skips the test where there is no TensorBoard.
std::string TensorBoardSees(const std::string& folder) {
  const char* const python = std::getenv("RUNNEL_TENSORBOARD_PYTHON");
  const std::string command = std::string(python != nullptr ? python : "python3") +
                              " \"" RUNNEL_EVENT_CHECK "\" \"" + folder + "\"";
  std::string text;
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return text;
  char buffer[4096];
  for (size_t got = 0; (got = fread(buffer, 1, sizeof(buffer), pipe)) > 0;) text.append(buffer, got);
  pclose(pipe);
  return text;
}

TEST_F(EventFile, HoldsSummariesGraphsAndRunMetadata) { WriteAll(); }

void EventFile::WriteAll() {
  const rnl_output_t x = Numbers({1, 2, 3, 4}, {2, 2});
  const rnl_output_t product = Op("MatMul", {x, x}, {}, "product");
  const rnl_output_t histogram = Op("HistogramSummary", {Tag("weights"), x});
  const rnl_output_t text = Op("TensorSummaryV2", {Tag("notes"), Strings({"a *word*"}, {1}),
                                                   Tag(std::string("\x0a\x06\x0a\x04text", 8))});
  const rnl_output_t image =
      Op("ImageSummary", {Tag("digit"), Numbers({0, 50, 100, 150, 200, 250}, {1, 2, 3, 1}, RNL_UINT8)});
  const std::string summary = Run(Op("MergeSummary", {histogram, text, image}));
  const Writer writer = Open();
  for (int step = 0; step < 3; ++step) {
    ASSERT_TRUE(IsOk(rnl_event_writer_add_scalar(writer, rnl_str("loss"),
                                                 1.0f / static_cast<float>(1 << step), step, -1)));
  }
  ASSERT_TRUE(IsOk(rnl_event_writer_add_summary(writer, {summary.data(), summary.size()}, 7, -1)));
  runnel_test::Bytes graph_def, run_metadata;
  ASSERT_TRUE(IsOk(rnl_graph_export(graph_, graph_def.out())));
  ASSERT_TRUE(IsOk(rnl_event_writer_add_graph(writer, rnl_bytes_view(graph_def), -1)));
  Session session;
  RunOptions options;
  Metadata metadata;
  Tensor value;
  SessionOptions as_it_is;
  ASSERT_TRUE(IsOk(rnl_session_options_create(as_it_is.out())));
  ASSERT_TRUE(IsOk(rnl_session_options_disable_pass(as_it_is, rnl_str("all"))));
  ASSERT_TRUE(IsOk(rnl_session_create(graph_, as_it_is, session.out())));
  ASSERT_TRUE(IsOk(rnl_run_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_run_options_set_trace(options, true)));
  ASSERT_TRUE(IsOk(rnl_metadata_create(metadata.out())));
  ASSERT_TRUE(IsOk(rnl_session_run_outputs(session, options, nullptr, nullptr, 0, &product, value.out(),
                                           1, nullptr, 0, metadata)));
  ASSERT_TRUE(IsOk(rnl_metadata_export(metadata, run_metadata.out())));
  ASSERT_TRUE(IsOk(rnl_event_writer_add_run_metadata(writer, rnl_str("step 7"),
                                                     rnl_bytes_view(run_metadata), 7, -1)));
  ASSERT_TRUE(IsOk(rnl_event_writer_close(writer)));
  // Every event is there under its field of event.proto: 5 summary, 4 graph_def, 8 tagged_run_metadata.
  const std::vector<std::string> records = Records(Str(rnl_event_writer_path(writer)));
  ASSERT_EQ(records.size(), 7u);
  const auto ends_with = [&](size_t record, const std::string& start, const std::string& bytes) {
    const std::string field = start + Varint(bytes.size()) + bytes;
    EXPECT_TRUE(records[record].ends_with(field)) << record;
  };
  ends_with(4, "\x10\x07\x2a", summary);
  ends_with(5, "\x22", Str(rnl_bytes_view(graph_def)));
  const std::string tagged = "\x0a\x06step 7\x12" + Varint(rnl_bytes_view(run_metadata).size) +
                             Str(rnl_bytes_view(run_metadata));
  ends_with(6, "\x10\x07\x42", tagged);
}

TEST_F(TensorBoardOracle, ReadsAllOfIt) {
  WriteAll();
  const std::string seen = TensorBoardSees(folder_ + "/new/logs");
  if (seen.find("\"not_measured\"") != std::string::npos) {
    GTEST_SKIP() << "tensorboard: not installed for python3 or RUNNEL_TENSORBOARD_PYTHON";
  }
  for (const char* piece :
       {"\"status\": \"read\"", "\"warnings\": []", "\"loss\": [[0, 1.0], [1, 0.5], [2, 0.25]]",
        "\"weights\": [[7, 4.0, ", "\"notes\": [[7, \"[b'a *word*']\"]]",
        "\"digit/image/0\": [[7, 3, 2, ", "\"product\": \"MatMul\"",
        "\"step 7\": {\"/job:localhost/replica:0/task:0/device:CPU:0\": [", "\"product\"]"}) {
    EXPECT_NE(seen.find(piece), std::string::npos) << piece << "\n" << seen;
  }
  if (seen.find("[[7, 3, 2, null") == std::string::npos) {  // Pillow decoded the picture
    EXPECT_NE(seen.find("[[7, 3, 2, [0, 50, 100, 150, 200, 250]]]"), std::string::npos) << seen;
  }
}

}  // namespace
}  // namespace runnel_test
