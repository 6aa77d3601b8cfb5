// What happens to checkpoints when files are damaged, disks are full, and processes die.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <leveldb/env.h>
#include <leveldb/options.h>
#include <leveldb/table_builder.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/crc32c.h"
#include "core/io/bundle_reader.h"
#include "core/io/bundle_writer.h"
#include "core/io/checkpoint_manager.h"
#include "core/io/coding.h"
#include "core/io/index_table.h"
#include "core/io/table_check.h"
#include "tests/io/io_test_util.h"

namespace runnel {
namespace {

using Fault = FaultyCalls::Fault;

// The checkpoint of a generation: a few tensors, one of them larger than a gathered write.
std::map<std::string, Tensor> Generation(unsigned seed, bool large) {
  std::map<std::string, Tensor> tensors;
  tensors["a"] = Pattern(DType::kFloat, Shape{3, 5}, seed);
  tensors["b"] = Strings(Shape{2}, {"s" + std::to_string(seed), std::string(40, 'q')});
  tensors["flag"] = Pattern(DType::kBool, Shape{9}, seed);
  if (large) tensors["large"] = Pattern(DType::kDouble, Shape{40000}, seed);
  return tensors;
}

Status Save(const FileSystem& files, const std::string& prefix,
            const std::map<std::string, Tensor>& tensors) {
  BundleWriter writer(files, prefix);
  for (const auto& [name, tensor] : tensors) RUNNEL_RETURN_IF_ERROR(writer.Add(name, tensor));
  return writer.Finish();
}

// OK if the checkpoint at `prefix` holds exactly `tensors`.
Status Expect(const std::string& prefix, const std::map<std::string, Tensor>& tensors) {
  RUNNEL_ASSIGN_OR_RETURN(const auto reader, BundleReader::Open(FileSystem(), prefix));
  if (reader->tensors().size() != tensors.size()) return Internal("other tensors");
  for (const auto& [name, tensor] : tensors) {
    RUNNEL_ASSIGN_OR_RETURN(const Tensor read, reader->Read(name, SystemAllocator()));
    if (!SameTensor(read, tensor)) return Internal("other values in ", name);
  }
  return OkStatus();
}

// Every shard has these bytes.
BundleReader::OpenShard InMemory(const std::string& data) {
  return [data](int32_t, int32_t) -> Result<std::unique_ptr<ReadableFile>> {
    return std::unique_ptr<ReadableFile>(std::make_unique<MemoryFile>(data));
  };
}

TEST(Damage, EveryTruncationAndBitFlipOfTheIndexIsFound) {
  TempFolder folder;
  const auto tensors = Generation(1, false);
  RUNNEL_ASSERT_OK(Save(FileSystem(), folder / "c", tensors));
  const std::string bytes = Slurp(folder / "c.index");
  ASSERT_TRUE(ParseBundleIndex(bytes).ok());
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_EQ(ParseBundleIndex(bytes.substr(0, size)).status().code(), Code::kDataLoss) << size;
  }
  for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    EXPECT_EQ(ParseBundleIndex(flipped).status().code(), Code::kDataLoss) << bit;
  }
}

TEST(Damage, EveryTruncationAndBitFlipOfTheDataIsFound) {
  TempFolder folder;
  RUNNEL_ASSERT_OK(Save(FileSystem(), folder / "c", Generation(1, false)));
  const std::string path = BundleDataPath(folder / "c", 0, 1);
  const std::string bytes = Slurp(path);
  const std::string index = Slurp(folder / "c.index");
  const auto verify = [&](const std::string& data) {
    return BundleReader("c", *ParseBundleIndex(index), InMemory(data)).Verify();
  };
  RUNNEL_ASSERT_OK(verify(bytes));
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_EQ(verify(bytes.substr(0, size)).code(), Code::kDataLoss) << size;
  }
  for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    EXPECT_EQ(verify(flipped).code(), Code::kDataLoss) << bit;
  }
  Spill(path, bytes.substr(0, 10));
  EXPECT_EQ((*BundleReader::Open(FileSystem(), folder / "c"))->Verify().code(), Code::kDataLoss);
  ASSERT_TRUE(FileSystem().Remove(path).ok());
  EXPECT_EQ((*BundleReader::Open(FileSystem(), folder / "c"))->Verify().code(), Code::kNotFound);
}

// Makes the checksums of a table's blocks right again: damage that somebody meant.
void FixChecksums(std::string* table) {
  const auto fix = [&](uint64_t offset, uint64_t size) {
    if (offset > table->size() || size > table->size() - offset || table->size() - offset - size < 5)
      return;
    std::string crc;
    AppendFixed32(&crc, MaskCrc32c(ExtendCrc32c(0, table->data() + offset, size + 1)));
    table->replace(offset + size + 1, 4, crc);
  };
  std::string_view footer = std::string_view(*table).substr(table->size() - 48);
  uint64_t handle[4] = {};
  for (uint64_t& number : handle) {
    if (!ReadVarint64(&footer, &number)) return;
  }
  // The only data block lies first; its size is what the metaindex block's position says.
  if (handle[0] >= 5) fix(0, handle[0] - 5);
  fix(handle[0], handle[1]);
  fix(handle[2], handle[3]);
}

TEST(Damage, CraftedTablesWithRightChecksumsGiveAStatus) {
  TempFolder folder;
  RUNNEL_ASSERT_OK(Save(FileSystem(), folder / "c", Generation(1, false)));
  const std::string bytes = Slurp(folder / "c.index");
  const std::string data = Slurp(BundleDataPath(folder / "c", 0, 1));
  int opened = 0, refused = 0;
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (const int value :
         {0x00, 0x01, 0x7f, 0x80, 0xff, bytes[at] ^ 1, bytes[at] ^ 0x80, bytes[at] + 1}) {
      std::string crafted = bytes;
      crafted[at] = static_cast<char>(value);
      FixChecksums(&crafted);
      Result<BundleIndex> index = ParseBundleIndex(crafted);
      if (!index.ok()) {
        ++refused;
        continue;
      }
      ++opened;
      const BundleReader reader("crafted", std::move(*index), InMemory(data));
      for (const auto& [name, entry] : reader.tensors()) (void)reader.Read(name, SystemAllocator());
    }
  }
  EXPECT_GT(opened, 0);
  EXPECT_GT(refused, opened);
}

TEST(Damage, ALengthThatOverflowsInsideABlockIsRefused) {
  // Two varint32s whose sum wraps: LevelDB's own check of an entry adds them in 32 bits.
  std::string block;
  AppendVarint(&block, 0);
  AppendVarint(&block, 0xffffffffu);
  AppendVarint(&block, 1);
  block += "kv";
  AppendFixed32(&block, 0);
  AppendFixed32(&block, 1);
  const auto add_block = [](std::string* table, const std::string& contents) {
    table->append(contents);
    table->push_back(0);
    std::string crc;
    AppendFixed32(&crc, MaskCrc32c(Crc32c(contents + '\0')));
    table->append(crc);
  };
  std::string table;
  add_block(&table, block);
  const size_t meta_at = table.size();
  std::string empty;
  AppendFixed32(&empty, 0);
  AppendFixed32(&empty, 1);
  add_block(&table, empty);
  const size_t index_at = table.size();
  std::string index("\0\1\2k\0", 5);
  index.push_back(static_cast<char>(block.size()));
  AppendFixed32(&index, 0);
  AppendFixed32(&index, 1);
  add_block(&table, index);
  std::string footer;
  for (const size_t number : {meta_at, empty.size(), index_at, index.size()})
    AppendVarint(&footer, number);
  footer.resize(40);
  AppendFixed64(&footer, 0xdb4775248b80fb57ull);
  table += footer;
  const Status status = CheckTable(table);
  EXPECT_EQ(status.code(), Code::kDataLoss);
  EXPECT_NE(status.message().find("reaches outside"), std::string_view::npos) << status.ToString();
}

TEST(Damage, EntriesWithImpossibleNumbersAreRefusedBeforeMemoryIsClaimed) {
  const auto read = [](const BundleEntry& entry, const std::string& data) {
    BundleIndex index;
    index.tensors.emplace("t", entry);
    const BundleReader reader("x", std::move(index), InMemory(data));
    return reader.Read("t", SystemAllocator()).status();
  };
  const std::string data(64, '\2');
  BundleEntry entry;
  entry.dtype = DType::kFloat;
  entry.shape = Shape{int64_t{1} << 40};
  entry.size = int64_t{1} << 42;
  EXPECT_EQ(read(entry, data).code(), Code::kDataLoss);
  entry.offset = INT64_MAX;
  EXPECT_EQ(read(entry, data).code(), Code::kDataLoss);
  entry.offset = 0;
  entry.size = 64;
  EXPECT_EQ(read(entry, data).code(), Code::kDataLoss);
  entry.shape = Shape{int64_t{1} << 62};
  EXPECT_EQ(read(entry, data).code(), Code::kDataLoss);
  entry.dtype = DType::kString;
  EXPECT_EQ(read(entry, data).code(), Code::kDataLoss);
  entry.dtype = DType::kResource;
  EXPECT_EQ(read(entry, data).code(), Code::kUnimplemented);
  entry.dtype = DType::kVariant;
  EXPECT_EQ(read(entry, data).code(), Code::kDataLoss);
  // Bools other than 0 and 1 under a right checksum.
  entry.dtype = DType::kBool;
  entry.shape = Shape{64};
  entry.masked_crc32c = MaskCrc32c(Crc32c(data));
  EXPECT_EQ(read(entry, data).code(), Code::kDataLoss);
  // Slices that overlap, leave gaps, or are not there.
  entry.dtype = DType::kUInt8;
  entry.slices = {TensorSlice({{0, 32}}), TensorSlice({{16, 32}})};
  EXPECT_EQ(read(entry, data).code(), Code::kDataLoss);
  entry.slices = {TensorSlice({{0, 65}})};
  EXPECT_EQ(read(entry, data).code(), Code::kDataLoss);
}

TEST(Damage, SnappyBlocksAreReadAndTheirDamageIsFound) {
  class Sink : public leveldb::WritableFile {
   public:
    leveldb::Status Append(const leveldb::Slice& data) override {
      bytes.append(data.data(), data.size());
      return leveldb::Status::OK();
    }
    leveldb::Status Close() override { return leveldb::Status::OK(); }
    leveldb::Status Flush() override { return leveldb::Status::OK(); }
    leveldb::Status Sync() override { return leveldb::Status::OK(); }
    std::string bytes;
  } sink;
  leveldb::Options options;
  options.compression = leveldb::kSnappyCompression;
  options.block_size = 2048;
  leveldb::TableBuilder builder(options, &sink);
  builder.Add("", EncodeBundleHeader({}));
  BundleEntry entry;
  entry.dtype = DType::kFloat;
  entry.shape = Shape{1};
  entry.size = 4;
  for (int i = 100; i < 300; ++i)
    builder.Add("layer/name/" + std::to_string(i), EncodeBundleEntry(entry));
  ASSERT_TRUE(builder.Finish().ok());
  const auto index = ParseBundleIndex(sink.bytes);
  ASSERT_TRUE(index.ok()) << index.status().ToString();
  EXPECT_EQ(index->tensors.size(), 200u);
  auto plain = ReadIndexTable(sink.bytes);
  ASSERT_TRUE(plain.ok());
  EXPECT_LT(sink.bytes.size(), BuildIndexTable(*plain)->size()) << "nothing was compressed";
  for (size_t bit = 0; bit < sink.bytes.size() * 8; bit += 3) {
    std::string flipped = sink.bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    EXPECT_EQ(ParseBundleIndex(flipped).status().code(), Code::kDataLoss) << bit;
  }
}

// Runs `work` in a child that dies at system call n, for every n. The tests of this file have no
// threads.
template <typename Work, typename Check>
void KillAtEveryCall(Fault fault, Work work, Check check) {
  bool finished = false;
  for (int n = 0; !finished; ++n) {
    ASSERT_LT(n, 1000);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      FaultyCalls calls;
      calls.fault = fault;
      calls.at = n;
      const Status status = work(FileSystem(&calls), n);
      ::_exit(status.ok() ? 0 : 1);
    }
    int outcome = 0;
    ASSERT_EQ(::waitpid(child, &outcome, 0), child);
    ASSERT_TRUE(WIFEXITED(outcome));
    ASSERT_NE(WEXITSTATUS(outcome), 1) << "at call " << n;
    finished = WEXITSTATUS(outcome) == 0;
    check(n, finished);
  }
}

TEST(Kill, AtAnyCallOfASaveOverACheckpointLeavesOneOfThemWhole) {
  for (const Fault fault : {Fault::kKill, Fault::kKillMidWrite}) {
    TempFolder folder;
    const auto old_tensors = Generation(1, true), new_tensors = Generation(2, true);
    int old_found = 0, new_found = 0;
    RUNNEL_ASSERT_OK(Save(FileSystem(), folder / "c", old_tensors));
    KillAtEveryCall(
        fault, [&](const FileSystem& files, int) { return Save(files, folder / "c", new_tensors); },
        [&](int n, bool finished) {
          if (Expect(folder / "c", new_tensors).ok()) {
            ++new_found;
            // Back to the old one, over whatever the dead process left.
            RUNNEL_ASSERT_OK(Save(FileSystem(), folder / "c", old_tensors));
          } else {
            EXPECT_FALSE(finished);
            ++old_found;
          }
          const Status status = Expect(folder / "c", old_tensors);
          EXPECT_TRUE(status.ok()) << "killed at call " << n << ": " << status.ToString();
        });
    EXPECT_GT(old_found, 5);
    EXPECT_GE(new_found, 2);
    // The last save removed what the others left.
    RUNNEL_ASSERT_OK(Save(FileSystem(), folder / "c", new_tensors));
    EXPECT_LE(FileSystem().List(folder.path())->size(), 5u);
  }
}

TEST(Kill, AtAnyCallOfATrainingLoopsSaveLeavesAReadableLatestCheckpoint) {
  TempFolder folder;
  KillAtEveryCall(
      Fault::kKill,
      [&](const FileSystem& files, int n) -> Status {
        RUNNEL_ASSIGN_OR_RETURN(CheckpointManager manager,
                                CheckpointManager::Open(files, folder.path(), 1));
        const std::string prefix = manager.PrefixFor("model", n);
        RUNNEL_RETURN_IF_ERROR(Save(files, prefix, Generation(static_cast<unsigned>(n), false)));
        return manager.Record(prefix);
      },
      [&](int n, bool) {
        auto latest = LatestCheckpoint(FileSystem(), folder.path());
        if (n == 0) {
          // The first run died at once: make a first good one.
          auto manager = CheckpointManager::Open(FileSystem(), folder.path(), 1);
          RUNNEL_ASSERT_OK(Save(FileSystem(), folder / "model-0", Generation(0, false)));
          RUNNEL_ASSERT_OK(manager->Record(folder / "model-0"));
          return;
        }
        ASSERT_TRUE(latest.ok()) << latest.status().ToString();
        const unsigned step = static_cast<unsigned>(std::stoi(latest->substr(latest->rfind('-') + 1)));
        const Status status = Expect(*latest, Generation(step, false));
        EXPECT_TRUE(status.ok()) << "killed at call " << n << ": " << status.ToString();
      });
}

TEST(Kill, AtAnyCallOfAMergeLeavesTheDestinationWhole) {
  TempFolder folder;
  const auto old_tensors = Generation(1, false), new_tensors = Generation(2, false);
  const std::vector<std::string> parts = {folder / "p0/x", folder / "p1/x"};
  RUNNEL_ASSERT_OK(Save(FileSystem(), folder / "c", old_tensors));
  KillAtEveryCall(
      Fault::kKill,
      [&](const FileSystem& files, int) -> Status {
        std::map<std::string, Tensor> halves[2];
        for (const auto& [name, tensor] : new_tensors) halves[name == "b"][name] = tensor;
        for (int i = 0; i < 2; ++i)
          RUNNEL_RETURN_IF_ERROR(Save(FileSystem(), parts[static_cast<size_t>(i)], halves[i]));
        return MergeBundles(files, parts, folder / "c", true);
      },
      [&](int n, bool finished) {
        if (Expect(folder / "c", new_tensors).ok()) {
          RUNNEL_ASSERT_OK(Save(FileSystem(), folder / "c", old_tensors));
        } else {
          EXPECT_FALSE(finished);
        }
        const Status status = Expect(folder / "c", old_tensors);
        EXPECT_TRUE(status.ok()) << "killed at call " << n << ": " << status.ToString();
      });
}

TEST(FailingDisk, AnyCallThatFailsIsReportedAndTheOldCheckpointStays) {
  for (const int error : {EIO, ENOSPC}) {
    const auto old_tensors = Generation(1, true), new_tensors = Generation(2, true);
    for (int n = 0;; ++n) {
      TempFolder folder;
      RUNNEL_ASSERT_OK(Save(FileSystem(), folder / "c", old_tensors));
      FaultyCalls calls;
      calls.fault = Fault::kFail;
      calls.at = n;
      calls.error = error;
      const Status status = Save(FileSystem(&calls), folder / "c", new_tensors);
      if (calls.failures == 0) break;
      if (status.ok()) {  // a removal of old files after the commit
        RUNNEL_EXPECT_OK(Expect(folder / "c", new_tensors));
        continue;
      }
      EXPECT_NE(status.message().find(folder.path()), std::string_view::npos) << status.ToString();
      const bool whole =
          Expect(folder / "c", old_tensors).ok() || Expect(folder / "c", new_tensors).ok();
      EXPECT_TRUE(whole) << "call " << n << ": " << status.ToString();
      if (error == ENOSPC) {
        EXPECT_EQ(status.code(), Code::kResourceExhausted) << status.ToString();
      }
    }
  }
}

TEST(FailingDisk, AFullDiskShowsBeforeAnythingIsWritten) {
  class Full : public SystemCalls {
   public:
    int Allocate(int, uint64_t) override { return ENOSPC; }
    ssize_t Write(int, const void*, size_t) override {
      ++writes;
      errno = ENOSPC;
      return -1;
    }
    int writes = 0;
  } calls;
  TempFolder folder;
  const Status status = Save(FileSystem(&calls), folder / "c", Generation(1, true));
  EXPECT_EQ(status.code(), Code::kResourceExhausted);
  EXPECT_EQ(calls.writes, 0);
  EXPECT_TRUE(FileSystem().List(folder.path())->empty());
}

TEST(FailingDisk, AFailedSyncIsNotRetried) {
  class NoSync : public SystemCalls {
   public:
    int Sync(int) override {
      ++syncs;
      errno = EIO;
      return -1;
    }
    int Rename(const char*, const char*) override {
      ++renames;
      return 0;
    }
    int syncs = 0, renames = 0;
  } calls;
  TempFolder folder;
  EXPECT_EQ(Save(FileSystem(&calls), folder / "c", Generation(1, false)).code(), Code::kUnavailable);
  EXPECT_EQ(calls.syncs, 1);
  EXPECT_EQ(calls.renames, 0);
}

TEST(FailingDisk, ShortAndInterruptedCallsAreFinished) {
  for (const Fault fault : {Fault::kShort, Fault::kInterrupt}) {
    TempFolder folder;
    FaultyCalls calls;
    calls.fault = fault;
    const auto tensors = Generation(3, false);
    RUNNEL_ASSERT_OK(Save(FileSystem(&calls), folder / "c", tensors));
    RUNNEL_EXPECT_OK(Expect(folder / "c", tensors));
    auto reader = BundleReader::Open(FileSystem(&calls), folder / "c");
    ASSERT_TRUE(reader.ok()) << reader.status().ToString();
    RUNNEL_EXPECT_OK((*reader)->Verify());
    if (fault == Fault::kInterrupt) {
      EXPECT_GT(calls.failures, 10);
    }
  }
}

TEST(FailingDisk, ATinyFileSystemThatFillsUpKeepsTheOldCheckpoint) {
  TempFolder folder;
  const std::string mount_point = folder / "tiny";
  RUNNEL_ASSERT_OK(FileSystem().MakeFolders(mount_point));
  if (::mount("tmpfs", mount_point.c_str(), "tmpfs", 0, "size=256k") != 0) {
    GTEST_SKIP() << "root: cannot mount a file system here: " << std::strerror(errno);
  }
  const auto old_tensors = Generation(1, false);
  const Status saved = Save(FileSystem(), mount_point + "/c", old_tensors);
  const Status full = Save(FileSystem(), mount_point + "/c", Generation(2, true));
  const Status still = Expect(mount_point + "/c", old_tensors);
  const auto names = FileSystem().List(mount_point);
  ::umount2(mount_point.c_str(), MNT_DETACH);
  RUNNEL_EXPECT_OK(saved);
  EXPECT_EQ(full.code(), Code::kResourceExhausted) << full.ToString();
  RUNNEL_EXPECT_OK(still);
  EXPECT_EQ(names->size(), 2u) << "the failed save left files";
}

TEST(Locks, ASecondWriterOfOnePrefixIsTurnedAway) {
  TempFolder folder;
  const auto tensors = Generation(1, false);
  {
    auto other = FileSystem().OpenForWriting(folder / "c.index.tmp");
    ASSERT_TRUE(other.ok());
    EXPECT_EQ(Save(FileSystem(), folder / "c", tensors).code(), Code::kAborted);
    EXPECT_TRUE(*FileSystem().Exists(folder / "c.index.tmp")) << "what another writer holds is not ours";
  }
  RUNNEL_EXPECT_OK(Save(FileSystem(), folder / "c", tensors));
}

TEST(Files, FoldersAndPipesAreNoCheckpoints) {
  TempFolder folder;
  RUNNEL_ASSERT_OK(FileSystem().MakeFolders(folder / "d.index"));
  EXPECT_EQ(BundleReader::Open(FileSystem(), folder / "d").status().code(), Code::kInvalidArgument);
  EXPECT_EQ(BundleReader::Open(FileSystem(), folder / "none").status().code(), Code::kNotFound);
  EXPECT_EQ(FileSystem().ReadAll("/dev/null")->size(), 0u);
  const std::string pipe = folder / "pipe.tmp";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  // Nobody else has the pipe open, then somebody has: neither way may anybody wait for the other end.
  for (const int other : {-1, open(pipe.c_str(), O_RDWR | O_CLOEXEC)}) {
    EXPECT_EQ(FileSystem().ReadAll(pipe).status().code(), Code::kInvalidArgument);
    EXPECT_EQ(FileSystem().OpenForAppending(pipe).status().code(), Code::kInvalidArgument);
    const Status written = FileSystem().WriteAtomically(folder / "pipe", "x");
    EXPECT_EQ(written.code(), Code::kInvalidArgument) << written.ToString();
    EXPECT_NE(written.ToString().find(pipe), std::string::npos) << written.ToString();
    if (other >= 0) close(other);
  }
  Spill(folder / "five", "12345");
  EXPECT_EQ(FileSystem().ReadAll(folder / "five", 4).status().code(), Code::kResourceExhausted);
}

}  // namespace
}  // namespace runnel
