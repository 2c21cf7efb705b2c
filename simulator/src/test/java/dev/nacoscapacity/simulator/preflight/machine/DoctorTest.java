package dev.nacoscapacity.simulator.preflight.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {

  private static final long HEAP = 1L << 30;

  @TempDir Path root;

  @BeforeEach
  void mountAnOrdinaryMachine() throws IOException {
    limit("20000", "20000");
    put("proc/self/status", "Name:\tjava\nCapEff:\t000001fffeffffff\n");
    put("proc/self/cgroup", "0::/\n");
    put("proc/meminfo", "MemTotal: 24681472 kB\nMemAvailable:   23000000 kB\n");
    put("proc/sys/net/ipv4/ip_local_port_range", "32768\t60999\n");
    put("proc/sys/net/ipv4/tcp_max_syn_backlog", "2048\n");
    put("proc/sys/net/ipv4/tcp_tw_reuse", "2\n");
    put("proc/sys/net/core/somaxconn", "4096\n");
  }

  @Test
  void shouldFindEverythingEnoughWhenTheFleetIsOrdinary() {
    Diagnosis diagnosis = doctor().examine(fleet(35_000, 700, true));
    assertThat(diagnosis.checks()).allMatch(LimitCheck::enough);
    assertThat(diagnosis.exitCode()).isZero();
    assertThat(diagnosis.table()).contains("open files").doesNotContain("->");
  }

  @Test
  void shouldNameTheCommandWhenTheSoftLimitIsTooLow() throws IOException {
    limit("1024", "20000");
    assertThat(check("open files", fleet(35_000, 700, true)))
        .satisfies(c -> assertThat(c.needed()).isEqualTo(2 * (700 + 400) + 3 * 2 + 128))
        .satisfies(c -> assertThat(c.remedy()).isEqualTo("ulimit -n 4096"));
  }

  @Test
  void shouldLeaveConnectionsTheOpenFilesThatNothingElseNeeds() {
    assertThat(doctor().connectionsAtMost(fleet(35_000, 2_050, true)))
        .isEqualTo((20_000 - 3 * 2 - 128) / 2 - 400);
    assertThat(doctor().connectionsAtMost(fleet(35_000, 2_050, false)))
        .isEqualTo(20_000 - 3 * 2 - 128 - 400);
    assertThat(doctor().connectionsAtMost(proxied(35_000, 2_050)))
        .isEqualTo((20_000 - 3 * 2 - 128) / 3 - 400);
  }

  @Test
  void shouldCountTheSocketsOfProxiesAsMemory() {
    String memory = "memory MiB (estimate)";
    long direct = check(memory, fleet(1_000, 20_000, false)).needed();
    long ends = (20_000 + 400) * 40_000L >> 20;

    assertThat(check(memory, proxied(1_000, 20_000)).needed())
        .isBetween(direct + 2 * ends - 1, direct + 2 * ends + 2);
  }

  @Test
  void shouldLeaveWorkersTheConnectionsWhoseOtherEndsItHas() {
    assertThat(doctor().connectionsOfWorker(fleet(35_000, 12_000, true), 2))
        .isEqualTo((20_000 - 2 * 4 - 128 - 400) / 2);
    assertThat(doctor().connectionsOfWorker(proxied(35_000, 12_000), 2))
        .isEqualTo(((20_000 - 2 * 4 - 128) / 2 - 400) / 2);
    assertThat(doctor().connectionsOfWorker(fleet(35_000, 35_000, false), 2))
        .isGreaterThan(1_000_000);
  }

  @Test
  void shouldLackFilesOnlyWhenNoNumberOfProcessesHelps() {
    assertThat(doctor().lacksFiles(fleet(35_000, 12_000, true))).isFalse();
    assertThat(doctor().lacksFiles(fleet(35_000, 35_000, false))).isFalse();
    assertThat(doctor().lacksFiles(fleet(35_000, 35_000, true))).isTrue();
  }

  @Test
  void shouldShareTheFleetOutWhenOneProcessMayNotHaveTheDescriptors() {
    assertThat(doctor().workers(fleet(35_000, 700, true))).isZero();
    assertThat(doctor().workers(fleet(35_000, 19_000, false))).isZero();
    assertThat(doctor().workers(fleet(35_000, 35_000, false))).isEqualTo(2);
    assertThat(doctor().workers(fleet(100_000, 100_000, false))).isEqualTo(6);
    assertThat(check("open files, 3 processes", fleet(35_000, 35_000, false)))
        .satisfies(c -> assertThat(c.needed()).isEqualTo((35_000 + 400) / 2 + 3 + 128))
        .satisfies(c -> assertThat(c.enough()).isTrue());
  }

  @Test
  void shouldLeaveTheStandInBehindWhenItsDescriptorsSuffice() {
    assertThat(doctor().workers(fleet(15_000, 15_000, true))).isOne();
    assertThat(check("open files, 2 processes", fleet(15_000, 15_000, true)).enough()).isTrue();
    assertThat(doctor().workers(fleet(35_000, 35_000, true))).isZero();
  }

  @Test
  void shouldSayThatTheHardLimitStaysWhenTheProcessMayNotRaiseIt() throws IOException {
    limit("1024", "1024");
    assertThat(doctor().workers(fleet(35_000, 35_000, false))).isZero();
    assertThat(check("open files", fleet(35_000, 35_000, false)).remedy())
        .contains("cannot be raised from here (no CAP_SYS_RESOURCE)")
        .contains("fewer --connections");
    put("proc/self/status", "CapEff:\t000001ffffffffff\n");
    assertThat(check("open files", fleet(35_000, 35_000, false)).remedy())
        .isEqualTo("ulimit -Hn 65536 && ulimit -n 65536");
  }

  @Test
  void shouldCountPortsForOneTargetWhenOneOfThemHasDied() {
    assertThat(check("local ports for one target", fleet(35_000, 700, false)).needed())
        .isEqualTo(275);
    assertThat(check("local ports for one target", fleet(120_000, 120_000, false)).remedy())
        .isEqualTo("sysctl -w net.ipv4.ip_local_port_range=\"10240 65535\"");
    assertThat(check("local ports for one target", fleet(400_000, 400_000, false)).remedy())
        .startsWith("no range is wide enough");
  }

  @Test
  void shouldCountWaitingPortsWhenTheKernelDoesNotReuseThem() throws IOException {
    put("proc/sys/net/ipv4/tcp_tw_reuse", "0\n");
    assertThat(check("local ports for one target", fleet(35_000, 700, false)).needed())
        .isEqualTo(275 + 105 * 60 / 4);
  }

  @Test
  void shouldNameTheSysctlWhenABacklogIsTooShort() {
    assertThat(check("accept queue", fleet(35_000, 35_000, false)).remedy())
        .isEqualTo("sysctl -w net.core.somaxconn=8192");
    assertThat(check("half-open connections", fleet(35_000, 35_000, false)).remedy())
        .isEqualTo("sysctl -w net.ipv4.tcp_max_syn_backlog=8192");
  }

  @Test
  void shouldLeaveTheBacklogOutWhenTheTargetIsElsewhere() {
    ResourceRequirement remote =
        requirement(35_000, 400, 700, 0, 400, 5, 2, false, false, false, 10_500);
    assertThat(doctor().examine(remote).checks())
        .extracting(LimitCheck::item)
        .doesNotContain("accept queue", "half-open connections");
  }

  @Test
  void shouldCountTrackedConnectionsWhenAFirewallTracksThem() throws IOException {
    put("proc/sys/net/netfilter/nf_conntrack_max", "8192\n");
    put("proc/sys/net/netfilter/nf_conntrack_count", "1000\n");
    LimitCheck check = check("tracked connections", fleet(35_000, 700, false));
    assertThat(check.needed()).isEqualTo(1_100 + 105 * 60);
    assertThat(check.remedy()).isEqualTo("sysctl -w net.netfilter.nf_conntrack_max=16384");
  }

  @Test
  void shouldObeyTheSmallerLimitWhenACgroupHasOne() throws IOException {
    put("proc/self/cgroup", "0::/box\n");
    put("sys/fs/cgroup/box/memory.max", "104857600\n");
    put("sys/fs/cgroup/box/memory.current", "94371840\n");
    assertThat(check("memory MiB (estimate)", fleet(1_000, 100, false)).available()).hasValue(10);

    put("proc/self/cgroup", "4:memory:/not/visible/in/a/container\n0::/\n");
    put("sys/fs/cgroup/memory/memory.limit_in_bytes", "104857600\n");
    put("sys/fs/cgroup/memory/memory.usage_in_bytes", "83886080\n");
    assertThat(check("memory MiB (estimate)", fleet(1_000, 100, false)).available()).hasValue(20);

    put("proc/self/cgroup", "0::/free\n");
    put("sys/fs/cgroup/free/memory.max", "max\n");
    put("sys/fs/cgroup/free/memory.current", "83886080\n");
    assertThat(check("memory MiB (estimate)", fleet(1_000, 100, false)).enough()).isTrue();
  }

  @Test
  void shouldReportOnlyWhatBreaksARunWhenAskedForShortages() throws IOException {
    limit("1024", "1024");
    assertThat(doctor().shortages(fleet(35_000, 35_000, false)))
        .extracting(LimitCheck::item)
        .containsExactly("open files");
    assertThat(doctor().shortages(fleet(1_000, 100, false))).isEmpty();
  }

  @Test
  void shouldAskForMoreHeapWhenAMillionInstancesAreScheduled() {
    Doctor small = new Doctor(root.resolve("proc"), root.resolve("sys"), 2, 128L << 20);
    assertThat(small.shortages(fleet(35_000, 700, false))).isEmpty();
    assertThat(
            small.shortages(
                requirement(1_000_000, 400, 700, 0, 400, 5, 2, false, true, false, 300_000)))
        .singleElement()
        .satisfies(c -> assertThat(c.remedy()).isEqualTo("JAVA_OPTS=-Xmx430m"));
  }

  @Test
  void shouldCallUnknownEnoughWhenThereIsNoProc() {
    Doctor elsewhere = new Doctor(root.resolve("none"), root.resolve("none"), 8, HEAP);
    Diagnosis diagnosis = elsewhere.examine(fleet(35_000, 700, false));
    assertThat(diagnosis.exitCode()).isZero();
    assertThat(diagnosis.table()).contains("unknown");
  }

  @Test
  void shouldPrintTheMendBelowTheShortageAndExitWithOne() throws IOException {
    limit("1024", "20000");
    Diagnosis diagnosis = doctor().examine(fleet(35_000, 700, true));
    assertThat(diagnosis.exitCode()).isOne();
    assertThat(diagnosis.table())
        .containsPattern("open files +2,334 +1,024  not enough\\R    -> ulimit -n 4096");
    assertThat(check("open files", fleet(35_000, 700, true)).sentence())
        .isEqualTo("open files: 2,334 needed, 1,024 here; ulimit -n 4096");
  }

  @Test
  void shouldListTheLimitsThatCanBeReadForTheRecord() {
    assertThat(doctor().limits())
        .isEqualTo(
            Map.of(
                "openFiles",
                20_000L,
                "localPorts",
                28_232L,
                "backlog",
                4_096L,
                "synBacklog",
                2_048L));
  }

  @Test
  void shouldCountEachClientsConnectionOverGrpc() {
    ResourceRequirement need =
        requirement(35_000, 400, 10, 35_400, 0, 5, 1, true, true, false, 10_500);

    assertThat(check("open files", need).needed()).isEqualTo(2 * 35_410 + 3 + 128);
    assertThat(check("open files", need).remedy()).contains("fewer --instances");
    assertThat(check("local ports for one target", need).needed()).isEqualTo(8_853);
    assertThat(check("heap MiB (estimate)", need).needed()).isGreaterThan(1_300);
  }

  @Test
  void shouldTakeAnotherSourceAddressBeforeALoopbackTargetRunsOutOfPorts() {
    ResourceRequirement need =
        requirement(60_000, 400, 2, 60_400, 0, 1, 1, false, true, false, 18_000);
    ResourceRequirement elsewhere =
        requirement(60_000, 400, 2, 60_400, 0, 1, 1, false, false, false, 18_000);

    assertThat(check("local ports for one target", need).needed()).isEqualTo(20_000);
    assertThat(check("local ports for one target", elsewhere).remedy())
        .isEqualTo(
            "no range is wide enough: fewer --instances, more targets, or --shard I/N on several"
                + " machines");
  }

  @Test
  void shouldShareAFleetOutByServices() throws IOException {
    limit("20000", "20000");
    ResourceRequirement need =
        requirement(100_000, 20, 2, 100_020, 0, 5, 1, false, true, false, 30_000);

    // Of six processes two would have four services each, 20,000 instances.
    assertThat(doctor().workers(need)).isEqualTo(7);
    assertThat(check("open files, 8 processes", need).needed()).isBetween(15_000L, 15_200L);
  }

  @Test
  void shouldHoldAShareAgainstTheHeapThatEachProcessHas() throws IOException {
    limit("20000", "20000");
    ResourceRequirement need =
        requirement(60_000, 400, 2, 60_400, 0, 5, 1, false, true, false, 18_000);

    assertThat(check("heap MiB (estimate)", need).needed()).isBetween(300L, 450L);
  }

  @Test
  void shouldLeaveHeapForTheStandInThatStaysBehind() throws IOException {
    limit("20000", "20000");
    ResourceRequirement need =
        requirement(15_000, 400, 2, 15_400, 0, 5, 1, true, true, false, 4_500);

    assertThat(doctor().workers(need)).isOne();
    assertThat(check("heap MiB (estimate)", need).needed())
        .isEqualTo(((48L << 20) + 15_000 * 3_000L + 15_400 * 20_000L >> 20) + 1);
  }

  @Test
  void shouldRefuseWhenANumberIsNotPositive() {
    assertThatThrownBy(() -> requirement(0, 1, 1, 0, 1, 1, 1, false, true, false, 0))
        .hasMessageContaining("must all be at least 1");
  }

  private Doctor doctor() {
    return new Doctor(root.resolve("proc"), root.resolve("sys"), 4, HEAP);
  }

  private LimitCheck check(String item, ResourceRequirement need) {
    return doctor().examine(need).checks().stream()
        .filter(c -> c.item().equals(item))
        .findFirst()
        .orElseThrow();
  }

  private static ResourceRequirement proxied(int instances, int connections) {
    return requirement(
        instances, 400, connections, 0, 400, 5, 2, false, true, true, 0.3 * instances);
  }

  private static ResourceRequirement fleet(int instances, int connections, boolean standInHere) {
    return requirement(
        instances, 400, connections, 0, 400, 5, 2, standInHere, true, false, 0.3 * instances);
  }

  /** Of services of equal size whose instances subscribe to one service each. */
  private static ResourceRequirement requirement(
      int instances,
      int services,
      int connections,
      int grpcConnections,
      int longPolls,
      int targets,
      int threads,
      boolean standInHere,
      boolean loopback,
      boolean proxied,
      double callsPerSecond) {
    return new ResourceRequirement(
        new ResourceRequirement.Members(instances, services, 0, instances),
        new ResourceRequirement.Connections(connections, grpcConnections, longPolls),
        new TargetShape(targets, standInHere, loopback, proxied, true),
        threads,
        callsPerSecond);
  }

  private void limit(String soft, String hard) throws IOException {
    put(
        "proc/self/limits",
        String.format(
            Locale.ROOT,
            "Limit  Soft Limit  Hard Limit  Units%n%-25s %-20s %-20s files%n",
            "Max open files",
            soft,
            hard));
  }

  private void put(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
