package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.engines.PacedEngine.CallMix;
import dev.nacoscapacity.calibration.harness.Case;
import dev.nacoscapacity.calibration.harness.Host;
import dev.nacoscapacity.calibration.harness.Jvm;
import dev.nacoscapacity.calibration.harness.PacedFleet;
import dev.nacoscapacity.calibration.harness.Part;
import dev.nacoscapacity.calibration.harness.PartTable;
import dev.nacoscapacity.calibration.harness.Results;
import dev.nacoscapacity.core.calibration.Ceiling;
import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Message;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Measures how many concurrent calls one small machine sustains, by engine. */
public final class EnginesPart implements Part {

  static final String OK = "ok";
  static final String RATE = "rate";
  static final String MEGABYTES = "megabytes";
  static final String BUSY = "busy";
  static final String SERVER_BUSY = "serverBusy";
  static final String CPU = "cpu";
  static final String PEAK = "peak";

  /** The first JDK with virtual threads. */
  public static final int VIRTUAL_THREADS_SINCE = 21;

  private static final List<String> ENGINES =
      List.of(
          WaveEngine.POOL,
          WaveEngine.ASYNC,
          WaveEngine.VIRTUAL_THREADS,
          WaveEngine.THREAD_PER_CALL,
          WaveCase.JMETER,
          WaveEngine.FLEET);

  private static final int SMALL_HEAP = 128;
  private static final int FEW = 100;
  private static final int MANY = 2_000;
  private static final int MOST = 5_000;

  private static final List<String> PROTOCOLS = List.of(Ceiling.HTTP, Ceiling.GRPC);
  private static final List<CallMix> MIXES = List.of(CallMix.MIX, CallMix.LISTS);

  private final boolean full;
  private final Optional<Path> newer;
  private final Path jmeter;

  /**
   * @param jdks the waves of all engines except JMeter run on the first of these with virtual
   *     threads, so that all engines use the same JDK; without such a JDK, on the current one
   * @param home of this project
   */
  public EnginesPart(boolean full, List<Path> jdks, Path home) {
    this.full = full;
    this.newer = Host.java(jdks, VIRTUAL_THREADS_SINCE);
    this.jmeter = home.resolve("jmeter-plans/jmeter/target/jmeter/bin/ApacheJMeter.jar");
  }

  @Override
  public PartTable table() {
    return PartTable.of(
        "engines",
        "engine answer calls heap",
        "ok % 1, mean ms 0, p90 ms 0, own ms 0, finish ms 0, rate /s 0, lists /s 0, lag ms 1, "
            + "megabytes MB/s 1, busy % 0, serverBusy % 0, cpu s 2, peak MB 0");
  }

  @Override
  public List<Case> cases() {
    List<WaveCase> waves = new ArrayList<>();
    for (String engine : ENGINES) {
      if (full) {
        for (int calls : new int[] {FEW, 500, 1_000, MANY, MOST}) {
          for (int heapMb : new int[] {512, SMALL_HEAP}) {
            waves.add(new WaveCase(engine, false, calls, heapMb));
            waves.add(new WaveCase(engine, true, calls, heapMb));
          }
        }
      } else {
        waves.add(new WaveCase(engine, false, MANY, SMALL_HEAP));
      }
    }
    if (!full) {
      waves.add(new WaveCase(WaveEngine.ASYNC, false, MOST, SMALL_HEAP));
      waves.add(new WaveCase(WaveEngine.THREAD_PER_CALL, true, FEW, SMALL_HEAP));
      waves.add(new WaveCase(WaveEngine.POOL, true, FEW, SMALL_HEAP));
      // These wait without a thread for each call; the pool would take 50 s.
      waves.add(new WaveCase(WaveEngine.ASYNC, true, MANY, SMALL_HEAP));
      waves.add(new WaveCase(WaveEngine.FLEET, true, MANY, SMALL_HEAP));
    }
    List<Case> cases = new ArrayList<>();
    for (WaveCase wave : waves) {
      Path java = newer.orElse(Jvm.JAVA);
      cases.add(
          Case.of(wave.setting(), peers -> wave.measure(java, jmeter, peers))
              .unless(missing(wave.engine())));
    }
    for (String protocol : PROTOCOLS) {
      for (CallMix mix : MIXES) {
        cases.add(
            Case.of(
                    PacedEngine.setting(protocol, mix),
                    peers -> PacedEngine.measure(protocol, mix, full, peers))
                .onlyOnce(!full));
      }
    }
    return cases;
  }

  private Optional<Message> missing(String engine) {
    if (engine.equals(WaveCase.JMETER) && !Files.exists(jmeter)) {
      return Optional.of(Message.of("calibration.jmeterMissing"));
    }
    return engine.equals(WaveEngine.VIRTUAL_THREADS) && newer.isEmpty()
        ? Optional.of(Message.of("calibration.noVirtualThreads"))
        : Optional.empty();
  }

  /**
   * The rates of the engine of a run; lower bounds of them where the server was busier than it. A
   * ceiling of lists is one of bytes, or of hosts.
   */
  @Override
  public List<Ceiling> ceilings(Results results) {
    List<Ceiling> ceilings = new ArrayList<>();
    for (String protocol : PROTOCOLS) {
      for (CallMix mix : MIXES) {
        boolean grpc = protocol.equals(Ceiling.GRPC);
        boolean lists = mix == CallMix.LISTS;
        String setting = PacedEngine.setting(protocol, mix);
        boolean atLeast = results.median(setting, SERVER_BUSY) > results.median(setting, BUSY);
        Message name =
            Message.of(
                "engines.ceiling." + protocol + (lists ? ".lists" : ".mix"),
                Arguments.with("busier", atLeast ? "server" : null));
        int hosts = lists && grpc ? PacedFleet.INSTANCES_PER_SERVICE : 1;
        results
            .spread(setting, lists && !grpc ? MEGABYTES : RATE)
            .map(
                spread ->
                    new Ceiling(
                        protocol,
                        lists ? grpc ? Ceiling.HOSTS : Ceiling.MEGABYTES : Ceiling.CALLS,
                        name,
                        spread.median() * hosts))
            .ifPresent(ceilings::add);
      }
    }
    return ceilings;
  }
}
