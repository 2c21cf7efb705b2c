package dev.nacoscapacity.simulator.proc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.record.ServerRowBuilder;
import java.io.FileNotFoundException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerSamplerTest {

  private static final long SECOND = 1_000_000_000L;
  private static final String TABLE_OF_ONE =
      "header\n 0: 0100007F:2290 0100007F:C001 01 00000000:00000000\n";

  @TempDir Path root;

  private final AtomicLong now = new AtomicLong(5 * SECOND);
  private final AtomicLong pid = new AtomicLong(42);
  private final List<ServerRow> rows = new ArrayList<>();
  private ProcTree proc;

  @BeforeEach
  void startTheNode() {
    proc = new ProcTree(root);
    proc.process("42", "java", 100, 50, 210, 7);
    proc.put("net/tcp", TABLE_OF_ONE);
  }

  @Test
  void shouldReadALocalNodeFromProcWhenItsPidIsKnown() {
    ServerSampler sampler = sampler(local());
    nextSecond(sampler);

    assertThat(rows)
        .singleElement()
        .isEqualTo(
            ServerRowBuilder.builder()
                .time(Instant.EPOCH)
                .seconds(1.0)
                .node("node1")
                .cpu(new ServerRow.Cpu(1.0, 0.5, 210))
                .connections(1)
                .source(ServerRow.PROC)
                .build());
  }

  @Test
  void shouldKeepSamplingWhenThePidFileCannotBeRead() {
    WatchedNode node =
        new WatchedNode(
            "node1",
            local().http(),
            Reach.USUAL,
            () -> {
              throw new UncheckedIOException(new FileNotFoundException("(Too many open files)"));
            });
    ServerSampler sampler = sampler(node);
    sampler.sample();

    assertThat(rows).extracting(row -> row.cpu().userCpuSeconds()).containsOnlyNulls();
  }

  @Test
  void shouldReadTheJvmsCountersWhenTheProcessIsAJvm() {
    pid.set(ProcessHandle.current().pid());
    proc.process(Long.toString(pid.get()), "java", 1, 1, 9, 7);
    sampler(local()).sample();
    assertThat(rows.get(0).jvm().heapMaxBytes()).isPositive();
    assertThat(rows.get(0).jvm().gcCount()).isNotNull();
  }

  @Test
  void shouldSumUpTheWindowWhenItHasBegun() {
    ServerSampler sampler = sampler(local());
    step(sampler, 100, 50);
    sampler.beginWindow();
    step(sampler, 200, 60);
    step(sampler, 220, 70);

    Server server = sampler.summary().get("node1");
    assertThat(server.cpu().userCpuSeconds()).isCloseTo(1.2, within(1e-9));
    assertThat(server.cpu().systemCpuSeconds()).isCloseTo(0.2, within(1e-9));
    assertThat(server.cpu().cpuShareMax()).isCloseTo(1.1, within(1e-9));
    assertThat(server.cores()).isEqualTo(2);
    assertThat(server.threadsMax()).isEqualTo(210);
    assertThat(server.connectionsMax()).isEqualTo(1);
    assertThat(server.gcMs()).isNull();
    assertThat(server.jitMs()).isNull();
  }

  @Test
  void shouldCountTheNewProcessFromItsStartWhenTheNodeWasRestarted() {
    ServerSampler sampler = sampler(local());
    step(sampler, 100, 50);
    proc.remove("42");
    nextSecond(sampler);
    pid.set(77);
    proc.process("77", "java", 30, 20, 90, 999);
    nextSecond(sampler);

    assertThat(rows.get(1).cpu().threads()).isNull();
    assertThat(sampler.summary().get("node1").cpuSeconds()).isCloseTo(0.5, within(1e-9));
  }

  /** As the nodes of a stand-in do. */
  @Test
  void shouldCountAProcessOnceWhenTwoNodesShareIt() {
    WatchedNode second =
        new WatchedNode(
            "node2",
            new InetSocketAddress("127.0.0.1", 8858),
            Reach.USUAL,
            () -> OptionalLong.of(pid.get()));
    ServerSampler sampler = sampler(local(), second);
    step(sampler, 100, 50);
    sampler.beginWindow();
    step(sampler, 200, 60);

    Server first = sampler.summary().get("node1");
    Server other = sampler.summary().get("node2");
    assertThat(first.sharesProcessOf()).isNull();
    assertThat(first.cpuSeconds()).isCloseTo(1.1, within(1e-9));
    assertThat(other.sharesProcessOf()).isEqualTo("node1");
    assertThat(other.cpuSeconds()).isZero();
    assertThat(other.threadsMax()).isNull();
    assertThat(other.connectionsMax()).isZero();
    assertThat(rows)
        .filteredOn(row -> row.node().equals("node2"))
        .allSatisfy(row -> assertThat(row.cpu().userCpuSeconds()).isNull());
  }

  @Test
  void shouldCountTheTimeOfEndedCompilersWhoseIdsAreReused() {
    proc.thread("42", "44", "C1 CompilerThre", 20, 7);
    proc.thread("42", "45", "C2 CompilerThre", 500, 7);
    proc.thread("42", "46", "http-nio-8848-e", 900, 7);
    ServerSampler sampler = sampler(local());
    sampler.sample();
    proc.remove("42/task/45");
    proc.thread("42", "44", "C1 CompilerThre", 30, 7);
    sampler.sample();
    proc.thread("42", "45", "C2 CompilerThre", 40, 99);
    sampler.sample();

    assertThat(rows).extracting(ServerRow::jitMillis).containsExactly(5_200L, 5_300L, 5_700L);
    assertThat(sampler.summary().get("node1").jitMs()).isEqualTo(500);
  }

  @Test
  void shouldRecogniseACompilerThatIsNamedLater() {
    proc.thread("42", "44", "java", 0, 7);
    ServerSampler sampler = sampler(local());
    sampler.sample();
    proc.thread("42", "44", "C2 CompilerThre", 20, 7);
    sampler.sample();

    assertThat(rows).extracting(ServerRow::jitMillis).containsExactly(null, 200L);
  }

  /** As for want of descriptors: a new count would lack the ended thread. */
  @Test
  void shouldKeepCountingWhenTheProcessCouldNotBeReadForASecond() {
    proc.thread("42", "44", "C1 CompilerThre", 20, 7);
    proc.thread("42", "45", "C2 CompilerThre", 500, 7);
    ServerSampler sampler = sampler(local());
    sampler.sample();
    proc.remove("42/task/45");
    proc.remove("42/stat");
    sampler.sample();
    proc.process("42", "java", 100, 50, 210, 7);
    sampler.sample();

    assertThat(sampler.summary().get("node1").jitMs()).isZero();
  }

  @Test
  void shouldReadEachOtherThreadsNameOnce() {
    proc.thread("42", "46", "http-nio-8848-e", 900, 7);
    ServerSampler sampler = sampler(local());
    sampler.sample();
    proc.thread("42", "46", "C2 CompilerThre", 900, 7);
    sampler.sample();

    assertThat(rows).extracting(ServerRow::jitMillis).containsOnlyNulls();
  }

  @Test
  void shouldUseScrapeAnswersWhenTheNodeIsElsewhere() {
    InetSocketAddress elsewhere = new InetSocketAddress("192.0.2.1", 8848);
    ServerSampler sampler = sampler(WatchedNode.at("192.0.2.1:8848", elsewhere, Reach.USUAL));
    sampler.sample();
    assertThat(rows).isEmpty();

    sampler.scraped(0, "process_cpu_usage 0.9\nsystem_cpu_count 8\njvm_threads_live_threads 9");
    sampler.sample();
    now.addAndGet(15 * SECOND);
    sampler.scraped(0, "process_cpu_usage 0.5\nsystem_cpu_count 8\njvm_threads_live_threads 8");
    sampler.sample();
    nextSecond(sampler);

    assertThat(rows).extracting(ServerRow::source).containsExactly("scrape", "scrape");
    assertThat(rows.get(1).cpu().userCpuSeconds()).isCloseTo(60, within(1e-9));
    Server server = sampler.summary().get("192.0.2.1:8848");
    assertThat(server.cpu().cpuShareMax()).isCloseTo(4, within(1e-9));
    assertThat(server.cores()).isEqualTo(8);
    assertThat(server.threadsMax()).isEqualTo(9);
    assertThat(server.cpu().systemCpuSeconds()).isNull();
  }

  @Test
  void shouldPostponeAnExpensiveReadUntilItFitsItsShare() {
    ReadThrottle throttle = new ReadThrottle(0.1, now::get);
    assertThat(throttle.run(() -> now.addAndGet(SECOND))).isTrue();
    now.addAndGet(9 * SECOND - 1);
    assertThat(throttle.run(() -> {})).isFalse();
    now.addAndGet(1);
    assertThat(throttle.run(() -> {})).isTrue();
  }

  private void step(ServerSampler sampler, long user, long system) {
    proc.process("42", "java", user, system, 210, 7);
    nextSecond(sampler);
  }

  private void nextSecond(ServerSampler sampler) {
    now.addAndGet(SECOND);
    sampler.sample();
  }

  @Test
  void shouldCountTheProcessorsThatTheNodeMayUse() {
    proc.put("self/status", "Name:\tjava\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1\n");
    proc.put("42/status", "Name:\tjava\nCpus_allowed:\t1\nCpus_allowed_list:\t0\n");
    ServerSampler sampler = sampler(local());
    sampler.sample();
    assertThat(sampler.summary().get("node1").cores()).isEqualTo(1);
    assertThat(sampler.summary().get("node1").generatorApart()).isTrue();

    proc.put("self/status", "Cpus_allowed_list:\t0\n");
    sampler = sampler(local());
    sampler.sample();
    assertThat(sampler.summary().get("node1").generatorApart()).isFalse();
  }

  @Test
  void shouldCountNoMoreProcessorsThanAContainerGrants() {
    proc.put("self/status", "Cpus_allowed_list:\t0-63\n");
    proc.put("42/status", "Cpus_allowed_list:\t0-63\n");
    ServerSampler sampler = sampler(local());
    sampler.sample();

    assertThat(sampler.summary().get("node1").cores()).isEqualTo(2);
    assertThat(sampler.summary().get("node1").generatorApart()).isFalse();
  }

  private WatchedNode local() {
    return new WatchedNode(
        "node1",
        new InetSocketAddress("127.0.0.1", 8848),
        Reach.USUAL,
        () -> OptionalLong.of(pid.get()));
  }

  private ServerSampler sampler(WatchedNode... nodes) {
    return new ServerSampler(List.of(nodes), root, 2, now::get, () -> Instant.EPOCH, rows::add);
  }
}
