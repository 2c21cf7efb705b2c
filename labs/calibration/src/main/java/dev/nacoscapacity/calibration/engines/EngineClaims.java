package dev.nacoscapacity.calibration.engines;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.calibration.engines.EngineSetting.Answer;
import dev.nacoscapacity.calibration.frame.Results;
import dev.nacoscapacity.core.calibration.ClaimComparison;
import dev.nacoscapacity.core.calibration.PartResult.Row;
import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Compares the claims of the published study of engines with the measurements. */
final class EngineClaims {

  private static final int HEAP_MB = 128;
  private static final int MANY = 2_000;
  private static final int MOST = 5_000;
  private static final int FEW = 100;
  private static final Message WORKS = Message.of("engines.claim.works");

  private final Results results;
  private final int jdk;
  private final int jmetersJdk;

  /**
   * @param jdk the version that every engine's wave but JMeter's ran on
   * @param jmetersJdk the version that JMeter ran on
   */
  EngineClaims(Results results, int jdk, int jmetersJdk) {
    this.results = results;
    this.jdk = jdk;
    this.jmetersJdk = jmetersJdk;
  }

  /** The comparisons whose cases were measured. */
  List<ClaimComparison> comparisons() {
    List<ClaimComparison> all = new ArrayList<>();
    outcome(
            EngineKind.JMETER,
            MANY,
            asIs(EngineCase.OUT_OF_MEMORY),
            Message.of("engines.claim.jmeter32"))
        .ifPresent(all::add);
    outcome(EngineKind.ASYNC, MOST, WORKS, null).ifPresent(all::add);
    order().ifPresent(all::add);
    pool().ifPresent(all::add);
    return all;
  }

  /**
   * @param works the remark for an engine that works today, but did not in the study
   */
  private Optional<ClaimComparison> outcome(
      EngineKind engine, int calls, Message published, Message works) {
    return row(engine, Answer.FIXED, calls)
        .map(
            row -> {
              Message today = row.outcomes().isEmpty() ? WORKS : asIs(row.outcomes().get(0));
              return ClaimComparison.ofWords(
                  Message.of(
                      "engines.claim.concurrent",
                      with("engine", engine.label()).and("calls", calls)),
                  published,
                  today,
                  today.equals(WORKS) ? works : null);
            });
  }

  private Optional<ClaimComparison> order() {
    List<EngineKind> measured =
        Arrays.stream(EngineKind.values())
            .filter(engine -> mean(engine).isPresent())
            .sorted(Comparator.comparingDouble(engine -> mean(engine).get().median()))
            .toList();
    if (measured.size() < 2) {
      return Optional.empty();
    }
    String order =
        measured.stream()
            .map(
                engine -> NumberText.of("%s %,.0f ms", engine.label(), mean(engine).get().median()))
            .collect(Collectors.joining(" < "));
    boolean asyncBeforeThreads =
        !measured.containsAll(List.of(EngineKind.ASYNC, EngineKind.THREAD_PER_CALL))
            || measured.indexOf(EngineKind.ASYNC) < measured.indexOf(EngineKind.THREAD_PER_CALL);
    return Optional.of(
        ClaimComparison.ofWords(
            Message.of("engines.claim.order"),
            Message.of("engines.claim.order.published"),
            asIs(order),
            orderRemark(measured, asyncBeforeThreads ? jdks(measured) : cpu(measured))));
  }

  private Message orderRemark(List<EngineKind> measured, Message remark) {
    return Spread.separated(measured.stream().map(engine -> mean(engine).orElseThrow()).toList())
        ? remark
        : Message.of("engines.claim.overlap", with("remark", remark));
  }

  private Message jdks(List<EngineKind> measured) {
    boolean two = measured.contains(EngineKind.JMETER) && jdk != jmetersJdk;
    return Message.of(
        "engines.claim.jdks", with("jdk", jdk).and("jmeter", two ? jmetersJdk : null));
  }

  private Message cpu(List<EngineKind> measured) {
    return Message.of(
        "engines.claim.cpu",
        with("jdks", jdks(measured))
            .and("async", cpu(EngineKind.ASYNC))
            .and("threads", cpu(EngineKind.THREAD_PER_CALL)));
  }

  private double cpu(EngineKind engine) {
    return row(engine, Answer.FIXED, MANY)
        .flatMap(row -> row.spread(EnginesPart.CPU))
        .map(Spread::median)
        .orElse(Double.NaN);
  }

  /** A delayed answer shows how long calls wait for a thread of the pool. */
  private Optional<ClaimComparison> pool() {
    Optional<Spread> own = spread(EngineKind.POOL, EnginesPart.OWN);
    Optional<Spread> finish = spread(EngineKind.POOL, EnginesPart.FINISH);
    Optional<Spread> threads = spread(EngineKind.THREAD_PER_CALL, EnginesPart.FINISH);
    if (own.isEmpty() || finish.isEmpty() || threads.isEmpty()) {
      return Optional.empty();
    }
    double pool = finish.get().median();
    double thread = threads.get().median();
    return Optional.of(
        ClaimComparison.ofWords(
            Message.of("engines.claim.pool"),
            Message.of("engines.claim.pool.published"),
            Message.of(
                "engines.claim.pool.today",
                with("own", own.get().median()).and("pool", pool).and("thread", thread)),
            pool > thread ? null : Message.of("engines.claim.pool.asFast")));
  }

  private Optional<Spread> mean(EngineKind engine) {
    return row(engine, Answer.FIXED, MANY).flatMap(row -> row.spread(EnginesPart.MEAN));
  }

  private Optional<Spread> spread(EngineKind engine, String metric) {
    return row(engine, Answer.DELAYED, FEW).flatMap(row -> row.spread(metric));
  }

  private Optional<Row> row(EngineKind engine, Answer answer, int calls) {
    return results.row(new EngineSetting(engine, answer, calls, HEAP_MB).byDimension());
  }

  private static Message asIs(String text) {
    return Message.of("asIs", with("text", text));
  }
}
