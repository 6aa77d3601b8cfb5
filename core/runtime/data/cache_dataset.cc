// Cache: the elements of a first pass, kept for later ones: in memory, or in a record file.
//
// A pass that gets to its end makes the cache; until there is one, every pass reads the input. A cache
// file appears under its name when it is whole. Its records are elements: for each component its
// TensorProto, behind the length of that.
#include <mutex>

#include "core/base/checked.h"
#include "core/graph/graph_def.h"
#include "core/io/coding.h"
#include "core/io/tfrecord.h"
#include "core/runtime/data/datasets.h"
#include "core/runtime/data/input_iterator.h"

namespace runnel {
namespace {

using Elements = std::vector<Element>;

class MemoryCache final : public UnaryDataset {
 public:
  using UnaryDataset::UnaryDataset;
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return MakeInputIterator<Iterator>(this, context);
  }
  int64_t Cardinality() const override { return input()->Cardinality(); }

 private:
  class Iterator final : public InputIterator<MemoryCache> {
   public:
    using InputIterator::InputIterator;
    Result<Progress> Next(const PollContext& cx, Element* out) override {
      if (!begun_) {
        begun_ = true;
        cached_ = dataset().cached();
        if (cached_) set_input(nullptr);
      }
      if (cached_) {
        if (next_ >= cached_->size()) return Progress::kEnd;
        *out = (*cached_)[next_++];
        return Progress::kElement;
      }
      Result<Progress> progress = NextInput(cx, out);
      if (!progress.ok() || *progress == Progress::kPending) return progress;
      if (*progress == Progress::kElement) {
        elements_.push_back(*out);
        return progress;
      }
      cached_ = dataset().Keep(std::move(elements_));
      next_ = cached_->size();
      return progress;
    }
    Result<Progress> Save(const PollContext& cx, StateWriter* writer) override {
      RUNNEL_POLL(SaveInput(cx, writer));
      writer->Number(begun_ ? 1 : 0);
      writer->Number(cached_ ? 1 : 0);
      writer->Number(static_cast<int64_t>(next_));
      const Elements& elements = cached_ ? *cached_ : elements_;
      writer->Number(static_cast<int64_t>(elements.size()));
      for (const Element& element : elements) RUNNEL_RETURN_IF_ERROR(writer->Tensors(element));
      return Progress::kElement;
    }
    Status Restore(StateReader* reader) override {
      RUNNEL_RETURN_IF_ERROR(RestoreInput(reader));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t begun, reader->Number(0, 1));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t cached, reader->Number(0, 1));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t next, reader->Number(0));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t count, reader->Number(0));
      begun_ = begun != 0;
      next_ = static_cast<size_t>(next);
      Elements elements;
      for (int64_t i = 0; i < count; ++i) {
        RUNNEL_ASSIGN_OR_RETURN(Element element, reader->Tensors(dataset().info().types));
        elements.push_back(std::move(element));
      }
      if (cached != 0) {
        cached_ = dataset().Keep(std::move(elements));
      } else {
        elements_ = std::move(elements);
      }
      return OkStatus();
    }

   private:
    bool begun_ = false;
    std::shared_ptr<const Elements> cached_;  // what this pass gives; null: it makes it
    size_t next_ = 0;
    Elements elements_;
  };

  std::shared_ptr<const Elements> cached() const {
    const std::lock_guard lock(mutex_);
    return cached_;
  }
  // The first pass to end makes the cache.
  std::shared_ptr<const Elements> Keep(Elements elements) const {
    const std::lock_guard lock(mutex_);
    if (!cached_) cached_ = std::make_shared<const Elements>(std::move(elements));
    return cached_;
  }
  mutable std::mutex mutex_;  // guards cached_
  mutable std::shared_ptr<const Elements> cached_;
};

// ---- files ----

Result<std::string> Encode(const Element& element) {
  std::string record;
  for (const Tensor& t : element) {
    RUNNEL_ASSIGN_OR_RETURN(const std::string proto, EncodeTensorProto(t));
    AppendFixed64(&record, proto.size());
    record += proto;
  }
  return record;
}

Result<Element> Decode(std::string_view record, std::span<const DType> types, const std::string& path) {
  const auto damaged = [&] { return DataLoss("\"", path, "\" holds elements of another dataset"); };
  Element element;
  for (const DType type : types) {
    if (record.size() < sizeof(uint64_t)) return damaged();
    const uint64_t size = LoadFixed64(record.data());
    record.remove_prefix(sizeof(uint64_t));
    if (size > record.size()) return damaged();
    RUNNEL_ASSIGN_OR_RETURN(Tensor t, DecodeTensorProto(record.substr(0, static_cast<size_t>(size))));
    record.remove_prefix(static_cast<size_t>(size));
    if (t.dtype() != type) return damaged();
    element.push_back(std::move(t));
  }
  if (!record.empty()) return damaged();
  return element;
}

class FileCache final : public UnaryDataset {
 public:
  FileCache(DatasetInfo info, Ref<Dataset> input, std::shared_ptr<SystemCalls> calls,
            const std::string& prefix)
      : UnaryDataset(std::move(info), std::move(input)),
        calls_(std::move(calls)),
        path_(prefix + ".cache"),
        partial_path_(prefix + ".cache.partial") {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return MakeInputIterator<Iterator>(this, context);
  }
  int64_t Cardinality() const override { return input()->Cardinality(); }

 private:
  class Iterator final : public InputIterator<FileCache> {
   public:
    using InputIterator::InputIterator;
    ~Iterator() override { Drop(); }
    Result<Progress> Next(const PollContext& cx, Element* out) override {
      if (!reader_ && !writer_ && !ended_) RUNNEL_RETURN_IF_ERROR(Begin());
      if (ended_) return Progress::kEnd;
      if (reader_) return Read(out);
      Result<Progress> progress = NextInput(cx, out);
      if (!progress.ok() || *progress == Progress::kPending) return progress;
      if (*progress == Progress::kElement) {
        RUNNEL_ASSIGN_OR_RETURN(const std::string record, Encode(*out));
        RUNNEL_RETURN_IF_ERROR(writer_->Write(record));
        return progress;
      }
      ended_ = true;
      const Status kept = Keep();
      if (!kept.ok()) return kept;
      return progress;
    }
    Result<Progress> Save(const PollContext& cx, StateWriter* writer) override {
      if (writer_) return Unimplemented("the state of a pass that writes a cache file");
      RUNNEL_POLL(SaveInput(cx, writer));
      writer->Number(ended_ ? 1 : 0);
      writer->Number(reader_ ? static_cast<int64_t>(reader_->offset()) : -1);
      return Progress::kElement;
    }
    Status Restore(StateReader* reader) override {
      RUNNEL_RETURN_IF_ERROR(RestoreInput(reader));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t ended, reader->Number(0, 1));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t offset, reader->Number(-1));
      ended_ = ended != 0;
      if (offset < 0) return OkStatus();
      RUNNEL_RETURN_IF_ERROR(OpenReader());
      return reader_->SkipTo(static_cast<uint64_t>(offset));
    }

   private:
    FileSystem files() const { return FileSystem(dataset().calls_.get()); }
    Status OpenReader() {
      RUNNEL_ASSIGN_OR_RETURN(RecordReader reader, RecordReader::Open(files(), dataset().path_));
      reader_ = std::make_unique<RecordReader>(std::move(reader));
      set_input(nullptr);
      return OkStatus();
    }
    Status Begin() {
      RUNNEL_ASSIGN_OR_RETURN(const bool is_there, files().Exists(dataset().path_));
      if (is_there) return OpenReader();
      auto writer = RecordWriter::Create(files(), dataset().partial_path_);
      if (writer.status().code() == Code::kAborted) {
        return AlreadyExists("There appears to be a concurrent caching iterator running: ",
                             writer.status().message());
      }
      if (!writer.ok()) return writer.status();
      writer_ = std::make_unique<RecordWriter>(std::move(*writer));
      return OkStatus();
    }
    Result<Progress> Read(Element* out) {
      std::string record;
      const Status status = reader_->Read(&record);
      if (status.code() == Code::kOutOfRange) {
        ended_ = true;
        reader_ = nullptr;
        return Progress::kEnd;
      }
      RUNNEL_RETURN_IF_ERROR(status);
      RUNNEL_ASSIGN_OR_RETURN(*out, Decode(record, dataset().info().types, dataset().path_));
      return Progress::kElement;
    }
    Status Keep() {
      Status status = writer_->Sync();
      if (status.ok()) status = files().Rename(dataset().partial_path_, dataset().path_);
      if (status.ok()) status = files().SyncFolder(FolderOf(dataset().path_));
      if (status.ok()) status = writer_->Close();
      if (!status.ok()) Drop();
      writer_ = nullptr;
      return status;
    }
    // A cache that is not whole is none.
    void Drop() {
      if (!writer_) return;
      (void)files().Remove(dataset().partial_path_);
      writer_ = nullptr;
    }

    std::unique_ptr<RecordReader> reader_;
    std::unique_ptr<RecordWriter> writer_;
    bool ended_ = false;
  };

  const std::shared_ptr<SystemCalls> calls_;
  const std::string path_, partial_path_;
};

}  // namespace

Ref<Dataset> MemoryCacheDataset(DatasetInfo info, Ref<Dataset> input) {
  return MakeRef<MemoryCache>(std::move(info), std::move(input));
}

Ref<Dataset> FileCacheDataset(DatasetInfo info, Ref<Dataset> input, std::shared_ptr<SystemCalls> calls,
                              std::string prefix) {
  return MakeRef<FileCache>(std::move(info), std::move(input), std::move(calls), prefix);
}

}  // namespace runnel
