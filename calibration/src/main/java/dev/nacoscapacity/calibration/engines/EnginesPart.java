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
import dev.nacoscapacity.reports.calibration.PartResult.Dimension;
import dev.nacoscapacity.reports.calibration.PartResult.Metric;
import dev.nacoscapacity.reports.statistics.Spread;
import dev.nacoscapacity.reports.text.Arguments;
import dev.nacoscapacity.reports.text.Message;
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

  private static final Message NO_VIRTUAL_THREADS = Message.of("calibration.noVirtualThreads");

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
  public Message question() {
    return Message.of("engines.question");
  }

  @Override
  public List<Dimension> dimensions() {
    return List.of(
        Dimension.of(name(), EngineSetting.ENGINE),
        Dimension.of(name(), EngineSetting.ANSWER),
        Dimension.of(name(), EngineSetting.CALLS),
        Dimension.of(name(), EngineSetting.HEAP));
  }

  @Override
  public List<Metric> metrics() {
    return List.of(
        Metric.of(name(), OK, "%", 1),
        Metric.of(name(), MEAN, "ms", 0),
        Metric.of(name(), P90, "ms", 0),
        Metric.of(name(), OWN, "ms", 0),
        Metric.of(name(), FINISH, "ms", 0),
        Metric.of(name(), RATE, "/s", 0),
        Metric.of(name(), LISTS, "/s", 0),
        Metric.of(name(), LAG, "ms", 1),
        Metric.of(name(), MEGABYTES, "MB/s", 1),
        Metric.of(name(), BUSY, "%", 0),
        Metric.of(name(), SERVER_BUSY, "%", 0),
        Metric.of(name(), CPU, "s", 2),
        Metric.of(name(), PEAK, "MB", 0));
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
            ceiling(results, Ceiling.HTTP, Workload.MIX, RATE, 1, Ceiling.CALLS, "mix"),
            ceiling(
                results, Ceiling.HTTP, Workload.LISTS, MEGABYTES, 1, Ceiling.MEGABYTES, "lists"),
            ceiling(results, Ceiling.GRPC, Workload.MIX, RATE, 1, Ceiling.CALLS, "grpcMix"),
            ceiling(
                results,
                Ceiling.GRPC,
                Workload.LISTS,
                RATE,
                PacedFleet.INSTANCES_PER_SERVICE,
                Ceiling.HOSTS,
                "grpcLists"))
        .flatMap(Optional::stream)
        .toList();
  }

  /**
   * The most of a figure that was seen; of the engine, or of its server when that was the busier.
   *
   * @param factor from the metric's unit to the ceiling's
   * @param name of the ceiling's sentence
   */
  private static Optional<Ceiling> ceiling(
      Results results,
      String protocol,
      Workload workload,
      String metric,
      double factor,
      String key,
      String name) {
    Map<String, String> setting = SustainedCase.setting(protocol, workload);
    double engine = results.spread(setting, BUSY).map(Spread::median).orElse(0.0);
    double server = results.spread(setting, SERVER_BUSY).map(Spread::median).orElse(0.0);
    return results
        .spread(setting, metric)
        .map(
            seen ->
                new Ceiling(
                    protocol,
                    key,
                    Message.of(
                        "engines.ceiling." + name,
                        Arguments.with("busier", server > engine ? "server" : null)),
                    seen.median() * factor));
  }

  @Override
  public void close() {
    servers.close();
  }
}
