// Constants that stay in the file which they were read from, in memory and mapped.
#include "core/io/file_bytes.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <sstream>

#include "core/base/descriptor.h"
#include "core/graph/graph_def.h"
#include "tests/io/io_test_util.h"

namespace runnel {
namespace {

constexpr uint64_t kMost = 1 << 30;

class FileBytesTest : public ::testing::Test {
 protected:
  Ref<FileBytes> Open(const std::string& content, MapFiles map = MapFiles::kNever) {
    Spill(path_, content);
    return OpenAt(path_, map);
  }
  static Ref<FileBytes> OpenAt(const std::string& path, MapFiles map) {
    Result<Ref<FileBytes>> file = FileBytes::Open(nullptr, path, map, kMost, SystemAllocator());
    EXPECT_TRUE(file.ok()) << file.status().ToString();
    return file.ok() ? *file : nullptr;
  }
  // A file that only lives in memory, sealed against being shortened; its path.
  std::string Sealed(const std::string& content) {
    sealed_ = Descriptor(::memfd_create("model", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    EXPECT_EQ(::write(sealed_.get(), content.data(), content.size()),
              static_cast<ssize_t>(content.size()));
    EXPECT_EQ(::fcntl(sealed_.get(), F_ADD_SEALS, F_SEAL_SHRINK), 0);
    return "/proc/self/fd/" + std::to_string(sealed_.get());
  }

  TempFolder folder_;
  const std::string path_ = folder_ / "model";
  Descriptor sealed_;
};

std::string Numbers(size_t count) {
  std::string bytes;
  for (size_t i = 0; i < count; ++i) {
    const auto number = static_cast<float>(i);
    bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
  }
  return bytes;
}

std::string_view BytesOf(const Ref<Buffer>& buffer) {
  return {static_cast<const char*>(buffer->data()), static_cast<size_t>(buffer->size_bytes())};
}

bool IsAligned(const Ref<Buffer>& buffer, size_t alignment) {
  return reinterpret_cast<uintptr_t>(buffer->data()) % alignment == 0;
}

TEST_F(FileBytesTest, KeepsWhatIsAlignedWhereItIs) {
  const std::string numbers = Numbers(1000);
  const Ref<FileBytes> file = Open(std::string(64, 'a') + numbers);
  FileContents contents(SystemAllocator());
  contents.Add(file);
  const std::string_view content = file->bytes().substr(64);
  const auto kept = contents.Keep(content, sizeof(float));
  ASSERT_TRUE(kept.ok() && *kept);
  contents.Settle();
  EXPECT_EQ((*kept)->data(), content.data());
  EXPECT_EQ(BytesOf(*kept), numbers);
  EXPECT_FALSE((*kept)->writable());
}

TEST_F(FileBytesTest, MovesWhatIsMisalignedOnceTheFileIsRead) {
  const std::string numbers = Numbers(1000);
  for (const size_t gap : {size_t{5}, size_t{9}, size_t{66}, size_t{131}}) {
    const Ref<FileBytes> file = Open(std::string(gap, 'a') + numbers + "bcd" + numbers);
    FileContents contents(SystemAllocator());
    contents.Add(file);
    const auto first = contents.Keep(file->bytes().substr(gap, numbers.size()), sizeof(float));
    const auto second = contents.Keep(file->bytes().substr(gap + numbers.size() + 3), sizeof(float));
    ASSERT_TRUE(first.ok() && *first && second.ok() && *second) << gap;
    EXPECT_EQ(file->bytes().substr(0, gap), std::string(gap, 'a'));
    contents.Settle();
    EXPECT_EQ(BytesOf(*first), numbers) << gap;
    EXPECT_EQ(BytesOf(*second), numbers) << gap;
    EXPECT_TRUE(IsAligned(*first, sizeof(float)) && IsAligned(*second, sizeof(float))) << gap;
  }
}

TEST_F(FileBytesTest, CopiesWhatHasNoRoomToBeMoved) {
  const std::string numbers = Numbers(1000);
  const Ref<FileBytes> file = Open("abcd" + numbers + "e" + numbers);
  FileContents contents(SystemAllocator());
  contents.Add(file);
  const std::string_view first = file->bytes().substr(4, numbers.size());
  const std::string_view second = file->bytes().substr(4 + numbers.size() + 1);
  ASSERT_TRUE(*contents.Keep(first, 4));
  const auto after = contents.Keep(second, 4);
  ASSERT_TRUE(after.ok() && *after);
  // What overlaps another content cannot move alone, and the same content is kept once.
  EXPECT_FALSE(*contents.Keep(first.substr(2, 100), 4));
  EXPECT_EQ(contents.Keep(first, 4)->get(), contents.Keep(first, 4)->get());
  EXPECT_FALSE(*contents.Keep(numbers, 4));  // of no file
  EXPECT_FALSE(contents.Name(numbers).ok());
  contents.Settle();
  EXPECT_EQ(BytesOf(*after), numbers);
}

TEST_F(FileBytesTest, MemoryForAComputedContentIsTheConstants) {
  FileContents contents(SystemAllocator());
  char* data = nullptr;
  const auto number = contents.Allocate(4000, &data);
  ASSERT_TRUE(number.ok());
  const std::string numbers = Numbers(1000);
  std::memcpy(data, numbers.data(), numbers.size());
  const auto named = contents.Name({data, 4000});
  ASSERT_TRUE(named.ok());
  EXPECT_EQ(contents.Named(*named)->data(), data);
  EXPECT_FALSE(contents.Named(*named + 1).has_value());
  const auto kept = contents.Keep(*contents.Named(*number), sizeof(float));
  ASSERT_TRUE(kept.ok() && *kept);
  contents.Settle();
  EXPECT_EQ(BytesOf(*kept), numbers);
}

// Pages of these bytes that are in memory.
size_t Resident(const char* data, size_t size) {
  const auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<uintptr_t>(data) / page * page;
  std::vector<unsigned char> pages((reinterpret_cast<uintptr_t>(data) + size - begin + page - 1) / page);
  EXPECT_EQ(::mincore(reinterpret_cast<void*>(begin), pages.size() * page, pages.data()), 0);
  size_t count = 0;
  for (const unsigned char in : pages) count += in & 1;
  return count;
}

TEST_F(FileBytesTest, GivesBackTheMemoryOfWhatIsNotKept) {
  constexpr size_t kBytes = size_t{1} << 20;
  const Ref<FileBytes> file = Open(std::string(3 * kBytes, 'a'));
  FileContents contents(SystemAllocator());
  contents.Add(file);
  auto kept = contents.Keep(file->bytes().substr(kBytes, kBytes), 1);
  ASSERT_TRUE(kept.ok() && *kept);
  EXPECT_GE(Resident(file->bytes().data(), kBytes), size_t{250});
  contents.Settle();
  EXPECT_LE(Resident(file->bytes().data(), kBytes), size_t{2});
  EXPECT_GE(Resident(file->bytes().data() + kBytes, kBytes), size_t{250});
  EXPECT_EQ(BytesOf(*kept), std::string(kBytes, 'a'));
  *kept = nullptr;
  EXPECT_LE(Resident(file->bytes().data() + kBytes, kBytes), size_t{2});
}

TEST_F(FileBytesTest, MapsUnderProtectionOnlyWhatNobodyCanShorten) {
  const std::string content = Numbers(5000);
  const Ref<FileBytes> plain = Open(content, MapFiles::kProtected);
  EXPECT_FALSE(plain->is_mapped());
  EXPECT_NE(plain->why_not().find("shorten"), std::string::npos);
  EXPECT_EQ(plain->bytes(), content);
  const Ref<FileBytes> vouched = Open(content, MapFiles::kAlways);
  EXPECT_TRUE(vouched->is_mapped());
  EXPECT_EQ(vouched->why_not(), "");
  const Ref<FileBytes> sealed = OpenAt(Sealed(content), MapFiles::kProtected);
  EXPECT_TRUE(sealed->is_mapped());
  EXPECT_EQ(sealed->bytes(), content);
  EXPECT_NE(::ftruncate(sealed_.get(), 0), 0);
  EXPECT_EQ(errno, EPERM);
}

// The lines of /proc/self/smaps for the mapping that begins at `data`, as "Private_Dirty" -> kB.
int64_t SmapsOf(const void* data, const std::string& field) {
  std::ifstream smaps("/proc/self/smaps");
  std::ostringstream begin;
  begin << std::hex << reinterpret_cast<uintptr_t>(data) << '-';
  bool inside = false;
  for (std::string line; std::getline(smaps, line);) {
    const bool is_head = line.find('-') < line.find(' ') && line.find(':') > line.find(' ');
    if (is_head) inside = line.starts_with(begin.str());
    if (inside && line.starts_with(field + ":")) return std::stoll(line.substr(field.size() + 1));
  }
  return -1;
}

TEST_F(FileBytesTest, MappedConstantsAreCleanPagesOfTheFile) {
  const std::string content = Numbers(1 << 20);
  const Ref<FileBytes> file = OpenAt(Sealed(content), MapFiles::kProtected);
  FileContents contents(SystemAllocator());
  contents.Add(file);
  EXPECT_FALSE(*contents.Keep(file->bytes().substr(1, 4000), 4));  // misaligned: it is copied
  const auto kept = contents.Keep(file->bytes(), 4);
  ASSERT_TRUE(kept.ok() && *kept);
  contents.Settle();
  EXPECT_EQ(BytesOf(*kept), content);
  if (SmapsOf(file->bytes().data(), "Rss") < 0) GTEST_SKIP() << "no smaps, as under an emulator";
  EXPECT_GE(SmapsOf(file->bytes().data(), "Rss"), 4000);
  EXPECT_EQ(SmapsOf(file->bytes().data(), "Anonymous"), 0);
  DropPages(**kept);
  EXPECT_EQ(SmapsOf(file->bytes().data(), "Rss"), 0);
  EXPECT_EQ(BytesOf(*kept), content);
}

TEST_F(FileBytesTest, ProcessesShareTheMemoryOfAMappedFile) {
  const std::string content = Numbers(1 << 20);
  const std::string path = Sealed(content);
  int ready[2], done[2];
  ASSERT_EQ(::pipe(ready), 0);
  ASSERT_EQ(::pipe(done), 0);
  char byte = 0;
  const pid_t child = ::fork();
  if (child == 0) {  // maps the file itself, reads it all, and waits
    const Ref<FileBytes> file = OpenAt(path, MapFiles::kProtected);
    byte = file->bytes() == content ? 'y' : 'n';
    (void)!::write(ready[1], &byte, 1);
    (void)!::read(done[0], &byte, 1);
    ::_exit(0);
  }
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  EXPECT_EQ(byte, 'y');
  const Ref<FileBytes> file = OpenAt(path, MapFiles::kProtected);
  EXPECT_EQ(file->bytes(), content);
  if (const int64_t rss = SmapsOf(file->bytes().data(), "Rss"); rss >= 0) {  // none under an emulator
    EXPECT_GE(rss, 4000);
    EXPECT_LE(SmapsOf(file->bytes().data(), "Pss"), rss / 2 + 64);
  }
  EXPECT_EQ(::write(done[1], &byte, 1), 1);
  EXPECT_EQ(::waitpid(child, nullptr, 0), child);
  for (const int fd : {ready[0], ready[1], done[0], done[1]}) ::close(fd);
}

TEST_F(FileBytesTest, OutlivesTheFilesNameAndItsOpening) {
  const std::string content = Numbers(5000);
  Ref<FileBytes> file = Open(content, MapFiles::kAlways);
  FileContents contents(SystemAllocator());
  contents.Add(file);
  const auto kept = contents.Keep(file->bytes(), 4);
  contents.Settle();
  file = nullptr;
  RUNNEL_EXPECT_OK(FileSystem().Remove(path_));
  EXPECT_EQ(BytesOf(*kept), content);
}

TEST_F(FileBytesTest, RefusesWhatIsNoFile) {
  const auto code = [](const std::string& path, uint64_t most = kMost) {
    return FileBytes::Open(nullptr, path, MapFiles::kAlways, most, SystemAllocator()).status().code();
  };
  EXPECT_EQ(code(folder_ / "none"), Code::kNotFound);
  EXPECT_EQ(code(folder_.path()), Code::kInvalidArgument);
  EXPECT_EQ(code(std::string("a\0b", 3)), Code::kInvalidArgument);
  Spill(path_, "12345");
  EXPECT_EQ(code(path_, 4), Code::kResourceExhausted);
  Spill(path_, "");
  EXPECT_EQ(OpenAt(path_, MapFiles::kAlways)->bytes().size(), 0U);
}

TEST_F(FileBytesTest, AGraphReadsItsConstantsFromTheFile) {
  GraphDef graph;
  for (int i = 0; i < 7; ++i) {
    NodeDef& node = graph.nodes.emplace_back();
    node.name = std::string(static_cast<size_t>(i) + 1, 'c');  // each at another alignment
    node.op = "Const";
    const DType dtype = i % 2 == 0 ? DType::kFloat : DType::kInt64;
    node.attrs = {{"dtype", AttrValue(dtype)},
                  {"value", AttrValue(Pattern(dtype, Shape({50, 30}), static_cast<unsigned>(i)))}};
  }
  const Result<std::string> bytes = EncodeGraphDef(graph);
  ASSERT_TRUE(bytes.ok());
  for (const MapFiles map : {MapFiles::kNever, MapFiles::kAlways}) {
    const Ref<FileBytes> file = Open(*bytes, map);
    FileContents contents(SystemAllocator());
    contents.Add(file);
    const Result<GraphDef> read = ReadGraphDefWith(file->bytes(), &contents);
    ASSERT_TRUE(read.ok()) << read.status().ToString();
    contents.Settle();
    EXPECT_EQ(read->nodes, graph.nodes);
    int kept = 0;
    for (const NodeDef& node : read->nodes) {
      const Tensor& value = *node.attrs[1].second.get_if<Tensor>();
      EXPECT_EQ(reinterpret_cast<uintptr_t>(value.data()) % DTypeSize(value.dtype()), 0U);
      kept += value.buffer()->writable() ? 0 : 1;
    }
    EXPECT_GE(kept, map == MapFiles::kNever ? 7 : 1);
  }
}

}  // namespace
}  // namespace runnel
