package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.engines.EngineSetting.Answer;
import dev.nacoscapacity.calibration.engines.SustainedMain.Workload;
import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.frame.Part;
import dev.nacoscapacity.calibration.frame.Results;
import dev.nacoscapacity.calibration.frame.Scale;
import dev.nacoscapacity.calibration.process.Cores;
import dev.nacoscapacity.calibration.process.Jdks;
import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.reports.calibration.Ceiling;
import dev.nacoscapacity.reports.calibration.ClaimComparison;
import dev.nacoscapacity.reports.calibration.Dimension;
import dev.nacoscapacity.reports.calibration.Metric;
import dev.nacoscapacity.reports.calibration.Spread;
import dev.nacoscapacity.reports.calibration.Text;
import dev.nacoscapacity.calibration.fleet.PacedFleet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** How many concurrent calls one small machine keeps up, by engine. */
public final class EnginesPart implements Part {

  static final String OK = "ok";
  static final String MEAN = "mean";
  static final String P90 = "p90";
  static final String OWN = "own";
  static final String FINISH = "finish";
  static final String RATE = "rate";
  static final String LISTS = "lists";
  static final String LAG = "lag";
  static final String MEGABYTES = "megabytes";
  static final String BUSY = "busy";
  static final String SERVER_BUSY = "serverBusy";
  static final String CPU = "cpu";
  static final String PEAK = "peak";

  /** The JDK that brought them. */
  public static final int VIRTUAL_THREADS_SINCE = 21;

  private static final Text NO_VIRTUAL_THREADS =
      new Text(
          "no JDK 21 or newer found: install one, or name its folder with --jdk",
          "未找到 JDK 21 或更高版本：请安装，或用 --jdk 指定其目录");

  private static final Text MIX =
      new Text(
          "the fleet's paced engine on one core, two beats to a list of 22 KB",
          "单核上的发压引擎（按计划发送），每两次心跳一次 22 KB 列表");
  private static final Text BYTES =
      new Text("the fleet's paced engine on one core, lists of 22 KB", "单核上的发压引擎（按计划发送），22 KB 列表");
  private static final Text GRPC_MIX =
      new Text(
          "the fleet's paced gRPC engine on one core, a health check to a list of 88 hosts",
          "单核上的 gRPC 发压引擎（按计划发送），每次健康检查一次 88 个实例的列表");
  private static final Text GRPC_LISTS =
      new Text(
          "the fleet's paced gRPC engine on one core, lists of 88 hosts",
          "单核上的 gRPC 发压引擎（按计划发送），88 个实例的列表");

  private static final int SMALL_HEAP = 128;
  private static final int LARGE_HEAP = 512;
  private static final int FEW_CALLS = 100;
  private static final int MOST_CALLS = 5_000;
  private static final int[] ALL_CALLS = {FEW_CALLS, 500, 1_000, 2_000, MOST_CALLS};
  private static final int QUICK_CALLS = 2_000;

  /** The quick table shows by these what a delay does to a pool. */
  private static final Set<EngineKind> EXPOSED =
      EnumSet.of(EngineKind.THREAD_PER_CALL, EngineKind.POOL);

  /** Those that wait without a thread for each call; the pool would take 50 s. */
  private static final Set<EngineKind> LATE = EnumSet.of(EngineKind.ASYNC, EngineKind.FLEET);

  private final Servers servers = new Servers(Cores.allowed());
  private final Optional<Path> newer;
  private final Path java;
  private final Path jmeterHome;

  /**
   * @param jdks one of them that has virtual threads runs every engine's wave but JMeter's, so that
   *     engines do not differ in their JDK; the one that runs this does, where there is none
   * @param home of this project
   */
  public EnginesPart(Jdks jdks, Path home) {
    this.newer = jdks.java(VIRTUAL_THREADS_SINCE);
    this.java = newer.orElse(Jvm.own().java());
    this.jmeterHome = home.resolve("jmeter-plans/jmeter/target/jmeter");
  }

  @Override
  public String name() {
    return "engines";
  }

  @Override
  public Text question() {
    return new Text(
        "How many concurrent calls can one small machine keep up, by what carries them?",
        "一台小机器能支撑多少并发调用？按承载方式比较。");
  }

  @Override
  public List<Dimension> dimensions() {
    return List.of(
        new Dimension(EngineSetting.ENGINE, new Text("engine", "引擎")),
        new Dimension(EngineSetting.ANSWER, new Text("answer", "应答")),
        new Dimension(EngineSetting.CALLS, new Text("concurrent", "并发数")),
        new Dimension(EngineSetting.HEAP, new Text("heap", "堆内存")));
  }

  @Override
  public List<Metric> metrics() {
    return List.of(
        new Metric(OK, new Text("answered", "成功率"), "%", 1),
        new Metric(MEAN, new Text("mean, from the release", "平均（自放行起）"), "ms", 0),
        new Metric(P90, new Text("p90, from the release", "p90（自放行起）"), "ms", 0),
        new Metric(OWN, new Text("mean, as the engine tells", "平均（引擎自述）"), "ms", 0),
        new Metric(FINISH, new Text("all done after", "全部完成"), "ms", 0),
        new Metric(RATE, new Text("calls", "调用"), "/s", 0),
        new Metric(LISTS, new Text("of these, lists", "其中列表"), "/s", 0),
        new Metric(LAG, new Text("lag p99", "滞后 p99"), "ms", 1),
        new Metric(MEGABYTES, new Text("answers", "应答"), "MB/s", 1),
        new Metric(BUSY, new Text("engine CPU, while measured", "引擎 CPU（测量期间）"), "%", 0),
        new Metric(SERVER_BUSY, new Text("server CPU, while measured", "服务端 CPU（测量期间）"), "%", 0),
        new Metric(CPU, new Text("CPU, whole process", "CPU（整个进程）"), "s", 2),
        new Metric(PEAK, new Text("peak memory", "内存峰值"), "MB", 0));
  }

  @Override
  public int repeats(Scale scale) {
    return scale == Scale.FULL ? 3 : 2;
  }

  @Override
  public List<Case> cases(Scale scale) {
    List<Case> cases = new ArrayList<>();
    for (EngineKind engine : EngineKind.values()) {
      if (scale == Scale.FULL) {
        for (Answer answer : Answer.values()) {
          for (int calls : ALL_CALLS) {
            cases.add(engineCase(new EngineSetting(engine, answer, calls, LARGE_HEAP)));
            cases.add(engineCase(new EngineSetting(engine, answer, calls, SMALL_HEAP)));
          }
        }
      } else {
        cases.add(engineCase(new EngineSetting(engine, Answer.FIXED, QUICK_CALLS, SMALL_HEAP)));
        if (EXPOSED.contains(engine)) {
          cases.add(engineCase(new EngineSetting(engine, Answer.DELAYED, FEW_CALLS, SMALL_HEAP)));
        }
        if (LATE.contains(engine)) {
          cases.add(engineCase(new EngineSetting(engine, Answer.DELAYED, QUICK_CALLS, SMALL_HEAP)));
        }
      }
    }
    if (scale == Scale.QUICK) {
      cases.add(
          engineCase(new EngineSetting(EngineKind.ASYNC, Answer.FIXED, MOST_CALLS, SMALL_HEAP)));
    }
    SustainedCase.Timing timing =
        scale == Scale.FULL ? SustainedCase.Timing.FULL : SustainedCase.Timing.QUICK;
    for (String protocol : List.of(Ceiling.HTTP, Ceiling.GRPC)) {
      cases.add(new SustainedCase(protocol, Workload.MIX, timing, servers));
      cases.add(new SustainedCase(protocol, Workload.LISTS, timing, servers));
    }
    return cases;
  }

  private Case engineCase(EngineSetting setting) {
    return switch (setting.engine()) {
      case JMETER -> new JmeterCase(setting, servers, jmeterHome);
      case VIRTUAL_THREADS -> new OwnEngineCase(setting, servers, newer, NO_VIRTUAL_THREADS);
      default -> new OwnEngineCase(setting, servers, Optional.of(java), NO_VIRTUAL_THREADS);
    };
  }

  @Override
  public List<ClaimComparison> compare(Results results) {
    int own = Runtime.version().feature();
    return new EngineClaims(results, newer.map(Jdks::version).orElse(own), own).comparisons();
  }

  @Override
  public List<Ceiling> ceilings(Results results) {
    return Stream.of(
            ceiling(results, Ceiling.HTTP, Workload.MIX, RATE, 1, Ceiling.CALLS, MIX),
            ceiling(results, Ceiling.HTTP, Workload.LISTS, MEGABYTES, 1, Ceiling.MEGABYTES, BYTES),
            ceiling(results, Ceiling.GRPC, Workload.MIX, RATE, 1, Ceiling.CALLS, GRPC_MIX),
            ceiling(
                results,
                Ceiling.GRPC,
                Workload.LISTS,
                RATE,
                PacedFleet.INSTANCES_PER_SERVICE,
                Ceiling.HOSTS,
                GRPC_LISTS))
        .flatMap(Optional::stream)
        .toList();
  }

  /**
   * The most of a figure that was seen; of the engine, or of its server when that was the busier.
   *
   * @param factor from the metric's unit to the ceiling's
   */
  private static Optional<Ceiling> ceiling(
      Results results,
      String protocol,
      Workload workload,
      String metric,
      double factor,
      String key,
      Text name) {
    Map<String, String> setting = SustainedCase.setting(protocol, workload);
    double engine = results.spread(setting, BUSY).map(Spread::median).orElse(0.0);
    double server = results.spread(setting, SERVER_BUSY).map(Spread::median).orElse(0.0);
    Text told =
        server > engine
            ? new Text(
                name.en() + ", at least: its server was the busier", name.zh() + "，至少如此：服务端更忙")
            : name;
    return results
        .spread(setting, metric)
        .map(seen -> new Ceiling(protocol, key, told, seen.median() * factor));
  }

  @Override
  public void close() {
    servers.close();
  }
}
