#include "core/io/tfrecord.h"

#include <gtest/gtest.h>

#include "core/io/event_file.h"
#include "core/io/record_file.h"
#include "tests/io/io_test_util.h"

namespace runnel {
namespace {

// All records, and the status that ended them.
std::vector<std::string> ReadAllRecords(RecordReader reader, Status* end) {
  std::vector<std::string> records;
  std::string record;
  while ((*end = reader.Read(&record)).ok()) records.push_back(record);
  EXPECT_EQ(reader.Read(&record).code(), end->code()) << "an end stays the end";
  return records;
}

std::vector<std::string> ReadAllRecords(const std::string& path, Status* end) {
  auto reader = RecordReader::Open(FileSystem(), path);
  if (reader.ok()) return ReadAllRecords(std::move(*reader), end);
  *end = reader.status();
  return {};
}

std::vector<std::string> ReadAllRecordsOf(const std::string& bytes, Status* end) {
  return ReadAllRecords(RecordReader(std::make_unique<MemoryFile>(bytes), "memory"), end);
}

TEST(Record, ReadsBackWhatItWrites) {
  TempFolder folder;
  const std::vector<std::string> written = {"", "a", std::string(100000, 'x'), std::string("\0\1", 2)};
  auto writer = RecordWriter::Create(FileSystem(), folder / "r");
  ASSERT_TRUE(writer.ok());
  for (const std::string& record : written) RUNNEL_ASSERT_OK(writer->Write(record));
  RUNNEL_ASSERT_OK(writer->Sync());
  RUNNEL_ASSERT_OK(writer->Close());
  Status end;
  EXPECT_EQ(ReadAllRecords(folder / "r", &end), written);
  EXPECT_EQ(end.code(), Code::kOutOfRange);
}

TEST(Record, EveryTruncationAndBitFlipIsFoundAndItsOffsetNamed) {
  TempFolder folder;
  {
    auto writer = RecordWriter::Create(FileSystem(), folder / "r");
    for (const char* record : {"first", "second one", ""}) RUNNEL_ASSERT_OK(writer->Write(record));
  }
  const std::string bytes = Slurp(folder / "r");
  const size_t starts[] = {0, 21, 47, 63};  // and the end
  ASSERT_EQ(bytes.size(), starts[3]);
  const auto index_of = [&](size_t at) { return at < starts[1] ? 0u : at < starts[2] ? 1u : 2u; };
  Status end;
  for (size_t size = 0; size < bytes.size(); ++size) {
    const size_t whole = index_of(size);
    EXPECT_EQ(ReadAllRecordsOf(bytes.substr(0, size), &end).size(), whole);
    EXPECT_EQ(end.code(), size == starts[whole] ? Code::kOutOfRange : Code::kDataLoss) << size;
  }
  for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    const size_t whole = index_of(bit / 8);
    EXPECT_EQ(ReadAllRecordsOf(flipped, &end).size(), whole);
    EXPECT_EQ(end.code(), Code::kDataLoss) << bit;
    EXPECT_NE(end.message().find(StrCat("at byte ", starts[whole], " ")), std::string_view::npos)
        << end.ToString();
  }
}

// Half of a write fits when the disk is full.
class FullDisk : public SystemCalls {
 public:
  bool full = false, stuck = false;
  ssize_t Write(int fd, const void* data, size_t size) override {
    if (!full) return SystemCalls::Write(fd, data, size);
    if (size > 1) return SystemCalls::Write(fd, data, size / 2);
    errno = ENOSPC;
    return -1;
  }
  int Truncate(int fd, uint64_t size) override {
    if (!stuck) return SystemCalls::Truncate(fd, size);
    errno = EIO;
    return -1;
  }
};

TEST(Record, WhatDoesNotFitIsTakenBack) {
  TempFolder folder;
  FullDisk calls;
  auto writer = RecordWriter::Create(FileSystem(&calls), folder / "r");
  ASSERT_TRUE(writer.ok());
  RUNNEL_ASSERT_OK(writer->Write("first"));
  calls.full = true;
  EXPECT_EQ(writer->Write("second").code(), Code::kResourceExhausted);
  calls.full = false;
  RUNNEL_ASSERT_OK(writer->Write("third"));
  Status end;
  const std::vector<std::string> whole = {"first", "third"};
  EXPECT_EQ(ReadAllRecords(folder / "r", &end), whole);
  EXPECT_EQ(end.code(), Code::kOutOfRange) << end.ToString();
  // What cannot be taken back ends the file: nothing that is written after it could be read.
  calls.full = calls.stuck = true;
  EXPECT_EQ(writer->Write("fourth").code(), Code::kResourceExhausted);
  calls.full = calls.stuck = false;
  const Status after = writer->Write("fifth");
  EXPECT_FALSE(after.ok());
  EXPECT_NE(after.message().find(folder / "r"), std::string_view::npos) << after.ToString();
  EXPECT_EQ(ReadAllRecords(folder / "r", &end), whole);
  EXPECT_EQ(end.code(), Code::kDataLoss) << end.ToString();
}

TEST(Event, FilesBeginWithTheVersionAndHoldTheCurve) {
  TempFolder folder;
  auto writer = EventWriter::Create(FileSystem(), folder / "logs", "test", 1700000000.25);
  ASSERT_TRUE(writer.ok()) << writer.status().ToString();
  EXPECT_EQ(FileNameOf(writer->path()), "events.out.tfevents.1700000000.test");
  for (int step = 0; step < 3; ++step) {
    RUNNEL_ASSERT_OK(
        writer->Write({.wall_time = 1700000001.0 + step,
                       .step = step,
                       .scalars = {{"loss", 1.0f / static_cast<float>(step + 1)}, {"accuracy", 0}}}));
  }
  RUNNEL_ASSERT_OK(writer->Close());
  Status end;
  const std::vector<std::string> records = ReadAllRecords(writer->path(), &end);
  ASSERT_EQ(records.size(), 4u);
  const auto first = DecodeEvent(records[0]);
  EXPECT_EQ(first->file_version, "brain.Event:2");
  EXPECT_EQ(first->wall_time, 1700000000.25);
  const auto last = DecodeEvent(records[3]);
  ASSERT_TRUE(last.ok());
  EXPECT_EQ(last->step, 2);
  ASSERT_EQ(last->scalars.size(), 2u);
  EXPECT_EQ(last->scalars[0].tag, "loss");
  EXPECT_EQ(last->scalars[0].value, 1.0f / 3);
  for (size_t size = 0; size < records[3].size(); ++size) (void)DecodeEvent(records[3].substr(0, size));
  EXPECT_EQ(DecodeEvent("\x0a").status().code(), Code::kDataLoss);
}

TEST(RecordData, ReadsTheRecordAndEventFilesOfOthers) {
  const char* const root = std::getenv("RUNNEL_DATA_DIR");
  if (root == nullptr) GTEST_SKIP() << "data: RUNNEL_DATA_DIR is not set";
  Status end;
  EXPECT_EQ(ReadAllRecords(std::string(root) + "/tfrecord/mnist.tfrecord", &end).size(), 1000u);
  EXPECT_EQ(end.code(), Code::kOutOfRange) << end.ToString();
  int events = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::string(root) + "/tf_events")) {
    if (!entry.is_regular_file()) continue;
    const std::vector<std::string> records = ReadAllRecords(entry.path().string(), &end);
    EXPECT_EQ(end.code(), Code::kOutOfRange) << end.ToString();
    ASSERT_FALSE(records.empty());
    EXPECT_EQ(DecodeEvent(records[0])->file_version, "brain.Event:2");
    for (const std::string& record : records) {
      const auto event = DecodeEvent(record);
      ASSERT_TRUE(event.ok()) << event.status().ToString();
      events += static_cast<int>(event->scalars.size());
    }
  }
  EXPECT_GT(events, 0);
}

TEST(RecordFile, AnyCallThatFailsIsReportedOnceAndForAllAndLeavesWholeRecords) {
  for (const Compression compression : {Compression::kNone, Compression::kZlib}) {
    for (int n = 0;; ++n) {
      TempFolder folder;
      FaultyCalls calls;
      calls.fault = FaultyCalls::Fault::kFail;
      calls.at = n;
      calls.error = ENOSPC;
      Status status;
      int flushed = 0;
      auto writer = RecordFileWriter::Create(FileSystem(&calls), folder / "r", compression, -1);
      status = writer.status();
      for (int i = 0; status.ok() && i < 40; ++i) {
        status = writer->Write(std::string(100000, static_cast<char>('a' + i)));
        if (status.ok() && i % 10 == 9) {
          status = writer->Sync();
          if (status.ok()) flushed = i + 1;
        }
        if (!status.ok()) {
          EXPECT_EQ(writer->Write("more").code(), status.code());
        }
      }
      if (status.ok()) status = writer->Close();
      if (calls.failures == 0) {
        RUNNEL_EXPECT_OK(status);
        break;
      }
      EXPECT_EQ(status.code(), Code::kResourceExhausted) << n << status.ToString();
      EXPECT_NE(status.message().find(folder.path()), std::string_view::npos) << status.ToString();
      if (!writer.ok()) continue;
      static_cast<void>(writer->Close().ok());
      Status end;
      auto reader = RecordReader::Open(FileSystem(), folder / "r", compression);
      ASSERT_TRUE(reader.ok());
      const auto records = ReadAllRecords(std::move(*reader), &end);
      EXPECT_GE(records.size(), static_cast<size_t>(flushed));
      if (compression == Compression::kNone) {
        EXPECT_EQ(end.code(), Code::kOutOfRange) << n << end.ToString();
      }
    }
  }
}

}  // namespace
}  // namespace runnel
