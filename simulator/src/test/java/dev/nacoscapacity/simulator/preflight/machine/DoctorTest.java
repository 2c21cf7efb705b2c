package dev.nacoscapacity.simulator.preflight.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.text.Language;
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
  private static final TargetShape LOOPBACK = new TargetShape(5, false, true, false, true);
  private static final TargetShape HERE = new TargetShape(5, true, true, false, true);
  private static final TargetShape PROXIED = new TargetShape(5, false, true, true, true);
  private static final TargetShape ELSEWHERE = new TargetShape(5, false, false, false, true);

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
    Diagnosis diagnosis = doctor().examine(http(35_000, 700, HERE));
    assertThat(diagnosis.checks()).allMatch(LimitCheck::enough);
    assertThat(diagnosis.exitCode()).isZero();
    assertThat(String.join("\n", diagnosis.lines(Language.ENGLISH)))
        .contains("open files")
        .doesNotContain("->");
  }

  @Test
  void shouldNameTheCommandWhenTheSoftLimitIsTooLow() throws IOException {
    limit("1024", "20000");
    assertThat(check("open files", http(35_000, 700, HERE)))
        .satisfies(c -> assertThat(c.needed()).isEqualTo(2 * (700 + 400) + 3 * 2 + 128))
        .satisfies(c -> assertThat(c.remedy().orElseThrow().text()).isEqualTo("ulimit -n 4096"));
  }

  @Test
  void shouldLeaveConnectionsTheOpenFilesThatNothingElseNeeds() {
    assertThat(doctor().connectionsAtMost(http(35_000, 2_050, HERE)))
        .isEqualTo((20_000 - 3 * 2 - 128) / 2 - 400);
    assertThat(doctor().connectionsAtMost(http(35_000, 2_050, LOOPBACK)))
        .isEqualTo(20_000 - 3 * 2 - 128 - 400);
    assertThat(doctor().connectionsAtMost(http(35_000, 2_050, PROXIED)))
        .isEqualTo((20_000 - 3 * 2 - 128) / 3 - 400);
  }

  @Test
  void shouldCountTheSocketsOfProxiesAsMemory() {
    String memory = "memory MiB (estimate)";
    long direct = check(memory, http(1_000, 20_000, LOOPBACK)).needed();
    long ends = (20_000 + 400) * 40_000L >> 20;

    assertThat(check(memory, http(1_000, 20_000, PROXIED)).needed())
        .isBetween(direct + 2 * ends - 1, direct + 2 * ends + 2);
  }

  @Test
  void shouldLeaveWorkersTheConnectionsWhoseOtherEndsItHas() {
    assertThat(doctor().connectionsOfWorker(http(35_000, 12_000, HERE), 2))
        .isEqualTo((20_000 - 2 * 4 - 128 - 400) / 2);
    assertThat(doctor().connectionsOfWorker(http(35_000, 12_000, PROXIED), 2))
        .isEqualTo(((20_000 - 2 * 4 - 128) / 2 - 400) / 2);
    assertThat(doctor().connectionsOfWorker(http(35_000, 35_000, LOOPBACK), 2))
        .isGreaterThan(1_000_000);
  }

  @Test
  void shouldLackFilesOnlyWhenNoNumberOfProcessesHelps() {
    assertThat(doctor().lacksFiles(http(35_000, 12_000, HERE))).isFalse();
    assertThat(doctor().lacksFiles(http(35_000, 35_000, LOOPBACK))).isFalse();
    assertThat(doctor().lacksFiles(http(35_000, 35_000, HERE))).isTrue();
  }

  @Test
  void shouldShareTheFleetOutWhenOneProcessMayNotHaveTheDescriptors() {
    assertThat(doctor().workers(http(35_000, 700, HERE))).isZero();
    assertThat(doctor().workers(http(35_000, 19_000, LOOPBACK))).isZero();
    assertThat(doctor().workers(http(35_000, 35_000, LOOPBACK))).isEqualTo(2);
    assertThat(doctor().workers(http(100_000, 100_000, LOOPBACK))).isEqualTo(6);
    assertThat(check("open files, 3 processes", http(35_000, 35_000, LOOPBACK)))
        .satisfies(c -> assertThat(c.needed()).isEqualTo((35_000 + 400) / 2 + 3 + 128))
        .satisfies(c -> assertThat(c.enough()).isTrue());
  }

  @Test
  void shouldLeaveTheStandInBehindWhenItsDescriptorsSuffice() {
    assertThat(doctor().workers(http(15_000, 15_000, HERE))).isOne();
    assertThat(check("open files, 2 processes", http(15_000, 15_000, HERE)).enough()).isTrue();
    assertThat(doctor().workers(http(35_000, 35_000, HERE))).isZero();
  }

  @Test
  void shouldSayThatTheHardLimitStaysWhenTheProcessMayNotRaiseIt() throws IOException {
    limit("1024", "1024");
    assertThat(doctor().workers(http(35_000, 35_000, LOOPBACK))).isZero();
    assertThat(check("open files", http(35_000, 35_000, LOOPBACK)).remedy().orElseThrow().text())
        .contains("cannot be raised from here (no CAP_SYS_RESOURCE)")
        .contains("fewer --connections");
    put("proc/self/status", "CapEff:\t000001ffffffffff\n");
    assertThat(check("open files", http(35_000, 35_000, LOOPBACK)).remedy().orElseThrow().text())
        .isEqualTo("ulimit -Hn 65536 && ulimit -n 65536");
  }

  @Test
  void shouldCountPortsForOneTargetWhenOneOfThemHasDied() {
    assertThat(check("local ports for one target", http(35_000, 700, LOOPBACK)).needed())
        .isEqualTo(275);
    assertThat(
            check("local ports for one target", http(120_000, 120_000, LOOPBACK))
                .remedy()
                .orElseThrow()
                .text())
        .isEqualTo("sysctl -w net.ipv4.ip_local_port_range=\"10240 65535\"");
    assertThat(
            check("local ports for one target", http(400_000, 400_000, LOOPBACK))
                .remedy()
                .orElseThrow()
                .text())
        .startsWith("no range is wide enough");
  }

  @Test
  void shouldCountWaitingPortsWhenTheKernelDoesNotReuseThem() throws IOException {
    put("proc/sys/net/ipv4/tcp_tw_reuse", "0\n");
    assertThat(check("local ports for one target", http(35_000, 700, LOOPBACK)).needed())
        .isEqualTo(275 + 105 * 60 / 4);
  }

  @Test
  void shouldNameTheSysctlWhenABacklogIsTooShort() {
    assertThat(check("accept queue", http(35_000, 35_000, LOOPBACK)).remedy().orElseThrow().text())
        .isEqualTo("sysctl -w net.core.somaxconn=8192");
    assertThat(
            check("half-open connections", http(35_000, 35_000, LOOPBACK))
                .remedy()
                .orElseThrow()
                .text())
        .isEqualTo("sysctl -w net.ipv4.tcp_max_syn_backlog=8192");
  }

  @Test
  void shouldLeaveTheBacklogOutWhenTheTargetIsElsewhere() {
    ResourceRequirement remote = http(35_000, 700, ELSEWHERE);
    assertThat(doctor().examine(remote).checks())
        .extracting(check -> check.item().text())
        .doesNotContain("accept queue", "half-open connections");
  }

  @Test
  void shouldCountTrackedConnectionsWhenAFirewallTracksThem() throws IOException {
    put("proc/sys/net/netfilter/nf_conntrack_max", "8192\n");
    put("proc/sys/net/netfilter/nf_conntrack_count", "1000\n");
    LimitCheck check = check("tracked connections", http(35_000, 700, LOOPBACK));
    assertThat(check.needed()).isEqualTo(1_100 + 105 * 60);
    assertThat(check.remedy().orElseThrow().text())
        .isEqualTo("sysctl -w net.netfilter.nf_conntrack_max=16384");
  }

  @Test
  void shouldObeyTheSmallerLimitWhenACgroupHasOne() throws IOException {
    put("proc/self/cgroup", "0::/box\n");
    put("sys/fs/cgroup/box/memory.max", "104857600\n");
    put("sys/fs/cgroup/box/memory.current", "94371840\n");
    assertThat(check("memory MiB (estimate)", http(1_000, 100, LOOPBACK)).available()).hasValue(10);

    put("proc/self/cgroup", "4:memory:/not/visible/in/a/container\n0::/\n");
    put("sys/fs/cgroup/memory/memory.limit_in_bytes", "104857600\n");
    put("sys/fs/cgroup/memory/memory.usage_in_bytes", "83886080\n");
    assertThat(check("memory MiB (estimate)", http(1_000, 100, LOOPBACK)).available()).hasValue(20);

    put("proc/self/cgroup", "0::/free\n");
    put("sys/fs/cgroup/free/memory.max", "max\n");
    put("sys/fs/cgroup/free/memory.current", "83886080\n");
    assertThat(check("memory MiB (estimate)", http(1_000, 100, LOOPBACK)).enough()).isTrue();
  }

  @Test
  void shouldReportOnlyWhatBreaksARunWhenAskedForShortages() throws IOException {
    limit("1024", "1024");
    assertThat(doctor().shortages(http(35_000, 35_000, LOOPBACK)))
        .extracting(check -> check.item().text())
        .containsExactly("open files");
    assertThat(doctor().shortages(http(1_000, 100, LOOPBACK))).isEmpty();
  }

  @Test
  void shouldAskForMoreHeapWhenAMillionInstancesAreScheduled() {
    Doctor small = new Doctor(root.resolve("proc"), root.resolve("sys"), 2, 128L << 20);
    assertThat(small.shortages(http(35_000, 700, LOOPBACK))).isEmpty();
    assertThat(small.shortages(http(1_000_000, 700, LOOPBACK)))
        .singleElement()
        .satisfies(
            c -> assertThat(c.remedy().orElseThrow().text()).isEqualTo("JAVA_OPTS=-Xmx430m"));
  }

  @Test
  void shouldCallUnknownEnoughWhenThereIsNoProc() {
    Doctor elsewhere = new Doctor(root.resolve("none"), root.resolve("none"), 8, HEAP);
    Diagnosis diagnosis = elsewhere.examine(http(35_000, 700, LOOPBACK));
    assertThat(diagnosis.exitCode()).isZero();
    assertThat(String.join("\n", diagnosis.lines(Language.ENGLISH))).contains("unknown");
  }

  @Test
  void shouldPrintTheMendBelowTheShortageAndExitWithOne() throws IOException {
    limit("1024", "20000");
    Diagnosis diagnosis = doctor().examine(http(35_000, 700, HERE));
    assertThat(diagnosis.exitCode()).isOne();
    assertThat(String.join("\n", diagnosis.lines(Language.ENGLISH)))
        .containsPattern("open files +2,334 +1,024  not enough\\R    -> ulimit -n 4096");
    assertThat(check("open files", http(35_000, 700, HERE)).sentence())
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
    ResourceRequirement need = grpc(35_000, 400, 10, HERE);

    assertThat(check("open files", need).needed()).isEqualTo(2 * 35_410 + 3 + 128);
    assertThat(check("open files", need).remedy().orElseThrow().text())
        .contains("fewer --instances");
    assertThat(check("local ports for one target", need).needed()).isEqualTo(8_853);
    assertThat(check("heap MiB (estimate)", need).needed()).isGreaterThan(1_300);
  }

  @Test
  void shouldTakeAnotherSourceAddressBeforeALoopbackTargetRunsOutOfPorts() {
    ResourceRequirement need = grpc(60_000, 400, 2, new TargetShape(1, false, true, false, true));
    ResourceRequirement elsewhere =
        grpc(60_000, 400, 2, new TargetShape(1, false, false, false, true));

    assertThat(check("local ports for one target", need).needed()).isEqualTo(20_000);
    assertThat(check("local ports for one target", elsewhere).remedy().orElseThrow().text())
        .isEqualTo(
            "no range is wide enough: fewer --instances, more targets, or --shard I/N on several"
                + " machines");
  }

  @Test
  void shouldShareAFleetOutByServices() throws IOException {
    limit("20000", "20000");
    ResourceRequirement need = grpc(100_000, 20, 2, LOOPBACK);

    // Of six processes two would have four services each, 20,000 instances.
    assertThat(doctor().workers(need)).isEqualTo(7);
    assertThat(check("open files, 8 processes", need).needed()).isBetween(15_000L, 15_200L);
  }

  @Test
  void shouldHoldAShareAgainstTheHeapThatEachProcessHas() throws IOException {
    limit("20000", "20000");
    ResourceRequirement need = grpc(60_000, 400, 2, LOOPBACK);

    assertThat(check("heap MiB (estimate)", need).needed()).isBetween(300L, 450L);
  }

  @Test
  void shouldLeaveHeapForTheStandInThatStaysBehind() throws IOException {
    limit("20000", "20000");
    ResourceRequirement need = grpc(15_000, 400, 2, HERE);

    assertThat(doctor().workers(need)).isOne();
    assertThat(check("heap MiB (estimate)", need).needed())
        .isEqualTo(((48L << 20) + 15_000 * 3_000L + 15_400 * 20_000L >> 20) + 1);
  }

  @Test
  void shouldRefuseWhenANumberIsNotPositive() {
    assertThatThrownBy(() -> http(0, 1, LOOPBACK)).hasMessageContaining("must all be at least 1");
  }

  private Doctor doctor() {
    return new Doctor(root.resolve("proc"), root.resolve("sys"), 4, HEAP);
  }

  private LimitCheck check(String item, ResourceRequirement need) {
    return doctor().examine(need).checks().stream()
        .filter(c -> c.item().text().equals(item))
        .findFirst()
        .orElseThrow();
  }

  /** Clients over HTTP of 400 services, each with a long poll. */
  private static ResourceRequirement http(int instances, int connections, TargetShape target) {
    return requirement(
        instances, 400, new ResourceRequirement.Connections(connections, 0, 400), target, 2);
  }

  /** Clients over gRPC, each with a connection and each service with another. */
  private static ResourceRequirement grpc(
      int instances, int services, int connections, TargetShape target) {
    return requirement(
        instances,
        services,
        new ResourceRequirement.Connections(connections, instances + services, 0),
        target,
        1);
  }

  /** Of services of equal size whose instances subscribe to one service each. */
  private static ResourceRequirement requirement(
      int instances,
      int services,
      ResourceRequirement.Connections connections,
      TargetShape target,
      int threads) {
    return new ResourceRequirement(
        new ResourceRequirement.Members(instances, services, 0, instances),
        connections,
        target,
        threads,
        0.3 * instances);
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
