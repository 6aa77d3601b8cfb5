// Source: TensorFlow 1.15's fifo_queue, random_shuffle_queue_op and priority_queue, whose orders these
// have, for equal seeds and for equal priorities too.
#include "core/runtime/host_ops/queue_elements.h"

#include <algorithm>
#include <deque>
#include <random>
#include <utility>

#include "core/base/philox.h"

namespace runnel {
namespace {

class Fifo : public QueueElements {
 public:
  size_t size() const override { return elements_.size(); }
  void Put(QueueTuple tuple) override { elements_.push_back(std::move(tuple)); }
  QueueTuple Take() override {
    QueueTuple out = std::move(elements_.front());
    elements_.pop_front();
    return out;
  }
  void PutBack(QueueTuple tuple) override { elements_.push_front(std::move(tuple)); }

 private:
  std::deque<QueueTuple> elements_;
};

class Shuffled : public QueueElements {
 public:
  Shuffled(uint64_t seed, uint64_t seed2) : numbers_(seed, seed2) {}
  size_t size() const override { return elements_.size(); }
  void Put(QueueTuple tuple) override { elements_.push_back(std::move(tuple)); }
  QueueTuple Take() override {
    std::swap(elements_[numbers_.Next() % elements_.size()], elements_.back());
    QueueTuple out = std::move(elements_.back());
    elements_.pop_back();
    return out;
  }
  void PutBack(QueueTuple tuple) override { elements_.push_back(std::move(tuple)); }

 private:
  PhiloxNumbers numbers_;
  std::vector<QueueTuple> elements_;
};

class Priority : public QueueElements {
 public:
  size_t size() const override { return elements_.size(); }
  void Put(QueueTuple tuple) override {
    elements_.push_back(std::move(tuple));
    std::push_heap(elements_.begin(), elements_.end(), IsLater);
  }
  QueueTuple Take() override {
    std::pop_heap(elements_.begin(), elements_.end(), IsLater);
    QueueTuple out = std::move(elements_.back());
    elements_.pop_back();
    return out;
  }
  void PutBack(QueueTuple tuple) override { Put(std::move(tuple)); }

 private:
  static bool IsLater(const QueueTuple& a, const QueueTuple& b) {
    return a[0].int_at(0) > b[0].int_at(0);
  }
  std::vector<QueueTuple> elements_;  // a heap
};

}  // namespace

std::unique_ptr<QueueElements> MakeFifoElements() { return std::make_unique<Fifo>(); }

std::unique_ptr<QueueElements> MakeShuffledElements(int64_t seed, int64_t seed2) {
  if (seed != 0 || seed2 != 0) {
    return std::make_unique<Shuffled>(static_cast<uint64_t>(seed), static_cast<uint64_t>(seed2));
  }
  std::random_device random;
  const auto draw = [&random] { return uint64_t{random()} << 32 | random(); };
  const uint64_t drawn = draw();
  return std::make_unique<Shuffled>(drawn, draw());
}

std::unique_ptr<QueueElements> MakePriorityElements() { return std::make_unique<Priority>(); }

}  // namespace runnel
