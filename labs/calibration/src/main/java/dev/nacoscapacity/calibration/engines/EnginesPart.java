package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.engines.EngineSetting.Answer;
import dev.nacoscapacity.calibration.engines.SustainedMain.CallMix;
import dev.nacoscapacity.calibration.fleet.PacedFleet;
import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.frame.Part;
import dev.nacoscapacity.calibration.frame.PartTable;
import dev.nacoscapacity.calibration.frame.Results;
import dev.nacoscapacity.calibration.frame.Scale;
import dev.nacoscapacity.calibration.process.Jdks;
import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.core.calibration.Ceiling;
import dev.nacoscapacity.core.calibration.ClaimComparison;
import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Message;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Measures how many concurrent calls one small machine sustains, by engine. */
public final class EnginesPart extends Part {

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

  static final PartTable TABLE =
      PartTable.of("engines", "engine", "answer", "calls", "heap")
          .metric(OK, "%", 1)
          .metric(MEAN, "ms", 0)
          .metric(P90, "ms", 0)
          .metric(OWN, "ms", 0)
          .metric(FINISH, "ms", 0)
          .metric(RATE, "/s", 0)
          .metric(LISTS, "/s", 0)
          .metric(LAG, "ms", 1)
          .metric(MEGABYTES, "MB/s", 1)
          .metric(BUSY, "%", 0)
          .metric(SERVER_BUSY, "%", 0)
          .metric(CPU, "s", 2)
          .metric(PEAK, "MB", 0);

  /** The first JDK with virtual threads. */
  public static final int VIRTUAL_THREADS_SINCE = 21;

  private static final int SMALL_HEAP = 128;
  private static final int LARGE_HEAP = 512;
  private static final int FEW_CALLS = 100;
  private static final int MOST_CALLS = 5_000;
  private static final int[] ALL_CALLS = {FEW_CALLS, 500, 1_000, 2_000, MOST_CALLS};
  private static final int QUICK_CALLS = 2_000;

  /** Engines in the quick table that show the effect of a delay on a pool. */
  private static final Set<EngineKind> EXPOSED =
      EnumSet.of(EngineKind.THREAD_PER_CALL, EngineKind.POOL);

  /** Engines that wait without a thread for each call; the pool would take 50 s. */
  private static final Set<EngineKind> LATE = EnumSet.of(EngineKind.ASYNC, EngineKind.FLEET);

  private final Optional<Path> newer;
  private final Path java;
  private final Path jmeterHome;

  /**
   * @param jdks the waves of all engines except JMeter run on one of these with virtual threads, so
   *     that all engines use the same JDK; without such a JDK, on the current one
   * @param home of this project
   */
  public EnginesPart(Jdks jdks, Path home) {
    super(TABLE);
    this.newer = jdks.java(VIRTUAL_THREADS_SINCE);
    this.java = newer.orElse(Jvm.own().java());
    this.jmeterHome = home.resolve("jmeter-plans/jmeter/target/jmeter");
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
      cases.add(new SustainedCase(protocol, CallMix.MIX, timing));
      cases.add(new SustainedCase(protocol, CallMix.LISTS, timing));
    }
    return cases;
  }

  private Case engineCase(EngineSetting setting) {
    return switch (setting.engine()) {
      case JMETER -> new JmeterCase(setting, jmeterHome);
      case VIRTUAL_THREADS -> new OwnEngineCase(setting, newer);
      default -> new OwnEngineCase(setting, Optional.of(java));
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
            ceiling(results, Ceiling.HTTP, CallMix.MIX, RATE, 1, Ceiling.CALLS),
            ceiling(results, Ceiling.HTTP, CallMix.LISTS, MEGABYTES, 1, Ceiling.MEGABYTES),
            ceiling(results, Ceiling.GRPC, CallMix.MIX, RATE, 1, Ceiling.CALLS),
            ceiling(
                results,
                Ceiling.GRPC,
                CallMix.LISTS,
                RATE,
                PacedFleet.INSTANCES_PER_SERVICE,
                Ceiling.HOSTS))
        .flatMap(Optional::stream)
        .toList();
  }

  /**
   * The rate of the engine; a lower bound of it when the server was busier than the engine.
   *
   * @param factor from the metric's unit to the ceiling's
   */
  private Optional<Ceiling> ceiling(
      Results results, String protocol, CallMix mix, String metric, double factor, String key) {
    Map<String, String> setting = SustainedCase.setting(protocol, mix);
    double engine = results.spread(setting, BUSY).map(Spread::median).orElse(0.0);
    double server = results.spread(setting, SERVER_BUSY).map(Spread::median).orElse(0.0);
    Message name =
        Message.of(
            "engines.ceiling." + protocol + "." + mix.name().toLowerCase(Locale.ROOT),
            Arguments.with("busier", server > engine ? "server" : null));
    return results
        .spread(setting, metric)
        .map(seen -> new Ceiling(protocol, key, name, seen.median() * factor));
  }
}
