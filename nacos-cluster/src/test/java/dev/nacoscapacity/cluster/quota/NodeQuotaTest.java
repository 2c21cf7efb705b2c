package dev.nacoscapacity.cluster.quota;

import static dev.nacoscapacity.cluster.ClusterFailures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written, to a folder in place of the kernel's. */
class NodeQuotaTest {

  private static final ClusterSpec SPEC = ClusterSpec.of(ServerVersion.V1_4_1, 2).withCores(0.3);

  @TempDir private Path mount;

  @Test
  void shouldLimitEachNodeOnlyWhenAsked() throws IOException {
    NodeQuota quota = quota(SPEC, false);
    assertThat(quota.isLimited()).isFalse();

    quota.lift();
    assertThat(of("nacos-8848/node2/cpu.cfs_quota_us")).isEqualTo("-1");
    assertThat(quota.isLimited()).isFalse();

    quota.limit();
    assertThat(quota.isLimited()).isTrue();
    assertThat(of("nacos-8848/node1/cpu.cfs_period_us")).isEqualTo("10000");
    assertThat(of("nacos-8848/node1/cpu.cfs_quota_us")).isEqualTo("3000");
    assertThat(of("nacos-8848/node2/cpu.cfs_quota_us")).isEqualTo("3000");
  }

  @Test
  void shouldNotBeLimitedWhenOneNodeIsNot() {
    quota(SPEC, false).lift();
    quota(SPEC, false).limit();

    assertThat(quota(ClusterSpec.of(ServerVersion.V1_4_1, 3).withCores(0.3), false).isLimited())
        .isFalse();
  }

  @Test
  void shouldWeighAsMuchAsNodesOfNice10DoInSessionsOfTheirOwn() throws IOException {
    quota(SPEC, false).lift();
    assertThat(of("nacos-8848/cpu.shares")).isEqualTo("220");

    quota(SPEC, true).lift();
    assertThat(of("nacos-8848/cpu.weight")).isEqualTo("21");
  }

  @Test
  void shouldHandDownTheControllerWhenGroupsAreOfTheSecondVersion() throws IOException {
    NodeQuota quota = quota(SPEC, true);

    quota.lift();
    assertThat(of("nacos-8848/cgroup.subtree_control")).isEqualTo("+cpu");
    assertThat(of("nacos-8848/node1/cpu.max")).isEqualTo("max 10000");
    assertThat(quota.isLimited()).isFalse();

    quota.limit();
    assertThat(of("nacos-8848/node1/cpu.max")).isEqualTo("3000 10000");
    assertThat(quota.isLimited()).isTrue();
  }

  @Test
  void shouldEnterTheGroupBeforeTheCommand() {
    assertThat(quota(SPEC, false).inside(1, List.of("java", "-version")))
        .containsExactly(
            "sh",
            "-c",
            "echo $$ >'"
                + mount.resolve("nacos-8848/node2/cgroup.procs")
                + "' && exec \"$0\" \"$@\"",
            "java",
            "-version");
  }

  @Test
  void shouldRefuseWhenAnotherClustersProcessesAreInTheGroup() throws IOException {
    Path group = Files.createDirectories(mount.resolve("nacos-8848/node1"));
    Files.writeString(group.resolve("cgroup.procs"), "4711\n");

    assertFails(() -> quota(SPEC, false).claim(), "nacos-8848/node1: take it down");
  }

  @Test
  void shouldRemoveTheGroupsOfAnEarlierClusterWithMoreNodes() throws IOException {
    Files.createDirectories(mount.resolve("nacos-8848/node1"));
    Files.createDirectories(mount.resolve("nacos-8848/node3"));
    Files.createDirectories(mount.resolve("nacos-8849/node1"));

    assertThat(quota(SPEC, false).close()).isTrue();

    assertThat(mount.resolve("nacos-8848")).doesNotExist();
    assertThat(mount.resolve("nacos-8849/node1")).exists();
  }

  @Test
  void shouldSayThatGroupsAreLeftWhenTheyCannotBeRemoved() throws IOException {
    Path busy = Files.createDirectories(mount.resolve("nacos-8848/node1"));
    Files.createFile(busy.resolve("cgroup.procs"));
    Files.createFile(busy.resolveSibling("cgroup.procs"));

    assertThat(quota(SPEC, false).close()).isFalse();
    assertFails(() -> quota(SPEC, false).claim(), "nacos-8848");
  }

  @Test
  void shouldSayWhyQuotasAreRefused() throws IOException {
    Path group = Files.createDirectories(mount.resolve("nacos-8848/node1"));
    // No user, including root, may write this file.
    Files.createSymbolicLink(
        group.resolve("cpu.cfs_period_us"), Path.of("/proc/sys/kernel/ostype"));

    assertFails(() -> quota(SPEC, false).limit(), group + "/cpu.cfs_period_us", "--cores");
  }

  @Test
  void shouldTryQuotasBeforeAnythingIsStarted() {
    // No user, including root, may create a folder there.
    NodeQuota refused =
        new NodeQuota(SPEC, Optional.of(new ControlGroups(Path.of("/proc"), false)));

    assertFails(refused::claim, "/proc/nacos-8848");
  }

  @Test
  void shouldRefuseQuotasButTakeAClusterDownWhenTheMachineHasNoGroups() {
    NodeQuota none = new NodeQuota(SPEC, Optional.empty());

    assertThat(none.close()).isTrue();
    assertFails(none::claim, "no control groups for processors");
  }

  @Test
  void shouldFindTheGroupsThatControlProcessors() throws IOException {
    Path mounts = Files.createDirectories(mount.resolve("mounts.d")).resolve("mounts");
    Path v2 = Files.createDirectories(mount.resolve("unified"));
    Files.writeString(v2.resolve("cgroup.controllers"), "memory cpu pids\n");

    Files.writeString(
        mounts, "cgroup /a cgroup rw,memory 0 0\ncgroup /b cgroup rw,cpu,cpuacct 0 0\n");
    assertThat(ControlGroups.find(mounts)).contains(new ControlGroups(Path.of("/b"), false));

    Files.writeString(mounts, "none " + v2 + " cgroup2 rw 0 0\n");
    assertThat(ControlGroups.find(mounts)).contains(new ControlGroups(v2, true));

    Files.writeString(v2.resolve("cgroup.controllers"), "\n");
    assertThat(ControlGroups.find(mounts)).isEmpty();
  }

  private NodeQuota quota(ClusterSpec spec, boolean v2) {
    return new NodeQuota(spec, Optional.of(new ControlGroups(mount, v2)));
  }

  private String of(String file) throws IOException {
    return Files.readString(mount.resolve(file));
  }
}
