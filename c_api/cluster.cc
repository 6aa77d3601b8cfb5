// Clusters: which tasks there are. A plain value, without a runtime.
#include "c_api/cluster.h"

#include <algorithm>
#include <memory>

#include "c_api/internal.h"

using runnel::Status;
using runnel::net::ClusterSpec;
using namespace runnel::capi;

namespace {

// Calls make(view) -> Result<ClusterSpec> and wraps what it gives.
template <typename F>
Status Make(rnl_str_t text, std::string_view name, rnl_cluster_t** out_cluster, F make) {
  RNL_CHECK_NOT_NULL(out_cluster);
  *out_cluster = nullptr;
  std::string_view view;
  RUNNEL_RETURN_IF_ERROR(ToView(text, name, &view));
  RUNNEL_ASSIGN_OR_RETURN(ClusterSpec spec, make(view));
  *out_cluster = new rnl_cluster_t{std::move(spec)};
  return runnel::OkStatus();
}

}  // namespace

rnl_status_t* rnl_cluster_create(rnl_cluster_t** out_cluster) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_cluster);
    *out_cluster = nullptr;
    *out_cluster = new rnl_cluster_t;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_cluster_from_text(rnl_str_t text, rnl_cluster_t** out_cluster) {
  return Guard([&] {
    return Make(text, "text", out_cluster,
                [](std::string_view view) { return ClusterSpec::FromText(view); });
  });
}

rnl_status_t* rnl_cluster_from_message(rnl_str_t bytes, rnl_cluster_t** out_cluster) {
  return Guard([&] {
    return Make(bytes, "bytes", out_cluster,
                [](std::string_view view) { return ClusterSpec::FromMessage(view); });
  });
}

void rnl_cluster_release(rnl_cluster_t* cluster) { delete cluster; }

rnl_status_t* rnl_cluster_add_task(rnl_cluster_t* cluster, rnl_str_t job, int64_t task,
                                   rnl_str_t address) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(cluster);
    std::string_view job_view, address_view;
    RUNNEL_RETURN_IF_ERROR(ToView(job, "job", &job_view));
    RUNNEL_RETURN_IF_ERROR(ToView(address, "address", &address_view));
    return cluster->spec.AddTask(job_view, task, address_view);
  });
}

rnl_status_t* rnl_cluster_to_text(const rnl_cluster_t* cluster, rnl_bytes_t** out_text) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_text);
    *out_text = nullptr;
    RNL_CHECK_NOT_NULL(cluster);
    *out_text = NewBytes(cluster->spec.ToText());
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_cluster_to_message(const rnl_cluster_t* cluster, rnl_bytes_t** out_message) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_message);
    *out_message = nullptr;
    RNL_CHECK_NOT_NULL(cluster);
    RUNNEL_ASSIGN_OR_RETURN(std::string bytes, cluster->spec.ToMessage());
    *out_message = NewBytes(std::move(bytes));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_cluster_jobs(const rnl_cluster_t* cluster, rnl_names_t** out_jobs) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_jobs);
    *out_jobs = nullptr;
    RNL_CHECK_NOT_NULL(cluster);
    *out_jobs = NewNames(cluster->spec.jobs());
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_cluster_num_tasks(const rnl_cluster_t* cluster, rnl_str_t job, size_t* out_count) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_count);
    *out_count = 0;
    RNL_CHECK_NOT_NULL(cluster);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(job, "job", &view));
    RUNNEL_ASSIGN_OR_RETURN(const int count, cluster->spec.NumTasks(view));
    *out_count = static_cast<size_t>(count);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_cluster_task_at(const rnl_cluster_t* cluster, rnl_str_t job, size_t position,
                                  int64_t* out_task) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_task);
    *out_task = 0;
    RNL_CHECK_NOT_NULL(cluster);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(job, "job", &view));
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> indices, cluster->spec.TaskIndices(view));
    if (position >= indices.size()) {
      return runnel::OutOfRange("job \"", view, "\" has ", indices.size(), " tasks, got position ",
                                position);
    }
    *out_task = indices[position];
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_cluster_task_address(const rnl_cluster_t* cluster, rnl_str_t job, int64_t task,
                                       rnl_bytes_t** out_address) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_address);
    *out_address = nullptr;
    RNL_CHECK_NOT_NULL(cluster);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(job, "job", &view));
    RUNNEL_ASSIGN_OR_RETURN(std::string address, cluster->spec.TaskAddress(view, task));
    *out_address = NewBytes(std::move(address));
    return runnel::OkStatus();
  });
}

// ---- the replica device setter ----

rnl_status_t* rnl_device_setter_create(const rnl_cluster_t* cluster, rnl_str_t job, bool by_bytes,
                                       rnl_device_setter_t** out_setter) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_setter);
    *out_setter = nullptr;
    RNL_CHECK_NOT_NULL(cluster);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(job, "job", &view));
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> indices, cluster->spec.TaskIndices(view));
    auto setter = std::make_unique<rnl_device_setter_t>();
    setter->by_bytes = by_bytes;
    for (const int index : indices) {
      setter->devices.push_back(runnel::StrCat("/job:", view, "/task:", index));
    }
    setter->bytes.resize(indices.size());
    *out_setter = setter.release();
    return runnel::OkStatus();
  });
}

void rnl_device_setter_release(rnl_device_setter_t* setter) { delete setter; }

rnl_status_t* rnl_device_setter_next(rnl_device_setter_t* setter, uint64_t size_bytes,
                                     rnl_str_t* out_device) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_device);
    *out_device = kEmpty;
    RNL_CHECK_NOT_NULL(setter);
    size_t at = setter->next;
    if (setter->by_bytes) {
      at = static_cast<size_t>(std::min_element(setter->bytes.begin(), setter->bytes.end()) -
                               setter->bytes.begin());
    }
    setter->next = (setter->next + 1) % setter->devices.size();
    setter->bytes[at] += std::min(size_bytes, UINT64_MAX - setter->bytes[at]);
    *out_device = ToC(setter->devices[at]);
    return runnel::OkStatus();
  });
}
