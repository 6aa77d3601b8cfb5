// GroupByWindow: elements are kept by the key that a function gives them; as soon as there are as many
// of one key as another function says, a third makes a dataset of them, whose elements come next. Behind
// the input's end come the groups that are left, in order of their keys.
//
// Source: the semantics of TensorFlow 1.15's GroupByWindowDataset.
#include <map>

#include "core/runtime/data/datasets.h"
#include "core/runtime/data/input_iterator.h"

namespace runnel {
namespace {

// The elements of a group.
class GroupOf final : public Dataset {
 public:
  GroupOf(DatasetInfo info, std::vector<Element> elements)
      : Dataset(std::move(info)), elements_(std::move(elements)) {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>&) const override {
    return Ref<DatasetIterator>(MakeRef<Iterator>(Ref<const GroupOf>::Share(this)));
  }
  int64_t Cardinality() const override { return static_cast<int64_t>(elements_.size()); }

 private:
  class Iterator final : public DatasetIterator {
   public:
    explicit Iterator(Ref<const GroupOf> dataset) : dataset_(std::move(dataset)) {}
    Result<Progress> Next(const PollContext&, Element* out) override {
      if (next_ >= dataset_->elements_.size()) return Progress::kEnd;
      *out = dataset_->elements_[next_++];
      return Progress::kElement;
    }
    Result<Progress> Save(const PollContext&, StateWriter* writer) override {
      writer->Number(static_cast<int64_t>(next_));
      return Progress::kElement;
    }
    Status Restore(StateReader* reader) override {
      RUNNEL_ASSIGN_OR_RETURN(const int64_t next, reader->Number(0, dataset_->Cardinality()));
      next_ = static_cast<size_t>(next);
      return OkStatus();
    }

   private:
    const Ref<const GroupOf> dataset_;
    size_t next_ = 0;
  };
  const std::vector<Element> elements_;
};

class GroupByWindow final : public UnaryDataset {
 public:
  GroupByWindow(DatasetInfo info, Ref<Dataset> input, GroupFunctions functions)
      : UnaryDataset(std::move(info), std::move(input)), functions_(std::move(functions)) {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return MakeInputIterator<Iterator>(this, context);
  }

 private:
  class Iterator final : public InputIterator<GroupByWindow> {
   public:
    using InputIterator::InputIterator;

    Result<Progress> Next(const PollContext& cx, Element* out) override {
      for (;;) {
        if (cx.ShouldYield()) return YieldTo(cx);
        if (state_ == State::kGroup && child_) {
          Result<Progress> progress = child_->Next(cx, out);
          if (!progress.ok() || *progress != Progress::kEnd) return progress;
          child_ = nullptr;
          group_.clear();
          state_ = State::kInput;
          continue;
        }
        Result<Progress> progress = state_ == State::kInput ? TakeInput(cx) : TakeResult(cx);
        if (progress.ok() && *progress == Progress::kElement) continue;
        if (!progress.ok()) {  // what it was about is lost
          call_ = nullptr;
          group_.clear();
          state_ = State::kInput;
        }
        return progress;
      }
    }

    Result<Progress> Save(const PollContext& cx, StateWriter* writer) override {
      RUNNEL_POLL(SaveInput(cx, writer));
      writer->Number(static_cast<int64_t>(state_));
      writer->Number(index_);
      writer->Number(key_);
      RUNNEL_RETURN_IF_ERROR(writer->Tensors(element_));
      RUNNEL_RETURN_IF_ERROR(SaveElements(group_, writer));
      writer->Number(static_cast<int64_t>(sizes_.size()));
      for (const auto& [key, size] : sizes_) {
        writer->Number(key);
        writer->Number(size);
      }
      writer->Number(static_cast<int64_t>(groups_.size()));
      for (const auto& [key, elements] : groups_) {
        writer->Number(key);
        RUNNEL_RETURN_IF_ERROR(SaveElements(elements, writer));
      }
      auto inner = saved_ ? saved_ : MakeRef<IteratorState>();
      if (child_) {
        StateWriter inner_writer(inner.get());
        RUNNEL_POLL(child_->Save(cx, &inner_writer));
      }
      writer->State(*inner);
      return Progress::kElement;
    }

    Status Restore(StateReader* reader) override {
      RUNNEL_RETURN_IF_ERROR(RestoreInput(reader));
      const std::vector<DType>& types = dataset().input()->info().types;
      RUNNEL_ASSIGN_OR_RETURN(const int64_t state,
                              reader->Number(0, static_cast<int64_t>(State::kGroup)));
      state_ = static_cast<State>(state);
      RUNNEL_ASSIGN_OR_RETURN(index_, reader->Number(0));
      RUNNEL_ASSIGN_OR_RETURN(key_, reader->Number());
      RUNNEL_ASSIGN_OR_RETURN(element_, reader->Tensors());
      RUNNEL_RETURN_IF_ERROR(RestoreElements(reader, &group_));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t num_sizes, reader->Number(0));
      for (int64_t i = 0; i < num_sizes; ++i) {
        RUNNEL_ASSIGN_OR_RETURN(const int64_t key, reader->Number());
        RUNNEL_ASSIGN_OR_RETURN(sizes_[key], reader->Number(1));
      }
      RUNNEL_ASSIGN_OR_RETURN(const int64_t num_groups, reader->Number(0));
      for (int64_t i = 0; i < num_groups; ++i) {
        RUNNEL_ASSIGN_OR_RETURN(const int64_t key, reader->Number());
        RUNNEL_RETURN_IF_ERROR(RestoreElements(reader, &groups_[key]));
      }
      RUNNEL_ASSIGN_OR_RETURN(saved_, reader->State());
      if (saved_->numbers.empty()) saved_ = nullptr;
      // What the functions gave is not kept: they are called again.
      const bool has_element = state_ == State::kKey || state_ == State::kSize;
      if (has_element && element_.size() != types.size())
        return DataLoss("the state has an element of ", element_.size(), " components, expected ",
                        types.size());
      if (state_ == State::kSize) state_ = State::kKey;
      if (state_ == State::kGroup) state_ = State::kReduce;
      return OkStatus();
    }

   private:
    // kInput: wants an element. Then what is called, if it has been begun: for the key of element_, for
    // the size of the windows of key_, for the dataset of group_, whose elements kGroup gives.
    enum class State : int64_t { kInput, kKey, kSize, kReduce, kGroup };

    Status SaveElements(const std::vector<Element>& elements, StateWriter* writer) const {
      writer->Number(static_cast<int64_t>(elements.size()));
      for (const Element& element : elements) RUNNEL_RETURN_IF_ERROR(writer->Tensors(element));
      return OkStatus();
    }
    Status RestoreElements(StateReader* reader, std::vector<Element>* elements) const {
      RUNNEL_ASSIGN_OR_RETURN(const int64_t count, reader->Number(0));
      elements->clear();
      for (int64_t i = 0; i < count; ++i) {
        RUNNEL_ASSIGN_OR_RETURN(Element element, reader->Tensors(dataset().input()->info().types));
        elements->push_back(std::move(element));
      }
      return OkStatus();
    }

    Result<Progress> TakeInput(const PollContext& cx) {
      if (input() != nullptr) {
        Result<Progress> progress = NextInput(cx, &element_);
        if (!progress.ok() || *progress == Progress::kPending) return progress;
        if (*progress == Progress::kElement) {
          ++index_;
          state_ = State::kKey;
          return progress;
        }
      }
      if (groups_.empty()) return Progress::kEnd;
      Reduce(groups_.begin()->first);
      return Progress::kElement;
    }

    // Begins the call of the state and takes what it gives.
    Result<Progress> TakeResult(const PollContext& cx) {
      if (!call_) RUNNEL_RETURN_IF_ERROR(Begin());
      Element result;
      Result<Progress> progress = call_->Poll(cx, &result);
      if (progress.ok() && *progress == Progress::kPending) return progress;
      call_ = nullptr;
      const Status status = progress.ok() ? Use(result) : progress.status();
      if (!status.ok()) return dataset().At(index_ - 1, status);
      return Progress::kElement;
    }

    Status Begin() {
      const GroupFunctions& functions = dataset().functions_;
      Element arguments = element_;
      if (state_ != State::kKey) {
        RUNNEL_ASSIGN_OR_RETURN(Tensor key, Tensor::FromScalar<int64_t>(key_));
        arguments.clear();
        arguments.push_back(std::move(key));
      }
      if (state_ == State::kReduce) {
        const DatasetInfo& of = dataset().input()->info();
        arguments.push_back(MakeVariant(MakeRef<GroupOf>(
            DatasetInfo{dataset().info().name, "GroupByWindowDataset", of.types, of.shapes}, group_)));
      }
      const CapturedFunction& function = state_ == State::kKey    ? functions.key
                                         : state_ == State::kSize ? functions.window_size
                                                                  : functions.reduce;
      call_ = ElementFuture::Call(function, arguments, true, context()->cancellation());
      return OkStatus();
    }

    static Result<int64_t> Number(const Element& result, std::string_view what) {
      if (result.size() != 1 || result[0].dtype() != DType::kInt64 || result[0].num_elements() != 1)
        return InvalidArgument(what, " must return a scalar of int64");
      return *static_cast<const int64_t*>(result[0].data());
    }

    Status Use(const Element& result) {
      if (state_ == State::kKey) {
        RUNNEL_ASSIGN_OR_RETURN(key_, Number(result, "`key_func`"));
        if (sizes_.find(key_) == sizes_.end()) {
          state_ = State::kSize;
        } else {
          AddToGroup();
        }
        return OkStatus();
      }
      if (state_ == State::kSize) {
        RUNNEL_ASSIGN_OR_RETURN(const int64_t size, Number(result, "`window_size_func`"));
        if (size <= 0)
          return InvalidArgument("Window size must be greater than zero, but got ", size, ".");
        sizes_[key_] = size;
        AddToGroup();
        return OkStatus();
      }
      if (result.size() != 1) return InvalidArgument("`reduce_func` must return a Dataset object.");
      RUNNEL_ASSIGN_OR_RETURN(const Ref<Dataset> made,
                              DatasetFromTensor(result[0], "the result of `reduce_func`"));
      if (made->info().types != dataset().info().types)
        return InvalidArgument(
            "the dataset of `reduce_func` has elements of other types than the node's output_types");
      RUNNEL_ASSIGN_OR_RETURN(Ref<DatasetIterator> child, made->MakeIterator(context()));
      if (const Ref<IteratorState> saved = std::move(saved_)) {
        StateReader reader(saved.get());
        RUNNEL_RETURN_IF_ERROR(child->Restore(&reader));
      }
      child_ = std::move(child);
      state_ = State::kGroup;
      return OkStatus();
    }

    void AddToGroup() {
      std::vector<Element>& group = groups_[key_];
      group.push_back(std::move(element_));
      element_.clear();
      state_ = State::kInput;
      if (static_cast<int64_t>(group.size()) >= sizes_[key_]) Reduce(key_);
    }
    void Reduce(int64_t key) {
      key_ = key;
      const auto it = groups_.find(key);
      group_ = std::move(it->second);
      groups_.erase(it);
      state_ = State::kReduce;
    }

    State state_ = State::kInput;
    int64_t index_ = 0;  // how many elements the input has given
    int64_t key_ = 0;
    Element element_;
    std::vector<Element> group_;
    Ref<ElementFuture> call_;
    Ref<DatasetIterator> child_;
    Ref<IteratorState> saved_;  // what child_ is to go on with
    std::map<int64_t, int64_t> sizes_;
    std::map<int64_t, std::vector<Element>> groups_;
  };
  const GroupFunctions functions_;
};

}  // namespace

Ref<Dataset> GroupByWindowDataset(DatasetInfo info, Ref<Dataset> input, GroupFunctions functions) {
  return MakeRef<GroupByWindow>(std::move(info), std::move(input), std::move(functions));
}

}  // namespace runnel
