// Runs host kernels by themselves: what the executor would give them, without an executor.
#ifndef RUNNEL_TESTS_IO_HOST_KERNEL_TEST_UTIL_H_
#define RUNNEL_TESTS_IO_HOST_KERNEL_TEST_UTIL_H_

#include <gtest/gtest.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/thread_pool.h"
#include "core/runtime/host_ops/host_kernel.h"
#include "tests/io/io_test_util.h"

namespace runnel {

// One node, made once, run any number of times.
class HostNodeRunner {
 public:
  HostNodeRunner(std::string name, std::string op, AttrList attrs, std::vector<DType> outputs)
      : name_(std::move(name)),
        op_(std::move(op)),
        attrs_(std::move(attrs)),
        outputs_(std::move(outputs)) {
    row_ = FindLinkedHostKernel(op_);
    EXPECT_NE(row_, nullptr) << op_;
    Result<std::unique_ptr<HostKernel>> made =
        row_->create(HostNode{name_, op_, attrs_, std::span<const DType>(), outputs_});
    status_ = made.status();
    if (made.ok()) kernel_ = std::move(*made);
  }
  const Status& status() const { return status_; }  // of making the kernel
  HostKernel& kernel() { return *kernel_; }
  bool is_async() const { return row_->is_async; }
  size_t num_outputs() const { return outputs_.size(); }
  const std::string& name() const { return name_; }
  ThreadPool& pool() { return pool_; }

 private:
  std::string name_, op_;
  AttrList attrs_;
  std::vector<DType> outputs_;
  const HostKernelRow* row_ = nullptr;
  Status status_;
  std::unique_ptr<HostKernel> kernel_;
  ThreadPool pool_{1};  // ends before the kernel
};

// One execution. Lives until it is done.
class Execution {
 public:
  Execution(HostNodeRunner& node, std::vector<Tensor> inputs, ResourceManager* session,
            ResourceManager* step, CancellationManager* cancellation)
      : inputs_(std::move(inputs)), outputs_(node.num_outputs()) {
    context_.inputs = inputs_;
    context_.outputs = outputs_;
    context_.allocator = SystemAllocator();
    context_.pool = &node.pool();
    context_.session_resources = session;
    context_.step_resources = step;
    context_.cancellation = cancellation;
    context_.node_name = node.name();
    if (!node.is_async()) {
      Done(node.kernel().Run(context_));
    } else {
      node.kernel().Start(context_, [this](Status status) { Done(std::move(status)); });
    }
  }
  ~Execution() { (void)Wait(); }

  bool done() const {
    const std::lock_guard lock(mutex_);
    return status_.has_value();
  }
  Status Wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return status_.has_value(); });
    return *status_;
  }
  const Tensor& output(size_t i) const { return outputs_[i]; }

 private:
  void Done(Status status) {
    const std::lock_guard lock(mutex_);
    EXPECT_FALSE(status_.has_value()) << "done was called twice";
    status_ = std::move(status);
    changed_.notify_all();
  }
  mutable std::mutex mutex_;  // guards status_
  std::condition_variable changed_;
  std::optional<Status> status_;
  std::vector<Tensor> inputs_, outputs_;
  HostContext context_;
};

}  // namespace runnel

#endif  // RUNNEL_TESTS_IO_HOST_KERNEL_TEST_UTIL_H_
