package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.engines.EngineSetting.Answer;
import dev.nacoscapacity.calibration.frame.Results;
import dev.nacoscapacity.reports.calibration.ClaimComparison;
import dev.nacoscapacity.reports.calibration.Row;
import dev.nacoscapacity.reports.calibration.Spread;
import dev.nacoscapacity.reports.calibration.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the published study of engines claims, beside what was measured. */
final class EngineClaims {

  private static final int HEAP_MB = 128;
  private static final int MANY = 2_000;
  private static final int MOST = 5_000;
  private static final int FEW = 100;
  private static final Text WORKS = new Text("works", "可用");

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

  /** Those whose cases were measured. */
  List<ClaimComparison> comparisons() {
    List<ClaimComparison> all = new ArrayList<>();
    outcome(
            EngineKind.JMETER,
            MANY,
            new Text(EngineCase.OUT_OF_MEMORY, EngineCase.OUT_OF_MEMORY),
            new Text(
                "the study had JMeter 3.2; with 5.6.3 so many threads fit into the heap",
                "该研究用的是 JMeter 3.2；用 5.6.3 时，堆容得下这么多线程"))
        .ifPresent(all::add);
    outcome(EngineKind.ASYNC, MOST, WORKS, null).ifPresent(all::add);
    order().ifPresent(all::add);
    pool().ifPresent(all::add);
    return all;
  }

  /**
   * @param works the remark when it works today, and did not in the study
   */
  private Optional<ClaimComparison> outcome(
      EngineKind engine, int calls, Text published, Text works) {
    return row(engine, Answer.FIXED, calls)
        .map(
            row -> {
              Text today =
                  row.outcomes().isEmpty()
                      ? WORKS
                      : new Text(row.outcomes().get(0), row.outcomes().get(0));
              return ClaimComparison.ofWords(
                  new Text(
                      "%s, %,d concurrent, 128 MB".formatted(engine.label(), calls),
                      "%s，%,d 并发，128 MB".formatted(engine.label(), calls)),
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
            .map(engine -> words("%s %,.0f ms", engine.label(), mean(engine).get().median()))
            .collect(Collectors.joining(" < "));
    boolean asyncBeforeThreads =
        !measured.containsAll(List.of(EngineKind.ASYNC, EngineKind.THREAD_PER_CALL))
            || measured.indexOf(EngineKind.ASYNC) < measured.indexOf(EngineKind.THREAD_PER_CALL);
    return Optional.of(
        ClaimComparison.ofWords(
            new Text(
                "order by mean from the release, 2,000 concurrent, fixed body",
                "按平均时间（自放行起）排序，2,000 并发，固定应答"),
            new Text(
                "async < fiber < thread per call = JMeter; a pool of 20 looks best",
                "异步 < 纤程 < 每调用一线程 = JMeter；20 线程的池看似最好"),
            new Text(order, order),
            orderRemark(measured, asyncBeforeThreads ? jdks(measured) : cpu(measured))));
  }

  private Text orderRemark(List<EngineKind> measured, Text remark) {
    return separated(measured)
        ? remark
        : new Text(
            remark.en() + "; where ranges over the rounds overlap, neighbours are not told apart",
            remark.zh() + "；各轮范围重叠的相邻项不能区分");
  }

  /** Whether each is better in its worst round than the next one in its best. */
  private boolean separated(List<EngineKind> ranking) {
    for (int i = 0; i + 1 < ranking.size(); i++) {
      if (mean(ranking.get(i)).orElseThrow().max() > mean(ranking.get(i + 1)).orElseThrow().min()) {
        return false;
      }
    }
    return true;
  }

  private Text jdks(List<EngineKind> measured) {
    Text others = new Text("on JDK " + jdk, "JDK " + jdk);
    return measured.contains(EngineKind.JMETER) && jdk != jmetersJdk
        ? new Text(
            others.en() + "; JMeter on JDK " + jmetersJdk,
            others.zh() + "；JMeter 用 JDK " + jmetersJdk)
        : others;
  }

  private Text cpu(List<EngineKind> measured) {
    double async = cpu(EngineKind.ASYNC);
    double threads = cpu(EngineKind.THREAD_PER_CALL);
    return new Text(
        words(
            "%s. A wave ends when the cores have done its work, however calls wait; from start to end the process took %.1f s of CPU with async, %.1f s with a thread per call",
            jdks(measured).en(), async, threads),
        words(
            "%s。一波调用何时结束取决于 CPU 工作量，与等待方式无关；整个进程的 CPU：异步 %.1f s，每调用一线程 %.1f s",
            jdks(measured).zh(), async, threads));
  }

  private double cpu(EngineKind engine) {
    return row(engine, Answer.FIXED, MANY)
        .flatMap(row -> row.spread(EnginesPart.CPU))
        .map(Spread::median)
        .orElse(Double.NaN);
  }

  /** A delayed answer shows how long calls wait in front of the pool. */
  private Optional<ClaimComparison> pool() {
    Optional<Spread> own = spread(EngineKind.POOL, EnginesPart.OWN);
    Optional<Spread> finish = spread(EngineKind.POOL, EnginesPart.FINISH);
    Optional<Spread> threads = spread(EngineKind.THREAD_PER_CALL, EnginesPart.FINISH);
    if (own.isEmpty() || finish.isEmpty() || threads.isEmpty()) {
      return Optional.empty();
    }
    double told = own.get().median();
    double pool = finish.get().median();
    double thread = threads.get().median();
    return Optional.of(
        ClaimComparison.ofWords(
            new Text(
                "pool of 20, 100 concurrent, answers after 500 ms", "20 线程的池，100 并发，500 ms 后应答"),
            new Text("a 500 ms delay exposes it", "500 ms 的延迟使其暴露"),
            new Text(
                words(
                    "tells %,.0f ms, is done after %,.0f ms; a thread per call after %,.0f ms",
                    told, pool, thread),
                words("自述 %,.0f ms，实际 %,.0f ms 才全部完成；每调用一线程为 %,.0f ms", told, pool, thread)),
            pool > thread ? null : new Text("the pool was as fast here", "此处线程池同样快")));
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

  private static String words(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
