package dev.nacoscapacity.core;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.GeneratorBuilder;
import dev.nacoscapacity.core.record.Machine;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Percentiles;
import dev.nacoscapacity.core.record.Prediction;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.RunRecordBuilder;
import dev.nacoscapacity.core.record.ScaleModel;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.record.Setup;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.record.Tool;
import dev.nacoscapacity.core.record.WaveResult;
import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Wave;
import dev.nacoscapacity.core.workload.Workload;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Hand-written runs: a good one, to spoil in one place. */
public final class Runs {

  private Runs() {}

  /** 1,000 instances on a local 1.4.1 cluster for 60 s, with nothing wrong. */
  public static RunRecord good() {
    return begun()
        .durationSeconds(131)
        .windowSeconds(60)
        .generator(generator(0.9, 12))
        .operations(operations(operation(12_000, 12_000, Map.of(), 40)))
        .registry(registry(counts()))
        .servers(servers(9))
        .build();
  }

  /** A run with the verdict that it comes to by default. */
  public static RunRecord judged(RunRecord run) {
    return Judge.standard().judged(run, Criteria.defaults());
  }

  /** The same before its first call. */
  public static RunRecordBuilder begun() {
    return begun(Target.LOCAL);
  }

  /** A run on a target of a kind. */
  public static RunRecordBuilder begun(String kind) {
    return RunRecord.builder(
        new Tool("simulator", "0.1.0", "abc1234"),
        Instant.parse("2026-01-02T03:04:05.678Z"),
        new Target(
            kind,
            kind.equals(Target.EMBEDDED) ? "embedded" : "1.4.1",
            List.of("127.0.0.1:8848", "127.0.0.1:8858", "127.0.0.1:8868"),
            true,
            false,
            10),
        new Workload(
            new Population(1_000, 12, "run-1", "capacity", Shard.WHOLE),
            new HttpClients(OptionalInt.of(20), 0, HttpClients.DEFAULT_CALL_TIMEOUT),
            Timing.USUAL,
            1,
            42),
        new Machine(
            2,
            24L << 30,
            "Linux 6.1",
            "17.0.12",
            new LinkedHashMap<>(Map.of("openFiles", 20_000L))));
  }

  /** A rolling deployment in which so many have not come back. */
  public static WaveResult deploy(long unfinished) {
    WaveResult.Times times = new WaveResult.Times(20.0, 81.25, 0.5);
    return new WaveResult(
        Wave.Kind.DEPLOY, 20, 250, 250, 250 - unfinished, 0, unfinished, times, 0, 4);
  }

  /** The same as if a model had been loaded. */
  public static RunRecord predicted(RunRecord run) {
    Generator own = run.generator();
    return run.with()
        .guardStop(null)
        .generatorStop(null)
        .gatewayStop(null)
        .target(
            Target.model(
                    "1.4.1",
                    true,
                    false,
                    null,
                    Prediction.of("five-small", "ab12", "own", "cd34").withCores(80.0))
                .withNodes(run.target().nodes()))
        .machine(null)
        .generator(
            GeneratorBuilder.builder()
                .processes(1)
                .requests(own.requests())
                .connections(own.connections())
                .delays(new Generator.Delays(own.delays().lagMs(), null, List.of()))
                .limitedBy(own.limitedBy())
                .build())
        .contention(null)
        .build();
  }

  public static Generator generator(double lagP99, double pauseMax, String... limitedBy) {
    return generator(lagP99, pauseMax, new Generator.Connections(43, 20, true, 0), limitedBy);
  }

  /** In time, but for calls that waited for one of 100 connections. */
  public static Generator generator(boolean explicit, double waitMs) {
    return generator(0.9, 12, new Generator.Connections(112, 100, explicit, waitMs));
  }

  private static Generator generator(
      double lagP99, double pauseMax, Generator.Connections connections, String... limitedBy) {
    return new Generator(
        1,
        new Generator.Cpu(3.5, null, 1.25, 0.04),
        18_120,
        5_177.0,
        new Generator.Memory(160_000_000L, 88_000_000L, 1_204.0, null),
        connections,
        new Generator.GcPause(12, 45.5, pauseMax),
        new Generator.Delays(
            new Generator.Lag(0.1, lagP99, lagP99 * 2, lagP99 * 4), null, List.of()),
        List.of(limitedBy));
  }

  public static Map<String, OperationResult> operations(OperationResult beat) {
    Map<String, OperationResult> operations = new LinkedHashMap<>();
    operations.put("beat", beat);
    operations.put("list", operation(6_000, 6_000, Map.of(), 55));
    return operations;
  }

  public static OperationResult operation(
      long required, long achieved, Map<String, Long> failed, double p99) {
    return new OperationResult(
        required,
        achieved,
        achieved - failed.values().stream().mapToLong(Long::longValue).sum(),
        failed,
        required - achieved,
        0,
        percentiles(p99),
        new Percentiles(0, 0, 0, 0, 0, 0, 0),
        percentiles(p99 / 4),
        percentiles(p99 / 2));
  }

  private static Percentiles percentiles(double p99) {
    return new Percentiles(p99 / 8, p99 / 10, p99 / 2, p99 / 2, p99, p99 * 2, p99 * 3);
  }

  /** What a node shows of 1,000 instances with nothing wrong. */
  public static RegistryStats counts() {
    return counts(Map.of());
  }

  /** The same, but for one figure. */
  public static RegistryStats counts(RegistryCount figure, int count) {
    return counts(Map.of(figure, count));
  }

  /** The same, but for some figures. */
  public static RegistryStats counts(Map<RegistryCount, Integer> faults) {
    long present = 1_000L - faults.getOrDefault(RegistryCount.MISSING, 0);
    long healthy = present - faults.getOrDefault(RegistryCount.UNHEALTHY, 0);
    RegistryStats listed = listed(1_000, present, healthy);
    for (RegistryCount figure : RegistryCount.JUDGED) {
      listed.set(figure, (long) faults.getOrDefault(figure, 0));
    }
    return listed;
  }

  /** What a node that was never read in full shows of 1,000 instances. */
  public static RegistryStats unread() {
    RegistryStats unread = counts(RegistryCount.UNKNOWN, 1_000);
    unread.forget(RegistryCount.PRESENT);
    unread.forget(RegistryCount.HEALTHY);
    return unread;
  }

  /** A node that lists so many of so many instances. */
  public static RegistryStats listed(long expected, long present, long healthy) {
    RegistryStats listed = new RegistryStats();
    listed.set(RegistryCount.EXPECTED, expected);
    listed.set(RegistryCount.PRESENT, present);
    listed.set(RegistryCount.HEALTHY, healthy);
    return listed;
  }

  /** A second of one operation's calls, each answered after so many microseconds. */
  public static OperationStats calls(long failed, long... micros) {
    OperationStats calls = new OperationStats();
    calls.add(OperationCount.REQUIRED, micros.length + failed);
    calls.add(OperationCount.STARTED, micros.length + failed);
    calls.add(OperationCount.OK, micros.length);
    if (failed > 0) {
      calls.fail("timed out", failed);
    }
    for (long each : micros) {
      calls.recording(LatencyPart.LATENCY).recordValue(each);
    }
    return calls;
  }

  /** The same load over gRPC. */
  public static Workload grpc(Workload http) {
    return over("grpc", http);
  }

  /** The same load over gRPC, all of it or a part. */
  public static Workload over(String protocol, Workload http) {
    return over(protocol, http.timing().beat().toSeconds(), http);
  }

  /** The same load with beats of another period. */
  public static Workload over(String protocol, double beatSeconds, Workload http) {
    ObjectNode fields = new ObjectMapper().valueToTree(http);
    fields.remove("connections");
    return Workload.of(fields.put("protocol", protocol).put("beatSeconds", beatSeconds));
  }

  /** A local cluster of another version. */
  public static Target version(String version) {
    return new Target(Target.LOCAL, version, List.of("127.0.0.1:8848"), true, false, 10);
  }

  /** A passed run on a scale model of machines of 16 cores, in a time slowed 20 times. */
  public static RunRecord scaleModel(ScaleModel.Fidelity fidelity) {
    Setup setup = new Setup("2g", Map.of(), List.of(), 16.0).withDilation(20);
    return good()
        .with()
        .target(version("1.4.1").withSetup(setup))
        .scaleModel(new ScaleModel(20, 16, 2, 2620, fidelity))
        .build();
  }

  /** All three nodes list the same. */
  public static RegistryResult registry(RegistryStats counts) {
    Map<String, RegistryStats> byNode = new LinkedHashMap<>();
    byNode.put("127.0.0.1:8848", counts);
    byNode.put("127.0.0.1:8858", counts);
    byNode.put("127.0.0.1:8868", counts);
    return registry(byNode).withWorst(counts).withBeyondStalls(null);
  }

  /** What these nodes list. */
  public static RegistryResult registry(Map<String, RegistryStats> byNode) {
    return new RegistryResult(
        byNode, 0, new RegistryResult.BeatGap(5_003, 5_420), true, 0, 0, 0, null);
  }

  /** Three nodes; the last one uses most. */
  public static Map<String, Server> servers(double cpuSeconds) {
    Map<String, Server> servers = new LinkedHashMap<>();
    servers.put("127.0.0.1:8848", server(cpuSeconds));
    servers.put("127.0.0.1:8858", server(cpuSeconds));
    servers.put("127.0.0.1:8868", server(cpuSeconds * 1.5));
    return servers;
  }

  private static Server server(double cpuSeconds) {
    return server(
        2, cpuSeconds * 2 / 3, cpuSeconds / 3, cpuSeconds / 40, 211, 301_000_000L, 350L, 120L, 42);
  }

  /** A node with a process of its own. */
  public static Server server(
      Integer cores,
      Double userCpuSeconds,
      Double systemCpuSeconds,
      Double cpuShareMax,
      Integer threadsMax,
      Long heapMaxBytes,
      Long gcMs,
      Long jitMs,
      Integer connectionsMax) {
    return new Server(
        null,
        cores,
        null,
        new Server.Cpu(userCpuSeconds, systemCpuSeconds, cpuShareMax),
        threadsMax,
        heapMaxBytes,
        gcMs,
        jitMs,
        connectionsMax);
  }
}
