// The number of threads by default, under cgroups of both versions, laid out in a folder.
#include "core/base/cpu_count.h"

#include <sched.h>

#include <filesystem>
#include <fstream>

#include "gtest/gtest.h"

namespace runnel {
namespace {

constexpr const char* kV2Mount =
    "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";

class CpuCount : public testing::Test {
 protected:
  void SetUp() override {
    root_ = testing::TempDir() + "cpu_count_" +
            testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(root_);
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  void Write(const std::string& path, const std::string& text) {
    const std::filesystem::path whole = root_ + path;
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole) << text;
  }
  // The process's lines, its mounts after some that are none of cgroups'.
  void Process(const std::string& cgroup, const std::string& mounts) {
    Write("/proc/self/cgroup", cgroup);
    Write("/proc/self/mountinfo",
          "23 29 0:21 / /proc rw - proc proc rw\n28 0 254:1 / / rw - ext4 /dev/root rw\nnonsense\n" +
              mounts);
  }

  std::string root_;
};

TEST_F(CpuCount, IsTheAffinityMaskWithoutQuotas) {
  cpu_set_t set;
  ASSERT_EQ(sched_getaffinity(0, sizeof(set), &set), 0);
  EXPECT_EQ(CgroupCpus(root_), 0);  // not even files of /proc
  EXPECT_EQ(UsableCpus(root_), CPU_COUNT(&set));
  Process("0::/a\n", kV2Mount);
  Write("/sys/fs/cgroup/a/cpu.max", "max 100000\n");
  EXPECT_EQ(CgroupCpus(root_), 0);
  Write("/sys/fs/cgroup/a/cpu.max", "6400000 100000\n");
  EXPECT_EQ(CgroupCpus(root_), 64);
  EXPECT_EQ(UsableCpus(root_), std::min(64, CPU_COUNT(&set)));
}

TEST_F(CpuCount, RoundsAQuotaUpToAtLeastOne) {
  Process("0::/a\n", kV2Mount);
  const auto with = [&](const char* text) {
    Write("/sys/fs/cgroup/a/cpu.max", text);
    return CgroupCpus(root_);
  };
  EXPECT_EQ(with("200000 100000\n"), 2);
  EXPECT_EQ(with("150000 100000\n"), 2);
  EXPECT_EQ(with("100001 100000"), 2);
  EXPECT_EQ(with("1000 100000\n"), 1);
  EXPECT_EQ(with("5000 10000\n"), 1);
  EXPECT_EQ(with(""), 0);
  EXPECT_EQ(with("100000"), 0);
  EXPECT_EQ(with("100000 0\n"), 0);
  EXPECT_EQ(with("many 100000\n"), 0);
  Write("/sys/fs/cgroup/a/cpu.max", "1000 100000\n");
  EXPECT_EQ(UsableCpus(root_), 1);
}

TEST_F(CpuCount, TakesTheLeastQuotaOfTheGroupsAround) {
  Process("0::/system.slice/job.service/inner\n", kV2Mount);
  Write("/sys/fs/cgroup/system.slice/job.service/inner/cpu.max", "800000 100000\n");
  Write("/sys/fs/cgroup/system.slice/job.service/cpu.max", "max 100000\n");
  EXPECT_EQ(CgroupCpus(root_), 8);
  Write("/sys/fs/cgroup/system.slice/cpu.max", "300000 100000\n");
  EXPECT_EQ(CgroupCpus(root_), 3);
  Write("/sys/fs/cgroup/cpu.max", "25000 10000\n");  // a container's own root
  EXPECT_EQ(CgroupCpus(root_), 3);
  Write("/sys/fs/cgroup/cpu.max", "15000 10000\n");
  EXPECT_EQ(CgroupCpus(root_), 2);
}

TEST_F(CpuCount, ReadsVersionOneBesideVersionTwo) {
  Process("5:memory:/x\n4:cpu,cpuacct:/docker/7f3a\n1:name=systemd:/docker/7f3a\n0::/docker/7f3a\n",
          "40 32 0:34 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
          "41 32 0:35 /docker /sys/fs/cgroup/cpu\\040and\\040more rw shared:3 - cgroup cgroup "
          "rw,cpu,cpuacct\n"
          "42 32 0:36 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
  const std::string folder = "/sys/fs/cgroup/cpu and more/7f3a";  // the mount begins at /docker
  Write(folder + "/cpu.cfs_quota_us", "-1\n");
  Write(folder + "/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(CgroupCpus(root_), 0);
  Write(folder + "/cpu.cfs_quota_us", "250000\n");
  EXPECT_EQ(CgroupCpus(root_), 3);
  Write("/sys/fs/cgroup/cpu and more/cpu.cfs_quota_us", "200000\n");
  Write("/sys/fs/cgroup/cpu and more/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(CgroupCpus(root_), 2);
  Write("/sys/fs/cgroup/unified/docker/7f3a/cpu.max", "100000 100000\n");
  EXPECT_EQ(CgroupCpus(root_), 1);
  // Another hierarchy's quota is nobody's.
  Write("/sys/fs/cgroup/memory/x/cpu.cfs_quota_us", "1000\n");
  Write("/sys/fs/cgroup/memory/x/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(CgroupCpus(root_), 1);
}

TEST_F(CpuCount, AContainerSeesItsOwnGroupAtTheMountPoint) {
  // Without a namespace of cgroups, the path is the host's and only the container's part is mounted.
  Process("3:cpu:/kube/pod1/c1\n",
          "41 32 0:35 /kube/pod1/c1 /sys/fs/cgroup/cpu ro - cgroup cgroup rw,cpu\n");
  Write("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000\n");
  Write("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(CgroupCpus(root_), 1);
  // Moved out of what is mounted.
  Process("0::/../other\n", kV2Mount);
  Write("/sys/fs/cgroup/cpu.max", "400000 100000\n");
  EXPECT_EQ(CgroupCpus(root_), 4);
}

}  // namespace
}  // namespace runnel
